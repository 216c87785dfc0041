/// Computes XTITLE of a message, followed by the bijection `ph_mix`. Use it as a general-purpose
/// hash: flipping a bit of the message changes every bit of the hash half of the time. Collisions
/// are as rare as those of `ph_XNAME`, but do not build a MAC on this. Frozen.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_mixed(
    key: *const ph_XKEY_key_t,
    data: *const c_void,
    len: usize,
    out: *mut u64,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { oneshot::hash::<XKEYTYPE, u64>(key.cast(), data, len, out.cast(), XMIXEDFN) })
}
