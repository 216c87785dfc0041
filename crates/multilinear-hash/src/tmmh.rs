//! TMMH/16: tags of one or more 16-bit words, by inner products modulo the prime 2^16 + 1.
//!
//! McGrew, "The Truncated Multi-Modular Hash Function (TMMH)" (draft-mcgrew-saag-tmmh-01, 2001). A
//! message of n bytes consists of W big-endian words `M[1]` … `M[W]`. If n is odd, a zero byte
//! completes the last word and does not count in n. With the words `K[1]`, `K[2]` … of the key,
//! word j of a tag is
//!
//! ```text
//! (((K[j] n + K[j+1] M[1] + … + K[j+W] M[W]) mod 2^32) mod (2^16 + 1)) mod 2^16
//! ```
//!
//! so a tag of T words needs T + W words of key (the Toeplitz extension). The sums wrap modulo
//! 2^32, which changes values from two words on. The remainder 2^16, the only one that does not fit
//! in 16 bits, becomes 0.
//!
//! Yang, Karri and McGrew print 2^16 − 1 as the modulus. This is a misprint: 2^16 − 1 = 3 · 5 · 17
//! · 257 is not a prime, and two messages that differ by a multiple of 257 in a word would collide
//! with probability 1/257.
//!
//! The [bounds](crate::bound) hold for messages below 65,537 bytes. [`Key<Tmmh16<T>>`](crate::Key)
//! is for messages of any length and prepares its key once.

use crate::backend::{self, Backend};
use crate::error::{Error, long_enough};

/// The prime 2^16 + 1.
pub const PRIME: u32 = (1 << 16) + 1;

/// TMMH/16 under a key of words that is used as it is.
///
/// ```
/// use multilinear_hash::tmmh::Tmmh;
/// // The draft's known answers.
/// let tmmh = Tmmh::new(&[0x0123, 0x4567, 0x89ab, 0xcdef, 0xfedc]);
/// assert_eq!(tmmh.tag(&[0xca, 0xfe, 0xba, 0xbe, 0xba, 0xde]), Ok([0x9d6a]));
/// assert_eq!(tmmh.tag(&[0xca, 0xfe, 0xba]), Ok([0xc88e]));
/// assert_eq!(tmmh.tag(&[0xca, 0xfe, 0xba, 0xbe, 0xba, 0xde]), Ok([0x9d6a, 0xc0d3]));
/// assert!(tmmh.tag::<2>(&[0; 8]).is_err(), "the key is too short");
/// ```
#[derive(Clone, Copy)]
pub struct Tmmh<'k> {
    key: &'k [u16],
    backend: Backend,
}

impl<'k> Tmmh<'k> {
    /// Makes TMMH/16 under this key, on the best backend.
    #[must_use]
    pub fn new(key: &'k [u16]) -> Self {
        Self { key, backend: Backend::detect() }
    }

    /// Returns the same TMMH/16 on another backend.
    #[must_use]
    pub const fn with_backend(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// Computes a tag of T words of 16 bits. The output is frozen.
    ///
    /// # Errors
    /// [`Error::KeyTooShort`] unless the key has at least T words more than the message.
    #[inline]
    pub fn tag<const T: usize>(&self, message: &[u8]) -> Result<[u16; T], Error> {
        self.fits(message, T)?;
        let mut tag = [0; T];
        if T == 1 {
            tag.copy_from_slice(&self.rows::<1>(self.key, message));
            return Ok(tag);
        }
        // This computes four words of the tag at a time, because no word depends on the others.
        for (i, part) in tag.chunks_mut(4).enumerate() {
            let key = &self.key[4 * i..];
            match part.len() {
                1 => part.copy_from_slice(&self.rows::<1>(key, message)),
                2 => part.copy_from_slice(&self.rows::<2>(key, message)),
                3 => part.copy_from_slice(&self.rows::<3>(key, message)),
                _ => part.copy_from_slice(&self.rows::<4>(key, message)),
            }
        }
        Ok(tag)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "sums modulo 2^32")]
    fn rows<const T: usize>(&self, key: &[u16], message: &[u8]) -> [u16; T] {
        let mut sums: [u32; T] =
            core::array::from_fn(|j| u32::from(key[j]).wrapping_mul(message.len() as u32));
        let (whole, rest) = message.split_at(message.len() / 64 * 64);
        let (key, after) = (&key[1..], &key[1 + whole.len() / 2..]);
        // The kernel sums the key words of the first row. Row j loses the first j of them and gains
        // as many after the last.
        let of_key = |first: u32| {
            let part = |words: &[u16], j| sum(&words[..j], 0x8000);
            core::array::from_fn(|j| first.wrapping_add(part(after, j)).wrapping_sub(part(key, j)))
        };
        if !whole.is_empty() {
            let views = backend::views(key);
            add_blocks::<T, true>(&mut sums, self.backend, &views, whole, of_key);
        }
        if !rest.is_empty() {
            add_words::<T, true>(&mut sums, core::array::from_fn(|j| &after[j..]), rest);
        }
        sums.map(last)
    }

