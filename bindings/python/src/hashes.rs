//! The hashes of a column, which NumPy and Arrow read in place.
#![allow(unsafe_code, reason = "the buffer protocol and Arrow's structs hold pointers")]

use crate::cells::Cells;
use crate::column::{Column, Form, hash_canonical};
use crate::key::Key;
use crate::number::{self, integer};
use crate::text::digits;
use hash_arrow::Mixed;
use hash_arrow::ffi::{ForeignArray as Array, Released, Schema};
use pyo3::exceptions::{PyBufferError, PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyList, PyMemoryView, PySlice, PyTuple};
use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::sync::Arc;

/// How a column is hashed: the key, the hash of nulls or `None`, and whether by canonical forms.
pub(crate) type How<'py> = (Bound<'py, Key>, Bound<'py, PyAny>, bool);

/// The parameters for every array of a column.
pub(crate) struct Hashing<'py> {
    key: Bound<'py, Key>,
    form: Form,
    /// The cell of a null value.
    null: Vec<u8>,
}

impl<'py> Hashing<'py> {
    /// Takes the key, the hash of nulls, and whether values are hashed in canonical form. If the
    /// hash of nulls is `None`, it is that of a canonical null or, for bytes, the one with all bits
    /// set.
    pub(crate) fn new((key, null, canonical): How<'py>) -> PyResult<Self> {
        let bits = key.get().0.algorithm().output_bits;
        let form = if canonical { Form::Canonical } else { Form::Bytes };
        let mut cell = vec![0xff; bits / 8];
        if !null.is_none() {
            let order = if bits > 64 { "big" } else { "little" };
            let index = null.py().import("operator")?.getattr("index")?;
            let number = index.call1((null,)).map_err(|_| {
                PyTypeError::new_err("null is the hash of missing values and must be an int")
            })?;
            let bytes = number.call_method1("to_bytes", (bits / 8, order)).map_err(|_| {
                PyValueError::new_err(format!("null must be in range(2**{bits}), like the hashes"))
            })?;
            cell.copy_from_slice(bytes.cast::<PyBytes>()?.as_bytes());
        } else if canonical {
            let mut null = Mixed::default();
            null.push_value(hash_agg::Value::Null);
            hash_canonical(&key.get().0, &null, &mut cell);
        }
        Ok(Self { key, form, null: cell })
    }

    pub(crate) fn form(&self) -> Form {
        self.form
    }

    /// Returns the hashes with these cells.
    pub(crate) fn done(&self, cells: Cells) -> Hashes {
        Hashes::new(cells, self.null.len())
    }

    pub(crate) fn key(&self) -> &provenhash::Key {
        &self.key.get().0
    }

    pub(crate) fn null(&self) -> &[u8] {
        &self.null
    }

    /// Appends the cells of a column, without the interpreter's lock.
    pub(crate) fn append(&self, column: &Column<'_>, cells: &mut Cells) -> PyResult<()> {
        let (key, form, null) = (self.key(), self.form, self.null());
        let place = cells.grow(column.len, null.len())?;
        let hash = || column.hash(key, form, null, place);
        self.key.py().detach(hash).map_err(PyValueError::new_err)
    }
}

/// The hashes of the values of a column, in order: the result of `hash_array`.
///
/// `hashes[i]` is the int that `key.hash` gives for value i. Without a copy, `numpy.asarray` makes
/// an array of uint64 (or uint32) of it or, for hashes above 64 bits, an array of n rows of 16 or
/// 32 bytes, the digests. `pyarrow.array`, `polars.Series` and others take it as an Arrow array of
/// uint64 (or uint32, or fixed-size binary).
///
/// Slices are `Hashes` too. Two are equal if all hashes are, and pickles hold no key.
///
///     >>> key = provenhash.clhash_mixed.key_from_seed(0)
///     >>> hashes = provenhash.hash_array(key, ["a", "b", "c"])
///     >>> hashes, len(hashes), hashes[0] == key.hash(b"a")
///     (<provenhash.Hashes: 3 of 64 bits>, 3, True)
///     >>> hashes[1:] == provenhash.hash_array(key, ["b", "c"])
///     True
#[pyclass(frozen, immutable_type, module = "provenhash")]
pub(crate) struct Hashes {
    cells: Arc<Cells>,
    /// The bytes per digest.
    size: usize,
    shape: [ffi::Py_ssize_t; 2],
    strides: [ffi::Py_ssize_t; 2],
}

impl Hashes {
    #[expect(clippy::cast_possible_wrap, reason = "sizes of slices")]
    pub(crate) fn new(cells: Cells, size: usize) -> Self {
        let rows = cells.as_bytes().len() / size;
        let (shape, strides) = ([rows as isize, size as isize], [size as isize, 1]);
        Self { cells: Arc::new(cells), size, shape, strides }
    }

