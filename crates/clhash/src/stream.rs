//! Hashing of messages in pieces.

use crate::backend::{self, State};
use crate::key::{BLOCK_BYTES, Key};
use crate::oneshot::bitmix;
use crate::partial::Partial;
use core::borrow::Borrow;
use hash_core::{load, mix};

/// [`BLOCK_BYTES`] in the type of a length.
const BLOCK: u64 = BLOCK_BYTES as u64;

/// Hashes a message that comes in pieces. Any split gives the value of [`hash`](crate::hash).
///
/// The state is 64 bytes plus the key, which the hasher owns, borrows or shares: `K` is a [`Key`],
/// a `&Key` or an `Arc<Key>`. The inner product of a block consumes two words at a time, so no
/// block is ever stored, and nothing is allocated. A message may have any length below 2^64 bytes,
/// and all 64 bits of the length enter the hash.
///
/// As a [`core::hash::Hasher`] it hashes the concatenation of everything written: integers as their
/// little-endian bytes, `usize` and `isize` as 64 bits, a `str` as its bytes followed by `0xff`.
/// The same writes have the same hash on every machine; see [`Portable`](crate::Portable) for the
/// keys that write the same. Frozen.
///
/// ```
/// use clhash::{ClHasher, Key, hash};
/// let key = Key::from_seed(1);
/// let mut hasher = ClHasher::new(&key);
/// hasher.update(b"in two ");
/// hasher.update(b"pieces");
/// assert_eq!(hasher.finalize(), hash(&key, b"in two pieces"));
/// ```
#[derive(Clone)]
pub struct ClHasher<K> {
    key: K,
    state: State,
}

impl<K: Borrow<Key>> ClHasher<K> {
    /// Returns a hasher of the empty message.
    #[inline]
    #[must_use]
    pub const fn new(key: K) -> Self {
        Self { key, state: State::EMPTY }
    }

    pub(crate) const fn from_state(key: K, state: State) -> Self {
        Self { key, state }
    }

    pub(crate) const fn state(&self) -> &State {
        &self.state
    }

    /// Returns the holder of the key.
    #[must_use]
    pub const fn holder(&self) -> &K {
        &self.key
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, bytes: &[u8]) {
        if bytes.len() <= 16 {
            self.append(load::double_word(bytes), bytes.len());
        } else {
            append_long(self.key.borrow(), &mut self.state, bytes);
        }
    }

    /// Appends `len <= 16` bytes, given as the little-endian, zero-extended `words`.
    #[inline]
    pub(crate) fn append(&mut self, words: u128, len: usize) {
        let before = self.state.tail_len();
        if before as usize + len <= 16 {
            self.state.len += len as u64;
            // A full tail (16 bytes) gets no byte here, and nothing is shifted.
            self.state.tail |= words << (8 * before % 128);
        } else {
            spill(self.key.borrow(), &mut self.state, words, len as u64);
        }
    }

    /// Returns the hash of the message so far. More can be appended afterwards.
    #[inline(always)]
    #[must_use]
    pub fn finalize(&self) -> u64 {
        let (key, State { block, tail, len, .. }) = (self.key.borrow(), self.state);
        #[expect(clippy::match_overlapping_arm, reason = "the arms are tried in order")]
        match len {
            ..=8 => backend::short(key, low_word(tail), len),
            ..=16 => backend::pair(key.backend(), key, tail, len),
            ..=BLOCK => {
                let at = self.state.tail_pair();
                backend::finish_block(key.backend(), key, block, at, tail, len)
            }
            _ => finish_long(key, &self.state),
        }
    }

    /// Returns [`hash_mixed`](crate::hash_mixed) of the message so far.
    #[must_use]
    pub fn finalize_mixed(&self) -> u64 {
        mix(self.finalize())
    }

    /// Returns [`hash_bitmix`](crate::hash_bitmix) of the message so far.
    #[must_use]
    pub fn finalize_bitmix(&self) -> u64 {
        bitmix(self.finalize(), self.state.len)
    }

    /// Returns the number of bytes appended so far.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.state.len
    }

    /// Returns whether nothing has been appended.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.state.len == 0
    }

    /// Returns the message so far as a part that others can be joined to.
    #[must_use]
    pub fn partial(&self) -> Partial {
        Partial::from_state(self.key.borrow(), &self.state)
    }
}

