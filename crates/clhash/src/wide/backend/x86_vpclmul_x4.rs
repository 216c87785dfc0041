//! 512-bit registers, VPCLMULQDQ: a row of a group an instruction.

use super::x86_vpclmul_x2::{append, both, two};
use super::{Block, Group, Two};
use crate::wide::key::{BLOCK_BYTES, GROUP_BYTES, GroupKeys, Key, LANES, ROWS, UnitKey};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use gf2::backend::x86_clmul::{self as pclmul, from_u128, to_u128};
use gf2::backend::x86_vpclmul_x2 as x2;
use gf2::backend::x86_vpclmul_x4::*;

/// Sums of the products of each row.
type Products = [__m512i; ROWS];

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn hash(key: &Key, message: &[u8]) -> [u64; 2] {
    if message.len() <= GROUP_BYTES { short(key, message) } else { long(key, message) }
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn hash_each<'m>(
    key: &Key,
    messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [[u64; 2]],
) {
    for (message, h) in messages.zip(out) {
        *h = hash(key, message);
    }
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn pair(key: &Key, message: &[u8]) -> Two {
    two(if message.len() <= GROUP_BYTES {
        group_sum(&key.groups()[0], message)
    } else {
        sums(key, message)
    })
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn pair_each<'m>(key: &Key, messages: impl Iterator<Item = &'m [u8]>, out: &mut [Two]) {
    for (message, sums) in messages.zip(out) {
        *sums = pair(key, message);
    }
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn blocks(key: &Key, sums: Two, blocks: &[Block]) -> Two {
    two(blocks_sum(key, both(from_u128(sums[0]), from_u128(sums[1])), blocks))
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn groups(key: &Key, first: usize, groups: &[Group]) -> Two {
    two(combined(groups_products(&key.groups()[first..], groups)))
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn tail(key: &Key, at: usize, bytes: &[u8]) -> Two {
    two(group_sum(&key.groups()[at], bytes))
}

/// The hash of at most a group.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn short(key: &Key, message: &[u8]) -> [u64; 2] {
    end(key, group_sum(&key.groups()[0], message), message.len() as u64)
}

/// The hash of more. Apart, so that short messages need no frame.
#[inline(never)]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn long(key: &Key, message: &[u8]) -> [u64; 2] {
    end(key, sums(key, message), message.len() as u64)
}

/// The polynomials of a message, in two lanes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn sums(key: &Key, message: &[u8]) -> __m256i {
    let (blocks, rest) = message.as_chunks::<BLOCK_BYTES>();
    let sums = blocks_sum(key, _mm256_setzero_si256(), blocks);
    if rest.is_empty() {
        return sums;
    }
    let (groups, bytes) = rest.as_chunks();
    let mut products = groups_products(key.groups(), groups);
    if let (false, Some(keys)) = (bytes.is_empty(), key.groups().get(groups.len())) {
        add_tail(&mut products, keys, bytes);
    }
    let last = combined(products);
    // A first block is multiplied by nothing.
    if blocks.is_empty() { last } else { append(key, sums, last) }
}

/// The polynomials with the values `sums`, continued over the blocks.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn blocks_sum(key: &Key, mut sums: __m256i, blocks: &[Block]) -> __m256i {
    for block in blocks {
        let products = groups_products(key.groups(), block.as_chunks().0);
        sums = append(key, sums, combined(products));
    }
    sums
}

/// The sums of the products of groups.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn groups_products(keys: &[GroupKeys], groups: &[Group]) -> Products {
    let mut products = [_mm512_setzero_si512(); ROWS];
    for (group, keys) in groups.iter().zip(keys) {
        let mut parity = _mm512_setzero_si512();
        for ((row, k), sum) in group.as_chunks().0.iter().zip(keys).zip(&mut products) {
            let units = load(row);
            parity = xor(parity, units);
            *sum = xor(*sum, times(units, k));
        }
        let [.., sum] = &mut products;
        *sum = xor(*sum, times(parity, &keys[ROWS - 1]));
    }
    products
}

/// The combined products of at most a group of bytes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn group_sum(keys: &GroupKeys, bytes: &[u8]) -> __m256i {
    if bytes.len() <= 64 {
        // One row and its parity, which are the two rows of the combination.
        let (present, units) = row(bytes, 0);
        let parity = masked_times(present, units, &keys[ROWS - 1]);
        return xor_lanes2(masked_times(present, units, &keys[0]), parity);
    }
    let mut products = [_mm512_setzero_si512(); ROWS];
    add_tail(&mut products, keys, bytes);
    combined(products)
}

