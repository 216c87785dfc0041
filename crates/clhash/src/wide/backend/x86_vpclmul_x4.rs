//! 512-bit registers with VPCLMULQDQ: one row of a group per instruction.

use super::x86_vpclmul_x2::{append, both, two};
use super::{Block, Group, Two};
use crate::wide::key::{BLOCK_BYTES, GROUP_BYTES, GROUPS, GroupKeys, Key, LANES, ROWS, UnitKey};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use core::slice::from_ref;
use gf2::backend::x86_clmul::{self as pclmul, from_u128, to_u128};
use gf2::backend::x86_vpclmul_x2 as x2;
use gf2::backend::x86_vpclmul_x4::*;

/// The sum of the products of each row.
type Products = [__m512i; ROWS];

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn hash(key: &Key, message: &[u8]) -> [u64; 2] {
    if message.len() <= 64 {
        end(key, row_sum(&key.groups()[0], message), message.len() as u64)
    } else if message.len() <= GROUP_BYTES {
        medium(key, message)
    } else {
        long(key, message)
    }
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
    if message.len() <= 64 {
        two(row_sum(&key.groups()[0], message))
    } else if message.len() <= GROUP_BYTES {
        tail(key, 0, message)
    } else {
        two(sums(key, message))
    }
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn blocks(key: &Key, sums: Two, blocks: &[Block]) -> Two {
    two(blocks_sum(key, both(from_u128(sums[0]), from_u128(sums[1])), blocks))
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn groups(key: &Key, first: usize, groups: &[Group]) -> Two {
    debug_assert!(first + groups.len() <= GROUPS, "more groups than a block has");
    let keys = &key.groups()[first..];
    two(match groups.first_chunk::<GROUPS>() {
        Some(groups) => combined(groups_products(keys, groups)),
        None => some_groups(keys, groups),
    })
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn tail(key: &Key, at: usize, bytes: &[u8]) -> Two {
    two(group_sum::<2>(&key.groups()[at], bytes))
}

/// Hashes more than a row and at most a group. Kept out of line so that shorter messages need no
/// stack frame.
#[inline(never)]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn medium(key: &Key, message: &[u8]) -> [u64; 2] {
    end(key, group_sum::<0>(&key.groups()[0], message), message.len() as u64)
}

/// Hashes more than a group.
#[inline(never)]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn long(key: &Key, message: &[u8]) -> [u64; 2] {
    end(key, sums(key, message), message.len() as u64)
}

/// Computes the polynomials of a message, in two lanes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn sums(key: &Key, message: &[u8]) -> __m256i {
    let (blocks, rest) = message.as_chunks::<BLOCK_BYTES>();
    let sums = blocks_sum(key, _mm256_setzero_si256(), blocks);
    if rest.is_empty() {
        return sums;
    }
    let (groups, bytes) = rest.as_chunks();
    // A rest shorter than a block has fewer groups, so the bytes after them have keys.
    let mut last = some_groups(key.groups(), groups);
    if let (false, Some(keys)) = (bytes.is_empty(), key.groups().get(groups.len())) {
        last = x2::xor(last, group_sum::<1>(keys, bytes));
    }
    // The first block has nothing to continue.
    if blocks.is_empty() { last } else { append(key, sums, last) }
}

/// Continues the polynomials with values `sums` over the blocks.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn blocks_sum(key: &Key, mut sums: __m256i, blocks: &[Block]) -> __m256i {
    let mut chain = key;
    for block in blocks {
        chain = next(chain);
        let ([groups], []) = block.as_chunks().0.as_chunks::<GROUPS>() else { unreachable!() };
        sums = append(key, sums, combined(groups_products(chain.groups(), groups)));
    }
    sums
}

/// Returns the same reference, hidden from the compiler. If it knew that the keys are the same for
/// every block, it would load all of them before the loop over blocks and, for lack of registers,
/// spill them to the stack. A message of one block would then take 1.4 times as long on a Zen 4.
#[inline]
fn next(key: &Key) -> &Key {
    hash_core::opaque!(ref key)
}

/// Computes the combined products of fewer than four groups.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn some_groups(keys: &[GroupKeys], groups: &[Group]) -> __m256i {
    debug_assert!(groups.len() < GROUPS, "a whole block");
    if let Some(groups) = groups.first_chunk::<3>() {
        combined(groups_products(keys, groups))
    } else if let Some(groups) = groups.first_chunk::<2>() {
        combined(groups_products(keys, groups))
    } else if let Some(groups) = groups.first_chunk::<1>() {
        combined(groups_products(keys, groups))
    } else {
        _mm256_setzero_si256()
    }
}

/// Computes the sums of the products of groups. Their number is a constant, so that there is no
/// loop.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn groups_products<const N: usize>(keys: &[GroupKeys], groups: &[Group; N]) -> Products {
    debug_assert!(N <= keys.len(), "a group has no keys");
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

/// Computes the combined products of at most a row. The row and its parity are the two rows of the
/// combination.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn row_sum(keys: &GroupKeys, bytes: &[u8]) -> __m256i {
    if bytes.len() <= 16 {
        return unit_sum(keys, bytes);
    }
    let (present, units) = row(bytes, 0);
    let parity = masked_times(present, units, &keys[ROWS - 1]);
    xor_lanes2(masked_times(present, units, &keys[0]), parity)
}

