//! The table, and what a row contains.

use crate::bound::{Bound, Origin};
use crate::error::Lengths;
use crate::function::{InPieces, Joined, Keyed, Makers, Secret, UnderNonces};
use crate::table::State;
use crate::{Digest, Error, Key, NonceKey};
use core::fmt;
use core::ops::Deref;
use hash_core::backend::Token;
use hash_core::bound::Attack;
use hash_core::function::{self, Description, Function, Hash, Joins, KeyBytes};
use hash_core::seed::SeedWords;
use std::borrow::Cow;
use std::sync::Arc;

/// An algorithm of the table.
#[non_exhaustive]
pub struct Algorithm {
    /// What the crate of the function says of it. An `Algorithm` dereferences to this.
    pub(crate) description: Description,
    /// The number of bits of a digest.
    pub output_bits: usize,
    /// The number of bytes of a word of the value, or 1 if the authors publish bytes. A digest has
    /// each word's most significant byte first, and the [published bytes](Self::published_bytes)
    /// its least significant one.
    pub word_bytes: usize,
    /// The lengths of keys in bytes, the shortest first. Empty for MD5, which takes no key.
    pub key_lengths: &'static [usize],
    pub(crate) backends: Backends,
    pub(crate) makers: With,
    pub(crate) part: Option<MakePart>,
}

/// Makes a part of a message under a key of the algorithm.
type MakePart = fn(&dyn Keyed, &[u8]) -> Arc<dyn Joined>;

/// Keys that hash messages, or that make such keys from nonces.
pub(crate) enum With {
    Key(Makers<dyn Keyed>),
    Nonces(Makers<dyn UnderNonces>),
}

/// The backends of an algorithm.
#[derive(Clone, Copy)]
pub(crate) struct Backends {
    names: &'static [&'static str],
    available: fn() -> Vec<&'static str>,
    detect: fn() -> &'static str,
}

impl Backends {
    /// Returns those of a crate.
    pub(crate) const fn of<B: Token>() -> Self {
        Self {
            names: B::NAMES,
            available: || B::available().map(B::name).collect(),
            detect: || B::detect().name(),
        }
    }
}

impl Algorithm {
    /// Makes the row of a function.
    pub(crate) const fn of<F: Function>() -> Self
    where
        State: From<InPieces<F>>,
    {
        let description = F::DESCRIPTION;
        let secrets = description.secrets.with_parts(false);
        Self {
            description: Description { secrets, ..description },
            output_bits: 8 * F::Hash::BYTES,
            word_bytes: F::WORD_BYTES,
            key_lengths: const {
                match <<F::Key as function::Key>::Bytes as KeyBytes>::LEN {
                    0 => &[],
                    _ => &[<<F::Key as function::Key>::Bytes as KeyBytes>::LEN],
                }
            },
            backends: Backends::of::<<F::Key as function::Key>::Backend>(),
            makers: With::Key(Makers::of::<F>()),
            part: None,
        }
    }

    /// Makes the row of a function of which parts can be joined.
    pub(crate) const fn joining<F: Joins>() -> Self
    where
        State: From<InPieces<F>>,
    {
        let part: MakePart = crate::function::part::<F>;
        Self { description: F::DESCRIPTION, part: Some(part), ..Self::of::<F>() }
    }

    /// Returns the widths that a digest may have, in bits: those to which it may be
    /// [cut](Description::cuts), and last that of the whole.
    #[must_use]
    pub const fn widths(&self) -> &[usize] {
        if self.description.cuts.is_empty() {
            core::slice::from_ref(&self.output_bits)
        } else {
            self.description.cuts
        }
    }

    /// Returns an error unless digests are tags.
    pub(crate) const fn makes_tags(&self) -> Result<(), Error> {
        let Description { name: algorithm, mac, .. } = self.description;
        if mac { Ok(()) } else { Err(Error::NoMac { algorithm }) }
    }

