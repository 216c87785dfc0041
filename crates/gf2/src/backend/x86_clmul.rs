//! 128-bit registers with PCLMULQDQ: one carry-less product per instruction.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use core::ops::BitXor;

use super::polynomials::{self, Polynomial, Polynomials};
use crate::Wide;

/// A polynomial, and the proof that the CPU has PCLMULQDQ and SSE4.1.
#[derive(Clone, Copy)]
pub struct Clmul(__m128i);

// A register may hold words of a key.
hash_core::secret_debug!(impl[] Clmul, "Clmul");

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
        // SAFETY: a `Clmul` proves the features.
        Self(unsafe { _mm_clmulepi64_si128::<0x10>(self.0, b.0) }) ^ self.mul_high_low(b)
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

crate::entries! {
    "pclmulqdq,sse4.1", Clmul, polynomials,
    #[inline]
    fn clmul64(a: u64, b: u64) -> u128;
    #[inline]
    fn clmul128(a: u128, b: u128) -> Wide;
}
