//! Keys: words of random bits, and what is computed from them once.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::backend::x86_avx512ifma::LaneKey;
use crate::backend::{Backend, portable};
use core::fmt;

/// Words of a block.
const BLOCK_WORDS: usize = 16;
/// Bytes of a block.
pub const BLOCK_BYTES: usize = 8 * BLOCK_WORDS;
/// The bits of a word of the polynomial's key that are used: two fields of 29.
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
/// | 18, 19       | 22 … 25      | the last step, each below 2^64 - 257                       |
///
/// Of the words of K the bits `0x1fffffff1fffffff` are used, and the others are cleared at once.
///
/// The bound of [`bound`](crate::bound) holds for words that are random, independent and unknown
/// to whoever chooses the messages. A key can be made at compile time and kept in a `static`:
///
/// ```
/// use vhash::{Key64, hash64};
/// static CHECKSUM: Key64 = Key64::from_seed(0);
/// assert_ne!(hash64(&CHECKSUM, b""), hash64(&CHECKSUM, b"\0"));
/// ```
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Key<const T: usize> {
    /// Zeros behind the words.
    nh: [u64; BLOCK_WORDS + 2],
    poly: [PolyKey; T],
    last: [[u64; 2]; T],
    /// Chosen when the key is used if it is not set: at compile time no CPU can be asked.
    backend: Option<Backend>,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    lanes: [LaneKey; T],
}

