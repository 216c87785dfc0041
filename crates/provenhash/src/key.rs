//! The handles: keys, streams and parts.

use crate::algorithm::Algorithm;
use crate::bound::{Bound, Origin};
use crate::checkpoint;
use crate::function::{Joined, Keyed, Secret, UnderNonces};
use crate::table::{self, State};
use crate::{Digest, Error, Secrecy};
use core::fmt;
use hash_core::BatchError;
use hash_core::batch::{Column, same_length};
use hash_core::bound::Attack;
use std::io;
use std::sync::Arc;

/// An algorithm under a key. Copies share the key.
#[derive(Clone)]
pub struct Key {
    algorithm: &'static Algorithm,
    keyed: Arc<dyn Keyed>,
    origin: Origin,
}

impl Key {
    /// Hashes a message.
    ///
    /// ```
    /// let clhash = provenhash::Algorithm::find("clhash").expect("a row");
    /// let key = clhash.from_seed(0)?;
    /// assert_eq!(key.hash(b"abc").to_string(), "61dcb5ff9aa9e363");
    /// # Ok::<(), provenhash::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn hash(&self, message: &[u8]) -> Digest {
        self.keyed.hash(message)
    }

    /// Hashes a message to the number that the [first 64 bits](Digest::first_u64) of its digest
    /// are, faster than by the digest.
    #[inline]
    #[must_use]
    pub fn hash_u64(&self, message: &[u8]) -> u64 {
        self.keyed.hash_u64(message)
    }

    /// Hashes a message and writes the bytes of its digest. This is faster than a copy of those of
    /// [`hash`](Self::hash).
    ///
    /// ```
    /// let polyval = provenhash::Algorithm::find("polyval").expect("a row");
    /// let (key, mut digest) = (polyval.from_seed(0)?, [0; 16]);
    /// key.hash_into(b"abc", &mut digest)?;
    /// assert_eq!(digest, key.hash(b"abc").as_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`BatchError::Length`] unless `out` has the length of a digest.
    #[inline]
    pub fn hash_into(&self, message: &[u8], out: &mut [u8]) -> Result<(), BatchError> {
        if out.len() != self.digest_bytes() {
            return self.fits(1, out);
        }
        self.keyed.hash_into(message, out);
        Ok(())
    }

    /// Returns the key as the type of its crate, whose functions take it, if that is its type.
    ///
    /// ```
    /// let key = provenhash::Algorithm::find("clhash").expect("a row").from_seed(0)?;
    /// let clhash_key: &clhash::Key = key.downcast_ref().expect("a key of CLHASH");
    /// assert_eq!(clhash::hash(clhash_key, b"abc"), key.hash_u64(b"abc"));
    /// # Ok::<(), provenhash::Error>(())
    /// ```
    #[must_use]
    pub fn downcast_ref<K: 'static>(&self) -> Option<&K> {
        self.keyed.key().downcast_ref()
    }

    /// Computes the tag of a message: the [published bytes](Algorithm::published_bytes) of its
    /// hash, which other implementations of the function compute too. [`verify`](Self::verify)
    /// takes them and nothing else.
    ///
    /// Of SipHash-64 and HighwayHash these are not the bytes of the digest, which has the digits of
    /// numbers.
    ///
    /// ```
    /// let key = provenhash::Algorithm::find("siphash-2-4").expect("a row").try_generate()?;
    /// let tag = key.tag(b"a message")?;
    /// assert_eq!(tag.as_bytes(), key.hash_u64(b"a message").to_le_bytes());
    /// assert!(key.verify(b"a message", tag.as_bytes()).is_ok());
    /// assert!(key.verify(b"a message", key.hash(b"a message").as_bytes()).is_err());
    /// # Ok::<(), provenhash::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Error::NoMac`] unless [`Algorithm::mac`](crate::Description::mac) is set.
    pub fn tag(&self, message: &[u8]) -> Result<Digest, Error> {
        self.algorithm.makes_tags()?;
        Ok(self.algorithm.published_bytes(self.hash(message)))
    }

    /// Checks the [tag](Self::tag) of a message. The time does not depend on its bytes.
    ///
    /// # Errors
    /// Returns [`Error::Tag`] if the message has another tag under this key, or the tag another
    /// length, and [`Error::NoMac`] unless [`Algorithm::mac`](crate::Description::mac) is set: a
    /// digest of a universal hash proves nothing, because a few of them reveal the key.
    pub fn verify(&self, message: &[u8], tag: &[u8]) -> Result<(), Error> {
        self.verify_cut(message, tag, self.algorithm.output_bits)
    }

    /// Checks a tag that is cut to its first `bits` bits, as [`verify`](Self::verify) does a whole
    /// one.
    ///
    /// A receiver fixes the width beforehand: under a width that is taken from the tag, a forger
    /// chooses the shortest, which is guessed soonest.
    ///
    /// ```
    /// let key = provenhash::Algorithm::find("clmac").expect("a row").try_generate()?;
    /// let tag = key.tag(b"a message")?.first(96);
    /// assert!(key.verify_cut(b"a message", tag.as_bytes(), 96).is_ok());
    /// assert!(key.verify_cut(b"a message", tag.first(64).as_bytes(), 96).is_err());
    /// # Ok::<(), provenhash::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`verify`](Self::verify), and [`Error::Width`] unless `bits` is one of
    /// the [widths](Algorithm::widths).
    pub fn verify_cut(&self, message: &[u8], tag: &[u8], bits: usize) -> Result<(), Error> {
        self.algorithm.makes_tags()?;
        let (algorithm, expected) = (self.algorithm.name, self.algorithm.widths());
        if !expected.contains(&bits) {
            return Err(Error::Width { algorithm, found: bits, expected });
        }
        Ok(self.tag(message)?.first(bits).check(tag)?)
    }

    /// Returns the number of bytes of a digest.
    const fn digest_bytes(&self) -> usize {
        self.algorithm.output_bits / 8
    }

    /// Hashes messages side by side, and writes the bytes of their digests one after the other.
    ///
    /// # Errors
    /// Returns [`BatchError::Length`] if `out` has not as many digests as there are messages.
    pub fn hash_many(&self, messages: &[&[u8]], out: &mut [u8]) -> Result<(), BatchError> {
        self.fits(messages.len(), out)?;
        self.keyed.hash_many(messages, out);
        Ok(())
    }

    /// Hashes words side by side, each as its eight little-endian bytes, and writes the bytes of
    /// their digests one after the other.
    ///
    /// # Errors
    /// Returns [`BatchError::Length`] if `out` has not as many digests as there are words.
    pub fn hash_u64s(&self, words: &[u64], out: &mut [u8]) -> Result<(), BatchError> {
        self.fits(words.len(), out)?;
        self.keyed.hash_u64s(words, out);
        Ok(())
    }

    /// Hashes the strings of a column in Arrow's layout, `values[offsets[i]..offsets[i + 1]]`, and
    /// writes the bytes of their digests one after the other.
    ///
    /// # Errors
    /// Returns [`BatchError::Length`] if `out` has not as many digests as there are strings, and
    /// [`BatchError::Offset`] if an offset is negative, past the values or below the one before.
    pub fn hash_column<O: Copy + TryInto<usize>>(
        &self,
        values: &[u8],
        offsets: &[O],
        out: &mut [u8],
    ) -> Result<(), BatchError> {
        let outputs = out.len() / self.digest_bytes();
        let column = Column::new(values, offsets, outputs)?;
        self.fits(column.len(), out)?;
        let bytes = self.digest_bytes();
        column.each_chunk(|range, strings| {
            self.keyed.hash_many(strings, &mut out[range.start * bytes..range.end * bytes]);
        });
        Ok(())
    }

    /// Checks that `out` has room for exactly as many digests. Bytes of a digest that does not fit
    /// count as one more where the others would fit.
    fn fits(&self, messages: usize, out: &[u8]) -> Result<(), BatchError> {
        let outputs = out.len() / self.digest_bytes();
        let is_more = outputs == messages && !out.len().is_multiple_of(self.digest_bytes());
        same_length(messages, outputs + usize::from(is_more))
    }

    /// Starts a message that arrives in pieces.
    #[must_use]
    pub fn stream(&self) -> Stream {
        self.start(self.keyed.stream())
    }

    /// Goes on with a message from a checkpoint of one of its streams under this key.
    ///
    /// # Errors
    /// Returns [`Error::Checkpoint`] if the bytes are no checkpoint, and [`Error::OtherCheckpoint`]
    /// if they are one of another algorithm, or of a pseudo-random function under another key. The
    /// checkpoint of a universal hash does not contain the key: under another one the result is
    /// another hash.
    pub fn resume(&self, checkpoint: &[u8]) -> Result<Stream, Error> {
        let key = self.is_in_checkpoints().then(|| Secret(self.to_bytes()));
        let resume = |saved: &[u8]| Ok(self.keyed.resume(saved)?);
        let state = checkpoint::resume(checkpoint, self.algorithm, key.as_ref(), resume)?;
        Ok(self.start(state))
    }

    fn start(&self, state: State) -> Stream {
        let key = self.is_in_checkpoints().then(|| Arc::clone(&self.keyed));
        Stream { algorithm: self.algorithm, key, state }
    }

    /// Whether checkpoints contain the key.
    fn is_in_checkpoints(&self) -> bool {
        self.algorithm.secrets.checkpoint == Secrecy::Key
    }

    /// Returns the proven bound on a collision of two given messages of at most `len_bytes` bytes
    /// under this key, as [`Algorithm::collision_bound`] does, with what the making of the key
    /// adds. A key from a seed has none.
    ///
    /// ```
    /// let clhash = provenhash::Algorithm::find("clhash").expect("a row");
    /// let bound = clhash.from_secret(&[7; 32])?.collision_bound(1024).expect("a theorem");
    /// let advantage = "plus the advantage in telling ChaCha20 from a random function";
    /// assert!(bound.to_string().ends_with(advantage), "{bound}");
    /// assert!(clhash.from_seed(7)?.collision_bound(1024).is_none());
    /// # Ok::<(), provenhash::Error>(())
    /// ```
    #[must_use]
    pub fn collision_bound(&self, len_bytes: u64) -> Option<Bound> {
        self.algorithm.collision_bound(len_bytes)?.under(self.origin)
    }

    /// Hashes a part of a message, to be joined with its neighbours.
    ///
    /// # Errors
    /// Returns [`Error::NoParts`] if the algorithm cannot do that.
    pub fn part(&self, bytes: &[u8]) -> Result<Part, Error> {
        let part = self.algorithm.part.ok_or(Error::NoParts { algorithm: self.algorithm.name })?;
        Ok(Part(part(&*self.keyed, bytes)))
    }
}

