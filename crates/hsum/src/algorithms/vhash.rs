//! VHASH of one and two iterations, and VMAC.

use super::{Algorithm, Backends, Digest, Instance, Key, NewInstance, Stream, named};
use aes::{Aes128, Aes192, Aes256};
use digest::{FixedOutput, Update};
use vhash::vmac::{Cipher, Nonce, Vmac, VmacStream};
use vhash::{Backend, Key64, Key128, VHasher64, VHasher128, hash, hash_mixed, hash128};

pub(super) const SOURCE: &str = "Dai and Krovetz, \"VHASH security\", 2007";
pub(super) const VMAC_SOURCE: &str = "Krovetz and Dai, \"VMAC: Message authentication code using \
                                      universal hashing\", draft-krovetz-vmac-01, 2007";

pub(super) const BACKENDS: Backends = Backends::of::<Backend>();

pub(super) const VHASH64: Algorithm = Algorithm {
    name: "vhash64",
    summary: "VHASH-64, as the authors' library computes it",
    about: "Almost delta universal: suitable for tables, and for MACs that add a fresh pad to each \
            value, as vmac64 does. The bare value is no MAC.",
    source: SOURCE,
    key_bytes: Key64::BYTES,
    output_bits: 64,
    bound: Some(vhash::bound::collision_bound),
    backends: BACKENDS,
    new: hasher64,
    ..Algorithm::BASE
};

pub(super) const VHASH64_MIXED: Algorithm = Algorithm {
    name: "vhash64-mixed",
    summary: "VHASH-64 and a bijective mixer, for general use",
    about: "The value of vhash64 through the finaliser NASAM. It has the same collisions as \
            vhash64, but is no longer delta universal.",
    new: |key, backend| Ok(Box::new(Mixed(key64(key, backend)?))),
    ..VHASH64
};

pub(super) const VHASH128: Algorithm = Algorithm {
    name: "vhash128",
    summary: "VHASH-128, as the authors' library computes it",
    about: "Two iterations of vhash64 in one pass, whose bounds multiply. The bare value is no \
            MAC.",
    source: SOURCE,
    key_bytes: Key128::BYTES,
    output_bits: 128,
    bound: Some(vhash::bound::collision_bound128),
    backends: BACKENDS,
    new: hasher128,
    ..Algorithm::BASE
};

pub(super) const VMAC64: Algorithm = Algorithm {
    name: "vmac64",
    summary: "VMAC-64: vhash64 and a pad by AES, for one message a nonce",
    about: "A MAC under an AES key of 16, 24 or 32 bytes. Two messages under one key and nonce \
            reveal the hash key: never use a nonce again.",
    source: VMAC_SOURCE,
    key_bytes: 16,
    longer_keys: &[24, 32],
    output_bits: 64,
    bound: Some(vhash::bound::collision_bound),
    backends: BACKENDS,
    with_nonce: Some(mac::<1>),
    ..Algorithm::BASE
};

pub(super) const VMAC128: Algorithm = Algorithm {
    name: "vmac128",
    summary: "VMAC-128: vhash128 and pads by AES, for one message a nonce",
    about: "A MAC under an AES key of 16, 24 or 32 bytes, which must not be used for vmac64 \
            too. Two messages under one key and nonce reveal the hash key: never use a nonce \
            again.",
    source: VMAC_SOURCE,
    key_bytes: 16,
    longer_keys: &[24, 32],
    output_bits: 128,
    bound: Some(vhash::bound::collision_bound128),
    backends: BACKENDS,
    with_nonce: Some(mac::<2>),
    ..Algorithm::BASE
};

fn key64(key: &Key<'_>, backend: &str) -> Result<Key64, String> {
    let key = match key {
        Key::Seed(seed) => Key64::from_seed(*seed),
        Key::Bytes(bytes) => Key64::try_from(&**bytes).map_err(|e| e.to_string())?,
    };
    Ok(key.with_backend(named(backend)?))
}

pub(super) fn hasher64(key: &Key<'_>, backend: &str) -> NewInstance {
    Ok(Box::new(key64(key, backend)?))
}

