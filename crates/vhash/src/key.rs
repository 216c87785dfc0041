//! The key: words of random bits, and values that are computed from them once.

use crate::arithmetic::P64;
use crate::backend::{Backend, KeySchedule};
use core::fmt;
use hash_core::key::{ZEROS, are_zeros, exact};
use hash_core::seed::{SeedWords, words_of_bytes, words_to_bytes};
use hash_core::{KeyLengthError, residue};

/// The length of a block, in words.
const BLOCK_WORDS: usize = 16;
/// The length of a block, in bytes.
pub const BLOCK_BYTES: usize = 8 * BLOCK_WORDS;
/// The bits that a word of the polynomial's key uses: two fields of 29 bits.
const POLY_MASK: u64 = 0x1fff_ffff_1fff_ffff;

/// A key of VHASH-64: 20 words, 160 bytes.
pub type Key64 = Key<1>;
/// A key of VHASH-128: 26 words, 208 bytes.
pub type Key128 = Key<2>;

/// A key of VHASH with T iterations, 1 for 64 bits and 2 for 128.
///
/// | words, T = 1 | words, T = 2 | use                                                        |
/// |--------------|--------------|------------------------------------------------------------|
/// | 0 … 15       | 0 … 17       | NH over a block; the second iteration starts at word 2     |
/// | 16, 17       | 18 … 21      | K, the variable of the polynomial, the high word first     |
/// | 18, 19       | 22 … 25      | the last step; each word is below 2^64 - 257               |
///
/// The words of K use only the bits `0x1fffffff1fffffff`; the constructors clear the others.
///
/// The bound of [`bound`](crate::bound) holds for words that are random, independent and unknown to
/// the adversary who chooses the messages. A key can be made at compile time and kept in a
/// `static`:
///
/// ```
/// use vhash::{Key64, hash};
/// static CHECKSUM: Key64 = Key64::from_seed(0);
/// assert_ne!(hash(&CHECKSUM, b""), hash(&CHECKSUM, b"\0"));
/// ```
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Key<const T: usize> {
    /// The words of NH, followed by zeros.
    nh: [u64; BLOCK_WORDS + 2],
    poly: [PolyKey; T],
    last_step: [[u64; 2]; T],
    /// `None` in a key made at compile time, when CPU features cannot be detected. The backend is
    /// then detected when the key is used.
    backend: Option<Backend>,
    /// Values that the kernels need, computed from K.
    schedules: [KeySchedule; T],
}

/// The point K at which a polynomial is evaluated, with both words masked.
#[derive(Clone, Copy)]
pub(crate) struct PolyKey {
    pub(crate) high: u64,
    pub(crate) low: u64,
}

impl PolyKey {
    pub(crate) const fn new([high, low]: [u64; 2]) -> Self {
        Self { high: high & POLY_MASK, low: low & POLY_MASK }
    }

    pub(crate) const fn value(self) -> u128 {
        (self.high as u128) << 64 | self.low as u128
    }
}

impl<const T: usize> Key<T> {
    /// The name of the function, by the width of its hashes.
    const FUNCTION: &str = if T == 1 { "VHASH-64" } else { "VHASH-128" };

    /// The number of words of NH.
    const NH_WORDS: usize = {
        assert!(T == 1 || T == 2, "VHASH has one or two iterations");
        BLOCK_WORDS + 2 * (T - 1)
    };

    const fn from_parts(
        nh: [u64; BLOCK_WORDS + 2],
        poly: [PolyKey; T],
        last_step: [[u64; 2]; T],
    ) -> Self {
        let mut schedules = [KeySchedule::new(poly[0].value()); T];
        let mut t = 1;
        while t < T {
            schedules[t] = KeySchedule::new(poly[t].value());
            t += 1;
        }
        Self { nh, poly, last_step, backend: None, schedules }
    }

