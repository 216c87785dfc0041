//! Ranges of keys in which two tables differ.
//!
//! Every row has a position, which is an integer. If the key is one integer column in both tables,
//! the position is the key, so that files sorted by it are read only in part; otherwise it is a
//! hash of the key. Both tables are split into ranges of positions. Ranges whose fingerprints
//! differ are split again until they have few enough rows to be compared one by one.

use crate::cli::Common;
use crate::diff::Side;
use crate::{fingerprint, progress};
use datafusion::arrow::array::AsArray;
use datafusion::arrow::datatypes::{DataType, Int64Type};
use datafusion::common::internal_datafusion_err;
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::functions::core::expr_fn::coalesce;
use datafusion::functions_aggregate::expr_fn::{max, min};
use datafusion::logical_expr::{Expr, cast, lit};
use datafusion::prelude::SessionContext;
use hash_datafusion::hash_agg::Fingerprint;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The number of ranges that one range is split into.
const SPLIT: u64 = 1024;

/// A contiguous range of positions.
pub(crate) type Range = RangeInclusive<i64>;

/// Ranges that together have few enough rows, or one range that cannot be split.
pub(crate) type Batch = Vec<Range>;

/// The kind of a row's position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    Key,
    Hash,
}

impl Position {
    /// Chooses the kind that suits the keys of both tables.
    pub(crate) fn of(types: [Option<&DataType>; 2]) -> Self {
        let is_integer = |data_type: Option<&DataType>| {
            use DataType::*;
            matches!(data_type, Some(Int8 | Int16 | Int32 | Int64 | UInt8 | UInt16 | UInt32))
        };
        if types.into_iter().all(is_integer) { Self::Key } else { Self::Hash }
    }

    /// Returns the position as an expression over the keys.
    pub(crate) fn expression(self, ctx: &SessionContext, keys: &[Expr]) -> Expr {
        match (self, keys) {
            // Nulls need a position as well.
            (Self::Key, [key, ..]) => {
                coalesce(vec![cast(key.clone(), DataType::Int64), lit(0_i64)])
            }
            _ => {
                let function = ctx.state().scalar_functions()["clhash"].clone();
                // With the constant, the values are hashed as canonical bytes, which are the same
                // for equal values of all types.
                let values = keys.iter().cloned().chain([lit(true)]).collect();
                cast(function.call(values) / lit(2_u64), DataType::Int64)
            }
        }
    }
}

/// The search for the ranges in which two tables differ.
pub(crate) struct Narrowing<'a> {
    pub(crate) ctx: &'a SessionContext,
    pub(crate) common: &'a Common,
    pub(crate) rows_at_once: u64,
    /// Ranges that differ and have too many rows; the first one is last in the list.
    open: Vec<Range>,
}

impl<'a> Narrowing<'a> {
    /// Starts with all positions of rows in the tables.
    pub(crate) async fn new(
        ctx: &'a SessionContext,
        common: &'a Common,
        rows_at_once: u64,
        position: Position,
        sides: [&Side; 2],
    ) -> Result<Self> {
        let mut open: Option<Range> = None;
        match position {
            Position::Hash => open = Some(0..=i64::MAX),
            Position::Key => {
                for side in sides {
                    if let Some(range) = extent(side, common).await? {
                        open = Some(open.map_or(range.clone(), |all| {
                            *all.start().min(range.start())..=*all.end().max(range.end())
                        }));
                    }
                }
            }
        }
        Ok(Self { ctx, common, rows_at_once, open: open.into_iter().collect() })
    }

    /// Returns the next batches of ranges, or `None` if there are no more.
    pub(crate) async fn next(&mut self, sides: [&Side; 2]) -> Result<Option<Vec<Batch>>> {
        let Some(range) = self.open.pop() else { return Ok(None) };
        let width = width(&range);
        let [a, b] = sides;
        let a = self.fingerprints(a, &range, width).await?;
        let b = self.fingerprints(b, &range, width).await?;
        let mut batches: Vec<Batch> = Vec::new();
        let mut rows = u64::MAX;
        let mut wide = Vec::new();
        let mut differing: Vec<i64> = a.keys().chain(b.keys()).copied().collect();
        differing.sort_unstable();
        differing.dedup();
        differing.retain(|segment| a.get(segment) != b.get(segment));
        for segment in differing {
            let found = [&a, &b].into_iter().filter_map(|side| side.get(&segment));
            let count = found.fold(0_u64, |sum, side| sum.saturating_add(side.rows()));
            let part = positions(segment, width, &range);
            if count > self.rows_at_once && width > 1 {
                wide.push(part);
                continue;
            }
            rows = rows.saturating_add(count);
            match batches.last_mut() {
                Some(batch) if rows <= self.rows_at_once => append(batch, part),
                _ => {
                    batches.push(vec![part]);
                    rows = count;
                }
            }
        }
        self.open.extend(wide.into_iter().rev());
        Ok(Some(batches))
    }

