//! The CLHash library.

use crate::raw::{message, write};
use core::ffi::c_void;

/// Hashes under the bytes of a key.
///
/// # Safety
/// `random` is null or has the bytes of a key, and `data` has `len` bytes.
#[inline(always)]
unsafe fn hash(
    random: *const c_void,
    data: *const c_void,
    len: usize,
    hash: fn(&[u8; clhash::Key::BYTES], &[u8]) -> u64,
) -> u64 {
    // SAFETY: guaranteed by the caller.
    match unsafe { (random.cast::<[u8; clhash::Key::BYTES]>().as_ref(), message(data, len)) } {
        (Some(key), Some(message)) => hash(key, message),
        _ => 0,
    }
}

/// `clhash` of the published library: `random` has 1,064 bytes. Returns 0 for a null pointer that
/// is not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_clhash(
    random: *const c_void,
    data: *const c_void,
    len: usize,
) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { hash(random, data, len, clhash::hash_borrowed) }
}

/// `clhash` of the published library when it is compiled with BITMIX.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_clhash_bitmix(
    random: *const c_void,
    data: *const c_void,
    len: usize,
) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { hash(random, data, len, clhash::hash_bitmix_borrowed) }
}

/// Writes the 1,064 bytes of the key of `get_random_key_for_clhash(seed1, seed2)`: little-endian
/// words, as the published library has them.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_clhash_key(seed1: u64, seed2: u64, out: *mut c_void) {
    let key = clhash::Key::from_xorshift(seed1, seed2);
    // SAFETY: the contract of the header.
    unsafe { write(out.cast(), key.to_bytes()) };
}
