//! Differences as a table.

use crate::cells::Column;
use crate::differences::{Differences, Place, Rows};
use crate::error::Error;
use crate::layout::Layout;
use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{
    Array, ArrayRef, LargeStringArray, RecordBatch, StringArray, StructArray, UInt64Array,
    new_null_array,
};
use arrow_buffer::NullBuffer;
use arrow_cast::cast;
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use arrow_select::take::take;
use std::iter::repeat_n;
use std::sync::Arc;

/// How rows differ, in the order of a result.
const CHANGES: [&str; 3] = ["only in A", "only in B", "changed"];

/// Returns the columns of [`result`], given those of both tables in the order of a layout:
///
/// - `change`, which is `only in A`, `only in B` or `changed`;
/// - `columns`, the names of the columns in which a changed row differs, null for other rows;
/// - `a` and `b`, structs of the compared columns and the key, null for a table without the row.
///
/// Types that few programs read are replaced: run-end encoding by the values, and unions, of which
/// columns of objects can consist, by text in JSON.
#[must_use]
pub fn result_schema(layout: &Layout, tables: [&Schema; 2]) -> SchemaRef {
    let of = |name, table: &Schema| {
        let fields = layout.names.iter().zip(table.fields());
        let fields = fields.map(|(name, field)| Field::new(name, read_as(field.data_type()), true));
        Field::new(name, DataType::Struct(fields.collect()), true)
    };
    let names = DataType::new_list(DataType::Utf8, true);
    Arc::new(Schema::new(vec![
        Field::new("change", DataType::Utf8, false),
        Field::new("columns", names, true),
        of("a", tables[0]),
        of("b", tables[1]),
    ]))
}

/// Returns the differences as rows of [`result_schema`], which is `schema`.
///
/// # Errors
/// Returns an error of Arrow if it cannot gather values.
pub fn result(
    rows: &Rows,
    found: &Differences,
    layout: &Layout,
    schema: &SchemaRef,
) -> Result<RecordBatch, Error> {
    let counts = found.counts();
    let changes = CHANGES.into_iter().zip(counts);
    let changes: Vec<_> = changes.flat_map(|(change, count)| repeat_n(change, count)).collect();
    let mut names = ListBuilder::new(StringBuilder::new());
    repeat_n((), counts[0] + counts[1]).for_each(|()| names.append_null());
    for changed in &found.changed {
        let of_row = changed.columns.iter().map(|column| Some(&*layout.names[*column]));
        names.append_value(of_row);
    }
    let mut columns: Vec<ArrayRef> =
        vec![Arc::new(StringArray::from(changes)), Arc::new(names.finish())];
    for table in 0..2 {
        let DataType::Struct(fields) = schema.field(2 + table).data_type() else { continue };
        columns.push(Arc::new(side(rows, found, table, fields)?));
    }
    Ok(RecordBatch::try_new(Arc::clone(schema), columns)?)
}

/// Returns the rows of a table, null where the table does not have them.
fn side(
    rows: &Rows,
    found: &Differences,
    table: usize,
    fields: &Fields,
) -> Result<StructArray, Error> {
    let places = found.only[table].iter().copied();
    let places: Vec<Place> =
        places.chain(found.changed.iter().map(|changed| changed.places[table])).collect();
    let count = |table: usize| found.only[table].len();
    let (before, missing) = if table == 0 { (count(0), count(1)) } else { (0, count(0)) };
    let indices = 0..places.len() as u64;
    let (first, rest) = (indices.clone().take(before), indices.skip(before));
    let indices = first.map(Some).chain(repeat_n(None, missing)).chain(rest.map(Some));
    let indices: UInt64Array = indices.collect();
    let column = |(column, field): (usize, &Arc<Field>)| {
        if places.is_empty() {
            return Ok(new_null_array(field.data_type(), indices.len()));
        }
        let values = readable(&rows.gather(table, column, places.iter().copied())?)?;
        Ok(take(&values, &indices, None)?)
    };
    let columns = fields.iter().enumerate().map(column).collect::<Result<Vec<_>, Error>>()?;
    let present = NullBuffer::from_iter(indices.iter().map(|index| index.is_some()));
    Ok(StructArray::try_new(fields.clone(), columns, Some(present))?)
}

/// Returns the type that values of a type have in a result.
fn read_as(data_type: &DataType) -> DataType {
    match data_type {
        DataType::RunEndEncoded(_, values) => read_as(values.data_type()),
        _ if has_union(data_type) => DataType::LargeUtf8,
        _ => data_type.clone(),
    }
}

/// Returns whether values are unions or contain some.
fn has_union(data_type: &DataType) -> bool {
    use DataType::*;
    match data_type {
        Union(..) => true,
        List(item) | LargeList(item) | ListView(item) | LargeListView(item) | Map(item, _) => {
            has_union(item.data_type())
        }
        FixedSizeList(item, _) | RunEndEncoded(_, item) => has_union(item.data_type()),
        Dictionary(_, values) => has_union(values),
        Struct(fields) => fields.iter().any(|field| has_union(field.data_type())),
        _ => false,
    }
}

/// Returns an array of the type that its values have in a result.
fn readable(array: &ArrayRef) -> Result<ArrayRef, Error> {
    if let DataType::RunEndEncoded(_, values) = array.data_type() {
        return readable(&cast(array, values.data_type())?);
    }
    if !has_union(array.data_type()) {
        return Ok(Arc::clone(array));
    }
    let column = Column::new(array)?;
    let (cells, mut json) = (column.cells()?, Vec::new());
    let mut texts = Vec::with_capacity(array.len());
    for row in 0..array.len() {
        json.clear();
        cells.write_json(row, &mut json)?;
        texts.push((json != b"null").then(|| String::from_utf8_lossy(&json).into_owned()));
    }
    Ok(Arc::new(LargeStringArray::from(texts)))
}
