//! Saves the state of a stream as bytes, and restores it.

use crate::table::START;
use crate::{Checkpoint, CheckpointError, Md5};
use hash_core::checkpoint::{Reader, Writer, consistent};

/// The length of a checkpoint in bytes.
///
/// | bytes    | content                                                       |
/// |----------|---------------------------------------------------------------|
/// | 0 … 7    | the letters `md5-opt`, then the version, 1                    |
/// | 8 … 15   | bytes hashed so far                                           |
/// | 16 … 31  | A, B, C, D                                                    |
/// | 32 … 95  | the bytes after the last whole block, then zeros              |
/// | 96 … 103 | FNV-1a of the bytes above                                     |
///
/// Integers are little-endian. The format is the same on every machine, and frozen.
pub const CHECKPOINT_BYTES: usize = 104;

const MAGIC: [u8; 8] = *b"md5-opt\x01";

impl Md5 {
    /// Saves the state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) resumes.
    ///
    /// It contains the end of the message in plaintext. Its checksum detects accidental corruption,
    /// not tampering: anyone who can write a checkpoint can choose the digest.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<CHECKPOINT_BYTES> {
        let (state, tail, len) = self.parts();
        Writer::new(MAGIC).word(len).bytes(state).padded(tail, 64).finish()
    }

    /// Resumes from a checkpoint.
    ///
    /// ```
    /// use md5_opt::{Md5, hash};
    /// let mut md5 = Md5::new();
    /// md5.update(b"before ");
    /// let saved = md5.checkpoint();
    /// let mut md5 = Md5::from_checkpoint(&saved)?;
    /// md5.update(b"and after");
    /// assert_eq!(md5.finalize(), hash(b"before and after"));
    /// # Ok::<(), md5_opt::CheckpointError>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the bytes are not a complete checkpoint of this hash and version.
    pub fn from_checkpoint(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let mut fields = Reader::open::<CHECKPOINT_BYTES>(MAGIC, bytes)?;
        let len = fields.length()?;
        let state = fields.bytes();
        let tail = fields.buffer((len % 64) as usize)?;
        consistent(len >= 64 || state == START)?;
        Ok(Self::from_parts(state, tail, len))
    }
}
