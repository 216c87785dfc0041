//! The level of 64-bit Arm.

pub(super) use super::aarch64_pmull as pmull;
