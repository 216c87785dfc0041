//! 512-bit registers of AVX-512: eight lanes, with rotations, masks, and loads that end where a message
//! ends. SipTreeHash has four lanes and takes 256-bit registers with the same instructions.

use super::lanes::{self, Lanes, Pays};
use super::x86_avx2::Ymm;
use super::{Leaves, Messages, Packet};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

const PAYS: Pays = Pays { messages: 4, bytes: 0, spread: 6 };

/// Eight words. Lives in registers; made in the kernels below alone.
#[derive(Clone, Copy)]
struct Zmm(__m512i);

impl Lanes<8> for Zmm {
    type Mask = __mmask8;

    #[inline(always)]
    fn from_words(words: [u64; 8]) -> Self {
        let [a, b, c, d, e, f, g, h] = words.map(u64::cast_signed);
        // SAFETY: kernels have AVX-512F.
        Self(unsafe { _mm512_set_epi64(h, g, f, e, d, c, b, a) })
    }

    #[inline(always)]
    fn load(words: &[u64; 8]) -> Self {
        // SAFETY: kernels have AVX-512F, and the 64 bytes behind the reference are readable.
        Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_bytes(bytes: &[[u8; 8]; 8]) -> Self {
        // SAFETY: kernels have AVX-512F, and the 64 bytes behind the reference are readable.
        Self(unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; 8]) {
        // SAFETY: kernels have AVX-512F, and the 64 bytes behind the reference are writable.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: kernels have AVX-512F.
        Self(unsafe { _mm512_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: kernels have AVX-512F.
        Self(unsafe { _mm512_xor_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn rotate<const LEFT: i32>(self) -> Self {
        // SAFETY: kernels have AVX-512F.
        Self(unsafe { _mm512_rol_epi64::<LEFT>(self.0) })
    }

    #[inline(always)]
    fn hold(self) -> Self {
        self
    }

    #[inline(always)]
    fn greater(self, other: Self) -> __mmask8 {
        // SAFETY: kernels have AVX-512F.
        unsafe { _mm512_cmpgt_epi64_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn select(mask: __mmask8, a: Self, b: Self) -> Self {
        // SAFETY: kernels have AVX-512F.
        Self(unsafe { _mm512_mask_blend_epi64(mask, b.0, a.0) })
    }

    #[inline(always)]
    fn transpose(rows: [Self; 8]) -> [Self; 8] {
        let [a, b, c, d, e, f, g, h] = rows.map(|row| row.0);
        // SAFETY: kernels have AVX-512F.
        unsafe {
            // Pairs of words of one column, then fours, then eights.
            let pairs = [
                _mm512_unpacklo_epi64(a, b),
                _mm512_unpackhi_epi64(a, b),
                _mm512_unpacklo_epi64(c, d),
                _mm512_unpackhi_epi64(c, d),
                _mm512_unpacklo_epi64(e, f),
                _mm512_unpackhi_epi64(e, f),
                _mm512_unpacklo_epi64(g, h),
                _mm512_unpackhi_epi64(g, h),
            ];
            let [a0, a1, c0, c1, e0, e1, g0, g1] = pairs;
            // Columns 0 and 4 (then 2 and 6) by quarters of registers: those of a, c; of e, g.
            let even = |x, y| _mm512_shuffle_i64x2::<0b10_00_10_00>(x, y);
            let odd = |x, y| _mm512_shuffle_i64x2::<0b11_01_11_01>(x, y);
            let columns = |ac, eg| [even(ac, eg), odd(ac, eg)];
            let [c0_, c4_] = columns(even(a0, c0), even(e0, g0));
            let [c2_, c6_] = columns(odd(a0, c0), odd(e0, g0));
            let [c1_, c5_] = columns(even(a1, c1), even(e1, g1));
            let [c3_, c7_] = columns(odd(a1, c1), odd(e1, g1));
            [c0_, c1_, c2_, c3_, c4_, c5_, c6_, c7_].map(Self)
        }
    }

    #[inline(always)]
    fn rest(messages: &[&[u8]; 8], from: usize) -> [Self; 4] {
        // Four words of two messages in each row, two behind the other's place, so that pairs of words
        // of one column come out in the order of the messages.
        let half = |lane: usize| {
            let rest: &[u8] = messages[lane].get(8 * from..).unwrap_or(&[]);
            let mask = if rest.len() < 32 { (1 << rest.len()) - 1 } else { u32::MAX };
            // The address of an empty slice may be one of no page. Nothing is read there, but a Zen 4
            // takes hundreds of cycles to find that out.
            let start = if rest.is_empty() { messages.as_ptr().cast() } else { rest.as_ptr() };
            // SAFETY: kernels have AVX-512BW and VL; bytes behind the slice are masked, and what is
            // masked is not read.
            unsafe { _mm256_maskz_loadu_epi8(mask, start.cast()) }
        };
        let row = |lane: usize| {
            let low = half(lane);
            // SAFETY: kernels have AVX-512F.
            unsafe { _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), half(lane + 2)) }
        };
        // SAFETY: kernels have AVX-512F.
        unsafe {
            let (a, b, c, d) = (row(0), row(1), row(4), row(5));
            let (ab0, ab1) = (_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
            let (cd0, cd1) = (_mm512_unpacklo_epi64(c, d), _mm512_unpackhi_epi64(c, d));
            [
                _mm512_shuffle_i64x2::<0b10_00_10_00>(ab0, cd0),
                _mm512_shuffle_i64x2::<0b10_00_10_00>(ab1, cd1),
                _mm512_shuffle_i64x2::<0b11_01_11_01>(ab0, cd0),
                _mm512_shuffle_i64x2::<0b11_01_11_01>(ab1, cd1),
            ]
            .map(Self)
        }
    }
}

/// Four words with the instructions of AVX-512VL.
#[derive(Clone, Copy)]
struct YmmVl(Ymm);

impl Lanes<4> for YmmVl {
    type Mask = __m256i;

    #[inline(always)]
    fn from_words(words: [u64; 4]) -> Self {
        Self(Ymm::from_words(words))
    }

    #[inline(always)]
    fn load(words: &[u64; 4]) -> Self {
        Self(Ymm::load(words))
    }

    #[inline(always)]
    fn load_bytes(bytes: &[[u8; 8]; 4]) -> Self {
        Self(Ymm::load_bytes(bytes))
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; 4]) {
        self.0.store(words);
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.add(other.0))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(self.0.xor(other.0))
    }

    #[inline(always)]
    fn rotate<const LEFT: i32>(self) -> Self {
        // SAFETY: kernels have AVX-512VL.
        Self(Ymm(unsafe { _mm256_rol_epi64::<LEFT>(self.0.0) }))
    }

    /// A rotation has a latency of two cycles and a shift of one, so on the chain from round to round
    /// two shifts and an exclusive or of three are a cycle shorter.
    #[inline(always)]
    fn rotate_xor<const LEFT: i32>(self, other: Self) -> Self {
        let Self(Ymm(x)) = self;
        // SAFETY: kernels have AVX-512F and VL.
        let (high, low) = unsafe {
            match LEFT {
                13 => (_mm256_slli_epi64::<13>(x), _mm256_srli_epi64::<51>(x)),
                16 => (_mm256_slli_epi64::<16>(x), _mm256_srli_epi64::<48>(x)),
                17 => (_mm256_slli_epi64::<17>(x), _mm256_srli_epi64::<47>(x)),
                21 => (_mm256_slli_epi64::<21>(x), _mm256_srli_epi64::<43>(x)),
                _ => return self.rotate::<LEFT>().xor(other),
            }
        };
        // SAFETY: kernels have AVX-512F and VL. 0x96 is exclusive or.
        Self(Ymm(unsafe { _mm256_ternarylogic_epi64::<0x96>(high, low, other.0.0) }))
    }

    #[inline(always)]
    fn hold(self) -> Self {
        Self(self.0.hold())
    }

    #[inline(always)]
    fn greater(self, other: Self) -> __m256i {
        self.0.greater(other.0)
    }

    #[inline(always)]
    fn select(mask: __m256i, a: Self, b: Self) -> Self {
        Self(Ymm::select(mask, a.0, b.0))
    }

    #[inline(always)]
    fn transpose(rows: [Self; 4]) -> [Self; 4] {
        Ymm::transpose(rows.map(|row| row.0)).map(Self)
    }
}

#[inline]
#[target_feature(enable = "bmi2,avx512bw,avx512dq,avx512vl")]
pub(super) fn hash_u64s<const C: u8, const D: u8>(key: [u64; 2], words: &[u64], out: &mut [u64]) {
    lanes::hash_u64s::<Zmm, 8, C, D>(key, words, out);
}

#[inline]
#[target_feature(enable = "bmi2,avx512bw,avx512dq,avx512vl")]
pub(super) fn hash_each<const C: u8, const D: u8, M: Messages + ?Sized>(
    key: [u64; 2],
    messages: &M,
    out: &mut [u64],
) {
    lanes::hash_each::<Zmm, 8, 2, C, D, M>(key, messages, out, PAYS);
}

#[inline]
#[target_feature(enable = "bmi2,avx512bw,avx512dq,avx512vl")]
pub(super) fn absorb_leaves<const C: u8>(leaves: &mut Leaves, packets: &[Packet]) {
    lanes::absorb_leaves::<YmmVl, C>(leaves, packets);
}

#[inline]
#[target_feature(enable = "bmi2,avx512bw,avx512dq,avx512vl")]
pub(super) fn leaves<const C: u8, const D: u8>(leaves: &Leaves, message: &[u8]) -> [u64; 4] {
    lanes::leaves::<YmmVl, C, D>(leaves, message)
}