    /// Makes a key from all its words in order.
    const fn from_slice(words: &[u64]) -> Result<Self, KeyError> {
        let (mut nh, mut i) = ([0; BLOCK_WORDS + 2], 0);
        while i < Self::NH_WORDS {
            nh[i] = words[i];
            i += 1;
        }
        let (mut poly, mut last_step, mut t) = ([PolyKey::new([0; 2]); T], [[0; 2]; T], 0);
        while t < T {
            let at = i + 2 * t;
            poly[t] = PolyKey::new([words[at], words[at + 1]]);
            let at = at + 2 * T;
            last_step[t] = [words[at], words[at + 1]];
            if !fits_last_step(last_step[t]) {
                return Err(KeyError::LastStep);
            }
            t += 1;
        }
        Ok(Self::from_parts(nh, poly, last_step))
    }

    /// Writes all words of the key to `words` in order.
    const fn fill_words(&self, words: &mut [u64]) {
        let mut i = 0;
        while i < Self::NH_WORDS {
            words[i] = self.nh[i];
            i += 1;
        }
        let mut t = 0;
        while t < T {
            let at = i + 2 * t;
            (words[at], words[at + 1]) = (self.poly[t].high, self.poly[t].low);
            let at = at + 2 * T;
            [words[at], words[at + 1]] = self.last_step[t];
            t += 1;
        }
    }

    /// Derives a key from a number, the same on every machine. The derivation is frozen.
    ///
    /// The words are drawn in the order of the key, and a word that does not fit the last step is
    /// skipped.
    ///
    /// Use it for checksums and tests: a 64-bit seed cannot give the bound of a random key, and a
    /// seed that can be guessed gives no protection at all.
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        let mut random = SeedWords::new(Self::FUNCTION, seed);
        let (mut nh, mut i) = ([0; BLOCK_WORDS + 2], 0);
        while i < Self::NH_WORDS {
            nh[i] = random.next_word();
            i += 1;
        }
        let (mut poly, mut last_step) = ([PolyKey::new([0; 2]); T], [[0; 2]; T]);
        let mut t = 0;
        while t < T {
            poly[t] = PolyKey::new([random.next_word(), random.next_word()]);
            t += 1;
        }
        let mut i = 0;
        while i < 2 * T {
            i = push_last_step(&mut last_step, i, random.next_word());
        }
        Self::from_parts(nh, poly, last_step)
    }

    /// Draws the words of a key in pairs. A pair of the last step is drawn again if a word does not
    /// fit.
    ///
    /// A random pair fits except with probability below 2^-54, so 64 draws for one pair never
    /// happen in practice. A pair from a source that is stuck at ones never fits; then the last
    /// pair is reduced modulo 2^64 - 257. Such a key is as bad as its source, but every call
    /// returns one. The words differ from uniform ones with a probability below 2^-3456, which is
    /// far less than the rounding of the bounds.
    #[allow(dead_code, reason = "without features no key is random")]
    pub(crate) fn draw(mut next_pair: impl FnMut(Layer) -> [u64; 2]) -> Self {
        let mut nh = [0; BLOCK_WORDS + 2];
        for pair in nh[..Self::NH_WORDS].as_chunks_mut().0 {
            *pair = next_pair(Layer::Nh);
        }
        let poly = core::array::from_fn(|_| PolyKey::new(next_pair(Layer::Polynomial)));
        let last_step = core::array::from_fn(|_| {
            let mut pair = next_pair(Layer::LastStep);
            for _ in 1..64 {
                if fits_last_step(pair) {
                    break;
                }
                pair = next_pair(Layer::LastStep);
            }
            pair.map(|word| word.checked_sub(P64).unwrap_or(word))
        });
        Self::from_parts(nh, poly, last_step)
    }

    /// Draws a key from a random number generator, word by word. Use a cryptographic generator if
    /// the key is to protect anything.
    ///
    /// A pair of words of the last step is drawn again, at most 63 times, if one of them is 2^64 -
    /// 257 or above, and then reduced modulo 2^64 - 257. So even a broken generator gives a key.
    #[cfg(feature = "rand_core")]
    #[must_use]
    pub fn from_rng(rng: &mut impl rand_core::Rng) -> Self {
        residue::build(|| Self::draw(|_| [rng.next_u64(), rng.next_u64()]))
    }

    /// Returns whether the hash ignores a part of the message under this key: in one of the
    /// iterations the words of NH are all zero (then a block with a zero in every pair of words
    /// counts like zeros), or K is zero (then only the last block counts). `TryFrom<&[u8]>` and
    /// `Deserialize` refuse such keys. A random key is one with probability below 2^-114.
    #[must_use]
    pub const fn is_degenerate(&self) -> bool {
        let mut t = 0;
        while t < T {
            let (_, from) = self.nh.split_at(2 * t);
            let (nh, _) = from.split_at(BLOCK_WORDS);
            if are_zeros(nh) || self.poly[t].value() == 0 {
                return true;
            }
            t += 1;
        }
        false
    }

    /// Refuses a degenerate key.
    fn checked(self) -> Result<Self, KeyError> {
        if self.is_degenerate() { Err(KeyError::Degenerate) } else { Ok(self) }
    }

    /// Returns the key words of a block in iteration t.
    #[inline(always)]
    pub(crate) fn block(&self, t: usize) -> &[u64; BLOCK_WORDS] {
        let (pairs, _) = self.nh.as_chunks::<2>();
        match pairs[t..].as_flattened().first_chunk() {
            Some(words) => words,
            None => unreachable!("t is 0 or 1"),
        }
    }

    /// Returns K of iteration t.
    #[inline(always)]
    pub(crate) const fn poly(&self, t: usize) -> &PolyKey {
        &self.poly[t]
    }

    /// Returns the words of the last step in iteration t.
    #[inline(always)]
    pub(crate) const fn last_step(&self, t: usize) -> [u64; 2] {
        self.last_step[t]
    }

    /// Returns the values that the kernels need, computed from K of iteration t.
    #[allow(dead_code, reason = "portable code needs only K")]
    #[inline(always)]
    pub(crate) const fn schedule(&self, t: usize) -> &KeySchedule {
        &self.schedules[t]
    }
}