/// The variable of a polynomial, both words masked.
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
    /// Words of NH.
    const NH_WORDS: usize = BLOCK_WORDS + 2 * (T - 1);

    const fn from_parts(
        nh: [u64; BLOCK_WORDS + 2],
        poly: [PolyKey; T],
        last: [[u64; 2]; T],
    ) -> Self {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        let lanes = {
            let mut lanes = [LaneKey::ZERO; T];
            let mut t = 0;
            while t < T {
                lanes[t] = LaneKey::new(poly[t].value());
                t += 1;
            }
            lanes
        };
        Self {
            nh,
            poly,
            last,
            backend: None,
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            lanes,
        }
    }

    /// The key of all its words in order.
    const fn from_all(words: &[u64]) -> Result<Self, KeyError> {
        let (mut nh, mut i) = ([0; BLOCK_WORDS + 2], 0);
        while i < Self::NH_WORDS {
            nh[i] = words[i];
            i += 1;
        }
        let (mut poly, mut last, mut t) = ([PolyKey::new([0; 2]); T], [[0; 2]; T], 0);
        while t < T {
            let at = i + 2 * t;
            poly[t] = PolyKey::new([words[at], words[at + 1]]);
            let at = at + 2 * T;
            last[t] = [words[at], words[at + 1]];
            if !is_last_word(last[t][0]) || !is_last_word(last[t][1]) {
                return Err(KeyError::LastStep);
            }
            t += 1;
        }
        Ok(Self::from_parts(nh, poly, last))
    }

    /// The key of a number: outputs of splitmix64 from this state, in the order of the key's
    /// words; an output that cannot be a word of the last step is left out. Frozen.
    ///
    /// For checksums and tests. A 64-bit seed cannot give the bound of a random key, and one that
    /// can be guessed gives no protection at all.
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        let mut random = SplitMix64(seed);
        let (mut nh, mut i) = ([0; BLOCK_WORDS + 2], 0);
        while i < Self::NH_WORDS {
            nh[i] = random.next();
            i += 1;
        }
        let (mut poly, mut last) = ([PolyKey::new([0; 2]); T], [[0; 2]; T]);
        let mut t = 0;
        while t < T {
            poly[t] = PolyKey::new([random.next(), random.next()]);
            t += 1;
        }
        let mut i = 0;
        while i < 2 * T {
            let word = random.next();
            if is_last_word(word) {
                last[i / 2][i % 2] = word;
                i += 1;
            }
        }
        Self::from_parts(nh, poly, last)
    }

    /// The key of the words that a generator gives, drawn again where one does not fit.
    #[cfg(any(feature = "std", feature = "rand_core", feature = "vmac"))]
    pub(crate) fn from_words_of(mut next: impl FnMut(Use) -> [u64; 2]) -> Self {
        let mut nh = [0; BLOCK_WORDS + 2];
        for pair in nh[..Self::NH_WORDS].as_chunks_mut().0 {
            *pair = next(Use::Nh);
        }
        let poly = core::array::from_fn(|_| PolyKey::new(next(Use::Poly)));
        let last = core::array::from_fn(|_| {
            loop {
                let pair = next(Use::Last);
                if is_last_word(pair[0]) && is_last_word(pair[1]) {
                    break pair;
                }
            }
        });
        Self::from_parts(nh, poly, last)
    }

    /// A key from a random number generator; cryptographic, if the key is to protect anything.
    #[cfg(feature = "rand_core")]
    #[must_use]
    pub fn from_rng(rng: &mut impl rand_core::Rng) -> Self {
        Self::from_words_of(|_| [rng.next_u64(), rng.next_u64()])
    }

    /// A new random key.
    ///
    /// The operating system gives the 128 random bits with which [`std::hash::RandomState`] seeds
    /// its SipHash; that pseudo-random function of 0, 1, 2, … gives the words. The bound holds for
    /// whoever cannot tell SipHash-1-3 from a random function. `from_rng` (feature `rand_core`)
    /// takes every word from a generator of your choice.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn generate() -> Self {
        use std::hash::BuildHasher;
        let entropy = std::hash::RandomState::new();
        let mut words = (0_u64..).map(|i| entropy.hash_one(i));
        Self::from_words_of(|_| [(); 2].map(|()| words.next().unwrap_or(0)))
    }

    /// The same key, for this backend instead of the best one.
    ///
    /// ```
    /// use vhash::{Backend, Key64, hash64};
    /// let key = Key64::from_seed(1);
    /// for backend in Backend::available() {
    ///     assert_eq!(hash64(&key.clone().with_backend(backend), b"same"), hash64(&key, b"same"));
    /// }
    /// ```
    #[must_use]
    pub const fn with_backend(mut self, backend: Backend) -> Self {
        self.backend = Some(backend);
        self
    }

    /// The backend that hashes with this key.
    #[inline]
    #[must_use]
    pub fn backend(&self) -> Backend {
        match self.backend {
            Some(backend) => backend,
            None => Backend::detect(),
        }
    }

    /// The words of a block in an iteration.
    #[inline(always)]
    pub(crate) fn block(&self, t: usize) -> &[u64; BLOCK_WORDS] {
        let (pairs, _) = self.nh.as_chunks::<2>();
        match pairs[t..].as_flattened().first_chunk() {
            Some(words) => words,
            None => unreachable!("there are two iterations at most"),
        }
    }

    /// K of an iteration.
    #[inline(always)]
    pub(crate) const fn poly(&self, t: usize) -> &PolyKey {
        &self.poly[t]
    }

    /// The words of the last step of an iteration.
    #[inline(always)]
    pub(crate) const fn last(&self, t: usize) -> [u64; 2] {
        self.last[t]
    }

    /// What wide registers need of K.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    pub(crate) const fn lanes(&self, t: usize) -> &LaneKey {
        &self.lanes[t]
    }
}

/// What words of a key are for.
#[cfg(any(feature = "std", feature = "rand_core", feature = "vmac"))]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Nh,
    Poly,
    Last,
}

/// Whether a word can be one of the last step: a residue modulo 2^64 - 257.
const fn is_last_word(word: u64) -> bool {
    word <= u64::MAX - portable::FOLD
}

