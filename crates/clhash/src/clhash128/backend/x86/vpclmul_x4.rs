//! 512-bit registers with VPCLMULQDQ: one row of a group per instruction.

use super::vpclmul_x2::{append, end, finish_sums};
use crate::clhash128::backend::{Block, Group, Two, combinations, halves, last_block};
use crate::clhash128::key::{
    BLOCK_BYTES, GROUP_BYTES, GROUPS, GroupKeys, Key, LANES, ROW_BYTES, ROWS, UnitKey,
};
use core::slice::from_ref;
use gf2::backend::polynomials::{FOLD128, Polynomial, Polynomials};
use gf2::backend::x86::clmul::{Clmul, prefetch};
use gf2::backend::x86::vpclmul_x2::ClmulX2;
use gf2::backend::x86::vpclmul_x4::ClmulX4;
use hash_core::cpu::is_zen_5;
use hash_core::x86::*;

/// The sum of the products of each row.
type Products = [ClmulX4; ROWS];

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn hash(key: &Key, message: &[u8]) -> [u64; 2] {
    if message.len() <= ROW_BYTES {
        end(key, row_sum(&key.groups()[0], message), message.len() as u64)
    } else if message.len() <= GROUP_BYTES {
        medium(key, message)
    } else if message.len() < PAIRED * BLOCK_BYTES {
        long::<false>(key, message)
    } else {
        long::<true>(key, message)
    }
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn unit(key: &Key, unit: u128, len: u64) -> [u64; 2] {
    end(key, unit_sum(&key.groups()[0], 0, len > 0, Clmul::witness().of_u128(unit)), len)
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn units(key: &Key, units: &[u128; LANES], len: u64) -> [u64; 2] {
    let (v, mut sums) = (Clmul::witness(), ClmulX2::witness());
    for (lane, unit) in units.iter().enumerate() {
        let ([low, high], present) = (halves(*unit), len > 16 * lane as u64);
        sums = sums ^ unit_sum(&key.groups()[0], lane, present, v.of_halves(low, high));
    }
    end(key, sums, len)
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn hash_each<'m>(
    key: &Key,
    messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [[u64; 2]],
) {
    for (message, h) in messages.zip(out) {
        *h = hash(key, message);
    }
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn pair(key: &Key, message: &[u8]) -> Two {
    if message.len() <= ROW_BYTES {
        row_sum(&key.groups()[0], message).to_u128s()
    } else if message.len() <= GROUP_BYTES {
        tail(key, 0, message)
    } else {
        sums::<true>(key, message).to_u128s()
    }
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn blocks(key: &Key, sums: Two, blocks: &[Block]) -> Two {
    blocks_sum::<true>(key, ClmulX2::witness().of_u128s(sums), blocks).to_u128s()
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn groups(key: &Key, first: usize, groups: &[Group]) -> Two {
    debug_assert!(first + groups.len() <= GROUPS, "more groups than a block has");
    let keys = &key.groups()[first..];
    match groups.first_chunk::<GROUPS>() {
        Some(groups) => combined(groups_products(keys, groups)).to_u128s(),
        None => some_groups(keys, groups).to_u128s(),
    }
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn tail(key: &Key, at: usize, bytes: &[u8]) -> Two {
    group_sum::<2>(&key.groups()[at], bytes).to_u128s()
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn finish(key: &Key, sums: Two, block: Two, bytes: &[u8], len: u64) -> [u64; 2] {
    let (last, at) = last_block(len);
    let tail = if bytes.is_empty() {
        ClmulX2::witness()
    } else {
        group_sum::<3>(&key.groups()[at], bytes)
    };
    finish_sums(key, sums, block, tail, &last, len)
}

/// Hashes more than a row and at most a group. Kept out of line so that shorter messages need no
/// stack frame.
#[inline(never)]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn medium(key: &Key, message: &[u8]) -> [u64; 2] {
    end(key, group_sum::<0>(&key.groups()[0], message), message.len() as u64)
}

/// Hashes more than a group. Without `PAIRS` it needs no frame for what [`pairs_sum`] returns.
#[inline(never)]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn long<const PAIRS: bool>(key: &Key, message: &[u8]) -> [u64; 2] {
    end(key, sums::<PAIRS>(key, message), message.len() as u64)
}

/// Computes the polynomials of a message, in two lanes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn sums<const PAIRS: bool>(key: &Key, message: &[u8]) -> ClmulX2 {
    let (blocks, rest) = message.as_chunks::<BLOCK_BYTES>();
    let sums = blocks_sum::<PAIRS>(key, ClmulX2::witness(), blocks);
    if rest.is_empty() {
        return sums;
    }
    let (groups, bytes) = rest.as_chunks();
    // A rest shorter than a block has fewer groups, so the bytes after them have keys.
    let mut last = some_groups(key.groups(), groups);
    if let (false, Some(keys)) = (bytes.is_empty(), key.groups().get(groups.len())) {
        last = last ^ group_sum::<1>(keys, bytes);
    }
    // The first block has nothing to continue.
    if blocks.is_empty() { last } else { append(key, sums, last) }
}

/// Continues the polynomials with values `sums` over the blocks, with `PAIRS` by pairs if they are
/// many.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn blocks_sum<const PAIRS: bool>(key: &Key, mut sums: ClmulX2, blocks: &[Block]) -> ClmulX2 {
    let mut rest = blocks;
    if PAIRS && blocks.len() >= PAIRED {
        let (pairs, last) = blocks.as_chunks();
        let sum = if is_prefetched(BLOCK_BYTES * blocks.len()) {
            pairs_sum::<true>(key, sums.to_u128s(), pairs)
        } else {
            pairs_sum::<false>(key, sums.to_u128s(), pairs)
        };
        (sums, rest) = (sums.of_u128s(sum), last);
    }
    let mut chain = key;
    for block in rest {
        chain = next(chain);
        sums = append(key, sums, combined(groups_products(chain.groups(), groups_of(block))));
    }
    sums
}

/// Returns whether the blocks of a message of that many bytes are prefetched. This helps a Zen 5
/// with messages that hardly fit into its caches. On Intel's CPUs nothing was measured.
#[inline]
fn is_prefetched(bytes: usize) -> bool {
    bytes >= 4 << 20 && is_zen_5()
}

/// The number of blocks from which two are continued at once. For fewer, the square of the
/// variables costs more than it saves.
const PAIRED: usize = 8;

/// Continues the polynomials over pairs of blocks.
///
/// A step of Horner's rule takes five products, whether they have two lanes or four. So lanes 0 and
/// 1 are the polynomials in r² over the first blocks of the pairs, and lanes 2 and 3 those over the
/// second ones, which continue `sums`. The former times r, plus the latter, has the bits of one
/// block at a time. With `PREFETCH`, what comes a block later is prefetched.
///
/// The loop takes one block at a time: with two in its body, some compilers keep more sums than
/// registers hold. Kept out of line so that shorter messages need no larger frame.
#[inline(never)]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn pairs_sum<const PREFETCH: bool>(key: &Key, sums: Two, pairs: &[[Block; 2]]) -> Two {
    let [_, _, _, _, variables @ ..] = key.ends();
    let zero = ClmulX2::witness();
    let (sums, r) = (zero.of_u128s(sums), zero.load_words(variables));
    let square = append(key, r, zero);
    let (mut lanes, square) = (ClmulX4::of_pairs(zero, sums), ClmulX4::of_pairs(square, square));
    let fold = lanes.splat(FOLD128);
    let square = square.fixed(fold);
    let (mut chain, mut first) = (key, zero);
    for (i, block) in pairs.as_flattened().iter().enumerate() {
        if PREFETCH {
            prefetch(block, BLOCK_BYTES);
        }
        chain = next(chain);
        let sum = combined(groups_products(chain.groups(), groups_of(block)));
        if i % 2 == 0 {
            first = sum;
        } else {
            lanes = lanes.mul_fixed(square, fold) ^ ClmulX4::of_pairs(first, sum);
        }
    }
    let [first, second] = lanes.pairs();
    append(key, first, second).to_u128s()
}

/// Splits a block into its groups.
#[inline]
fn groups_of(block: &Block) -> &[Group; GROUPS] {
    let ([groups], []) = block.as_chunks().0.as_chunks::<GROUPS>() else { unreachable!() };
    groups
}

/// Returns the same reference, hidden from the compiler. If it knew that the keys are the same for
/// every block, it would load all of them before the loop over blocks and, for lack of registers,
/// spill them to the stack.
#[inline]
fn next(key: &Key) -> &Key {
    hash_core::opaque!(ref key)
}

/// Computes the combined products of fewer than four groups.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn some_groups(keys: &[GroupKeys], groups: &[Group]) -> ClmulX2 {
    debug_assert!(groups.len() < GROUPS, "a whole block");
    if let Some(groups) = groups.first_chunk::<3>() {
        combined(groups_products(keys, groups))
    } else if let Some(groups) = groups.first_chunk::<2>() {
        combined(groups_products(keys, groups))
    } else if let Some(groups) = groups.first_chunk::<1>() {
        combined(groups_products(keys, groups))
    } else {
        ClmulX2::witness()
    }
}

/// Computes the sums of the products of groups. Their number is a constant, so that there is no
/// loop.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn groups_products<const N: usize>(keys: &[GroupKeys], groups: &[Group; N]) -> Products {
    debug_assert!(N <= keys.len(), "a group has no keys");
    let mut products = [ClmulX4::witness(); ROWS];
    for (group, keys) in groups.iter().zip(keys) {
        let mut parity = ClmulX4::witness();
        let (rows, _) = group.as_chunks().0.as_chunks();
        for ((row, k), sum) in rows.iter().zip(keys).zip(&mut products) {
            let units = parity.load(row);
            parity = parity ^ units;
            *sum = *sum ^ times(units, k);
        }
        let [.., sum] = &mut products;
        *sum = *sum ^ times(parity, &keys[ROWS - 1]);
    }
    products
}

