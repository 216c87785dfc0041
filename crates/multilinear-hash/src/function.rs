//! The functions of messages of any length, and what distinguishes them.
//!
//! # The construction
//! A message of n bytes is cut into blocks of [`BLOCK_BYTES`]. A family gives sums S\[j\] of a
//! block, for rows j: inner products of its words with a key, in which zeros after the end change
//! nothing.
//!
//! * **Up to one block** the hash is the published function of the words (n, m\[1\], m\[2\], …):
//!   the length is one more word before the message, as TMMH has it.
//! * **Above**, each row's sums are reduced to the values v\[1\], v\[2\], … of the blocks, and
//!   those are the coefficients of a polynomial over the integers modulo 2^127 − 1, P = r^b +
//!   v\[1\] r^(b−1) + … + v\[b\], at a secret point r < 2^126. The hash is the published function
//!   of the words (1, n, P), the length as 64 bits and P as 128, under keys that serve nothing
//!   else, each row its own.
//!
//! [`crate::bound`] states and proves the collision bounds of this construction. All of it is
//! frozen: the order of the words of keys, of the parts of a number (lowest first), and of the
//! rows.
//!
//! The value of a row does not depend on the rows after it: a shorter tag is the beginning of a
//! longer one under the same key.

mod mmh;
mod multilinear;
mod tmmh;

pub use mmh::{Mmh32, Mmh64, MmhRows};
pub use multilinear::Multilinear64;
pub(crate) use multilinear::Schedule64;
pub use tmmh::Tmmh16;

use crate::key::Key;
use core::fmt::Debug;
use hash_core::KeyLengthError;
use hash_core::poly127;

/// Bytes of a block of a long message.
pub const BLOCK_BYTES: usize = 4096;

/// 64-byte pieces of a block.
pub(crate) const PIECES: usize = BLOCK_BYTES / 64;

/// The most rows that a function has.
pub(crate) const MAX_ROWS: usize = 4;

/// A number for each row.
pub(crate) type Rows = [u128; MAX_ROWS];

/// A function of messages of any length: [`Mmh32`], [`Mmh64`], [`Tmmh16`] or [`Multilinear64`].
///
/// It is sealed, and for code that is generic over the functions: [`bound::collision_bound`] gives
/// the bound of each, [`Key`] has the constructors of each, which also run at compile time.
///
/// [`bound::collision_bound`]: crate::bound::collision_bound
pub trait Function: sealed::Function {
    /// The name, as in the errors of keys.
    const NAME: &'static str;
    /// Bits of a hash.
    const BITS: u32;

    /// Derives the key of a number: the `from_seed` of the key.
    #[must_use]
    fn key_from_seed(seed: u64) -> Key<Self>;

    /// Makes the key of its bytes: the `try_from` of the key.
    ///
    /// # Errors
    /// If there are not [`Key::BYTES`] bytes.
    fn key_from_bytes(bytes: &[u8]) -> Result<Key<Self>, KeyLengthError>;

    /// The schedule of the key whose bytes are zeros.
    #[cfg(feature = "zeroize")]
    #[doc(hidden)]
    fn schedule_of_zeros() -> Self::Schedule;
}

pub(crate) mod sealed {
    use super::*;
    use hash_core::backend::Token;

    /// What the modules of this crate need of a function; nothing to call from outside.
    pub trait Function: Sized {
        /// The hash.
        type Output: Copy + Debug + PartialEq + Eq;
        /// The choice of kernels.
        type Backend: Token;
        /// The key in the layout of the kernels.
        type Schedule: Clone;
        /// The number of the function in checkpoints.
        const ID: u8;
        /// Rows.
        const ROWS: usize;
        /// Bytes of a key.
        const KEY_BYTES: usize;
        /// The bound of [`bound::collision_bound`](crate::bound::collision_bound).
        fn collision_bound(len_bytes: u64) -> f64;
        /// The first 64 bits of a hash, its words lowest first, or all of them.
        fn first_64_bits(hash: Self::Output) -> u64;
        /// Adds to the sums those of a part of a block that is not empty and starts at the piece
        /// `at`; only the last part of a message may end within a piece.
        fn absorb(k: &Self::Schedule, b: Self::Backend, at: usize, message: &[u8], sums: &mut Rows);
        /// The value of a block, from the sum of a row.
        fn value(sum: u128) -> u64;
        /// The point of the polynomials.
        fn point(k: &Self::Schedule) -> u128;
        /// The hash of a message of one block at most, from its sums.
        fn short(k: &Self::Schedule, b: Self::Backend, len: u64, sums: &Rows) -> Self::Output;
        /// The hash of a longer one, from its polynomials.
        fn long(k: &Self::Schedule, b: Self::Backend, len: u64, polynomials: &Rows)
        -> Self::Output;

