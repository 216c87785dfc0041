//! Fingerprints of tables, over Arrow's C data interface.
#![allow(unsafe_code, reason = "capsules hold the structs of the interface")]

use crate::cells::Cells;
use crate::frame;
use crate::hashes::Hashes;
use crate::key::{KEY_IS_SECRET, is_equal, not_pickled, unsigned};
use crate::message::Message;
use crate::text::digits;
use hash_agg::FingerprintError;
use hash_arrow::ffi::{Arrays, ForeignArray, Owned, Released, Schema, Stream, TypedArray};
use hash_arrow::{Array, Error, RowHasher};
use pyo3::exceptions::{
    PyOSError, PyOverflowError, PyRuntimeError, PyTypeError, PyValueError, PyZeroDivisionError,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyCapsuleMethods, PyString, PyTuple};
use std::ffi::CStr;
use std::sync::Arc;

/// The key of fingerprints of tables and of their rows: 32 secret bytes.
///
/// Fingerprints can be compared or combined only if they have the same key. Keep it, and
/// fingerprints, secret from anyone who chooses rows.
///
///     >>> key = provenhash.TableKey.generate()
///     >>> provenhash.TableKey.from_bytes(key.export()) == key
///     True
#[pyclass(frozen, immutable_type, module = "provenhash")]
pub(crate) struct TableKey(pub(crate) Arc<hash_agg::Key>);

#[pymethods]
impl TableKey {
    /// Makes a new random key, every bit of which comes from the operating system.
    ///
    /// Raises OSError if the operating system provides no entropy.
    ///
    ///     >>> provenhash.TableKey.generate()
    ///     <provenhash.TableKey>
    #[staticmethod]
    fn generate() -> PyResult<Self> {
        let key = hash_agg::Key::try_generate();
        key.map(Arc::new).map(Self).map_err(|error| PyOSError::new_err(error.to_string()))
    }

    /// Makes a key from 32 bytes, which should be random. SQL functions and `hsum table` read the
    /// same bytes, or their hexadecimal digits, from the file of `--key-file`.
    ///
    /// Raises ValueError for any other number of bytes.
    ///
    ///     >>> provenhash.TableKey.from_bytes(bytes(range(32))).export() == bytes(range(32))
    ///     True
    #[staticmethod]
    fn from_bytes(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let key = hash_agg::Key::try_from(Message::of(data)?.as_slice());
        key.map(Arc::new).map(Self).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Makes a key from a number in range(2**64), for checksums and tests: anyone who knows the
    /// number knows the key. It is the key of `hsum table --seed`.
    ///
    ///     >>> provenhash.TableKey.from_seed(0) == provenhash.TableKey.from_seed(0)
    ///     True
    #[staticmethod]
    fn from_seed(seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(Arc::new(hash_agg::Key::from_seed(unsigned(seed, "seed")?))))
    }

    /// Returns the 32 secret bytes.
    ///
    ///     >>> len(provenhash.TableKey.generate().export())
    ///     32
    fn export<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __eq__(&self, other: &Self) -> bool {
        is_equal(&self.0.to_bytes(), &other.0.to_bytes())
    }

    fn __repr__(&self) -> &'static str {
        "<provenhash.TableKey>"
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_pickled(KEY_IS_SECRET))
    }
}

/// The fingerprint of a table: 128 bits that depend on every row but not on their order, and the
/// number of rows.
///
/// Two tables of n rows that are fixed before the key is drawn, and differ, have the same
/// fingerprint with probability below n · 2^-126.4. Fingerprints of parts combine to that of the
/// whole, and those of rows that are no longer there can be removed. `Fingerprint()` is that of no
/// rows. `bytes`, `str` and pickles of a fingerprint hold no key. `str` is what `hsum table`
/// prints: `hexdigest()`, whose most significant digit comes first, and the number of rows. `bytes`
/// are the 24 frozen ones of the SQL function `fingerprint`, the least significant first.
///
///     >>> key = provenhash.TableKey.from_seed(0)
///     >>> import pyarrow
///     >>> table = pyarrow.table({"id": [1, 2, 3], "name": ["a", None, "c"]})
///     >>> whole = provenhash.fingerprint(table, key)
///     >>> parts = [provenhash.fingerprint(table[i:], key) for i in (1, 0)]
///     >>> first = whole.remove(parts[0])
///     >>> first == provenhash.fingerprint(table[:1], key), first.combine(parts[0]) == whole
///     (True, True)
#[pyclass(frozen, immutable_type, eq, hash, module = "provenhash")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Fingerprint(pub(crate) hash_agg::Fingerprint);

#[pymethods]
impl Fingerprint {
    #[new]
    fn new() -> Self {
        Self(hash_agg::Fingerprint::EMPTY)
    }

