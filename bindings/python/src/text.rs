//! Digits as strings, written in place, because Python would check and decode a copy.
#![allow(unsafe_code, reason = "PyO3 has no string whose characters can be written")]

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::mem::MaybeUninit;
use std::slice;

/// Returns the hexadecimal digits of a digest, which consists of words of four bytes.
#[inline]
pub(crate) fn digits<'py>(py: Python<'py>, digest: &[u8]) -> PyResult<Bound<'py, PyString>> {
    let (words, rest) = digest.as_chunks::<4>();
    assert!(rest.is_empty(), "a digest is some words");
    // SAFETY: the length is not negative, and 127 makes a string of ASCII.
    let text = unsafe {
        let text = ffi::PyUnicode_New((2 * digest.len()).cast_signed(), 127);
        Bound::from_owned_ptr_or_err(py, text)?.cast_into_unchecked::<PyString>()
    };
    // SAFETY: the string has a byte for each of its characters, twice as many as the digest has
    // bytes. No other code knows it yet, unless it is the empty one, of which nothing is written.
    // Length: the digest, for which the string was made.
    let places = unsafe {
        let start = ffi::PyUnicode_DATA(text.as_ptr()).cast::<MaybeUninit<[u8; 8]>>();
        slice::from_raw_parts_mut(start, words.len())
    };
    for (place, word) in places.iter_mut().zip(words) {
        place.write(digits_of(*word));
    }
    Ok(text)
}

/// Returns the digits of four bytes. Arithmetic takes no time that depends on their values, as a
/// table may.
#[inline(always)]
fn digits_of(word: [u8; 4]) -> [u8; 8] {
    // Spreads the digits, one to a byte.
    let mut digits = u64::from(u32::from_be_bytes(word));
    digits = (digits | digits << 16) & 0x0000_ffff_0000_ffff;
    digits = (digits | digits << 8) & 0x00ff_00ff_00ff_00ff;
    digits = (digits | digits << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    // From 10 on, a digit and 6 is at least 16. The letter a is 39 characters behind that after 9.
    let letters = ((digits + 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101;
    (digits + 0x3030_3030_3030_3030 + letters * u64::from(b'a' - b'9' - 1)).to_be_bytes()
}