    /// Returns the cells of all rows.
    pub(crate) fn cells(&self) -> &[u8] {
        self.cells.as_bytes()
    }

    /// Returns a copy of the rows that a slice selects.
    fn slice(&self, slice: &Bound<'_, PySlice>) -> PyResult<Self> {
        let indices = slice.indices(self.shape[0])?;
        let mut cells = Cells::default();
        let copies = cells.grow(indices.slicelength, self.size)?;
        let rows = (0..).map(|i| (indices.start + i * indices.step).unsigned_abs());
        for (copy, row) in copies.chunks_exact_mut(self.size).zip(rows) {
            copy.copy_from_slice(&self.cells()[row * self.size..][..self.size]);
        }
        Ok(Self::new(cells, self.size))
    }

    /// Returns the digest of row i.
    fn digest(&self, row: usize) -> Vec<u8> {
        let mut digest = self.cells.as_bytes()[row * self.size..][..self.size].to_vec();
        if self.size <= 8 {
            digest.reverse();
        }
        digest
    }
}

#[pymethods]
impl Hashes {
    fn __len__(&self) -> usize {
        self.cells.as_bytes().len() / self.size
    }

    /// Returns the hash at an index as an int, and the hashes of a slice as `Hashes`.
    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if let Ok(slice) = index.cast::<PySlice>() {
            return Ok(Bound::new(py, self.slice(slice)?)?.into_any());
        }
        let index = match index.extract::<isize>() {
            // Lists treat an index that does not fit in the same way.
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => isize::MAX,
            index => index?,
        };
        let row = if index < 0 { index.saturating_add(self.shape[0]) } else { index };
        match usize::try_from(row) {
            Ok(row) if row < self.__len__() => integer(py, &self.digest(row)),
            _ => Err(PyIndexError::new_err(format!(
                "index {index} is out of range for {} hashes",
                self.__len__()
            ))),
        }
    }

    /// Hashes are equal if they have the same bits and are as many, in the same order.
    fn __eq__<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let other = other.get();
        let equal = self.size == other.size && self.cells() == other.cells();
        Ok(PyBool::new(py, equal).to_owned().into_any())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let make = slf.py().import("provenhash._provenhash")?.getattr("hashes_of")?;
        let this = slf.get();
        (make, (PyBytes::new(slf.py(), this.cells()), this.size)).into_pyobject(slf.py())
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        // SAFETY: the object is a sequence, whose items end with an IndexError.
        unsafe { Bound::from_owned_ptr_or_err(slf.py(), ffi::PySeqIter_New(slf.as_ptr())) }
    }

    /// Returns `numpy.asarray(hashes)`, which pandas asks for.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let view = PyMemoryView::from(slf)?;
        let array = slf.py().import("numpy")?.call_method1("asarray", (view, dtype))?;
        if copy == Some(true) { array.call_method0("copy") } else { Ok(array) }
    }

    fn __repr__(&self) -> String {
        format!("<provenhash.Hashes: {} of {} bits>", self.__len__(), 8 * self.size)
    }

    /// Returns the digests, like those of `key.digest`.
    ///
    ///     >>> hashes = provenhash.hash_array(provenhash.md5, ["abc"])
    ///     >>> hashes.digests() == [provenhash.md5.digest(b"abc")]
    ///     True
    fn digests<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, (0..self.__len__()).map(|row| PyBytes::new(py, &self.digest(row))))
    }

    /// Returns the hexadecimal digits of the digests, like those of `key.hexdigest`.
    ///
    ///     >>> provenhash.hash_array(provenhash.md5, ["abc"]).hexdigests()
    ///     ['900150983cd24fb0d6963f7d28e17f72']
    fn hexdigests<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for row in 0..self.__len__() {
            list.append(digits(py, &self.digest(row))?)?;
        }
        Ok(list)
    }

    /// Returns the hashes as ints, or if `signed` as those of `Key.hash_signed`.
    ///
    ///     >>> key = provenhash.mmh32.key_from_seed(0)
    ///     >>> provenhash.hash_array(key, ["a", None], null=0).tolist()
    ///     [663617784, 0]
    #[pyo3(signature = (*, signed=false))]
    fn tolist<'py>(&self, py: Python<'py>, signed: bool) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for row in 0..self.__len__() {
            let digest = self.digest(row);
            list.append(if signed { number::signed(py, &digest) } else { integer(py, &digest) }?)?;
        }
        Ok(list)
    }

    /// Exports the hashes by the buffer protocol, read-only.
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut ffi::Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        // SAFETY: Python passes a pointer to a view, or null.
        let Some(view) = (unsafe { view.as_mut() }) else {
            return Err(PyBufferError::new_err("view is null"));
        };
        view.obj = ptr::null_mut();
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
            return Err(PyBufferError::new_err("hashes are read-only"));
        }
        let this = slf.get();
        let asked = |flag: c_int| flags & flag == flag;
        if this.size > 8 && asked(ffi::PyBUF_F_CONTIGUOUS) {
            return Err(PyBufferError::new_err("digests are stored by rows, not by columns"));
        }
        let (format, item, dimensions): (&CStr, _, _) = match this.size {
            4 => (c"I", 4, 1),
            8 => (c"Q", 8, 1),
            _ => (c"B", 1, 2),
        };
        // The pointers stay valid as long as the object. It is frozen, so neither the hashes nor
        // the shape move, and the view holds a reference to it.
        view.buf = this.cells.as_bytes().as_ptr().cast_mut().cast();
        view.len = this.shape[0] * this.shape[1];
        view.itemsize = item;
        view.readonly = 1;
        // Without a shape, a view is a string of bytes.
        view.ndim = if asked(ffi::PyBUF_ND) { dimensions } else { 1 };
        let or_null = |asked, pointer: *const ffi::Py_ssize_t| {
            if asked { pointer.cast_mut() } else { ptr::null_mut() }
        };
        view.shape = or_null(asked(ffi::PyBUF_ND), this.shape.as_ptr());
        view.strides = or_null(asked(ffi::PyBUF_STRIDES), this.strides.as_ptr());
        view.format =
            if asked(ffi::PyBUF_FORMAT) { format.as_ptr().cast_mut() } else { ptr::null_mut() };
        view.suboffsets = ptr::null_mut();
        view.internal = ptr::null_mut();
        view.obj = slf.into_any().into_ptr();
        Ok(())
    }

    /// Exports the hashes as an Arrow array: the capsules of its schema and of the array.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // The interface allows the request to be ignored.
        let _ = requested_schema;
        let format = match self.size {
            4 => c"I",
            8 => c"L",
            16 => c"w:16",
            _ => c"w:32",
        };
        let schema = Schema {
            format: format.as_ptr(),
            name: c"".as_ptr(),
            release: Some(release_schema),
            ..Schema::RELEASED
        };
        let exported = Box::new(Exported {
            buffers: [ptr::null(), self.cells.as_bytes().as_ptr().cast()],
            _cells: Arc::clone(&self.cells),
        });
        let array = Array {
            length: self.shape[0] as i64,
            n_buffers: 2,
            buffers: exported.buffers.as_ptr(),
            release: Some(release_array),
            private_data: Box::into_raw(exported).cast(),
            ..Array::RELEASED
        };
        PyTuple::new(
            py,
            [capsule(py, schema, c"arrow_schema")?, capsule(py, array, c"arrow_array")?],
        )
    }
}

