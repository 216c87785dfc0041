//! AVX-512: 512-bit registers of sixteen streams each, and 256-bit registers of eight streams each
//! with the same instructions.

use crate::backend::{Part, portable};
use crate::table::State;
use hash_core::x86 as arch;

/// Defines the functions of the rounds, which are one instruction each. The argument of `ternary`
/// is the truth table: bit 4b + 2c + d is the value of the function.
macro_rules! ternary_functions {
    () => {
        #[inline]
        #[target_feature(enable = "avx512bw,avx512vl")]
        fn add_f(sum: V, b: V, c: V, d: V) -> V {
            add(sum, ternary::<0b1100_1010>(b, c, d))
        }

        #[inline]
        #[target_feature(enable = "avx512bw,avx512vl")]
        fn add_g(sum: V, b: V, c: V, d: V) -> V {
            add(sum, ternary::<0b1110_0100>(b, c, d))
        }

        #[inline]
        #[target_feature(enable = "avx512bw,avx512vl")]
        fn add_h(sum: V, b: V, c: V, d: V) -> V {
            add(sum, ternary::<0b1001_0110>(b, c, d))
        }

        #[inline]
        #[target_feature(enable = "avx512bw,avx512vl")]
        fn add_i(sum: V, b: V, c: V, d: V) -> V {
            add(sum, ternary::<0b0011_1001>(b, c, d))
        }
    };
}

/// Vectors of sixteen words.
mod wide {
    use super::arch;
    use crate::backend::Part;
    use crate::backend::vectors::kernels;
    use crate::table::State;
    use arch::{
        __m512i as V, _mm512_add_epi32 as add, _mm512_rol_epi32, _mm512_set1_epi32 as splat,
        _mm512_ternarylogic_epi32 as ternary, _mm512_unpackhi_epi32 as high_words,
        _mm512_unpackhi_epi64 as high_pairs, _mm512_unpacklo_epi32 as low_words,
        _mm512_unpacklo_epi64 as low_pairs,
    };

