//! MMH: inner products of 32-bit words modulo the prime 2^32 + 15.
//!
//! Halevi and Krawczyk, "MMH: Software message authentication in the Gbit/second rates" (FSE 1997).
//! With the words m of a message and the words x of a key, the published hash is
//!
//! ```text
//! mmh32 = (((Σ m[i] x[i]) mod 2^64) mod (2^32 + 15)) mod 2^32
//! ```
//!
//! The wrap modulo 2^64 is part of it. It changes some values from two words on, and nearly all
//! beyond eight words. MMH* is the inner product in the field, without either power of two.
//!
//! The bytes of a message are little-endian words of 32 bits, without padding. The length is not
//! hashed, so the [bounds](crate::bound) hold for messages of one length.
//! [`Key<Mmh32>`](crate::Key) is for messages of any length.

use crate::backend::{self, Backend};
use crate::error::{Error, long_enough, whole_words};

/// The prime 2^32 + 15 of MMH and of the 32-bit LCH.
pub const PRIME: u64 = (1 << 32) + 15;

/// Computes the remainder modulo 2^32 + 15 without a division.
///
/// The method is that of Yang, Karri and McGrew, "Divide-and-Concatenate" (DAC 2004), §2.2, after
/// Halevi and Krawczyk. Let x = 2^32 a + b. Then y = b − 15 a is congruent to x and is between −15
/// (2^32 − 1) and 2^32 − 1. Let y = 2^32 c + d, where c is from −15 to 0. Then z = d − 15 c is
/// congruent to y and is between 0 and 2^32 + 224, so one conditional subtraction gives the
/// remainder.
///
/// The paper subtracts if z > 2^32 + 15. The condition must be ≥, because z can be the prime
/// itself.
///
/// ```
/// use multilinear_hash::mmh::{PRIME, reduce};
/// assert_eq!(reduce(u64::MAX), u64::MAX % PRIME);
/// assert_eq!(reduce(PRIME), 0);
/// ```
#[inline]
#[must_use]
pub const fn reduce(x: u64) -> u64 {
    let (a, b) = ((x >> 32).cast_signed(), (x & 0xffff_ffff).cast_signed());
    let y = b - 15 * a;
    let (c, d) = (y >> 32, y & 0xffff_ffff);
    let z = (d - 15 * c).cast_unsigned();
    if z >= PRIME { z - PRIME } else { z }
}

/// Computes the remainder of a sum of at most 2^56 products; 2^64 is 225 modulo the prime.
#[inline]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "splits the number into its halves")]
pub(crate) const fn reduce_sum(x: u128) -> u64 {
    let (high, low) = ((x >> 64) as u64, x as u64);
    reduce(reduce(high.wrapping_mul(225)) + reduce(low))
}

/// MMH under a key that is used as it is and needs as many words as the message has.
///
/// ```
/// use multilinear_hash::mmh::Mmh;
/// let mmh = Mmh::new(&[3, 5]);
/// assert_eq!(mmh.hash(&[1, 0, 0, 0, 2, 0, 0, 0]), Ok(13));
/// assert!(mmh.hash(&[0; 12]).is_err(), "the key is too short");
/// assert!(mmh.hash(&[0; 3]).is_err(), "not whole words");
/// ```
#[derive(Clone, Copy)]
pub struct Mmh<'k> {
    key: &'k [u32],
    backend: Backend,
}

impl<'k> Mmh<'k> {
    /// Makes MMH under this key, on the best backend.
    #[must_use]
    pub fn new(key: &'k [u32]) -> Self {
        Self { key, backend: Backend::detect() }
    }

