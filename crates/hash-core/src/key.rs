//! What the keys of all functions have in common.

use core::fmt;

/// A key has another number of bytes than its function needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyLengthError {
    /// The function.
    pub function: &'static str,
    /// The number of bytes that it needs.
    pub expected: usize,
    /// The number of bytes given.
    pub found: usize,
}

impl fmt::Display for KeyLengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { function, expected, found } = self;
        write!(f, "key has {found} bytes, {function} needs {expected}")
    }
}

impl core::error::Error for KeyLengthError {}

/// The N bytes of a key of a function.
///
/// # Errors
/// If there is another number of bytes.
pub fn exact<'b, const N: usize>(
    function: &'static str,
    bytes: &'b [u8],
) -> Result<&'b [u8; N], KeyLengthError> {
    let found = bytes.len();
    bytes.try_into().map_err(|_| KeyLengthError { function, expected: N, found })
}

/// The constructors and conversions that all keys share, for a key type with `BYTES` and with
/// `const fn from_bytes(&[u8; BYTES]) -> Self` and `const fn to_bytes(&self) -> [u8; BYTES]`:
/// `from_seed`, `from_rng` (feature `rand_core`), `generate` (`std`), `From<&[u8; BYTES]>`,
/// `TryFrom<&[u8]>`, `Serialize` and `Deserialize` (`serde`).
///
/// A generic key type gives `BYTES` once more, as a third argument: its associated constant cannot
/// be the length of an array.
///
/// ```
/// pub struct Key([u8; 16]);
///
/// impl Key {
///     pub const BYTES: usize = 16;
///     pub const fn from_bytes(bytes: &[u8; 16]) -> Self {
///         Self(*bytes)
///     }
///     pub const fn to_bytes(&self) -> [u8; 16] {
///         self.0
///     }
/// }
/// hash_core::byte_key!(impl[] Key, "ExampleHash");
///
/// assert!(Key::try_from([7; 16].as_slice()).is_ok());
/// assert_eq!(
///     Key::try_from([7; 15].as_slice()).err().map(|e| e.to_string()).as_deref(),
///     Some("key has 15 bytes, ExampleHash needs 16")
/// );
/// ```
#[macro_export]
macro_rules! byte_key {
    (impl[$($generics:tt)*] $Key:ty, $function:expr) => {
        $crate::byte_key!(impl[$($generics)*] $Key, $function, <$Key>::BYTES);
    };
    (impl[$($generics:tt)*] $Key:ty, $function:expr, $bytes:expr) => {
        impl<$($generics)*> $Key {
            /// Derives the key of a number, the same on every machine. Frozen.
            ///
            /// For checksums and tests: a 64-bit seed cannot give the strength or the bound of a
            /// random key, and a seed that can be guessed gives no protection at all.
            #[must_use]
            pub const fn from_seed(seed: u64) -> Self {
                let mut bytes = [0; $bytes];
                $crate::seed::SeedWords::new($function, seed).fill(&mut bytes);
                Self::from_bytes(&bytes)
            }

            /// Draws a key from a random number generator, word by word; use a cryptographic one if
            /// the key is to protect anything.
            #[cfg(feature = "rand_core")]
            #[must_use]
            pub fn from_rng(rng: &mut impl $crate::private::rand_core::Rng) -> Self {
                $crate::residue::build(|| {
                    Self::from_bytes(&$crate::seed::bytes_of_words(|| rng.next_u64()))
                })
            }

            /// Makes a new random key.
            ///
            /// Its words are values of SipHash-1-3 under 128 random bits of the operating system,
            /// at points that no other key of the process has; see `hash_core::seed::SystemWords`.
            /// So the key is as strong as 128 bits are, for whoever cannot tell that function from
            /// a random one, and keys of one process are independent of one another in the same
            /// sense. `from_rng` (feature `rand_core`) takes every bit from a generator of your
            /// choice.
            #[cfg(feature = "std")]
            #[must_use]
            pub fn generate() -> Self {
                let mut words = $crate::seed::SystemWords::new();
                $crate::residue::build(|| {
                    Self::from_bytes(&$crate::seed::bytes_of_words(|| words.next_word()))
                })
            }
        }

        $crate::key_conversions!(impl[$($generics)*] $Key, $function, $bytes);
    };
}

