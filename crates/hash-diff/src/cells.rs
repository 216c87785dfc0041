//! Cells of rows as text and JSON. Cells that differ never look the same.

use crate::door::Door;
use crate::error::Error;
use arrow_array::cast::AsArray;
use arrow_array::types::*;
use arrow_array::{Array, ArrayRef};
use arrow_cast::cast;
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::DataType;
use serde_core::Serialize;

type Result<T> = std::result::Result<T, Error>;

/// A column of rows that are printed.
pub(crate) struct Column {
    /// Neither a dictionary nor runs. Instants are timestamps in UTC.
    values: ArrayRef,
    is_instant: bool,
}

impl Column {
    pub(crate) fn new(column: &ArrayRef) -> Result<Self> {
        let values = match column.data_type() {
            DataType::Dictionary(_, values) => cast(column, values)?,
            DataType::RunEndEncoded(_, values) => cast(column, values.data_type())?,
            DataType::Timestamp(unit, Some(_)) => {
                let values = cast(column, &DataType::Timestamp(*unit, None))?;
                return Ok(Self { values, is_instant: true });
            }
            _ => return Ok(Self { values: ArrayRef::clone(column), is_instant: false }),
        };
        Self::new(&values)
    }

    pub(crate) fn cells(&self) -> Result<Cells<'_>> {
        let formatter = if is_formatted(self.values.data_type()) {
            Some(ArrayFormatter::try_new(&self.values, &FormatOptions::default())?)
        } else {
            None
        };
        Ok(Cells { values: &self.values, is_instant: self.is_instant, formatter })
    }
}

/// The cells of a column.
pub(crate) struct Cells<'c> {
    values: &'c ArrayRef,
    is_instant: bool,
    /// Writes values that are no variant of [`Cell`].
    formatter: Option<ArrayFormatter<'c>>,
}

/// A value. Integers and floats are numbers, and a float of 32 bits has the digits of the double
/// that is hashed.
enum Cell<'c> {
    Null,
    Boolean(bool),
    Integer(i64),
    Unsigned(u64),
    /// Finite, because JSON has neither infinities nor NaN.
    Float(f64),
    Text(&'c str),
    /// Decimals are among these, because most readers of JSON would round them. An instant is in
    /// UTC, binary values are hexadecimal digits.
    Other(String),
    /// Nested values in JSON. A map is an array of keys and values.
    Json(Vec<u8>),
}

