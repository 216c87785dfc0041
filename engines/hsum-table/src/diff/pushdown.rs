//! Checksums of tables that a database computes itself, so that rows which agree do not move.
//!
//! Each side has the checksum of [`hash_datafusion::hash_agg::sql`], a database by a query and any
//! other table from its rows. If the checksums of two tables agree, so do the tables, with the
//! bound of its theorem. Otherwise the key is split into ranges, each as wide as a power of two,
//! and then those that differ into narrower ones, until few rows are left, which are read and
//! compared as usual.

mod ranges;
mod side;

use super::select;
use crate::cli::{DiffArgs, Pushdown};
use crate::output::{note, quoted};
use crate::tables::{self, DatabaseTable};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{exec_datafusion_err, exec_err};
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::prelude::SessionContext;
use hash_datafusion::Keys;
use hash_datafusion::hash_agg::Fingerprint;
use hash_datafusion::hash_agg::sql::{self, Checksum, Hasher, Type};
use hash_diff::{Layout, kind};
use ranges::Ranges;
use side::{Columns, Parts, Side};

/// The most ranges into which a range is split, as a power of two.
const SPLIT_BITS: u32 = 7;
/// The most ranges of which the checksums are compared again.
const MOST_RANGES: usize = 1 << 12;
/// With fewer rows of both tables in a range on average, these are read.
const FEW_ROWS: u64 = 64;

/// The checksums of two tables.
pub(crate) struct Checked {
    pub(crate) checksums: [Checksum; 2],
    /// The rows that can differ, if tables with a key do.
    pub(crate) differing: Option<Differing>,
}

/// The rows of both tables in the ranges of the key that differ.
pub(crate) struct Differing {
    pub(crate) frames: [DataFrame; 2],
    pub(crate) rows: [u64; 2],
}

impl Checked {
    pub(crate) fn are_equal(&self) -> bool {
        self.checksums[0] == self.checksums[1]
    }

    /// Checks that the rows which are read differ, like the checksums, and that they are as many.
    pub(crate) fn check(&self, fingerprints: &[Fingerprint; 2]) -> Result<()> {
        let all = || self.checksums.map(|checksum| checksum.rows());
        let rows = self.differing.as_ref().map_or_else(all, |differing| differing.rows);
        let read = fingerprints.map(|fingerprint| fingerprint.rows());
        if (fingerprints[0] == fingerprints[1]) == self.are_equal() && read == rows {
            return Ok(());
        }
        changed()
    }
}

/// The error of sums that do not fit together, though a database shows the rows of one moment.
fn changed<T>() -> Result<T> {
    exec_err!(
        "a table had other rows when it was read again: it is a view whose rows are not the same each \
         time, or the other table is in a file that has changed; --pushdown never reads all rows"
    )
}

