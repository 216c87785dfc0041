//! The table of algorithms, and their interface to the commands.
//!
//! A new algorithm needs one line in [`ALGORITHMS`], and a file with its entry and the code that
//! adapts its crate to the traits below. The help, every command and the tests follow the table.

mod clhash;
mod ghash;
mod highwayhash;
pub(crate) mod md5;
mod multilinear;
mod siphash;
mod vhash;

use crate::input::Job;
use crate::progress::Progress;
use hash_core::backend::Token;
use std::borrow::Cow;
use std::iter;

/// All algorithms. The first one is the default.
pub(crate) static ALGORITHMS: &[Algorithm] = &[
    clhash::CLHASH,
    clhash::CLHASH_MIXED,
    clhash::CLHASH_BITMIX,
    clhash::CLHASH128,
    vhash::VHASH64,
    vhash::VHASH64_MIXED,
    vhash::VHASH128,
    vhash::VMAC64,
    vhash::VMAC128,
    ghash::GHASH,
    ghash::POLYVAL,
    multilinear::MMH32,
    multilinear::TMMH16,
    multilinear::MULTILINEAR64,
    multilinear::MULTILINEAR64_MIXED,
    siphash::SIPHASH_2_4,
    siphash::SIPHASH_1_3,
    siphash::SIPHASH_1_2,
    siphash::SIPHASH_1_2_NOCASE,
    siphash::SIPHASH128_2_4,
    siphash::SIPHASH128_1_3,
    siphash::SIPTREEHASH,
    siphash::SIPTREEHASH13,
    siphash::HALFSIPHASH32,
    siphash::HALFSIPHASH64,
    highwayhash::HIGHWAYHASH64,
    highwayhash::HIGHWAYHASH128,
    highwayhash::HIGHWAYHASH256,
    md5::MD5,
];

/// An entry of the table.
#[derive(Debug)]
pub(crate) struct Algorithm {
    /// The name for `-a` and for tagged lines.
    pub(crate) name: &'static str,
    /// A description in one line.
    pub(crate) summary: &'static str,
    /// What it is suitable for, and what it is not.
    pub(crate) about: &'static str,
    /// The publication that defines it.
    pub(crate) source: &'static str,
    /// The number of bytes in a key, or in the shortest one if there are several lengths. 0 if
    /// there is no key.
    pub(crate) key_bytes: usize,
    /// The other lengths of keys in bytes.
    pub(crate) longer_keys: &'static [usize],
    pub(crate) output_bits: usize,
    /// The numbers of bits that a hash may be cut to, because its first bits are a hash too. The
    /// last one is the full length.
    pub(crate) cuts: &'static [usize],
    /// The logarithm to base 2 of the bound on the probability that two given messages of at most
    /// this number of bytes collide under a random key, if a bound is proved.
    pub(crate) bound: Option<fn(u64) -> f64>,
    /// Whether the bound is for two messages of the same length alone.
    pub(crate) one_length: bool,
    pub(crate) backends: Backends,
    /// Makes the hash function of a key, which has one of the lengths above, on an available
    /// backend.
    pub(crate) new: fn(&Key<'_>, &str) -> NewInstance,
    /// Makes the hash function of a key and the nonce of one message, in place of `new`, if the
    /// algorithm takes a nonce.
    pub(crate) with_nonce: Option<NewWithNonce>,
}

/// The implementations of an algorithm, by name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Backends {
    /// The backends of all architectures.
    pub(crate) names: &'static [&'static str],
    /// Returns the backends that this CPU can run.
    pub(crate) available: fn() -> Vec<&'static str>,
    /// Returns the backend that is used by default.
    pub(crate) detect: fn() -> &'static str,
}

impl Backends {
    /// Returns the backends of a crate.
    const fn of<B: Token>() -> Self {
        Self {
            names: B::NAMES,
            available: || B::available().map(B::name).collect(),
            detect: || B::detect().name(),
        }
    }
}

/// Returns the backend of that name.
fn named<B: Token>(name: &str) -> Result<B, String> {
    B::from_name(name).ok_or_else(|| format!("this CPU has no backend {name}"))
}

/// The source of a key.
pub(crate) enum Key<'k> {
    /// A number, for the algorithm's `Key::from_seed`.
    Seed(u64),
    /// The bytes of the key.
    Bytes(Cow<'k, [u8]>),
}

