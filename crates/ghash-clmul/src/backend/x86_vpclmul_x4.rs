//! Kernels for 512-bit registers and VPCLMULQDQ: four polynomials side by side, 32 blocks at once.
//!
//! Lane j of `lanes` is the polynomial over the blocks j, j + 4, j + 8, …, without its last
//! multiplication. That one is done at the end, by a different power in each lane.

// This kernel gains nothing from wide registers.
pub(super) use super::x86_clmul::multiply;

use super::{POWERS, Powers, x86_clmul};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use gf2::backend::x86_clmul::{self as pclmul, from_u128, to_u128};
use gf2::backend::x86_vpclmul_x4::*;

/// Four blocks.
type Chunk = [u8; 64];
/// The factors of the products in each lane, and the sums of their halves.
type Factor = [__m512i; 2];

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn expand(h: u128) -> Powers {
    let h1 = _mm512_castsi128_si512(from_u128(h));
    let h2 = times(h1, factor(h1));
    let two = _mm512_shuffle_i64x2::<0>(h2, h1);
    let two = _mm512_shuffle_i64x2::<0b10_00_10_00>(two, two);
    // H^4, H^3, H^2 and H, from the products of `two` with H^2 and from `two` itself.
    let low = _mm512_mask_blend_epi64(0b1111_0000, times(two, factor(all::<0>(h2))), two);
    let high = times(low, factor(all::<0>(low)));
    let mut powers = [[0; 2]; POWERS];
    for (words, half) in powers.as_flattened_mut().as_chunks_mut().0.iter_mut().zip([high, low]) {
        store_words(half, words);
    }
    powers
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn absorb<const REVERSED: bool>(powers: &Powers, sum: u128, bytes: &[u8]) -> u128 {
    let lanes = _mm512_zextsi128_si512(from_u128(sum));
    match (bytes.split_first_chunk(), bytes.len()) {
        (_, 0) => sum,
        (_, ..=16) => {
            // One lane takes two thirds of the latency of four.
            let block = _mm_xor_si128(from_u128(sum), read_one::<REVERSED>(bytes));
            to_u128(x86_clmul::times_last(powers, block))
        }
        (_, ..=64) => {
            let blocks = xor(lanes, read_masked::<REVERSED>(bytes));
            let powers = last_powers(powers, bytes.len().div_ceil(16));
            to_u128(xor_lanes(reduce(product(blocks, factor(powers)))))
        }
        (Some((first, rest)), ..=128) => {
            end::<REVERSED>(powers, xor(lanes, read::<REVERSED>(first)), rest)
        }
        _ => long::<REVERSED>(powers, sum, bytes),
    }
}

/// Absorbs more than 128 bytes. Kept out of line so that the short path needs no stack frame.
#[inline(never)]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn long<const REVERSED: bool>(powers: &Powers, sum: u128, bytes: &[u8]) -> u128 {
    // The last chunk, of 1 to 64 bytes, is left to `end`. There are others, whose lanes it
    // continues.
    debug_assert!(bytes.len() > 128);
    let (chunks, rest) = bytes.split_at(bytes.len().saturating_sub(1) / 64 * 64);
    let (chunks, _) = chunks.as_chunks();
    let mut lanes = _mm512_zextsi128_si512(from_u128(sum));
    if let [first, chunks @ ..] = chunks {
        lanes = xor(lanes, read::<REVERSED>(first));
        let (h8, h4) = (four_powers(powers, 8), four_powers(powers, 4));
        lanes = match chunks.len() {
            ..SOME => groups::<REVERSED, 2>(&two_of_fourth(h8, h4), lanes, chunks),
            SOME..MANY => groups::<REVERSED, 4>(&four_of_fourth(h8, h4), lanes, chunks),
            _ => groups::<REVERSED, 8>(&powers_of_fourth(h8, h4), lanes, chunks),
        };
    }
    end::<REVERSED>(powers, lanes, rest)
}

/// From this many chunks on, two further powers are worth computing. On a Zen 4, four chunks at
/// once take 0.78 of the time of two for a message of 1 KiB, which has 14 chunks here, or 0.89
/// where messages overlap.
const SOME: usize = 7;
/// From this many chunks on, six further powers are worth computing. Up to twice as many chunks the
/// choice hardly matters.
const MANY: usize = 40;

/// Continues the lanes over the chunks, N at a time. The chunks that do not fill a group come
/// first. `powers` are H^4N, …, H^8, H^4, each in all lanes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn groups<const REVERSED: bool, const N: usize>(
    powers: &[Factor; N],
    mut lanes: __m512i,
    chunks: &[Chunk],
) -> __m512i {
    let (few, chunks) = chunks.split_at(chunks.len() % N);
    lanes = group::<REVERSED>(&powers[N - few.len()..], lanes, few);
    for chunks in chunks.as_chunks::<N>().0 {
        lanes = group::<REVERSED>(powers, lanes, chunks);
    }
    lanes
}

/// Continues the lanes over as many chunks as there are powers.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn group<const REVERSED: bool>(powers: &[Factor], lanes: __m512i, chunks: &[Chunk]) -> __m512i {
    debug_assert_eq!(powers.len(), chunks.len());
    let ([first, powers @ ..], [chunks @ .., last]) = (powers, chunks) else {
        return lanes;
    };
    let mut sums = [_mm512_setzero_si512(); 3];
    for (chunk, power) in chunks.iter().zip(powers) {
        sums = add(sums, product(read::<REVERSED>(chunk), *power));
    }
    // The product that waits for the previous group comes last, so that the others run meanwhile.
    sums = add(sums, product(lanes, *first));
    xor(reduce(sums), read::<REVERSED>(last))
}

