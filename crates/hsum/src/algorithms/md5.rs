//! MD5: one file by itself, or many side by side.

use super::{Algorithm, Backends, Digest, Instance, Key, NewInstance, Stream, named};
use crate::input::Input;
use crate::progress::Progress;
use md5_opt::{Backend, Md5, MultiMd5};
use std::cell::RefCell;
use std::io::{self, ErrorKind, Read};

pub(super) const SOURCE: &str = "Rivest, \"The MD5 Message-Digest Algorithm\", RFC 1321, 1992";

pub(super) const BACKENDS: Backends = Backends::of::<Backend>();

pub(super) const MD5: Algorithm = Algorithm {
    name: "md5",
    summary: "MD5, for what has MD5 sums already; broken",
    about: "Whoever wants to can make two files with the same sum, and it has no key. It finds \
            accidents only, and clhash does that faster. See hsum md5 and hsum etag.",
    source: SOURCE,
    key_bytes: 0,
    output_bits: 128,
    backends: BACKENDS,
    new: hasher,
    ..Algorithm::BASE
};

/// Messages that are hashed side by side: as many as keep the widest vectors busy.
pub(crate) const TOGETHER: usize = 48;

/// Bytes of each that are in memory at once.
const PIECE: usize = 1 << 15;

/// So many messages are finished one by one.
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

    fn digests(&self, inputs: &[Input], progress: &Progress) -> Vec<io::Result<Digest>> {
        let batch = |inputs: &[Input]| digests(self.0, inputs.iter().map(Input::open), progress);
        let digests = inputs.chunks(TOGETHER).flat_map(batch);
        digests.map(|digest| Ok(digest?.into())).collect()
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
    /// Pieces of all messages, kept from batch to batch.
    static PIECES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The MD5 of each of at most [`TOGETHER`] messages, read side by side, piece by piece.
pub(crate) fn digests<R: Read>(
    backend: Backend,
    messages: impl IntoIterator<Item = io::Result<R>>,
    progress: &Progress,
) -> Vec<io::Result<md5_opt::Digest>> {
    let mut states = MultiMd5::<TOGETHER, 1>::new().with_backend(backend);
    let (mut readers, mut digests) = (Vec::new(), Vec::new());
    for message in messages {
        let (reader, digest) = message.map_or_else(|e| (None, Err(e)), |r| (Some(r), Ok([0; 16])));
        readers.push(reader);
        digests.push(digest);
    }
    PIECES.with_borrow_mut(|buffer| {
        buffer.resize(buffer.len().max(readers.len() * PIECE), 0);
        while readers.iter().any(Option::is_some) {
            let mut pieces: [&[u8]; TOGETHER] = [&[]; TOGETHER];
            let mut ended = Vec::new();
            for (index, place) in (0..readers.len()).zip(buffer.chunks_exact_mut(PIECE)) {
                let Some(reader) = &mut readers[index] else { continue };
                let length = fill(reader, place);
                if !matches!(length, Ok(PIECE)) {
                    readers[index] = None;
                }
                match length {
                    Ok(length) => {
                        pieces[index] = &place[..length];
                        progress.add(length as u64);
                        if length < PIECE {
                            ended.push(index);
                        }
                    }
                    Err(error) => digests[index] = Err(error),
                }
            }
            states.update_each(pieces);
            // The last blocks of all messages take about as long as those of a few.
            if ended.len() > FEW {
                let all = states.finalize_each();
                ended.iter().for_each(|&index| digests[index] = Ok(all[index]));
            } else {
                ended.iter().for_each(|&index| digests[index] = Ok(states.finalize(index)));
            }
        }
    });
    digests
}

/// Reads until the buffer is full or nothing is left; returns the number of bytes.
fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
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
