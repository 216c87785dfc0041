/// The length, in bytes, of a checkpoint of a stream of XTITLE.
pub const PH_XUPPER_CHECKPOINT_BYTES: usize = XSAVEDBYTES;
const _: () = assert!(PH_XUPPER_CHECKPOINT_BYTES == XSAVEDCONST);

/// A message that arrives in pieces, hashed by XTITLE.
#[derive(Debug)]
pub struct ph_XNAME_stream_t {
    _opaque: [u8; 0],
}

/// Appends `len` bytes to the message. The hash does not depend on how the message is split.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_update(
    stream: *mut ph_XNAME_stream_t,
    data: *const c_void,
    len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { stream::update(stream.cast::<XSTREAM>(), data, len, <XSTREAM>::update) })
}

/// Returns the number of bytes appended so far, or 0 if the stream is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_len(stream: *const ph_XNAME_stream_t) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { stream::len(stream.cast::<XSTREAM>(), <XSTREAM>::len) }
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
    run(|| unsafe { stream::derive::<XSTREAM, _>(stream.cast(), out.cast(), <XSTREAM as Clone>::clone) })
}

/// Writes the state of a stream as a checkpoint of PH_XUPPER_CHECKPOINT_BYTES bytes.
/// `ph_XNAME_stream_restore` resumes from it, also on another machine. XSECRECY
/// The format is frozen.
///
/// Errors: PH_ERROR_LENGTH if `len` is any other number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_save(
    stream: *const ph_XNAME_stream_t,
    out: *mut u8,
    len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { stream::save(stream.cast::<XSTREAM>(), out, len, <XSTREAM>::checkpoint) })
}

/// Frees a stream; null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_free(stream: *mut ph_XNAME_stream_t) {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { stream::free(stream.cast::<XSTREAM>()) };
}
