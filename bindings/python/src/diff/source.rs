//! Tables of Python as record batches of the crate `arrow`.
#![allow(unsafe_code, reason = "structs of the C data interface have the same layout everywhere")]

use super::objects::Objects;
use crate::message::Message;
use crate::tables::{Carried, arrays, detached, refused, typed};
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::types::Int64Type;
use arrow_array::{
    Array as _, ArrayRef, DictionaryArray, Int64Array, RecordBatch, RecordBatchOptions,
    StructArray, make_array, new_empty_array,
};
use arrow_buffer::{Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use hash_arrow::ffi::{Owned, Schema as ForeignSchema, TypedArray};
use hash_diff::Error;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::collections::HashSet;
use std::sync::Arc;

/// A table that can be read several times.
pub(crate) struct Source {
    pub(crate) schema: SchemaRef,
    rows: Rows,
    /// The names of columns of objects of several kinds.
    pub(crate) mixed: Vec<String>,
}

enum Rows {
    /// Batches, most of which lie in memory that the table's owner has too.
    Held(Vec<RecordBatch>),
    /// An object that makes a new stream each time.
    Again(Py<PyAny>),
}

impl Source {
    /// Opens a table: an object that exports Arrow, `again` and `again` if that is said, or the
    /// names and descriptions of columns.
    pub(crate) fn open(table: &Bound<'_, PyAny>, again: bool) -> PyResult<Self> {
        if let Ok(columns) = table.cast::<PyTuple>() {
            return Self::of_columns(columns);
        }
        let mut held = Vec::new();
        let schema = if again {
            stream(table, |_| Ok(false))?
        } else {
            stream(table, |batch| {
                held.push(batch);
                Ok(true)
            })?
        };
        if held.is_empty() && table.hasattr("read_next_batch")? {
            return Err(PyValueError::new_err(
                "the reader has no batches: it was read before, and can be read only once, or has \
                 nothing to read: pass its table",
            ));
        }
        let rows = if again { Rows::Again(table.clone().unbind()) } else { Rows::Held(held) };
        Self { schema, rows, mixed: Vec::new() }.checked()
    }

    /// Makes a table of columns that are described one by one: those of pandas.
    fn of_columns(table: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let (names, columns, nan_is_null) =
            table.extract::<(Vec<String>, Bound<'_, PyList>, bool)>()?;
        let (mut fields, mut arrays, mut mixed) = (Vec::new(), Vec::new(), Vec::new());
        for (name, column) in names.into_iter().zip(columns) {
            let (array, is_mixed) = column_of(&column, nan_is_null)?;
            fields.push(Field::new(&name, array.data_type().clone(), true));
            arrays.push(array);
            if is_mixed {
                mixed.push(name);
            }
        }
        let schema = Arc::new(Schema::new(fields));
        let batch = RecordBatch::try_new(Arc::clone(&schema), arrays).map_err(of_arrow)?;
        Self { schema, rows: Rows::Held(vec![batch]), mixed }.checked()
    }

    /// Refuses columns of one name.
    fn checked(self) -> PyResult<Self> {
        let mut names = HashSet::new();
        match self.schema.fields().iter().find(|field| !names.insert(field.name())) {
            Some(field) => Err(PyValueError::new_err(format!(
                "several columns have the name {:?}: columns are compared by name",
                field.name()
            ))),
            None => Ok(self),
        }
    }

    /// Calls `each` for the batches, until it returns that this was enough.
    pub(crate) fn read(
        &self,
        py: Python<'_>,
        mut each: impl FnMut(RecordBatch) -> Result<bool, Error> + Send,
    ) -> PyResult<()> {
        match &self.rows {
            Rows::Held(batches) => {
                for batch in batches {
                    if !py.detach(|| each(batch.clone())).map_err(super::failed)? {
                        break;
                    }
                    py.check_signals()?;
                }
            }
            Rows::Again(table) => {
                let schema = stream(table.bind(py), each)?;
                if *schema != *self.schema {
                    return Err(super::failed(Error::Changed));
                }
            }
        }
        Ok(())
    }
}

/// Calls `each` for the batches of an object, until it returns that this was enough, and returns
/// their schema.
fn stream(
    table: &Bound<'_, PyAny>,
    mut each: impl FnMut(RecordBatch) -> Result<bool, Error> + Send,
) -> PyResult<SchemaRef> {
    let py = table.py();
    if !table.hasattr("__arrow_c_stream__")? {
        let (schema, array) = typed(table, refused)?;
        let schema = schema_of(&schema)?;
        each(batch_of(array, &schema)?).map_err(super::failed)?;
        return Ok(schema);
    }
    let opened = detached(py, arrays(table)?, |mut stream| {
        let schema = stream.schema()?;
        Ok((Carried(schema), Carried(stream.arrays()?)))
    });
    let (Carried(schema), Carried(mut arrays)) = opened.map_err(refused)?;
    let schema = schema_of(&schema)?;
    loop {
        let next = detached(py, &mut arrays, |arrays| arrays.next().transpose().map(Carried));
        let Carried(Some(array)) = next.map_err(refused)? else { return Ok(schema) };
        let batch = batch_of(array, &schema)?;
        if batch.num_rows() > 0 && !py.detach(|| each(batch)).map_err(super::failed)? {
            return Ok(schema);
        }
        py.check_signals()?;
    }
}

/// Returns the columns of a foreign schema.
fn schema_of(schema: &Owned<ForeignSchema>) -> PyResult<SchemaRef> {
    let schema = Schema::try_from(ffi_schema(schema)).map_err(|error| {
        PyTypeError::new_err(format!(
            "not a table of named columns, or one of a type that cannot be compared: {error}"
        ))
    })?;
    Ok(Arc::new(schema))
}

fn ffi_schema(schema: &Owned<ForeignSchema>) -> &FFI_ArrowSchema {
    // SAFETY: both are `struct ArrowSchema` of the interface.
    unsafe { &*std::ptr::from_ref(schema.get()).cast() }
}

/// Returns the data of a foreign array, all of which is checked.
fn data_of(array: TypedArray, of: DataType) -> PyResult<ArrayData> {
    let is_empty = array.view().map_err(refused)?.is_empty();
    if is_empty {
        // Its buffers and children may be missing.
        return Ok(new_empty_array(&of).to_data());
    }
    let mut array = array.into_array();
    // SAFETY: both are `struct ArrowArray` of the interface. It is moved out, and its place is left
    // released.
    let foreign = unsafe { FFI_ArrowArray::from_raw(array.as_mut_ptr().cast()) };
    // SAFETY: the array follows the interface as one of this type, and `view` has found that its
    // buffers and children are those of the type.
    let data = unsafe { from_ffi_and_data_type(foreign, of) }.map_err(of_arrow)?;
    // What this crate makes of arrays relies on it.
    data.validate_full().map_err(of_arrow)?;
    Ok(data)
}

fn batch_of(array: TypedArray, schema: &SchemaRef) -> PyResult<RecordBatch> {
    let data = data_of(array, DataType::Struct(schema.fields().clone()))?;
    if data.null_count() > 0 {
        return Err(PyValueError::new_err("a row of the table is null"));
    }
    let rows = data.len();
    let (_, columns, _) = StructArray::from(data).into_parts();
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(Arc::clone(schema), columns, &options).map_err(of_arrow)
}

pub(super) fn of_arrow(error: ArrowError) -> PyErr {
    super::failed(error.into())
}

/// Returns a column as `_columns.read` describes it, and whether it has objects of several kinds.
fn column_of(column: &Bound<'_, PyAny>, nan_is_null: bool) -> PyResult<(ArrayRef, bool)> {
    let parts = column.cast::<PyTuple>()?;
    let part = |index: usize| parts.get_item(index);
    Ok(match &*part(0)?.extract::<String>()? {
        "fixed" => (fixed(parts)?, false),
        "codes" => {
            let (categories, is_mixed) = column_of(&part(3)?, nan_is_null)?;
            let data = part(1)?;
            let data = Message::of(&data)?;
            let codes = data.as_slice().as_chunks().0.iter().map(|code| i64::from_le_bytes(*code));
            let nulls = nulls(&part(2)?)?;
            let codes = Int64Array::try_new(codes.collect(), nulls).map_err(of_arrow)?;
            let array = DictionaryArray::<Int64Type>::try_new(codes, categories);
            (Arc::new(array.map_err(of_arrow)?), is_mixed)
        }
        "items" => {
            let mut objects = Objects::new(nan_is_null);
            for item in part(1)?.cast::<PyList>()?.iter() {
                objects.push(&item)?;
            }
            objects.into_array()?
        }
        "arrow" => (chunks(&part(1)?)?, false),
        layout => return Err(PyTypeError::new_err(format!("no column has layout {layout:?}"))),
    })
}

/// Returns values of a fixed width.
fn fixed(parts: &Bound<'_, PyTuple>) -> PyResult<ArrayRef> {
    let (data, format, width) = (parts.get_item(1)?, parts.get_item(2)?, parts.get_item(3)?);
    let (data, format) = (Message::of(&data)?, format.extract::<String>()?);
    let width: usize = width.extract()?;
    let (bytes, nulls) = (data.as_slice(), nulls(&parts.get_item(5)?)?);
    let of = match &*format {
        "z" => DataType::FixedSizeBinary(
            i32::try_from(width)
                .map_err(|_| PyValueError::new_err("a value of a column has more than 2 GiB"))?,
        ),
        format => {
            let schema = FFI_ArrowSchema::try_new(format, Vec::new(), None).map_err(of_arrow)?;
            DataType::try_from(&schema).map_err(of_arrow)?
        }
    };
    let len = bytes.len() / width.max(1);
    let buffer = if of == DataType::Boolean {
        Buffer::from_iter(bytes.iter().map(|byte| *byte != 0))
    } else {
        Buffer::from(bytes)
    };
    let data = ArrayData::builder(of).len(len).add_buffer(buffer).nulls(nulls).build();
    Ok(make_array(data.map_err(of_arrow)?))
}

/// Returns the nulls of a mask, whose bytes are not 0 for missing values.
fn nulls(mask: &Bound<'_, PyAny>) -> PyResult<Option<NullBuffer>> {
    if mask.is_none() {
        return Ok(None);
    }
    let mask = Message::of(mask)?;
    Ok(Some(mask.as_slice().iter().map(|byte| *byte == 0).collect()))
}

/// Returns the chunks of an Arrow array of another library as one.
fn chunks(object: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    if object.hasattr("__arrow_c_array__")? {
        let (schema, array) = typed(object, refused)?;
        let of = DataType::try_from(ffi_schema(&schema)).map_err(of_arrow)?;
        return Ok(make_array(data_of(array, of)?));
    }
    let mut stream = arrays(object)?;
    let schema = stream.schema().map_err(refused)?;
    let of = DataType::try_from(ffi_schema(&schema)).map_err(of_arrow)?;
    let mut all = vec![new_empty_array(&of)];
    for array in stream.arrays().map_err(refused)? {
        all.push(make_array(data_of(array.map_err(refused)?, of.clone())?));
    }
    if let [_, only] = &*all {
        return Ok(Arc::clone(only));
    }
    let all: Vec<_> = all.iter().map(|array| &**array).collect();
    arrow_select::concat::concat(&all).map_err(of_arrow)
}
