/// Computes XTITLE as in the AEAD: of additional data and text, each padded with zeros to whole
/// blocks, followed by the block of their lengths in bits. 16 bytes. Frozen.
///
/// Under a random secret key, two given pairs of data and text, each below 2^61 bytes, collide with
/// probability at most n * 2^-128, where n is the number of blocks of the longer pair, with that of the
/// lengths: a theorem.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_aead(
    key: *const ph_XKEY_key_t,
    additional: *const c_void,
    additional_len: usize,
    text: *const c_void,
    text_len: usize,
    out: *mut u8,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        let text = crate::border::bytes(text, text_len)?;
        let hash = |key: &XKEYTYPE, a: &[u8]| ::ghash_clmul::hash_aead(key, a, text);
        oneshot::hash(key.cast(), additional, additional_len, out.cast(), hash)
    })
}

/// Pads the message so far with zeros to whole blocks, as an AEAD does after the additional data.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_pad(stream: *mut ph_XNAME_stream_t) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        stream::update(stream.cast::<XSTREAM>(), core::ptr::null(), 0, |s, _| s.pad())
    })
}

/// Pads the message so far and appends the block of the lengths, which are passed in bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_append_lengths(
    stream: *mut ph_XNAME_stream_t,
    additional: u64,
    text: u64,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        stream::update(stream.cast::<XSTREAM>(), core::ptr::null(), 0, |s, _| {
            s.append_lengths(additional, text);
        })
    })
}
