//! Kernels for 256-bit registers and VPCLMULQDQ: two polynomials side by side, sixteen blocks at
//! once.
//!
//! Lane j of `lanes` is the polynomial over the blocks j, j + 2, j + 4, …, without its last
//! multiplication. That one is done at the end, by a different power in each lane.

// These kernels gain nothing from wide registers.
pub(crate) use super::clmul::{expand, multiply};

use crate::Standard;
use crate::backend::lanes::{Factor, factor, read, times};
use crate::backend::wide::groups;
use crate::backend::{Block, POWERS, Powers, narrow};
use gf2::backend::polynomials::{Polynomial, Polynomials};
use gf2::backend::x86::clmul::Clmul;
use gf2::backend::x86::vpclmul_x2::ClmulX2;

/// The elements of two blocks.
type Chunk = [Block; 2];

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn absorb_once<S: Standard>(h: u128, sum: u128, bytes: &[u8]) -> u128 {
    narrow::absorb_once::<_, S>(Clmul::witness(), h, sum, bytes)
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn absorb<S: Standard>(powers: &Powers, sum: u128, bytes: &[u8]) -> u128 {
    let mut sum = Clmul::witness().of_u128(sum);
    let mut rest = bytes;
    if bytes.len() >= LONG {
        let (chunks, bytes) = bytes.split_at(bytes.len() / 32 * 32);
        sum = chunks_sum::<S>(powers, sum, chunks.as_chunks().0.as_chunks().0);
        rest = bytes;
    }
    narrow::polynomial::<_, S>(powers, sum, rest).to_u128()
}

/// The length in bytes from which wide registers are used. Narrow ones hash shorter input as fast.
const LONG: usize = 256;

/// Continues the polynomial over the chunks.
#[inline(never)]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn chunks_sum<S: Standard>(powers: &Powers, sum: Clmul, chunks: &[Chunk]) -> Clmul {
    let [first, chunks @ ..] = chunks else { return sum };
    let v = ClmulX2::witness();
    let mut lanes = v.of_one(sum) ^ read::<_, S, 2>(v, first);
    let four = four_of_second(powers);
    lanes = if chunks.len() < MANY {
        groups::<_, S, 2, 4>(&four, lanes, chunks)
    } else {
        groups::<_, S, 2, 8>(&powers_of_second(four), lanes, chunks)
    };
    times(lanes, factor(two_powers(powers, 2))).sum_lanes()
}

/// From this many chunks on, or 4 KiB, four further powers save as much time as it takes to compute
/// them.
const MANY: usize = 128;

/// Broadcasts H^8, H^6, H^4 and H^2, each to both lanes.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn four_of_second(powers: &Powers) -> [Factor<ClmulX2>; 4] {
    let v = ClmulX2::witness();
    let mut four = [[v; 2]; 4];
    for (factors, n) in four.iter_mut().zip([8, 6, 4, 2]) {
        let power = Clmul::witness().load_words(&[powers[POWERS - n]]);
        *factors = factor(v.broadcast(power));
    }
    four
}

/// Computes H^16, H^14, …, H^2, each in both lanes, from the last four of them.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn powers_of_second(four: [Factor<ClmulX2>; 4]) -> [Factor<ClmulX2>; 8] {
    let mut eight = [[ClmulX2::witness(); 2]; 8];
    let (high, low) = eight.split_at_mut(4);
    for (factors, [power, _]) in high.iter_mut().zip(four) {
        *factors = factor(times(power, four[0]));
    }
    low.copy_from_slice(&four);
    eight
}

/// Loads H^first, for `first` from 2 to 8, and the power below it.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn two_powers(powers: &Powers, first: usize) -> ClmulX2 {
    debug_assert!(first >= 2, "there is no power below H");
    let v = ClmulX2::witness();
    powers[POWERS - first..].first_chunk().map_or(v, |powers| v.load_words(powers))
}
