//! AVX-512: 512-bit registers of eight lanes, with rotations, masks, and loads that end where a
//! message ends. SipTreeHash has four lanes, so it uses 256-bit registers with the same
//! instructions.

use super::avx2::{Level, Ymm, opaque};
use crate::backend::entries::batches;
use crate::backend::lanes::leaves;
use crate::backend::lanes::{self, Lanes, Thresholds};
use crate::backend::{Leaves, Messages, Packet};
use crate::tree::PACKET;
use hash_core::cpu::{is_intel, is_zen_5};
use hash_core::x86::*;

const THRESHOLDS: Thresholds = Thresholds { messages: 4, bytes: 0, one_length: [0; 2], spread: 6 };

/// Eight words; also the witness of this level. Only [`witness`] creates one from scratch.
#[derive(Clone, Copy)]
struct Zmm(__m512i);

impl Zmm {
    hash_core::primitives! {
        unsafe "bmi2,avx512bw,avx512dq,avx512vl", Zmm,
        /// Interleaves a and b. Each quarter of the first result has a0 and b0, each quarter of the
        /// second a1 and b1, where a0 and a1 are the words of that quarter of a.
        fn zip_words(a, b: Zmm) -> [Zmm; 2] {
            [Zmm(_mm512_unpacklo_epi64(a.0, b.0)), Zmm(_mm512_unpackhi_epi64(a.0, b.0))]
        }

        /// Returns the even quarters of a and b, and the odd ones.
        fn unzip_quarters(a, b: Zmm) -> [Zmm; 2] {
            [
                Zmm(_mm512_shuffle_i64x2::<0b10_00_10_00>(a.0, b.0)),
                Zmm(_mm512_shuffle_i64x2::<0b11_01_11_01>(a.0, b.0)),
            ]
        }

        /// Loads four words each of the messages of lanes `lane` and `lane + 2`, starting at word
        /// `from`.
        fn load_rows(a, messages: &[&[u8]; 8], lane: usize, from: usize) -> Zmm {
            let low = _mm512_castsi256_si512(a.load_row(messages, lane, from));
            Zmm(_mm512_inserti64x4::<1>(low, a.load_row(messages, lane + 2, from)))
        }

        /// Loads four words of the message of a lane, starting at word `from`, with zeros after its
        /// end.
        fn load_row(_a, messages: &[&[u8]; 8], lane: usize, from: usize) -> __m256i {
            let rest: &[u8] = messages[lane].get(8 * from..).unwrap_or(&[]);
            let mask = if rest.len() < 32 { (1 << rest.len()) - 1 } else { u32::MAX };
            // The address of an empty slice may lie in no mapped page. The masked load reads
            // nothing there, but is slow on some CPUs.
            let start = if rest.is_empty() { messages.as_ptr().cast() } else { rest.as_ptr() };
            // SAFETY: bytes after the slice are masked, and masked bytes are not read.
            unsafe { _mm256_maskz_loadu_epi8(mask, start.cast()) }
        }
    }
}

impl Lanes<8> for Zmm {
    type Mask = __mmask8;

