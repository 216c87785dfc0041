//! VHASH on every backend, and VMAC.

use crate::subject::Subject;
use std::hint::black_box;
use vhash::vmac::{Nonce, Vmac64};
use vhash::{Backend, Key64, Key128, hash, hash128};

/// Lists VHASH-64, VHASH-128 and VMAC-64 on every backend of this CPU, the narrowest first.
#[must_use]
pub fn subjects() -> Vec<Subject> {
    let of64 = |backend: Backend| {
        let key = Key64::from_seed(1).with_backend(backend);
        Subject::new("vhash64", backend.name(), move |m| hash(&key, m))
    };
    let of128 = |backend: Backend| {
        let key = Key128::from_seed(1).with_backend(backend);
        Subject::new("vhash128", backend.name(), move |m| {
            hash128(&key, m).iter().fold(0, |sum, h| sum ^ h)
        })
    };
    let mac = |backend: Backend| {
        let vmac: Vmac64 = Vmac64::from_seed(1).with_backend(backend);
        // All runs use one nonce, because they must give the same sum. It is encrypted each time.
        Subject::new("vmac64", backend.name(), move |m| {
            let nonce = Nonce::from(black_box(1));
            u64::from_be_bytes(vmac.tag(&nonce, m))
        })
    };
    let backends = || Backend::available();
    backends().map(of64).chain(backends().map(of128)).chain(backends().map(mac)).collect()
}
