//! VHASH and VMAC on every backend.

use crate::ghash::{key_bytes, low_half};
use crate::subject::Subject;
use poly1305::universal_hash::KeyInit;
use std::hint::black_box;
use vhash::vmac::{Nonce, Vmac64, Vmac128};
use vhash::{Backend, Key64, Key128, hash, hash128};

/// Lists VHASH-64, VHASH-128 and VMAC-64 on every backend of this CPU, the narrowest first.
#[must_use]
pub fn subjects() -> Vec<Subject> {
    let of64 = |backend: Backend| {
        let key = Key64::from_seed(1).with_backend(backend);
        Subject::new("vhash64", backend.name(), move |m| hash(&key, m))
    };
    let mut subjects: Vec<_> = Backend::available().map(of64).collect();
    subjects.extend(of128());
    subjects.extend(Backend::available().map(mac64));
    subjects
}

/// Lists VHASH-128 on every backend.
#[must_use]
pub fn of128() -> Vec<Subject> {
    let subject = |backend: Backend| {
        let key = Key128::from_seed(1).with_backend(backend);
        Subject::new("vhash128", backend.name(), move |m| {
            hash128(&key, m).iter().fold(0, |sum, h| sum ^ h)
        })
    };
    Backend::available().map(subject).collect()
}

/// Lists VMAC-64 and VMAC-128 on every backend.
#[must_use]
pub fn macs() -> Vec<Subject> {
    Backend::available().map(mac64).chain(Backend::available().map(mac128)).collect()
}

// All runs use one nonce, because they must give the same sum. It is encrypted for each message.

fn mac64(backend: Backend) -> Subject {
    let vmac: Vmac64 = Vmac64::new(&key_bytes().into()).with_backend(backend);
    Subject::new("vmac64", backend.name(), move |m| {
        u64::from_le_bytes(vmac.tag(&Nonce::from(black_box(1)), m))
    })
}

fn mac128(backend: Backend) -> Subject {
    let vmac: Vmac128 = Vmac128::new(&key_bytes().into()).with_backend(backend);
    Subject::new("vmac128", backend.name(), move |m| {
        low_half(vmac.tag(&Nonce::from(black_box(1)), m))
    })
}
