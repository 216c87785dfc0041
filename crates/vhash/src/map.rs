//! Hash tables.
//!
//! # What a map computes
//! [`RandomState`] makes a word of each thing that a value writes, takes the words as coefficients
//! of a polynomial, and ends as VHASH does:
//!
//! 1. An integer is a word, one of 128 bits is two. What is written as bytes (a `str`, a slice of
//!    `u8`) is the word of its VHASH-64, and the `0xff` that a `str` writes after itself is added
//!    to that.
//! 2. y = 1; for every word w, y = y K + w modulo 2^127 − 1.
//! 3. The last step of VHASH computes 64 bits from y.
//!
//! K and the words of the last step are the map's own, uniform and independent of those of any
//! other map (one draw in 2^55 is repeated, as words of the last step are below 2^64 − 257). The
//! key of step 1 is made once a process, from the operating system's entropy, and shared by all
//! maps: what is equal in one map by bad luck is equal in all of them, which makes it no likelier
//! in any. The values differ from process to process and map to map: nothing of this is frozen.
//! [`FixedState`] has known values.
//!
//! # The bound
//! Take two different values of a type whose `Hash` writes an integer that differs wherever the
//! kinds of pieces after it do, as derived ones do, and those of std's integers, strings, tuples,
//! slices and collections (a discriminant, a number of elements; not those of `std::path::Path`,
//! where "/a" and "a" write the same). They write different words, unless all slices in which they
//! differ have the same VHASH-64: probability 2^-61 at most for slices up to 2^59 bytes, by the
//! [theorem](crate::bound). Different words are different polynomials, as a further word is a
//! higher degree and the highest coefficient is 1; so y differs except for n of 2^116 values of K,
//! n being the number of words, and always if there is one integer. Then by the last step a given
//! difference of the hashes has probability 1/(2^64 − 257), and so any t low bits of the two hashes
//! (a bucket), or any t high ones (a tag), agree with probability at most 2^(1−t) (1 + 2^-55).
//! Together: 2^(1−t) + 2^-60 for any t low or any t high bits (both at once are not covered), and
//! values with one integer have different hashes except with a probability of 2^-63.9.
//!
//! The orders of two maps are independent: filling one in the order of another does not crowd its
//! buckets.
//!
//! # Against whom
//! The bounds hold for values that are chosen without knowledge of the hashes. Who can watch the
//! order of a map, or time its collisions, and then choose further values is not covered by any
//! universal hash: take a pseudo-random function, such as SipHash, there. A map of this crate is
//! for keys that are long: for integers and short strings other hashes are as safe and faster.

use crate::{Key64, VHasher64};

hash_core::fixed_state! {
    /// Builds hashers under one given key, for hashes that must be the same in every process.
    ///
    /// The hash of a value is [`hash`](crate::hash) of the bytes that it writes. Frozen. A state is
    /// as large as what holds the key: a reference 8 bytes, the key itself 832 on x86 and 192
    /// elsewhere.
    ///
    /// Maps that share a key have the same order, and filling one of them from the iteration of
    /// another can crowd its buckets: use `RandomState` where the values need not be known.
    ///
    /// ```
    /// use core::hash::BuildHasher;
    /// use vhash::{FixedState, Key64, hash};
    /// static KEY: Key64 = Key64::from_seed(1);
    /// const STATE: FixedState<&Key64> = FixedState::new(&KEY);
    /// assert_eq!(STATE.hash_one(7_u32), hash(&KEY, &[7, 0, 0, 0]));
    /// assert_eq!(FixedState::from_seed(1).hash_one("seven"), hash(&KEY, b"seven\xff"));
    /// ```
    FixedState, Key64, VHasher64<K>, |key| VHasher64::new(key)
}

#[cfg(feature = "std")]
pub use random::{HashMap, HashMapExt, HashSet, HashSetExt, MapHasher, RandomState};

#[cfg(feature = "std")]
mod random {
    use crate::arithmetic::{add, halves, last_step, mul_add};
    use crate::key::{PolyKey, fits_last_step};
    use crate::{Backend, Key64, polynomial};
    use core::hash::{BuildHasher, Hasher};
    use hash_core::map::MapWords;
    pub use hash_core::map::{HashMapExt, HashSetExt};
    use std::sync::LazyLock;

    /// What all maps of the process share.
    struct Shared {
        /// For slices.
        key: Key64,
        /// For the words of the maps.
        maps: MapWords<4>,
    }

    static SHARED: LazyLock<Shared> = LazyLock::new(|| {
        // Chosen now, the backend need not be asked for at each hash.
        let key = Key64::generate().with_backend(Backend::detect());
        Shared { key, maps: MapWords::new() }
    });

    /// Builds hashers for one map: the process's key, and words that no other map has. 40 bytes.
    ///
    /// ```
    /// use vhash::{HashMap, HashMapExt};
    /// let mut map = HashMap::new();
    /// map.insert("key", 1);
    /// assert_eq!(map["key"], 1);
    /// ```
    #[derive(Clone, Copy)]
    pub struct RandomState {
        shared: &'static Shared,
        poly: PolyKey,
        last_step: [u64; 2],
    }

    impl RandomState {
        /// A state that differs from all others. Takes nanoseconds, except for the first of the
        /// process, which makes the shared key.
        #[inline]
        #[must_use]
        pub fn new() -> Self {
            let shared = &*SHARED;
            loop {
                let [high, low, first, second] = shared.maps.next_map();
                let last_step = [first, second];
                if fits_last_step(last_step) {
                    return Self { shared, poly: PolyKey::new([high, low]), last_step };
                }
            }
        }
    }

    hash_core::random_state!(RandomState);

    impl BuildHasher for RandomState {
        type Hasher = MapHasher;

        #[inline]
        fn build_hasher(&self) -> MapHasher {
            MapHasher { state: *self, y: 1, slice: false }
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

    /// Hashes a slice. Kept out of line so that its callers are small enough to be inlined.
    #[inline(never)]
    fn hash_slice(shared: &Shared, bytes: &[u8]) -> u64 {
        let [hash] = polynomial::hash(&shared.key, bytes);
        hash
    }

    impl MapHasher {
        /// Appends a word to the polynomial.
        #[inline]
        const fn push(&mut self, word: u64) {
            self.y = mul_add(self.y, &self.state.poly, word as u128);
            self.slice = false;
        }
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

        #[inline]
        fn write_u16(&mut self, i: u16) {
            self.push(i.into());
        }

        #[inline]
        fn write_u32(&mut self, i: u32) {
            self.push(i.into());
        }

        #[inline]
        fn write_u64(&mut self, i: u64) {
            self.push(i);
        }

        #[inline]
        fn write_u128(&mut self, i: u128) {
            let (high, low) = halves(i);
            self.push(low);
            self.push(high);
        }

        hash_core::integers_as_unsigned!();

        #[inline]
        fn finish(&self) -> u64 {
            last_step(self.y, self.state.last_step, 0)
        }
    }

    hash_core::secret_debug!(impl[] MapHasher, "MapHasher");
}
