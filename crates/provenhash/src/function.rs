//! The traits that a family implements for each of its functions, and their trait objects.
//!
//! A family states the types of a function once, in [`Function`] and, if parts of messages can be
//! joined, in [`Joins`]. The handles of this crate see [`Keyed`], [`Pieces`] and [`Joined`].

use crate::{Digest, Error};
use hash_core::backend::Token;
use hash_core::{CheckpointError, CombineError};
use std::any::Any;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

/// The number of messages that one call of a kernel hashes: enough to fill every vector, and few
/// enough for their hashes to stay in the first-level cache.
const BATCH: usize = 256;

/// What threads may share, and what a panic elsewhere leaves whole: a handle that hides a type must
/// promise it of all types.
pub(crate) trait Shared: Send + Sync + UnwindSafe + RefUnwindSafe {}

impl<T: Send + Sync + UnwindSafe + RefUnwindSafe + ?Sized> Shared for T {}

/// A key with the constructors of all keys.
pub(crate) trait HashKey: Clone + Shared + 'static {
    /// The backends of functions under this key.
    type Backend: Token;

    /// Makes a key of bytes that have the right number, or returns what the excluded key has.
    fn from_bytes(bytes: &[u8]) -> Result<Arc<Self>, &'static str>;
    fn from_seed(seed: u64) -> Arc<Self>;

    /// Makes a key of entropy. Targets without entropy do not define it, nor what calls it.
    fn try_generate() -> Result<Arc<Self>, Error> {
        Err(Error::Entropy { why: "this target has none".to_owned() })
    }

    fn to_bytes(&self) -> Vec<u8>;
    fn backend(&self) -> Self::Backend;
    fn with_backend(self, backend: Self::Backend) -> Self;
}

/// A hash as the crate of an algorithm returns it.
pub(crate) trait Value: Copy + Shared + 'static {
    /// Any value.
    const ANY: Self;
    /// The number of bytes of the digest.
    const BYTES: usize;
    /// The number of bytes of a word, or 1 if the authors publish bytes.
    const WORD: usize;

    #[inline]
    fn digest(self) -> Digest {
        Digest::written(Self::BYTES, |place| self.write(place))
    }

    /// Returns the number that the first 64 bits of the digest are, or all of a shorter one.
    #[inline]
    fn first_u64(self) -> u64 {
        self.digest().first_u64()
    }

    /// Writes the bytes of the digest, of which there are `BYTES`.
    fn write(self, place: &mut [u8]);
}

/// A hash function of a key and a message.
pub(crate) trait Function: 'static {
    type Key: HashKey;
    type Hash: Value;
    /// A message in pieces, which shares the key.
    type Stream: Clone + Shared + 'static;

    fn hash(key: &Self::Key, message: &[u8]) -> Self::Hash;

    /// Hashes one message for each output, of which there are as many.
    fn hash_many(key: &Self::Key, messages: &[&[u8]], out: &mut [Self::Hash]) {
        for (message, hash) in messages.iter().zip(out) {
            *hash = Self::hash(key, message);
        }
    }

    /// Hashes one word for each output, of which there are as many: its eight little-endian bytes.
    fn hash_u64s(key: &Self::Key, words: &[u64], out: &mut [Self::Hash]) {
        for (word, hash) in words.iter().zip(out) {
            *hash = Self::hash(key, &word.to_le_bytes());
        }
    }

    fn stream(key: &Arc<Self::Key>) -> Self::Stream;
    fn update(stream: &mut Self::Stream, bytes: &[u8]);
    fn finalize(stream: &Self::Stream) -> Self::Hash;
    fn checkpoint(stream: &Self::Stream) -> Vec<u8>;
    fn resume(key: &Arc<Self::Key>, bytes: &[u8]) -> Result<Self::Stream, CheckpointError>;
}

/// A function of which parts of a message can be hashed apart and joined.
pub(crate) trait Joins: Function {
    type Part: Copy + Shared + 'static;

    fn part(key: &Self::Key, bytes: &[u8]) -> Self::Part;
    fn join(
        key: &Self::Key,
        first: &Self::Part,
        next: &Self::Part,
    ) -> Result<Self::Part, CombineError>;
    fn whole(key: &Self::Key, part: &Self::Part) -> Self::Hash;
    fn len(part: &Self::Part) -> u64;
}

