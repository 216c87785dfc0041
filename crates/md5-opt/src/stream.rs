//! Hashes a message that arrives in pieces.

use crate::Digest;
use crate::backend::{self, Backend};
use crate::lanes::{Job, run};
use crate::oneshot::absorb_end;
use crate::table::{Block, START, State};
use hash_core::load;

/// The length in bytes of a block, the unit in which MD5 processes a message.
pub const BLOCK_BYTES: usize = 64;

/// The number of streams that [`Md5::update_each`] hashes in one call of the kernels: the lanes of
/// the widest one.
const GROUP: usize = 64;

/// A stream, and the bytes to append to it.
type Update<'a> = (&'a mut Md5, &'a [u8]);

/// Computes the MD5 of a message that arrives in pieces. Any split gives the value of
/// [`hash`](crate::hash).
///
/// The state has 88 bytes, and nothing is allocated. A message may have any length below 2^64
/// bytes; the padding counts its bits modulo 2^64, as RFC 1321 requires.
///
/// As a [`core::hash::Hasher`] it hashes the concatenation of all writes: integers as their
/// little-endian bytes, `usize` and `isize` as 64 bits, a `str` as its bytes and `0xff`. The value
/// is the first eight bytes of the digest, little-endian, and is frozen. **It does not protect
/// maps**: there is no key, and anyone can construct strings that collide. Use it only in programs
/// that need this value.
///
/// ```
/// use md5_opt::{Md5, hash};
/// let mut md5 = Md5::new();
/// md5.update(b"in two ");
/// md5.update(b"pieces");
/// assert_eq!(md5.finalize(), hash(b"in two pieces"));
/// ```
// `repr(C)`, because C programs look at the state, which comes first, between calls.
#[derive(Clone)]
#[repr(C)]
pub struct Md5 {
    state: State,
    /// The bytes after the last whole block. The rest of the array has no meaning.
    tail: Block,
    /// The number of bytes of the message, including the tail.
    len: u64,
}

