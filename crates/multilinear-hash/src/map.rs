//! Hash tables: hashers with a theorem for small keys.
//!
//! # What a map computes
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
//!    product. There is one c for slices behind which `0xff` is written, as `str` does, and another
//!    for the rest: that byte costs nothing.
//! 3. A value that writes one slice alone has that hash. Otherwise each integer is a word, the hash
//!    of each slice is a word, a `u128` is two. The hash of one word w is the upper half of a w +
//!    c′, that of two words w, u of a w + a′ u + c″ modulo 2^128 (**multiply-shift**). More words
//!    are the coefficients of a polynomial modulo 2^127 − 1, whose value at a second secret point
//!    is hashed as two words, with another c‴.
//!
//! # The bound
//! Take two different values of one type, chosen without knowledge of the key, whose `Hash` writes
//! an integer that differs wherever the kinds of pieces behind it do, as derived ones and those of
//! std do (a discriminant, a number of elements). [`collision_bound`] is the logarithm of a bound ε
//! on the probability that their words, or their v, are the same; if they are not, their hashes are
//! **uniform and independent of one another**, all 64 bits, and so are any t of them: a bucket, a
//! tag. So any t bits agree with probability at most 2^-t + ε, and in a table with 2^t buckets and
//! n keys a lookup meets at most n (2^-t + ε) others on average over the keys of the map.
//!
//! | values                                         | ε        |
//! |------------------------------------------------|----------|
//! | integers of up to 64 bits, pairs of them, `u128` | 0        |
//! | one slice or `str` of up to 112 bytes           | 2^-63    |
//! | one longer slice, of n bytes                    | 2^-62 + (n/112 + 3) 2^-126 |
//! | anything else, of m words and s slices          | s (2^-64 + the slice's) + (m + 1) 2^-126 |
//!
//! [`crate::bound`] has the proofs.
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

pub use key::{MAP_KEY_BYTES, MapKey};

use core::borrow::Borrow;
use core::fmt;
use core::hash::{BuildHasher, Hasher};
use key::{Summand, upper};

/// The logarithm to base 2 of ε for one slice of at most `len_bytes` bytes: two given ones have
/// independent, uniform hashes but with this probability. See [`crate::bound`].
///
/// ```
/// use multilinear_hash::map::collision_bound;
/// assert_eq!(collision_bound(112), -63.0);
/// assert!(collision_bound(1 << 40) < -61.999);
/// ```
#[must_use]
pub fn collision_bound(len_bytes: u64) -> f64 {
    crate::bound::slice(len_bytes)
}

/// The hasher of a [`RandomState`] or a [`FixedState`].
#[derive(Clone, Copy)]
pub struct MapHasher<K = MapKey> {
    key: K,
    /// The words, while there are two at most; then the halves of the polynomial over them.
    words: [u64; 2],
    /// The number of words; three stands for more.
    count: u32,
    pending: Pending,
    /// What a summand makes the hash of the slice that was written last, not yet a word.
    slice: u128,
}

/// What is known of the slice that was written last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pending {
    /// It is a word, or there is none.
    Nothing,
    /// Whether `0xff` follows is not known.
    Slice,
    /// It did.
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
        let which = if self.pending == Pending::Slice { Summand::Slice } else { Summand::SliceEnd };
        upper(self.slice.wrapping_add(self.key.borrow().summand(which)))
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
            2 => key.two_words(self.words, Summand::TwoWords),
            _ => key.two_words(self.words, Summand::MoreWords),
        }
    }

    /// The hash of the words and a slice behind them.
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

    #[inline(always)]
    fn write_usize(&mut self, i: usize) {
        self.push(i as u64);
    }

    #[inline(always)]
    fn write_i8(&mut self, i: i8) {
        self.write_u8(i.cast_unsigned());
    }

    #[inline(always)]
    fn write_i16(&mut self, i: i16) {
        self.write_u16(i.cast_unsigned());
    }

    #[inline(always)]
    fn write_i32(&mut self, i: i32) {
        self.write_u32(i.cast_unsigned());
    }

    #[inline(always)]
    fn write_i64(&mut self, i: i64) {
        self.write_u64(i.cast_unsigned());
    }

    #[inline(always)]
    fn write_i128(&mut self, i: i128) {
        self.write_u128(i.cast_unsigned());
    }

    #[inline(always)]
    fn write_isize(&mut self, i: isize) {
        self.write_i64(i as i64);
    }

    #[inline(always)]
    fn finish(&self) -> u64 {
        match (self.count, self.pending) {
            (_, Pending::Nothing) => self.words_hash(),
            (0, _) => self.slice_hash(),
            _ => self.words_and_slice_hash(),
        }
    }
}