/// An algorithm that tags each message under another nonce, with its key. Copies share the key.
#[derive(Clone)]
pub struct NonceKey {
    algorithm: &'static Algorithm,
    keyed: Arc<dyn UnderNonces>,
    origin: Origin,
}

impl NonceKey {
    /// Computes the tag of a message.
    ///
    /// Never tag two messages under one nonce: their tags break the key.
    ///
    /// ```
    /// let vmac = provenhash::Algorithm::find("vmac64").expect("a row");
    /// let key = vmac.nonce_key(b"abcdefghijklmnop")?;
    /// let tag = key.tag(b"bcdefghi", b"abc")?;
    /// assert_eq!(tag.to_string(), "2d376cf5b1813ce5");
    /// assert!(key.verify(b"bcdefghi", b"abc", tag.as_bytes()).is_ok());
    /// # Ok::<(), provenhash::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Error::Nonce`] if the algorithm has no such nonce.
    pub fn tag(&self, nonce: &[u8], message: &[u8]) -> Result<Digest, Error> {
        self.keyed.tag(nonce, message)
    }

    /// Checks the tag of a message. The time does not depend on the tag's bytes.
    ///
    /// # Errors
    /// Returns [`Error::Tag`] if the message has another tag, and [`Error::Nonce`] if the algorithm
    /// has no such nonce.
    pub fn verify(&self, nonce: &[u8], message: &[u8], tag: &[u8]) -> Result<(), Error> {
        Ok(self.tag(nonce, message)?.check(tag)?)
    }

