//! Kernels for NEON: eight words of 16 bits at a time.

use crate::backend::Block;
use crate::backend::aarch64_neon::{add_products, load, sum32};
use core::arch::aarch64::*;

#[target_feature(enable = "neon")]
pub(super) fn signed16<const R: usize>(key: &[[i16; 32]], message: &[Block]) -> [u32; R] {
    let mut sums = [vdupq_n_s32(0); R];
    for (x, block) in key.windows(R).zip(message) {
        for (i, m) in block.as_chunks::<16>().0.iter().enumerate() {
            let m = vreinterpretq_s16_u8(load(m));
            for (sum, x) in sums.iter_mut().zip(x) {
                let x = vreinterpretq_s16_u8(load::<[i16; 8]>(&x.as_chunks().0[i]));
                *sum = add_products(*sum, m, x);
            }
        }
    }
    sums.map(|sum| sum32(sum))
}

#[target_feature(enable = "neon")]
pub(super) fn signed8<const R: usize>(key: &[[i8; 64]], message: &[Block]) -> [u32; R] {
    let mut sums = [vdupq_n_s32(0); R];
    for (x, block) in key.windows(R).zip(message) {
        for (i, m) in block.as_chunks::<16>().0.iter().enumerate() {
            let m = load(m);
            let low_m = vreinterpretq_s16_u16(vmovl_u8(vget_low_u8(m)));
            let high_m = vreinterpretq_s16_u16(vmovl_high_u8(m));
            for (sum, x) in sums.iter_mut().zip(x) {
                let x = vreinterpretq_s8_u8(load::<[i8; 16]>(&x.as_chunks().0[i]));
                *sum = add_products(*sum, low_m, vmovl_s8(vget_low_s8(x)));
                *sum = add_products(*sum, high_m, vmovl_high_s8(x));
            }
        }
    }
    sums.map(|sum| sum32(sum))
}