impl Md5 {
    /// Creates a hasher of the empty message.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self::from_parts(START, [0; 64], 0)
    }

    #[inline]
    pub(crate) const fn from_parts(state: State, tail: Block, len: u64) -> Self {
        Self { state, tail, len }
    }

    /// Returns the state after the last whole block, the bytes after it, and the length.
    #[inline]
    pub(crate) fn parts(&self) -> (&State, &[u8], u64) {
        (&self.state, &self.tail[..self.tail_len()], self.len)
    }

    /// Returns the number of bytes in the tail, which is less than a block.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than 64")]
    const fn tail_len(&self) -> usize {
        self.len as usize % BLOCK_BYTES
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, bytes: &[u8]) {
        let before = self.tail_len();
        if bytes.len() < BLOCK_BYTES - before {
            self.tail[before..before + bytes.len()].copy_from_slice(bytes);
            self.len += bytes.len() as u64;
        } else {
            let (whole, rest) = self.complete_block(bytes).as_chunks();
            self.state = backend::absorb_one(&self.state, whole, &[]);
            self.append_absorbed(whole, rest);
        }
    }

    /// Absorbs a block without counting it: the compression function, for programs that pad by
    /// themselves. The bytes of [`update`](Self::update) that wait for their block stay.
    #[inline]
    pub fn absorb_uncounted(&mut self, block: &[u8; BLOCK_BYTES]) {
        self.state = backend::absorb_one(&self.state, core::slice::from_ref(block), &[]);
    }

    /// Appends the bytes that complete the current block, if it has begun and there are enough.
    /// Returns the other bytes, which start at the beginning of a block, or else are all of them
    /// and belong to the tail.
    #[inline(never)]
    fn complete_block<'m>(&mut self, bytes: &'m [u8]) -> &'m [u8] {
        let before = self.tail_len();
        if before == 0 || bytes.len() < BLOCK_BYTES - before {
            return bytes;
        }
        let (fill, after) = bytes.split_at(BLOCK_BYTES - before);
        self.tail[before..].copy_from_slice(fill);
        self.state = backend::absorb_one(&self.state, &[self.tail], &[]);
        self.len += fill.len() as u64;
        after
    }

    /// Counts blocks that the state has absorbed, and stores the bytes after them. The tail must
    /// have been empty before the blocks.
    #[inline]
    fn append_absorbed(&mut self, absorbed: &[Block], rest: &[u8]) {
        self.tail[..rest.len()].copy_from_slice(rest);
        self.len += (absorbed.as_flattened().len() + rest.len()) as u64;
    }

    /// Appends the same bytes to two messages. They are interleaved, so both take little more time
    /// than one.
    ///
    /// The two can be a file and its current block (par2), or a file and its current part (S3).
    /// They may have different lengths before.
    ///
    /// ```
    /// use md5_opt::{Md5, hash};
    /// let (mut file, mut block) = (Md5::new(), Md5::new());
    /// file.update(b"the blocks before");
    /// Md5::update_two(&mut file, &mut block, b"this block");
    /// assert_eq!(file.finalize(), hash(b"the blocks beforethis block"));
    /// assert_eq!(block.finalize(), hash(b"this block"));
    /// ```
    pub fn update_two(first: &mut Self, second: &mut Self, bytes: &[u8]) {
        if bytes.len() < 2 * BLOCK_BYTES {
            first.update(bytes);
            second.update(bytes);
            return;
        }
        // Now both are at the beginning of a block. Their positions differ by less than a block.
        let [(x, x_rest), (y, y_rest)] =
            [first.complete_block(bytes).as_chunks(), second.complete_block(bytes).as_chunks()];
        let count = x.len().min(y.len());
        backend::absorb_two([&mut first.state, &mut second.state], [x, y], count);
        first.state = backend::absorb_one(&first.state, &x[count..], &[]);
        second.state = backend::absorb_one(&second.state, &y[count..], &[]);
        first.append_absorbed(x, x_rest);
        second.append_absorbed(y, y_rest);
    }

    /// Appends a piece to each of the messages, as [`update`](Self::update) does, and hashes the
    /// pieces in parallel in vector registers. It takes any number of streams, without a copy of
    /// long pieces and without allocation, so that files of any lengths can be read in blocks side
    /// by side: when one ends, another takes its place in the next call.
    ///
    /// Pieces should have at least some hundred bytes, and about the same length: while the longest
    /// pieces are left, few lanes are in use. [`MultiMd5`](crate::MultiMd5) collects shorter
    /// pieces.
    ///
    /// ```
    /// use md5_opt::{Md5, hash};
    /// let mut files = [Md5::new(), Md5::new(), Md5::new()];
    /// let blocks = [[1; 4096], [2; 4096], [3; 4096]];
    /// Md5::update_each(files.iter_mut().zip(blocks.iter().map(|block| block.as_slice())));
    /// assert_eq!(files[2].finalize(), hash(&blocks[2]));
    /// ```
    pub fn update_each<'a>(updates: impl IntoIterator<Item = (&'a mut Self, &'a [u8])>) {
        Self::update_each_on(Backend::detect(), updates);
    }

    /// Computes [`update_each`](Self::update_each) on this backend.
    pub fn update_each_on<'a>(
        backend: Backend,
        updates: impl IntoIterator<Item = (&'a mut Self, &'a [u8])>,
    ) {
        let mut updates = updates.into_iter();
        let mut group = [const { None }; GROUP];
        loop {
            let mut count = 0;
            for (slot, update) in group.iter_mut().zip(&mut updates) {
                *slot = Some(update);
                count += 1;
            }
            match &mut group[..count] {
                [Some((md5, bytes))] => md5.update(bytes),
                group => Self::update_group(backend, group),
            }
            if count < GROUP {
                return;
            }
        }
    }

    /// Appends the pieces of at most [`GROUP`] updates.
    fn update_group(backend: Backend, group: &mut [Option<Update<'_>>]) {
        let mut completed = [false; GROUP];
        for ((md5, bytes), completed) in group.iter_mut().flatten().zip(&mut completed) {
            let before = md5.tail_len();
            if before > 0 {
                let (fill, after) = bytes.split_at(bytes.len().min(BLOCK_BYTES - before));
                md5.tail[before..before + fill.len()].copy_from_slice(fill);
                md5.len += fill.len() as u64;
                *completed = md5.tail_len() == 0 && !fill.is_empty();
                *bytes = after;
            }
        }
        Self::absorb_each(backend, group, |i, md5, _| {
            if completed[i] { core::slice::from_ref(&md5.tail) } else { &[] }
        });
        Self::absorb_each(backend, group, |_, _, bytes| bytes.as_chunks().0);
        for (md5, bytes) in group.iter_mut().flatten() {
            // A piece that did not complete its block has no bytes left.
            if !bytes.is_empty() {
                let (whole, rest) = bytes.as_chunks();
                md5.append_absorbed(whole, rest);
            }
        }
    }

    /// Absorbs the blocks that `blocks` chooses of the index of an update, its stream and its
    /// piece.
    fn absorb_each(
        backend: Backend,
        group: &mut [Option<Update<'_>>],
        blocks: impl for<'m> Fn(usize, &'m Self, &'m [u8]) -> &'m [Block],
    ) {
        let mut states = [START; GROUP];
        for (state, (md5, _)) in states.iter_mut().zip(group.iter().flatten()) {
            *state = md5.state;
        }
        let jobs = || {
            let jobs = group.iter().flatten().enumerate().map(|(output, (md5, bytes))| {
                let bytes = blocks(output, md5, bytes).as_flattened();
                Job { output, state: md5.state, bytes, len: None }
            });
            jobs.filter(|job| !job.bytes.is_empty())
        };
        run(backend, jobs().count(), &mut jobs(), &mut states);
        for ((md5, _), state) in group.iter_mut().flatten().zip(states) {
            md5.state = state;
        }
    }

    /// Returns the MD5 of the message so far. More bytes can be appended afterwards.
    #[inline]
    #[must_use]
    pub fn finalize(&self) -> Digest {
        let (state, tail, len) = self.parts();
        absorb_end(state, tail, len)
    }

    /// Returns the number of bytes appended so far.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether the message is empty so far.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl Default for Md5 {
    fn default() -> Self {
        Self::new()
    }
}

hash_core::secret_debug!(impl[] Md5, "Md5", len = |md5| md5.len);
hash_core::stream_traits!(impl[] Md5, |md5| load::word(&md5.finalize()[..8]));
// A wiped stream is that of an empty message.
hash_core::wipe_on_drop!(impl[] Md5, |md5| {
    md5.state.zeroize();
    md5.tail.zeroize();
    (md5.state, md5.len) = (START, 0);
});

#[cfg(all(test, feature = "zeroize"))]
mod tests {
    use super::*;
    use hash_core::private::zeroize::Zeroize;

    #[test]
    fn nothing_is_left_of_a_wiped_stream() {
        let mut md5 = Md5::new();
        md5.update(&[7; 100]);
        md5.zeroize();
        assert_eq!((md5.state, md5.tail, md5.len), (START, [0; 64], 0));
    }
}
