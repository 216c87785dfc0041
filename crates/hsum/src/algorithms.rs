//! The table of algorithms as the commands use it: by the bytes of names and digits, and with the
//! nonce of one message.

pub(crate) mod md5;

use crate::descriptors;
use crate::input::Job;
use crate::keys::Key;
use crate::output::Failure;
use crate::progress::Progress;
use hash_core::backend::Token;
pub(crate) use provenhash::{ALGORITHMS, Algorithm, Digest, Stream};
use std::borrow::Cow;

/// Returns the algorithm of that name, in any case.
pub(crate) fn find(name: &[u8]) -> Option<&'static Algorithm> {
    Algorithm::find(str::from_utf8(name).ok()?)
}

/// Returns the tag of lines: the stored name, except for the one algorithm that other programs
/// write as well.
pub(crate) fn tag(algorithm: &Algorithm) -> Cow<'static, str> {
    if algorithm.name == "md5" { "MD5".into() } else { algorithm.stored_name() }
}

/// Returns the number of bits in so many bytes, which an option asks for, if the hash of the
/// algorithm may be cut to them.
pub(crate) fn cut(algorithm: &Algorithm, option: &str, bytes: u64) -> Result<usize, Failure> {
    let (name, widths) = (algorithm.name, algorithm.widths());
    if widths.len() == 1 {
        let reason = format!("does not support {option}: its hashes have one length");
        return Err(Failure::new(name, reason));
    }
    let bits = widths.iter().copied().find(|bits| (bits / 8) as u64 == bytes);
    bits.ok_or_else(|| {
        let lengths = lengths(widths);
        Failure::new(name, format!("{option} has another value than {lengths}"))
    })
}

/// Returns widths in bits as a text of bytes.
pub(crate) fn lengths(widths: &[usize]) -> String {
    let lengths: Vec<_> = widths.iter().map(|bits| (bits / 8).to_string()).collect();
    lengths.join(", ")
}

/// Parses a hash of the algorithm, cut or not, in hexadecimal digits.
pub(crate) fn digest(algorithm: &Algorithm, text: &[u8]) -> Option<Digest> {
    let bits = algorithm.widths().iter().copied().find(|bits| bits / 4 == text.len())?;
    from_hex(text, bits)
}

/// Parses a digest of `bits` bits in hexadecimal digits.
pub(crate) fn from_hex(text: &[u8], bits: usize) -> Option<Digest> {
    let mut bytes = [0; Digest::MAX_BYTES];
    let bytes = bytes.get_mut(..bits / 8)?;
    hex::decode_to_slice(text, bytes).ok()?;
    Digest::from_bytes(bytes)
}

/// An algorithm under a key.
#[derive(Debug)]
pub(crate) enum Hasher {
    Key(provenhash::Key),
    /// The stream of the one message that has the nonce, at its start.
    Message(Box<Stream>),
}

impl Hasher {
    /// Makes the function of a key, and of a nonce if the algorithm takes one, on the backend of
    /// that name or else on the best one.
    pub(crate) fn new(
        algorithm: &'static Algorithm,
        key: &Key<'_>,
        nonce: Option<&[u8]>,
        backend: Option<&str>,
    ) -> Result<Self, String> {
        match (nonce, algorithm.nonce) {
            (None, true) => return Err("needs a nonce: give --nonce".to_owned()),
            (Some(_), false) => return Err("takes no nonce".to_owned()),
            _ => {}
        }
        Self::make(algorithm, key, nonce, backend).map_err(|error| match (error, backend) {
            (provenhash::Error::Backend { available, .. }, Some(backend)) => {
                let (name, available) = (algorithm.name, available.join(", "));
                format!("{name} has no backend {backend} on this CPU; it has {available}")
            }
            (error, _) => error.to_string(),
        })
    }

    fn make(
        algorithm: &'static Algorithm,
        key: &Key<'_>,
        nonce: Option<&[u8]>,
        backend: Option<&str>,
    ) -> Result<Self, provenhash::Error> {
        if let Some(nonce) = nonce {
            let key = match key {
                Key::Seed(seed) => algorithm.nonce_key_from_seed(*seed)?,
                Key::Bytes(bytes) => algorithm.nonce_key(bytes)?,
            };
            let chosen = backend.map(|name| key.with_backend(name)).transpose()?;
            return Ok(Self::Message(Box::new(chosen.unwrap_or(key).stream(nonce)?)));
        }
        let key = match key {
            Key::Seed(seed) => algorithm.from_seed(*seed)?,
            Key::Bytes(bytes) => algorithm.key(bytes)?,
        };
        let chosen = backend.map(|name| key.with_backend(name)).transpose()?;
        Ok(Self::Key(chosen.unwrap_or(key)))
    }

    /// Returns the hash of a message.
    pub(crate) fn hash(&self, message: &[u8]) -> Digest {
        match self {
            Self::Key(key) => key.hash(message),
            Self::Message(start) => {
                let mut stream = Stream::clone(start);
                stream.update(message);
                stream.finalize()
            }
        }
    }

    /// Starts a message that arrives in pieces.
    pub(crate) fn stream(&self) -> Stream {
        match self {
            Self::Key(key) => key.stream(),
            Self::Message(start) => Stream::clone(start),
        }
    }

    /// Returns the backend that hashes messages side by side, if one does.
    fn side_by_side(&self) -> Option<md5_opt::Backend> {
        match self {
            Self::Key(key) if key.algorithm().name == "md5" => Token::from_name(key.backend()),
            _ => None,
        }
    }

    /// Returns the number of files to hash in one call of [`digests`](Self::digests).
    pub(crate) fn together(&self) -> usize {
        match self.side_by_side() {
            Some(_) => descriptors::side_by_side(md5::TOGETHER),
            None => 1,
        }
    }

    /// Hashes files, and stores the result of each.
    pub(crate) fn digests(&self, jobs: &mut [&mut Job<Digest>], progress: &Progress) {
        if let Some(backend) = self.side_by_side().filter(|_| self.together() > 1) {
            return md5::digests(backend, jobs, progress);
        }
        for job in jobs {
            let mut stream = self.stream();
            let read = job.input.read(progress, |bytes| stream.update(bytes));
            job.result = read.map(|()| stream.finalize());
        }
    }
}

/// Returns `name` if some algorithm has a backend of that name on this CPU.
pub(crate) fn backend(name: &str) -> Result<&'static str, String> {
    let mut available = Vec::new();
    for backend in ALGORITHMS.iter().flat_map(Algorithm::available_backends) {
        if backend == name {
            return Ok(backend);
        }
        if !available.contains(&backend) {
            available.push(backend);
        }
    }
    let known = ALGORITHMS.iter().any(|a| a.backends().contains(&name));
    let why = if known { "this CPU lacks it" } else { "no such backend" };
    Err(format!("{why}; available: {}", available.join(", ")))
}
