//! CLHASH behind the trait of RustCrypto's universal hashes (feature `universal-hash`).

use crate::{ClHasher, Key};

/// CLHASH by whole words, as the traits of `universal-hash` see a hash: blocks of eight bytes in,
/// a block of eight bytes out (the hash, little-endian).
///
/// `update_padded` fills each piece with zeros up to a whole word, and the length that enters the
/// hash is that of the words. So it is the value of [`hash`](crate::hash) of the padded pieces one
/// after the other: a protocol that pads must put the true lengths into a block of its own, as
/// GCM does.
///
/// The hash alone is not a MAC: add a fresh pseudo-random pad to each value.
///
/// There is no `KeyInit`: arrays of 1,064 bytes are not among the sizes of its array type.
#[derive(Clone, Copy, Debug)]
pub struct WordHasher<'k> {
    key: &'k Key,
    stream: ClHasher<&'k Key>,
}

impl<'k> WordHasher<'k> {
    /// A hasher that has seen nothing.
    #[must_use]
    pub const fn new(key: &'k Key) -> Self {
        Self { key, stream: ClHasher::new(key) }
    }
}

hash_core::universal_hash!(WordHasher, U8, |stream| stream.finalize().to_le_bytes().into());
