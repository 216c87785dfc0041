//! The key of a map, and what it does to words and slices.

use crate::poly127;
#[cfg(feature = "zeroize")]
use hash_core::private::zeroize::{Zeroize, optimization_barrier};
use hash_core::seed;

/// Words of NH.
const NH_WORDS: usize = 14;
/// Bytes of a slice that NH takes at once.
const PART: usize = 8 * NH_WORDS;
/// Bytes of a slice for which one call is enough.
const SHORT: usize = 48;

/// Words of a key.
const KEY_WORDS: usize = 32;

/// The key of a map: 32 words of 64 bits.
///
/// | words    | use                                                                           |
/// |----------|-------------------------------------------------------------------------------|
/// | 0 … 3    | a, a′, lower halves first                                                     |
/// | 4 … 9    | five overlapping addends of two words each, of: one word, two, more, a slice, a slice and `0xff` |
/// | 10 … 13  | f, g, lower halves first                                                      |
/// | 14 … 17  | the points of the polynomials of slices and of words, of whose 128 bits the upper two are not used |
/// | 18 … 31  | k, of NH                                                                      |
#[derive(Clone, Copy)]
pub struct MapKey {
    factors: [u128; 2],
    slice_factors: [u128; 2],
    slice_point: u128,
    word_point: u128,
    addends: [u64; 6],
    nh: [u64; NH_WORDS],
}

/// The addend that ends a hash.
#[derive(Clone, Copy)]
pub(super) enum Addend {
    OneWord = 0,
    TwoWords = 1,
    MoreWords = 2,
    Slice = 3,
    SliceEnd = 4,
}

/// The number with these halves.
const fn double(low: u64, high: u64) -> u128 {
    low as u128 | (high as u128) << 64
}

/// The lower half.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the half")]
const fn lower(x: u128) -> u64 {
    x as u64
}

/// The upper half.
#[inline(always)]
pub(super) const fn upper(x: u128) -> u64 {
    (x >> 64) as u64
}

impl MapKey {
    /// Bytes of a key.
    pub const BYTES: usize = 8 * KEY_WORDS;
    /// Words of a key.
    pub const WORDS: usize = KEY_WORDS;

    /// Makes the key of the 32 words.
    #[must_use]
    pub const fn from_words(words: [u64; Self::WORDS]) -> Self {
        let mut addends = [0; 6];
        let mut nh = [0; NH_WORDS];
        let mut i = 0;
        while i < NH_WORDS {
            if i < 6 {
                addends[i] = words[4 + i];
            }
            nh[i] = words[18 + i];
            i += 1;
        }
        Self {
            factors: [double(words[0], words[1]), double(words[2], words[3])],
            slice_factors: [double(words[10], words[11]), double(words[12], words[13])],
            slice_point: double(words[14], words[15]),
            word_point: double(words[16], words[17]),
            addends,
            nh,
        }
    }

