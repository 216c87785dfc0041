//! The hash over GF(2^64) with the trait of RustCrypto's universal hashes (feature
//! `universal-hash`).

use crate::{Key, Multilinear64, MultilinearHasher};

/// [`Multilinear64`] for the traits of `universal-hash`: it takes blocks of eight bytes and returns
/// a block of eight bytes (the hash, little-endian).
///
/// `update_padded` pads each piece with zeros to whole words, and the padded lengths enter the
/// hash. So the result is [`hash`](crate::hash()) of the concatenated padded pieces. A protocol
/// that pads must put the true lengths into a block of their own.
///
/// The hash alone is not a MAC: add a fresh pseudo-random pad to each value.
///
/// `KeyInit` is not implemented, because its array type does not support 4,152 bytes.
///
/// ```
/// use multilinear_hash::universal_hash::WordHasher;
/// use multilinear_hash::{Key, Multilinear64, hash};
/// use universal_hash::UniversalHash;
/// let key = Key::<Multilinear64>::from_seed(1);
/// let mut hasher = WordHasher::new(&key);
/// hasher.update_padded(b"a word and a half");
/// let expected = hash(&key, b"a word and a half\0\0\0\0\0\0\0");
/// assert_eq!(hasher.finalize(), expected.to_le_bytes());
/// ```
#[derive(Clone, Debug)]
pub struct WordHasher<'k> {
    key: &'k Key<Multilinear64>,
    stream: MultilinearHasher<Multilinear64, &'k Key<Multilinear64>>,
}

impl<'k> WordHasher<'k> {
    /// Makes a hasher of the empty message.
    #[must_use]
    pub const fn new(key: &'k Key<Multilinear64>) -> Self {
        Self { key, stream: MultilinearHasher::new(key) }
    }
}

hash_core::universal_hash!(WordHasher, U8, |stream| stream.finalize().to_le_bytes().into());
