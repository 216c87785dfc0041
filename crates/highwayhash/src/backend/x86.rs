//! The levels of x86.

pub(super) mod avx2;
pub(super) mod avx512vbmi;
pub(super) mod sse41;
