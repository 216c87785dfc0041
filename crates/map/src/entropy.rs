//! The operating system's entropy.

/// Fills the bytes with entropy, and returns whether there is any.
pub(crate) fn fill(bytes: &mut [u8]) -> bool {
    getrandom::fill(bytes).is_ok()
}
