//! Messages in pieces, with hashers of any type S.

use crate::border;
use crate::object;
use crate::status::ph_status_t::PH_ERROR_LENGTH;
use crate::status::{Failure, failure};
use core::ffi::c_void;
use hash_core::CheckpointError;

pub(crate) use crate::object::free;

/// Makes a stream.
///
/// # Safety
/// `out` is null or writable.
pub(crate) unsafe fn new<S: Send>(
    out: *mut *mut S,
    make: impl FnOnce() -> Result<S, Failure>,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe { object::give(out, make) }
}

/// Restarts a stream.
///
/// # Safety
/// `stream` is null or a stream that nobody else uses.
pub(crate) unsafe fn reset<S>(
    stream: *mut S,
    make: impl FnOnce() -> Result<S, Failure>,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let stream = unsafe { border::object_mut(stream)? };
    *stream = make()?;
    Ok(())
}

/// Appends bytes to the message of a stream.
///
/// # Safety
/// `stream` is null or a stream that nobody else uses, and `data` has `len` bytes.
#[inline(always)]
pub(crate) unsafe fn update<S>(
    stream: *mut S,
    data: *const c_void,
    len: usize,
    update: impl FnOnce(&mut S, &[u8]),
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe { update(border::object_mut(stream)?, border::bytes(data, len)?) };
    Ok(())
}

/// Writes a value that is read from a stream.
///
/// # Safety
/// `stream` is null or a stream that nobody changes, `out` is null or writable.
#[inline(always)]
pub(crate) unsafe fn read<S, H>(
    stream: *const S,
    out: *mut H,
    read: impl FnOnce(&S) -> H,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let stream = border::object(stream)?;
        border::present(out)?;
        border::write(out, read(stream))
    }
}

/// Makes an object from a stream.
///
/// # Safety
/// `stream` is null or a stream that nobody changes, `out` is null or writable.
pub(crate) unsafe fn derive<S, T: Send>(
    stream: *const S,
    out: *mut *mut T,
    make: impl FnOnce(&S) -> T,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe { object::give(out, || Ok(make(border::object(stream)?))) }
}

/// Returns the length of an object; 0 for null.
///
/// # Safety
/// `object` is null or an object that nobody changes.
pub(crate) unsafe fn len<S>(object: *const S, len: impl FnOnce(&S) -> u64) -> u64 {
    // SAFETY: guaranteed by the caller.
    unsafe { object.as_ref() }.map_or(0, len)
}

/// Writes the checkpoint of a stream, which has N bytes.
///
/// # Safety
/// `stream` is null or a stream that nobody changes, and `len` bytes at `out` are writable.
pub(crate) unsafe fn save<S, const N: usize>(
    stream: *const S,
    out: *mut u8,
    len: usize,
    checkpoint: impl FnOnce(&S) -> hash_core::Checkpoint<N>,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let stream = border::object(stream)?;
        if len != N {
            let message = format_args!("buffer has {len} bytes, a checkpoint needs {N}");
            return Err(failure(PH_ERROR_LENGTH, message));
        }
        border::output(out, len)?.copy_from_slice(&checkpoint(stream)[..]);
    }
    Ok(())
}

/// Makes a stream from a checkpoint.
///
/// # Safety
/// `data` has `len` bytes, and `out` is null or writable.
pub(crate) unsafe fn restore<S: Send>(
    data: *const c_void,
    len: usize,
    out: *mut *mut S,
    resume: impl FnOnce(&[u8]) -> Result<Result<S, CheckpointError>, Failure>,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe { object::give(out, || Ok(resume(border::bytes(data, len)?)??)) }
}
