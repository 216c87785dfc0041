//! The level of 64-bit Arm.

pub mod pmull;