pub(super) fn hasher128(key: &Key<'_>, backend: &str) -> NewInstance {
    let key = match key {
        Key::Seed(seed) => Key128::from_seed(*seed),
        Key::Bytes(bytes) => Key128::try_from(&**bytes).map_err(|e| e.to_string())?,
    };
    Ok(Box::new(key.with_backend(named(backend)?)))
}

impl Instance for Key64 {
    fn hash(&self, message: &[u8]) -> Digest {
        hash(self, message).into()
    }

    fn stream(&self) -> Box<dyn Stream + '_> {
        Box::new(VHasher64::new(self))
    }
}

/// The mixed form of a hash function or a stream.
struct Mixed<T>(T);

impl Instance for Mixed<Key64> {
    fn hash(&self, message: &[u8]) -> Digest {
        hash_mixed(&self.0, message).into()
    }

    fn stream(&self) -> Box<dyn Stream + '_> {
        Box::new(Mixed(VHasher64::new(&self.0)))
    }
}

impl Stream for Mixed<VHasher64<&Key64>> {
    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finalize(&self) -> Digest {
        self.0.finalize_mixed().into()
    }
}

impl Instance for Key128 {
    fn hash(&self, message: &[u8]) -> Digest {
        hash128(self, message).into()
    }

    fn stream(&self) -> Box<dyn Stream + '_> {
        Box::new(VHasher128::new(self))
    }
}

impl Stream for VHasher64<&Key64> {
    fn update(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    fn finalize(&self) -> Digest {
        self.finalize().into()
    }
}

impl Stream for VHasher128<&Key128> {
    fn update(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    fn finalize(&self) -> Digest {
        self.finalize().into()
    }
}

/// VMAC of one message.
struct WithNonce<C, const T: usize> {
    vmac: Vmac<C, T>,
    nonce: Nonce,
}

/// Makes VMAC with T iterations, over the AES that has keys of this length.
pub(super) fn mac<const T: usize>(key: &Key<'_>, nonce: &[u8], backend: &str) -> NewInstance
where
    for<'v> VmacStream<'v, T>: FixedOutput,
{
    let nonce = Nonce::try_from(nonce).map_err(|e| e.to_string())?;
    let backend = named(backend)?;
    match key {
        Key::Seed(seed) => boxed(Vmac::<Aes128, T>::from_seed(*seed), nonce, backend),
        Key::Bytes(bytes) => match bytes.len() {
            24 => with_cipher::<Aes192, T>(bytes, nonce, backend),
            32 => with_cipher::<Aes256, T>(bytes, nonce, backend),
            _ => with_cipher::<Aes128, T>(bytes, nonce, backend),
        },
    }
}

fn with_cipher<C, const T: usize>(key: &[u8], nonce: Nonce, backend: Backend) -> NewInstance
where
    C: Cipher + Send + Sync + 'static,
    for<'v> VmacStream<'v, T>: FixedOutput,
{
    boxed(Vmac::<C, T>::from_key(key).map_err(|e| e.to_string())?, nonce, backend)
}

fn boxed<C, const T: usize>(vmac: Vmac<C, T>, nonce: Nonce, backend: Backend) -> NewInstance
where
    C: Cipher + Send + Sync + 'static,
    for<'v> VmacStream<'v, T>: FixedOutput,
{
    Ok(Box::new(WithNonce { vmac: vmac.with_backend(backend), nonce }))
}

impl<C, const T: usize> Instance for WithNonce<C, T>
where
    C: Cipher + Send + Sync,
    for<'v> VmacStream<'v, T>: FixedOutput,
{
    fn hash(&self, message: &[u8]) -> Digest {
        let mut stream = self.vmac.mac(&self.nonce);
        Update::update(&mut stream, message);
        Stream::finalize(&stream)
    }

    fn stream(&self) -> Box<dyn Stream + '_> {
        Box::new(self.vmac.mac(&self.nonce))
    }
}

impl<const T: usize> Stream for VmacStream<'_, T>
where
    Self: FixedOutput,
{
    fn update(&mut self, bytes: &[u8]) {
        Update::update(self, bytes);
    }

    fn finalize(&self) -> Digest {
        Digest::from_bytes(self.clone().finalize_fixed())
    }
}