    const PARTS: usize = 4;

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl")]
    unsafe fn load(starts: &[*const u8; LANES], row: usize, offset: usize) -> V {
        // SAFETY: the caller guarantees that the bytes are readable; no alignment is needed.
        let (low, high) = unsafe {
            (
                arch::_mm256_loadu2_m128i(
                    starts[4 + row].add(offset).cast(),
                    starts[row].add(offset).cast(),
                ),
                arch::_mm256_loadu2_m128i(
                    starts[12 + row].add(offset).cast(),
                    starts[8 + row].add(offset).cast(),
                ),
            )
        };
        arch::_mm512_inserti64x4::<1>(arch::_mm512_castsi256_si512(low), high)
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl")]
    fn store(x: V) -> [[u8; 16]; PARTS] {
        let mut parts = [[0; 16]; PARTS];
        // SAFETY: the parts are writable; no alignment is needed.
        unsafe { arch::_mm512_storeu_si512(parts.as_mut_ptr().cast(), x) };
        parts
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl")]
    fn rotate<const LEFT: i32, const RIGHT: i32>(x: V) -> V {
        _mm512_rol_epi32::<LEFT>(x)
    }

    ternary_functions!();

    kernels! { "avx512bw,avx512vl", zmm_reg }
}

/// Vectors of eight words.
mod narrow {
    use super::arch;
    use crate::backend::Part;
    use crate::backend::vectors::kernels;
    use crate::table::State;
    use arch::{
        __m256i as V, _mm256_add_epi32 as add, _mm256_rol_epi32, _mm256_set1_epi32 as splat,
        _mm256_ternarylogic_epi32 as ternary, _mm256_unpackhi_epi32 as high_words,
        _mm256_unpackhi_epi64 as high_pairs, _mm256_unpacklo_epi32 as low_words,
        _mm256_unpacklo_epi64 as low_pairs,
    };

    const PARTS: usize = 2;

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl")]
    unsafe fn load(starts: &[*const u8; LANES], row: usize, offset: usize) -> V {
        // SAFETY: the caller guarantees that the bytes are readable; no alignment is needed.
        unsafe {
            arch::_mm256_loadu2_m128i(
                starts[4 + row].add(offset).cast(),
                starts[row].add(offset).cast(),
            )
        }
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl")]
    fn store(x: V) -> [[u8; 16]; PARTS] {
        let mut parts = [[0; 16]; PARTS];
        // SAFETY: the parts are writable; no alignment is needed.
        unsafe { arch::_mm256_storeu_si256(parts.as_mut_ptr().cast(), x) };
        parts
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl")]
    fn rotate<const LEFT: i32, const RIGHT: i32>(x: V) -> V {
        _mm256_rol_epi32::<LEFT>(x)
    }

    ternary_functions!();

    kernels! { "avx512bw,avx512vl", zmm_reg }
}

/// Vectors of one word, for a single stream. On CPUs that rotate vectors in one cycle, each step is
/// a chain of four cycles; in general-purpose registers half of the steps have five. Where a
/// rotation takes two cycles, each step has five.
pub(crate) mod one {
    use super::arch;
    use crate::backend::Blocks;
    use crate::backend::portable::{Words, as_words, hidden};
    use crate::backend::rounds::{K, operations, rounds};
    use crate::table::{SINES, state, words};
    use arch::{
        __m128i as V, _mm_add_epi32 as add, _mm_cvtsi32_si128, _mm_cvtsi128_si32, _mm_rol_epi32,
        _mm_ternarylogic_epi32 as ternary,
    };

    static T: [V; 64] = {
        let mut table = [[0_u32; 4]; 64];
        let mut i = 0;
        while i < 64 {
            table[i][0] = SINES[i];
            i += 1;
        }
        // SAFETY: four words are as large as the vector, and every bit pattern is a valid vector.
        unsafe { core::mem::transmute(table) }
    };

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl")]
    fn rotate<const LEFT: i32, const RIGHT: i32>(x: V) -> V {
        _mm_rol_epi32::<LEFT>(x)
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl")]
    fn barrier(x: V) -> V {
        hash_core::opaque!(xmm_reg x)
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl")]
    fn load(bytes: [u8; 4]) -> V {
        _mm_cvtsi32_si128(i32::from_le_bytes(bytes))
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl")]
    fn word<const N: usize>(x: Words<'_, N>, n: usize, k: usize) -> V {
        load(x[n][k])
    }

    // Without the barrier the compiler adds the word and the constant last.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl")]
    fn add_word(a: V, word: V, t: V) -> V {
        barrier(add(a, add(word, t)))
    }

    ternary_functions!();

    operations! {
        #[inline]
        #[target_feature(enable = "avx512bw,avx512vl")]
        Words<'_, N>, usize
    }

    /// Mixes a block into each chain.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl")]
    fn rounds<const N: usize>(start: [[V; 4]; N], blocks: Words<'_, N>) -> [[V; 4]; N] {
        rounds!(start, blocks)
    }

    /// See [`absorb_one`](crate::backend::absorb_one).
    #[target_feature(enable = "avx512bw,avx512vl")]
    pub(in crate::backend) fn absorb(from: u128, whole: Blocks<'_>, end: Blocks<'_>) -> u128 {
        let [a, b, c, d] = words(&from.to_le_bytes());
        let mut chains = [[
            load(a.to_le_bytes()),
            load(b.to_le_bytes()),
            load(c.to_le_bytes()),
            load(d.to_le_bytes()),
        ]];
        for blocks in [whole, end] {
            for block in blocks {
                chains = rounds(chains, [as_words(block)]);
            }
        }
        let [[a, b, c, d]] = chains;
        let word = |x| _mm_cvtsi128_si32(x).cast_unsigned();
        u128::from_le_bytes(state([word(a), word(b), word(c), word(d)]))
    }
}

/// See [`crate::backend::shape`].
pub(crate) const fn shape() -> [usize; 2] {
    [16, 4]
}

/// See [`crate::backend::absorb`]. Up to 24 streams use 256-bit registers on every CPU: the time of
/// few chains is their latency, and two chains of 256 bits have the latency of one of 512 bits.
///
/// Some CPUs execute 512-bit operations in two halves. Even there 48 streams take less time in
/// three chains of 512 bits than in six of 256 bits, which have twice as many instructions. Where
/// the operations take two cycles, even three chains wait for their latency, so there are four.
#[target_feature(enable = "avx512bw,avx512vl")]
pub(crate) fn absorb(from: Option<&State>, states: &mut [State], parts: [Part<'_>; 2]) {
    match states.len() {
        0..=2 => portable::absorb(from, states, parts),
        3..=8 => narrow::absorb_side_by_side::<1>(from, states, parts),
        9..=16 => narrow::absorb_side_by_side::<2>(from, states, parts),
        17..=24 => narrow::absorb_side_by_side::<3>(from, states, parts),
        25..=32 => wide::absorb_side_by_side::<2>(from, states, parts),
        33..=48 => wide::absorb_side_by_side::<3>(from, states, parts),
        _ => wide::absorb_side_by_side::<4>(from, states, parts),
    }
}

#[cfg(test)]
mod tests {
    use crate::Backend;
    use crate::backend::portable;
    use crate::table::{Block, START};

    /// Runs on the CPUs of every vendor, although only Intel's use a single lane.
    #[test]
    fn a_single_lane_agrees_with_words() {
        if Backend::from_name("x86_avx512").is_none() {
            std::println!("skipped: this CPU has no AVX-512");
            return;
        }
        let blocks: [Block; 5] = core::array::from_fn(|i| {
            core::array::from_fn(|j| (i * 89 + j * j * 7).to_le_bytes()[0])
        });
        for count in 0..=blocks.len() {
            for first in 0..=count {
                let (first, second) = blocks[..count].split_at(first);
                let start = u128::from_le_bytes(START);
                let expected = portable::absorb_one(start, &blocks[..count], &[]);
                assert_eq!(portable::absorb_one(start, first, second), expected, "{count} blocks");
                // SAFETY: `from_name` above returned a token, so the CPU has the features of the
                // level.
                let one = unsafe { super::one::absorb(start, first, second) };
                assert_eq!(one, expected, "{count} blocks");
            }
        }
    }
}
