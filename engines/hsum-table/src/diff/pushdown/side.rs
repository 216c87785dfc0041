//! The checksums of parts of a table: by its database, or from its rows.

use super::of_checksum;
use super::ranges::Ranges;
use crate::cli::Common;
use crate::diff::failed;
use crate::progress;
use crate::tables::DatabaseTable;
use datafusion::arrow::array::{Array, ArrayRef, AsArray, Int64Array, RecordBatch};
use datafusion::arrow::compute::kernels::length::length;
use datafusion::arrow::compute::{cast, max, min};
use datafusion::arrow::datatypes::{DataType, Int64Type};
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use hash_datafusion::hash_agg::sql::{Checksum, Column, Hasher, Query, Type};
use hash_datafusion::{Keys, add_checksums};
use hash_diff::take;
use std::collections::BTreeMap;

/// The checksums of the rows of ranges of the key. Without ranges, all rows have no key.
pub(super) type Parts = BTreeMap<Option<i64>, Checksum>;

/// The columns of both tables.
pub(super) struct Columns<'c> {
    pub(super) kinds: Vec<Type>,
    /// The place of the key, if the tables have one that has ranges.
    pub(super) key: Option<usize>,
    pub(super) keys: &'c Keys,
}

/// A table, and the database that computes its checksums.
pub(super) struct Side<'t> {
    pub(super) name: &'t str,
    /// The columns of the layout.
    pub(super) frame: DataFrame,
    pub(super) database: Option<DatabaseTable>,
    /// The names of the columns.
    names: &'t [String],
    common: &'t Common,
}

/// The least and the greatest key, and the length of the longest string of each column.
#[derive(Debug)]
pub(super) struct Extent {
    pub(super) span: Option<(i64, i64)>,
    pub(super) lengths: Vec<i64>,
}

impl<'t> Side<'t> {
    pub(super) const fn new(
        name: &'t str,
        frame: DataFrame,
        database: Option<DatabaseTable>,
        names: &'t [String],
        common: &'t Common,
    ) -> Self {
        Self { name, frame, database, names, common }
    }

    /// Returns the name of the key.
    pub(super) fn key_name(&self, columns: &Columns<'_>) -> &str {
        columns.key.map_or("", |place| &self.names[place])
    }

    /// Returns the extent of the compared columns. Lengths of columns that are no strings are 0.
    pub(super) async fn extent(&self, kinds: &[Type], key: Option<usize>) -> Result<Extent> {
        let is_string = |place: &usize| matches!(kinds[*place], Type::Text(_) | Type::Binary(_));
        let strings: Vec<_> = (0..kinds.len()).filter(is_string).collect();
        let mut all = Extent { span: None, lengths: vec![0; kinds.len()] };
        if strings.is_empty() && key.is_none() {
            return Ok(all);
        }
        if let Some(database) = &self.database {
            let column = |place: usize| database.column(&self.names[place]);
            let function = |name: &str| database.dialect().function(name);
            let of_key = key
                .into_iter()
                .flat_map(|place| ["MIN", "MAX"].map(|name| (function(name), column(place))));
            let of_key = of_key.map(|(function, column)| format!("{function}({column})"));
            let longest = strings.iter().map(|place| {
                let is_text = matches!(kinds[*place], Type::Text(_));
                let bytes = database.bytes_of(&self.names[*place], is_text);
                format!("{}({bytes})", function("MAX"))
            });
            let values: Vec<_> =
                of_key.chain(longest).map(|value| format!("CAST({value} AS BIGINT)")).collect();
            let sql = format!("SELECT {} FROM {} AS t", values.join(", "), database.to_sql());
            let rows = database.integers(sql).await?;
            let mut values = rows.into_iter().next().unwrap_or_default().into_iter();
            if key.is_some() {
                all.span = values.next().flatten().zip(values.next().flatten());
            }
            for (place, value) in strings.iter().zip(values) {
                all.lengths[*place] = value.unwrap_or_default();
            }
            return Ok(all);
        }
        let of_strings = strings.clone();
        let step = move |all: &mut Extent, _, batch: RecordBatch| {
            if let Some(place) = key {
                let keys = integers(batch.column(place))?;
                all.extend_span(min(&keys).zip(max(&keys)));
            }
            for place in &of_strings {
                let longest = max(&integers(&length(batch.column(*place))?)?);
                all.lengths[*place] = all.lengths[*place].max(longest.unwrap_or_default());
            }
            Ok(())
        };
        let count = kinds.len();
        let start = || Extent { span: None, lengths: vec![0; count] };
        let queries = [(self.frame.clone(), self.name)];
        for (_, part) in progress::fold(queries, self.common, start, step).await? {
            all.extend_span(part.span);
            for (all, part) in all.lengths.iter_mut().zip(part.lengths) {
                *all = part.max(*all);
            }
        }
        Ok(all)
    }

