//! Hash tables.
//!
//! # What a map computes
//! [`RandomState`] makes a word of each thing that a value writes, takes the words as coefficients
//! of a polynomial, and ends as VHASH does:
//!
//! 1. An integer is a word, one of 128 bits two. What is written as bytes (a `str`, a slice of
//!    `u8`) is the word of its VHASH-64, and the `0xff` that a `str` writes behind itself is added
//!    to that.
//! 2. y = 1; for every word w, y = y K + w modulo 2^127 − 1.
//! 3. The last step of VHASH makes 64 bits of y.
//!
//! K and the words of the last step are the map's own. The key of step 1 is made once a process,
//! from the operating system's entropy, and shared by all maps: what is equal in one map by bad luck
//! is equal in all of them, which makes it no likelier in any. The values differ from process to
//! process and map to map: nothing of this is frozen. [`FixedState`] has known values.
//!
//! # The bound
//! Take two different values of a type whose `Hash` writes an integer that differs wherever the
//! kinds of pieces behind it do, as derived ones and those of std do (a discriminant, a number of
//! elements). They write different words, unless all slices in which they differ have the same VHASH-64:
//! probability 2^-61 at most for slices up to 2^59 bytes, by the [theorem](crate::bound). Different words are
//! different polynomials, as a further word is a higher degree and the highest coefficient is 1; so y
//! differs but for n of 2^116 values of K, n being the number of words, and always if there is one
//! integer. Then by the last step a given difference of the hashes has probability 1/(2^64 − 257), and so any t
//! low bits of the two hashes (a bucket), or any t high ones (a tag), agree with probability at most
//! 2^(1−t) (1 + 2^-55). Together: 2^(1−t) + 2^-60 for any t, and values with one integer have
//! different hashes but for a probability of 2^-63.9.
//!
//! The orders of two maps are independent: filling one in the order of another does not crowd its
//! buckets.
//!
//! # Against whom
//! The bounds hold for values that are chosen without knowledge of the hashes. Who can watch the
//! order of a map, or time its collisions, and then choose further values is not covered by any
//! universal hash: take a pseudo-random function, such as SipHash, there. A map of this crate is for
//! keys that are long: for integers and short strings other hashes are as safe and faster.

use crate::{Key64, VHasher64};
use core::hash::BuildHasher;

/// Builds hashers under one given key, for hashes that have to be the same in every process.
///
/// The hash of a value is [`hash64`](crate::hash64) of the bytes that it writes. Frozen.
///
/// Maps that share a key have the same order, and filling one of them from the iteration of another
/// can crowd its buckets: use `RandomState` where the values need not be known.
///
/// ```
/// use core::hash::BuildHasher;
/// use vhash::{FixedState, Key64, hash64};
/// static KEY: Key64 = Key64::from_seed(1);
/// const STATE: FixedState = FixedState::new(&KEY);
/// assert_eq!(STATE.hash_one(7_u32), hash64(&KEY, &[7, 0, 0, 0]));
/// assert_eq!(STATE.hash_one("seven"), hash64(&KEY, b"seven\xff"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FixedState<'k> {
    key: &'k Key64,
}

impl<'k> FixedState<'k> {
    /// Hashers under this key.
    #[must_use]
    pub const fn new(key: &'k Key64) -> Self {
        Self { key }
    }
}

impl<'k> BuildHasher for FixedState<'k> {
    type Hasher = VHasher64<'k>;

    #[inline]
    fn build_hasher(&self) -> VHasher64<'k> {
        VHasher64::new(self.key)
    }
}

#[cfg(feature = "std")]
pub use random::{HashMap, HashSet, MapHasher, RandomState};

#[cfg(feature = "std")]
mod random {
    use crate::backend::portable::{FOLD, add, halves, last, step};
    use crate::key::{PolyKey, SplitMix64};
    use crate::{Backend, Key64, backend};
    use core::fmt;
    use core::hash::{BuildHasher, Hasher};
    use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::sync::LazyLock;

    /// What all maps of the process share.
    struct Shared {
        /// For slices.
        key: Key64,
        /// The state of the generator of the maps' own words.
        counter: AtomicU64,
    }

    static SHARED: LazyLock<Shared> = LazyLock::new(|| {
        let counter = AtomicU64::new(std::hash::RandomState::new().hash_one("maps"));
        // Chosen now, the backend need not be asked for at each hash.
        Shared { key: Key64::generate().with_backend(Backend::detect()), counter }
    });

