//! The portable backend, in general-purpose registers: one or two streams on every CPU, and all
//! streams on CPUs without vectors.

use super::rounds::{K, opaque, operations, rounds};
use super::{Blocks, Part};
use crate::table::{Block, SINES, State, state, words};

/// A word in a general-purpose register.
type V = u32;

/// The words of one block of each of N streams.
pub(super) type Words<'m, const N: usize> = [&'m [[u8; 4]; 16]; N];

// Written without `array::map`, whose closures are calls in builds without LTO, and without a loop,
// which takes more instructions.
#[inline(always)]
pub(super) fn hidden<const N: usize>(mut words: Words<'_, N>) -> Words<'_, N> {
    const { assert!(N == 1 || N == 2) };
    words[0] = opaque(words[0]);
    if N == 2 {
        words[1] = opaque(words[1]);
    }
    words
}

/// Returns the word, but hides its origin from the compiler.
#[inline(always)]
fn barrier(x: V) -> V {
    hash_core::opaque!(reg x)
}

static T: [V; 64] = SINES;

#[inline(always)]
fn add(a: V, b: V) -> V {
    a.wrapping_add(b)
}

#[inline(always)]
fn rotate<const LEFT: i32, const RIGHT: i32>(x: V) -> V {
    x << LEFT | x >> RIGHT
}

#[inline(always)]
fn word<const N: usize>(x: Words<'_, N>, n: usize, k: usize) -> V {
    u32::from_le_bytes(x[n][k])
}

// Two additions, separated by a barrier, because a single LEA of three operands takes longer.
#[inline(always)]
fn add_word(a: V, word: V, t: V) -> V {
    add(barrier(add(a, word)), t)
}

#[inline(always)]
fn add_f(sum: V, b: V, c: V, d: V) -> V {
    add(barrier(sum), (c ^ d) & b ^ d)
}

#[inline(always)]
fn add_g(sum: V, b: V, c: V, d: V) -> V {
    add(barrier(add(sum, c & !d)), b & d)
}

#[inline(always)]
fn add_h(sum: V, b: V, c: V, d: V) -> V {
    add(barrier(sum), c ^ d ^ b)
}

// x86 has "and not" only with BMI1; without it, ¬b would be one more operation after b. The barrier
// hides from the compiler that b ∨ ¬d equals ¬(d ∧ ¬b).
#[inline(always)]
fn add_i(sum: V, b: V, c: V, d: V) -> V {
    add(barrier(sum), (b | barrier(!d)) ^ c)
}

operations! {
    #[inline(always)]
    Words<'_, N>, usize
}

/// Mixes a block into each chain.
#[inline(always)]
fn rounds<const N: usize>(start: [[V; 4]; N], blocks: Words<'_, N>) -> [[V; 4]; N] {
    rounds!(start, blocks)
}

#[inline(always)]
pub(super) fn as_words(block: &Block) -> &[[u8; 4]; 16] {
    let (words, _) = block.as_chunks();
    match words.first_chunk() {
        Some(words) => words,
        None => unreachable!(),
    }
}

/// Mixes `count` blocks of each of N streams into their chains.
#[inline(always)]
fn interleaved<const N: usize>(
    mut chains: [[V; 4]; N],
    blocks: [Blocks<'_>; N],
    count: usize,
) -> [[V; 4]; N] {
    let blocks = blocks.map(|blocks| &blocks[..count]);
    for i in 0..count {
        let mut words = [&[[0; 4]; 16]; N];
        for (words, blocks) in words.iter_mut().zip(&blocks) {
            *words = as_words(&blocks[i]);
        }
        chains = rounds(chains, words);
    }
    chains
}

/// See [`super::absorb_one`].
pub(super) fn absorb_one(start: u128, whole: Blocks<'_>, end: Blocks<'_>) -> u128 {
    let mut chains = [words(&start.to_le_bytes())];
    let (mut blocks, mut later) = (whole, end);
    // A loop, because the code of a block is large.
    loop {
        chains = interleaved(chains, [blocks], blocks.len());
        if later.is_empty() {
            let [chain] = chains;
            return u128::from_le_bytes(state(chain));
        }
        (blocks, later) = (later, &[]);
    }
}

/// See [`super::absorb_two`].
pub(super) fn absorb_two([a, b]: [&mut State; 2], blocks: [Blocks<'_>; 2], count: usize) {
    [*a, *b] = interleaved([words(a), words(b)], blocks, count).map(state);
}

/// See [`super::shape`].
pub(super) const fn shape() -> [usize; 2] {
    [1, 2]
}

/// See [`super::absorb`]. Takes any number of streams, two at a time.
pub(super) fn absorb(from: Option<&State>, states: &mut [State], parts: [Part<'_>; 2]) {
    if let Some(from) = from {
        states.fill(*from);
    }
    for (i, states) in states.chunks_mut(2).enumerate() {
        match states {
            [a] => *a = super::absorb_one(a, parts[0].of(2 * i), parts[1].of(2 * i)),
            [a, b] => {
                for part in &parts {
                    absorb_two([a, b], [part.of(2 * i), part.of(2 * i + 1)], part.count());
                }
            }
            _ => debug_assert!(false, "a chunk has one or two states"),
        }
    }
}
