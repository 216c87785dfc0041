//! Kernel dispatch. All unsafe code of the crate is in this module and in `clhash128/backend`.
//!
//! A kernel is a function from plain data to plain data. Every backend file has the same kernels:
//!
//! | kernel           | computes                                                           |
//! |------------------|--------------------------------------------------------------------|
//! | `hash`           | the hash of a whole message                                        |
//! | `hash_borrowed`  | the same under the bytes of a key                                  |
//! | `hash_each`      | the hashes of many messages                                        |
//! | `hash_u64s`      | the hashes of many 8-byte messages                                 |
//! | `clnh`           | the inner product of consecutive pairs of words of a block         |
//! | `horner`         | the polynomial, continued over whole blocks                        |
//! | `word`           | a product with a constant, for at most 8 bytes                     |
//! | `pair`           | the hash of 9 to 16 bytes that are already in an integer           |
//! | `product`        | the product of one pair of words of a block                        |
//! | `append`         | the polynomial, continued with one block's inner product           |
//! | `finish_block`   | the hash from the state of a stream in its first block             |
//! | `finish_blocks`  | the hash from the polynomial over all blocks                       |
//!
//! The kernels from `word` on gain nothing from wide registers, so the wider x86 levels reuse the
//! narrow ones.
//!
//! The modules above this one handle lengths, splits and the order of blocks.

pub use gf2::Backend;

use crate::key::{BLOCK_BYTES, Key, KeyBytes};
use gf2::Level;

#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
mod narrow;
mod portable;
#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
mod schedule;
#[cfg(test)]
mod tests;
#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
mod wide;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "x86", not(any(target_os = "none", target_os = "uefi")))
))]
mod x86;

/// Two words of a message.
pub(crate) type Pair = [u8; 16];
/// 128 words of a message.
pub(crate) type Block = [u8; BLOCK_BYTES];

/// The state of a stream.
///
/// The last 1 to 16 bytes stay in `tail` until it is known whether more bytes follow, so that the
/// end of the message takes a single step.
#[derive(Clone, Copy)]
pub(crate) struct State {
    /// The polynomial over the blocks before the current one.
    pub(crate) sum: u128,
    /// The inner product of the current block up to the tail.
    pub(crate) block: u128,
    /// The bytes of the current pair, little-endian and zero-extended.
    pub(crate) tail: u128,
    /// The length of the message in bytes, including the tail.
    pub(crate) len: u64,
}

impl State {
    /// The state before the first byte.
    pub(crate) const EMPTY: Self = Self { sum: 0, block: 0, tail: 0, len: 0 };

    /// Returns the number of bytes in the tail, which is 0 only for an empty message.
    #[inline]
    pub(crate) const fn tail_len(&self) -> u32 {
        if self.len == 0 { 0 } else { ((self.len - 1) % 16) as u32 + 1 }
    }

    /// Returns the index of the tail among the 64 pairs of its block.
    #[inline]
    pub(crate) const fn tail_pair(&self) -> usize {
        (self.len.saturating_sub(1) % BLOCK_BYTES as u64 / 16) as usize
    }
}

gf2::dispatch! {
    unsafe, narrow;

    /// Hashes a message.
    #[inline]
    pub(crate) fn hash(key: &Key, message: &[u8]) -> u64;

    /// Hashes a message under the bytes of a key, from which little is computed.
    #[inline]
    pub(crate) fn hash_borrowed(key: &KeyBytes, message: &[u8]) -> u64;

    /// Hashes each message in order, up to the shorter of `messages` and `out`.
    pub(crate) fn hash_each['m](
        key: &Key,
        messages: impl Iterator<Item = &'m [u8]>,
        out: &mut [u64],
    );

    /// Hashes the eight little-endian bytes of each word, up to the shorter of `words` and `out`.
    pub(crate) fn hash_u64s(key: &Key, words: &[u64], out: &mut [u64]);

    /// Computes the inner product of `pairs`, the first of which is pair `first` of its block.
    pub(crate) fn clnh(key: &Key, first: usize, pairs: &[Pair]) -> u128;

    /// Continues the polynomial with current value `sum` over the blocks.
    pub(crate) fn horner(key: &Key, sum: u128, blocks: &[Block]) -> u128;

    /// Computes `word` · `factor`, reduced; see `WordKey` for `quotient`.
    #[inline(always)]
    inline fn word(word: u64, factor: u64, quotient: u64) -> u64;

    /// Hashes a message of 9 to 16 bytes, given as the little-endian, zero-extended `words`.
    #[inline(always)]
    pub(crate) inline fn pair(key: &Key, words: u128, len: u64) -> u64;

    /// Computes the product of `words`, which is pair `at` of a block.
    ///
    /// `words` is passed by value, because store-to-load forwarding would fail for a 16-byte load
    /// of two halves that were just stored.
    #[inline]
    pub(crate) fn product(key: &Key, at: usize, words: u128) -> u128;

    /// Continues the polynomial with current value `sum` with a block's inner product.
    pub(crate) fn append(key: &Key, sum: u128, block: u128) -> u128;

    /// Hashes `len <= 1,024` bytes, given their inner product `block` up to the pair `tail`, which
    /// is pair `at`.
    #[inline]
    pub(crate) fn finish_block(key: &Key, block: u128, at: usize, tail: u128, len: u64) -> u64;

    /// Hashes a message of `len` bytes, given the polynomial `sum` over its blocks.
    pub(crate) fn finish_blocks(key: &Key, sum: u128, len: u64) -> u64;
}

/// Hashes a message of `len <= 8` bytes, given as the little-endian, zero-extended `word`.
#[inline(always)]
pub(crate) fn short(key: &Key, word: u64, len: u64) -> u64 {
    let k = key.word();
    self::word(key.backend(), word, k.factor, k.quotient) ^ k.constant(len)
}
