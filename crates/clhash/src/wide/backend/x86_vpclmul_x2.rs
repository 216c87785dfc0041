//! 256-bit registers with VPCLMULQDQ: two units per instruction.
//!
//! Up to one group, wider registers gain nothing, so the narrow kernels are reused.

pub(super) use super::x86_clmul::tail;

use super::x86_clmul;
use super::{Block, Group, Two};
use crate::wide::key::{BLOCK_BYTES, GROUP_BYTES, GroupKeys, Key, LANES, ROWS, UnitKey};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use gf2::backend::x86_clmul::{from_u128, to_u128};
use gf2::backend::x86_vpclmul_x2::*;

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
        two(sums(key, message))
    }
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn blocks(key: &Key, sums: Two, blocks: &[Block]) -> Two {
    two(blocks_sum(key, both(from_u128(sums[0]), from_u128(sums[1])), blocks))
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn groups(key: &Key, first: usize, groups: &[Group]) -> Two {
    two(groups_sum(&key.groups()[first..], groups))
}

/// Hashes more than a group.
#[inline(never)]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn long(key: &Key, message: &[u8]) -> [u64; 2] {
    let sums = sums(key, message);
    let pair = (_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    x86_clmul::end(key, pair, message.len() as u64)
}

/// Computes the polynomials of a message, in two lanes.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn sums(key: &Key, message: &[u8]) -> __m256i {
    let (blocks, rest) = message.as_chunks::<BLOCK_BYTES>();
    let sums = blocks_sum(key, _mm256_setzero_si256(), blocks);
    if rest.is_empty() {
        return sums;
    }
    let (groups, bytes) = rest.as_chunks();
    let mut last = groups_sum(key.groups(), groups);
    if !bytes.is_empty() {
        let [first, second] = tail(key, groups.len(), bytes);
        last = xor(last, both(from_u128(first), from_u128(second)));
    }
    // The first block has nothing to continue.
    if blocks.is_empty() { last } else { append(key, sums, last) }
}

/// Joins two polynomials, the first in lane 0.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn both(first: __m128i, second: __m128i) -> __m256i {
    _mm256_set_m128i(second, first)
}

/// Returns the two polynomials as integers: the inverse of [`both`].
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn two(x: __m256i) -> Two {
    [to_u128(_mm256_castsi256_si128(x)), to_u128(_mm256_extracti128_si256::<1>(x))]
}

/// Continues the polynomials with values `sums` over the blocks.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn blocks_sum(key: &Key, mut sums: __m256i, blocks: &[Block]) -> __m256i {
    for block in blocks {
        sums = append(key, sums, groups_sum(key.groups(), block.as_chunks().0));
    }
    sums
}

/// Continues the polynomials with values `sums` with a block.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn append(key: &Key, sums: __m256i, block: __m256i) -> __m256i {
    let [.., r1, r2] = key.ends();
    let (hi, lo) = mul128(sums, load_words(&[r1[0], r1[1], r2[0], r2[1]]));
    xor(reduce128(hi, lo), block)
}

/// Computes the combined products of groups.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn groups_sum(keys: &[GroupKeys], groups: &[Group]) -> __m256i {
    let mut a = [_mm256_setzero_si256(); ROWS];
    for (group, keys) in groups.iter().zip(keys) {
        let (units, _) = group.as_chunks::<32>();
        // Two lanes, then the other two, so that only one parity is live and the nine sums stay in
        // registers.
        for half in 0..LANES / 2 {
            let mut parity = _mm256_setzero_si256();
            for row in 0..ROWS - 1 {
                let unit = load(&units[LANES / 2 * row + half]);
                parity = xor(parity, unit);
                a[row] = xor(a[row], times(unit, keys[row], half));
            }
            a[ROWS - 1] = xor(a[ROWS - 1], times(parity, keys[ROWS - 1], half));
        }
    }
    // The lanes are added first, so that the rest is done for both rows at once.
    let ([first, first_x], [second, second_x]) = super::combinations!(a, xor);
    xor(xor_lanes2(first, second), mul_x(xor_lanes2(first_x, second_x)))
}

/// Computes (u0 + k0) (u1 + k1) for two units of a row.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn times(units: __m256i, row: [UnitKey; LANES], half: usize) -> __m256i {
    let [[k0, k1], [k2, k3]] = [row[2 * half], row[2 * half + 1]];
    mul_halves(xor(units, load_words(&[k0, k1, k2, k3])))
}
