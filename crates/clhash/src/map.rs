//! Hash tables.
//!
//! # What a map computes
//! [`RandomState`] makes one 64-bit word of each value, and multiplies it by a number of the map's
//! own:
//!
//! 1. What is written as bytes (a `str`, a slice of `u8`) becomes the 64 bits of its CLHASH. If it
//!    comes first, the `0xff` that a `str` writes behind itself is added to it, by exclusive or.
//! 2. A message of at most 8 bytes, integers and hashes of strings together, is the word. A longer
//!    one becomes the 64 bits of its CLHASH, under a second key.
//! 3. The word w becomes the upper half of a w + b modulo 2^128, with a and b random for each map
//!    (multiply-shift; Dietzfelbinger, "Universal hashing and k-wise independent random variables
//!    via integer arithmetic without primes", 1996).
//!
//! So the hash of an integer or a string takes one call at most, whatever the build. The values
//! differ from process to process and map to map: nothing of this is frozen.
//!
//! # The bound
//! Take two different values of a type whose `Hash` writes an integer that differs wherever the
//! kinds of pieces after it do, as derived ones do, and those of std's integers, strings, tuples,
//! slices and collections (a discriminant, a number of elements). Values that write the same
//! collide in every map, as "/a" and "a" do as a `std::path::Path`. Either some integer differs in
//! the same place of their messages, or all do not and some slice differs. In the second case the
//! messages are equal with probability at most 2.004 · 2^-64, by the [bound](crate::bound) for that
//! slice under the first key (the added `0xff` included, as CLHASH is XOR universal). Different
//! messages of at most 8 bytes are different words, or of different lengths, which step 3 tells
//! apart by a random addend; longer ones give equal words with probability at most 2.004 · 2^-64
//! more, the second key being independent of the first; and a long message's word, which is uniform
//! over that key, meets the word of a short one with probability 2^-64. Together: equal words with
//! probability below 2^-61, and never for integers of at most 8 bytes in all.
//!
//! The hashes of different words w and v are uniform and independent of one another over a and b:
//! with u = a v + b, which is uniform, and d = a (w − v), which is independent of u, the hash of w
//! is the upper half of the sum of u and d. As w − v is an odd number times 2^s with s < 64, the
//! bits of d from s on are uniform and independent, so its upper half is uniform whatever u and its
//! own lower half are; so is the upper half of the sum. Any t bits, such as a bucket or a tag,
//! agree with probability 2^-t, and all 64 with 2^-64. In a table of 2^t chains and n keys, a
//! lookup meets at most n (2^-t + 2^-61) others on average over the keys of the map. (An
//! open-addressing table, such as hashbrown's, also probes buckets that others have filled: for it,
//! pairs of keys alone prove less, and the loads of its buckets have heavier tails than those of a
//! random function.)
//!
//! The keys of CLHASH, a kilobyte each, are made once a process, from the operating system's
//! entropy, and shared by all maps: two values that are equal in one map by bad luck are equal in
//! all of them, which makes it no likelier in any. The 40 bytes of a, b and the addend of short
//! messages are made for each map, in nanoseconds, by [`MapWords`](hash_core::map::MapWords): those
//! of any two maps are uniform and independent of one another, so the orders of two maps are.
//! Filling one map in the order of another does not crowd its buckets.
//!
//! # Against whom
//! The bounds hold for values that are chosen without knowledge of the hashes. Who can watch the
//! order of a map, or time its collisions, and then choose further values is not covered by any
//! universal hash: take a pseudo-random function, such as SipHash, there.

use crate::{ClHasher, Key};

hash_core::fixed_state! {
    /// Builds hashers under one given key, for hashes that must be the same in every process.
    ///
    /// The hash of a value is [`hash`](crate::hash) of the bytes that it writes. Frozen. A state is
    /// as large as what holds the key: a reference 8 bytes, the key itself 1,344.
    ///
    /// Maps that share a key have the same order, and filling one of them from the iteration of
    /// another can crowd its buckets: use `RandomState` where the values need not be known.
    ///
    /// ```
    /// use clhash::{FixedState, Key, hash};
    /// use core::hash::BuildHasher;
    /// static KEY: Key = Key::from_seed(1);
    /// const STATE: FixedState<&Key> = FixedState::new(&KEY);
    /// assert_eq!(STATE.hash_one(7_u32), hash(&KEY, &[7, 0, 0, 0]));
    /// assert_eq!(FixedState::from_seed(1).hash_one("seven"), hash(&KEY, b"seven\xff"));
    /// ```
    FixedState, Key, ClHasher<K>, |key| ClHasher::new(key)
}

#[cfg(feature = "std")]
pub use random::{HashMap, HashMapExt, HashSet, HashSetExt, MapHasher, RandomState};

#[cfg(feature = "std")]
mod random {
    use crate::{Backend, ClHasher, Key, backend};
    use core::hash::{BuildHasher, Hasher};
    use hash_core::map::MapWords;
    pub use hash_core::map::{HashMapExt, HashSetExt};
    use std::sync::LazyLock;

    /// What all maps of the process share.
    struct Shared {
        /// For slices.
        inner: Key,
        /// For messages of more than 8 bytes.
        outer: Key,
        maps: MapWords<5>,
    }