    /// Returns the same MMH on another backend.
    #[must_use]
    pub const fn with_backend(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// Computes the published MMH of 32 bits. The output is frozen.
    ///
    /// # Errors
    /// [`Error::PartialWord`] unless the message consists of whole words, and
    /// [`Error::KeyTooShort`] if the key has fewer words than the message.
    #[inline]
    pub fn hash(&self, message: &[u8]) -> Result<u32, Error> {
        let [hash] = self.hash_rows(message)?;
        Ok(hash)
    }

    /// Computes two values of MMH, the second under the key shifted by one word (the Toeplitz
    /// extension of Halevi and Krawczyk). This gives 64 bits for one more word of key. The output
    /// is frozen.
    ///
    /// # Errors
    /// [`Error::PartialWord`] unless the message consists of whole words, and
    /// [`Error::KeyTooShort`] unless the key has at least one word more.
    #[inline]
    pub fn hash64(&self, message: &[u8]) -> Result<[u32; 2], Error> {
        self.hash_rows(message)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the remainder modulo 2^32")]
    fn hash_rows<const R: usize>(&self, message: &[u8]) -> Result<[u32; R], Error> {
        self.fits(message, R - 1)?;
        Ok(sums(self.backend, self.key, message).map(|sum| reduce(sum) as u32))
    }

    /// Computes MMH without the wrap modulo 2^64. The output is frozen.
    ///
    /// # Errors
    /// [`Error::PartialWord`] unless the message consists of whole words, and
    /// [`Error::KeyTooShort`] if the key has fewer words than the message.
    #[expect(clippy::cast_possible_truncation, reason = "the remainder modulo 2^32")]
    pub fn hash_exact(&self, message: &[u8]) -> Result<u32, Error> {
        Ok(self.hash_star(message)? as u32)
    }

    /// Computes MMH*, the inner product modulo 2^32 + 15, of 33 bits. The output is frozen.
    ///
    /// # Errors
    /// [`Error::PartialWord`] unless the message consists of whole words, and
    /// [`Error::KeyTooShort`] if the key has fewer words than the message.
    pub fn hash_star(&self, message: &[u8]) -> Result<u64, Error> {
        self.hash_linear(0, message)
    }

    /// Computes the 32-bit linear congruential hash of Yang, Karri and McGrew, Σ (mᵢ xᵢ + t) modulo
    /// 2^32 + 15, of 33 bits. The output is frozen.
    ///
    /// # Errors
    /// [`Error::PartialWord`] unless the message consists of whole words, and
    /// [`Error::KeyTooShort`] if the key has fewer words than the message.
    pub fn hash_linear(&self, t: u32, message: &[u8]) -> Result<u64, Error> {
        self.fits(message, 0)?;
        let (blocks, _) = message.as_chunks();
        let (keys, _) = self.key.as_chunks();
        let exact = backend::dot32_exact(self.backend, keys, blocks);
        let done = blocks.len() * 16;
        let rest = words(&message[4 * done..]).zip(&self.key[done..]);
        let sum = rest.fold(exact, |sum, (m, x)| sum + u128::from(m) * u128::from(*x));
        Ok(reduce_sum(sum + (message.len() / 4) as u128 * u128::from(t)))
    }

    #[inline]
    fn fits(&self, message: &[u8], more: usize) -> Result<(), Error> {
        long_enough(self.key.len(), whole_words(message.len(), 4)? + more)
    }
}

impl core::fmt::Debug for Mmh<'_> {
    /// Prints the backend and hides the key.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Mmh").field("backend", &self.backend.name()).finish_non_exhaustive()
    }
}

/// Iterates over the whole words of a message.
#[inline]
fn words(message: &[u8]) -> impl Iterator<Item = u32> {
    message.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word))
}

/// Computes R sums Σ mᵢ xᵢ₊ⱼ modulo 2^64 for j < R, where R is at most 2. The key has at least R −
/// 1 words more than the message.
#[inline]
fn sums<const R: usize>(backend: Backend, key: &[u32], message: &[u8]) -> [u64; R] {
    const { assert!(R == 1 || R == 2) };
    let mut sums = [0; R];
    let mut done = 0;
    if message.len() >= LOOP_BYTES {
        let views: [&[_]; 3] = backend::views(key);
        done = 64 * (message.len() / 64).min(views[if R == 1 { 0 } else { 2 }].len());
        if R == 1 {
            sums[0] = backend::dot32(backend, views[0], &message[..done]);
        } else {
            sums.copy_from_slice(
                &backend::dot32x2::<false>(backend, &views, &message[..done])[..R],
            );
        }
    }
    for (j, sum) in sums.iter_mut().enumerate() {
        let products = words(&message[done..]).zip(&key[done / 4 + j..]);
        *sum = products.fold(*sum, |sum, (m, x)| sum.wrapping_add(u64::from(m) * u64::from(*x)));
    }
    sums
}

/// The least number of bytes for a kernel. On a Zen 4, a loop is faster for fewer bytes, because it
/// needs no call.
const LOOP_BYTES: usize = 128;