impl<K> fmt::Debug for MapHasher<K> {
    /// Shows nothing: what it holds is secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MapHasher").finish_non_exhaustive()
    }
}

/// Builds hashers under one given key, for hashes that have to be the same in every process and on
/// every machine. Frozen.
///
/// Maps that share a key have the same order, and filling one of them from the iteration of another
/// can crowd its buckets: use `RandomState` where the values need not be known.
///
/// ```
/// use core::hash::BuildHasher;
/// use multilinear_hash::{FixedState, MapKey};
/// static KEY: MapKey = MapKey::from_seed(1);
/// const STATE: FixedState = FixedState::new(&KEY);
/// assert_eq!(STATE.hash_one(7_u32), STATE.hash_one(7_u64));
/// assert_ne!(STATE.hash_one("seven"), STATE.hash_one("eight"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FixedState<'k> {
    key: &'k MapKey,
}

impl<'k> FixedState<'k> {
    /// Hashers under this key.
    #[must_use]
    pub const fn new(key: &'k MapKey) -> Self {
        Self { key }
    }
}

impl<'k> BuildHasher for FixedState<'k> {
    type Hasher = MapHasher<&'k MapKey>;

    #[inline(always)]
    fn build_hasher(&self) -> Self::Hasher {
        MapHasher::new(self.key)
    }
}

#[cfg(feature = "std")]
pub use random::{HashMap, HashSet, RandomState};

#[cfg(feature = "std")]
mod random {
    use super::*;
    use crate::key::SplitMix;
    use crate::shift::MultiplyShift;
    use core::hash::Hash;
    use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::sync::LazyLock;

    /// What all maps of the process share.
    struct Shared {
        /// For each word of a key, the hash that makes it of the number of a map.
        words: [MultiplyShift<1>; MAP_KEY_BYTES / 8],
        /// The state of a generator of these numbers, which does not repeat.
        counter: AtomicU64,
    }

    static SHARED: LazyLock<Shared> = LazyLock::new(|| {
        let mut word = crate::key::system_words();
        let counter = AtomicU64::new(word());
        let mut double = || u128::from(word()) | u128::from(word()) << 64;
        let words = core::array::from_fn(|_| MultiplyShift::new([double()], double()));
        Shared { words, counter }
    });

    /// Builds hashers for one map, under a key of 256 bytes that no other map has.
    ///
    /// ```
    /// let mut map = multilinear_hash::HashMap::default();
    /// map.insert("key", 1);
    /// assert_eq!(map["key"], 1);
    /// ```
    #[derive(Clone, Copy, Debug)]
    pub struct RandomState {
        key: MapKey,
    }

    impl RandomState {
        /// A state that differs from all others. Takes nanoseconds, but for the first of the process.
        ///
        /// Each word of the key is a strongly universal hash of a number that no other map has,
        /// under a key of its own for each of the 32 words, which the operating system's entropy
        /// gives by SipHash, once a process. So the keys of any two maps are independent of one
        /// another. Those of three are not by a theorem: there it is only that splitmix64 gives the
        /// numbers.
        #[must_use]
        pub fn new() -> Self {
            let shared = &*SHARED;
            let number = SplitMix(shared.counter.fetch_add(SplitMix::STEP, Relaxed)).next_u64();
            Self { key: MapKey::from_words(shared.words.each_ref().map(|word| word.hash(number))) }
        }
    }

    impl Default for RandomState {
        fn default() -> Self {
            Self::new()
        }
    }

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

    /// A [`std::collections::HashMap`] with a [`RandomState`]; make one with `HashMap::default()`.
    pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

    /// A [`std::collections::HashSet`] with a [`RandomState`]; make one with `HashSet::default()`.
    pub type HashSet<T> = std::collections::HashSet<T, RandomState>;
}
