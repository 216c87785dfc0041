//! The compiled part of the Python package `provenhash`; its public module is
//! `provenhash/__init__.py`.
//!
//! `unsafe` is used only at the border: Python's buffers (`message`), Arrow's structs (`tables`,
//! `diff::source`), the memory of hashes (`cells`), which is exported (`hashes`), calls without
//! arguments to parse (`direct`), strings and ints that PyO3 makes slowly or not at all (`text`,
//! `number`), and the interpreter's identity.

#![deny(unsafe_code)]

mod algorithm;
mod array;
mod arrow;
mod cells;
mod checksum;
mod column;
mod diff;
mod direct;
mod exporter;
mod format;
mod frame;
mod hasher;
mod hashes;
mod interpreter;
mod key;
mod kind;
mod message;
mod number;
mod object;
mod quote;
mod s3;
mod sender;
mod tables;
mod text;
mod vmac;

/// Fails to compile for a class whose objects need another alignment than Python gives them: two
/// words.
const fn fits_python<T: pyo3::PyClass>() {
    assert!(align_of::<T>() <= 2 * size_of::<usize>());
}

const _: () = {
    fits_python::<algorithm::Algorithm>();
    fits_python::<checksum::Checksum>();
    fits_python::<diff::Diff>();
    fits_python::<hasher::Hasher>();
    fits_python::<hashes::Hashes>();
    fits_python::<key::Key>();
    fits_python::<sender::Receiver>();
    fits_python::<sender::Sender>();
    fits_python::<tables::Fingerprint>();
    fits_python::<tables::TableKey>();
    fits_python::<vmac::VmacKey>();
};

/// The compiled part of the package; see `provenhash`.
// Every class is frozen, and a hasher's state has its own lock, so little code here needs the
// interpreter's lock. But it has not been run without: an interpreter that has none takes one when
// it imports this, and `interpreter::check` fails if it was told not to.
#[pyo3::pymodule(gil_used = true)]
mod _provenhash {
    #[pymodule_export]
    use crate::algorithm::Algorithm;
    #[pymodule_export]
    use crate::array::{hash_arrow, hash_codes, hash_fixed, hash_list};
    #[pymodule_export]
    use crate::checksum::{Checksum, sql_query, table_checksum};
    #[pymodule_export]
    use crate::diff::{Diff, table_diff, table_places};
    #[pymodule_export]
    use crate::hasher::{Hasher, update_many};
    #[pymodule_export]
    use crate::hashes::{Hashes, hashes_of};
    #[pymodule_export]
    use crate::key::Key;
    #[pymodule_export]
    use crate::s3::s3_etag;
    #[pymodule_export]
    use crate::sender::{Receiver, Sender};
    #[pymodule_export]
    use crate::tables::{Fingerprint, TableKey, table_fingerprint, table_rows};
    #[pymodule_export]
    use crate::vmac::VmacKey;

    use provenhash::ALGORITHMS;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::interpreter::check(module.py())?;
        // VMAC has a class of its own, and MD5 no keys.
        let keyed = ALGORITHMS.iter().filter(|row| !row.nonce && !row.key_lengths.is_empty());
        module.add("algorithms", keyed.map(Algorithm).collect::<Vec<_>>())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("md5", Key::of("md5", b"")?)
    }
}
