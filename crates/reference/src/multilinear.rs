//! Inner products: MMH, TMMH/16, LCH, multilinear hashes, and the functions that the crate
//! `multilinear-hash` builds from them for messages of any length and for maps.

#![expect(clippy::cast_possible_truncation, reason = "remainders, and parts of numbers")]

use crate::gf2;

/// The prime of MMH.
const P32: u128 = (1 << 32) + 15;
/// The prime of TMMH/16.
const P16: u128 = (1 << 16) + 1;
/// The prime of the polynomials over blocks.
const P127: u128 = (1 << 127) - 1;
/// The number of bytes in a block.
const BLOCK: usize = 4096;

/// A number below 2^255, upper half first.
pub type Big = (u128, u128);

/// Adds two remainders modulo p.
fn big_add(a: Big, b: Big, p: Big) -> Big {
    let (low, carry) = a.1.overflowing_add(b.1);
    let sum = (a.0 + b.0 + u128::from(carry), low);
    if sum < p {
        return sum;
    }
    let (low, borrow) = sum.1.overflowing_sub(p.1);
    (sum.0 - p.0 - u128::from(borrow), low)
}

/// Multiplies modulo p, by doubling and adding.
fn big_mul(a: Big, b: Big, p: Big) -> Big {
    let sum = |factor: Big, of: &dyn Fn(Big) -> Big| {
        (0..256).rev().fold((0, 0), |sum, bit| {
            let sum = big_add(sum, sum, p);
            let half = if bit < 128 { factor.1 >> bit } else { factor.0 >> (bit - 128) };
            if half & 1 == 1 { of(sum) } else { sum }
        })
    };
    // The remainder of a, computed as a times 1.
    let a = sum(a, &|sum| big_add(sum, (0, 1), p));
    sum(b, &|sum| big_add(sum, a, p))
}

/// Multiplies modulo p.
#[must_use]
pub fn mul_mod(a: u128, b: u128, p: u128) -> u128 {
    big_mul((0, a), (0, b), (0, p)).1
}

fn add_mod(a: u128, b: u128, p: u128) -> u128 {
    big_add((0, a % p), (0, b % p), (0, p)).1
}

/// Computes both forms of the linear congruential hash: with t added once, and with t added to
/// every product.
#[must_use]
pub fn lch(p: Big, key: &[u128], t: Big, message: &[u128]) -> [Big; 2] {
    let products = message.iter().zip(key).map(|(m, x)| big_mul((0, *m), (0, *x), p));
    let sum = products.fold((0, 0), |sum, product| big_add(sum, product, p));
    [1, message.len() as u128].map(|times| big_add(sum, big_mul(t, (0, times), p), p))
}

/// Computes the exact inner product.
#[must_use]
pub fn dot(key: &[u64], message: &[u64]) -> u128 {
    message.iter().zip(key).map(|(m, x)| u128::from(*m) * u128::from(*x)).sum()
}

/// Computes 32-bit MMH from an exact sum.
#[must_use]
pub fn mmh32(sum: u128) -> u64 {
    (sum % (1 << 64) % P32 % (1 << 32)) as u64
}

/// Computes the same without the wrap modulo 2^64.
#[must_use]
pub fn mmh32_exact(sum: u128) -> u64 {
    (sum % P32 % (1 << 32)) as u64
}

/// Computes MMH* from an exact sum.
#[must_use]
pub fn mmh_star(sum: u128) -> u64 {
    (sum % P32) as u64
}

/// Reads 16-bit big-endian words; the last one is completed with a zero byte.
#[must_use]
pub fn words16(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks(2).map(|b| u64::from(b[0]) << 8 | b.get(1).map_or(0, |b| u64::from(*b))).collect()
}

/// Reads little-endian words of `word` bytes; the last one is completed with zero bytes.
#[must_use]
pub fn words(bytes: &[u8], word: usize) -> Vec<u64> {
    let of = |b: &[u8]| b.iter().rev().fold(0, |w, b| w << 8 | u64::from(*b));
    bytes.chunks(word).map(of).collect()
}

/// Computes a tag of TMMH/16, and the tag from sums that do not wrap.
#[must_use]
pub fn tmmh16(key: &[u64], message: &[u8], tag_words: usize) -> [Vec<u64>; 2] {
    let mut all = vec![message.len() as u64];
    all.extend(words16(message));
    let tag = |modulus: u128| {
        let word = |j: usize| (dot(&key[j..], &all) % modulus % P16 % (1 << 16)) as u64;
        (0..tag_words).map(word).collect()
    };
    [tag(1 << 32), tag(u128::MAX)]
}

