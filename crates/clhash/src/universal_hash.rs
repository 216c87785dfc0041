//! CLHASH with the trait of RustCrypto's universal hashes (feature `universal-hash`).

use crate::{ClHasher, Key};

/// CLHASH with the interface of `universal-hash`: blocks of eight bytes in, one block of eight
/// bytes out (the hash, little-endian).
///
/// `update_padded` fills each piece with zeros up to a whole word, and the length that enters the
/// hash is that of the words. The value is therefore [`hash`](crate::hash) of the concatenated
/// padded pieces. A protocol that pads must put the true lengths into a block of their own, as GCM
/// does.
///
/// The hash alone is not a MAC: add a fresh pseudo-random pad to each value.
///
/// There is no `KeyInit`, because the array type of `universal-hash` has no size of 1,064 bytes.
#[derive(Clone, Debug)]
pub struct WordHasher<'k> {
    key: &'k Key,
    stream: ClHasher<&'k Key>,
}

impl<'k> WordHasher<'k> {
    /// Returns a hasher of the empty message.
    #[must_use]
    pub const fn new(key: &'k Key) -> Self {
        Self { key, stream: ClHasher::new(key) }
    }
}

hash_core::universal_hash!(WordHasher, U8, |stream| stream.finalize().to_le_bytes().into());
