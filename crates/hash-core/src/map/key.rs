//! The keys of maps.

use super::double;
use crate::poly127;
use crate::seed::SeedWords;

/// An odd constant: the first 64 bits of the fractional part of π.
const ODD: u64 = 0x243f_6a88_85a3_08d3;

/// The words that differ from map to map: seven words, 56 bytes.
///
/// | words | use                                                                    |
/// |-------|------------------------------------------------------------------------|
/// | 0, 1  | f, lower half first                                                    |
/// | 2, 3  | g                                                                      |
/// | 4 … 6 | u, v, z: the addend of one word is u + v 2^64, that of two v + z 2^64 |
#[derive(Clone, Copy)]
pub struct MapKey {
    words: [u64; Self::WORDS],
}

impl MapKey {
    /// The number of words in a key.
    pub const WORDS: usize = 7;

    /// Makes a key from its words.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; Self::WORDS]) -> Self {
        Self { words }
    }

    /// Returns the words of the key.
    #[inline]
    #[must_use]
    pub const fn to_words(&self) -> [u64; Self::WORDS] {
        self.words
    }

    #[inline(always)]
    const fn number(&self, at: usize) -> u128 {
        double(self.words[at], self.words[at + 1])
    }

    /// Hashes one word w to the [`finish`] of w g + u + v 2^64 modulo 2^128.
    #[inline(always)]
    pub(super) const fn one_word(&self, w: u64) -> u64 {
        finish(self.number(2).wrapping_mul(w as u128).wrapping_add(self.number(4)), w)
    }

    /// Hashes the two halves of a number to the [`finish`] of (x₀ + f) (x₁ + g) + v + z 2^64 modulo
    /// 2^128.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the halves")]
    pub(super) const fn two_words(&self, x: u128) -> u64 {
        let x = [x as u64, (x >> 64) as u64];
        let low = self.number(0).wrapping_add(x[0] as u128);
        let high = self.number(2).wrapping_add(x[1] as u128);
        finish(low.wrapping_mul(high).wrapping_add(self.number(5)), x[0] ^ x[1])
    }
}

crate::secret_debug!(impl[] MapKey, "MapKey");

/// Computes 64 bits from 128. For each lower half and each w, this is a bijection of the upper
/// half.
///
/// The square spreads differences of the lower halves to all bits. The lower halves hardly differ
/// if only high bits of w do, so w goes in as well, with its halves exchanged.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the halves")]
const fn finish(x: u128, w: u64) -> u64 {
    let low = x as u64 ^ w.rotate_left(32);
    let square = low as u128 * low as u128;
    ((x >> 64) as u64 ^ (square >> 64) as u64).wrapping_mul(ODD).rotate_left(32)
}

/// The number of terms of a sum that have keys.
const TERMS: usize = 16;

/// Returns whether the next term after `terms` terms has a key.
#[inline(always)]
pub(super) const fn has_key(terms: u64) -> bool {
    terms < TERMS as u64
}

/// Returns the index of that key.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "modulo a power of 2")]
const fn index(terms: u64) -> usize {
    terms as usize % TERMS
}

/// A keyed hash of slices of bytes.
pub trait Slices {
    /// Hashes a slice to 128 bits.
    ///
    /// Two different slices, chosen without knowledge of the key, have the same hash with a
    /// probability that the implementation states. A slice has a given hash with probability at
    /// most 2^-63.
    fn hash(&self, bytes: &[u8]) -> u128;
}

/// A keyed hash of messages to 64 bits.
pub trait WordHash {
    /// Hashes a message.
    fn hash_word(&self, bytes: &[u8]) -> u64;
}

/// A hash of slices made from a 64-bit hash. Different slices collide as often as under that hash.
#[derive(Clone, Copy)]
pub struct WordSlices<K> {
    key: K,
    /// The upper half of every hash. It is random, so a hash is unlikely to equal a given slice of
    /// 16 bytes.
    high: u64,
}

impl<K> WordSlices<K> {
    /// Makes the hash from a key and a random word.
    #[must_use]
    pub const fn new(key: K, high: u64) -> Self {
        Self { key, high }
    }

    /// Makes the hash from a key and a random word of the process.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn with_random_word(key: K) -> Self {
        Self::new(key, super::RandomWords::new().next_word())
    }
}

impl<K: WordHash> Slices for WordSlices<K> {
    #[inline]
    fn hash(&self, bytes: &[u8]) -> u128 {
        double(self.key.hash_word(bytes), self.high)
    }
}

crate::secret_debug!(impl[K] WordSlices<K>, "WordSlices");

/// The part of the map keys that all maps of a process may share.
#[derive(Clone, Copy)]
pub struct SharedKey<S> {
    integers: [[u64; 2]; TERMS],
    slices: [[u64; 2]; TERMS],
    point: u128,
    hash: S,
}

impl SharedKey<()> {
    /// The number of words in a shared key, apart from the hash of slices: two words for each of 16
    /// terms of integers and 16 terms of slices, and two for the point, lower half first. The upper
    /// two of the point's 128 bits are unused.
    pub const WORDS: usize = 4 * TERMS + 2;
}

