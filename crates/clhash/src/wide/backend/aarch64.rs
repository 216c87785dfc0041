//! The level of 64-bit Arm.

pub(super) use super::narrow::aarch64_pmull as pmull;
