//! One message at once.

use crate::backend;
use crate::key::{BLOCK_BYTES, Key};
use hash_core::mix;

/// CLHASH of the message: bit for bit the published library's default build, at every length.
/// Frozen.
///
/// The empty message hashes to 0 under every key. The value is XOR universal, which is what
/// tables and MACs need, but it is linear in the bits of a short message: two messages that
/// differ in one bit have hashes whose difference depends on the key alone. Where avalanche is
/// wanted as well, use [`hash_mixed`].
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

/// CLHASH followed by the bijective [`mix`], at every length. Frozen.
///
/// This is for general use, and the paper's proposal for avalanche (§6.1) with a stronger
/// bijection: the paper's own leaves pairs of bits dependent ([`hash_bitmix`]). A bijection leaves
/// the collision bound as it is, but the value is no longer XOR universal, so do not build a MAC
/// on it.
#[inline]
#[must_use]
pub fn hash_mixed(key: &Key, message: &[u8]) -> u64 {
    mix(hash(key, message))
}

/// CLHASH as the published library computes it when it is compiled with its bit-mixing option.
/// Frozen.
///
/// The library mixes messages of at most [`BLOCK_BYTES`] bytes and leaves longer ones as they
/// are, and its bijection is the finaliser of MurmurHash3, under which some pairs of bits of a
/// short message's hash change together. This is here for people who have stored such values;
/// [`hash_mixed`] mixes always, and better.
///
/// A mixed short value meets an unmixed long one with probability below 2^-63: K\[130\] and
/// K\[131\] enter the long one alone, through a product that takes no value more often.
#[inline]
#[must_use]
pub fn hash_bitmix(key: &Key, message: &[u8]) -> u64 {
    bitmix(hash(key, message), message.len() as u64)
}

/// What [`hash_bitmix`] does to the value of a message of `len` bytes.
#[inline]
pub(crate) const fn bitmix(h: u64, len: u64) -> u64 {
    if len <= BLOCK_BYTES as u64 { fmix64(h) } else { h }
}

/// The finaliser of MurmurHash3, a bijection.
#[inline]
const fn fmix64(h: u64) -> u64 {
    let h = (h ^ (h >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let h = (h ^ (h >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    h ^ (h >> 33)
}
