//! AVX2: 256-bit registers of four lanes.
//!
//! AVX2 has no rotation. Rotations by 16 and 32 bits are shuffles, the others are two shifts.

use crate::backend::entries::{batches, trees};
use crate::backend::lanes::leaves::{self, Four};
use crate::backend::lanes::{self, Lanes, Thresholds};
use crate::backend::{Leaves, Messages, Packet};
use crate::tree::last_half;
use hash_core::x86::*;

use _mm256_slli_epi64 as shl;
use _mm256_srli_epi64 as shr;

const THRESHOLDS: Thresholds =
    Thresholds { messages: 6, bytes: 48, one_length: [32, 16], spread: 2 };

/// Four words; also the witness of AVX2 and of the level `L`.
#[derive(Clone, Copy)]
pub(crate) struct Ymm<L>(__m256i, L);

/// The operations for which levels of 256-bit registers have different instructions. A value is a
/// witness of the features of its level, which contain AVX2.
pub(crate) trait Level: Copy {
    /// See [`Lanes::rotate`].
    fn rotate<const LEFT: i32>(self, x: __m256i) -> __m256i;
    /// See [`Lanes::rotate_xor`].
    #[inline(always)]
    fn rotate_xor<const LEFT: i32>(self, x: __m256i, other: __m256i) -> __m256i {
        // SAFETY: a witness of a level proves that the CPU has AVX2.
        unsafe { _mm256_xor_si256(self.rotate::<LEFT>(x), other) }
    }
    /// See [`Lanes::rotate_xor_both`].
    #[inline(always)]
    fn rotate_xor_both<const LEFT: i32>(self, x: __m256i, m: __m256i, late: __m256i) -> __m256i {
        // SAFETY: a witness of a level proves that the CPU has AVX2.
        unsafe { _mm256_xor_si256(opaque(_mm256_xor_si256(self.rotate::<LEFT>(x), m)), late) }
    }

    /// See [`Four::last_packet`].
    ///
    /// Loads whole groups of four bytes under a mask, and inserts the upper half of the last word.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "less than 32")]
    fn last_packet(self, rest: &[u8]) -> __m256i {
        debug_assert!(rest.len() < 32);
        let fours = rest.len() / 4;
        // The address of an empty slice may lie in no mapped page. The masked load reads nothing
        // there, but is slow on some CPUs.
        let start = if fours == 0 { LANE_NUMBERS.as_ptr() } else { rest.as_ptr().cast() };
        // SAFETY: a witness of a level proves that the CPU has AVX2. Only groups of four bytes that
        // lie in the slice are read.
        unsafe {
            let numbers = _mm256_loadu_si256(LANE_NUMBERS.as_ptr().cast());
            let present = _mm256_cmpgt_epi32(_mm256_set1_epi32(fours as i32), numbers);
            let loaded = _mm256_maskload_epi32(start, present);
            let last = _mm256_set1_epi32(last_half(rest).cast_signed());
            _mm256_blend_epi32::<0b1000_0000>(loaded, last)
        }
    }
}

impl<L: Level> Ymm<L> {
    /// Creates the first vector of a kernel.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn new(level: L) -> Self {
        Self(_mm256_setzero_si256(), level)
    }

    #[inline(always)]
    const fn with(self, x: __m256i) -> Self {
        Self(x, self.1)
    }
}

impl<L: Level> Lanes<4> for Ymm<L> {
    type Mask = __m256i;

