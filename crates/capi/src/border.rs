//! Pointers and lengths of C become references, or a failure.
//!
//! Everything is checked that can be: null, alignment, lengths, overlaps. What cannot be is the
//! contract that the header states once for all functions: memory that a pointer and a length
//! describe can be read or, if it is an output, written, and nobody else writes to it meanwhile; an
//! object comes from this library, and was not freed.

use crate::status::ph_status_t::*;
use crate::status::{Failure, failure};
use core::ffi::c_void;
use core::slice;

/// Whether an array of so many elements fits into the address space.
fn fits<T>(count: usize) -> Result<(), Failure> {
    match count.checked_mul(size_of::<T>()) {
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(()),
        _ => Err(failure(PH_ERROR_LENGTH, "array has more than PTRDIFF_MAX bytes")),
    }
}

#[cold]
fn null() -> Failure {
    failure(PH_ERROR_NULL, "pointer is null")
}

fn aligned<T>(pointer: *const T) -> Result<(), Failure> {
    if pointer.is_aligned() {
        return Ok(());
    }
    let bytes = align_of::<T>();
    Err(failure(PH_ERROR_ALIGNMENT, format_args!("pointer is not a multiple of {bytes} bytes")))
}

/// The elements of an array; none at a null pointer.
///
/// # Safety
/// `count` elements at `pointer` can be read while `'a` lasts, and nobody writes to them.
#[inline]
pub(crate) unsafe fn array<'a, T>(pointer: *const T, count: usize) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(null());
    }
    aligned(pointer)?;
    fits::<T>(count)?;
    // SAFETY: it is neither null nor misaligned nor too long, and the caller promises the rest.
    Ok(unsafe { slice::from_raw_parts(pointer, count) })
}

/// The bytes of a message; none at a null pointer.
///
/// # Safety
/// As [`array`].
#[inline]
pub(crate) unsafe fn bytes<'a>(data: *const c_void, len: usize) -> Result<&'a [u8], Failure> {
    // SAFETY: the caller's promise.
    unsafe { array(data.cast(), len) }
}

/// The elements of an output; none at a null pointer.
///
/// # Safety
/// `count` elements at `pointer` can be written while `'a` lasts, and nobody else reads them or
/// writes to them.
#[inline]
pub(crate) unsafe fn output<'a, T>(pointer: *mut T, count: usize) -> Result<&'a mut [T], Failure> {
    if count == 0 {
        return Ok(&mut []);
    }
    if pointer.is_null() {
        return Err(null());
    }
    aligned(pointer)?;
    fits::<T>(count)?;
    // SAFETY: the checks above. The elements are integers, of which every value is valid; memory
    // that another language has set aside has one, though nobody may know it.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, count) })
}

/// Fails if the outputs overlap an input.
#[inline]
pub(crate) fn apart<T, H>(input: &[T], out: (*mut H, usize)) -> Result<(), Failure> {
    if input.is_empty() {
        // Its pointer is to nothing.
        return Ok(());
    }
    let input = input.as_ptr_range();
    let (input, out, len) = (input.start.addr()..input.end.addr(), out.0.addr(), out.1);
    // A count that overflows is refused by `output`.
    let end = out.saturating_add(len.saturating_mul(size_of::<H>()));
    if input.start < end && out < input.end {
        return Err(failure(PH_ERROR_OVERLAP, "outputs overlap inputs"));
    }
    Ok(())
}

/// Writes to an output, aligned or not.
///
/// # Safety
/// `out` is null or can be written.
#[inline]
pub(crate) unsafe fn write<T>(out: *mut T, value: T) -> Result<(), Failure> {
    present(out)?;
    // SAFETY: it is not null, and the caller promises the rest.
    unsafe { out.write_unaligned(value) };
    Ok(())
}

/// Fails on a null pointer.
#[inline]
pub(crate) fn present<T>(pointer: *const T) -> Result<(), Failure> {
    if pointer.is_null() { Err(null()) } else { Ok(()) }
}

/// The object at a pointer.
///
/// # Safety
/// `pointer` is null or a T, and nobody writes to it while `'a` lasts.
#[inline]
pub(crate) unsafe fn object<'a, T>(pointer: *const T) -> Result<&'a T, Failure> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_ref() }.ok_or_else(null)
}

/// The object at a pointer, to change it.
///
/// # Safety
/// `pointer` is null or a T, and nobody else uses it while `'a` lasts.
#[inline]
pub(crate) unsafe fn object_mut<'a, T>(pointer: *mut T) -> Result<&'a mut T, Failure> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_mut() }.ok_or_else(null)
}
