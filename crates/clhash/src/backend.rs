//! The dispatch to the kernels, and the crate's only unsafe code.
//!
//! A kernel is a function from plain data to plain data. The backend files have the same ones:
//!
//! | kernel           | computes                                                           |
//! |------------------|--------------------------------------------------------------------|
//! | `hash`           | the hash of a whole message                                        |
//! | `hash_each`      | the hashes of many messages                                        |
//! | `hash_u64s`      | the hashes of many 8-byte messages                                 |
//! | `clnh`           | the inner product of some pairs of words of a block                |
//! | `horner`         | the polynomial, continued over whole blocks                        |
//! | `word`           | the product with a constant, for at most 8 bytes                   |
//! | `pair`           | the hash of 9 to 16 bytes that are already in an integer           |
//! | `product`        | the product of one pair of words of a block                        |
//! | `append`         | the polynomial, continued with one block's inner product           |
//! | `finish_block`   | the hash from the state of a stream in its first block             |
//! | `finish_blocks`  | the hash from the polynomial over all blocks                       |
//!
//! From `word` on they gain nothing from wide registers: the wider levels of x86 borrow them.
//!
//! The modules above decide about lengths, splits and the order of blocks.

pub use gf2::Backend;

use crate::key::{BLOCK_BYTES, Key};
use gf2::Level;

mod portable;
#[cfg(test)]
mod tests;

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod aarch64_pmull;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_clmul;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_vpclmul_x2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_vpclmul_x4;

/// Two words of a message.
pub(crate) type Pair = [u8; 16];
/// 128 words of a message.
pub(crate) type Block = [u8; BLOCK_BYTES];

/// The state of a stream.
///
/// The last 1 to 16 bytes wait in `tail` until it is known whether more follow, so that the end
/// of the message is one step.
#[derive(Clone, Copy)]
pub(crate) struct State {
    /// The polynomial over the blocks before the current one.
    pub(crate) sum: u128,
    /// The inner product of the current block up to the tail.
    pub(crate) block: u128,
    /// The bytes of the current pair, little-endian, zeros above them.
    pub(crate) tail: u128,
    /// Bytes of the message, those of the tail included.
    pub(crate) len: u64,
}

impl State {
    /// No byte yet.
    pub(crate) const EMPTY: Self = Self { sum: 0, block: 0, tail: 0, len: 0 };

    /// Bytes in the tail: 0 only for an empty message.
    #[inline]
    pub(crate) const fn tail_len(&self) -> u32 {
        if self.len == 0 { 0 } else { ((self.len - 1) % 16) as u32 + 1 }
    }

    /// The index of the tail among the 64 pairs of its block.
    #[inline]
    pub(crate) const fn tail_pair(&self) -> usize {
        (self.len.saturating_sub(1) % BLOCK_BYTES as u64 / 16) as usize
    }
}

gf2::dispatch! {
    /// Hashes a message.
    #[inline]
    pub(crate) fn hash(key: &Key, message: &[u8]) -> u64;

    /// Hashes each message, in order, for as many as both sides have.
    pub(crate) fn hash_each['m](
        key: &Key,
        messages: impl Iterator<Item = &'m [u8]>,
        out: &mut [u64],
    );

    /// Hashes the eight little-endian bytes of each word, for as many as both sides have.
    pub(crate) fn hash_u64s(key: &Key, words: &[u64], out: &mut [u64]);

    /// Computes the inner product of `pairs`, which stand in their block from pair `first` on.
    pub(crate) fn clnh(key: &Key, first: usize, pairs: &[Pair]) -> u128;

    /// Continues the polynomial whose value so far is `sum` over the blocks.
    pub(crate) fn horner(key: &Key, sum: u128, blocks: &[Block]) -> u128;

    /// Computes the remainder of `word` · `factor`; see `WordKey` for `quotient`.
    #[inline(always)]
    fn word(word: u64, factor: u64, quotient: u64) -> u64;

    /// Hashes the message whose 9 to 16 bytes are `words`, little-endian, zeros above them.
    #[inline(always)]
    pub(crate) fn pair(key: &Key, words: u128, len: u64) -> u64;

    /// Computes the product of the pair `words` of a block, the one with number `at`.
    ///
    /// By value: if it were loaded as a whole, the load would wait for the halves just stored.
    #[inline]
    pub(crate) fn product(key: &Key, at: usize, words: u128) -> u128;

    /// Continues the polynomial whose value so far is `sum` with a block's inner product.
    pub(crate) fn append(key: &Key, sum: u128, block: u128) -> u128;

    /// Hashes `len <= 1,024` bytes whose inner product is `block` up to the pair `tail`, the one
    /// with number `at`.
    #[inline]
    pub(crate) fn finish_block(key: &Key, block: u128, at: usize, tail: u128, len: u64) -> u64;

    /// Hashes the message of `len` bytes over whose blocks the polynomial is `sum`.
    pub(crate) fn finish_blocks(key: &Key, sum: u128, len: u64) -> u64;
}

/// Hashes the message whose `len <= 8` bytes are `word`, little-endian, zeros above them.
#[inline(always)]
pub(crate) fn short(key: &Key, word: u64, len: u64) -> u64 {
    let k = key.word();
    self::word(key.backend(), word, k.factor, k.quotient) ^ k.constant(len)
}
