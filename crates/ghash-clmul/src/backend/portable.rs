//! Kernels on integers only, in constant time, with the products of `gf2::portable`.
//!
//! A product takes so many instructions that throughput is the limit, not latency, so one block at
//! a time is as fast as several at once.

use super::{POWERS, Powers};
use crate::Standard;
use gf2::backend::portable::{clmul128, reduce_polyval};
use hash_core::load;

pub(crate) const fn expand(h: u128) -> Powers {
    let mut powers = [to_words(h); POWERS];
    let mut power = h;
    let mut i = POWERS - 1;
    while i > 0 {
        i -= 1;
        power = times(power, h);
        powers[i] = to_words(power);
    }
    powers
}

pub(super) fn multiply(powers: &Powers, a: u128) -> u128 {
    times(a, from_words(powers[POWERS - 1]))
}

pub(super) fn absorb<S: Standard>(powers: &Powers, sum: u128, bytes: &[u8]) -> u128 {
    absorb_once::<S>(from_words(powers[POWERS - 1]), sum, bytes)
}

pub(super) fn absorb_once<S: Standard>(h: u128, mut sum: u128, bytes: &[u8]) -> u128 {
    let (blocks, rest) = bytes.as_chunks();
    for block in blocks {
        let element =
            if S::REVERSED { u128::from_be_bytes(*block) } else { u128::from_le_bytes(*block) };
        sum = times(sum ^ element, h);
    }
    if !rest.is_empty() {
        sum = times(sum ^ partial::<S>(rest), h);
    }
    sum
}

/// Loads the element of at most 16 bytes, padded with zeros.
#[inline]
pub(super) fn partial<S: Standard>(bytes: &[u8]) -> u128 {
    let element = load::double_word(bytes);
    if S::REVERSED { element.swap_bytes() } else { element }
}

#[inline]
const fn times(a: u128, b: u128) -> u128 {
    reduce_polyval(clmul128(a, b))
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "splits the integer into its halves")]
pub(crate) const fn to_words(a: u128) -> [u64; 2] {
    [a as u64, (a >> 64) as u64]
}

#[inline]
const fn from_words([low, high]: [u64; 2]) -> u128 {
    low as u128 | (high as u128) << 64
}
