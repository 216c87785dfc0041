//! The levels of x86.

pub(super) mod clmul;
pub(super) mod vpclmul_x2;
pub(super) mod vpclmul_x4;
