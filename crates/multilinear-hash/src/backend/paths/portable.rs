//! Kernels on integers only.

use crate::backend::Block;

pub(super) fn signed16<const R: usize>(key: &[[i16; 32]], message: &[Block]) -> [u32; R] {
    debug_assert!(message.len() + R - 1 <= key.len(), "the key is too short");
    let (words, _) = message.as_flattened().as_chunks();
    core::array::from_fn(|j| {
        let pairs = words.iter().zip(key.get(j..).unwrap_or_default().as_flattened());
        let sum = pairs.fold(0_i32, |sum, (m, x)| {
            sum.wrapping_add(i32::from(i16::from_le_bytes(*m)) * i32::from(*x))
        });
        sum.cast_unsigned()
    })
}

pub(super) fn signed8<const R: usize>(key: &[[i8; 64]], message: &[Block]) -> [u32; R] {
    debug_assert!(message.len() + R - 1 <= key.len(), "the key is too short");
    core::array::from_fn(|j| {
        let key = key.get(j..).unwrap_or_default().as_flattened();
        let sum = message
            .as_flattened()
            .iter()
            .zip(key)
            .fold(0_i32, |sum, (m, x)| sum.wrapping_add(i32::from(*m) * i32::from(*x)));
        sum.cast_unsigned()
    })
}
