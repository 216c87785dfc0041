//! A state under a given key.

use crate::hasher::{Keys, MapHasher};
use crate::key::{finish, products, SharedKey};
use crate::keyed::{self, HasherKey};
use crate::slices::NhKey;
use crate::{double, halves};
use core::borrow::Borrow;

/// The number of words of f, g and v.
const END_WORDS: usize = 6;
/// The number of words before those of slices.
const BEFORE_SLICES: usize = END_WORDS + SharedKey::WORDS;

/// The key of a [`FixedState`], which has 120 words of 64 bits.
///
/// | words     | use                                                                         |
/// |-----------|-----------------------------------------------------------------------------|
/// | 0 … 5     | f, g and v                                                                  |
/// | 6 … 37    | the keys of 16 terms, for integers                                          |
/// | 38 … 69   | the keys of 16 terms, for slices of 16 bytes and more                       |
/// | 70 … 101  | the keys of 16 terms, for slices of fewer bytes                             |
/// | 102, 103  | the point of the polynomial over more terms                                 |
/// | 104, 105  | the point of the polynomial over parts of slices                            |
/// | 106 … 119 | NH of slices                                                                |
///
/// Numbers of two words have the lower half first. The upper two bits of the points are not used.
///
/// A random key consists of [`RandomWords`](crate::RandomWords):
///
/// ```
/// # #[cfg(feature = "std")] {
/// use provenhash_map::{MapKey, RandomWords};
/// let mut words = RandomWords::new(MapKey::WORDS);
/// let key = MapKey::from_words(words.next_words());
/// # assert!(!key.is_degenerate());
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct MapKey {
    end: [u64; END_WORDS],
    shared: SharedKey<NhKey>,
}

// Few programs use these functions. With `inline`, only those compile them.
impl MapKey {
    /// The length of a key, in bytes.
    pub const BYTES: usize = 8 * Self::WORDS;
    /// The length of a key, in words.
    pub const WORDS: usize = BEFORE_SLICES + NhKey::WORDS;

    /// Makes a key from its 120 words, whatever they are.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; Self::WORDS]) -> Self {
        let (mut end, mut before) = ([0; END_WORDS], [0; SharedKey::WORDS]);
        let (mut slices, mut i) = ([0; NhKey::WORDS], 0);
        while i < Self::WORDS {
            if i < END_WORDS {
                end[i] = words[i];
            } else if i < BEFORE_SLICES {
                before[i - END_WORDS] = words[i];
            } else {
                slices[i - BEFORE_SLICES] = words[i];
            }
            i += 1;
        }
        Self { end, shared: SharedKey::new(&before, NhKey::from_words(&slices)) }
    }

    /// Makes a key from its 960 bytes, in little-endian words, whatever they are.
    #[inline]
    #[must_use]
    pub const fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let (mut words, mut i) = ([0; Self::WORDS], 0);
        while i < Self::BYTES {
            words[i / 8] |= (bytes[i] as u64) << (8 * (i % 8));
            i += 1;
        }
        Self::from_words(words)
    }

    /// Derives a key from a number. Anyone who knows the number knows the key. Frozen: the words
    /// are the first ones of the key stream of ChaCha20 (RFC 8439), whose key is "multilinear map
    /// hash", zero-padded to 24 bytes, and the number, little-endian, and whose nonce is 0.
    #[inline]
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        Self::from_words(crate::seed::words("multilinear map hash", seed))
    }

    /// Returns the 120 words of the key.
    #[inline]
    #[must_use]
    pub const fn to_words(&self) -> [u64; Self::WORDS] {
        let (before, slices) = (self.shared.to_words(), self.shared.slices().to_words());
        let (mut words, mut i) = ([0; Self::WORDS], 0);
        while i < Self::WORDS {
            words[i] = if i < END_WORDS {
                self.end[i]
            } else if i < BEFORE_SLICES {
                before[i - END_WORDS]
            } else {
                slices[i - BEFORE_SLICES]
            };
            i += 1;
        }
        words
    }

    /// Returns the 960 bytes from which [`from_bytes`](Self::from_bytes) makes this key.
    #[inline]
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // a byte of a word
    pub const fn to_bytes(&self) -> [u8; Self::BYTES] {
        let (words, mut bytes, mut i) = (self.to_words(), [0; Self::BYTES], 0);
        while i < Self::BYTES {
            bytes[i] = (words[i / 8] >> (8 * (i % 8))) as u8;
            i += 1;
        }
        bytes
    }

    /// Returns whether the hash ignores a part of some values under this key: f or g is zero (then
    /// half of the sum does not count), one of the points is zero (then only the last of the
    /// further terms, or of the parts of a long slice, counts), or all words of NH are zero. A
    /// random key is one with probability below 2^-124, and bytes that were not filled make one.
    #[inline]
    #[must_use]
    pub const fn is_degenerate(&self) -> bool {
        const UNUSED: u64 = 3 << 62;
        let (words, mut nh, mut i) = (self.to_words(), 0, BEFORE_SLICES + 2);
        while i < Self::WORDS {
            nh |= words[i];
            i += 1;
        }
        words[0] | words[1] == 0
            || words[2] | words[3] == 0
            || words[102] | words[103] & !UNUSED == 0
            || words[104] | words[105] & !UNUSED == 0
            || nh == 0
    }
}

