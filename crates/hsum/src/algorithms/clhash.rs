//! CLHASH, its two mixed forms, and CLHASH-128.

use super::{Algorithm, Backends, Digest, Instance, Key, NewInstance, Stream, named};
use clhash::{Backend, ClHasher, wide};

pub(super) const SOURCE: &str = "Lemire and Kaser, \"Faster 64-bit universal hashing using \
                                 carry-less multiplications\", 2015";

pub(super) const BACKENDS: Backends = Backends::of::<Backend>();

pub(super) const CLHASH: Algorithm = Algorithm {
    name: "clhash",
    summary: "CLHASH, the published library's default build",
    about: "Almost XOR universal: suitable for tables, and for MACs that add a fresh pad to each \
            value. Linear, so it has no avalanche, and the bare value is no MAC.",
    source: SOURCE,
    key_bytes: clhash::Key::BYTES,
    output_bits: 64,
    bound: Some(clhash::bound::collision_bound),
    backends: BACKENDS,
    new: |key, backend| hasher(key, backend, Form::Plain),
    ..Algorithm::BASE
};

pub(super) const CLHASH_MIXED: Algorithm = Algorithm {
    name: "clhash-mixed",
    summary: "CLHASH and a bijective mixer, for avalanche",
    about: "The value of clhash through the finaliser NASAM, for general use. It has the same \
            collisions as clhash, but is no longer XOR universal.",
    source: SOURCE,
    key_bytes: clhash::Key::BYTES,
    output_bits: 64,
    bound: Some(clhash::bound::collision_bound),
    backends: BACKENDS,
    new: |key, backend| hasher(key, backend, Form::Mixed),
    ..Algorithm::BASE
};

pub(super) const CLHASH_BITMIX: Algorithm = Algorithm {
    name: "clhash-bitmix",
    summary: "CLHASH, the published library built with its bit-mixing option",
    about: "Up to 1024 bytes the value of clhash through the finaliser of MurmurHash3, above that \
            the value of clhash: for compatibility with stored values.",
    source: SOURCE,
    key_bytes: clhash::Key::BYTES,
    output_bits: 64,
    bound: Some(clhash::bound::collision_bound),
    backends: BACKENDS,
    new: |key, backend| hasher(key, backend, Form::Bitmix),
    ..Algorithm::BASE
};

pub(super) const CLHASH128: Algorithm = Algorithm {
    name: "clhash128",
    summary: "CLHASH-128: 128 bits from nine products where clhash takes eight",
    about: "Strongly universal up to the bound: any bits of it are a hash. The published library \
            does not contain this function. The bare value is no MAC.",
    source: "the crate clhash, module wide; by the encode-hash-combine of Nandi, \"On the minimum \
             number of multiplications necessary for universal hash functions\", 2013",
    key_bytes: wide::Key::BYTES,
    output_bits: 128,
    bound: Some(wide::bound::collision_bound),
    backends: BACKENDS,
    new: hasher128,
    ..Algorithm::BASE
};

/// The finaliser of the value.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Plain,
    Mixed,
    Bitmix,
}

struct Keyed {
    key: clhash::Key,
    form: Form,
}

struct KeyedStream<'k> {
    hasher: ClHasher<&'k clhash::Key>,
    form: Form,
}

pub(super) fn hasher(key: &Key<'_>, backend: &str, form: Form) -> NewInstance {
    let key = match key {
        Key::Seed(seed) => clhash::Key::from_seed(*seed),
        Key::Bytes(bytes) => clhash::Key::try_from(&**bytes).map_err(|e| e.to_string())?,
    };
    let backend = named(backend)?;
    Ok(Box::new(Keyed { key: key.with_backend(backend), form }))
}

impl Instance for Keyed {
    fn hash(&self, message: &[u8]) -> Digest {
        let hash = match self.form {
            Form::Plain => clhash::hash,
            Form::Mixed => clhash::hash_mixed,
            Form::Bitmix => clhash::hash_bitmix,
        };
        hash(&self.key, message).into()
    }

    fn stream(&self) -> Box<dyn Stream + '_> {
        Box::new(KeyedStream { hasher: ClHasher::new(&self.key), form: self.form })
    }
}

impl Stream for KeyedStream<'_> {
    fn update(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
    }

    fn finalize(&self) -> Digest {
        match self.form {
            Form::Plain => self.hasher.finalize(),
            Form::Mixed => self.hasher.finalize_mixed(),
            Form::Bitmix => self.hasher.finalize_bitmix(),
        }
        .into()
    }
}

pub(super) fn hasher128(key: &Key<'_>, backend: &str) -> NewInstance {
    let key = match key {
        Key::Seed(seed) => wide::Key::from_seed(*seed),
        Key::Bytes(bytes) => wide::Key::try_from(&**bytes).map_err(|e| e.to_string())?,
    };
    Ok(Box::new(key.with_backend(named(backend)?)))
}

impl Instance for wide::Key {
    fn hash(&self, message: &[u8]) -> Digest {
        wide::hash(self, message).into()
    }

    fn stream(&self) -> Box<dyn Stream + '_> {
        Box::new(wide::Hasher::new(self))
    }
}

impl Stream for wide::Hasher<&wide::Key> {
    fn update(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    fn finalize(&self) -> Digest {
        self.finalize().into()
    }
}
