//! The key of a map, and what it does to words and slices.

use crate::key::SplitMix;
use crate::poly127;
use core::fmt;

/// Words of NH.
const NH_WORDS: usize = 14;
/// Bytes of a slice that NH takes at once.
const PART: usize = 8 * NH_WORDS;
/// Bytes of a slice for which one call is enough.
const SHORT: usize = 48;

/// Bytes of a [`MapKey`].
pub const MAP_KEY_BYTES: usize = 256;

/// The key of a map: 32 words of 64 bits.
///
/// | words    | what                                                                          |
/// |----------|-------------------------------------------------------------------------------|
/// | 0 … 3    | a, a′, lower halves first                                                     |
/// | 4 … 9    | five overlapping summands of two words each, of: one word, two, more, a slice, a slice and `0xff` |
/// | 10 … 13  | f, g, lower halves first                                                      |
/// | 14 … 17  | the points of the polynomials of slices and of words, of whose 128 bits the upper two are not used |
/// | 18 … 31  | k, of NH                                                                      |
#[derive(Clone, Copy)]
pub struct MapKey {
    factors: [u128; 2],
    slice_factors: [u128; 2],
    slice_point: u128,
    word_point: u128,
    summands: [u64; 6],
    nh: [u64; NH_WORDS],
}

/// Which summand ends a hash.
#[derive(Clone, Copy)]
pub(super) enum Summand {
    OneWord = 0,
    TwoWords = 1,
    MoreWords = 2,
    Slice = 3,
    SliceEnd = 4,
}

const fn double(low: u64, high: u64) -> u128 {
    low as u128 | (high as u128) << 64
}

#[inline(always)]
pub(super) const fn upper(x: u128) -> u64 {
    (x >> 64) as u64
}

impl MapKey {
    /// The key of the 32 words.
    #[must_use]
    pub const fn from_words(words: [u64; MAP_KEY_BYTES / 8]) -> Self {
        let mut summands = [0; 6];
        let mut nh = [0; NH_WORDS];
        let mut i = 0;
        while i < NH_WORDS {
            if i < 6 {
                summands[i] = words[4 + i];
            }
            nh[i] = words[18 + i];
            i += 1;
        }
        Self {
            factors: [double(words[0], words[1]), double(words[2], words[3])],
            slice_factors: [double(words[10], words[11]), double(words[12], words[13])],
            slice_point: double(words[14], words[15]) & poly127::POINT,
            word_point: double(words[16], words[17]) & poly127::POINT,
            summands,
            nh,
        }
    }

    /// The key of the bytes of the words, little-endian.
    #[must_use]
    pub const fn from_bytes(bytes: &[u8; MAP_KEY_BYTES]) -> Self {
        let (chunks, _) = bytes.as_chunks();
        let mut words = [0; MAP_KEY_BYTES / 8];
        let mut i = 0;
        while i < words.len() {
            words[i] = u64::from_le_bytes(chunks[i]);
            i += 1;
        }
        Self::from_words(words)
    }

