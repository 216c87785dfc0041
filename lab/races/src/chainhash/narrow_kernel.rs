//! ChainHash on registers. See [`narrow`](super::narrow).

#![expect(clippy::needless_range_loop, reason = "indices are those of registers in several arrays")]

use super::arithmetic::{reduce_64, reduce_64_late};
use super::lanes::{PRESENT, Register, Row, Xmm, Ymm, Zmm};
use super::narrow::{BLOCKS, Key};
use std::hint::black_box;

/// Hashes with one lane.
#[target_feature(enable = "avx,sse4.1,pclmulqdq")]
pub(super) fn one(key: &Key, message: &[u8]) -> u64 {
    // SAFETY: this function has the features.
    let x = unsafe { Xmm::assume() };
    if message.len() <= 16 {
        return one_block(key, x.short(message), message.len());
    }
    long(x, key, message)
}

/// Hashes with two lanes.
#[target_feature(enable = "avx,sse4.1,pclmulqdq,avx2,bmi1,bmi2,vpclmulqdq")]
pub(super) fn two(key: &Key, message: &[u8]) -> u64 {
    // SAFETY: this function has the features.
    let (x, y) = unsafe { (Xmm::assume(), Ymm::assume()) };
    if message.len() <= 16 {
        return one_block(key, x.short(message), message.len());
    }
    long(y, key, message)
}

/// Hashes with four lanes.
#[target_feature(
    enable = "avx,sse4.1,pclmulqdq,avx2,bmi1,bmi2,vpclmulqdq,avx512f,avx512bw,avx512vl"
)]
pub(super) fn four(key: &Key, message: &[u8]) -> u64 {
    // SAFETY: this function has the features.
    let (x, z) = unsafe { (Xmm::assume(), Zmm::assume()) };
    let len = message.len();
    if len <= 16 {
        return one_block(key, z.short(message), len);
    }
    if len > 64 {
        return long(z, key, message);
    }
    let blocks = len.div_ceil(16);
    // Pairs whose first word has no byte have no product.
    let present = z.words(&PRESENT, 16 - len.div_ceil(8));
    let keyed = z.last_row(message, len)[0].xor(z.broadcast(&key.kappa[0])).and(present);
    let factors = z.words(key.short.as_flattened(), 2 * (BLOCKS - blocks));
    let sum = keyed.mul::<0x00>(factors).xor(keyed.mul::<0x11>(factors)).sum_lanes();
    let power = x.words(key.powers.as_flattened(), 2 * (BLOCKS - blocks));
    let chain = x.low(len as u64).mul::<0x00>(power);
    end(key, sum.xor(chain), reduce_64_late)
}

/// Hashes a message of at most 16 bytes, which are the first ones of `word`.
#[inline(always)]
fn one_block(key: &Key, word: Xmm, len: usize) -> u64 {
    let keyed = word.xor(word.broadcast(&key.kappa[0]));
    let second = word.broadcast(&key.kappa[1]);
    let y = word.broadcast(&key.powers[BLOCKS - 1]);
    let chain = word.low(len as u64).mul::<0x00>(y);
    let chain = match len {
        0 => chain,
        1..=8 => chain.xor(keyed.mul::<0x00>(second)),
        _ => chain.xor(keyed.mul::<0x00>(second)).xor(keyed.mul::<0x11>(second)),
    };
    end(key, chain, reduce_64)
}

/// Hashes a message of more than 16 bytes.
#[inline(always)]
fn long<R: Register>(z: R, key: &Key, message: &[u8]) -> u64 {
    let (rows, rest) = message.as_chunks();
    let (regions, rows) = rows.as_chunks();
    let len = message.len() as u64;
    let chain = if regions.is_empty() {
        let length = z.first().low(len);
        last_region(z, key, message, rows, rest.len(), |power| length.mul::<0x00>(power))
    } else {
        let chain = whole_regions(z, key, regions, len);
        let times = |power| chain.mul::<0x00>(power).xor(chain.mul::<0x11>(power));
        if rows.is_empty() && rest.is_empty() {
            chain
        } else {
            last_region(z, key, message, rows, rest.len(), times)
        }
    };
    end(key, chain, reduce_64_late)
}

/// Adds the products of a row to the sums of its blocks.
#[inline(always)]
fn add<R: Register>(
    sums: &mut [R; BLOCKS],
    keys: &[[u64; 2]; 2],
    row: [R; 8],
    present: Option<[R; 4]>,
) {
    let (first, second) = (row[0].broadcast(&keys[0]), row[0].broadcast(&keys[1]));
    let registers = BLOCKS / R::LANES;
    for i in 0..registers {
        let (mut a, b) = (row[i].xor(first), row[registers + i].xor(second));
        if let Some(present) = present {
            a = a.and(present[i]);
        }
        sums[i] = sums[i].xor(a.mul::<0x00>(b).xor(a.mul::<0x11>(b)));
    }
}

