//! ChainHash-128 v2 on registers. See [`wide`](super::wide).

#![expect(clippy::needless_range_loop, reason = "indices are those of registers in several arrays")]

use super::arithmetic::{Products, finish_128, reduce_two, times_x};
use super::lanes::{PRESENT, Register, Row, Xmm, entries};
use super::wide::{BLOCKS, Key};
use std::hint::black_box;

entries!(hash);

#[inline(always)]
fn hash<R: Register>(z: R, key: &Key, message: &[u8]) -> u128 {
    let x = z.first();
    let len = message.len();
    if len == 0 {
        return finish_128(&key.c, &key.tau, [x; 2]);
    }
    let (rows, rest) = message.as_chunks();
    let (regions, rows) = rows.as_chunks();
    let mut chain = [x.low(len as u64), x];
    if !regions.is_empty() {
        chain = whole_regions(z, key, regions, len as u64);
    }
    let rest = rest.len();
    if rows.is_empty() && rest <= 16 * (BLOCKS - 1) {
        chain = match rest.div_ceil(16) {
            0 => chain,
            1 => few::<1>(key, message, chain),
            2 => few::<2>(key, message, chain),
            3 => few::<3>(key, message, chain),
            4 => few::<4>(key, message, chain),
            5 => few::<5>(key, message, chain),
            6 => few::<6>(key, message, chain),
            _ => few::<7>(key, message, chain),
        };
    } else {
        chain = last_region(z, key, message, rows, rest, chain);
    }
    finish_128(&key.c, &key.tau, chain)
}

/// The sums of products of a block in each lane: by role, and of the sums of pair-vectors.
#[derive(Clone, Copy)]
struct Sums<R> {
    roles: [R; 8],
    parity: R,
}

impl<R: Register> Sums<R> {
    #[inline(always)]
    fn none(z: R) -> Self {
        Self { roles: [z.zero(); 8], parity: z.zero() }
    }

    /// Returns the values of the blocks.
    #[inline(always)]
    fn values(&self) -> R {
        let [d0, d1, d2, d3, d4, d5, d6, d7] = self.roles;
        let (d37, d56) = (d3.xor(d7), d5.xor(d6));
        let q0 = d0.xor(d1).xor(d2.xor(d4)).xor(d37.xor(d56));
        // By the bits of the role. The products are below X^127, so one shift does not overflow.
        let bit0 = d1.xor(d5).xor(d37);
        let bit1 = d2.xor(d6).xor(d37).xor(self.parity);
        let bit2 = d4.xor(d7).xor(d56);
        let (shifted, over) = times_x(bit1.xor(times_x(bit2).0));
        let q1 = bit0.xor(shifted);
        let high = q0.high_halves(q1).xor(over.zero().high_halves(over));
        reduce_two(q0.low_halves(q1), high)
    }
}

/// Adds two pair-vectors to the sums of N registers of blocks, from this one on.
#[inline(always)]
fn add_two<R: Register, const N: usize>(
    sums: &mut [Sums<R>; N],
    register: usize,
    masks: &[[[u64; 2]; 8]; 2],
    rows: &[[Row; 8]; 2],
) {
    let zero = sums[0].parity.zero();
    let mut parity = [[zero; 2]; N];
    for role in [0, 2, 4, 6] {
        let mask = |i: usize, j: usize| zero.broadcast(&masks[j][role + i]);
        let masks = [[mask(0, 0), mask(0, 1)], [mask(1, 0), mask(1, 1)]];
        for n in 0..N {
            let start = 16 * R::LANES * (register + n);
            let keyed = |i: usize, j: usize| zero.bytes(&rows[j][role + i], start).xor(masks[i][j]);
            let [a, b, c, d] = [keyed(0, 0), keyed(1, 0), keyed(0, 1), keyed(1, 1)];
            let square = |a: R| a.mul::<0x10>(a);
            parity[n][0] = parity[n][0].xor_both(a, b);
            parity[n][1] = parity[n][1].xor_both(c, d);
            let roles = &mut sums[n].roles;
            roles[role] = roles[role].xor_both(square(a), square(c));
            roles[role + 1] = roles[role + 1].xor_both(square(b), square(d));
        }
    }
    for n in 0..N {
        let [a, b] = parity[n];
        sums[n].parity = sums[n].parity.xor_both(a.mul::<0x10>(a), b.mul::<0x10>(b));
    }
}

