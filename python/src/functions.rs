//! The table of algorithms. A new algorithm needs a line in [`TABLE`], and its entry in a file
//! below.

mod clhash;
mod ghash;
mod highwayhash;
pub(crate) mod md5;
mod multilinear;
mod siphash;
mod vhash;

use crate::function::Entry;

/// All algorithms except VMAC, which also takes a nonce, and MD5, which takes no key.
pub(crate) static TABLE: &[Entry] = &[
    Entry::of::<clhash::Clhash>(),
    Entry::of::<clhash::ClhashMixed>(),
    Entry::of::<clhash::ClhashBitmix>(),
    Entry::of::<clhash::Clhash128>(),
    Entry::of::<vhash::Vhash64>(),
    Entry::of::<vhash::Vhash64Mixed>(),
    Entry::of::<vhash::Vhash128>(),
    Entry::of::<ghash::Ghash>(),
    Entry::of::<ghash::Polyval>(),
    Entry::of::<multilinear::Mmh32>(),
    Entry::of::<multilinear::Mmh64>(),
    Entry::of::<multilinear::Tmmh16>(),
    Entry::of::<multilinear::Multilinear64>(),
    Entry::of::<multilinear::Multilinear64Mixed>(),
    Entry::of::<siphash::Sip<2, 4>>(),
    Entry::of::<siphash::Sip<1, 3>>(),
    Entry::of::<siphash::Sip<1, 2>>(),
    Entry::of::<siphash::Sip<4, 8>>(),
    Entry::of::<siphash::Nocase>(),
    Entry::of::<siphash::Sip128<2, 4>>(),
    Entry::of::<siphash::Sip128<1, 3>>(),
    Entry::of::<siphash::Tree<2, 4>>(),
    Entry::of::<siphash::Tree<1, 3>>(),
    Entry::of::<siphash::Half32>(),
    Entry::of::<siphash::Half64>(),
    Entry::of::<highwayhash::Highway64>(),
    Entry::of::<highwayhash::Highway128>(),
    Entry::of::<highwayhash::Highway256>(),
];

/// Implements `HashKey` for key types by the methods that all keys of the crates have.
macro_rules! keys {
    ($($Key:ty),*) => {
        $(impl $crate::function::HashKey for $Key {
            fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
                Self::try_from(bytes).map_err(|error| error.to_string())
            }

            fn from_seed(seed: u64) -> Self {
                <$Key>::from_seed(seed)
            }

            fn generate() -> Result<Self, hash_core::EntropyError> {
                <$Key>::try_generate()
            }

            fn to_bytes(&self) -> Vec<u8> {
                <$Key>::to_bytes(self).to_vec()
            }
        })*
    };
}
use keys;

/// Implements `Function` by the functions of a crate. `many` and `words` are its batch functions.
macro_rules! function {
    (
        impl[$($generics:tt)*] $Name:ty, $info:expr;
        $Key:ty => $Hash:ty;
        hash: $hash:expr;
        $(many: $many:expr; words: $words:expr;)?
        stream: $Stream:ty, $stream:expr;
        finalize: $finalize:expr;
        resume: $resume:expr;
    ) => {
        impl<$($generics)*> $crate::function::Function for $Name {
            type Key = $Key;
            type Hash = $Hash;
            type Stream = $Stream;
            const INFO: $crate::function::Info = $info;

            fn hash(key: &$Key, message: &[u8]) -> $Hash {
                $hash(key, message)
            }

            $(fn hash_many(key: &$Key, messages: &[&[u8]], out: &mut [$Hash]) {
                $many(key, messages, out).expect("there are as many messages as hashes");
            }

            fn hash_words(key: &$Key, words: &[u64], out: &mut [$Hash]) {
                $words(key, words, out).expect("there are as many words as hashes");
            })?

            fn stream(key: &std::sync::Arc<$Key>) -> $Stream {
                $stream(key)
            }

            fn update(stream: &mut $Stream, bytes: &[u8]) {
                stream.update(bytes);
            }

            fn finalize(stream: &$Stream) -> $Hash {
                $finalize(stream)
            }

            fn checkpoint(stream: &$Stream) -> Vec<u8> {
                stream.checkpoint().to_vec()
            }

            fn resume(
                key: &std::sync::Arc<$Key>,
                bytes: &[u8],
            ) -> Result<$Stream, hash_core::CheckpointError> {
                $resume(key, bytes)
            }
        }
    };
}
use function;
