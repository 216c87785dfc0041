//! The functions on forms, written from the pages in `spec/`, the docs of `gf2`, and RFC 8452.

pub mod words;

use crate::form::{Algebra, Bits, Form, known, xor};

/// A modulus x^n + c(x) over GF(2): n, and the exponents of c.
pub type Modulus = (usize, &'static [usize]);

pub const P64: Modulus = (64, &[0, 1, 3, 4]);
pub const P127: Modulus = (127, &[0, 1]);
pub const P128: Modulus = (128, &[0, 1, 2, 7]);
/// x^128 + x^2 + x, a multiple of P127.
pub const LAZY: Modulus = (128, &[1, 2]);

/// Returns the remainder of a polynomial: as many bits as the modulus has below its highest.
pub fn remainder(mut bits: Bits, (degree, low): Modulus) -> Bits {
    for n in (degree..bits.len()).rev() {
        let top = std::mem::replace(&mut bits[n], Form::ZERO);
        for exponent in low {
            let bit = &mut bits[n - degree + exponent];
            *bit = bit.xor(&top);
        }
    }
    bits.truncate(degree);
    bits
}

/// Multiplies polynomials of 128 coefficients.
pub fn product128(algebra: &mut Algebra, a: &[Form], b: &[Form]) -> Bits {
    let mut sum = known(0, 256);
    for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let product = algebra.clmul(&a[64 * i..][..64], &b[64 * j..][..64]);
        let place = 64 * (i + j);
        for (sum, bit) in sum[place..].iter_mut().zip(&product) {
            *sum = sum.xor(bit);
        }
    }
    sum
}

pub fn times(algebra: &mut Algebra, a: &[Form], b: &[Form], modulus: Modulus) -> Bits {
    let product = product128(algebra, a, b);
    remainder(product, modulus)
}

/// Pads bits with zeros to a multiple of `to`.
fn padded(bits: &[Form], to: usize) -> Bits {
    let mut bits = bits.to_vec();
    bits.resize(bits.len().next_multiple_of(to), Form::ZERO);
    bits
}

/// Computes (u₀ + k₀) (u₁ + k₁) for the halves of a unit.
fn pair(algebra: &mut Algebra, unit: &[Form], key: &[Form]) -> Bits {
    let sum = xor(unit, key);
    algebra.clmul(&sum[..64], &sum[64..])
}

/// Adds `b` to `a`.
fn add(a: &mut [Form], b: &[Form]) {
    assert!(b.len() <= a.len(), "a sum that fits");
    a.iter_mut().zip(b).for_each(|(a, b)| *a = a.xor(b));
}

/// The variable k of CLHASH's polynomial, without its upper two bits.
pub fn clhash_variable(key: &[Form]) -> Bits {
    [&key[64 * 128..64 * 130 - 2], &known(0, 2)].concat()
}

/// CLHASH: `proofs/spec/clhash.md`.
pub fn clhash(algebra: &mut Algebra, key: &[Form], message: &[Form]) -> Bits {
    let word = |i: usize| &key[64 * i..64 * (i + 1)];
    let bytes = message.len() as u128 / 8;
    let variable = clhash_variable(key);
    let mut sum = known(0, 128);
    for block in message.chunks(8 * 1024) {
        let mut value = known(0, 128);
        for (unit, key) in padded(block, 128).chunks(128).zip(key.chunks(128)) {
            add(&mut value, &pair(algebra, unit, key));
        }
        sum = algebra.hold(sum);
        sum = times(algebra, &sum, &variable, LAZY);
        add(&mut sum, &value);
    }
    if bytes > 1024 {
        sum = algebra.hold(sum);
        sum = pair(algebra, &sum, &key[64 * 130..64 * 132]);
    }
    let length = algebra.clmul(word(132), &known(bytes, 64));
    remainder(xor(&sum, &length), P64)
}