/// Adds all these pair-vectors.
#[inline(always)]
fn add_all<R: Register, const N: usize>(
    sums: &mut [Sums<R>; N],
    register: usize,
    masks: &[[[u64; 2]; 8]],
    rows: &[[Row; 8]],
) {
    // Two at once, because the sum of three is one instruction.
    let ((masks, last_masks), (rows, last_rows)) = (masks.as_chunks::<2>(), rows.as_chunks::<2>());
    for (masks, rows) in masks.iter().zip(rows) {
        add_two(sums, register, masks, rows);
    }
    if let [rows] = last_rows {
        let zero = sums[0].parity.zero();
        for n in 0..N {
            let mut parity = zero;
            for role in 0..8 {
                let row = zero.bytes(&rows[role], 16 * R::LANES * (register + n));
                let keyed = row.xor(zero.broadcast(&last_masks[0][role]));
                parity = parity.xor(keyed);
                sums[n].roles[role] = sums[n].roles[role].xor(keyed.mul::<0x10>(keyed));
            }
            sums[n].parity = sums[n].parity.xor(parity.mul::<0x10>(parity));
        }
    }
}

/// Returns the chain over whole regions, not reduced. Lane i has the pairs i and i + LANES.
#[inline(always)]
fn whole_regions<R: Register>(z: R, key: &Key, regions: &[[Row; 128]], len: u64) -> [Xmm; 2] {
    let step = [z.broadcast(&key.z[0]), z.broadcast(&key.z[1])];
    let mut chain = [z.words(&[len, 0, 0, 0, 0, 0, 0, 0], 0), z.zero()];
    for region in regions {
        let (rows, _) = region.as_chunks();
        let (masks, _) = black_box(&key.masks).as_chunks();
        let mut values = [z; BLOCKS];
        if R::LANES == 4 {
            let mut sums = [Sums::none(z); 2];
            add_all(&mut sums, 0, masks, rows);
            values[0] = sums[0].values();
            values[1] = sums[1].values();
        } else {
            for i in 0..BLOCKS / R::LANES {
                let mut sums = [Sums::none(z)];
                add_all(&mut sums, i, masks, rows);
                values[i] = sums[0].values();
            }
        }
        let mut products = Products::none(z);
        products.add(chain[0], step[0]);
        products.add(chain[1], step[1]);
        add_pairs(&mut products, key, &values);
        chain = products.halves();
    }
    [chain[0].sum_lanes(), chain[1].sum_lanes()]
}

/// Adds the products of the pairs of eight blocks.
#[inline(always)]
fn add_pairs<R: Register>(products: &mut Products<R>, key: &Key, values: &[R; BLOCKS]) {
    let registers = BLOCKS / R::LANES;
    for i in 0..registers / 2 {
        let y = |k: usize| values[0].words(key.y[k].as_flattened(), 2 * R::LANES * i);
        products.add(values[i].xor(y(0)), values[registers / 2 + i].xor(y(1)));
    }
}

/// Continues the chain over the last region, which has eight blocks: these rows and that many bytes
/// more.
#[inline(always)]
fn last_region<R: Register>(
    z: R,
    key: &Key,
    message: &[u8],
    rows: &[Row],
    rest: usize,
    chain: [Xmm; 2],
) -> [Xmm; 2] {
    let (whole, rows) = rows.as_chunks();
    let (masks, _) = key.masks.as_chunks();
    let last = z.last_row(message, rest);
    let mut values = [z; BLOCKS];
    for i in 0..BLOCKS / R::LANES {
        let mut sums = [Sums::none(z)];
        add_all(&mut sums, i, &masks[..whole.len()], whole);
        values[i] = if rows.is_empty() && rest == 0 {
            sums[0].values()
        } else {
            let masks = &masks[whole.len()];
            let missing = &key.missing[whole.len()];
            last_pair_vector(i, &mut sums[0], masks, missing, rows, (rest, last[i]))
        };
    }
    let mut pairs = Products::none(z);
    add_pairs(&mut pairs, key, &values);
    let mut products = times_z(key, chain);
    products.plus(pairs.sum_lanes());
    products.halves()
}

