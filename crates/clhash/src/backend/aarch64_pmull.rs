//! 128-bit registers with PMULL: one pair of words per instruction.

use super::{Block, Pair, narrow};
use crate::key::{Key, KeyBytes};
use gf2::backend::aarch64_pmull::Pmull;

gf2::entries! {
    "aes", Pmull, narrow,
    fn hash(key: &Key, message: &[u8]) -> u64;
    fn hash_borrowed(key: &KeyBytes, message: &[u8]) -> u64;
    fn hash_each['m](key: &Key, messages: impl Iterator<Item = &'m [u8]>, out: &mut [u64]);
    fn hash_u64s(key: &Key, words: &[u64], out: &mut [u64]);
    fn clnh(key: &Key, first: usize, pairs: &[Pair]) -> u128;
    fn horner(key: &Key, sum: u128, blocks: &[Block]) -> u128;
    #[inline]
    fn word(word: u64, factor: u64, quotient: u64) -> u64;
    #[inline]
    fn pair(key: &Key, words: u128, len: u64) -> u64;
    fn product(key: &Key, at: usize, words: u128) -> u128;
    fn append(key: &Key, sum: u128, block: u128) -> u128;
    fn finish_block(key: &Key, block: u128, at: usize, tail: u128, len: u64) -> u64;
    fn finish_blocks(key: &Key, sum: u128, len: u64) -> u64;
}
