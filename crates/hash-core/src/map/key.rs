//! The keys of maps.

use super::double;
use crate::poly127;
use crate::seed::SeedWords;

/// The words that differ from map to map, and the last steps of the hash under them.
pub trait End: Copy {
    /// The name of the states with such keys.
    const STATE: &'static str;

    /// Makes a key from the words of a map, of which it may need only the first ones.
    #[must_use]
    fn from_map(words: [u64; MapKey::WORDS]) -> Self;

    /// Hashes the sum of a value.
    #[must_use]
    fn hash(&self, x: u128) -> u64;
}

/// The words of a map: numbers of 128 bits, each with its lower half first.
#[derive(Clone, Copy)]
pub struct EndKey<const N: usize> {
    words: [u64; N],
}

/// The key of a map of a [`RandomState`](super::RandomState), the numbers f, g and v: 48 bytes.
pub type MapKey = EndKey<6>;

/// The key of a map of an [`UnevenState`](super::UnevenState), the numbers f and g: 32 bytes.
pub type UnevenKey = EndKey<4>;

impl<const N: usize> EndKey<N> {
    /// The number of words in a key.
    pub const WORDS: usize = N;

    /// Makes a key from its words.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; N]) -> Self {
        Self { words }
    }

    /// Returns the words of the key.
    #[inline]
    #[must_use]
    pub const fn to_words(&self) -> [u64; N] {
        self.words
    }
}

crate::secret_debug!(impl[const N: usize] EndKey<N>, "EndKey");

impl End for MapKey {
    const STATE: &'static str = "RandomState";

    #[inline(always)]
    fn from_map(words: [u64; Self::WORDS]) -> Self {
        Self::from_words(words)
    }

    /// Hashes the halves of a number to the `finish` of the upper half of x₀ f + x₁ g + v modulo
    /// 2^128.
    #[inline(always)]
    fn hash(&self, x: u128) -> u64 {
        let [f0, f1, g0, g1, v0, v1] = self.words;
        finish(upper([f0, f1, g0, g1], double(v0, v1), x))
    }
}

impl End for UnevenKey {
    const STATE: &'static str = "UnevenState";

    #[inline(always)]
    fn from_map([f0, f1, g0, g1, ..]: [u64; MapKey::WORDS]) -> Self {
        Self::from_words([f0, f1, g0, g1])
    }

    /// Hashes the halves of a number to the upper half of x₀ f + x₁ g modulo 2^128.
    #[inline(always)]
    fn hash(&self, x: u128) -> u64 {
        upper(self.words, 0, x)
    }
}

/// Computes the upper half of x₀ f + x₁ g + v modulo 2^128.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the halves")]
const fn upper([f0, f1, g0, g1]: [u64; 4], v: u128, x: u128) -> u64 {
    let low = double(f0, f1).wrapping_mul(x as u64 as u128);
    let high = double(g0, g1).wrapping_mul(x >> 64);
    (low.wrapping_add(v).wrapping_add(high) >> 64) as u64
}

/// Computes τ (2 τ + 1), a bijection of 64 bits (Rivest, Robshaw, Sidney and Yin, "The RC6 block
/// cipher", 1998), and exchanges its halves, because its high bits depend on more bits of τ than
/// its low ones.
#[inline(always)]
const fn finish(t: u64) -> u64 {
    t.wrapping_mul(t.wrapping_add(t).wrapping_add(1)).rotate_left(32)
}

/// The number of terms of a sum that have keys.
const TERMS: usize = 16;

/// Returns whether the next term after `terms` terms has a key.
#[inline(always)]
const fn has_key(terms: u64) -> bool {
    terms < TERMS as u64
}

/// The kinds of terms: packed integers, slices of 16 bytes and more, and slices of fewer.
const KINDS: usize = 3;
pub(super) const INTEGERS: usize = 0;
const SLICE: usize = 1;
const SHORT: usize = 2;

