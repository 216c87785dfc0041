//! 128-bit registers with PMULL: one unit per instruction.

use super::{Block, Group, Two, narrow};
use crate::wide::key::Key;
use gf2::backend::aarch64_pmull::Pmull;

gf2::entries! {
    "aes", Pmull, narrow,
    fn hash(key: &Key, message: &[u8]) -> [u64; 2];
    fn hash_each['m](key: &Key, messages: impl Iterator<Item = &'m [u8]>, out: &mut [[u64; 2]]);
    fn pair(key: &Key, message: &[u8]) -> Two;
    fn blocks(key: &Key, sums: Two, blocks: &[Block]) -> Two;
    fn groups(key: &Key, first: usize, groups: &[Group]) -> Two;
    fn tail(key: &Key, at: usize, bytes: &[u8]) -> Two;
}