/// Makes a hash function of a key and a nonce, on an available backend.
type NewWithNonce = fn(&Key<'_>, &[u8], &str) -> NewInstance;

/// A hash function, or the reason why it cannot be made.
pub(crate) type NewInstance = Result<Box<dyn Instance>, String>;

/// A hash function: an algorithm, a key and a backend.
pub(crate) trait Instance: Send + Sync {
    /// Returns the hash of a message.
    fn hash(&self, message: &[u8]) -> Digest;
    /// Starts a message that arrives in pieces.
    fn stream(&self) -> Box<dyn Stream + '_>;

    /// Returns the number of files to hash in one call of [`digests`](Self::digests).
    fn together(&self) -> usize {
        1
    }

    /// Hashes files, and stores the result of each.
    fn digests(&self, jobs: &mut [&mut Job<Digest>], progress: &Progress) {
        for job in jobs {
            let mut stream = self.stream();
            let read = job.input.read(progress, |bytes| stream.update(bytes));
            job.result = read.map(|()| stream.finalize());
        }
    }
}

/// A message that arrives in pieces.
pub(crate) trait Stream {
    /// Appends bytes to the message.
    fn update(&mut self, bytes: &[u8]);
    /// Returns the hash of the message so far.
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

    /// Parses a digest of `bits` bits in hexadecimal digits.
    pub(crate) fn from_hex(text: &[u8], bits: usize) -> Option<Self> {
        let mut digest = Self { bytes: [0; Self::MAX], len: bits / 8 };
        hex::decode_to_slice(text, digest.bytes.get_mut(..digest.len)?).ok()?;
        Some(digest)
    }

    /// Returns the digest of these bytes, as many as fit.
    pub(crate) fn from_bytes(from: impl IntoIterator<Item = u8>) -> Self {
        let mut digest = Self { bytes: [0; Self::MAX], len: 0 };
        for (place, byte) in digest.bytes.iter_mut().zip(from) {
            *place = byte;
            digest.len += 1;
        }
        digest
    }

    /// Returns the first bits, or the whole digest if it is not longer.
    pub(crate) fn first(mut self, bits: usize) -> Self {
        self.len = self.len.min(bits / 8);
        self.bytes[self.len..].fill(0);
        self
    }

    /// Returns the number of bits.
    pub(crate) const fn bits(self) -> usize {
        8 * self.len
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    pub(crate) fn to_hex(self) -> String {
        hex::encode(self.as_bytes())
    }
}

impl From<u32> for Digest {
    fn from(value: u32) -> Self {
        Self::from_bytes(value.to_be_bytes())
    }
}

impl From<u64> for Digest {
    fn from(value: u64) -> Self {
        Self::from_bytes(value.to_be_bytes())
    }
}

impl From<[u8; 16]> for Digest {
    /// Returns the digest of the bytes in order.
    fn from(bytes: [u8; 16]) -> Self {
        Self::from_bytes(bytes)
    }
}

impl<const N: usize> From<[u64; N]> for Digest {
    /// Returns the digest of the words in order, each most significant byte first.
    fn from(words: [u64; N]) -> Self {
        Self::from_bytes(words.into_iter().flat_map(u64::to_be_bytes))
    }
}

impl Algorithm {
    /// The defaults of an entry: one length of keys and hashes, and no nonce.
    const BASE: Self = Self {
        name: "",
        summary: "",
        about: "",
        source: "",
        key_bytes: 0,
        longer_keys: &[],
        output_bits: 0,
        cuts: &[],
        bound: None,
        one_length: false,
        backends: Backends { names: &[], available: Vec::new, detect: || "" },
        new: |_, _| Err("needs a nonce: give --nonce".to_owned()),
        with_nonce: None,
    };

    /// Returns the lengths of keys in bytes.
    pub(crate) fn key_lengths(&self) -> impl Iterator<Item = usize> + Clone {
        iter::once(self.key_bytes).chain(self.longer_keys.iter().copied())
    }

    /// Returns the lengths of keys in bytes as a text, such as "16, 24 or 32".
    pub(crate) fn key_lengths_text(&self) -> String {
        let mut text = self.key_bytes.to_string();
        for (index, longer) in self.longer_keys.iter().enumerate() {
            text += if index + 1 == self.longer_keys.len() { " or " } else { ", " };
            text += &longer.to_string();
        }
        text
    }

    /// Returns the algorithm of that name, in any case.
    pub(crate) fn find(name: &[u8]) -> Option<&'static Self> {
        ALGORITHMS.iter().find(|a| a.name.as_bytes().eq_ignore_ascii_case(name))
    }

    /// Returns the tag of lines: the name, except for the one algorithm that other programs write
    /// as well.
    pub(crate) fn tag(&self) -> &'static str {
        if self.name == "md5" { "MD5" } else { self.name }
    }

    /// Parses a hash of this algorithm, cut or not, in hexadecimal digits.
    pub(crate) fn digest(&self, text: &[u8]) -> Option<Digest> {
        let cut = self.cuts.iter().copied().find(|bits| bits / 4 == text.len());
        Digest::from_hex(text, cut.unwrap_or(self.output_bits))
    }

    /// Makes the hash function of a key, and of a nonce if the algorithm takes one, on the backend
    /// of that name or else on the best one.
    pub(crate) fn hasher(
        &self,
        key: &Key<'_>,
        nonce: Option<&[u8]>,
        backend: Option<&str>,
    ) -> NewInstance {
        let available = (self.backends.available)();
        let backend = backend.unwrap_or_else(self.backends.detect);
        if !available.contains(&backend) {
            let name = self.name;
            return Err(format!(
                "{name} has no backend {backend} on this CPU; it has {}",
                available.join(", ")
            ));
        }
        match (nonce, self.with_nonce) {
            (None, _) => (self.new)(key, backend),
            (Some(nonce), Some(with_nonce)) => with_nonce(key, nonce, backend),
            (Some(_), None) => Err("takes no nonce".to_owned()),
        }
    }
}

