//! Constant-time comparison of tags, and MACs built from pseudo-random functions, with RustCrypto's
//! traits.

use core::fmt;

/// The tag does not belong to the message and the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagError;

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the tag does not belong to this message and key")
    }
}

impl core::error::Error for TagError {}

/// Compares the words of the expected tag, stored little-endian, with a received tag in constant
/// time: the time depends only on the lengths.
///
/// # Errors
/// Returns [`TagError`] if the tags or their lengths differ.
#[inline]
pub fn check(words: &[u64], tag: &[u8]) -> Result<(), TagError> {
    let (found, rest) = tag.as_chunks();
    if found.len() != words.len() || !rest.is_empty() {
        return Err(TagError);
    }
    // Hidden from the compiler, which could otherwise stop at the first word that differs.
    let difference = words.iter().zip(found).fold(0, |difference, (word, bytes)| {
        core::hint::black_box(difference | (word ^ u64::from_le_bytes(*bytes)))
    });
    if difference == 0 { Ok(()) } else { Err(TagError) }
}

/// Defines a MAC with the traits of RustCrypto's `digest`, from the key and the stream of a
/// function whose streams contain the key.
///
/// ```ignore
/// hash_core::mac! {
///     /// SipHash-C-D as a MAC of 8 bytes.
///     SipMac64<const C: u8, const D: u8>: U8, by Key: U16 and SipHasher<C, D>,
///     |stream| [stream.finalize()]
/// }
/// ```
///
/// The sizes of the tag and of the key are constants of `digest::consts`. The closure computes the
/// words of the tag, which are stored little-endian. The key has `BYTES` and `from_bytes`; the
/// stream has `new(&key)` and `update`. The calling crate depends on `digest`.
#[macro_export]
macro_rules! mac {
    (
        $(#[$meta:meta])*
        $Mac:ident $(<$(const $parameter:ident: $type:ty),+>)?: $Tag:ident,
        by $Key:ty: $KeySize:ident and $Stream:ty,
        |$stream:ident| $words:expr
    ) => {
        $(#[$meta])*
        #[derive(Clone)]
        pub struct $Mac $(<$(const $parameter: $type),+>)? {
            key: $Key,
            stream: $Stream,
        }

        impl $(<$(const $parameter: $type),+>)? $Mac $(<$($parameter),+>)? {
            /// Returns a MAC of the empty message under this key.
            #[must_use]
            pub fn with_key(key: $Key) -> Self {
                let stream = <$Stream>::new(&key);
                Self { key, stream }
            }
        }

        impl $(<$(const $parameter: $type),+>)? ::core::fmt::Debug for $Mac $(<$($parameter),+>)? {
            /// Hides the secret contents.
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct(::core::stringify!($Mac)).finish_non_exhaustive()
            }
        }

        const _: () = {
            use ::digest::common::{KeySizeUser, Reset};
            use ::digest::{
                FixedOutput, FixedOutputReset, KeyInit, MacMarker, Output, OutputSizeUser, Update,
            };

            impl $(<$(const $parameter: $type),+>)? KeySizeUser for $Mac $(<$($parameter),+>)? {
                type KeySize = ::digest::consts::$KeySize;
            }

            impl $(<$(const $parameter: $type),+>)? KeyInit for $Mac $(<$($parameter),+>)? {
                fn new(key: &::digest::Key<Self>) -> Self {
                    let bytes: &[u8; <$Key>::BYTES] = key.as_ref();
                    Self::with_key(<$Key>::from_bytes(bytes))
                }
            }

            impl $(<$(const $parameter: $type),+>)? OutputSizeUser for $Mac $(<$($parameter),+>)? {
                type OutputSize = ::digest::consts::$Tag;
            }

            impl $(<$(const $parameter: $type),+>)? Update for $Mac $(<$($parameter),+>)? {
                fn update(&mut self, bytes: &[u8]) {
                    self.stream.update(bytes);
                }
            }

            impl $(<$(const $parameter: $type),+>)? Reset for $Mac $(<$($parameter),+>)? {
                fn reset(&mut self) {
                    self.stream = <$Stream>::new(&self.key);
                }
            }

            impl $(<$(const $parameter: $type),+>)? FixedOutputReset for $Mac $(<$($parameter),+>)? {
                fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
                    let $stream = &self.stream;
                    for (bytes, word) in out.as_chunks_mut().0.iter_mut().zip($words) {
                        *bytes = word.to_le_bytes();
                    }
                    Reset::reset(self);
                }
            }

            impl $(<$(const $parameter: $type),+>)? FixedOutput for $Mac $(<$($parameter),+>)? {
                fn finalize_into(mut self, out: &mut Output<Self>) {
                    self.finalize_into_reset(out);
                }
            }

            impl $(<$(const $parameter: $type),+>)? MacMarker for $Mac $(<$($parameter),+>)? {}
        };
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn every_bit_and_the_length_count() {
        for count in 1..=4 {
            let words: Vec<u64> = (1..=count).map(|i| u64::MAX / (i + 2)).collect();
            let tag: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            assert_eq!(check(&words, &tag), Ok(()));
            for bit in 0..8 * tag.len() {
                let mut other = tag.clone();
                other[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(check(&words, &other), Err(TagError), "bit {bit}");
            }
            for len in 0..tag.len() {
                assert_eq!(check(&words, &tag[..len]), Err(TagError), "{len} bytes");
            }
            assert_eq!(check(&words, &[tag.as_slice(), &[0]].concat()), Err(TagError));
            assert_eq!(check(&words[1..], &tag), Err(TagError));
        }
        assert!(TagError.to_string().starts_with("the tag "));
    }
}
