//! HighwayHash of one, two and four words.

use super::{Algorithm, Backends, Digest, Instance, Key, NewInstance, Stream, named};
use highwayhash::{Backend, HighwayHasher};

pub(super) const SOURCE: &str = "Alakuijala, Cox and Wassenberg, \"Fast keyed hash/pseudo-random \
                                 function using SIMD multiply and permute\", 2016";

pub(super) const BACKENDS: Backends = Backends::of::<Backend>();

pub(super) const HIGHWAYHASH64: Algorithm = Algorithm {
    name: "highwayhash64",
    summary: "HighwayHash-64, as frozen in August 2017",
    about: "A keyed function that is conjectured to be pseudo-random: suitable where an adversary \
            sees hashes. There is no proof, and a known key protects nothing.",
    source: SOURCE,
    key_bytes: highwayhash::Key::BYTES,
    output_bits: 64,
    backends: BACKENDS,
    new: hasher::<1>,
    ..Algorithm::BASE
};

pub(super) const HIGHWAYHASH128: Algorithm = Algorithm {
    name: "highwayhash128",
    summary: "HighwayHash-128, as frozen in January 2018",
    about: "A keyed function that is conjectured to be pseudo-random: suitable where an adversary \
            sees hashes. There is no proof, and a known key protects nothing.",
    source: SOURCE,
    key_bytes: highwayhash::Key::BYTES,
    output_bits: 128,
    backends: BACKENDS,
    new: hasher::<2>,
    ..Algorithm::BASE
};

pub(super) const HIGHWAYHASH256: Algorithm = Algorithm {
    name: "highwayhash256",
    summary: "HighwayHash-256, as frozen in January 2018",
    about: "A keyed function that is conjectured to be pseudo-random: suitable where an adversary \
            sees hashes. There is no proof, and a known key protects nothing.",
    source: SOURCE,
    key_bytes: highwayhash::Key::BYTES,
    output_bits: 256,
    backends: BACKENDS,
    new: hasher::<4>,
    ..Algorithm::BASE
};

struct Keyed<const WORDS: usize>(highwayhash::Key);

struct KeyedStream<const WORDS: usize>(HighwayHasher);

pub(super) fn hasher<const WORDS: usize>(key: &Key<'_>, backend: &str) -> NewInstance {
    let key = match key {
        Key::Seed(seed) => highwayhash::Key::from_seed(*seed),
        Key::Bytes(bytes) => highwayhash::Key::try_from(&**bytes).map_err(|e| e.to_string())?,
    };
    let backend = named(backend)?;
    Ok(Box::new(Keyed::<WORDS>(key.with_backend(backend))))
}

impl<const WORDS: usize> Instance for Keyed<WORDS> {
    fn hash(&self, message: &[u8]) -> Digest {
        match WORDS {
            1 => highwayhash::hash(&self.0, message).into(),
            2 => highwayhash::hash128(&self.0, message).into(),
            _ => highwayhash::hash256(&self.0, message).into(),
        }
    }

    fn stream(&self) -> Box<dyn Stream + '_> {
        Box::new(KeyedStream::<WORDS>(HighwayHasher::new(&self.0)))
    }
}

impl<const WORDS: usize> Stream for KeyedStream<WORDS> {
    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finalize(&self) -> Digest {
        match WORDS {
            1 => self.0.finalize().into(),
            2 => self.0.finalize128().into(),
            _ => self.0.finalize256().into(),
        }
    }
}
