//! Integer arithmetic in constant time, with the multiplication of `gf2::portable`.

use super::{Block, Group, Last, Two, append, combinations, end, last_block};
use crate::clhash128::key::{GROUP_BYTES, Key, LANES, ROWS, UnitKey};
use gf2::backend::portable::clmul64;
use hash_core::load;

/// Computes (u0 + k0) (u1 + k1) for the two words of a unit.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "splits the halves")]
const fn times(unit: u128, key: UnitKey) -> u128 {
    clmul64(unit as u64 ^ key[0], (unit >> 64) as u64 ^ key[1])
}

pub(super) fn hash(key: &Key, message: &[u8]) -> [u64; 2] {
    end(key, pair(key, message), message.len() as u64)
}

pub(super) fn unit(key: &Key, unit: u128, len: u64) -> [u64; 2] {
    units(key, &[unit, 0, 0, 0], len)
}

pub(super) fn units(key: &Key, units: &[u128; LANES], len: u64) -> [u64; 2] {
    let [row, .., parity] = &key.groups()[0];
    let mut sums = [0; 2];
    for (_, ((unit, k), p)) in (0..len.div_ceil(16)).zip(units.iter().zip(row).zip(parity)) {
        sums[0] ^= times(*unit, *k);
        sums[1] ^= times(*unit, *p);
    }
    end(key, sums, len)
}

pub(super) fn hash_each<'m>(
    key: &Key,
    messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [[u64; 2]],
) {
    for (message, h) in messages.zip(out) {
        *h = hash(key, message);
    }
}

pub(super) fn pair(key: &Key, message: &[u8]) -> Two {
    let (whole, rest) = message.as_chunks();
    let sums = blocks(key, [0; 2], whole);
    if rest.is_empty() {
        return sums;
    }
    let (whole, rest) = rest.as_chunks();
    let ([first, second], last) = (groups(key, 0, whole), tail(key, whole.len(), rest));
    append(key, sums, [first ^ last[0], second ^ last[1]])
}

pub(super) fn blocks(key: &Key, sums: Two, blocks: &[Block]) -> Two {
    blocks.iter().fold(sums, |sums, block| append(key, sums, groups(key, 0, block.as_chunks().0)))
}

pub(super) fn groups(key: &Key, first: usize, groups: &[Group]) -> Two {
    groups.iter().enumerate().fold([0; 2], |sums, (i, group)| {
        let [one, two] = tail(key, first + i, group);
        [sums[0] ^ one, sums[1] ^ two]
    })
}

pub(super) fn tail(key: &Key, at: usize, bytes: &[u8]) -> Two {
    debug_assert!(bytes.len() <= GROUP_BYTES, "more bytes than a group has");
    let keys = &key.groups()[at];
    let (mut products, mut parity) = ([0; ROWS], [0; LANES]);
    for (row, (bytes, keys)) in bytes.chunks(16 * LANES).zip(keys).enumerate() {
        for (lane, (unit, k)) in bytes.chunks(16).zip(keys).enumerate() {
            let unit = load::double_word(unit);
            parity[lane] ^= unit;
            products[row] ^= times(unit, *k);
        }
    }
    let lanes = bytes.len().div_ceil(16);
    for (unit, k) in parity.iter().zip(&keys[ROWS - 1]).take(lanes) {
        products[ROWS - 1] ^= times(*unit, *k);
    }
    let ([first, first_x], [second, second_x]) = combinations(products);
    [first ^ first_x << 1, second ^ second_x << 1]
}

pub(super) fn finish(key: &Key, sums: Two, block: Two, bytes: &[u8], len: u64) -> [u64; 2] {
    let (last, at) = last_block(len);
    let [first, second] = tail(key, at, bytes);
    let block = [block[0] ^ first, block[1] ^ second];
    let sums = match last {
        Last::Whole => sums,
        Last::First => block,
        Last::Next => append(key, sums, block),
    };
    end(key, sums, len)
}