/// Returns the term and the kind of a slice of at most 16 bytes. Fewer bytes contain their length,
/// in the lowest byte, so different slices of fewer than 16 bytes are different terms.
#[inline(always)]
const fn short_slice(bytes: &[u8]) -> (u128, usize) {
    let len = bytes.len() as u64;
    let words = if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        if len == 16 {
            return (double(first, last), SLICE);
        }
        // The eighth byte gives way to the length. It is among the last eight, too.
        (first << 8 | len, last)
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        (len, first as u64 | (last as u64) << 32)
    } else if let ([first, ..], [.., last]) = (bytes, bytes) {
        let middle = bytes[bytes.len() / 2];
        (len, *first as u64 | (middle as u64) << 8 | (*last as u64) << 16)
    } else {
        (0, 0)
    };
    (double(words.0, words.1), SHORT)
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

    /// Makes the hash from a key and the next random word of the process.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn with_random_word(key: K, words: &mut super::RandomWords) -> Self {
        Self::new(key, words.next_word())
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
    /// The two words of each term, by kind.
    terms: [[[u64; 2]; TERMS]; KINDS],
    point: u128,
    hash: S,
}

impl SharedKey<()> {
    /// The number of words in a shared key, apart from the hash of slices: two words for each of 16
    /// terms of integers, of slices of 16 bytes and more, and of shorter slices; and two for the
    /// point, lower half first. The upper two of the point's 128 bits are unused.
    pub const WORDS: usize = 2 * TERMS * KINDS + 2;
}

/// See [`SharedKey::WORDS`].
const WORDS: usize = SharedKey::WORDS;

impl<S> SharedKey<S> {
    /// Makes a key from its words and the keyed hash of slices.
    #[must_use]
    pub const fn new(words: &[u64; WORDS], hash: S) -> Self {
        let mut terms = [[[0; 2]; TERMS]; KINDS];
        let mut i = 0;
        while i < WORDS - 2 {
            terms[i / (2 * TERMS)][i / 2 % TERMS][i % 2] = words[i];
            i += 1;
        }
        Self { terms, point: double(words[WORDS - 2], words[WORDS - 1]), hash }
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
        while i < WORDS - 2 {
            words[i] = self.terms[i / (2 * TERMS)][i / 2 % TERMS][i % 2];
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

    /// Adds a term to the sum of a value that has `terms` terms.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "fewer than 16")]
    pub(super) fn add(&self, sum: u128, (x, kind): (u128, usize), terms: u64) -> u128 {
        if has_key(terms) {
            sum.wrapping_add(nh(self.terms[kind][terms as usize], x))
        } else {
            self.append(sum, x, kind, terms)
        }
    }

    /// [`add`](Self::add), for integers that are seldom a term.
    #[inline(never)]
    pub(super) fn add_integers_out_of_line(&self, sum: u128, x: u128, terms: u64) -> u128 {
        self.add(sum, (x, INTEGERS), terms)
    }

    /// Returns the sum of a value whose first term is a slice of at most 16 bytes.
    #[inline(always)]
    pub(super) const fn first_slice(&self, bytes: &[u8]) -> u128 {
        let (x, kind) = short_slice(bytes);
        nh(self.terms[kind][0], x)
    }

    /// Appends a term to the polynomial whose first coefficients are 1 and the sum. Kept out of
    /// line because few values are that long.
    #[inline(never)]
    #[cold]
    fn append(&self, sum: u128, x: u128, kind: usize, terms: u64) -> u128 {
        let step = |s, v| poly127::step(s, self.point & poly127::POINT, v);
        let is_first = terms == TERMS as u64;
        let start = if is_first { step(1, sum & poly127::POINT) } else { sum };
        let halves = [x & u128::from(u64::MAX), x >> 64 | (kind as u128) << 64];
        // The constant coefficient is 0; the integers packed at the end are added to it.
        step(step(step(start, halves[0]), halves[1]), 0)
    }
}

impl<S: Slices> SharedKey<S> {
    /// Adds a slice to the sum of a value. Kept out of line so that code that writes a slice is
    /// small enough to be inlined.
    #[inline(never)]
    pub(super) fn add_slice(&self, sum: u128, bytes: &[u8], terms: u64) -> u128 {
        let term =
            if bytes.len() <= 16 { short_slice(bytes) } else { (self.hash.hash(bytes), SLICE) };
        self.add(sum, term, terms)
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
    use crate::map::RandomWords;
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
            let slices = WordSlices::with_random_word(Zero, &mut RandomWords::new(1));
            let hash = slices.hash(b"");
            assert_eq!(slices.hash(b"another"), hash);
            hash
        };
        let hashes: Vec<u128> = (0..64).map(|_| hashes()).collect();
        assert_eq!(hashes.iter().fold(0, |or, hash| or | hash), u128::MAX << 64);
        assert_eq!(hashes.iter().fold(u128::MAX, |and, hash| and & hash), 0);
    }
}
