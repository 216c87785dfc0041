//! The functions of libsodium's `crypto_shorthash` besides SipHash.

use crate::raw::write;
use core::ffi::c_int;
use siphash_fast::Key;

/// Writes a random key of 16 bytes, as libsodium's `crypto_shorthash_keygen` does. Returns 0, or -1
/// for null and where the operating system provides no random bits.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_siphash_key(out: *mut u8) -> c_int {
    let Ok(key) = Key::try_generate() else { return -1 };
    // SAFETY: the contract of the header: 16 writable bytes.
    if unsafe { write(out.cast(), key.to_bytes()) } { 0 } else { -1 }
}
