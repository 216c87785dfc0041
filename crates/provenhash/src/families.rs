//! The rows, by family. A new function needs a line in [`TABLE`], and its row in a file below.

#[cfg(feature = "clhash")]
mod clhash;
#[cfg(feature = "clmac")]
mod clmac;
#[cfg(feature = "ghash")]
mod ghash;
#[cfg(feature = "highwayhash")]
mod highwayhash;
#[cfg(feature = "md5")]
mod md5;
#[cfg(feature = "mshash")]
mod mshash;
#[cfg(feature = "multilinear")]
mod multilinear;
#[cfg(feature = "siphash")]
mod siphash;
#[cfg(feature = "vhash")]
mod vhash;
#[cfg(feature = "vmac")]
mod vmac;

use crate::Algorithm;
use crate::function::{Function, Joins, Pieces, Value};
use core::fmt;
use core::str::FromStr;
use hash_core::backend::{Token, UnknownBackend};
use hash_core::{CheckpointError, CombineError};
use std::iter;
use std::marker::PhantomData;
use std::sync::Arc;

pub(crate) const TABLE: &[Algorithm] = &[
    #[cfg(feature = "clhash")]
    clhash::CLHASH,
    #[cfg(feature = "clhash")]
    clhash::CLHASH_MIXED,
    #[cfg(feature = "clhash")]
    clhash::CLHASH_BITMIX,
    #[cfg(feature = "clhash")]
    clhash::CLHASH128,
    #[cfg(feature = "clhash")]
    clhash::CLHASH128_MIXED,
    #[cfg(feature = "mshash")]
    mshash::MSHASH,
    #[cfg(feature = "clmac")]
    clmac::CLMAC,
    #[cfg(feature = "vhash")]
    vhash::VHASH64,
    #[cfg(feature = "vhash")]
    vhash::VHASH64_MIXED,
    #[cfg(feature = "vhash")]
    vhash::VHASH128,
    #[cfg(feature = "vmac")]
    vmac::VMAC64,
    #[cfg(feature = "vmac")]
    vmac::VMAC128,
    #[cfg(feature = "ghash")]
    ghash::GHASH,
    #[cfg(feature = "ghash")]
    ghash::POLYVAL,
    #[cfg(feature = "multilinear")]
    multilinear::MMH32,
    #[cfg(feature = "multilinear")]
    multilinear::MMH64,
    #[cfg(feature = "multilinear")]
    multilinear::TMMH16,
    #[cfg(feature = "multilinear")]
    multilinear::MULTILINEAR64,
    #[cfg(feature = "multilinear")]
    multilinear::MULTILINEAR64_MIXED,
    #[cfg(feature = "siphash")]
    siphash::SIPHASH_2_4,
    #[cfg(feature = "siphash")]
    siphash::SIPHASH_1_3,
    #[cfg(feature = "siphash")]
    siphash::SIPHASH_1_2,
    #[cfg(feature = "siphash")]
    siphash::SIPHASH_4_8,
    #[cfg(feature = "siphash")]
    siphash::SIPHASH_1_2_NOCASE,
    #[cfg(feature = "siphash")]
    siphash::SIPHASH128_2_4,
    #[cfg(feature = "siphash")]
    siphash::SIPHASH128_1_3,
    #[cfg(feature = "siphash")]
    siphash::SIPTREEHASH,
    #[cfg(feature = "siphash")]
    siphash::SIPTREEHASH13,
    #[cfg(feature = "siphash")]
    siphash::HALFSIPHASH32,
    #[cfg(feature = "siphash")]
    siphash::HALFSIPHASH64,
    #[cfg(feature = "highwayhash")]
    highwayhash::HIGHWAYHASH64,
    #[cfg(feature = "highwayhash")]
    highwayhash::HIGHWAYHASH128,
    #[cfg(feature = "highwayhash")]
    highwayhash::HIGHWAYHASH256,
    #[cfg(feature = "md5")]
    md5::MD5,
];