/// The step that uses a word of a key.
#[allow(dead_code, reason = "without features no key is random")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layer {
    Nh,
    Polynomial,
    LastStep,
}

/// Returns whether both words fit the last step, which needs residues modulo 2^64 - 257.
pub(crate) const fn fits_last_step([first, second]: [u64; 2]) -> bool {
    first < P64 && second < P64
}

/// Stores a word as word `at` of the last step if it fits. Returns the index of the next word.
const fn push_last_step<const T: usize>(
    last_step: &mut [[u64; 2]; T],
    at: usize,
    word: u64,
) -> usize {
    if word < P64 {
        last_step[at / 2][at % 2] = word;
        at + 1
    } else {
        at
    }
}

/// Implements the two sizes of keys, given as iterations, words and bytes.
macro_rules! sizes {
    ($($iterations:literal $words:literal $bytes:literal)*) => {
        $(impl Key<$iterations> {
            /// The length of a key, in words.
            pub const WORDS: usize = $words;
            /// The length of a key, in bytes.
            pub const BYTES: usize = $bytes;

            /// Makes a key from its words, whatever they are.
            ///
            /// # Errors
            /// [`KeyError::LastStep`] if a word of the last step is 2^64 - 257 or above.
            pub const fn from_words(words: [u64; $words]) -> Result<Self, KeyError> {
                Self::from_slice(&words)
            }

            /// Makes a key from its bytes, in little-endian words, whatever they are: under zeros
            /// many messages have one hash. [`is_degenerate`](Self::is_degenerate) tells.
            ///
            /// # Errors
            /// [`KeyError::LastStep`] if a word of the last step is 2^64 - 257 or above.
            // Kept out of line where its stack frame is to be wiped.
            #[cfg_attr(feature = "wipe-stack", inline(never))]
            pub const fn from_bytes(bytes: &[u8; $bytes]) -> Result<Self, KeyError> {
                Self::from_words(words_of_bytes(bytes))
            }

            /// Returns the words of the key, those of K masked.
            #[must_use]
            pub const fn to_words(&self) -> [u64; $words] {
                let mut words = [0; $words];
                self.fill_words(&mut words);
                words
            }

            /// Returns the bytes from which [`from_bytes`](Self::from_bytes) makes this key.
            #[must_use]
            pub const fn to_bytes(&self) -> [u8; $bytes] {
                words_to_bytes(&self.to_words())
            }
        }

        impl TryFrom<&[u8]> for Key<$iterations> {
            type Error = KeyError;

            fn try_from(bytes: &[u8]) -> Result<Self, KeyError> {
                residue::build(|| Self::from_bytes(exact(Self::FUNCTION, bytes)?)?.checked())
            }
        }

        #[cfg(feature = "serde")]
        hash_core::serde_bytes! {
            impl[] Key<$iterations>, $bytes;
            |key| key.to_bytes();
            |bytes| Self::from_bytes(&bytes).and_then(Self::checked)
        })*
    };
}

