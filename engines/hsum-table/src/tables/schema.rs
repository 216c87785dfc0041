//! The columns of files.

use super::widen;
use crate::output::quoted;
use datafusion::arrow::datatypes::{DataType, Field, Fields, Schema, SchemaRef};
use datafusion::common::{exec_datafusion_err, exec_err};
use datafusion::error::Result;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

/// The columns of a table of several files, in the order of the first file.
pub(crate) struct Columns {
    pub(crate) schema: SchemaRef,
    /// The indices of these columns in each file.
    pub(crate) places: Vec<Vec<usize>>,
}

impl Columns {
    /// Finds the columns that all files have, with the same names, and types that have the values
    /// of all files.
    pub(crate) fn of<'f>(files: impl Iterator<Item = (&'f Path, &'f Schema)>) -> Result<Self> {
        let mut first: Option<(&Path, Vec<Field>)> = None;
        let mut places = Vec::new();
        for (path, schema) in files {
            check_names(path, schema.fields(), "")?;
            if schema.fields().is_empty() {
                return exec_err!("{}: has no columns", quoted(path));
            }
            let (of, fields) = first.get_or_insert_with(|| (path, nullable(schema)));
            let differs = |what: &str| {
                let (path, of) = (quoted(path), quoted(*of));
                exec_datafusion_err!("{path}: other columns than {of}, in the same table: {what}")
            };
            if schema.fields().len() != fields.len() {
                return Err(differs("their number"));
            }
            let by_name = places_by_name(schema);
            let mut in_file = Vec::new();
            for field in fields {
                let place = *by_name
                    .get(&**field.name())
                    .ok_or_else(|| differs(&format!("{} is missing", quoted(field.name()))))?;
                let (is, was) = (schema.field(place).data_type(), field.data_type());
                let common = widen::common(was, is).ok_or_else(|| {
                    differs(&format!("{} is {is}, not {was}", quoted(field.name())))
                })?;
                field.set_data_type(common);
                in_file.push(place);
            }
            places.push(in_file);
        }
        let (_, fields) = first.ok_or_else(|| exec_datafusion_err!("no file"))?;
        Ok(Self { schema: Arc::new(Schema::new(fields)), places })
    }
}

/// Returns the places of columns by their names. Arrow looks through a schema for each name.
pub(crate) fn places_by_name(schema: &Schema) -> HashMap<&str, usize> {
    schema.fields().iter().enumerate().map(|(place, field)| (&**field.name(), place)).collect()
}

/// Marks all columns as nullable, because nullability is not compared.
fn nullable(schema: &Schema) -> Vec<Field> {
    let fields = schema.fields().iter();
    fields.map(|field| Field::new(field.name(), field.data_type().clone(), true)).collect()
}

/// Refuses columns, or fields of a struct, that have the same name.
fn check_names(path: &Path, fields: &Fields, within: &str) -> Result<()> {
    let mut names = HashSet::new();
    for field in fields {
        let name = quoted(field.name());
        if !names.insert(field.name()) {
            return exec_err!("{}: several columns have the name {within}{name}", quoted(path));
        }
        check_type(path, field.data_type(), &format!("{within}{name}."))?;
    }
    Ok(())
}

fn check_type(path: &Path, data_type: &DataType, within: &str) -> Result<()> {
    use DataType::*;
    match data_type {
        Struct(fields) => check_names(path, fields, within),
        List(item)
        | LargeList(item)
        | ListView(item)
        | LargeListView(item)
        | FixedSizeList(item, _)
        | Map(item, _)
        | RunEndEncoded(_, item) => check_type(path, item.data_type(), within),
        Dictionary(_, values) => check_type(path, values, within),
        Union(fields, _) => {
            fields.iter().try_for_each(|(_, field)| check_type(path, field.data_type(), within))
        }
        _ => Ok(()),
    }
}
