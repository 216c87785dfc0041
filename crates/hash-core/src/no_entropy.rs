//! Stands in for the module `entropy` on targets without entropy.

/// Expands to nothing. On targets with entropy, it expands to its argument.
#[doc(hidden)]
#[macro_export]
macro_rules! with_entropy {
    ($($tokens:tt)*) => {};
}

/// A source that provides no words.
#[cfg(feature = "std")]
pub(crate) struct Words<const N: usize>;

#[cfg(feature = "std")]
impl<const N: usize> Words<N> {
    pub(crate) const fn of(_: usize) -> Self {
        Self
    }

    #[expect(clippy::unused_self, reason = "the source that others have")]
    pub(crate) const fn next_word(&mut self) -> Result<u64, ()> {
        Err(())
    }
}
