//! The columns of a comparison, selected by the engine.

use super::failed;
use crate::progress;
use crate::tables::columns as columns_of;
use datafusion::arrow::array::RecordBatch;
use datafusion::common::HashMap;
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use hash_datafusion::Keys;
use hash_diff::{Layout, SAMPLE, is_unique, key_candidates};

/// Selects the columns of a layout of a table, in its order.
pub(super) fn columns(names: &[String], table: &DataFrame) -> Result<DataFrame> {
    let columns = columns_of(table, names)?.into_iter().enumerate();
    // Names in a selection have no other meaning.
    let columns = columns.map(|(place, column)| column.alias(format!("c{place}")));
    table.clone().select(columns.collect::<Vec<_>>())
}

/// Selects columns, in any order. The engine is not asked for all columns, because it looks for
/// each in the list of all.
pub(super) fn needed(names: &[String], table: &DataFrame) -> Result<DataFrame> {
    if names.len() == table.schema().fields().len() {
        return Ok(table.clone());
    }
    table.clone().select(columns_of(table, names)?)
}

/// Finds the column that is most likely the key: one without nulls, and without a value that occurs
/// twice among the first rows of a table.
pub(super) async fn find_key(
    tables: [(&DataFrame, &str); 2],
    layout: &Layout,
    keys: &Keys,
) -> Result<Option<usize>> {
    let candidates = key_candidates(tables.map(|(frame, _)| frame.schema().as_arrow()), layout);
    if candidates.is_empty() {
        // No names would be all columns.
        return Ok(None);
    }
    let mut first = Vec::new();
    for (table, (frame, of_table)) in tables.into_iter().enumerate() {
        let frame = needed(layout.names_in(table), frame)?;
        let fields = frame.schema().fields().iter().enumerate();
        let places: HashMap<_, _> = fields.map(|(place, of)| (of.name().clone(), place)).collect();
        first.push((progress::first(frame, SAMPLE, of_table).await?, places));
    }
    for candidate in candidates {
        let is_key = |table: usize| {
            let (rows, places): &(Vec<RecordBatch>, HashMap<String, usize>) = &first[table];
            let name = &layout.names_in(table)[candidate];
            let Some(&place) = places.get(name) else { return Ok(false) };
            let column: Vec<_> = rows.iter().map(|batch| batch.column(place)).collect();
            is_unique(keys.rows(), &column)
        };
        if is_key(0).map_err(failed)? && is_key(1).map_err(failed)? {
            return Ok(Some(candidate));
        }
    }
    Ok(None)
}
