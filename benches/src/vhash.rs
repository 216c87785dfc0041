//! VHASH on every backend, and VMAC.

use crate::subjects::Subject;
use vhash::{Backend, Key64, Key128, hash64, hash128};

/// VHASH-64 and VHASH-128 on every backend of this CPU, narrowest first.
#[must_use]
pub fn subjects() -> Vec<Subject> {
    let of64 = |backend: Backend| {
        let key = Key64::from_seed(1).with_backend(backend);
        Subject::new("vhash64", backend.name(), move |m| hash64(&key, m))
    };
    let of128 = |backend: Backend| {
        let key = Key128::from_seed(1).with_backend(backend);
        Subject::new("vhash128", backend.name(), move |m| hash128(&key, m)[0])
    };
    Backend::available().map(of64).chain(Backend::available().map(of128)).collect()
}
