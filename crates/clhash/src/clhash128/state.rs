//! The state of a stream.

use super::backend::{self, Group, Two};
use super::key::{BLOCK_BYTES, GROUP_BYTES, GROUPS, Key, LANES};
use core::slice::from_ref;
use hash_core::load;

/// The number of bytes in a row.
const ROW_BYTES: usize = 16 * LANES;

/// The state of a stream. A short message needs no more than its units, which take less time to
/// clear and to hash than a buffer does.
#[allow(clippy::large_enum_variant, reason = "nothing is allocated")]
#[derive(Clone, Copy)]
pub(super) enum State {
    /// A message of at most a row: its units, little-endian and zero-padded, and its length in
    /// bytes.
    Row { units: [u128; LANES], len: usize },
    /// A message of any length.
    Long(Long),
}

/// The state of a stream of any length.
#[derive(Clone, Copy)]
pub(super) struct Long {
    /// The polynomials over the blocks before the current one.
    pub(super) sums: Two,
    /// The combined products of the groups of the current block before the current one.
    pub(super) block: Two,
    /// The bytes of the current group, zero-padded.
    pub(super) buffer: Group,
    /// The length of the message in bytes.
    pub(super) len: u64,
}

impl State {
    /// Returns the state before the first byte. As a constant it would be copied whole.
    #[inline]
    pub(super) const fn new() -> Self {
        Self::Row { units: [0; LANES], len: 0 }
    }

    /// Returns the length of the message in bytes.
    #[inline]
    pub(super) const fn len(&self) -> u64 {
        match self {
            Self::Row { len, .. } => *len as u64,
            Self::Long(long) => long.len,
        }
    }

    /// Appends `added <= 16` bytes, given as the little-endian, zero-extended `words`.
    #[inline]
    pub(super) fn append(&mut self, key: &Key, words: u128, added: usize) {
        match self {
            // The first unit has a path of its own, on which its index is a constant.
            Self::Row { units: [unit, ..], len } if *len + added <= 16 => {
                // A full unit gets no byte here, and nothing is shifted.
                *unit |= words << (8 * *len % 128);
                *len += added;
            }
            Self::Row { units, len } if *len + added <= ROW_BYTES => {
                append_units(units, len, words, added);
            }
            _ => self.append_words(key, words, added),
        }
    }

    /// Appends `added <= 16` bytes that do not all fit into a row.
    #[inline(never)]
    fn append_words(&mut self, key: &Key, words: u128, added: usize) {
        match self {
            Self::Long(long) if long.fits(added) => long.append_words(words, added),
            _ => self.append_across(key, words, added),
        }
    }

    /// Appends `added <= 16` bytes that fill up the row or the group.
    #[cold]
    fn append_across(&mut self, key: &Key, words: u128, added: usize) {
        self.append_bytes(key, &words.to_le_bytes()[..added]);
    }

    /// Appends any number of bytes.
    #[inline(never)]
    pub(super) fn append_bytes(&mut self, key: &Key, bytes: &[u8]) {
        if let Self::Row { units, len } = self {
            if *len + bytes.len() <= ROW_BYTES {
                for unit in bytes.chunks(16) {
                    append_units(units, len, load::double_word(unit), unit.len());
                }
                return;
            }
            *self = Self::Long(self.to_long());
        }
        if let Self::Long(long) = self {
            long.append(key, bytes);
        }
    }

    /// Returns the state as that of a message of any length.
    pub(super) fn to_long(self) -> Long {
        match self {
            Self::Row { units, len } => {
                let mut buffer = [0; GROUP_BYTES];
                for (bytes, unit) in buffer.as_chunks_mut().0.iter_mut().zip(units) {
                    *bytes = unit.to_le_bytes();
                }
                Long { sums: [0; 2], block: [0; 2], buffer, len: len as u64 }
            }
            Self::Long(long) => long,
        }
    }

    /// Returns the hash of the message.
    #[inline(never)]
    pub(super) fn finish(&self, key: &Key) -> [u64; 2] {
        match self {
            Self::Row { units, len } => backend::units(key.backend(), key, units, *len as u64),
            Self::Long(long) => long.finish(key),
        }
    }
}

impl Long {
    /// Returns the number of bytes in the buffer.
    const fn buffered(&self) -> usize {
        in_block(self.len) % GROUP_BYTES
    }

