//! The keys of both sums, derived from the 32 bytes of a key.

use super::{BASE, DIGITS, P, SUMS};
use crate::{Key, stream};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The block of the key stream whose first 32 bytes are the secret of checksums.
const SECRET_BLOCK: u32 = 39;
/// The number of words of each sum's tables, and of the words of a column for each sum.
const STRIDE: usize = 4096;

/// The factors of digit i, for all its values.
pub(crate) type Tables = [[u64; BASE]; DIGITS];

/// The words of the key stream of checksums, modulo p.
pub(crate) struct Words {
    secret: [u8; 32],
    block: Option<(u32, [u64; stream::BLOCK_WORDS])>,
}

impl Words {
    pub(crate) fn new(key: &Key) -> Self {
        let block = stream::block(&key.to_bytes(), SECRET_BLOCK);
        let mut secret = [0; 32];
        for (bytes, word) in secret.chunks_mut(8).zip(block) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        Self { secret, block: None }
    }

    fn get(&mut self, index: usize) -> u64 {
        #[expect(clippy::cast_possible_truncation, reason = "a column has fewer than 2^11 blocks")]
        let number = (index / stream::BLOCK_WORDS) as u32;
        let block = match self.block {
            Some((at, block)) if at == number => block,
            _ => stream::block(&self.secret, number),
        };
        self.block = Some((number, block));
        block[index % stream::BLOCK_WORDS] % P
    }

    /// Returns the tables of a sum.
    pub(crate) fn tables(&mut self, sum: usize) -> Box<Tables> {
        let mut tables = Box::new([[0; BASE]; DIGITS]);
        for (i, factor) in tables.as_flattened_mut().iter_mut().enumerate() {
            *factor = self.get(STRIDE / SUMS * sum + i);
        }
        tables
    }

    /// Returns the factors of the words of a column, for a sum.
    pub(crate) fn factors(&mut self, sum: usize, column: usize, words: usize) -> Vec<u64> {
        (0..words).map(|i| self.get(STRIDE * (1 + SUMS * column + sum) + i)).collect()
    }
}

hash_core::wipe_on_drop!(impl[] Words, |words| {
    words.secret.zeroize();
    if let Some((_, block)) = &mut words.block {
        block.zeroize();
    }
});