/// A function under a key.
pub(crate) trait Keyed: Any + Shared {
    fn to_bytes(&self) -> Vec<u8>;
    fn backend(&self) -> &'static str;
    /// Returns the function on the backend of this name, if this CPU has it.
    fn with_backend(&self, name: &str) -> Option<Arc<dyn Keyed>>;
    fn hash(&self, message: &[u8]) -> Digest;
    /// Writes the digest, whose length `place` has.
    fn hash_into(&self, message: &[u8], place: &mut [u8]);
    /// Returns the number that the first 64 bits of the digest are, or all of a shorter one.
    fn hash_u64(&self, message: &[u8]) -> u64;
    /// Returns the key of the algorithm's crate.
    fn key(&self) -> &dyn Any;
    /// Writes the digests of the messages one after the other.
    fn hash_many(&self, messages: &[&[u8]], out: &mut [u8]);
    /// Writes the digests of the words one after the other.
    fn hash_u64s(&self, words: &[u64], out: &mut [u8]);
    fn stream(&self) -> Box<dyn Pieces>;
    fn resume(&self, checkpoint: &[u8]) -> Result<Box<dyn Pieces>, CheckpointError>;
}

/// A message in pieces.
pub(crate) trait Pieces: Any + Shared {
    fn update(&mut self, bytes: &[u8]);
    fn finalize(&self) -> Digest;
    fn checkpoint(&self) -> Vec<u8>;
    fn copy(&self) -> Box<dyn Pieces>;
}

/// A part of a message.
pub(crate) trait Joined: Any + Shared {
    /// Returns the part and the next one together.
    fn join(&self, next: &dyn Joined) -> Result<Arc<dyn Joined>, Error>;
    fn whole(&self) -> Digest;
    fn len(&self) -> u64;
}

/// A function and its key.
pub(crate) struct Under<F: Function>(pub(crate) Arc<F::Key>);

impl<F: Function> Keyed for Under<F> {
    fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }

    fn backend(&self) -> &'static str {
        self.0.backend().name()
    }

    fn with_backend(&self, name: &str) -> Option<Arc<dyn Keyed>> {
        let backend = Token::from_name(name)?;
        Some(Arc::new(Self(Arc::new(F::Key::clone(&self.0).with_backend(backend)))))
    }

    fn hash(&self, message: &[u8]) -> Digest {
        F::hash(&self.0, message).digest()
    }

    fn hash_into(&self, message: &[u8], place: &mut [u8]) {
        F::hash(&self.0, message).write(place);
    }

    fn hash_u64(&self, message: &[u8]) -> u64 {
        F::hash(&self.0, message).first_u64()
    }

    fn key(&self) -> &dyn Any {
        &*self.0
    }

    fn hash_many(&self, messages: &[&[u8]], out: &mut [u8]) {
        write_all(messages, out, |messages, hashes| F::hash_many(&self.0, messages, hashes));
    }

    fn hash_u64s(&self, words: &[u64], out: &mut [u8]) {
        write_all(words, out, |words, hashes| F::hash_u64s(&self.0, words, hashes));
    }

    fn stream(&self) -> Box<dyn Pieces> {
        Box::new(InPieces::<F>(F::stream(&self.0)))
    }

    fn resume(&self, checkpoint: &[u8]) -> Result<Box<dyn Pieces>, CheckpointError> {
        Ok(Box::new(InPieces::<F>(F::resume(&self.0, checkpoint)?)))
    }
}

/// Writes the digests of all messages, [`BATCH`] at a time.
fn write_all<M, H: Value>(messages: &[M], out: &mut [u8], hash: impl Fn(&[M], &mut [H])) {
    let mut hashes = [H::ANY; BATCH];
    for (messages, out) in messages.chunks(BATCH).zip(out.chunks_mut(BATCH * H::BYTES)) {
        let hashes = &mut hashes[..messages.len()];
        hash(messages, hashes);
        for (hash, place) in hashes.iter().zip(out.chunks_exact_mut(H::BYTES)) {
            hash.write(place);
        }
    }
}

pub(crate) struct InPieces<F: Function>(pub(crate) F::Stream);

impl<F: Function> Pieces for InPieces<F> {
    fn update(&mut self, bytes: &[u8]) {
        F::update(&mut self.0, bytes);
    }

