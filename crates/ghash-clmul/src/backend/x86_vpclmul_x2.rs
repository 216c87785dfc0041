//! Kernels for 256-bit registers and VPCLMULQDQ: two polynomials side by side, sixteen blocks at
//! once.
//!
//! Lane j of `lanes` is the polynomial over the blocks j, j + 2, j + 4, …, without its last
//! multiplication. That one is done at the end, by a different power in each lane.

use super::{POWERS, Powers, x86_clmul};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use gf2::backend::x86_clmul::{from_u128, to_u128};
use gf2::backend::x86_vpclmul_x2::*;

// These kernels gain nothing from wide registers.
pub(super) use x86_clmul::{expand, multiply};

/// Two blocks.
type Chunk = [u8; 32];
/// The factors of the products in each lane, and the sums of their halves.
type Factor = [__m256i; 2];

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn absorb<const REVERSED: bool>(powers: &Powers, sum: u128, bytes: &[u8]) -> u128 {
    let mut sum = from_u128(sum);
    let mut rest = bytes;
    if bytes.len() >= LONG {
        let (chunks, bytes) = bytes.as_chunks();
        sum = chunks_sum::<REVERSED>(powers, sum, chunks);
        rest = bytes;
    }
    to_u128(x86_clmul::polynomial::<REVERSED>(powers, sum, rest))
}

/// The length in bytes from which wide registers are used. Narrow ones hash shorter input as fast.
const LONG: usize = 256;

/// Continues the polynomial over the chunks.
#[inline(never)]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn chunks_sum<const REVERSED: bool>(powers: &Powers, sum: __m128i, chunks: &[Chunk]) -> __m128i {
    let [first, chunks @ ..] = chunks else { return sum };
    let mut lanes = xor(_mm256_zextsi128_si256(sum), read::<REVERSED>(first));
    let h2 = two_powers(powers, 2);
    let four = four_of_second(powers);
    lanes = if chunks.len() < MANY {
        groups::<REVERSED, 4>(&four, lanes, chunks)
    } else {
        groups::<REVERSED, 8>(&powers_of_second(four), lanes, chunks)
    };
    xor_lanes(times(lanes, factor(h2)))
}

/// From this many chunks on, or 4 KiB, four further powers are worth computing. On a Zen 4, GHASH
/// of 2 KiB takes 490 cycles without them and 522 with them; 4 KiB take 938 and 940, and 16 KiB
/// take 3,630 and 3,530.
const MANY: usize = 128;

/// Continues the lanes over the chunks, N at a time. The chunks that do not fill a group come
/// first. `powers` are H^2N, …, H^4, H^2, each in both lanes.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn groups<const REVERSED: bool, const N: usize>(
    powers: &[Factor; N],
    mut lanes: __m256i,
    chunks: &[Chunk],
) -> __m256i {
    let (few, chunks) = chunks.split_at(chunks.len() % N);
    lanes = group::<REVERSED>(&powers[N - few.len()..], lanes, few);
    for chunks in chunks.as_chunks::<N>().0 {
        lanes = group::<REVERSED>(powers, lanes, chunks);
    }
    lanes
}

/// Continues the lanes over as many chunks as there are powers.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn group<const REVERSED: bool>(powers: &[Factor], lanes: __m256i, chunks: &[Chunk]) -> __m256i {
    debug_assert_eq!(powers.len(), chunks.len());
    let ([first, powers @ ..], [chunks @ .., last]) = (powers, chunks) else {
        return lanes;
    };
    let mut sums = [_mm256_setzero_si256(); 3];
    for (chunk, power) in chunks.iter().zip(powers) {
        sums = add(sums, product(read::<REVERSED>(chunk), *power));
    }
    // The product that waits for the previous group comes last, so that the others run meanwhile.
    sums = add(sums, product(lanes, *first));
    xor(reduce(sums), read::<REVERSED>(last))
}

/// Broadcasts H^8, H^6, H^4 and H^2, each to both lanes.
///
/// This and the functions below use loops, because closures over vectors become calls in many
/// builds.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn four_of_second(powers: &Powers) -> [Factor; 4] {
    let mut four = [[_mm256_setzero_si256(); 2]; 4];
    for (factors, n) in four.iter_mut().zip([8, 6, 4, 2]) {
        *factors = factor(all_low(two_powers(powers, n)));
    }
    four
}

/// Computes H^16, H^14, …, H^2, each in both lanes, from the last four of them.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn powers_of_second(four: [Factor; 4]) -> [Factor; 8] {
    let mut eight = [[_mm256_setzero_si256(); 2]; 8];
    let (high, low) = eight.split_at_mut(4);
    for (factors, [power, _]) in high.iter_mut().zip(four) {
        *factors = factor(times(power, four[0]));
    }
    low.copy_from_slice(&four);
    eight
}

/// Broadcasts the low lane to both lanes.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn all_low(a: __m256i) -> __m256i {
    broadcast(_mm256_castsi256_si128(a))
}

/// Loads H^first, for `first` from 2 to 8, and the power below it.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn two_powers(powers: &Powers, first: usize) -> __m256i {
    debug_assert!(first >= 2, "there is no power below H");
    match powers[POWERS - first..].as_flattened().first_chunk() {
        Some(words) => load_words(words),
        None => _mm256_setzero_si256(),
    }
}

/// Loads the elements of two blocks.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn read<const REVERSED: bool>(chunk: &Chunk) -> __m256i {
    let bytes = load(chunk);
    if REVERSED { reverse_bytes(bytes) } else { bytes }
}

/// Prepares a factor of products: the elements and the sums of their halves.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn factor(a: __m256i) -> Factor {
    [a, xor(a, swap_halves(a))]
}

/// Computes the product of two elements in each lane.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn times(a: __m256i, b: Factor) -> __m256i {
    reduce(product(a, b))
}

/// Computes a product in each lane before its reduction, as `product` of `x86_clmul` does.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn product(a: __m256i, [b, halves]: Factor) -> [__m256i; 3] {
    [mul_high(a, b), mul_low(xor(a, swap_halves(a)), halves), mul_low(a, b)]
}

/// Adds two products in each lane.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn add([a0, a1, a2]: [__m256i; 3], [b0, b1, b2]: [__m256i; 3]) -> [__m256i; 3] {
    [xor(a0, b0), xor(a1, b1), xor(a2, b2)]
}

/// Reduces sums of products to elements.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn reduce([hi, middle, lo]: [__m256i; 3]) -> __m256i {
    reduce_polyval(hi, xor(middle, xor(hi, lo)), lo)
}