    /// Restores a fingerprint from its 24 bytes.
    ///
    /// Raises ValueError for any other number of bytes.
    ///
    ///     >>> empty = provenhash.Fingerprint()
    ///     >>> provenhash.Fingerprint.from_bytes(bytes(empty)) == empty
    ///     True
    #[staticmethod]
    fn from_bytes(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let message = Message::of(data)?;
        let bytes = message.as_slice();
        let bytes = bytes.try_into().map_err(|_| {
            PyValueError::new_err(format!("a fingerprint has 24 bytes, not {}", bytes.len()))
        })?;
        Ok(Self(hash_agg::Fingerprint::from_bytes(bytes)))
    }

    /// Restores a fingerprint from its `str`.
    ///
    /// Raises ValueError for any other text.
    ///
    ///     >>> empty = provenhash.Fingerprint()
    ///     >>> provenhash.Fingerprint.from_str(str(empty)) == empty
    ///     True
    #[staticmethod]
    fn from_str(text: &str) -> PyResult<Self> {
        let parsed = text.split_once('-').and_then(|(value, rows)| {
            let value = u128::from_str_radix(value, 16).ok()?.to_le_bytes();
            let rows = rows.parse::<u64>().ok()?.to_le_bytes();
            let bytes = [&value[..], &rows].concat().try_into().ok()?;
            Some(Self(hash_agg::Fingerprint::from_bytes(bytes)))
        });
        // Numbers can be written in other ways too.
        parsed.filter(|parsed| parsed.0.to_string() == text).ok_or_else(|| {
            PyValueError::new_err(format!(
                "a fingerprint is 32 hexadecimal digits in lower case, a hyphen and a number of rows, not {text:?}"
            ))
        })
    }

    /// Returns the 128 bits as bytes, most significant first, like the digests of keys.
    ///
    ///     >>> provenhash.Fingerprint().digest().hex() == provenhash.Fingerprint().hexdigest()
    ///     True
    fn digest<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.value().to_be_bytes())
    }

    /// Returns the hexadecimal digits of `digest`, which `str` has before the number of rows.
    ///
    ///     >>> provenhash.Fingerprint().hexdigest()
    ///     '00000000000000000000000000000001'
    fn hexdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        digits(py, &self.0.value().to_be_bytes())
    }

    /// The number of rows.
    ///
    ///     >>> provenhash.Fingerprint().rows
    ///     0
    #[getter]
    fn rows(&self) -> u64 {
        self.0.rows()
    }

    /// The 128 bits as an int.
    ///
    ///     >>> provenhash.Fingerprint().value
    ///     1
    #[getter]
    fn value(&self) -> u128 {
        self.0.value()
    }

    /// Returns the fingerprint of the rows of both tables.
    ///
    /// Raises OverflowError if there are 2^64 rows or more.
    ///
    ///     >>> empty = provenhash.Fingerprint()
    ///     >>> empty.combine(empty) == empty
    ///     True
    fn combine(&self, other: &Self) -> PyResult<Self> {
        self.0.combine(&other.0).map(Self).map_err(failed)
    }

    /// Returns the fingerprint of these rows without those of `other`, which must be among them.
    /// Only their number can be checked.
    ///
    /// Raises ValueError if `other` has more rows.
    ///
    ///     >>> empty = provenhash.Fingerprint()
    ///     >>> empty.remove(empty) == empty
    ///     True
    fn remove(&self, other: &Self) -> PyResult<Self> {
        self.0.remove(&other.0).map(Self).map_err(failed)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<provenhash.Fingerprint {}>", self.0)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let make = slf.get_type().getattr("from_bytes")?;
        (make, (slf.get().__bytes__(slf.py()),)).into_pyobject(slf.py())
    }
}

fn failed(error: FingerprintError) -> PyErr {
    let text = error.to_string();
    match error {
        FingerprintError::TooManyRows => PyOverflowError::new_err(text),
        FingerprintError::ZeroFactor => PyZeroDivisionError::new_err(text),
        _ => PyValueError::new_err(text),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "an argument of map_err")]
pub(crate) fn refused(error: Error) -> PyErr {
    let text = error.to_string();
    match error {
        Error::Type(_) => PyTypeError::new_err(text),
        Error::Stream(..) => PyRuntimeError::new_err(text),
        Error::Fingerprint(error) => failed(error),
        _ => PyValueError::new_err(text),
    }
}

