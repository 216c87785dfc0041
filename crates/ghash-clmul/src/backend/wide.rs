//! Kernels of the levels with several elements in a register: `LANES` polynomials side by side.

use super::Block;
use super::lanes::{Factor, add, product, read, reduce};
use crate::Standard;
use gf2::backend::polynomials::Polynomials;

/// Continues the lanes over the chunks, N at a time. The chunks that do not fill a group come
/// first. `powers` are H^(N · LANES), …, H^(2 · LANES), H^LANES, each in all lanes.
///
/// The lanes are without their last multiplication before and after.
#[inline(always)]
pub(super) fn groups<V, S: Standard, const LANES: usize, const N: usize>(
    powers: &[Factor<V>; N],
    mut lanes: V,
    chunks: &[[Block; LANES]],
) -> V
where
    V: Polynomials<LANES>,
{
    let (few, chunks) = chunks.split_at(chunks.len() % N);
    lanes = group::<V, S, LANES>(&powers[N - few.len()..], lanes, few);
    for chunks in chunks.as_chunks::<N>().0 {
        lanes = group::<V, S, LANES>(powers, lanes, chunks);
    }
    lanes
}

/// Continues the lanes over as many chunks as there are powers.
#[inline(always)]
fn group<V, S: Standard, const LANES: usize>(
    powers: &[Factor<V>],
    lanes: V,
    chunks: &[[Block; LANES]],
) -> V
where
    V: Polynomials<LANES>,
{
    debug_assert_eq!(powers.len(), chunks.len());
    let ([first, powers @ ..], [chunks @ .., last]) = (powers, chunks) else {
        return lanes;
    };
    let mut sums = [lanes.zero(); 3];
    for (chunk, power) in chunks.iter().zip(powers) {
        sums = add(sums, product(read::<V, S, LANES>(lanes, chunk), *power));
    }
    // The product that waits for the previous group comes last, so that the others run meanwhile.
    sums = add(sums, product(lanes, *first));
    reduce(sums) ^ read::<V, S, LANES>(lanes, last)
}
