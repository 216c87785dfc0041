//! Slices: up to 16 bytes as a number, and more by a keyed hash.

use crate::poly127::{step, POINT};
use crate::wide::product;
use crate::{double, halves};

/// The kind of slices of 16 bytes and more.
pub(crate) const SLICE: usize = 1;
/// The kind of slices of fewer than 16 bytes.
pub(crate) const SHORT: usize = 2;

/// Returns the number and the kind of a slice of at most 16 bytes. Fewer bytes contain their
/// number, in the lowest byte, so different slices of fewer than 16 bytes are different numbers.
#[inline(always)]
pub(crate) fn short_slice(bytes: &[u8]) -> (u128, usize) {
    let len = bytes.len() as u64;
    let words = if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        if len == 16 {
            return (double([first, last]), SLICE);
        }
        // The eighth byte gives way to the number of bytes. It is among the last eight, too.
        [first << 8 | len, last]
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        [len, u64::from(first) | u64::from(last) << 32]
    } else if let ([first, ..], [.., last]) = (bytes, bytes) {
        let middle = bytes[bytes.len() / 2];
        [len, u64::from(*first) | u64::from(middle) << 8 | u64::from(*last) << 16]
    } else {
        [0, 0]
    };
    (double(words), SHORT)
}

/// Returns two words that determine the bytes of a slice of at most 16 bytes, given their number:
/// the first and the last eight bytes, or the first and the last four; or the first and the middle
/// byte, and the last one.
#[inline(always)]
pub(crate) fn two_words(bytes: &[u8]) -> [u64; 2] {
    debug_assert!(bytes.len() <= 16);
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        [u64::from_le_bytes(*first), u64::from_le_bytes(*last)]
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        [u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into()]
    } else if let ([first, ..], [.., last]) = (bytes, bytes) {
        let middle = bytes[bytes.len() / 2];
        [u64::from(*first), u64::from(middle) | u64::from(*last) << 8]
    } else {
        [0, 0]
    }
}

/// A keyed hash of slices of bytes.
pub trait Slices {
    /// Hashes a slice of more than 16 bytes to 128 bits.
    ///
    /// Two different slices, chosen without knowledge of the key, have the same hash with a
    /// probability that the implementation states. A slice has a given hash with probability at
    /// most 2^-63.
    fn hash(&self, bytes: &[u8]) -> u128;
}

/// The number of words of NH.
const NH_WORDS: usize = 14;
/// The length in bytes of the part of a slice that NH takes at once.
const PART: usize = 8 * NH_WORDS;
/// The length in bytes up to which a slice is hashed inline.
const INLINE: usize = 48;

/// Hashes slices by NH, and long slices by a polynomial over their parts. The key has 128 bytes.
/// [`bound`](crate::bound#slices-of-more-than-16-bytes) has the bound.
#[derive(Clone, Copy)]
pub struct NhKey {
    point: u128,
    nh: [u64; NH_WORDS],
}

impl NhKey {
    /// The number of words of the key: the point, lower half first, of whose 128 bits the upper two
    /// are not used, and the words of NH.
    pub const WORDS: usize = 2 + NH_WORDS;

    /// Makes the key from its words.
    #[must_use]
    pub const fn from_words(words: &[u64; Self::WORDS]) -> Self {
        let mut nh = [0; NH_WORDS];
        let mut i = 0;
        while i < NH_WORDS {
            nh[i] = words[2 + i];
            i += 1;
        }
        Self { point: double([words[0], words[1]]), nh }
    }

    /// Returns the words of the key.
    #[inline]
    #[must_use]
    pub const fn to_words(&self) -> [u64; Self::WORDS] {
        let mut words = [0; Self::WORDS];
        [words[0], words[1]] = halves(self.point);
        let mut i = 0;
        while i < NH_WORDS {
            words[2 + i] = self.nh[i];
            i += 1;
        }
        words
    }

    /// Computes the product of one pair of NH.
    #[inline(always)]
    fn pair(&self, i: usize, a: u64, b: u64) -> u128 {
        nh([self.nh[2 * i], self.nh[2 * i + 1]], double([a, b]))
    }

