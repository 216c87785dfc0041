//! The levels of x86.

pub(super) use super::x86_clmul as clmul;

pub(super) mod vpclmul_x2;
pub(super) mod vpclmul_x4;
