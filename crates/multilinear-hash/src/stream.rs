//! Hashing a message in pieces.

use crate::function::{self, BLOCK_BYTES, Function, MAX_ROWS, Multilinear64, PIECES, Rows};
use crate::key::Key;
use crate::partial::Partial;
use core::borrow::Borrow;
use core::marker::PhantomData;
use hash_core::mix;

/// The length of a piece, in bytes. The tail of a stream is shorter.
const PIECE: usize = 64;

/// The state of a stream.
#[derive(Clone, Copy)]
pub(crate) struct State {
    /// The sums over the current block up to the tail.
    pub(crate) sums: Rows,
    /// The values of the polynomials over the blocks before it.
    pub(crate) polynomials: Rows,
    /// The bytes of the current piece, padded with zeros.
    pub(crate) tail: [u8; PIECE],
    /// The length of the message in bytes, including the tail.
    pub(crate) len: u64,
}

impl State {
    /// The state before the first byte.
    pub(crate) const EMPTY: Self =
        Self { sums: [0; MAX_ROWS], polynomials: [1; MAX_ROWS], tail: [0; PIECE], len: 0 };

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than 64")]
    const fn tail_len(&self) -> usize {
        self.len as usize % PIECE
    }

    /// Returns the number of whole pieces of the current block. A full block stays the current one
    /// until more bytes come, because the polynomials are not used for a message of one block.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than a block")]
    const fn at(&self) -> usize {
        let whole = self.len / PIECE as u64;
        let at = whole as usize % PIECES;
        if at == 0 && whole > 0 { PIECES } else { at }
    }

    /// Appends the current block, given by its sums, to the polynomials.
    fn end_block<F: Function>(&mut self, key: &Key<F>) {
        function::end_block::<F>(key.schedule(), &mut self.polynomials, &self.sums);
        self.sums = [0; MAX_ROWS];
    }

    /// Appends whole pieces to a message of whole pieces.
    fn append<F: Function>(&mut self, key: &Key<F>, mut pieces: &[[u8; PIECE]]) {
        while !pieces.is_empty() {
            let mut at = self.at();
            if at == PIECES {
                self.end_block(key);
                at = 0;
            }
            let (now, rest) = pieces.split_at(pieces.len().min(PIECES - at));
            F::absorb(key.schedule(), key.backend(), at, now.as_flattened(), &mut self.sums);
            self.len += (PIECE * now.len()) as u64;
            pieces = rest;
        }
    }

    fn update<F: Function>(&mut self, key: &Key<F>, mut bytes: &[u8]) {
        let before = self.tail_len();
        if before > 0 {
            let (fill, rest) = bytes.split_at(bytes.len().min(PIECE - before));
            self.tail[before..before + fill.len()].copy_from_slice(fill);
            if before + fill.len() < PIECE {
                self.len += fill.len() as u64;
                return;
            }
            self.len -= before as u64;
            let tail = self.tail;
            self.append(key, &[tail]);
            self.tail = [0; PIECE];
            bytes = rest;
        }
        let (pieces, rest) = bytes.as_chunks();
        self.append(key, pieces);
        self.tail[..rest.len()].copy_from_slice(rest);
        self.len += rest.len() as u64;
    }

    /// Returns the state with the tail in the sums and, for a message longer than a block, with the
    /// last block in the polynomials.
    fn with_end<F: Function>(&self, key: &Key<F>) -> Self {
        let mut state = *self;
        let tail = &self.tail[..self.tail_len()];
        if !tail.is_empty() {
            let mut at = self.at();
            if at == PIECES {
                state.end_block(key);
                at = 0;
            }
            F::absorb(key.schedule(), key.backend(), at, tail, &mut state.sums);
        }
        if self.len > BLOCK_BYTES as u64 {
            state.end_block(key);
        }
        state
    }

