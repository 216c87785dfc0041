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
//! compiler re-associates sums without regard to this chain. In general-purpose registers barriers
//! prevent that.
//!
//! # The module of a register
//!
//! `rounds!` is the body of a function, made of `round!` and `operation!`. They name nothing but
//! these items of the module that uses them:
//!
//! | name                         | meaning                                                       |
//! |------------------------------|---------------------------------------------------------------|
//! | `V`                          | a register with one 32-bit word of each stream                |
//! | `T: [V; 64]`                 | the table T, from [`SINES`](crate::table::SINES)              |
//! | `add(a, b)`                  | the sum modulo 2^32                                           |
//! | `rotate::<S, R>(a)`          | a rotated left by S bits, where R is 32 − S                   |
//! | `hidden(x)`                  | the block of each chain, its origin hidden from the compiler  |
//! | `word(x, n, k)`              | `X[k]` of chain n                                             |
//! | `add_word(a, word, t)`       | a + `X[k]` + `T[i]`                                           |
//! | `add_f(sum, b, c, d)`, `add_g`, `add_h`, `add_i` | sum + F(b, c, d), + G, + H, + I           |
//!
//! Without `hidden` the compiler would keep the words that it has loaded, run out of registers and
//! spill them to the stack.
//!
//! These are macros and not functions over a trait, because the compiler keeps the states of such
//! functions on the stack.

/// Mixes a block into each of N chains A, B, C, D, where N is at most 3, and returns the chains.
/// The chains are independent and interleaved, because a single one leaves most of the CPU's units
/// idle.
///
/// It is the body of
/// `fn rounds<const N: usize>(start: [[V; 4]; N], blocks: Blocks) -> [[V; 4]; N]`.
macro_rules! rounds {
    ($start:ident, $blocks:ident) => {{
        const { assert!(0 < N && N <= 3) };
        let mut chains = $start;
        let x = hidden($blocks);
        $crate::backend::rounds::round!(chains, x, add_f, 7 12 17 22, 0 4 8 12);
        let x = hidden(x);
        $crate::backend::rounds::round!(chains, x, add_g, 5 9 14 20, 16 20 24 28);
        let x = hidden(x);
        $crate::backend::rounds::round!(chains, x, add_h, 4 11 16 23, 32 36 40 44);
        let x = hidden(x);
        $crate::backend::rounds::round!(chains, x, add_i, 6 10 15 21, 48 52 56 60);
        let mut n = 0;
        while n < N {
            let ([a, b, c, d], [aa, bb, cc, dd]) = (chains[n], $start[n]);
            chains[n] = [add(a, aa), add(b, bb), add(c, cc), add(d, dd)];
            n += 1;
        }
        chains
    }};
}

/// Computes a round: its function, the rotations s of four successive operations, and the numbers i
/// of the first of each four operations, which count from 0.
macro_rules! round {
    (
        $chains:ident, $x:ident, $add_function:ident,
        $s0:literal $s1:literal $s2:literal $s3:literal, $($i:literal)*
    ) => {$(
        $crate::backend::rounds::operation!($chains, $x, $add_function, $s0, $i);
        $crate::backend::rounds::operation!($chains, $x, $add_function, $s1, $i + 1);
        $crate::backend::rounds::operation!($chains, $x, $add_function, $s2, $i + 2);
        $crate::backend::rounds::operation!($chains, $x, $add_function, $s3, $i + 3);
    )*};
}

/// Computes the operation `[abcd k s i]` of every chain, or of chain `n`. The RFC renames the words
/// after each operation, to `[dabc k s i]` and so on; here they move, and the new word comes
/// second.
///
/// The chains are counted in constants and not in a loop, which builds for size and unoptimised
/// builds would execute.
macro_rules! operation {
    ($chains:ident, $x:ident, $add_function:ident, $s:literal, $i:expr) => {
        $crate::backend::rounds::operation!($chains, $x, $add_function, $s, $i, 0);
        if const { N > 1 } {
            $crate::backend::rounds::operation!($chains, $x, $add_function, $s, $i, 1);
        }
        if const { N > 2 } {
            $crate::backend::rounds::operation!($chains, $x, $add_function, $s, $i, 2);
        }
    };
    ($chains:ident, $x:ident, $add_function:ident, $s:literal, $i:expr, $n:literal) => {
        let [a, b, c, d] = $chains[$n];
        let word = word($x, $n, const { $crate::table::word_index($i) });
        let sum = $add_function(add_word(a, word, T[$i]), b, c, d);
        $chains[$n] = [d, add(b, rotate::<$s, { 32 - $s }>(sum)), b, c];
    };
}

pub(super) use {operation, round, rounds};

/// Returns the reference, but hides from the compiler where it points.
#[inline(always)]
pub(super) fn opaque<T>(reference: &T) -> &T {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
    return hash_core::opaque!(ref reference);
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
    reference
}