/// Appends a piece to each stream, to those of MD5 in parallel.
pub(crate) fn update_each<'a>(
    updates: impl Iterator<Item = (&'a mut (dyn Pieces + 'static), &'a [u8])>,
) {
    #[cfg(feature = "md5")]
    md5::update_each(updates);
    #[cfg(not(feature = "md5"))]
    updates.for_each(|(pieces, bytes)| pieces.update(bytes));
}

/// Implements [`HashKey`] by the methods that all keys of a crate have. Keys without a backend, of
/// functions without kernels, follow after a semicolon.
macro_rules! keys {
    (without: $Key:ty) => {
        $crate::families::keys!(one $Key, $crate::families::Portable, {
            fn backend(&self) -> $crate::families::Portable {
                $crate::families::Portable
            }

            fn with_backend(self, _: $crate::families::Portable) -> Self {
                self
            }
        });
    };
    (one $Key:ty, $Backend:ty, { $($others:tt)* }) => {
        $crate::families::keys!(with $Key, $Backend, {
            fn from_bytes(bytes: &[u8]) -> Result<std::sync::Arc<Self>, &'static str> {
                Self::try_from(bytes).map(std::sync::Arc::new).map_err($crate::families::Excluded::why)
            }

            fn from_seed(seed: u64) -> std::sync::Arc<Self> {
                std::sync::Arc::new(<$Key>::from_seed(seed))
            }

            hash_core::with_entropy! {
                fn try_generate() -> Result<std::sync::Arc<Self>, $crate::Error> {
                    let key = <$Key>::try_generate().map_err($crate::families::no_entropy)?;
                    Ok(std::sync::Arc::new(key))
                }
            }

            $($others)*
        });
    };
    // Keys of up to 12 KiB go to the heap from the function that makes them. An `Option` or a
    // `Result` around such a key, and the call of `Arc::new`, would each be a copy on the stack.
    (large $Backend:ty: $($Key:ty),*) => {
        $($crate::families::keys!(with $Key, $Backend, {
            fn from_bytes(bytes: &[u8]) -> Result<std::sync::Arc<Self>, &'static str> {
                let bytes: &[u8; <$Key>::BYTES] = bytes.try_into().map_err(|_| "another length")?;
                let key = std::sync::Arc::new_cyclic(|_| Self::from(bytes));
                if key.is_degenerate() { Err(hash_core::key::ZEROS) } else { Ok(key) }
            }

            fn from_seed(seed: u64) -> std::sync::Arc<Self> {
                std::sync::Arc::new_cyclic(|_| <$Key>::from_seed(seed))
            }

            hash_core::with_entropy! {
                fn try_generate() -> Result<std::sync::Arc<Self>, $crate::Error> {
                    hash_core::entropy::key(|bytes: &[u8; <$Key>::BYTES]| {
                        std::sync::Arc::new_cyclic(|_| Self::from(bytes))
                    })
                    .map_err($crate::families::no_entropy)
                }
            }

            fn backend(&self) -> $Backend {
                <$Key>::backend(self)
            }

            fn with_backend(self, backend: $Backend) -> Self {
                <$Key>::with_backend(self, backend)
            }
        });)*
    };
    (with $Key:ty, $Backend:ty, { $($methods:tt)* }) => {
        impl $crate::function::HashKey for $Key {
            type Backend = $Backend;

            fn to_bytes(&self) -> Vec<u8> {
                <$Key>::to_bytes(self).to_vec()
            }

            $($methods)*
        }
    };
    ($Backend:ty: $($Key:ty),*) => {
        $($crate::families::keys!(one $Key, $Backend, {
            fn backend(&self) -> $Backend {
                <$Key>::backend(self)
            }

            fn with_backend(self, backend: $Backend) -> Self {
                <$Key>::with_backend(self, backend)
            }
        });)*
    };
}
use keys;

/// An error of a key that has the right length.
trait Excluded {
    /// Returns what the key has.
    fn why(self) -> &'static str;
}

impl Excluded for hash_core::KeyLengthError {
    fn why(self) -> &'static str {
        "another length"
    }
}

impl Excluded for hash_core::KeyError {
    fn why(self) -> &'static str {
        hash_core::key::ZEROS
    }
}

