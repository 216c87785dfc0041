//! The state of a stream as bytes.

use crate::HighwayHasher;
use crate::backend::{Backend, Packet, State};
use hash_core::checkpoint::{MAX_LEN, Reader, Writer, consistent};
use hash_core::{Checkpoint, CheckpointError};

/// Bytes of a checkpoint.
///
/// | bytes     | content                                                      |
/// |-----------|--------------------------------------------------------------|
/// | 0 … 7     | the letters `highway`, the version, 1                        |
/// | 8 … 15    | bytes hashed so far                                          |
/// | 16 … 143  | v0, v1, mul0, mul1, four words each                          |
/// | 144 … 175 | the bytes of the current packet, zeros after them            |
/// | 176 … 183 | FNV-1a of the bytes above                                    |
///
/// Integers are little-endian. The same on every backend and machine, and frozen.
///
/// The checkpoint of 164 bytes that the `highway` crate makes has another format; see
/// [`HighwayHasher::from_highway_checkpoint`].
pub const CHECKPOINT_BYTES: usize = 184;

const MAGIC: [u8; 8] = *b"highway\x01";

impl HighwayHasher {
    /// Saves the state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) resumes.
    ///
    /// **Keep it as secret as the key.** Every step of HighwayHash can be undone by whoever knows
    /// the message, so the key can be computed from a state. The check sum in it detects accidents,
    /// not attacks.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<CHECKPOINT_BYTES> {
        let (state, tail, len) = self.parts();
        Writer::new(MAGIC).word(len).words(state.to_words()).bytes(tail).finish()
    }

    /// Resumes from a checkpoint, on the best backend. The key is in the state.
    ///
    /// ```
    /// use highwayhash::{HighwayHasher, Key, hash};
    /// let key = Key::from_seed(1);
    /// let mut hasher = HighwayHasher::new(&key);
    /// hasher.update(b"before ");
    /// let saved = hasher.checkpoint();
    /// let mut hasher = HighwayHasher::from_checkpoint(&saved)?;
    /// hasher.update(b"and after");
    /// assert_eq!(hasher.finalize(), hash(&key, b"before and after"));
    /// # Ok::<(), highwayhash::CheckpointError>(())
    /// ```
    ///
    /// # Errors
    /// If the bytes are not a whole checkpoint of this hash and version.
    pub fn from_checkpoint(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let mut fields = Reader::open::<CHECKPOINT_BYTES>(MAGIC, bytes)?;
        let len = fields.length()?;
        let state = State::from_words(fields.words());
        let tail = fields.buffer(usize::from(tail_len(len)))?;
        Ok(Self::from_parts(state, tail, len, Backend::detect()))
    }

    /// Resumes from a checkpoint that the `highway` crate (1.x) made, on the best backend. The key
    /// is in the state.
    ///
    /// Such a checkpoint is v0, v1, mul0, mul1, four words each, then the 32 bytes of the current
    /// packet, then how many of these count, in 32 bits; all little-endian. The bytes of the packet
    /// that do not count may have any value. It does not contain the number of bytes hashed, so
    /// `len` gives it. It has no version and no check sum either: all that can be checked is that
    /// the two lengths agree.
    ///
    /// # Errors
    /// [`CheckpointError::Corrupt`] if the checkpoint was not made after `len` bytes.
    pub fn from_highway_checkpoint(bytes: &[u8; 164], len: u64) -> Result<Self, CheckpointError> {
        let used = tail_len(len);
        let (fields, count) = bytes.as_chunks();
        consistent(count == [used, 0, 0, 0] && len < MAX_LEN)?;
        let state = State::from_words(core::array::from_fn(|i| u64::from_le_bytes(fields[i])));
        let mut tail: Packet = core::array::from_fn(|i| bytes[128 + i]);
        tail[usize::from(used)..].fill(0);
        Ok(Self::from_parts(state, tail, len, Backend::detect()))
    }
}

/// Bytes in the packet that `len` bytes end in.
const fn tail_len(len: u64) -> u8 {
    (len % size_of::<Packet>() as u64).to_le_bytes()[0]
}
