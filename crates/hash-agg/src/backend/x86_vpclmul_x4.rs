//! 512-bit registers with VPCLMULQDQ: four products per instruction.

pub(super) use super::x86_clmul::multiply_groups;

use super::x86_clmul::mul_one;
use super::{Cells, Factor, Factors, GROUP, ROW_BYTES, Sums};
use crate::key::Key128;
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use gf2::backend::x86_clmul::from_u128;
use gf2::backend::x86_vpclmul_x4::{
    broadcast, load_up_to_16, load_up_to_64, load_words as load, mul_halves, mul_high, mul_low,
    mul128, reduce128, store_words as store, xor, xor_lanes4,
};

type V = __m512i;
const LANES: usize = 4;

kernels!("bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl");

/// The longest string that is a single unit, one lane.
const UNIT_BYTES: usize = 16;

/// Computes the polynomials of four strings at a time. If all four are units, one register holds
/// them. If they are rows, a transposition adds their lanes, because adding lanes string by string
/// takes longer than the products.
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn strings(key: &Key128, messages: &[&[u8]], a: &mut [u128], b: &mut [u128]) {
    let [row, parity] = key.row_keys();
    let (row, parity) = (load(row), load(parity));
    let (fours, rest) = messages.as_chunks::<LANES>();
    let (a_fours, a_rest) = a.as_chunks_mut();
    let (b_fours, b_rest) = b.as_chunks_mut();
    let (unit, unit_parity) =
        (broadcast(_mm512_castsi512_si128(row)), broadcast(_mm512_castsi512_si128(parity)));
    for (messages, (a, b)) in fours.iter().zip(a_fours.iter_mut().zip(b_fours)) {
        let [p0, p1, p2, p3] = messages;
        let longest = p0.len().max(p1.len()).max(p2.len().max(p3.len()));
        if longest <= UNIT_BYTES {
            let (present, units) = units(messages);
            store_doubles(mul_halves(_mm512_maskz_xor_epi64(present, units, unit)), a);
            store_doubles(mul_halves(_mm512_maskz_xor_epi64(present, units, unit_parity)), b);
            continue;
        }
        let ((a0, b0), (a1, b1)) = (row_products(p0, row, parity), row_products(p1, row, parity));
        let ((a2, b2), (a3, b3)) = (row_products(p2, row, parity), row_products(p3, row, parity));
        store_doubles(xor_lanes4(a0, a1, a2, a3), a);
        store_doubles(xor_lanes4(b0, b1, b2, b3), b);
        if longest > ROW_BYTES {
            long_strings(key, messages, a, b);
        }
    }
    for (message, (a, b)) in rest.iter().zip(a_rest.iter_mut().zip(b_rest)) {
        [*a, *b] = key.polynomials(message);
    }
}

/// Recomputes the strings that have more than one row.
#[inline(never)]
fn long_strings(key: &Key128, messages: &[&[u8]], a: &mut [u128], b: &mut [u128]) {
    for (message, (a, b)) in messages.iter().zip(a.iter_mut().zip(b)) {
        if message.len() > ROW_BYTES {
            [*a, *b] = key.polynomials(message);
        }
    }
}

/// Loads four strings of at most a unit, and returns them after the mask of the words of the
/// strings that are not empty.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn units([p0, p1, p2, p3]: &[&[u8]; LANES]) -> (__mmask8, V) {
    let units = _mm512_castsi128_si512(unit(p0));
    let units = _mm512_inserti64x2::<1>(units, unit(p1));
    let units = _mm512_inserti64x2::<2>(units, unit(p2));
    let units = _mm512_inserti64x2::<3>(units, unit(p3));
    let bits = |message: &[u8], bits: u8| if message.is_empty() { 0 } else { bits };
    (bits(p0, 3) | bits(p1, 3 << 2) | bits(p2, 3 << 4) | bits(p3, 3 << 6), units)
}

/// Loads a string of at most a unit, zero-padded.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn unit(message: &[u8]) -> __m128i {
    let (unit, _) = message.split_at(message.len().min(UNIT_BYTES));
    load_up_to_16(unit)
}

/// Computes the products of a string's units with the keys of its row and of the parity, which
/// equals the row if there is only one. Units without a byte take no part. The result is
/// meaningless for longer strings.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[expect(clippy::cast_possible_truncation, reason = "two bits for each of four units")]
fn row_products(message: &[u8], row: V, parity: V) -> (V, V) {
    let (message, _) = message.split_at(message.len().min(ROW_BYTES));
    let present = ((1_u32 << (2 * message.len().div_ceil(UNIT_BYTES))) - 1) as u8;
    let units = load_up_to_64(message);
    (
        mul_halves(_mm512_maskz_xor_epi64(present, units, row)),
        mul_halves(_mm512_maskz_xor_epi64(present, units, parity)),
    )
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn load_doubles(doubles: &[u128; LANES]) -> V {
    // SAFETY: the reference makes 64 bytes readable, and no alignment is needed.
    unsafe { _mm512_loadu_si512(doubles.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn store_doubles(x: V, doubles: &mut [u128; LANES]) {
    // SAFETY: the reference makes 64 bytes writable, and no alignment is needed.
    unsafe { _mm512_storeu_si512(doubles.as_mut_ptr().cast(), x) }
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn splat(word: u64) -> V {
    _mm512_set1_epi64(word.cast_signed())
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn broadcast_double(double: u128) -> V {
    broadcast(from_u128(double))
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn negatives(words: V, double: V) -> (V, V) {
    // Each sign selects both words of the lane in its output.
    let signs = _mm512_movepi64_mask(words);
    let (even, odd) = (signs & 0x55, signs & 0xaa);
    (
        _mm512_maskz_mov_epi64(even | even << 1, double),
        _mm512_maskz_mov_epi64(odd | odd >> 1, double),
    )
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn split(a: V, b: V) -> (V, V) {
    (_mm512_shuffle_i64x2::<0b10_00_10_00>(a, b), _mm512_shuffle_i64x2::<0b11_01_11_01>(a, b))
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn join(even: V, odd: V) -> (V, V) {
    let first = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
    let second = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
    (_mm512_permutex2var_epi64(even, first, odd), _mm512_permutex2var_epi64(even, second, odd))
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn up(x: V) -> V {
    _mm512_bslli_epi128::<8>(x)
}
