//! The rows in which two tables differ.

mod objects;
mod source;

use crate::quote;
use crate::tables::{Fingerprint, TableKey, refused};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::{Schema, SchemaRef};
use hash_diff::{
    Buckets, Choice, Columns, Door, Error, Layout, Matching, Near, Printer, Rows, SAMPLE, Segments,
    Summary, Tolerance, counted, is_unique, key_candidates, result, result_schema,
};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use source::Source;
use std::collections::HashMap;
use std::sync::Arc;

/// How this package writes names and texts, and what it calls its options.
const DOOR: Door = Door {
    quoted: |name| quote::quote(name.as_ref()),
    asked: |name| quote::quote(name.as_ref()),
    shown: |text| String::from_utf8_lossy(&quote::shown(text.as_bytes())).replace('\n', "\\n"),
    is_visible: quote::is_visible,
    ignore: "ignore",
    map: "column_map",
    memory: "memory_limit",
    tolerance: "tolerance",
};

/// The part of the memory that lists of all rows may take.
const LISTED: u64 = 4;

/// The error of a comparison.
fn failed(error: Error) -> PyErr {
    let text = error.to_string();
    match error {
        Error::Hash(error) => refused(error),
        Error::Type(_) => PyTypeError::new_err(text),
        Error::Changed => PyRuntimeError::new_err(text),
        Error::Output(_) => PyOSError::new_err(text),
        _ => PyValueError::new_err(text),
    }
}

/// The rows in which two tables differ: a table, which exports Arrow. `provenhash.diff` makes it.
///
/// Its length is the number of differing rows, so it is false if the tables are the same. `str` is
/// what `hsum table diff` prints. Its columns are `change`, which is "only in A", "only in B" or
/// "changed"; `columns`, the names of the columns in which a changed row differs; and `a` and `b`,
/// structs of the row in each table, null where it is missing.
///
///     >>> import pyarrow
///     >>> old = pyarrow.table({"id": [1, 2], "name": ["Ada", "Bob"]})
///     >>> new = pyarrow.table({"id": [2, 1], "name": ["Bo", "Ada"]})
///     >>> print(provenhash.diff(old, new, "id"))
///     ! id=2: name: Bob -> Bo
///     0 rows only in A, 0 only in B, 1 changed (2 rows in A, 2 in B)
#[pyclass(frozen, immutable_type, module = "provenhash")]
pub(crate) struct Diff {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
    /// The numbers of rows only in A, only in B, and changed.
    counts: [usize; 3],
    key: Vec<String>,
    is_key_found: bool,
    fingerprints: [hash_agg::Fingerprint; 2],
    has_more: bool,
    lines: String,
    summary: Summary,
}

#[pymethods]
impl Diff {
    /// The number of rows that only table A has.
    ///
    ///     >>> import pyarrow
    ///     >>> old = pyarrow.table({"id": [1, 2], "x": [5, 6]})
    ///     >>> new = pyarrow.table({"id": [1], "x": [7]})
    ///     >>> provenhash.diff(old, new, "id").only_in_a
    ///     1
    #[getter]
    fn only_in_a(&self) -> usize {
        self.counts[0]
    }

    /// The number of rows that only table B has.
    ///
    ///     >>> import pyarrow
    ///     >>> old = pyarrow.table({"id": [1, 2], "x": [5, 6]})
    ///     >>> new = pyarrow.table({"id": [1], "x": [7]})
    ///     >>> provenhash.diff(old, new, "id").only_in_b
    ///     0
    #[getter]
    fn only_in_b(&self) -> usize {
        self.counts[1]
    }

    /// The number of rows that have changed: of which one of each table has the key.
    ///
    ///     >>> import pyarrow
    ///     >>> old = pyarrow.table({"id": [1, 2], "x": [5, 6]})
    ///     >>> new = pyarrow.table({"id": [1], "x": [7]})
    ///     >>> provenhash.diff(old, new, "id").changed
    ///     1
    #[getter]
    fn changed(&self) -> usize {
        self.counts[2]
    }

    /// Whether the tables are the same.
    ///
    ///     >>> import pyarrow
    ///     >>> old = pyarrow.table({"id": [1, 2], "x": [5, 6]})
    ///     >>> new = pyarrow.table({"id": [1], "x": [7]})
    ///     >>> provenhash.diff(old, new, "id").is_same, provenhash.diff(old, old).is_same
    ///     (False, True)
    #[getter]
    fn is_same(&self) -> bool {
        self.counts == [0; 3] && !self.has_more
    }

