//! Kernels for 256-bit registers and VPCLMULQDQ: four words of a message at a time.

// Products of single words gain nothing from wide registers.
pub(super) use super::x86_clmul::products;

use super::narrow::{self, product, times};
use super::x86_clmul;
use crate::function::Schedule64;
use gf2::backend::polynomials::{Polynomial, Polynomials};
use gf2::backend::portable::reduce64;
use gf2::backend::x86_clmul::Clmul;
use gf2::backend::x86_vpclmul_x2::ClmulX2;

#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn dot(pair: (u64, u64), key: &[u64], message: &[u8]) -> u128 {
    sum(product(Clmul::witness(), pair), key, message).to_u128()
}

/// Adds the inner product to a sum.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn sum(start: Clmul, key: &[u64], message: &[u8]) -> Clmul {
    let v = ClmulX2::witness();
    let mut lanes = v;
    let (units, _) = message.as_chunks::<16>();
    let (quads, (keys, _)) = (units.as_chunks().0, key.as_chunks::<2>());
    for (m, x) in quads.iter().zip(keys.as_chunks().0) {
        lanes = lanes ^ times(v.load(m), v.load_words(x));
    }
    let rest = narrow::sum(start, &key[4 * quads.len()..], &message[32 * quads.len()..]);
    rest ^ lanes.sum_lanes()
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn inner(key: &[u64], message: &[u8]) -> u64 {
    sum(Clmul::witness(), key, message).to_gf64()
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn hash(key: &Schedule64, message: &[u8]) -> u64 {
    if message.len() < key.constants.len() {
        return x86_clmul::hash(key, message);
    }
    let pair = (message.len() as u64, key.length);
    key.short() ^ sum(product(Clmul::witness(), pair), &key.body, message).to_gf64()
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn dot_each<'m>(
    length: u64,
    key: &[u64],
    messages: impl Iterator<Item = &'m [u8]>,
    mut each: impl FnMut(&'m [u8], Option<u64>),
) {
    for message in messages {
        let fits = message.len() <= 8 * key.len();
        let pair = (message.len() as u64, length);
        each(message, if fits { Some(reduce64(dot(pair, key, message))) } else { None });
    }
}
