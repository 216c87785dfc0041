//! The hashes of a column, which NumPy and Arrow read where they are.
#![allow(unsafe_code, reason = "the buffer protocol and Arrow's structs hold pointers")]

use crate::arrow::{Array, Released, Schema};
use crate::column::Column;
use crate::function::{Keyed, number};
use pyo3::exceptions::{
    PyBufferError, PyIndexError, PyMemoryError, PyOverflowError, PyTypeError, PyValueError,
};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyList, PyTuple};
use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::sync::Arc;

/// What is to be done with every array of a column.
pub(crate) struct Hashing<'k> {
    key: &'k dyn Keyed,
    /// The cell of a null.
    null: Vec<u8>,
}

impl<'k> Hashing<'k> {
    pub(crate) fn new(key: &'k dyn Keyed, null: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bytes = key.info().digest_bytes;
        if !null.is_instance_of::<PyInt>() {
            return Err(PyTypeError::new_err("null is the hash of missing values, an int"));
        }
        let order = if bytes > 8 { "big" } else { "little" };
        let null = null.call_method1("to_bytes", (bytes, order)).map_err(|_| {
            PyValueError::new_err(format!("null must be in range(2**{}), as hashes are", 8 * bytes))
        })?;
        Ok(Self { key, null: null.cast::<PyBytes>()?.as_bytes().to_vec() })
    }

    /// The hashes whose cells these are.
    pub(crate) fn done(&self, cells: Cells) -> Hashes {
        Hashes::new(cells, self.null.len())
    }

    pub(crate) fn key(&self) -> &'k dyn Keyed {
        self.key
    }

    pub(crate) fn null(&self) -> &[u8] {
        &self.null
    }

    /// Appends the cells of a column, without the interpreter's lock.
    pub(crate) fn append(
        &self,
        py: Python<'_>,
        column: &Column<'_>,
        cells: &mut Cells,
    ) -> PyResult<()> {
        let place = cells.grow(column.len, self.null.len())?;
        py.detach(|| column.hash(self.key, &self.null, place)).map_err(PyValueError::new_err)
    }
}

/// The hashes of a column one after the other: up to 64 bits as integers in the order of bytes of
/// the machine, above as digests.
#[derive(Default)]
pub(crate) struct Cells {
    /// Words, because whoever reads integers wants them aligned.
    words: Vec<u64>,
    bytes: usize,
}

impl Cells {
    pub(crate) fn as_bytes(&self) -> &[u8] {
        // SAFETY: `grow` keeps `bytes` within the words, and a word is eight bytes of any value.
        unsafe { std::slice::from_raw_parts(self.words.as_ptr().cast(), self.bytes) }
    }

    /// Appends so many cells of so many bytes, zeros, and returns them.
    pub(crate) fn grow(&mut self, count: usize, size: usize) -> PyResult<&mut [u8]> {
        let too_long = || PyMemoryError::new_err("the hashes of the column do not fit into memory");
        let bytes = count.checked_mul(size).and_then(|more| self.bytes.checked_add(more));
        let bytes = bytes.ok_or_else(too_long)?;
        let more = bytes.div_ceil(8) - self.words.len();
        self.words.try_reserve(more).map_err(|_| too_long())?;
        if self.words.is_empty() {
            // The memory was there a moment ago; the system's zeros cost nothing.
            self.words = Vec::new();
            self.words = vec![0; more];
        } else {
            self.words.resize(bytes.div_ceil(8), 0);
        }
        let first = std::mem::replace(&mut self.bytes, bytes);
        // SAFETY: as in `as_bytes`.
        let all = unsafe { std::slice::from_raw_parts_mut(self.words.as_mut_ptr().cast(), bytes) };
        Ok(&mut all[first..])
    }
}

/// The hashes of the values of a column, in order: what `hash_array` returns.
///
/// `hashes[i]` is the int that `key.hash` gives for value i. Without a copy, `numpy.asarray` makes
/// an array of uint64 (or uint32) of it, of hashes above 64 bits one of n times 16 or 32 bytes, the
/// digests; `pyarrow.array`, `polars.Series` and others take it as an Arrow array of uint64 (or
/// uint32, or fixed-size binary).
#[pyclass(frozen, module = "provenhash")]
pub(crate) struct Hashes {
    cells: Arc<Cells>,
    /// Bytes of a digest.
    size: usize,
    shape: [ffi::Py_ssize_t; 2],
    strides: [ffi::Py_ssize_t; 2],
}