/// Moves a struct out of a capsule with this name.
fn take<T: Released>(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<Owned<T>> {
    let place = capsule.cast::<PyCapsule>()?.pointer_checked(Some(name))?.cast::<T>();
    // SAFETY: the interface says that a capsule with this name holds a struct of this type, which
    // its consumer moves, and that may be used on any thread. No other code of this thread runs.
    unsafe { Owned::take(place.as_ptr()) }
        .ok_or_else(|| PyValueError::new_err("the Arrow capsule was already consumed"))
}

/// Returns the schema and the array of an object with `__arrow_c_array__`. `refused` makes the
/// error of a type.
pub(crate) fn typed(
    object: &Bound<'_, PyAny>,
    refused: impl FnOnce(Error) -> PyErr,
) -> PyResult<(Owned<Schema>, TypedArray)> {
    let capsules = object.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>()?;
    let schema = take::<Schema>(&capsules.get_item(0)?, c"arrow_schema")?;
    let array = take::<ForeignArray>(&capsules.get_item(1)?, c"arrow_array")?;
    let of = schema.to_type().map_err(refused)?;
    // SAFETY: the interface says that the two capsules hold the schema and the array of one column.
    Ok((schema, unsafe { TypedArray::new(array, of) }))
}

/// Returns the stream of an object with `__arrow_c_stream__`.
pub(crate) fn arrays(object: &Bound<'_, PyAny>) -> PyResult<Owned<Stream>> {
    take(&object.call_method0("__arrow_c_stream__")?, c"arrow_array_stream")
}

/// Carries what the interface lets one thread after the other use.
pub(crate) struct Carried<T>(pub(crate) T);

// SAFETY: `detach` runs its closure on the same thread, and these hold no references of Python,
// which need the lock.
unsafe impl Send for Carried<Owned<Stream>> {}
// SAFETY: as above.
unsafe impl Send for Carried<Owned<Schema>> {}
// SAFETY: as above.
unsafe impl Send for Carried<Option<TypedArray>> {}
// SAFETY: as above.
unsafe impl Send for Carried<Arrays> {}
// SAFETY: as above.
unsafe impl Send for Carried<&mut Arrays> {}
// SAFETY: as above.
unsafe impl Send for Carried<&mut TypedArray> {}

/// Runs a function without the interpreter's lock. Producers of streams may take it, on any thread.
pub(crate) fn detached<T, R: Send>(py: Python<'_>, value: T, run: impl FnOnce(T) -> R + Send) -> R
where
    Carried<T>: Send,
{
    let carried = Carried(value);
    py.detach(move || {
        let Carried(value) = { carried };
        run(value)
    })
}

/// Calls `each` for the columns and the number of rows of every record batch of an object, or of
/// every block of columns that are described one by one.
pub(crate) fn batches(
    table: &Bound<'_, PyAny>,
    mut each: impl FnMut(&[Array<'_>], usize) -> Result<(), Error> + Send,
) -> PyResult<()> {
    if let Ok(columns) = table.cast::<PyTuple>() {
        return frame::batches(columns, each);
    }
    let py = table.py();
    // A reader does not say whether it has been read before.
    let mut is_unread = !table.hasattr("read_next_batch")?;
    let mut one = |array: &TypedArray| {
        let array = array.view()?;
        let rows = array.len();
        each(&array.into_columns()?, rows)
    };
    if !table.hasattr("__arrow_c_stream__")? && table.hasattr("__arrow_c_array__")? {
        let (_, mut array) = typed(table, refused)?;
        return detached(py, &mut array, |array| one(array)).map_err(refused);
    }
    let arrays = detached(py, arrays(table)?, |stream| stream.arrays().map(Carried));
    let Carried(mut arrays) = arrays.map_err(refused)?;
    loop {
        let is_last = detached(py, &mut arrays, |arrays| match arrays.next() {
            Some(array) => one(&array?).map(|()| false),
            None => Ok(true),
        });
        if is_last.map_err(refused)? {
            if is_unread {
                return Ok(());
            }
            return Err(PyValueError::new_err(
                "the reader has no batches: it was read before, and can be read only once, or has \
                 nothing to read: pass its table",
            ));
        }
        is_unread = true;
        py.check_signals()?;
    }
}

/// Returns the fingerprint of all rows of an object with Arrow's `__arrow_c_stream__` or
/// `__arrow_c_array__`.
#[pyfunction]
pub(crate) fn table_fingerprint(
    table: &Bound<'_, PyAny>,
    key: &Bound<'_, TableKey>,
) -> PyResult<Fingerprint> {
    let mut hasher = RowHasher::new(&key.get().0);
    let mut fingerprint = hash_agg::Fingerprint::EMPTY;
    batches(table, |columns, rows| hasher.add(columns, rows, &mut fingerprint))?;
    Ok(Fingerprint(fingerprint))
}

/// Returns the fingerprints of the rows of such an object.
#[pyfunction]
pub(crate) fn table_rows(table: &Bound<'_, PyAny>, key: &Bound<'_, TableKey>) -> PyResult<Hashes> {
    let mut hasher = RowHasher::new(&key.get().0);
    let (mut cells, mut full) = (Cells::default(), None);
    let done = batches(table, |columns, rows| {
        let cells = cells.grow(rows, 16);
        let mut cells = match cells {
            Ok(cells) => cells.as_chunks_mut::<16>().0.iter_mut(),
            Err(error) => {
                full = Some(error);
                return Err(Error::Array("it has too many rows"));
            }
        };
        hasher.rows(columns, rows, |hashes| {
            // In this order, the end of a block takes no cell.
            for (hash, cell) in hashes.iter().zip(cells.by_ref()) {
                *cell = hash.to_be_bytes();
            }
        })
    });
    full.map_or(done, Err)?;
    Ok(Hashes::new(cells, 16))
}
