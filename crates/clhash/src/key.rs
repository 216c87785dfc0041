//! The key: 133 random words, and values computed from them once.

use crate::backend::Backend;
use gf2::backend::portable;

/// The number of words in a key.
const KEY_WORDS: usize = 133;
/// The number of words in a block, each with its own word of the key.
pub(crate) const BLOCK_WORDS: usize = 128;
/// The number of bytes in a block.
pub const BLOCK_BYTES: usize = 8 * BLOCK_WORDS;

/// The bytes of a key, as [`Key::to_bytes`] returns them.
pub(crate) type KeyBytes = [u8; Key::BYTES];

/// A key of CLHASH.
///
/// | words     | use                                                                         |
/// |-----------|-----------------------------------------------------------------------------|
/// | 0 … 127   | the inner product over a block                                              |
/// | 128, 129  | k, the variable of the polynomial over blocks, without the top two bits     |
/// | 130, 131  | the last step, from 128 bits to 64                                          |
/// | 132       | the length                                                                  |
///
/// The bound of [`bound`](crate::bound) holds for words that are random, independent and unknown to
/// the adversary who chooses the messages. A key can be made at compile time and kept in a
/// `static`:
///
/// ```
/// use clhash::Key;
/// static CHECKSUM: Key = Key::from_seed(0);
/// assert_eq!(clhash::hash(&CHECKSUM, b""), 0);
/// ```
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Key {
    /// The words as given, without masking.
    words: [u64; KEY_WORDS],
    /// `None` in a key made at compile time, when CPU features cannot be detected. The backend is
    /// then chosen when the key is used.
    pub(crate) backend: Option<Backend>,
    /// The part for messages of at most 8 bytes.
    word: WordKey,
    powers: Powers,
}

/// Powers of k modulo x^128 + x^2 + x.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct Powers {
    /// k³, k², k, 1.
    pub(crate) k_powers: [u128; 4],
    /// k⁴ and x^64 k⁴, for `mul_fixed` of `gf2`. The latter is kept, so that no message has to
    /// compute it.
    #[cfg_attr(
        not(target_feature = "sse2"),
        allow(dead_code, reason = "used only with several products per register")
    )]
    pub(crate) k4: [u128; 2],
}

impl Powers {
    #[inline(always)]
    pub(crate) const fn new(fourth: u128, cube: u128, square: u128, k: u128) -> Self {
        Self { k_powers: [cube, square, k, 1], k4: [fourth, times_x64(fourth)] }
    }
}

/// The values that the hash of a message of at most 8 bytes needs.
///
/// The one word w of such a message is multiplied by a word that is the same for all messages. The
/// quotient of this product by p = x^64 + x^4 + x^3 + x + 1 takes one multiplication (Shoup's
/// multiplication by a constant, for polynomials): with μ = ⌊K₁ x^64 / p⌋, ⌊w K₁ / p⌋ = ⌊w μ /
/// x^64⌋ exactly, because the remainder of K₁ x^64 has degree below 64 and cannot affect the
/// quotient.
#[derive(Clone)]
pub(crate) struct WordKey {
    /// The word K₁ of the key.
    pub(crate) factor: u64,
    /// The quotient μ.
    pub(crate) quotient: u64,
    /// The part of the hash that does not depend on w, by the length n: (K₀ K₁ + n K₁₃₂) mod p, and
    /// 0 for n = 0.
    constants: [u64; 9],
}

impl WordKey {
    const fn new(words: &[u64; KEY_WORDS]) -> Self {
        let factor = words[1];
        let quotient = factor ^ (factor >> 60) ^ (factor >> 61) ^ (factor >> 63);
        let mut constants = [0; 9];
        let mut n = 1;
        while n <= 8 {
            let length = portable::clmul64(words[132], n as u64);
            constants[n] = portable::reduce64(portable::clmul64(words[0], factor) ^ length);
            n += 1;
        }
        Self { factor, quotient, constants }
    }

    /// Returns the constant for a message of `len <= 8` bytes.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most 8")]
    pub(crate) const fn constant(&self, len: u64) -> u64 {
        self.constants[len as usize]
    }
}

impl Key {
    /// Makes a key from its 133 words, whatever they are.
    #[must_use]
    pub const fn from_words(words: [u64; Self::WORDS]) -> Self {
        let k = variable(words[128], words[129]);
        let square = mul_lazy(k, k);
        let powers = Powers::new(mul_lazy(square, square), mul_lazy(square, k), square, k);
        Self { words, backend: None, word: WordKey::new(&words), powers }
    }

