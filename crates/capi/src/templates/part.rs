/// The block length in bytes: every part of a message except the last has a multiple of it.
pub const PH_XUPPER_PART_BLOCK_BYTES: usize = XBLOCK;
const _: () = assert!(PH_XUPPER_PART_BLOCK_BYTES == XBLOCKCONST);

/// A part of a message, hashed separately by XTITLE. Parts can be hashed on several threads or
/// machines, and joined in any grouping, but in order.
#[derive(Debug)]
pub struct ph_XNAME_part_t {
    _opaque: [u8; 0],
}

/// Hashes a part.
///
/// Errors: PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_part_new(
    key: *const ph_XNAME_key_t,
    data: *const c_void,
    len: usize,
    out: *mut *mut ph_XNAME_part_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { part::new::<XKEYTYPE, XPART>(key.cast(), data, len, out.cast(), <XPART>::of) })
}

/// Makes a part from the message of a stream so far.
///
/// Errors: PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_part(
    stream: *const ph_XNAME_stream_t,
    out: *mut *mut ph_XNAME_part_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { stream::derive::<XSTREAM, XPART>(stream.cast(), out.cast(), <XSTREAM>::partial) })
}

/// Appends the message of `next` to that of `part`. Both must have been made under this key.
///
/// Errors: PH_ERROR_PART if the length of `part` is not a multiple of PH_XUPPER_PART_BLOCK_BYTES
/// and `next` is not empty, or if both together have 2^64 bytes or more. Both are then unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_part_append(
    part: *mut ph_XNAME_part_t,
    key: *const ph_XNAME_key_t,
    next: *const ph_XNAME_part_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        part::append::<XKEYTYPE, XPART>(part.cast(), key.cast(), next.cast(), <XPART>::combine)
    })
}

/// Writes the hash of the message in the part, XOUTDOC: that of `ph_XNAME`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_part_finalize(
    part: *const ph_XNAME_part_t,
    key: *const ph_XNAME_key_t,
    out: *mut XWORD,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        part::finalize::<XKEYTYPE, XPART, XHASHTYPE>(
            part.cast(),
            key.cast(),
            out.cast(),
            <XPART>::finalize,
        )
    })
}

/// Returns the number of bytes of a part, or 0 if it is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_part_len(part: *const ph_XNAME_part_t) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { stream::len(part.cast::<XPART>(), <XPART>::len) }
}

/// Frees a part; null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_part_free(part: *mut ph_XNAME_part_t) {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { part::free(part.cast::<XPART>()) };
}