/// The two sizes of keys: iterations, words, bytes.
macro_rules! sizes {
    ($($iterations:literal $words:literal $bytes:literal)*) => {
        $(impl Key<$iterations> {
            /// Words of a key.
            pub const WORDS: usize = $words;
            /// Bytes of a key.
            pub const BYTES: usize = $bytes;

            /// The key of the words.
            ///
            /// # Errors
            /// [`KeyError::LastStep`] if a word of the last step is 2^64 - 257 or above.
            pub const fn from_words(words: [u64; $words]) -> Result<Self, KeyError> {
                Self::from_all(&words)
            }

            /// The key of the bytes, words little-endian.
            ///
            /// # Errors
            /// [`KeyError::LastStep`] if a word of the last step is 2^64 - 257 or above.
            pub const fn from_bytes(bytes: &[u8; $bytes]) -> Result<Self, KeyError> {
                let mut words = [0; $words];
                let (chunks, _) = bytes.as_chunks();
                let mut i = 0;
                while i < $words {
                    words[i] = u64::from_le_bytes(chunks[i]);
                    i += 1;
                }
                Self::from_all(&words)
            }

            /// The words, those of K masked.
            #[must_use]
            pub fn to_words(&self) -> [u64; $words] {
                let poly = self.poly.iter().flat_map(|k| [k.high, k.low]);
                let mut words = self.nh[..Self::NH_WORDS]
                    .iter()
                    .copied()
                    .chain(poly)
                    .chain(self.last.as_flattened().iter().copied());
                core::array::from_fn(|_| words.next().unwrap_or(0))
            }

            /// The bytes from which [`from_bytes`](Self::from_bytes) makes this key.
            #[must_use]
            pub fn to_bytes(&self) -> [u8; $bytes] {
                let mut bytes = [0; $bytes];
                for (place, word) in bytes.as_chunks_mut().0.iter_mut().zip(self.to_words()) {
                    *place = word.to_le_bytes();
                }
                bytes
            }
        }

        impl TryFrom<&[u8]> for Key<$iterations> {
            type Error = KeyError;

            fn try_from(bytes: &[u8]) -> Result<Self, KeyError> {
                let whole = bytes.try_into();
                let length = KeyError::Length { wanted: $bytes, found: bytes.len() };
                Self::from_bytes(whole.map_err(|_| length)?)
            }
        })*
    };
}

sizes! {
    1 20 160
    2 26 208
}

/// Steele, Lea and Flood's splitmix64.
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    #[inline]
    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Words or bytes that are no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// Another number of bytes.
    Length {
        /// The number of bytes that the key has.
        wanted: usize,
        /// The number of bytes there were.
        found: usize,
    },
    /// A word of the last step is not below 2^64 - 257. One random word in 2^56 is: draw another.
    LastStep,
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { wanted, found } => {
                write!(
                    f,
                    "a key of VHASH-{} has {wanted} bytes, not {found}",
                    match wanted {
                        160 => 64,
                        _ => 128,
                    }
                )
            }
            Self::LastStep => write!(f, "a word of the last step is not below 2^64 - 257"),
        }
    }
}

impl core::error::Error for KeyError {}

impl<const T: usize> fmt::Debug for Key<T> {
    /// Names the backend and keeps the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Key").field("backend", &self.backend().name()).finish_non_exhaustive()
    }
}

#[cfg(feature = "zeroize")]
impl<const T: usize> Drop for Key<T> {
    fn drop(&mut self) {
        zeroize::Zeroize::zeroize(self);
    }
}

#[cfg(feature = "zeroize")]
impl<const T: usize> zeroize::Zeroize for Key<T> {
    /// Leaves the key of zeros.
    fn zeroize(&mut self) {
        self.nh.zeroize();
        self.last.as_flattened_mut().zeroize();
        for k in &mut self.poly {
            k.high.zeroize();
            k.low.zeroize();
        }
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        for lanes in &mut self.lanes {
            lanes.zeroize();
            *lanes = LaneKey::new(0);
        }
    }
}

#[cfg(feature = "zeroize")]
impl<const T: usize> zeroize::ZeroizeOnDrop for Key<T> {}
