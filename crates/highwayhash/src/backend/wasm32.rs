//! The level of WebAssembly.

pub(super) mod simd128;
