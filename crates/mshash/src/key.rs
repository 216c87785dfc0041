//! The key: 44 random words for short messages, and a key of CLHASH for longer ones.

use clhash::Backend;
use hash_core::seed::{words_of_bytes, words_to_bytes};

/// The number of words in a key.
const KEY_WORDS: usize = SHORT_WORDS + clhash::Key::WORDS;
/// The number of words that hash messages of up to 256 bytes.
const SHORT_WORDS: usize = 2 * PAIRS;
/// The number of pairs of these words.
const PAIRS: usize = 6 + NH_PAIRS;
/// The number of pairs of words in a message of 256 bytes.
const NH_PAIRS: usize = 16;

/// A key of mshash.
///
/// | words     | use                                                                     |
/// |-----------|-------------------------------------------------------------------------|
/// | 0 … 7     | the factors f₀ … f₃ of words of the message, 128 bits each              |
/// | 8, 9      | h, the factor of the length                                             |
/// | 10, 11    | the addend v                                                            |
/// | 12 … 43   | NH, for messages of 33 to 256 bytes: the words that are added to a pair |
/// | 44 … 176  | the key of [`clhash`] for messages of more than 256 bytes               |
///
/// A number of 128 bits has its lower word first. The bound of [`bound`](crate::bound) holds for
/// words that are random, independent and unknown to the adversary who chooses the messages. A key
/// can be made at compile time and kept in a `static`:
///
/// ```
/// use mshash::{Key, hash};
/// static CHECKSUM: Key = Key::from_seed(0);
/// assert_ne!(hash(&CHECKSUM, b"one"), hash(&CHECKSUM, b"two"));
/// ```
// The words of short messages come first and share no cache line with anything else.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Key {
    /// The factors of the words.
    pub(crate) f: [u128; 4],
    /// The factor of the length.
    pub(crate) h: u128,
    /// The addend.
    pub(crate) v: u128,
    /// The words that NH adds to each pair.
    nh: [[u64; 2]; NH_PAIRS],
    /// The key for longer messages.
    long: clhash::Key,
}

impl Key {
    /// The number of words in a key.
    pub const WORDS: usize = KEY_WORDS;
    /// The number of bytes in a key.
    pub const BYTES: usize = 8 * Self::WORDS;

    /// Makes a key from its 177 words, whatever they are.
    #[must_use]
    pub const fn from_words(words: [u64; Self::WORDS]) -> Self {
        let Some((short, rest)) = words.split_first_chunk::<SHORT_WORDS>() else { unreachable!() };
        let ([f0, f1, f2, f3, h, v, ..], Some(nh), Some(long)) =
            (pairs(short), pairs(short).last_chunk(), rest.first_chunk())
        else {
            unreachable!()
        };
        Self {
            f: [join(*f0), join(*f1), join(*f2), join(*f3)],
            h: join(*h),
            v: join(*v),
            nh: *nh,
            long: clhash::Key::from_words(*long),
        }
    }

    /// Makes a key from the bytes of its words, each little-endian, and does not look at them.
    /// (`try_from` refuses keys of zeros.)
    // Kept out of line with `wipe-stack`, so that its frame can be scrubbed.
    #[cfg_attr(not(feature = "wipe-stack"), inline)]
    #[cfg_attr(feature = "wipe-stack", inline(never))]
    #[must_use]
    pub const fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        Self::from_words(words_of_bytes(bytes))
    }

    /// Returns the words of the key.
    #[must_use]
    pub const fn to_words(&self) -> [u64; Self::WORDS] {
        let mut words = [0; Self::WORDS];
        let (short, long) = words.split_at_mut(SHORT_WORDS);
        long.copy_from_slice(&self.long.to_words());
        let (numbers, nh) = short.split_at_mut(SHORT_WORDS - 2 * NH_PAIRS);
        nh.copy_from_slice(self.nh.as_flattened());
        let [f0, f1, f2, f3] = self.f;
        let values = [f0, f1, f2, f3, self.h, self.v];
        let (halves, _) = numbers.as_chunks_mut();
        let mut i = 0;
        while i < values.len() {
            halves[i] = split(values[i]);
            i += 1;
        }
        words
    }

    /// Returns the bytes from which [`from_bytes`](Self::from_bytes) makes this key.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; Self::BYTES] {
        words_to_bytes(&self.to_words())
    }

    /// Returns whether the hash ignores a part of some messages under this key: a factor of a word
    /// or of the length is zero, the words of NH are all zero (then a message with a zero in every
    /// pair of words hashes like zeros), or [`clhash::Key::is_degenerate`]. The conversions from
    /// slices of bytes refuse such keys. A random key is one with probability below 2^-124.
    #[must_use]
    pub const fn is_degenerate(&self) -> bool {
        let [f0, f1, f2, f3] = self.f;
        f0 == 0
            || f1 == 0
            || f2 == 0
            || f3 == 0
            || self.h == 0
            || hash_core::key::are_zeros(self.nh.as_flattened())
            || self.long.is_degenerate()
    }

    /// Returns the same key with this backend for messages of more than 256 bytes, instead of the
    /// best one.
    #[must_use]
    pub fn with_backend(mut self, backend: Backend) -> Self {
        self.long = self.long.clone().with_backend(backend);
        self
    }

    /// Returns the backend that hashes messages of more than 256 bytes.
    #[inline]
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.long.backend()
    }

    /// Returns the words of NH for the 64 bytes at both ends of a message.
    #[inline(always)]
    pub(crate) const fn ends(&self) -> &[[u64; 2]; 4] {
        match self.nh.first_chunk() {
            Some(ends) => ends,
            None => unreachable!(),
        }
    }

    /// Returns the words of NH for each 32 bytes between the ends.
    #[inline(always)]
    pub(crate) const fn middle(&self) -> &[[[u64; 2]; 2]] {
        let (_, middle) = self.nh.split_at(4);
        middle.as_chunks().0
    }

    /// Returns the key of CLHASH.
    #[inline(always)]
    pub(crate) const fn long(&self) -> &clhash::Key {
        &self.long
    }
}

/// Splits the words of short messages into pairs.
const fn pairs(words: &[u64; SHORT_WORDS]) -> &[[u64; 2]; PAIRS] {
    match words.as_chunks().0.first_chunk() {
        Some(pairs) => pairs,
        None => unreachable!(),
    }
}

/// Joins two words, the lower one first.
const fn join([low, high]: [u64; 2]) -> u128 {
    low as u128 | (high as u128) << 64
}

/// Splits a number into two words, the lower one first.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the words are halves")]
pub(crate) const fn split(x: u128) -> [u64; 2] {
    [x as u64, (x >> 64) as u64]
}

hash_core::byte_key!(universal: impl[] Key, "mshash");
hash_core::secret_debug!(impl[] Key, "Key", backend = |key| key.backend().name());
hash_core::wipe_on_drop!(key: impl[] Key, |key| {
    key.f.zeroize();
    key.h.zeroize();
    key.v.zeroize();
    key.nh.as_flattened_mut().zeroize();
    key.long.zeroize();
});
