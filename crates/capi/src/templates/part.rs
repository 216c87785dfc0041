/// Every part of a message but the last has a multiple of so many bytes.
pub const PH_XUPPER_PART_BLOCK_BYTES: usize = XBLOCK;
const _: () = assert!(PH_XUPPER_PART_BLOCK_BYTES == XBLOCKCONST);

/// A part of a message, hashed apart by XTITLE. Parts can be hashed in several threads, or on
/// several machines, and joined in any grouping, but in order.
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

/// Makes the message of a stream so far a part.
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

/// Appends the message of `next` to that of `part`. Both must be of this key.
///
/// Errors: PH_ERROR_PART if `part` has not a multiple of PH_XUPPER_PART_BLOCK_BYTES bytes and
/// `next` is not empty, or both together have 2^64 bytes or more. Both stay as they are then.
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

/// Writes the hash of the message that the part is, XOUTDOC: that of `ph_XNAME`.
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

/// The number of bytes of a part; 0 without one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_part_len(part: *const ph_XNAME_part_t) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { stream::len(part.cast::<XPART>(), <XPART>::len) }
}

/// Frees a part, or nothing if it is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_part_free(part: *mut ph_XNAME_part_t) {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { part::free(part.cast::<XPART>()) };
}
