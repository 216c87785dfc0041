//! The key of a map, and the hash of slices.

use hash_core::key::are_zeros;
#[cfg(feature = "std")]
use hash_core::map::RandomWords;
use hash_core::map::{Keys, MapKey as MapWordsKey, SharedKey, Slices};
use hash_core::poly127;
#[cfg(feature = "zeroize")]
use hash_core::private::zeroize::Zeroize;
use hash_core::seed;

/// The number of words in the key that maps share, without the key of slices.
const SHARED_WORDS: usize = SharedKey::WORDS;
/// The number of words of NH.
const NH_WORDS: usize = 14;
/// The length in bytes of the part of a slice that NH takes at once.
const PART: usize = 8 * NH_WORDS;
/// The length in bytes up to which a slice is hashed inline.
const SHORT: usize = 48;

/// Hashes slices by NH, and long slices by a polynomial over their parts. The key has 128 bytes.
#[derive(Clone, Copy)]
pub struct NhKey {
    point: u128,
    nh: [u64; NH_WORDS],
}

impl NhKey {
    /// The number of words of the key: the point, lower half first, of whose 128 bits the upper two
    /// are not used, and the words of NH.
    pub(crate) const WORDS: usize = 2 + NH_WORDS;

    /// Makes the key from its words.
    pub(crate) const fn from_words(words: &[u64; Self::WORDS]) -> Self {
        let mut nh = [0; NH_WORDS];
        let mut i = 0;
        while i < NH_WORDS {
            nh[i] = words[2 + i];
            i += 1;
        }
        Self { point: words[0] as u128 | (words[1] as u128) << 64, nh }
    }

    /// Makes a key of random words of the process.
    #[cfg(feature = "std")]
    pub(super) fn random(words: &mut RandomWords) -> Self {
        Self::from_words(&core::array::from_fn(|_| words.next_word()))
    }

    /// Derives the key from a number.
    #[cfg(feature = "std")]
    pub(super) const fn from_seed(seed: u64) -> Self {
        let mut stream = seed::SeedWords::new("multilinear map slices", seed);
        let mut words = [0; Self::WORDS];
        let mut i = 0;
        while i < Self::WORDS {
            words[i] = stream.next_word();
            i += 1;
        }
        Self::from_words(&words)
    }

    #[expect(clippy::cast_possible_truncation, reason = "splits the number into its halves")]
    const fn to_words(self) -> [u64; Self::WORDS] {
        let mut words = [0; Self::WORDS];
        [words[0], words[1]] = [self.point as u64, (self.point >> 64) as u64];
        let mut i = 0;
        while i < NH_WORDS {
            words[2 + i] = self.nh[i];
            i += 1;
        }
        words
    }

    /// Computes the product of one pair of NH.
    #[inline(always)]
    const fn pair(&self, i: usize, a: u64, b: u64) -> u128 {
        let a = a.wrapping_add(self.nh[2 * i]);
        let b = b.wrapping_add(self.nh[2 * i + 1]);
        a as u128 * b as u128
    }

    /// Hashes a slice of more than 48 bytes. Kept out of line so that a short slice needs no stack
    /// frame.
    #[inline(never)]
    fn hash_long(&self, bytes: &[u8]) -> u128 {
        if bytes.len() <= PART {
            return self.nh_long(bytes).wrapping_add(bytes.len() as u128);
        }
        let (mut v, point) = (1, self.point & poly127::POINT);
        for part in bytes.chunks(PART) {
            let sum = if part.len() <= SHORT { self.nh_short(part, 0) } else { self.nh_long(part) };
            v = poly127::step(v, point, sum & poly127::POINT);
        }
        poly127::step(v, point, bytes.len() as u128)
    }

