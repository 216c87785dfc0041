//! Hashing a message in pieces.

use crate::key::BLOCK_BYTES;
use crate::oneshot::lengths;
use crate::{Gcm, GcmSiv, Key, Partial, Standard};
use core::borrow::Borrow;
use core::marker::PhantomData;
use hash_core::load;

/// GHASH of a message that comes in pieces.
pub type GhashHasher<K> = PolynomialHasher<Gcm, K>;
/// POLYVAL of a message that comes in pieces.
pub type PolyvalHasher<K> = PolynomialHasher<GcmSiv, K>;

/// GHASH or POLYVAL of a message that comes in pieces. Any split gives the value of
/// [`hash`](crate::hash).
///
/// The state has 40 bytes beside the key, which the hasher owns, borrows or shares: `K` is a
/// [`Key`], a `&Key` or an `Arc<Key>`. Nothing is allocated. Large pieces of whole blocks are the
/// fastest.
///
/// As a [`core::hash::Hasher`] it hashes the concatenation of what is written: integers as their
/// little-endian bytes, `usize` and `isize` as 64 bits, a `str` as its bytes and `0xff`. `finish`
/// returns the first eight bytes of the hash as a little-endian integer. These values are frozen.
///
/// With the feature `zeroize` the state is wiped when the hasher is dropped; a key wipes itself.
///
/// ```
/// use ghash_clmul::{GhashHasher, GhashKey, hash};
/// let key = GhashKey::from_seed(1);
/// let mut hasher = GhashHasher::new(&key);
/// hasher.update(b"in two ");
/// hasher.update(b"pieces");
/// assert_eq!(hasher.finalize(), hash(&key, b"in two pieces"));
/// ```
#[derive(Clone)]
pub struct PolynomialHasher<S: Standard, K> {
    key: K,
    state: State,
    standard: PhantomData<S>,
}

/// The state of a stream.
#[derive(Clone, Copy)]
pub(crate) struct State {
    /// The value of the polynomial over the whole blocks.
    pub(crate) sum: u128,
    /// The bytes after the whole blocks, as a little-endian integer, with zeros above them.
    pub(crate) tail: u128,
    /// The length of the message, in bytes.
    pub(crate) len: u64,
}

impl State {
    /// The state before the first byte.
    pub(crate) const EMPTY: Self = Self { sum: 0, tail: 0, len: 0 };

    /// Returns the number of bytes in the tail, fewer than a block.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than a block")]
    pub(crate) const fn tail_len(&self) -> usize {
        (self.len % BLOCK_BYTES as u64) as usize
    }

    /// Computes the polynomial over all bytes, the last block padded with zeros.
    #[inline]
    fn padded_sum<S: Standard>(&self, key: &Key<S>) -> u128 {
        if self.tail_len() == 0 {
            return self.sum;
        }
        key.multiply(self.sum ^ S::element(self.tail))
    }

    /// Appends bytes that complete at least one block.
    fn append_blocks<S: Standard>(&mut self, key: &Key<S>, mut bytes: &[u8]) {
        let (before, len) = (self.tail_len(), self.len + bytes.len() as u64);
        if before > 0
            && let Some((fill, rest)) = bytes.split_at_checked(BLOCK_BYTES - before)
        {
            let block = self.tail | load::double_word(fill) << (8 * before);
            self.sum = key.multiply(self.sum ^ S::element(block));
            bytes = rest;
        }
        let (blocks, tail) = bytes.split_at(bytes.len() / BLOCK_BYTES * BLOCK_BYTES);
        *self = Self { sum: key.absorb(self.sum, blocks), tail: load::double_word(tail), len };
    }

    /// Fills up the current block with zeros.
    fn pad<S: Standard>(&mut self, key: &Key<S>) {
        self.sum = self.padded_sum(key);
        self.tail = 0;
        self.len = self.len.next_multiple_of(BLOCK_BYTES as u64);
    }
}

impl<S: Standard, K: Borrow<Key<S>>> PolynomialHasher<S, K> {
    /// Makes a hasher of the empty message.
    #[inline]
    #[must_use]
    pub const fn new(key: K) -> Self {
        Self::from_state(key, State::EMPTY)
    }

    #[inline]
    pub(crate) const fn from_state(key: K, state: State) -> Self {
        Self { key, state, standard: PhantomData }
    }

    pub(crate) const fn state(&self) -> &State {
        &self.state
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, bytes: &[u8]) {
        let before = self.state.tail_len();
        if before + bytes.len() < BLOCK_BYTES {
            self.state.tail |= load::double_word(bytes) << (8 * before);
            self.state.len += bytes.len() as u64;
        } else {
            self.state.append_blocks(self.key.borrow(), bytes);
        }
    }

    /// Fills up the current block with zeros. Appends nothing if the message ends at the end of a
    /// block.
    ///
    /// Messages of several parts need this: GCM puts such zeros between additional data and text.
    pub fn pad(&mut self) {
        self.state.pad(self.key.borrow());
    }

    /// Pads the current block and appends the block of two lengths, which are given in bytes, as
    /// [`hash_aead`](crate::hash_aead) does.
    ///
    /// The block counts bits modulo 2^64. So a length of 2^61 bytes or more, which both standards
    /// forbid, counts as its remainder modulo 2^61, and no
    /// [bound](crate::bound::aead_collision_bound) holds.
    ///
    /// ```
    /// use ghash_clmul::{PolyvalHasher, PolyvalKey, hash_aead};
    /// let key = PolyvalKey::from_seed(1);
    /// let mut hasher = PolyvalHasher::new(&key);
    /// hasher.update(b"additional data");
    /// hasher.pad();
    /// hasher.update(b"the ");
    /// hasher.update(b"text");
    /// hasher.append_lengths(15, 8);
    /// assert_eq!(hasher.finalize(), hash_aead(&key, b"additional data", b"the text"));
    /// ```
    pub fn append_lengths(&mut self, additional: u64, text: u64) {
        let (key, state) = (self.key.borrow(), &mut self.state);
        state.pad(key);
        state.sum = key.multiply(state.sum ^ lengths::<S>(additional, text));
        state.len += BLOCK_BYTES as u64;
    }

    /// Returns the hash of the message so far. More can be appended afterwards.
    #[inline]
    #[must_use]
    pub fn finalize(&self) -> [u8; 16] {
        S::to_bytes(self.state.padded_sum(self.key.borrow()))
    }

    /// Returns the number of bytes so far, including those of [`pad`](Self::pad) and
    /// [`append_lengths`](Self::append_lengths).
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.state.len
    }

    /// Returns whether nothing has been appended.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the message so far as a part to which others can be joined.
    #[must_use]
    pub fn partial(&self) -> Partial<S> {
        Partial::new(self.state.padded_sum(self.key.borrow()), self.state.len)
    }

    /// Returns the first eight bytes of the hash as a little-endian integer.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the low half")]
    fn first_word(&self) -> u64 {
        S::element(self.state.padded_sum(self.key.borrow())) as u64
    }
}

hash_core::stream_traits!(
    impl[S: Standard, K: Borrow<Key<S>>] PolynomialHasher<S, K>,
    |hasher| hasher.first_word()
);
hash_core::secret_debug!(
    impl[S: Standard, K] PolynomialHasher<S, K>,
    "PolynomialHasher",
    function = |_hasher| S::NAME,
    len = |hasher| hasher.state.len
);
hash_core::wipe_on_drop!(impl[S: Standard, K] PolynomialHasher<S, K>, |hasher| {
    hasher.state.sum.zeroize();
    hasher.state.tail.zeroize();
    hasher.state.len = 0;
});
