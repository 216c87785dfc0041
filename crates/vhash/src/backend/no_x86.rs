//! What stands in for the level of x86 on other architectures.

/// Nothing, because integers need only K itself.
#[derive(Clone, Copy)]
pub(crate) struct KeySchedule;

impl KeySchedule {
    pub(crate) const fn new(_k: u128) -> Self {
        Self
    }

    #[cfg(feature = "zeroize")]
    pub(crate) fn words_mut(&mut self) -> [&mut [u64]; 0] {
        []
    }
}
