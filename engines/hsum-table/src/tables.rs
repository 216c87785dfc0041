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
use datafusion::common::{HashMap, exec_datafusion_err, exec_err};
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::logical_expr::Expr;
use datafusion::prelude::{SessionConfig, SessionContext};
use listing::Listing;
pub(crate) use listing::copy;
use std::collections::HashSet;
use std::path::Path;

/// Makes a context with the functions under the key.
pub(crate) fn context(common: &Common) -> Result<SessionContext> {
    let mut config = SessionConfig::new().with_information_schema(false);
    // Otherwise values that a query finds would be compared with statistics of files.
    let optimizer = &mut config.options_mut().optimizer;
    optimizer.enable_topk_dynamic_filter_pushdown = false;
    optimizer.enable_join_dynamic_filter_pushdown = false;
    optimizer.enable_aggregate_dynamic_filter_pushdown = false;
    let ctx = SessionContext::new_with_config(config);
    hash_datafusion::register(&ctx, &common.keys()?)?;
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
        Format::Parquet => parquet::open(&files)?,
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

/// Returns the columns of a table, or the named ones in that order.
pub(crate) fn columns(frame: &DataFrame, names: &[String]) -> Result<Vec<Expr>> {
    let columns = frame.schema().columns();
    if names.is_empty() {
        return Ok(columns.into_iter().map(Expr::Column).collect());
    }
    check_once(names)?;
    let by_name: HashMap<_, _> = columns.iter().map(|column| (&*column.name, column)).collect();
    let column = |name: &String| {
        let found = by_name.get(&**name).map(|column| Expr::Column((*column).clone()));
        found.ok_or_else(|| {
            let names: Vec<_> = columns.iter().map(|column| quoted(&column.name)).collect();
            let (name, names) = (asked(name), names.join(", "));
            exec_datafusion_err!("column {name} does not exist; the columns are {names}")
        })
    };
    names.iter().map(column).collect()
}

/// Finds a column by its exact name.
pub(crate) fn column(frame: &DataFrame, name: &str) -> Result<Expr> {
    let mut found = columns(frame, &[name.to_owned()])?;
    found.pop().ok_or_else(|| exec_datafusion_err!("column {} does not exist", asked(name)))
}

/// Refuses a name that is given twice.
pub(crate) fn check_once(names: &[String]) -> Result<()> {
    let mut seen = HashSet::new();
    match names.iter().find(|name| !seen.insert(*name)) {
        Some(name) => exec_err!("column {} is named twice", asked(name)),
        None => Ok(()),
    }
}
