//! Ranges of a key, each as wide as the same power of two.

use super::side::Parts;
use super::sum;
use crate::tables::DatabaseTable;
use datafusion::arrow::datatypes::DataType;
use datafusion::error::Result;
use datafusion::logical_expr::{Expr, cast, lit};
use hash_datafusion::hash_agg::sql::Checksum;
use std::collections::BTreeSet;

/// Some ranges.
#[derive(Clone, Debug)]
pub(crate) struct Ranges {
    shift: u32,
    /// The keys in a range, shifted.
    pub(crate) buckets: BTreeSet<i64>,
    /// Whether rows without a key are among those of the ranges.
    pub(crate) has_nulls: bool,
}

impl Ranges {
    /// Returns the ranges in which two tables differ.
    pub(crate) fn differing(shift: u32, [a, b]: &[Parts; 2]) -> Self {
        let buckets = a.keys().chain(b.keys()).flatten().copied();
        let buckets = buckets.filter(|bucket| a.get(&Some(*bucket)) != b.get(&Some(*bucket)));
        Self { shift, buckets: buckets.collect(), has_nulls: false }
    }

    /// Returns the number of ranges.
    pub(crate) fn len(&self) -> usize {
        self.buckets.len() + usize::from(self.has_nulls)
    }

    /// Returns whether a key is in one of the ranges.
    pub(crate) fn contains(&self, key: Option<i64>) -> bool {
        key.map_or(self.has_nulls, |key| self.buckets.contains(&(key >> self.shift)))
    }

    fn parts<'p>(&self, parts: &'p Parts) -> impl Iterator<Item = &'p Checksum> {
        self.buckets.iter().filter_map(|bucket| parts.get(&Some(*bucket)))
    }

    /// Returns the numbers of rows of both tables in the ranges.
    pub(crate) fn rows(&self, parts: &[Parts; 2]) -> [u64; 2] {
        parts.each_ref().map(|parts| self.parts(parts).map(Checksum::rows).sum())
    }

    /// Returns the checksum of the rows of a table in the ranges.
    pub(crate) fn total(&self, parts: &Parts) -> Result<Checksum> {
        sum(self.parts(parts))
    }

    /// Writes the condition that a key is in one of the ranges.
    pub(crate) fn to_sql(&self, database: &DatabaseTable, key: &str) -> String {
        let buckets: Vec<_> = self.buckets.iter().copied().collect();
        let is_null = format!("{} IS NULL", database.column(key));
        // A list must not be empty.
        if buckets.is_empty() {
            return is_null;
        }
        let is_in = database.is_one_of(&database.shifted(key, self.shift), &buckets);
        if self.has_nulls { format!("{is_in} OR {is_null}") } else { is_in }
    }

    /// Returns the same condition for the engine.
    pub(crate) fn to_expr(&self, column: Expr) -> Expr {
        let key = cast(column, DataType::Int64);
        let buckets = self.buckets.iter().map(|bucket| lit(*bucket)).collect();
        let is_in = (key.clone() >> lit(i64::from(self.shift))).in_list(buckets, false);
        if self.has_nulls { is_in.or(key.is_null()) } else { is_in }
    }
}
