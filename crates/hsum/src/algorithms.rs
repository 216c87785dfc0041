//! The table of algorithms, and the face that they show to the commands.
//!
//! A new algorithm is one entry in [`ALGORITHMS`]; the help, every command and the tests follow
//! it. What adapts its crate to the traits below stands in a file of its own.

mod clhash;
mod highwayhash;
mod multilinear;

use ::clhash::bound::collision_bound;
use clhash::Form;
use std::borrow::Cow;

/// Every algorithm; the first is the default.
pub(crate) static ALGORITHMS: &[Algorithm] = &[
    Algorithm {
        name: "clhash",
        summary: "CLHASH, the published library's default build",
        about: "Almost XOR universal: what tables need, and MACs that add a fresh pad to each \
                value. Linear, so no avalanche, and the bare value is no MAC.",
        source: clhash::SOURCE,
        key_bytes: ::clhash::KEY_BYTES,
        output_bits: 64,
        bound: Some(collision_bound),
        backends: clhash::BACKENDS,
        new: |key, backend| clhash::hasher(key, backend, Form::Plain),
    },
    Algorithm {
        name: "clhash-mixed",
        summary: "CLHASH and a bijective mixer, for avalanche",
        about: "The value of clhash through the finaliser of MurmurHash3. The same collisions as \
                clhash, but not XOR universal any more.",
        source: clhash::SOURCE,
        key_bytes: ::clhash::KEY_BYTES,
        output_bits: 64,
        bound: Some(collision_bound),
        backends: clhash::BACKENDS,
        new: |key, backend| clhash::hasher(key, backend, Form::Mixed),
    },
    Algorithm {
        name: "clhash-bitmix",
        summary: "CLHASH, the published library built with its bit-mixing option",
        about: "The value of clhash-mixed up to 1024 bytes, that of clhash above: for people who \
                have stored such values.",
        source: clhash::SOURCE,
        key_bytes: ::clhash::KEY_BYTES,
        output_bits: 64,
        bound: Some(collision_bound),
        backends: clhash::BACKENDS,
        new: |key, backend| clhash::hasher(key, backend, Form::Bitmix),
    },
    Algorithm {
        name: "highwayhash64",
        summary: "HighwayHash-64, as frozen in August 2017",
        about: "A keyed function that is conjectured to be pseudo-random: for messages of people \
                who see hashes. There is no proof, and a key that is known protects nothing.",
        source: highwayhash::SOURCE,
        key_bytes: ::highwayhash::KEY_BYTES,
        output_bits: 64,
        bound: None,
        backends: highwayhash::BACKENDS,
        new: highwayhash::hasher::<1>,
    },
    Algorithm {
        name: "highwayhash128",
        summary: "HighwayHash-128, as frozen in January 2018",
        about: "A keyed function that is conjectured to be pseudo-random: for messages of people \
                who see hashes. There is no proof, and a key that is known protects nothing.",
        source: highwayhash::SOURCE,
        key_bytes: ::highwayhash::KEY_BYTES,
        output_bits: 128,
        bound: None,
        backends: highwayhash::BACKENDS,
        new: highwayhash::hasher::<2>,
    },
    Algorithm {
        name: "highwayhash256",
        summary: "HighwayHash-256, as frozen in January 2018",
        about: "A keyed function that is conjectured to be pseudo-random: for messages of people \
                who see hashes. There is no proof, and a key that is known protects nothing.",
        source: highwayhash::SOURCE,
        key_bytes: ::highwayhash::KEY_BYTES,
        output_bits: 256,
        bound: None,
        backends: highwayhash::BACKENDS,
        new: highwayhash::hasher::<4>,
    },
    Algorithm {
        name: "mmh32",
        summary: "MMH of 32 bits, extended to messages of any length",
        about: "Inner products modulo 2^32 + 15, of a polynomial above 4096 bytes: what tables of \
                some thousand entries need. Linear, and the bare value is no MAC.",
        source: multilinear::MMH_SOURCE,
        key_bytes: <::multilinear_hash::Mmh32 as ::multilinear_hash::Function>::KEY_BYTES,
        output_bits: 32,
        bound: Some(<::multilinear_hash::Mmh32 as ::multilinear_hash::Function>::collision_bound),
        backends: multilinear::BACKENDS,
        new: multilinear::hasher::<::multilinear_hash::Mmh32>,
    },
    Algorithm {
        name: multilinear::TMMH16,
        summary: "TMMH/16, tags of 16 to 64 bits, extended to messages of any length",
        about: "Inner products modulo 2^16 + 1, of polynomials above 4096 bytes. --tag-bits gives \
                the beginning of the tag, and checked lists may have any of them: T words collide \
                with probability (9/65536)^T.",
        source: multilinear::TMMH_SOURCE,
        key_bytes: <::multilinear_hash::Tmmh16<4> as ::multilinear_hash::Function>::KEY_BYTES,
        output_bits: 64,
        bound: Some(
            <::multilinear_hash::Tmmh16<4> as ::multilinear_hash::Function>::collision_bound,
        ),
        backends: multilinear::BACKENDS,
        new: multilinear::hasher::<::multilinear_hash::Tmmh16<4>>,
    },
    Algorithm {
        name: "multilinear64",
        summary: "The multilinear hash over GF(2^64), extended to messages of any length",
        about: "Strongly universal up to 4096 bytes: the hashes of two messages are independent. \
                Linear, and the bare value is no MAC.",
        source: multilinear::GF64_SOURCE,
        key_bytes: <::multilinear_hash::Multilinear64 as ::multilinear_hash::Function>::KEY_BYTES,
        output_bits: 64,
        bound: Some(
            <::multilinear_hash::Multilinear64 as ::multilinear_hash::Function>::collision_bound,
        ),
        backends: clhash::BACKENDS,
        new: multilinear::hasher::<::multilinear_hash::Multilinear64>,
    },
];

