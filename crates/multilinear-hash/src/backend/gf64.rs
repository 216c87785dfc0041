//! Inner products over GF(2): the kernels of the hash over GF(2^64), on `gf2`'s backends.
//!
//! | kernel     | computes                                                    |
//! |------------|-------------------------------------------------------------|
//! | `dot`      | a b + Σ mᵢ xᵢ, not reduced, of degree below 127             |
//! | `inner`    | Σ mᵢ xᵢ, reduced                                            |
//! | `hash`     | the hash of a message of at most one block                  |
//! | `dot_each` | `dot` of many messages, reduced                             |
//! | `products` | w x + c for many words w, reduced                           |
//!
//! mᵢ are the little-endian 64-bit words of the message, the last one padded with zeros. xᵢ are the
//! words of the key, which must have as many and may have more. The pair (a, b) is one more
//! product, of the length or of a word in a register.

use crate::function::Schedule64;
use gf2::{Backend, Level};

#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
mod narrow;
mod portable;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "x86", not(any(target_os = "none", target_os = "uefi")))
))]
mod x86;

gf2::dispatch! {
    unsafe;

    /// Computes the inner product of a message and the words of a key, plus the product of the two
    /// words of `pair`, without reduction.
    #[inline]
    pub(crate) fn dot(pair: (u64, u64), key: &[u64], message: &[u8]) -> u128;

    /// Computes the inner product of a message and the words of a key, reduced.
    #[inline]
    pub(crate) fn inner(key: &[u64], message: &[u8]) -> u64;

    /// Hashes a message of at most one block.
    #[inline]
    pub(crate) fn hash(key: &Schedule64, message: &[u8]) -> u64;

    /// Calls `each(message, sum)` for every message. `sum` is the reduced [`dot`] whose pair is the
    /// length of the message and `length`, or `None` if the message has more words than the key.
    /// The key must have eight words or more.
    #[inline]
    pub(crate) fn dot_each['m](
        length: u64,
        key: &[u64],
        messages: impl Iterator<Item = &'m [u8]>,
        each: impl FnMut(&'m [u8], Option<u64>),
    );

    /// Writes the reduced w x + c for each word w.
    #[inline]
    pub(crate) fn products(x: u64, c: u64, words: &[u64], out: &mut [u64]);
}

/// Returns the last `bytes` of a message, 1 to 15, and the one or two words of the key that they
/// multiply.
#[allow(dead_code, reason = "unused on architectures with only the portable level")]
#[inline(always)]
fn last_pair(key: &[u64], message: &[u8], bytes: usize) -> (u128, u128) {
    // If the message has 16 bytes or more, no branch depends on how many bytes are left.
    let words = match message.last_chunk() {
        Some(last) => u128::from_le_bytes(*last) >> (8 * (16 - bytes)),
        None => hash_core::load::double_word(message),
    };
    debug_assert!(bytes <= 8 * key.len(), "a byte has no key");
    // Up to eight bytes need no second word, whose product with zeros adds nothing.
    let word = |i: usize| u128::from(key.get(i).copied().unwrap_or(0));
    (words, word(0) | word(1) << 64)
}
