//! Kernels for 512-bit registers and VPCLMULQDQ: four polynomials side by side, 32 blocks at once.
//!
//! Lane j of `lanes` is the polynomial over the blocks j, j + 4, j + 8, …, without its last
//! multiplication. That one is done at the end, by a different power in each lane.

// These kernels gain nothing from wide registers.
pub(crate) use super::clmul::multiply;
pub(crate) use super::vpclmul_x2::absorb_once;

use crate::Standard;
use crate::backend::lanes::{Factor, add, factor, product, read, reduce, times};
use crate::backend::narrow::times_last;
use crate::backend::wide::groups;
use crate::backend::{Block, POWERS, Powers};
use gf2::backend::polynomials::{Polynomial, Polynomials};
use gf2::backend::x86::clmul::Clmul;
use gf2::backend::x86::vpclmul_x4::ClmulX4;
use hash_core::x86::*;

/// The elements of four blocks.
type Chunk = [Block; 4];

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn expand(h: u128) -> Powers {
    let v = ClmulX4::witness();
    let h1 = v.of_one(Clmul::witness().of_u128(h));
    let h2 = times(h1, factor(h1));
    let two = _mm512_shuffle_i64x2::<0>(h2.get(), h1.get());
    let two = ClmulX4::new(_mm512_shuffle_i64x2::<0b10_00_10_00>(two, two));
    // H^4, H^3, H^2 and H, from the products of `two` with H^2 and from `two` itself.
    let products = times(two, factor(all::<0>(h2)));
    let low = ClmulX4::new(_mm512_mask_blend_epi64(0b1111_0000, products.get(), two.get()));
    let high = times(low, factor(all::<0>(low)));
    let mut powers = [[0; 2]; POWERS];
    for (words, half) in powers.as_chunks_mut().0.iter_mut().zip([high, low]) {
        half.store_words(words);
    }
    powers
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn absorb<S: Standard>(powers: &Powers, sum: u128, bytes: &[u8]) -> u128 {
    let v = ClmulX4::witness();
    let one = Clmul::witness().of_u128(sum);
    match (first_chunk(bytes), bytes.len()) {
        (_, 0) => sum,
        (_, ..=16) => {
            // One lane has a shorter latency than four.
            times_last(powers, one ^ read_one::<S>(bytes)).to_u128()
        }
        (None, _) => {
            let powers = last_powers(powers, bytes.len().div_ceil(16));
            times_each(v.of_one(one) ^ read_masked::<S>(bytes), powers)
        }
        // Loads without masks are ready sooner.
        (Some((blocks, [])), _) => {
            times_each(v.of_one(one) ^ read::<_, S, 4>(v, blocks), four_powers(powers, 4))
        }
        (Some((first, rest)), ..=128) => {
            end::<S>(powers, v.of_one(one) ^ read::<_, S, 4>(v, first), rest)
        }
        _ => long::<S>(powers, sum, bytes),
    }
}

/// Multiplies the lanes by a power each, and adds them.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn times_each(lanes: ClmulX4, powers: ClmulX4) -> u128 {
    lanes.mul_fixed_polyval(powers.fixed_polyval()).sum_lanes().to_u128()
}

/// Splits off the first four blocks, if there are as many.
#[inline]
fn first_chunk(bytes: &[u8]) -> Option<(&Chunk, &[u8])> {
    let (chunk, rest) = bytes.split_first_chunk::<64>()?;
    Some((chunk.as_chunks().0.first_chunk()?, rest))
}

/// Absorbs more than 128 bytes. Kept out of line so that the short path needs no stack frame.
#[inline(never)]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn long<S: Standard>(powers: &Powers, sum: u128, bytes: &[u8]) -> u128 {
    // The last chunk, of 1 to 64 bytes, is left to `end`. There are others, whose lanes it
    // continues.
    debug_assert!(bytes.len() > 128);
    let (chunks, rest) = bytes.split_at(bytes.len().saturating_sub(1) / 64 * 64);
    let (chunks, _) = chunks.as_chunks().0.as_chunks();
    let v = ClmulX4::witness();
    let mut lanes = v.of_one(Clmul::witness().of_u128(sum));
    if let [first, chunks @ ..] = chunks {
        lanes = lanes ^ read::<_, S, 4>(v, first);
        let (h8, h4) = (four_powers(powers, 8), four_powers(powers, 4));
        lanes = match chunks.len() {
            ..SOME => groups::<_, S, 4, 2>(&two_of_fourth(h8, h4), lanes, chunks),
            SOME..MANY => groups::<_, S, 4, 4>(&four_of_fourth(h8, h4), lanes, chunks),
            _ => groups::<_, S, 4, 8>(&powers_of_fourth(h8, h4), lanes, chunks),
        };
    }
    end::<S>(powers, lanes, rest)
}