const GF32: u128 = 1 << 32 | 1 << 7 | 1 << 6 | 1 << 2 | 1;
const GF64: u128 = 1 << 64 | 1 << 4 | 1 << 3 | 1 << 1 | 1;

fn clmul(a: u64, b: u64) -> u128 {
    gf2::mul(a.into(), b.into()).1
}

/// Returns the remainder in GF(2^`width`), for widths of 32 and 64.
fn reduce(x: u128, width: u32) -> u64 {
    gf2::rem((0, x), (0, if width == 32 { GF32 } else { GF64 })).1 as u64
}

/// Computes the multilinear hash over GF(2^`width`).
#[must_use]
pub fn gf_multilinear(key: &[u64], message: &[u64], width: u32) -> u64 {
    let sum = message.iter().zip(key).fold(0, |sum, (m, x)| sum ^ clmul(*m, *x));
    reduce(sum ^ u128::from(key[message.len()]), width)
}

/// Computes the variant with half the products.
#[must_use]
pub fn gf_multilinear_half(key: &[u64], message: &[u64], width: u32) -> u64 {
    let mut sum = u128::from(key[message.len()]);
    for (m, x) in message.chunks(2).zip(key.chunks(2)) {
        sum ^= match m {
            [m0, m1] => clmul(m0 ^ x[0], m1 ^ x[1]),
            _ => clmul(m[0], x[0]),
        };
    }
    reduce(sum, width)
}

/// Computes the multilinear hash over the integers for 32-bit words.
#[must_use]
pub fn ml32(key: &[u64], message: &[u64]) -> u64 {
    let n = message.len();
    let sum = u128::from(key[0]) + dot(&key[1..], message) + u128::from(key[n + 1]);
    ((sum % (1 << 64)) >> 32) as u64
}

/// Computes the variant with half the products.
#[must_use]
pub fn ml32_half(key: &[u64], message: &[u64]) -> u64 {
    let n = message.len();
    let mut sum = key[0].wrapping_add(key[n + 1]);
    for i in (0..n).step_by(2) {
        let (a, b) = (message[i].wrapping_add(key[i + 1]), message[i + 1].wrapping_add(key[i + 2]));
        sum = sum.wrapping_add(a.wrapping_mul(b));
    }
    sum >> 32
}

/// Computes the upper half of NH.
#[must_use]
pub fn nh32(key: &[u64], message: &[u64]) -> u64 {
    let low = |x: u64| x & 0xffff_ffff;
    let sum = message
        .chunks(2)
        .zip(key.chunks(2))
        .fold(0_u64, |sum, (m, x)| sum.wrapping_add(low(m[0] + x[0]) * low(m[1] + x[1])));
    sum >> 32
}

/// Computes the multilinear hash over the integers for 64-bit words under 128-bit keys.
#[must_use]
pub fn ml64(key: &[u128], message: &[u64]) -> u64 {
    let sum = message
        .iter()
        .zip(&key[1..])
        .fold(key[0], |sum, (m, x)| sum.wrapping_add(x.wrapping_mul(u128::from(*m))));
    (sum >> 64) as u64
}

/// Computes the polynomial r^b + v[1] r^(b−1) + … modulo 2^127 − 1.
pub(crate) fn polynomial(values: impl IntoIterator<Item = u128>, r: u128) -> u128 {
    values.into_iter().fold(1, |p, v| add_mod(mul_mod(p, r, P127), v, P127))
}

/// Reads the evaluation point from the last 16 bytes of a key.
fn point(key: &[u8]) -> u128 {
    let (_, last) = key.split_at(key.len() - 16);
    u128::from_le_bytes(last.try_into().expect("16 bytes")) & ((1 << 126) - 1)
}

/// Splits a number into `parts` parts of `bits` bits, lowest first.
fn parts(x: u128, bits: u32, parts: u32) -> impl Iterator<Item = u64> {
    (0..parts).map(move |i| (x >> (i * bits) & ((1 << bits) - 1)) as u64)
}

