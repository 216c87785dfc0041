//! The words of a process, and constructors of maps.

use crate::key::own_word;
use crate::process::PerProcess;
use crate::seed::{splitmix64, GOLDEN};
use crate::{NhKey, ProcessKey, RandomWords, Slices};
use core::hash::BuildHasher;
use std::collections::{HashMap, HashSet};

/// A hash of slices for which each process has a key, from which states are made by default.
pub trait Process: Slices + Sized + Send + Sync + 'static {
    /// Returns the key of this process, which is the same one until the process ends. With the
    /// feature `getrandom`, a [copy of the process](crate::process::Mark) has another one. It is
    /// [`ProcessKey::random`] in a [`PerProcess`].
    ///
    /// # Panics
    /// Panics where the system has no randomness; see [`RandomWords`].
    #[must_use]
    fn process_key() -> &'static ProcessKey<Self>;

    /// Returns the key of the states that are made from numbers, always the same one. It is
    /// [`ProcessKey::seeded`] in a [`PerProcess`].
    #[must_use]
    fn seeded_key() -> &'static ProcessKey<Self>;
}

impl Process for NhKey {
    #[inline]
    fn process_key() -> &'static ProcessKey {
        static KEY: PerProcess<ProcessKey> = PerProcess::new();
        KEY.get(|| ProcessKey::random(Self::WORDS, |words| Self::from_words(&words.next_words())))
    }

    // Few programs use it. With `inline`, only those compile it, and ChaCha20 with it.
    #[inline]
    fn seeded_key() -> &'static ProcessKey {
        static KEY: PerProcess<ProcessKey> = PerProcess::new();
        KEY.get(|| ProcessKey::from_seed(0))
    }
}

/// The source of the keys of N words that make the hash of each map differ from that of every other
/// map of the process, for a hash of values that needs no more than them.
///
/// Each map has a number that no other map of the process has. Word i is the upper half of p ·
/// number + q modulo 2^128, with p and q of 128 random bits for each i. This is multiply-shift, so
/// the words of any two maps are uniform and independent of each other. No theorem says this of
/// three maps. The words of p and q are [`RandomWords`] of the process.
pub struct MapWords<const N: usize> {
    own: PerProcess<[[u64; 4]; N]>,
}

impl<const N: usize> MapWords<N> {
    /// Makes a source, which draws its words when the first map is made.
    #[must_use]
    pub const fn new() -> Self {
        Self { own: PerProcess::new() }
    }

    /// Returns the words of the next map.
    ///
    /// # Panics
    /// Panics where the system has no randomness; see [`RandomWords`].
    #[inline]
    #[must_use]
    pub fn next_map(&self) -> [u64; N] {
        let number = next_number();
        self.own.get(Self::draw).map(|own| own_word(own, number))
    }

    /// Draws the words of p and q for each word of a map.
    fn draw() -> [[u64; 4]; N] {
        let mut words = RandomWords::new(4 * N);
        [[0; 4]; N].map(|_: [u64; 4]| words.next_words())
    }
}

impl<const N: usize> Default for MapWords<N> {
    fn default() -> Self {
        Self::new()
    }
}

crate::hidden!(impl[const N: usize] MapWords<N>, "MapWords");

/// Returns a number that no other map of the process has, 2^64 of them. Numbers are scattered so
/// that the words of maps are not nearly linear in the order in which the maps are made.
#[inline]
pub(crate) fn next_number() -> u64 {
    #[cfg(target_has_atomic = "64")]
    {
        use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
        static COUNT: AtomicU64 = AtomicU64::new(0);
        splitmix64(COUNT.fetch_add(GOLDEN, Relaxed))
    }
    #[cfg(not(target_has_atomic = "64"))]
    {
        use std::sync::{Mutex, PoisonError};
        static COUNT: Mutex<u64> = Mutex::new(0);
        let mut count = COUNT.lock().unwrap_or_else(PoisonError::into_inner);
        *count = count.wrapping_add(GOLDEN);
        splitmix64(*count)
    }
}

/// Constructors `new` and `with_capacity` for a [`std::collections::HashMap`] with another hasher
/// than std's. They panic where the `default` of the state does.
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

    /// The word of a map is the upper half of p · number + q modulo 2^128: the lower half of p
    /// reaches it as a carry alone, and q is added to the number 0 too.
    #[test]
    fn words_are_upper_halves_of_products() {
        let [p, q] = [0x8765_4321_0fed_cba9_u128 << 64 | 0x9876_5432, u128::MAX / 5];
        let [[p0, p1], [q0, q1]] = [p, q].map(crate::halves);
        for number in [0, 1, 2, 1 << 63, u64::MAX, splitmix64(1)] {
            assert_eq!(own_word([0, 1, 0, 0], number), number);
            assert_eq!(own_word([1, 0, 0, 0], number), 0);
            assert_eq!(own_word([1, 0, u64::MAX, 0], number), u64::from(number > 0));
            assert_eq!(own_word([0, 0, q0, q1], number), q1);
            assert_eq!(own_word([0, 1, q0, q1], number), number.wrapping_add(q1));
            let product = p.wrapping_mul(number.into()).wrapping_add(q);
            assert_eq!(own_word([p0, p1, q0, q1], number), crate::halves(product)[1]);
        }
    }

    /// Counts exactly that the words of two maps are strongly universal: under all p and q with
    /// four random bits each, the first four bits of two words take each pair of values once.
    #[test]
    fn words_of_two_maps_are_strongly_universal() {
        for _ in 0..20 {
            let [first, second] = [next_number(), next_number()];
            // The four bits of p above which the product with the difference is a bijection.
            let shift = 124 - second.wrapping_sub(first).trailing_zeros();
            let mut seen = HashSet::new();
            for bits in 0..256_u128 {
                let [[p0, p1], [q0, q1]] =
                    [(bits & 15) << shift, (bits >> 4) << 124].map(crate::halves);
                let pair = [first, second].map(|number| own_word([p0, p1, q0, q1], number) >> 60);
                assert!(seen.insert(pair), "a pair of values occurs twice");
            }
        }
    }

    /// Whatever maps other tests make in between.
    #[test]
    fn numbers_of_maps_have_64_bits_and_no_order() {
        let numbers: Vec<u64> = (0..1000).map(|_| next_number()).collect();
        let bits = |numbers: &[u64]| {
            [numbers.iter().fold(0, |or, n| or | n), !numbers.iter().fold(!0, |and, n| and & n)]
        };
        assert_eq!(bits(&numbers), [u64::MAX; 2]);
        // Neither do the differences repeat, as those of a counter would.
        let differences: Vec<u64> = numbers.windows(2).map(|w| w[1].wrapping_sub(w[0])).collect();
        assert_eq!(bits(&differences), [u64::MAX; 2]);
        assert_eq!(differences.iter().collect::<HashSet<_>>().len(), differences.len());
        assert_eq!(numbers.iter().collect::<HashSet<_>>().len(), numbers.len());
    }

    /// The factors and addends of 64 words are different and have all of their 128 bits.
    #[test]
    fn factors_and_addends_have_128_bits() {
        let own = MapWords::<64>::draw();
        for word in 0..4 {
            assert_eq!(own.iter().fold(0, |or, own| or | own[word]), u64::MAX);
            assert_eq!(own.iter().fold(u64::MAX, |and, own| and & own[word]), 0);
        }
        let words: HashSet<u64> = own.into_iter().flatten().collect();
        assert_eq!(words.len(), 256);
    }
}
