//! GHASH and POLYVAL.

use super::{Backends, Digest, Hasher, Key, Made, Stream};
use ghash_clmul::{Backend, Standard};

pub(super) const GHASH_SOURCE: &str = "McGrew and Viega, \"The Galois/counter mode of operation \
                                       (GCM)\", 2004; NIST SP 800-38D";
pub(super) const POLYVAL_SOURCE: &str =
    "Gueron, Langley and Lindell, \"AES-GCM-SIV\", RFC 8452, 2019";

pub(super) const BACKENDS: Backends = Backends {
    names: &Backend::NAMES,
    available: || Backend::available().map(Backend::name).collect(),
    detect: || Backend::detect().name(),
};

struct Keyed<S: Standard>(ghash_clmul::Key<S>);

struct KeyedStream<'k, S: Standard>(ghash_clmul::Hasher<'k, S>);

pub(super) fn hasher<S: Standard + Send + Sync>(key: &Key<'_>, backend: &str) -> Made {
    let key = match key {
        Key::Seed(seed) => ghash_clmul::Key::<S>::from_seed(*seed),
        Key::Bytes(bytes) => ghash_clmul::Key::try_from(&**bytes)
            .map_err(|e: ghash_clmul::KeyLengthError| e.to_string())?,
    };
    let backend = Backend::from_name(backend).ok_or("no such backend")?;
    Ok(Box::new(Keyed(key.with_backend(backend))))
}

impl<S: Standard + Send + Sync> Hasher for Keyed<S> {
    fn hash(&self, message: &[u8]) -> Digest {
        ghash_clmul::hash(&self.0, message).into()
    }

    fn stream(&self) -> Box<dyn Stream + '_> {
        Box::new(KeyedStream(ghash_clmul::Hasher::new(&self.0)))
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