    fn finalize(&self) -> Digest {
        F::finalize(&self.0).digest()
    }

    fn checkpoint(&self) -> Vec<u8> {
        F::checkpoint(&self.0)
    }

    fn copy(&self) -> Box<dyn Pieces> {
        Box::new(Self(self.0.clone()))
    }
}

/// A part and its key.
struct PartOf<F: Joins> {
    key: Arc<F::Key>,
    part: F::Part,
}

impl<F: Joins> Joined for PartOf<F> {
    fn join(&self, next: &dyn Joined) -> Result<Arc<dyn Joined>, Error> {
        let next: &dyn Any = next;
        let next: &Self = next.downcast_ref().ok_or(Error::OtherKey)?;
        let bytes = |key: &F::Key| Secret(key.to_bytes());
        let is_one = Arc::ptr_eq(&self.key, &next.key) || bytes(&self.key).is(&bytes(&next.key));
        if !is_one {
            return Err(Error::OtherKey);
        }
        let part = F::join(&self.key, &self.part, &next.part)?;
        Ok(Arc::new(Self { key: Arc::clone(&self.key), part }))
    }

    fn whole(&self) -> Digest {
        F::whole(&self.key, &self.part).digest()
    }

    fn len(&self) -> u64 {
        F::len(&self.part)
    }
}

/// The bytes of a key, which are overwritten when they are dropped (feature `zeroize`).
pub(crate) struct Secret(pub(crate) Vec<u8>);

impl Secret {
    /// Returns whether the bytes are the same, after a time that depends on their number alone.
    fn is(&self, other: &Self) -> bool {
        let bytes = self.0.iter().zip(&other.0);
        let difference = bytes.fold(0, |d, (a, b)| std::hint::black_box(d | (a ^ b)));
        self.0.len() == other.0.len() && difference == 0
    }
}

#[cfg(feature = "zeroize")]
impl Drop for Secret {
    fn drop(&mut self) {
        for byte in &mut self.0 {
            hash_core::residue::overwrite(byte, 0);
        }
    }
}

/// Makes a part of a message under a key, which is an [`Under`] of the function.
pub(crate) fn part<F: Joins>(key: &dyn Keyed, bytes: &[u8]) -> Arc<dyn Joined> {
    let key: &dyn Any = key;
    let Under::<F>(key) = key.downcast_ref().expect("a key of the function");
    Arc::new(PartOf::<F> { part: F::part(key, bytes), key: Arc::clone(key) })
}

/// How the keys of an algorithm are made. `K` is [`dyn Keyed`](Keyed) or
/// [`dyn UnderNonces`](UnderNonces).
pub(crate) struct Makers<K: ?Sized + 'static> {
    /// Makes a key of bytes of one of the algorithm's lengths, or returns what the excluded key
    /// has.
    pub(crate) from_bytes: fn(&[u8]) -> Result<Arc<K>, &'static str>,
    pub(crate) from_seed: fn(u64) -> Arc<K>,
    #[allow(dead_code, reason = "targets without entropy do not call it")]
    pub(crate) try_generate: fn() -> Result<Arc<K>, Error>,
}

impl Makers<dyn Keyed> {
    pub(crate) const fn of<F: Function>() -> Self {
        Self {
            from_bytes: |bytes| Ok(under::<F>(F::Key::from_bytes(bytes)?)),
            from_seed: |seed| under::<F>(F::Key::from_seed(seed)),
            try_generate: || Ok(under::<F>(F::Key::try_generate()?)),
        }
    }
}

fn under<F: Function>(key: Arc<F::Key>) -> Arc<dyn Keyed> {
    Arc::new(Under::<F>(key))
}

/// A function that hashes each message under another nonce, and its key.
pub(crate) trait UnderNonces: Shared {
    fn to_bytes(&self) -> Vec<u8>;
    fn backend(&self) -> &'static str;
    fn with_backend(&self, name: &str) -> Option<Arc<dyn UnderNonces>>;
    /// Returns the tag of a message.
    fn tag(&self, nonce: &[u8], message: &[u8]) -> Result<Digest, Error>;
    fn stream(&self, nonce: &[u8]) -> Result<Box<dyn Pieces>, Error>;
    fn resume(&self, nonce: &[u8], checkpoint: &[u8]) -> Result<Box<dyn Pieces>, Error>;
}
