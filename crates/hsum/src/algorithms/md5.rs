//! MD5 of one file, or of many side by side.

use super::{Algorithm, Backends, Digest, Instance, Key, NewInstance, Stream, named};
use crate::descriptors::Turn;
use crate::input::Job;
use crate::progress::Progress;
use md5_opt::{Backend, Md5, MultiMd5};
use std::cell::RefCell;
use std::io::{self, ErrorKind, Read};

pub(super) const SOURCE: &str = "Rivest, \"The MD5 Message-Digest Algorithm\", RFC 1321, 1992";

pub(super) const BACKENDS: Backends = Backends::of::<Backend>();

pub(super) const MD5: Algorithm = Algorithm {
    name: "md5",
    summary: "MD5, for compatibility only; broken",
    about: "Anybody can make two files with the same hash, and there is no key. It detects \
            accidents only, and clhash does that faster. See hsum md5 and hsum etag.",
    source: SOURCE,
    key_bytes: 0,
    output_bits: 128,
    backends: BACKENDS,
    new: hasher,
    ..Algorithm::BASE
};

/// The number of messages that are hashed side by side, which keeps the widest vectors busy.
pub(crate) const TOGETHER: usize = 48;

/// The number of bytes of each message that are in memory at once.
const PIECE: usize = 1 << 15;

/// Up to this number of messages are finished one by one.
const FEW: usize = 4;

struct Unkeyed(Backend);

pub(super) fn hasher(_: &Key<'_>, backend: &str) -> NewInstance {
    Ok(Box::new(Unkeyed(named(backend)?)))
}

impl Instance for Unkeyed {
    fn hash(&self, message: &[u8]) -> Digest {
        md5_opt::hash(message).into()
    }

    fn stream(&self) -> Box<dyn Stream + '_> {
        Box::new(Md5::new())
    }

    fn together(&self) -> usize {
        TOGETHER
    }

    fn digests(&self, jobs: &mut [&mut Job<Digest>], progress: &Progress) {
        let open = |job: &mut &mut Job<Digest>, turn| match job.input.open(turn) {
            Ok(None) => Opened::Later,
            Ok(Some(source)) if matches!(source.length(), Ok(Some(_))) => Opened::Lane(source),
            // Pipes are read one after the other, because one writer may serve them all.
            Ok(Some(mut source)) => {
                let mut state = Md5::new();
                let read = source.read_all(progress, |bytes| state.update(bytes));
                job.result = read.map(|()| state.finalize().into());
                Opened::Settled
            }
            Err(error) => {
                job.result = Err(error);
                Opened::Settled
            }
        };
        let settle = |job: &mut &mut Job<Digest>, digest: io::Result<md5_opt::Digest>| {
            job.result = digest.map(Into::into);
        };
        for jobs in jobs.chunks_mut(TOGETHER) {
            side_by_side(self.0, jobs, open, settle, progress);
        }
    }
}

impl Stream for Md5 {
    fn update(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    fn finalize(&self) -> Digest {
        self.finalize().into()
    }
}

thread_local! {
    /// The current pieces of all messages, kept from batch to batch.
    static PIECES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The result of opening a message.
pub(crate) enum Opened<R> {
    /// The message is read side by side with others.
    Lane(R),
    /// No descriptor is free: the message waits until others are closed.
    Later,
    /// The message needs no reading: it is already hashed, or is an error.
    Settled,
}

/// The state of a message.
enum Lane<R> {
    Closed,
    Open(R),
    Done,
}

/// Computes the MD5 of each of at most [`TOGETHER`] messages, read side by side, piece by piece,
/// and calls `settle(message, result)` for each that is opened.
///
/// `open` is called when the first piece of a message is read, and the reader is dropped after the
/// last piece, so that only one short message is open at a time.
pub(crate) fn side_by_side<M, R: Read>(
    backend: Backend,
    messages: &mut [M],
    mut open: impl FnMut(&mut M, Turn) -> Opened<R>,
    mut settle: impl FnMut(&mut M, io::Result<md5_opt::Digest>),
    progress: &Progress,
) {
    let mut states = MultiMd5::<TOGETHER, 1>::new().with_backend(backend);
    let mut lanes: Vec<_> = messages.iter_mut().map(|message| (message, Lane::Closed)).collect();
    PIECES.with_borrow_mut(|buffer| {
        buffer.resize(buffer.len().max(lanes.len() * PIECE), 0);
        while lanes.iter().any(|(_, lane)| !matches!(lane, Lane::Done)) {
            let mut pieces: [&[u8]; TOGETHER] = [&[]; TOGETHER];
            let mut ended = Vec::new();
            let mut opened = lanes.iter().filter(|(_, l)| matches!(l, Lane::Open(_))).count();
            let mut is_full = false;
            let places = buffer.chunks_exact_mut(PIECE);
            for ((index, (message, lane)), place) in lanes.iter_mut().enumerate().zip(places) {
                if matches!(lane, Lane::Closed) && !is_full {
                    let turn = if opened == 0 { Turn::First } else { Turn::Beside };
                    match open(message, turn) {
                        Opened::Lane(reader) => {
                            *lane = Lane::Open(reader);
                            opened += 1;
                        }
                        Opened::Later => is_full = true,
                        Opened::Settled => *lane = Lane::Done,
                    }
                }
                let Lane::Open(reader) = lane else { continue };
                let length = fill(reader, place);
                if !matches!(length, Ok(PIECE)) {
                    *lane = Lane::Done;
                    opened -= 1;
                }
                match length {
                    Ok(length) => {
                        pieces[index] = &place[..length];
                        progress.add(length as u64);
                        if length < PIECE {
                            ended.push(index);
                        }
                    }
                    Err(error) => settle(message, Err(error)),
                }
            }
            states.update_each(pieces);
            // Finishing all messages takes about as long as finishing a few.
            let all = (ended.len() > FEW).then(|| states.finalize_each());
            for index in ended {
                let digest = all.map_or_else(|| states.finalize(index), |all| all[index]);
                settle(lanes[index].0, Ok(digest));
            }
        }
    });
}

/// Reads until the buffer is full or nothing is left, and returns the number of bytes.
pub(crate) fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match reader.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}
