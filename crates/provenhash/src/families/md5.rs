//! MD5, which has no key.

use crate::function::{Function, HashKey, InPieces, Pieces};
use crate::{Algorithm, Secrets};
use hash_core::CheckpointError;
use md5_opt::{BLOCK_BYTES, Backend, Md5};
use std::any::Any;
use std::sync::Arc;

/// The backend, in place of a key.
#[derive(Clone)]
struct NoKey(Backend);

impl HashKey for NoKey {
    type Backend = Backend;

    fn from_bytes(_: &[u8]) -> Result<Arc<Self>, &'static str> {
        Ok(Self::from_seed(0))
    }

    fn from_seed(_: u64) -> Arc<Self> {
        Arc::new(Self(Backend::detect()))
    }

    hash_core::with_entropy! {
        fn try_generate() -> Result<Arc<Self>, crate::Error> {
            Ok(Self::from_seed(0))
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        Vec::new()
    }

    fn backend(&self) -> Backend {
        self.0
    }

    fn with_backend(self, backend: Backend) -> Self {
        Self(backend)
    }
}

struct Unkeyed;

impl Function for Unkeyed {
    type Key = NoKey;
    type Hash = md5_opt::Digest;
    type Stream = Md5;

    fn hash(_: &NoKey, message: &[u8]) -> md5_opt::Digest {
        md5_opt::hash(message)
    }

    fn hash_many(key: &NoKey, messages: &[&[u8]], out: &mut [md5_opt::Digest]) {
        md5_opt::hash_many_on(key.0, messages, out).expect("there are as many messages as hashes");
    }

    fn hash_u64s(key: &NoKey, words: &[u64], out: &mut [md5_opt::Digest]) {
        md5_opt::hash_u64s_on(key.0, words, out).expect("there are as many words as hashes");
    }

    fn stream(_: &Arc<NoKey>) -> Md5 {
        Md5::new()
    }

    fn update(stream: &mut Md5, bytes: &[u8]) {
        stream.update(bytes);
    }

    fn finalize(stream: &Md5) -> md5_opt::Digest {
        stream.finalize()
    }

    fn checkpoint(stream: &Md5) -> Vec<u8> {
        stream.checkpoint().to_vec()
    }

    fn resume(_: &Arc<NoKey>, bytes: &[u8]) -> Result<Md5, CheckpointError> {
        Md5::from_checkpoint(bytes)
    }
}

/// Appends a piece to each stream, to those of MD5 in parallel.
pub(super) fn update_each<'a>(
    updates: impl Iterator<Item = (&'a mut (dyn Pieces + 'static), &'a [u8])>,
) {
    Md5::update_each(updates.filter_map(|(pieces, bytes)| {
        let any: &dyn Any = pieces;
        if !any.is::<InPieces<Unkeyed>>() {
            pieces.update(bytes);
            return None;
        }
        let any: &mut dyn Any = pieces;
        any.downcast_mut::<InPieces<Unkeyed>>().map(|stream| (&mut stream.0, bytes))
    }));
}

pub(super) const MD5: Algorithm = Algorithm {
    name: "md5",
    summary: "MD5, for compatibility only; broken",
    about: "Anyone can make two messages with the same hash, and there is no key. It detects \
            accidents only, and clhash does that faster.",
    source: "Rivest, \"The MD5 Message-Digest Algorithm\", RFC 1321, 1992",
    secrets: Secrets::KEYLESS,
    block_bytes: BLOCK_BYTES,
    bound: "none: anyone can make collisions",
    ..Algorithm::of::<Unkeyed>()
};
