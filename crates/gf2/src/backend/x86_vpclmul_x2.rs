//! Building blocks on 256-bit registers: two carry-less products per instruction (VPCLMULQDQ).
//!
//! A register holds two lanes, lane 0 lowest, each a 128-bit polynomial as in [`x86_clmul`]. Unless
//! it says otherwise, every function does in each lane what the function of that name does there.
//! All of them run in constant time.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

// A single product gains nothing from wider registers.
pub(super) use super::x86_clmul::{clmul64, clmul128};

use super::portable::{FOLDED_OVERFLOW, POLYVAL_FOLD};
use super::x86_clmul;

/// Loads 32 bytes, the first into the lowest bits.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn load(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: the reference makes 32 bytes readable, and no alignment is needed.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// Loads 4 words, the first into the lowest bits.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn load_words(words: &[u64; 4]) -> __m256i {
    // SAFETY: the reference makes 32 bytes readable, and no alignment is needed.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

/// Stores a register as bytes: the inverse of [`load`].
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub fn store(x: __m256i, bytes: &mut [u8; 32]) {
    // SAFETY: the reference makes 32 bytes writable, and no alignment is needed.
    unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), x) }
}

/// Copies a polynomial into every lane.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn broadcast(x: __m128i) -> __m256i {
    _mm256_broadcastsi128_si256(x)
}

/// Adds two polynomials.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn xor(a: __m256i, b: __m256i) -> __m256i {
    _mm256_xor_si256(a, b)
}

/// Exchanges the two halves.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn swap_halves(a: __m256i) -> __m256i {
    _mm256_shuffle_epi32::<0b01_00_11_10>(a)
}

/// Reverses the order of the bytes.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn reverse_bytes(a: __m256i) -> __m256i {
    let order = _mm_set_epi64x(0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f);
    _mm256_shuffle_epi8(a, broadcast(order))
}

/// Computes a.low · a.high: the product of CLNH if `a` is the sum of message and key.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn mul_halves(a: __m256i) -> __m256i {
    _mm256_clmulepi64_epi128::<0x10>(a, a)
}

/// Computes a.low · b.low.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn mul_low(a: __m256i, b: __m256i) -> __m256i {
    _mm256_clmulepi64_epi128::<0x00>(a, b)
}

/// Computes a.high · b.high.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn mul_high(a: __m256i, b: __m256i) -> __m256i {
    _mm256_clmulepi64_epi128::<0x11>(a, b)
}

/// Computes a.low · b.high + a.high · b.low.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn mul_cross(a: __m256i, b: __m256i) -> __m256i {
    _mm256_xor_si256(_mm256_clmulepi64_epi128::<0x10>(a, b), _mm256_clmulepi64_epi128::<0x01>(a, b))
}

/// Multiplies two polynomials of degree below 128. The product (hi, lo) is hi·x^128 + lo.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn mul128(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    let (low, cross, high) = (mul_low(a, b), mul_cross(a, b), mul_high(a, b));
    (
        _mm256_xor_si256(high, _mm256_bsrli_epi128::<8>(cross)),
        _mm256_xor_si256(low, _mm256_bslli_epi128::<8>(cross)),
    )
}

/// Multiplies a polynomial of degree at most 126 by x.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn mul_x(a: __m256i) -> __m256i {
    let carries = _mm256_bslli_epi128::<8>(_mm256_srli_epi64::<63>(a));
    _mm256_xor_si256(_mm256_slli_epi64::<1>(a), carries)
}

/// Reduces modulo x^128 + x^2 + x, for any `hi`.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn reduce_lazy(hi: __m256i, lo: __m256i) -> __m256i {
    let carries = _mm256_xor_si256(_mm256_srli_epi64::<63>(hi), _mm256_srli_epi64::<62>(hi));
    let h = _mm256_xor_si256(hi, _mm256_bsrli_epi128::<8>(carries));
    let lo = _mm256_xor_si256(lo, _mm256_bslli_epi128::<8>(carries));
    _mm256_xor_si256(lo, _mm256_xor_si256(_mm256_slli_epi64::<1>(h), _mm256_slli_epi64::<2>(h)))
}

/// Reduces modulo x^64 + x^4 + x^3 + x + 1. The remainder is the low half of each lane; the bits of
/// the high half are meaningless.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn reduce64(x: __m256i) -> __m256i {
    let folded = _mm256_clmulepi64_epi128::<0x01>(x, _mm256_set1_epi64x(27));
    let top = _mm256_srli_epi64::<4>(_mm256_bsrli_epi128::<15>(x));
    let table = broadcast(x86_clmul::load(&FOLDED_OVERFLOW));
    _mm256_xor_si256(folded, _mm256_xor_si256(x, _mm256_shuffle_epi8(table, top)))
}

/// Reduces modulo x^128 + x^7 + x^2 + x + 1.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn reduce128(hi: __m256i, lo: __m256i) -> __m256i {
    let carries = _mm256_xor_si256(
        _mm256_srli_epi64::<63>(hi),
        _mm256_xor_si256(_mm256_srli_epi64::<62>(hi), _mm256_srli_epi64::<57>(hi)),
    );
    let h = _mm256_xor_si256(hi, _mm256_bsrli_epi128::<8>(carries));
    let lo = _mm256_xor_si256(lo, _mm256_xor_si256(h, _mm256_bslli_epi128::<8>(carries)));
    _mm256_xor_si256(
        _mm256_xor_si256(lo, _mm256_slli_epi64::<1>(h)),
        _mm256_xor_si256(_mm256_slli_epi64::<2>(h), _mm256_slli_epi64::<7>(h)),
    )
}

/// Computes (hi·x^128 + middle·x^64 + lo) x^-128 modulo x^128 + x^127 + x^126 + x^121 + 1.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn reduce_polyval(hi: __m256i, middle: __m256i, lo: __m256i) -> __m256i {
    let factor = _mm256_set1_epi64x(POLYVAL_FOLD.cast_signed());
    let middle = xor(middle, xor(swap_halves(lo), mul_low(lo, factor)));
    xor(hi, xor(swap_halves(middle), mul_low(middle, factor)))
}

/// Adds the two lanes.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn xor_lanes(x: __m256i) -> __m128i {
    _mm_xor_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x))
}

/// Adds the lanes of each `sj` into lane j of the result.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
#[must_use]
pub fn xor_lanes2(s0: __m256i, s1: __m256i) -> __m256i {
    let own = _mm256_blend_epi32::<0xf0>(s0, s1);
    let other = _mm256_permute2x128_si256::<0x21>(s0, s1);
    _mm256_xor_si256(own, other)
}
