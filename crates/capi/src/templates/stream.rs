/// Bytes of a checkpoint of a stream of XTITLE.
pub const PH_XUPPER_CHECKPOINT_BYTES: usize = XSAVEDBYTES;
const _: () = assert!(PH_XUPPER_CHECKPOINT_BYTES == XSAVEDCONST);

/// A message that comes in pieces, hashed by XTITLE.
#[derive(Debug)]
pub struct ph_XNAME_stream_t {
    _opaque: [u8; 0],
}

/// Appends `len` bytes to the message. Any split gives the same hash.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_update(
    stream: *mut ph_XNAME_stream_t,
    data: *const c_void,
    len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { stream::update(stream.cast::<XSTREAM>(), data, len, <XSTREAM>::update) })
}

/// The number of bytes appended so far; 0 without a stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_len(stream: *const ph_XNAME_stream_t) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { stream::len(stream.cast::<XSTREAM>(), <XSTREAM>::len) }
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
    run(|| unsafe { stream::derive::<XSTREAM, _>(stream.cast(), out.cast(), <XSTREAM as Clone>::clone) })
}

/// Writes the state of a stream as a checkpoint, PH_XUPPER_CHECKPOINT_BYTES bytes, from which
/// `ph_XNAME_stream_restore` resumes, also on another machine. XSECRECY The format is frozen.
///
/// Errors: PH_ERROR_LENGTH if `len` is another number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_save(
    stream: *const ph_XNAME_stream_t,
    out: *mut u8,
    len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { stream::save(stream.cast::<XSTREAM>(), out, len, <XSTREAM>::checkpoint) })
}

/// Frees a stream, or nothing if it is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_free(stream: *mut ph_XNAME_stream_t) {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { stream::free(stream.cast::<XSTREAM>()) };
}