/// `WORDS`, `BYTES`, `from_bytes`, `to_words` and `to_bytes` of a key that consists of words: it
/// has a field `words: [u64; WORDS]` and `const fn from_words([u64; WORDS]) -> Self`.
#[macro_export]
macro_rules! word_key {
    (impl[$($generics:tt)*] $Key:ty, $words:expr) => {
        impl<$($generics)*> $Key {
            /// Words of a key.
            pub const WORDS: usize = $words;
            /// Bytes of a key.
            pub const BYTES: usize = 8 * Self::WORDS;

            /// Makes the key of the bytes of the words, each little-endian.
            // Out of line where its frame is to be scrubbed.
            #[cfg_attr(not(feature = "zeroize"), inline)]
            #[cfg_attr(feature = "zeroize", inline(never))]
            #[must_use]
            pub const fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
                Self::from_words($crate::seed::words_of_bytes(bytes))
            }

            /// The words.
            #[inline]
            #[must_use]
            pub const fn to_words(&self) -> [u64; Self::WORDS] {
                self.words
            }

            /// The bytes from which [`from_bytes`](Self::from_bytes) makes this key.
            #[inline]
            #[must_use]
            pub const fn to_bytes(&self) -> [u8; Self::BYTES] {
                $crate::seed::words_to_bytes(&self.words)
            }
        }
    };
}

/// The conversions of a key from and to bytes; a part of [`byte_key!`](crate::byte_key).
#[macro_export]
macro_rules! key_conversions {
    (impl[$($generics:tt)*] $Key:ty, $function:expr) => {
        $crate::key_conversions!(impl[$($generics)*] $Key, $function, <$Key>::BYTES);
    };
    (impl[$($generics:tt)*] $Key:ty, $function:expr, $bytes:expr) => {
        impl<$($generics)*> From<&[u8; $bytes]> for $Key {
            fn from(bytes: &[u8; $bytes]) -> Self {
                $crate::residue::build(|| Self::from_bytes(bytes))
            }
        }

        impl<$($generics)*> TryFrom<&[u8]> for $Key {
            type Error = $crate::KeyLengthError;

            fn try_from(bytes: &[u8]) -> Result<Self, $crate::KeyLengthError> {
                $crate::residue::build(|| {
                    $crate::key::exact($function, bytes).map(Self::from_bytes)
                })
            }
        }

        #[cfg(feature = "serde")]
        $crate::serde_bytes! {
            impl[$($generics)*] $Key, $bytes;
            |key| key.to_bytes();
            |bytes| Ok::<_, ::core::convert::Infallible>(Self::from_bytes(&bytes))
        }
    };
}

/// `with_backend` and `backend` of a key that has a field `backend: Option<Backend>`, which is
/// `None` in keys that were made at compile time, when no CPU can be asked.
#[macro_export]
macro_rules! key_backend {
    (impl[$($generics:tt)*] $Key:ty, $Backend:ty) => {
        impl<$($generics)*> $Key {
            /// The same key, for this backend instead of the best one.
            #[must_use]
            pub const fn with_backend(mut self, backend: $Backend) -> Self {
                self.backend = Some(backend);
                self
            }

            /// The backend that hashes with this key.
            #[inline]
            #[must_use]
            pub fn backend(&self) -> $Backend {
                match self.backend {
                    Some(backend) => backend,
                    None => <$Backend>::detect(),
                }
            }
        }

        impl<$($generics)*> ::core::fmt::Debug for $Key {
            /// Names the backend and hides the secret.
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct("Key").field("backend", &self.backend().name()).finish_non_exhaustive()
            }
        }
    };
}

/// `Debug` of a type whose contents are secret: its name, and the fields named.
#[macro_export]
macro_rules! secret_debug {
    (impl[$($generics:tt)*] $Type:ty, $name:literal $(, $field:ident = |$self:ident| $value:expr)*) => {
        impl<$($generics)*> ::core::fmt::Debug for $Type {
            /// Hides what is secret.
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct($name)
                    $(.field(::core::stringify!($field), &{ let $self = self; $value }))*
                    .finish_non_exhaustive()
            }
        }
    };
}

/// `Zeroize`, and with it `Drop` and `ZeroizeOnDrop`, if the calling crate has its feature
/// `zeroize`: the closure wipes the value. `key: impl` says that it is a key, with which the stack
/// is scrubbed; see [`residue`](crate::residue).
#[macro_export]
macro_rules! wipe_on_drop {
    (key: impl[$($generics:tt)*] $Type:ty, |$self:ident| $wipe:expr) => {
        $crate::wipe_on_drop!(impl[$($generics)*] $Type, |$self| {
            $wipe;
            $crate::residue::scrub::<Self>();
        });
    };
    (impl[$($generics:tt)*] $Type:ty, |$self:ident| $wipe:expr) => {
        #[cfg(feature = "zeroize")]
        const _: () = {
            use $crate::private::zeroize::{Zeroize, ZeroizeOnDrop};

            impl<$($generics)*> Zeroize for $Type {
                /// Overwrites every secret with zeros.
                fn zeroize(&mut self) {
                    let $self = self;
                    $wipe;
                }
            }

            impl<$($generics)*> Drop for $Type {
                fn drop(&mut self) {
                    Zeroize::zeroize(self);
                }
            }

            impl<$($generics)*> ZeroizeOnDrop for $Type {}
        };
    };
}
