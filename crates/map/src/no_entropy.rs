//! Stands in for the module `entropy` without the feature `getrandom`, and on targets without
//! entropy.

/// No words.
pub(crate) struct Words;

impl Words {
    pub(crate) const fn new(_: usize) -> Self {
        Self
    }

    /// Returns that there is no entropy.
    #[allow(clippy::unused_self)] // as the other module has it
    pub(crate) fn next_word(&mut self) -> Option<u64> {
        None
    }
}
