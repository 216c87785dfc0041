//! Stands in for the module `entropy` without the feature `getrandom`, and on targets without
//! entropy.

/// Returns that there is no entropy.
pub(crate) fn fill(_: &mut [u8]) -> bool {
    false
}
