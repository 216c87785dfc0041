//! The key: 300 random words.

use super::backend::Backend;

/// The number of words in a key.
const KEY_WORDS: usize = 2 * (UNIT_KEYS + 6);
/// The number of unit keys: one for each unit and each parity of a block.
const UNIT_KEYS: usize = GROUPS * ROWS * LANES;
/// The number of groups in a block.
pub(super) const GROUPS: usize = 4;
/// The number of rows in a group: eight of the message and their parity.
pub(super) const ROWS: usize = 9;
/// The number of units in a row.
pub(super) const LANES: usize = 4;
/// The number of bytes in a row.
pub(super) const ROW_BYTES: usize = 16 * LANES;
/// The number of bytes in a group.
pub(super) const GROUP_BYTES: usize = ROW_BYTES * (ROWS - 1);
/// The number of bytes in a block.
pub const BLOCK_BYTES: usize = GROUPS * GROUP_BYTES;

/// The key of a unit of 16 bytes.
pub(super) type UnitKey = [u64; 2];
/// The keys of a group.
pub(super) type GroupKeys = [[UnitKey; LANES]; ROWS];

/// A key of CLHASH-128.
///
/// | words     | use                                                                        |
/// |-----------|----------------------------------------------------------------------------|
/// | 0 … 287   | the products, two words each, ordered by group, then row, then lane        |
/// | 288 … 295 | K₀, K₁, K₂, K₃ of the last step, two words each, the low one first         |
/// | 296 … 299 | r₁, r₂, the variables of the polynomials over blocks                       |
///
/// The bound of [`bound`](super::bound) holds for words that are random, independent and unknown to
/// the adversary who chooses the messages.
///
/// ```
/// use clhash::clhash128::{Key, hash};
/// static KEY: Key = Key::from_seed(1);
/// assert_ne!(hash(&KEY, b"one"), hash(&KEY, b"two"));
/// ```
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Key {
    /// The words as given.
    words: [u64; KEY_WORDS],
    /// `None` in a key made at compile time, when CPU features cannot be detected. The backend is
    /// then chosen when the key is used.
    backend: Option<Backend>,
}

impl Key {
    /// Makes a key from its 300 words, whatever they are.
    #[must_use]
    pub const fn from_words(words: [u64; Self::WORDS]) -> Self {
        Self { words, backend: None }
    }

    /// Returns whether the hash ignores a part of the message under this key: the words 0 … 287 are
    /// all zero (then a message of up to 2,048 bytes with a zero in every pair of words hashes like
    /// zeros), or r₁ or r₂ is zero (then one of the two polynomials has only the last block of a
    /// longer message). The conversions from slices of bytes refuse such keys. A random key is one
    /// with probability below 2^-126.
    #[must_use]
    pub const fn is_degenerate(&self) -> bool {
        let (products, _) = self.words.split_at(2 * UNIT_KEYS);
        hash_core::key::are_zeros(products) || self.end(4) == 0 || self.end(5) == 0
    }

    /// Returns the keys of the units of a block.
    #[inline]
    pub(super) const fn groups(&self) -> &[GroupKeys; GROUPS] {
        let (units, _) = self.words.as_chunks::<2>();
        let (rows, _) = units.as_chunks::<LANES>();
        match rows.as_chunks::<ROWS>().0.first_chunk() {
            Some(groups) => groups,
            None => unreachable!(),
        }
    }

    /// Returns K₀, K₁, K₂, K₃, r₁, r₂, two words each.
    #[inline]
    pub(super) const fn ends(&self) -> &[[u64; 2]; 6] {
        match self.words.as_chunks::<2>().0.last_chunk() {
            Some(ends) => ends,
            None => unreachable!(),
        }
    }

    /// Returns one of [`ends`](Self::ends) as the coefficients of a polynomial.
    #[inline]
    pub(super) const fn end(&self, i: usize) -> u128 {
        let [low, high] = self.ends()[i];
        low as u128 | (high as u128) << 64
    }
}

hash_core::word_key!(impl[] Key, KEY_WORDS);
hash_core::byte_key!(universal: impl[] Key, "CLHASH-128");
hash_core::key_backend!(impl[] Key, Backend);
hash_core::wipe_on_drop!(key: impl[] Key, |key| {
    key.words.zeroize();
});