/// Makes hashes from their memory, which `pickle` stored: little-endian integers up to 64 bits,
/// digests above.
#[pyfunction]
pub(crate) fn hashes_of(cells: &Bound<'_, PyBytes>, size: usize) -> PyResult<Hashes> {
    let bytes = cells.as_bytes();
    if ![4, 8, 16, 32].contains(&size) || bytes.len() % size != 0 {
        return Err(PyValueError::new_err("these are not the bytes of hashes"));
    }
    let mut cells = Cells::default();
    cells.grow(bytes.len() / size, size)?.copy_from_slice(bytes);
    Ok(Hashes::new(cells, size))
}

/// The data that an exported array needs until it is released.
struct Exported {
    buffers: [*const c_void; 2],
    _cells: Arc<Cells>,
}

/// Releases a schema, of which nothing is on the heap.
unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: the interface says that this is the schema to release.
    unsafe { (*schema).release = None };
}

unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: the interface says that this is the array to release, once. Its private data is the
    // box that `__arrow_c_array__` made.
    unsafe {
        drop(Box::from_raw((*array).private_data.cast::<Exported>()));
        (*array).release = None;
    }
}

/// Makes a capsule that releases its content unless a consumer has moved it out.
fn capsule<'py, T: Released>(
    py: Python<'py>,
    content: T,
    name: &'static CStr,
) -> PyResult<Bound<'py, PyAny>> {
    unsafe extern "C" fn destroy<T: Released>(capsule: *mut ffi::PyObject) {
        // SAFETY: the capsule holds the box made in `capsule`, under its own name. We own the
        // content unless it is released.
        unsafe {
            let name = ffi::PyCapsule_GetName(capsule);
            let mut content = Box::from_raw(ffi::PyCapsule_GetPointer(capsule, name).cast::<T>());
            if let Some(release) = content.release() {
                release(&raw mut *content);
            }
        }
    }
    let pointer = Box::into_raw(Box::new(content));
    // SAFETY: the pointer is not null, and the name is static.
    unsafe {
        let capsule = ffi::PyCapsule_New(pointer.cast(), name.as_ptr(), Some(destroy::<T>));
        Bound::from_owned_ptr_or_err(py, capsule)
    }
}
