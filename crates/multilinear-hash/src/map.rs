//! Hash tables: hashers with a theorem for small keys.
//!
//! # The function
//! Everything is scalar arithmetic, the same in any build: no vector unit, no table. Integers are
//! hashed in line, a slice of up to 48 bytes by one call. A map has 256 bytes of key of its own,
//! [`MapKey`].
//!
//! 1. What is written as bytes (a `str`, a slice of `u8`) becomes 128 bits v by **NH**: the sum
//!    modulo 2^128 of (a + k\[2i\]) (b + k\[2i+1\]) over pairs of 64-bit words a, b, which cover
//!    the slice, and of its length. A slice of more than 112 bytes is cut into parts of so many,
//!    whose sums, modulo 2^126, are the coefficients of a polynomial modulo 2^127 − 1, which begins
//!    with 1 and ends with the length; its value at a secret point is v.
//! 2. The hash of a slice is the upper half of (f + v\[0\]) (g + v\[1\]) + c modulo 2^128 of the
//!    halves of v, with f, g and c of 128 bits: a strongly universal hash of two words by one
//!    product. There is one c for slices that `0xff` follows, as `str` writes it, and another for
//!    the rest: that byte costs nothing.
//! 3. A value that writes one slice alone has that hash. Otherwise each integer is a word, the hash
//!    of each slice is a word, a `u128` is two. The hash of one word w is the upper half of a w +
//!    c′, that of two words w, u of a w + a′ u + c″ modulo 2^128 (**multiply-shift**). More words
//!    are the coefficients of a polynomial modulo 2^127 − 1, whose value at a second secret point
//!    is hashed as two words, with another c‴.
//!
//! # The bound
//! Take two different values of one type, chosen without knowledge of the key, whose `Hash` writes
//! an integer that differs wherever the kinds of pieces after it do, as derived ones do, and those
//! of std's integers, strings, tuples, slices and collections (a discriminant, a number of
//! elements; not those of `std::path::Path`, where "/a" and "a" write the same).
//! [`slice_collision_bound`] is the logarithm of a bound ε on the probability that their words, or
//! their v, are the same; if they are not, their hashes are **uniform and independent of one
//! another**, all 64 bits, and so are any t of them: a bucket, a tag. So any t bits agree with
//! probability at most 2^-t + ε, all 64 with 2^-64 + ε, and in a table of 2^t chains and n keys a
//! lookup meets at most n (2^-t + ε) others on average over the keys of the map. (An
//! open-addressing table, such as hashbrown's, also probes buckets that others have filled: for it,
//! pairs of keys alone prove less.)
//!
//! | values                                         | ε        |
//! |------------------------------------------------|----------|
//! | integers of up to 64 bits, pairs of them, `u128` | 0        |
//! | one slice or `str` of up to 112 bytes           | 2^-63    |
//! | one longer slice, of n bytes                    | 2^-62 + (n/112 + 3) 2^-126 |
//! | anything else, of m words and s slices          | s (2^-64 + the slice's) + (m + 1) 2^-126 |
//!
//! One case is not covered by "any t": the addend of more than two words and that of a slice
//! overlap in a word. For values of three words or more, of which one is a slice without `0xff` after
//! it, only the low t bits and all 64 keep the bound.
//!
//! [`crate::bound`] has the proofs.
//!
//! [`slice_collision_bound`]: crate::bound::slice_collision_bound
//!
//! # Against whom
//! **Oblivious**: values that are chosen without knowledge of the hashes, by whomever, have the
//! bound. So a list of keys prepared to collide in some hash function does not in this one.
//! **Adaptive**: who watches the order of a map, or times its collisions, and chooses further
//! values by that, is not covered by any universal hash: the functions are linear in their keys.
//! Take a pseudo-random function, such as SipHash, there.
//!
//! The keys of two maps of [`RandomState`] are independent, so filling one in the order of another
//! does not crowd its buckets.

mod key;

pub use key::MapKey;

use core::borrow::Borrow;
use core::hash::Hasher;
use key::{Addend, upper};

/// The hasher of a [`RandomState`] or a [`FixedState`].
#[derive(Clone, Copy)]
pub struct MapHasher<K = MapKey> {
    key: K,
    /// The words, while there are two at most; then the halves of the polynomial over them.
    words: [u64; 2],
    /// The number of words; 3 stands for more.
    count: u32,
    pending: Pending,
    /// The product of the slice that was written last and is not yet a word. Its hash is the upper
    /// half of this and an addend.
    slice: u128,
}

/// How far the slice that was written last has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pending {
    /// The slice is a word, or there is none.
    Nothing,
    /// It is unknown whether `0xff` follows the slice.
    Slice,
    /// `0xff` followed the slice.
    SliceEnd,
}

// A hasher that a look-up does not inline is in memory. Hits with strings took 3 ns more for it,
// and insertions up to twice as long, because its loads wait until the addresses of the stores of
// the insertion before are known. std's `Hash` of a `str` is inlined only where what it calls is
// small; so a slice is hashed by one call, from registers to registers, and where a value is one
// slice an addition is all that follows.
impl<K: Borrow<MapKey>> MapHasher<K> {
    #[inline(always)]
    const fn new(key: K) -> Self {
        Self { key, words: [0; 2], count: 0, pending: Pending::Nothing, slice: 0 }
    }

    /// The hash of the slice that is pending.
    #[inline(always)]
    fn slice_hash(&self) -> u64 {
        let which = if self.pending == Pending::Slice { Addend::Slice } else { Addend::SliceEnd };
        upper(self.slice.wrapping_add(self.key.borrow().addend(which)))
    }