    /// Returns the checksums of the rows in each range of 2^shift keys, or of all rows, as far as
    /// they are within some wider ranges. Returns nothing if they do not cover a value.
    pub(super) async fn checksums(
        &self,
        columns: &Columns<'_>,
        shift: Option<u32>,
        within: Option<&Ranges>,
    ) -> Result<Option<Parts>> {
        let key = columns.keys.rows();
        if let Some(database) = &self.database {
            let group = shift.map(|shift| database.shifted(self.key_name(columns), shift));
            let condition = within.map(|ranges| ranges.to_sql(database, self.key_name(columns)));
            let names = self.names.iter().zip(&columns.kinds);
            let of_query: Vec<_> = names.map(|(name, kind)| Column::new(name, *kind)).collect();
            let parts = database.parts();
            let mut query = Query::new(database.dialect(), &parts, &of_query);
            if let Some(group) = &group {
                query = query.group_by(group);
            }
            if let Some(condition) = &condition {
                query = query.filter(condition);
            }
            let sql = query.to_sql(key).map_err(|error| of_checksum(&error))?;
            return parts_of(database.integers(sql).await?, group.is_some());
        }
        let (of_key, width, ranges) = (columns.key, columns.kinds.len(), within.cloned());
        let split = move |batch: &RecordBatch| {
            let mut rows: Vec<(Option<i64>, u32)> = Vec::with_capacity(batch.num_rows());
            match of_key.zip(shift) {
                None => rows.extend((0..).take(batch.num_rows()).map(|row| (None, row))),
                Some((place, shift)) => {
                    let keys = integers(batch.column(place))?;
                    let is_within = |key| ranges.as_ref().is_none_or(|ranges| ranges.contains(key));
                    let keys = keys.iter().zip(0..).filter(|(key, _)| is_within(*key));
                    rows.extend(keys.map(|(key, row)| (key.map(|key| key >> shift), row)));
                    rows.sort_unstable();
                }
            }
            Ok::<_, datafusion::error::DataFusionError>(rows)
        };
        let step = move |state: &mut State, _, batch: RecordBatch| {
            for rows in split(&batch)?.chunk_by(|(a, _), (b, _)| a == b) {
                let batch =
                    take(&batch, rows.iter().map(|(_, row)| *row).collect()).map_err(failed)?;
                state.add(rows[0].0, &batch.columns()[..width])?;
            }
            Ok(())
        };
        let start = || State { hasher: Hasher::new(key, &columns.kinds).ok(), parts: Parts::new() };
        let queries = [(self.frame.clone(), self.name)];
        let mut all = Parts::new();
        for (_, state) in progress::fold(queries, self.common, start, step).await? {
            if state.hasher.is_none() {
                return Ok(None);
            }
            for (part, checksum) in state.parts {
                add(&mut all, part, &checksum)?;
            }
        }
        Ok(Some(all))
    }
}

impl Extent {
    fn extend_span(&mut self, span: Option<(i64, i64)>) {
        let spans = self.span.into_iter().chain(span);
        self.span = spans.reduce(|(a, b), (c, d)| (a.min(c), b.max(d)));
    }
}

/// The checksums of a partition.
struct State {
    /// Nothing from the first value on that is not covered.
    hasher: Option<Hasher>,
    parts: Parts,
}

impl State {
    fn add(&mut self, part: Option<i64>, columns: &[ArrayRef]) -> Result<()> {
        let Some(hasher) = &mut self.hasher else { return Ok(()) };
        let before = hasher.checksum();
        let rows = columns.first().map_or(0, Array::len);
        if !add_checksums(hasher, columns, rows)? {
            self.hasher = None;
            return Ok(());
        }
        let added = hasher.checksum().remove(&before).map_err(|error| of_checksum(&error))?;
        add(&mut self.parts, part, &added)
    }
}

fn add(parts: &mut Parts, part: Option<i64>, checksum: &Checksum) -> Result<()> {
    let to = parts.entry(part).or_default();
    *to = to.combine(checksum).map_err(|error| of_checksum(&error))?;
    Ok(())
}

/// Reads the result of a query for checksums: a range if there are any, the number of rows, and two
/// sums that are null if a value is not covered.
fn parts_of(rows: Vec<Vec<Option<i64>>>, has_ranges: bool) -> Result<Option<Parts>> {
    let mut parts = Parts::new();
    for row in rows {
        let (part, rest) = if has_ranges { (row[0], &row[1..]) } else { (None, &*row) };
        let [Some(rows), Some(a), Some(b)] = *rest else { return Ok(None) };
        let [rows, a, b] = [rows, a, b].map(i64::cast_unsigned);
        let checksum = Checksum::new(rows, [a, b]).map_err(|error| of_checksum(&error))?;
        add(&mut parts, part, &checksum)?;
    }
    Ok(Some(parts))
}

/// Returns a column of integers with 64 bits.
fn integers(column: &ArrayRef) -> Result<Int64Array> {
    Ok(cast(column, &DataType::Int64)?.as_primitive::<Int64Type>().clone())
}