/// Adds the products of at most a group of bytes that end a message.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn add_tail(products: &mut Products, keys: &GroupKeys, bytes: &[u8]) {
    /// Adds the products of some rows, masked, for there may be no byte of them.
    macro_rules! rows {
        ($parity:ident, $($row:literal)*) => {
            $(let (present, units) = row(bytes, $row);
            $parity = xor($parity, units);
            products[$row] = xor(products[$row], masked_times(present, units, &keys[$row]));)*
        };
    }
    let (first, mut parity) = row(bytes, 0);
    products[0] = xor(products[0], masked_times(first, parity, &keys[0]));
    rows!(parity, 1);
    if bytes.len() > 128 {
        rows!(parity, 2 3);
        if bytes.len() > 256 {
            rows!(parity, 4 5 6 7);
        }
    }
    let [.., sum] = products;
    *sum = xor(*sum, masked_times(first, parity, &keys[ROWS - 1]));
}

/// The units of a row and the mask of the words of those that hold a byte, which is what they take
/// part by.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[expect(clippy::cast_possible_truncation, reason = "two bits for each of four units")]
fn row(bytes: &[u8], number: usize) -> (__mmask8, __m512i) {
    let bytes = bytes.get(64 * number..).unwrap_or_default();
    let len = bytes.len().min(64);
    let present = ((1_u32 << (2 * len.div_ceil(16))) - 1) as u8;
    let mask = if len < 64 { (1 << len) - 1 } else { u64::MAX };
    // SAFETY: the bytes whose mask bit is set lie in the slice; the others are not accessed.
    (present, unsafe { _mm512_maskz_loadu_epi8(mask, bytes.as_ptr().cast()) })
}

/// (u0 + k0) (u1 + k1) of the four units of a row.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn times(units: __m512i, keys: &[UnitKey; LANES]) -> __m512i {
    mul_halves(xor(units, keys_of_row(keys)))
}

/// The same of the units that are present.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn masked_times(present: __mmask8, units: __m512i, keys: &[UnitKey; LANES]) -> __m512i {
    mul_halves(_mm512_maskz_xor_epi64(present, units, keys_of_row(keys)))
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn keys_of_row(keys: &[UnitKey; LANES]) -> __m512i {
    let [[k0, k1], [k2, k3], [k4, k5], [k6, k7]] = *keys;
    load_words(&[k0, k1, k2, k3, k4, k5, k6, k7])
}

/// The two rows of the combination, in two lanes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn combined(a: Products) -> __m256i {
    // The lanes are added first, so that what follows is done for both rows at once.
    let [a0, a1, a2, a3, a4, a5, a6, a7, parity] = a;
    let (a45, a67) = (xor(a4, a5), xor(a6, a7));
    let common = xor(a1, a45);
    let first = xor(xor(xor(a0, a2), a7), common);
    let first_x = xor(xor(a3, a5), a67);
    let second = xor(xor(xor(a3, a6), parity), common);
    let second_x = xor(xor(a2, a4), a67);
    xor256(xor_lanes2(first, second), x2::mul_x(xor_lanes2(first_x, second_x)))
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn xor256(a: __m256i, b: __m256i) -> __m256i {
    x2::xor(a, b)
}

/// The hash of `len` bytes with these polynomials.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[expect(clippy::cast_possible_truncation, reason = "the two halves are taken apart")]
fn end(key: &Key, sums: __m256i, len: u64) -> [u64; 2] {
    let [k0, [k10, k11], [k20, k21], k3, ..] = key.ends();
    let (hi, lo) = x2::mul128(sums, x2::load_words(&[*k10, *k11, *k20, *k21]));
    let (hi3, lo3) = pclmul::mul128(pclmul::from_u64s(len, 0), pclmul::load_words(k3));
    let hi = pclmul::xor(x2::xor_lanes(hi), hi3);
    let lo = pclmul::xor(x2::xor_lanes(lo), pclmul::xor(lo3, pclmul::load_words(k0)));
    let h = to_u128(pclmul::reduce128(hi, lo));
    [h as u64, (h >> 64) as u64]
}
