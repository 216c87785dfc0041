//! The kernels on registers of one polynomial: one unit per instruction. `v` is any register, which
//! proves that the CPU has the instructions.

use super::{Block, Group, Last, Two, combinations, halves, words};
use crate::clhash128::key::{
    BLOCK_BYTES, GROUP_BYTES, GROUPS, GroupKeys, Key, LANES, ROW_BYTES, ROWS, UnitKey,
};
use core::array;
use gf2::backend::polynomials::Polynomial;
use hash_core::load::double_word;

#[inline(always)]
pub(super) fn hash<V: Polynomial>(v: V, key: &Key, message: &[u8]) -> [u64; 2] {
    let sums = if message.len() <= ROW_BYTES {
        row_sum(v, &key.groups()[0], message)
    } else {
        pair_in_registers(v, key, message)
    };
    end(key, sums, message.len() as u64)
}

#[inline(always)]
pub(super) fn unit<V: Polynomial>(v: V, key: &Key, unit: u128, len: u64) -> [u64; 2] {
    units(v, key, &[unit, 0, 0, 0], len)
}

#[inline(always)]
pub(super) fn units<V: Polynomial>(v: V, key: &Key, units: &[u128; LANES], len: u64) -> [u64; 2] {
    let [row, .., parity] = &key.groups()[0];
    let mut sums = (v.zero(), v.zero());
    for (_, ((unit, k), p)) in (0..len.div_ceil(16)).zip(units.iter().zip(row).zip(parity)) {
        let [low, high] = halves(*unit);
        let unit = v.of_halves(low, high);
        sums = (sums.0 ^ times(unit, *k), sums.1 ^ times(unit, *p));
    }
    end(key, sums, len)
}

#[inline(always)]
pub(super) fn hash_each<'m, V: Polynomial>(
    v: V,
    key: &Key,
    messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [[u64; 2]],
) {
    for (message, h) in messages.zip(out) {
        *h = hash(v, key, message);
    }
}

#[inline(always)]
pub(super) fn pair<V: Polynomial>(v: V, key: &Key, message: &[u8]) -> Two {
    let (first, second) = pair_in_registers(v, key, message);
    [first.to_u128(), second.to_u128()]
}

#[inline(always)]
pub(super) fn blocks<V: Polynomial>(v: V, key: &Key, sums: Two, blocks: &[Block]) -> Two {
    let mut sums = (v.of_u128(sums[0]), v.of_u128(sums[1]));
    for block in blocks {
        sums = append(key, sums, groups_sum(v, key, 0, block.as_chunks().0));
    }
    [sums.0.to_u128(), sums.1.to_u128()]
}

#[inline(always)]
pub(super) fn groups<V: Polynomial>(v: V, key: &Key, first: usize, groups: &[Group]) -> Two {
    let (first, second) = groups_sum(v, key, first, groups);
    [first.to_u128(), second.to_u128()]
}

#[inline(always)]
pub(super) fn tail<V: Polynomial>(v: V, key: &Key, at: usize, bytes: &[u8]) -> Two {
    let (first, second) = tail_sum(v, &key.groups()[at], bytes);
    [first.to_u128(), second.to_u128()]
}

#[inline(always)]
pub(super) fn finish<V: Polynomial>(
    v: V,
    key: &Key,
    sums: Two,
    block: Two,
    bytes: &[u8],
    len: u64,
) -> [u64; 2] {
    let of_two = |two: Two| (v.of_u128(two[0]), v.of_u128(two[1]));
    let (sums, mut block, (last, at)) = (of_two(sums), of_two(block), super::last_block(len));
    if !bytes.is_empty() {
        let (first, second) = tail_sum(v, &key.groups()[at], bytes);
        block = (block.0 ^ first, block.1 ^ second);
    }
    let sums = match last {
        Last::Whole => sums,
        Last::First => block,
        Last::Next => append(key, sums, block),
    };
    end(key, sums, len)
}

/// The polynomials of both rows of the combination.
type Pair<V> = (V, V);

/// Computes the polynomials of a message.
#[inline(always)]
fn pair_in_registers<V: Polynomial>(v: V, key: &Key, message: &[u8]) -> Pair<V> {
    let mut sums = (v.zero(), v.zero());
    let (blocks, rest) = message.as_chunks::<BLOCK_BYTES>();
    for block in blocks {
        sums = append(key, sums, groups_sum(v, key, 0, block.as_chunks().0));
    }
    if rest.is_empty() {
        return sums;
    }
    let rest = last_block(v, key, rest);
    // The first block has nothing to continue.
    if blocks.is_empty() { rest } else { append(key, sums, rest) }
}

/// Computes the combined products of the 1 to 2,047 bytes of the last block.
#[inline(always)]
fn last_block<V: Polynomial>(v: V, key: &Key, bytes: &[u8]) -> Pair<V> {
    // So the tail has a group whose keys it takes.
    debug_assert!(bytes.len() < BLOCK_BYTES, "the last block is whole");
    let (groups, tail) = bytes.as_chunks::<GROUP_BYTES>();
    let mut sums = (v.zero(), v.zero());
    if !groups.is_empty() {
        sums = groups_sum(v, key, 0, groups);
    }
    if let (false, Some(keys)) = (tail.is_empty(), key.groups().get(groups.len())) {
        let (first, second) = tail_sum(v, keys, tail);
        sums = (sums.0 ^ first, sums.1 ^ second);
    }
    sums
}

