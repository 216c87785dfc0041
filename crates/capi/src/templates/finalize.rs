/// Writes the hash of the message so far, XOUTDOC. The stream can be continued afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_stream_XMETHOD(
    stream: *const ph_XNAME_stream_t,
    out: *mut XWORD,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        stream::read::<XSTREAM, XHASHTYPE>(stream.cast(), out.cast(), <XSTREAM>::XMETHOD)
    })
}