    /// Builds hashers for one map: the process's key, and words that no other map has.
    ///
    /// ```
    /// let mut map = vhash::HashMap::default();
    /// map.insert("key", 1);
    /// assert_eq!(map["key"], 1);
    /// ```
    #[derive(Clone, Copy)]
    pub struct RandomState {
        shared: &'static Shared,
        poly: PolyKey,
        last: [u64; 2],
    }

    impl RandomState {
        /// A state that differs from all others. Takes nanoseconds, but for the first of the
        /// process, which makes the shared key.
        #[inline]
        #[must_use]
        pub fn new() -> Self {
            const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
            let shared = &*SHARED;
            let mut random = SplitMix64(shared.counter.fetch_add(STEP.wrapping_mul(4), Relaxed));
            let mut pair = || [random.next(), random.next()];
            let poly = PolyKey::new(pair());
            // Below 2^64 - 257 both, as one word in 2^56 is not by itself.
            let last = pair().map(|word| word.min(u64::MAX - FOLD));
            Self { shared, poly, last }
        }
    }

    impl Default for RandomState {
        #[inline]
        fn default() -> Self {
            Self::new()
        }
    }

    impl BuildHasher for RandomState {
        type Hasher = MapHasher;

        #[inline]
        fn build_hasher(&self) -> MapHasher {
            MapHasher { state: *self, y: 1, slice: false }
        }
    }

    impl fmt::Debug for RandomState {
        /// Shows nothing: all of it is secret.
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("RandomState").finish_non_exhaustive()
        }
    }

    /// The hasher of a [`RandomState`].
    #[derive(Clone, Copy)]
    pub struct MapHasher {
        state: RandomState,
        /// The polynomial over the words so far.
        y: u128,
        /// Whether the last word is that of a slice.
        slice: bool,
    }

    /// The hash of a slice. Apart, so that what calls it stays small enough to be inlined.
    #[inline(never)]
    fn hash_slice(shared: &Shared, bytes: &[u8]) -> u64 {
        let [hash] = backend::hash(&shared.key, bytes);
        hash
    }

    impl MapHasher {
        #[inline]
        const fn push(&mut self, word: u64) {
            self.y = step(self.y, &self.state.poly, word as u128);
            self.slice = false;
        }
    }

    /// Integers of at most 64 bits are words.
    macro_rules! integers {
        ($($write:ident($integer:ty))*) => {
            $(#[inline]
            fn $write(&mut self, i: $integer) {
                self.push(u64::from(i));
            })*
        };
    }

    impl Hasher for MapHasher {
        #[inline]
        fn write(&mut self, bytes: &[u8]) {
            self.push(hash_slice(self.state.shared, bytes));
            self.slice = true;
        }

        #[inline]
        fn write_u8(&mut self, i: u8) {
            if self.slice && i == 0xff {
                self.y = add(self.y, 0xff);
                self.slice = false;
            } else {
                self.push(i.into());
            }
        }

        integers!(write_u16(u16) write_u32(u32) write_u64(u64));

        #[inline]
        fn write_usize(&mut self, i: usize) {
            self.push(i as u64);
        }

        #[inline]
        fn write_u128(&mut self, i: u128) {
            let (high, low) = halves(i);
            self.push(low);
            self.push(high);
        }

        #[inline]
        fn write_i8(&mut self, i: i8) {
            self.write_u8(i.cast_unsigned());
        }

        #[inline]
        fn write_i16(&mut self, i: i16) {
            self.write_u16(i.cast_unsigned());
        }

        #[inline]
        fn write_i32(&mut self, i: i32) {
            self.write_u32(i.cast_unsigned());
        }

        #[inline]
        fn write_i64(&mut self, i: i64) {
            self.write_u64(i.cast_unsigned());
        }

        #[inline]
        fn write_i128(&mut self, i: i128) {
            self.write_u128(i.cast_unsigned());
        }

        #[inline]
        fn write_isize(&mut self, i: isize) {
            self.write_i64(i as i64);
        }

        #[inline]
        fn finish(&self) -> u64 {
            last(self.y, self.state.last, 0)
        }
    }

    impl fmt::Debug for MapHasher {
        /// Shows nothing: what it holds is secret.
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("MapHasher").finish_non_exhaustive()
        }
    }

    /// A [`std::collections::HashMap`] with a [`RandomState`]; make one with `HashMap::default()`.
    pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

    /// A [`std::collections::HashSet`] with a [`RandomState`]; make one with `HashSet::default()`.
    pub type HashSet<T> = std::collections::HashSet<T, RandomState>;
}
