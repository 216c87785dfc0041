//! Building blocks on 128-bit registers: one carry-less product per instruction (PCLMULQDQ).
//!
//! A register holds one 128-bit polynomial, and bit i is the coefficient of x^i; `lo`/`low` is the
//! half with x^0 to x^63. The functions have the same names and order as in the other files of this
//! folder. All of them run in constant time.
//!
//! They are safe to call from functions that enable at least the same features, and are inlined
//! there.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use core::ops::BitXor;

use super::polynomials::{Polynomial, Polynomials};
use super::portable::{FOLDED_OVERFLOW, POLYVAL_FOLD};
use crate::Wide;

/// A polynomial, and the proof that the CPU has PCLMULQDQ and SSE4.1.
#[derive(Clone, Copy, Debug)]
pub struct Clmul(__m128i);

impl Clmul {
    /// Makes the first register. Only code with the features of this level can call this without
    /// `unsafe`.
    #[inline]
    #[target_feature(enable = "pclmulqdq,sse4.1")]
    #[must_use]
    pub fn witness() -> Self {
        Self(_mm_setzero_si128())
    }

    /// Takes a register that other instructions made.
    #[inline]
    #[target_feature(enable = "pclmulqdq,sse4.1")]
    #[must_use]
    pub fn new(register: __m128i) -> Self {
        Self(register)
    }

    /// Returns the register, for other instructions.
    #[inline(always)]
    #[must_use]
    pub fn get(self) -> __m128i {
        self.0
    }
}

impl BitXor for Clmul {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_xor_si128(self.0, other.0) })
    }
}

impl Polynomials<1> for Clmul {
    type One = Self;

    #[inline(always)]
    fn zero(self) -> Self {
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_setzero_si128() })
    }

    #[inline(always)]
    fn splat(self, word: u64) -> Self {
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_set1_epi64x(word.cast_signed()) })
    }

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

    #[inline(always)]
    fn load(self, bytes: &[[u8; 16]; 1]) -> Self {
        // SAFETY: a `Clmul` proves the features, and the reference makes sixteen bytes readable.
        Self(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_words(self, words: &[[u64; 2]; 1]) -> Self {
        // SAFETY: a `Clmul` proves the features, and the reference makes sixteen bytes readable.
        Self(unsafe { _mm_loadu_si128(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_doubles(self, [double]: &[u128; 1]) -> Self {
        self.of_u128(*double)
    }

    #[inline(always)]
    fn store_doubles(self, [double]: &mut [u128; 1]) {
        *double = self.to_u128();
    }

    #[inline(always)]
    fn store_words(self, words: &mut [[u64; 2]; 1]) {
        // SAFETY: a `Clmul` proves the features, and the reference makes sixteen bytes writable.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn shl<const BITS: i32>(self) -> Self {
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_slli_epi64::<BITS>(self.0) })
    }

    #[inline(always)]
    fn shr<const BITS: i32>(self) -> Self {
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_srli_epi64::<BITS>(self.0) })
    }

    #[inline(always)]
    fn up(self) -> Self {
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_slli_si128::<8>(self.0) })
    }

    #[inline(always)]
    fn down(self) -> Self {
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_srli_si128::<8>(self.0) })
    }

    #[inline(always)]
    fn swap_halves(self) -> Self {
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }

    #[inline(always)]
    fn low_halves(self, b: Self) -> Self {
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_unpacklo_epi64(self.0, b.0) })
    }

    #[inline(always)]
    fn high_halves(self, b: Self) -> Self {
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_unpackhi_epi64(self.0, b.0) })
    }

    #[inline(always)]
    fn reverse_bytes(self) -> Self {
        self.shuffle(self.of_halves(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607))
    }

    #[inline(always)]
    fn shuffle(self, indices: Self) -> Self {
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_shuffle_epi8(self.0, indices.0) })
    }

    #[inline(always)]
    fn mul_halves(self) -> Self {
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_clmulepi64_si128::<0x10>(self.0, self.0) })
    }

    #[inline(always)]
    fn mul_low(self, b: Self) -> Self {
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_clmulepi64_si128::<0x00>(self.0, b.0) })
    }

    #[inline(always)]
    fn mul_high(self, b: Self) -> Self {
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_clmulepi64_si128::<0x11>(self.0, b.0) })
    }

    #[inline(always)]
    fn mul_high_low(self, b: Self) -> Self {
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_clmulepi64_si128::<0x01>(self.0, b.0) })
    }

    #[inline(always)]
    fn mul_cross(self, b: Self) -> Self {
        b.mul_high_low(self) ^ self.mul_high_low(b)
    }
}