/// Returns the chain over whole regions, not reduced. The blocks of a region are in different
/// chains, in y^4, the last of which starts with the length.
#[inline(always)]
fn whole_regions<R: Register>(z: R, key: &Key, regions: &[[Row; 8]], len: u64) -> Xmm {
    let step = z.broadcast(&key.powers[0]);
    let start = [0, 0, 0, 0, 0, 0, len, 0];
    let mut chains = [z; BLOCKS];
    for i in 0..BLOCKS / R::LANES {
        chains[i] = z.words(&start, 2 * R::LANES * i);
    }
    for region in regions {
        // The keys fill half of the 32 wide registers. Of the 16 narrow ones they would take
        // all, so they are loaded for each region.
        let kappa = if R::LANES < 4 { black_box(&key.kappa) } else { &key.kappa };
        let mut sums = [z.zero(); BLOCKS];
        for (row, keys) in region.iter().zip(kappa.as_chunks().0) {
            add(&mut sums, keys, z.row(row), None);
        }
        for i in 0..BLOCKS / R::LANES {
            let chain = chains[i];
            chains[i] = sums[i].xor(chain.mul::<0x00>(step).xor(chain.mul::<0x11>(step)));
        }
    }
    fold(key, &chains, BLOCKS)
}

/// Continues the chain over the last region, which has these rows and that many bytes more.
#[inline(always)]
fn last_region<R: Register>(
    z: R,
    key: &Key,
    message: &[u8],
    rows: &[Row],
    rest: usize,
    times: impl Fn(Xmm) -> Xmm,
) -> Xmm {
    let mut sums = [z.zero(); BLOCKS];
    let (keys, _) = key.kappa.as_chunks();
    for (row, keys) in rows.iter().zip(keys) {
        add(&mut sums, keys, z.row(row), None);
    }
    if rest > 0 {
        let row = z.last_row(message, rest);
        let keys = &keys[rows.len()];
        if rest > BLOCKS * 16 - 8 {
            add(&mut sums, keys, row, None);
        } else {
            // Pairs whose first word has no byte have no product.
            let mut present = [z; BLOCKS];
            for i in 0..BLOCKS / R::LANES {
                let start = 16 - rest.div_ceil(8) + 2 * R::LANES * i;
                present[i] = z.words(&PRESENT, start);
            }
            add(&mut sums, keys, row, Some(present));
        }
    }
    let blocks = if rows.is_empty() { rest.div_ceil(16).min(BLOCKS) } else { BLOCKS };
    let power = z.first().words(key.powers.as_flattened(), 2 * (BLOCKS - blocks));
    fold(key, &sums, blocks).xor(times(power))
}

/// Returns the chain over the first of these blocks, not reduced. The other blocks are 0.
#[inline(always)]
fn fold<R: Register>(key: &Key, blocks: &[R; BLOCKS], count: usize) -> Xmm {
    let mut sum = blocks[0].zero();
    for i in 0..BLOCKS / R::LANES {
        let start = BLOCKS + 1 - count + R::LANES * i;
        let powers = sum.words(key.powers.as_flattened(), 2 * start);
        let products = blocks[i].mul::<0x00>(powers).xor(blocks[i].mul::<0x11>(powers));
        sum = sum.xor(products);
    }
    sum.sum_lanes()
}

/// Reduces the chain, and applies the twist and the polynomial of degree 5.
#[inline(always)]
fn end(key: &Key, chain: Xmm, reduce: impl Fn(Xmm) -> Xmm) -> u64 {
    let c = |i: usize| chain.broadcast(&key.c[i]);
    let v = reduce(chain).plus(chain.low(key.tau));
    let square = reduce(v.mul::<0x00>(v));
    let inner = square.xor(c(0)).mul::<0x00>(square.xor(v.xor(c(1))));
    // The last product takes `inner` before it is reduced. The factor of the high half is X^64
    // times that of the low half, and ready before.
    let factor = v.xor(c(2));
    let factors = factor.low_halves(reduce_64_late(factor.up()));
    let inner = inner.xor(c(3));
    let last = inner.mul::<0x00>(factors).xor(inner.mul::<0x11>(factors));
    reduce(last.xor(c(4))).low_word()
}
