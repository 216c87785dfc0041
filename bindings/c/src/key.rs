//! Keys: an algorithm under a key.

use crate::algorithm::{self, ph_algorithm_t};
use crate::border;
use crate::object;
use crate::status::ph_status_t::{
    self, PH_ERROR_BACKEND, PH_ERROR_KEY_LENGTH, PH_ERROR_LENGTH, PH_ERROR_NULL,
};
use crate::status::{Failure, failure, run, run_or, value};
use core::ffi::{CStr, c_char, c_void};
use core::ptr::null;
use table::{Algorithm, Key, NonceKey};

/// An algorithm under a key.
#[derive(Debug)]
pub struct ph_key_t(Made);

/// A key of either kind.
#[derive(Debug)]
enum Made {
    Key(Key),
    Nonces(NonceKey),
}

impl ph_key_t {
    pub(crate) fn row(&self) -> &'static Algorithm {
        match &self.0 {
            Made::Key(key) => key.algorithm(),
            Made::Nonces(key) => key.algorithm(),
        }
    }

    /// Returns the key of an algorithm without nonces.
    #[inline]
    pub(crate) fn plain(&self) -> Result<&Key, Failure> {
        match &self.0 {
            Made::Key(key) => Ok(key),
            Made::Nonces(key) => Err(needs_nonce(key)),
        }
    }

    /// Returns the key of an algorithm with nonces.
    pub(crate) fn nonces(&self) -> Result<&NonceKey, Failure> {
        match &self.0 {
            Made::Nonces(key) => Ok(key),
            Made::Key(key) => Err(takes_no_nonce(key)),
        }
    }
}

#[cold]
fn needs_nonce(key: &NonceKey) -> Failure {
    table::Error::NeedsNonce { algorithm: key.algorithm().name }.into()
}

#[cold]
fn takes_no_nonce(key: &Key) -> Failure {
    table::Error::TakesNoNonce { algorithm: key.algorithm().name }.into()
}

#[cold]
fn no_algorithm() -> Failure {
    failure(PH_ERROR_NULL, "algorithm is null, as for a name that the table does not have")
}

/// Makes a key by one of two functions, the second of which is for algorithms with nonces.
///
/// # Safety
/// `algorithm` is null or of the table, and `out` is null or writable.
unsafe fn make(
    algorithm: *const ph_algorithm_t,
    out: *mut *mut ph_key_t,
    key: impl FnOnce(&'static Algorithm) -> Result<Key, table::Error>,
    nonce_key: impl FnOnce(&'static Algorithm) -> Result<NonceKey, table::Error>,
) -> ph_status_t {
    // SAFETY: guaranteed by the caller.
    run(|| unsafe {
        object::give(out, || {
            let row = algorithm.as_ref().ok_or_else(no_algorithm)?.row();
            Ok(ph_key_t(match row.nonce {
                false => Made::Key(key(row)?),
                true => Made::Nonces(nonce_key(row)?),
            }))
        })
    })
}

/// Makes a key from its bytes, `len` of them: one of `ph_algorithm_key_lengths`, or 0 for MD5,
/// which has no key. The layout is that of the publication. A key of zeros is refused where hashes
/// would not depend on the message under it.
///
/// Errors: PH_ERROR_KEY_LENGTH, PH_ERROR_KEY, PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_key_new(
    algorithm: *const ph_algorithm_t,
    bytes: *const c_void,
    len: usize,
    out: *mut *mut ph_key_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    unsafe {
        let bytes = match border::bytes(bytes, len) {
            Ok(bytes) => bytes,
            Err(error) => return run(|| border::write(out, core::ptr::null_mut()).and(Err(error))),
        };
        make(algorithm, out, |row| row.key(bytes), |row| row.nonce_key(bytes))
    }
}

/// Derives a key from a number, the same on every machine; frozen. Use it for checksums and tests:
/// a number that can be guessed protects nothing.
///
/// Errors: PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_key_from_seed(
    algorithm: *const ph_algorithm_t,
    seed: u64,
    out: *mut *mut ph_key_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { make(algorithm, out, |row| row.from_seed(seed), |row| row.nonce_key_from_seed(seed)) }
}

/// Derives a key from a secret of 32 bytes, the same on every machine; frozen. One secret gives a
/// key for each algorithm, as good as random ones against an adversary who cannot distinguish
/// ChaCha20 from a random function. For algorithms with nonces it is the longest key that they
/// take.
///
/// Errors: PH_ERROR_KEY_LENGTH unless `len` is 32, PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_key_from_secret(
    algorithm: *const ph_algorithm_t,
    secret: *const c_void,
    len: usize,
    out: *mut *mut ph_key_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    unsafe {
        let secret = border::bytes(secret, len).and_then(|bytes| {
            let message = format_args!("secret has {len} bytes, keys are derived from 32");
            bytes.try_into().map_err(|_| failure(PH_ERROR_KEY_LENGTH, message))
        });
        match secret {
            Ok(secret) => {
                let nonce_key = |row: &'static Algorithm| row.nonce_key_from_secret(secret);
                make(algorithm, out, |row| row.from_secret(secret), nonce_key)
            }
            Err(error) => run(|| border::write(out, core::ptr::null_mut()).and(Err(error))),
        }
    }
}

/// Makes a random key, every bit of which comes from the operating system. The keys of threads, of
/// processes and of the children of `fork` are unrelated.
///
/// Errors: PH_ERROR_ENTROPY, PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_key_generate(
    algorithm: *const ph_algorithm_t,
    out: *mut *mut ph_key_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { make(algorithm, out, Algorithm::try_generate, Algorithm::try_generate_nonce_key) }
}

