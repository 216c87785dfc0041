//! The code that the functions for test suites share.

use crate::{border, object};
use core::cell::RefCell;
pub(crate) use core::ffi::c_void;
use core::ffi::{CStr, c_char};
use hash_core::seed::words_to_bytes;
pub(crate) use multilinear_hash::{Key as M, hash as inner};

/// A function for test suites of hashes: writes the hash of `len` bytes under the key derived from
/// `seed` to `out`, which may have any alignment: its words in order, each little-endian. The
/// result is the same on every machine, and frozen.
///
/// Each thread caches the key of its last seed, until it passes another seed or ends. So a constant
/// seed costs nothing, and threads do not wait for each other. A null pointer with a length above
/// 0, or a null output, does nothing.
pub type ph_suite_function_t =
    Option<unsafe extern "C" fn(data: *const c_void, len: usize, seed: u64, out: *mut c_void)>;

/// A row of `ph_suite_list`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ph_suite_t {
    /// The name, which is also that of the function after the prefix `ph_suite_`.
    pub name: *const c_char,
    /// The bits of the hash, a multiple of 8.
    pub bits: u32,
    /// The function.
    pub hash: ph_suite_function_t,
}

/// The rows, which are constant.
pub(crate) struct Rows<const N: usize>(pub(crate) [ph_suite_t; N]);

// SAFETY: the pointers refer to constants, which nobody changes.
unsafe impl<const N: usize> Sync for Rows<N> {}

pub(crate) const fn row(
    name: &'static CStr,
    bits: u32,
    hash: unsafe extern "C" fn(*const c_void, usize, u64, *mut c_void),
) -> ph_suite_t {
    ph_suite_t { name: name.as_ptr(), bits, hash: Some(hash) }
}

/// The last key of a thread, on the heap because there are many functions and keys of kilobytes.
pub(crate) struct Last<K>(RefCell<Option<Box<(u64, K)>>>);

impl<K> Last<K> {
    pub(crate) const fn none() -> Self {
        Self(RefCell::new(None))
    }
}

/// Keys that are derived from a seed.
pub(crate) trait Seeded {
    fn of_seed(seed: u64) -> Self;
}

macro_rules! seeded {
    ($($Key:ty;)*) => { $(
        impl Seeded for $Key {
            fn of_seed(seed: u64) -> Self {
                crate::key::KeyType::chosen(Self::from_seed(seed))
            }
        }
    )* };
}

seeded! {
    clhash::Key;
    vhash::Key64;
    clhash::wide::Key;
    vhash::Key128;
    ghash_clmul::GhashKey;
    ghash_clmul::PolyvalKey;
    highwayhash::Key;
    siphash_fast::Key;
    siphash_fast::HalfKey;
    siphash_fast::TreeKey;
    M<multilinear_hash::Mmh32>;
    M<multilinear_hash::Mmh64>;
    M<multilinear_hash::Tmmh16<1>>;
    M<multilinear_hash::Tmmh16<2>>;
    M<multilinear_hash::Tmmh16<3>>;
    M<multilinear_hash::Tmmh16<4>>;
    M<multilinear_hash::Multilinear64>;
}

/// MD5 has no key: it hashes the eight little-endian bytes of the seed before the message.
pub(crate) struct SeedPrefix(md5_opt::Md5);

impl Seeded for SeedPrefix {
    fn of_seed(seed: u64) -> Self {
        let mut md5 = md5_opt::Md5::new();
        md5.update(&seed.to_le_bytes());
        Self(md5)
    }
}

impl SeedPrefix {
    /// Returns the stream of the seed and the message.
    pub(crate) fn then(&self, message: &[u8]) -> md5_opt::Md5 {
        let mut md5 = self.0.clone();
        md5.update(message);
        md5
    }
}

/// Hashes under the key of a seed.
///
/// # Safety
/// `data` has `len` bytes, and `out` is null or has N writable bytes.
#[inline(always)]
pub(crate) unsafe fn run<K: Seeded, const N: usize>(
    last: &Last<K>,
    seed: u64,
    data: *const c_void,
    len: usize,
    out: *mut c_void,
    hash: impl FnOnce(&K, &[u8]) -> [u8; N],
) {
    // SAFETY: guaranteed by the caller.
    let Ok(message) = (unsafe { border::bytes(data, len) }) else { return };
    let mut last = last.0.borrow_mut();
    let hash = match &*last {
        Some(key) if key.0 == seed => hash(&key.1, message),
        _ => match object::boxed(|| (seed, K::of_seed(seed))) {
            Ok(key) => hash(&last.insert(key).1, message),
            // Without memory the key is not cached.
            Err(_) => hash(&K::of_seed(seed), message),
        },
    };
    // SAFETY: guaranteed by the caller.
    let _ = unsafe { border::write(out.cast(), hash) };
}

/// Returns words as little-endian bytes.
pub(crate) fn words<const N: usize, const B: usize>(words: [u64; N]) -> [u8; B] {
    words_to_bytes(&words)
}

pub(crate) fn words32<const N: usize, const B: usize>(words: [u32; N]) -> [u8; B] {
    join(words.map(u32::to_le_bytes))
}

pub(crate) fn words16<const N: usize, const B: usize>(words: [u16; N]) -> [u8; B] {
    join(words.map(u16::to_le_bytes))
}

fn join<const N: usize, const W: usize, const B: usize>(words: [[u8; W]; N]) -> [u8; B] {
    const { assert!(B == N * W, "B is the number of bytes of N words") };
    let mut bytes = [0; B];
    bytes.copy_from_slice(words.as_flattened());
    bytes
}
