//! Saves the state of a stream as bytes, and restores it.

use crate::HighwayHasher;
use crate::backend::{Backend, Packet, State};
use hash_core::checkpoint::{MAX_LEN, Reader, Writer, consistent};
use hash_core::{Checkpoint, CheckpointError};

/// The length of a checkpoint in bytes.
///
/// | bytes     | content                                                      |
/// |-----------|--------------------------------------------------------------|
/// | 0 … 7     | the letters `highway`, then the version, 1                   |
/// | 8 … 15    | bytes hashed so far                                          |
/// | 16 … 143  | v0, v1, mul0, mul1, four words each                          |
/// | 144 … 175 | the bytes of the current packet, then zeros                  |
/// | 176 … 183 | FNV-1a of the bytes above                                    |
///
/// Integers are little-endian. The format is the same on every backend and machine, and frozen.
///
/// The checkpoint of the `highway` crate has 164 bytes and another format; see
/// [`HighwayHasher::from_highway_checkpoint`].
pub const CHECKPOINT_BYTES: usize = 184;

const MAGIC: [u8; 8] = *b"highway\x01";

impl HighwayHasher {
    /// Saves the state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) resumes.
    ///
    /// **Keep it as secret as the key.** Anyone who knows the message can undo every step of
    /// HighwayHash, and so compute the key from the state. The checksum detects accidental
    /// corruption, not tampering.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<CHECKPOINT_BYTES> {
        let (state, tail, len) = self.parts();
        Writer::new(MAGIC).word(len).words(state.to_words()).bytes(tail).finish()
    }

    /// Resumes from a checkpoint, on the best backend. The state contains the key.
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
    /// Fails if the bytes are not a complete checkpoint of this hash and version.
    pub fn from_checkpoint(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let mut fields = Reader::open::<CHECKPOINT_BYTES>(MAGIC, bytes)?;
        let len = fields.length()?;
        let state = State::from_words(fields.words());
        let tail = fields.buffer(usize::from(tail_len(len)))?;
        Ok(Self::from_parts(state, tail, len, Backend::detect()))
    }

    /// Resumes from a checkpoint of the `highway` crate (1.x), on the best backend. The state
    /// contains the key.
    ///
    /// Such a checkpoint consists of v0, v1, mul0, mul1, four words each; then the 32 bytes of the
    /// current packet; then the number of these that belong to the message, in 32 bits. All numbers
    /// are little-endian. The other bytes of the packet may have any value. The checkpoint does not
    /// contain the number of bytes hashed, which `len` must state. It has neither a version nor a
    /// checksum: the only possible check is that the two lengths agree.
    ///
    /// # Errors
    /// [`CheckpointError::Corrupt`] if the checkpoint cannot have been saved after `len` bytes.
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

/// Returns the number of bytes in the unfinished packet after `len` bytes.
const fn tail_len(len: u64) -> u8 {
    (len % size_of::<Packet>() as u64).to_le_bytes()[0]
}
