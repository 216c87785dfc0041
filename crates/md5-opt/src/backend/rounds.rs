//! The 64 steps, written once for general-purpose registers and for vectors of every width.
//!
//! Step i turns (a, b, c, d) into (d, b + ((a + m + k + f(b, c, d)) ⋘ s), b, c), where m is a word
//! of the block, k and s are constants, and f is one of four functions, each for sixteen steps.
//! Only b is new; a, c and d are one to three steps older. So the time of one stream is that of the
//! chain from b to the next b, which depends on the order of the operations: all terms that do not
//! need b are added first, and b comes last.
//!
//! | f                      | computed as                   | cycles from b to b |
//! |------------------------|-------------------------------|--------------------|
//! | F = (b ∧ c) ∨ (¬b ∧ d) | (a+m+k) + (((c ⊕ d) ∧ b) ⊕ d) | 5                  |
//! | G = (b ∧ d) ∨ (c ∧ ¬d) | (a+m+k+(c ∧ ¬d)) + (b ∧ d)    | 4                  |
//! | H = b ⊕ c ⊕ d          | (a+m+k) + (b ⊕ (c ⊕ d))       | 4                  |
//! | I = c ⊕ (b ∨ ¬d)       | (a+m+k−1) − (c ⊕ (d ∧ ¬b))    | 5                  |
//!
//! In G, the bits of both terms are disjoint, so "or" is "+". I uses ¬x = −1 − x. Four steps, one
//! of each kind, take 18 cycles, and a block takes 288. The form of G and the order are from "MD5
//! Optimisation Tricks" by Anime Tosho; the subtraction in I saves the complement of d. The
//! compiler re-associates sums without regard to this chain. In general-purpose registers barriers
//! prevent that: without them, a block takes 337 cycles.

