/// Starts a message in pieces. The stream contains the key, so the key may be freed first.
///
/// Errors: PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_new(
    key: *const ph_XKEY_key_t,
    out: *mut *mut ph_XNAME_stream_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { stream::new(out.cast(), || Ok(<XSTREAM>::new(batch::key(key.cast())?))) })
}

/// Starts another message under this key with an existing stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_reset(
    stream: *mut ph_XNAME_stream_t,
    key: *const ph_XKEY_key_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { stream::reset(stream.cast(), || Ok(<XSTREAM>::new(batch::key(key.cast())?))) })
}

/// Makes a stream from a checkpoint, which contains the key.
///
/// Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_restore(
    data: *const c_void,
    len: usize,
    out: *mut *mut ph_XNAME_stream_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        stream::restore(data, len, out.cast(), |bytes| Ok(<XSTREAM>::from_checkpoint(bytes)))
    })
}
