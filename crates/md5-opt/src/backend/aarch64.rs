//! The level of 64-bit Arm.

pub(super) mod neon;
