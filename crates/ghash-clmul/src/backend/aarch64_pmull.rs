//! 128-bit registers with PMULL: eight blocks at once.

use super::{Powers, narrow};
use gf2::backend::aarch64_pmull::Pmull;

gf2::entries! {
    "aes", Pmull, narrow,
    #[inline]
    fn expand(h: u128) -> Powers;
    #[inline]
    fn multiply(powers: &Powers, a: u128) -> u128;
    fn absorb::<REVERSED>[const REVERSED: bool](powers: &Powers, sum: u128, bytes: &[u8]) -> u128;
}