    /// Returns the fingerprints of the non-empty segments of a range.
    async fn fingerprints(
        &self,
        side: &Side,
        range: &Range,
        width: i64,
    ) -> Result<BTreeMap<i64, Fingerprint>> {
        let function = self.ctx.state().aggregate_functions()["fingerprint"].clone();
        let segment = (side.position.clone() / lit(width)).alias("segment");
        let frame = within(side, std::slice::from_ref(range))?
            .aggregate(vec![segment], vec![function.call(side.columns.clone())])?;
        let mut segments = BTreeMap::new();
        for batch in progress::run(frame, self.common, &side.name).await? {
            let numbers = batch.column(0).as_primitive::<Int64Type>();
            for row in 0..batch.num_rows() {
                let fingerprint = fingerprint::read(batch.column(1), row)
                    .ok_or_else(|| internal_datafusion_err!("a segment lacks its fingerprint"))?;
                segments.insert(numbers.value(row), fingerprint);
            }
        }
        Ok(segments)
    }
}

/// Selects the rows of a table in the ranges.
pub(crate) fn within(side: &Side, ranges: &[Range]) -> Result<DataFrame> {
    let between = ranges
        .iter()
        .map(|range| side.position.clone().between(lit(*range.start()), lit(*range.end())));
    let Some(predicate) = between.reduce(Expr::or) else { return Ok(side.frame.clone()) };
    side.frame.clone().filter(predicate)
}

/// Returns the range of positions of a table's rows.
async fn extent(side: &Side, common: &Common) -> Result<Option<Range>> {
    let position = side.position.clone();
    let frame = side.frame.clone().aggregate(vec![], vec![min(position.clone()), max(position)])?;
    let batches = progress::run(frame, common, &side.name).await?;
    let value = |column: usize| {
        let batch = batches.iter().find(|batch| batch.num_rows() > 0)?;
        batch.column(column).as_primitive::<Int64Type>().iter().next()?
    };
    Ok(value(0).zip(value(1)).map(|(min, max)| min..=max))
}

/// Returns the number of positions in a segment of a range: position p is in segment p / width,
/// rounded towards 0.
fn width(range: &Range) -> i64 {
    // A 1024th of 2^64 has 54 bits.
    (range.end().abs_diff(*range.start()) / SPLIT).cast_signed() + 1
}

/// Returns the positions of a segment in a range.
fn positions(segment: i64, width: i64, range: &Range) -> Range {
    // A position that no i64 holds is outside of the range, and is brought to its end.
    let first = segment.saturating_mul(width);
    let last = width - 1;
    let (start, end) = match segment {
        0 => (-last, last),
        1.. => (first, first.saturating_add(last)),
        _ => (first.saturating_sub(last), first),
    };
    let clamp = |position: i64| position.clamp(*range.start(), *range.end());
    clamp(start)..=clamp(end)
}

/// Appends a range, merging it with the last one if there is no gap.
fn append(batch: &mut Batch, range: Range) {
    match batch.last_mut() {
        Some(last) if last.end().checked_add(1) == Some(*range.start()) => {
            *last = *last.start()..=*range.end();
        }
        _ => batch.push(range),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every position of a range is in the segment that the engine computes for it, and segments do
    /// not overlap.
    #[test]
    fn segments_cover_a_range() {
        let ranges = [0..=0, -7..=9, -5000..=5000, 3..=4096, -9000..=-17];
        for range in ranges {
            let width = width(&range);
            let count = (range.end() / width) - (range.start() / width) + 1;
            assert!(count <= 1026, "{range:?}");
            for position in range.clone() {
                let segment = position / width;
                assert!(positions(segment, width, &range).contains(&position), "{position}");
                for other in [segment - 1, segment + 1] {
                    let other = positions(other, width, &range);
                    let is_inside = other.contains(&position) && other.start() != other.end();
                    assert!(!is_inside, "{position} {other:?}");
                }
            }
        }
    }

    #[test]
    fn the_widest_range() {
        let range = i64::MIN..=i64::MAX;
        let width = width(&range);
        assert_eq!(positions(i64::MIN / width, width, &range).start(), &i64::MIN);
        assert_eq!(positions(i64::MAX / width, width, &range).end(), &i64::MAX);
        assert_eq!(super::width(&(0..=i64::MAX)), 1 << 53);
    }

    #[test]
    fn ranges_without_a_gap_are_one() {
        let mut batch = vec![1..=2];
        append(&mut batch, 3..=4);
        append(&mut batch, 6..=6);
        append(&mut batch, 7..=7);
        assert_eq!(batch, [1..=4, 6..=7]);
    }
}
