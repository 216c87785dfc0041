//! The key: 32 secret bytes, and the field elements derived from them.

use crate::backend::Backend;
use crate::stream;
use gf2::Gf128;

/// The size of the secret in bytes.
const SECRET_BYTES: usize = 32;
/// The number of columns whose keys are derived with the key. Those of further columns are derived
/// when they are used.
const STORED_COLUMNS: usize = 32;
/// The first key stream block of the key of CLHASH-128.
const WIDE_BLOCK: u32 = 1;
/// The key stream block of column 0. Each column has a block of its own.
const COLUMN_BLOCK: u32 = 64;

/// The key of fingerprints: 32 secret bytes.
///
/// Everything else is derived from these bytes by ChaCha20 (RFC 8439, section 2.3, nonce 0). Words
/// are little-endian, and an element of the field is two words, the low one first. The derivation
/// is frozen:
///
/// | block of the key stream | derived values                                            |
/// |-------------------------|-----------------------------------------------------------|
/// | 0                       | z, R0, R1, y: the product, the row, its width, the digest |
/// | 1 … 38                  | the 300 words of the key of CLHASH-128                    |
/// | 39                      | the secret of checksums in SQL, [`sql`](crate::sql)       |
/// | 64 + c                  | C1, C2, C3 of column c, two words unused                  |
///
/// The bound of [`bound`](crate::bound) holds for random values. The values of ChaCha20 are as good
/// as random against any adversary who cannot distinguish it from a random function. Fingerprints
/// can be compared or merged only if they were made with the same key.
///
/// ```
/// use hash_agg::{Key, Row};
/// static CHECKSUM: Key = Key::from_seed(0);
/// assert_ne!(Row::new(&CHECKSUM).push(1).finish(), Row::new(&CHECKSUM).push(2).finish());
/// ```
#[derive(Clone)]
pub struct Key {
    secret: [u8; SECRET_BYTES],
    /// The elements z, R0, R1, y.
    elements: [u128; 4],
    columns: [ColumnKey; STORED_COLUMNS],
    wide: Key128,
}

/// The key of CLHASH-128, and a copy of a part of it.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct Key128 {
    row: [u64; ROW_WORDS],
    parity: [u64; ROW_WORDS],
    all: clhash::clhash128::Key,
}

/// The number of words in the keys of a row, which is four units.
const ROW_WORDS: usize = 8;
/// The index of the words for the parity of the first group, in row 8.
const PARITY_WORD: usize = 8 * ROW_WORDS;

impl Key128 {
    const WORDS: usize = clhash::clhash128::Key::WORDS;

    const fn from_words(words: [u64; Self::WORDS]) -> Self {
        let (rows, _) = words.as_chunks::<ROW_WORDS>();
        let (row, parity) = (rows[0], rows[PARITY_WORD / ROW_WORDS]);
        Self { row, parity, all: clhash::clhash128::Key::from_words(words) }
    }

    /// Computes P1 and P2 of a message.
    #[inline]
    pub(crate) fn polynomials(&self, message: &[u8]) -> [u128; 2] {
        clhash::clhash128::polynomials(&self.all, message)
    }

    /// Returns the keys of row 0 and of the parity in group 0, which a message of at most 64 bytes
    /// uses.
    #[inline]
    pub(crate) const fn row_keys(&self) -> [&[u64; ROW_WORDS]; 2] {
        [&self.row, &self.parity]
    }
}

/// The factors of a cell's two elements and of its tag: C1, C2, C3.
pub(crate) type ColumnKey = [u128; 3];

impl Key {
    /// The number of bytes in a key.
    pub const BYTES: usize = SECRET_BYTES;

