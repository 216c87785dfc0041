//! VMAC: VHASH and a pad by AES for each message.

use crate::algorithm::{Algorithm, With};
use crate::function::{Makers, Pieces, Secret, UnderNonces};
use crate::{Digest, Error};
use aes::{Aes128, Aes192, Aes256};
use digest::{FixedOutput, Update};
use hash_core::function::Shared;
use hash_core::seed::SeedWords;
use std::borrow::Borrow;
use std::sync::Arc;
use vhash::Key;
use vhash::named::{Vhash64, Vhash128};
use vhash::vmac::{Cipher, Nonce, Vmac, VmacStream};

/// VMAC with T iterations and a key of this cipher, whose bytes are kept.
struct Under<C, const T: usize> {
    key: Arc<Secret>,
    vmac: Owner<C, T>,
}

/// Shares VMAC, and with it the key of VHASH that streams use.
struct Owner<C, const T: usize>(Arc<Vmac<C, T>>);

impl<C, const T: usize> Clone for Owner<C, T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<C: Cipher, const T: usize> Borrow<Key<T>> for Owner<C, T> {
    fn borrow(&self) -> &Key<T> {
        self.0.key()
    }
}

impl<C, const T: usize> UnderNonces for Under<C, T>
where
    C: Cipher + Clone + Shared,
    Vmac<C, T>: Tags<C, T>,
{
    fn to_bytes(&self) -> Vec<u8> {
        self.key.0.clone()
    }

    fn backend(&self) -> &'static str {
        self.vmac.0.key().backend().name()
    }

    fn with_backend(&self, name: &str) -> Option<Arc<dyn UnderNonces>> {
        let backend = vhash::Backend::from_name(name)?;
        let vmac = Vmac::clone(&self.vmac.0).with_backend(backend);
        Some(Arc::new(Self { key: Arc::clone(&self.key), vmac: Owner(Arc::new(vmac)) }))
    }

    fn tag(&self, nonce: &[u8], message: &[u8]) -> Result<Digest, Error> {
        Ok(self.vmac.0.digest(&of_nonce(nonce)?, message))
    }

    fn stream(&self, nonce: &[u8]) -> Result<Box<dyn Pieces>, Error> {
        Ok(Box::new(InPieces(self.start(&of_nonce(nonce)?))))
    }

    fn resume(&self, nonce: &[u8], checkpoint: &[u8]) -> Result<Box<dyn Pieces>, Error> {
        let owner = self.vmac.clone();
        let stream = self.vmac.0.resume_owned(owner, &of_nonce(nonce)?, checkpoint)?;
        Ok(Box::new(InPieces(stream)))
    }
}

/// The differences between the two widths of tags.
trait Tags<C, const T: usize> {
    fn digest(&self, nonce: &Nonce, message: &[u8]) -> Digest;
    fn finish(stream: VmacStream<Owner<C, T>, T>) -> Digest;
}

macro_rules! tags {
    ($($iterations:literal $bytes:literal;)*) => {
        $(impl<C: Cipher> Tags<C, $iterations> for Vmac<C, $iterations> {
            fn digest(&self, nonce: &Nonce, message: &[u8]) -> Digest {
                Digest::of(self.tag(nonce, message))
            }

            fn finish(stream: VmacStream<Owner<C, $iterations>, $iterations>) -> Digest {
                Digest::of::<$bytes>(stream.finalize_fixed().into())
            }
        })*
    };
}

tags! {
    1 8;
    2 16;
}

impl<C: Cipher, const T: usize> Under<C, T> {
    fn start(&self, nonce: &Nonce) -> VmacStream<Owner<C, T>, T> {
        self.vmac.0.mac_owned(self.vmac.clone(), nonce)
    }
}

fn of_nonce(bytes: &[u8]) -> Result<Nonce, Error> {
    Nonce::try_from(bytes).map_err(|error| Error::Nonce { why: error.to_string() })
}

/// A message in pieces.
struct InPieces<C, const T: usize>(VmacStream<Owner<C, T>, T>);

impl<C, const T: usize> Pieces for InPieces<C, T>
where
    C: Cipher + Shared,
    Vmac<C, T>: Tags<C, T>,
{
    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finalize(&self) -> Digest {
        Vmac::finish(self.0.clone())
    }

    fn checkpoint(&self) -> Vec<u8> {
        self.0.checkpoint().to_vec()
    }

    fn copy(&self) -> Box<dyn Pieces> {
        Box::new(Self(self.0.clone()))
    }
}

/// Makes VMAC of the bytes of a key, whose number chooses the cipher.
fn of_bytes<const T: usize>(bytes: &[u8]) -> Result<Arc<dyn UnderNonces>, &'static str>
where
    Vmac<Aes128, T>: Tags<Aes128, T>,
    Vmac<Aes192, T>: Tags<Aes192, T>,
    Vmac<Aes256, T>: Tags<Aes256, T>,
{
    let key = match bytes.len() {
        24 => with::<Aes192, T>(bytes),
        32 => with::<Aes256, T>(bytes),
        _ => with::<Aes128, T>(bytes),
    };
    key.ok_or("another length")
}

fn with<C, const T: usize>(bytes: &[u8]) -> Option<Arc<dyn UnderNonces>>
where
    C: Cipher + Clone + Shared,
    Vmac<C, T>: Tags<C, T>,
{
    let vmac = Owner(Arc::new(Vmac::<C, T>::from_key(bytes).ok()?));
    Some(Arc::new(Under { key: Arc::new(Secret(bytes.to_vec())), vmac }))
}

/// The key of AES-128 that [`Vmac::from_seed`] derives.
fn seeded<const T: usize>(seed: u64) -> Arc<dyn UnderNonces>
where
    Vmac<Aes128, T>: Tags<Aes128, T>,
{
    let mut key = [0; 16];
    SeedWords::new("VMAC", seed).fill(&mut key);
    with::<Aes128, T>(&key).expect("AES-128 has keys of 16 bytes")
}

pub(super) const VMAC64: Algorithm = Algorithm {
    description: vhash::named::VMAC64,
    makers: With::Nonces(Makers { from_bytes: of_bytes::<1>, from_seed: seeded::<1> }),
    ..Algorithm { key_lengths: &[16, 24, 32], word_bytes: 1, ..Algorithm::of::<Vhash64>() }
};

pub(super) const VMAC128: Algorithm = Algorithm {
    description: vhash::named::VMAC128,
    makers: With::Nonces(Makers { from_bytes: of_bytes::<2>, from_seed: seeded::<2> }),
    ..Algorithm { key_lengths: &[16, 24, 32], word_bytes: 1, ..Algorithm::of::<Vhash128>() }
};
