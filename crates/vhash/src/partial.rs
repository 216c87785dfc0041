//! Hashing the parts of a message separately and joining them.

use crate::arithmetic::{P127, add, canonical, last_step, power, product};
use crate::key::{BLOCK_BYTES, Key, Key64, Key128};
use crate::polynomial;
use crate::stream::State;
use hash_core::CombineError;
use hash_core::partial::joined_length;

/// A part of a message, hashed by VHASH-64.
pub type Partial64 = Partial<1>;
/// A part of a message, hashed by VHASH-128.
pub type Partial128 = Partial<2>;

/// The values of the polynomials over a part of a message, and the length of the part.
///
/// VHASH of a message is the value at K of a polynomial over its blocks. Each part contributes its
/// own sum, multiplied by K to the power of the number of blocks after it. So parts form a monoid
/// under concatenation: they can be hashed on different threads or machines and joined in any
/// grouping (not in any order), with exactly the sequential result. The length of every part but
/// the last must be a multiple of [`BLOCK_BYTES`].
///
/// ```
/// use vhash::{BLOCK_BYTES, Key64, Partial64, hash};
/// let key = Key64::from_seed(1);
/// let message = vec![7; 50 * BLOCK_BYTES + 100];
/// let (left, right) = message.split_at(30 * BLOCK_BYTES);
/// let joined = Partial64::of(&key, left).combine(&key, &Partial64::of(&key, right))?;
/// assert_eq!(joined.finalize(&key), hash(&key, &message));
/// # Ok::<(), vhash::CombineError>(())
/// ```
///
/// A part depends on the key and must be joined and finished under the same key. It records neither
/// the key nor its position in the message: with a wrong key, in a wrong order or with a part left
/// out, every call succeeds and the hash is wrong. If you store a part, keep track of its key and
/// position.
///
/// A part reveals more about the key than a hash does. Like a hash, keep it hidden from anyone who
/// may choose messages; where a MAC hides the hashes, it is as secret as the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Partial<const T: usize> {
    /// The residues of Σ Mᵢ K^(n−i) over the blocks M₁ … Mₙ, without the Kⁿ with which a
    /// message starts.
    sums: [u128; T],
    len: u64,
}

impl<const T: usize> Partial<T> {
    /// The empty part, which is the identity of [`combine`](Self::combine).
    pub const EMPTY: Self = Self { sums: [0; T], len: 0 };

    /// Hashes a part.
    #[must_use]
    pub fn of(key: &Key<T>, part: &[u8]) -> Self {
        let (blocks, tail) = part.as_chunks();
        let sums = polynomial::absorb(key, [0; T], blocks);
        Self::with_tail(key, sums, tail, part.len() as u64)
    }

    /// Makes a part from the state of a stream, whose polynomials started at 1.
    pub(crate) fn from_state(key: &Key<T>, state: &State<T>) -> Self {
        let blocks = state.len / BLOCK_BYTES as u64;
        let sums = core::array::from_fn(|t| {
            // 2^127 - 1 minus K^n is the negative of K^n.
            let start = canonical(power(key.poly(t).value(), blocks));
            add(state.y[t], P127 - start)
        });
        Self::with_tail(key, sums, state.tail(), state.len)
    }

    /// Appends the last block, if it is partial. It counts as a whole block, because the pairs of
    /// words that it lacks do not count.
    fn with_tail(key: &Key<T>, mut sums: [u128; T], tail: &[u8], len: u64) -> Self {
        if !tail.is_empty() {
            sums = polynomial::append(key, sums, tail);
        }
        Self { sums: sums.map(canonical), len }
    }

    /// Joins this part and the next one. This takes at most two multiplications of 127 bits for
    /// each doubling of the length of `next`.
    ///
    /// # Errors
    /// [`CombineError::Unaligned`] if this part does not end at the end of a block and the next is
    /// not empty; [`CombineError::TooLong`] if together they have 2^64 bytes or more.
    pub fn combine(&self, key: &Key<T>, next: &Self) -> Result<Self, CombineError> {
        if next.len == 0 {
            return Ok(*self);
        }
        let len = joined_length(self.len, next.len, BLOCK_BYTES as u64)?;
        let sums = core::array::from_fn(|t| {
            let moved = product(self.sums[t], power(key.poly(t).value(), next.blocks()));
            canonical(add(moved, next.sums[t]))
        });
        Ok(Self { sums, len })
    }

    const fn blocks(&self) -> u64 {
        self.len.div_ceil(BLOCK_BYTES as u64)
    }

    /// Returns the hash of this part as a whole message, one word per iteration.
    fn words(&self, key: &Key<T>) -> [u64; T] {
        // An empty message has one empty block.
        let blocks = self.blocks().max(1);
        let bits = 8 * (self.len % BLOCK_BYTES as u64);
        core::array::from_fn(|t| {
            let start = power(key.poly(t).value(), blocks);
            last_step(add(start, self.sums[t]), key.last_step(t), bits)
        })
    }

    /// Returns the number of bytes.
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

impl Partial64 {
    /// Returns the hash of this part as a whole message.
    #[must_use]
    pub fn finalize(&self, key: &Key64) -> u64 {
        let [hash] = self.words(key);
        hash
    }
}

impl Partial128 {
    /// Returns the hash of this part as a whole message.
    #[must_use]
    pub fn finalize(&self, key: &Key128) -> [u64; 2] {
        self.words(key)
    }
}

hash_core::secret_debug!(impl[const T: usize] Partial<T>, "Partial", len = |part| part.len);