    /// Makes a key from 32 secret bytes.
    // Kept out of line with `wipe-stack`, so that its frame can be scrubbed.
    #[cfg_attr(feature = "wipe-stack", inline(never))]
    #[must_use]
    pub const fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let first = stream::block(bytes, 0);
        let mut columns = [[0; 3]; STORED_COLUMNS];
        let mut c = 0;
        while c < STORED_COLUMNS {
            columns[c] = derive_column(bytes, c);
            c += 1;
        }
        let mut words = [0; Key128::WORDS];
        let mut block = [0; stream::BLOCK_WORDS];
        let mut i = 0;
        let mut counter = WIDE_BLOCK;
        while i < Key128::WORDS {
            if i.is_multiple_of(stream::BLOCK_WORDS) {
                block = stream::block(bytes, counter);
                counter += 1;
            }
            words[i] = block[i % stream::BLOCK_WORDS];
            i += 1;
        }
        Self {
            secret: *bytes,
            elements: [
                element(&first, 0),
                element(&first, 1),
                element(&first, 2),
                element(&first, 3),
            ],
            columns,
            wide: Key128::from_words(words),
        }
    }

    /// Returns the 32 secret bytes.
    #[inline]
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; Self::BYTES] {
        self.secret
    }

    /// Returns the same key with this backend instead of the best one.
    #[must_use]
    pub fn with_backend(mut self, backend: Backend) -> Self {
        self.wide.all = self.wide.all.clone().with_backend(backend);
        self
    }

    /// Returns the backend that computes with this key.
    #[inline]
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.wide.all.backend()
    }

    /// Returns z, the variable of the product.
    #[inline]
    pub(crate) const fn z(&self) -> u128 {
        self.elements[0]
    }

    /// Returns R0, the fingerprint of a row without columns.
    #[inline]
    pub(crate) const fn row(&self) -> u128 {
        self.elements[1]
    }

    /// Returns R1, the factor of the number of columns.
    #[inline]
    pub(crate) const fn width(&self) -> u128 {
        self.elements[2]
    }

    /// Returns y, the variable of the ordered digest.
    #[inline]
    pub(crate) const fn y(&self) -> u128 {
        self.elements[3]
    }

    /// Returns the factors of column c.
    #[inline]
    pub(crate) fn column(&self, c: usize) -> ColumnKey {
        self.columns.get(c).copied().unwrap_or_else(|| derive_column(&self.secret, c))
    }

    /// Multiplies two elements.
    #[inline]
    pub(crate) fn product(&self, a: u128, b: u128) -> Gf128 {
        Gf128::new(a).mul_with(self.backend(), Gf128::new(b))
    }

    /// Returns the key of CLHASH-128.
    #[inline]
    pub(crate) const fn wide(&self) -> &Key128 {
        &self.wide
    }
}

/// Keys with chosen values, with which `tests/bound` tests the theorems. The 32 bytes of such a key
/// are those of the key that it was made from, and do not derive it.
#[doc(hidden)]
impl Key {
    /// Returns the same key with another element: z, R0, R1 or y.
    #[must_use]
    pub const fn with_element(mut self, i: usize, element: u128) -> Self {
        self.elements[i] = element;
        self
    }

    /// Returns the same key with another factor of one of the first 32 columns.
    #[must_use]
    pub const fn with_factor(mut self, column: usize, i: usize, factor: u128) -> Self {
        self.columns[column][i] = factor;
        self
    }

    /// Returns the same key with another key of CLHASH-128.
    #[must_use]
    pub fn with_strings(mut self, words: [u64; Key128::WORDS]) -> Self {
        let backend = self.backend();
        self.wide = Key128::from_words(words);
        self.with_backend(backend)
    }
}

/// Returns element i of a block.
const fn element(block: &[u64; stream::BLOCK_WORDS], i: usize) -> u128 {
    block[2 * i] as u128 | (block[2 * i + 1] as u128) << 64
}

/// Derives the factors of column c.
const fn derive_column(secret: &[u8; SECRET_BYTES], c: usize) -> ColumnKey {
    assert!(c < (u32::MAX - COLUMN_BLOCK) as usize, "a row has more than 2^32 - 65 columns");
    #[expect(clippy::cast_possible_truncation, reason = "checked above")]
    let block = stream::block(secret, COLUMN_BLOCK + c as u32);
    [element(&block, 0), element(&block, 1), element(&block, 2)]
}

hash_core::byte_key!(impl[] Key, "hash-agg");
hash_core::secret_debug!(impl[] Key, "Key", backend = |key| key.backend().name());
hash_core::wipe_on_drop!(key: impl[] Key, |key| {
    key.secret.zeroize();
    key.elements.zeroize();
    key.columns.zeroize();
    key.wide.row.zeroize();
    key.wide.parity.zeroize();
});
