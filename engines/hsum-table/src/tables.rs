//! Opening tables in files and databases.
//!
//! The listing of the engine is not used: it treats names as URLs and patterns, skips files,
//! matches columns by position and infers types.

mod arrow;
mod copies;
mod database;
mod files;
mod listing;
mod parquet;
mod schema;
mod text;
mod widen;

use crate::cli::{Common, Format};
use crate::output::{asked, quoted};
pub(crate) use copies::{is_needed as is_copied, named, remove as remove_copies};
use database::{Address, is_address};
pub(crate) use database::{DatabaseTable, end_queries, of as database, problem, shown, uncovered};
use datafusion::arrow::datatypes::Schema;
use datafusion::common::{exec_datafusion_err, exec_err};
use datafusion::dataframe::DataFrame;
use datafusion::datasource::source_as_provider;
use datafusion::error::Result;
use datafusion::logical_expr::{Expr, LogicalPlan, LogicalPlanBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};
use hash_datafusion::Keys;
use listing::Listing;
pub(crate) use listing::copy;
use schema::places_by_name;
use std::collections::HashSet;
use std::path::Path;

/// Makes a context with the functions under the key.
pub(crate) fn context(keys: &Keys) -> Result<SessionContext> {
    let mut config = SessionConfig::new().with_information_schema(false);
    // Otherwise values that a query finds would be compared with statistics of files.
    let optimizer = &mut config.options_mut().optimizer;
    optimizer.enable_topk_dynamic_filter_pushdown = false;
    optimizer.enable_join_dynamic_filter_pushdown = false;
    optimizer.enable_aggregate_dynamic_filter_pushdown = false;
    let ctx = SessionContext::new_with_config(config);
    hash_datafusion::register(&ctx, keys)?;
    Ok(ctx)
}

/// Opens a file, a directory, or a table in a database. Text files are read with `types`, and as
/// text without.
pub(crate) fn open(
    ctx: &SessionContext,
    path: &Path,
    common: &Common,
    types: Option<&Schema>,
) -> Result<DataFrame> {
    if is_address(path) {
        return ctx.read_table(database::open(path)?);
    }
    let Listing { format, files } = Listing::of(path, common)?;
    ctx.read_table(match format {
        Format::Parquet => parquet::open(&files, ctx.copied_config().target_partitions())?,
        Format::Arrow => arrow::open(&files)?,
        Format::Csv | Format::Tsv | Format::Ndjson => text::open(&files, format, common, types)?,
    })
}

/// Returns the types for reading text files, if there are any: those of `--types`, else those of
/// the other table of a comparison.
pub(crate) fn types(
    ctx: &SessionContext,
    common: &Common,
    compared: Option<(&Path, &Path)>,
) -> Result<Option<Schema>> {
    let path = match (&common.types, compared) {
        (Some(path), _) => path,
        (None, Some((path, other))) if is_text(path, common)? && !is_text(other, common)? => other,
        _ => return Ok(None),
    };
    let frame = open(ctx, path, common, None)?;
    Ok(Some(frame.schema().as_arrow().clone()))
}

/// Returns whether a table is in text files.
pub(crate) fn is_text(path: &Path, common: &Common) -> Result<bool> {
    Ok(!is_address(path) && Listing::of(path, common)?.format.is_text())
}

/// Returns how many rows a query reads, if all of its files say how many they have.
pub(crate) fn rows(plan: &LogicalPlan) -> Option<u64> {
    if let LogicalPlan::TableScan(scan) = plan {
        if let Some(view) = scan.source.get_logical_plan() {
            return rows(&view);
        }
        let statistics = source_as_provider(&scan.source).ok()?.statistics()?;
        return statistics.num_rows.get_value().map(|rows| *rows as u64);
    }
    plan.inputs().into_iter().map(rows).sum()
}

/// Returns the name that a table has in a query.
pub(crate) fn name_in_query(path: &Path) -> Result<&str> {
    if is_address(path) {
        return Ok(Address::parse(path)?.table());
    }
    let name = path.file_stem().and_then(|name| name.to_str());
    name.ok_or_else(|| exec_datafusion_err!("{}: not usable as a table name", quoted(path)))
}

/// Checks that two tables do not need types to be compared: without types, a number in NDJSON
/// differs from a text with its digits, and in CSV it does not.
pub(crate) fn check_types(a: &Path, b: &Path, common: &Common) -> Result<()> {
    if is_address(a) || is_address(b) {
        return Ok(());
    }
    let formats = [Listing::of(a, common)?.format, Listing::of(b, common)?.format];
    let is_mixed = formats.contains(&Format::Ndjson) && formats[0] != formats[1];
    if common.types.is_none() && is_mixed && formats.into_iter().all(Format::is_text) {
        return exec_err!("CSV has no types and NDJSON has; give a file with types by --types");
    }
    Ok(())
}

/// Returns the places of the named columns of a table in that order, or of all.
pub(crate) fn places(frame: &DataFrame, names: &[String]) -> Result<Vec<usize>> {
    let schema = frame.schema().as_arrow();
    if names.is_empty() {
        return Ok((0..schema.fields().len()).collect());
    }
    check_once(names)?;
    let by_name = places_by_name(schema);
    let place = |name: &String| {
        by_name.get(&**name).copied().ok_or_else(|| {
            let names: Vec<_> = schema.fields().iter().map(|field| quoted(field.name())).collect();
            let (name, names) = (asked(name), names.join(", "));
            exec_datafusion_err!("column {name} does not exist; the columns are {names}")
        })
    };
    names.iter().map(place).collect()
}

/// Selects the columns at these places. Of a table, the scan reads no others: for a projection, the
/// engine looks for each column in the list of all.
pub(crate) fn selected(frame: &DataFrame, places: &[usize]) -> Result<DataFrame> {
    if places.iter().copied().eq(0..frame.schema().fields().len()) {
        return Ok(frame.clone());
    }
    let (state, plan) = frame.clone().into_parts();
    let plan = match plan {
        LogicalPlan::TableScan(scan) if scan.projection.is_none() => {
            LogicalPlanBuilder::scan(scan.table_name, scan.source, Some(places.to_vec()))?
        }
        plan => {
            let columns: Vec<_> = places.iter().map(|place| column_at(frame, *place)).collect();
            LogicalPlanBuilder::from(plan).project(columns)?
        }
    };
    Ok(DataFrame::new(state, plan.build()?))
}

/// Returns the column at a place.
pub(crate) fn column_at(frame: &DataFrame, place: usize) -> Expr {
    Expr::Column(frame.schema().qualified_field(place).into())
}

/// Finds a column by its exact name.
pub(crate) fn column(frame: &DataFrame, name: &str) -> Result<Expr> {
    Ok(column_at(frame, places(frame, &[name.to_owned()])?[0]))
}

/// Refuses a name that is given twice.
pub(crate) fn check_once(names: &[String]) -> Result<()> {
    let mut seen = HashSet::new();
    match names.iter().find(|name| !seen.insert(*name)) {
        Some(name) => exec_err!("column {} is named twice", asked(name)),
        None => Ok(()),
    }
}
