//! The levels of x86.

/// Defines the entry points that levels of wide registers have in common.
macro_rules! entries {
    ($features:literal, $Register:ident) => {
        gf2::entries! {
            $features, $Register, generic,
            fn words(sums: &mut [Sums], is_first: bool, words: &[Words], factors: &[Factor]);
            fn decimals[T: Unscaled](
                words: &mut [Words],
                place: usize,
                scale: u8,
                values: &[T],
            ) -> bool;
            fn short_views(words: &mut [Words], place: usize, kind: u8, views: &[[u8; 16]]) -> bool;
            fn short_strings(
                words: &mut [Words],
                place: usize,
                kind: u8,
                strings: &[[u64; GROUP]],
                lens: &[[u64; GROUP]],
            ) -> bool;
            fn doubles(sums: &mut [Sums], values: &[u128], factors: &[[u64; 2]; 2]);
            fn cells(sums: &mut [Sums], cells: Cells, factors: &Factors);
            fn finish(
                sums: &[Sums],
                words: &[Words],
                factors: &[Factor],
                constant: u128,
                out: &mut [u128],
            );
            fn product(z: u128, rows: &[u128]) -> u128;
            fn horner(y: u128, rows: &[u128]) -> u128;
        }
    };
}

pub(super) mod clmul;
pub(super) mod vpclmul_x2;
pub(super) mod vpclmul_x4;