/// Computes the combined products of at most a row. The row and its parity are the two rows of the
/// combination.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn row_sum(keys: &GroupKeys, bytes: &[u8]) -> ClmulX2 {
    if bytes.len() <= 16 {
        return unit_sum(keys, 0, !bytes.is_empty(), ClmulX4::witness().load_up_to_16(bytes));
    }
    let (present, units) = row(bytes, 0);
    let parity = masked_times(present, units, &keys[ROWS - 1]);
    masked_times(present, units, &keys[0]).sum_lanes2(parity)
}

/// Computes the combined products of at most a group of bytes. Each caller passes its own number,
/// because a function with one caller is inlined whatever its size, and other functions return
/// vectors through memory.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn group_sum<const CALLER: u8>(keys: &GroupKeys, bytes: &[u8]) -> ClmulX2 {
    if bytes.len() <= ROW_BYTES {
        return row_sum(keys, bytes);
    }
    /// Multiplies row `$row`, which is whole, and adds its units to the parity.
    macro_rules! whole {
        ($parity:ident, $row:literal) => {{
            let units = whole_row(bytes, $row);
            $parity = $parity ^ units;
            times(units, &keys[$row])
        }};
    }
    /// Does the same for a row that may be cut short or missing.
    macro_rules! cut {
        ($parity:ident, $row:literal) => {{
            let (present, units) = row(bytes, $row);
            $parity = $parity ^ units;
            masked_times(present, units, &keys[$row])
        }};
    }
    let mut parity = whole_row(bytes, 0);
    let a0 = times(parity, &keys[0]);
    if bytes.len() <= 128 {
        let a1 = cut!(parity, 1);
        return (a0 ^ a1).sum_lanes2(a1 ^ times(parity, &keys[ROWS - 1]));
    }
    if let Ok(group) = bytes.try_into() {
        return combined(groups_products::<1>(from_ref(keys), &[group]));
    }
    let a1 = whole!(parity, 1);
    let zero = ClmulX4::witness();
    if bytes.len() <= 256 {
        let (a2, a3) = (cut!(parity, 2), cut!(parity, 3));
        let last = times(parity, &keys[ROWS - 1]);
        return combined([a0, a1, a2, a3, zero, zero, zero, zero, last]);
    }
    let (a2, a3) = (whole!(parity, 2), whole!(parity, 3));
    let (a4, a5, a6, a7) = (cut!(parity, 4), cut!(parity, 5), cut!(parity, 6), cut!(parity, 7));
    combined([a0, a1, a2, a3, a4, a5, a6, a7, times(parity, &keys[ROWS - 1])])
}

