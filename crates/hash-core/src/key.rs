//! Constructors and conversions that the keys of all functions share.

use core::fmt;

/// The key has the wrong number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyLengthError {
    /// The name of the function.
    pub function: &'static str,
    /// The number of bytes that the function needs.
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

/// The bytes are no key of a universal hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// The number of bytes is wrong.
    Length(KeyLengthError),
    /// A part of the key is zero, and hashes would ignore a part of every message: the method
    /// `is_degenerate` of the key says which. No random key is so, but a file is whose data a crash
    /// lost.
    Degenerate {
        /// The name of the function.
        function: &'static str,
    },
}

impl From<KeyLengthError> for KeyError {
    fn from(error: KeyLengthError) -> Self {
        Self::Length(error)
    }
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(error) => error.fmt(f),
            Self::Degenerate { function } => {
                write!(f, "key has {ZEROS}, {function} needs random bytes")
            }
        }
    }
}

impl core::error::Error for KeyError {}

/// The fault of a degenerate key, for the end of a sentence such as "key has".
pub const ZEROS: &str = "zeros where they make hashes ignore a part of the message";

/// Returns whether all words are zero.
#[must_use]
pub const fn are_zeros(words: &[u64]) -> bool {
    let (mut all, mut i) = (0, 0);
    while i < words.len() {
        all |= words[i];
        i += 1;
    }
    all == 0
}

/// Returns the bytes as an array of the N bytes that the function needs.
///
/// # Errors
/// Returns [`KeyLengthError`] if there are not exactly N bytes.
pub fn exact<'b, const N: usize>(
    function: &'static str,
    bytes: &'b [u8],
) -> Result<&'b [u8; N], KeyLengthError> {
    let found = bytes.len();
    bytes.try_into().map_err(|_| KeyLengthError { function, expected: N, found })
}

/// Implements the constructors and conversions that all keys share.
///
/// The key type has `BYTES`, `const fn from_bytes(&[u8; BYTES]) -> Self` and
/// `const fn to_bytes(&self) -> [u8; BYTES]`. The macro adds `from_seed`, `from_rng` (feature
/// `rand_core`), `try_generate` and `generate` (on targets with entropy), `From<&[u8; BYTES]>`,
/// `TryFrom<&[u8]>`, `Serialize` and `Deserialize` (`serde`).
///
/// A generic key type repeats `BYTES` as a third argument, because its associated constant cannot
/// be the length of an array.
///
/// With `universal:` before the arguments, `TryFrom<&[u8]>` and `Deserialize` refuse a key for
/// which its method `is_degenerate(&self) -> bool` returns true. These two load secrets from
/// elsewhere. `from_bytes` and `From<&[u8; BYTES]>` make every key, because they also serve vectors
/// and constants. The others do not look either: a random key is degenerate with a negligible
/// probability, which the key states.
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
    (universal: impl[$($generics:tt)*] $Key:ty, $function:expr) => {
        $crate::byte_key!(universal: impl[$($generics)*] $Key, $function, <$Key>::BYTES);
    };
    (universal: impl[$($generics:tt)*] $Key:ty, $function:expr, $bytes:expr) => {
        $crate::byte_key!(@ impl[$($generics)*] $Key, $function, $bytes);
        $crate::key_conversions!(universal: impl[$($generics)*] $Key, $function, $bytes);
    };
    (impl[$($generics:tt)*] $Key:ty, $function:expr) => {
        $crate::byte_key!(impl[$($generics)*] $Key, $function, <$Key>::BYTES);
    };
    (impl[$($generics:tt)*] $Key:ty, $function:expr, $bytes:expr) => {
        $crate::byte_key!(@ impl[$($generics)*] $Key, $function, $bytes);
        $crate::key_conversions!(impl[$($generics)*] $Key, $function, $bytes);
    };
    (@ impl[$($generics:tt)*] $Key:ty, $function:expr, $bytes:expr) => {
        impl<$($generics)*> $Key {
            /// Derives a key from a 64-bit seed. The same seed gives the same key on every machine.
            /// Frozen.
            ///
            /// Use it for checksums and tests. A 64-bit seed gives neither the strength nor the
            /// bound of a random key, and a seed that can be guessed gives no protection at all.
            #[must_use]
            pub const fn from_seed(seed: u64) -> Self {
                let mut bytes = [0; $bytes];
                $crate::seed::SeedWords::new($function, seed).fill(&mut bytes);
                Self::from_bytes(&bytes)
            }

            /// Draws a key from a random number generator of `rand_core` 0.10, as `rand` 0.10 has
            /// them, word by word. If the key must be secret, the generator must be
            /// cryptographically secure.
            #[cfg(feature = "rand_core")]
            #[must_use]
            pub fn from_rng(rng: &mut impl $crate::private::rand_core::Rng) -> Self {
                $crate::residue::build(|| {
                    Self::from_bytes(&$crate::seed::bytes_of_words(|| rng.next_u64()))
                })
            }
        }

        $crate::generate! {
            impl[$($generics)*] $Key, || $crate::entropy::key(|bytes| Self::from_bytes(bytes))
        }
    };
}

