//! The kernel on 128-bit integers, block by block.

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
        y = append(opaque(key), y, block);
    }
    y
}

/// Hides from the compiler that it has loaded the key before. Otherwise it loads 16 words before
/// the loop, more than it has registers for.
#[inline(always)]
fn opaque<const T: usize>(key: &Key<T>) -> &Key<T> {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    return hash_core::opaque!(ref key);
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    key
}

/// Keeps a word in a general-purpose register. A compiler that may use AVX2 makes a vector of the
/// two words of the last step for two additions, and moves them back for the product, which delays
/// the hash.
#[inline(always)]
pub(crate) fn scalar(word: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    return hash_core::opaque!(reg word);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    word
}
