//! Checkpoints: the state of a stream as bytes.

use crate::key::Key;
use crate::oneshot::SHORT_BYTES;
use crate::stream::{Holder, MsHasher, short_len};
use clhash::ClHasher;
use core::borrow::Borrow;
use core::ops::Range;
use hash_core::checkpoint::{Reader, Writer};
use hash_core::{Checkpoint, CheckpointError};

/// The size of a checkpoint in bytes.
///
/// | bytes     | content                                                                         |
/// |-----------|---------------------------------------------------------------------------------|
/// | 0 … 7     | the letters `mshash`, a zero, the version, 1                                    |
/// | 8 … 15    | bytes hashed so far                                                             |
/// | 16 … 271  | a message of up to 256 bytes, zero-padded; of a longer one the bytes 16 … 63 of |
/// |           | [the checkpoint of CLHASH](clhash::CHECKPOINT_BYTES), zero-padded                |
/// | 272 … 279 | FNV-1a of the bytes above                                                       |
///
/// Integers are little-endian. The format is the same on every machine, and frozen.
pub const CHECKPOINT_BYTES: usize = 24 + SHORT_BYTES;

const MAGIC: [u8; 8] = *b"mshash\0\x01";

/// The start of a checkpoint of CLHASH, and the bytes of its fields after the length.
const CLHASH_MAGIC: [u8; 8] = *b"clhash\0\x01";
const CLHASH_FIELDS: Range<usize> = 16..64;

impl<K: Borrow<Key>> MsHasher<K> {
    /// Saves the state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) resumes.
    ///
    /// The state contains no key. It contains the message up to 256 bytes, and above values that
    /// depend on the key: like a hash, keep them hidden from anyone who may choose messages. Its
    /// checksum detects accidental corruption, not tampering.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<CHECKPOINT_BYTES> {
        let fields = Writer::new(MAGIC).word(self.len);
        let fields = match short_len(self.len) {
            Some(len) => fields.padded(&self.short[..len], SHORT_BYTES),
            None => fields.padded(&self.long.checkpoint()[CLHASH_FIELDS], SHORT_BYTES),
        };
        fields.finish()
    }

    /// Resumes from a checkpoint.
    ///
    /// The key must be the one that the checkpoint was made under. This cannot be checked, and
    /// another key gives different hashes.
    ///
    /// ```
    /// use mshash::{Key, MsHasher, hash};
    /// let key = Key::from_seed(1);
    /// let mut hasher = MsHasher::new(&key);
    /// hasher.update(b"before ");
    /// let saved = hasher.checkpoint();
    /// let mut hasher = MsHasher::from_checkpoint(&key, &*saved)?;
    /// hasher.update(b"and after");
    /// assert_eq!(hasher.finalize(), hash(&key, b"before and after"));
    /// # Ok::<(), mshash::CheckpointError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the bytes are not a whole checkpoint of this hash and version.
    pub fn from_checkpoint(key: K, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let mut fields = Reader::open::<CHECKPOINT_BYTES>(MAGIC, bytes)?;
        let (key, len) = (Holder(key), fields.length()?);
        if let Some(used) = short_len(len) {
            return Ok(Self { long: ClHasher::new(key), short: fields.buffer(used)?, len });
        }
        let state: [u8; SHORT_BYTES] = fields.buffer(CLHASH_FIELDS.len())?;
        let saved: Checkpoint<{ clhash::CHECKPOINT_BYTES }> =
            Writer::new(CLHASH_MAGIC).word(len).bytes(&state[..CLHASH_FIELDS.len()]).finish();
        let long = ClHasher::from_checkpoint(key, &saved)?;
        Ok(Self { long, short: [0; SHORT_BYTES], len })
    }
}
