//! The compiled part of the Python package `provenhash`; its public module is
//! `provenhash/__init__.py`.
//!
//! `unsafe` is used only at the border: Python's buffers (`message`), Arrow's structs (`arrow`) and
//! the exported buffers (`hashes`).

#![deny(unsafe_code)]

mod array;
mod arrow;
mod column;
mod hasher;
mod hashes;
mod key;
mod message;
mod s3;
mod vmac;

/// The compiled part of the package; see `provenhash`.
// This is sound without the interpreter's lock, because every class is frozen, and a hasher's state
// has its own lock.
#[pyo3::pymodule(gil_used = false)]
mod _provenhash {
    #[pymodule_export]
    use crate::array::{hash_arrow, hash_codes, hash_fixed, hash_list};
    #[pymodule_export]
    use crate::hasher::Hasher;
    #[pymodule_export]
    use crate::hashes::Hashes;
    #[pymodule_export]
    use crate::key::{Algorithm, Key};
    #[pymodule_export]
    use crate::s3::s3_etag;
    #[pymodule_export]
    use crate::vmac::VmacKey;

    use provenhash::ALGORITHMS;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // VMAC has a class of its own, and MD5 no keys.
        let keyed = ALGORITHMS.iter().filter(|row| !row.nonce && !row.key_lengths.is_empty());
        module.add("algorithms", keyed.map(Algorithm).collect::<Vec<_>>())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("md5", Key::of("md5", b"")?)
    }
}
