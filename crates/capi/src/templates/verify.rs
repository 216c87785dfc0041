
/// Checks in constant time that a tag belongs to a message: that its bytes are those of `ph_XNAME`,
/// XOUTDOC, each little-endian. Comparing hashes by `==` or `memcmp` tells a forger, by the time that it
/// takes, how much of a guess is right.
///
/// Errors: PH_ERROR_TAG if the tag is wrong or has another length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_XNAME_verify(
    key: *const ph_XKEY_key_t,
    data: *const c_void,
    len: usize,
    tag: *const c_void,
    tag_len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    run(|| unsafe {
        let tag = crate::border::bytes(tag, tag_len)?;
        let key = batch::key::<XKEYTYPE>(key.cast())?;
        Ok(XVERIFYFN(key, crate::border::bytes(data, len)?, tag)?)
    })
}
