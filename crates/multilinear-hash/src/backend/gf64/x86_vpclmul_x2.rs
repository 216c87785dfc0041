//! Kernels for 256-bit registers and VPCLMULQDQ: four words of a message at a time.

// Products of single words gain nothing from wide registers.
pub(super) use super::x86_clmul::products;

use super::{one_by_one, x86_clmul};
use crate::function::Schedule64;
#[cfg(target_arch = "x86")]
use core::arch::x86::__m128i;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::__m128i;
use gf2::backend::portable::reduce64;
use gf2::backend::x86_clmul::{self as pclmul, from_u128, low64, to_u128};
use gf2::backend::x86_vpclmul_x2::{
    broadcast, load, load_words, mul_high, mul_low, xor, xor_lanes,
};

#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn dot(pair: (u64, u64), key: &[u64], message: &[u8]) -> u128 {
    to_u128(sum(x86_clmul::product(pair), key, message))
}

/// Adds the inner product to a sum in a vector register.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn sum(start: __m128i, key: &[u64], message: &[u8]) -> __m128i {
    let mut sum = broadcast(from_u128(0));
    let ((quads, tail), (keys, _)) = (message.as_chunks(), key.as_chunks());
    for (m, x) in quads.iter().zip(keys) {
        let (m, x) = (load(m), load_words(x));
        sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
    }
    let rest = x86_clmul::sum(start, &key[4 * quads.len()..], tail);
    pclmul::xor(rest, xor_lanes(sum))
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn inner(key: &[u64], message: &[u8]) -> u64 {
    low64(pclmul::reduce64(sum(from_u128(0), key, message)))
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn hash(key: &Schedule64, message: &[u8]) -> u64 {
    if message.len() < key.constants.len() {
        return x86_clmul::hash(key, message);
    }
    let pair = (message.len() as u64, key.length);
    key.short() ^ low64(pclmul::reduce64(sum(x86_clmul::product(pair), &key.body, message)))
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn dot_each<'m>(
    length: u64,
    key: &[u64],
    messages: impl Iterator<Item = &'m [u8]>,
    each: impl FnMut(&'m [u8], Option<u64>),
) {
    one_by_one(length, key, messages, each, |pair, key, message| reduce64(dot(pair, key, message)));
}
