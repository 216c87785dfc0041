//! The words of maps, and constructors of maps.

use crate::entropy::Words;
use crate::seed::{GOLDEN, splitmix64};
use core::hash::BuildHasher;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::collections::{HashMap, HashSet};

/// The words of keys that a process makes for its maps: entropy of the operating system, which is
/// asked once for all of them.
///
/// Where the operating system provides none, the words come from std's
/// [`RandomState`](std::hash::RandomState), which has sources of its own. On WebAssembly without an
/// operating system that is a constant, and **the hashes of maps are predictable**. Where std has
/// no source either, [it panics](Self::next_word).
pub struct RandomWords {
    entropy: Words<{ Self::MAX }>,
    fallback: Option<(std::hash::RandomState, u64)>,
}

impl RandomWords {
    /// The most words that are read at once.
    pub const MAX: usize = 272;

    /// Makes a source of `count` words, which are read together when the first one is needed. If
    /// more are needed, as many are read again.
    ///
    /// # Panics
    /// Panics if the count is 0 or greater than [`MAX`](Self::MAX).
    #[must_use]
    pub const fn new(count: usize) -> Self {
        Self { entropy: Words::of(count), fallback: None }
    }

    /// Returns the next word.
    ///
    /// # Panics
    /// Panics if neither the operating system nor std provides randomness. The panic is that of
    /// [`RandomState::new`](std::hash::RandomState::new), which makes every map of std panic there
    /// too.
    pub fn next_word(&mut self) -> u64 {
        self.entropy.next_word().unwrap_or_else(|_| {
            let (state, count) =
                self.fallback.get_or_insert_with(|| (std::hash::RandomState::new(), 0));
            *count += 1;
            state.hash_one(*count)
        })
    }

    /// Returns the next 128 bits.
    pub fn next_double_word(&mut self) -> u128 {
        u128::from(self.next_word()) | u128::from(self.next_word()) << 64
    }
}

crate::secret_debug!(impl[] RandomWords, "RandomWords");

/// The source of the N words that make the hash function of each map differ from that of every
/// other map of the process.
///
/// Each map has a number that no other map of the process has. Word i is the upper half of
/// a·number + b modulo 2^128, with a and b of 128 random bits for each i. This is
/// **multiply-shift**, which is strongly universal (Dietzfelbinger, "Universal hashing and k-wise
/// independent random variables via integer arithmetic without primes", 1996). So, over a and b,
/// the words of any two maps are uniform and independent of each other. No theorem says this of
/// three maps.
///
/// The words a and b are [`RandomWords`] of the process.
pub struct MapWords<const N: usize> {
    hashes: [[u128; 2]; N],
    counter: AtomicU64,
}

impl<const N: usize> MapWords<N> {
    /// The number of [`RandomWords`] in a source.
    pub const WORDS: usize = 1 + 4 * N;

    /// Makes a new source.
    ///
    /// # Panics
    /// Panics if the system provides no randomness; see [`RandomWords`].
    #[must_use]
    pub fn new() -> Self {
        Self::from_random(&mut RandomWords::new(Self::WORDS))
    }

    /// Makes a source of the next words.
    pub(super) fn from_random(random: &mut RandomWords) -> Self {
        let counter = AtomicU64::new(random.next_word());
        let hashes =
            core::array::from_fn(|_| [random.next_double_word(), random.next_double_word()]);
        Self { hashes, counter }
    }

    /// Returns the words of the next map.
    #[inline]
    pub fn next_map(&self) -> [u64; N] {
        // The counter yields 2^64 different values. They are scattered so that no word is nearly
        // linear in the order in which maps are made.
        let number = splitmix64(self.counter.fetch_add(GOLDEN, Relaxed));
        self.hashes
            .each_ref()
            .map(|[a, b]| (a.wrapping_mul(number.into()).wrapping_add(*b) >> 64) as u64)
    }
}

impl<const N: usize> Default for MapWords<N> {
    fn default() -> Self {
        Self::new()
    }
}

crate::secret_debug!(impl[const N: usize] MapWords<N>, "MapWords");

/// Constructors `new` and `with_capacity` for a [`std::collections::HashMap`] with another hasher
/// than std's. They panic where the `default` of the state does: those of random states where the
/// system provides no randomness, as std's maps do ([`RandomWords`]).
pub trait HashMapExt {
    /// Makes an empty map.
    fn new() -> Self;

    /// Makes an empty map with room for at least `capacity` entries.
    fn with_capacity(capacity: usize) -> Self;
}

impl<K, V, S: BuildHasher + Default> HashMapExt for HashMap<K, V, S> {
    fn new() -> Self {
        Self::with_hasher(S::default())
    }

    fn with_capacity(capacity: usize) -> Self {
        Self::with_capacity_and_hasher(capacity, S::default())
    }
}

/// Constructors `new` and `with_capacity` for a [`std::collections::HashSet`] with another hasher
/// than std's. They panic as those of [`HashMapExt`].
pub trait HashSetExt {
    /// Makes an empty set.
    fn new() -> Self;