    static SHARED: LazyLock<Shared> = LazyLock::new(|| {
        // Chosen now, the backend need not be asked for at each hash.
        let new_key = || Key::generate().with_backend(Backend::detect());
        Shared { inner: new_key(), outer: new_key(), maps: MapWords::new() }
    });

    /// Multiply-shift, by words of one map.
    #[derive(Clone, Copy)]
    struct MultiplyShift {
        factor: u128,
        addend: u128,
        /// Added to the hashes of messages of less than 8 bytes.
        short: u64,
    }

    impl MultiplyShift {
        #[inline]
        const fn new([a0, a1, b0, b1, short]: [u64; 5]) -> Self {
            let factor = a0 as u128 | (a1 as u128) << 64;
            let addend = b0 as u128 | (b1 as u128) << 64;
            Self { factor, addend, short }
        }

        #[inline]
        const fn hash(&self, word: u64) -> u64 {
            (self.factor.wrapping_mul(word as u128).wrapping_add(self.addend) >> 64) as u64
        }
    }

    /// Builds hashers for one map: the process's keys, and words that no other map has. 64 bytes.
    ///
    /// ```
    /// use clhash::{HashMap, HashMapExt};
    /// let mut map = HashMap::new();
    /// map.insert("key", 1);
    /// assert_eq!(map["key"], 1);
    /// ```
    #[derive(Clone, Copy)]
    pub struct RandomState {
        shared: &'static Shared,
        own: MultiplyShift,
    }

    impl RandomState {
        /// A state that differs from all others. Takes nanoseconds, except for the first of the
        /// process, which makes the shared keys.
        #[inline]
        #[must_use]
        pub fn new() -> Self {
            let shared = &*SHARED;
            Self { shared, own: MultiplyShift::new(shared.maps.next_map()) }
        }
    }

    hash_core::random_state!(RandomState);

    impl BuildHasher for RandomState {
        type Hasher = MapHasher;

        #[inline]
        fn build_hasher(&self) -> MapHasher {
            let stream = ClHasher::new(&self.shared.outer);
            MapHasher { state: *self, word: 0, len: 0, slice: false, stream }
        }
    }

    /// The hasher of a [`RandomState`].
    ///
    /// The code for integers and strings is short enough to be inlined, so that the hasher stays in
    /// registers. Everything else is out of line.
    #[derive(Clone, Copy)]
    pub struct MapHasher {
        state: RandomState,
        /// The message, little-endian, while it has at most 8 bytes.
        word: u64,
        /// Its bytes, or `LONG`.
        len: u32,
        /// Whether it is the hash of a slice, and nothing has come after that.
        slice: bool,
        /// A longer message.
        stream: ClHasher<&'static Key>,
    }

    /// Hashes a slice. Kept out of line so that its callers are small enough to be inlined.
    #[inline(never)]
    fn hash_slice(shared: &Shared, bytes: &[u8]) -> u64 {
        backend::hash(shared.inner.backend(), &shared.inner, bytes)
    }

    /// The length of a message that is in the stream.
    const LONG: u32 = 9;

    impl MapHasher {
        /// Appends `len <= 8` bytes, which are `word` little-endian with zeros above them.
        #[inline]
        fn append(&mut self, word: u64, len: u32) {
            if self.len + len <= 8 {
                self.word |= word << (8 * self.len);
                self.len += len;
                self.slice = false;
            } else {
                self.append_long(word.into(), len);
            }
        }

        /// Appends `len <= 16` bytes to a message of more than 8 together.
        #[inline(never)]
        fn append_long(&mut self, words: u128, len: u32) {
            if self.len < LONG {
                self.stream.append(self.word.into(), self.len as usize);
                self.len = LONG;
                self.slice = false;
            }
            self.stream.append(words, len as usize);
        }

        /// The word of a long message.
        #[inline(never)]
        fn finish_long(&self) -> u64 {
            self.stream.finalize()
        }
    }

    impl Hasher for MapHasher {
        #[inline]
        fn write(&mut self, bytes: &[u8]) {
            let hash = hash_slice(self.state.shared, bytes);
            if self.len == 0 {
                (self.word, self.len, self.slice) = (hash, 8, true);
            } else {
                self.append_long(hash.into(), 8);
            }
        }

        #[inline]
        fn write_u8(&mut self, i: u8) {
            if self.slice && i == 0xff {
                self.word ^= 0xff;
                self.slice = false;
            } else {
                self.append(i.into(), 1);
            }
        }

        #[inline]
        fn write_u16(&mut self, i: u16) {
            self.append(i.into(), 2);
        }

        #[inline]
        fn write_u32(&mut self, i: u32) {
            self.append(i.into(), 4);
        }

        #[inline]
        fn write_u64(&mut self, i: u64) {
            self.append(i, 8);
        }

        #[inline]
        fn write_u128(&mut self, i: u128) {
            self.append_long(i, 16);
        }

        hash_core::integers_as_unsigned!();

        #[inline]
        fn finish(&self) -> u64 {
            let own = &self.state.own;
            match self.len {
                8 => own.hash(self.word),
                LONG => own.hash(self.finish_long()),
                // The length stands in the byte that the message leaves free.
                len => own.hash(self.word | u64::from(len) << 56).wrapping_add(own.short),
            }
        }
    }

    hash_core::secret_debug!(impl[] MapHasher, "MapHasher");
}
