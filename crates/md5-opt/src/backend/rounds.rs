//! The four rounds of RFC 1321, section 3.4, written once for general-purpose registers and for
//! vectors of every width.
//!
//! A round has sixteen operations. The RFC writes `[abcd k s i]` for
//!
//! ```text
//! a = b + ((a + F(b, c, d) + X[k] + T[i]) <<< s)
//! ```
//!
//! where X is the block, T the table of sines, and F becomes G, H and I in the later rounds. Only a
//! changes; b, c and d are one to three operations older. So the time of one stream is that of the
//! chain from b to the next b, which depends on the order of the operations: all terms that do not
//! need b are added first, and b comes last. With x for `X[k]` and t for `T[i]`:
//!
//! | function               | computed as                     | cycles from b to b |
//! |------------------------|---------------------------------|--------------------|
//! | F = (b ∧ c) ∨ (¬b ∧ d) | (a+x+t) + (((c ⊕ d) ∧ b) ⊕ d)   | 5                  |
//! | G = (b ∧ d) ∨ (c ∧ ¬d) | (a+x+t+(c ∧ ¬d)) + (b ∧ d)      | 4                  |
//! | H = b ⊕ c ⊕ d          | (a+x+t) + (b ⊕ (c ⊕ d))         | 4                  |
//! | I = c ⊕ (b ∨ ¬d)       | (a+x+t−1) − (c ⊕ (d ∧ ¬b))      | 5                  |
//!
//! In G, the bits of both terms are disjoint, so "or" is "+". I uses ¬x = −1 − x. Four operations,
//! one of each kind, take 18 cycles, and a block takes 288. The form of G and the order are from
//! "MD5 Optimisation Tricks" by Anime Tosho; the subtraction in I saves the complement of d. The
//! compiler re-associates sums without regard to this chain. Barriers prevent that.
//!
//! # The module of a register
//!
//! `rounds!` and `looped_rounds!`, of [`vectors`](super::vectors), are bodies of functions. They
//! name nothing but these items of the module that uses them:
//!
//! | name                         | meaning                                                       |
//! |------------------------------|---------------------------------------------------------------|
//! | `V`                          | a register with one 32-bit word of each stream                |
//! | `T`, `PLACES` for loops      | the table T, from [`SINES`](crate::table::SINES); each k      |
//! | `add(a, b)`                  | the sum modulo 2^32                                           |
//! | `rotate::<S, R>(a)`          | a rotated left by S bits, where R is 32 − S                   |
//! | `hidden(x)`, not for loops   | the block of each chain, its origin hidden from the compiler  |
//! | `word(x, n, k)`              | `X[k]` of chain n                                             |
//! | `add_word(a, word, t)`       | a + `X[k]` + `T[i]`                                           |
//! | `add_f(sum, b, c, d)`, `add_g`, `add_h`, `add_i` | sum + F(b, c, d), + G, + H, + I           |
//! | `operate_f`, `operate_g`, `operate_h`, `operate_i` | from `operations!`                      |
//!
//! Without `hidden` the compiler would keep the words that it has loaded, run out of registers and
//! spill them to the stack.
//!
//! These are macros and not functions over a trait, because the compiler keeps the states of such
//! functions on the stack.

use crate::table::word_index;

