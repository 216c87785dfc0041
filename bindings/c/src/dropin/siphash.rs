//! SipHash: the reference implementation, Google's library, libsodium and Redis. `small` has these
//! functions without std.

use crate::raw::{clear, message, read, unwiped, write};
use core::ffi::{c_int, c_void};
use hash_core::seed::words_to_bytes;
use siphash_fast::{
    HalfKey, Key, TreeKey, halfsiphash32, halfsiphash64, siphash_1_2, siphash_1_2_nocase,
    siphash_1_3, siphash_2_4, siphash128_2_4, siptreehash, siptreehash13,
};

/// Hashes under the words of a key. Returns 0 for a null pointer where that is not allowed.
///
/// # Safety
/// `key` is null or has N words, and `data` has `len` bytes.
#[inline(always)]
unsafe fn hash_words<const N: usize>(
    key: *const u64,
    data: *const c_void,
    len: usize,
    hash: impl FnOnce([u64; N], &[u8]) -> u64,
) -> u64 {
    // SAFETY: guaranteed by the caller.
    match unsafe { (read(key.cast()), message(data, len)) } {
        (Some(words), Some(message)) => hash(words, message),
        _ => 0,
    }
}

/// `SipHashC` of Google's library, SipHash-2-4: the key has two words.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_siphash24(
    key: *const u64,
    data: *const c_void,
    len: usize,
) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { hash_words(key, data, len, |k, m| siphash_2_4(&unwiped(Key::from_words(k)), m)) }
}

/// `SipHash13C` of Google's library: the key has two words.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_siphash13(
    key: *const u64,
    data: *const c_void,
    len: usize,
) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { hash_words(key, data, len, |k, m| siphash_1_3(&unwiped(Key::from_words(k)), m)) }
}

/// `SipTreeHashC` of Google's library: the key has four words.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_siptreehash(
    key: *const u64,
    data: *const c_void,
    len: usize,
) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { hash_words(key, data, len, |k, m| siptreehash(&unwiped(TreeKey::from_words(k)), m)) }
}

/// `SipTreeHash13C` of Google's library: the key has four words.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_siptreehash13(
    key: *const u64,
    data: *const c_void,
    len: usize,
) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { hash_words(key, data, len, |k, m| siptreehash13(&unwiped(TreeKey::from_words(k)), m)) }
}

/// Hashes under the 16 bytes of a key, as Redis does. Returns 0 for a null pointer where that is
/// not allowed.
///
/// # Safety
/// `key` is null or has 16 bytes, and `data` has `len`.
#[inline(always)]
unsafe fn hash_bytes(
    (data, len): (*const u8, usize),
    key: *const u8,
    hash: impl FnOnce(&Key, &[u8]) -> u64,
) -> u64 {
    // SAFETY: guaranteed by the caller.
    match unsafe { (key.cast::<[u8; 16]>().as_ref(), message(data.cast(), len)) } {
        (Some(bytes), Some(message)) => hash(&unwiped(Key::from_bytes(bytes)), message),
        _ => 0,
    }
}

/// `siphash` of Redis, SipHash-1-2: the key has 16 bytes. Returns 0 for a null pointer that is not
/// allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_siphash12(
    data: *const u8,
    len: usize,
    key: *const u8,
) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { hash_bytes((data, len), key, siphash_1_2) }
}

/// `siphash_nocase` of Redis: `ph_dropin_siphash12` of the message with `A` to `Z` converted to `a`
/// to `z`. No other byte changes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_siphash12_nocase(
    data: *const u8,
    len: usize,
    key: *const u8,
) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { hash_bytes((data, len), key, siphash_1_2_nocase) }
}

/// Writes a hash of one of two lengths. Returns -1 for other lengths and for null pointers that are
/// not allowed.
///
/// # Safety
/// `key` is null or has K bytes, `data` has `len`, `out` is null or has `out_len`.
#[inline(always)]
unsafe fn hash_reference<const K: usize, const SHORT: usize, const LONG: usize>(
    (data, len): (*const c_void, usize),
    key: *const c_void,
    (out, out_len): (*mut u8, usize),
    short: impl FnOnce(&[u8; K], &[u8]) -> [u8; SHORT],
    long: impl FnOnce(&[u8; K], &[u8]) -> [u8; LONG],
) -> c_int {
    // SAFETY: guaranteed by the caller, and by the length of the output.
    let written = unsafe {
        match (message(data, len), key.cast::<[u8; K]>().as_ref()) {
            (Some(message), Some(key)) if out_len == SHORT => {
                write(out.cast(), short(key, message))
            }
            (Some(message), Some(key)) if out_len == LONG => write(out.cast(), long(key, message)),
            _ => false,
        }
    };
    if written {
        return 0;
    }
    // SAFETY: guaranteed by the caller.
    unsafe { clear(out, out_len) };
    -1
}

/// `siphash` of the reference, SipHash-2-4: the key has 16 bytes, the output 8 or 16. Returns 0, or
/// -1 for null and for any other length of the output, for which the reference ends the program.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_siphash(
    data: *const c_void,
    len: usize,
    key: *const c_void,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    let key_of = |bytes: &[u8; 16]| unwiped(Key::from_bytes(bytes));
    // SAFETY: the contract of the header is that of the callees.
    unsafe {
        hash_reference::<16, 8, 16>(
            (data, len),
            key,
            (out, out_len),
            |key, message| siphash_2_4(&key_of(key), message).to_le_bytes(),
            |key, message| words_to_bytes(&siphash128_2_4(&key_of(key), message)),
        )
    }
}

/// `halfsiphash` of the reference, HalfSipHash-2-4: the key has 8 bytes, the output 4 or 8. Returns
/// as `ph_dropin_siphash`.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_halfsiphash(
    data: *const c_void,
    len: usize,
    key: *const c_void,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    let key_of = |bytes: &[u8; 8]| unwiped(HalfKey::from_bytes(bytes));
    // SAFETY: the contract of the header is that of the callees.
    unsafe {
        hash_reference::<8, 4, 8>(
            (data, len),
            key,
            (out, out_len),
            |key, message| halfsiphash32(&key_of(key), message).to_le_bytes(),
            |key, message| halfsiphash64(&key_of(key), message).to_le_bytes(),
        )
    }
}