impl Polynomial for Clmul {
    #[inline(always)]
    fn of_halves(self, lo: u64, hi: u64) -> Self {
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_set_epi64x(hi.cast_signed(), lo.cast_signed()) })
    }

    #[inline(always)]
    fn of_u128(self, a: u128) -> Self {
        self.load(&[a.to_le_bytes()])
    }

    #[inline(always)]
    fn to_u128(self) -> u128 {
        let mut bytes = [0; 16];
        // SAFETY: a `Clmul` proves the features, and the array has sixteen bytes.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), self.0) }
        u128::from_le_bytes(bytes)
    }

    /// Stays in vector registers. Ten shifts and XORs in general-purpose registers, where CLHASH
    /// has to arrive anyway, take 1.02 to 1.09 times as long for 9 to 32 bytes on a Zen 4 when
    /// messages overlap, the same time when each message waits for the one before, and 1.2 times
    /// as long on an Intel Sapphire Rapids. Only a Zen 5 has the result sooner that way, by up to
    /// 4 of 28 cycles.
    #[inline(always)]
    fn to_gf64(self) -> u64 {
        self.reduce64().low64()
    }
}

/// Loads sixteen bytes, the first into the lowest bits.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn load(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the reference makes sixteen bytes readable, and no alignment is needed.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// Loads two words, the first into the low half.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn load_words(words: &[u64; 2]) -> __m128i {
    // SAFETY: the reference makes sixteen bytes readable, and no alignment is needed.
    unsafe { _mm_loadu_si128(words.as_ptr().cast()) }
}

/// Stores a register as bytes: the inverse of [`load`].
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub fn store(x: __m128i, bytes: &mut [u8; 16]) {
    // SAFETY: the reference makes sixteen bytes writable, and no alignment is needed.
    unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), x) }
}

/// Moves a polynomial from general-purpose registers into a vector register.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn from_u128(a: u128) -> __m128i {
    load(&a.to_le_bytes())
}

/// Makes the polynomial `hi`·x^64 + `lo`.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn from_u64s(lo: u64, hi: u64) -> __m128i {
    _mm_set_epi64x(hi.cast_signed(), lo.cast_signed())
}

/// Returns the polynomial as an integer: the inverse of [`from_u128`].
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn to_u128(x: __m128i) -> u128 {
    let mut bytes = [0; 16];
    store(x, &mut bytes);
    u128::from_le_bytes(bytes)
}

/// Returns the low half.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "keeps the low half")]
pub fn low64(x: __m128i) -> u64 {
    to_u128(x) as u64
}

/// Adds two polynomials.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn xor(a: __m128i, b: __m128i) -> __m128i {
    _mm_xor_si128(a, b)
}

/// Exchanges the two halves.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn swap_halves(a: __m128i) -> __m128i {
    _mm_shuffle_epi32::<0b01_00_11_10>(a)
}

/// Reverses the order of the bytes.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn reverse_bytes(a: __m128i) -> __m128i {
    _mm_shuffle_epi8(a, _mm_set_epi64x(0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f))
}

/// Computes a.low · a.high: the product of CLNH if `a` is the sum of message and key.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn mul_halves(a: __m128i) -> __m128i {
    _mm_clmulepi64_si128::<0x10>(a, a)
}

/// Computes a.low · b.low.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn mul_low(a: __m128i, b: __m128i) -> __m128i {
    _mm_clmulepi64_si128::<0x00>(a, b)
}

/// Computes a.high · b.high.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn mul_high(a: __m128i, b: __m128i) -> __m128i {
    _mm_clmulepi64_si128::<0x11>(a, b)
}

/// Computes a.low · b.high + a.high · b.low.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn mul_cross(a: __m128i, b: __m128i) -> __m128i {
    _mm_xor_si128(_mm_clmulepi64_si128::<0x10>(a, b), _mm_clmulepi64_si128::<0x01>(a, b))
}

/// Multiplies two polynomials of degree below 128. The product (hi, lo) is hi·x^128 + lo.
///
/// Computes four products of halves. Karatsuba's three products have the same throughput on a Zen
/// 5, but 10 cycles more latency. They can pay off where sums of many products are reduced at once;
/// the caller has to build that.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn mul128(a: __m128i, b: __m128i) -> (__m128i, __m128i) {
    let (low, cross, high) = (mul_low(a, b), mul_cross(a, b), mul_high(a, b));
    (
        _mm_xor_si128(high, _mm_srli_si128::<8>(cross)),
        _mm_xor_si128(low, _mm_slli_si128::<8>(cross)),
    )
}

