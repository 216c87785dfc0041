//! The columns of a comparison, selected by the engine.

use super::failed;
use crate::{progress, tables};
use datafusion::arrow::array::RecordBatch;
use datafusion::common::HashMap;
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::logical_expr::{Filter, LogicalPlan};
use hash_datafusion::Keys;
use hash_diff::{Layout, SAMPLE, is_unique, key_candidates};
use std::sync::Arc;

/// Selects the columns of a layout of a table, in its order.
pub(super) fn columns(names: &[String], table: &DataFrame) -> Result<DataFrame> {
    let columns = tables::places(table, names)?.into_iter().enumerate();
    // Names in a selection have no other meaning.
    let columns =
        columns.map(|(number, place)| tables::column_at(table, place).alias(format!("c{number}")));
    table.clone().select(columns.collect::<Vec<_>>())
}

/// Reads these columns of a table, in any order, and those of the condition of its rows.
pub(super) fn needed(names: &[String], table: &DataFrame) -> Result<DataFrame> {
    let mut places = tables::places(table, names)?;
    let (state, plan) = table.clone().into_parts();
    let LogicalPlan::Filter(Filter { predicate, input, .. }) = plan else {
        return tables::selected(table, &places);
    };
    for column in predicate.column_refs() {
        places.push(input.schema().index_of_column(column)?);
    }
    places.sort_unstable();
    places.dedup();
    let input = DataFrame::new(state, Arc::unwrap_or_clone(input));
    tables::selected(&input, &places)?.filter(predicate)
}

/// Finds the column that is most likely the key: one without nulls, and without a value that occurs
/// twice among the first rows of a table.
pub(super) async fn find_key(
    of: [(&DataFrame, &str); 2],
    layout: &Layout,
    keys: &Keys,
) -> Result<Option<usize>> {
    let candidates = key_candidates(of.map(|(frame, _)| frame.schema().as_arrow()), layout);
    if candidates.is_empty() {
        // No names would be all columns.
        return Ok(None);
    }
    let mut first = Vec::new();
    for (table, (frame, of_table)) in of.into_iter().enumerate() {
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
