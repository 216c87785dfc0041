//! Inner products over GF(2): the kernels of the hash over GF(2^64), on `gf2`'s backends.
//!
//! All compute a b + Σ m\[i\] x\[i\], as a polynomial of degree below 127, of a pair (a, b) in
//! front and of the message's words of 64 bits, little-endian, the last one completed with zeros;
//! the key has as many words.

use gf2::backend::portable::{clmul64, load_partial, load_word, reduce64};
use gf2::{Backend, Level};

/// The inner product of a message with the words of a key, which may have more, and of a pair in
/// front. Not reduced.
#[inline]
pub(crate) fn dot(backend: Backend, head: (u64, u64), key: &[u64], message: &[u8]) -> u128 {
    let key = &key[..message.len().div_ceil(8)];
    match backend.level() {
        Level::Portable => portable(head, key, message),
        // SAFETY: a `Backend` of this level is made only after pclmulqdq, ssse3 and sse4.1 were
        // detected.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::X86Clmul => unsafe { x86_clmul(head, key, message) },
        // SAFETY: as above, and avx2, bmi2 and vpclmulqdq.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::X86VpclmulX2 => unsafe { x86_vpclmul_x2(head, key, message) },
        // SAFETY: as above, and avx512f, avx512bw, avx512dq and avx512vl.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::X86VpclmulX4 => unsafe { x86_vpclmul_x4(head, key, message) },
        // SAFETY: a `Backend` of this level is made only after aes (with PMULL) was detected.
        #[cfg(target_arch = "aarch64")]
        Level::Aarch64Pmull => unsafe { aarch64_pmull(head, key, message) },
    }
}

/// Gives `each` message with its [`dot`] reduced, whose pair in front is its length and `length`; or
/// without one if it has more words than the key. The key has eight words or more.
#[inline]
pub(crate) fn dot_each<'m>(
    backend: Backend,
    length: u64,
    key: &[u64],
    messages: impl Iterator<Item = &'m [u8]>,
    mut each: impl FnMut(&'m [u8], Option<u64>),
) {
    let longest = 8 * key.len();
    match backend.level() {
        // SAFETY: the level's features were detected, as `dot` says.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::X86VpclmulX4 => unsafe { x86_vpclmul_x4_each(length, key, messages, each) },
        _ => messages.for_each(|message| {
            let head = (message.len() as u64, length);
            let fits = message.len() <= longest;
            each(message, fits.then(|| reduce64(dot(backend, head, key, message))));
        }),
    }
}

/// Writes w x + c, reduced, for each word w.
#[inline]
pub(crate) fn products(backend: Backend, x: u64, c: u64, words: &[u64], out: &mut [u64]) {
    match backend.level() {
        // SAFETY: the level's features were detected, as `dot` says.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::X86VpclmulX4 => unsafe { x86_vpclmul_x4_products(x, c, words, out) },
        _ => {
            for (word, place) in words.iter().zip(out) {
                *place = reduce64(dot(backend, (*word, x), &[], &[])) ^ c;
            }
        }
    }
}

fn portable((a, b): (u64, u64), key: &[u64], message: &[u8]) -> u128 {
    let words = message.chunks(8).map(load_word);
    words.zip(key).fold(clmul64(a, b), |sum, (m, x)| sum ^ clmul64(m, *x))
}

