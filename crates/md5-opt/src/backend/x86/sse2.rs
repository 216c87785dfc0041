//! SSE2: 128-bit registers of four streams each.

use crate::backend::vectors::{functions, kernels};
use crate::backend::{Part, portable};
use crate::table::State;
use arch::{
    __m128i as V, _mm_add_epi32 as add, _mm_and_si128 as and, _mm_andnot_si128 as and_not,
    _mm_set1_epi32 as splat, _mm_sub_epi32 as sub, _mm_unpackhi_epi32 as high_words,
    _mm_unpackhi_epi64 as high_pairs, _mm_unpacklo_epi32 as low_words,
    _mm_unpacklo_epi64 as low_pairs, _mm_xor_si128 as xor,
};
use hash_core::x86 as arch;

const PARTS: usize = 1;

#[inline]
#[target_feature(enable = "sse2")]
fn rotate<const LEFT: i32, const RIGHT: i32>(x: V) -> V {
    arch::_mm_or_si128(arch::_mm_slli_epi32::<LEFT>(x), arch::_mm_srli_epi32::<RIGHT>(x))
}

#[inline]
#[target_feature(enable = "sse2")]
unsafe fn load(starts: &[*const u8; LANES], row: usize, offset: usize) -> V {
    // SAFETY: the caller guarantees that the bytes are readable; no alignment is needed.
    unsafe { arch::_mm_loadu_si128(starts[row].add(offset).cast()) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn store(x: V) -> [[u8; 16]; PARTS] {
    let mut parts = [[0; 16]; PARTS];
    // SAFETY: the part is writable; no alignment is needed.
    unsafe { arch::_mm_storeu_si128(parts.as_mut_ptr().cast(), x) };
    parts
}

functions! { "sse2" }

kernels! { "sse2", xmm_reg }

/// See [`crate::backend::shape`].
pub(crate) const fn shape() -> [usize; 2] {
    [4, 2]
}

/// See [`crate::backend::absorb`].
#[target_feature(enable = "sse2")]
pub(crate) fn absorb(from: Option<&State>, states: &mut [State], parts: [Part<'_>; 2]) {
    match states.len() {
        0..=2 => portable::absorb(from, states, parts),
        3..=4 => absorb_side_by_side::<1>(from, states, parts),
        _ => absorb_side_by_side::<2>(from, states, parts),
    }
}
