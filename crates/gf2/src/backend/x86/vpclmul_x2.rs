//! 256-bit registers with VPCLMULQDQ: two carry-less products per instruction.

// A single product gains nothing from wider registers.
pub(crate) use super::clmul::{clmul64, clmul128};

use super::clmul::Clmul;
use crate::backend::polynomials::{Polynomial, Polynomials};
use crate::backend::x86::primitives_in_lanes;
use arch::{
    __m256i, _mm256_bslli_epi128 as shl_bytes, _mm256_bsrli_epi128 as shr_bytes,
    _mm256_castsi256_si128 as low_lane, _mm256_clmulepi64_epi128 as clmul,
    _mm256_extracti128_si256 as lane, _mm256_loadu_si256 as load, _mm256_set1_epi64x as splat,
    _mm256_setzero_si256 as zero, _mm256_shuffle_epi8 as shuffle_bytes,
    _mm256_shuffle_epi32 as shuffle_words, _mm256_slli_epi64 as shl, _mm256_srli_epi64 as shr,
    _mm256_storeu_si256 as store, _mm256_unpackhi_epi64 as high_halves,
    _mm256_unpacklo_epi64 as low_halves, _mm256_xor_si256 as xor,
};
use hash_core::x86 as arch;

crate::register! {
    /// Two polynomials, and the proof that the CPU has AVX2, BMI2 and VPCLMULQDQ.
    pub struct ClmulX2(__m256i), unsafe "avx2,bmi2,vpclmulqdq", zero, xor;
}

// A register may hold words of a key.
hash_core::secret_debug!(impl[] ClmulX2, "ClmulX2");

/// Masks of groups of four bytes: the last i groups of a register are selected from index i on.
const LAST_FOURS: &[i32; 8] = &[0, 0, 0, 0, -1, -1, -1, -1];

/// Masks of words: the first i words of a register or two are selected from index 6 - i on.
const FIRST_WORDS: &[i64; 12] = &[-1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0];

/// At index n, the place of each byte of a message of n bytes in a register whose first bytes are
/// the first three of the message, and whose end is the end of the message, in whole groups of four
/// bytes. An index with the top bit set selects zero.
const PLACES: &[[u8; 16]; 17] = &{
    let mut places = [[0x80; 16]; 17];
    let mut len = 0_u8;
    while len <= 16 {
        let mut i = 0_u8;
        while i < len {
            places[len as usize][i as usize] = if i < len % 4 { i } else { 16 - len + i };
            i += 1;
        }
        len += 1;
    }
    places
};

