/// The length, in bytes, of an MD5.
pub const PH_MD5_BYTES: usize = 16;
/// The length, in bytes, of an ETag as text, with the terminating zero.
pub const PH_MD5_ETAG_BYTES: usize = 40;

/// Computes the MD5 of a message, 16 bytes. Use it only for formats that require it: MD5 is broken,
/// and anybody can make two messages with the same MD5. Frozen.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_md5(data: *const c_void, len: usize, out: *mut u8) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { oneshot::hash_unkeyed(data, len, out.cast(), ::md5_opt::hash) })
}

/// Computes the MD5 of `count` messages, 16 bytes each. Message i is the `lens[i]` bytes at
/// `data[i]`. They are hashed side by side in the vectors of the CPU: with AVX-512, some 16 times
/// as fast as one by one.
///
/// Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_md5_many(
    data: *const *const c_void,
    lens: *const usize,
    count: usize,
    out: *mut u8,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { batch::many(data, lens, count, out.cast(), ::md5_opt::hash_many) })
}

/// Computes the MD5 of `count` words, each as its eight little-endian bytes; 16 bytes each.
///
/// Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_md5_u64s(
    words: *const u64,
    count: usize,
    out: *mut u8,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { batch::u64s(words, count, out.cast(), ::md5_opt::hash_u64s) })
}

/// Computes the MD5 of the strings of a column in Arrow's layout, 16 bytes each. String i is the
/// bytes `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`. There
/// is one offset more than there are rows.
///
/// Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_md5_column32(
    values: *const c_void,
    len: usize,
    offsets: *const i32,
    rows: usize,
    out: *mut u8,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        batch::column(values, len, offsets, rows, out.cast(), ::md5_opt::hash_column)
    })
}

/// Does the same as `ph_md5_column32`, with offsets of 64 bits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_md5_column64(
    values: *const c_void,
    len: usize,
    offsets: *const i64,
    rows: usize,
    out: *mut u8,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        batch::column(values, len, offsets, rows, out.cast(), ::md5_opt::hash_column)
    })
}

/// Returns the name of the code that hashes many messages on this CPU, such as "x86_avx512".
#[unsafe(no_mangle)]
pub extern "C" fn ph_md5_backend() -> *const c_char {
    key::c_name(::md5_opt::Backend::detect().name())
}

/// Writes the ETag that S3 gives an object, as text with a terminating zero, at most
/// PH_MD5_ETAG_BYTES bytes. For an object uploaded whole (`part_bytes` is 0) it is the hexadecimal
/// digits of its MD5. For one uploaded in parts of `part_bytes` bytes it is the MD5 of the MD5s of
/// the parts, a `-` and their number.
///
/// Errors: PH_ERROR_PARTS if there are more than 10,000 parts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_md5_etag(
    data: *const c_void,
    len: usize,
    part_bytes: u64,
    out: *mut c_char,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        crate::border::present(out)?;
        let etag = crate::md5_etag::text(crate::border::bytes(data, len)?, part_bytes)?;
        crate::border::write(out.cast(), etag)
    })
}

/// Starts a message in pieces.
///
/// Errors: PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_md5_stream_new(out: *mut *mut ph_md5_stream_t) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { stream::new(out.cast(), || Ok(::md5_opt::Md5::new())) })
}

/// Starts another message with an existing stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_md5_stream_reset(stream: *mut ph_md5_stream_t) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { stream::reset(stream.cast(), || Ok(::md5_opt::Md5::new())) })
}

/// Makes a stream from a checkpoint.
///
/// Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_md5_stream_restore(
    data: *const c_void,
    len: usize,
    out: *mut *mut ph_md5_stream_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        stream::restore(data, len, out.cast(), |bytes| Ok(::md5_opt::Md5::from_checkpoint(bytes)))
    })
}