/// CLHASH-128: `proofs/spec/clhash128.md`.
pub fn clhash128(algebra: &mut Algebra, key: &[Form], message: &[Form]) -> Bits {
    let number = |i: usize| &key[64 * (288 + 2 * i)..][..128];
    let mut sums = [known(0, 128), known(0, 128)];
    for block in message.chunks(8 * 2048) {
        let mut products = vec![known(0, 128); 9];
        for (g, group) in block.chunks(8 * 512).enumerate() {
            let mut parity: Vec<Option<Bits>> = vec![None; 4];
            let mut multiply = |row: usize, lane: usize, unit: &[Form]| {
                let key = &key[64 * 2 * (36 * g + 4 * row + lane)..][..128];
                let product = pair(algebra, unit, key);
                add(&mut products[row], &product);
            };
            for (n, unit) in padded(group, 128).chunks(128).enumerate() {
                multiply(n / 4, n % 4, unit);
                let parity = &mut parity[n % 4];
                *parity = Some(parity.as_ref().map_or_else(|| unit.to_vec(), |sum| xor(sum, unit)));
            }
            for (lane, parity) in parity.iter().enumerate() {
                if let Some(parity) = parity {
                    multiply(8, lane, parity);
                }
            }
        }
        // V₁ and V₂: the products that are taken once, and those that are taken x times.
        let rows: [[&[usize]; 2]; 2] =
            [[&[0, 1, 2, 4, 5, 7], &[3, 5, 6, 7]], [&[1, 3, 4, 5, 6, 8], &[2, 4, 6, 7]]];
        for (i, [once, x_times]) in rows.into_iter().enumerate() {
            let mut value = known(0, 128);
            once.iter().for_each(|s| add(&mut value, &products[*s]));
            x_times.iter().for_each(|s| add(&mut value[1..], &products[*s][..127]));
            let sum = algebra.hold(sums[i].clone());
            sums[i] = times(algebra, &sum, number(4 + i), P128);
            add(&mut sums[i], &value);
        }
    }
    let mut hash = [number(0), &known(0, 128)].concat();
    let bytes = known(message.len() as u128 / 8, 128);
    for (i, factor) in [sums[0].clone(), sums[1].clone(), bytes].into_iter().enumerate() {
        let factor = algebra.hold(factor);
        let product = product128(algebra, number(1 + i), &factor);
        add(&mut hash, &product);
    }
    remainder(hash, P128)
}

/// `Multilinear64`, up to 4,096 bytes: c + n k + Σ mᵢ xᵢ.
pub fn multilinear64(algebra: &mut Algebra, key: &[Form], message: &[Form]) -> Bits {
    let word = |i: usize| &key[64 * i..64 * (i + 1)];
    let mut sum = algebra.clmul(word(1), &known(message.len() as u128 / 8, 64));
    for (i, m) in padded(message, 64).chunks(64).enumerate() {
        let product = algebra.clmul(m, word(2 + i));
        add(&mut sum, &product);
    }
    let mut hash = remainder(sum, P64);
    add(&mut hash, word(0));
    hash
}

/// Multiplies by x^-128 modulo the modulus p of POLYVAL, x^128 + x^127 + x^126 + x^121 + 1:
/// multiples of p clear the low half, which is then divided out.
pub fn montgomery(product: &[Form]) -> Bits {
    let mut bits = padded(product, 256);
    for n in 0..128 {
        let lowest = bits[n].clone();
        for exponent in [0, 121, 126, 127, 128] {
            let bit = &mut bits[n + exponent];
            *bit = bit.xor(&lowest);
        }
    }
    bits[128..].to_vec()
}

/// POLYVAL's polynomial (RFC 8452, section 3) over at most eight blocks: Σ Xᵢ · Hⁿ⁻ⁱ. `powers` are
/// H⁸, H⁷, …, H.
pub fn polyval(algebra: &mut Algebra, powers: &[Form], message: &[Form]) -> Bits {
    let blocks = padded(message, 128);
    let first = powers.len() - blocks.len();
    let mut sum = known(0, 256);
    for (block, power) in blocks.chunks(128).zip(powers[first..].chunks(128)) {
        let product = product128(algebra, block, power);
        add(&mut sum, &product);
    }
    montgomery(&sum)
}

/// The same by Horner's rule, for any number of blocks.
pub fn polyval_by_horner(algebra: &mut Algebra, h: &[Form], message: &[Form]) -> Bits {
    let mut sum = known(0, 128);
    for block in padded(message, 128).chunks(128) {
        sum = algebra.hold(sum);
        add(&mut sum, block);
        let product = product128(algebra, &sum, h);
        sum = montgomery(&product);
    }
    sum
}

/// Reverses the bytes of each block of 16, the last of which is padded with zeros.
pub fn reversed_blocks(message: &[Form]) -> Bits {
    padded(message, 128)
        .chunks(128)
        .flat_map(|block| block.chunks(8).rev().flatten().cloned())
        .collect()
}
