//! Saves the state of a stream as bytes, and restores it.

use crate::half::HalfSipHasher;
use crate::nocase::NocaseHasher;
use crate::single::State;
use crate::stream::{Core, SipHasher};
use crate::tree::TreeHasher;
use hash_core::checkpoint::{Reader, Writer, consistent};
use hash_core::{Checkpoint, CheckpointError};

/// The length in bytes of a checkpoint of a [`SipHasher`], a [`NocaseHasher`] or a
/// [`HalfSipHasher`].
///
/// | bytes   | content                                                                          |
/// |---------|----------------------------------------------------------------------------------|
/// | 0 … 7   | the letters `siphash`, then the version, 1                                       |
/// | 8 … 15  | the function: bits of a word, words of the hash (0: a tree), C, D, four zeros    |
/// | 16 … 23 | bytes hashed so far                                                              |
/// | 24 … 55 | v0, v1, v2, v3, as 64 bits each                                                  |
/// | 56 … 63 | the bytes of the current word, then zeros                                        |
/// | 64 … 71 | FNV-1a of the bytes above                                                        |
///
/// Integers are little-endian. The format is the same on every machine, and frozen.
pub const CHECKPOINT_BYTES: usize = 72;

/// The length in bytes of a checkpoint of a [`TreeHasher`]. The format is that of
/// [`CHECKPOINT_BYTES`], except that bytes 24 to 199 contain the two words of the root's key, four
/// words each of v0, v1, v2, v3, and the 32 bytes of the current packet.
pub const TREE_CHECKPOINT_BYTES: usize = 208;

const MAGIC: [u8; 8] = *b"siphash\x01";

/// Returns the field that names the function: bits of a word, words of the hash (0: a tree),
/// rounds.
const fn kind(bits: u8, words: usize, c: u8, d: u8) -> [u8; 8] {
    // One or two words.
    [bits, words.to_le_bytes()[0], c, d, 0, 0, 0, 0]
}

/// Checks the frame and the function, and returns the length of the message and a reader of the
/// state.
fn open<const N: usize>(kind: [u8; 8], bytes: &[u8]) -> Result<(u64, Reader<'_>), CheckpointError> {
    let mut fields = Reader::open::<N>(MAGIC, bytes)?;
    let found: [u8; 8] = fields.bytes();
    let len = fields.length()?;
    if found == kind { Ok((len, fields)) } else { Err(CheckpointError::OtherFunction) }
}

impl<const C: u8, const D: u8, const W: usize> SipHasher<C, D, W> {
    /// Saves the state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) resumes.
    ///
    /// **Keep it as secret as the key.** Anyone who knows the message can undo every step of
    /// SipHash, and so compute the key from the state. The checksum detects accidental corruption,
    /// not tampering.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<CHECKPOINT_BYTES> {
        let Core { state: State { v0, v1, v2, v3 }, tail, len } = *self.core();
        let frame = Writer::new(MAGIC).bytes(&kind(64, W, C, D)).word(len);
        frame.words([v0, v1, v2, v3, tail]).finish()
    }

    /// Resumes from a checkpoint. The state contains the key.
    ///
    /// ```
    /// use siphash_fast::{Key, SipHasher24, siphash_2_4};
    /// let key = Key::from_seed(1);
    /// let mut hasher = SipHasher24::new(&key);
    /// hasher.update(b"before ");
    /// let saved = hasher.checkpoint();
    /// let mut hasher = SipHasher24::from_checkpoint(&saved)?;
    /// hasher.update(b"and after");
    /// assert_eq!(hasher.finalize(), siphash_2_4(&key, b"before and after"));
    /// # Ok::<(), siphash_fast::CheckpointError>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the bytes are not a complete checkpoint of this function and version.
    pub fn from_checkpoint(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let (len, mut fields) = open::<CHECKPOINT_BYTES>(kind(64, W, C, D), bytes)?;
        let [v0, v1, v2, v3, tail] = fields.words();
        consistent(tail >> (8 * (len % 8)) == 0)?;
        Ok(Self::from_core(Core { state: State { v0, v1, v2, v3 }, tail, len }))
    }
}

impl<const C: u8, const D: u8> NocaseHasher<C, D> {
    /// Saves the state as bytes, which are **as secret as the key**. They are the checkpoint of the
    /// [`SipHasher`] of the message in lower case, and either hasher can resume from them.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<CHECKPOINT_BYTES> {
        self.lower_case().checkpoint()
    }

    /// Resumes from a checkpoint. The state contains the key.
    ///
    /// # Errors
    /// Fails if the bytes are not a complete checkpoint of this function and version.
    pub fn from_checkpoint(bytes: &[u8]) -> Result<Self, CheckpointError> {
        SipHasher::from_checkpoint(bytes).map(Self::from_lower_case)
    }
}

impl<const C: u8, const D: u8, const W: usize> HalfSipHasher<C, D, W> {
    /// Saves the state as bytes, which are **as secret as the key**; see [`SipHasher::checkpoint`].
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<CHECKPOINT_BYTES> {
        let frame = Writer::new(MAGIC).bytes(&kind(32, W, C, D)).word(self.len());
        frame.words(self.words()).finish()
    }

    /// Resumes from a checkpoint. The state contains the key.
    ///
    /// # Errors
    /// Fails if the bytes are not a complete checkpoint of this function and version.
    pub fn from_checkpoint(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let (len, mut fields) = open::<CHECKPOINT_BYTES>(kind(32, W, C, D), bytes)?;
        let words: [u64; 5] = fields.words();
        consistent(words[4] >> (8 * (len % 4)) == 0)?;
        Self::from_words(words, len).ok_or(CheckpointError::Corrupt)
    }
}

impl<const C: u8, const D: u8> TreeHasher<C, D> {
    /// Saves the state as bytes, which are **as secret as the key**; see [`SipHasher::checkpoint`].
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<TREE_CHECKPOINT_BYTES> {
        let (key, leaves, tail, len) = self.parts();
        let frame = Writer::new(MAGIC).bytes(&kind(64, 0, C, D)).word(len);
        frame.words(key).words(leaves.as_flattened().iter().copied()).bytes(tail).finish()
    }

    /// Resumes from a checkpoint, on the best backend. The state contains the key.
    ///
    /// # Errors
    /// Fails if the bytes are not a complete checkpoint of this function and version.
    pub fn from_checkpoint(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let (len, mut fields) = open::<TREE_CHECKPOINT_BYTES>(kind(64, 0, C, D), bytes)?;
        let key = fields.words();
        let leaves = core::array::from_fn(|_| fields.words());
        let tail = fields.buffer((len % 32) as usize)?;
        Ok(Self::from_parts(key, leaves, tail, len))
    }
}
