//! A message in pieces.

use crate::Multilinear64;
use crate::function::{self, BLOCK_BYTES, Function, MAX_ROWS, PIECES, Rows};
use crate::key::Key;
use crate::partial::Partial;
use core::fmt;

/// Bytes of a tail, less than a piece.
const PIECE: usize = 64;

/// What a message has become.
#[derive(Clone, Copy)]
pub(crate) struct State {
    /// The sums over the current block up to the tail.
    pub(crate) sums: Rows,
    /// The polynomials over the blocks before it.
    pub(crate) polynomials: Rows,
    /// The bytes of the current piece, zeros behind them.
    pub(crate) tail: [u8; PIECE],
    /// Bytes of the message, those of the tail included.
    pub(crate) len: u64,
}

impl State {
    /// No byte yet.
    pub(crate) const EMPTY: Self =
        Self { sums: [0; MAX_ROWS], polynomials: [1; MAX_ROWS], tail: [0; PIECE], len: 0 };

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than 64")]
    const fn tail_len(&self) -> usize {
        self.len as usize % PIECE
    }

    /// The place in its block, in pieces, of what follows the whole pieces; the number of them if these
    /// fill a block, whose sums wait until it is known whether it is the last.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than a block")]
    const fn at(&self) -> usize {
        let whole = self.len / PIECE as u64;
        let at = whole as usize % PIECES;
        if at == 0 && whole > 0 { PIECES } else { at }
    }

    /// Makes the sums of a block coefficients of the polynomials.
    fn end_block<F: Function>(&mut self, key: &Key<F>) {
        function::end_block::<F>(key.schedule(), &mut self.polynomials, &self.sums);
        self.sums = [0; MAX_ROWS];
    }

    /// Appends whole pieces, behind whole pieces.
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

    /// With the tail among the sums, and, of more than a block, with the last block among the
    /// polynomials.
    fn end<F: Function>(&self, key: &Key<F>) -> Self {
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

    fn finish<F: Function>(&self, key: &Key<F>) -> F::Output {
        let Self { sums, polynomials, len, .. } = self.end(key);
        if len <= BLOCK_BYTES as u64 {
            F::short(key.schedule(), key.backend(), len, &sums)
        } else {
            F::long(key.schedule(), key.backend(), len, &polynomials)
        }
    }

    fn partial<F: Function>(&self, key: &Key<F>) -> Partial<F> {
        let Self { sums, polynomials, len, .. } = self.end(key);
        Partial::from_stream(key, &sums, &polynomials, len)
    }
}

/// A hash of a message that comes in pieces; any split gives the value of
/// [`hash`](crate::hash()).
///
/// The state is 208 bytes, for messages of any length, and nothing is allocated.
///
/// ```
/// use multilinear_hash::{Key, MultilinearHasher, Tmmh16, hash};
/// let key = Key::<Tmmh16<4>>::from_seed(1);
/// let mut hasher = MultilinearHasher::new(&key);
/// hasher.update(b"in two ");
/// hasher.update(b"pieces");
/// assert_eq!(hasher.finalize(), hash(&key, b"in two pieces"));
/// ```
pub struct MultilinearHasher<'k, F: Function> {
    key: &'k Key<F>,
    state: State,
}

impl<F: Function> Clone for MultilinearHasher<'_, F> {
    fn clone(&self) -> Self {
        Self { key: self.key, state: self.state }
    }
}

impl<'k, F: Function> MultilinearHasher<'k, F> {
    /// A hasher that has seen nothing.
    #[inline]
    #[must_use]
    pub fn new(key: &'k Key<F>) -> Self {
        Self::from_state(key, State::EMPTY)
    }

    pub(crate) const fn from_state(key: &'k Key<F>, state: State) -> Self {
        Self { key, state }
    }

    pub(crate) const fn state(&self) -> &State {
        &self.state
    }

    /// Appends bytes to the message.
    pub fn update(&mut self, bytes: &[u8]) {
        self.state.update(self.key, bytes);
    }

    /// The hash of the message so far. More can be appended afterwards.
    #[must_use]
    pub fn finalize(&self) -> F::Output {
        self.state.finish(self.key)
    }

    /// What was appended so far, as a part of a longer message.
    #[must_use]
    pub fn partial(&self) -> Partial<F> {
        self.state.partial(self.key)
    }

    /// The number of bytes appended so far.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.state.len
    }

    /// Whether nothing has been appended.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.state.len == 0
    }
}

#[cfg(feature = "zeroize")]
impl<F: Function> Drop for MultilinearHasher<'_, F> {
    fn drop(&mut self) {
        self.state = State::EMPTY;
        zeroize::optimization_barrier(&self.state.sums);
    }
}

#[cfg(feature = "zeroize")]
impl<F: Function> zeroize::ZeroizeOnDrop for MultilinearHasher<'_, F> {}

impl<F: Function> fmt::Debug for MultilinearHasher<'_, F> {
    /// Says how far it is and keeps the values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MultilinearHasher")
            .field("function", &F::NAME)
            .field("len", &self.state.len)
            .finish_non_exhaustive()
    }
}

/// Integers as their little-endian bytes.
macro_rules! integers {
    ($($write:ident($integer:ty))*) => {
        $(fn $write(&mut self, i: $integer) {
            self.update(&i.to_le_bytes());
        })*
    };
}

/// The hash of the concatenation of what is written: integers as their little-endian bytes, `usize` and
/// `isize` as 64 bits. Frozen. For maps there is [`crate::map`].
impl core::hash::Hasher for MultilinearHasher<'_, Multilinear64> {
    fn write(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    integers!(write_u8(u8) write_u16(u16) write_u32(u32) write_u64(u64) write_u128(u128)
        write_i8(i8) write_i16(i16) write_i32(i32) write_i64(i64) write_i128(i128));

    fn write_usize(&mut self, i: usize) {
        self.write_u64(i as u64);
    }

    fn write_isize(&mut self, i: isize) {
        self.write_i64(i as i64);
    }

    fn finish(&self) -> u64 {
        self.finalize()
    }
}

#[cfg(feature = "std")]
impl<F: Function> std::io::Write for MultilinearHasher<'_, F> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
