//! 128-bit registers with PCLMULQDQ: one carry-less product per instruction.

use crate::Wide;
use crate::backend::polynomials::{self, Polynomial, Polynomials};
use crate::backend::x86::primitives_in_lanes;
use arch::{
    __m128i, _mm_bslli_si128 as shl_bytes, _mm_bsrli_si128 as shr_bytes,
    _mm_clmulepi64_si128 as clmul, _mm_loadu_si128 as load, _mm_set1_epi64x as splat,
    _mm_setzero_si128 as zero, _mm_shuffle_epi8 as shuffle_bytes,
    _mm_shuffle_epi32 as shuffle_words, _mm_slli_epi64 as shl, _mm_srli_epi64 as shr,
    _mm_storeu_si128 as store, _mm_unpackhi_epi64 as high_halves, _mm_unpacklo_epi64 as low_halves,
    _mm_xor_si128 as xor,
};
use hash_core::x86 as arch;

crate::register! {
    /// A polynomial, and the proof that the CPU has PCLMULQDQ and SSE4.1.
    pub struct Clmul(__m128i), unsafe "pclmulqdq,sse4.1", zero, xor;
}

// A register may hold words of a key.
hash_core::secret_debug!(impl[] Clmul, "Clmul");

/// Prefetches as many bytes as there are, from those that come `ahead` bytes after them.
#[inline]
#[allow(unused_unsafe, reason = "prefetching became a safe function after Rust 1.89")]
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub fn prefetch(bytes: &[u8], ahead: usize) {
    for line in (0..bytes.len()).step_by(64) {
        let place = bytes.as_ptr().wrapping_add(ahead + line);
        // SAFETY: a prefetch accesses no memory and cannot fault, whatever its address.
        unsafe { arch::_mm_prefetch::<{ arch::_MM_HINT_T0 }>(place.cast()) };
    }
}

impl Polynomials<1> for Clmul {
    type One = Self;

    primitives_in_lanes! { "pclmulqdq,sse4.1", Clmul, 1 }

    #[inline(always)]
    fn broadcast(self, polynomial: Self) -> Self {
        polynomial
    }

    #[inline(always)]
    fn of_one(self, polynomial: Self) -> Self {
        polynomial
    }

    #[inline(always)]
    fn sum_lanes(self) -> Self {
        self
    }
}

impl Polynomial for Clmul {
    crate::primitives! {
        unsafe "pclmulqdq,sse4.1", Clmul,
        fn of_halves(_v, lo: u64, hi: u64) -> Clmul {
            Clmul(arch::_mm_set_epi64x(hi.cast_signed(), lo.cast_signed()))
        }
    }

    #[inline(always)]
    fn of_u128(self, a: u128) -> Self {
        self.load_doubles(&[a])
    }

    #[inline(always)]
    fn to_u128(self) -> u128 {
        let mut doubles = [0];
        self.store_doubles(&mut doubles);
        doubles[0]
    }

    /// Stays in vector registers. Ten shifts and XORs in general-purpose registers, where CLHASH
    /// has to arrive anyway, take longer on most CPUs.
    #[inline(always)]
    fn to_gf64(self) -> u64 {
        self.reduce64().low64()
    }
}

crate::entries! {
    "pclmulqdq,sse4.1", Clmul, polynomials,
    #[inline]
    fn clmul64(a: u64, b: u64) -> u128;
    #[inline]
    fn clmul128(a: u128, b: u128) -> Wide;
}
