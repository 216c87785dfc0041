//! Hashes many streams that grow at the same time.

use crate::Digest;
use crate::backend::{self, Backend};
use crate::lanes::{Job, run};
use crate::oneshot::absorb_end;
use crate::table::{Block, START, State};
use core::fmt;

/// Computes the MD5 of `STREAMS` messages that arrive in pieces, in any order: for example a
/// server's uploads, whose ETags are computed in parallel in vector registers.
///
/// Each stream has a buffer of `BLOCKS` blocks of 64 bytes, 4 KiB by default, and nothing is
/// allocated. A `MultiMd5<16>` has 65 KiB, so put it into a `Box` where stacks are small.
///
/// # When vectors are used
/// Pieces are buffered. When the buffer of a stream is full, it is hashed, and **the buffers of all
/// streams that are at least half full** are hashed in parallel with it. If the rest of the piece
/// is at least as long as a buffer, its whole blocks are hashed in place, by themselves and without
/// a copy: a single busy stream is as fast as an [`Md5`](crate::Md5). So vectors are used if
/// streams advance together, in pieces that are not longer than a buffer. If several pieces are
/// available at the same time, [`update_each`](Self::update_each) hashes them in parallel, whatever
/// the buffers contain.
///
/// ```
/// use md5_opt::{MultiMd5, hash};
/// let mut uploads = MultiMd5::<3>::new();
/// uploads.update(2, b"the third, ");
/// uploads.update(0, b"the first");
/// uploads.update(2, b"in two pieces");
/// assert_eq!(uploads.finalize(0), hash(b"the first"));
/// assert_eq!(uploads.finalize(2), hash(b"the third, in two pieces"));
/// ```
///
/// # Panics
/// All methods that take the index of a stream panic if the index is not below `STREAMS`, as slices
/// do.
#[derive(Clone)]
pub struct MultiMd5<const STREAMS: usize, const BLOCKS: usize = 64> {
    streams: [Stream<BLOCKS>; STREAMS],
    backend: Backend,
}

#[derive(Clone, Copy)]
struct Stream<const BLOCKS: usize> {
    state: State,
    buffer: [Block; BLOCKS],
    /// The number of bytes in the buffer.
    filled: usize,
    /// The number of bytes of the message, including those in the buffer.
    len: u64,
}

impl<const BLOCKS: usize> Stream<BLOCKS> {
    const NEW: Self = Self { state: START, buffer: [[0; 64]; BLOCKS], filled: 0, len: 0 };
    const BYTES: usize = BLOCKS * 64;

    fn buffered(&self) -> &[u8] {
        &self.buffer.as_flattened()[..self.filled]
    }

    /// Buffers the bytes that fit and returns the others.
    fn fill_buffer<'m>(&mut self, bytes: &'m [u8]) -> &'m [u8] {
        let (now, later) = bytes.split_at(bytes.len().min(Self::BYTES - self.filled));
        self.buffer.as_flattened_mut()[self.filled..][..now.len()].copy_from_slice(now);
        self.filled += now.len();
        self.len += now.len() as u64;
        later
    }

    /// Sets the state after the whole blocks of the buffer, and drops these blocks.
    fn drop_absorbed(&mut self, state: State) {
        self.state = state;
        let rest = self.filled % 64;
        self.buffer.as_flattened_mut().copy_within(self.filled - rest..self.filled, 0);
        self.filled = rest;
    }

    fn job(&self, output: usize) -> Job<'_> {
        let (whole, _) = self.buffered().as_chunks::<64>();
        Job { output, state: self.state, bytes: whole.as_flattened(), len: None }
    }

    fn finalize(&self) -> Digest {
        absorb_end(&self.state, self.buffered(), self.len)
    }
}

impl<const STREAMS: usize, const BLOCKS: usize> MultiMd5<STREAMS, BLOCKS> {
    /// Creates streams of empty messages.
    #[must_use]
    pub fn new() -> Self {
        const { assert!(BLOCKS > 0, "a buffer needs at least one block") };
        Self { streams: [Stream::NEW; STREAMS], backend: Backend::detect() }
    }

