//! 256-bit registers with VPCLMULQDQ: two units per instruction, or both rows of the combination.

use crate::clhash128::backend::{Block, Group, Last, Two, combinations, halves, last_block, words};
use crate::clhash128::key::{
    BLOCK_BYTES, GROUP_BYTES, GroupKeys, Key, LANES, ROW_BYTES, ROWS, UnitKey,
};
use core::array;
use gf2::backend::polynomials::{FOLD128, Polynomial, Polynomials};
use gf2::backend::x86::clmul::{Clmul, prefetch};
use gf2::backend::x86::vpclmul_x2::ClmulX2;
use hash_core::cpu::is_intel;
use hash_core::load::double_word;

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn hash(key: &Key, message: &[u8]) -> [u64; 2] {
    if message.len() <= ROW_BYTES {
        end(key, row_sum(&key.groups()[0], message), message.len() as u64)
    } else if message.len() <= GROUP_BYTES {
        medium(key, message)
    } else {
        long(key, message)
    }
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn unit(key: &Key, unit: u128, len: u64) -> [u64; 2] {
    units(key, &[unit, 0, 0, 0], len)
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn units(key: &Key, units: &[u128; LANES], len: u64) -> [u64; 2] {
    let [row, .., parity] = &key.groups()[0];
    let (v, mut sums) = (Clmul::witness(), ClmulX2::witness());
    for (_, ((unit, k), p)) in (0..len.div_ceil(16)).zip(units.iter().zip(row).zip(parity)) {
        let [low, high] = halves(*unit);
        sums = sums ^ unit_sum(v.of_halves(low, high), k, p);
    }
    end(key, sums, len)
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn hash_each<'m>(
    key: &Key,
    messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [[u64; 2]],
) {
    for (message, h) in messages.zip(out) {
        *h = hash(key, message);
    }
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn pair(key: &Key, message: &[u8]) -> Two {
    if message.len() <= GROUP_BYTES { tail(key, 0, message) } else { sums(key, message).to_u128s() }
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn blocks(key: &Key, sums: Two, blocks: &[Block]) -> Two {
    blocks_sum(key, ClmulX2::witness().of_u128s(sums), blocks).to_u128s()
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn groups(key: &Key, first: usize, groups: &[Group]) -> Two {
    groups_sum::<false>(&key.groups()[first..], groups).to_u128s()
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn tail(key: &Key, at: usize, bytes: &[u8]) -> Two {
    group_sum::<2>(&key.groups()[at], bytes).to_u128s()
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn finish(key: &Key, sums: Two, block: Two, bytes: &[u8], len: u64) -> [u64; 2] {
    let (last, at) = last_block(len);
    let tail = if bytes.is_empty() {
        ClmulX2::witness()
    } else {
        group_sum::<3>(&key.groups()[at], bytes)
    };
    finish_sums(key, sums, block, tail, &last, len)
}

/// Returns the hash of `len` bytes, given the polynomials over the whole blocks, and the combined
/// products of the groups after them and of the bytes after these.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn finish_sums(
    key: &Key,
    sums: Two,
    block: Two,
    tail: ClmulX2,
    last: &Last,
    len: u64,
) -> [u64; 2] {
    let (sums, block) = (tail.of_u128s(sums), tail.of_u128s(block) ^ tail);
    let sums = match last {
        Last::Whole => sums,
        Last::First => block,
        Last::Next => append(key, sums, block),
    };
    end(key, sums, len)
}

/// Hashes more than a row and at most a group. Kept out of line so that shorter messages need no
/// stack frame.
#[inline(never)]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn medium(key: &Key, message: &[u8]) -> [u64; 2] {
    end(key, group_sum::<0>(&key.groups()[0], message), message.len() as u64)
}

/// Hashes more than a group.
#[inline(never)]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn long(key: &Key, message: &[u8]) -> [u64; 2] {
    end(key, sums(key, message), message.len() as u64)
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
    let mut last = groups_sum::<false>(key.groups(), groups);
    // A rest shorter than a block has fewer groups, so the bytes after them have keys.
    if let (false, Some(keys)) = (bytes.is_empty(), key.groups().get(groups.len())) {
        last = last ^ group_sum::<1>(keys, bytes);
    }
    // The first block has nothing to continue.
    if blocks.is_empty() { last } else { append(key, sums, last) }
}

/// Continues the polynomials with values `sums` over the blocks.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn blocks_sum(key: &Key, sums: ClmulX2, blocks: &[Block]) -> ClmulX2 {
    if is_prefetched(BLOCK_BYTES * blocks.len()) {
        some_blocks_sum::<true>(key, sums, blocks)
    } else {
        some_blocks_sum::<false>(key, sums, blocks)
    }
}

/// Returns whether the groups of a message of that many bytes are prefetched.
///
/// This makes data in memory faster, and data in the caches slower. Intel's CPUs are left out,
/// because nothing was measured there.
#[inline]
fn is_prefetched(bytes: usize) -> bool {
    bytes >= 8 << 20 && !is_intel()
}

/// How many bytes before its turn a group is prefetched.
const AHEAD: usize = 4 * BLOCK_BYTES;

/// Continues the polynomials over the blocks. With `PREFETCH`, their groups are prefetched.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn some_blocks_sum<const PREFETCH: bool>(
    key: &Key,
    mut sums: ClmulX2,
    blocks: &[Block],
) -> ClmulX2 {
    for block in blocks {
        let groups = block.as_chunks().0;
        sums = append(key, sums, groups_sum::<PREFETCH>(key.groups(), groups));
    }
    sums
}

/// Continues the polynomials with values `sums` with a block.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn append(key: &Key, sums: ClmulX2, block: ClmulX2) -> ClmulX2 {
    let [_, _, _, _, variables @ ..] = key.ends();
    let fold = sums.splat(FOLD128);
    sums.mul_fixed(sums.load_words(variables).fixed(fold), fold) ^ block
}

/// Computes the combined products of groups. With `PREFETCH`, what comes [`AHEAD`] of each is
/// prefetched.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn groups_sum<const PREFETCH: bool>(keys: &[GroupKeys], groups: &[Group]) -> ClmulX2 {
    let mut a = [ClmulX2::witness(); ROWS];
    for (group, keys) in groups.iter().zip(keys) {
        if PREFETCH {
            prefetch(group, AHEAD);
        }
        let (units, _) = group.as_chunks::<16>().0.as_chunks::<2>();
        // Two lanes, then the other two, so that only one parity is live and the nine sums stay in
        // registers.
        for half in 0..LANES / 2 {
            let mut parity = ClmulX2::witness();
            for row in 0..ROWS - 1 {
                let unit = parity.load(&units[LANES / 2 * row + half]);
                parity = parity ^ unit;
                a[row] = a[row] ^ times(unit, &keys[row], half);
            }
            a[ROWS - 1] = a[ROWS - 1] ^ times(parity, &keys[ROWS - 1], half);
        }
    }
    combined(a)
}