    hash_core::primitives! {
        unsafe "bmi2,avx512bw,avx512dq,avx512vl", Zmm,
        fn set(_v, words: [u64; 8]) -> Zmm {
            let [a, b, c, d, e, f, g, h] = words;
            Zmm(_mm512_set_epi64(
                h.cast_signed(),
                g.cast_signed(),
                f.cast_signed(),
                e.cast_signed(),
                d.cast_signed(),
                c.cast_signed(),
                b.cast_signed(),
                a.cast_signed(),
            ))
        }
        fn load(_a, words: &[u64; 8]) -> Zmm {
            // SAFETY: the 64 bytes of the reference are readable; no alignment is needed.
            Zmm(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
        }
        fn load_bytes(_a, bytes: &[[u8; 8]; 8]) -> Zmm {
            // SAFETY: the 64 bytes of the reference are readable; no alignment is needed.
            Zmm(unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) })
        }
        fn store(a, words: &mut [u64; 8]) {
            // SAFETY: the 64 bytes of the reference are writable; no alignment is needed.
            unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), a.0) }
        }
        fn add(a, other: Zmm) -> Zmm {
            Zmm(_mm512_add_epi64(a.0, other.0))
        }
        fn xor(a, other: Zmm) -> Zmm {
            Zmm(_mm512_xor_si512(a.0, other.0))
        }
        fn rotate::<LEFT>[const LEFT: i32](a) -> Zmm {
            Zmm(_mm512_rol_epi64::<LEFT>(a.0))
        }
        fn greater(a, other: Zmm) -> __mmask8 {
            _mm512_cmpgt_epi64_mask(a.0, other.0)
        }
    }

    #[inline(always)]
    fn opaque(self) -> Self {
        self
    }

    #[inline(always)]
    fn select(mask: __mmask8, a: Self, b: Self) -> Self {
        // SAFETY: a `Zmm` proves that the CPU has AVX-512.
        Self(unsafe { _mm512_mask_blend_epi64(mask, b.0, a.0) })
    }

    #[inline(always)]
    fn transpose([a, b, c, d, e, f, g, h]: [Self; 8]) -> [Self; 8] {
        // First combines pairs of words of one column, then groups of four, then of eight.
        let ([a0, a1], [c0, c1]) = (a.zip_words(b), c.zip_words(d));
        let ([e0, e1], [g0, g1]) = (e.zip_words(f), g.zip_words(h));
        // Each step takes the quarters 0 and 2, or 1 and 3, of two registers of pairs or groups of
        // four.
        let ([a0, a2], [e0, e2]) = (a0.unzip_quarters(c0), e0.unzip_quarters(g0));
        let ([a1, a3], [e1, e3]) = (a1.unzip_quarters(c1), e1.unzip_quarters(g1));
        let ([c0_, c4_], [c2_, c6_]) = (a0.unzip_quarters(e0), a2.unzip_quarters(e2));
        let ([c1_, c5_], [c3_, c7_]) = (a1.unzip_quarters(e1), a3.unzip_quarters(e3));
        [c0_, c1_, c2_, c3_, c4_, c5_, c6_, c7_]
    }

    #[inline(always)]
    fn load_words(self, messages: &[&[u8]; 8], from: usize) -> [Self; 4] {
        // A row has four words of each of two messages. Their lanes are two apart, so that the
        // pairs of words of one column come out in the order of the messages.
        let (a, b) = (self.load_rows(messages, 0, from), self.load_rows(messages, 1, from));
        let (c, d) = (self.load_rows(messages, 4, from), self.load_rows(messages, 5, from));
        let ([ab0, ab1], [cd0, cd1]) = (a.zip_words(b), c.zip_words(d));
        let ([w0, w2], [w1, w3]) = (ab0.unzip_quarters(cd0), ab1.unzip_quarters(cd1));
        [w0, w1, w2, w3]
    }
}

/// The witness of this level for 256-bit registers. Only [`four`] creates one.
///
/// `ROTATES` is true for CPUs that rotate vectors as fast as they add them, and false for those
/// that take two cycles instead of one.
#[derive(Clone, Copy)]
struct Avx512Vl<const ROTATES: bool>(());

impl<const ROTATES: bool> Level for Avx512Vl<ROTATES> {
    /// Rotates by 32 bits with a shuffle, which takes one cycle, where a rotation takes two.
    #[inline(always)]
    fn rotate<const LEFT: i32>(self, x: __m256i) -> __m256i {
        // SAFETY: an `Avx512Vl` proves that the CPU has AVX-512VL.
        unsafe {
            match LEFT {
                32 if !ROTATES => _mm256_shuffle_epi32::<0b10_11_00_01>(x),
                _ => _mm256_rol_epi64::<LEFT>(x),
            }
        }
    }

    /// Uses two shifts and an exclusive or of three operands where a rotation has a latency of two
    /// cycles and a shift of one: the chain from round to round is then one cycle shorter. On other
    /// CPUs the chain is as long, and has one operation more.
    #[inline(always)]
    fn rotate_xor<const LEFT: i32>(self, x: __m256i, other: __m256i) -> __m256i {
        // SAFETY: an `Avx512Vl` proves that the CPU has AVX-512F and VL.
        let (high, low) = unsafe {
            match LEFT {
                _ if ROTATES => return _mm256_xor_si256(_mm256_rol_epi64::<LEFT>(x), other),
                13 => (_mm256_slli_epi64::<13>(x), _mm256_srli_epi64::<51>(x)),
                16 => (_mm256_slli_epi64::<16>(x), _mm256_srli_epi64::<48>(x)),
                17 => (_mm256_slli_epi64::<17>(x), _mm256_srli_epi64::<47>(x)),
                21 => (_mm256_slli_epi64::<21>(x), _mm256_srli_epi64::<43>(x)),
                _ => return _mm256_xor_si256(_mm256_rol_epi64::<LEFT>(x), other),
            }
        };
        // SAFETY: an `Avx512Vl` proves that the CPU has AVX-512F and VL. 0x96 is exclusive or.
        unsafe { _mm256_ternarylogic_epi64::<0x96>(high, low, other) }
    }

    /// Uses an exclusive or of three operands, behind a rotation that is ready as soon as `late`.
    /// Where it is ready later, the sum with `m` must be ready before `late`.
    #[inline(always)]
    fn rotate_xor_both<const LEFT: i32>(self, x: __m256i, m: __m256i, late: __m256i) -> __m256i {
        let rotated = self.rotate::<LEFT>(x);
        // SAFETY: an `Avx512Vl` proves that the CPU has AVX-512F and VL. 0x96 is exclusive or.
        unsafe {
            if ROTATES {
                _mm256_ternarylogic_epi64::<0x96>(rotated, m, late)
            } else {
                _mm256_xor_si256(opaque(_mm256_xor_si256(rotated, m)), late)
            }
        }
    }