    /// Makes an empty set with room for at least `capacity` values.
    fn with_capacity(capacity: usize) -> Self;
}

impl<T, S: BuildHasher + Default> HashSetExt for HashSet<T, S> {
    fn new() -> Self {
        Self::with_hasher(S::default())
    }

    fn with_capacity(capacity: usize) -> Self {
        Self::with_capacity_and_hasher(capacity, S::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    const TWO_64: u128 = 1 << 64;

    /// With a = 2^64 and b = 0 the word of a map is its number.
    fn numbers() -> impl Iterator<Item = u64> {
        let MapWords { counter, .. } = MapWords::<1>::new();
        let source = MapWords { hashes: [[TWO_64, 0]], counter };
        core::iter::repeat_with(move || source.next_map()[0])
    }

    /// The word of a map is the upper half of a·number + b modulo 2^128: the lower half of a
    /// reaches it as a carry alone, and b is added to the number 0 too.
    #[test]
    fn words_are_upper_halves_of_products() {
        let start = MapWords::<1>::new().counter.into_inner();
        for (counter, known) in [(start, None), (0, Some(0))] {
            let [a, b] = [0x8765_4321_0fed_cba9_u128 << 64 | 0x9876_5432, u128::MAX / 5];
            let hashes = [[TWO_64, 0], [1, 0], [1, TWO_64 - 1], [0, b], [TWO_64, b], [a, b]];
            let source = MapWords { hashes, counter: AtomicU64::new(counter) };
            for known in [known, None, None] {
                let [number, zero, carry, addend, shifted, word] = source.next_map();
                assert!(known.is_none_or(|known| number == known));
                assert_eq!([zero, carry], [0, u64::from(number > 0)]);
                assert_eq!(addend, (b >> 64) as u64);
                assert_eq!(shifted, number.wrapping_add(addend));
                let product = a.wrapping_mul(number.into()).wrapping_add(b);
                assert_eq!(word, (product >> 64) as u64);
            }
        }
    }

    /// Counts exactly that the words of two maps are strongly universal: under all a and b with
    /// four random bits each, the first four bits of two words take each pair of values once.
    #[test]
    fn words_of_two_maps_are_strongly_universal() {
        let mut random = RandomWords::new(1);
        for _ in 0..20 {
            let start = random.next_word();
            let [first, second] = {
                let source = MapWords { hashes: [[TWO_64, 0]], counter: AtomicU64::new(start) };
                [source.next_map()[0], source.next_map()[0]]
            };
            // The four bits of a above which the product with the difference is a bijection.
            let shift = 124 - second.wrapping_sub(first).trailing_zeros();
            let mut seen = HashSet::new();
            for bits in 0..256_u128 {
                let hashes = [[(bits & 15) << shift, (bits >> 4) << 124]];
                let source = MapWords { hashes, counter: AtomicU64::new(start) };
                let [first, second] = [source.next_map(), source.next_map()].map(|[w]| w >> 60);
                assert!(seen.insert((first, second)), "a pair of values occurs twice");
            }
        }
    }

    #[test]
    fn numbers_of_maps_have_64_bits_and_no_order() {
        let numbers: Vec<u64> = numbers().take(1000).collect();
        let bits = |numbers: &[u64]| {
            [numbers.iter().fold(0, |or, n| or | n), !numbers.iter().fold(!0, |and, n| and & n)]
        };
        assert_eq!(bits(&numbers), [u64::MAX; 2]);
        // Neither do the differences repeat, as those of a counter would.
        let differences: Vec<u64> = numbers.windows(2).map(|w| w[1].wrapping_sub(w[0])).collect();
        assert_eq!(bits(&differences), [u64::MAX; 2]);
        assert_eq!(differences.iter().collect::<HashSet<_>>().len(), differences.len());
    }

    /// Numbers of n bits would repeat after about 2^(n/2) maps.
    #[test]
    fn many_maps_have_different_words() {
        let source = MapWords::<2>::new();
        let mut words: Vec<[u64; 2]> = (0..1 << 17).map(|_| source.next_map()).collect();
        words.sort_unstable();
        assert!(words.windows(2).all(|pair| pair[0] != pair[1]), "two maps have the same words");
    }

    /// The factors and addends of 64 words are different and have all of their 128 bits.
    #[test]
    #[expect(clippy::cast_possible_truncation, reason = "the halves")]
    fn factors_and_addends_have_128_bits() {
        let MapWords { hashes, .. } = MapWords::<64>::new();
        for of in [0, 1] {
            let numbers = hashes.iter().map(|hash| hash[of]);
            assert_eq!(numbers.clone().fold(0, |or, n| or | n), u128::MAX);
            assert_eq!(numbers.fold(u128::MAX, |and, n| and & n), 0);
        }
        let halves: HashSet<u64> =
            hashes.as_flattened().iter().flat_map(|n| [*n as u64, (n >> 64) as u64]).collect();
        assert_eq!(halves.len(), 256);
    }
}
