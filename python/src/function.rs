//! The common interface of all algorithms: the traits that an algorithm implements, and the same as
//! trait objects.

use hash_core::CheckpointError;
use std::marker::PhantomData;
use std::sync::Arc;

/// The number of messages that one call of a kernel hashes: enough to fill every vector, and few
/// enough for their hashes to stay in the first-level cache.
pub(crate) const BATCH: usize = 256;

/// The facts on an algorithm that Python shows.
#[derive(Debug)]
pub(crate) struct Info {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// The known bound on collisions, in words.
    pub(crate) bound: &'static str,
    pub(crate) key_bytes: usize,
    pub(crate) digest_bytes: usize,
    pub(crate) block_bytes: usize,
    /// The logarithm to base 2 of the bound for messages of at most that many bytes.
    pub(crate) collision_bound: Option<fn(u64) -> f64>,
    /// Whether the hash is a tag: its authors propose the function as a MAC.
    pub(crate) mac: bool,
}

/// A key with the usual constructors.
pub(crate) trait HashKey: Sized + Send + Sync + 'static {
    /// Makes a key from its bytes; the error gives the right length.
    fn from_bytes(bytes: &[u8]) -> Result<Self, String>;
    fn from_seed(seed: u64) -> Self;
    /// Makes a key of the operating system's entropy, or returns its error.
    fn generate() -> Result<Self, hash_core::EntropyError>;
    fn to_bytes(&self) -> Vec<u8>;
}

/// A hash as an algorithm's crate returns it.
pub(crate) trait Hash: Copy + Send + Sync + 'static {
    const ZERO: Self;
    const BYTES: usize;
    /// Writes the digest, which has `BYTES` bytes: words in order, each most significant byte
    /// first, or, for hashes that are byte strings, the bytes unchanged.
    fn write(self, digest: &mut [u8]);

    /// Writes the cell of a column: the digest or, up to 64 bits, the integer that it spells, in
    /// native byte order.
    #[inline]
    fn write_cell(self, cell: &mut [u8]) {
        self.write(cell);
        if Self::BYTES <= 8 {
            cell.reverse();
        }
    }
}

#[cfg(target_endian = "big")]
compile_error!("columns are read and written in little-endian order");

/// An algorithm: a hash function of a key and a message.
pub(crate) trait Function: 'static {
    type Key: HashKey;
    type Hash: Hash;
    /// The state of a message in pieces, which shares ownership of the key.
    type Stream: Clone + Send + 'static;
    const INFO: Info;

    fn hash(key: &Self::Key, message: &[u8]) -> Self::Hash;

    /// Hashes one message per output.
    fn hash_many(key: &Self::Key, messages: &[&[u8]], out: &mut [Self::Hash]) {
        for (message, hash) in messages.iter().zip(out) {
            *hash = Self::hash(key, message);
        }
    }

    /// Hashes one word per output, each as its eight little-endian bytes.
    fn hash_words(key: &Self::Key, words: &[u64], out: &mut [Self::Hash]) {
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

/// The bytes of one hash.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digest {
    bytes: [u8; 32],
    len: usize,
}

impl Digest {
    /// Makes the digest of a hash.
    pub(crate) fn of<H: Hash>(hash: H) -> Self {
        let mut digest = Self { bytes: [0; 32], len: H::BYTES };
        hash.write(&mut digest.bytes[..H::BYTES]);
        digest
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Returns the number with these big-endian bytes, if it has at most 64 bits.
    pub(crate) fn as_u64(&self) -> Option<u64> {
        number(self.as_slice())
    }
}

/// Returns the number with these big-endian bytes, if there are at most eight.
pub(crate) fn number(bytes: &[u8]) -> Option<u64> {
    let fold = || bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
    (bytes.len() <= 8).then(fold)
}

/// An algorithm under a key.
pub(crate) trait Keyed: Send + Sync {
    fn info(&self) -> &'static Info;
    fn key_bytes(&self) -> Vec<u8>;
    fn hash(&self, message: &[u8]) -> Digest;
    /// Writes the cells of at most [`BATCH`] messages, one after the other.
    fn hash_many(&self, messages: &[&[u8]], cells: &mut [u8]);
    /// Does the same for words, each as its eight little-endian bytes.
    fn hash_words(&self, words: &[u64], cells: &mut [u8]);
    fn stream(&self) -> Box<dyn Stream>;
    fn resume(&self, checkpoint: &[u8]) -> Result<Box<dyn Stream>, CheckpointError>;
}

/// A message in pieces.
pub(crate) trait Stream: Send {
    fn update(&mut self, bytes: &[u8]);
    fn finalize(&self) -> Digest;
    fn checkpoint(&self) -> Vec<u8>;
    fn copy(&self) -> Box<dyn Stream>;
}

/// A function and its key.
struct Under<F: Function>(Arc<F::Key>);

impl<F: Function> Keyed for Under<F> {
    fn info(&self) -> &'static Info {
        &const { F::INFO }
    }

