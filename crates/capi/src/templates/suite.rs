/// Computes XNAME for test suites: XBYTES bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_suite_XNAME(data: *const c_void, len: usize, seed: u64, out: *mut c_void) {
    thread_local! {
        static LAST: Last<XKEYTYPE> = const { Last::none() };
    }
    // SAFETY: the contract of the header is that of the callee.
    unsafe { LAST.with(|last| run::<XKEYTYPE, XBYTES>(last, seed, data, len, out, |key, m| XHASHFN)) };
}