/// An entry of the table.
#[derive(Debug)]
pub(crate) struct Algorithm {
    /// As `-a` and tagged lines have it.
    pub(crate) name: &'static str,
    /// What it is, in one line.
    pub(crate) summary: &'static str,
    /// What it is good for and what not.
    pub(crate) about: &'static str,
    /// Where it was published.
    pub(crate) source: &'static str,
    /// Bytes of a key, 0 for none.
    pub(crate) key_bytes: usize,
    pub(crate) output_bits: usize,
    /// The logarithm to base 2 of the bound on the probability that two given messages of at most
    /// so many bytes collide under a random key, where one is proved.
    pub(crate) bound: Option<fn(u64) -> f64>,
    pub(crate) backends: Backends,
    /// The hash function of a key, which has `key_bytes` bytes, on an available backend.
    pub(crate) new: fn(&Key<'_>, &str) -> Made,
}

/// The implementations of an algorithm, by name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Backends {
    /// Those of every architecture.
    pub(crate) names: &'static [&'static str],
    /// Those that this CPU runs.
    pub(crate) available: fn() -> Vec<&'static str>,
    /// The one that is used unless another is asked for.
    pub(crate) detect: fn() -> &'static str,
}

/// What an algorithm makes its key of.
pub(crate) enum Key<'k> {
    /// A number, by its `Key::from_seed`.
    Seed(u64),
    /// Exactly its key.
    Bytes(Cow<'k, [u8]>),
}

/// A hash function, or why there is none.
pub(crate) type Made = Result<Box<dyn Hasher>, String>;

/// A hash function: an algorithm, a key and a backend.
pub(crate) trait Hasher: Send + Sync {
    /// The hash of a message.
    fn hash(&self, message: &[u8]) -> Digest;
    /// The same for a message in pieces.
    fn stream(&self) -> Box<dyn Stream + '_>;
}

/// A message in pieces.
pub(crate) trait Stream {
    /// Appends bytes to the message.
    fn update(&mut self, bytes: &[u8]);
    /// The hash of the message so far.
    fn finalize(&self) -> Digest;
}

/// The bytes of a hash, in the order of their digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digest {
    bytes: [u8; Self::MAX],
    len: usize,
}

impl Digest {
    const MAX: usize = 32;

    /// The digest that a text of hexadecimal digits says, if it is one of `bits`.
    pub(crate) fn from_hex(text: &[u8], bits: usize) -> Option<Self> {
        let mut digest = Self { bytes: [0; Self::MAX], len: bits / 8 };
        hex::decode_to_slice(text, digest.bytes.get_mut(..digest.len)?).ok()?;
        Some(digest)
    }

    /// So many of these bytes as a digest has.
    pub(crate) fn of_bytes(from: impl IntoIterator<Item = u8>) -> Self {
        let mut digest = Self { bytes: [0; Self::MAX], len: 0 };
        for (place, byte) in digest.bytes.iter_mut().zip(from) {
            *place = byte;
            digest.len += 1;
        }
        digest
    }

    /// Its first bits, or all of it if there are not so many.
    pub(crate) fn first(mut self, bits: usize) -> Self {
        self.len = self.len.min(bits / 8);
        self.bytes[self.len..].fill(0);
        self
    }

    /// The number of its bits.
    pub(crate) const fn bits(self) -> usize {
        8 * self.len
    }

    pub(crate) fn to_hex(self) -> String {
        hex::encode(&self.bytes[..self.len])
    }
}

impl From<u64> for Digest {
    fn from(value: u64) -> Self {
        let mut bytes = [0; Self::MAX];
        bytes[..8].copy_from_slice(&value.to_be_bytes());
        Self { bytes, len: 8 }
    }
}

impl<const N: usize> From<[u64; N]> for Digest {
    /// The words in order, each as its digits are written.
    fn from(words: [u64; N]) -> Self {
        let mut bytes = [0; Self::MAX];
        for (place, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
            *place = word.to_be_bytes();
        }
        Self { bytes, len: 8 * N }
    }
}