impl ClmulX2 {
    crate::primitives! {
        unsafe "avx2,bmi2,vpclmulqdq", ClmulX2,
        /// Joins two lanes.
        #[must_use]
        pub fn of_lanes(_v, low: Clmul, high: Clmul) -> ClmulX2 {
            ClmulX2(arch::_mm256_set_m128i(high.get(), low.get()))
        }

        /// Returns both lanes.
        #[must_use]
        pub fn lanes(a) -> (Clmul, Clmul) {
            (Clmul::new(low_lane(a.0)), Clmul::new(lane::<1>(a.0)))
        }

        /// Loads up to 16 bytes and fills the rest with zeros, without a branch on the length.
        ///
        /// A masked load reads whole groups of four bytes up to the end. The up to three bytes
        /// before them are the first bytes of the message.
        #[must_use]
        pub fn load_up_to_16(_v, bytes: &[u8]) -> Clmul {
            debug_assert!(bytes.len() <= 16);
            // An access outside of the tables and the slice is ruled out for all lengths.
            let len = bytes.len().min(16);
            // An empty slice has no first byte, and its address may be in no page.
            let start = if bytes.is_empty() { const { &[0_u8] }.as_ptr() } else { bytes.as_ptr() };
            let second = usize::from(len > 1);
            let third = 2 * usize::from(len > 2);
            // SAFETY: The mask selects as many whole groups of four bytes as the slice has, and
            // these end with the slice; what no mask bit selects is not accessed. `start` has one
            // byte, or all of the slice, which has a second byte if `second` is 1, and a third if
            // `third` is
            // 2. The masks are four of eight from index 0 to 4 on.
            let (fours, a, b, c) = unsafe {
                let mask = arch::_mm_loadu_si128(LAST_FOURS.as_ptr().add(len / 4).cast());
                let end = start.wrapping_add(len).wrapping_sub(16);
                let fours = arch::_mm_maskload_epi32(end.cast(), mask);
                (fours, *start, *start.add(second), *start.add(third))
            };
            let first = arch::_mm_insert_epi8::<1>(arch::_mm_cvtsi32_si128(a.into()), b.into());
            let first = arch::_mm_insert_epi8::<2>(first, c.into());
            // Both have the same bytes where they overlap, in a slice of 16.
            let both = Clmul::new(arch::_mm_or_si128(first, fours));
            both.shuffle(both.load(core::array::from_ref(&PLACES[len])))
        }

        /// Returns masks of the bytes that [`load_before_last`](Self::load_before_last) loads of a
        /// message of `len` bytes.
        #[must_use]
        pub fn mask_before_last(_v, len: usize) -> (ClmulX2, Clmul) {
            debug_assert!(matches!(len, 1..=64));
            // An access outside of the table is ruled out for all lengths.
            let words = (len.clamp(1, 64) - 1) / 16 * 2;
            // SAFETY: The number of words is at most 6, so the masks are four of twelve from index
            // 0 to 6 on, and two from index 4 to 10 on.
            unsafe {
                let masks = FIRST_WORDS.as_ptr().add(6 - words);
                let low = arch::_mm256_loadu_si256(masks.cast());
                let high = arch::_mm_loadu_si128(masks.add(4).cast());
                (ClmulX2::new(low), Clmul::new(high))
            }
        }

        /// Loads up to 64 bytes but for the last pair of words, 1 to 16 bytes, and fills the rest
        /// of the lanes 0, 1 and 2 with zeros, without a branch on the length.
        #[must_use]
        pub fn load_before_last(v, bytes: &[u8]) -> (ClmulX2, Clmul) {
            let (low, high) = v.mask_before_last(bytes.len());
            let third = bytes.as_ptr().wrapping_add(32);
            // SAFETY: The masks select whole pairs of words from the start of the slice, fewer
            // bytes than it has; what no mask bit selects is not accessed.
            unsafe {
                let low = arch::_mm256_maskload_epi64(bytes.as_ptr().cast(), low.0);
                let high = arch::_mm_maskload_epi64(third.cast(), high.get());
                (ClmulX2::new(low), Clmul::new(high))
            }
        }

        /// Clears the bits that `mask` does not have.
        #[must_use]
        pub fn masked(a, mask: ClmulX2) -> ClmulX2 {
            ClmulX2(arch::_mm256_and_si256(a.0, mask.0))
        }

        /// Adds the lanes of `self` into lane 0 of the result, and those of `other` into lane 1.
        #[must_use]
        pub fn sum_lanes2(a, other: ClmulX2) -> ClmulX2 {
            let own = arch::_mm256_blend_epi32::<0xf0>(a.0, other.0);
            let moved = arch::_mm256_permute2x128_si256::<0x21>(a.0, other.0);
            ClmulX2(xor(own, moved))
        }
    }

    /// Joins two integers.
    #[inline(always)]
    #[must_use]
    pub fn of_u128s(self, [low, high]: [u128; 2]) -> Self {
        let one = self.sum_lanes();
        self.of_lanes(one.of_u128(low), one.of_u128(high))
    }

    /// Returns both lanes as integers.
    #[inline(always)]
    #[must_use]
    pub fn to_u128s(self) -> [u128; 2] {
        let (low, high) = self.lanes();
        [low.to_u128(), high.to_u128()]
    }
}

impl Polynomials<2> for ClmulX2 {
    type One = Clmul;

    primitives_in_lanes! { "avx2,bmi2,vpclmulqdq", ClmulX2, 2 }

    crate::primitives! {
        unsafe "avx2,bmi2,vpclmulqdq", ClmulX2,
        fn broadcast(_v, polynomial: Clmul) -> ClmulX2 {
            ClmulX2(arch::_mm256_broadcastsi128_si256(polynomial.get()))
        }
        fn of_one(_v, polynomial: Clmul) -> ClmulX2 {
            ClmulX2(arch::_mm256_zextsi128_si256(polynomial.get()))
        }
        fn sum_lanes(a) -> Clmul {
            Clmul::new(low_lane(a.0)) ^ Clmul::new(lane::<1>(a.0))
        }
    }
}
