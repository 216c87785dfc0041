//! The variants of the article "MD5 Optimisation Tricks" (Anime Tosho), for the machine at hand.
//!
//! The article uses assembly. Here a compiler chooses the instructions, and empty `asm!` blocks fix
//! the order of additions and the time of loads. "LEA" is therefore a permission: without it, the
//! sum of state and word passes a barrier before the constant is added, which takes two additions.
//!
//! | name     | content                                                                  |
//! |----------|--------------------------------------------------------------------------|
//! | Textbook | the formulas of RFC 1321, without barriers                               |
//! | Standard | additions in the order of the critical path                              |
//! | GOpt     | also G as a sum, of which only the second half waits for b               |
//! | GHOpt    | also H from the exclusive or of the previous step                        |
//! | NoLEA…   | the same with two additions instead of LEA                               |
//! | Cache4, Cache8 | Standard, but the compiler may keep every fourth or second word    |
//! | CacheG   | Cache8 with GOpt                                                         |
//! | AVX512   | one lane of a vector: ternary logic, rotation                            |

use super::contenders::Single;
use md5_opt::Digest;

/// Flags of a variant; see the table above.
const GOPT: u8 = 1;
const HOPT: u8 = 2;
const NOLEA: u8 = 4;
const CACHE4: u8 = 8;
const CACHE8: u8 = 16;
const TEXTBOOK: u8 = 32;

/// Lists the variants that this CPU runs, by their names in the article.
#[must_use]
pub fn variants() -> Vec<Single> {
    let scalar: [Single; 10] = [
        ("Textbook", digest::<TEXTBOOK>),
        ("Standard", digest::<0>),
        ("GOpt", digest::<GOPT>),
        ("GHOpt", digest::<{ GOPT | HOPT }>),
        ("NoLEA", digest::<NOLEA>),
        ("NoLEA-G", digest::<{ NOLEA | GOPT }>),
        ("NoLEA-GH", digest::<{ NOLEA | GOPT | HOPT }>),
        ("Cache4", digest::<CACHE4>),
        ("Cache8", digest::<CACHE8>),
        ("CacheG", digest::<{ CACHE8 | GOPT }>),
    ];
    scalar.into_iter().chain(one_lane()).collect()
}

fn one_lane() -> Option<Single> {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
        return Some(("AVX512", one_lane::digest));
    }
    None
}

/// Returns the value, hidden from the compiler, so that sums are added in source order.
#[inline(always)]
fn opaque(x: u32) -> u32 {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
    let x = hash_core::opaque!(reg x);
    x
}

const SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// ⌊2^32 · |sin i|⌋. The constants of the crate are private.
#[rustfmt::skip]
const SINES: [u32; 64] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
];

/// Returns the reference, hidden from the compiler, so that it loads words again.
#[inline(always)]
fn opaque_ref<T>(x: &T) -> &T {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
    let x = hash_core::opaque!(ref x);
    x
}

/// Runs step i of variant V. `carried` is c ⊕ d if the previous step computed it.
#[inline(always)]
fn step<const V: u8>(state: &mut [u32; 4], carried: &mut u32, m: u32, i: usize) {
    let [a, b, c, d] = *state;
    let order = |x| if V & TEXTBOOK == 0 { opaque(x) } else { x };
    let am = a.wrapping_add(m);
    let am = if V & NOLEA != 0 { opaque(am) } else { am };
    let sum = am.wrapping_add(SINES[i]);
    let sum = match i / 16 {
        0 => order(sum).wrapping_add(((c ^ d) & b) ^ d),
        1 if V & GOPT != 0 => order(sum.wrapping_add(c & !d)).wrapping_add(b & d),
        1 => order(sum).wrapping_add(order(c & !d) | (b & d)),
        2 if V & HOPT != 0 => {
            let h = *carried ^ b;
            *carried = h ^ d;
            order(sum).wrapping_add(h)
        }
        2 => order(sum).wrapping_add(order(c ^ d) ^ b),
        _ => order(sum).wrapping_add((b | order(!d)) ^ c),
    };
    *state = [d, b.wrapping_add(sum.rotate_left(SHIFTS[i / 16][i % 4])), b, c];
}

/// Returns word `index` of a block, either kept from its first load or loaded again.
#[inline(always)]
fn word<const V: u8>([first, again]: [&[u8; 64]; 2], index: usize) -> u32 {
    let is_kept =
        V & CACHE4 != 0 && index.is_multiple_of(4) || V & CACHE8 != 0 && index.is_multiple_of(2);
    let words: &[[u8; 4]] = if is_kept { first } else { again }.as_chunks().0;
    u32::from_le_bytes(words[index])
}

