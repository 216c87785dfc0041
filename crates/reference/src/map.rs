//! The hasher for maps.

#![expect(clippy::cast_possible_truncation, reason = "halves of numbers")]

use crate::multilinear::{P127, add_mod, mul_mod};

/// A write to the hasher of a map.
#[derive(Clone, Debug)]
pub enum Write {
    /// An integer and its number of bits.
    Integer(u128, u32),
    /// A slice.
    Slice(Vec<u8>),
}

/// The number of terms that have keys.
const TERMS: usize = 16;

fn number(words: &[u64]) -> u128 {
    u128::from(words[0]) | u128::from(words[1]) << 64
}

/// Computes the hash of a sequence of writes, under the 7 words of a map and the 66 words that maps
/// share. `slice` hashes the slices that do not have 16 bytes.
#[must_use]
pub fn map_hash(
    map: &[u64],
    shared: &[u64],
    slice: impl Fn(&[u8]) -> u128,
    writes: &[Write],
) -> u64 {
    let (mut packed, mut bits) = (0_u128, 0);
    // Integers are of kind 0, slices of kind 1.
    let mut terms: Vec<(usize, u128)> = vec![];
    for write in writes {
        match write {
            Write::Integer(value, width) => {
                if bits + width > 128 {
                    terms.push((0, packed));
                    (packed, bits) = (0, 0);
                }
                packed |= value << bits;
                bits += width;
            }
            Write::Slice(bytes) => {
                let hash = match bytes.as_slice().try_into() {
                    Ok(bytes) => u128::from_le_bytes(bytes),
                    Err(_) => slice(bytes),
                };
                terms.push((1, hash));
            }
        }
    }
    if terms.is_empty() && bits <= 64 {
        let sum = number(&map[2..]).wrapping_mul(packed).wrapping_add(number(&map[4..]));
        return finish(sum, packed as u64);
    }
    let near = terms.iter().take(TERMS).enumerate().map(|(i, (kind, x))| {
        let key = &shared[2 * (TERMS * kind + i)..];
        let factors = [*x as u64, (x >> 64) as u64].into_iter().zip(key);
        factors.map(|(half, k)| u128::from(half.wrapping_add(*k))).product()
    });
    let mut sum = near.fold(0, u128::wrapping_add);
    if terms.len() > TERMS {
        let mask = (1 << 126) - 1;
        let r = number(&shared[4 * TERMS..]) & mask;
        let step = |p, v| add_mod(mul_mod(p, r, P127), v % P127, P127);
        sum = step(1, sum & mask);
        for (kind, x) in &terms[TERMS..] {
            sum = step(sum, x % (1 << 64));
            sum = step(sum, (x >> 64) + ((*kind as u128) << 64));
            sum = step(sum, 0);
        }
    }
    let x = sum.wrapping_add(packed);
    let low = number(&map[0..]).wrapping_add(x % (1 << 64));
    let high = number(&map[2..]).wrapping_add(x >> 64);
    let sum = low.wrapping_mul(high).wrapping_add(number(&map[5..]));
    finish(sum, x as u64 ^ (x >> 64) as u64)
}

fn finish(x: u128, w: u64) -> u64 {
    let (low, high) = (x as u64 ^ w.rotate_right(32), (x >> 64) as u64);
    let square = u128::from(low).pow(2);
    let mixed = u128::from(high ^ (square >> 64) as u64) * 0x243f_6a88_85a3_08d3;
    (mixed as u64).rotate_right(32)
}