    /// Returns the published bytes of the value that has this digest: its words, the lowest first,
    /// each with its least significant byte first, or the string of bytes that the authors define.
    /// A [tag](Key::tag) consists of these. A digest of another function is returned as it is.
    ///
    /// ```
    /// let sip = provenhash::Algorithm::find("siphash-2-4").expect("a row");
    /// let key = sip.key(&core::array::from_fn::<u8, 16, _>(|i| i as u8))?;
    /// let digest = key.hash(b"");
    /// assert_eq!(digest.to_string(), "726fdb47dd0e0e31"); // the number 0x726fdb47dd0e0e31
    /// // As in the authors' vectors:
    /// assert_eq!(sip.published_bytes(digest).to_string(), "310e0edd47db6f72");
    /// # Ok::<(), provenhash::Error>(())
    /// ```
    #[must_use]
    pub fn published_bytes(&self, digest: Digest) -> Digest {
        if digest.bits() == self.output_bits { digest.reversed(self.word_bytes) } else { digest }
    }

    /// Returns the algorithm of this name or [stored name](Self::stored_name), in lower or upper
    /// case.
    ///
    /// ```
    /// use provenhash::Algorithm;
    /// assert_eq!(Algorithm::find("clhash").expect("a row").output_bits, 64);
    /// assert_eq!(Algorithm::find("clhash128-1"), Algorithm::find("clhash128"));
    /// assert!(Algorithm::find("crc32").is_none());
    /// ```
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        let is = |other: &str| other.eq_ignore_ascii_case(name);
        crate::ALGORITHMS.iter().find(|row| is(row.name) || is(&row.stored_name()))
    }

    /// Returns the name to store beside digests: the name, and a hyphen and the version if there is
    /// one.
    #[must_use]
    pub fn stored_name(&self) -> Cow<'static, str> {
        match self.version {
            None => self.name.into(),
            Some(version) => format!("{}-{version}", self.name).into(),
        }
    }

    /// Makes a key of its bytes.
    ///
    /// # Errors
    /// Returns [`Error::KeyLength`] if the algorithm has no keys of this length,
    /// [`Error::KeyRefused`] if it excludes this one, as universal hashes do a key of zeros, under
    /// which they ignore the message, and [`Error::NeedsNonce`] if it takes nonces, as
    /// [`nonce_key`](Self::nonce_key) does.
    pub fn key(&'static self, bytes: &[u8]) -> Result<Key, Error> {
        let With::Key(makers) = &self.makers else { return Err(self.needs_nonce()) };
        Ok(Key::new(self, self.made(makers.from_bytes, bytes)?, Origin::Uniform))
    }

    /// Derives a key from a number, the same on every machine. The derivation is frozen.
    ///
    /// Use it for checksums and tests: a seed that can be guessed protects nothing, and a seed of
    /// 64 bits does not have the bound of a random key.
    ///
    /// # Errors
    /// Returns [`Error::NeedsNonce`] if the algorithm takes nonces.
    pub fn from_seed(&'static self, seed: u64) -> Result<Key, Error> {
        let With::Key(makers) = &self.makers else { return Err(self.needs_nonce()) };
        Ok(Key::new(self, (makers.from_seed)(seed), Origin::Seed))
    }

    /// Derives a key from a secret of 32 bytes, the same on every machine. The derivation is
    /// frozen: `proofs/spec/keys.md` defines it, and the engines for SQL make their keys by it.
    ///
    /// One secret gives a key for each algorithm. They are as good as random and independent ones
    /// against any adversary who cannot distinguish ChaCha20 from a random function: the advantage
    /// in this adds to the bounds. A secret must be random, as a key must.
    ///
    /// ```
    /// let clhash = provenhash::Algorithm::find("clhash").expect("a row");
    /// let key = clhash.from_secret(&[7; 32])?;
    /// assert_eq!(key.to_bytes().len(), 1064);
    /// # Ok::<(), provenhash::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Error::NeedsNonce`] if the algorithm takes nonces.
    pub fn from_secret(&'static self, secret: &[u8; 32]) -> Result<Key, Error> {
        Ok(self.derived(secret, |bytes| self.key(bytes))?.of(Origin::Secret))
    }

    /// Derives a key for messages with nonces from a secret of 32 bytes, as
    /// [`from_secret`](Self::from_secret) does: the longest that the algorithm takes.
    ///
    /// # Errors
    /// Returns [`Error::TakesNoNonce`] if the algorithm takes no nonce.
    pub fn nonce_key_from_secret(&'static self, secret: &[u8; 32]) -> Result<NonceKey, Error> {
        Ok(self.derived(secret, |bytes| self.nonce_key(bytes))?.of(Origin::Secret))
    }

    /// Makes a key of bytes that the secret gives.
    fn derived<K>(
        &self,
        secret: &[u8; 32],
        make: impl Fn(&[u8]) -> Result<K, Error>,
    ) -> Result<K, Error> {
        let mut words = SeedWords::of_secret(self.name, secret);
        let fill = |bytes: &mut [u8]| {
            words.fill(bytes);
            Ok(())
        };
        drawn(self.key_lengths.last(), fill, make)
    }

    hash_core::with_entropy! {
        /// Makes a new random key, all bits of which are the operating system's entropy.
        ///
        /// # Errors
        /// Returns [`Error::Entropy`] if the operating system provides none, and
        /// [`Error::NeedsNonce`] if the algorithm takes nonces.
        pub fn try_generate(&'static self) -> Result<Key, Error> {
            drawn(self.key_lengths.first(), entropy, |bytes| self.key(bytes))
        }

        /// Makes a new random key for messages with nonces.
        ///
        /// # Errors
        /// Returns [`Error::Entropy`] if the operating system provides none, and
        /// [`Error::TakesNoNonce`] if the algorithm takes no nonce.
        pub fn try_generate_nonce_key(&'static self) -> Result<NonceKey, Error> {
            drawn(self.key_lengths.first(), entropy, |bytes| self.nonce_key(bytes))
        }
    }

    /// Makes a key of its bytes, for messages with nonces.
    ///
    /// # Errors
    /// Returns [`Error::KeyLength`] if the algorithm has no such key, and [`Error::TakesNoNonce`]
    /// if it takes no nonce.
    pub fn nonce_key(&'static self, bytes: &[u8]) -> Result<NonceKey, Error> {
        let With::Nonces(makers) = &self.makers else { return Err(self.takes_no_nonce()) };
        Ok(NonceKey::new(self, self.made(makers.from_bytes, bytes)?, Origin::Uniform))
    }

    /// Derives a key for messages with nonces from a number, as [`from_seed`](Self::from_seed)
    /// does.
    ///
    /// # Errors
    /// Returns [`Error::TakesNoNonce`] if the algorithm takes no nonce.
    pub fn nonce_key_from_seed(&'static self, seed: u64) -> Result<NonceKey, Error> {
        let With::Nonces(makers) = &self.makers else { return Err(self.takes_no_nonce()) };
        Ok(NonceKey::new(self, (makers.from_seed)(seed), Origin::Seed))
    }

    fn made<K>(
        &self,
        make: fn(&[u8]) -> Result<K, &'static str>,
        bytes: &[u8],
    ) -> Result<K, Error> {
        let (algorithm, expected, found) = (self.name, self.key_lengths, bytes.len());
        let fits = expected.contains(&found) || expected.is_empty() && found == 0;
        if !fits {
            return Err(Error::KeyLength { algorithm, found, expected });
        }
        make(bytes).map_err(|why| Error::KeyRefused { algorithm, why })
    }

    const fn needs_nonce(&self) -> Error {
        Error::NeedsNonce { algorithm: self.description.name }
    }

    const fn takes_no_nonce(&self) -> Error {
        Error::TakesNoNonce { algorithm: self.description.name }
    }

    /// Returns the proven bound on the probability that two given different messages of at most
    /// `len_bytes` bytes have the same digest under a uniform key. [`Key::collision_bound`] knows
    /// how its key was made.
    ///
    /// ```
    /// let clhash = provenhash::Algorithm::find("clhash").expect("a row");
    /// let bound = clhash.collision_bound(1024).expect("a theorem");
    /// assert_eq!(bound.log2, -64.0);
    /// assert!(bound.to_string().ends_with("under a uniform key"), "{bound}");
    /// ```
    #[must_use]
    pub fn collision_bound(&self, len_bytes: u64) -> Option<Bound> {
        self.collisions.map(|theorem| Bound::of_collisions(&theorem, len_bytes, Origin::Uniform))
    }

    /// Returns the proven bound on the probability that a forgery succeeds under a uniform key.
    /// There is none for tags of other [widths](Self::widths), or of senders where the algorithm
    /// has no such mode.
    ///
    /// ```
    /// use provenhash::{Algorithm, Attack};
    /// let clmac = Algorithm::find("clmac").expect("a row");
    /// let (messages, len_bytes) = (1 << 32, 1 << 20);
    /// let attack = Attack { senders: None, messages, attempts: 1, len_bytes, tag_bits: 128 };
    /// let log2 = |attack| clmac.forgery_bound(&attack).expect("a theorem").log2;
    /// assert!(log2(attack) < -63.9);
    /// assert!(log2(Attack { senders: Some(1), ..attack }) < -126.9);
    /// assert!(log2(Attack { attempts: 1 << 32, tag_bits: 64, ..attack }) > -32.0);
    /// ```
    #[must_use]
    pub fn forgery_bound(&self, attack: &Attack) -> Option<Bound> {
        let is_width =
            usize::try_from(attack.tag_bits).is_ok_and(|bits| self.widths().contains(&bits));
        let theorem = if attack.senders.is_some() { self.sender_forgeries } else { self.forgeries };
        let theorem = theorem.filter(|_| is_width)?;
        Some(Bound::of_forgeries(&theorem, attack, Origin::Uniform))
    }

    /// Returns the names of the backends of all architectures that hash a message.
    #[must_use]
    pub const fn backends(&self) -> &'static [&'static str] {
        self.backends.names
    }

    /// Returns the names of the backends that this CPU has.
    #[must_use]
    pub fn available_backends(&self) -> Vec<&'static str> {
        (self.backends.available)()
    }

    /// Returns the name of the backend that a new key has.
    #[must_use]
    pub fn detected_backend(&self) -> &'static str {
        (self.backends.detect)()
    }

    /// Returns whether parts of a message can be hashed apart and joined.
    #[must_use]
    pub const fn joins(&self) -> bool {
        self.part.is_some()
    }

    /// Returns the lengths of keys as a text, such as "16, 24 or 32".
    #[must_use]
    pub fn key_lengths_text(&self) -> String {
        if self.key_lengths.is_empty() {
            "0".to_owned()
        } else {
            Lengths(self.key_lengths).to_string()
        }
    }
}

/// Makes a key of the first bytes that `fill` gives, or of the next ones if they are refused.
fn drawn<K>(
    len: Option<&usize>,
    mut fill: impl FnMut(&mut [u8]) -> Result<(), Error>,
    make: impl Fn(&[u8]) -> Result<K, Error>,
) -> Result<K, Error> {
    hash_core::residue::build(|| {
        let mut bytes = Secret(vec![0; len.copied().unwrap_or_default()]);
        loop {
            fill(&mut bytes.0)?;
            match make(&bytes.0) {
                Err(Error::KeyRefused { .. }) => {}
                key => return key,
            }
        }
    })
}

hash_core::with_entropy! {
    fn entropy(bytes: &mut [u8]) -> Result<(), Error> {
        hash_core::entropy::fill(bytes).map_err(|error| Error::Entropy { why: error.to_string() })
    }
}

impl Deref for Algorithm {
    type Target = Description;

    fn deref(&self) -> &Description {
        &self.description
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Algorithm").field("name", &self.name).finish_non_exhaustive()
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Algorithm {}
