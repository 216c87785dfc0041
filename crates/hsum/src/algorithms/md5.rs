//! MD5 of many messages side by side, by the crate of the algorithm: the table has no streams that
//! go on together.

use super::Digest;
use crate::descriptors::Turn;
use crate::input::Job;
use crate::progress::Progress;
use md5_opt::{Backend, Md5, MultiMd5};
use std::cell::RefCell;
use std::io::{self, ErrorKind, Read};

/// The number of messages that are hashed side by side, which keeps the widest vectors busy.
pub(crate) const TOGETHER: usize = 48;

/// The number of bytes of each message that are in memory at once.
const PIECE: usize = 1 << 15;

/// Up to this number of messages are finished one by one.
const FEW: usize = 4;

fn of(digest: md5_opt::Digest) -> Digest {
    Digest::from_bytes(&digest).expect("16 bytes are a digest")
}

/// Hashes files side by side, and stores the result of each.
pub(crate) fn digests(backend: Backend, jobs: &mut [&mut Job<Digest>], progress: &Progress) {
    let open = |job: &mut &mut Job<Digest>, turn| match job.input.open(turn) {
        Ok(None) => Opened::Later,
        Ok(Some(source)) if matches!(source.length(), Ok(Some(_))) => Opened::Lane(source),
        // Pipes are read one after the other, because one writer may serve them all.
        Ok(Some(mut source)) => {
            let mut state = Md5::new();
            let read = source.read_all(progress, |bytes| state.update(bytes));
            job.result = read.map(|()| of(state.finalize()));
            Opened::Settled
        }
        Err(error) => {
            job.result = Err(error);
            Opened::Settled
        }
    };
    let settle = |job: &mut &mut Job<Digest>, digest: io::Result<md5_opt::Digest>| {
        job.result = digest.map(of);
    };
    for jobs in jobs.chunks_mut(TOGETHER) {
        side_by_side(backend, jobs, open, settle, progress);
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
