//! Parts of a message, which can be joined.

use crate::Key;
use clhash::clhash128;
use hash_core::CombineError;

/// The hash of one part of a message.
///
/// Parts form a monoid under concatenation: they can be hashed on different threads or machines and
/// joined in any grouping (not in any order), with exactly the sequential tag. The length of every
/// part except the last must be a multiple of [`BLOCK_BYTES`](crate::BLOCK_BYTES).
///
/// ```
/// use clmac::{BLOCK_BYTES, Key, Partial, tag};
/// let key = Key::generate();
/// let message = vec![7; 5 * BLOCK_BYTES + 100];
/// let (left, right) = message.split_at(3 * BLOCK_BYTES);
/// let joined = Partial::of(&key, left).combine(&key, &Partial::of(&key, right))?;
/// assert_eq!(joined.finalize(&key), tag(&key, &message));
/// # Ok::<(), clmac::CombineError>(())
/// ```
///
/// A part depends on the key and must be joined and finalized under the same key. It does not
/// record the key or its position in the message: with a wrong key, a wrong order or a missing
/// part, every call succeeds and the tag is wrong. **Keep a part as secret as the key**: it has
/// values of the hash, which no tag reveals.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Partial(clhash128::Partial);

impl Partial {
    /// The empty part, which is the identity of [`combine`](Self::combine).
    pub const EMPTY: Self = Self(clhash128::Partial::EMPTY);

    pub(crate) const fn from_hash(part: clhash128::Partial) -> Self {
        Self(part)
    }

    /// Hashes a part.
    #[must_use]
    pub fn of(key: &Key, part: &[u8]) -> Self {
        Self(clhash128::Partial::of(key.hash(), part))
    }

    /// Joins this part with the one that follows it. Takes at most four 128-bit multiplications for
    /// each doubling of the length of `next`.
    ///
    /// # Errors
    /// Returns [`CombineError::Unaligned`] if this part does not end at a block boundary and `next`
    /// is not empty, and [`CombineError::TooLong`] if together they have 2^64 bytes or more.
    pub fn combine(&self, key: &Key, next: &Self) -> Result<Self, CombineError> {
        Ok(Self(self.0.combine(key.hash(), &next.0)?))
    }

    /// Returns the tag of the message, if this part is the whole message.
    #[must_use]
    pub fn finalize(&self, key: &Key) -> [u8; 16] {
        key.seal(self.0.finalize(key.hash()))
    }

    /// Returns the length of the part in bytes.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.0.len()
    }

    /// Returns whether the part has no bytes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

hash_core::secret_debug!(impl[] Partial, "Partial", len = |part| part.len());
