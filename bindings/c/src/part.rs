//! Parts of a message that are hashed separately and joined.

use crate::border;
use crate::hash::ph_digest_t;
use crate::key::ph_key_t;
use crate::object;
use crate::status::ph_status_t;
use crate::status::{run, value};
use core::ffi::c_void;
use table::Part;

/// A part of a message, hashed separately. Parts can be hashed on several threads, and joined in
/// any grouping, but in order.
#[derive(Debug)]
pub struct ph_part_t(Part);

/// Hashes a part.
///
/// Errors: PH_ERROR_ALGORITHM if the algorithm cannot join parts, PH_ERROR_NONCE if it takes
/// nonces, PH_ERROR_NULL, PH_ERROR_LENGTH, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_part_new(
    key: *const ph_key_t,
    data: *const c_void,
    len: usize,
    out: *mut *mut ph_part_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe {
        object::give(out, || {
            let key = border::object(key)?.plain()?;
            Ok(ph_part_t(key.part(border::bytes(data, len)?)?))
        })
    })
}

/// Appends the message of `next` to that of `part`. A part may be appended to itself.
///
/// Errors: PH_ERROR_PART if the length of `part` is not a multiple of `ph_algorithm_block_bytes`
/// and `next` is not empty, if both together have 2^64 bytes or more, or if they have different
/// keys. Both are then unchanged. PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_part_append(
    part: *mut ph_part_t,
    next: *const ph_part_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees. A handle of `next` is joined,
    // because `part` and `next` may be one object.
    run(|| unsafe {
        object::reserve()?;
        let next = border::object(next)?.0.clone();
        let part = border::object_mut(part)?;
        part.0 = part.0.join(&next)?;
        Ok(())
    })
}

/// Returns the digest of a message that consists of this part. For null the digest has length 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_part_finalize(part: *const ph_part_t) -> ph_digest_t {
    // SAFETY: the contract of the header is that of the callee.
    value(ph_digest_t::NONE, || unsafe { Ok(border::object(part)?.0.finalize().into()) })
}

/// Returns the number of bytes of a part, or 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_part_len(part: *const ph_part_t) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    value(0, || unsafe { Ok(border::object(part)?.0.len()) })
}

/// Makes a second part with the same message.
///
/// Errors: PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_part_clone(
    part: *const ph_part_t,
    out: *mut *mut ph_part_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe { object::give(out, || Ok(ph_part_t(border::object(part)?.0.clone()))) })
}

/// Frees a part; null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_part_free(part: *mut ph_part_t) {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { object::free(part) };
}