/// Defines `operate_f`, `operate_g`, `operate_h` and `operate_i`, which compute an operation
/// `[abcd k s i]` of every chain, where A is the index of a, and b, c and d are the words after it.
/// The RFC renames the words after each operation, to `[dabc k s i]` and so on, and so do callers.
///
/// The chains are counted in constants and not in a loop, which builds for size and unoptimised
/// builds would execute.
macro_rules! operations {
    ($(#[$attribute:meta])* $Words:ty, $Index:ty) => {
        $crate::backend::rounds::operations! {
            @one $(#[$attribute])* $Words, $Index, operate_f, add_f
        }
        $crate::backend::rounds::operations! {
            @one $(#[$attribute])* $Words, $Index, operate_g, add_g
        }
        $crate::backend::rounds::operations! {
            @one $(#[$attribute])* $Words, $Index, operate_h, add_h
        }
        $crate::backend::rounds::operations! {
            @one $(#[$attribute])* $Words, $Index, operate_i, add_i
        }
    };
    (
        @one $(#[$attribute:meta])* $Words:ty, $Index:ty, $operate:ident, $add_function:ident
    ) => {
        $(#[$attribute])*
        fn $operate<const N: usize, const A: usize, const S: i32, const R: i32>(
            chains: &mut [[V; 4]; N],
            x: $Words,
            k: $Index,
            t: V,
        ) {
            const { assert!(0 < N && N <= 4 && A < 4 && S + R == 32) };
            $crate::backend::rounds::operations! { @chain 0, chains, x, k, t, $add_function }
            if const { N > 1 } {
                $crate::backend::rounds::operations! { @chain 1, chains, x, k, t, $add_function }
            }
            if const { N > 2 } {
                $crate::backend::rounds::operations! { @chain 2, chains, x, k, t, $add_function }
            }
            if const { N > 3 } {
                $crate::backend::rounds::operations! { @chain 3, chains, x, k, t, $add_function }
            }
        }
    };
    (@chain $n:literal, $chains:ident, $x:ident, $k:ident, $t:ident, $add_function:ident) => {
        let (a, b) = ($chains[$n][A], $chains[$n][(A + 1) % 4]);
        let (c, d) = ($chains[$n][(A + 2) % 4], $chains[$n][(A + 3) % 4]);
        let sum = $add_function(add_word(a, word($x, $n, $k), $t), b, c, d);
        $chains[$n][A] = add(b, rotate::<S, R>(sum));
    };
}

/// Mixes a block into each of N chains A, B, C, D, and returns the chains. The chains are
/// independent and interleaved, because a single one leaves most of the CPU's units idle.
///
/// It is the body of
/// `fn rounds<const N: usize>(start: [[V; 4]; N], blocks: Blocks) -> [[V; 4]; N]`.
macro_rules! rounds {
    ($start:ident, $blocks:ident) => {{
        let mut chains = $start;
        let x = hidden($blocks);
        $crate::backend::rounds::round!(chains, x, operate_f, 7 12 17 22, 0 4 8 12);
        let x = hidden(x);
        $crate::backend::rounds::round!(chains, x, operate_g, 5 9 14 20, 16 20 24 28);
        let x = hidden(x);
        $crate::backend::rounds::round!(chains, x, operate_h, 4 11 16 23, 32 36 40 44);
        let x = hidden(x);
        $crate::backend::rounds::round!(chains, x, operate_i, 6 10 15 21, 48 52 56 60);
        $crate::backend::rounds::add_start!(chains, $start);
        chains
    }};
}

/// Computes a round: its function, the rotations s of four successive operations, and the numbers i
/// of the first of each four operations, which count from 0.
macro_rules! round {
    (
        $chains:ident, $x:ident, $operate:ident,
        $s0:literal $s1:literal $s2:literal $s3:literal, $($i:literal)*
    ) => {$(
        const { assert!($i % 4 == 0) };
        $operate::<N, 0, $s0, { 32 - $s0 }>(&mut $chains, $x, K[$i], T[$i]);
        $operate::<N, 3, $s1, { 32 - $s1 }>(&mut $chains, $x, K[$i + 1], T[$i + 1]);
        $operate::<N, 2, $s2, { 32 - $s2 }>(&mut $chains, $x, K[$i + 2], T[$i + 2]);
        $operate::<N, 1, $s3, { 32 - $s3 }>(&mut $chains, $x, K[$i + 3], T[$i + 3]);
    )*};
}

/// Adds the chains before the rounds to those after them.
macro_rules! add_start {
    ($chains:ident, $start:ident) => {
        let mut n = 0;
        while n < N {
            let ([a, b, c, d], [aa, bb, cc, dd]) = ($chains[n], $start[n]);
            $chains[n] = [add(a, aa), add(b, bb), add(c, cc), add(d, dd)];
            n += 1;
        }
    };
}

/// The index of the word that each operation adds.
pub(super) static K: [usize; 64] = {
    let mut indices = [0; 64];
    let mut i = 0;
    while i < 64 {
        indices[i] = word_index(i);
        i += 1;
    }
    indices
};

pub(super) use {add_start, operations, round, rounds};

/// Returns the reference, but hides from the compiler where it points.
#[inline(always)]
pub(super) fn opaque<T>(reference: &T) -> &T {
    hash_core::opaque!(ref reference)
}
