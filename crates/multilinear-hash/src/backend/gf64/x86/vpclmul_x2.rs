//! Kernels for 256-bit registers and VPCLMULQDQ: four words of a message at a time.
//!
//! For up to 16 bytes, and from 17 to 64, no branch depends on the length, because a mispredicted
//! one takes as long as a short hash.

// Products of single words gain nothing from wide registers.
pub(crate) use super::clmul::products;

use crate::backend::gf64::narrow::{self, product, times};
use crate::function::Schedule64;
use gf2::backend::polynomials::{Polynomial, Polynomials};
use gf2::backend::x86::clmul::Clmul;
use gf2::backend::x86::vpclmul_x2::ClmulX2;

#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn dot(pair: (u64, u64), key: &[u64], message: &[u8]) -> u128 {
    let start = product(Clmul::witness(), pair);
    sum(ClmulX2::witness(), start, key, message).to_u128()
}

/// Adds the inner product to a sum. It must be inlined, because a function returns a register
/// through memory.
#[inline(always)]
fn sum(v: ClmulX2, start: Clmul, key: &[u64], message: &[u8]) -> Clmul {
    let mut lanes = v.zero();
    let (units, _) = message.as_chunks::<16>();
    let (quads, (keys, _)) = (units.as_chunks().0, key.as_chunks::<2>());
    for (m, x) in quads.iter().zip(keys.as_chunks().0) {
        lanes = lanes ^ times(v.load(m), v.load_words(x));
    }
    let rest = narrow::sum(start, &key[4 * quads.len()..], &message[32 * quads.len()..]);
    rest ^ lanes.sum_lanes()
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn inner(key: &[u64], message: &[u8]) -> u64 {
    sum(ClmulX2::witness(), Clmul::witness(), key, message).to_gf64()
}

/// Computes the inner product of at most 16 bytes.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn pair_sum(key: &[u64; 2], message: &[u8]) -> Clmul {
    let m = ClmulX2::witness().load_up_to_16(message);
    times(m, m.load_words(&[*key]))
}

/// Computes the inner product of 17 to 64 bytes. The last pair of words is loaded with the bytes
/// before it, and the other pairs under masks.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn eight_sum(key: &[[[u64; 2]; 2]; 2], message: &[u8]) -> Clmul {
    let (low, high) = ClmulX2::witness().load_before_last(message);
    let [keys, [key2, _]] = key;
    let low = times(low, low.load_words(keys)).sum_lanes();
    let high = times(high, high.load_words(&[*key2]));
    let last = match message.last_chunk() {
        Some(last) => high.load(&[*last]).shift_down(message.len().wrapping_neg() % 16),
        None => high.zero(),
    };
    let at = (message.len() - 1) / 16 % 4;
    low ^ high ^ times(last, last.load_words(&[key.as_flattened()[at]]))
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn hash(key: &Schedule64, message: &[u8]) -> u64 {
    let len = message.len();
    let first = &key.body.as_chunks().0.as_chunks().0.as_chunks().0[0];
    if len <= 16 {
        key.constants[len] ^ pair_sum(&first[0][0], message).to_gf64()
    } else if len < key.constants.len() {
        key.constants[len] ^ eight_sum(first, message).to_gf64()
    } else {
        long_hash(key, message)
    }
}

/// Hashes a message whose length enters by a product. Kept out of line so that short messages need
/// no stack frame.
#[inline(never)]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn long_hash(key: &Schedule64, message: &[u8]) -> u64 {
    let start = product(Clmul::witness(), (message.len() as u64, key.length));
    key.short() ^ sum(ClmulX2::witness(), start, &key.body, message).to_gf64()
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn dot_each<'m>(
    length: u64,
    key: &[u64],
    messages: impl Iterator<Item = &'m [u8]>,
    mut each: impl FnMut(&'m [u8], Option<u64>),
) {
    let first = &key.as_chunks().0.as_chunks().0.as_chunks().0[0];
    for message in messages {
        let len = message.len();
        let pair = product(Clmul::witness(), (len as u64, length));
        let sum = if len <= 16 {
            Some((pair ^ pair_sum(&first[0][0], message)).to_gf64())
        } else if len <= 64 {
            Some((pair ^ eight_sum(first, message)).to_gf64())
        } else if len <= 8 * key.len() {
            Some(sum(ClmulX2::witness(), pair, key, message).to_gf64())
        } else {
            None
        };
        each(message, sum);
    }
}
