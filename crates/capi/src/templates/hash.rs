/// Computes XTITLE of a message, XOUTDOC. Frozen.
///
/// XBOUND
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME(
    key: *const ph_XKEY_key_t,
    data: *const c_void,
    len: usize,
    out: *mut XWORD,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { oneshot::hash::<XKEYTYPE, XHASHTYPE>(key.cast(), data, len, out.cast(), XHASHFN) })
}

/// Computes XTITLE of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and hash i,
/// XOUTDOC, is that of `ph_XNAME`. A batch takes less time than the messages one by one.
///
/// Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_many(
    key: *const ph_XKEY_key_t,
    data: *const *const c_void,
    lens: *const usize,
    count: usize,
    out: *mut XWORD,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        let key = batch::key::<XKEYTYPE>(key.cast())?;
        batch::many::<XHASHTYPE>(data, lens, count, out.cast(), |m, out| XMANYFN)
    })
}

/// Computes XTITLE of `count` words, each as its eight little-endian bytes; hash i is XOUTDOC.
///
/// Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_u64s(
    key: *const ph_XKEY_key_t,
    words: *const u64,
    count: usize,
    out: *mut XWORD,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        let key = batch::key::<XKEYTYPE>(key.cast())?;
        batch::u64s::<XHASHTYPE>(words, count, out.cast(), |m, out| XU64SFN)
    })
}

/// Computes XTITLE of the strings of a column in Arrow's layout. String i is the bytes `offsets[i]`
/// to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is XOUTDOC. There
/// is one offset more than there are rows.
///
/// Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_column32(
    key: *const ph_XKEY_key_t,
    values: *const c_void,
    len: usize,
    offsets: *const i32,
    rows: usize,
    out: *mut XWORD,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        let key = batch::key::<XKEYTYPE>(key.cast())?;
        batch::column::<_, XHASHTYPE>(values, len, offsets, rows, out.cast(), |v, o, out| XCOLUMNFN)
    })
}

/// Does the same as `ph_XNAME_column32`, with offsets of 64 bits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_column64(
    key: *const ph_XKEY_key_t,
    values: *const c_void,
    len: usize,
    offsets: *const i64,
    rows: usize,
    out: *mut XWORD,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        let key = batch::key::<XKEYTYPE>(key.cast())?;
        batch::column::<_, XHASHTYPE>(values, len, offsets, rows, out.cast(), |v, o, out| XCOLUMNFN)
    })
}
