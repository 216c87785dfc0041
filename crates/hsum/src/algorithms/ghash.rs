//! GHASH and POLYVAL.

use super::{Algorithm, Backends, Digest, Instance, Key, NewInstance, Stream, named};
use ghash_clmul::{Backend, Gcm, GcmSiv, PolynomialHasher, Standard};

pub(super) const GHASH_SOURCE: &str = "McGrew and Viega, \"The Galois/counter mode of operation \
                                       (GCM)\", 2004; NIST SP 800-38D";
pub(super) const POLYVAL_SOURCE: &str =
    "Gueron, Langley and Lindell, \"AES-GCM-SIV\", RFC 8452, 2019";

pub(super) const BACKENDS: Backends = Backends::of::<Backend>();

pub(super) const GHASH: Algorithm = Algorithm {
    name: "ghash",
    summary: "GHASH, the universal hash of AES-GCM, of the zero-padded message",
    about: "Almost XOR universal: the bare value is no MAC. No length is added, so the bound is \
            for messages of one length: zeros at the end of the last block do not change the \
            value, nor do blocks of zeros at the beginning.",
    source: GHASH_SOURCE,
    key_bytes: ghash_clmul::GhashKey::BYTES,
    output_bits: 128,
    bound: Some(ghash_clmul::bound::collision_bound),
    one_length: true,
    backends: BACKENDS,
    new: hasher::<Gcm>,
    ..Algorithm::BASE
};

pub(super) const POLYVAL: Algorithm = Algorithm {
    name: "polyval",
    summary: "POLYVAL, the universal hash of AES-GCM-SIV, of the zero-padded message",
    about: "Almost XOR universal: the bare value is no MAC. No length is added, so the bound is \
            for messages of one length: zeros at the end of the last block do not change the \
            value, nor do blocks of zeros at the beginning.",
    source: POLYVAL_SOURCE,
    key_bytes: ghash_clmul::PolyvalKey::BYTES,
    output_bits: 128,
    bound: Some(ghash_clmul::bound::collision_bound),
    one_length: true,
    backends: BACKENDS,
    new: hasher::<GcmSiv>,
    ..Algorithm::BASE
};

struct Keyed<S: Standard>(ghash_clmul::Key<S>);

struct KeyedStream<'k, S: Standard>(PolynomialHasher<S, &'k ghash_clmul::Key<S>>);

pub(super) fn hasher<S: Standard + Send + Sync>(key: &Key<'_>, backend: &str) -> NewInstance {
    let key = match key {
        Key::Seed(seed) => ghash_clmul::Key::<S>::from_seed(*seed),
        Key::Bytes(bytes) => ghash_clmul::Key::try_from(&**bytes)
            .map_err(|e: ghash_clmul::KeyLengthError| e.to_string())?,
    };
    let backend = named(backend)?;
    Ok(Box::new(Keyed(key.with_backend(backend))))
}

impl<S: Standard + Send + Sync> Instance for Keyed<S> {
    fn hash(&self, message: &[u8]) -> Digest {
        ghash_clmul::hash(&self.0, message).into()
    }

    fn stream(&self) -> Box<dyn Stream + '_> {
        Box::new(KeyedStream(PolynomialHasher::new(&self.0)))
    }
}

impl<S: Standard> Stream for KeyedStream<'_, S> {
    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finalize(&self) -> Digest {
        self.0.finalize().into()
    }
}