impl Hashes {
    #[expect(clippy::cast_possible_wrap, reason = "sizes of slices")]
    fn new(cells: Cells, size: usize) -> Self {
        let rows = cells.bytes / size;
        let (shape, strides) = ([rows as isize, size as isize], [size as isize, 1]);
        Self { cells: Arc::new(cells), size, shape, strides }
    }

    /// The digest of row i.
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
        self.cells.bytes / self.size
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        let index = match index.extract::<isize>() {
            // As lists say of what does not fit.
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => isize::MAX,
            index => index?,
        };
        let row = if index < 0 { index.saturating_add(self.shape[0]) } else { index };
        match usize::try_from(row) {
            Ok(row) if row < self.__len__() => integer(py, &self.digest(row)),
            _ => Err(PyIndexError::new_err(format!("no hash {index} of {}", self.__len__()))),
        }
    }

    fn __repr__(&self) -> String {
        format!("<provenhash.Hashes: {} of {} bits>", self.__len__(), 8 * self.size)
    }

    /// The digests, as `key.digest` gives them.
    fn digests<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, (0..self.__len__()).map(|row| PyBytes::new(py, &self.digest(row))))
    }

    /// The hashes as ints.
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for row in 0..self.__len__() {
            list.append(integer(py, &self.digest(row))?)?;
        }
        Ok(list)
    }

    /// Exports the hashes by the buffer protocol, read-only.
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut ffi::Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        // SAFETY: Python passes a place for a view, or null.
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
            return Err(PyBufferError::new_err("digests are rows, not columns"));
        }
        let (format, item, dimensions): (&CStr, _, _) = match this.size {
            4 => (c"I", 4, 1),
            8 => (c"Q", 8, 1),
            _ => (c"B", 1, 2),
        };
        // The pointers stay valid as long as the object: it is frozen, so that neither the hashes
        // nor the shape move, and the view holds a reference to it.
        view.buf = this.cells.words.as_ptr().cast_mut().cast();
        view.len = this.shape[0] * this.shape[1];
        view.itemsize = item;
        view.readonly = 1;
        // Without a shape it is bytes.
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
        // A wish that the interface allows to ignore.
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
            buffers: [ptr::null(), self.cells.words.as_ptr().cast()],
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

/// The int that a digest spells.
pub(crate) fn integer<'py>(py: Python<'py>, digest: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    match number(digest) {
        Some(number) => Ok(number.into_pyobject(py)?.into_any()),
        None => {
            py.get_type::<PyInt>().call_method1("from_bytes", (PyBytes::new(py, digest), "big"))
        }
    }
}

/// What an array that was handed over needs until it is released.
struct Exported {
    buffers: [*const c_void; 2],
    _cells: Arc<Cells>,
}

/// Nothing of our schemas is on the heap.
unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: the interface says that this is the schema that is to be released.
    unsafe { (*schema).release = None };
}

unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: the interface says that this is the array that is to be released, once; its private
    // data is the box that `__arrow_c_array__` made.
    unsafe {
        drop(Box::from_raw((*array).private_data.cast::<Exported>()));
        (*array).release = None;
    }
}

/// A capsule that releases what it holds unless somebody has moved it out.
fn capsule<'py, T: Released>(
    py: Python<'py>,
    content: T,
    name: &'static CStr,
) -> PyResult<Bound<'py, PyAny>> {
    unsafe extern "C" fn destroy<T: Released>(capsule: *mut ffi::PyObject) {
        // SAFETY: the capsule holds the box of `capsule`, under the name that it has; what is in
        // there is ours unless it is released.
        unsafe {
            let name = ffi::PyCapsule_GetName(capsule);
            let mut content = Box::from_raw(ffi::PyCapsule_GetPointer(capsule, name).cast::<T>());
            if let Some(release) = content.release() {
                release(&raw mut *content);
            }
        }
    }
    let pointer = Box::into_raw(Box::new(content));
    // SAFETY: the pointer is not null, and the name a static.
    unsafe {
        let capsule = ffi::PyCapsule_New(pointer.cast(), name.as_ptr(), Some(destroy::<T>));
        Bound::from_owned_ptr_or_err(py, capsule)
    }
}
