//! HighwayHash in Google's library: whole messages, and `HighwayHashCat` of `c/highwayhash.h`.

use crate::raw::{message, read, unwiped, write};
use core::ffi::c_void;
use core::mem::ManuallyDrop;
use highwayhash::{HighwayHasher, Key};

/// Hashes under the words of a key, where they are, and returns `none` for null pointers.
///
/// # Safety
/// `key` is null or has four words, and `data` has `len` bytes.
#[inline(always)]
unsafe fn hash<T>(
    (key, none): (*const u64, T),
    data: *const c_void,
    len: usize,
    hash: fn(&[u64; 4], &[u8]) -> T,
) -> T {
    // SAFETY: guaranteed by the caller.
    let Some(message) = (unsafe { message(data, len) }) else { return none };
    let words = key.cast::<[u64; 4]>();
    if !words.is_aligned() {
        // SAFETY: as above.
        return unsafe { read(words) }.map_or(none, |words| hash(&words, message));
    }
    // SAFETY: as above; the pointer is aligned.
    unsafe { words.as_ref() }.map_or(none, |words| hash(words, message))
}

/// `HighwayHash64`: the key has four words. Returns 0 for a null pointer that is not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_highwayhash64(
    key: *const u64,
    data: *const c_void,
    len: usize,
) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { hash((key, 0), data, len, highwayhash::hash_borrowed) }
}

/// `HighwayHash128`: the key has four words, the hash two. They are zeros for a null pointer that
/// is not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_highwayhash128(
    key: *const u64,
    data: *const c_void,
    len: usize,
    out: *mut u64,
) {
    // SAFETY: the contract of the header is that of the callees.
    unsafe {
        let words = hash((key, [0; 2]), data, len, highwayhash::hash128_borrowed);
        write(out.cast(), words);
    }
}

/// `HighwayHash256`: the key has four words, and so has the hash. They are zeros for a null pointer
/// that is not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_highwayhash256(
    key: *const u64,
    data: *const c_void,
    len: usize,
    out: *mut u64,
) {
    // SAFETY: the contract of the header is that of the callees.
    unsafe {
        let words = hash((key, [0; 4]), data, len, highwayhash::hash256_borrowed);
        write(out.cast(), words);
    }
}

/// A message of HighwayHash in pieces: stored on the caller's stack, copied by assignment, never
/// freed. Zeros are no message: call `ph_dropin_highwayhash_start` first.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ph_dropin_highwayhash_t {
    /// Private.
    pub state: [u64; 28],
}

// C aligns the struct to 8 bytes, a hasher is aligned to 32: it is copied to and from there.
const _: () = assert!(size_of::<HighwayHasher>() <= size_of::<ph_dropin_highwayhash_t>());

/// Returns the hasher in a context. The copy does not wipe itself, because the context remains.
///
/// # Safety
/// `context` is null or was started.
#[inline(always)]
unsafe fn hasher(context: *const ph_dropin_highwayhash_t) -> Option<ManuallyDrop<HighwayHasher>> {
    // The read below needs no alignment.
    let hasher = context.cast::<c_void>().cast::<ManuallyDrop<HighwayHasher>>();
    // SAFETY: the caller guarantees that there is a hasher, which owns nothing on the heap.
    (!hasher.is_null()).then(|| unsafe { hasher.read_unaligned() })
}

/// Starts a message under a key of four words.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_highwayhash_start(
    key: *const u64,
    context: *mut ph_dropin_highwayhash_t,
) {
    // SAFETY: the contract of the header. A context has room for a hasher.
    unsafe {
        if let Some(words) = read(key.cast()) {
            let key = unwiped(Key::from_words(words));
            write(context.cast(), unwiped(HighwayHasher::new(&key)));
        }
    }
}

/// Appends bytes to a message.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_highwayhash_append(
    data: *const c_void,
    len: usize,
    context: *mut ph_dropin_highwayhash_t,
) {
    // SAFETY: the contract of the header is that of the callees.
    unsafe {
        if let (Some(bytes), Some(mut hasher)) = (message(data, len), hasher(context)) {
            hasher.update(bytes);
            write(context.cast(), hasher);
        }
    }
}

/// Writes the hash of the message so far: `words` words, 1, 2 or 4. For any other number nothing is
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_dropin_highwayhash_finish(
    context: *const ph_dropin_highwayhash_t,
    out: *mut u64,
    words: usize,
) {
    // SAFETY: the contract of the header: there are as many writable words.
    unsafe {
        let Some(hasher) = hasher(context) else { return };
        match words {
            1 => write(out, hasher.finalize()),
            2 => write(out.cast(), hasher.finalize128()),
            4 => write(out.cast(), hasher.finalize256()),
            _ => false,
        };
    }
}
