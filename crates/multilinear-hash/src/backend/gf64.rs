//! Inner products over GF(2): the kernels of the hash over GF(2^64), on `gf2`'s backends.
//!
//! | kernel | computes                                                                        |
//! |--------|---------------------------------------------------------------------------------|
//! | `dot`  | Σ m\[i\] x\[i\] as a polynomial of degree below 127, words of 64 bits, little-endian |

use super::{Block, cut};
use gf2::{Backend, Level};

/// The inner product over as many blocks as the key has, not reduced, the tail of the message being
/// one.
pub(crate) fn dot(backend: Backend, key: &[[u64; 8]], message: &[u8]) -> u128 {
    let ([key], blocks, tail) = cut(&[key], message);
    let mut sum = 0;
    if !blocks.is_empty() {
        sum = dot_blocks(backend, key, blocks);
    }
    for (bytes, x) in tail.chunks(8).zip(key.get(blocks.len()).into_iter().flatten()) {
        let word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        sum ^= backend.clmul64(word, *x);
    }
    sum
}

/// The inner product over as many blocks as both have.
fn dot_blocks(backend: Backend, key: &[[u64; 8]], message: &[Block]) -> u128 {
    match backend.level() {
        Level::Portable => portable(key, message),
        // SAFETY: a `Backend` of this level is made only after pclmulqdq, ssse3 and sse4.1 were
        // detected.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::X86Clmul => unsafe { x86_clmul(key, message) },
        // SAFETY: as above, and avx2, bmi2 and vpclmulqdq.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::X86VpclmulX2 => unsafe { x86_vpclmul_x2(key, message) },
        // SAFETY: as above, and avx512f, avx512bw, avx512dq and avx512vl.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::X86VpclmulX4 => unsafe { x86_vpclmul_x4(key, message) },
        // SAFETY: a `Backend` of this level is made only after aes (with PMULL) was detected.
        #[cfg(target_arch = "aarch64")]
        Level::Aarch64Pmull => unsafe { aarch64_pmull(key, message) },
    }
}

fn portable(key: &[[u64; 8]], message: &[Block]) -> u128 {
    let mut sum = 0;
    for (x, block) in key.iter().zip(message) {
        for (m, x) in block.as_chunks().0.iter().zip(x) {
            sum ^= gf2::backend::portable::clmul64(u64::from_le_bytes(*m), *x);
        }
    }
    sum
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "pclmulqdq,ssse3,sse4.1")]
fn x86_clmul(key: &[[u64; 8]], message: &[Block]) -> u128 {
    use gf2::backend::x86_clmul::{from_u128, load, load_words, mul_high, mul_low, to_u128, xor};
    let mut sum = from_u128(0);
    for (x, block) in key.iter().zip(message) {
        for (m, x) in block.as_chunks().0.iter().zip(x.as_chunks().0) {
            let (m, x) = (load(m), load_words(x));
            sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
        }
    }
    to_u128(sum)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "pclmulqdq,ssse3,sse4.1,avx2,bmi2,vpclmulqdq")]
fn x86_vpclmul_x2(key: &[[u64; 8]], message: &[Block]) -> u128 {
    use gf2::backend::x86_clmul::from_u128;
    use gf2::backend::x86_vpclmul_x2::{
        broadcast, load, load_words, mul_high, mul_low, store, xor,
    };
    let mut sum = broadcast(from_u128(0));
    for (x, block) in key.iter().zip(message) {
        for (m, x) in block.as_chunks().0.iter().zip(x.as_chunks().0) {
            let (m, x) = (load(m), load_words(x));
            sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
        }
    }
    let mut lanes = [0; 32];
    store(sum, &mut lanes);
    fold(&lanes)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(
    enable = "pclmulqdq,ssse3,sse4.1,avx2,bmi2,vpclmulqdq,avx512f,avx512bw,avx512dq,avx512vl"
)]
fn x86_vpclmul_x4(key: &[[u64; 8]], message: &[Block]) -> u128 {
    use gf2::backend::x86_clmul::from_u128;
    use gf2::backend::x86_vpclmul_x4::{
        broadcast, load, load_words, mul_high, mul_low, store, xor,
    };
    let mut sum = broadcast(from_u128(0));
    for (x, block) in key.iter().zip(message) {
        let (m, x) = (load(block), load_words(x));
        sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
    }
    let mut lanes = [0; 64];
    store(sum, &mut lanes);
    fold(&lanes)
}

#[cfg(target_arch = "aarch64")]
#[target_feature(enable = "neon,aes")]
fn aarch64_pmull(key: &[[u64; 8]], message: &[Block]) -> u128 {
    use gf2::backend::aarch64_pmull::{
        from_u128, load, load_words, mul_high, mul_low, to_u128, xor,
    };
    let mut sum = from_u128(0);
    for (x, block) in key.iter().zip(message) {
        for (m, x) in block.as_chunks().0.iter().zip(x.as_chunks().0) {
            let (m, x) = (load(m), load_words(x));
            sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
        }
    }
    to_u128(sum)
}

/// The sum of the lanes.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn fold(lanes: &[u8]) -> u128 {
    lanes.as_chunks().0.iter().fold(0, |sum, lane| sum ^ u128::from_le_bytes(*lane))
}
