//! 256-bit registers with VPCLMULQDQ: two units per instruction.
//!
//! Up to one group, wider registers gain nothing, so the narrow kernels are reused.

pub(super) use super::x86_clmul::{finish, tail, unit, units};

use super::narrow::end;
use super::{Block, Group, Two, combinations, x86_clmul};
use crate::wide::key::{BLOCK_BYTES, GROUP_BYTES, GroupKeys, Key, LANES, ROWS, UnitKey};
use gf2::backend::polynomials::Polynomials;
use gf2::backend::x86_vpclmul_x2::ClmulX2;

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn hash(key: &Key, message: &[u8]) -> [u64; 2] {
    if message.len() <= GROUP_BYTES { x86_clmul::hash(key, message) } else { long(key, message) }
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn hash_each<'m>(
    key: &Key,
    messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [[u64; 2]],
) {
    for (message, h) in messages.zip(out) {
        *h = hash(key, message);
    }
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn pair(key: &Key, message: &[u8]) -> Two {
    if message.len() <= GROUP_BYTES {
        x86_clmul::pair(key, message)
    } else {
        sums(key, message).to_u128s()
    }
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn blocks(key: &Key, sums: Two, blocks: &[Block]) -> Two {
    blocks_sum(key, ClmulX2::witness().of_u128s(sums), blocks).to_u128s()
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn groups(key: &Key, first: usize, groups: &[Group]) -> Two {
    groups_sum(&key.groups()[first..], groups).to_u128s()
}

/// Hashes more than a group.
#[inline(never)]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn long(key: &Key, message: &[u8]) -> [u64; 2] {
    end(key, sums(key, message).lanes(), message.len() as u64)
}

/// Computes the polynomials of a message, in two lanes.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn sums(key: &Key, message: &[u8]) -> ClmulX2 {
    let (blocks, rest) = message.as_chunks::<BLOCK_BYTES>();
    let sums = blocks_sum(key, ClmulX2::witness(), blocks);
    if rest.is_empty() {
        return sums;
    }
    let (groups, bytes) = rest.as_chunks();
    let mut last = groups_sum(key.groups(), groups);
    if !bytes.is_empty() {
        let tail = tail(key, groups.len(), bytes);
        last = last ^ last.of_u128s(tail);
    }
    // The first block has nothing to continue.
    if blocks.is_empty() { last } else { append(key, sums, last) }
}

/// Continues the polynomials with values `sums` over the blocks.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn blocks_sum(key: &Key, mut sums: ClmulX2, blocks: &[Block]) -> ClmulX2 {
    for block in blocks {
        sums = append(key, sums, groups_sum(key.groups(), block.as_chunks().0));
    }
    sums
}

/// Continues the polynomials with values `sums` with a block.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn append(key: &Key, sums: ClmulX2, block: ClmulX2) -> ClmulX2 {
    let [_, _, _, _, variables @ ..] = key.ends();
    let (hi, lo) = sums.mul128(sums.load_words(variables));
    hi.reduce128(lo) ^ block
}

/// Computes the combined products of groups.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn groups_sum(keys: &[GroupKeys], groups: &[Group]) -> ClmulX2 {
    let mut a = [ClmulX2::witness(); ROWS];
    for (group, keys) in groups.iter().zip(keys) {
        let (units, _) = group.as_chunks::<16>().0.as_chunks::<2>();
        // Two lanes, then the other two, so that only one parity is live and the nine sums stay in
        // registers.
        for half in 0..LANES / 2 {
            let mut parity = ClmulX2::witness();
            for row in 0..ROWS - 1 {
                let unit = parity.load(&units[LANES / 2 * row + half]);
                parity = parity ^ unit;
                a[row] = a[row] ^ times(unit, keys[row], half);
            }
            a[ROWS - 1] = a[ROWS - 1] ^ times(parity, keys[ROWS - 1], half);
        }
    }
    // The lanes are added first, so that the rest is done for both rows at once.
    let ([first, first_x], [second, second_x]) = combinations(a);
    first.sum_lanes2(second) ^ first_x.sum_lanes2(second_x).mul_x()
}

/// Computes (u0 + k0) (u1 + k1) for two units of a row.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn times(units: ClmulX2, row: [UnitKey; LANES], half: usize) -> ClmulX2 {
    (units ^ units.load_words(&row.as_chunks().0[half])).mul_halves()
}