    /// Makes a pending slice a word.
    #[inline(always)]
    fn push_slice(&mut self) {
        if self.pending != Pending::Nothing {
            let word = self.slice_hash();
            self.pending = Pending::Nothing;
            self.push_word(word);
        }
    }

    #[inline(always)]
    fn push(&mut self, word: u64) {
        self.push_slice();
        self.push_word(word);
    }

    #[inline(always)]
    fn push_word(&mut self, word: u64) {
        if self.count < 2 {
            self.words[self.count as usize] = word;
            self.count += 1;
        } else {
            self.words = self.key.borrow().one_more(self.words, self.count == 2, word);
            self.count = 3;
        }
    }

    /// The hash of the words.
    #[inline(always)]
    fn words_hash(&self) -> u64 {
        let key = self.key.borrow();
        match self.count {
            0 => 0,
            1 => key.one_word(self.words[0]),
            2 => key.two_words(self.words, Addend::TwoWords),
            _ => key.two_words(self.words, Addend::MoreWords),
        }
    }

    /// The hash of the words followed by the pending slice.
    #[inline(always)]
    fn words_and_slice_hash(&self) -> u64 {
        let mut all =
            MapHasher { words: self.words, count: self.count, ..MapHasher::new(self.key.borrow()) };
        all.push_word(self.slice_hash());
        all.words_hash()
    }
}

impl<K: Borrow<MapKey>> Hasher for MapHasher<K> {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) {
        self.push_slice();
        self.slice = self.key.borrow().slice_product(bytes);
        self.pending = Pending::Slice;
    }

    #[inline(always)]
    fn write_u8(&mut self, i: u8) {
        if self.pending == Pending::Slice && i == 0xff {
            self.pending = Pending::SliceEnd;
        } else {
            self.push(i.into());
        }
    }

    #[inline(always)]
    fn write_u16(&mut self, i: u16) {
        self.push(i.into());
    }

    #[inline(always)]
    fn write_u32(&mut self, i: u32) {
        self.push(i.into());
    }

    #[inline(always)]
    fn write_u64(&mut self, i: u64) {
        self.push(i);
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the halves")]
    fn write_u128(&mut self, i: u128) {
        self.push(i as u64);
        self.push_word(upper(i));
    }

    hash_core::integers_as_unsigned!();

    #[inline(always)]
    fn finish(&self) -> u64 {
        match (self.count, self.pending) {
            (_, Pending::Nothing) => self.words_hash(),
            (0, _) => self.slice_hash(),
            _ => self.words_and_slice_hash(),
        }
    }
}

hash_core::secret_debug!(impl[K] MapHasher<K>, "MapHasher");

hash_core::fixed_state! {
    /// Builds hashers under one given key, for hashes that must be the same in every process and on
    /// every machine. Frozen. A state is as large as what holds the key: a reference 8 bytes, the
    /// key itself 256.
    ///
    /// Maps that share a key have the same order, and filling one of them from the iteration of
    /// another can crowd its buckets: use `RandomState` where the values need not be known.
    ///
    /// ```
    /// use core::hash::BuildHasher;
    /// use multilinear_hash::{FixedState, MapKey};
    /// static KEY: MapKey = MapKey::from_seed(1);
    /// const STATE: FixedState<&MapKey> = FixedState::new(&KEY);
    /// assert_eq!(STATE.hash_one(7_u32), STATE.hash_one(7_u64));
    /// assert_eq!(STATE.hash_one("seven"), FixedState::from_seed(1).hash_one("seven"));
    /// ```
    FixedState, MapKey, MapHasher<K>, |key| MapHasher::new(key)
}

#[cfg(feature = "std")]
pub use random::{HashMap, HashMapExt, HashSet, HashSetExt, RandomState};

#[cfg(feature = "std")]
mod random {
    use super::{MapHasher, MapKey};
    use core::hash::{BuildHasher, Hash, Hasher};
    use hash_core::map::MapWords;
    pub use hash_core::map::{HashMapExt, HashSetExt};
    use std::sync::LazyLock;

    /// The words of the keys of all maps of the process.
    static WORDS: LazyLock<MapWords<{ MapKey::WORDS }>> = LazyLock::new(MapWords::new);

    /// Builds hashers for one map, under a key that no other map has. 256 bytes.
    ///
    /// ```
    /// use multilinear_hash::{HashMap, HashMapExt};
    /// let mut map = HashMap::new();
    /// map.insert("key", 1);
    /// assert_eq!(map["key"], 1);
    /// ```
    #[derive(Clone, Copy)]
    pub struct RandomState {
        key: MapKey,
    }

    impl RandomState {
        /// A state that differs from all others. Takes nanoseconds, except for the first of the
        /// process.
        ///
        /// Each word of the key is a strongly universal hash of a number that no other map has,
        /// under a key of its own for each of the 32 words, which the operating system's entropy
        /// gives by SipHash, once a process. So the keys of any two maps are independent of one
        /// another. Those of three are not by a theorem.
        #[must_use]
        pub fn new() -> Self {
            Self { key: MapKey::from_words(WORDS.next_map()) }
        }
    }

    hash_core::random_state!(RandomState);

    impl BuildHasher for RandomState {
        type Hasher = MapHasher;

        #[inline]
        fn build_hasher(&self) -> MapHasher {
            MapHasher::new(self.key)
        }

        /// As the hasher does it, without a copy of the key.
        #[inline(always)]
        fn hash_one<T: Hash>(&self, value: T) -> u64 {
            let mut hasher = MapHasher::new(&self.key);
            value.hash(&mut hasher);
            hasher.finish()
        }
    }
}
