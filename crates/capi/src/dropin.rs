//! The functions behind the headers in `include/drop-in`, which have the names of other libraries.
//!
//! This library does not define the symbols of those libraries, so both can be in one program.

use crate::status::Failure;
use crate::{border, object};
use core::cell::RefCell;
use core::ffi::{c_int, c_void};
use core::ptr::{copy_nonoverlapping, null_mut};
use hash_core::seed::words_to_bytes;
use md5_opt::Md5;

/// The length of a CLHASH key in bytes.
const CLHASH_KEY: usize = clhash::Key::BYTES;

/// A CLHASH key as the C library has it: bytes that the caller may change, and the values computed
/// from them.
struct ClhashKey {
    bytes: [u8; CLHASH_KEY],
    key: clhash::Key,
}

impl ClhashKey {
    fn new(bytes: &[u8; CLHASH_KEY]) -> Self {
        let key = clhash::Key::from_bytes(bytes).with_backend(clhash::Backend::detect());
        Self { bytes: *bytes, key }
    }
}

impl Drop for ClhashKey {
    fn drop(&mut self) {
        #[cfg(feature = "zeroize")]
        zeroize::Zeroize::zeroize(&mut self.bytes);
    }
}

thread_local! {
    static LAST_CLHASH_KEY: RefCell<Option<Box<ClhashKey>>> = const { RefCell::new(None) };
}

/// Hashes under the bytes of a key. Each thread caches the key that it used last, because comparing
/// the bytes takes a tenth of the time of computing the key again.
///
/// # Safety
/// `random` is null or has the bytes of a key, and `data` has `len` bytes.
unsafe fn hash_clhash(
    random: *const c_void,
    data: *const c_void,
    len: usize,
    hash: fn(&clhash::Key, &[u8]) -> u64,
) -> u64 {
    // SAFETY: guaranteed by the caller.
    let (Ok(bytes), Ok(message)) =
        (unsafe { (border::object(random.cast::<[u8; CLHASH_KEY]>()), border::bytes(data, len)) })
    else {
        return 0;
    };
    let cached = LAST_CLHASH_KEY.try_with(|last| {
        let mut last = last.borrow_mut();
        match &*last {
            Some(last) if last.bytes == *bytes => hash(&last.key, message),
            _ => match object::boxed(|| ClhashKey::new(bytes)) {
                Ok(key) => hash(&last.insert(key).key, message),
                Err(_) => hash(&ClhashKey::new(bytes).key, message),
            },
        }
    });
    // A thread that is ending no longer has a cache, and a thread without memory has none yet.
    cached.unwrap_or_else(|_| hash(&ClhashKey::new(bytes).key, message))
}

/// `clhash` of the published library: `random` has 1,064 bytes. Returns 0 for a null pointer that
/// is not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_dropin_clhash(
    random: *const c_void,
    data: *const c_void,
    len: usize,
) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { hash_clhash(random, data, len, clhash::hash) }
}

/// `clhash` of the published library when it is compiled with BITMIX.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_dropin_clhash_bitmix(
    random: *const c_void,
    data: *const c_void,
    len: usize,
) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { hash_clhash(random, data, len, clhash::hash_bitmix) }
}

/// Writes the 1,064 bytes of the key of `get_random_key_for_clhash(seed1, seed2)`: words in the
/// machine's byte order, as in the published library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_dropin_clhash_key(seed1: u64, seed2: u64, out: *mut c_void) {
    let key = clhash::Key::from_xorshift(seed1, seed2);
    // SAFETY: the contract of the header.
    let _ = unsafe { border::write(out.cast(), key.to_bytes()) };
}

/// Returns the words of a C key, which may have any alignment.
///
/// # Safety
/// `key` is null or has N words.
unsafe fn key_words<const N: usize>(key: *const u64) -> Result<[u64; N], Failure> {
    border::present(key)?;
    // SAFETY: the pointer is not null, and the caller guarantees the rest.
    Ok(unsafe { key.cast::<[u64; N]>().read_unaligned() })
}

/// Hashes under the words of a key. Returns 0 for a null pointer where that is not
/// allowed.
///
/// # Safety
/// `key` is null or has N words, and `data` has `len` bytes.
unsafe fn hash_words<const N: usize>(
    key: *const u64,
    data: *const c_void,
    len: u64,
    hash: impl FnOnce([u64; N], &[u8]) -> u64,
) -> u64 {
    let Ok(len) = usize::try_from(len) else { return 0 };
    // SAFETY: guaranteed by the caller.
    match unsafe { (key_words(key), border::bytes(data, len)) } {
        (Ok(words), Ok(message)) => hash(words, message),
        _ => 0,
    }
}

macro_rules! chosen {
    ($Key:ty, $words:expr) => {{
        let key = <$Key>::from_words($words);
        let backend = key.backend();
        key.with_backend(backend)
    }};
}

/// `HighwayHash64` of Google's library: the key has four words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_dropin_highwayhash64(
    key: *const u64,
    data: *const c_void,
    len: u64,
) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe {
        hash_words(key, data, len, |k, m| highwayhash::hash(&chosen!(highwayhash::Key, k), m))
    }
}

/// `SipHashC` of Google's library, SipHash-2-4: the key has two words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_dropin_siphash24(
    key: *const u64,
    data: *const c_void,
    len: u64,
) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe {
        hash_words(key, data, len, |k, m| {
            siphash_fast::siphash24(&siphash_fast::Key::from_words(k), m)
        })
    }
}

/// `SipHash13C` of Google's library: the key has two words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_dropin_siphash13(
    key: *const u64,
    data: *const c_void,
    len: u64,
) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe {
        hash_words(key, data, len, |k, m| {
            siphash_fast::siphash13(&siphash_fast::Key::from_words(k), m)
        })
    }
}

