//! Hashes of the parts of a message, which can be joined.

use super::backend::{self, Two};
use super::key::{BLOCK_BYTES, Key};
use super::state::State;
use super::stream::ClHasher128;
use gf2::Gf128;
use hash_core::CombineError;
use hash_core::partial::joined_length;

/// The hash of one part of a message: the values of the two polynomials over its blocks, and its
/// length.
///
/// Parts form a monoid under concatenation: they can be hashed on different threads or machines and
/// joined in any grouping (not in any order), with exactly the sequential result. The length of
/// every part except the last must be a multiple of [`BLOCK_BYTES`].
///
/// ```
/// use clhash::clhash128::{BLOCK_BYTES, Key, Partial, hash};
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
    sums: Two,
    len: u64,
}

impl Partial {
    /// The empty part, which is the identity of [`combine`](Self::combine).
    pub const EMPTY: Self = Self { sums: [0; 2], len: 0 };

    /// Hashes a part.
    #[must_use]
    pub fn of(key: &Key, part: &[u8]) -> Self {
        let mut hasher = ClHasher128::new(key);
        hasher.update(part);
        hasher.partial()
    }

    pub(super) fn from_state(key: &Key, state: &State) -> Self {
        Self { sums: state.to_long().all(key), len: state.len() }
    }

    /// Joins this part with the one that follows it. Takes at most four 128-bit multiplications for
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
        let blocks = u128::from(next.len.div_ceil(BLOCK_BYTES as u64));
        let moved = |i: usize| {
            let power = Gf128::new(key.end(4 + i)).pow(blocks);
            (Gf128::new(self.sums[i]) * power).to_bits() ^ next.sums[i]
        };
        Ok(Self { sums: [moved(0), moved(1)], len })
    }

    /// Returns the hash of the message, if this part is the whole message.
    #[must_use]
    pub fn finalize(&self, key: &Key) -> [u64; 2] {
        backend::end(key, self.sums, self.len)
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