    fn __bool__(&self) -> bool {
        !self.is_same()
    }

    /// Whether there are more differing rows than `limit`.
    ///
    ///     >>> import pyarrow
    ///     >>> old = pyarrow.table({"id": [1, 2], "x": [5, 6]})
    ///     >>> new = pyarrow.table({"id": [1], "x": [7]})
    ///     >>> provenhash.diff(old, new, "id", limit=1).has_more
    ///     True
    #[getter]
    fn has_more(&self) -> bool {
        self.has_more
    }

    /// The names of the columns by which rows are matched.
    ///
    ///     >>> import pyarrow
    ///     >>> old = pyarrow.table({"id": [1, 2], "x": [5, 6]})
    ///     >>> new = pyarrow.table({"id": [1], "x": [7]})
    ///     >>> provenhash.diff(old, new).key
    ///     ['id']
    #[getter]
    fn key(&self) -> Vec<String> {
        self.key.clone()
    }

    /// The names of the key as a terminal can show them.
    #[getter]
    fn _key_text(&self) -> Vec<String> {
        self.key.iter().map(|name| (DOOR.quoted)(name)).collect()
    }

    /// Whether the key was found, and not given.
    ///
    ///     >>> import pyarrow
    ///     >>> old = pyarrow.table({"id": [1, 2], "x": [5, 6]})
    ///     >>> new = pyarrow.table({"id": [1], "x": [7]})
    ///     >>> provenhash.diff(old, new).is_key_found, provenhash.diff(old, new, "id").is_key_found
    ///     (True, False)
    #[getter]
    fn is_key_found(&self) -> bool {
        self.is_key_found
    }

    /// The fingerprints of the compared columns of both tables. They are those of all columns under
    /// the same `TableKey`, if all columns are compared and have the same order in both.
    ///
    ///     >>> import pyarrow
    ///     >>> old = pyarrow.table({"id": [1, 2], "x": [5, 6]})
    ///     >>> new = pyarrow.table({"id": [1], "x": [7]})
    ///     >>> key = provenhash.TableKey.from_seed(0)
    ///     >>> found = provenhash.diff(old, new, table_key=key)
    ///     >>> found.fingerprints[1] == provenhash.fingerprint(new, key)
    ///     True
    #[getter]
    fn fingerprints(&self) -> (Fingerprint, Fingerprint) {
        let [a, b] = self.fingerprints;
        (Fingerprint(a), Fingerprint(b))
    }

    /// The columns that differ in changed rows, those that differ in most first: the number of
    /// rows, and some of them as text.
    ///
    ///     >>> import pyarrow
    ///     >>> old = pyarrow.table({"id": [1, 2], "x": [5, 6]})
    ///     >>> new = pyarrow.table({"id": [1, 2], "x": [7, 6]})
    ///     >>> provenhash.diff(old, new, "id").columns
    ///     {'x': (1, ['id=1: 5 -> 7'])}
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for (name, count, examples) in self.summary.columns() {
            columns.set_item(name, (count, examples))?;
        }
        Ok(columns)
    }

    #[getter]
    fn _summary(&self) -> Vec<String> {
        self.summary.lines().collect()
    }

    /// The lines of `str` for the rows, without the last line, which counts them.
    #[getter]
    fn _lines(&self) -> &str {
        &self.lines
    }

    fn __len__(&self) -> usize {
        self.counts.iter().sum()
    }

    fn __str__(&self) -> String {
        let [a, b] = self.fingerprints.map(|of| of.rows());
        let more = if self.has_more { "; there are more" } else { "" };
        let printed = self.lines.lines().count();
        let left = self.__len__() - printed;
        let left = if left > 0 { format!("... {left} more rows\n") } else { String::new() };
        format!("{}{left}{}{more} ({a} rows in A, {b} in B)", self.lines, counted(self.counts))
    }

    fn __repr__(&self) -> String {
        format!("<provenhash.Diff: {}>", counted(self.counts))
    }

    /// Exports the rows as an Arrow stream.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface allows the request to be ignored.
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

/// What a comparison is asked for.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    columns: Vec<String>,
    ignored: Vec<String>,
    /// The columns of the key, or nothing if it is to be found.
    key: Option<Vec<String>>,
    /// The names in A and in B of columns that are the same, and whether case is ignored.
    pairs: Vec<[String; 2]>,
    ignore_case: bool,
    /// For a column, or for all floats: the absolute and the relative tolerance.
    tolerance: Vec<(Option<String>, f64, f64)>,
    limit: Option<usize>,
    memory_limit: u64,
    /// How many rows are printed, and whether as JSON.
    printed: usize,
    json: bool,
    /// Whether the verdict is enough.
    brief: bool,
}