    /// Starts a message that arrives in pieces. To [finalize](Stream::finalize) it before its end
    /// is to tag another message under the nonce.
    ///
    /// # Errors
    /// Returns [`Error::Nonce`] if the algorithm has no such nonce.
    pub fn stream(&self, nonce: &[u8]) -> Result<Stream, Error> {
        Ok(Stream { algorithm: self.algorithm, key: None, state: self.keyed.stream(nonce)? })
    }

    /// Goes on with a message from a checkpoint, under the key and the nonce with which it was
    /// started.
    ///
    /// # Errors
    /// Returns [`Error::Checkpoint`] if the bytes are no checkpoint, [`Error::OtherCheckpoint`] if
    /// they are one of another algorithm, and [`Error::Nonce`] if this one has no such nonce.
    pub fn resume(&self, nonce: &[u8], checkpoint: &[u8]) -> Result<Stream, Error> {
        let resume = |saved: &[u8]| self.keyed.resume(nonce, saved);
        let state = checkpoint::resume(checkpoint, self.algorithm, None, resume)?;
        Ok(Stream { algorithm: self.algorithm, key: None, state })
    }
}

/// Implements what both kinds of keys have.
macro_rules! handles {
    ($($Key:ident($Keyed:path) $name:literal;)*) => {
        $(impl $Key {
            pub(crate) const fn new(
                algorithm: &'static Algorithm,
                keyed: Arc<dyn $Keyed>,
                origin: Origin,
            ) -> Self {
                Self { algorithm, keyed, origin }
            }

            pub(crate) fn of(self, origin: Origin) -> Self {
                Self { origin, ..self }
            }

            /// Returns the proven bound on a forgery under this key, as
            /// [`Algorithm::forgery_bound`] does, with what the making of the key adds. A key from
            /// a seed has none.
            #[must_use]
            pub fn forgery_bound(&self, attack: &Attack) -> Option<Bound> {
                self.algorithm.forgery_bound(attack)?.under(self.origin)
            }

            /// Returns the row of the table.
            #[must_use]
            pub const fn algorithm(&self) -> &'static Algorithm {
                self.algorithm
            }

            /// Returns the bytes of the key, in the layout of its crate, which make the same key
            /// again. VHASH clears bits that it does not use. The bytes are as secret as the key,
            /// and not wiped when they are dropped.
            #[must_use]
            pub fn to_bytes(&self) -> Vec<u8> {
                self.keyed.to_bytes()
            }

            /// Returns the name of the backend.
            #[must_use]
            pub fn backend(&self) -> &'static str {
                self.keyed.backend()
            }

            /// Returns the key with another backend, which computes the same digests.
            ///
            /// # Errors
            /// Returns [`Error::Backend`] if this CPU has no backend of this name.
            pub fn with_backend(&self, name: &str) -> Result<Self, Error> {
                let keyed = self.keyed.with_backend(name).ok_or_else(|| Error::Backend {
                    algorithm: self.algorithm.name,
                    available: self.algorithm.available_backends(),
                })?;
                Ok(Self { keyed, ..*self })
            }
        }

        hash_core::secret_debug!(impl[] $Key, $name, algorithm = |key| key.algorithm.name);)*
    };
}

