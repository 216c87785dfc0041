//! The functions for messages of any length.
//!
//! # The construction
//! A message of n bytes is cut into blocks of [`BLOCK_BYTES`]. A family computes a sum of a block
//! for each row: the inner product of its words with a key, which zeros after the end do not
//! change.
//!
//! * **Up to one block** the hash is the published function of the words (n, m₁, m₂, …). The length
//!   is one more word before the message, as in TMMH.
//! * **Above one block** the sums of each row are reduced to the values v₁, v₂, … of the b blocks.
//!   These are the coefficients of a polynomial over the integers modulo 2^127 − 1, whose value at
//!   a secret point r < 2^126 is P = r^b + Σ vᵢ r^(b−i). The hash is the published function of the
//!   words (1, n, P), with 64 bits for the length and 128 for P, under keys that serve no other
//!   purpose and differ from row to row.
//!
//! [`crate::bound`] states and proves the collision bounds of this construction. Every detail of it
//! is frozen: the order of the words of keys, of the parts of a number (lowest first), and of the
//! rows.
//!
//! The value of a row does not depend on the rows after it, so a shorter tag is a prefix of a
//! longer tag under the same key.

mod mmh;
mod multilinear;
mod tmmh;

pub use mmh::{Mmh32, Mmh64, MmhRows};
pub use multilinear::Multilinear64;
pub(crate) use multilinear::Schedule64;
pub use tmmh::Tmmh16;

use crate::key::Key;
use crate::poly127;
use core::fmt::Debug;
use hash_core::KeyError;

/// The length of a block of a long message, in bytes.
pub const BLOCK_BYTES: usize = 4096;

/// The number of 64-byte pieces in a block.
pub(crate) const PIECES: usize = BLOCK_BYTES / 64;

/// The largest number of rows of a function.
pub(crate) const MAX_ROWS: usize = 4;

/// One number for each row.
pub(crate) type Rows = [u128; MAX_ROWS];

/// A function for messages of any length: [`Mmh32`], [`Mmh64`], [`Tmmh16`] or [`Multilinear64`].
///
/// The trait is sealed. It is for code that is generic over the functions.
/// [`bound::collision_bound`] gives the bound of each function, and [`Key`] has the constructors
/// for each, which also run at compile time.
///
/// [`bound::collision_bound`]: crate::bound::collision_bound
pub trait Function: sealed::Function {
    /// The name of the function, as in the errors of keys.
    const NAME: &'static str;
    /// The length of a hash, in bits.
    const BITS: u32;

    /// Derives a key from a number by the `from_seed` of the key.
    #[must_use]
    fn key_from_seed(seed: u64) -> Key<Self>;

    /// Makes a key from its bytes by the `try_from` of the key.
    ///
    /// # Errors
    /// [`KeyError`] unless there are [`Key::BYTES`] bytes, and for a degenerate key.
    fn key_from_bytes(bytes: &[u8]) -> Result<Key<Self>, KeyError>;

    /// Makes the schedule of the key whose bytes are zeros.
    #[cfg(feature = "zeroize")]
    #[doc(hidden)]
    fn schedule_of_zeros() -> Self::Schedule;
}

pub(crate) mod sealed {
    use super::*;
    use hash_core::backend::Token;

    /// The part of a function that only the modules of this crate call.
    pub trait Function: Sized {
        /// The type of the hash.
        type Output: Copy + Debug + PartialEq + Eq;
        /// The type of the backend.
        type Backend: Token;
        /// The key in the layout of the kernels.
        type Schedule: Clone;
        /// The number that identifies the function in checkpoints.
        const ID: u8;
        /// The number of rows.
        const ROWS: usize;
        /// The length of a key, in bytes.
        const KEY_BYTES: usize;
        /// Computes the bound that [`bound::collision_bound`](crate::bound::collision_bound)
        /// returns.
        fn collision_bound(len_bytes: u64) -> f64;
        /// Returns the first 64 bits of a hash, its words lowest first, or all bits of a shorter
        /// one.
        fn first_64_bits(hash: Self::Output) -> u64;
        /// Adds the sums of a part of a block, which starts at the piece `at` and is not empty.
        /// Only the last part of a message may end within a piece.
        fn absorb(k: &Self::Schedule, b: Self::Backend, at: usize, message: &[u8], sums: &mut Rows);
        /// Reduces the sum of a row to the value of the block.
        fn value(sum: u128) -> u64;
        /// Returns the point of the polynomials.
        fn point(k: &Self::Schedule) -> u128;
        /// Computes the hash of a message of at most one block from its sums.
        fn short(k: &Self::Schedule, b: Self::Backend, len: u64, sums: &Rows) -> Self::Output;
        /// Computes the hash of a longer message from its polynomials.
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
}

/// Hashes a message longer than a block.
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

/// Appends the blocks of a message to the polynomials.
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

/// Appends a block, given by its sums, to the polynomials.
#[inline]
pub(crate) fn end_block<F: sealed::Function>(k: &F::Schedule, polynomials: &mut Rows, sums: &Rows) {
    let r = F::point(k);
    for (p, sum) in polynomials.iter_mut().zip(sums).take(F::ROWS) {
        *p = poly127::step(*p, r, F::value(*sum).into());
    }
}
