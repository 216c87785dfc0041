//! 128-bit registers with PCLMULQDQ: one unit per instruction.

use super::{Block, Group, Two};
use crate::wide::key::{BLOCK_BYTES, GROUP_BYTES, GROUPS, GroupKeys, Key, LANES, ROWS, UnitKey};
#[cfg(target_arch = "x86")]
use core::arch::x86::__m128i as Polynomial;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::__m128i as Polynomial;
use gf2::backend::x86_clmul::{
    from_u64s, from_u128, load, load_words, mul_halves, mul_x, mul128, reduce128, to_u128, xor,
};

use hash_core::load;

narrow!("pclmulqdq,sse4.1");