#[cfg(feature = "vhash")]
impl Excluded for ::vhash::KeyError {
    fn why(self) -> &'static str {
        match self {
            Self::Degenerate => hash_core::key::ZEROS,
            _ => "a word of the last step that is not below 2^64 - 257",
        }
    }
}

hash_core::with_entropy! {
    fn no_entropy(error: hash_core::EntropyError) -> crate::Error {
        crate::Error::Entropy { why: error.to_string() }
    }
}

/// Implements [`Function`] for a type that names a function: its key, its hash, the function of
/// whole messages, its stream and how that ends. Streams either share the key or copy it (`own`). A
/// function without batch functions loops over single messages.
macro_rules! function {
    (
        impl[$($generics:tt)*] $Name:ty;
        $Key:ty => $Hash:ty: $hash:expr;
        $kind:ident $Stream:ty: $finalize:expr;
        $(batches: $many:expr, $words:expr;)?
    ) => {
        impl<$($generics)*> $crate::function::Function for $Name {
            type Key = $Key;
            type Hash = $Hash;
            type Stream = $Stream;

            fn hash(key: &$Key, message: &[u8]) -> $Hash {
                $hash(key, message)
            }

            $(fn hash_many(key: &$Key, messages: &[&[u8]], out: &mut [$Hash]) {
                $many(key, messages, out).expect("there are as many messages as hashes");
            }

            fn hash_u64s(key: &$Key, words: &[u64], out: &mut [$Hash]) {
                $words(key, words, out).expect("there are as many words as hashes");
            })?

            fn stream(key: &std::sync::Arc<$Key>) -> $Stream {
                $crate::families::function!($kind key, <$Stream>::new)
            }

            fn update(stream: &mut $Stream, bytes: &[u8]) {
                stream.update(bytes);
            }

            fn finalize(stream: &$Stream) -> $Hash {
                let finalize: fn(&$Stream) -> $Hash = $finalize;
                finalize(stream)
            }

            fn checkpoint(stream: &$Stream) -> Vec<u8> {
                stream.checkpoint().to_vec()
            }

            fn resume(
                key: &std::sync::Arc<$Key>,
                bytes: &[u8],
            ) -> Result<$Stream, hash_core::CheckpointError> {
                $crate::families::function!(resume $kind key, bytes, <$Stream>::from_checkpoint)
            }
        }
    };
    (shared $key:ident, $new:expr) => { $new(std::sync::Arc::clone($key)) };
    (own $key:ident, $new:expr) => { $new($key) };
    (resume shared $key:ident, $bytes:ident, $new:expr) => {
        $new(std::sync::Arc::clone($key), $bytes)
    };
    (resume own $key:ident, $bytes:ident, $new:expr) => {{
        let _ = $key;
        $new($bytes)
    }};
}
use function;

/// Implements [`Joins`](crate::function::Joins) by the methods that the parts of all crates have.
macro_rules! joins {
    ($Name:ty: $Part:ty) => {
        impl $crate::function::Joins for $Name {
            type Part = $Part;

            fn part(key: &Self::Key, bytes: &[u8]) -> $Part {
                <$Part>::of(key, bytes)
            }

            fn join(
                key: &Self::Key,
                first: &$Part,
                next: &$Part,
            ) -> Result<$Part, hash_core::CombineError> {
                first.combine(key, next)
            }

            fn whole(key: &Self::Key, part: &$Part) -> Self::Hash {
                part.finalize(key)
            }

            fn len(part: &$Part) -> u64 {
                part.len()
            }
        }
    };
}
use joins;

/// The backend of functions without kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Portable;

impl fmt::Display for Portable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Portable {
    type Err = UnknownBackend;

    fn from_str(name: &str) -> Result<Self, UnknownBackend> {
        Self::from_name(name).ok_or(UnknownBackend)
    }
}

impl Token for Portable {
    const NAMES: &'static [&'static str] = &["portable"];

    fn detect() -> Self {
        Self
    }

    fn available() -> impl Iterator<Item = Self> {
        iter::once(Self)
    }

    fn from_name(name: &str) -> Option<Self> {
        (name == "portable").then_some(Self)
    }

    fn name(self) -> &'static str {
        "portable"
    }
}

