//! Kernels for NEON: four words of 32 bits or eight of 16 at a time.

use super::{cut, portable};
use core::arch::aarch64::*;

/// The types from which a register is loaded: 16 bytes of integers.
trait Plain: Copy {}
impl Plain for [u8; 16] {}
impl Plain for [u16; 8] {}
impl Plain for [u32; 4] {}

#[inline]
#[target_feature(enable = "neon")]
fn load<T: Plain>(from: &T) -> uint8x16_t {
    const { assert!(size_of::<T>() == 16) };
    // SAFETY: the 16 bytes of the reference are readable, and the load needs no alignment.
    unsafe { vld1q_u8(core::ptr::from_ref(from).cast()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn load32(from: &[u32; 4]) -> uint32x4_t {
    vreinterpretq_u32_u8(load(from))
}

#[target_feature(enable = "neon")]
pub(super) fn dot32(key: &[[u32; 16]], message: &[u8]) -> u64 {
    let ([key], blocks, tail) = cut(&[key], message);
    let mut sums = [vdupq_n_u64(0); 2];
    for (x, block) in key.iter().zip(blocks) {
        let (x, m) = (x.as_chunks().0, block.as_chunks::<16>().0);
        for (m, x) in m.iter().zip(x) {
            let (m, x) = (vreinterpretq_u32_u8(load(m)), load32(x));
            sums[0] = vmlal_u32(sums[0], vget_low_u32(m), vget_low_u32(x));
            sums[1] = vmlal_high_u32(sums[1], m, x);
        }
    }
    vaddvq_u64(vaddq_u64(sums[0], sums[1]))
        .wrapping_add(portable::tail32(key.get(blocks.len()), tail))
}

#[target_feature(enable = "neon")]
pub(super) fn dot32x2(key: &[&[[u32; 16]]; 3], message: &[u8]) -> [u64; 2] {
    let ([x, shifted, _], blocks, tail) = cut(key, message);
    let mut sums = [vdupq_n_u64(0); 4];
    for (i, block) in blocks.iter().enumerate() {
        let (x, shifted) = (x[i].as_chunks().0, shifted[i].as_chunks().0);
        for ((m, x), shifted) in block.as_chunks::<16>().0.iter().zip(x).zip(shifted) {
            let (m, x, shifted) = (vreinterpretq_u32_u8(load(m)), load32(x), load32(shifted));
            sums[0] = vmlal_u32(sums[0], vget_low_u32(m), vget_low_u32(x));
            sums[1] = vmlal_high_u32(sums[1], m, x);
            sums[2] = vmlal_u32(sums[2], vget_low_u32(m), vget_low_u32(shifted));
            sums[3] = vmlal_high_u32(sums[3], m, shifted);
        }
    }
    let [a, b, c, d] = sums;
    let of_tail = |row: &[[u32; 16]]| portable::tail32(row.get(blocks.len()), tail);
    [
        vaddvq_u64(vaddq_u64(a, b)).wrapping_add(of_tail(x)),
        vaddvq_u64(vaddq_u64(c, d)).wrapping_add(of_tail(shifted)),
    ]
}

/// Adds the products of signed words of 16 bits to `sum`.
#[inline]
#[target_feature(enable = "neon")]
fn add_products(sum: int32x4_t, m: int16x8_t, x: int16x8_t) -> int32x4_t {
    vmlal_high_s16(vmlal_s16(sum, vget_low_s16(m), vget_low_s16(x)), m, x)
}

#[inline]
#[target_feature(enable = "neon")]
fn sum32(x: int32x4_t) -> u32 {
    vaddvq_s32(x).cast_unsigned()
}

#[target_feature(enable = "neon")]
pub(super) fn dot16(key: &[&[[u16; 32]]; 4], message: &[u8]) -> [u32; 4] {
    let (key, blocks, _) = cut(key, message);
    let (zero, ones, bias) = (vdupq_n_s32(0), vdupq_n_s16(1), vdupq_n_s16(i16::MIN));
    let (mut sums, mut plain) = ([zero; 4], zero);
    for (i, block) in blocks.iter().enumerate() {
        for (part, m) in block.as_chunks::<16>().0.iter().enumerate() {
            let m = veorq_s16(vreinterpretq_s16_u8(vrev16q_u8(load(m))), bias);
            plain = add_products(plain, m, ones);
            for j in 0..4 {
                let x = vreinterpretq_s16_u8(load(&key[j][i].as_chunks::<8>().0[part]));
                sums[j] = add_products(sums[j], m, x);
            }
        }
    }
    let plain = sum32(plain) << 15;
    let mut out = [0; 4];
    for (out, sum) in out.iter_mut().zip(sums) {
        *out = sum32(sum).wrapping_add(plain);
    }
    out
}
