/// Bytes of a tag of XTITLE.
pub const PH_XUPPER_TAG_BYTES: usize = XTAGBYTES;

/// A key of XTITLE.
#[derive(Debug)]
pub struct ph_XNAME_key_t {
    _opaque: [u8; 0],
}

/// Makes a key of XTITLE from an AES key of 16, 24 or 32 bytes, which must be used for nothing
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

/// Derives a key of XTITLE from a number, the same on every machine; frozen. For tests: a number
/// that can be guessed protects nothing.
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

/// The name of the code that hashes under this key on this CPU, such as "portable"; null without
/// a key.
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

/// Frees a key, or nothing if it is null. Streams that were made with it stay valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_key_free(key: *mut ph_XNAME_key_t) {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { Shared::free(key.cast::<key::Held<crate::vmac::Mac<XITERATIONS>>>()) };
}

/// The tag of a message, PH_XUPPER_TAG_BYTES bytes. Frozen.
///
/// **A nonce is for one message.** Two tags of different messages under one key and nonce break
/// the key: count messages, and let the counter be the nonce, 1 to 16 bytes, big-endian, of which
/// the first bit of 16 is 0. All nonces under a key must have one length.
///
/// A forgery succeeds with probability at most 2 to the power of `ph_XNAME_forgery_bound`, plus what
/// an adversary can do against AES: a theorem.
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
/// accepted before.
///
/// Errors: PH_ERROR_TAG if it is the tag of another message, PH_ERROR_NONCE.
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

/// The logarithm to base 2 of the probability that one attempt to forge a message of at most `len`
/// bytes succeeds, AES apart.
#[unsafe(no_mangle)]
pub extern "C" fn ph_XNAME_forgery_bound(len: u64) -> f64 {
    crate::vmac::forgery_bound::<XITERATIONS>(len)
}

/// A message that comes in pieces, tagged by XTITLE.
#[derive(Debug)]
pub struct ph_XNAME_stream_t {
    _opaque: [u8; 0],
}

/// Starts a message in pieces, with its nonce. The stream keeps the key, which may be freed before
/// it.
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

/// Appends `len` bytes to the message. Any split gives the same tag.
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

/// Makes a second stream that has seen the same bytes.
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

/// Frees a stream, or nothing if it is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_free(stream: *mut ph_XNAME_stream_t) {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { stream::free(stream.cast::<crate::vmac::Stream<XITERATIONS>>()) };
}