impl Keys for MapKey {
    type Slices = NhKey;
    const FIRST_APART: bool = false;

    #[inline(always)]
    fn shared(&self) -> &SharedKey<NhKey> {
        &self.shared
    }

    #[inline(always)]
    fn first(&self, _: &[u8]) -> [u64; 2] {
        [0; 2]
    }

    #[inline(always)]
    fn end(&self, _: Option<([u64; 2], usize)>, x: u128) -> u64 {
        let [f0, f1, g0, g1, v0, v1] = self.end;
        finish(halves(products([f0, f1, g0, g1], x, double([v0, v1])))[1])
    }
}

crate::hidden!(impl[] MapKey, "MapKey");

/// The holder of the key in a hasher of a [`FixedState`]: a [`MapKey`], a reference to one, or an
/// `Arc` of one.
#[derive(Clone, Copy)]
pub struct Held<K>(K);

impl<K: Borrow<MapKey>> Keys for Held<K> {
    type Slices = NhKey;
    const FIRST_APART: bool = false;

    #[inline(always)]
    fn shared(&self) -> &SharedKey<NhKey> {
        self.0.borrow().shared()
    }

    #[inline(always)]
    fn first(&self, bytes: &[u8]) -> [u64; 2] {
        self.0.borrow().first(bytes)
    }

    #[inline(always)]
    fn end(&self, first: Option<([u64; 2], usize)>, x: u128) -> u64 {
        self.0.borrow().end(first, x)
    }
}

crate::hidden!(impl[K] Held<K>, "Held");

impl HasherKey for MapKey {
    type Hasher<K: Borrow<Self> + Clone> = MapHasher<Held<K>>;

    #[inline(always)]
    fn hasher<K: Borrow<Self> + Clone>(key: K) -> MapHasher<Held<K>> {
        MapHasher::new(Held(key))
    }

    #[inline]
    fn from_seed(seed: u64) -> Self {
        Self::from_seed(seed)
    }
}

/// Builds hashers under one given key, for hashes that must be the same in every process. The
/// hashes are frozen. A state is as large as what holds the key: a reference has 8 bytes, and the
/// key itself has 960.
///
/// Maps that share a key iterate in the same order, and filling one of them while iterating over
/// another can crowd its buckets. Use [`RandomState`](crate::RandomState) where the hashes need not
/// be reproducible.
///
/// ```
/// use core::hash::BuildHasher;
/// use provenhash_map::{FixedState, MapKey};
/// static KEY: MapKey = MapKey::from_seed(1);
/// static STATE: FixedState<&MapKey> = FixedState::new(&KEY);
/// assert_eq!(STATE.hash_one(7_u32), STATE.hash_one(7_u64));
/// assert_eq!(STATE.hash_one("seven"), FixedState::from_seed(1).hash_one("seven"));
/// ```
///
/// # On other machines
/// The same writes have the same hash on every machine. Most keys write the same everywhere, but
/// std writes slices of wider integers and IP addresses in the byte order of the machine;
/// [`Portable`](crate::Portable), with the full list, makes them the same.
pub type FixedState<K = MapKey> = keyed::FixedState<MapKey, K>;