/// `SipTreeHashC` of Google's library: the key has four words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_dropin_siptreehash(
    key: *const u64,
    data: *const c_void,
    len: u64,
) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe {
        hash_words(key, data, len, |k, m| {
            siphash_fast::siptreehash(&chosen!(siphash_fast::TreeKey, k), m)
        })
    }
}

/// `SipTreeHash13C` of Google's library: the key has four words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_dropin_siptreehash13(
    key: *const u64,
    data: *const c_void,
    len: u64,
) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe {
        hash_words(key, data, len, |k, m| {
            siphash_fast::siptreehash13(&chosen!(siphash_fast::TreeKey, k), m)
        })
    }
}

/// Writes a hash of one of two lengths. Returns -1 for other lengths and for null pointers that are
/// not allowed.
///
/// # Safety
/// `key` is null or has K bytes, `data` has `len`, `out` is null or has `out_len`.
unsafe fn hash_reference<const K: usize, const SHORT: usize, const LONG: usize>(
    (data, len): (*const c_void, usize),
    key: *const c_void,
    (out, out_len): (*mut u8, usize),
    short: impl FnOnce(&[u8; K], &[u8]) -> [u8; SHORT],
    long: impl FnOnce(&[u8; K], &[u8]) -> [u8; LONG],
) -> c_int {
    // SAFETY: guaranteed by the caller, and by the length of the output.
    let written = unsafe {
        match (border::bytes(data, len), border::object(key.cast::<[u8; K]>())) {
            (Ok(message), Ok(key)) if out_len == SHORT => {
                border::write(out.cast(), short(key, message))
            }
            (Ok(message), Ok(key)) if out_len == LONG => {
                border::write(out.cast(), long(key, message))
            }
            _ => return -1,
        }
    };
    if written.is_ok() { 0 } else { -1 }
}

/// `siphash` of the reference, SipHash-2-4: the key has 16 bytes, the output 8 or 16. Returns 0, or
/// -1 for null and for any other length of the output, for which the reference ends the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_dropin_siphash(
    data: *const c_void,
    len: usize,
    key: *const c_void,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    use siphash_fast::{Key, siphash24, siphash128_24};
    // SAFETY: the contract of the header is that of the callee.
    unsafe {
        hash_reference::<16, 8, 16>(
            (data, len),
            key,
            (out, out_len),
            |key, message| siphash24(&Key::from_bytes(key), message).to_le_bytes(),
            |key, message| words_to_bytes(&siphash128_24(&Key::from_bytes(key), message)),
        )
    }
}

/// `halfsiphash` of the reference, HalfSipHash-2-4: the key has 8 bytes, the output 4 or 8. Returns
/// as `ph_dropin_siphash`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_dropin_halfsiphash(
    data: *const c_void,
    len: usize,
    key: *const c_void,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    use siphash_fast::{HalfKey, halfsiphash32, halfsiphash64};
    // SAFETY: the contract of the header is that of the callee.
    unsafe {
        hash_reference::<8, 4, 8>(
            (data, len),
            key,
            (out, out_len),
            |key, message| halfsiphash32(&HalfKey::from_bytes(key), message).to_le_bytes(),
            |key, message| halfsiphash64(&HalfKey::from_bytes(key), message).to_le_bytes(),
        )
    }
}

/// The context of `ph_MD5_Init`: stored on the caller's stack, copied by assignment, never freed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ph_MD5_CTX {
    /// Private.
    pub state: [u64; 13],
}

const _: () = {
    assert!(size_of::<Md5>() <= size_of::<ph_MD5_CTX>());
    assert!(align_of::<Md5>() <= align_of::<ph_MD5_CTX>());
};

/// Starts a message. Returns 1, or 0 without a context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_MD5_Init(context: *mut ph_MD5_CTX) -> c_int {
    // SAFETY: the context has the size and the alignment of an `Md5`, which consists of integers
    // only. It may be on the stack, because nothing in it is on the heap.
    let done = unsafe {
        border::write(context, ph_MD5_CTX { state: [0; 13] })
            .and_then(|()| border::write(context.cast(), Md5::new()))
    };
    c_int::from(done.is_ok())
}

/// Appends bytes. Returns 1, or 0 without a context and for null with a length above 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_MD5_Update(
    context: *mut ph_MD5_CTX,
    data: *const c_void,
    len: usize,
) -> c_int {
    // SAFETY: the contract of the header: `ph_MD5_Init` has made the context an `Md5`.
    match unsafe { (border::object_mut(context.cast::<Md5>()), border::bytes(data, len)) } {
        (Ok(md5), Ok(bytes)) => {
            md5.update(bytes);
            1
        }
        _ => 0,
    }
}

/// Writes the 16 bytes of the MD5, and wipes the context. Returns 1, or 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_MD5_Final(out: *mut u8, context: *mut ph_MD5_CTX) -> c_int {
    // SAFETY: as in `ph_MD5_Update`.
    let done = unsafe {
        border::object(context.cast::<Md5>()).and_then(|md5| {
            border::write(out.cast(), md5.finalize())?;
            context.write_volatile(ph_MD5_CTX { state: [0; 13] });
            Ok(())
        })
    };
    c_int::from(done.is_ok())
}

/// Computes the MD5 of a message. Returns `out`, or null for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_MD5(data: *const u8, len: usize, out: *mut u8) -> *mut u8 {
    // SAFETY: the contract of the header.
    unsafe {
        let Ok(message) = border::bytes(data.cast(), len) else { return null_mut() };
        let digest = md5_opt::hash(message);
        if !out.is_null() {
            copy_nonoverlapping(digest.as_ptr(), out, digest.len());
        }
    }
    out
}
