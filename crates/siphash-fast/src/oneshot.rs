//! One-shot functions: a whole message in one call.

use crate::key::{HalfKey, Key, TreeKey};
use crate::{half, nocase, single, tree};
use hash_core::TagError;
use hash_core::mac::check;

/// Computes SipHash-C-D of 64 bits, for any numbers of rounds except 0.
///
/// The value is the integer whose little-endian bytes the authors' code writes.
///
/// ```
/// use siphash_fast::{Key, hash, siphash_2_4};
/// // The paper's example, appendix A: the key and the message 00 01 02 …
/// let bytes: [u8; 16] = core::array::from_fn(|i| i as u8);
/// let key = Key::from_bytes(&bytes);
/// assert_eq!(hash::<2, 4>(&key, &bytes[..15]), 0xa129_ca61_49be_45e5);
/// assert_eq!(siphash_2_4(&key, &bytes[..15]), 0xa129_ca61_49be_45e5);
/// ```
#[inline(always)]
#[must_use]
pub fn hash<const C: u8, const D: u8>(key: &Key, message: &[u8]) -> u64 {
    let [hash] = single::hash::<C, D, 1>(key.to_words(), message);
    hash
}

/// Computes SipHash-C-D of 128 bits. The authors' code writes the bytes of the first word, then
/// those of the second, each little-endian.
///
/// ```
/// use siphash_fast::{Key, ToBytes, hash128};
/// let bytes: [u8; 16] = core::array::from_fn(|i| i as u8);
/// let words = hash128::<2, 4>(&Key::from_bytes(&bytes), &[]);
/// assert_eq!(words.to_bytes()[..4], [0xa3, 0x81, 0x7f, 0x04]);
/// ```
#[inline(always)]
#[must_use]
pub fn hash128<const C: u8, const D: u8>(key: &Key, message: &[u8]) -> [u64; 2] {
    single::hash::<C, D, 2>(key.to_words(), message)
}

/// Verifies the tag of a message in constant time. The tag is the 8 little-endian bytes of
/// SipHash-C-D of 64 bits.
///
/// Each forgery attempt without the key succeeds with probability 2^-64, if SipHash is
/// pseudo-random.
///
/// ```
/// use siphash_fast::{Key, ToBytes, siphash_2_4, verify};
/// let key = Key::generate();
/// let tag = siphash_2_4(&key, b"a message").to_bytes();
/// assert!(verify::<2, 4>(&key, b"a message", &tag).is_ok());
/// assert!(verify::<2, 4>(&key, b"another", &tag).is_err());
/// ```
///
/// # Errors
/// Returns [`TagError`] if the tag is wrong.
#[inline]
pub fn verify<const C: u8, const D: u8>(
    key: &Key,
    message: &[u8],
    tag: &[u8],
) -> Result<(), TagError> {
    check(&[hash::<C, D>(key, message)], tag)
}

/// Verifies the tag of a message in constant time. The tag is the 16 bytes of SipHash-C-D of 128
/// bits, the first word first, each word little-endian.
///
/// # Errors
/// Returns [`TagError`] if the tag is wrong.
#[inline]
pub fn verify128<const C: u8, const D: u8>(
    key: &Key,
    message: &[u8],
    tag: &[u8],
) -> Result<(), TagError> {
    check(&hash128::<C, D>(key, message), tag)
}

macro_rules! named {
    ($($(#[$doc:meta])* $name:ident($key:ty) -> $hash:ty = $function:expr;)*) => {
        $($(#[$doc])*
        #[inline(always)]
        #[must_use]
        pub fn $name(key: &$key, message: &[u8]) -> $hash {
            $function(key, message)
        })*
    };
}

named! {
    /// Computes SipHash-2-4 of 64 bits, which the paper proposes.
    siphash_2_4(Key) -> u64 = hash::<2, 4>;
    /// Computes SipHash-1-3 of 64 bits, the function of the maps of std, Python and others.
    siphash_1_3(Key) -> u64 = hash::<1, 3>;
    /// Computes SipHash-1-2 of 64 bits, the function of Redis's tables. Two final rounds are too
    /// few for avalanche: this crate's statistical tests distinguish its values from random ones.
    siphash_1_2(Key) -> u64 = hash::<1, 2>;
    /// Computes SipHash-4-8 of 64 bits, the paper's conservative choice.
    siphash_4_8(Key) -> u64 = hash::<4, 8>;
    /// Computes SipHash-2-4 of 128 bits.
    siphash128_2_4(Key) -> [u64; 2] = hash128::<2, 4>;
    /// Computes SipHash-1-3 of 128 bits.
    siphash128_1_3(Key) -> [u64; 2] = hash128::<1, 3>;
    /// Computes SipHash-1-2 of 64 bits of the message with `A` to `Z` converted to `a` to `z`, as
    /// Redis does. No other byte changes, not even those from 0x80 on.
    siphash_1_2_nocase(Key) -> u64 = nocase::hash::<1, 2>;
    /// Computes HalfSipHash-2-4 of 32 bits. The value is the integer whose little-endian bytes the
    /// authors' code writes. A key of 64 bits can be found by exhaustive search: this function is
    /// made for small machines, and does not withstand large ones.
    halfsiphash32(HalfKey) -> u32 = half::hash32::<2, 4>;
    /// Computes HalfSipHash-2-4 of 64 bits; see [`halfsiphash32`].
    halfsiphash64(HalfKey) -> u64 = half::hash::<2, 4>;
    /// Computes SipTreeHash of Google's library: four lanes of SipHash-2-4, and one SipHash-2-4 of
    /// their hashes.
    siptreehash(TreeKey) -> u64 = tree::hash::<2, 4>;
    /// Computes SipTreeHash13 of Google's library: [`siptreehash`] with SipHash-1-3.
    siptreehash13(TreeKey) -> u64 = tree::hash::<1, 3>;
}
