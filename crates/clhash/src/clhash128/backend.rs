//! Kernel dispatch of CLHASH-128. Every backend file has the same kernels:
//!
//! | kernel      | computes                                                                   |
//! |-------------|----------------------------------------------------------------------------|
//! | `hash`      | the hash of a whole message                                                |
//! | `unit`      | the hash of a message of at most a unit, in registers                      |
//! | `units`     | the hash of a message of at most a row, from its units                     |
//! | `hash_each` | the hashes of many messages                                                |
//! | `pair`      | the polynomials of a whole message, from which the last step makes its hash |
//! | `blocks`    | the polynomials, continued over whole blocks                               |
//! | `groups`    | the combined products of whole groups of a block                           |
//! | `tail`      | the combined products of the last bytes of a message, at most a group      |
//! | `finish`    | the hash of a message, from a state of a stream                            |

pub(super) use gf2::Backend;

use super::key::{BLOCK_BYTES, GROUP_BYTES, Key, LANES, ROWS};
use super::state::in_block;
use core::ops::BitXor;
use gf2::{Gf128, Level};

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

/// The 512 bytes of a group.
pub(super) type Group = [u8; GROUP_BYTES];
/// The 2,048 bytes of a block.
pub(super) type Block = [u8; BLOCK_BYTES];
/// A pair of values, one for each row of the combination.
pub(super) type Two = [u128; 2];

gf2::dispatch! {
    unsafe, narrow;

    /// Hashes a message.
    #[inline]
    pub(super) fn hash(key: &Key, message: &[u8]) -> [u64; 2];

    /// Hashes a message of `len <= 16` bytes, given as a little-endian, zero-extended number.
    #[inline]
    pub(super) fn unit(key: &Key, unit: u128, len: u64) -> [u64; 2];

    /// Hashes a message of `len <= 64` bytes, given as little-endian, zero-extended numbers. Their
    /// halves are loaded one by one: a wider load would wait until the stores of all halves are
    /// done.
    pub(super) fn units(key: &Key, units: &[u128; LANES], len: u64) -> [u64; 2];

    /// Hashes each message in order, up to the shorter of `messages` and `out`.
    pub(super) fn hash_each['m](
        key: &Key,
        messages: impl Iterator<Item = &'m [u8]>,
        out: &mut [[u64; 2]],
    );

    /// Computes the polynomials of a message.
    #[inline]
    pub(super) fn pair(key: &Key, message: &[u8]) -> Two;

    /// Continues the polynomials with current values `sums` over the blocks.
    pub(super) fn blocks(key: &Key, sums: Two, blocks: &[Block]) -> Two;

    /// Combines the products of groups, the first of which is group `first` of its block.
    pub(super) fn groups(key: &Key, first: usize, groups: &[Group]) -> Two;

    /// Combines the products of the bytes at the end of a message, at most a group, in group `at`
    /// of their block.
    pub(super) fn tail(key: &Key, at: usize, bytes: &[u8]) -> Two;

    /// Hashes a message of `len` bytes, given the polynomials `sums` over its whole blocks, the
    /// combined products `block` of the groups after them, and the bytes after these.
    pub(super) fn finish(
        key: &Key,
        sums: Two,
        block: Two,
        bytes: &[u8],
        len: u64,
    ) -> [u64; 2];
}

/// The last block of a message.
enum Last {
    /// It is whole, or the message is empty.
    Whole,
    /// It is the first one, so there is nothing to continue.
    First,
    /// It continues the polynomials.
    Next,
}

/// Returns what the last block of a message of `len` bytes is, and the index of its group that is
/// not full.
#[inline]
const fn last_block(len: u64) -> (Last, usize) {
    let last = if len.is_multiple_of(BLOCK_BYTES as u64) {
        Last::Whole
    } else if len < BLOCK_BYTES as u64 {
        Last::First
    } else {
        Last::Next
    };
    (last, in_block(len) / GROUP_BYTES)
}

/// Continues the polynomials with current values `sums` with a block.
pub(super) fn append(key: &Key, sums: Two, block: Two) -> Two {
    let backend = key.backend();
    let times = |sum, r| Gf128::new(sum).mul_with(backend, Gf128::new(r)).to_bits();
    [times(sums[0], key.end(4)) ^ block[0], times(sums[1], key.end(5)) ^ block[1]]
}

/// Hashes a message of `len` bytes, given the polynomials `sums` over its blocks.
pub(super) fn end(key: &Key, sums: Two, len: u64) -> [u64; 2] {
    let (backend, k) = (key.backend(), |i| Gf128::new(key.end(i)));
    let first = k(1).mul_with(backend, Gf128::new(sums[0]));
    let second = k(2).mul_with(backend, Gf128::new(sums[1]));
    let sum = k(0) + first + second + k(3).mul_with(backend, Gf128::new(u128::from(len)));
    words(sum.to_bits())
}

/// Returns the words of the coefficients, the low one first.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "splits the halves")]
fn words(x: u128) -> [u64; 2] {
    [x as u64, (x >> 64) as u64]
}

/// Returns the words of a unit that was stored a moment ago, word by word. Two loads, which the
/// barriers keep the compiler from joining, take their words from these stores; one load of both
/// words would wait until they are in the cache.
#[inline(always)]
fn halves(unit: u128) -> [u64; 2] {
    words(unit).map(|half| hash_core::opaque!(u64 half))
}

/// Splits the sums of products A₀ … A₈ into the parts of the two rows of the combination: for each
/// row, the part taken once and the part taken x times.
///
/// The columns, pairwise independent over GF(2)(x), are (1, 0), (1, 1), (1, x), (x, 1), (1, 1 + x),
/// (1 + x, 1), (x, 1 + x), (1 + x, x), and (0, 1) for the parity. The order of the additions keeps
/// dependency chains short.
#[inline(always)]
fn combinations<X: Copy + BitXor<Output = X>>(sums: [X; ROWS]) -> ([X; 2], [X; 2]) {
    let [a0, a1, a2, a3, a4, a5, a6, a7, parity] = sums;
    let (a45, a67) = (a4 ^ a5, a6 ^ a7);
    let common = a1 ^ a45;
    let first = ((a0 ^ a2) ^ a7) ^ common;
    let first_x = (a3 ^ a5) ^ a67;
    let second = ((a3 ^ a6) ^ parity) ^ common;
    let second_x = (a2 ^ a4) ^ a67;
    ([first, first_x], [second, second_x])
}

#[cfg(test)]
mod tests {
    /// The columns of `combinations` have determinants other than 0.
    #[test]
    fn columns_are_pairwise_independent() {
        let column = |s: usize| {
            let mut a = [0_u128; 9];
            a[s] = 1;
            let ([first, first_x], [second, second_x]) = super::combinations(a);
            (first ^ first_x << 1, second ^ second_x << 1)
        };
        let columns: [_; 9] = core::array::from_fn(column);
        assert_eq!(
            columns,
            [(1, 0), (1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2), (0, 1)]
        );
        for (i, a) in columns.iter().enumerate() {
            for b in &columns[..i] {
                assert_ne!(gf2::clmul128(a.0, b.1), gf2::clmul128(a.1, b.0), "{a:?} {b:?}");
            }
        }
    }
}