    /// Makes the key of the bytes of the words, little-endian.
    #[must_use]
    pub const fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        Self::from_words(seed::words_of_bytes(bytes))
    }

    /// The 32 words.
    #[must_use]
    pub const fn to_words(&self) -> [u64; Self::WORDS] {
        let [a, b] = self.factors;
        let [f, g] = self.slice_factors;
        let numbers = [a, b, f, g, self.slice_point, self.word_point];
        let mut words = [0; KEY_WORDS];
        let mut i = 0;
        while i < NH_WORDS {
            if i < numbers.len() {
                // The addends stand between the factors.
                let at = if i < 2 { 2 * i } else { 2 * i + self.addends.len() };
                words[at] = lower(numbers[i]);
                words[at + 1] = upper(numbers[i]);
                words[4 + i] = self.addends[i];
            }
            words[18 + i] = self.nh[i];
            i += 1;
        }
        words
    }

    /// The 256 bytes from which [`from_bytes`](Self::from_bytes) makes this key.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; Self::BYTES] {
        seed::words_to_bytes(&self.to_words())
    }

    #[inline(always)]
    pub(super) const fn addend(&self, which: Addend) -> u128 {
        double(self.addends[which as usize], self.addends[which as usize + 1])
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the halves")]
    pub(super) const fn one_word(&self, word: u64) -> u64 {
        // By halves, so that all but the last addition are made beside the wide product.
        let ([low, high], addend) =
            ([self.factors[0] as u64, upper(self.factors[0])], self.addend(Addend::OneWord));
        let product = low as u128 * word as u128;
        let beside = high.wrapping_mul(word).wrapping_add(upper(addend));
        let (_, carry) = (product as u64).overflowing_add(addend as u64);
        upper(product).wrapping_add(beside).wrapping_add(carry as u64)
    }

    #[inline(always)]
    pub(super) const fn two_words(&self, words: [u64; 2], which: Addend) -> u64 {
        let sum = self.factors[0].wrapping_mul(words[0] as u128);
        let sum = sum.wrapping_add(self.factors[1].wrapping_mul(words[1] as u128));
        upper(sum.wrapping_add(self.addend(which)))
    }

    /// Appends one word to the polynomial and returns its two halves.
    ///
    /// `words` are the first two words if there were only `two`, else the halves of the polynomial.
    /// All arguments and results are in registers, as those of a slice.
    #[inline(never)]
    #[expect(clippy::cast_possible_truncation, reason = "the halves")]
    pub(super) fn one_more(&self, words: [u64; 2], two: bool, word: u64) -> [u64; 2] {
        let point = self.word_point & poly127::POINT;
        let step = |polynomial, word: u64| poly127::step(polynomial, point, word.into());
        let polynomial =
            if two { step(step(1, words[0]), words[1]) } else { double(words[0], words[1]) };
        let polynomial = step(polynomial, word);
        [polynomial as u64, upper(polynomial)]
    }

    /// The product of one pair of NH.
    #[inline(always)]
    const fn pair(&self, i: usize, a: u64, b: u64) -> u128 {
        let a = a.wrapping_add(self.nh[2 * i]);
        let b = b.wrapping_add(self.nh[2 * i + 1]);
        a as u128 * b as u128
    }

    /// Computes the product of the 128 bits of a slice by the factors. The hash of the slice is the
    /// upper half of that and an addend.
    ///
    /// Kept out of line so that its callers are small enough to be inlined; see `MapHasher`.
    #[inline(never)]
    pub(super) fn slice_product(&self, bytes: &[u8]) -> u128 {
        if bytes.len() <= SHORT {
            self.product(self.nh_short(bytes, bytes.len() as u128))
        } else {
            self.long_product(bytes)
        }
    }

    /// Does the same for a slice of more than 48 bytes. Kept out of line so that a short slice
    /// needs no stack frame.
    #[inline(never)]
    fn long_product(&self, bytes: &[u8]) -> u128 {
        if bytes.len() <= PART {
            return self.product(self.nh_long(bytes).wrapping_add(bytes.len() as u128));
        }
        let (mut v, point) = (1, self.slice_point & poly127::POINT);
        for part in bytes.chunks(PART) {
            let sum = if part.len() <= SHORT { self.nh_short(part, 0) } else { self.nh_long(part) };
            v = poly127::step(v, point, sum & poly127::POINT);
        }
        self.product(poly127::step(v, point, bytes.len() as u128))
    }

    /// The product of 128 bits by the factors of slices.
    #[inline(always)]
    fn product(&self, v: u128) -> u128 {
        let low = self.slice_factors[0].wrapping_add(v & u128::from(u64::MAX));
        let high = self.slice_factors[1].wrapping_add(v >> 64);
        low.wrapping_mul(high)
    }

    /// NH of at most 48 bytes, plus `start`, which is known early: three pairs of the words at 0,
    /// 8, 16, …, or of the last eight bytes where there are no more. So there is no branch on the
    /// length from 8 on: such a branch costs more than two products, where lengths vary.
    #[inline(always)]
    fn nh_short(&self, bytes: &[u8], start: u128) -> u128 {
        let Some(last) = bytes.len().checked_sub(8) else {
            return start.wrapping_add(self.pair(0, packed_word(bytes), 0));
        };
        let word = |i: usize| {
            let start = (8 * i).min(last);
            let word = bytes.get(start..start + 8).and_then(<[u8]>::first_chunk);
            word.map_or(0, |word| u64::from_le_bytes(*word))
        };
        let sum = start.wrapping_add(self.pair(0, word(0), word(1)));
        let sum = sum.wrapping_add(self.pair(1, word(2), word(3)));
        sum.wrapping_add(self.pair(2, word(4), word(5)))
    }

    /// NH of 49 to 112 bytes: a pair of the last 16 bytes, and pairs from the first byte on.
    #[inline(always)]
    fn nh_long(&self, bytes: &[u8]) -> u128 {
        let pair = |i: usize, pair: &[u8; 16]| {
            let (words, _) = pair.as_chunks();
            self.pair(i, u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1]))
        };
        let Some(last) = bytes.last_chunk() else { return 0 };
        let mut sum = pair(0, last);
        let others = &bytes[..bytes.len() - 1];
        for (i, part) in (1..NH_WORDS / 2).zip(others.as_chunks().0) {
            sum = sum.wrapping_add(pair(i, part));
        }
        sum
    }
}

/// Packs less than 8 bytes into a word, different words for different bytes of one length.
#[inline(always)]
fn packed_word(bytes: &[u8]) -> u64 {
    match (bytes.first_chunk(), bytes.last_chunk(), bytes) {
        (Some(first), Some(last), _) => {
            u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32
        }
        (_, _, [first, .., last]) => {
            u64::from(*first) | u64::from(*last) << 8 | u64::from(bytes[bytes.len() / 2]) << 16
        }
        (_, _, [byte]) => u64::from(*byte),
        (_, _, []) => 0,
    }
}

hash_core::byte_key!(impl[] MapKey, "multilinear map hash");
hash_core::secret_debug!(impl[] MapKey, "MapKey");

#[cfg(feature = "zeroize")]
impl Zeroize for MapKey {
    /// Overwrites the key with zeros. Copies of it are not wiped.
    fn zeroize(&mut self) {
        *self = Self::from_words([0; KEY_WORDS]);
        optimization_barrier(self);
    }
}