/// Computes the combined products of at most a group of bytes. Each caller passes its own number,
/// because a function with one caller is inlined whatever its size, and other functions return
/// vectors through memory.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn group_sum<const CALLER: u8>(keys: &GroupKeys, bytes: &[u8]) -> __m256i {
    if bytes.len() <= 64 {
        return row_sum(keys, bytes);
    }
    /// Multiplies row `$row`, which is whole, and adds its units to the parity.
    macro_rules! whole {
        ($parity:ident, $row:literal) => {{
            let units = whole_row(bytes, $row);
            $parity = xor($parity, units);
            times(units, &keys[$row])
        }};
    }
    /// Does the same for a row that may be cut short or missing.
    macro_rules! cut {
        ($parity:ident, $row:literal) => {{
            let (present, units) = row(bytes, $row);
            $parity = xor($parity, units);
            masked_times(present, units, &keys[$row])
        }};
    }
    let mut parity = whole_row(bytes, 0);
    let a0 = times(parity, &keys[0]);
    if bytes.len() <= 128 {
        let a1 = cut!(parity, 1);
        return xor_lanes2(xor(a0, a1), xor(a1, times(parity, &keys[ROWS - 1])));
    }
    if let Ok(group) = bytes.try_into() {
        return combined(groups_products::<1>(from_ref(keys), &[group]));
    }
    let a1 = whole!(parity, 1);
    let zero = _mm512_setzero_si512();
    if bytes.len() <= 256 {
        let (a2, a3) = (cut!(parity, 2), cut!(parity, 3));
        let last = times(parity, &keys[ROWS - 1]);
        return combined([a0, a1, a2, a3, zero, zero, zero, zero, last]);
    }
    let (a2, a3) = (whole!(parity, 2), whole!(parity, 3));
    let (a4, a5, a6, a7) = (cut!(parity, 4), cut!(parity, 5), cut!(parity, 6), cut!(parity, 7));
    combined([a0, a1, a2, a3, a4, a5, a6, a7, times(parity, &keys[ROWS - 1])])
}

/// Computes the combined products of at most a unit.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn unit_sum(keys: &GroupKeys, bytes: &[u8]) -> __m256i {
    let unit = load_up_to_16(bytes);
    let ([k, ..], [parity, ..]) = (&keys[0], &keys[ROWS - 1]);
    let keys = both(pclmul::load_words(k), pclmul::load_words(parity));
    let present = if bytes.is_empty() { 0 } else { u8::MAX };
    x2::mul_halves(_mm256_maskz_xor_epi64(present, both(unit, unit), keys))
}

/// Loads the units of a row, which must be whole.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn whole_row(bytes: &[u8], number: usize) -> __m512i {
    debug_assert!(bytes.len() >= 64 * (number + 1), "row {number} is not whole");
    match bytes[64 * number..].first_chunk() {
        Some(row) => load(row),
        None => _mm512_setzero_si512(),
    }
}

/// Loads the units of a row, and returns them after the mask of the words whose units contain a
/// byte. Only these units take part.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[expect(clippy::cast_possible_truncation, reason = "two bits for each of four units")]
fn row(bytes: &[u8], number: usize) -> (__mmask8, __m512i) {
    // Minima instead of branches, which a length could mispredict.
    let (_, bytes) = bytes.split_at((64 * number).min(bytes.len()));
    let (bytes, _) = bytes.split_at(bytes.len().min(64));
    let present = ((1_u32 << (2 * bytes.len().div_ceil(16))) - 1) as u8;
    (present, load_up_to_64(bytes))
}

/// Computes (u0 + k0) (u1 + k1) for the four units of a row.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn times(units: __m512i, keys: &[UnitKey; LANES]) -> __m512i {
    mul_halves(xor(units, keys_of_row(keys)))
}

/// Does the same for the units in the mask.
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

/// Computes the two rows of the combination, in two lanes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn combined(products: Products) -> __m256i {
    // The lanes are added first, so that the rest is done for both rows at once.
    let ([first, first_x], [second, second_x]) = super::combinations!(products, xor);
    let (ones, xs) = (xor_lanes2(first, second), xor_lanes2(first_x, second_x));
    x2::xor(ones, x2::mul_x(xs))
}

/// Returns the hash of `len` bytes with these polynomials.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[expect(clippy::cast_possible_truncation, reason = "splits the halves")]
fn end(key: &Key, sums: __m256i, len: u64) -> [u64; 2] {
    let [k0, [k10, k11], [k20, k21], k3, ..] = key.ends();
    let k12 = x2::load_words(&[*k10, *k11, *k20, *k21]);
    let (low, cross, high) =
        (x2::mul_low(sums, k12), x2::mul_cross(sums, k12), x2::mul_high(sums, k12));
    let (len, k3) = (pclmul::from_u64s(len, 0), pclmul::load_words(k3));
    let lo = pclmul::xor(x2::xor_lanes(low), pclmul::mul_low(k3, len));
    let middle = pclmul::xor(x2::xor_lanes(cross), _mm_clmulepi64_si128::<0x01>(k3, len));
    let hi = pclmul::xor(x2::xor_lanes(high), _mm_srli_si128::<8>(middle));
    let lo = pclmul::xor(pclmul::xor(lo, pclmul::load_words(k0)), _mm_slli_si128::<8>(middle));
    let h = to_u128(pclmul::reduce128(hi, lo));
    [h as u64, (h >> 64) as u64]
}