/// Computes the combined products of groups, the first of which is group `first` of its
/// block.
#[inline(always)]
fn groups_sum<V: Polynomial>(v: V, key: &Key, first: usize, groups: &[Group]) -> Pair<V> {
    debug_assert!(first + groups.len() <= GROUPS, "more groups than a block has");
    let mut products = [v.zero(); ROWS];
    for (group, keys) in groups.iter().zip(&key.groups()[first..]) {
        let (units, _) = group.as_chunks::<16>();
        // Lane by lane, so that only one parity is live and the nine sums stay in
        // registers.
        for lane in 0..LANES {
            let mut parity = v.zero();
            for row in 0..ROWS - 1 {
                let unit = v.load(array::from_ref(&units[LANES * row + lane]));
                parity = parity ^ unit;
                products[row] = products[row] ^ times(unit, keys[row][lane]);
            }
            products[ROWS - 1] = products[ROWS - 1] ^ times(parity, keys[ROWS - 1][lane]);
        }
    }
    combined(products)
}

/// Computes the combined products of the bytes at the end of a message, at most a group.
#[inline(always)]
fn tail_sum<V: Polynomial>(v: V, keys: &GroupKeys, bytes: &[u8]) -> Pair<V> {
    debug_assert!(bytes.len() <= GROUP_BYTES, "more bytes than a group has");
    if bytes.len() <= ROW_BYTES {
        return row_sum(v, keys, bytes);
    }
    let (mut products, mut parity) = ([v.zero(); ROWS], [v.zero(); LANES]);
    let (rows, rest) = bytes.as_chunks::<ROW_BYTES>();
    for ((row, keys), product) in rows.iter().zip(keys).zip(&mut products) {
        let (units, _) = row.as_chunks::<16>();
        for lane in 0..LANES {
            let unit = v.load(array::from_ref(&units[lane]));
            parity[lane] = parity[lane] ^ unit;
            *product = *product ^ times(unit, keys[lane]);
        }
    }
    // Whole rows may leave a row that is cut short.
    if let Some((product, keys)) = products.get_mut(rows.len()).zip(keys.get(rows.len())) {
        for ((unit, k), parity) in rest.chunks(16).zip(keys).zip(&mut parity) {
            let unit = load_unit(v, unit);
            *parity = *parity ^ unit;
            *product = *product ^ times(unit, *k);
        }
    }
    // The first row is whole, so all lanes have a unit.
    for (unit, k) in parity.iter().zip(&keys[ROWS - 1]) {
        products[ROWS - 1] = products[ROWS - 1] ^ times(*unit, *k);
    }
    combined(products)
}

/// Computes the combined products of at most a row. The row and its parity are the two rows of the
/// combination.
#[inline(always)]
fn row_sum<V: Polynomial>(v: V, keys: &GroupKeys, bytes: &[u8]) -> Pair<V> {
    let ([row, .., parity], mut sums) = (keys, (v.zero(), v.zero()));
    for ((unit, k), p) in bytes.chunks(16).zip(row).zip(parity) {
        let unit = load_unit(v, unit);
        sums = (sums.0 ^ times(unit, *k), sums.1 ^ times(unit, *p));
    }
    sums
}

/// Loads a unit that may be cut short.
#[inline(always)]
fn load_unit<V: Polynomial>(v: V, bytes: &[u8]) -> V {
    match bytes.try_into() {
        Ok(unit) => v.load(array::from_ref(unit)),
        Err(_) => v.of_u128(double_word(bytes)),
    }
}

/// Computes the two rows of the combination.
#[inline(always)]
fn combined<V: Polynomial>(products: [V; ROWS]) -> Pair<V> {
    let ([first, first_x], [second, second_x]) = combinations(products);
    (first ^ first_x.mul_x(), second ^ second_x.mul_x())
}

/// Computes (u0 + k0) (u1 + k1).
#[inline(always)]
fn times<V: Polynomial>(unit: V, key: UnitKey) -> V {
    (unit ^ unit.load_words(&[key])).mul_halves()
}

/// Continues the polynomials with values `sums` with a block.
#[inline(always)]
fn append<V: Polynomial>(key: &Key, sums: Pair<V>, block: Pair<V>) -> Pair<V> {
    let [.., r1, r2] = *key.ends();
    let (hi, lo) = sums.0.mul128(sums.0.load_words(&[r1]));
    let (hi2, lo2) = sums.1.mul128(sums.1.load_words(&[r2]));
    (hi.reduce128(lo) ^ block.0, hi2.reduce128(lo2) ^ block.1)
}

/// Returns the hash of `len` bytes with these polynomials.
#[inline(always)]
pub(super) fn end<V: Polynomial>(key: &Key, sums: (V, V), len: u64) -> [u64; 2] {
    let (v, [k0, k1, k2, k3, ..]) = (sums.0, *key.ends());
    let (len, k1, k2, k3) =
        (v.of_halves(len, 0), v.load_words(&[k1]), v.load_words(&[k2]), v.load_words(&[k3]));
    let lo = (sums.0.mul_low(k1) ^ sums.1.mul_low(k2)) ^ k3.mul_low(len);
    let middle = (sums.0.mul_cross(k1) ^ sums.1.mul_cross(k2)) ^ k3.mul_high_low(len);
    let hi = (sums.0.mul_high(k1) ^ sums.1.mul_high(k2)) ^ middle.down();
    let lo = (lo ^ v.load_words(&[k0])) ^ middle.up();
    words(hi.reduce128(lo).to_u128())
}