/// Returns `name` if some algorithm has a backend of that name on this CPU.
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
            // Otherwise tagged lines could be taken for plain ones.
            assert!(
                name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            );
            assert!(name.bytes().any(|b| !b.is_ascii_hexdigit()), "{name}");
            for text in [a.summary, a.about, a.source] {
                assert!(!text.is_empty() && !text.contains('\n'), "{name}: {text}");
            }
            assert!(a.longer_keys.is_sorted() && a.longer_keys.iter().all(|&l| l > a.key_bytes));
            assert!(a.cuts.last().is_none_or(|bits| *bits == a.output_bits), "{name}");
            assert!(a.output_bits % 8 == 0 && a.output_bits <= 8 * Digest::MAX, "{name}");
            assert!((a.backends.available)().contains(&(a.backends.detect)()), "{name}");
            assert!(a.bound.is_none_or(|bound| bound(1) < 0.0 && bound(1) <= bound(u64::MAX)));
        }
    }

    /// A bound for any lengths must hold for a message and the same message with a zero byte, as for
    /// any other two. These collide under every key where zeros are all that pads a message.
    #[test]
    fn bounds_are_for_lengths_that_they_hold_for() {
        for a in ALGORITHMS.iter().filter(|a| a.bound.is_some() && a.output_bits >= 32) {
            let colliding = (0..50).filter(|seed| {
                let nonce = a.with_nonce.map(|_| b"nonce".as_slice());
                let hasher = a.hasher(&Key::Seed(*seed), nonce, None).expect("a hash function");
                hasher.hash(b"a") == hasher.hash(b"a\0")
            });
            assert_eq!(colliding.count(), if a.one_length { 50 } else { 0 }, "{}", a.name);
        }
    }

    #[test]
    fn streams_and_backends_agree() {
        let lengths = testkit::lengths::ladder(40, 1024, 3);
        for a in ALGORITHMS {
            let best = (a.backends.detect)();
            let available = (a.backends.available)();
            let mut keys = vec![Key::Seed(0)];
            if a.key_bytes > 0 {
                keys.push(Key::Seed(1));
                keys.extend(a.key_lengths().map(|length| Key::Bytes(vec![0xa5; length].into())));
            }
            let nonce = a.with_nonce.map(|_| b"nonce".as_slice());
            sweep(a.name, a.backends.names, available.iter().map(|b| (*b, *b)), best, |backend| {
                for key in &keys {
                    let hasher = a.hasher(key, nonce, Some(backend)).expect("it is available");
                    let other = a.hasher(key, nonce, None).expect("a hash function");
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
            let longer = Key::Bytes(vec![0; a.key_bytes + 1].into());
            assert!(!keyed || a.hasher(&longer, nonce, None).is_err());
            assert!(a.hasher(&Key::Seed(0), nonce, Some("none")).is_err());
            let other_nonce = if nonce.is_none() { Some(b"nonce".as_slice()) } else { None };
            assert!(a.hasher(&Key::Seed(0), other_nonce, None).is_err());
        }
    }

    #[test]
    fn digits() {
        let digest = Digest::from(0x0123_4567_89ab_cdef_u64);
        assert_eq!(digest.to_hex(), "0123456789abcdef");
        assert_eq!(Digest::from(0x0123_4567_u32).to_hex(), "01234567");
        let bytes: [u8; 16] = std::array::from_fn(|i| u8::try_from(i).expect("small"));
        assert_eq!(Digest::from(bytes).to_hex(), "000102030405060708090a0b0c0d0e0f");
        assert_eq!(digest.first(16).to_hex(), "0123");
        assert_eq!(Digest::from([0x0123_4567_89ab_cdef]), digest);
        assert_eq!(Digest::from([1, 2]).to_hex(), "00000000000000010000000000000002");
        assert_eq!(Digest::from_hex(b"0123456789ABCDEF", 64), Some(digest));
        for (text, bits) in [("0123456789abcde", 64), ("0123456789abcdeg", 64), ("", 64), ("", 520)]
        {
            assert_eq!(Digest::from_hex(text.as_bytes(), bits), None, "{text}");
        }
    }
}