/// See [`SharedKey::WORDS`].
const WORDS: usize = SharedKey::WORDS;

impl<S> SharedKey<S> {
    /// Makes a key from its words and the keyed hash of slices.
    #[must_use]
    pub const fn new(words: &[u64; WORDS], hash: S) -> Self {
        let (mut integers, mut slices) = ([[0; 2]; TERMS], [[0; 2]; TERMS]);
        let mut i = 0;
        while i < TERMS {
            integers[i] = [words[2 * i], words[2 * i + 1]];
            slices[i] = [words[2 * (TERMS + i)], words[2 * (TERMS + i) + 1]];
            i += 1;
        }
        Self { integers, slices, point: double(words[WORDS - 2], words[WORDS - 1]), hash }
    }

    /// Derives a key from a name and a seed, with this keyed hash of slices.
    #[must_use]
    pub const fn from_seed(name: &str, seed: u64, hash: S) -> Self {
        let mut stream = SeedWords::new(name, seed);
        let mut words = [0; WORDS];
        let mut i = 0;
        while i < WORDS {
            words[i] = stream.next_word();
            i += 1;
        }
        Self::new(&words, hash)
    }

    /// Returns the words of the key.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the halves")]
    pub const fn to_words(&self) -> [u64; WORDS] {
        let mut words = [0; WORDS];
        let mut i = 0;
        while i < TERMS {
            [words[2 * i], words[2 * i + 1]] = self.integers[i];
            [words[2 * (TERMS + i)], words[2 * (TERMS + i) + 1]] = self.slices[i];
            i += 1;
        }
        [words[WORDS - 2], words[WORDS - 1]] = [self.point as u64, (self.point >> 64) as u64];
        words
    }

    /// Returns the keyed hash of slices.
    #[must_use]
    pub const fn hash(&self) -> &S {
        &self.hash
    }

    /// Computes the term of a slice with this hash. The caller checks that there is a key for it.
    #[inline(always)]
    pub(super) const fn slice_term(&self, x: u128, terms: u64) -> u128 {
        nh(self.slices[index(terms)], x)
    }

    /// Adds packed integers to the sum of a value.
    #[inline(always)]
    pub(super) fn add_integers(&self, sum: u128, x: u128, terms: u64) -> u128 {
        if has_key(terms) {
            sum.wrapping_add(nh(self.integers[index(terms)], x))
        } else {
            self.append(sum, x, 0, terms)
        }
    }

    /// Appends packed integers (`kind` 0) or the hash of a slice (1) to the polynomial whose first
    /// coefficients are 1 and the sum. Kept out of line because few values are that long.
    #[inline(never)]
    #[cold]
    fn append(&self, sum: u128, x: u128, kind: u128, terms: u64) -> u128 {
        let step = |s, v| poly127::step(s, self.point & poly127::POINT, v);
        let is_first = terms == TERMS as u64;
        let start = if is_first { step(1, sum & poly127::POINT) } else { sum };
        let halves = [x & u128::from(u64::MAX), x >> 64 | kind << 64];
        // The constant coefficient is 0; the integers packed at the end are added to it.
        step(step(step(start, halves[0]), halves[1]), 0)
    }
}

impl<S: Slices> SharedKey<S> {
    /// Adds a slice to the sum of a value. Kept out of line so that code that writes a slice is
    /// small enough to be inlined.
    #[inline(never)]
    pub(super) fn add_slice(&self, sum: u128, bytes: &[u8], terms: u64) -> u128 {
        let x = match bytes.try_into() {
            Ok(bytes) => u128::from_le_bytes(bytes),
            Err(_) => self.hash.hash(bytes),
        };
        if has_key(terms) {
            sum.wrapping_add(self.slice_term(x, terms))
        } else {
            self.append(sum, x, 1, terms)
        }
    }
}

crate::secret_debug!(impl[S] SharedKey<S>, "SharedKey");

/// Computes NH of the two halves of a number: the product of both halves, each plus its word of the
/// key modulo 2^64.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the halves")]
const fn nh([k, l]: [u64; 2], x: u128) -> u128 {
    (x as u64).wrapping_add(k) as u128 * ((x >> 64) as u64).wrapping_add(l) as u128
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use std::vec::Vec;

    struct Zero;

    impl WordHash for Zero {
        fn hash_word(&self, _: &[u8]) -> u64 {
            0
        }
    }

    /// Every hash of a process has the same upper half, of 64 random bits.
    #[test]
    fn upper_halves_of_slices_have_64_random_bits() {
        let hashes = || {
            let slices = WordSlices::with_random_word(Zero);
            let hash = slices.hash(b"");
            assert_eq!(slices.hash(b"another"), hash);
            hash
        };
        let hashes: Vec<u128> = (0..64).map(|_| hashes()).collect();
        assert_eq!(hashes.iter().fold(0, |or, hash| or | hash), u128::MAX << 64);
        assert_eq!(hashes.iter().fold(u128::MAX, |and, hash| and & hash), 0);
    }
}
