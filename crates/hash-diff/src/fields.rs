//! Structs whose fields have another order in the other table.

use crate::error::Error;
use arrow_array::{Array, ArrayRef, make_array};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, FieldRef};
use std::sync::Arc;

/// Returns a type with the fields of all structs in it in the order of their names.
pub(crate) fn by_name(data_type: &DataType) -> DataType {
    use DataType::*;
    let inner = |field: &FieldRef| {
        Arc::new(field.as_ref().clone().with_data_type(by_name(field.data_type())))
    };
    match data_type {
        List(item) => List(inner(item)),
        LargeList(item) => LargeList(inner(item)),
        ListView(item) => ListView(inner(item)),
        LargeListView(item) => LargeListView(inner(item)),
        FixedSizeList(item, length) => FixedSizeList(inner(item), *length),
        Dictionary(key, value) => Dictionary(key.clone(), Box::new(by_name(value))),
        RunEndEncoded(ends, values) => RunEndEncoded(Arc::clone(ends), inner(values)),
        // The first field is the key, whatever its name.
        Map(entries, is_sorted) => {
            let Struct(fields) = entries.data_type() else { return data_type.clone() };
            let fields = Struct(fields.iter().map(inner).collect());
            Map(Arc::new(entries.as_ref().clone().with_data_type(fields)), *is_sorted)
        }
        Struct(fields) => {
            Struct(sorted(fields.iter().map(inner).zip(0..)).map(|(f, _)| f).collect())
        }
        other => other.clone(),
    }
}

/// Returns an array with the fields of all structs in it in the order of their names: one of the
/// type [`by_name`].
pub(crate) fn sort_fields(array: &dyn Array) -> Result<ArrayRef, Error> {
    Ok(make_array(sort(&array.to_data(), false)?))
}

fn sort(data: &ArrayData, is_entries: bool) -> Result<ArrayData, ArrowError> {
    if let DataType::Union(..) = data.data_type() {
        return Ok(data.clone());
    }
    let is_map = matches!(data.data_type(), DataType::Map(..));
    let children = data.child_data().iter().map(|child| sort(child, is_map));
    let mut children = children.collect::<Result<Vec<_>, _>>()?;
    let mut data_type = by_name(data.data_type());
    if let DataType::Struct(fields) = data.data_type() {
        let inner = |(field, child): (&FieldRef, ArrayData)| {
            let field = field.as_ref().clone().with_data_type(child.data_type().clone());
            (Arc::new(field), child)
        };
        let pairs = fields.iter().zip(children).map(inner);
        let pairs = if is_entries { pairs.collect() } else { sorted(pairs).collect::<Vec<_>>() };
        let (fields, sorted): (Vec<_>, _) = pairs.into_iter().unzip();
        (data_type, children) = (DataType::Struct(fields.into()), sorted);
    }
    data.clone().into_builder().data_type(data_type).child_data(children).build()
}

/// Sorts fields by their names. Those of one name stay in their order.
fn sorted<T>(fields: impl Iterator<Item = (FieldRef, T)>) -> impl Iterator<Item = (FieldRef, T)> {
    let mut fields: Vec<_> = fields.collect();
    fields.sort_by(|(a, _), (b, _)| a.name().cmp(b.name()));
    fields.into_iter()
}
