//! 128-bit registers with PMULL: one unit per instruction.

use super::{Block, Group, Two};
use crate::wide::key::{BLOCK_BYTES, GROUP_BYTES, GROUPS, GroupKeys, Key, LANES, ROWS, UnitKey};
use core::arch::aarch64::uint64x2_t as Polynomial;
use gf2::backend::aarch64_pmull::{
    from_u64s, from_u128, load, load_words, mul_halves, mul_x, mul128, reduce128, to_u128, xor,
};

use hash_core::load;

narrow!("aes");
