//! The hash over GF(2^64) with the trait of RustCrypto's universal hashes (feature
//! `universal-hash`).

use crate::{Key, Multilinear64, MultilinearHasher};

/// [`Multilinear64`] by whole words, as the traits of `universal-hash` see a hash: blocks of eight
/// bytes in, a block of eight bytes out (the hash, little-endian).
///
/// `update_padded` fills each piece with zeros up to a whole word, and the length that enters the
/// hash is that of the words. So the result is [`hash`](crate::hash()) of the concatenated padded
/// pieces: a protocol that pads must put the true lengths into a block of its own.
///
/// The hash alone is not a MAC: add a fresh pseudo-random pad to each value.
///
/// There is no `KeyInit`: arrays of 4,152 bytes are not among the sizes of its array type.
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
    /// A hasher that has seen nothing.
    #[must_use]
    pub const fn new(key: &'k Key<Multilinear64>) -> Self {
        Self { key, stream: MultilinearHasher::new(key) }
    }
}

hash_core::universal_hash!(WordHasher, U8, |stream| stream.finalize().to_le_bytes().into());
