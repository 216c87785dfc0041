//! Limits of the machine: loops that only read a message, and loops that multiply all of it.

use crate::subject::Subject;

/// Lists the exclusive or of all words, with the widest registers of each feature level, and
/// carry-less products of 16 bytes each, with the widest multiplier of this CPU.
#[must_use]
pub fn subjects() -> Vec<Subject> {
    let mut subjects = vec![Subject::new("read", "baseline", xor)];
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        if is_x86_feature_detected!("avx2") {
            // SAFETY: avx2 was just detected.
            subjects.push(Subject::new("read", "avx2", |m| unsafe { xor_avx2(m) }));
        }
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: avx512f was just detected.
            subjects.push(Subject::new("read", "avx512f", |m| unsafe { xor_avx512f(m) }));
        }
    }
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("vpclmulqdq") && is_x86_feature_detected!("avx512f") {
        // SAFETY: both features were just detected.
        subjects.push(Subject::new("products", "vpclmulqdq", |m| unsafe { products_x4(m) }));
    } else if is_x86_feature_detected!("pclmulqdq") && is_x86_feature_detected!("sse4.1") {
        // SAFETY: both features were just detected.
        subjects.push(Subject::new("products", "pclmulqdq", |m| unsafe { products_x1(m) }));
    }
    subjects
}

/// Computes the exclusive or of all words. The compiler vectorises it as wide as the caller's
/// features allow.
#[inline(always)]
fn xor(message: &[u8]) -> u64 {
    let words = message.as_chunks().0.iter().map(|word| u64::from_ne_bytes(*word));
    words.fold(0, |a, b| a ^ b)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
fn xor_avx2(message: &[u8]) -> u64 {
    xor(message)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx512f")]
fn xor_avx512f(message: &[u8]) -> u64 {
    xor(message)
}

/// Multiplies the halves of every 16 bytes and adds the products: the least work of a hash with one
/// product per 16 bytes. The bytes after the last whole group are left out.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,vpclmulqdq")]
fn products_x4(message: &[u8]) -> u64 {
    use std::arch::x86_64::*;
    let (groups, _) = message.as_chunks::<256>();
    let mut sums = [_mm512_setzero_si512(); 4];
    for group in groups {
        for (sum, bytes) in sums.iter_mut().zip(group.as_chunks::<64>().0) {
            // SAFETY: the load needs no alignment and reads the 64 bytes of the array.
            let words = unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) };
            *sum = _mm512_xor_si512(*sum, _mm512_clmulepi64_epi128::<0x01>(words, words));
        }
    }
    let [a, b, c, d] = sums;
    let sum = _mm512_xor_si512(_mm512_xor_si512(a, b), _mm512_xor_si512(c, d));
    _mm512_reduce_add_epi64(sum).cast_unsigned()
}

/// Does the same with the narrow multiplier.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "sse4.1,pclmulqdq")]
fn products_x1(message: &[u8]) -> u64 {
    use std::arch::x86_64::*;
    let (groups, _) = message.as_chunks::<64>();
    let mut sums = [_mm_setzero_si128(); 4];
    for group in groups {
        for (sum, bytes) in sums.iter_mut().zip(group.as_chunks::<16>().0) {
            // SAFETY: the load needs no alignment and reads the 16 bytes of the array.
            let words = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
            *sum = _mm_xor_si128(*sum, _mm_clmulepi64_si128::<0x01>(words, words));
        }
    }
    let [a, b, c, d] = sums;
    let sum = _mm_xor_si128(_mm_xor_si128(a, b), _mm_xor_si128(c, d));
    (_mm_cvtsi128_si64(sum) ^ _mm_extract_epi64::<1>(sum)).cast_unsigned()
}
