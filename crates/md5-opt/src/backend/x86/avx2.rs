//! AVX2: 256-bit registers of eight streams each.

use crate::backend::vectors::{functions, kernels};
use crate::backend::{Part, portable};
use crate::table::State;
use arch::{
    __m256i as V, _mm256_add_epi32 as add, _mm256_and_si256 as and, _mm256_andnot_si256 as and_not,
    _mm256_set1_epi32 as splat, _mm256_sub_epi32 as sub, _mm256_unpackhi_epi32 as high_words,
    _mm256_unpackhi_epi64 as high_pairs, _mm256_unpacklo_epi32 as low_words,
    _mm256_unpacklo_epi64 as low_pairs, _mm256_xor_si256 as xor,
};
use hash_core::x86 as arch;

const PARTS: usize = 2;

#[inline]
#[target_feature(enable = "avx2")]
fn rotate<const LEFT: i32, const RIGHT: i32>(x: V) -> V {
    arch::_mm256_or_si256(arch::_mm256_slli_epi32::<LEFT>(x), arch::_mm256_srli_epi32::<RIGHT>(x))
}

#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load(starts: &[*const u8; LANES], row: usize, offset: usize) -> V {
    // SAFETY: the caller guarantees that the bytes are readable; no alignment is needed.
    unsafe {
        arch::_mm256_loadu2_m128i(
            starts[4 + row].add(offset).cast(),
            starts[row].add(offset).cast(),
        )
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(x: V) -> [[u8; 16]; PARTS] {
    let mut parts = [[0; 16]; PARTS];
    // SAFETY: the parts are writable; no alignment is needed.
    unsafe { arch::_mm256_storeu_si256(parts.as_mut_ptr().cast(), x) };
    parts
}

functions! { "avx2" }

kernels! { "avx2", ymm_reg }

/// See [`crate::backend::shape`].
pub(crate) const fn shape() -> [usize; 2] {
    [8, 2]
}

/// See [`crate::backend::absorb`].
#[target_feature(enable = "avx2")]
pub(crate) fn absorb(from: Option<&State>, states: &mut [State], parts: [Part<'_>; 2]) {
    match states.len() {
        0..=2 => portable::absorb(from, states, parts),
        3..=8 => absorb_side_by_side::<1>(from, states, parts),
        _ => absorb_side_by_side::<2>(from, states, parts),
    }
}
