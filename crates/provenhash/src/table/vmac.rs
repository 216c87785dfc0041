//! VMAC: VHASH and a pad by AES for each message.

use crate::algorithm::{Algorithm, With};
use crate::function::{Makers, Pieces, Secret, UnderNonces};
use crate::table::State;
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
    vmac: Arc<Vmac<C, T>>,
}

/// VMAC with a key of any cipher.
trait OfAnyCipher<const T: usize>: Shared {
    fn key(&self) -> &Key<T>;
}

impl<C: Cipher + Shared, const T: usize> OfAnyCipher<T> for Vmac<C, T> {
    fn key(&self) -> &Key<T> {
        self.key()
    }
}

/// Shares VMAC, and with it the key of VHASH that streams use.
#[derive(Clone)]
struct Owner<const T: usize>(Arc<dyn OfAnyCipher<T>>);

impl<const T: usize> Borrow<Key<T>> for Owner<T> {
    fn borrow(&self) -> &Key<T> {
        self.0.key()
    }
}

impl<C, const T: usize> UnderNonces for Under<C, T>
where
    C: Cipher + Clone + Shared,
    Vmac<C, T>: Tags,
    State: From<InPieces<T>>,
{
    fn to_bytes(&self) -> Vec<u8> {
        self.key.0.clone()
    }

    fn backend(&self) -> &'static str {
        self.vmac.key().backend().name()
    }

    fn with_backend(&self, name: &str) -> Option<Arc<dyn UnderNonces>> {
        let backend = vhash::Backend::from_name(name)?;
        let vmac = Vmac::clone(&self.vmac).with_backend(backend);
        Some(Arc::new(Self { key: Arc::clone(&self.key), vmac: Arc::new(vmac) }))
    }

    fn tag(&self, nonce: &[u8], message: &[u8]) -> Result<Digest, Error> {
        Ok(self.vmac.digest(&of_nonce(nonce)?, message))
    }

    fn stream(&self, nonce: &[u8]) -> Result<State, Error> {
        Ok(InPieces(self.vmac.mac_owned(self.owner(), &of_nonce(nonce)?)).into())
    }

    fn resume(&self, nonce: &[u8], checkpoint: &[u8]) -> Result<State, Error> {
        let stream = self.vmac.resume_owned(self.owner(), &of_nonce(nonce)?, checkpoint)?;
        Ok(InPieces(stream).into())
    }
}

impl<C: Cipher + Shared, const T: usize> Under<C, T> {
    fn owner(&self) -> Owner<T> {
        Owner(Arc::clone(&self.vmac) as Arc<dyn OfAnyCipher<T>>)
    }
}

fn of_nonce(bytes: &[u8]) -> Result<Nonce, Error> {
    Nonce::try_from(bytes).map_err(|_| Error::Nonce { found: bytes.len() })
}

/// A message in pieces.
#[derive(Clone)]
pub(crate) struct InPieces<const T: usize>(VmacStream<Owner<T>, T>);

/// Tags, which have two widths.
trait Tags {
    fn digest(&self, nonce: &Nonce, message: &[u8]) -> Digest;
}

macro_rules! widths {
    ($($iterations:literal $bytes:literal $VMAC:ident $Vhash:ty;)*) => {
        $(impl<C: Cipher> Tags for Vmac<C, $iterations> {
            fn digest(&self, nonce: &Nonce, message: &[u8]) -> Digest {
                Digest::of(self.tag(nonce, message))
            }
        }

        impl Pieces for InPieces<$iterations> {
            fn update(&mut self, bytes: &[u8]) {
                self.0.update(bytes);
            }

            fn finalize(&self) -> Digest {
                Digest::of::<$bytes>(self.0.clone().finalize_fixed().into())
            }

            fn checkpoint(&self) -> Vec<u8> {
                self.0.checkpoint().to_vec()
            }
        }

        impl InPieces<$iterations> {
            pub(super) const ROW: Algorithm = Algorithm {
                description: vhash::named::$VMAC,
                makers: With::Nonces(Makers {
                    from_bytes: of_bytes::<$iterations>,
                    from_seed: seeded::<$iterations>,
                }),
                key_lengths: &[16, 24, 32],
                word_bytes: 1,
                ..Algorithm::of::<$Vhash>()
            };
        })*
    };
}

widths! {
    1 8 VMAC64 Vhash64;
    2 16 VMAC128 Vhash128;
}

/// Makes VMAC of the bytes of a key, whose number chooses the cipher.
fn of_bytes<const T: usize>(bytes: &[u8]) -> Result<Arc<dyn UnderNonces>, &'static str>
where
    Vmac<Aes128, T>: Tags,
    Vmac<Aes192, T>: Tags,
    Vmac<Aes256, T>: Tags,
    State: From<InPieces<T>>,
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
    Vmac<C, T>: Tags,
    State: From<InPieces<T>>,
{
    let vmac = Arc::new(Vmac::<C, T>::from_key(bytes).ok()?);
    Some(Arc::new(Under { key: Arc::new(Secret(bytes.to_vec())), vmac }))
}

/// The key of AES-128 that [`Vmac::from_seed`] derives.
fn seeded<const T: usize>(seed: u64) -> Arc<dyn UnderNonces>
where
    Vmac<Aes128, T>: Tags,
    State: From<InPieces<T>>,
{
    let mut key = [0; 16];
    SeedWords::new("VMAC", seed).fill(&mut key);
    with::<Aes128, T>(&key).expect("AES-128 has keys of 16 bytes")
}
