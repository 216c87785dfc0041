/// The length, in bytes, of a key of XTITLE.
pub const PH_XUPPER_KEY_BYTES: usize = XBYTES;
const _: () = assert!(PH_XUPPER_KEY_BYTES == <XKEYTYPE>::BYTES);

/// A key of XTITLE.
#[derive(Debug)]
pub struct ph_XNAME_key_t {
    _opaque: [u8; 0],
}

/// Makes a key of XTITLE from its PH_XUPPER_KEY_BYTES bytes. XLAYOUT
///
/// Errors: PH_ERROR_KEY_LENGTH for any other number of bytes, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_key_new(
    bytes: *const c_void,
    len: usize,
    out: *mut *mut ph_XNAME_key_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { key::new(bytes, len, out.cast(), <XKEYTYPE as key::KeyType>::of) })
}

/// Derives a key of XTITLE from a number, the same on every machine; frozen. Use it for checksums
/// and tests: a number that can be guessed protects nothing.
///
/// Errors: PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_key_from_seed(
    seed: u64,
    out: *mut *mut ph_XNAME_key_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { key::make(out.cast(), || <XKEYTYPE>::from_seed(seed).chosen()) })
}

/// Makes a random key of XTITLE, every bit of which comes from the operating system. The keys of
/// threads, of processes and of the children of `fork` are unrelated.
///
/// Errors: PH_ERROR_MEMORY, PH_ERROR_ENTROPY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_key_generate(out: *mut *mut ph_XNAME_key_t) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { key::generate(out.cast(), || <XKEYTYPE>::try_generate().map(key::KeyType::chosen)) })
}

/// Writes the PH_XUPPER_KEY_BYTES bytes of a key. `ph_XNAME_key_new` makes the same key from them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_key_bytes(
    key: *const ph_XNAME_key_t,
    out: *mut u8,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { key::bytes(key.cast(), out.cast(), <XKEYTYPE>::to_bytes) })
}

/// Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
/// if the key is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_key_backend(key: *const ph_XNAME_key_t) -> *const c_char {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { key::backend(key.cast::<key::Held<XKEYTYPE>>(), key::KeyType::backend_name) }
}

/// Frees a key; null is ignored. Streams that were made with the key stay valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_key_free(key: *mut ph_XNAME_key_t) {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { Shared::free(key.cast::<key::Held<XKEYTYPE>>()) };
}
