//! VMAC with AES keys of any length, and its streams.

use crate::key::KeyType;
use crate::object::Shared;
use crate::status::ph_status_t::PH_ERROR_KEY_LENGTH;
use crate::status::{Failure, failure};
use aes::{Aes128, Aes192, Aes256};
use core::borrow::Borrow;
use digest::{FixedOutput, OutputSizeUser, Update};
use vhash::Key;
use vhash::vmac::{Nonce, Vmac, VmacStream};

/// VMAC under a key of one of three lengths.
pub(crate) enum Mac<const T: usize> {
    Aes128(Vmac<Aes128, T>),
    Aes192(Vmac<Aes192, T>),
    Aes256(Vmac<Aes256, T>),
}

/// Evaluates an expression for whichever cipher the key has.
macro_rules! each_cipher {
    ($mac:expr, $vmac:ident => $call:expr) => {
        match $mac {
            Mac::Aes128($vmac) => $call,
            Mac::Aes192($vmac) => $call,
            Mac::Aes256($vmac) => $call,
        }
    };
}

impl<const T: usize> Mac<T> {
    /// Derives the AES-128 key of a number.
    pub(crate) fn from_seed(seed: u64) -> Self {
        Self::Aes128(Vmac::from_seed(seed))
    }

    fn key(&self) -> &Key<T> {
        each_cipher!(self, vmac => vmac.key())
    }

    fn mac(&self, owner: Owner<T>, nonce: &Nonce) -> VmacStream<Owner<T>, T> {
        each_cipher!(self, vmac => vmac.mac_owned(owner, nonce))
    }
}

impl<const T: usize> KeyType for Mac<T> {
    fn of(bytes: &[u8]) -> Result<Self, Failure> {
        Ok(match bytes.len() {
            24 => Self::Aes192(Vmac::from_key(bytes)?),
            32 => Self::Aes256(Vmac::from_key(bytes)?),
            16 => Self::Aes128(Vmac::from_key(bytes)?),
            found => {
                let message = format_args!("key has {found} bytes, VMAC needs 16, 24 or 32");
                return Err(failure(PH_ERROR_KEY_LENGTH, message));
            }
        })
    }

    fn chosen(self) -> Self {
        self
    }

    fn backend_name(&self) -> &'static str {
        each_cipher!(self, vmac => vmac.key().backend().name())
    }
}

macro_rules! tags {
    ($($iterations:literal $bytes:literal)*) => { $(
        impl Mac<$iterations> {
            pub(crate) fn tag(&self, nonce: &Nonce, message: &[u8]) -> [u8; $bytes] {
                each_cipher!(self, vmac => vmac.tag(nonce, message))
            }

            pub(crate) fn verify(
                &self,
                nonce: &Nonce,
                message: &[u8],
                tag: &[u8],
            ) -> Result<(), hash_core::TagError> {
                each_cipher!(self, vmac => vmac.verify(nonce, message, tag))
            }
        }
    )* };
}

tags! {
    1 8
    2 16
}

/// A message in pieces, which owns its key.
#[derive(Clone)]
pub(crate) struct Stream<const T: usize>(VmacStream<Owner<T>, T>);

/// An owner of the key.
#[derive(Clone)]
pub(crate) struct Owner<const T: usize>(Shared<Mac<T>>);

impl<const T: usize> Borrow<Key<T>> for Owner<T> {
    fn borrow(&self) -> &Key<T> {
        self.0.key()
    }
}

impl<const T: usize> Stream<T> {
    pub(crate) fn new(owner: Shared<Mac<T>>, nonce: &Nonce) -> Self {
        let other = owner.clone();
        Self(other.mac(Owner(owner), nonce))
    }

    pub(crate) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub(crate) fn finalize<const N: usize>(&self) -> [u8; N]
    where
        VmacStream<Owner<T>, T>: FixedOutput,
        digest::Output<VmacStream<Owner<T>, T>>: Into<[u8; N]>,
    {
        self.0.clone().finalize_fixed().into()
    }
}

/// Parses a nonce from C.
pub(crate) fn nonce(bytes: &[u8]) -> Result<Nonce, Failure> {
    Ok(Nonce::try_from(bytes)?)
}

const _: () = {
    // These are the lengths of tags in the header.
    const fn size<S: OutputSizeUser>() -> usize {
        size_of::<digest::Output<S>>()
    }
    assert!(size::<VmacStream<Owner<1>, 1>>() == 8);
    assert!(size::<VmacStream<Owner<2>, 2>>() == 16);
};

/// Returns the logarithm of the bound of one forgery.
pub(crate) fn forgery_bound<const T: usize>(len: u64) -> f64 {
    let one = vhash::bound::forgery_bound(len);
    // Both hashes must collide at once.
    if T == 1 { one } else { 2.0 * one }
}