/// The last `bytes` of a message, 1 to 15, and the one or two words that they have of a key.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
fn last_pair(key: &[u64], message: &[u8], bytes: usize) -> (u128, u128) {
    // Behind a whole pair no branch depends on how many.
    let words = match message.last_chunk() {
        Some(last) => u128::from_le_bytes(*last) >> (8 * (16 - bytes)),
        None => load_partial(message),
    };
    let word = |i: usize| u128::from(key.get(i).copied().unwrap_or(0));
    (words, word(0) | word(1) << 64)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn x86_clmul((a, b): (u64, u64), key: &[u64], message: &[u8]) -> u128 {
    use gf2::backend::x86_clmul::{
        from_u64s, from_u128, load, load_words, mul_halves, mul_high, mul_low, to_u128, xor,
    };
    let mut sum = mul_halves(from_u64s(a, b));
    let ((pairs, tail), (keys, _)) = (message.as_chunks(), key.as_chunks());
    for (m, x) in pairs.iter().zip(keys) {
        let (m, x) = (load(m), load_words(x));
        sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
    }
    if !tail.is_empty() {
        let (m, x) = last_pair(&key[2 * pairs.len()..], message, tail.len());
        let (m, x) = (from_u128(m), from_u128(x));
        sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
    }
    to_u128(sum)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn x86_vpclmul_x2(head: (u64, u64), key: &[u64], message: &[u8]) -> u128 {
    use gf2::backend::x86_clmul::{from_u128, to_u128};
    use gf2::backend::x86_vpclmul_x2::{
        broadcast, load, load_words, mul_high, mul_low, xor, xor_lanes,
    };
    let mut sum = broadcast(from_u128(0));
    let ((quads, tail), (keys, _)) = (message.as_chunks(), key.as_chunks());
    for (m, x) in quads.iter().zip(keys) {
        let (m, x) = (load(m), load_words(x));
        sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
    }
    x86_clmul(head, &key[4 * quads.len()..], tail) ^ to_u128(xor_lanes(sum))
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn x86_vpclmul_x4(head: (u64, u64), key: &[u64], message: &[u8]) -> u128 {
    use super::x86_avx512::{load_tail, load_tail_words};
    use gf2::backend::x86_clmul::{from_u64s, from_u128, mul_halves, to_u128};
    use gf2::backend::x86_vpclmul_x4::{
        broadcast, load, load_words, mul_high, mul_low, xor, xor_lanes,
    };
    if message.len() <= 32 {
        return x86_clmul(head, key, message);
    }
    let mut sum = broadcast(from_u128(0));
    let ((blocks, tail), (keys, _)) = (message.as_chunks(), key.as_chunks());
    for (m, x) in blocks.iter().zip(keys) {
        let (m, x) = (load(m), load_words(x));
        sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
    }
    if !tail.is_empty() {
        let (m, x) = (load_tail(tail), load_tail_words(&key[8 * blocks.len()..]));
        sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
    }
    let head = mul_halves(from_u64s(head.0, head.1));
    to_u128(gf2::backend::x86_clmul::xor(head, xor_lanes(sum)))
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn x86_vpclmul_x4_each<'m>(
    length: u64,
    key: &[u64],
    messages: impl Iterator<Item = &'m [u8]>,
    mut each: impl FnMut(&'m [u8], Option<u64>),
) {
    use super::x86_avx512::load_tail;
    use gf2::backend::x86_clmul::{self as pclmul, from_u64s, low64, mul_halves};
    use gf2::backend::x86_vpclmul_x4::{load_words, mul_high, mul_low, xor, xor_lanes};
    let first = load_words(&key.as_chunks().0[0]);
    for message in messages {
        let len = message.len();
        let head = (len as u64, length);
        let sum = if len < 64 {
            // One register, whatever the length: the next message does not wait for a mispredicted
            // branch.
            let m = load_tail(message);
            let sum = xor_lanes(xor(mul_low(m, first), mul_high(m, first)));
            Some(low64(pclmul::reduce64(pclmul::xor(sum, mul_halves(from_u64s(head.0, head.1))))))
        } else if len <= 8 * key.len() {
            Some(reduce64(x86_vpclmul_x4(head, &key[..len.div_ceil(8)], message)))
        } else {
            None
        };
        each(message, sum);
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn x86_vpclmul_x4_products(x: u64, c: u64, words: &[u64], out: &mut [u64]) {
    #[cfg(target_arch = "x86")]
    use core::arch::x86::_mm512_unpacklo_epi64;
    #[cfg(target_arch = "x86_64")]
    use core::arch::x86_64::_mm512_unpacklo_epi64;
    use gf2::backend::x86_clmul::{from_u64s, low64, mul_halves, reduce64 as reduce};
    use gf2::backend::x86_vpclmul_x4::{
        broadcast, load_words, mul_high, mul_low, reduce64, store_words, xor,
    };
    let ((eights, rest), (places, last)) = (words.as_chunks(), out.as_chunks_mut());
    let (x2, c2) = (broadcast(from_u64s(x, x)), broadcast(from_u64s(c, c)));
    for (eight, place) in eights.iter().zip(places) {
        let w = load_words(eight);
        let (even, odd) = (reduce64(mul_low(w, x2)), reduce64(mul_high(w, x2)));
        store_words(xor(_mm512_unpacklo_epi64(even, odd), c2), place);
    }
    for (word, place) in rest.iter().zip(last) {
        *place = low64(reduce(mul_halves(from_u64s(*word, x)))) ^ c;
    }
}

#[cfg(target_arch = "aarch64")]
#[target_feature(enable = "aes")]
fn aarch64_pmull((a, b): (u64, u64), key: &[u64], message: &[u8]) -> u128 {
    use gf2::backend::aarch64_pmull::{
        from_u64s, from_u128, load, load_words, mul_halves, mul_high, mul_low, to_u128, xor,
    };
    let mut sum = mul_halves(from_u64s(a, b));
    let ((pairs, tail), (keys, _)) = (message.as_chunks(), key.as_chunks());
    for (m, x) in pairs.iter().zip(keys) {
        let (m, x) = (load(m), load_words(x));
        sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
    }
    if !tail.is_empty() {
        let (m, x) = last_pair(&key[2 * pairs.len()..], message, tail.len());
        let (m, x) = (from_u128(m), from_u128(x));
        sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
    }
    to_u128(sum)
}