    /// The key of a number: outputs of splitmix64 from this state. Frozen.
    ///
    /// For tests, and hashes that have to be the same in every process. One that can be guessed
    /// gives no protection at all.
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        let mut stream = SplitMix(seed);
        let mut words = [0; MAP_KEY_BYTES / 8];
        let mut i = 0;
        while i < words.len() {
            words[i] = stream.next_u64();
            i += 1;
        }
        Self::from_words(words)
    }

    #[inline(always)]
    pub(super) const fn summand(&self, which: Summand) -> u128 {
        double(self.summands[which as usize], self.summands[which as usize + 1])
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the halves")]
    pub(super) const fn one_word(&self, word: u64) -> u64 {
        // By halves, so that all but the last addition are made beside the wide product.
        let ([low, high], summand) =
            ([self.factors[0] as u64, upper(self.factors[0])], self.summand(Summand::OneWord));
        let product = low as u128 * word as u128;
        let beside = high.wrapping_mul(word).wrapping_add(upper(summand));
        let (_, carry) = (product as u64).overflowing_add(summand as u64);
        upper(product).wrapping_add(beside).wrapping_add(carry as u64)
    }

    #[inline(always)]
    pub(super) const fn two_words(&self, words: [u64; 2], which: Summand) -> u64 {
        let sum = self.factors[0].wrapping_mul(words[0] as u128);
        let sum = sum.wrapping_add(self.factors[1].wrapping_mul(words[1] as u128));
        upper(sum.wrapping_add(self.summand(which)))
    }

    /// The halves of the polynomial over these words, if there are but `two`, or that of which
    /// these are the halves, and one word more. From registers to registers, as a slice.
    #[inline(never)]
    #[expect(clippy::cast_possible_truncation, reason = "the halves")]
    pub(super) fn one_more(&self, words: [u64; 2], two: bool, word: u64) -> [u64; 2] {
        let step = |polynomial, word: u64| poly127::step(polynomial, self.word_point, word.into());
        let polynomial =
            if two { step(step(1, words[0]), words[1]) } else { double(words[0], words[1]) };
        let polynomial = step(polynomial, word);
        [polynomial as u64, upper(polynomial)]
    }

    /// The product of a pair of NH.
    #[inline(always)]
    const fn pair(&self, i: usize, a: u64, b: u64) -> u128 {
        let a = a.wrapping_add(self.nh[2 * i]);
        let b = b.wrapping_add(self.nh[2 * i + 1]);
        a as u128 * b as u128
    }

    /// What a summand and the upper half make the hash of a slice: the product of its 128 bits by
    /// the factors.
    ///
    /// Apart, so that what calls it stays small enough to be inlined, see `MapHasher`.
    #[inline(never)]
    pub(super) fn slice_product(&self, bytes: &[u8]) -> u128 {
        if bytes.len() <= SHORT {
            self.product(self.nh_short(bytes, bytes.len() as u128))
        } else {
            self.long_product(bytes)
        }
    }

    /// Apart once more, so that a short slice needs no place in memory for registers.
    #[inline(never)]
    fn long_product(&self, bytes: &[u8]) -> u128 {
        if bytes.len() <= PART {
            return self.product(self.nh_long(bytes).wrapping_add(bytes.len() as u128));
        }
        let mut v = 1;
        for part in bytes.chunks(PART) {
            let sum = if part.len() <= SHORT { self.nh_short(part, 0) } else { self.nh_long(part) };
            v = poly127::step(v, self.slice_point, sum & poly127::POINT);
        }
        self.product(poly127::step(v, self.slice_point, bytes.len() as u128))
    }

    /// The product of the 128 bits of a slice by the factors.
    #[inline(always)]
    fn product(&self, v: u128) -> u128 {
        let low = self.slice_factors[0].wrapping_add(v & u128::from(u64::MAX));
        let high = self.slice_factors[1].wrapping_add(v >> 64);
        low.wrapping_mul(high)
    }

    /// NH of at most 48 bytes, and a summand that is there early: three pairs of the words at 0, 8,
    /// 16, …, or of the last eight bytes where there are no more. So there is no branch on the
    /// length from 8 on: such a branch costs more than two products, where lengths vary.
    #[inline(always)]
    fn nh_short(&self, bytes: &[u8], start: u128) -> u128 {
        let Some(last) = bytes.len().checked_sub(8) else {
            return start.wrapping_add(self.pair(0, short_word(bytes), 0));
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

    /// NH of 49 to 112 bytes: a pair of the last 16 bytes, and pairs from the front.
    #[inline(always)]
    fn nh_long(&self, bytes: &[u8]) -> u128 {
        let pair = |i: usize, pair: &[u8; 16]| {
            let (words, _) = pair.as_chunks();
            self.pair(i, u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1]))
        };
        let Some(last) = bytes.last_chunk() else { return 0 };
        let mut sum = pair(0, last);
        let before = &bytes[..bytes.len() - 1];
        for (i, part) in (1..NH_WORDS / 2).zip(before.as_chunks().0) {
            sum = sum.wrapping_add(pair(i, part));
        }
        sum
    }
}

/// A word of less than 8 bytes; those of one length are different.
#[inline(always)]
fn short_word(bytes: &[u8]) -> u64 {
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

#[cfg(feature = "zeroize")]
impl zeroize::Zeroize for MapKey {
    /// Leaves the key of zeros. Copies are not known of.
    fn zeroize(&mut self) {
        *self = Self::from_words([0; MAP_KEY_BYTES / 8]);
        zeroize::optimization_barrier(self);
    }
}

impl fmt::Debug for MapKey {
    /// Shows nothing: all of it is secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MapKey").finish_non_exhaustive()
    }
}
