//! One message at once.

use crate::backend;
use crate::key::{BLOCK_BYTES, Key};

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
/// This is the paper's proposal for passing statistical tests of avalanche (§6.1). A bijection
/// leaves the collision bound as it is, but the value is no longer XOR universal, so do not build
/// a MAC on it.
#[inline]
#[must_use]
pub fn hash_mixed(key: &Key, message: &[u8]) -> u64 {
    mix(hash(key, message))
}

/// CLHASH as the published library computes it when it is compiled with its bit-mixing option.
/// Frozen.
///
/// The library mixes messages of at most [`BLOCK_BYTES`] bytes and leaves longer ones as they
/// are. This is here for people who have stored such values; [`hash_mixed`] mixes always.
///
/// A mixed short value can meet an unmixed long one as any two values can: with the probability
/// of the bound, since the length is part of both.
#[inline]
#[must_use]
pub fn hash_bitmix(key: &Key, message: &[u8]) -> u64 {
    bitmix(hash(key, message), message.len() as u64)
}

/// What [`hash_bitmix`] does to the value of a message of `len` bytes.
#[inline]
pub(crate) const fn bitmix(h: u64, len: u64) -> u64 {
    if len <= BLOCK_BYTES as u64 { mix(h) } else { h }
}

/// The finaliser of MurmurHash3: a bijection of 64 bits in which each input bit changes each
/// output bit about half of the time. Frozen.
#[inline]
#[must_use]
pub const fn mix(h: u64) -> u64 {
    let h = (h ^ (h >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let h = (h ^ (h >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    h ^ (h >> 33)
}
