//! Cells of rows as text and JSON. Cells that differ never look the same.

use crate::output::{quoted, shown};
use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::*;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::error::Result;
use serde_json::{Map, Value};

/// A value as JSON, and whether it is a text.
pub(crate) struct Cell {
    pub(crate) json: Value,
    is_text: bool,
}

impl Cell {
    /// Returns the cell of a row.
    pub(crate) fn of(batch: &RecordBatch, column: usize, row: usize) -> Result<Self> {
        let column = batch.column(column);
        if let Some(json) = simple(column, row) {
            return Ok(Self { json, is_text: is_text(column.data_type()) });
        }
        let cell = plain(&column.slice(row, 1))?;
        Ok(Self { json: json(&cell)?, is_text: is_text(cell.data_type()) })
    }

    /// Returns the cell as visible characters on one line.
    pub(crate) fn text(&self) -> String {
        match &self.json {
            Value::Null => "NULL".to_owned(),
            // Without quotes it would look like a null.
            Value::String(text) if self.is_text && text == "NULL" => "'NULL'".to_owned(),
            Value::String(text) if self.is_text => quoted(text),
            Value::String(text) => shown(text),
            other => shown(&other.to_string()),
        }
    }
}

fn is_text(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

/// Replaces the single cell of a dictionary, of runs or of a union by the value in it.
fn plain(cell: &ArrayRef) -> Result<ArrayRef> {
    match cell.data_type() {
        DataType::Dictionary(_, values) => plain(&cast(cell, values)?),
        DataType::RunEndEncoded(_, values) => plain(&cast(cell, values.data_type())?),
        DataType::Union(..) => {
            let union = cell.as_union();
            plain(&union.value(0))
        }
        _ => Ok(cell.clone()),
    }
}

/// Returns the value of a row, if it is a number, a truth value or a text.
fn simple(column: &ArrayRef, row: usize) -> Option<Value> {
    use DataType::*;
    macro_rules! value {
        ($type:ty) => {
            column.as_primitive::<$type>().value(row)
        };
    }
    if column.is_null(row) {
        return None;
    }
    let float = match column.data_type() {
        Boolean => return Some(column.as_boolean().value(row).into()),
        Int8 => return Some(value!(Int8Type).into()),
        Int16 => return Some(value!(Int16Type).into()),
        Int32 => return Some(value!(Int32Type).into()),
        Int64 => return Some(value!(Int64Type).into()),
        UInt8 => return Some(value!(UInt8Type).into()),
        UInt16 => return Some(value!(UInt16Type).into()),
        UInt32 => return Some(value!(UInt32Type).into()),
        UInt64 => return Some(value!(UInt64Type).into()),
        Utf8 => return Some(column.as_string::<i32>().value(row).into()),
        LargeUtf8 => return Some(column.as_string::<i64>().value(row).into()),
        Utf8View => return Some(column.as_string_view().value(row).into()),
        Float16 => value!(Float16Type).to_f64(),
        Float32 => value!(Float32Type).into(),
        Float64 => value!(Float64Type),
        _ => return None,
    };
    // JSON has neither infinities nor NaN.
    Some(if float.is_finite() { float.into() } else { float.to_string().into() })
}

/// Returns the value of a single cell.
///
/// Integers and floats are numbers, and a float of 32 bits has the digits of the double that is
/// hashed. Decimals are strings, because most readers of JSON would round them. An instant is in
/// UTC. Binary values are hexadecimal digits. A map is an array of keys and values.
fn json(cell: &ArrayRef) -> Result<Value> {
    use DataType::*;
    let cell = &plain(cell)?;
    if cell.is_null(0) || *cell.data_type() == Null {
        return Ok(Value::Null);
    }
    let items = |list: &ArrayRef| -> Result<Vec<Value>> {
        (0..list.len()).map(|i| json(&list.slice(i, 1))).collect()
    };
    if let Some(value) = simple(cell, 0) {
        return Ok(value);
    }
    Ok(match cell.data_type() {
        Timestamp(unit, Some(_)) => {
            let utc = cast(cell, &Timestamp(*unit, None))?;
            format!("{}Z", formatted(&utc)?).into()
        }
        List(_) => Value::Array(items(&cell.as_list::<i32>().value(0))?),
        LargeList(_) => Value::Array(items(&cell.as_list::<i64>().value(0))?),
        ListView(_) => Value::Array(items(&cell.as_list_view::<i32>().value(0))?),
        LargeListView(_) => Value::Array(items(&cell.as_list_view::<i64>().value(0))?),
        FixedSizeList(..) => Value::Array(items(&cell.as_fixed_size_list().value(0))?),
        Map(..) => {
            let entries = cell.as_map().value(0);
            let entry = |i| entries.columns().iter().map(move |column| json(&column.slice(i, 1)));
            let entries =
                (0..entries.len()).map(|i| Ok(Value::Array(entry(i).collect::<Result<_>>()?)));
            Value::Array(entries.collect::<Result<_>>()?)
        }
        Struct(fields) => {
            let columns = cell.as_struct().columns();
            let field = |(field, column)| {
                let field: &FieldRef = field;
                Ok((field.name().clone(), json(column)?))
            };
            Value::Object(fields.iter().zip(columns).map(field).collect::<Result<_>>()?)
        }
        _ => formatted(cell)?.into(),
    })
}

/// Returns the text of a value that is neither a number nor nested.
fn formatted(cell: &ArrayRef) -> Result<String> {
    let formatter = ArrayFormatter::try_new(cell, &FormatOptions::default())?;
    // Timestamps beyond the calendar are printed as counts of their unit.
    formatter.value(0).try_to_string().or_else(|_| {
        let number = cast(cell, &DataType::Int64)?;
        let unit = match cell.data_type() {
            DataType::Timestamp(unit, _) | DataType::Time32(unit) | DataType::Time64(unit) => *unit,
            _ => TimeUnit::Millisecond,
        };
        Ok(format!("{} {unit:?}s", number.as_primitive::<Int64Type>().value(0)))
    })
}

/// Returns named cells as a JSON object.
pub(crate) fn object<'n>(cells: impl Iterator<Item = (&'n String, Cell)>) -> Map<String, Value> {
    cells.map(|(name, cell)| (name.clone(), cell.json)).collect()
}

/// Returns named cells as text.
pub(crate) fn text<'n>(cells: impl Iterator<Item = (&'n String, Cell)>) -> String {
    let cell = |(name, cell): (&String, Cell)| match cell.json {
        Value::Null => format!("{} is NULL", quoted(name)),
        _ => format!("{}={}", quoted(name), cell.text()),
    };
    cells.map(cell).collect::<Vec<_>>().join(", ")
}