    /// Returns whether the hash ignores a part of the message under this key: the words 0 … 127 are
    /// all zero (then a message of up to 1,024 bytes with a zero in every pair of words hashes like
    /// zeros), or k is zero (then only the last block of a longer message counts). The conversions
    /// from slices of bytes refuse such keys. A random key is one with probability below 2^-125.
    #[must_use]
    pub const fn is_degenerate(&self) -> bool {
        let (block, _) = self.words.split_at(BLOCK_WORDS);
        hash_core::key::are_zeros(block) || self.k() == 0
    }

    /// Makes the key of the library's `get_random_key_for_clhash(seed1, seed2)`: 133 outputs of
    /// xorshift128+, whose state starts as the two seeds. Frozen.
    ///
    /// Two zero seeds give a key of zeros, which protects nothing.
    #[must_use]
    pub const fn from_xorshift(seed1: u64, seed2: u64) -> Self {
        let mut state = XorShift128Plus(seed1, seed2);
        let mut words = [0; KEY_WORDS];
        let mut i = 0;
        while i < KEY_WORDS {
            words[i] = state.next();
            i += 1;
        }
        // The library rejects k = x^64 and draws again.
        while words[128] == 0 && words[129] == 1 {
            words[128] = state.next();
            words[129] = state.next();
        }
        Self::from_words(words)
    }

    /// Makes a key from MT19937 with this seed: word i is output 2i plus 2^32 times output 2i + 1.
    /// Frozen. The paper's experiments drew their keys from this generator (§6.1).
    #[cfg(feature = "mt19937")]
    #[must_use]
    pub fn from_mt19937(seed: u32) -> Self {
        let mut mt = rand_mt::Mt::new(seed);
        Self::from_words(core::array::from_fn(|_| {
            let low = u64::from(mt.next_u32());
            low | u64::from(mt.next_u32()) << 32
        }))
    }

    /// Returns the words for the inner products in pairs.
    #[inline]
    pub(crate) const fn pairs(&self) -> &[[u64; 2]; BLOCK_WORDS / 2] {
        match self.words.as_chunks().0.first_chunk() {
            Some(pairs) => pairs,
            None => unreachable!(),
        }
    }

    /// Returns the powers of k, for levels with several products per register.
    #[inline]
    pub(crate) const fn powers(&self) -> &Powers {
        &self.powers
    }

    /// Returns k, which is below 2^126.
    #[inline]
    pub(crate) const fn k(&self) -> u128 {
        self.powers.k_powers[2]
    }

    /// Returns the words of the last step.
    #[inline]
    pub(crate) const fn last(&self) -> [u64; 2] {
        [self.words[130], self.words[131]]
    }

    /// Returns the values for messages of at most 8 bytes.
    #[inline]
    pub(crate) const fn word(&self) -> &WordKey {
        &self.word
    }

    /// Returns the word for the length.
    #[inline]
    pub(crate) const fn length(&self) -> u64 {
        self.words[132]
    }
}

/// Returns k, the variable of the polynomial, from two words of the key.
#[inline(always)]
pub(crate) const fn variable(low: u64, high: u64) -> u128 {
    (low as u128 | (high as u128) << 64) & (u128::MAX >> 2)
}

/// Multiplies modulo x^128 + x^2 + x.
const fn mul_lazy(a: u128, b: u128) -> u128 {
    portable::reduce_lazy(portable::clmul128(a, b))
}

/// Multiplies by x^64 modulo x^128 + x^2 + x.
const fn times_x64(a: u128) -> u128 {
    let high = a >> 64;
    (a << 64) ^ (high << 1) ^ (high << 2)
}

/// Vigna's xorshift128+ with the shifts 23, 18, 5.
struct XorShift128Plus(u64, u64);

impl XorShift128Plus {
    const fn next(&mut self) -> u64 {
        let (mut s1, s0) = (self.0, self.1);
        s1 ^= s1 << 23;
        *self = Self(s0, s1 ^ s0 ^ (s1 >> 18) ^ (s0 >> 5));
        self.1.wrapping_add(s0)
    }
}

// The bytes are the library's 1,064 bytes.
hash_core::word_key!(impl[] Key, KEY_WORDS);
hash_core::byte_key!(universal: impl[] Key, "CLHASH");
hash_core::key_backend!(impl[] Key, Backend);
hash_core::wipe_on_drop!(key: impl[] Key, |key| {
    key.words.zeroize();
    key.powers.k_powers.zeroize();
    key.powers.k4.zeroize();
    hash_core::residue::overwrite(&mut key.word, WordKey::new(&[0; KEY_WORDS]));
});
