//! 128-bit registers with PCLMULQDQ: eight blocks at once.

use super::{Powers, narrow};
use gf2::backend::x86_clmul::Clmul;

gf2::entries! {
    "pclmulqdq,sse4.1", Clmul, narrow,
    #[inline]
    fn expand(h: u128) -> Powers;
    #[inline]
    fn multiply(powers: &Powers, a: u128) -> u128;
    fn absorb::<REVERSED>[const REVERSED: bool](powers: &Powers, sum: u128, bytes: &[u8]) -> u128;
}