/// A value with a bijection that spreads every bit over all bits.
pub(crate) trait Mix: Value {
    fn mix(self) -> Self;
}

impl Mix for u64 {
    #[inline]
    fn mix(self) -> Self {
        hash_core::mix(self)
    }
}

impl Mix for [u64; 2] {
    #[inline]
    fn mix(self) -> Self {
        hash_core::mix128(self)
    }
}

/// A function followed by the bijection of its values.
pub(crate) struct Mixed<F>(PhantomData<F>);

impl<F: Function<Hash: Mix>> Function for Mixed<F> {
    type Key = F::Key;
    type Hash = F::Hash;
    type Stream = F::Stream;

    fn hash(key: &Self::Key, message: &[u8]) -> F::Hash {
        F::hash(key, message).mix()
    }

    fn hash_many(key: &Self::Key, messages: &[&[u8]], out: &mut [F::Hash]) {
        F::hash_many(key, messages, out);
        out.iter_mut().for_each(|hash| *hash = hash.mix());
    }

    fn hash_u64s(key: &Self::Key, words: &[u64], out: &mut [F::Hash]) {
        F::hash_u64s(key, words, out);
        out.iter_mut().for_each(|hash| *hash = hash.mix());
    }

    fn stream(key: &Arc<Self::Key>) -> Self::Stream {
        F::stream(key)
    }

    fn update(stream: &mut Self::Stream, bytes: &[u8]) {
        F::update(stream, bytes);
    }

    fn finalize(stream: &Self::Stream) -> F::Hash {
        F::finalize(stream).mix()
    }

    fn checkpoint(stream: &Self::Stream) -> Vec<u8> {
        F::checkpoint(stream)
    }

    fn resume(key: &Arc<Self::Key>, bytes: &[u8]) -> Result<Self::Stream, CheckpointError> {
        F::resume(key, bytes)
    }
}

impl<F: Joins<Hash: Mix>> Joins for Mixed<F> {
    type Part = F::Part;

    fn part(key: &Self::Key, bytes: &[u8]) -> Self::Part {
        F::part(key, bytes)
    }

    fn join(
        key: &Self::Key,
        first: &Self::Part,
        next: &Self::Part,
    ) -> Result<Self::Part, CombineError> {
        F::join(key, first, next)
    }

    fn whole(key: &Self::Key, part: &Self::Part) -> F::Hash {
        F::whole(key, part).mix()
    }

    fn len(part: &Self::Part) -> u64 {
        F::len(part)
    }
}

impl Value for u32 {
    const ANY: Self = 0;
    const BYTES: usize = 4;
    const WORD: usize = 4;

    #[inline]
    fn write(self, place: &mut [u8]) {
        place.copy_from_slice(&self.to_be_bytes());
    }
}

impl Value for u64 {
    const ANY: Self = 0;
    const BYTES: usize = 8;
    const WORD: usize = 8;

    #[inline]
    fn first_u64(self) -> u64 {
        self
    }

    #[inline]
    fn write(self, place: &mut [u8]) {
        place.copy_from_slice(&self.to_be_bytes());
    }
}

/// Bytes in the order in which they are published.
impl Value for [u8; 16] {
    const ANY: Self = [0; 16];
    const BYTES: usize = 16;
    const WORD: usize = 1;

    #[inline]
    fn write(self, place: &mut [u8]) {
        place.copy_from_slice(&self);
    }
}

macro_rules! words {
    ($($word:ty, $count:literal, $bytes:literal;)*) => {
        $(impl Value for [$word; $count] {
            const ANY: Self = [0; $count];
            const BYTES: usize = $bytes;
            const WORD: usize = size_of::<$word>();

            #[inline]
            fn write(self, place: &mut [u8]) {
                let places = place.as_chunks_mut::<{ size_of::<$word>() }>().0;
                for (place, word) in places.iter_mut().zip(self) {
                    *place = word.to_be_bytes();
                }
            }
        })*
    };
}

words! {
    u16, 4, 8;
    u32, 1, 4;
    u32, 2, 8;
    u64, 2, 16;
    u64, 4, 32;
}