/// Returns the place in B of each name of A, or nothing for one that B lacks.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "arguments that PyO3 makes")]
pub(crate) fn table_places(
    a: Vec<String>,
    b: Vec<String>,
    pairs: Vec<[String; 2]>,
    ignore_case: bool,
) -> PyResult<Vec<Option<usize>>> {
    let names = [&a, &b].map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
    let matching = Matching { pairs, ignore_case };
    matching.places([&names[0], &names[1]], &DOOR).map_err(failed)
}

/// Compares two tables, each with a flag whether it is to be read again in each pass.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "arguments that PyO3 makes")]
pub(crate) fn table_diff(
    py: Python<'_>,
    a: (Bound<'_, PyAny>, bool),
    b: (Bound<'_, PyAny>, bool),
    key: &Bound<'_, TableKey>,
    options: Options,
) -> PyResult<Diff> {
    let tables = [Source::open(&a.0, a.1)?, Source::open(&b.0, b.1)?];
    Comparison::new(py, tables, &key.get().0, options)?.run(py)
}

struct Comparison<'k> {
    sides: [Side; 2],
    layout: Layout,
    key: &'k hash_agg::Key,
    tolerance: Tolerance,
    options: Options,
    is_key_found: bool,
}

/// A table, and the columns of a layout in it.
struct Side {
    source: Source,
    columns: Columns,
}

impl Side {
    /// Calls `each` for the selected columns of all batches.
    fn read(
        &self,
        py: Python<'_>,
        mut each: impl FnMut(RecordBatch) -> Result<(), Error> + Send,
    ) -> PyResult<()> {
        self.source.read(py, |batch| {
            each(self.columns.select(&batch)?)?;
            Ok(true)
        })
    }
}

impl<'k> Comparison<'k> {
    fn new(
        py: Python<'_>,
        tables: [Source; 2],
        key: &'k hash_agg::Key,
        mut options: Options,
    ) -> PyResult<Self> {
        let schemas = tables.each_ref().map(|table| &*table.schema);
        let choice = Choice {
            columns: std::mem::take(&mut options.columns),
            ignored: std::mem::take(&mut options.ignored),
            key: options.key.clone().unwrap_or_default(),
            matching: Matching {
                pairs: std::mem::take(&mut options.pairs),
                ignore_case: options.ignore_case,
            },
            mixed: tables.each_ref().map(|table| table.mixed.clone()),
        };
        let mut layout = choice.layout(schemas, &DOOR).map_err(failed)?;
        let mut tolerance = Tolerance::default();
        for (name, absolute, relative) in std::mem::take(&mut options.tolerance) {
            let near = Near { absolute, relative };
            match name {
                Some(name) => tolerance.add(&name, near),
                None => tolerance.floats = Some(tolerance.floats.unwrap_or_default().or(near)),
            }
        }
        let is_needed = !options.brief || !tolerance.is_none();
        if options.key.is_none() && is_needed {
            layout.key.extend(found_key(py, &tables, &layout, key)?);
        }
        if layout.key.is_empty() && !tolerance.is_none() {
            return Err(PyValueError::new_err(
                "tolerance needs a key, and no column has unique values",
            ));
        }
        let is_key_found = options.key.is_none() && !layout.key.is_empty();
        tolerance.check(&layout, options.ignore_case, &DOOR).map_err(failed)?;
        let [of_a, of_b] = Columns::of(&layout, schemas).map_err(failed)?;
        let [a, b] = tables;
        let sides = [Side { source: a, columns: of_a }, Side { source: b, columns: of_b }];
        Ok(Self { sides, layout, key, tolerance, options, is_key_found })
    }

    fn run(&self, py: Python<'_>) -> PyResult<Diff> {
        let Options { limit, memory_limit: memory, .. } = self.options;
        let tolerance = &self.tolerance;
        let (key, layout) = (self.key, &self.layout);
        let is_verdict_enough = self.options.brief && tolerance.is_none();
        let listed = if is_verdict_enough { 0 } else { memory / LISTED };
        let a = Segments::new(listed);
        let mut segments = [a.part(), a];
        for (side, segments) in self.sides.iter().zip(&mut segments) {
            side.read(py, |batch| segments.add(key, layout, &batch))?;
        }
        let [a, b] = segments.each_ref().map(|of| of.fingerprint().map_err(failed));
        let fingerprints = [a?, b?];
        let schema = self.result_schema()?;
        let mut diff = Diff {
            schema: Arc::clone(&schema),
            batches: Vec::new(),
            counts: [0; 3],
            key: layout.key_names().into_iter().map(str::to_owned).collect(),
            is_key_found: self.is_key_found,
            fingerprints,
            has_more: false,
            lines: String::new(),
            summary: Summary::new(layout, &DOOR),
        };
        if fingerprints[0] == fingerprints[1] {
            return Ok(diff);
        }
        if is_verdict_enough {
            diff.has_more = true;
            return Ok(diff);
        }
        let limit = if self.options.brief { 0 } else { limit.unwrap_or(usize::MAX) };
        let most = limit.saturating_add(1);
        // A differing segment has at least one row, unless there is a tolerance.
        let most_segments = if tolerance.is_none() { most } else { usize::MAX };
        let (buckets, filter) =
            py.detach(|| Buckets::of(&mut segments, most_segments, memory)).map_err(failed)?;
        drop(segments);
        let printed = self.options.printed.min(limit);
        let mut printer =
            Printer::new(layout, self.options.json, printed, &DOOR).map_err(failed)?;
        let (mut lines, mut left) = (Vec::new(), limit);
        diff.has_more = buckets.are_cut;
        // Rows that do not fit the memory are read in several passes.
        for bucket in 0..buckets.count {
            let mut rows = Rows::new(layout, memory, &DOOR);
            for (table, side) in self.sides.iter().enumerate() {
                side.read(py, |batch| {
                    for (of, batch, hashes) in
                        buckets.split(&batch, filter.as_ref(), layout, key)?
                    {
                        if of == bucket {
                            rows.add(table, &batch, &hashes, key)?;
                        }
                    }
                    Ok(())
                })?;
            }
            let summary = &mut diff.summary;
            let found = py.detach(|| {
                buckets.check(bucket, &rows.fingerprints)?;
                let mut found = rows.differences(key, tolerance, most)?;
                let are_all = found.truncate(left);
                printer.print(&rows, &found, &mut lines)?;
                summary.add(&rows, &found)?;
                Ok((result(&rows, &found, layout, &schema)?, found.counts(), are_all))
            });
            let (batch, counts, are_all) = found.map_err(failed)?;
            diff.has_more |= !are_all;
            left -= batch.num_rows();
            diff.counts = [0, 1, 2].map(|change: usize| diff.counts[change] + counts[change]);
            diff.batches.push(batch);
            if diff.has_more && left == 0 {
                break;
            }
        }
        diff.lines = String::from_utf8_lossy(&lines).into_owned();
        Ok(diff)
    }

    fn result_schema(&self) -> PyResult<SchemaRef> {
        let of = |side: &Side| side.columns.schema(&side.source.schema).map_err(failed);
        let [a, b] = self.sides.each_ref().map(of);
        Ok(result_schema(&self.layout, [&a?, &b?]))
    }
}

/// Returns the places of columns by their names: a wide table has too many to look through for
/// each.
fn places(schema: &Schema) -> HashMap<&str, usize> {
    schema.fields().iter().enumerate().map(|(place, field)| (&**field.name(), place)).collect()
}

/// Finds the column that is most likely the key, as `hsum table diff` does.
fn found_key(
    py: Python<'_>,
    tables: &[Source; 2],
    layout: &Layout,
    key: &hash_agg::Key,
) -> PyResult<Option<usize>> {
    let schemas = tables.each_ref().map(|table| &*table.schema);
    let mut candidates = key_candidates(schemas, layout);
    if candidates.is_empty() {
        return Ok(None);
    }
    for (number, table) in tables.iter().enumerate() {
        let (mut first, mut rows) = (Vec::new(), 0);
        table.read(py, |batch| {
            let batch = batch.slice(0, batch.num_rows().min(SAMPLE - rows));
            rows += batch.num_rows();
            first.push(batch);
            Ok(rows < SAMPLE)
        })?;
        let places = places(&table.schema);
        let is_key = |candidate: usize| {
            let name = &*layout.names_in(number)[candidate];
            let Some(&place) = places.get(name) else { return Ok(false) };
            let column: Vec<_> =
                first.iter().map(|batch: &RecordBatch| batch.column(place)).collect();
            is_unique(key, &column)
        };
        let mut kept = Vec::new();
        for candidate in candidates {
            if is_key(candidate).map_err(failed)? {
                kept.push(candidate);
            }
        }
        candidates = kept;
    }
    Ok(candidates.into_iter().next())
}