    /// Computes NH of at most 48 bytes, plus `start`, which is available early. From 8 bytes on it
    /// has three pairs of the words at offsets 0, 8, 16, …, and past the end of the slice repeats
    /// the last eight bytes. So it does not branch on the length, because where lengths vary, such
    /// a branch costs more than two products.
    #[inline(always)]
    fn nh_short(&self, bytes: &[u8], start: u128) -> u128 {
        debug_assert!(bytes.len() <= SHORT);
        let Some(last) = bytes.len().checked_sub(8) else {
            return start.wrapping_add(self.pair(0, packed_word(bytes), 0));
        };
        let word = |i: usize| {
            let start = (8 * i).min(last);
            let word = bytes.get(start..start + 8).and_then(<[u8]>::first_chunk);
            debug_assert!(word.is_some(), "the word is past the end");
            word.map_or(0, |word| u64::from_le_bytes(*word))
        };
        let sum = start.wrapping_add(self.pair(0, word(0), word(1)));
        let sum = sum.wrapping_add(self.pair(1, word(2), word(3)));
        sum.wrapping_add(self.pair(2, word(4), word(5)))
    }

    /// Computes NH of 49 to 112 bytes: a pair of the last 16 bytes, and pairs from the first byte
    /// on.
    #[inline(always)]
    fn nh_long(&self, bytes: &[u8]) -> u128 {
        let pair = |i: usize, pair: &[u8; 16]| {
            let (words, _) = pair.as_chunks();
            self.pair(i, u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1]))
        };
        debug_assert!((SHORT + 1..=PART).contains(&bytes.len()));
        let Some(last) = bytes.last_chunk() else { return 0 };
        let mut sum = pair(0, last);
        let others = &bytes[..bytes.len() - 1];
        for (i, part) in (1..NH_WORDS / 2).zip(others.as_chunks().0) {
            sum = sum.wrapping_add(pair(i, part));
        }
        sum
    }
}

impl Slices for NhKey {
    #[inline(always)]
    fn hash(&self, bytes: &[u8]) -> u128 {
        if bytes.len() <= SHORT {
            self.nh_short(bytes, bytes.len() as u128)
        } else {
            self.hash_long(bytes)
        }
    }
}

hash_core::secret_debug!(impl[] NhKey, "NhKey");

/// Packs fewer than 8 bytes into a word, with different words for different bytes of one length:
/// the first four and the last four bytes, or the first, the last and the middle byte.
///
/// No load overlaps the previous one, because store-to-load forwarding fails for a load that spans
/// several recent stores.
#[inline(always)]
fn packed_word(bytes: &[u8]) -> u64 {
    debug_assert!(bytes.len() < 8);
    match bytes.split_first_chunk() {
        Some((first, rest)) => {
            let first = u64::from(u32::from_le_bytes(*first));
            let Some((fifth, last)) = rest.first().zip(bytes.last_chunk()) else {
                return first | first << 32;
            };
            let last = u64::from(u16::from_le_bytes(*last)) << (8 * rest.len()) >> 16;
            let word = first | (u64::from(*fifth) | last) << 32;
            first | word >> (8 * rest.len()) << 32
        }
        None => match *bytes {
            [first, .., last] => {
                u64::from(first) | u64::from(last) << 8 | u64::from(bytes[bytes.len() / 2]) << 16
            }
            [byte] => u64::from(byte),
            [] => 0,
        },
    }
}

/// The key of a map, which has 120 words of 64 bits.
///
/// | words     | use                                                                         |
/// |-----------|-----------------------------------------------------------------------------|
/// | 0 … 5     | f, g and v; each `RandomState` has its own                                  |
/// | 6 … 37    | the keys of 16 terms, for integers                                          |
/// | 38 … 69   | the keys of 16 terms, for slices of 16 bytes and more                       |
/// | 70 … 101  | the keys of 16 terms, for slices of fewer bytes                             |
/// | 102, 103  | the point of the polynomial over more terms                                 |
/// | 104, 105  | the point of the polynomial over parts of slices                            |
/// | 106 … 119 | NH of slices                                                                |
///
/// Numbers of two words have the lower half first. The upper two bits of the points are not used.
#[derive(Clone, Copy)]
pub struct MapKey {
    map: MapWordsKey,
    shared: SharedKey<NhKey>,
}

