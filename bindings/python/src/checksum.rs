//! Checksums of tables that databases compute themselves.

use crate::message::Message;
use crate::tables::{TableKey, batches};
use crate::text::digits;
use hash_agg::sql::{Column, Dialect, Error, Hasher, Query, Type};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

/// The checksum of a table that `sql_checksum` makes a database compute, and `table_checksum`
/// computes over Arrow: two sums modulo 2^61 - 1, and the number of rows.
///
/// Two different tables of n rows that are fixed before the key is drawn have the same checksum
/// with probability at most ((n + 9) * 9 / 2^64)**2. Checksums of parts combine, and rows can be
/// removed. `Checksum()` is that of no rows, and `Checksum(n, a, b)` that of a query's answer.
/// `str` is `hexdigest()` and the number of rows. `bytes` are the 24 frozen ones: the sums and the
/// number, each with its least significant byte first.
///
///     >>> part = provenhash.Checksum(2, 7, 8)
///     >>> whole = part.combine(provenhash.Checksum(1, 1, 2))
///     >>> whole, whole.remove(part).sums
///     (<provenhash.Checksum 0000000000000008000000000000000a-3>, (1, 2))
#[pyclass(frozen, immutable_type, eq, hash, module = "provenhash")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Checksum(hash_agg::sql::Checksum);

impl Checksum {
    fn sum_bytes(&self) -> [u8; 16] {
        let [a, b] = self.0.sums();
        (u128::from(a) << 64 | u128::from(b)).to_be_bytes()
    }
}

#[pymethods]
impl Checksum {
    #[new]
    #[pyo3(signature = (n = 0, a = Some(0), b = Some(0), /), text_signature = "(n=0, a=0, b=0, /)")]
    fn new(n: u64, a: Option<u64>, b: Option<u64>) -> PyResult<Self> {
        let (Some(a), Some(b)) = (a, b) else {
            return Err(PyValueError::new_err(
                "the sums are NULL: a column has a value that its type does not cover",
            ));
        };
        hash_agg::sql::Checksum::new(n, [a, b]).map(Self).map_err(refused)
    }

    /// Restores a checksum from its 24 bytes.
    ///
    /// Raises ValueError for any other bytes.
    ///
    ///     >>> empty = provenhash.Checksum()
    ///     >>> provenhash.Checksum.from_bytes(bytes(empty)) == empty
    ///     True
    #[staticmethod]
    fn from_bytes(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let message = Message::of(data)?;
        let bytes = message.as_slice();
        let bytes = bytes.try_into().map_err(|_| {
            PyValueError::new_err(format!("a checksum has 24 bytes, not {}", bytes.len()))
        })?;
        hash_agg::sql::Checksum::from_bytes(bytes).map(Self).map_err(refused)
    }

    /// Restores a checksum from its `str`.
    ///
    /// Raises ValueError for any other text.
    ///
    ///     >>> checksum = provenhash.Checksum(2, 7, 8)
    ///     >>> provenhash.Checksum.from_str(str(checksum)) == checksum
    ///     True
    #[staticmethod]
    fn from_str(text: &str) -> PyResult<Self> {
        let malformed = || {
            PyValueError::new_err(format!(
                "a checksum is 32 hexadecimal digits in lower case, a hyphen and a number of rows, not {text:?}"
            ))
        };
        let parsed = text.split_once('-').and_then(|(sums, rows)| {
            let (a, b) = sums.split_at_checked(16)?;
            let number = |digits| u64::from_str_radix(digits, 16).ok();
            Some((rows.parse().ok()?, [number(a)?, number(b)?]))
        });
        let (rows, sums) = parsed.ok_or_else(malformed)?;
        let checksum = hash_agg::sql::Checksum::new(rows, sums).map_err(refused)?;
        // Numbers can be written in other ways too.
        if checksum.to_string() == text { Ok(Self(checksum)) } else { Err(malformed()) }
    }