    hash_core::primitives! {
        unsafe "avx2", Ymm<L: Level>,
        fn set(v, words: [u64; 4]) -> Ymm<L> {
            let [a, b, c, d] = words;
            let (a, b, c, d) = (a.cast_signed(), b.cast_signed(), c.cast_signed(), d.cast_signed());
            v.with(_mm256_set_epi64x(d, c, b, a))
        }
        fn load(a, words: &[u64; 4]) -> Ymm<L> {
            // SAFETY: the 32 bytes of the reference are readable; no alignment is needed.
            a.with(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
        }
        fn load_bytes(a, bytes: &[[u8; 8]; 4]) -> Ymm<L> {
            // SAFETY: the 32 bytes of the reference are readable; no alignment is needed.
            a.with(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) })
        }
        fn store(a, words: &mut [u64; 4]) {
            // SAFETY: the 32 bytes of the reference are writable; no alignment is needed.
            unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), a.0) }
        }
        fn add(a, other: Ymm<L>) -> Ymm<L> {
            a.with(_mm256_add_epi64(a.0, other.0))
        }
        fn xor(a, other: Ymm<L>) -> Ymm<L> {
            a.with(_mm256_xor_si256(a.0, other.0))
        }
        fn opaque(a) -> Ymm<L> {
            a.with(opaque(a.0))
        }
        fn greater(a, other: Ymm<L>) -> __m256i {
            _mm256_cmpgt_epi64(a.0, other.0)
        }
    }

    #[inline(always)]
    fn rotate<const LEFT: i32>(self) -> Self {
        self.with(self.1.rotate::<LEFT>(self.0))
    }

    #[inline(always)]
    fn rotate_xor<const LEFT: i32>(self, other: Self) -> Self {
        self.with(self.1.rotate_xor::<LEFT>(self.0, other.0))
    }

    #[inline(always)]
    fn rotate_xor_both<const LEFT: i32>(self, m: Self, late: Self) -> Self {
        self.with(self.1.rotate_xor_both::<LEFT>(self.0, m.0, late.0))
    }

    #[inline(always)]
    fn select(mask: __m256i, a: Self, b: Self) -> Self {
        // SAFETY: a `Ymm` proves that the CPU has AVX2.
        a.with(unsafe { _mm256_blendv_epi8(b.0, a.0, mask) })
    }

    #[inline(always)]
    fn transpose([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // SAFETY: a `Ymm` proves that the CPU has AVX2.
        unsafe {
            let (ab_even, ab_odd) =
                (_mm256_unpacklo_epi64(a.0, b.0), _mm256_unpackhi_epi64(a.0, b.0));
            let (cd_even, cd_odd) =
                (_mm256_unpacklo_epi64(c.0, d.0), _mm256_unpackhi_epi64(c.0, d.0));
            [
                a.with(_mm256_permute2x128_si256::<0x20>(ab_even, cd_even)),
                a.with(_mm256_permute2x128_si256::<0x20>(ab_odd, cd_odd)),
                a.with(_mm256_permute2x128_si256::<0x31>(ab_even, cd_even)),
                a.with(_mm256_permute2x128_si256::<0x31>(ab_odd, cd_odd)),
            ]
        }
    }
}

impl<L: Level> Four for Ymm<L> {
    #[inline(always)]
    fn last_packet(self, rest: &[u8]) -> Self {
        self.with(self.1.last_packet(rest))
    }
}

static LANE_NUMBERS: [i32; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

/// See [`Lanes::opaque`]. A separate function, because the register class of its operand needs AVX.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn opaque(words: __m256i) -> __m256i {
    hash_core::opaque!(ymm_reg words)
}

/// The witness of this level. Only [`witness`] creates one.
#[derive(Clone, Copy)]
struct Avx2(());

impl Level for Avx2 {
    #[inline(always)]
    fn rotate<const LEFT: i32>(self, x: __m256i) -> __m256i {
        // SAFETY: an `Avx2` proves that the CPU has AVX2.
        unsafe {
            match LEFT {
                32 => _mm256_shuffle_epi32::<0b10_11_00_01>(x),
                16 => {
                    let bytes = _mm256_set_epi64x(
                        0x0d0c_0b0a_0908_0f0e,
                        0x0504_0302_0100_0706,
                        0x0d0c_0b0a_0908_0f0e,
                        0x0504_0302_0100_0706,
                    );
                    _mm256_shuffle_epi8(x, bytes)
                }
                13 => _mm256_or_si256(shl::<13>(x), shr::<51>(x)),
                17 => _mm256_or_si256(shl::<17>(x), shr::<47>(x)),
                _ => {
                    const { assert!(LEFT == 32 || LEFT == 16 || LEFT == 13 || LEFT == 17 || LEFT == 21) };
                    _mm256_or_si256(shl::<21>(x), shr::<43>(x))
                }
            }
        }
    }
}

/// Creates the first vector of a kernel.
#[inline]
#[target_feature(enable = "avx2")]
fn witness() -> Ymm<Avx2> {
    Ymm::new(Avx2(()))
}

batches!("avx2", LANES: 4, GROUPS: 2);
trees!("avx2");