impl MapKey {
    /// The length of a key, in bytes.
    pub const BYTES: usize = 8 * Self::WORDS;
    /// The length of a key, in words.
    pub const WORDS: usize = MapWordsKey::WORDS + SHARED_WORDS + NhKey::WORDS;

    /// Makes a key from its 120 words, whatever they are.
    #[must_use]
    pub const fn from_words(words: [u64; Self::WORDS]) -> Self {
        let (map, rest) = words.split_at(MapWordsKey::WORDS);
        let (pairs, slices) = rest.split_at(SHARED_WORDS);
        let (Some(map), Some(pairs), Some(slices)) =
            (map.first_chunk(), pairs.first_chunk(), slices.first_chunk())
        else {
            unreachable!()
        };
        Self {
            map: MapWordsKey::from_words(*map),
            shared: SharedKey::new(pairs, NhKey::from_words(slices)),
        }
    }

    /// Makes a key from its 960 bytes, in little-endian words, whatever they are.
    #[must_use]
    pub const fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        Self::from_words(seed::words_of_bytes(bytes))
    }

    /// Returns whether the hash ignores a part of some values under this key: f or g is zero (then
    /// half of the sum does not count), one of the points is zero (then only the last of the
    /// further terms, or of the parts of a long slice, counts), or all words of NH are zero. The
    /// conversions from slices of bytes refuse such keys. A random key is one with probability
    /// below 2^-124.
    #[must_use]
    pub const fn is_degenerate(&self) -> bool {
        let (words, unused) = (self.to_words(), 3 << 62);
        let (_, nh) = words.split_at(Self::WORDS - NH_WORDS);
        are_zeros(&[words[0], words[1]])
            || are_zeros(&[words[2], words[3]])
            || are_zeros(&[words[102], words[103] & !unused])
            || are_zeros(&[words[104], words[105] & !unused])
            || are_zeros(nh)
    }

    /// Returns the 120 words of the key.
    #[must_use]
    pub const fn to_words(&self) -> [u64; Self::WORDS] {
        let Self { map, shared } = self;
        let (map, pairs, slices) = (map.to_words(), shared.to_words(), shared.hash().to_words());
        let mut words = [0; Self::WORDS];
        let mut i = 0;
        while i < Self::WORDS {
            words[i] = if i < map.len() {
                map[i]
            } else if i < map.len() + pairs.len() {
                pairs[i - map.len()]
            } else {
                slices[i - map.len() - pairs.len()]
            };
            i += 1;
        }
        words
    }

    /// Returns the 960 bytes from which [`from_bytes`](Self::from_bytes) makes this key.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; Self::BYTES] {
        seed::words_to_bytes(&self.to_words())
    }
}

impl Keys for MapKey {
    type Slices = NhKey;
    type End = MapWordsKey;

    #[inline(always)]
    fn map(&self) -> &MapWordsKey {
        &self.map
    }

    #[inline(always)]
    fn shared(&self) -> &SharedKey<NhKey> {
        &self.shared
    }
}

hash_core::byte_key!(universal: impl[] MapKey, "multilinear map hash");
hash_core::secret_debug!(impl[] MapKey, "MapKey");

#[cfg(feature = "zeroize")]
impl Zeroize for MapKey {
    /// Overwrites the key with zeros. Copies of the key are not wiped.
    fn zeroize(&mut self) {
        hash_core::residue::overwrite(self, Self::from_words([0; Self::WORDS]));
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn generated_keys_of_slices_are_uniform() {
        testkit::conformance::random::uniform(&[u64::MAX; NhKey::WORDS], || {
            NhKey::random(&mut RandomWords::new(NhKey::WORDS)).to_words().to_vec()
        });
    }
}
