//! Stands in for the module `entropy` on targets without entropy.

/// Expands to nothing. On targets with entropy, it expands to its argument.
#[doc(hidden)]
#[macro_export]
macro_rules! with_entropy {
    ($($tokens:tt)*) => {};
}