    /// Returns the index of the current group in its block.
    pub(super) const fn group(&self) -> usize {
        in_block(self.len) / GROUP_BYTES
    }

    /// Returns the polynomials over all blocks, including the last one.
    pub(super) fn all(&self, key: &Key) -> Two {
        if self.len.is_multiple_of(BLOCK_BYTES as u64) {
            return self.sums;
        }
        let mut block = self.block;
        if self.buffered() > 0 {
            let bytes = &self.buffer[..self.buffered()];
            add(&mut block, backend::tail(key.backend(), key, self.group(), bytes));
        }
        backend::append(key, self.sums, block)
    }

    /// Returns whether a unit fits into the current group, of which `added <= 16` bytes leave it
    /// unfinished.
    const fn fits(&self, added: usize) -> bool {
        let before = self.buffered();
        before <= GROUP_BYTES - 16 && before + added < GROUP_BYTES
    }

    /// Appends `added <= 16` bytes that [fit](Self::fits).
    #[inline]
    fn append_words(&mut self, words: u128, added: usize) {
        let before = self.buffered();
        // The bytes after those that are added are zeros on zeros.
        self.buffer[before..before + 16].copy_from_slice(&words.to_le_bytes());
        self.len += added as u64;
    }

    /// Appends any number of bytes.
    fn append(&mut self, key: &Key, bytes: &[u8]) {
        let before = self.buffered();
        let missing = GROUP_BYTES - before;
        if bytes.len() < missing {
            self.buffer[before..][..bytes.len()].copy_from_slice(bytes);
            self.len += bytes.len() as u64;
            return;
        }
        let mut group = self.group();
        let mut rest = bytes;
        if before > 0 {
            let (first, after) = bytes.split_at(missing);
            self.buffer[before..].copy_from_slice(first);
            append_groups(key, &mut self.sums, &mut self.block, group, from_ref(&self.buffer));
            group = (group + 1) % GROUPS;
            rest = after;
        }
        let (groups, rest) = rest.as_chunks();
        append_groups(key, &mut self.sums, &mut self.block, group, groups);
        let (buffered, zeros) = self.buffer.split_at_mut(rest.len());
        buffered.copy_from_slice(rest);
        zeros.fill(0);
        self.len += bytes.len() as u64;
    }

    fn finish(&self, key: &Key) -> [u64; 2] {
        let bytes = &self.buffer[..self.buffered()];
        if self.len == bytes.len() as u64 {
            return backend::hash(key.backend(), key, bytes);
        }
        backend::finish(key.backend(), key, self.sums, self.block, bytes, self.len)
    }
}

/// Appends `added <= 16` bytes to a row that they fit into.
#[inline(always)]
fn append_units(units: &mut [u128; LANES], len: &mut usize, words: u128, added: usize) {
    let (at, before) = (*len / 16, *len % 16);
    // A full row, to which nothing is added, has no such unit.
    if let Some(unit) = units.get_mut(at) {
        *unit |= words << (8 * before);
    }
    if before + added > 16
        && let Some(next) = units.get_mut(at + 1)
    {
        *next = words >> (128 - 8 * before);
    }
    *len += added;
}

/// Appends whole groups, the first of which is group `at` of its block.
fn append_groups(key: &Key, sums: &mut Two, block: &mut Two, at: usize, groups: &[Group]) {
    let mut rest = groups;
    if at > 0 {
        let (first, after) = groups.split_at(groups.len().min(GROUPS - at));
        add(block, backend::groups(key.backend(), key, at, first));
        if at + first.len() < GROUPS {
            return;
        }
        *sums = backend::append(key, *sums, *block);
        *block = [0; 2];
        rest = after;
    }
    let (blocks, rest) = rest.as_flattened().as_chunks();
    if !blocks.is_empty() {
        *sums = backend::blocks(key.backend(), key, *sums, blocks);
    }
    if !rest.is_empty() {
        *block = backend::groups(key.backend(), key, 0, rest.as_chunks().0);
    }
}

/// Returns the number of bytes in the block that is not yet full, for a message of `len` bytes.
#[expect(clippy::cast_possible_truncation, reason = "below the size of a block")]
pub(super) const fn in_block(len: u64) -> usize {
    (len % BLOCK_BYTES as u64) as usize
}

fn add(sums: &mut Two, others: Two) {
    sums[0] ^= others[0];
    sums[1] ^= others[1];
}