/// From this many chunks on, two further powers save more time than it takes to compute them.
const SOME: usize = 7;
/// From this many chunks on, six further powers are worth computing. Up to twice as many chunks the
/// choice hardly matters.
const MANY: usize = 40;

/// Ends the polynomial: multiplies the lanes by their powers, adds the 1 to 64 bytes after them,
/// and adds the lanes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn end<S: Standard>(powers: &Powers, lanes: ClmulX4, rest: &[u8]) -> u128 {
    let count = rest.len().div_ceil(16);
    let before = product(lanes, factor(four_powers(powers, 4 + count)));
    let last = product(read_masked::<S>(rest), factor(last_powers(powers, count)));
    reduce(add(before, last)).sum_lanes().to_u128()
}

/// Broadcasts H^8 and H^4, each to all lanes, from H^8 … H^5 and H^4 … H.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn two_of_fourth(h8: ClmulX4, h4: ClmulX4) -> [Factor<ClmulX4>; 2] {
    [factor(all::<0>(h8)), factor(all::<0>(h4))]
}

/// Computes H^16, H^12, H^8, H^4, each in all lanes, from H^8 … H^5 and H^4 … H.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn four_of_fourth(h8: ClmulX4, h4: ClmulX4) -> [Factor<ClmulX4>; 4] {
    let h8 = all::<0>(h8);
    // H^4 and H^8, and below their products by H^8, which are H^12 and H^16.
    let two = ClmulX4::new(_mm512_mask_blend_epi64(0b0000_1100, h4.get(), h8.get()));
    let more = times(two, factor(h8));
    [factor(all::<1>(more)), factor(all::<0>(more)), factor(h8), factor(all::<0>(h4))]
}

/// Computes H^32, H^28, …, H^4, each in all lanes, from H^8 … H^5 and H^4 … H.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn powers_of_fourth(h8: ClmulX4, h4: ClmulX4) -> [Factor<ClmulX4>; 8] {
    let h8 = all::<0>(h8);
    // H^4 and H^8 with their products by H^8 are four powers; these times H^16 are the other four.
    let two = ClmulX4::new(_mm512_mask_blend_epi64(0b0000_1100, h4.get(), h8.get()));
    let more = times(two, factor(h8));
    let low = ClmulX4::new(_mm512_shuffle_i64x2::<0b01_00_01_00>(two.get(), more.get()));
    let high = times(low, factor(all::<3>(low)));
    [
        factor(all::<3>(high)),
        factor(all::<2>(high)),
        factor(all::<1>(high)),
        factor(all::<0>(high)),
        factor(all::<3>(low)),
        factor(all::<2>(low)),
        factor(all::<1>(low)),
        factor(all::<0>(low)),
    ]
}

/// Broadcasts one lane to all lanes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn all<const LANE: i32>(a: ClmulX4) -> ClmulX4 {
    let a = a.get();
    ClmulX4::new(match LANE {
        0 => _mm512_shuffle_i64x2::<0b00_00_00_00>(a, a),
        1 => _mm512_shuffle_i64x2::<0b01_01_01_01>(a, a),
        2 => _mm512_shuffle_i64x2::<0b10_10_10_10>(a, a),
        _ => _mm512_shuffle_i64x2::<0b11_11_11_11>(a, a),
    })
}

/// Loads H^first, for `first` from 4 to 8, and the three powers below it.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn four_powers(powers: &Powers, first: usize) -> ClmulX4 {
    debug_assert!(first >= 4, "there is no power below H");
    let v = ClmulX4::witness();
    powers[POWERS - first..].first_chunk().map_or(v, |powers| v.load_words(powers))
}

/// Loads H^count, …, H, for `count <= 4`, with zeros after them.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[expect(clippy::cast_possible_truncation, reason = "at most 8")]
fn last_powers(powers: &Powers, count: usize) -> ClmulX4 {
    debug_assert!(count <= 4);
    let words = powers[POWERS - count..].as_flattened();
    let mask = u8::MAX.checked_shr(8_u32.wrapping_sub(2 * count as u32)).unwrap_or(0);
    // SAFETY: the mask has a bit for each word of the slice at most, and words without a bit are
    // not accessed.
    ClmulX4::new(unsafe { _mm512_maskz_loadu_epi64(mask, words.as_ptr().cast()) })
}

/// Loads the elements of at most 64 bytes, padded with zeros.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn read_masked<S: Standard>(bytes: &[u8]) -> ClmulX4 {
    let bytes = ClmulX4::witness().load_up_to_64(bytes);
    if S::REVERSED { bytes.reverse_bytes() } else { bytes }
}

/// Loads the element of at most 16 bytes, padded with zeros.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn read_one<S: Standard>(bytes: &[u8]) -> Clmul {
    let bytes = ClmulX4::witness().load_up_to_16(bytes);
    if S::REVERSED { bytes.reverse_bytes() } else { bytes }
}