/// Defines `rounds`, which mixes a block into each of N chains A, B, C, D, where N is at most 3.
/// The chains are independent and interleaved, because a single one leaves most of the CPU's units
/// idle.
///
/// The calling module defines the type `V`, which is a vector with one 32-bit word of each stream
/// (in general-purpose registers, a single word); `constants()`, which returns the table
/// [`SINES`](crate::table::SINES) in this type; `add`; and `rotate::<L, R>`, which rotates left by
/// L bits, where R is 32 − L. The arguments are the attributes of the functions, the type of the
/// words of the N blocks, and expressions, which look like closures and are inserted where they are
/// needed:
///
/// * `hidden`: the words, in a form that hides from the compiler that it has loaded them before.
///   Otherwise it would keep them, run out of registers and spill them to the stack;
/// * `word`: word i of the block of chain n;
/// * `plus`: the sum of a, m and the constant k;
/// * `plus_f` to `plus_i`: the sum of a and F(b, c, d) to I(b, c, d).
///
/// This is not a function that is generic over a trait of the operations, because the compiler
/// would have to inline each call of an operation, or the CPU to execute it in a build without
/// optimisation: the crate took twice as long to compile, and an unoptimised block ten times as
/// long to hash.
macro_rules! rounds {
    (
        [$($attribute:meta),*] $Words:ty,
        hidden $hidden:tt,
        word $word:tt,
        plus $plus:tt,
        plus_f $plus_f:tt,
        plus_g $plus_g:tt,
        plus_h $plus_h:tt,
        plus_i $plus_i:tt $(,)?
    ) => {
        $crate::backend::rounds::step!([$($attribute),*] step_f $plus $plus_f);
        $crate::backend::rounds::step!([$($attribute),*] step_g $plus $plus_g);
        $crate::backend::rounds::step!([$($attribute),*] step_h $plus $plus_h);
        $crate::backend::rounds::step!([$($attribute),*] step_i $plus $plus_i);

        $(#[$attribute])*
        fn rounds<const N: usize>(start: [[V; 4]; N], words: $Words) -> [[V; 4]; N] {
            use $crate::backend::rounds::{Count, put, steps};
            use $crate::table::word_index;
            static K: [V; 64] = constants();
            const { assert!(0 < N && N <= 3) };
            let mut chains = start;
            let words = put!($hidden words);
            steps!(chains, words, $word step_f 7 25, 12 20, 17 15, 22 10;
                0 1 2 3, 4 5 6 7, 8 9 10 11, 12 13 14 15);
            let words = put!($hidden words);
            steps!(chains, words, $word step_g 5 27, 9 23, 14 18, 20 12;
                16 17 18 19, 20 21 22 23, 24 25 26 27, 28 29 30 31);
            let words = put!($hidden words);
            steps!(chains, words, $word step_h 4 28, 11 21, 16 16, 23 9;
                32 33 34 35, 36 37 38 39, 40 41 42 43, 44 45 46 47);
            let words = put!($hidden words);
            steps!(chains, words, $word step_i 6 26, 10 22, 15 17, 21 11;
                48 49 50 51, 52 53 54 55, 56 57 58 59, 60 61 62 63);
            let mut n = 0;
            while n < N {
                let ([a, b, c, d], [e, f, g, h]) = (start[n], chains[n]);
                chains[n] = [add(a, e), add(b, f), add(c, g), add(d, h)];
                n += 1;
            }
            chains
        }
    };
}

/// Defines the step of one of the four kinds, which computes the new word from A, B, C and D, a
/// word m of the block and a constant k.
macro_rules! step {
    ([$($attribute:meta),*] $step:ident $plus:tt $plus_function:tt) => {
        $(#[$attribute])*
        fn $step<const LEFT: i32, const RIGHT: i32>([a, b, c, d]: [V; 4], m: V, k: V) -> V {
            use $crate::backend::rounds::put;
            let sum = put!($plus a, m, k);
            add(b, rotate::<LEFT, RIGHT>(put!($plus_function sum, b, c, d)))
        }
    };
}

/// Computes groups of four steps, with these four rotations: each pair is the bits to the left, and
/// 32 minus them. Each step runs for every chain before the next step.
macro_rules! steps {
    (
        $chains:ident, $words:ident, $word:tt $step:ident
        $left0:literal $right0:literal, $left1:literal $right1:literal,
        $left2:literal $right2:literal, $left3:literal $right3:literal;
        $($i0:literal $i1:literal $i2:literal $i3:literal),*
    ) => {$(
        steps!(@ $chains, $words, $word [$step::<$left0, $right0>] $i0);
        steps!(@ $chains, $words, $word [$step::<$left1, $right1>] $i1);
        steps!(@ $chains, $words, $word [$step::<$left2, $right2>] $i2);
        steps!(@ $chains, $words, $word [$step::<$left3, $right3>] $i3);
    )*};
    (@ $chains:ident, $words:ident, $word:tt $step:tt $i:literal) => {{
        const WORD: usize = word_index($i);
        steps!(@ $chains[0], $words, $word $step $i);
        if Count::<N>::IS_TWO_OR_MORE {
            steps!(@ $chains[1], $words, $word $step $i);
        }
        if Count::<N>::IS_THREE {
            steps!(@ $chains[2], $words, $word $step $i);
        }
    }};
    (@ $chains:ident[$n:literal], $words:ident, $word:tt [$($step:tt)*] $i:literal) => {
        let [a, b, c, d] = $chains[$n];
        let new = $($step)*([a, b, c, d], put!($word $words, $n, WORD), K[$i]);
        $chains[$n] = [d, new, b, c];
    };
}

/// Compares the number of chains in constants, so that not even an unoptimised build has code for
/// chains that do not exist.
pub(super) struct Count<const N: usize>;

impl<const N: usize> Count<N> {
    pub(super) const IS_TWO_OR_MORE: bool = N > 1;
    pub(super) const IS_THREE: bool = N > 2;
}

/// Evaluates an expression with these arguments for its parameters.
macro_rules! put {
    ({ |$($parameter:ident),*| $expression:expr } $($argument:expr),*) => {{
        $(let $parameter = $argument;)*
        $expression
    }};
}

pub(super) use {put, rounds, step, steps};

/// Returns the reference, but hides from the compiler where it points.
#[inline(always)]
pub(super) fn opaque<T>(reference: &T) -> &T {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
    return hash_core::opaque!(ref reference);
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
    reference
}
