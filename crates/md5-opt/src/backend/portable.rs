//! General-purpose registers: one or two streams on every CPU, and all streams on those without
//! vectors.

use super::rounds::{Chains, Lanes, Words, opaque, rounds};
use super::{Blocks, Part};
use crate::table::{Block, State, state, words};

/// A word in a general-purpose register.
#[derive(Clone, Copy)]
struct Word(u32);

impl Lanes for Word {
    #[inline(always)]
    fn splat(self, x: u32) -> Self {
        Self(x)
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
    #[inline(always)]
    fn rotate(self, n: u32) -> Self {
        Self(self.0.rotate_left(n))
    }
    #[inline(always)]
    fn opaque(self) -> Self {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
        return Self(hash_core::opaque!(reg self.0));
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
        self
    }

    /// In two additions. With a single one, LEA with three operands, a block takes 2 % longer on a
    /// Zen 4, and two that are interleaved take 7 % longer.
    #[inline(always)]
    fn plus(self, m: Self, k: u32) -> Self {
        self.add(m).opaque().add(Self(k))
    }

    /// x86 has "and not" only with BMI1; without it, ¬b would be one more operation after b. The
    /// barrier hides from the compiler that b ∨ ¬d is ¬(d ∧ ¬b).
    #[inline(always)]
    fn plus_i(self, b: Self, c: Self, d: Self) -> Self {
        self.opaque().add(Self((b.0 | Self(!d.0).opaque().0) ^ c.0))
    }
}

impl<const N: usize> Words<Word, N> for [&[[u8; 4]; 16]; N] {
    #[inline(always)]
    fn word(self, i: usize) -> [Word; N] {
        self.map(|words| Word(u32::from_le_bytes(words[i])))
    }
    #[inline(always)]
    fn opaque(self) -> Self {
        self.map(opaque)
    }
}

#[inline(always)]
fn as_words(block: &Block) -> &[[u8; 4]; 16] {
    block.as_chunks().0.first_chunk().unwrap_or(&[[0; 4]; 16])
}

/// Mixes `count` blocks of each of N streams into their states.
#[inline(always)]
pub(super) fn interleaved<const N: usize>(
    states: [State; N],
    blocks: [Blocks<'_>; N],
    count: usize,
) -> [State; N] {
    let blocks = blocks.map(|blocks| &blocks[..count]);
    let mut chains: Chains<Word, N> = states.map(|state| words(&state).map(Word));
    #[expect(clippy::needless_range_loop, reason = "every stream has its slice")]
    for i in 0..count {
        let words: [&[[u8; 4]; 16]; N] = core::array::from_fn(|n| as_words(&blocks[n][i]));
        chains = rounds(chains, words);
    }
    chains.map(|chain| state(chain.map(|word| word.0)))
}

/// See [`super::absorb`]: any number of streams, two at a time.
#[inline]
pub(super) fn absorb(states: &mut [State], parts: &[Part<'_>]) {
    for (i, states) in states.chunks_mut(2).enumerate() {
        for part in parts {
            let blocks = |stream: usize| match part {
                Part::Own(bytes, count) => &bytes[stream].as_chunks().0[..*count],
                Part::Common(blocks) => *blocks,
            };
            match states {
                [a] => [*a] = interleaved([*a], [blocks(2 * i)], part.count()),
                [a, b] => {
                    let blocks = [blocks(2 * i), blocks(2 * i + 1)];
                    [*a, *b] = interleaved([*a, *b], blocks, part.count());
                }
                _ => {}
            }
        }
    }
}