/// Returns the tail of a message of at most 8 bytes as a word.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the rest of such a tail is zero")]
const fn low_word(tail: u128) -> u64 {
    tail as u64
}

/// Appends `len <= 16` bytes, `words`, that do not all fit into the tail.
#[inline(never)]
fn spill(key: &Key, state: &mut State, words: u128, len: u64) {
    let before = state.tail_len();
    let len = state.len + len;
    fill_tail(key, state, words);
    state.tail = if before == 16 { words } else { words >> (128 - 8 * before) };
    state.len = len;
}

/// Fills up the current pair with the first bytes of `words`. More bytes must follow.
#[inline]
fn fill_tail(key: &Key, state: &mut State, words: u128) {
    let before = state.tail_len();
    let full = if before == 16 { state.tail } else { state.tail | words << (8 * before) };
    state.len += u64::from(16 - before);
    state.block ^= backend::product(key.backend(), key, state.tail_pair(), full);
    if state.len.is_multiple_of(BLOCK) {
        close_block(key, state);
    }
}

/// Appends more than 16 bytes.
#[inline(never)]
fn append_long(key: &Key, state: &mut State, mut bytes: &[u8]) {
    if bytes.len() <= 32
        && let (0, Some(first), Some(last)) = (state.len, bytes.first_chunk(), bytes.last_chunk())
    {
        // The case of most map keys that are strings: one product, and the remaining bytes become
        // the tail.
        state.block = backend::product(key.backend(), key, 0, u128::from_le_bytes(*first));
        state.tail = u128::from_le_bytes(*last) >> (8 * (32 - bytes.len()));
        state.len = bytes.len() as u64;
        return;
    }
    let before = state.tail_len();
    if before > 0 {
        let (fill, rest) = bytes.split_at(16 - before as usize);
        fill_tail(key, state, load::double_word(fill));
        bytes = rest;
    }
    // Now the message ends at a pair boundary. The last pair becomes the new tail.
    let (pairs, tail) = bytes.split_at(bytes.len().saturating_sub(1) / 16 * 16);
    append_pairs(key, state, pairs.as_chunks().0);
    state.tail = load::double_word(tail);
    state.len += tail.len() as u64;
}

/// Appends whole pairs to a message that ends at a pair boundary. More bytes must follow.
fn append_pairs(key: &Key, state: &mut State, pairs: &[backend::Pair]) {
    const PAIRS: usize = BLOCK_BYTES / 16;
    let at = (state.len % BLOCK / 16) as usize;
    state.len += 16 * pairs.len() as u64;
    let mut rest = pairs;
    if at > 0 {
        let (first, after) = pairs.split_at(pairs.len().min(PAIRS - at));
        state.block ^= backend::clnh(key.backend(), key, at, first);
        if at + first.len() < PAIRS {
            return;
        }
        close_block(key, state);
        rest = after;
    }
    let (blocks, rest) = rest.as_flattened().as_chunks();
    if !blocks.is_empty() {
        state.sum = backend::horner(key.backend(), key, state.sum, blocks);
    }
    if !rest.is_empty() {
        state.block = backend::clnh(key.backend(), key, 0, rest.as_chunks().0);
    }
}

/// Continues the polynomial with the current block, which is full. More bytes must follow.
fn close_block(key: &Key, state: &mut State) {
    state.sum = backend::append(key.backend(), key, state.sum, state.block);
    state.block = 0;
}

/// Returns the hash of a message of more than one block.
#[inline(never)]
fn finish_long(key: &Key, state: &State) -> u64 {
    let block = state.block ^ backend::product(key.backend(), key, state.tail_pair(), state.tail);
    backend::finish_blocks(
        key.backend(),
        key,
        backend::append(key.backend(), key, state.sum, block),
        state.len,
    )
}

hash_core::secret_debug!(impl[K] ClHasher<K>, "ClHasher", len = |hasher| hasher.state.len);
hash_core::io_write!(impl[K: Borrow<Key>] ClHasher<K>);

impl<K: Borrow<Key>> core::hash::Hasher for ClHasher<K> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.append(u128::from(i), 1);
    }

    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.append(u128::from(i), 2);
    }

    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.append(u128::from(i), 4);
    }

    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.append(u128::from(i), 8);
    }

    #[inline]
    fn write_u128(&mut self, i: u128) {
        self.append(i, 16);
    }

    hash_core::integers_as_unsigned!();

    #[inline(always)]
    fn finish(&self) -> u64 {
        self.finalize()
    }
}
