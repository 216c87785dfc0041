//! One message, whole or in pieces.

use crate::Digest;
use crate::backend;
use crate::table::{Block, START, State, pad};
use core::fmt;

/// Bytes that MD5 takes at a time.
pub const BLOCK_BYTES: usize = 64;

/// MD5 of a message that comes in pieces; any split gives the value of [`Md5::digest`].
///
/// 88 bytes, and nothing is allocated.
///
/// As a [`core::hash::Hasher`] it hashes the concatenation of what is written, integers as their
/// little-endian bytes, `usize` and `isize` as 64 bits, a `str` as its bytes and `0xff`; the value
/// is the first eight bytes of the digest, little-endian. Frozen. **It protects no map**: there is no key,
/// and strings that collide can be had for the asking. It is there for programs that need that
/// value.
///
/// ```
/// use md5_opt::Md5;
/// let mut md5 = Md5::new();
/// md5.update(b"in two ");
/// md5.update(b"pieces");
/// assert_eq!(md5.finalize(), Md5::digest(b"in two pieces"));
/// ```
#[derive(Clone)]
pub struct Md5 {
    state: State,
    /// The bytes behind the last whole block; what stands behind them means nothing.
    tail: Block,
    /// Bytes of the message, those of the tail included.
    len: u64,
}

impl Md5 {
    /// The MD5 of a message.
    ///
    /// ```
    /// use md5_opt::{Md5, hex};
    /// assert_eq!(hex(&Md5::digest(b"abc")).as_str(), "900150983cd24fb0d6963f7d28e17f72");
    /// ```
    #[inline]
    #[must_use]
    pub fn digest(message: impl AsRef<[u8]>) -> Digest {
        digest(message.as_ref())
    }

    /// A hasher that has seen nothing.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self::from_parts(START, [0; 64], 0)
    }

    #[inline]
    pub(crate) const fn from_parts(state: State, tail: Block, len: u64) -> Self {
        Self { state, tail, len }
    }

    /// The state after the last whole block, the bytes behind it, and the length.
    #[inline]
    pub(crate) fn parts(&self) -> (&State, &[u8], u64) {
        (&self.state, &self.tail[..self.tail_len()], self.len)
    }

    /// Bytes in the tail, less than a block.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than 64")]
    const fn tail_len(&self) -> usize {
        self.len as usize % BLOCK_BYTES
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        let before = self.tail_len();
        if bytes.len() < BLOCK_BYTES - before {
            self.tail[before..before + bytes.len()].copy_from_slice(bytes);
            self.len += bytes.len() as u64;
        } else {
            let (whole, rest) = self.complete(bytes).as_chunks();
            backend::absorb_one(&mut self.state, whole);
            self.end_with(whole, rest);
        }
    }

    /// Appends what completes the current block, if it has begun and the bytes suffice; gives the
    /// bytes behind. They begin with a block, or all of them belong to the tail.
    #[inline(never)]
    fn complete<'m>(&mut self, bytes: &'m [u8]) -> &'m [u8] {
        let before = self.tail_len();
        if before == 0 || bytes.len() < BLOCK_BYTES - before {
            return bytes;
        }
        let (fill, behind) = bytes.split_at(BLOCK_BYTES - before);
        self.tail[before..].copy_from_slice(fill);
        backend::absorb_one(&mut self.state, &[self.tail]);
        self.len += fill.len() as u64;
        behind
    }

    /// Counts blocks that the state has absorbed, and keeps the bytes behind them. There are none of
    /// an earlier block.
    #[inline]
    fn end_with(&mut self, absorbed: &[Block], rest: &[u8]) {
        self.tail[..rest.len()].copy_from_slice(rest);
        self.len += (absorbed.as_flattened().len() + rest.len()) as u64;
    }

    /// Appends the same bytes to two messages, in little more time than to one: the two are
    /// interleaved.
    ///
    /// This is what a file and its current block need at the same time (par2), or a file and its
    /// current part (S3). The two may be of different lengths before.
    ///
    /// ```
    /// use md5_opt::Md5;
    /// let (mut file, mut block) = (Md5::new(), Md5::new());
    /// file.update(b"the blocks before");
    /// Md5::update_two(&mut file, &mut block, b"this block");
    /// assert_eq!(file.finalize(), Md5::digest(b"the blocks beforethis block"));
    /// assert_eq!(block.finalize(), Md5::digest(b"this block"));
    /// ```
    pub fn update_two(first: &mut Self, second: &mut Self, bytes: &[u8]) {
        let least = 2 * BLOCK_BYTES;
        if bytes.len() < least {
            first.update(bytes);
            second.update(bytes);
            return;
        }
        // Now both begin a block, at places that differ by less than one.
        let [(x, x_rest), (y, y_rest)] =
            [first.complete(bytes).as_chunks(), second.complete(bytes).as_chunks()];
        let count = x.len().min(y.len());
        backend::absorb_two([&mut first.state, &mut second.state], [x, y], count);
        backend::absorb_one(&mut first.state, &x[count..]);
        backend::absorb_one(&mut second.state, &y[count..]);
        first.end_with(x, x_rest);
        second.end_with(y, y_rest);
    }

    /// The MD5 of the message so far. More can be appended afterwards.
    #[inline]
    #[must_use]
    pub fn finalize(&self) -> Digest {
        let (state, tail, len) = self.parts();
        finish(*state, tail, len)
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
}

fn digest(message: &[u8]) -> Digest {
    let (whole, rest) = message.as_chunks();
    let mut state = START;
    backend::absorb_one(&mut state, whole);
    finish(state, rest, message.len() as u64)
}

/// The digest of a message of `len` bytes that ends with `tail`, less than a block, after this
/// state.
pub(crate) fn finish(mut state: State, tail: &[u8], len: u64) -> Digest {
    let mut end = [[0; 64]; 2];
    let blocks = pad(tail, len, &mut end);
    backend::absorb_one(&mut state, &end[..blocks]);
    state
}

impl Default for Md5 {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Md5 {
    /// Says how far it is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Md5").field("len", &self.len).finish_non_exhaustive()
    }
}

/// Integers as their little-endian bytes.
macro_rules! integers {
    ($($write:ident($integer:ty))*) => {
        $(#[inline]
        fn $write(&mut self, i: $integer) {
            self.update(i.to_le_bytes());
        })*
    };
}

impl core::hash::Hasher for Md5 {
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

    fn finish(&self) -> u64 {
        let digest = self.finalize();
        let [first, _] = core::array::from_fn(|half| {
            u64::from_le_bytes(core::array::from_fn(|i| digest[8 * half + i]))
        });
        first
    }
}

#[cfg(feature = "std")]
impl std::io::Write for Md5 {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