    fn key_bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }

    fn hash(&self, message: &[u8]) -> Digest {
        Digest::of(F::hash(&self.0, message))
    }

    fn hash_many(&self, messages: &[&[u8]], cells: &mut [u8]) {
        let mut hashes = [F::Hash::ZERO; BATCH];
        let hashes = &mut hashes[..messages.len()];
        F::hash_many(&self.0, messages, hashes);
        write_all(hashes, cells);
    }

    fn hash_words(&self, words: &[u64], cells: &mut [u8]) {
        let mut hashes = [F::Hash::ZERO; BATCH];
        let hashes = &mut hashes[..words.len()];
        F::hash_words(&self.0, words, hashes);
        write_all(hashes, cells);
    }

    fn stream(&self) -> Box<dyn Stream> {
        Box::new(Pieces::<F>(F::stream(&self.0)))
    }

    fn resume(&self, checkpoint: &[u8]) -> Result<Box<dyn Stream>, CheckpointError> {
        Ok(Box::new(Pieces::<F>(F::resume(&self.0, checkpoint)?)))
    }
}

fn write_all<H: Hash>(hashes: &[H], cells: &mut [u8]) {
    for (hash, cell) in hashes.iter().zip(cells.chunks_exact_mut(H::BYTES)) {
        hash.write_cell(cell);
    }
}

/// The stream of a function.
struct Pieces<F: Function>(F::Stream);

impl<F: Function> Stream for Pieces<F> {
    fn update(&mut self, bytes: &[u8]) {
        F::update(&mut self.0, bytes);
    }

    fn finalize(&self) -> Digest {
        Digest::of(F::finalize(&self.0))
    }

    fn checkpoint(&self) -> Vec<u8> {
        F::checkpoint(&self.0)
    }

    fn copy(&self) -> Box<dyn Stream> {
        Box::new(Self(self.0.clone()))
    }
}

/// A key, or the reason why its bytes were refused.
pub(crate) type NewKey = Result<Box<dyn Keyed>, String>;

/// An algorithm of the table, and how its keys are made.
pub(crate) struct Entry {
    pub(crate) info: &'static Info,
    pub(crate) from_bytes: fn(&[u8]) -> NewKey,
    pub(crate) from_seed: fn(u64) -> Box<dyn Keyed>,
    pub(crate) generate: fn() -> Result<Box<dyn Keyed>, hash_core::EntropyError>,
}

impl Entry {
    pub(crate) const fn of<F: Function>() -> Self {
        Self {
            info: &const { F::INFO },
            from_bytes: |bytes| Ok(under::<F>(F::Key::from_bytes(bytes)?)),
            from_seed: |seed| under::<F>(F::Key::from_seed(seed)),
            generate: || Ok(under::<F>(F::Key::generate()?)),
        }
    }
}

fn under<F: Function>(key: F::Key) -> Box<dyn Keyed> {
    Box::new(Under::<F>(Arc::new(key)))
}

/// The name and the summary of a mixed variant.
pub(crate) trait Flavour: 'static {
    const NAME: &'static str;
    const SUMMARY: &'static str;
}

/// A 64-bit function followed by the bijection [`hash_core::mix`].
pub(crate) struct Mixed<F, N>(PhantomData<(F, N)>);

impl<F: Function<Hash = u64>, N: Flavour> Function for Mixed<F, N> {
    type Key = F::Key;
    type Hash = u64;
    type Stream = F::Stream;
    const INFO: Info = Info { name: N::NAME, summary: N::SUMMARY, ..F::INFO };

    fn hash(key: &Self::Key, message: &[u8]) -> u64 {
        hash_core::mix(F::hash(key, message))
    }

    fn hash_many(key: &Self::Key, messages: &[&[u8]], out: &mut [u64]) {
        F::hash_many(key, messages, out);
        mix_all(out);
    }

    fn hash_words(key: &Self::Key, words: &[u64], out: &mut [u64]) {
        F::hash_words(key, words, out);
        mix_all(out);
    }

    fn stream(key: &Arc<Self::Key>) -> Self::Stream {
        F::stream(key)
    }

    fn update(stream: &mut Self::Stream, bytes: &[u8]) {
        F::update(stream, bytes);
    }

    fn finalize(stream: &Self::Stream) -> u64 {
        hash_core::mix(F::finalize(stream))
    }

    fn checkpoint(stream: &Self::Stream) -> Vec<u8> {
        F::checkpoint(stream)
    }

    fn resume(key: &Arc<Self::Key>, bytes: &[u8]) -> Result<Self::Stream, CheckpointError> {
        F::resume(key, bytes)
    }
}

fn mix_all(hashes: &mut [u64]) {
    for hash in hashes {
        *hash = hash_core::mix(*hash);
    }
}

impl Hash for u32 {
    const ZERO: Self = 0;
    const BYTES: usize = 4;

    fn write(self, digest: &mut [u8]) {
        digest.copy_from_slice(&self.to_be_bytes());
    }
}

impl Hash for u64 {
    const ZERO: Self = 0;
    const BYTES: usize = 8;

    fn write(self, digest: &mut [u8]) {
        digest.copy_from_slice(&self.to_be_bytes());
    }

    #[inline]
    fn write_cell(self, cell: &mut [u8]) {
        cell.copy_from_slice(&self.to_le_bytes());
    }
}

impl<const N: usize> Hash for [u8; N] {
    const ZERO: Self = [0; N];
    const BYTES: usize = N;

    fn write(self, digest: &mut [u8]) {
        digest.copy_from_slice(&self);
    }
}

macro_rules! words {
    ($($word:ty)*) => {
        $(impl<const N: usize> Hash for [$word; N] {
            const ZERO: Self = [0; N];
            const BYTES: usize = N * size_of::<$word>();

            fn write(self, digest: &mut [u8]) {
                for (place, word) in digest.chunks_exact_mut(size_of::<$word>()).zip(self) {
                    place.copy_from_slice(&word.to_be_bytes());
                }
            }
        })*
    };
}

words!(u16 u32 u64);
