//! Single messages.

use crate::border;
use crate::key::Held;
use crate::status::Failure;
use core::ffi::c_void;

/// Hashes a message under a key.
///
/// # Safety
/// `key` is null or a key, `data` has `len` bytes, `out` is null or writable.
#[inline(always)]
pub(crate) unsafe fn hash<K, H>(
    key: *const Held<K>,
    data: *const c_void,
    len: usize,
    out: *mut H,
    hash: impl FnOnce(&K, &[u8]) -> H,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let key = border::object(key)?.value();
        let message = border::bytes(data, len)?;
        border::present(out)?;
        border::write(out, hash(key, message))
    }
}

/// Hashes a message without a key.
///
/// # Safety
/// `data` has `len` bytes, `out` is null or writable.
#[inline(always)]
pub(crate) unsafe fn hash_unkeyed<H>(
    data: *const c_void,
    len: usize,
    out: *mut H,
    hash: impl FnOnce(&[u8]) -> H,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let message = border::bytes(data, len)?;
        border::present(out)?;
        border::write(out, hash(message))
    }
}