handles! {
    Key(Keyed) "Key";
    NonceKey(UnderNonces) "NonceKey";
}

/// A message that arrives in pieces. A copy goes on by itself.
///
/// The state of any algorithm is inside, so that to start, update, finalize and copy a stream
/// allocates no memory; only [`checkpoint`](Self::checkpoint) does.
#[derive(Clone)]
pub struct Stream {
    algorithm: &'static Algorithm,
    /// The key, if checkpoints contain it.
    key: Option<Arc<dyn Keyed>>,
    state: State,
}

impl Stream {
    /// Returns the row of the table.
    #[must_use]
    pub const fn algorithm(&self) -> &'static Algorithm {
        self.algorithm
    }

    /// Appends bytes to the message.
    pub fn update(&mut self, bytes: &[u8]) {
        self.state.update(bytes);
    }

    /// Appends a piece to each of some streams, as [`update`](Self::update) does. Streams of MD5
    /// are hashed in parallel in vector registers, as by `md5_opt::Md5::update_each`, which takes a
    /// fraction of the time: read many files in blocks, side by side. Other algorithms gain
    /// nothing.
    ///
    /// ```
    /// let md5 = provenhash::Algorithm::find("md5").expect("a row").key(b"")?;
    /// let mut files = [md5.stream(), md5.stream(), md5.stream()];
    /// let blocks = [[1; 4096], [2; 4096], [3; 4096]];
    /// provenhash::Stream::update_each(files.iter_mut().zip(blocks.iter().map(|b| b.as_slice())));
    /// assert_eq!(files[2].finalize(), md5.hash(&blocks[2]));
    /// # Ok::<(), provenhash::Error>(())
    /// ```
    pub fn update_each<'a>(updates: impl IntoIterator<Item = (&'a mut Self, &'a [u8])>) {
        let updates = updates.into_iter().map(|(stream, bytes)| (&mut stream.state, bytes));
        table::update_each(updates);
    }

    /// Returns the digest of the message so far. The stream can go on.
    #[must_use]
    pub fn finalize(&self) -> Digest {
        self.state.finalize()
    }

    /// Returns the tag of the message so far, as [`Key::tag`] and [`NonceKey::tag`] do. The stream
    /// can go on.
    ///
    /// # Errors
    /// Returns [`Error::NoMac`] unless [`Algorithm::mac`](crate::Description::mac) is set.
    pub fn tag(&self) -> Result<Digest, Error> {
        self.algorithm.makes_tags()?;
        Ok(self.algorithm.published_bytes(self.finalize()))
    }

    /// Returns the state as bytes, from which [`Key::resume`] or [`NonceKey::resume`] goes on, here
    /// or on another machine.
    ///
    /// [`Algorithm::secrets`](crate::Description::secrets) says who may see it: of a MAC or a
    /// pseudo-random function nobody who may not see the key, although tags are public.
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        let key = self.key.as_ref().map(|key| Secret(key.to_bytes()));
        checkpoint::bind(self.state.checkpoint(), self.algorithm, key.as_ref())
    }
}

impl io::Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

hash_core::secret_debug!(impl[] Stream, "Stream", algorithm = |stream| stream.algorithm.name);

/// A part of a message that was hashed apart from the others, on another thread or machine.
#[derive(Clone)]
pub struct Part(Arc<dyn Joined>);

impl Part {
    /// Returns this part and the next one together.
    ///
    /// # Errors
    /// Returns [`Error::OtherKey`] if the parts have different algorithms or keys, and
    /// [`Error::Parts`] if this part does not consist of whole
    /// [blocks](crate::Description::block_bytes).
    pub fn join(&self, next: &Self) -> Result<Self, Error> {
        Ok(Self(self.0.join(&*next.0)?))
    }

    /// Returns the digest of a message that consists of this part.
    #[must_use]
    pub fn finalize(&self) -> Digest {
        self.0.whole()
    }

    /// Returns the number of bytes.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.0.len()
    }

    /// Returns whether the part has no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part").field("len", &self.len()).finish_non_exhaustive()
    }
}
