//! The key of a column in the form that the kernels take, and the values of a chunk of rows.

use crate::backend::{Cells, Factor, Factors, Words};
use crate::key::{ColumnKey, Key};
use crate::validity::Validity;
use gf2::Wide;
use gf2::backend::portable::{clmul64, reduce128};

/// The number of values converted at a time, which fit into the first-level cache. Functions with
/// arrays of so many are `#[inline(never)]`: a caller would have those of all kinds of columns on
/// the stack, and threads may have little.
pub(crate) const CHUNK: usize = 256;

/// The cells of a chunk of rows. The alignment is that of the widest loads and stores.
#[repr(align(64))]
pub(crate) struct Chunk {
    pub(crate) a: [u128; CHUNK],
    pub(crate) b: [u128; CHUNK],
    pub(crate) t: [u64; CHUNK],
}

impl Chunk {
    pub(crate) const fn new() -> Self {
        Self { a: [0; CHUNK], b: [0; CHUNK], t: [0; CHUNK] }
    }

    /// Returns the first `count` cells.
    pub(crate) fn first(&self, count: usize) -> Cells<'_> {
        Cells { a: &self.a[..count], b: &self.b[..count], t: &self.t[..count] }
    }
}

/// The key of a column, in the forms that the kernels take.
pub(crate) struct ColumnFactors(pub(crate) ColumnKey);

impl ColumnFactors {
    /// Returns the factor for 64-bit values of the element a.
    pub(crate) fn factor(&self, key: &Key, signed: bool) -> Factor {
        let upper = times_x64(self.0[0]);
        let negative = if signed { key.product(u64::MAX.into(), upper).to_bits() } else { 0 };
        Factor { halves: words(self.0[0]), negative }
    }

    /// Returns the factors for the two words of element a or b.
    pub(crate) const fn double(&self, element: usize) -> [[u64; 2]; 2] {
        [words(self.0[element]), words(times_x64(self.0[element]))]
    }

    /// Returns the factor for tags.
    pub(crate) const fn tags(&self) -> Factor {
        Factor { halves: words(self.0[2]), negative: 0 }
    }

    /// Returns the factors for strings of at most eight bytes: for the string as a word, and for
    /// its tag, which has the top bit set unless the string is empty.
    ///
    /// In such a string only the first word u of the first unit is not 0, so both polynomials are
    /// (u + k0) k1 = u k1 + k0 k1, or 0 if it is empty.
    pub(crate) fn short_strings(&self, key: &Key) -> [Factor; 2] {
        let [row, parity] = key.wide().row_keys();
        let dot = |a, b| (key.product(a, self.0[0]) + key.product(b, self.0[1])).to_bits();
        let word = dot(row[1].into(), parity[1].into());
        let constant = dot(clmul64(row[0], row[1]), clmul64(parity[0], parity[1]));
        let top = key.product(1 << 63, self.0[2]).to_bits();
        [
            Factor { halves: words(word), negative: 0 },
            Factor { halves: words(self.0[2]), negative: constant ^ top },
        ]
    }

    /// Returns the factors for cells.
    pub(crate) const fn cells(&self) -> Factors {
        Factors { a: self.double(0), b: self.double(1), t: words(self.0[2]) }
    }
}

/// Returns the words of an element.
#[expect(clippy::cast_possible_truncation, reason = "halves")]
const fn words(a: u128) -> [u64; 2] {
    [a as u64, (a >> 64) as u64]
}

/// Computes a · x^64 in the field.
const fn times_x64(a: u128) -> u128 {
    reduce128(Wide { hi: a >> 64, lo: a << 64 })
}

/// Sets the values of nulls to 0. The first value belongs to row `at`, a multiple of 64.
pub(crate) fn clear<T: Copy + Default>(values: &mut [T], validity: Option<Validity>, at: usize) {
    each_null(validity, at, values.len(), |i| values[i] = T::default());
}

/// Calls `each` with every i below `count` for which row `at + i` is null.
pub(crate) fn each_null(
    validity: Option<Validity>,
    at: usize,
    count: usize,
    mut each: impl FnMut(usize),
) {
    let Some(validity) = validity else { return };
    for start in (0..count).step_by(64) {
        let mut nulls = !validity.word(at + start, (count - start).min(64));
        while nulls != 0 {
            each(start + nulls.trailing_zeros() as usize);
            nulls &= nulls - 1;
        }
    }
}

/// Writes a column of words.
pub(crate) fn put<T: Copy>(
    to: &mut [Words],
    place: usize,
    values: &[T],
    mut convert: impl FnMut(T) -> u64,
) {
    let (groups, rest) = values.as_chunks();
    for (words, values) in to.iter_mut().zip(groups) {
        words.0[place] = values.map(&mut convert);
    }
    if let Some(words) = to.get_mut(groups.len()) {
        for (word, value) in words.0[place].iter_mut().zip(rest) {
            *word = convert(*value);
        }
    }
}
