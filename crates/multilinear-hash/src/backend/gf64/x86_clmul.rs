//! Kernels for 128-bit registers and PCLMULQDQ: two words of a message at a time.

use super::narrow;
use crate::function::Schedule64;
use gf2::backend::x86_clmul::Clmul;

gf2::entries! {
    "pclmulqdq,sse4.1", Clmul, narrow,
    #[inline]
    fn dot(pair: (u64, u64), key: &[u64], message: &[u8]) -> u128;
    fn inner(key: &[u64], message: &[u8]) -> u64;
    fn hash(key: &Schedule64, message: &[u8]) -> u64;
    fn dot_each['m](
        length: u64,
        key: &[u64],
        messages: impl Iterator<Item = &'m [u8]>,
        each: impl FnMut(&'m [u8], Option<u64>),
    );
    fn products(x: u64, c: u64, words: &[u64], out: &mut [u64]);
}
