//! ChainHash-128 on registers. See [`middle`](super::middle).

#![expect(clippy::needless_range_loop, reason = "indices are those of registers in several arrays")]

use super::arithmetic::{Products, finish_128};
use super::lanes::{PRESENT, Register, Row, Xmm, entries};
use super::middle::{BLOCKS, Key};
use std::hint::black_box;

entries!(hash);

#[inline(always)]
fn hash<R: Register>(z: R, key: &Key, message: &[u8]) -> u128 {
    let x = z.first();
    let len = message.len();
    if len <= 16 {
        let mut products = Products::none(x);
        if len > 0 {
            products.add_low(len as u64, x.broadcast(&key.powers[0][BLOCKS - 1]));
            let word = x.short(message).xor(x.broadcast(&key.kappa[0][0]));
            products.add(word, x.broadcast(&key.kappa[0][1]));
        }
        return finish_128(&key.c, &key.tau, products.halves());
    }
    let (rows, rest) = message.as_chunks();
    let (regions, rows) = rows.as_chunks();
    let chain = if regions.is_empty() {
        last_region(z, key, message, rows, rest.len(), |power, _| {
            let mut products = Products::none(x);
            products.add_low(len as u64, power);
            products
        })
    } else {
        let chain = whole_regions(z, key, regions, len as u64);
        if rows.is_empty() && rest.is_empty() {
            chain
        } else {
            last_region(z, key, message, rows, rest.len(), |power, folded| {
                let mut products = Products::none(x);
                products.add(chain[0], power);
                products.add(chain[1], folded);
                products
            })
        }
    };
    finish_128(&key.c, &key.tau, chain)
}

/// Adds the products of the pairs of rows to those of N registers of blocks, from this one on.
#[inline(always)]
fn add<R: Register, const N: usize>(
    products: &mut [Products<R>; N],
    register: usize,
    keys: &[[[u64; 2]; 2]],
    rows: &[[Row; 2]],
) {
    for ([first, second], rows) in keys.iter().zip(rows) {
        for n in 0..N {
            let z = products[n].zero();
            let start = 16 * R::LANES * (register + n);
            let a = z.bytes(&rows[0], start).xor(z.broadcast(first));
            let b = z.bytes(&rows[1], start).xor(z.broadcast(second));
            products[n].add(a, b);
        }
    }
}

/// Returns the chain over whole regions, not reduced. The blocks of a region are in different
/// chains, in y^8, the last of which starts with the length.
#[inline(always)]
fn whole_regions<R: Register>(z: R, key: &Key, regions: &[[Row; 32]], len: u64) -> [Xmm; 2] {
    let step = [z.broadcast(&key.powers[0][0]), z.broadcast(&key.powers[1][0])];
    let mut start = [0; 2 * BLOCKS];
    start[2 * BLOCKS - 2] = len;
    let mut chains = [[z.zero(); 2]; BLOCKS];
    for i in 0..BLOCKS / R::LANES {
        chains[i][0] = z.words(&start, 2 * R::LANES * i);
    }
    for region in regions {
        let (rows, _) = region.as_chunks();
        let kappa = black_box(&key.kappa);
        for pair in 0..BLOCKS / R::LANES / 2 {
            let i = 2 * pair;
            let mut products = [Products::none(z); 2];
            for n in 0..2 {
                products[n].add(chains[i + n][0], step[0]);
                products[n].add(chains[i + n][1], step[1]);
            }
            add(&mut products, i, kappa, rows);
            for n in 0..2 {
                chains[i + n] = products[n].halves();
            }
        }
    }
    fold(key, &chains)
}

/// Returns the chain over eight blocks.
#[inline(always)]
fn fold<R: Register>(key: &Key, blocks: &[[R; 2]; BLOCKS]) -> [Xmm; 2] {
    let mut products = Products::none(blocks[0][0]);
    for i in 0..BLOCKS / R::LANES {
        let power =
            |k: usize| blocks[0][0].words(key.powers[k].as_flattened(), 2 * (1 + R::LANES * i));
        products.add(blocks[i][0], power(0));
        products.add(blocks[i][1], power(1));
    }
    products.sum_lanes().halves()
}

/// Continues the chain over the last region, which has these rows and that many bytes more. `times`
/// multiplies the chain by a power of y, given that and X^128 times it.
#[inline(always)]
fn last_region<R: Register>(
    z: R,
    key: &Key,
    message: &[u8],
    rows: &[Row],
    rest: usize,
    times: impl Fn(Xmm, Xmm) -> Products<Xmm>,
) -> [Xmm; 2] {
    let x = z.first();
    let blocks = if rows.is_empty() { rest.div_ceil(16) } else { BLOCKS };
    let power = |k: usize| x.broadcast(&key.powers[k][BLOCKS - blocks]);
    let mut chain = times(power(0), power(1));
    let last = z.last_row(message, rest);
    if rows.is_empty() {
        // No word has a partner. The factors of absent words are zero.
        let mut products = Products::none(z);
        for i in 0..BLOCKS / R::LANES {
            if R::LANES * i < blocks {
                let start = BLOCKS - blocks + R::LANES * i;
                let factors = z.words(key.short.as_flattened(), 2 * start);
                products.add(last[i].xor(z.broadcast(&key.kappa[0][0])), factors);
            }
        }
        chain.plus(products.sum_lanes());
        return chain.halves();
    }
    let (pairs, rows) = rows.as_chunks();
    let [first, second] = &key.kappa[pairs.len().min(15)];
    let (first, second) = (z.broadcast(first), z.broadcast(second));
    let mut values = [[z; 2]; BLOCKS];
    for i in 0..BLOCKS / R::LANES {
        let mut products = [Products::none(z)];
        add(&mut products, i, &key.kappa, pairs);
        if let [row] = rows {
            let row = z.bytes(row, 16 * R::LANES * i);
            products[0].add(row.xor(first), last[i].xor(second));
        } else if rest > 0 {
            // A word without a byte is in no pair.
            let present = z.words(&PRESENT, 2 * (BLOCKS - rest.div_ceil(16) + R::LANES * i));
            products[0].add(last[i].xor(first).and(present), second);
        }
        values[i] = products[0].halves();
    }
    let [low, high] = fold(key, &values);
    let [chain_low, chain_high] = chain.halves();
    [low.xor(chain_low), high.xor(chain_high)]
}