impl Algorithm {
    /// The algorithm of that name.
    pub(crate) fn find(name: &[u8]) -> Option<&'static Self> {
        ALGORITHMS.iter().find(|a| a.name.as_bytes() == name)
    }

    /// The numbers of bits that a hash may be cut to, the longest last: its beginning is a hash too.
    pub(crate) fn lengths(&self) -> &'static [usize] {
        if self.name == multilinear::TMMH16 { &multilinear::TAG_BITS } else { &[] }
    }

    /// The hash that a text of hexadecimal digits says, if it can be one of this algorithm.
    pub(crate) fn digest(&self, text: &[u8]) -> Option<Digest> {
        let cut = self.lengths().iter().copied().find(|bits| bits / 4 == text.len());
        Digest::from_hex(text, cut.unwrap_or(self.output_bits))
    }

    /// The hash function of a key, on the best backend or the one of that name.
    pub(crate) fn hasher(&self, key: &Key<'_>, backend: Option<&str>) -> Made {
        let available = (self.backends.available)();
        let backend = backend.unwrap_or_else(self.backends.detect);
        if !available.contains(&backend) {
            let name = self.name;
            return Err(format!(
                "{name} has no backend {backend} on this CPU; it has {}",
                available.join(", ")
            ));
        }
        (self.new)(key, backend)
    }
}

/// `name`, if some algorithm has a backend of that name on this CPU.
pub(crate) fn backend(name: &str) -> Result<&'static str, String> {
    let mut available = Vec::new();
    for backend in ALGORITHMS.iter().flat_map(|a| (a.backends.available)()) {
        if backend == name {
            return Ok(backend);
        }
        if !available.contains(&backend) {
            available.push(backend);
        }
    }
    let known = ALGORITHMS.iter().any(|a| a.backends.names.contains(&name));
    let why = if known { "this CPU lacks it" } else { "no such backend" };
    Err(format!("{why}; available: {}", available.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::{Generator, sweep};

    #[test]
    fn entries_are_complete() {
        for (index, a) in ALGORITHMS.iter().enumerate() {
            let name = a.name;
            assert!(ALGORITHMS[..index].iter().all(|other| other.name != name), "{name} twice");
            // Or tagged lines could not be told from plain ones.
            assert!(
                name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            );
            assert!(name.bytes().any(|b| !b.is_ascii_hexdigit()), "{name}");
            for text in [a.summary, a.about, a.source] {
                assert!(!text.is_empty() && !text.contains('\n'), "{name}: {text}");
            }
            assert!(a.lengths().last().is_none_or(|bits| *bits == a.output_bits), "{name}");
            assert!(a.output_bits % 8 == 0 && a.output_bits <= 8 * Digest::MAX, "{name}");
            assert!((a.backends.available)().contains(&(a.backends.detect)()), "{name}");
            assert!(a.bound.is_none_or(|bound| bound(1) < 0.0 && bound(1) <= bound(u64::MAX)));
        }
    }

    #[test]
    fn streams_and_backends_agree() {
        let lengths = testkit::lengths::ladder(40, 1024, 3);
        for a in ALGORITHMS {
            let best = (a.backends.detect)();
            let available = (a.backends.available)();
            let bytes = Key::Bytes(vec![0xa5; a.key_bytes].into());
            let keys = [Key::Seed(0), Key::Seed(1), bytes];
            let keys = if a.key_bytes == 0 { &keys[..1] } else { &keys };
            sweep(a.name, a.backends.names, available.iter().map(|b| (*b, *b)), best, |backend| {
                for key in keys {
                    let hasher = a.hasher(key, Some(backend)).expect("it is available");
                    let other = a.hasher(key, None).expect("a hash function");
                    for &length in &lengths {
                        let message = Generator::SplitMix(1).message(length);
                        let digest = hasher.hash(&message);
                        assert_eq!(digest.to_hex().len(), a.output_bits / 4);
                        assert_eq!(other.hash(&message), digest, "{length} bytes");
                        let mut stream = hasher.stream();
                        for piece in testkit::lengths::pieces(&message, &[1, 100, 1500]) {
                            stream.update(piece);
                        }
                        assert_eq!(stream.finalize(), digest, "{length} bytes");
                    }
                }
            });
            let keyed = a.key_bytes > 0;
            assert!(
                !keyed || a.hasher(&Key::Bytes(vec![0; a.key_bytes + 1].into()), None).is_err()
            );
            assert!(a.hasher(&Key::Seed(0), Some("none")).is_err());
        }
    }

    #[test]
    fn digits() {
        let digest = Digest::from(0x0123_4567_89ab_cdef);
        assert_eq!(digest.to_hex(), "0123456789abcdef");
        assert_eq!(Digest::from([0x0123_4567_89ab_cdef]), digest);
        assert_eq!(Digest::from([1, 2]).to_hex(), "00000000000000010000000000000002");
        assert_eq!(Digest::from_hex(b"0123456789ABCDEF", 64), Some(digest));
        for (text, bits) in [("0123456789abcde", 64), ("0123456789abcdeg", 64), ("", 64), ("", 520)]
        {
            assert_eq!(Digest::from_hex(text.as_bytes(), bits), None, "{text}");
        }
    }
}
