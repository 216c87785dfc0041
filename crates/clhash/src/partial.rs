//! Hashes of the parts of a message, which can be joined.

use crate::backend::{self, State};
use crate::key::{BLOCK_BYTES, Key};
use gf2::Lazy127;
use hash_core::CombineError;
use hash_core::partial::joined_length;

/// The hash of one part of a message: the value of the polynomial over its blocks, and its length.
///
/// CLHASH of a long message is a polynomial over its blocks. To append a part, the value of the
/// polynomial is multiplied by k once per block of the part, and the part's own value is added. So
/// parts form a monoid under concatenation: they can be hashed on different threads or machines and
/// joined in any grouping (not in any order), with exactly the sequential result. The length of
/// every part except the last must be a multiple of [`BLOCK_BYTES`].
///
/// ```
/// use clhash::{BLOCK_BYTES, Key, Partial, hash};
/// let key = Key::from_seed(1);
/// let message = vec![7; 5 * BLOCK_BYTES + 100];
/// let (left, right) = message.split_at(3 * BLOCK_BYTES);
/// let joined = Partial::of(&key, left).combine(&key, &Partial::of(&key, right))?;
/// assert_eq!(joined.finalize(&key), hash(&key, &message));
/// # Ok::<(), clhash::CombineError>(())
/// ```
///
/// A part depends on the key and must be joined and finalized under the same key. It does not
/// record the key or its position in the message: with a wrong key, a wrong order or a missing
/// part, every call succeeds and the hash is wrong. If you store a part, keep track of its key and
/// position.
///
/// A part reveals more about the key than a hash does. Like a hash, keep it hidden from anyone who
/// may choose messages; where a MAC hides the hashes, it is as secret as the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Partial {
    sum: u128,
    len: u64,
}

impl Partial {
    /// The empty part, which is the identity of [`combine`](Self::combine).
    pub const EMPTY: Self = Self { sum: 0, len: 0 };

    /// Hashes a part.
    #[must_use]
    pub fn of(key: &Key, part: &[u8]) -> Self {
        let mut hasher = crate::ClHasher::new(key);
        hasher.update(part);
        hasher.partial()
    }

    pub(crate) fn from_state(key: &Key, state: &State) -> Self {
        if state.len == 0 {
            return Self::EMPTY;
        }
        let tail = backend::product(key.backend(), key, state.tail_pair(), state.tail);
        Self {
            sum: backend::append(key.backend(), key, state.sum, state.block ^ tail),
            len: state.len,
        }
    }

    /// Joins this part with the one that follows it. Takes at most two 128-bit multiplications for
    /// each doubling of the length of `next`.
    ///
    /// # Errors
    /// Returns [`CombineError::Unaligned`] if this part does not end at a block boundary and `next`
    /// is not empty, and [`CombineError::TooLong`] if together they have 2^64 bytes or more.
    pub fn combine(&self, key: &Key, next: &Self) -> Result<Self, CombineError> {
        if next.len == 0 {
            return Ok(*self);
        }
        let len = joined_length(self.len, next.len, BLOCK_BYTES as u64)?;
        let blocks = next.len.div_ceil(BLOCK_BYTES as u64);
        let moved = Lazy127::new(self.sum) * Lazy127::new(key.k()).pow(blocks);
        Ok(Self { sum: moved.to_bits() ^ next.sum, len })
    }

    /// Returns the hash of the message, if this part is the whole message.
    #[must_use]
    pub fn finalize(&self, key: &Key) -> u64 {
        backend::finish_blocks(key.backend(), key, self.sum, self.len)
    }

    /// Returns the length of the part in bytes.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether the part has no bytes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

hash_core::secret_debug!(impl[] Partial, "Partial", len = |part| part.len);
