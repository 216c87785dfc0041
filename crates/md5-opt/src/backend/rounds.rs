//! The 64 steps, written once for general-purpose registers and for vectors of every width.
//!
//! Step i turns (a, b, c, d) into (d, b + ((a + m + k + f(b, c, d)) ⋘ s), b, c), with m a word of
//! the block, k and s constants, and f one of four functions, for sixteen steps each. Only b is
//! new; a, c and d are older by one to three steps. So the time of one stream is that of the chain
//! from b to the next b, and the order of the operations decides it: all terms that do not need b
//! are added first, and b joins last.
//!
//! | f                            | computed as                                  | from b to b, cycles |
//! |------------------------------|----------------------------------------------|---------------------|
//! | F = (b ∧ c) ∨ (¬b ∧ d)       | (a+m+k) + (((c ⊕ d) ∧ b) ⊕ d)                 | 5 |
//! | G = (b ∧ d) ∨ (c ∧ ¬d)       | (a+m+k+(c ∧ ¬d)) + (b ∧ d): the bits are disjoint, so "or" is "+" | 4 |
//! | H = b ⊕ c ⊕ d                | (a+m+k) + (b ⊕ (c ⊕ d))                      | 4 |
//! | I = c ⊕ (b ∨ ¬d)             | (a+m+k−1) − (c ⊕ (d ∧ ¬b)), as ¬x = −1 − x   | 5 |
//!
//! That is 18 cycles for a step of each kind, 288 for a block (the tricks of G and of the order are
//! those of "MD5 Optimisation Tricks" by Anime Tosho; the subtraction saves the complement of d).
//! The compiler re-associates sums without regard to this chain, and [`Lanes::opaque`] keeps it
//! from that: without it, a block takes 337 cycles.

use crate::table::{SINES, rotation, word_index};

/// 32-bit words side by side, one of each stream; in general-purpose registers, a single word.
///
/// No operation makes a value without having one. The first one is made where the CPU's features
/// are known, so a value is the proof that its operations can be executed.
pub(super) trait Lanes: Copy {
    /// The constant x in each lane.
    fn splat(self, x: u32) -> Self;
    /// The sum modulo 2^32.
    fn add(self, other: Self) -> Self;
    /// The difference modulo 2^32.
    fn sub(self, other: Self) -> Self;
    /// self ∧ other.
    fn and(self, other: Self) -> Self;
    /// self ∧ ¬other.
    fn and_not(self, other: Self) -> Self;
    /// self ⊕ other.
    fn xor(self, other: Self) -> Self;
    /// Rotates to the left by 0 < n < 32 bits.
    fn rotate(self, n: u32) -> Self;
    /// The value itself, with the compiler barrier where the order of sums counts.
    #[inline(always)]
    fn opaque(self) -> Self {
        self
    }

    /// self + m + k, a word of the block and a constant.
    #[inline(always)]
    fn plus(self, m: Self, k: u32) -> Self {
        self.add(m.add(self.splat(k)))
    }
    /// self + F(b, c, d).
    #[inline(always)]
    fn plus_f(self, b: Self, c: Self, d: Self) -> Self {
        self.opaque().add(c.xor(d).and(b).xor(d))
    }
    /// self + G(b, c, d).
    #[inline(always)]
    fn plus_g(self, b: Self, c: Self, d: Self) -> Self {
        self.add(c.and_not(d)).opaque().add(b.and(d))
    }
    /// self + H(b, c, d).
    #[inline(always)]
    fn plus_h(self, b: Self, c: Self, d: Self) -> Self {
        self.opaque().add(c.xor(d).xor(b))
    }
    /// self + I(b, c, d).
    #[inline(always)]
    fn plus_i(self, b: Self, c: Self, d: Self) -> Self {
        self.sub(self.splat(1)).opaque().sub(c.xor(d.and_not(b)))
    }
}

/// A, B, C and D of N chains.
pub(super) type Chains<V, const N: usize> = [[V; 4]; N];

/// The words of a block of each of N chains, in memory.
pub(super) trait Words<V, const N: usize>: Copy {
    /// Word i of each.
    fn word(self, i: usize) -> [V; N];
    /// The same words, of which the compiler does not know that it has loaded them before.
    /// Otherwise it runs out of registers, copies them to the stack and loads them from there.
    fn opaque(self) -> Self;
}

/// Mixes a block into each chain. N independent chains are interleaved: one alone leaves most of
/// the CPU's units idle.
#[inline(always)]
pub(super) fn rounds<V: Lanes, const N: usize>(
    start: Chains<V, N>,
    words: impl Words<V, N>,
) -> Chains<V, N> {
    let mut chains = start;
    let words = sixteen_steps(&mut chains, words, 0);
    let words = sixteen_steps(&mut chains, words, 16);
    let words = sixteen_steps(&mut chains, words, 32);
    sixteen_steps(&mut chains, words, 48);
    core::array::from_fn(|n| core::array::from_fn(|i| start[n][i].add(chains[n][i])))
}

#[inline(always)]
fn sixteen_steps<V: Lanes, W: Words<V, N>, const N: usize>(
    chains: &mut Chains<V, N>,
    words: W,
    i: usize,
) -> W {
    let words = words.opaque();
    four_steps(chains, words, i);
    four_steps(chains, words, i + 4);
    four_steps(chains, words, i + 8);
    four_steps(chains, words, i + 12);
    words
}

#[inline(always)]
fn four_steps<V: Lanes, const N: usize>(
    chains: &mut Chains<V, N>,
    words: impl Words<V, N>,
    i: usize,
) {
    step(chains, words, i);
    step(chains, words, i + 1);
    step(chains, words, i + 2);
    step(chains, words, i + 3);
}

/// Step i, which is a constant wherever this is inlined.
#[inline(always)]
fn step<V: Lanes, const N: usize>(chains: &mut Chains<V, N>, words: impl Words<V, N>, i: usize) {
    for (chain, m) in chains.iter_mut().zip(words.word(word_index(i))) {
        let [a, b, c, d] = *chain;
        let sum = a.plus(m, SINES[i]);
        let sum = match i / 16 {
            0 => sum.plus_f(b, c, d),
            1 => sum.plus_g(b, c, d),
            2 => sum.plus_h(b, c, d),
            _ => sum.plus_i(b, c, d),
        };
        *chain = [d, b.add(sum.rotate(rotation(i))), b, c];
    }
}

/// The reference itself, of which the compiler does not know where it points.
#[inline(always)]
pub(super) fn opaque<T>(reference: &T) -> &T {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
    return hash_core::opaque!(ref reference);
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
    reference
}