/// Computes the rows of a modular hash of any message: `width` is 32 for MMH and 16 for TMMH/16.
fn modular(key: &[u8], message: &[u8], rows: usize, width: u32) -> Vec<u64> {
    let (keys, p, most_rows) = if width == 32 {
        (words(&key[..key.len() - 16], 4), P32, 2)
    } else {
        (words16(&key[..key.len() - 16]), P16, 4)
    };
    let of = |bytes: &[u8]| if width == 32 { words(bytes, 4) } else { words16(bytes) };
    let wrap = |sum: u128| sum % (1 << (2 * width));
    let (k, n) = (BLOCK / (width as usize / 8) + most_rows, message.len() as u128);
    let row = |j: usize| {
        if message.len() <= BLOCK {
            let mut all = vec![message.len() as u64];
            all.extend(of(message));
            return wrap(dot(&keys[j..], &all)) % p % (1 << width);
        }
        let values = message.chunks(BLOCK).map(|b| wrap(dot(&keys[j + 1..], &of(b))) % p);
        let value = polynomial(values, point(key));
        let last: Vec<_> = [1]
            .into_iter()
            .chain(parts(n, width, 64 / width))
            .chain(parts(value, width, 128 / width))
            .collect();
        wrap(dot(&keys[k + j * last.len()..], &last)) % p % (1 << width)
    };
    (0..rows).map(|j| row(j) as u64).collect()
}

/// Computes `rows` rows of MMH of a message of any length.
#[must_use]
pub fn mmh(key: &[u8], message: &[u8], rows: usize) -> Vec<u64> {
    modular(key, message, rows, 32)
}

/// Computes `rows` rows of TMMH/16 of a message of any length.
#[must_use]
pub fn tmmh(key: &[u8], message: &[u8], rows: usize) -> Vec<u64> {
    modular(key, message, rows, 16)
}

/// Computes the multilinear hash over GF(2^64) of a message of any length.
#[must_use]
pub fn multilinear64(key: &[u8], message: &[u8]) -> u64 {
    let (keys, n) = (words(&key[..key.len() - 16], 8), message.len() as u64);
    let products = |keys: &[u64], words: &[u64]| {
        let sum = words.iter().zip(keys).fold(0, |sum, (m, x)| sum ^ clmul(*m, *x));
        reduce(sum, 64)
    };
    let length = products(&keys[1..], &[n]);
    if message.len() <= BLOCK {
        return keys[0] ^ length ^ products(&keys[2..], &words(message, 8));
    }
    let values = message.chunks(BLOCK).map(|b| products(&keys[2..], &words(b, 8)).into());
    let value: Vec<_> = parts(polynomial(values, point(key)), 64, 2).collect();
    keys[516] ^ length ^ products(&keys[514..], &value)
}

/// Computes the 128 bits of a slice in a map, under a point (two words) and the 14 words of NH.
#[must_use]
pub fn map_slice(key: &[u64], bytes: &[u8]) -> u128 {
    const PART: usize = 112;
    let nh = |bytes: &[u8]| {
        let n = bytes.len();
        let at = |i: usize| words(&bytes[i..i + 8], 8)[0];
        let pairs: Vec<[u64; 2]> = match n {
            0 => vec![[0, 0]],
            1..=3 => vec![[words(&[bytes[0], bytes[n - 1], bytes[n / 2]], 8)[0] & mask(n), 0]],
            4..=7 => vec![[words(&bytes[..4], 4)[0] | words(&bytes[n - 4..], 4)[0] << 32, 0]],
            8..=48 => (0..3).map(|i| [16 * i, 16 * i + 8].map(|i| at(i.min(n - 8)))).collect(),
            _ => {
                let mut pairs = vec![[at(n - 16), at(n - 8)]];
                pairs.extend((0..(n - 1) / 16).map(|i| [at(16 * i), at(16 * i + 8)]));
                pairs
            }
        };
        pairs.iter().zip(key[2..].chunks(2)).fold(0_u128, |sum, (w, k)| {
            let product = u128::from(w[0].wrapping_add(k[0])) * u128::from(w[1].wrapping_add(k[1]));
            sum.wrapping_add(product)
        })
    };
    let n = bytes.len() as u128;
    if bytes.len() <= PART {
        return nh(bytes).wrapping_add(n);
    }
    let point_mask = (1 << 126) - 1;
    let r = (u128::from(key[0]) | u128::from(key[1]) << 64) & point_mask;
    polynomial(bytes.chunks(PART).map(|part| nh(part) & point_mask).chain([n]), r)
}

/// Returns the mask that keeps only the first byte of a slice of one byte, which is read three
/// times.
fn mask(len: usize) -> u64 {
    if len == 1 { 0xff } else { u64::MAX }
}