    /// Computes a tag of T words from sums that do not wrap. The output is frozen.
    ///
    /// # Errors
    /// [`Error::KeyTooShort`] unless the key has at least T words more than the message.
    #[expect(clippy::cast_possible_truncation, reason = "the remainder modulo 2^16")]
    pub fn tag_exact<const T: usize>(&self, message: &[u8]) -> Result<[u16; T], Error> {
        self.fits(message, T)?;
        Ok(core::array::from_fn(|j| {
            let sum = u128::from(self.key[j]) * message.len() as u128;
            let sum = words(message)
                .zip(&self.key[j + 1..])
                .fold(sum, |sum, (m, x)| sum + u128::from(m) * u128::from(*x));
            (sum % u128::from(PRIME)) as u16
        }))
    }

    #[inline]
    fn fits(&self, message: &[u8], tag: usize) -> Result<(), Error> {
        long_enough(self.key.len(), message.len().div_ceil(2) + tag)
    }
}

impl core::fmt::Debug for Tmmh<'_> {
    /// Prints the backend and hides the key.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Tmmh").field("backend", &self.backend.name()).finish_non_exhaustive()
    }
}

/// Iterates over the words of a message, the last one completed with a zero byte.
fn words(message: &[u8]) -> impl Iterator<Item = u16> {
    let (whole, last) = message.as_chunks();
    let last = last.iter().map(|byte| u16::from(*byte) << 8);
    whole.iter().map(|word| u16::from_be_bytes(*word)).chain(last)
}

/// Computes x − 2^15, or reverses it, because the kernels take signed words; see `backend`.
#[inline]
pub(crate) const fn bias(x: u16) -> u16 {
    x ^ 0x8000
}

/// Adds up words as signed numbers modulo 2^32, after XOR of each with `flip`.
pub(crate) const fn sum(words: &[u16], flip: u16) -> u32 {
    let (mut sum, mut i) = (0_i32, 0);
    while i < words.len() {
        sum = sum.wrapping_add((words[i] ^ flip).cast_signed() as i32);
        i += 1;
    }
    sum.cast_unsigned()
}

/// Computes the remainder modulo 2^16 + 1, where 2^16 is −1.
#[inline]
pub(crate) const fn reduce(sum: u32) -> u32 {
    let (low, high) = (sum & 0xffff, sum >> 16);
    if low >= high { low - high } else { low + PRIME - high }
}

/// Computes the last steps: the remainder modulo 2^16 + 1, and this modulo 2^16.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the remainder modulo 2^16")]
pub(crate) const fn last(sum: u32) -> u16 {
    reduce(sum) as u16
}

/// Adds Σ mᵢ xᵢ₊ⱼ modulo 2^32 to the sum of each row j. The views of the key have as many blocks as
/// the message, including one for a tail, and are biased unless `PLAIN`. `of_key` computes Σ x′ of
/// every row from the kernel's sum of the first row.
#[inline]
pub(crate) fn add_blocks<const T: usize, const PLAIN: bool>(
    sums: &mut [u32; T],
    backend: Backend,
    key: &[&[[u16; 32]]; T],
    message: &[u8],
    of_key: impl FnOnce(u32) -> [u32; T],
) {
    let (products, first) = backend::dot16::<T, PLAIN>(backend, key, message);
    // The last term in the identity of `backend`, n 2^30, is 0 modulo 2^32 over whole blocks of 32
    // words.
    for ((sum, product), xs) in sums.iter_mut().zip(products).zip(of_key(first)) {
        *sum = sum.wrapping_add(product).wrapping_add(xs << 15);
    }
}

/// Adds the products of words that no kernel takes. Each row has its own key words, which are
/// biased unless `PLAIN`.
#[inline]
pub(crate) fn add_words<const T: usize, const PLAIN: bool>(
    sums: &mut [u32; T],
    rows: [&[u16]; T],
    message: &[u8],
) {
    let (whole, last) = message.as_chunks();
    let last = last.first().map(|byte| u16::from(*byte) << 8);
    let plain = |x: u16| if PLAIN { x } else { bias(x) };
    for (sum, row) in sums.iter_mut().zip(rows) {
        // Compilers vectorise a loop over one row.
        let (row, after) = row.split_at(whole.len());
        *sum = whole.iter().zip(row).fold(*sum, |sum, (m, x)| {
            sum.wrapping_add(u32::from(u16::from_be_bytes(*m)) * u32::from(plain(*x)))
        });
        if let Some(m) = last {
            *sum = sum.wrapping_add(u32::from(m) * u32::from(plain(after[0])));
        }
    }
}