/// Two tables, and the databases that they are in.
pub(crate) struct Tables<'t> {
    pub(crate) frames: [&'t DataFrame; 2],
    pub(crate) names: [&'t str; 2],
    pub(crate) databases: [Option<DatabaseTable>; 2],
}

/// Compares the checksums of two tables, if a database is to compute one. Returns nothing if none
/// is, or if the checksum does not cover the tables, and says why.
pub(crate) async fn compare(
    ctx: &SessionContext,
    Tables { frames, names, databases }: Tables<'_>,
    layout: &Layout,
    keys: &Keys,
    args: &DiffArgs,
) -> Result<Option<Checked>> {
    let is_pushed = |database: &DatabaseTable| match args.pushdown {
        Pushdown::Auto => database.is_remote(),
        Pushdown::Always => true,
        Pushdown::Never => false,
    };
    let databases = databases.map(|database| database.filter(is_pushed));
    if databases.iter().all(Option::is_none) {
        return Ok(None);
    }
    let select = |table: usize| select::columns(layout.names_in(table), frames[table]);
    let selected = [select(0)?, select(1)?];
    let mut kinds = match covered(&selected, layout, &databases, args) {
        Ok(kinds) => kinds,
        Err(reason) => return Ok(unused(&reason)),
    };
    let key = integer_key(&selected, layout);
    let [a, b] = selected;
    let [of_a, of_b] = databases;
    let sides = [
        Side::new(names[0], a, of_a, layout.names_in(0), &args.common),
        Side::new(names[1], b, of_b, layout.names_in(1), &args.common),
    ];
    let key_if_needed = key.filter(|_| !args.brief);
    // An error on one side ends the program, and with it what the other side's server runs.
    let (a, b) = tokio::try_join!(
        sides[0].extent(&kinds, key_if_needed),
        sides[1].extent(&kinds, key_if_needed)
    )?;
    let extents = [a, b];
    for (place, kind) in kinds.iter_mut().enumerate() {
        let most = extents.iter().map(|extent| extent.lengths[place]).max().unwrap_or_default();
        if let Type::Text(max) | Type::Binary(max) = kind {
            *max = u32::try_from(most).unwrap_or(u32::MAX).max(1);
        }
    }
    if let Err(error) = Hasher::new(keys.rows(), &kinds) {
        return Ok(unused(&error.to_string()));
    }
    let columns = Columns { kinds, key: key_if_needed, keys };
    let spans = extents.into_iter().filter_map(|extent| extent.span);
    let span = spans.reduce(|(a, b), (c, d)| (a.min(c), b.max(d)));
    let Some((low, high)) = span else {
        let Some([a, b]) = checksums(&sides, &columns, None, None).await? else { return Ok(None) };
        let checked = Checked { checksums: [total(&a)?, total(&b)?], differing: None };
        if !checked.are_equal() && !args.brief {
            note(
                "the checksums differ; all rows are read, because no compared column of integers \
                 is the key",
            );
        }
        return Ok(Some(checked));
    };
    bisect(ctx, frames, &sides, &columns, (low, high)).await
}

/// Finds the ranges of the key that differ.
async fn bisect(
    ctx: &SessionContext,
    frames: [&DataFrame; 2],
    sides: &[Side<'_>; 2],
    columns: &Columns<'_>,
    (low, high): (i64, i64),
) -> Result<Option<Checked>> {
    let width = |shift: &u32| i128::from(high >> shift) - i128::from(low >> shift);
    let mut shift = (0..i64::BITS).find(|shift| width(shift) < 1 << SPLIT_BITS).unwrap_or(63);
    let Some(mut parts) = checksums(sides, columns, Some(shift), None).await? else {
        return Ok(None);
    };
    let checksums_of_all = [total(&parts[0])?, total(&parts[1])?];
    let mut checked = Checked { checksums: checksums_of_all, differing: None };
    if checked.are_equal() {
        return Ok(Some(checked));
    }
    let nulls = parts.each_mut().map(|parts| parts.remove(&None).unwrap_or_default());
    let has_nulls = nulls[0] != nulls[1];
    let mut ranges = Ranges::differing(shift, &parts);
    loop {
        let rows: u64 = ranges.rows(&parts).iter().sum();
        let count = ranges.buckets.len();
        if shift == 0 || rows <= FEW_ROWS * count as u64 {
            break;
        }
        shift = shift.saturating_sub(SPLIT_BITS);
        let Some(narrower) = checksums(sides, columns, Some(shift), Some(&ranges)).await? else {
            return Ok(None);
        };
        for (wide, narrow) in parts.iter().zip(&narrower) {
            if ranges.total(wide)? != total(narrow)? {
                return changed();
            }
        }
        let differing = Ranges::differing(shift, &narrower);
        // A query cannot list more.
        if differing.buckets.len() > MOST_RANGES {
            break;
        }
        let left: u64 = differing.rows(&narrower).iter().sum();
        (ranges, parts) = (differing, narrower);
        // Most rows differ.
        if left > rows / 2 && ranges.buckets.len() > 1 << SPLIT_BITS {
            break;
        }
    }
    let mut rows = ranges.rows(&parts);
    if has_nulls {
        ranges.has_nulls = true;
        rows = [0, 1].map(|table: usize| rows[table] + nulls[table].rows());
    }
    let all = checked.checksums.map(|checksum| checksum.rows());
    let (read, of) = (rows[0] + rows[1], all[0] + all[1]);
    note(&format!(
        "the checksums differ; {read} of {of} rows are read, in {} ranges",
        ranges.len()
    ));
    let [a, b] = [0, 1].map(|table: usize| match &sides[table].database {
        Some(database) => {
            let name = sides[table].key_name(columns);
            let condition = ranges.to_sql(database, name);
            ctx.read_table(database.restricted(condition))
        }
        None => {
            let name = sides[table].key_name(columns);
            let condition = ranges.to_expr(tables::column(frames[table], name)?);
            frames[table].clone().filter(condition)
        }
    });
    checked.differing = Some(Differing { frames: [a?, b?], rows });
    Ok(Some(checked))
}

/// Returns the checksums of parts of both tables, at once. Returns nothing if they do not cover a
/// value, and says so.
async fn checksums(
    sides: &[Side<'_>; 2],
    columns: &Columns<'_>,
    shift: Option<u32>,
    within: Option<&Ranges>,
) -> Result<Option<[Parts; 2]>> {
    let of = |side: usize| sides[side].checksums(columns, shift, within);
    let (a, b) = tokio::try_join!(of(0), of(1))?;
    let parts = [a, b];
    for (side, parts) in sides.iter().zip(&parts) {
        if parts.is_none() {
            return Ok(unused(&format!(
                "{} has a value that the checksum does not cover",
                side.name
            )));
        }
    }
    let [a, b] = parts;
    Ok(a.zip(b).map(|(a, b)| [a, b]))
}

fn total(parts: &Parts) -> Result<Checksum> {
    sum(parts.values())
}

fn sum<'c>(mut checksums: impl Iterator<Item = &'c Checksum>) -> Result<Checksum> {
    checksums
        .try_fold(Checksum::EMPTY, |all, part| all.combine(part))
        .map_err(|error| exec_datafusion_err!("{error}"))
}

/// Says why the checksums are not compared.
fn unused<T>(reason: &str) -> Option<T> {
    note(&format!("all rows are read, because {reason}"));
    None
}

/// Returns the types of the compared columns in checksums, those of strings without their lengths,
/// or the reason why checksums do not cover the tables.
fn covered(
    frames: &[DataFrame; 2],
    layout: &Layout,
    databases: &[Option<DatabaseTable>; 2],
    args: &DiffArgs,
) -> std::result::Result<Vec<Type>, String> {
    if args.condition.is_some() {
        return Err("databases do not evaluate --where as this program does".to_owned());
    }
    let is_utf8 = databases.iter().flatten().all(DatabaseTable::is_utf8);
    let column = |place: usize| {
        let name = quoted(&layout.names[place]);
        let [a, b] = frames.each_ref().map(|frame| frame.schema().field(place).data_type());
        let is_covered = |(table, data_type): (usize, &DataType)| {
            let name = &layout.names_in(table)[place];
            databases[table].as_ref().is_none_or(|database| database.covers(name, data_type))
        };
        match common_type(a, b).filter(|_| [a, b].into_iter().enumerate().all(is_covered)) {
            Some(Type::Text(_)) if !is_utf8 => {
                Err(format!("the encoding of the database is not UTF-8, and column {name} is text"))
            }
            Some(common) => Ok(common),
            None if a == b => Err(format!("the checksum does not cover column {name}, {a}")),
            None => Err(format!("the checksum does not cover column {name}, {a} and {b}")),
        }
    };
    (0..layout.columns).map(column).collect()
}

/// Returns the type of checksums for the values of two columns.
fn common_type(a: &DataType, b: &DataType) -> Option<Type> {
    let (a, b) = (plain(a), plain(b));
    let is_integer = a.is_integer() && b.is_integer();
    Some(match (a, b) {
        (DataType::Boolean, DataType::Boolean) => Type::Boolean,
        (DataType::Date32, DataType::Date32) => Type::Date,
        (DataType::Timestamp(_, None), DataType::Timestamp(_, None)) => Type::Timestamp,
        // UUIDs are such values, and not binary ones, in a database.
        (DataType::FixedSizeBinary(_), _) | (_, DataType::FixedSizeBinary(_)) => return None,
        _ if is_integer => Type::Integer,
        _ => match (&*kind(a), &*kind(b)) {
            ("text", "text") => Type::Text(0),
            ("binary", "binary") => Type::Binary(0),
            ("number", "number") => Type::Decimal(scale(a)?.max(scale(b)?)),
            _ => return None,
        },
    })
}

fn plain(data_type: &DataType) -> &DataType {
    match data_type {
        DataType::Dictionary(_, values) => plain(values),
        DataType::RunEndEncoded(_, values) => plain(values.data_type()),
        other => other,
    }
}

fn scale(data_type: &DataType) -> Option<u8> {
    match data_type {
        DataType::Decimal32(_, scale)
        | DataType::Decimal64(_, scale)
        | DataType::Decimal128(_, scale)
        | DataType::Decimal256(_, scale) => u8::try_from(*scale).ok(),
        other => other.is_integer().then_some(0),
    }
}

/// Returns the place of the key, if it is one compared column of integers of 64 bits.
fn integer_key(frames: &[DataFrame; 2], layout: &Layout) -> Option<usize> {
    let [place] = *layout.key else { return None };
    let is_integer = frames.iter().all(|frame| {
        let data_type = plain(frame.schema().field(place).data_type());
        data_type.is_integer() && *data_type != DataType::UInt64
    });
    (is_integer && place < layout.columns).then_some(place)
}

/// The error of a checksum as one of this program.
fn of_checksum(error: &sql::Error) -> datafusion::error::DataFusionError {
    exec_datafusion_err!("{error}")
}
