//! The level of x86.

pub(super) mod avx512ifma;

pub(crate) use avx512ifma::KeySchedule;