/// Returns the state after a block.
#[inline(always)]
fn block<const V: u8>(start: [u32; 4], block: &[u8; 64]) -> [u32; 4] {
    let mut state = start;
    let mut carried = 0;
    macro_rules! round {
        ($round:literal, $mul:literal, $add:literal: $($i:literal)*) => {
            let again = if V & TEXTBOOK == 0 { opaque_ref(block) } else { block };
            if $round == 2 {
                carried = state[2] ^ state[3];
            }
            $(
                let m = word::<V>([block, again], ($mul * $i + $add) % 16);
                step::<V>(&mut state, &mut carried, m, 16 * $round + $i);
            )*
        };
    }
    round!(0, 1, 0: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    round!(1, 5, 1: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    round!(2, 3, 5: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    round!(3, 7, 0: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    std::array::from_fn(|i| start[i].wrapping_add(state[i]))
}

/// Pads a message and passes its blocks to `blocks`.
#[inline(always)]
fn pad(message: &[u8], mut blocks: impl FnMut([u32; 4], &[[u8; 64]]) -> [u32; 4]) -> Digest {
    let (whole, rest) = message.as_chunks();
    let mut end = [[0; 64]; 2];
    end[0][..rest.len()].copy_from_slice(rest);
    end[0][rest.len()] = 0x80;
    let last = usize::from(rest.len() >= 56);
    end[last][56..].copy_from_slice(&(8 * message.len() as u64).to_le_bytes());
    let state = blocks([0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476], whole);
    let state = blocks(state, &end[..=last]);
    let mut digest = [0; 16];
    for (bytes, word) in digest.as_chunks_mut().0.iter_mut().zip(state) {
        *bytes = word.to_le_bytes();
    }
    digest
}

fn digest<const V: u8>(message: &[u8]) -> Digest {
    #[inline(never)]
    fn blocks<const V: u8>(state: [u32; 4], blocks: &[[u8; 64]]) -> [u32; 4] {
        blocks.iter().fold(state, block::<V>)
    }
    pad(message, blocks::<V>)
}

/// MD5 in one lane of a vector, with AVX-512VL.
#[cfg(target_arch = "x86_64")]
mod one_lane {
    use super::{Digest, SHIFTS, SINES, pad};
    use std::arch::x86_64::*;

    pub(super) fn digest(message: &[u8]) -> Digest {
        // SAFETY: `variants` lists this function only where the features were detected.
        pad(message, |state, message| unsafe { blocks(state, message) })
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    fn step(state: &mut [__m128i; 4], m: &[[u8; 4]; 16], i: usize) {
        let [a, b, c, d] = *state;
        let (f, index) = match i / 16 {
            0 => (_mm_ternarylogic_epi32::<0b1100_1010>(b, c, d), i),
            1 => (_mm_ternarylogic_epi32::<0b1110_0100>(b, c, d), 5 * i + 1),
            2 => (_mm_ternarylogic_epi32::<0b1001_0110>(b, c, d), 3 * i + 5),
            _ => (_mm_ternarylogic_epi32::<0b0011_1001>(b, c, d), 7 * i),
        };
        let m = u32::from_le_bytes(m[index % 16]).wrapping_add(SINES[i]);
        let sum = hash_core::opaque!(xmm_reg _mm_add_epi32(a, _mm_cvtsi32_si128(m.cast_signed())));
        let n = _mm_set1_epi32(SHIFTS[i / 16][i % 4].cast_signed());
        let new = _mm_add_epi32(b, _mm_rolv_epi32(_mm_add_epi32(sum, f), n));
        *state = [d, new, b, c];
    }

    #[target_feature(enable = "avx512f,avx512vl")]
    fn blocks(state: [u32; 4], blocks: &[[u8; 64]]) -> [u32; 4] {
        let mut state = state.map(|word| _mm_cvtsi32_si128(word.cast_signed()));
        for block in blocks {
            let start = state;
            let words: &[[u8; 4]; 16] = block.as_chunks().0.first_chunk().expect("64 bytes");
            macro_rules! steps {
                ($($i:literal)*) => { $(
                    step(&mut state, words, 4 * $i);
                    step(&mut state, words, 4 * $i + 1);
                    step(&mut state, words, 4 * $i + 2);
                    step(&mut state, words, 4 * $i + 3);
                )* };
            }
            steps!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
            for (word, start) in state.iter_mut().zip(start) {
                *word = _mm_add_epi32(*word, start);
            }
        }
        state.map(|word| _mm_cvtsi128_si32(word).cast_unsigned())
    }
}