sizes! {
    1 20 160
    2 26 208
}

hash_core::with_entropy! {
    impl<const T: usize> Key<T> {
        /// Draws a key from the operating system's entropy.
        fn draw_entropy() -> Result<Self, hash_core::EntropyError> {
            let (mut words, mut failure) = (hash_core::entropy::Words::new(), None);
            let mut word = || words.next_word().unwrap_or_else(|error| {
                failure = Some(error);
                0
            });
            let key = residue::build(|| Self::draw(|_| [word(), word()]));
            failure.map_or(Ok(key), Err)
        }
    }
}

hash_core::generate!(impl[const T: usize] Key<T>, || Self::draw_entropy());

hash_core::key_backend!(impl[const T: usize] Key<T>, Backend);
hash_core::wipe_on_drop!(key: impl[const T: usize] Key<T>, |key| {
    key.nh.zeroize();
    key.last_step.as_flattened_mut().zeroize();
    for k in &mut key.poly {
        k.high.zeroize();
        k.low.zeroize();
    }
    for schedule in &mut key.schedules {
        for words in schedule.words_mut() {
            words.zeroize();
        }
        // A wiped key is the key of zeros.
        *schedule = KeySchedule::new(0);
    }
});

/// An error for words or bytes that are not a key of VHASH.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// The number of bytes is wrong.
    Length(KeyLengthError),
    /// A word of the last step is 2^64 - 257 or above, which is true of one random word in 2^56:
    /// draw another key.
    LastStep,
    /// A part of the key is zero, and hashes would ignore a part of every message
    /// ([`Key::is_degenerate`]). No random key is so, but a file is whose data a crash lost.
    Degenerate,
}

impl From<KeyLengthError> for KeyError {
    fn from(error: KeyLengthError) -> Self {
        Self::Length(error)
    }
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(error) => error.fmt(f),
            Self::LastStep => {
                write!(f, "key has a word of the last step that is not below 2^64 - 257")
            }
            Self::Degenerate => write!(f, "key has {ZEROS}, VHASH needs random bytes"),
        }
    }
}

impl core::error::Error for KeyError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// No known seed gives such a word, because one word in 2^56 does not fit.
    #[test]
    fn words_of_seeds_that_do_not_fit_are_skipped() {
        let (mut last_step, mut at) = ([[0; 2]; 2], 0);
        for word in [1, u64::MAX, P64 - 1, P64, P64 + 1, 0, u64::MAX, 3] {
            at = push_last_step(&mut last_step, at, word);
        }
        assert_eq!((last_step, at), ([[1, P64 - 1], [0, 3]], 4));
    }
}