    /// Loads whole groups of four bytes, and the bytes after them to byte 28, each under a mask.
    /// Through general-purpose registers the latter would come later.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "less than 32")]
    fn last_packet(self, rest: &[u8]) -> __m256i {
        debug_assert!(rest.len() < PACKET);
        let (fours, others) = (rest.len() & !3, rest.len() % 4);
        let (first, last) = ((1_u32 << fours) - 1, ((1_u32 << others) - 1) << 28);
        // See `Zmm::load_row`.
        let start = if rest.is_empty() { ANYWHERE.as_ptr() } else { rest.as_ptr() };
        let before = start.wrapping_add(fours).wrapping_sub(28);
        // SAFETY: an `Avx512Vl` proves that the CPU has AVX-512BW and VL. Bytes outside the slice
        // are masked, and masked bytes are not read. 0xfe is or.
        unsafe {
            let length = _mm256_maskz_set1_epi32(0b1000_0000, (rest.len() << 24) as i32);
            let first = _mm256_maskz_loadu_epi8(first, start.cast());
            let last = _mm256_maskz_loadu_epi8(last, before.cast());
            _mm256_ternarylogic_epi64::<0xfe>(first, last, length)
        }
    }
}

/// The address of loads whose mask is empty.
static ANYWHERE: Packet = [0; PACKET];

/// Creates the first vector of a kernel.
#[inline]
#[target_feature(enable = "bmi2,avx512bw,avx512dq,avx512vl")]
fn witness() -> Zmm {
    Zmm(_mm512_setzero_si512())
}

/// Creates the first vector of a kernel with four lanes.
#[inline]
#[target_feature(enable = "bmi2,avx512bw,avx512dq,avx512vl")]
fn four<const ROTATES: bool>() -> Ymm<Avx512Vl<ROTATES>> {
    Ymm::new(Avx512Vl(()))
}

/// Returns whether the CPU rotates vectors as fast as it adds them: Intel's do, and AMD's from
/// Zen 5 on.
#[inline]
fn rotates() -> bool {
    is_intel() || is_zen_5()
}

batches!("bmi2,avx512bw,avx512dq,avx512vl", LANES: 8, GROUPS: 2);

#[inline]
#[target_feature(enable = "bmi2,avx512bw,avx512dq,avx512vl")]
pub(crate) fn tree<const C: u8, const D: u8>(key: &[u64; 4], message: &[u8]) -> u64 {
    if rotates() {
        tree_on::<true, C, D>(key, message)
    } else {
        tree_on::<false, C, D>(key, message)
    }
}

/// Each form is a function of its own: one with both would save registers for the call that detects
/// the CPU.
#[inline(never)]
#[target_feature(enable = "bmi2,avx512bw,avx512dq,avx512vl")]
fn tree_on<const ROTATES: bool, const C: u8, const D: u8>(key: &[u64; 4], message: &[u8]) -> u64 {
    leaves::tree::<_, C, D>(four::<ROTATES>(), key, message)
}

#[inline]
#[target_feature(enable = "bmi2,avx512bw,avx512dq,avx512vl")]
pub(crate) fn absorb_leaves<const C: u8>(leaves: &mut Leaves, packets: &[Packet]) {
    if rotates() {
        leaves::absorb_leaves::<_, C>(four::<true>(), leaves, packets);
    } else {
        leaves::absorb_leaves::<_, C>(four::<false>(), leaves, packets);
    }
}

#[inline]
#[target_feature(enable = "bmi2,avx512bw,avx512dq,avx512vl")]
pub(crate) fn leaves<const C: u8, const D: u8>(leaves: &Leaves, message: &[u8]) -> [u64; 4] {
    if rotates() {
        leaves::leaves::<_, C, D>(four::<true>(), leaves, message)
    } else {
        leaves::leaves::<_, C, D>(four::<false>(), leaves, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that both forms of a rotation agree. The vendor of the CPU decides which one runs.
    #[test]
    fn rotations_agree() {
        #[target_feature(enable = "bmi2,avx512bw,avx512dq,avx512vl")]
        fn hashes(key: &[u64; 4], message: &[u8]) -> [u64; 2] {
            [
                leaves::tree::<_, 2, 4>(four::<true>(), key, message),
                leaves::tree::<_, 2, 4>(four::<false>(), key, message),
            ]
        }
        if crate::Backend::from_name("x86_avx512").is_none() {
            std::println!("skipped: this CPU has no AVX-512");
            return;
        }
        let message: [u8; 300] = core::array::from_fn(|i| (i * i * 7).to_le_bytes()[0]);
        for len in 0..=message.len() {
            // SAFETY: `from_name` above returned a token, so the CPU has the features of the level.
            let [a, b] = unsafe { hashes(&[1, 2, 3, 4], &message[..len]) };
            assert_eq!(a, b, "{len} bytes");
        }
    }
}