    /// Hashes a slice of more than 48 bytes. Kept out of line so that a short slice needs no stack
    /// frame.
    #[inline(never)]
    fn hash_long(&self, bytes: &[u8]) -> u128 {
        if bytes.len() <= PART {
            return self.nh_long(bytes).wrapping_add(bytes.len() as u128);
        }
        let (mut v, point) = (1, self.point & POINT);
        for part in bytes.chunks(PART) {
            let sum =
                if part.len() <= INLINE { self.nh_short(part, 0) } else { self.nh_long(part) };
            v = step(v, point, sum & POINT);
        }
        step(v, point, bytes.len() as u128)
    }

    /// Computes NH of at most 48 bytes, plus `start`, which is available early. From 8 bytes on it
    /// has three pairs of the words at offsets 0, 8, 16, …, and past the end of the slice repeats
    /// the last eight bytes. So it does not branch on the length, because where lengths vary, such
    /// a branch costs more than two products.
    #[inline(always)]
    fn nh_short(&self, bytes: &[u8], start: u128) -> u128 {
        debug_assert!(bytes.len() <= INLINE);
        let Some(last) = bytes.len().checked_sub(8) else {
            return start.wrapping_add(self.pair(0, packed_word(bytes), 0));
        };
        let word = |i: usize| {
            let start = (8 * i).min(last);
            let word = bytes.get(start..start + 8).and_then(<[u8]>::first_chunk);
            debug_assert!(word.is_some(), "the word is past the end");
            word.map_or(0, |word| u64::from_le_bytes(*word))
        };
        let sum = start.wrapping_add(self.pair(0, word(0), word(1)));
        let sum = sum.wrapping_add(self.pair(1, word(2), word(3)));
        sum.wrapping_add(self.pair(2, word(4), word(5)))
    }

    /// Computes NH of 49 to 112 bytes: a pair of the last 16 bytes, and pairs from the first byte
    /// on.
    #[inline(always)]
    fn nh_long(&self, bytes: &[u8]) -> u128 {
        let pair = |i: usize, pair: &[u8; 16]| {
            let [a, b] = halves(u128::from_le_bytes(*pair));
            self.pair(i, a, b)
        };
        debug_assert!((INLINE + 1..=PART).contains(&bytes.len()));
        let Some(last) = bytes.last_chunk() else { return 0 };
        let others =
            bytes[..bytes.len() - 1].chunks_exact(16).filter_map(|part| part.first_chunk());
        (1..NH_WORDS / 2)
            .zip(others)
            .fold(pair(0, last), |sum, (i, part)| sum.wrapping_add(pair(i, part)))
    }
}

impl Slices for NhKey {
    #[inline(always)]
    fn hash(&self, bytes: &[u8]) -> u128 {
        if bytes.len() <= INLINE {
            self.nh_short(bytes, bytes.len() as u128)
        } else {
            self.hash_long(bytes)
        }
    }
}

crate::hidden!(impl[] NhKey, "NhKey");

/// Packs fewer than 8 bytes into a word, with different words for different bytes of one length:
/// the first four and the last four bytes, or the first, the last and the middle byte.
///
/// No load overlaps the previous one, because store-to-load forwarding fails for a load that spans
/// several recent stores.
#[inline(always)]
fn packed_word(bytes: &[u8]) -> u64 {
    debug_assert!(bytes.len() < 8);
    match bytes.split_first_chunk() {
        Some((first, rest)) => {
            let first = u64::from(u32::from_le_bytes(*first));
            let Some((fifth, last)) = rest.first().zip(bytes.last_chunk()) else {
                return first | first << 32;
            };
            let last = u64::from(u16::from_le_bytes(*last)) << (8 * rest.len()) >> 16;
            let word = first | (u64::from(*fifth) | last) << 32;
            first | word >> (8 * rest.len()) << 32
        }
        None => match *bytes {
            [first, .., last] => {
                u64::from(first) | u64::from(last) << 8 | u64::from(bytes[bytes.len() / 2]) << 16
            }
            [byte] => u64::from(byte),
            [] => 0,
        },
    }
}

/// Computes NH of the two halves of a number: the product of both halves, each plus its word of the
/// key modulo 2^64.
#[inline(always)]
pub(crate) fn nh([k, l]: [u64; 2], x: u128) -> u128 {
    let [a, b] = halves(x);
    product(a.wrapping_add(k), b.wrapping_add(l))
}