/// Computes the combined products of a unit of the first row, or 0 if it is not present.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn unit_sum(keys: &GroupKeys, lane: usize, present: bool, unit: Clmul) -> ClmulX2 {
    let (v, present) = (ClmulX2::witness(), if present { u8::MAX } else { 0 });
    let (k, parity) = (keys[0][lane], keys[ROWS - 1][lane]);
    let keys = v.of_lanes(unit.load_words(&[k]), unit.load_words(&[parity]));
    let units = v.broadcast(unit);
    ClmulX2::new(_mm256_maskz_xor_epi64(present, units.get(), keys.get())).mul_halves()
}

/// Loads the units of a row, which must be whole.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn whole_row(bytes: &[u8], number: usize) -> ClmulX4 {
    debug_assert!(bytes.len() >= 64 * (number + 1), "row {number} is not whole");
    let (units, v) = (bytes[64 * number..].as_chunks().0, ClmulX4::witness());
    match units.first_chunk() {
        Some(row) => v.load(row),
        None => v,
    }
}

/// Loads the units of a row, and returns them after the mask of the words whose units contain a
/// byte. Only these units take part.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[expect(clippy::cast_possible_truncation, reason = "two bits for each of four units")]
fn row(bytes: &[u8], number: usize) -> (__mmask8, ClmulX4) {
    // Minima instead of branches, which a length could mispredict.
    let (_, bytes) = bytes.split_at((64 * number).min(bytes.len()));
    let (bytes, _) = bytes.split_at(bytes.len().min(64));
    let present = _bzhi_u32(0xff, 2 * bytes.len().div_ceil(16) as u32) as u8;
    (present, ClmulX4::witness().load_up_to_64(bytes))
}

/// Computes (u0 + k0) (u1 + k1) for the four units of a row.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn times(units: ClmulX4, keys: &[UnitKey; LANES]) -> ClmulX4 {
    (units ^ units.load_words(keys)).mul_halves()
}

/// Does the same for the units in the mask.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn masked_times(present: __mmask8, units: ClmulX4, keys: &[UnitKey; LANES]) -> ClmulX4 {
    let keys = units.load_words(keys);
    ClmulX4::new(_mm512_maskz_xor_epi64(present, units.get(), keys.get())).mul_halves()
}

/// Computes the two rows of the combination, in two lanes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn combined(products: Products) -> ClmulX2 {
    // The lanes are added first, so that the rest is done for both rows at once.
    let ([first, first_x], [second, second_x]) = combinations(products);
    first.sum_lanes2(second) ^ first_x.sum_lanes2(second_x).mul_x()
}
