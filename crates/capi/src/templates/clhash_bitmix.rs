/// CLHASH as the published library computes it when it is compiled with BITMIX. Frozen.
///
/// That option mixes messages of at most 1,024 bytes, and worse than `ph_clhash_mixed`: use this
/// function only to compare with stored values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_clhash_bitmix(
    key: *const ph_clhash_key_t,
    data: *const c_void,
    len: usize,
    out: *mut u64,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe { oneshot::hash(key.cast(), data, len, out, ::clhash::hash_bitmix) })
}

/// Makes the key of the published library's `get_random_key_for_clhash(seed1, seed2)`. Frozen. Two
/// seeds of 0 give the zero key.
///
/// Errors: PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_clhash_key_from_xorshift(
    seed1: u64,
    seed2: u64,
    out: *mut *mut ph_clhash_key_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        key::make(out.cast(), || ::clhash::Key::from_xorshift(seed1, seed2).chosen())
    })
}
