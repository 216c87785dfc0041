//! 128-bit integers, block by block.

use super::Block;
use crate::key::Key;
use crate::polynomial::append;

#[inline(always)]
pub(crate) fn absorb<const T: usize>(
    key: &Key<T>,
    mut y: [u128; T],
    blocks: &[Block],
) -> [u128; T] {
    for block in blocks {
        y = append(key, y, block);
    }
    y
}

/// Integers need nothing but K itself.
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
#[derive(Clone, Copy)]
pub(crate) struct KeySchedule;

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
impl KeySchedule {
    pub(crate) const fn new(_k: u128) -> Self {
        Self
    }

    #[cfg(feature = "zeroize")]
    pub(crate) fn words_mut(&mut self) -> [&mut [u64]; 0] {
        []
    }
}