/// Makes another handle of the same key, to be freed as well.
///
/// Errors: PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_key_clone(
    key: *const ph_key_t,
    out: *mut *mut ph_key_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe {
        object::give(out, || {
            Ok(ph_key_t(match &border::object(key)?.0 {
                Made::Key(key) => Made::Key(key.clone()),
                Made::Nonces(key) => Made::Nonces(key.clone()),
            }))
        })
    })
}

/// Makes a key of the same bytes that hashes on the backend of this name, such as "portable". The
/// values are the same.
///
/// Errors: PH_ERROR_BACKEND, PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_key_with_backend(
    key: *const ph_key_t,
    name: *const c_char,
    out: *mut *mut ph_key_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees; the name is a string.
    run(|| unsafe {
        object::give(out, || {
            let key = border::object(key)?;
            border::present(name)?;
            // Length: the caller in C, by the NUL at the end.
            let name = CStr::from_ptr(name).to_str();
            let name =
                name.map_err(|_| failure(PH_ERROR_BACKEND, "a name of a backend is ASCII"))?;
            Ok(ph_key_t(match &key.0 {
                Made::Key(key) => Made::Key(key.with_backend(name)?),
                Made::Nonces(key) => Made::Nonces(key.with_backend(name)?),
            }))
        })
    })
}

/// Returns the algorithm of a key, or null for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_key_algorithm(key: *const ph_key_t) -> *const ph_algorithm_t {
    // SAFETY: the contract of the header is that of the callee.
    value(null(), || unsafe { Ok(algorithm::of(border::object(key)?.row())) })
}

/// Writes the bytes of a key, from which `ph_key_new` makes the same key. `len` is their number,
/// and at most that many bytes at `out` are written, whatever `len` is. VHASH clears bits that it
/// does not use, so its keys may differ from the bytes that made them.
///
/// Errors: PH_ERROR_LENGTH for any other number, PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_key_bytes(
    key: *const ph_key_t,
    out: *mut u8,
    len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe {
        let key = border::object(key)?;
        object::reserve()?;
        let mut bytes = match &key.0 {
            Made::Key(key) => key.to_bytes(),
            Made::Nonces(key) => key.to_bytes(),
        };
        let done = copy(&bytes, out, len, "a key");
        wipe(&mut bytes);
        done
    })
}

/// Copies bytes to a buffer of their number. A buffer of another length is cleared, up to that
/// number: a caller who states a length that the buffer does not have must not overrun it by a
/// failure either.
///
/// # Safety
/// `out` is null or has as many writable bytes as the lesser of `len` and the number of bytes.
pub(crate) unsafe fn copy(
    bytes: &[u8],
    out: *mut u8,
    len: usize,
    what: &str,
) -> Result<(), Failure> {
    if len != bytes.len() {
        let needed = bytes.len();
        // SAFETY: guaranteed by the caller.
        unsafe { border::clear(out, len.min(needed)) };
        let message = format_args!("buffer has {len} bytes, {what} needs {needed}");
        return Err(failure(PH_ERROR_LENGTH, message));
    }
    // SAFETY: as above.
    unsafe { border::output(out, len)? }.copy_from_slice(bytes);
    Ok(())
}

/// Overwrites a secret, with the feature `zeroize`.
pub(crate) fn wipe(bytes: &mut [u8]) {
    if cfg!(feature = "zeroize") {
        bytes.iter_mut().for_each(|byte| hash_core::residue::overwrite(byte, 0));
    }
}

/// Returns the name of the backend that hashes under this key, or null for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_key_backend(key: *const ph_key_t) -> *const c_char {
    // SAFETY: the contract of the header is that of the callees.
    value(null(), || unsafe {
        let key = border::object(key)?;
        let name = match &key.0 {
            Made::Key(key) => key.backend(),
            Made::Nonces(key) => key.backend(),
        };
        Ok(border::object(algorithm::of(key.row()))?.backend(name))
    })
}

/// The most bytes of the text that `ph_key_bound` writes, with the terminating zero.
pub const PH_BOUND_TEXT_BYTES: usize = 512;

/// Writes the proven bound on a collision of two given messages of at most `len` bytes under this
/// key, in words, with all hypotheses: how the key was made, and which advantages must be added. A
/// terminating zero follows, and all of it has at most `PH_BOUND_TEXT_BYTES` bytes. The text is
/// empty if nothing is proved, as for a key from a seed.
///
/// Errors: PH_ERROR_NONCE if the algorithm takes a nonce, PH_ERROR_NULL.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_key_bound(
    key: *const ph_key_t,
    len: u64,
    out: *mut c_char,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    let clear = || unsafe { border::clear(out, 1) };
    // SAFETY: as above.
    run_or(clear, || unsafe {
        let bound = border::object(key)?.plain()?.collision_bound(len);
        border::present(out)?;
        let text = bound.map(|bound| bound.to_string()).unwrap_or_default();
        let room = text.len().min(PH_BOUND_TEXT_BYTES - 1);
        let place = border::output(out.cast::<u8>(), room + 1)?;
        place[..room].copy_from_slice(&text.as_bytes()[..room]);
        place[room] = 0;
        Ok(())
    })
}

/// Frees a key; null is ignored. Streams and parts that were made with the key stay valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_key_free(key: *mut ph_key_t) {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { object::free(key) };
}