impl Cells<'_> {
    pub(crate) fn is_null(&self, row: usize) -> bool {
        match self.values.data_type() {
            DataType::Null => true,
            DataType::Union(..) => self.values.as_union().value(row).logical_null_count() > 0,
            _ => self.values.is_null(row),
        }
    }

    /// Appends a cell as JSON, in which characters may be invisible.
    pub(crate) fn write_json(&self, row: usize, out: &mut Vec<u8>) -> Result<()> {
        match self.cell(row)? {
            Cell::Null => out.extend(b"null"),
            Cell::Boolean(value) => write_json(&value, out)?,
            Cell::Integer(value) => write_json(&value, out)?,
            Cell::Unsigned(value) => write_json(&value, out)?,
            Cell::Float(value) => write_json(&value, out)?,
            Cell::Text(value) => write_json(value, out)?,
            Cell::Other(value) => write_json(&*value, out)?,
            Cell::Json(value) => out.extend(value),
        }
        Ok(())
    }

    /// Appends a cell as visible characters on one line.
    pub(crate) fn write_text(&self, row: usize, door: &Door, out: &mut Vec<u8>) -> Result<()> {
        match self.cell(row)? {
            Cell::Null => out.extend(b"NULL"),
            // Without quotes it would look like a null.
            Cell::Text("NULL") => out.extend(b"'NULL'"),
            Cell::Text(value) => out.extend((door.quoted)(value).as_bytes()),
            Cell::Other(value) => out.extend((door.shown)(&value).as_bytes()),
            Cell::Json(value) => {
                out.extend((door.shown)(&String::from_utf8_lossy(&value)).as_bytes());
            }
            Cell::Boolean(_) | Cell::Integer(_) | Cell::Unsigned(_) | Cell::Float(_) => {
                self.write_json(row, out)?;
            }
        }
        Ok(())
    }

    fn cell(&self, row: usize) -> Result<Cell<'_>> {
        use DataType::*;
        let values = self.values;
        macro_rules! value {
            ($type:ty) => {
                values.as_primitive::<$type>().value(row)
            };
        }
        if self.is_null(row) {
            return Ok(Cell::Null);
        }
        let float = match values.data_type() {
            Boolean => return Ok(Cell::Boolean(values.as_boolean().value(row))),
            Int8 => return Ok(Cell::Integer(value!(Int8Type).into())),
            Int16 => return Ok(Cell::Integer(value!(Int16Type).into())),
            Int32 => return Ok(Cell::Integer(value!(Int32Type).into())),
            Int64 => return Ok(Cell::Integer(value!(Int64Type))),
            UInt8 => return Ok(Cell::Unsigned(value!(UInt8Type).into())),
            UInt16 => return Ok(Cell::Unsigned(value!(UInt16Type).into())),
            UInt32 => return Ok(Cell::Unsigned(value!(UInt32Type).into())),
            UInt64 => return Ok(Cell::Unsigned(value!(UInt64Type))),
            Utf8 => return Ok(Cell::Text(values.as_string::<i32>().value(row))),
            LargeUtf8 => return Ok(Cell::Text(values.as_string::<i64>().value(row))),
            Utf8View => return Ok(Cell::Text(values.as_string_view().value(row))),
            Float16 => value!(Float16Type).to_f64(),
            Float32 => value!(Float32Type).into(),
            Float64 => value!(Float64Type),
            _ => match &self.formatter {
                Some(formatter) => return self.formatted(formatter, row).map(Cell::Other),
                None => return self.nested(row).map(Cell::Json),
            },
        };
        Ok(if float.is_finite() { Cell::Float(float) } else { Cell::Other(float.to_string()) })
    }

    fn formatted(&self, formatter: &ArrayFormatter<'_>, row: usize) -> Result<String> {
        let text = formatter.value(row).try_to_string().ok();
        // The library writes this for all durations that it cannot write.
        let text = text.filter(|text| text != "<invalid>");
        let mut text = text.map_or_else(|| self.count(row), Ok)?;
        if self.is_instant {
            text.push('Z');
        }
        Ok(text)
    }

    /// Returns a value that lies outside the calendar as the count of its unit.
    fn count(&self, row: usize) -> Result<String> {
        use DataType::*;
        let number = cast(&self.values.slice(row, 1), &Int64)?;
        let unit = match self.values.data_type() {
            Timestamp(unit, _) | Time32(unit) | Time64(unit) | Duration(unit) => {
                format!("{unit:?}s")
            }
            Date32 => "Days".to_owned(),
            _ => "Milliseconds".to_owned(),
        };
        Ok(format!("{} {unit}", number.as_primitive::<Int64Type>().value(0)))
    }

    fn nested(&self, row: usize) -> Result<Vec<u8>> {
        use DataType::*;
        let mut out = Vec::new();
        let list = match self.values.data_type() {
            List(_) => self.values.as_list::<i32>().value(row),
            LargeList(_) => self.values.as_list::<i64>().value(row),
            ListView(_) => self.values.as_list_view::<i32>().value(row),
            LargeListView(_) => self.values.as_list_view::<i64>().value(row),
            FixedSizeList(..) => self.values.as_fixed_size_list().value(row),
            Map(..) => {
                let entries = self.values.as_map().value(row);
                let columns = entries.columns().iter().map(Column::new);
                let columns = columns.collect::<Result<Vec<_>>>()?;
                let cells = columns.iter().map(Column::cells).collect::<Result<Vec<_>>>()?;
                write_list(b"[]", 0..entries.len(), &mut out, |row, out| {
                    write_list(b"[]", &cells, out, |cells, out| cells.write_json(row, out))
                })?;
                return Ok(out);
            }
            Struct(fields) => {
                let columns = self.values.as_struct().columns();
                write_list(b"{}", fields.iter().zip(columns), &mut out, |(field, column), out| {
                    write_json(field.name(), out)?;
                    out.push(b':');
                    Column::new(&column.slice(row, 1))?.cells()?.write_json(0, out)
                })?;
                return Ok(out);
            }
            Union(..) => {
                let value = self.values.as_union().value(row);
                Column::new(&value)?.cells()?.write_json(0, &mut out)?;
                return Ok(out);
            }
            other => {
                return Err(Error::Refused(format!("values of type {other} cannot be printed")));
            }
        };
        let items = Column::new(&list)?;
        let items = items.cells()?;
        write_list(b"[]", 0..list.len(), &mut out, |row, out| items.write_json(row, out))?;
        Ok(out)
    }
}

/// Returns whether values are neither numbers, texts nor nested.
fn is_formatted(data_type: &DataType) -> bool {
    use DataType::*;
    matches!(
        data_type,
        Date32
            | Date64
            | Time32(_)
            | Time64(_)
            | Timestamp(..)
            | Duration(_)
            | Interval(_)
            | Binary
            | LargeBinary
            | BinaryView
            | FixedSizeBinary(_)
            | Decimal32(..)
            | Decimal64(..)
            | Decimal128(..)
            | Decimal256(..)
    )
}

/// Appends a value as JSON, in which characters may be invisible.
pub(crate) fn write_json(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) -> Result<()> {
    Ok(serde_json::to_writer(out, value)?)
}

/// Appends items between brackets, separated by commas.
pub(crate) fn write_list<T>(
    [open, close]: &[u8; 2],
    items: impl IntoIterator<Item = T>,
    out: &mut Vec<u8>,
    mut write: impl FnMut(T, &mut Vec<u8>) -> Result<()>,
) -> Result<()> {
    out.push(*open);
    for (place, item) in items.into_iter().enumerate() {
        if place > 0 {
            out.push(b',');
        }
        write(item, out)?;
    }
    out.push(*close);
    Ok(())
}

/// Appends JSON without its invisible characters, which are escaped.
pub fn write_visible_json(json: &[u8], is_visible: fn(char) -> bool, out: &mut Vec<u8>) {
    if json.iter().all(|byte| matches!(byte, b' '..=b'~')) {
        return out.extend(json);
    }
    for c in String::from_utf8_lossy(json).chars() {
        if is_visible(c) {
            out.extend(c.encode_utf8(&mut [0; 4]).bytes());
        } else {
            // JSON has such characters only inside strings, where this escape is valid.
            for unit in c.encode_utf16(&mut [0; 2]) {
                out.extend(format!("\\u{unit:04x}").bytes());
            }
        }
    }
}