/// Multiplies a polynomial of degree at most 126 by x.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn mul_x(a: __m128i) -> __m128i {
    _mm_xor_si128(_mm_slli_epi64::<1>(a), _mm_slli_si128::<8>(_mm_srli_epi64::<63>(a)))
}

/// Reduces modulo x^128 + x^2 + x, for any `hi`.
///
/// The shifts work on each half separately. The bits that leave a half are c = (h>>63) + (h>>62).
/// Those of the lower half go to the upper half. Those of the upper half stand for multiples of
/// x^128, so they are added to the lower half before it is multiplied by x^2 + x.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn reduce_lazy(hi: __m128i, lo: __m128i) -> __m128i {
    let carries = _mm_xor_si128(_mm_srli_epi64::<63>(hi), _mm_srli_epi64::<62>(hi));
    let h = _mm_xor_si128(hi, _mm_srli_si128::<8>(carries));
    let lo = _mm_xor_si128(lo, _mm_slli_si128::<8>(carries));
    _mm_xor_si128(lo, _mm_xor_si128(_mm_slli_epi64::<1>(h), _mm_slli_epi64::<2>(h)))
}

/// Reduces modulo x^64 + x^4 + x^3 + x + 1. The remainder is the low half; the bits of the high
/// half are meaningless.
///
/// The high half is multiplied by 27 = x^4 + x^3 + x + 1. The overflow of that product depends only
/// on the four top bits of the high half, so a shuffle can look up the folded overflow while the
/// multiplier works. (Algorithm 3 of the CLHASH paper takes the index from the product and has to
/// wait for it.)
///
/// On a Zen 5 the latency is 8 cycles. It is 11 with algorithm 3, 12 with a second product instead
/// of the shuffle, and 13 with the overflow added to the high half before the product. If the
/// result is needed in a general-purpose register,
/// [`reduce64_scalar`](super::portable::reduce64_scalar) returns it up to 4 cycles earlier, but
/// takes 1.3 times the work.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn reduce64(x: __m128i) -> __m128i {
    let folded = _mm_clmulepi64_si128::<0x01>(x, from_u64s(27, 0));
    let top = _mm_srli_epi64::<4>(_mm_srli_si128::<15>(x));
    let overflow = _mm_shuffle_epi8(load(&FOLDED_OVERFLOW), top);
    _mm_xor_si128(folded, _mm_xor_si128(x, overflow))
}

/// Reduces modulo x^128 + x^7 + x^2 + x + 1, with carries as in [`reduce_lazy`].
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn reduce128(hi: __m128i, lo: __m128i) -> __m128i {
    let carries = _mm_xor_si128(
        _mm_xor_si128(_mm_srli_epi64::<63>(hi), _mm_srli_epi64::<62>(hi)),
        _mm_srli_epi64::<57>(hi),
    );
    let h = _mm_xor_si128(hi, _mm_srli_si128::<8>(carries));
    let lo = _mm_xor_si128(lo, _mm_slli_si128::<8>(carries));
    let shifted = _mm_xor_si128(
        _mm_xor_si128(_mm_slli_epi64::<1>(h), _mm_slli_epi64::<2>(h)),
        _mm_slli_epi64::<7>(h),
    );
    _mm_xor_si128(lo, _mm_xor_si128(h, shifted))
}

/// Computes (hi·x^128 + middle·x^64 + lo) x^-128 modulo x^128 + x^127 + x^126 + x^121 + 1; see
/// [`reduce_polyval`](super::portable::reduce_polyval).
///
/// The middle part of a product overlaps both halves, but needs no shifts here: the first of the
/// two steps divides out x^64, after which the middle is aligned with x^0.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn reduce_polyval(hi: __m128i, middle: __m128i, lo: __m128i) -> __m128i {
    let factor = from_u64s(POLYVAL_FOLD, 0);
    let middle = xor(middle, xor(swap_halves(lo), mul_low(lo, factor)));
    xor(hi, xor(swap_halves(middle), mul_low(middle, factor)))
}

/// Multiplies two polynomials of degree below 64.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn clmul64(a: u64, b: u64) -> u128 {
    to_u128(mul_halves(from_u64s(a, b)))
}

/// Multiplies two polynomials of degree below 128.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn clmul128(a: u128, b: u128) -> Wide {
    let (hi, lo) = mul128(from_u128(a), from_u128(b));
    Wide { hi: to_u128(hi), lo: to_u128(lo) }
}
