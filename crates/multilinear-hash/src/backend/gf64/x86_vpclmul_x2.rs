//! 256-bit registers, VPCLMULQDQ: four words of a message at a time.

// The products of single words gain nothing from wide registers.
pub(super) use super::x86_clmul::products;

use super::{one_by_one, x86_clmul};
use crate::function::Schedule64;
use gf2::backend::portable::reduce64;
use gf2::backend::x86_clmul::{from_u128, to_u128};
use gf2::backend::x86_vpclmul_x2::{
    broadcast, load, load_words, mul_high, mul_low, xor, xor_lanes,
};

#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn dot(pair: (u64, u64), key: &[u64], message: &[u8]) -> u128 {
    let mut sum = broadcast(from_u128(0));
    let ((quads, tail), (keys, _)) = (message.as_chunks(), key.as_chunks());
    for (m, x) in quads.iter().zip(keys) {
        let (m, x) = (load(m), load_words(x));
        sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
    }
    x86_clmul::dot(pair, &key[4 * quads.len()..], tail) ^ to_u128(xor_lanes(sum))
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn hash(key: &Schedule64, message: &[u8]) -> u64 {
    let pair = (message.len() as u64, key.length);
    key.short ^ reduce64(dot(pair, &key.body, message))
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
