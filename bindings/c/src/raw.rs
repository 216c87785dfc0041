//! Pointers and lengths from C where there is no status: nothing here needs std.

use core::ffi::c_void;
use core::mem::ManuallyDrop;
use core::slice;

/// Returns a message, or nothing for null with a length above 0 and for an impossible length. The
/// functions of other libraries have no `ph_last_error`, so there is no failure to describe.
///
/// # Safety
/// `len` bytes at `data` are readable while `'a` lasts, and no other code writes to them.
#[inline(always)]
pub(crate) unsafe fn message<'a>(data: *const c_void, len: usize) -> Option<&'a [u8]> {
    if data.is_null() {
        return (len == 0).then_some(&[]);
    }
    if isize::try_from(len).is_err() {
        return None;
    }
    // SAFETY: the pointer is not null and the length is possible; the caller guarantees the rest.
    // Length: the caller in C, who passes `len`.
    Some(unsafe { slice::from_raw_parts(data.cast(), len) })
}

/// Returns the value at a pointer of any alignment, or nothing for null.
///
/// # Safety
/// `pointer` is null or points to a T.
#[inline(always)]
pub(crate) unsafe fn read<T: Copy>(pointer: *const T) -> Option<T> {
    // SAFETY: guaranteed by the caller.
    (!pointer.is_null()).then(|| unsafe { pointer.read_unaligned() })
}

/// Writes to an output of any alignment, and returns whether it is not null.
///
/// # Safety
/// `out` is null or writable.
#[inline(always)]
pub(crate) unsafe fn write<T>(out: *mut T, value: T) -> bool {
    if out.is_null() {
        return false;
    }
    // SAFETY: the pointer is not null, and the caller guarantees the rest.
    unsafe { out.write_unaligned(value) };
    true
}

/// Makes an object that is not wiped when it is dropped, because its caller has another copy.
#[inline(always)]
pub(crate) const fn unwiped<T>(object: T) -> ManuallyDrop<T> {
    ManuallyDrop::new(object)
}

/// Overwrites an output with zeros, unless it is null or too long to exist.
///
/// # Safety
/// `out` is null or has `bytes` writable bytes.
#[cold]
pub(crate) unsafe fn clear<T>(out: *mut T, bytes: usize) {
    if !out.is_null() && isize::try_from(bytes).is_ok() {
        // SAFETY: the pointer is not null, and the caller guarantees the rest.
        // Length: the caller in C, by the length that the header gives the output.
        unsafe { out.cast::<u8>().write_bytes(0, bytes) };
    }
}
