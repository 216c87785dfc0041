//! Converts pointers and lengths from C to references, or to a failure.
//!
//! Everything that can be checked is checked: null, alignment, lengths, overlaps. The rest is the
//! contract that the header states once for all functions. Memory described by a pointer and a
//! length is readable or, for an output, writable, and no other code writes to it during the call.
//! An object comes from this library and has not been freed.

pub(crate) use crate::raw::clear;
use crate::status::ph_status_t::*;
use crate::status::{Failure, failure};
use core::ffi::c_void;
use core::slice;

/// Checks that an array of `count` elements fits into the address space.
fn fits<T>(count: usize) -> Result<(), Failure> {
    match count.checked_mul(size_of::<T>()) {
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(()),
        _ => Err(failure(PH_ERROR_LENGTH, "array has more than PTRDIFF_MAX bytes")),
    }
}

#[cold]
pub(crate) fn null() -> Failure {
    failure(PH_ERROR_NULL, "pointer is null")
}

fn aligned<T>(pointer: *const T) -> Result<(), Failure> {
    if pointer.is_aligned() {
        return Ok(());
    }
    let bytes = align_of::<T>();
    Err(failure(PH_ERROR_ALIGNMENT, format_args!("pointer is not aligned to {bytes} bytes")))
}

/// Returns the elements of an array; an empty slice if `count` is 0.
///
/// # Safety
/// `count` elements at `pointer` are readable while `'a` lasts, and no other code writes to them.
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
    // SAFETY: the pointer is neither null nor misaligned, and the array is not too long; the caller
    // guarantees the rest.
    // Length: the caller in C, who passes `count`.
    Ok(unsafe { slice::from_raw_parts(pointer, count) })
}

/// Returns the bytes of a message; an empty slice if `len` is 0.
///
/// # Safety
/// As [`array`].
#[inline]
pub(crate) unsafe fn bytes<'a>(data: *const c_void, len: usize) -> Result<&'a [u8], Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe { array(data.cast(), len) }
}

/// Returns the elements of an output; an empty slice if `count` is 0.
///
/// # Safety
/// `count` elements at `pointer` are writable while `'a` lasts, and no other code reads them or
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
    // SAFETY: see the checks above. The elements are integers, for which every value is valid;
    // memory allocated by another language has a value, even if it is unknown.
    // Length: the caller in C, who passes `count`.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, count) })
}

/// Fails if the outputs overlap an input.
#[inline]
pub(crate) fn apart<T, H>(input: &[T], out: (*mut H, usize)) -> Result<(), Failure> {
    if input.is_empty() {
        // An empty input overlaps nothing, whatever its pointer.
        return Ok(());
    }
    let input = input.as_ptr_range();
    let (input, out, len) = (input.start.addr()..input.end.addr(), out.0.addr(), out.1);
    // `output` refuses a count that overflows.
    let end = out.saturating_add(len.saturating_mul(size_of::<H>()));
    if input.start < end && out < input.end {
        return Err(failure(PH_ERROR_OVERLAP, "outputs overlap inputs"));
    }
    Ok(())
}

/// Writes to an output, aligned or not.
///
/// # Safety
/// `out` is null or writable.
#[inline]
pub(crate) unsafe fn write<T>(out: *mut T, value: T) -> Result<(), Failure> {
    present(out)?;
    // SAFETY: the pointer is not null, and the caller guarantees the rest.
    unsafe { out.write_unaligned(value) };
    Ok(())
}

/// Fails on a null pointer.
#[inline]
pub(crate) fn present<T>(pointer: *const T) -> Result<(), Failure> {
    if pointer.is_null() { Err(null()) } else { Ok(()) }
}

/// Returns the object at a pointer.
///
/// # Safety
/// `pointer` is null or a T, and no other code writes to it while `'a` lasts.
#[inline]
pub(crate) unsafe fn object<'a, T>(pointer: *const T) -> Result<&'a T, Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe { pointer.as_ref() }.ok_or_else(null)
}

/// Returns the object at a pointer, to change it.
///
/// # Safety
/// `pointer` is null or a T, and no other code uses it while `'a` lasts.
#[inline]
pub(crate) unsafe fn object_mut<'a, T>(pointer: *mut T) -> Result<&'a mut T, Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe { pointer.as_mut() }.ok_or_else(null)
}
