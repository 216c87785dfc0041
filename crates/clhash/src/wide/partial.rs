//! Hashing the parts of a message apart, and joining them.

use super::backend::{self, Two};
use super::key::{BLOCK_BYTES, Key};
use super::stream::{Hasher, State};
use gf2::Gf128;
use hash_core::CombineError;
use hash_core::partial::joined_length;

/// A part of a message, hashed by itself: the values of the two polynomials over its blocks, and
/// its length.
///
/// Parts form a monoid under concatenation: they can be hashed on different threads or machines and
/// joined in any grouping (not in any order), with exactly the sequential result. Every part but
/// the last must be a multiple of [`BLOCK_BYTES`] long.
///
/// ```
/// use clhash::wide::{BLOCK_BYTES, Key, Partial, hash};
/// let key = Key::from_seed(1);
/// let message = vec![7; 5 * BLOCK_BYTES + 100];
/// let (left, right) = message.split_at(3 * BLOCK_BYTES);
/// let joined = Partial::of(&key, left).combine(&key, &Partial::of(&key, right))?;
/// assert_eq!(joined.finalize(&key), hash(&key, &message));
/// # Ok::<(), clhash::CombineError>(())
/// ```
///
/// A part depends on the key and must be joined and finished under the same one. Nothing in it
/// tells the key or the place in the message: under another key, in another order or with a part
/// left out, everything succeeds and the hash is another one. Keep both beside a part that is
/// stored, and keep it as secret as a hash under this key, for it says more about the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Partial {
    sums: Two,
    len: u64,
}

impl Partial {
    /// No message: the neutral element.
    pub const EMPTY: Self = Self { sums: [0; 2], len: 0 };

    /// Hashes a part.
    #[must_use]
    pub fn of(key: &Key, part: &[u8]) -> Self {
        let mut hasher = Hasher::new(key);
        hasher.update(part);
        hasher.partial()
    }

    pub(super) fn from_state(key: &Key, state: &State) -> Self {
        Self { sums: state.all(key), len: state.len }
    }

    /// The part followed by another. Takes at most four multiplications of 128 bits for each
    /// doubling of `next`.
    ///
    /// # Errors
    /// [`CombineError::Unaligned`] if this part does not end between two blocks and the next is
    /// not empty; [`CombineError::TooLong`] if together they have 2^64 bytes or more.
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

    /// The hash of the message that the part is, if it is the whole.
    #[must_use]
    pub fn finalize(&self, key: &Key) -> [u64; 2] {
        backend::end(key, self.sums, self.len)
    }

    /// Bytes of the part.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Whether it has none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

hash_core::secret_debug!(impl[] Partial, "Partial", len = |part| part.len);