/// Ends the polynomial: multiplies the lanes by their powers, adds the 1 to 64 bytes after them,
/// and adds the lanes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn end<const REVERSED: bool>(powers: &Powers, lanes: __m512i, rest: &[u8]) -> u128 {
    let count = rest.len().div_ceil(16);
    let before = product(lanes, factor(four_powers(powers, 4 + count)));
    let last = product(read_masked::<REVERSED>(rest), factor(last_powers(powers, count)));
    to_u128(xor_lanes(reduce(add(before, last))))
}

/// Broadcasts H^8 and H^4, each to all lanes, from H^8 … H^5 and H^4 … H.
///
/// This and the functions below are written out, because closures over vectors become calls in many
/// builds.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn two_of_fourth(h8: __m512i, h4: __m512i) -> [Factor; 2] {
    [factor(all::<0>(h8)), factor(all::<0>(h4))]
}

/// Computes H^16, H^12, H^8, H^4, each in all lanes, from H^8 … H^5 and H^4 … H.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn four_of_fourth(h8: __m512i, h4: __m512i) -> [Factor; 4] {
    let h8 = all::<0>(h8);
    // H^4 and H^8, and below their products by H^8, which are H^12 and H^16.
    let two = _mm512_mask_blend_epi64(0b0000_1100, h4, h8);
    let more = times(two, factor(h8));
    [factor(all::<1>(more)), factor(all::<0>(more)), factor(h8), factor(all::<0>(h4))]
}

/// Computes H^32, H^28, …, H^4, each in all lanes, from H^8 … H^5 and H^4 … H.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn powers_of_fourth(h8: __m512i, h4: __m512i) -> [Factor; 8] {
    let h8 = all::<0>(h8);
    // H^4 and H^8 with their products by H^8 are four powers; these times H^16 are the other four.
    let two = _mm512_mask_blend_epi64(0b0000_1100, h4, h8);
    let low = _mm512_shuffle_i64x2::<0b01_00_01_00>(two, times(two, factor(h8)));
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
fn all<const LANE: i32>(a: __m512i) -> __m512i {
    match LANE {
        0 => _mm512_shuffle_i64x2::<0b00_00_00_00>(a, a),
        1 => _mm512_shuffle_i64x2::<0b01_01_01_01>(a, a),
        2 => _mm512_shuffle_i64x2::<0b10_10_10_10>(a, a),
        _ => _mm512_shuffle_i64x2::<0b11_11_11_11>(a, a),
    }
}

/// Loads H^first, for `first` from 4 to 8, and the three powers below it.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn four_powers(powers: &Powers, first: usize) -> __m512i {
    debug_assert!(first >= 4, "there is no power below H");
    match powers[POWERS - first..].as_flattened().first_chunk() {
        Some(words) => load_words(words),
        None => _mm512_setzero_si512(),
    }
}

/// Loads H^count, …, H, for `count <= 4`, with zeros after them.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[expect(clippy::cast_possible_truncation, reason = "at most 8")]
fn last_powers(powers: &Powers, count: usize) -> __m512i {
    debug_assert!(count <= 4);
    let words = powers[POWERS - count..].as_flattened();
    let mask = u8::MAX.checked_shr(8_u32.wrapping_sub(2 * count as u32)).unwrap_or(0);
    // SAFETY: the mask has a bit for each word of the slice at most, and words without a bit are
    // not accessed.
    unsafe { _mm512_maskz_loadu_epi64(mask, words.as_ptr().cast()) }
}

/// Loads the elements of four blocks.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn read<const REVERSED: bool>(chunk: &Chunk) -> __m512i {
    let bytes = load(chunk);
    if REVERSED { reverse_bytes(bytes) } else { bytes }
}

/// Loads the elements of at most 64 bytes, padded with zeros.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn read_masked<const REVERSED: bool>(bytes: &[u8]) -> __m512i {
    let bytes = load_up_to_64(bytes);
    if REVERSED { reverse_bytes(bytes) } else { bytes }
}

/// Loads the element of at most 16 bytes, padded with zeros.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn read_one<const REVERSED: bool>(bytes: &[u8]) -> __m128i {
    let bytes = load_up_to_16(bytes);
    if REVERSED { pclmul::reverse_bytes(bytes) } else { bytes }
}

/// Prepares a factor of products: the elements and the sums of their halves.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn factor(a: __m512i) -> Factor {
    [a, xor(a, swap_halves(a))]
}

/// Computes the product of two elements in each lane.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn times(a: __m512i, b: Factor) -> __m512i {
    reduce(product(a, b))
}

/// Computes a product in each lane before its reduction, as `product` of `x86_clmul` does.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn product(a: __m512i, [b, halves]: Factor) -> [__m512i; 3] {
    [mul_high(a, b), mul_low(xor(a, swap_halves(a)), halves), mul_low(a, b)]
}

/// Adds two products in each lane.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn add([a0, a1, a2]: [__m512i; 3], [b0, b1, b2]: [__m512i; 3]) -> [__m512i; 3] {
    [xor(a0, b0), xor(a1, b1), xor(a2, b2)]
}

/// Reduces sums of products to elements.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn reduce([hi, middle, lo]: [__m512i; 3]) -> __m512i {
    reduce_polyval(hi, xor(middle, xor(hi, lo)), lo)
}
