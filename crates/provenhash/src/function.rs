//! Functions, streams and parts with hidden types.

use crate::table::State;
use crate::{Digest, Error};
use hash_core::backend::Token;
use hash_core::function::{Function, Hash, Joins, Key, KeyBytes, Shared};
use hash_core::{BatchError, CheckpointError, ToBytes};
use std::any::Any;
use std::sync::Arc;

/// The number of messages that one call of a kernel hashes: enough to fill every vector, and few
/// enough for their hashes to stay in the first-level cache.
const BATCH: usize = 256;

/// A stream that shares its key.
type Sharing<F> = <F as Function>::Stream<Arc<<F as Function>::Key>>;

/// Writes the bytes of a digest, whose length `place` has: the words of the hash in order, each
/// with its most significant byte first.
#[inline]
fn write<F: Function>(hash: F::Hash, place: &mut [u8]) {
    place.copy_from_slice(hash.to_bytes().as_ref());
    /// Reverses the bytes of each word.
    macro_rules! reversed {
        ($Word:ty) => {
            for word in place.as_chunks_mut().0 {
                *word = <$Word>::from_le_bytes(*word).to_be_bytes();
            }
        };
    }
    match F::WORD_BYTES {
        2 => reversed!(u16),
        4 => reversed!(u32),
        8 => reversed!(u64),
        _ => {}
    }
}

#[inline]
fn digest<F: Function>(hash: F::Hash) -> Digest {
    Digest::written(F::Hash::BYTES, |place| write::<F>(hash, place))
}

/// Returns the number that the first 64 bits of the digest are, or all of a shorter one.
#[inline]
fn first_u64<F: Function>(hash: F::Hash) -> u64 {
    match hash.to_bytes().as_ref().first_chunk() {
        Some(word) if F::WORD_BYTES == 8 => u64::from_le_bytes(*word),
        _ => digest::<F>(hash).first_u64(),
    }
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
    fn stream(&self) -> State;
    fn resume(&self, checkpoint: &[u8]) -> Result<State, CheckpointError>;
}

/// A message in pieces. Only [`checkpoint`](Self::checkpoint) allocates memory.
pub(crate) trait Pieces: Shared {
    fn update(&mut self, bytes: &[u8]);
    fn finalize(&self) -> Digest;
    fn checkpoint(&self) -> Vec<u8>;
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

impl<F: Function> Keyed for Under<F>
where
    State: From<InPieces<F>>,
{
    fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes().as_slice().to_vec()
    }

    fn backend(&self) -> &'static str {
        self.0.backend().name()
    }

    fn with_backend(&self, name: &str) -> Option<Arc<dyn Keyed>> {
        let backend = Token::from_name(name)?;
        Some(Arc::new(Self(Arc::new(F::Key::clone(&self.0).with_backend(backend)))))
    }

    fn hash(&self, message: &[u8]) -> Digest {
        digest::<F>(F::hash(&self.0, message))
    }

    fn hash_into(&self, message: &[u8], place: &mut [u8]) {
        write::<F>(F::hash(&self.0, message), place);
    }

    fn hash_u64(&self, message: &[u8]) -> u64 {
        first_u64::<F>(F::hash(&self.0, message))
    }

    fn key(&self) -> &dyn Any {
        &*self.0
    }

    fn hash_many(&self, messages: &[&[u8]], out: &mut [u8]) {
        write_all::<F, _>(messages, out, |messages, hashes| {
            F::hash_many(&self.0, messages, hashes)
        });
    }

    fn hash_u64s(&self, words: &[u64], out: &mut [u8]) {
        write_all::<F, _>(words, out, |words, hashes| F::hash_u64s(&self.0, words, hashes));
    }

    fn stream(&self) -> State {
        InPieces::<F>(F::stream(Arc::clone(&self.0))).into()
    }

    fn resume(&self, checkpoint: &[u8]) -> Result<State, CheckpointError> {
        Ok(InPieces::<F>(F::resume(Arc::clone(&self.0), checkpoint)?).into())
    }
}

/// Writes the digests of all messages, [`BATCH`] at a time.
fn write_all<F: Function, M>(
    messages: &[M],
    out: &mut [u8],
    hash: impl Fn(&[M], &mut [F::Hash]) -> Result<(), BatchError>,
) {
    let (mut hashes, bytes) = ([F::Hash::ANY; BATCH], F::Hash::BYTES);
    for (messages, out) in messages.chunks(BATCH).zip(out.chunks_mut(BATCH * bytes)) {
        let hashes = &mut hashes[..messages.len()];
        hash(messages, hashes).expect("there are as many messages as hashes");
        for (hash, place) in hashes.iter().zip(out.chunks_exact_mut(bytes)) {
            write::<F>(*hash, place);
        }
    }
}

/// A message in pieces of a function, with its key.
pub(crate) struct InPieces<F: Function>(pub(crate) Sharing<F>);

impl<F: Function> Pieces for InPieces<F>
where
    Sharing<F>: Shared,
{
    fn update(&mut self, bytes: &[u8]) {
        F::update(&mut self.0, bytes);
    }

    fn finalize(&self) -> Digest {
        digest::<F>(F::finalize(&self.0))
    }

    fn checkpoint(&self) -> Vec<u8> {
        F::checkpoint(&self.0).as_ref().to_vec()
    }
}

impl<F: Function> Clone for InPieces<F> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
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
        let bytes = |key: &F::Key| Secret(key.to_bytes().as_slice().to_vec());
        let is_one = Arc::ptr_eq(&self.key, &next.key) || bytes(&self.key).is(&bytes(&next.key));
        if !is_one {
            return Err(Error::OtherKey);
        }
        let part = F::join(&self.key, &self.part, &next.part)?;
        Ok(Arc::new(Self { key: Arc::clone(&self.key), part }))
    }

    fn whole(&self) -> Digest {
        digest::<F>(F::whole(&self.key, &self.part))
    }

    fn len(&self) -> u64 {
        F::part_len(&self.part)
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
}

impl Makers<dyn Keyed> {
    pub(crate) const fn of<F: Function>() -> Self
    where
        State: From<InPieces<F>>,
    {
        Self {
            from_bytes: |bytes| {
                let bytes = KeyBytes::of(bytes).ok_or("another length")?;
                if let Some(why) = F::Key::unfit(bytes) {
                    return Err(why);
                }
                let key = in_place(|| F::Key::from_bytes(bytes));
                match key.fault() {
                    Some(fault) => Err(fault),
                    None => Ok(Arc::new(Under::<F>(key))),
                }
            },
            from_seed: |seed| Arc::new(Under::<F>(in_place(|| F::Key::from_seed(seed)))),
        }
    }
}

/// Makes a key where it stays. Keys have up to 12 KiB, and a `Result` around one, or the call of
/// `Arc::new`, would be a copy on the stack.
fn in_place<K>(make: impl FnOnce() -> K) -> Arc<K> {
    Arc::new_cyclic(|_| make())
}

/// A function that hashes each message under another nonce, and its key.
pub(crate) trait UnderNonces: Shared {
    fn to_bytes(&self) -> Vec<u8>;
    fn backend(&self) -> &'static str;
    fn with_backend(&self, name: &str) -> Option<Arc<dyn UnderNonces>>;
    /// Returns the tag of a message.
    fn tag(&self, nonce: &[u8], message: &[u8]) -> Result<Digest, Error>;
    fn stream(&self, nonce: &[u8]) -> Result<State, Error>;
    fn resume(&self, nonce: &[u8], checkpoint: &[u8]) -> Result<State, Error>;
}
