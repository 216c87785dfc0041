//! Parts of a message that are hashed separately and joined.

use crate::border;
use crate::key::Held;
use crate::object;
use crate::status::Failure;
use core::ffi::c_void;
use hash_core::CombineError;

pub(crate) use crate::object::free;

/// Hashes a part.
///
/// # Safety
/// `key` is null or a key, `data` has `len` bytes, `out` is null or writable.
pub(crate) unsafe fn new<K, P: Send>(
    key: *const Held<K>,
    data: *const c_void,
    len: usize,
    out: *mut *mut P,
    of: impl FnOnce(&K, &[u8]) -> P,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe { object::give(out, || Ok(of(border::object(key)?.value(), border::bytes(data, len)?))) }
}

/// Appends the message of a part to that of another. A part may be appended to itself.
///
/// # Safety
/// `key` is null or a key, `part` and `next` are null or parts; nobody else uses `part`, and nobody
/// changes `next`.
pub(crate) unsafe fn append<K, P: Copy>(
    part: *mut P,
    key: *const Held<K>,
    next: *const P,
    combine: impl FnOnce(&P, &K, &P) -> Result<P, CombineError>,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller. Copies are joined, because `part` and `next` may be one
    // object.
    unsafe {
        let next = *border::object(next)?;
        let part = border::object_mut(part)?;
        *part = combine(part, border::object(key)?.value(), &next)?;
    }
    Ok(())
}

/// Writes the hash of the message in a part.
///
/// # Safety
/// `key` is null or a key, `part` is null or a part that nobody changes, `out` is null or writable.
pub(crate) unsafe fn finalize<K, P, H>(
    part: *const P,
    key: *const Held<K>,
    out: *mut H,
    finalize: impl FnOnce(&P, &K) -> H,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let (part, key) = (border::object(part)?, border::object(key)?.value());
        border::present(out)?;
        border::write(out, finalize(part, key))
    }
}
