//! The elements of strings, on registers of one element. `v` is any register, which proves that the
//! CPU has the instructions.

use super::ROW_BYTES;
use crate::key::Key128;
use gf2::backend::polynomials::Polynomial;
use hash_core::load::double_word;

#[inline(always)]
pub(super) fn strings<V: Polynomial>(
    v: V,
    key: &Key128,
    messages: &[&[u8]],
    a: &mut [u128],
    b: &mut [u128],
) {
    for (message, (a, b)) in messages.iter().zip(a.iter_mut().zip(b)) {
        [*a, *b] = if message.len() <= ROW_BYTES {
            row(v, key, message)
        } else {
            key.polynomials(message)
        };
    }
}

/// Computes the elements of a string of a single row, which is its own parity.
#[inline(always)]
fn row<V: Polynomial>(v: V, key: &Key128, message: &[u8]) -> [u128; 2] {
    let [row, parity] = key.row_keys();
    let ((row, _), (parity, _)) = (row.as_chunks(), parity.as_chunks());
    let (units, rest) = message.as_chunks();
    let (mut a, mut b) = (v.zero(), v.zero());
    for ((unit, row), parity) in units.iter().zip(row).zip(parity) {
        let unit = v.of_u128(u128::from_le_bytes(*unit));
        (a, b) = (a ^ times(unit, *row), b ^ times(unit, *parity));
    }
    if let (false, Some(row), Some(parity)) =
        (rest.is_empty(), row.get(units.len()), parity.get(units.len()))
    {
        let unit = v.of_u128(double_word(rest));
        (a, b) = (a ^ times(unit, *row), b ^ times(unit, *parity));
    }
    [a.to_u128(), b.to_u128()]
}

/// Computes (u0 + k0) (u1 + k1).
#[inline(always)]
fn times<V: Polynomial>(unit: V, key: [u64; 2]) -> V {
    (unit ^ unit.load_words(&[key])).mul_halves()
}