    fn finalize<F: Function>(&self, key: &Key<F>) -> F::Output {
        let Self { sums, polynomials, len, .. } = self.with_end(key);
        if len <= BLOCK_BYTES as u64 {
            F::short(key.schedule(), key.backend(), len, &sums)
        } else {
            F::long(key.schedule(), key.backend(), len, &polynomials)
        }
    }

    fn partial<F: Function>(&self, key: &Key<F>) -> Partial<F> {
        let Self { sums, polynomials, len, .. } = self.with_end(key);
        Partial::from_stream(key, &sums, &polynomials, len)
    }
}

/// Hashes a message that comes in pieces. Any split gives the value of [`hash`](crate::hash()).
///
/// The state has 208 bytes beside the key, and nothing is allocated. A message may have any length
/// below 2^64 bytes, and all 64 bits of the length enter the hash. The hasher owns, borrows or
/// shares the key: `K` is a [`Key`], a `&Key` or an `Arc<Key>`.
///
/// As a [`core::hash::Hasher`] it hashes the concatenation of what is written: integers as their
/// little-endian bytes, `usize` and `isize` as 64 bits, a `str` as its bytes and `0xff`. `finish`
/// returns the first 64 bits of the hash, its words lowest first, or all bits of a shorter hash.
/// These values are frozen. For maps use [`crate::map`].
///
/// ```
/// use multilinear_hash::{Key, MultilinearHasher, Tmmh16, hash};
/// let key = Key::<Tmmh16>::from_seed(1);
/// let mut hasher = MultilinearHasher::new(&key);
/// hasher.update(b"in two ");
/// hasher.update(b"pieces");
/// assert_eq!(hasher.finalize(), hash(&key, b"in two pieces"));
/// ```
pub struct MultilinearHasher<F, K> {
    key: K,
    state: State,
    function: PhantomData<fn() -> F>,
}

impl<F: Function, K: Borrow<Key<F>>> MultilinearHasher<F, K> {
    /// Makes a hasher of the empty message.
    #[inline]
    #[must_use]
    pub const fn new(key: K) -> Self {
        Self::from_state(key, State::EMPTY)
    }

    pub(crate) const fn from_state(key: K, state: State) -> Self {
        Self { key, state, function: PhantomData }
    }

    pub(crate) const fn state(&self) -> &State {
        &self.state
    }

    /// Appends bytes to the message.
    pub fn update(&mut self, bytes: &[u8]) {
        self.state.update(self.key.borrow(), bytes);
    }

    /// Returns the hash of the message so far. More can be appended afterwards.
    #[must_use]
    pub fn finalize(&self) -> F::Output {
        self.state.finalize(self.key.borrow())
    }

    /// Returns the message so far as a part to which others can be joined.
    #[must_use]
    pub fn partial(&self) -> Partial<F> {
        self.state.partial(self.key.borrow())
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
}

impl<K: Borrow<Key<Multilinear64>>> MultilinearHasher<Multilinear64, K> {
    /// Returns the [`hash_mixed`](crate::hash_mixed) of the message so far.
    #[must_use]
    pub fn finalize_mixed(&self) -> u64 {
        mix(self.finalize())
    }
}

impl<F, K: Clone> Clone for MultilinearHasher<F, K> {
    fn clone(&self) -> Self {
        Self { key: self.key.clone(), state: self.state, function: PhantomData }
    }
}

hash_core::wipe_on_drop!(impl[F, K] MultilinearHasher<F, K>, |hasher| {
    hash_core::residue::overwrite(&mut hasher.state, State::EMPTY);
});

hash_core::secret_debug! {
    impl[F: Function, K] MultilinearHasher<F, K>, "MultilinearHasher",
    function = |_hasher| F::NAME,
    len = |hasher| hasher.state.len
}

hash_core::stream_traits! {
    impl[F: Function, K: Borrow<Key<F>>] MultilinearHasher<F, K>,
    |hasher| F::first_64_bits(hasher.finalize())
}