        /// Hashes a message of any length.
        #[inline]
        fn hash(k: &Self::Schedule, b: Self::Backend, message: &[u8]) -> Self::Output {
            if message.len() > BLOCK_BYTES {
                return hash_long::<Self>(k, b, message);
            }
            let mut sums = [0; MAX_ROWS];
            if !message.is_empty() {
                Self::absorb(k, b, 0, message, &mut sums);
            }
            Self::short(k, b, message.len() as u64, &sums)
        }

        /// Writes the hashes of messages of any length.
        #[inline]
        fn hash_each<'m>(
            k: &Self::Schedule,
            b: Self::Backend,
            messages: impl Iterator<Item = &'m [u8]>,
            out: &mut [Self::Output],
        ) {
            hash_core::batch::one_by_one(messages, out, |message| Self::hash(k, b, message));
        }

        /// Writes the hashes of words, each as a message of its eight little-endian bytes.
        #[inline]
        fn hash_words(
            k: &Self::Schedule,
            b: Self::Backend,
            words: &[u64],
            out: &mut [Self::Output],
        ) {
            for (word, h) in words.iter().zip(out) {
                *h = Self::hash(k, b, &word.to_le_bytes());
            }
        }
    }

    /// Copies of the words of a block from the first one on, the second, and so on: rows under
    /// shifted keys load from them without crossing cache lines.
    pub trait Copies {
        /// As many copies as a function uses.
        type Of<B: Clone>: AsRef<[B]> + Clone;
    }
}

/// Hashes a message of more than a block.
#[inline(never)]
pub(crate) fn hash_long<F: sealed::Function>(
    k: &F::Schedule,
    b: F::Backend,
    message: &[u8],
) -> F::Output {
    let mut polynomials = [1; MAX_ROWS];
    append_blocks::<F>(k, b, &mut polynomials, message);
    F::long(k, b, message.len() as u64, &polynomials)
}

/// Makes the blocks of a message coefficients of the polynomials.
#[inline]
pub(crate) fn append_blocks<F: sealed::Function>(
    k: &F::Schedule,
    b: F::Backend,
    polynomials: &mut Rows,
    message: &[u8],
) {
    for block in message.chunks(BLOCK_BYTES) {
        let mut sums = [0; MAX_ROWS];
        F::absorb(k, b, 0, block, &mut sums);
        end_block::<F>(k, polynomials, &sums);
    }
}

/// Makes the sums of a block coefficients of the polynomials.
#[inline]
pub(crate) fn end_block<F: sealed::Function>(k: &F::Schedule, polynomials: &mut Rows, sums: &Rows) {
    let r = F::point(k);
    for (p, sum) in polynomials.iter_mut().zip(sums).take(F::ROWS) {
        *p = poly127::step(*p, r, F::value(*sum).into());
    }
}

macro_rules! copies {
    ($($function:ty: $n:literal)*) => { $(
        impl sealed::Copies for $function {
            type Of<B: Clone> = [B; $n];
        }
    )* };
}

// Two rows of MMH have a third copy for odd words of the second row. From three rows of TMMH on,
// shifting costs less than more copies, which crowd the first cache.
copies! {
    MmhRows<1>: 1  MmhRows<2>: 3
    Tmmh16<1>: 1  Tmmh16<2>: 2  Tmmh16<3>: 2  Tmmh16<4>: 2
}
