//! 512-bit registers with VPCLMULQDQ: four products per instruction.

// This kernel gains nothing from wide registers.
pub(crate) use super::clmul::multiply_groups;

use crate::backend::lanes::Lanes;
use crate::backend::{Cells, Factor, Factors, GROUP, ROW_BYTES, Sums, Words, generic};
use crate::decimal::Unscaled;
use crate::key::Key128;
use gf2::backend::polynomials::Polynomials;
use gf2::backend::x86::clmul::Clmul;
use gf2::backend::x86::vpclmul_x4::ClmulX4;
use hash_core::x86::*;

/// The number of elements in a register.
const LANES: usize = 4;

entries!("bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl", ClmulX4);

/// The longest string that is a single unit, one lane.
const UNIT_BYTES: usize = 16;

/// Computes the polynomials of four strings at a time. If all four are units, one register holds
/// them. If they are rows, a transposition adds their lanes, because adding lanes string by string
/// takes longer than the products.
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn strings(key: &Key128, messages: &[&[u8]], a: &mut [u128], b: &mut [u128]) {
    let [row, parity] = key.row_keys();
    let (v, row, parity) = (ClmulX4::witness(), load(row), load(parity));
    let (fours, rest) = messages.as_chunks::<LANES>();
    let (a_fours, a_rest) = a.as_chunks_mut();
    let (b_fours, b_rest) = b.as_chunks_mut();
    let (unit, unit_parity) = (v.broadcast(first_lane(row)), v.broadcast(first_lane(parity)));
    for (messages, (a, b)) in fours.iter().zip(a_fours.iter_mut().zip(b_fours)) {
        let [p0, p1, p2, p3] = messages;
        let longest = p0.len().max(p1.len()).max(p2.len().max(p3.len()));
        if longest <= UNIT_BYTES {
            let (present, units) = units(messages);
            masked_times(present, units, unit).store_doubles(a);
            masked_times(present, units, unit_parity).store_doubles(b);
            continue;
        }
        let ((a0, b0), (a1, b1)) = (row_products(p0, row, parity), row_products(p1, row, parity));
        let ((a2, b2), (a3, b3)) = (row_products(p2, row, parity), row_products(p3, row, parity));
        ClmulX4::sum_lanes4([a0, a1, a2, a3]).store_doubles(a);
        ClmulX4::sum_lanes4([b0, b1, b2, b3]).store_doubles(b);
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
fn units([p0, p1, p2, p3]: &[&[u8]; LANES]) -> (__mmask8, ClmulX4) {
    let units = _mm512_castsi128_si512(unit(p0));
    let units = _mm512_inserti64x2::<1>(units, unit(p1));
    let units = _mm512_inserti64x2::<2>(units, unit(p2));
    let units = _mm512_inserti64x2::<3>(units, unit(p3));
    let bits = |message: &[u8], bits: u8| if message.is_empty() { 0 } else { bits };
    (bits(p0, 3) | bits(p1, 3 << 2) | bits(p2, 3 << 4) | bits(p3, 3 << 6), ClmulX4::new(units))
}

/// Loads a string of at most a unit, zero-padded.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn unit(message: &[u8]) -> __m128i {
    let (unit, _) = message.split_at(message.len().min(UNIT_BYTES));
    ClmulX4::witness().load_up_to_16(unit).get()
}

/// Computes the products of a string's units with the keys of its row and of the parity, which
/// equals the row if there is only one. Units without a byte take no part. The result is
/// meaningless for longer strings.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[expect(clippy::cast_possible_truncation, reason = "two bits for each of four units")]
fn row_products(message: &[u8], row: ClmulX4, parity: ClmulX4) -> (ClmulX4, ClmulX4) {
    let (message, _) = message.split_at(message.len().min(ROW_BYTES));
    let present = ((1_u32 << (2 * message.len().div_ceil(UNIT_BYTES))) - 1) as u8;
    let units = row.load_up_to_64(message);
    (masked_times(present, units, row), masked_times(present, units, parity))
}

/// Computes (u0 + k0) (u1 + k1) for the units in the mask.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn masked_times(present: __mmask8, units: ClmulX4, keys: ClmulX4) -> ClmulX4 {
    ClmulX4::new(_mm512_maskz_xor_epi64(present, units.get(), keys.get())).mul_halves()
}

/// Loads the keys of a row.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn load(keys: &[u64; 2 * LANES]) -> ClmulX4 {
    let v = ClmulX4::witness();
    match keys.as_chunks().0.first_chunk() {
        Some(keys) => v.load_words(keys),
        None => v,
    }
}

/// Returns lane 0.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn first_lane(keys: ClmulX4) -> Clmul {
    Clmul::new(_mm512_castsi512_si128(keys.get()))
}

impl Lanes<LANES> for ClmulX4 {
    gf2::primitives! {
        unsafe "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl", ClmulX4,
        fn negatives(words, element: ClmulX4) -> (ClmulX4, ClmulX4) {
            let even = _mm512_srai_epi64::<63>(_mm512_unpacklo_epi64(words.get(), words.get()));
            let odd = _mm512_srai_epi64::<63>(_mm512_unpackhi_epi64(words.get(), words.get()));
            let element = element.get();
            (
                ClmulX4::new(_mm512_and_si512(even, element)),
                ClmulX4::new(_mm512_and_si512(odd, element)),
            )
        }
        fn words(a, next: ClmulX4) -> (ClmulX4, ClmulX4) {
            let (a, b) = (a.get(), next.get());
            let low = _mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0);
            let high = _mm512_set_epi64(15, 13, 11, 9, 7, 5, 3, 1);
            (
                ClmulX4::new(_mm512_permutex2var_epi64(a, low, b)),
                ClmulX4::new(_mm512_permutex2var_epi64(a, high, b)),
            )
        }
        fn split(a, next: ClmulX4) -> (ClmulX4, ClmulX4) {
            let (a, b) = (a.get(), next.get());
            let even = ClmulX4::new(_mm512_shuffle_i64x2::<0b10_00_10_00>(a, b));
            (even, ClmulX4::new(_mm512_shuffle_i64x2::<0b11_01_11_01>(a, b)))
        }
        fn join(even, odd: ClmulX4) -> (ClmulX4, ClmulX4) {
            let (even, odd) = (even.get(), odd.get());
            let first = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
            let second = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
            (
                ClmulX4::new(_mm512_permutex2var_epi64(even, first, odd)),
                ClmulX4::new(_mm512_permutex2var_epi64(even, second, odd)),
            )
        }
    }
}
