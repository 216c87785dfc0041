//! Hashing the parts of a message apart, and joining them.

use crate::{Key, Standard};
use core::fmt;
use core::marker::PhantomData;
use gf2::Gf128;

/// A part of a message, hashed by itself: its hash and its length.
///
/// The hash is a polynomial over the blocks, whose value at H a part multiplies by H to the number of
/// blocks behind it and adds to. So parts form a monoid under concatenation: they can be
/// hashed on different threads or machines and joined in any grouping (not in any order), with
/// exactly the sequential result. Every part but the last must be a multiple of 16 bytes long.
///
/// ```
/// use ghash_clmul::{GhashKey, Partial, hash};
/// let key = GhashKey::from_seed(1);
/// let message = vec![7; 1000];
/// let (left, right) = message.split_at(480);
/// let joined = Partial::of(&key, left).combine(&key, &Partial::of(&key, right))?;
/// assert_eq!(joined.finalize(), hash(&key, &message));
/// # Ok::<(), ghash_clmul::CombineError>(())
/// ```
///
/// A part depends on the key and must be joined under the same one. Its value is secret in the way
/// that a hash under this key is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Partial<S: Standard> {
    sum: u128,
    len: u64,
    standard: PhantomData<S>,
}

impl<S: Standard> Partial<S> {
    /// No message: the neutral element.
    pub const EMPTY: Self = Self::new(0, 0);

    pub(crate) const fn new(sum: u128, len: u64) -> Self {
        Self { sum, len, standard: PhantomData }
    }

    /// Hashes a part.
    #[must_use]
    pub fn of(key: &Key<S>, part: &[u8]) -> Self {
        Self::new(key.absorb(0, part), part.len() as u64)
    }

    /// The part followed by another. Takes at most two products for each doubling of `next`; the
    /// time depends on the lengths alone.
    ///
    /// # Errors
    /// [`CombineError::Unaligned`] if this part does not end between two blocks and the next is
    /// not empty; [`CombineError::TooLong`] if together they have 2^64 bytes or more.
    pub fn combine(&self, key: &Key<S>, next: &Self) -> Result<Self, CombineError> {
        if next.len == 0 {
            return Ok(*self);
        }
        if !self.len.is_multiple_of(16) {
            return Err(CombineError::Unaligned { len: self.len });
        }
        let len = self.len.checked_add(next.len).ok_or(CombineError::TooLong)?;
        // A product with H in the kernels' terms is one with H·x in those of `Gf128`.
        let field = |element: u128| Gf128::from_polyval_bytes(element.to_le_bytes());
        let power = field(key.point()).mul_x().pow(next.len.div_ceil(16).into());
        let moved = field(self.sum).mul_with(key.backend(), power);
        Ok(Self::new(u128::from_le_bytes(moved.to_polyval_bytes()) ^ next.sum, len))
    }

    /// The hash of the part, if it is the whole.
    #[must_use]
    pub fn finalize(&self) -> [u8; 16] {
        S::to_bytes(self.sum)
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

impl<S: Standard> fmt::Debug for Partial<S> {
    /// Says its length and keeps its value, which depends on the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Partial")
            .field("function", &S::NAME)
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

/// Parts that cannot be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CombineError {
    /// The left part ends inside a block.
    Unaligned {
        /// Its length in bytes.
        len: u64,
    },
    /// The whole would have 2^64 bytes or more.
    TooLong,
}

impl fmt::Display for CombineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unaligned { len } => {
                write!(f, "a part of {len} bytes ends inside a block of 16")
            }
            Self::TooLong => write!(f, "the parts have 2^64 bytes or more together"),
        }
    }
}

impl core::error::Error for CombineError {}
