//! The instructions that the kernels need besides those of `gf2`.

use gf2::backend::polynomials::Polynomials;

/// A register of `LANES` elements of 128 bits, or of twice as many words.
pub(super) trait Lanes<const LANES: usize>: Polynomials<LANES> {
    /// Returns `element` in the lanes of the words of `self` that have the top bit set, and zeros
    /// in the other lanes: first for the even words, then for the odd ones.
    fn negatives(self, element: Self) -> (Self, Self);

    /// Makes a register of the even elements and one of the odd elements from two registers in
    /// order.
    fn split(self, next: Self) -> (Self, Self);

    /// Makes a register of the low words and one of the high words of the elements of two registers
    /// in order.
    fn words(self, next: Self) -> (Self, Self);

    /// Makes two registers in order from the even and the odd elements: the inverse of
    /// [`split`](Self::split).
    fn join(self, odd: Self) -> (Self, Self);
}
