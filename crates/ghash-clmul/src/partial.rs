//! Hashing the parts of a message separately and joining them.

use crate::key::BLOCK_BYTES;
use crate::{Key, Standard};
use core::marker::PhantomData;
use gf2::Gf128;
use hash_core::CombineError;
use hash_core::partial::joined_length;

/// The hash and the length of a part of a message.
///
/// The hash is a polynomial over the blocks. Before the next part is added, the value of a part is
/// multiplied by H to the power of the number of blocks that follow. So parts form a monoid under
/// concatenation: they can be hashed on different threads or machines and joined in any grouping
/// (not in any order), with exactly the sequential result. The length of every part but the last
/// must be a multiple of [`BLOCK_BYTES`].
///
/// ```
/// use ghash_clmul::{GhashKey, Partial, hash};
/// let key = GhashKey::from_seed(1);
/// let message = vec![7; 1000];
/// let (left, right) = message.split_at(480);
/// let joined = Partial::of(&key, left).combine(&key, &Partial::of(&key, right))?;
/// assert_eq!(joined.finalize(&key), hash(&key, &message));
/// # Ok::<(), ghash_clmul::CombineError>(())
/// ```
///
/// A part depends on the key and must be joined under the same key. It records neither the key nor
/// its position in the message: with a wrong key, in a wrong order or with a part left out, every
/// call succeeds and the hash is wrong. If you store a part, keep track of its key and position.
///
/// Like a hash, keep a part hidden from anyone who may choose messages; where a MAC hides the
/// hashes, as GCM does, it is as secret as the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Partial<S: Standard> {
    sum: u128,
    len: u64,
    standard: PhantomData<S>,
}

impl<S: Standard> Partial<S> {
    /// The empty part, which is the identity of [`combine`](Self::combine).
    pub const EMPTY: Self = Self::new(0, 0);

    pub(crate) const fn new(sum: u128, len: u64) -> Self {
        Self { sum, len, standard: PhantomData }
    }

    /// Hashes a part.
    #[must_use]
    pub fn of(key: &Key<S>, part: &[u8]) -> Self {
        Self::new(key.absorb(0, part), part.len() as u64)
    }

    /// Joins this part and the next one. This takes at most two products for each doubling of the
    /// length of `next`; the time depends on the lengths alone.
    ///
    /// # Errors
    /// [`CombineError::Unaligned`] if this part does not end at the end of a block and the next is
    /// not empty; [`CombineError::TooLong`] if together they have 2^64 bytes or more.
    pub fn combine(&self, key: &Key<S>, next: &Self) -> Result<Self, CombineError> {
        if next.len == 0 {
            return Ok(*self);
        }
        let len = joined_length(self.len, next.len, BLOCK_BYTES as u64)?;
        // A product with H in the kernels' terms is a product with H·x in those of `Gf128`.
        let field = |element: u128| Gf128::from_polyval_bytes(element.to_le_bytes());
        let power = field(key.point()).mul_x().pow(next.len.div_ceil(BLOCK_BYTES as u64).into());
        let moved = field(self.sum).mul_with(key.backend(), power);
        Ok(Self::new(u128::from_le_bytes(moved.to_polyval_bytes()) ^ next.sum, len))
    }

    /// Returns the hash of this part as a whole message.
    ///
    /// It takes the key because every other `Partial` does, although these functions no longer need
    /// it.
    #[must_use]
    pub fn finalize(&self, _key: &Key<S>) -> [u8; 16] {
        S::to_bytes(self.sum)
    }

    /// Returns the number of bytes.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether the part has no bytes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

hash_core::secret_debug!(
    impl[S: Standard] Partial<S>,
    "Partial",
    function = |_part| S::NAME,
    len = |part| part.len
);
