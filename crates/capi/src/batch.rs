//! Batches of messages, with outputs of type H.

use crate::border;
use crate::key::Held;
use crate::status::Failure;
use core::ffi::c_void;
use hash_core::BatchError;

/// The number of messages that one call of a crate gets. Nothing is allocated, so pointers and
/// lengths are joined on the stack. The group is large enough for every lane of a vector, and for
/// lanes that are refilled when a short message ends.
const GROUP: usize = 256;

/// Hashes messages, given as pointers and lengths, in groups.
///
/// # Safety
/// `data` and `lens` have `count` elements, `out` has as many writable ones, and message i has
/// `lens[i]` bytes.
pub(crate) unsafe fn many<H>(
    data: *const *const c_void,
    lens: *const usize,
    count: usize,
    out: *mut H,
    mut hash: impl FnMut(&[&[u8]], &mut [H]) -> Result<(), BatchError>,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let (data, lens) = (border::array(data, count)?, border::array(lens, count)?);
        border::apart(data, (out, count))?;
        border::apart(lens, (out, count))?;
        // Everything is checked before any output is written.
        for (data, len) in data.iter().zip(lens) {
            border::apart(border::bytes(*data, *len)?, (out, count))?;
        }
        let out = border::output(out, count)?;
        let mut group = [[].as_slice(); GROUP];
        for ((data, lens), out) in
            data.chunks(GROUP).zip(lens.chunks(GROUP)).zip(out.chunks_mut(GROUP))
        {
            for ((message, data), len) in group.iter_mut().zip(data).zip(lens) {
                *message = border::bytes(*data, *len)?;
            }
            hash(&group[..out.len()], out)?;
        }
        Ok(())
    }
}

/// Hashes words, each as its eight little-endian bytes.
///
/// # Safety
/// `words` has `count` elements, and `out` has as many writable ones.
pub(crate) unsafe fn u64s<H>(
    words: *const u64,
    count: usize,
    out: *mut H,
    hash: impl FnOnce(&[u64], &mut [H]) -> Result<(), BatchError>,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let words = border::array(words, count)?;
        border::apart(words, (out, count))?;
        hash(words, border::output(out, count)?)?;
    }
    Ok(())
}

/// Hashes the strings of a column in Arrow's layout.
///
/// # Safety
/// `values` has `len` bytes, `offsets` has one element more than `rows` unless that is 0, and `out`
/// has `rows` writable elements.
pub(crate) unsafe fn column<O: Copy, H>(
    values: *const c_void,
    len: usize,
    offsets: *const O,
    rows: usize,
    out: *mut H,
    hash: impl FnOnce(&[u8], &[O], &mut [H]) -> Result<(), BatchError>,
) -> Result<(), Failure> {
    if rows == 0 {
        return Ok(());
    }
    // SAFETY: guaranteed by the caller.
    unsafe {
        let values = border::bytes(values, len)?;
        let offsets = border::array(offsets, rows.saturating_add(1))?;
        border::apart(values, (out, rows))?;
        border::apart(offsets, (out, rows))?;
        hash(values, offsets, border::output(out, rows)?)?;
    }
    Ok(())
}

/// Returns the value of a key for the functions above.
///
/// # Safety
/// `key` is null or a key.
pub(crate) unsafe fn key<'k, K>(key: *const Held<K>) -> Result<&'k K, Failure> {
    // SAFETY: guaranteed by the caller.
    Ok(unsafe { border::object(key)? }.value())
}

/// Batches of the 32-bit functions for which their crate has none.
pub(crate) mod one_by_one {
    use hash_core::BatchError;
    use hash_core::batch::{Column, one_by_one, same_length};

    pub(crate) fn many<H>(
        messages: &[&[u8]],
        out: &mut [H],
        hash: impl FnMut(&[u8]) -> H,
    ) -> Result<(), BatchError> {
        same_length(messages.len(), out.len())?;
        one_by_one(messages.iter().copied(), out, hash);
        Ok(())
    }

    pub(crate) fn u64s<H>(
        words: &[u64],
        out: &mut [H],
        mut hash: impl FnMut(&[u8]) -> H,
    ) -> Result<(), BatchError> {
        same_length(words.len(), out.len())?;
        for (word, out) in words.iter().zip(out) {
            *out = hash(&word.to_le_bytes());
        }
        Ok(())
    }

    pub(crate) fn column<O: Copy + TryInto<usize>, H>(
        values: &[u8],
        offsets: &[O],
        out: &mut [H],
        hash: impl FnMut(&[u8]) -> H,
    ) -> Result<(), BatchError> {
        one_by_one(Column::new(values, offsets, out.len())?.iter(), out, hash);
        Ok(())
    }
}
