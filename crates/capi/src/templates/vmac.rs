/// The length, in bytes, of a tag of XTITLE.
pub const PH_XUPPER_TAG_BYTES: usize = XTAGBYTES;

/// A key of XTITLE.
#[derive(Debug)]
pub struct ph_XNAME_key_t {
    _opaque: [u8; 0],
}

/// Makes a key of XTITLE from an AES key of 16, 24 or 32 bytes, which must not be used for anything
/// else.
///
/// Errors: PH_ERROR_KEY_LENGTH, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_key_new(
    bytes: *const c_void,
    len: usize,
    out: *mut *mut ph_XNAME_key_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { key::new(bytes, len, out.cast(), crate::vmac::Mac::<XITERATIONS>::of) })
}

/// Derives a key of XTITLE from a number, the same on every machine; frozen. Use it for tests: a
/// number that can be guessed protects nothing.
///
/// Errors: PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_key_from_seed(
    seed: u64,
    out: *mut *mut ph_XNAME_key_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { key::make(out.cast(), || crate::vmac::Mac::<XITERATIONS>::from_seed(seed)) })
}

/// Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
/// if the key is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_key_backend(key: *const ph_XNAME_key_t) -> *const c_char {
    // SAFETY: the contract of the header is that of the callee.
    unsafe {
        key::backend(
            key.cast::<key::Held<crate::vmac::Mac<XITERATIONS>>>(),
            key::KeyType::backend_name,
        )
    }
}

/// Frees a key; null is ignored. Streams that were made with the key stay valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_key_free(key: *mut ph_XNAME_key_t) {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { Shared::free(key.cast::<key::Held<crate::vmac::Mac<XITERATIONS>>>()) };
}

/// Computes the tag of a message, PH_XUPPER_TAG_BYTES bytes. Frozen.
///
/// **Use each nonce for one message only.** Two tags of different messages under one key and nonce
/// break the key. Count messages, and use the counter as the nonce: 1 to 16 bytes, big-endian; the
/// first bit of 16 bytes must be 0. All nonces under a key must have the same length.
///
/// A forgery succeeds with probability at most 2 to the power of `ph_XNAME_forgery_bound`, plus the
/// advantage of an adversary against AES: a theorem.
///
/// Errors: PH_ERROR_NONCE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_tag(
    key: *const ph_XNAME_key_t,
    nonce: *const c_void,
    nonce_len: usize,
    data: *const c_void,
    len: usize,
    out: *mut u8,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        let nonce = crate::vmac::nonce(crate::border::bytes(nonce, nonce_len)?)?;
        let tag = |mac: &crate::vmac::Mac<XITERATIONS>, message: &[u8]| mac.tag(&nonce, message);
        oneshot::hash(key.cast(), data, len, out.cast(), tag)
    })
}

/// Checks the tag of a message, in constant time. The receiver must refuse a nonce that it has
/// already accepted.
///
/// Errors: PH_ERROR_TAG if the tag is wrong, PH_ERROR_NONCE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_verify(
    key: *const ph_XNAME_key_t,
    nonce: *const c_void,
    nonce_len: usize,
    data: *const c_void,
    len: usize,
    tag: *const c_void,
    tag_len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        let nonce = crate::vmac::nonce(crate::border::bytes(nonce, nonce_len)?)?;
        let tag = crate::border::bytes(tag, tag_len)?;
        let mac = batch::key::<crate::vmac::Mac<XITERATIONS>>(key.cast())?;
        Ok(mac.verify(&nonce, crate::border::bytes(data, len)?, tag)?)
    })
}

/// Returns the logarithm to base 2 of the probability that one attempt to forge a message of at
/// most `len` bytes succeeds, apart from attacks on AES.
#[unsafe(no_mangle)]
pub extern "C" fn ph_XNAME_forgery_bound(len: u64) -> f64 {
    crate::vmac::forgery_bound::<XITERATIONS>(len)
}

/// A message that arrives in pieces, tagged by XTITLE.
#[derive(Debug)]
pub struct ph_XNAME_stream_t {
    _opaque: [u8; 0],
}

/// Starts a message in pieces, with its nonce. The stream keeps the key alive, so the key may be
/// freed first.
///
/// Errors: PH_ERROR_NONCE, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_new(
    key: *const ph_XNAME_key_t,
    nonce: *const c_void,
    nonce_len: usize,
    out: *mut *mut ph_XNAME_stream_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        stream::new::<crate::vmac::Stream<XITERATIONS>>(out.cast(), || {
            let nonce = crate::vmac::nonce(crate::border::bytes(nonce, nonce_len)?)?;
            Ok(crate::vmac::Stream::new(Shared::of(key.cast())?, &nonce))
        })
    })
}

/// Appends `len` bytes to the message. The tag does not depend on how the message is split.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_update(
    stream: *mut ph_XNAME_stream_t,
    data: *const c_void,
    len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        let update = crate::vmac::Stream::<XITERATIONS>::update;
        stream::update(stream.cast(), data, len, update)
    })
}

/// Writes the tag of the message so far, PH_XUPPER_TAG_BYTES bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_finalize(
    stream: *const ph_XNAME_stream_t,
    out: *mut u8,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        let tag = crate::vmac::Stream::<XITERATIONS>::finalize::<XTAGBYTES>;
        stream::read(stream.cast(), out.cast(), tag)
    })
}

/// Makes a second stream with the same message so far.
///
/// Errors: PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_clone(
    stream: *const ph_XNAME_stream_t,
    out: *mut *mut ph_XNAME_stream_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        let clone = crate::vmac::Stream::<XITERATIONS>::clone;
        stream::derive(stream.cast(), out.cast(), clone)
    })
}

/// Frees a stream; null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_free(stream: *mut ph_XNAME_stream_t) {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { stream::free(stream.cast::<crate::vmac::Stream<XITERATIONS>>()) };
}