    /// Returns the two sums as bytes, each with its most significant byte first, like the digests
    /// of keys.
    ///
    ///     >>> provenhash.Checksum(2, 7, 8).digest().hex()
    ///     '00000000000000070000000000000008'
    fn digest<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.sum_bytes())
    }

    /// Returns the hexadecimal digits of `digest`, which `str` has before the number of rows.
    ///
    ///     >>> provenhash.Checksum(2, 7, 8).hexdigest()
    ///     '00000000000000070000000000000008'
    fn hexdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        digits(py, &self.sum_bytes())
    }

    /// The number of rows.
    ///
    ///     >>> provenhash.Checksum(2, 7, 8).rows
    ///     2
    #[getter]
    fn rows(&self) -> u64 {
        self.0.rows()
    }

    /// The two sums.
    ///
    ///     >>> provenhash.Checksum(2, 7, 8).sums
    ///     (7, 8)
    #[getter]
    fn sums(&self) -> (u64, u64) {
        self.0.sums().into()
    }

    /// Returns the checksum of the rows of both tables.
    ///
    /// Raises OverflowError if there are 2^64 rows or more.
    ///
    ///     >>> provenhash.Checksum().combine(provenhash.Checksum(2, 7, 8)).rows
    ///     2
    fn combine(&self, other: &Self) -> PyResult<Self> {
        self.0.combine(&other.0).map(Self).map_err(refused)
    }

    /// Returns the checksum of these rows without those of `other`, which must be among them. Only
    /// their number can be checked, and the sums if no row is left.
    ///
    /// Raises ValueError if `other` has more rows, or as many and other sums.
    ///
    ///     >>> whole = provenhash.Checksum(2, 7, 8)
    ///     >>> whole.remove(whole) == provenhash.Checksum()
    ///     True
    fn remove(&self, other: &Self) -> PyResult<Self> {
        self.0.remove(&other.0).map(Self).map_err(refused)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<provenhash.Checksum {}>", self.0)
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

#[expect(clippy::needless_pass_by_value, reason = "an argument of map_err")]
fn refused(error: Error) -> PyErr {
    match error {
        Error::TooManyRows => PyOverflowError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

fn types(names: &[String]) -> PyResult<Vec<Type>> {
    names.iter().map(|name| name.parse().map_err(refused)).collect()
}

/// Writes the query for the checksum of a table.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "extracted from Python")]
pub(crate) fn sql_query(
    dialect: &str,
    table: Vec<String>,
    columns: Vec<(String, String)>,
    key: &Bound<'_, TableKey>,
    filter: Option<&str>,
    group_by: Option<&str>,
) -> PyResult<String> {
    let dialect: Dialect = dialect.parse().map_err(PyValueError::new_err)?;
    let table: Vec<_> = table.iter().map(String::as_str).collect();
    let (names, kinds): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
    let columns: Vec<_> =
        names.iter().zip(types(&kinds)?).map(|(name, kind)| Column::new(name, kind)).collect();
    let mut query = Query::new(dialect, &table, &columns);
    if let Some(condition) = filter {
        query = query.filter(condition);
    }
    if let Some(expression) = group_by {
        query = query.group_by(expression);
    }
    query.to_sql(&key.get().0).map_err(refused)
}

/// Returns the checksum of all rows of an object with Arrow's `__arrow_c_stream__` or
/// `__arrow_c_array__`.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "extracted from Python")]
pub(crate) fn table_checksum(
    table: &Bound<'_, PyAny>,
    columns: Vec<String>,
    key: &Bound<'_, TableKey>,
) -> PyResult<Checksum> {
    let mut hasher = Hasher::new(&key.get().0, &types(&columns)?).map_err(refused)?;
    batches(table, |columns, rows| hash_arrow::add_checksums(&mut hasher, columns, rows))?;
    Ok(Checksum(hasher.checksum()))
}
