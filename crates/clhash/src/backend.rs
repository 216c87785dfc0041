//! Which kernels run, and the crate's only unsafe calls.
//!
//! A kernel is a function from plain data to plain data. The backend files have the same ones:
//!
//! | kernel      | computes                                                                |
//! |-------------|-------------------------------------------------------------------------|
//! | `word`      | the product with a constant, for at most 8 bytes                        |
//! | `pair`      | the hash of 9 to 16 bytes that are already in an integer                |
//! | `product`   | the product of one pair of words of a block                             |
//! | `append`    | the polynomial, continued with one block's inner product                 |
//! | `finish`    | the hash from the state of a stream in its first block                  |
//! | `last`      | the hash from the polynomial over all blocks                            |
//! | `hash`      | the hash of a message, whole                                            |
//! | `clnh`      | the inner product of some pairs of words of a block                     |
//! | `horner`    | the polynomial, continued over whole blocks                             |
//! | `hash_each` | the hashes of many messages                                             |
//! | `hash_u64s` | the hashes of many 8-byte messages                                      |
//!
//! Those up to `last` gain nothing from wide registers: the wider levels of x86 borrow them.
//!
//! Lengths, splits and the order of blocks are the business of the modules above.

pub use gf2::Backend;

use crate::key::{BLOCK_BYTES, Key};
use gf2::Level;

mod portable;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "aarch64")]
mod aarch64_pmull;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_clmul;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_vpclmul_x2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_vpclmul_x4;

pub(crate) use portable::load_partial;

/// Two words of a message.
pub(crate) type Pair = [u8; 16];
/// 128 words of a message.
pub(crate) type Block = [u8; BLOCK_BYTES];

/// What a stream has become.
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

    /// The tail's place among the 64 pairs of its block.
    #[inline]
    pub(crate) const fn tail_pair(&self) -> usize {
        (self.len.saturating_sub(1) % BLOCK_BYTES as u64 / 16) as usize
    }
}

/// The dispatch, written once: the kernels of the key's level, or, for those marked `narrow`, of
/// the level of one product an instruction, which the wider ones borrow for what is short.
macro_rules! dispatch {
    (narrow $backend:expr, $kernel:ident($($argument:expr),*)) => {
        match $backend.level() {
            Level::Portable => portable::$kernel($($argument),*),
            // SAFETY: a `Backend` of one of these levels is made only after pclmulqdq, ssse3 and
            // sse4.1 were detected.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86Clmul | Level::X86VpclmulX2 | Level::X86VpclmulX4 => unsafe {
                x86_clmul::$kernel($($argument),*)
            },
            // SAFETY: a `Backend` of this level is made only after aes (with PMULL) was detected.
            #[cfg(target_arch = "aarch64")]
            Level::Aarch64Pmull => unsafe { aarch64_pmull::$kernel($($argument),*) },
        }
    };
    ($backend:expr, $kernel:ident($($argument:expr),*)) => {
        match $backend.level() {
            Level::Portable => portable::$kernel($($argument),*),
            // SAFETY: a `Backend` of this level is made only after pclmulqdq, ssse3 and sse4.1
            // were detected.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86Clmul => unsafe { x86_clmul::$kernel($($argument),*) },
            // SAFETY: as above, and avx2, bmi2 and vpclmulqdq.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86VpclmulX2 => unsafe { x86_vpclmul_x2::$kernel($($argument),*) },
            // SAFETY: as above, and avx512f, avx512bw, avx512dq and avx512vl.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86VpclmulX4 => unsafe { x86_vpclmul_x4::$kernel($($argument),*) },
            // SAFETY: a `Backend` of this level is made only after aes (with PMULL) was detected.
            #[cfg(target_arch = "aarch64")]
            Level::Aarch64Pmull => unsafe { aarch64_pmull::$kernel($($argument),*) },
        }
    };
}

/// The hash of the message whose `len <= 8` bytes are `word`, little-endian, zeros above them.
#[inline(always)]
pub(crate) fn word(key: &Key, word: u64, len: u64) -> u64 {
    let k = key.word();
    dispatch!(narrow key.backend(), word(word, k.factor, k.quotient)) ^ k.constant(len)
}

/// The hash of the message whose 9 to 16 bytes are `words`, little-endian, zeros above them.
#[inline(always)]
pub(crate) fn pair(key: &Key, words: u128, len: u64) -> u64 {
    debug_assert!((9..=16).contains(&len));
    dispatch!(narrow key.backend(), pair(key, words, len))
}

/// The hash of a message.
#[inline]
pub(crate) fn hash(key: &Key, message: &[u8]) -> u64 {
    dispatch!(key.backend(), hash(key, message))
}

/// The product of the pair `words` of a block, the one with number `at`.
///
/// By value: what was just written in halves would be waited for if it were loaded as a whole.
#[inline]
pub(crate) fn product(key: &Key, at: usize, words: u128) -> u128 {
    dispatch!(narrow key.backend(), product(key, at, words))
}

/// The inner product of `pairs`, which stand in their block from pair `first` on.
pub(crate) fn clnh(key: &Key, first: usize, pairs: &[Pair]) -> u128 {
    dispatch!(key.backend(), clnh(key, first, pairs))
}

/// The polynomial whose value so far is `sum`, continued over the blocks.
pub(crate) fn horner(key: &Key, sum: u128, blocks: &[Block]) -> u128 {
    dispatch!(key.backend(), horner(key, sum, blocks))
}

/// The polynomial whose value so far is `sum`, continued with a block's inner product.
pub(crate) fn append(key: &Key, sum: u128, block: u128) -> u128 {
    dispatch!(narrow key.backend(), append(key, sum, block))
}

/// The hash of `len <= 1,024` bytes whose inner product is `block` up to the pair `tail`, the one
/// with number `at`.
#[inline]
pub(crate) fn finish(key: &Key, block: u128, at: usize, tail: u128, len: u64) -> u64 {
    dispatch!(narrow key.backend(), finish(key, block, at, tail, len))
}

/// The hash of the message of `len` bytes over whose blocks the polynomial is `sum`.
pub(crate) fn last(key: &Key, sum: u128, len: u64) -> u64 {
    dispatch!(narrow key.backend(), last(key, sum, len))
}

/// The hash of each message, in order, for as many as both sides have.
pub(crate) fn hash_each<'m>(key: &Key, messages: impl Iterator<Item = &'m [u8]>, out: &mut [u64]) {
    dispatch!(key.backend(), hash_each(key, messages, out));
}

/// The hash of the eight little-endian bytes of each word, for as many as both sides have.
pub(crate) fn hash_u64s(key: &Key, words: &[u64], out: &mut [u64]) {
    dispatch!(key.backend(), hash_u64s(key, words, out));
}
