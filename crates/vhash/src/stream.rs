//! A message in pieces.

use crate::backend::{self, Block};
use crate::key::{BLOCK_BYTES, Key};
use crate::partial::Partial;
use core::fmt;
use core::slice;

/// VHASH-64 of a message that comes in pieces.
pub type VHasher64<'k> = VHasher<'k, 1>;
/// VHASH-128 of a message that comes in pieces.
pub type VHasher128<'k> = VHasher<'k, 2>;

/// VHASH of a message that comes in pieces; any split gives the value of the one-shot functions.
///
/// The state is a block, 16 bytes an iteration, and a reference to the key. Nothing is allocated.
///
/// As a [`core::hash::Hasher`] `VHasher64` hashes the concatenation of what is written: integers as
/// their little-endian bytes, `usize` and `isize` as 64 bits, a `str` as its bytes and `0xff`. So the
/// value of a key of a map is the same on every machine. Frozen.
///
/// ```
/// use vhash::{Key64, VHasher64, hash64};
/// let key = Key64::from_seed(1);
/// let mut hasher = VHasher64::new(&key);
/// hasher.update(b"in two ");
/// hasher.update(b"pieces");
/// assert_eq!(hasher.finalize(), hash64(&key, b"in two pieces"));
/// ```
#[derive(Clone)]
pub struct VHasher<'k, const T: usize> {
    key: &'k Key<T>,
    /// The polynomials over whole blocks.
    y: [u128; T],
    /// The bytes of the current block, anything behind them.
    tail: Block,
    /// Bytes of the message, those of the tail included.
    len: u64,
}

impl<'k, const T: usize> VHasher<'k, T> {
    /// A hasher that has seen nothing.
    #[inline]
    #[must_use]
    pub const fn new(key: &'k Key<T>) -> Self {
        Self::from_parts(key, [1; T], [0; BLOCK_BYTES], 0)
    }

    pub(crate) const fn from_parts(key: &'k Key<T>, y: [u128; T], tail: Block, len: u64) -> Self {
        Self { key, y, tail, len }
    }

    pub(crate) const fn polynomials(&self) -> &[u128; T] {
        &self.y
    }

    /// Bytes in the tail, less than a block.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than a block")]
    const fn tail_len(&self) -> usize {
        (self.len % BLOCK_BYTES as u64) as usize
    }

    /// The bytes of the current block.
    #[inline]
    pub(crate) fn tail(&self) -> &[u8] {
        &self.tail[..self.tail_len()]
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, bytes: &[u8]) {
        let before = self.tail_len();
        if let Some(place) = self.tail.get_mut(before..before + bytes.len())
            && before + bytes.len() < BLOCK_BYTES
        {
            place.copy_from_slice(bytes);
            self.len += bytes.len() as u64;
        } else {
            self.append_long(bytes);
        }
    }

    /// Appends bytes that fill the current block.
    #[inline(never)]
    fn append_long(&mut self, mut bytes: &[u8]) {
        let before = self.tail_len();
        self.len += bytes.len() as u64;
        if before > 0 {
            let (fill, rest) = bytes.split_at(BLOCK_BYTES - before);
            self.tail[before..].copy_from_slice(fill);
            self.y = backend::absorb(self.key, self.y, slice::from_ref(&self.tail));
            bytes = rest;
        }
        let (blocks, rest) = bytes.as_chunks();
        self.y = backend::absorb(self.key, self.y, blocks);
        self.tail[..rest.len()].copy_from_slice(rest);
    }

    /// The hash of the message so far, one word an iteration.
    #[inline]
    pub(crate) fn words(&self) -> [u64; T] {
        backend::finish(self.key, self.y, self.tail(), self.len)
    }

    /// The number of bytes appended so far.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Whether nothing has been appended.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The message so far as a part that others can be joined to.
    #[must_use]
    pub fn partial(&self) -> Partial<T> {
        Partial::from_stream(self.key, self.y, self.tail(), self.len)
    }
}

impl VHasher64<'_> {
    /// The hash of the message so far, as [`hash64`](crate::hash64). More can be appended
    /// afterwards.
    #[inline]
    #[must_use]
    pub fn finalize(&self) -> u64 {
        let [hash] = self.words();
        hash
    }
}

impl VHasher128<'_> {
    /// The hash of the message so far, as [`hash128`](crate::hash128). More can be appended
    /// afterwards.
    #[inline]
    #[must_use]
    pub fn finalize(&self) -> [u64; 2] {
        self.words()
    }
}

impl<const T: usize> fmt::Debug for VHasher<'_, T> {
    /// Says how far it is and keeps the values, which depend on the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VHasher").field("len", &self.len).finish_non_exhaustive()
    }
}

/// Integers as their little-endian bytes.
macro_rules! integers {
    ($($write:ident($integer:ty))*) => {
        $(#[inline]
        fn $write(&mut self, i: $integer) {
            self.update(&i.to_le_bytes());
        })*
    };
}

impl core::hash::Hasher for VHasher64<'_> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    integers!(write_u8(u8) write_u16(u16) write_u32(u32) write_u64(u64) write_u128(u128)
        write_i8(i8) write_i16(i16) write_i32(i32) write_i64(i64) write_i128(i128));

    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.write_u64(i as u64);
    }

    #[inline]
    fn write_isize(&mut self, i: isize) {
        self.write_i64(i as i64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.finalize()
    }
}

#[cfg(feature = "std")]
impl<const T: usize> std::io::Write for VHasher<'_, T> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(feature = "zeroize")]
impl<const T: usize> Drop for VHasher<'_, T> {
    fn drop(&mut self) {
        use zeroize::Zeroize;
        self.y.zeroize();
        self.tail.zeroize();
    }
}

#[cfg(feature = "zeroize")]
impl<const T: usize> zeroize::ZeroizeOnDrop for VHasher<'_, T> {}