/// Adds a pair-vector of which only these rows, and some bytes of another, exist, and returns the
/// values.
#[inline(always)]
fn last_pair_vector<R: Register>(
    register: usize,
    sums: &mut Sums<R>,
    masks: &[[u64; 2]; 8],
    missing: &[[[u64; 2]; 2]; 9],
    rows: &[Row],
    (rest, last): (usize, R),
) -> R {
    let z = sums.parity;
    // A block without a byte in row 0 has no part of the pair-vector.
    let blocks = if rows.is_empty() { rest.div_ceil(16) } else { BLOCKS };
    let start = 2 * (BLOCKS.saturating_sub(blocks) + R::LANES * register);
    let present = z.words(&PRESENT, start);
    let [sum, value] = &missing[rows.len() + usize::from(rest > 0)];
    let mut parity = z.broadcast(sum).and(present);
    // Not a loop, because the compiler would keep the sums in memory.
    macro_rules! add {
        ($($role:literal)*) => {
            $(if $role < rows.len() || $role == rows.len() && rest > 0 {
                let row = rows.get($role);
                let row = row.map_or(last, |row| z.bytes(row, 16 * R::LANES * register));
                let keyed = row.xor(z.broadcast(&masks[$role])).and(present);
                parity = parity.xor(keyed);
                sums.roles[$role] = sums.roles[$role].xor(keyed.mul::<0x10>(keyed));
            })*
        };
    }
    add!(0 1 2 3 4 5 6 7);
    sums.parity = sums.parity.xor(parity.mul::<0x10>(parity));
    sums.values().xor(z.broadcast(value).and(present))
}

/// Continues the chain over a last region of N blocks, fewer than eight, so with bytes in one row.
#[inline(always)]
fn few<const N: usize>(key: &Key, message: &[u8], chain: [Xmm; 2]) -> [Xmm; 2] {
    let x = chain[0];
    let [sum, value] = &key.missing[0][1];
    let (mask, sum, value) = (x.broadcast(&key.masks[0]), x.broadcast(sum), x.broadcast(value));
    let count = message.len() % 128;
    let mut blocks = [x; N];
    for (i, block) in blocks.iter_mut().enumerate() {
        let lane = if N == 1 && message.len() < 16 {
            x.short(message)
        } else {
            super::lanes::last_lane(x, message, count, i)
        };
        let keyed = lane.xor(mask);
        let parity = keyed.xor(sum);
        let mut sums = Sums::none(x);
        sums.roles[0] = keyed.mul::<0x10>(keyed);
        sums.parity = parity.mul::<0x10>(parity);
        *block = sums.values().xor(value);
    }
    let mut products = times_z(key, chain);
    let half = N.div_ceil(2);
    for i in 0..N / 2 {
        let y = |k: usize| x.broadcast(&key.y[k][i]);
        products.add(blocks[i].xor(y(0)), blocks[half + i].xor(y(1)));
    }
    let [low, high] = products.halves();
    [if N % 2 == 1 { low.xor(blocks[half - 1]) } else { low }, high]
}

/// Multiplies the chain by z.
#[inline(always)]
fn times_z(key: &Key, chain: [Xmm; 2]) -> Products<Xmm> {
    let mut products = Products::none(chain[0]);
    products.add(chain[0], chain[0].broadcast(&key.z[0]));
    products.add(chain[1], chain[0].broadcast(&key.z[1]));
    products
}
