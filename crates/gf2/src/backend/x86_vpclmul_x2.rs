//! Building blocks on 256-bit registers: two carry-less products per instruction (VPCLMULQDQ).
//!
//! A register holds two lanes, lane 0 lowest, each a 128-bit polynomial as in [`x86_clmul`]. Unless
//! it says otherwise, every function does in each lane what the function of that name does there.
//! All of them run in constant time.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use core::ops::BitXor;

// A single product gains nothing from wider registers.
pub(super) use super::x86_clmul::{clmul64, clmul128};

use super::polynomials::{Polynomial, Polynomials};
use super::portable::{FOLDED_OVERFLOW, POLYVAL_FOLD};
use super::x86_clmul;
use super::x86_clmul::Clmul;

/// Two polynomials, and the proof that the CPU has AVX2, BMI2 and VPCLMULQDQ.
#[derive(Clone, Copy, Debug)]
pub struct ClmulX2(__m256i);

impl ClmulX2 {
    /// Makes the first register. Only code with the features of this level can call this without
    /// `unsafe`.
    #[inline]
    #[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
    #[must_use]
    pub fn witness() -> Self {
        Self(_mm256_setzero_si256())
    }

    /// Takes a register that other instructions made.
    #[inline]
    #[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
    #[must_use]
    pub fn new(register: __m256i) -> Self {
        Self(register)
    }

    /// Returns the register, for other instructions.
    #[inline(always)]
    #[must_use]
    pub fn get(self) -> __m256i {
        self.0
    }

    /// Returns both lanes.
    #[inline(always)]
    #[must_use]
    pub fn lanes(self) -> (Clmul, Clmul) {
        // SAFETY: a `ClmulX2` proves the features, also those of the narrower level.
        unsafe {
            let high = Clmul::new(_mm256_extracti128_si256::<1>(self.0));
            (Clmul::new(_mm256_castsi256_si128(self.0)), high)
        }
    }

    /// Returns both lanes as integers.
    #[inline(always)]
    #[must_use]
    pub fn to_u128s(self) -> [u128; 2] {
        let (low, high) = self.lanes();
        [low.to_u128(), high.to_u128()]
    }

    /// Adds the lanes of `self` into lane 0 of the result, and those of `other` into lane 1.
    #[inline(always)]
    #[must_use]
    pub fn sum_lanes2(self, other: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        unsafe {
            let own = _mm256_blend_epi32::<0xf0>(self.0, other.0);
            let moved = _mm256_permute2x128_si256::<0x21>(self.0, other.0);
            Self(own) ^ Self(moved)
        }
    }
}

impl BitXor for ClmulX2 {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
}

impl Polynomials<2> for ClmulX2 {
    type One = Clmul;

    #[inline(always)]
    fn zero(self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_setzero_si256() })
    }

    #[inline(always)]
    fn splat(self, word: u64) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_set1_epi64x(word.cast_signed()) })
    }

    #[inline(always)]
    fn broadcast(self, polynomial: Clmul) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_broadcastsi128_si256(polynomial.get()) })
    }

    #[inline(always)]
    fn of_one(self, polynomial: Clmul) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_zextsi128_si256(polynomial.get()) })
    }

    #[inline(always)]
    fn sum_lanes(self) -> Clmul {
        // SAFETY: a `ClmulX2` proves the features, also those of the narrower level.
        unsafe {
            Clmul::new(_mm_xor_si128(
                _mm256_castsi256_si128(self.0),
                _mm256_extracti128_si256::<1>(self.0),
            ))
        }
    }

    #[inline(always)]
    fn load(self, bytes: &[[u8; 16]; 2]) -> Self {
        // SAFETY: a `ClmulX2` proves the features, and the reference makes 32 bytes readable.
        Self(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_words(self, words: &[[u64; 2]; 2]) -> Self {
        // SAFETY: a `ClmulX2` proves the features, and the reference makes 32 bytes readable.
        Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_doubles(self, doubles: &[u128; 2]) -> Self {
        // SAFETY: a `ClmulX2` proves the features, and the reference makes 32 bytes readable.
        Self(unsafe { _mm256_loadu_si256(doubles.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store_words(self, words: &mut [[u64; 2]; 2]) {
        // SAFETY: a `ClmulX2` proves the features, and the reference makes 32 bytes writable.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn store_doubles(self, doubles: &mut [u128; 2]) {
        // SAFETY: a `ClmulX2` proves the features, and the reference makes 32 bytes writable.
        unsafe { _mm256_storeu_si256(doubles.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn shl<const BITS: i32>(self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_slli_epi64::<BITS>(self.0) })
    }

    #[inline(always)]
    fn shr<const BITS: i32>(self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_srli_epi64::<BITS>(self.0) })
    }

    #[inline(always)]
    fn up(self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_bslli_epi128::<8>(self.0) })
    }

    #[inline(always)]
    fn down(self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_bsrli_epi128::<8>(self.0) })
    }

    #[inline(always)]
    fn swap_halves(self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }

    #[inline(always)]
    fn low_halves(self, b: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_unpacklo_epi64(self.0, b.0) })
    }

    #[inline(always)]
    fn high_halves(self, b: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_unpackhi_epi64(self.0, b.0) })
    }

    #[inline(always)]
    fn reverse_bytes(self) -> Self {
        let order = self.sum_lanes().of_halves(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607);
        self.shuffle(self.broadcast(order))
    }

    #[inline(always)]
    fn shuffle(self, indices: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_shuffle_epi8(self.0, indices.0) })
    }

    #[inline(always)]
    fn mul_halves(self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_clmulepi64_epi128::<0x10>(self.0, self.0) })
    }

    #[inline(always)]
    fn mul_low(self, b: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_clmulepi64_epi128::<0x00>(self.0, b.0) })
    }

    #[inline(always)]
    fn mul_high(self, b: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_clmulepi64_epi128::<0x11>(self.0, b.0) })
    }

    #[inline(always)]
    fn mul_high_low(self, b: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_clmulepi64_epi128::<0x01>(self.0, b.0) })
    }

    #[inline(always)]
    fn mul_cross(self, b: Self) -> Self {
        b.mul_high_low(self) ^ self.mul_high_low(b)
    }
}

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
