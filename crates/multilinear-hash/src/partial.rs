//! Hashing the parts of a message separately and joining them.

use crate::function::{self, BLOCK_BYTES, Function, MAX_ROWS, Rows};
use crate::key::Key;
use crate::poly127;
use core::marker::PhantomData;
use hash_core::CombineError;
use hash_core::partial::joined_length;

/// The values of the polynomials over a part of a message, and the length of the part.
///
/// The hash of a long message is computed from polynomials over its blocks. To append a part, their
/// values at r are multiplied by r to the power of the number of its blocks, and its own values are
/// added. So parts form a monoid under concatenation: they can be hashed on different threads or
/// machines and joined in any grouping (not in any order), with exactly the sequential result. The
/// length of every part but the last must be a multiple of [`BLOCK_BYTES`].
///
/// ```
/// use multilinear_hash::{BLOCK_BYTES, Key, Mmh64, Partial, hash};
/// let key = Key::<Mmh64>::from_seed(1);
/// let message = vec![7; 5 * BLOCK_BYTES + 100];
/// let (left, right) = message.split_at(3 * BLOCK_BYTES);
/// let joined = Partial::of(&key, left).combine(&key, &Partial::of(&key, right))?;
/// assert_eq!(joined.finalize(&key), hash(&key, &message));
/// # Ok::<(), multilinear_hash::CombineError>(())
/// ```
///
/// A part depends on the key and must be joined and finished under the same key. It records neither
/// the key nor its position in the message: with a wrong key, in a wrong order or with a part left
/// out, every call succeeds and the hash is wrong. If you store a part, keep track of its key and
/// position.
///
/// A part reveals more about the key than a hash does. Like a hash, keep it hidden from anyone who
/// may choose messages; where a MAC hides the hashes, it is as secret as the key.
pub struct Partial<F: Function> {
    /// For a part of at most one block, the sums without reduction. For a longer part, Σ vᵢ r^(b−i)
    /// over the values vᵢ of its b blocks, without the r^b with which a message starts.
    rows: Rows,
    len: u64,
    function: PhantomData<fn() -> F>,
}

impl<F: Function> Partial<F> {
    /// The empty part, which is the identity of [`combine`](Self::combine).
    pub const EMPTY: Self = Self::new([0; MAX_ROWS], 0);

    const fn new(rows: Rows, len: u64) -> Self {
        Self { rows, len, function: PhantomData }
    }

    /// Hashes a part.
    #[must_use]
    pub fn of(key: &Key<F>, part: &[u8]) -> Self {
        let (k, b, mut rows) = (key.schedule(), key.backend(), [0; MAX_ROWS]);
        if part.len() > BLOCK_BYTES {
            function::append_blocks::<F>(k, b, &mut rows, part);
        } else if !part.is_empty() {
            F::absorb(k, b, 0, part, &mut rows);
        }
        Self::new(rows, part.len() as u64)
    }

    /// Makes a part from its sums or, if it is longer than a block, from its polynomials, which
    /// started at 1.
    pub(crate) fn from_stream(key: &Key<F>, sums: &Rows, polynomials: &Rows, len: u64) -> Self {
        if len <= BLOCK_BYTES as u64 {
            return Self::new(*sums, len);
        }
        let start = poly127::power(F::point(key.schedule()), blocks(len));
        let mut rows = [0; MAX_ROWS];
        for (row, p) in rows.iter_mut().zip(polynomials).take(F::ROWS) {
            *row = poly127::add(*p, poly127::PRIME - start);
        }
        Self::new(rows, len)
    }

    /// Returns the values of the polynomials.
    fn polynomials(&self) -> Rows {
        if self.len > BLOCK_BYTES as u64 {
            self.rows
        } else {
            self.rows.map(|s| F::value(s).into())
        }
    }

    /// Joins this part and the next one. This takes at most two multiplications of 127 bits for
    /// each doubling of the length of `next`, and one for each row.
    ///
    /// # Errors
    /// [`CombineError::Unaligned`] if this part does not end at the end of a block and the next is
    /// not empty; [`CombineError::TooLong`] if together they have 2^64 bytes or more.
    pub fn combine(&self, key: &Key<F>, next: &Self) -> Result<Self, CombineError> {
        if next.len == 0 {
            return Ok(*self);
        }
        let len = joined_length(self.len, next.len, BLOCK_BYTES as u64)?;
        if self.len == 0 {
            return Ok(*next);
        }
        let moved = poly127::power(F::point(key.schedule()), blocks(next.len));
        let (mut rows, next) = (self.polynomials(), next.polynomials());
        for (row, next) in rows.iter_mut().zip(next) {
            *row = poly127::step(*row, moved, next);
        }
        Ok(Self::new(rows, len))
    }

    /// Returns the hash of this part as a whole message.
    #[must_use]
    pub fn finalize(&self, key: &Key<F>) -> F::Output {
        let (k, b) = (key.schedule(), key.backend());
        if self.len <= BLOCK_BYTES as u64 {
            return F::short(k, b, self.len, &self.rows);
        }
        let start = poly127::power(F::point(k), blocks(self.len));
        F::long(k, b, self.len, &self.rows.map(|row| poly127::add(row, start)))
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

/// Returns the number of blocks of `len` bytes.
const fn blocks(len: u64) -> u64 {
    len.div_ceil(BLOCK_BYTES as u64)
}

impl<F: Function> Clone for Partial<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Function> Copy for Partial<F> {}

impl<F: Function> PartialEq for Partial<F> {
    fn eq(&self, other: &Self) -> bool {
        (self.rows, self.len) == (other.rows, other.len)
    }
}

impl<F: Function> Eq for Partial<F> {}

hash_core::secret_debug! {
    impl[F: Function] Partial<F>, "Partial",
    function = |_part| F::NAME,
    len = |part| part.len
}
