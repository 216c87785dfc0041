//! Kernel dispatch. All unsafe code of the crate is in this module.
//!
//! A kernel is a function from plain data to plain data. Every backend file has the same kernels:
//!
//! | kernel            | computes                                                           |
//! |-------------------|--------------------------------------------------------------------|
//! | `words`           | the products of columns of 64-bit values, added to the rows' sums  |
//! | `doubles`         | the same for a column of 128-bit values                            |
//! | `decimals`        | numbers in normal form as columns of words                         |
//! | `short_views`, `short_strings` | short strings as columns of words                     |
//! | `cells`           | the same for a column of cells: two elements and a tag             |
//! | `strings`         | the elements of strings                                            |
//! | `finish`          | the fingerprints of the rows                                       |
//! | `product`         | the product of a multiset                                          |
//! | `multiply_groups` | the products of many multisets                                     |
//! | `horner`          | the polynomial of a sequence                                       |

pub use gf2::Backend;

use crate::decimal::Unscaled;
use crate::fingerprint::Fingerprint;
use crate::key::Key128;
use gf2::Level;

#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
mod columns;
#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
mod lanes;
mod portable;
#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
mod products;
#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
mod string;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "x86", not(any(target_os = "none", target_os = "uefi")))
))]
mod x86;

/// The number of rows whose sums are stored together.
pub(crate) const GROUP: usize = 8;

/// The longest string that is a single row of a group of CLHASH-128, which is its own parity.
pub(crate) const ROW_BYTES: usize = 64;

/// The unreduced sums of eight rows.
///
/// The sum of a row is low + high · x^64, where low and high have degree at most 127. Every 64-bit
/// word of a cell adds its product with the low half of its factor to `low`, and its product with
/// the high half to `high`. Even and odd rows are stored separately, in the order in which a
/// carry-less multiplication reads eight words of a register: the low sums of rows 0, 2, 4, 6,
/// those of rows 1, 3, 5, 7, then the high sums of both.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Sums(pub(crate) [[[u64; 2]; GROUP / 2]; 4]);

impl Sums {
    pub(crate) const ZERO: Self = Self([[[0; 2]; GROUP / 2]; 4]);

    /// Adds to the sum of row i, where i is below 8.
    #[inline]
    pub(crate) fn add(&mut self, i: usize, low: u128, high: u128) {
        for (half, value) in [(0, low), (2, high)] {
            let pair = &mut self.0[half + i % 2][i / 2];
            #[expect(clippy::cast_possible_truncation, reason = "halves")]
            let [v0, v1] = [value as u64, (value >> 64) as u64];
            *pair = [pair[0] ^ v0, pair[1] ^ v1];
        }
    }

    /// Returns the sum of row i, where i is below 8.
    #[inline]
    pub(crate) fn get(&self, i: usize) -> (u128, u128) {
        let [low, high] = [0, 2].map(|half: usize| {
            let [v0, v1] = self.0[half + i % 2][i / 2];
            u128::from(v0) | u128::from(v1) << 64
        });
        (low, high)
    }
}

/// The number of columns of words that are added together, in registers: a sum passes through the
/// caches once for all of them.
pub(crate) const FUSED: usize = 8;

/// The words of eight rows, column after column.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Words(pub(crate) [[u64; GROUP]; FUSED]);

impl Words {
    pub(crate) const ZERO: Self = Self([[0; GROUP]; FUSED]);
}

/// The length of the longest string that is a single word, in bytes.
pub(crate) const WORD_BYTES: usize = 8;

/// A way to take values of 128 bits apart.
pub trait Split: Copy {
    /// Returns the low and the high words.
    fn words(self, values: &[u128; GROUP]) -> [[u64; GROUP]; 2];
}

/// Checks in debug builds that each row is in a group. Kernels would leave out the others.
#[inline(always)]
fn check_room<G>(groups: &[G], rows: usize) {
    debug_assert!(rows <= GROUP * groups.len(), "{rows} rows have {} groups", groups.len());
}

/// The factor of a column of 64-bit values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Factor {
    /// The factor of the value, low half first.
    pub(crate) halves: [u64; 2],
    /// The addend of a value with the top bit set: the product of the upper 64 bits of its
    /// extension to 128, or 0 if the values are unsigned.
    pub(crate) negative: u128,
}

/// The cells of some rows. The three slices have the same length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells<'c> {
    pub(crate) a: &'c [u128],
    pub(crate) b: &'c [u128],
    pub(crate) t: &'c [u64],
}

/// The factors of a column of cells: those of both words of a and of b, and of t, low half first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Factors {
    pub(crate) a: [[u64; 2]; 2],
    pub(crate) b: [[u64; 2]; 2],
    pub(crate) t: [u64; 2],
}

gf2::dispatch! {
    unsafe;

    /// Adds the products of columns of words, as many as there are factors, to the sums of their
    /// rows. The first products replace sums that were not set to 0.
    pub(crate) fn words(sums: &mut [Sums], is_first: bool, words: &[Words], factors: &[Factor]);

    /// Adds the product of each 128-bit value to the sum of its row. The factors are those of its
    /// two words. `sums` must have room for all values.
    pub(crate) fn doubles(sums: &mut [Sums], values: &[u128], factors: &[[u64; 2]; 2]);

    /// Writes the normal forms of numbers, each with `scale` digits after the point, to a column of
    /// words, and their tags to the next column. Returns whether all numbers are extensions of
    /// their low words; the others count as these.
    pub(crate) fn decimals::<T>[T: Unscaled](
        words: &mut [Words],
        place: usize,
        scale: u8,
        values: &[T],
    ) -> bool;

    /// Writes strings of at most eight bytes, which are given as views, to a column of words, and
    /// their tags to the next column. Returns whether all strings are so short; if not, the words
    /// are arbitrary.
    pub(crate) fn short_views(
        words: &mut [Words],
        place: usize,
        kind: u8,
        views: &[[u8; 16]],
    ) -> bool;

    /// Does the same for strings that are given as words, in which arbitrary bytes follow, and
    /// their lengths.
    pub(crate) fn short_strings(
        words: &mut [Words],
        place: usize,
        kind: u8,
        strings: &[[u64; GROUP]],
        lens: &[[u64; GROUP]],
    ) -> bool;

    /// Adds the products of cells in the same way.
    pub(crate) fn cells(sums: &mut [Sums], cells: Cells, factors: &Factors);

    /// Writes the polynomials of each message to `a` and `b`, which have the length of `messages`.
    pub(crate) fn strings(key: &Key128, messages: &[&[u8]], a: &mut [u128], b: &mut [u128]);

    /// Adds columns of words as [`words`] does, and writes the remainder of each row's sum plus
    /// `constant`. `words` must have room for all rows, and so must `sums` unless it is empty: then
    /// all sums are 0.
    pub(crate) fn finish(
        sums: &[Sums],
        words: &[Words],
        factors: &[Factor],
        constant: u128,
        out: &mut [u128],
    );

    /// Computes the product of z + f over the rows.
    pub(crate) fn product(z: u128, rows: &[u128]) -> u128;

    /// Multiplies the value of each row's group by z + f. Every group must be an index into
    /// `fingerprints`, and the counts of rows must not overflow.
    pub(crate) fn multiply_groups(
        z: u128,
        fingerprints: &mut [Fingerprint],
        rows: &[u128],
        groups: &[usize],
    );

    /// Computes the polynomial whose coefficients are the rows; the last row is the coefficient of
    /// y^0.
    pub(crate) fn horner(y: u128, rows: &[u128]) -> u128;
}
