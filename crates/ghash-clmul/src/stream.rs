//! A message in pieces.

use crate::oneshot::lengths;
use crate::{Gcm, GcmSiv, Key, Partial, Standard};
use core::fmt;
use gf2::backend::portable::load_partial;

/// GHASH of a message that comes in pieces.
pub type GhashHasher<'k> = Hasher<'k, Gcm>;
/// POLYVAL of a message that comes in pieces.
pub type PolyvalHasher<'k> = Hasher<'k, GcmSiv>;

/// The hash of a message that comes in pieces; any split gives the value of [`hash`](crate::hash).
///
/// The state is 40 bytes and a reference to the key. Nothing is allocated. Pieces that are
/// multiples of 16 bytes, and large, are the fastest.
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
pub struct Hasher<'k, S: Standard> {
    key: &'k Key<S>,
    state: State,
}

/// What a stream has become.
#[derive(Clone, Copy)]
pub(crate) struct State {
    /// The polynomial over the whole blocks.
    pub(crate) sum: u128,
    /// The bytes behind them, little-endian, zeros above them.
    pub(crate) tail: u128,
    /// Bytes of the message.
    pub(crate) len: u64,
}

impl State {
    /// No byte yet.
    pub(crate) const EMPTY: Self = Self { sum: 0, tail: 0, len: 0 };

    /// Bytes in the tail, fewer than 16.
    #[inline]
    pub(crate) const fn tail_len(&self) -> usize {
        (self.len % 16) as usize
    }

    /// The polynomial over all bytes, filled up with zeros.
    #[inline]
    fn padded_sum<S: Standard>(&self, key: &Key<S>) -> u128 {
        if self.tail_len() == 0 {
            return self.sum;
        }
        key.multiply(self.sum ^ S::element(self.tail))
    }
}

impl<'k, S: Standard> Hasher<'k, S> {
    /// A hasher that has seen nothing.
    #[inline]
    #[must_use]
    pub const fn new(key: &'k Key<S>) -> Self {
        Self { key, state: State::EMPTY }
    }

    pub(crate) const fn from_state(key: &'k Key<S>, state: State) -> Self {
        Self { key, state }
    }

    pub(crate) const fn state(&self) -> &State {
        &self.state
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, bytes: &[u8]) {
        let before = self.state.tail_len();
        if before + bytes.len() < 16 {
            self.state.tail |= load_partial(bytes) << (8 * before);
            self.state.len += bytes.len() as u64;
        } else {
            self.update_blocks(bytes);
        }
    }

    /// Appends bytes that end at least one block.
    fn update_blocks(&mut self, mut bytes: &[u8]) {
        let (before, len) = (self.state.tail_len(), self.state.len + bytes.len() as u64);
        if before > 0
            && let Some((fill, rest)) = bytes.split_at_checked(16 - before)
        {
            let block = self.state.tail | load_partial(fill) << (8 * before);
            self.state.sum = self.key.multiply(self.state.sum ^ S::element(block));
            bytes = rest;
        }
        let (blocks, tail) = bytes.split_at(bytes.len() / 16 * 16);
        self.state =
            State { sum: self.key.absorb(self.state.sum, blocks), tail: load_partial(tail), len };
    }

    /// Appends zeros up to the end of the block, none if the message ends there.
    ///
    /// Where one part of a message ends and the next begins: GCM puts such zeros between
    /// additional data and text.
    pub fn pad(&mut self) {
        self.state.sum = self.state.padded_sum(self.key);
        self.state.tail = 0;
        self.state.len = self.state.len.next_multiple_of(16);
    }

    /// Ends the block and appends the one of two lengths, which are given in bytes:
    /// [`hash_aead`](crate::hash_aead) in pieces.
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
        self.pad();
        let block = lengths::<S>(additional, text);
        self.state.sum = self.key.multiply(self.state.sum ^ block);
        self.state.len += 16;
    }

    /// The hash of the message so far. More can be appended afterwards.
    #[inline]
    #[must_use]
    pub fn finalize(&self) -> [u8; 16] {
        S::to_bytes(self.state.padded_sum(self.key))
    }

    /// The number of bytes so far, those of [`pad`](Self::pad) and
    /// [`append_lengths`](Self::append_lengths) included.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.state.len
    }

    /// Whether nothing has been appended.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.state.len == 0
    }

    /// The message so far as a part that others can be joined to.
    #[must_use]
    pub fn partial(&self) -> Partial<S> {
        Partial::new(self.state.padded_sum(self.key), self.state.len)
    }
}

impl<S: Standard> fmt::Debug for Hasher<'_, S> {
    /// Says how far it is and keeps the values, which depend on the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hasher")
            .field("function", &S::NAME)
            .field("len", &self.state.len)
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "zeroize")]
impl<S: Standard> Drop for Hasher<'_, S> {
    fn drop(&mut self) {
        use zeroize::Zeroize;
        self.state.sum.zeroize();
        self.state.tail.zeroize();
    }
}

#[cfg(feature = "zeroize")]
impl<S: Standard> zeroize::ZeroizeOnDrop for Hasher<'_, S> {}

#[cfg(feature = "std")]
impl<S: Standard> std::io::Write for Hasher<'_, S> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