/// Computes the combined products of at most a group of bytes. Each caller passes its own number,
/// because a function with one caller is inlined whatever its size, and other functions return
/// vectors through memory.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn group_sum<const CALLER: u8>(keys: &GroupKeys, bytes: &[u8]) -> ClmulX2 {
    if bytes.len() <= ROW_BYTES {
        return row_sum(keys, bytes);
    }
    let zero = ClmulX2::witness();
    let (mut products, mut parity) = ([zero; ROWS], [zero; LANES / 2]);
    let (rows, rest) = bytes.as_chunks::<ROW_BYTES>();
    for ((row, k), product) in rows.iter().zip(keys).zip(&mut products) {
        let (units, _) = row.as_chunks::<16>().0.as_chunks::<2>();
        for half in 0..LANES / 2 {
            let units = zero.load(&units[half]);
            parity[half] = parity[half] ^ units;
            *product = *product ^ times(units, k, half);
        }
    }
    // Whole rows may leave a row that is cut short.
    if let Some((product, k)) = products.get_mut(rows.len()).zip(keys.get(rows.len())) {
        let pairs = rest.chunks(32).zip(k.as_chunks::<2>().0);
        for ((bytes, keys), parity) in pairs.zip(&mut parity) {
            let (units, keys) = load_pair(bytes, keys);
            *parity = *parity ^ units;
            *product = *product ^ (units ^ keys).mul_halves();
        }
    }
    products[ROWS - 1] =
        times(parity[0], &keys[ROWS - 1], 0) ^ times(parity[1], &keys[ROWS - 1], 1);
    combined(products)
}