    /// Moves the streams to this backend instead of the best one.
    #[must_use]
    pub const fn with_backend(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// Appends bytes to one of the messages.
    pub fn update(&mut self, stream: usize, bytes: &[u8]) {
        let mut later = self.streams[stream].fill_buffer(bytes);
        while self.streams[stream].filled == Stream::<BLOCKS>::BYTES {
            self.empty_buffers(|_, other| other.filled >= Stream::<BLOCKS>::BYTES / 2);
            if later.len() >= Stream::<BLOCKS>::BYTES {
                let one = &mut self.streams[stream];
                let (whole, rest) = later.as_chunks();
                one.state = backend::absorb_one(&one.state, whole, &[]);
                one.len += whole.as_flattened().len() as u64;
                later = rest;
            }
            later = self.streams[stream].fill_buffer(later);
        }
    }

    /// Appends a piece, which may be empty, to each message, and hashes all pieces in parallel.
    ///
    /// ```
    /// use md5_opt::{MultiMd5, hash};
    /// let mut uploads = MultiMd5::<2>::new();
    /// uploads.update_each([&[1; 100_000], &[2; 200_000]]);
    /// assert_eq!(uploads.finalize_each(), [hash(&[1; 100_000]), hash(&[2; 200_000])]);
    /// ```
    pub fn update_each(&mut self, mut pieces: [&[u8]; STREAMS]) {
        // Pieces that have whole blocks after the bytes that complete the current block are hashed
        // in place.
        let is_long = pieces.map(|piece| piece.len() >= 128);
        for (stream, piece) in pieces.iter_mut().enumerate() {
            let one = &mut self.streams[stream];
            let fill = if is_long[stream] {
                one.filled.next_multiple_of(64) - one.filled
            } else {
                piece.len()
            };
            let (now, later) = piece.split_at(fill);
            self.update(stream, now);
            *piece = later;
        }
        self.empty_buffers(|stream, _| is_long[stream]);
        let mut states = [START; STREAMS];
        let mut jobs =
            (0..).zip(&self.streams).zip(&pieces).filter(|(_, piece)| !piece.is_empty()).map(
                |((output, one), piece)| {
                    let (whole, _) = piece.as_chunks::<64>();
                    Job { output, state: one.state, bytes: whole.as_flattened(), len: None }
                },
            );
        run(self.backend, is_long.iter().filter(|long| **long).count(), &mut jobs, &mut states);
        for (stream, piece) in pieces.into_iter().enumerate().filter(|(_, piece)| !piece.is_empty())
        {
            let one = &mut self.streams[stream];
            let (whole, rest) = piece.as_chunks::<64>();
            one.state = states[stream];
            one.len += whole.as_flattened().len() as u64;
            one.fill_buffer(rest);
        }
    }

    /// Hashes the whole blocks in the buffers that `which` selects.
    fn empty_buffers(&mut self, which: impl Fn(usize, &Stream<BLOCKS>) -> bool) {
        let chosen: [bool; STREAMS] =
            core::array::from_fn(|i| self.streams[i].filled >= 64 && which(i, &self.streams[i]));
        let mut states = [START; STREAMS];
        let count = chosen.iter().filter(|chosen| **chosen).count();
        let mut jobs =
            (0..).zip(&self.streams).filter(|(i, _)| chosen[*i]).map(|(i, one)| one.job(i));
        run(self.backend, count, &mut jobs, &mut states);
        for ((one, state), _) in
            self.streams.iter_mut().zip(states).zip(chosen).filter(|(_, chosen)| *chosen)
        {
            one.drop_absorbed(state);
        }
    }

    /// Returns the MD5 of one of the messages so far. More bytes can be appended afterwards.
    #[must_use]
    pub fn finalize(&self, stream: usize) -> Digest {
        self.streams[stream].finalize()
    }

    /// Returns the MD5 of each message so far, all computed in parallel.
    #[must_use]
    pub fn finalize_each(&self) -> [Digest; STREAMS] {
        let mut digests = [[0; 16]; STREAMS];
        let mut jobs = self.streams.iter().enumerate().map(|(output, one)| Job {
            output,
            state: one.state,
            bytes: one.buffered(),
            len: Some(one.len),
        });
        run(self.backend, STREAMS, &mut jobs, &mut digests);
        digests
    }

    /// Makes one of the messages empty again, so that the stream can hash the next one.
    pub fn reset(&mut self, stream: usize) {
        let one = &mut self.streams[stream];
        (one.state, one.filled, one.len) = (START, 0, 0);
    }

    /// Returns the number of bytes of one of the messages so far.
    #[must_use]
    pub const fn len(&self, stream: usize) -> u64 {
        self.streams[stream].len
    }

    /// Returns whether one of the messages is empty so far.
    #[must_use]
    pub const fn is_empty(&self, stream: usize) -> bool {
        self.streams[stream].len == 0
    }
}

impl<const STREAMS: usize, const BLOCKS: usize> Default for MultiMd5<STREAMS, BLOCKS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const STREAMS: usize, const BLOCKS: usize> fmt::Debug for MultiMd5<STREAMS, BLOCKS> {
    /// Shows the length of each message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.streams.iter().map(|one| one.len)).finish()
    }
}

// Wiped streams are those of empty messages.
hash_core::wipe_on_drop!(impl[const STREAMS: usize, const BLOCKS: usize] MultiMd5<STREAMS, BLOCKS>, |multi| {
    for stream in &mut multi.streams {
        stream.state.zeroize();
        stream.buffer.as_flattened_mut().zeroize();
        (stream.state, stream.filled, stream.len) = (START, 0, 0);
    }
});

#[cfg(test)]
mod counts {
    use super::*;
    use crate::Md5;

    /// A stream counts past 2^32 bytes, and to 2^64 bits, however bytes are appended.
    #[test]
    fn counts_do_not_wrap() {
        for before in [1 << 16, (1 << 32) - 128, 1 << 32, 1 << 60, (1 << 63) - 64] {
            let mut streams = MultiMd5::<3, 2>::new();
            streams.streams[1].len = before;
            let mut expected = Md5::from_parts(START, [0; 64], before);
            for len in [50, 128, 700, 3] {
                streams.update(1, &[7; 700][..len]);
                streams.update_each([&[], &[8; 700][..len], &[]]);
                expected.update(&[7; 700][..len]);
                expected.update(&[8; 700][..len]);
                assert_eq!(streams.len(1), expected.len());
                assert_eq!(streams.finalize(1), expected.finalize(), "2^{}", before.ilog2());
                assert_eq!(streams.finalize_each()[1], expected.finalize());
            }
        }
    }
}

#[cfg(all(test, feature = "zeroize"))]
mod tests {
    use super::*;
    use hash_core::private::zeroize::Zeroize;

    #[test]
    fn nothing_is_left_of_wiped_streams() {
        let mut streams = MultiMd5::<3, 2>::new();
        streams.update_each([&[7; 300], &[7; 100], &[]]);
        streams.zeroize();
        for stream in &streams.streams {
            assert_eq!((stream.state, stream.buffer), (START, [[0; 64]; 2]));
            assert_eq!((stream.filled, stream.len), (0, 0));
        }
    }
}
