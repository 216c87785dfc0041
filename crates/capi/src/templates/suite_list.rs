
/// Returns all functions, in an array of `*count` rows that is never freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_suite_list(count: *mut usize) -> *const ph_suite_t {
    if !count.is_null() {
        // SAFETY: the contract of the header.
        unsafe { count.write_unaligned(SUITE.0.len()) };
    }
    SUITE.0.as_ptr()
}