/// Computes the combined products of at most a row. The row and its parity are the two rows of the
/// combination.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn row_sum(keys: &GroupKeys, bytes: &[u8]) -> ClmulX2 {
    let [row, .., parity] = keys;
    let mut sums = ClmulX2::witness();
    for ((unit, k), p) in bytes.chunks(16).zip(row).zip(parity) {
        sums = sums ^ unit_sum(load_unit(unit), k, p);
    }
    sums
}

/// Computes the combined products of a unit of the first row.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn unit_sum(unit: Clmul, key: &UnitKey, parity: &UnitKey) -> ClmulX2 {
    let v = ClmulX2::witness();
    let keys =
        v.of_lanes(unit.load_words(array::from_ref(key)), unit.load_words(array::from_ref(parity)));
    (v.broadcast(unit) ^ keys).mul_halves()
}

/// Loads a unit that may be cut short.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn load_unit(bytes: &[u8]) -> Clmul {
    let v = Clmul::witness();
    match bytes.try_into() {
        Ok(unit) => v.load(array::from_ref(unit)),
        Err(_) => v.of_u128(double_word(bytes)),
    }
}

/// Loads one or two units, and their keys. A second unit that is not there has no key, so its
/// product is 0.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn load_pair(bytes: &[u8], keys: &[UnitKey; 2]) -> (ClmulX2, ClmulX2) {
    let v = ClmulX2::witness();
    let (first, second) = bytes.split_at(bytes.len().min(16));
    let first = load_unit(first);
    if second.is_empty() {
        let [key, _] = keys;
        return (v.of_one(first), v.of_one(first.load_words(array::from_ref(key))));
    }
    (v.of_lanes(first, load_unit(second)), v.load_words(keys))
}

/// Computes (u0 + k0) (u1 + k1) for two units of a row.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn times(units: ClmulX2, row: &[UnitKey; LANES], half: usize) -> ClmulX2 {
    (units ^ units.load_words(&row.as_chunks().0[half])).mul_halves()
}

/// Computes the two rows of the combination, in two lanes.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn combined(products: [ClmulX2; ROWS]) -> ClmulX2 {
    // The lanes are added first, so that the rest is done for both rows at once.
    let ([first, first_x], [second, second_x]) = combinations(products);
    first.sum_lanes2(second) ^ first_x.sum_lanes2(second_x).mul_x()
}

/// Returns the hash of `len` bytes with these polynomials.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn end(key: &Key, sums: ClmulX2, len: u64) -> [u64; 2] {
    let [k0, k12 @ .., k3, _, _] = key.ends();
    let (v, k12) = (Clmul::witness(), sums.load_words(k12));
    let (low, cross, high) = (sums.mul_low(k12), sums.mul_cross(k12), sums.mul_high(k12));
    let (len, k3) = (v.of_halves(len, 0), v.load_words(array::from_ref(k3)));
    let lo = low.sum_lanes() ^ k3.mul_low(len);
    let middle = cross.sum_lanes() ^ k3.mul_high_low(len);
    let hi = high.sum_lanes() ^ middle.down();
    let lo = (lo ^ v.load_words(array::from_ref(k0))) ^ middle.up();
    words(hi.reduce128(lo).to_u128())
}
