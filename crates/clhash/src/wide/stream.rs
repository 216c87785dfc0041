//! Hashing of messages in pieces.

use super::backend::{self, Two};
use super::key::{BLOCK_BYTES, GROUP_BYTES, GROUPS, Key};
use super::partial::Partial;
use core::borrow::Borrow;
use hash_core::mix128;

/// The state of a stream.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// The polynomials over the blocks before the current one.
    pub(super) sums: Two,
    /// The combined products of the groups of the current block before the current one.
    pub(super) block: Two,
    /// The bytes of the current group, zero-padded.
    pub(super) buffer: [u8; GROUP_BYTES],
    /// The length of the message in bytes.
    pub(super) len: u64,
}

impl State {
    /// The state before the first byte.
    const EMPTY: Self = Self { sums: [0; 2], block: [0; 2], buffer: [0; GROUP_BYTES], len: 0 };

    /// Returns the number of bytes in the buffer.
    pub(super) const fn buffered(&self) -> usize {
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
}

/// Returns the number of bytes in the block that is not yet full, for a message of `len` bytes.
#[expect(clippy::cast_possible_truncation, reason = "below the size of a block")]
pub(super) const fn in_block(len: u64) -> usize {
    (len % BLOCK_BYTES as u64) as usize
}

/// Hashes a message that comes in pieces. Any split gives the value of [`hash`](super::hash).
///
/// The state is 592 bytes plus the key, which the hasher owns, borrows or shares: `K` is a [`Key`],
/// a `&Key` or an `Arc<Key>`. Nothing is allocated. A message may have any length below 2^64 bytes.
///
/// As a [`core::hash::Hasher`] it hashes the concatenation of everything written, as
/// [`ClHasher`](crate::ClHasher) does, and returns the first word of the hash. Frozen.
///
/// ```
/// use clhash::wide::{ClHasher128, Key, hash};
/// let key = Key::from_seed(1);
/// let mut hasher = ClHasher128::new(&key);
/// hasher.update(b"in two ");
/// hasher.update(b"pieces");
/// assert_eq!(hasher.finalize(), hash(&key, b"in two pieces"));
/// ```
#[derive(Clone)]
pub struct ClHasher128<K> {
    key: K,
    state: State,
}

impl<K: Borrow<Key>> ClHasher128<K> {
    /// Returns a hasher of the empty message.
    #[inline]
    #[must_use]
    pub const fn new(key: K) -> Self {
        Self { key, state: State::EMPTY }
    }

    pub(super) const fn from_state(key: K, state: State) -> Self {
        Self { key, state }
    }

    pub(super) const fn state(&self) -> &State {
        &self.state
    }

    /// Returns the holder of the key.
    #[must_use]
    pub const fn holder(&self) -> &K {
        &self.key
    }

    /// Appends bytes to the message.
    pub fn update(&mut self, bytes: &[u8]) {
        let (key, state) = (self.key.borrow(), &mut self.state);
        let before = state.buffered();
        let missing = GROUP_BYTES - before;
        if bytes.len() < missing {
            state.buffer[before..][..bytes.len()].copy_from_slice(bytes);
            state.len += bytes.len() as u64;
            return;
        }
        let mut rest = bytes;
        if before > 0 {
            let (first, after) = bytes.split_at(missing);
            state.buffer[before..].copy_from_slice(first);
            let group = state.buffer;
            // Now the message ends at a group boundary again.
            state.len -= before as u64;
            append_groups(key, state, &[group]);
            rest = after;
        }
        let (groups, rest) = rest.as_chunks();
        append_groups(key, state, groups);
        state.buffer = [0; GROUP_BYTES];
        state.buffer[..rest.len()].copy_from_slice(rest);
        state.len += rest.len() as u64;
    }

    /// Returns the hash of the message so far. More can be appended afterwards.
    #[must_use]
    pub fn finalize(&self) -> [u64; 2] {
        let (key, state) = (self.key.borrow(), &self.state);
        let bytes = &state.buffer[..state.buffered()];
        if state.len == bytes.len() as u64 {
            return backend::hash(key.backend(), key, bytes);
        }
        backend::finish(key.backend(), key, state.sums, state.block, bytes, state.len)
    }

    /// Returns [`hash_mixed`](super::hash_mixed) of the message so far.
    #[must_use]
    pub fn finalize_mixed(&self) -> [u64; 2] {
        mix128(self.finalize())
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

/// Appends whole groups to a message that ends at a group boundary.
fn append_groups(key: &Key, state: &mut State, groups: &[backend::Group]) {
    let at = state.group();
    state.len += (GROUP_BYTES * groups.len()) as u64;
    let mut rest = groups;
    if at > 0 {
        let (first, after) = groups.split_at(groups.len().min(GROUPS - at));
        add(&mut state.block, backend::groups(key.backend(), key, at, first));
        if at + first.len() < GROUPS {
            return;
        }
        state.sums = backend::append(key, state.sums, state.block);
        state.block = [0; 2];
        rest = after;
    }
    let (blocks, rest) = rest.as_flattened().as_chunks();
    if !blocks.is_empty() {
        state.sums = backend::blocks(key.backend(), key, state.sums, blocks);
    }
    if !rest.is_empty() {
        state.block = backend::groups(key.backend(), key, 0, rest.as_chunks().0);
    }
}

fn add(sums: &mut Two, others: Two) {
    sums[0] ^= others[0];
    sums[1] ^= others[1];
}

/// Checks the size that the docs state, where 128-bit integers are aligned to 16 bytes.
#[cfg(target_arch = "x86_64")]
const _: () = assert!(size_of::<State>() == 592);

hash_core::secret_debug!(impl[K] ClHasher128<K>, "ClHasher128", len = |hasher| hasher.state.len);
hash_core::io_write!(impl[K: Borrow<Key>] ClHasher128<K>);
hash_core::wipe_on_drop!(impl[K] ClHasher128<K>, |hasher| {
    let State { sums, block, buffer, len } = &mut hasher.state;
    sums.zeroize();
    block.zeroize();
    buffer.zeroize();
    len.zeroize();
});

impl<K: Borrow<Key>> core::hash::Hasher for ClHasher128<K> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.update(&[i]);
    }

    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.update(&i.to_le_bytes());
    }

    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.update(&i.to_le_bytes());
    }

    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.update(&i.to_le_bytes());
    }

    #[inline]
    fn write_u128(&mut self, i: u128) {
        self.update(&i.to_le_bytes());
    }

    hash_core::integers_as_unsigned!();

    fn finish(&self) -> u64 {
        self.finalize()[0]
    }
}
