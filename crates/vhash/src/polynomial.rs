//! The polynomials over the blocks of a message, and the last step.
//!
//! Wide registers pay off from [`GROUP_BLOCKS`] blocks on. Shorter messages, the last block and the
//! last step are computed on integers on every backend, without a call, so a short message is
//! hashed where `hash` is inlined.

use crate::arithmetic::{last_step, mul_add, mul_add_unfolded};
use crate::backend::{self, Block, GROUP_BLOCKS, portable};
use crate::key::{BLOCK_BYTES, Key};
use crate::nh;

/// Hashes a message to one word per iteration.
#[inline]
pub(crate) fn hash<const T: usize>(key: &Key<T>, message: &[u8]) -> [u64; T] {
    if message.len() < BLOCK_BYTES { hash_short(key, message) } else { hash_long(key, message) }
}

/// Hashes a message of at least a block. Kept out of line so that callers of `hash` stay small.
#[inline(never)]
fn hash_long<const T: usize>(key: &Key<T>, message: &[u8]) -> [u64; T] {
    let (blocks, rest) = message.as_chunks();
    let y = match blocks {
        [first, others @ ..] if blocks.len() < GROUP_BLOCKS => {
            portable::absorb(key, begin(key, first), others)
        }
        _ => absorb(key, [1; T], blocks),
    };
    finish_long(key, y, rest)
}

/// Hashes a message shorter than a block, which may be empty.
#[inline(always)]
fn hash_short<const T: usize>(key: &Key<T>, message: &[u8]) -> [u64; T] {
    last_steps(key, begin(key, message), message.len())
}

/// Computes the polynomials of a first block, which may be partial. The first product, 1 times K,
/// needs no multiplication.
#[inline(always)]
fn begin<const T: usize>(key: &Key<T>, block: &[u8]) -> [u128; T] {
    let mut y = nh::of_block(key, block);
    let mut t = 0;
    while t < T {
        y[t] += key.poly(t).value();
        t += 1;
    }
    y
}

/// Continues the polynomials whose values so far are `y`, at most 2^127, over the blocks.
#[inline]
pub(crate) fn absorb<const T: usize>(key: &Key<T>, y: [u128; T], blocks: &[Block]) -> [u128; T] {
    if blocks.len() < GROUP_BLOCKS {
        portable::absorb(key, y, blocks)
    } else {
        backend::absorb(key.backend(), key, y, blocks)
    }
}

/// Continues the polynomials with one more block, which may be partial.
#[inline(always)]
pub(crate) fn append<const T: usize>(key: &Key<T>, mut y: [u128; T], block: &[u8]) -> [u128; T] {
    let sums = nh::of_block(key, block);
    let mut t = 0;
    while t < T {
        y[t] = mul_add(y[t], key.poly(t), sums[t]);
        t += 1;
    }
    y
}

/// Finishes a message of `len` bytes: its whole blocks have the polynomials `y`, and `rest`, which
/// is shorter than a block, follows them.
#[inline]
pub(crate) fn finish<const T: usize>(
    key: &Key<T>,
    y: [u128; T],
    rest: &[u8],
    len: u64,
) -> [u64; T] {
    debug_assert!(rest.len() < BLOCK_BYTES);
    if len < BLOCK_BYTES as u64 { hash_short(key, rest) } else { finish_long(key, y, rest) }
}

/// Finishes a message of at least one block.
#[inline(always)]
fn finish_long<const T: usize>(key: &Key<T>, mut y: [u128; T], rest: &[u8]) -> [u64; T] {
    if !rest.is_empty() {
        let sums = nh::of_block(key, rest);
        let mut t = 0;
        while t < T {
            y[t] = mul_add_unfolded(y[t], key.poly(t), sums[t]);
            t += 1;
        }
    }
    last_steps(key, y, rest.len())
}

/// Computes the last step of each iteration. `rest` is the number of bytes in the last block, or 0
/// if that block is whole.
#[inline(always)]
fn last_steps<const T: usize>(key: &Key<T>, y: [u128; T], rest: usize) -> [u64; T] {
    let mut hashes = [0; T];
    let mut t = 0;
    while t < T {
        hashes[t] = last_step(y[t], key.last_step(t), 8 * rest as u64);
        t += 1;
    }
    hashes
}
