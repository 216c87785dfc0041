//! 128-bit integers only, in constant time where integer multiplication is: no branch and no
//! address depends on the key or on the message, only on its length.

use super::{Block, Pair};
use crate::key::{Key, PolyKey};

/// 2^127 - 1.
const P127: u128 = u128::MAX >> 1;
/// 2^64 - `FOLD` is the modulus of the last step.
pub(crate) const FOLD: u64 = 257;

#[inline(always)]
const fn mul(a: u64, b: u64) -> u128 {
    a as u128 * b as u128
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the two halves are taken apart")]
pub(crate) const fn halves(x: u128) -> (u64, u64) {
    ((x >> 64) as u64, x as u64)
}

/// Something of the same residue modulo 2^127 - 1 that is at most 2^127.
#[inline(always)]
pub(super) const fn fold(x: u128) -> u128 {
    (x & P127) + (x >> 127)
}

/// The residue modulo 2^127 - 1, of a number that is at most 2^127.
#[inline]
pub(crate) const fn canonical(y: u128) -> u128 {
    // 2^127 - 1 and 2^127 are the only ones to which adding 1 reaches bit 127.
    let over = (y + 1) >> 127;
    (y + over) & P127
}

/// a + b modulo 2^127 - 1, all at most 2^127.
#[inline]
pub(crate) const fn add(a: u128, b: u128) -> u128 {
    fold(fold(a) + fold(b))
}

/// a b modulo 2^127 - 1, all at most 2^127.
///
/// With a = a1 2^64 + a0 and so on, 2^128 is 2, and 2^64 times the middle product, which is below
/// 2^128 as a1 and b1 are at most 2^63, is its part from bit 63 on, and the rest moved by 64 bits.
#[inline]
pub(crate) const fn product(a: u128, b: u128) -> u128 {
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    let (middle, high) = (mul(a0, b1) + mul(a1, b0), mul(a1, b1));
    // Below 2^127, as the sum is below 2^127 + 2^66.
    let inner = fold((middle >> 63) + ((middle << 65) >> 1) + (high >> 126));
    let outer = fold(fold(mul(a0, b0)) + ((high << 1) & P127));
    fold(outer + inner)
}

/// k to the power n, modulo 2^127 - 1. The time depends on n alone.
pub(crate) const fn power(k: u128, mut n: u64) -> u128 {
    let (mut result, mut square) = (1, k);
    while n > 0 {
        if n & 1 == 1 {
            result = product(result, square);
        }
        square = product(square, square);
        n >>= 1;
    }
    result
}

/// y k + m modulo 2^127 - 1, for y at most 2^127 and m below 2^126; below 2^128 - 2^95.
///
/// The words of k are below 2^61 - 2^31, which leaves room for one sum without a carry: y0 k0 and
/// y1 2 k1 are below 2^125 - 2^95 each, m below 2^126, the middle product below 2^126 and so its
/// two parts below 2^63 and 2^127.
#[inline(always)]
const fn unfolded_step(y: u128, k: &PolyKey, m: u128) -> u128 {
    let (y1, y0) = halves(y);
    let middle = mul(y0, k.high) + mul(y1, k.low);
    let outer = mul(y0, k.low) + mul(y1, 2 * k.high);
    outer + m + (middle >> 63) + ((middle << 65) >> 1)
}

/// The same, at most 2^127 again.
#[inline(always)]
pub(crate) const fn step(y: u128, k: &PolyKey, m: u128) -> u128 {
    fold(unfolded_step(y, k, m))
}

/// NH of pairs of words under as many words of the key, modulo 2^128.
#[inline(always)]
pub(crate) fn nh(key: &[u64], pairs: &[Pair]) -> u128 {
    let (keys, _) = key.as_chunks::<2>();
    keys.iter().zip(pairs).fold(0, |sum, (key, pair)| sum.wrapping_add(nh_pair(key, pair)))
}

#[inline(always)]
fn nh_pair(key: &[u64; 2], pair: &Pair) -> u128 {
    let (high, low) = halves(u128::from_le_bytes(*pair));
    mul(low.wrapping_add(key[0]), high.wrapping_add(key[1]))
}

/// What NH of a block is to the polynomial.
#[inline(always)]
const fn masked(nh: u128) -> u128 {
    nh & (u128::MAX >> 2)
}

/// The last step: from the value y of the polynomial, below 2^128 - 2^75, and the number of `bits`
/// in the last block, if that is partial, to 64 bits.
///
/// The definition divides y by 2^64 - 2^32; a division instruction would take a time that depends
/// on y. But 2^64 - 2^32 is 2^32 (2^32 - 1), so the lowest 32 bits of y are those of the
/// remainder, and the others are three digits to the base 2^32, z2 2^64 + z1 2^32 + z0 =
/// (2^32 - 1) (z2 2^32 + z2 + z1) + (z2 + z1 + z0). That last sum is below 3 (2^32 - 1), and its
/// own quotient e by 2^32 - 1, 0, 1 or 2, is (s + ⌊s / 2^32⌋ + 1) / 2^32 rounded down.
#[inline(always)]
pub(crate) const fn last(y: u128, key: [u64; 2], bits: u64) -> u64 {
    let (high, low) = halves(canonical(y + ((bits as u128) << 64)));
    let (z2, z1, z0) = (high >> 32, high & 0xffff_ffff, low >> 32);
    let s = z2 + z1 + z0;
    let e = (s + (s >> 32) + 1) >> 32;
    let quotient = (z2 << 32) + z2 + z1 + e;
    let remainder = (s + e) << 32 | low & 0xffff_ffff;
    product_p64(add_p64(quotient, key[0]), add_p64(remainder, key[1]))
}

/// a + b modulo 2^64 - 257, as some number below 2^64, if one of them is at most 2^64 - 258.
#[inline(always)]
const fn add_p64(a: u64, b: u64) -> u64 {
    let (sum, carry) = a.overflowing_add(b);
    sum.wrapping_add(FOLD & (carry as u64).wrapping_neg())
}

/// a b modulo 2^64 - 257, canonical.
#[inline(always)]
const fn product_p64(a: u64, b: u64) -> u64 {
    // 2^64 is `FOLD`: the first time leaves less than 2^74, the second h < 2^64 + 2^19.
    let (high, low) = halves(mul(a, b));
    let (high, low) = halves(mul(high, FOLD) + low as u128);
    // h is 2^64 - 257 or above if with 257 more it reaches 2^64, and what is then left is canonical.
    let (wrapped, over) = low.overflowing_add(high * FOLD + FOLD);
    wrapped.wrapping_sub(FOLD & (over as u64).wrapping_sub(1))
}

/// What NH of a block, or of less than one, is to the polynomials. It ends with the last pair of
/// words, padded with zeros.
#[inline(always)]
fn nh_of_block<const T: usize>(key: &Key<T>, block: &[u8]) -> [u128; T] {
    let (pairs, end) = block.as_chunks();
    let last = load_partial(end).to_le_bytes();
    // A loop that is not unrolled would keep the sums in memory.
    let mut sums = [0; T];
    let mut t = 0;
    while t < T {
        let words = key.block(t);
        let mut sum = nh(words, pairs);
        if !end.is_empty()
            && let Some(words) = words[2 * pairs.len()..].first_chunk()
        {
            sum = sum.wrapping_add(nh_pair(words, &last));
        }
        sums[t] = masked(sum);
        t += 1;
    }
    sums
}

/// The polynomials with one more block, which may be partial.
#[inline(always)]
pub(super) fn append<const T: usize>(key: &Key<T>, mut y: [u128; T], block: &[u8]) -> [u128; T] {
    let sums = nh_of_block(key, block);
    let mut t = 0;
    while t < T {
        y[t] = step(y[t], key.poly(t), sums[t]);
        t += 1;
    }
    y
}

#[inline(always)]
pub(super) fn absorb<const T: usize>(
    key: &Key<T>,
    mut y: [u128; T],
    blocks: &[Block],
) -> [u128; T] {
    for block in blocks {
        y = append(key, y, block);
    }
    y
}

/// The hashes from the polynomials after whole blocks, of which there is at least one.
#[inline(always)]
pub(super) fn finish<const T: usize>(key: &Key<T>, mut y: [u128; T], rest: &[u8]) -> [u64; T] {
    if !rest.is_empty() {
        let sums = nh_of_block(key, rest);
        let mut t = 0;
        while t < T {
            y[t] = unfolded_step(y[t], key.poly(t), sums[t]);
            t += 1;
        }
    }
    last_of_each(key, y, rest.len())
}

#[inline(always)]
fn last_of_each<const T: usize>(key: &Key<T>, y: [u128; T], rest: usize) -> [u64; T] {
    let mut hashes = [0; T];
    let mut t = 0;
    while t < T {
        hashes[t] = last(y[t], key.last(t), 8 * rest as u64);
        t += 1;
    }
    hashes
}

/// The hashes of less than a block, which may be nothing: the first step, 1 times K, is no
/// multiplication.
#[inline(always)]
pub(super) fn hash_short<const T: usize>(key: &Key<T>, message: &[u8]) -> [u64; T] {
    let mut y = nh_of_block(key, message);
    let mut t = 0;
    while t < T {
        y[t] += key.poly(t).value();
        t += 1;
    }
    last_of_each(key, y, message.len())
}

/// At most 15 bytes as a little-endian number.
#[inline(always)]
fn load_partial(bytes: &[u8]) -> u128 {
    let len = bytes.len();
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        // The last eight may be some of the first ones; those are shifted out.
        let high = u128::from(u64::from_le_bytes(*last)) >> (8 * (16 - len));
        u128::from(u64::from_le_bytes(*first)) | high << 64
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let last = u64::from(u32::from_le_bytes(*last)) << (8 * (len - 4));
        u128::from(u64::from(u32::from_le_bytes(*first)) | last)
    } else {
        let at = |i: usize| u128::from(bytes[i]) << (8 * i);
        if len == 0 { 0 } else { at(0) | at(len / 2) | at(len - 1) }
    }
}