/// Implements `try_generate` and `generate` of a key, on targets with entropy. The closure returns
/// a new key, or the error of the operating system.
#[macro_export]
macro_rules! generate {
    (impl[$($generics:tt)*] $Key:ty, || $make:expr) => {
        $crate::with_entropy! {
            impl<$($generics)*> $Key {
                /// Makes a new random key, every bit of which comes from the operating system.
                ///
                /// Nothing is kept for the next key, so the keys of different threads, of different
                /// processes, and of a process and its `fork` children are unrelated.
                ///
                /// # Errors
                /// Returns the operating system's error if it provides no entropy, for example in a
                /// sandbox that forbids the system call.
                pub fn try_generate() -> Result<Self, $crate::EntropyError> {
                    $make
                }

                /// Makes a new random key, as [`try_generate`](Self::try_generate) does.
                ///
                /// # Panics
                /// Panics if the operating system provides no entropy.
                #[must_use]
                #[track_caller]
                pub fn generate() -> Self {
                    $crate::entropy::expect(Self::try_generate())
                }
            }
        }
    };
}

/// Implements `WORDS`, `BYTES`, `from_bytes`, `to_words` and `to_bytes` of a key that consists of
/// words. The key has a field `words: [u64; WORDS]` and
/// `const fn from_words([u64; WORDS]) -> Self`.
#[macro_export]
macro_rules! word_key {
    (impl[$($generics:tt)*] $Key:ty, $words:expr) => {
        impl<$($generics)*> $Key {
            /// The number of words in a key.
            pub const WORDS: usize = $words;
            /// The number of bytes in a key.
            pub const BYTES: usize = 8 * Self::WORDS;

            /// Makes a key from the bytes of its words, each little-endian, and does not look at
            /// them. (`try_from` of a universal hash refuses keys of zeros.)
            // Kept out of line with `wipe-stack`, so that its frame can be scrubbed.
            #[cfg_attr(not(feature = "wipe-stack"), inline)]
            #[cfg_attr(feature = "wipe-stack", inline(never))]
            #[must_use]
            pub const fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
                Self::from_words($crate::seed::words_of_bytes(bytes))
            }

            /// Returns the words of the key.
            #[inline]
            #[must_use]
            pub const fn to_words(&self) -> [u64; Self::WORDS] {
                self.words
            }

            /// Returns the bytes from which [`from_bytes`](Self::from_bytes) makes this key.
            #[inline]
            #[must_use]
            pub const fn to_bytes(&self) -> [u8; Self::BYTES] {
                $crate::seed::words_to_bytes(&self.words)
            }
        }
    };
}

/// Implements the conversions of a key from and to bytes. Part of [`byte_key!`](crate::byte_key).
#[macro_export]
macro_rules! key_conversions {
    (impl[$($generics:tt)*] $Key:ty, $function:expr, $bytes:expr) => {
        $crate::key_conversions! {
            @ impl[$($generics)*] $Key, $function, $bytes; $crate::KeyLengthError; |key| Ok(key)
        }
    };
    (universal: impl[$($generics:tt)*] $Key:ty, $function:expr, $bytes:expr) => {
        $crate::key_conversions! {
            @ impl[$($generics)*] $Key, $function, $bytes; $crate::KeyError; |key| {
                if key.is_degenerate() {
                    Err($crate::KeyError::Degenerate { function: $function })
                } else {
                    Ok(key)
                }
            }
        }
    };
    (
        @ impl[$($generics:tt)*] $Key:ty, $function:expr, $bytes:expr;
        $Error:ty; |$key:ident| $checked:expr
    ) => {
        impl<$($generics)*> From<&[u8; $bytes]> for $Key {
            /// Makes every key, as `from_bytes` does.
            fn from(bytes: &[u8; $bytes]) -> Self {
                $crate::residue::build(|| Self::from_bytes(bytes))
            }
        }

        impl<$($generics)*> TryFrom<&[u8]> for $Key {
            type Error = $Error;

            fn try_from(bytes: &[u8]) -> Result<Self, $Error> {
                $crate::residue::build(|| {
                    let $key = Self::from_bytes($crate::key::exact($function, bytes)?);
                    $checked
                })
            }
        }

        #[cfg(feature = "serde")]
        $crate::serde_bytes! {
            impl[$($generics)*] $Key, $bytes;
            |key| key.to_bytes();
            |bytes| {
                let $key = Self::from_bytes(&bytes);
                let checked: Result<Self, $Error> = $checked;
                checked
            }
        }
    };
}

/// Implements `with_backend`, `backend` and `Debug` for a key with a field
/// `backend: Option<Backend>`. The field is `None` in a key made at compile time, when CPU features
/// cannot be detected.
#[macro_export]
macro_rules! key_backend {
    (impl[$($generics:tt)*] $Key:ty, $Backend:ty) => {
        impl<$($generics)*> $Key {
            /// Returns the same key with this backend instead of the best one.
            #[must_use]
            pub const fn with_backend(mut self, backend: $Backend) -> Self {
                self.backend = Some(backend);
                self
            }

            /// Returns the backend that hashes with this key.
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
            /// Shows the backend and hides the secret.
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct("Key").field("backend", &self.backend().name()).finish_non_exhaustive()
            }
        }
    };
}

/// Implements `Debug` for a type with secret contents: it shows the name and the listed fields
/// only.
#[macro_export]
macro_rules! secret_debug {
    (impl[$($generics:tt)*] $Type:ty, $name:expr $(, $field:ident = |$self:ident| $value:expr)*) => {
        impl<$($generics)*> ::core::fmt::Debug for $Type {
            /// Hides the secret contents.
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct($name)
                    $(.field(::core::stringify!($field), &{ let $self = self; $value }))*
                    .finish_non_exhaustive()
            }
        }
    };
}

/// Implements `Zeroize`, `Drop` and `ZeroizeOnDrop` if the calling crate enables its feature
/// `zeroize`.
///
/// The closure wipes the value. The form `key: impl` is for keys, which also scrub the stack; see
/// [`residue`](crate::residue).
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
