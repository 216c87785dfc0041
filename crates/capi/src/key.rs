//! Keys of any algorithm: immutable objects.

use crate::border;
use crate::object::{Counted, Shared};
use crate::status::Failure;
use core::ffi::{CStr, c_char, c_void};
use hash_core::key::exact;

/// The target of C's pointers to keys of type K.
pub(crate) type Held<K> = Counted<K>;

/// Makes a key from bytes.
///
/// # Safety
/// `data` has `len` bytes, and `out` is null or writable.
pub(crate) unsafe fn new<K, E: Into<Failure>>(
    data: *const c_void,
    len: usize,
    out: *mut *mut Held<K>,
    make: impl FnOnce(&[u8]) -> Result<K, E>,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let bytes = border::bytes(data, len);
        Shared::give(out, || make(bytes?).map_err(Into::into))
    }
}

/// Makes a key without input bytes.
///
/// # Safety
/// `out` is null or writable.
pub(crate) unsafe fn make<K>(
    out: *mut *mut Held<K>,
    make: impl FnOnce() -> K,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe { Shared::give(out, || Ok(make())) }
}

/// Makes a key of entropy.
///
/// # Safety
/// `out` is null or writable.
pub(crate) unsafe fn generate<K>(
    out: *mut *mut Held<K>,
    make: impl FnOnce() -> Result<K, hash_core::EntropyError>,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe { Shared::give(out, || make().map_err(Into::into)) }
}

/// Writes the bytes of a key.
///
/// # Safety
/// `key` is null or a key, and `out` is null or writable.
pub(crate) unsafe fn bytes<K, const N: usize>(
    key: *const Held<K>,
    out: *mut [u8; N],
    bytes: impl FnOnce(&K) -> [u8; N],
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let key = border::object(key)?.value();
        border::present(out)?;
        border::write(out, bytes(key))
    }
}

/// Returns the name of the backend of a key, or null.
///
/// # Safety
/// `key` is null or a key.
pub(crate) unsafe fn backend<K>(
    key: *const Held<K>,
    name: impl FnOnce(&K) -> &'static str,
) -> *const c_char {
    // SAFETY: guaranteed by the caller.
    let key = unsafe { key.as_ref() };
    key.map_or(core::ptr::null(), |key| c_name(name(key.value())))
}

/// The operations that keys of all types share. Any number of threads may use one key.
pub(crate) trait KeyType: Sized + Send + Sync {
    /// Makes a key from these bytes, for this CPU.
    fn of(bytes: &[u8]) -> Result<Self, Failure>;

    /// Returns the same key for this CPU, which is then not detected at each hash.
    fn chosen(self) -> Self;

    /// Returns the name of the key's backend.
    fn backend_name(&self) -> &'static str;
}

macro_rules! key_types {
    ($($Key:ty, $bytes:ident => $of:expr;)*) => { $(
        impl KeyType for $Key {
            fn of($bytes: &[u8]) -> Result<Self, Failure> {
                Ok($of.chosen())
            }

            fn chosen(self) -> Self {
                let backend = self.backend();
                self.with_backend(backend)
            }

            fn backend_name(&self) -> &'static str {
                self.backend().name()
            }
        }
    )* };
}

key_types! {
    clhash::Key, bytes => Self::try_from(bytes)?;
    clhash::wide::Key, bytes => Self::try_from(bytes)?;
    vhash::Key64, bytes => Self::try_from(bytes)?;
    vhash::Key128, bytes => Self::try_from(bytes)?;
    highwayhash::Key, bytes => Self::try_from(bytes)?;
    siphash_fast::Key, bytes => Self::try_from(bytes)?;
    siphash_fast::TreeKey, bytes => Self::try_from(bytes)?;
    // This is much faster than the `const` constructor.
    ghash_clmul::GhashKey, bytes =>
        Self::from_bytes_on(ghash_clmul::Backend::detect(), exact("GHASH", bytes)?);
    ghash_clmul::PolyvalKey, bytes =>
        Self::from_bytes_on(ghash_clmul::Backend::detect(), exact("POLYVAL", bytes)?);
    multilinear_hash::Key<multilinear_hash::Mmh32>, bytes => Self::try_from(bytes)?;
    multilinear_hash::Key<multilinear_hash::Mmh64>, bytes => Self::try_from(bytes)?;
    multilinear_hash::Key<multilinear_hash::Tmmh16<1>>, bytes => Self::try_from(bytes)?;
    multilinear_hash::Key<multilinear_hash::Tmmh16<2>>, bytes => Self::try_from(bytes)?;
    multilinear_hash::Key<multilinear_hash::Tmmh16<3>>, bytes => Self::try_from(bytes)?;
    multilinear_hash::Key<multilinear_hash::Tmmh16<4>>, bytes => Self::try_from(bytes)?;
    multilinear_hash::Key<multilinear_hash::Multilinear64>, bytes => Self::try_from(bytes)?;
}

/// HalfSipHash has 32-bit words, and no hash of such words has backends.
impl KeyType for siphash_fast::HalfKey {
    fn of(bytes: &[u8]) -> Result<Self, Failure> {
        Ok(Self::try_from(bytes)?)
    }

    fn chosen(self) -> Self {
        self
    }

    fn backend_name(&self) -> &'static str {
        "portable"
    }
}

/// Returns the name of a backend as a C string.
pub(crate) fn c_name(name: &str) -> *const c_char {
    let names = BACKENDS.iter().find(|c| c.to_bytes() == name.as_bytes());
    names.unwrap_or(&c"unknown").as_ptr()
}

/// The names of all backends of all crates.
const BACKENDS: [&CStr; 14] = [
    c"portable",
    c"x86_clmul",
    c"x86_vpclmul_x2",
    c"x86_vpclmul_x4",
    c"x86_sse2",
    c"x86_sse41",
    c"x86_avx2",
    c"x86_avx512",
    c"x86_avx512ifma",
    c"x86_avx512vbmi",
    c"x86_avx512vnni",
    c"aarch64_pmull",
    c"aarch64_neon",
    c"wasm32_simd128",
];

// Every backend has its name in C, or this does not compile.
const _: () = {
    let families = [
        clhash::Backend::NAMES,
        vhash::Backend::NAMES,
        highwayhash::Backend::NAMES,
        siphash_fast::Backend::NAMES,
        multilinear_hash::Backend::NAMES,
        md5_opt::Backend::NAMES,
    ];
    let mut family = 0;
    while family < families.len() {
        let mut name = 0;
        while name < families[family].len() {
            assert!(
                is_name_in_c(families[family][name].as_bytes()),
                "a backend lacks its name in C"
            );
            name += 1;
        }
        family += 1;
    }
};

const fn is_name_in_c(name: &[u8]) -> bool {
    let mut i = 0;
    while i < BACKENDS.len() {
        let in_c = BACKENDS[i].to_bytes();
        let mut same = 0;
        while same < in_c.len() && same < name.len() && in_c[same] == name[same] {
            same += 1;
        }
        if same == in_c.len() && same == name.len() {
            return true;
        }
        i += 1;
    }
    false
}
