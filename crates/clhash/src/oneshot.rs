//! Hashing of whole messages.

use crate::backend::{self, Backend};
use crate::key::{BLOCK_BYTES, Key};
use hash_core::mix;

/// Computes CLHASH of a message.
///
/// The value equals that of the published library's default build at every length. Frozen.
///
/// The empty message hashes to 0 under every key. The function is almost-XOR-universal (AXU), which
/// is what tables and MACs need, but it is linear in each word of a short message: if two messages
/// differ in one bit, the difference of their hashes depends only on that bit, the other word of
/// its pair and the key. Where avalanche is also wanted, use [`hash_mixed`].
///
/// ```
/// use clhash::{Key, hash};
/// let key = Key::from_seed(1);
/// assert_eq!(hash(&key, b""), 0);
/// assert_ne!(hash(&key, b"one"), hash(&key, b"two"));
/// ```
#[inline]
#[must_use]
pub fn hash(key: &Key, message: &[u8]) -> u64 {
    backend::hash(key.backend(), key, message)
}

/// Computes [`hash`] under a key given by its bytes, as [`Key::to_bytes`] returns them, for callers
/// who have no place for a [`Key`], which contains values computed once.
///
/// Nothing is copied. Above 1,024 bytes, where wide registers need powers of k, those are computed
/// in each call; messages of 1 to 8 bytes take a longer reduction. CPUs without a carry-less
/// multiplier compute the whole [`Key`] in each call, which takes a microsecond or two.
///
/// ```
/// use clhash::{Key, hash, hash_borrowed};
/// let key = Key::from_seed(1);
/// assert_eq!(hash_borrowed(&key.to_bytes(), b"a message"), hash(&key, b"a message"));
/// ```
#[inline]
#[must_use]
pub fn hash_borrowed(key: &[u8; Key::BYTES], message: &[u8]) -> u64 {
    backend::hash_borrowed(Backend::detect(), key, message)
}

/// Computes CLHASH followed by the bijection [`mix`], at every length. Frozen as version 1 of
/// our own mixed form.
///
/// This function is for general use. The paper proposes a bijection for avalanche (§6.1); its own
/// leaves pairs of bits dependent ([`hash_bitmix`]), so this function uses a stronger one. A
/// bijection keeps the collision bound, but the function is no longer AXU, so do not build a MAC on
/// it.
#[inline]
#[must_use]
pub fn hash_mixed(key: &Key, message: &[u8]) -> u64 {
    mix(hash(key, message))
}

/// Computes CLHASH like the published library compiled with its bit-mixing option. Frozen.
///
/// The library mixes messages of at most [`BLOCK_BYTES`] bytes and leaves longer ones unmixed. Its
/// bijection is the finaliser of MurmurHash3, under which some pairs of bits of a short message's
/// hash change together. This function is for users who have stored such values; [`hash_mixed`]
/// always mixes, with a better bijection.
///
/// A mixed short value equals an unmixed long one with probability below 2^-63: K₁₃₀ and K₁₃₁ enter
/// only the long value, through a product that takes no value with a higher probability.
#[inline]
#[must_use]
pub fn hash_bitmix(key: &Key, message: &[u8]) -> u64 {
    bitmix(hash(key, message), message.len() as u64)
}

/// Computes [`hash_bitmix`] under a key given by its bytes, as [`hash_borrowed`] does.
#[inline]
#[must_use]
pub fn hash_bitmix_borrowed(key: &[u8; Key::BYTES], message: &[u8]) -> u64 {
    bitmix(hash_borrowed(key, message), message.len() as u64)
}

/// Applies the mixing of [`hash_bitmix`] to the value of a message of `len` bytes.
#[inline]
pub(crate) const fn bitmix(h: u64, len: u64) -> u64 {
    if len <= BLOCK_BYTES as u64 { fmix64(h) } else { h }
}

/// Applies the finaliser of MurmurHash3, a bijection.
#[inline]
const fn fmix64(h: u64) -> u64 {
    let h = (h ^ (h >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let h = (h ^ (h >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    h ^ (h >> 33)
}
