//! The command `hsum table FILE...`.

use crate::cli::{Common, FingerprintArgs};
use crate::output::{quoted, shown};
use crate::{output, progress, tables};
use datafusion::arrow::array::{Array, AsArray};
use datafusion::arrow::datatypes::Schema;
use datafusion::common::{exec_err, internal_datafusion_err};
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::execution::context::SQLOptions;
use datafusion::logical_expr::{Expr, ExprSchemable};
use datafusion::prelude::SessionContext;
use hash_datafusion::hash_agg::Fingerprint;
use serde_json::json;
use std::ffi::OsStr;
use std::path::Path;

/// The version of the canonical forms and of the fingerprint over them, which are frozen.
pub(crate) const FORMAT: u32 = 1;

pub(crate) async fn run(args: &FingerprintArgs) -> Result<()> {
    let common = &args.common;
    let ctx = tables::context(common)?;
    let types = tables::types(&ctx, common, None)?;
    if let Some(query) = &args.query {
        for path in &args.files {
            let frame = open(&ctx, path, common, types.as_ref())?;
            let name = tables::name_in_query(path)?;
            let name = format!("\"{}\"", name.replace('"', "\"\""));
            if ctx.table_exist(&*name)? {
                let path = quoted(tables::shown(path));
                return exec_err!("{path}: another file is the table {}", shown(&name));
            }
            ctx.register_table(name, frame.into_view())?;
        }
        // A query only reads; it cannot write files.
        let options = SQLOptions::new()
            .with_allow_ddl(false)
            .with_allow_dml(false)
            .with_allow_statements(false);
        let frame = ctx.sql_with_options(query, options).await?;
        return print(&ctx, frame, args, OsStr::new("query")).await;
    }
    for path in &args.files {
        let frame = open(&ctx, path, common, types.as_ref())?;
        print(&ctx, frame, args, &tables::shown(path)).await?;
    }
    Ok(())
}

/// Opens a table, and checks that text has the columns of `--types`.
fn open(
    ctx: &SessionContext,
    path: &Path,
    common: &Common,
    types: Option<&Schema>,
) -> Result<DataFrame> {
    let frame = tables::open(ctx, path, common, types)?;
    if let Some(types) = types
        && tables::is_text(path, common)?
    {
        let names = |schema: &Schema| -> Vec<String> {
            schema.fields().iter().map(|field| quoted(field.name())).collect()
        };
        let (is, wanted) = (names(frame.schema().as_arrow()), names(types));
        if is != wanted {
            let (is, wanted) = (is.join(", "), wanted.join(", "));
            return exec_err!(
                "{}: the columns {is} are not those of --types: {wanted}",
                quoted(path)
            );
        }
    }
    Ok(frame)
}

async fn print(
    ctx: &SessionContext,
    frame: DataFrame,
    args: &FingerprintArgs,
    name: &OsStr,
) -> Result<()> {
    let columns = tables::columns(&frame, &args.columns.0)?;
    let schema = frame.schema().clone();
    let shown_name = quoted(name);
    let fingerprint = of(ctx, frame, columns.clone(), &args.common, &shown_name).await?;
    if !args.common.json {
        return output::line(&format!("{fingerprint}  {shown_name}"));
    }
    let columns = columns.iter().filter_map(|column| {
        let (_, field) = column.to_field(&schema).ok()?;
        Some(json!({ "name": field.name(), "type": field.data_type().to_string() }))
    });
    let object = json!({
        "table": name.to_string_lossy(),
        "rows": fingerprint.rows(),
        "fingerprint": fingerprint.to_string(),
        "columns": columns.collect::<Vec<_>>(),
        "key": args.common.key_check()?,
        "format": FORMAT,
    });
    output::json(&object)
}

/// Computes the fingerprint of some columns of a table.
pub(crate) async fn of(
    ctx: &SessionContext,
    frame: DataFrame,
    columns: Vec<Expr>,
    common: &Common,
    name: &str,
) -> Result<Fingerprint> {
    let function = ctx.state().aggregate_functions()["fingerprint"].clone();
    let frame = frame.aggregate(vec![], vec![function.call(columns)])?;
    let batches = progress::run(frame, common, name).await?;
    let row = batches.iter().find(|batch| batch.num_rows() == 1);
    row.and_then(|batch| read(batch.column(0), 0))
        .ok_or_else(|| internal_datafusion_err!("the aggregate returned no row"))
}

/// Returns the fingerprint in a row of a column.
pub(crate) fn read(column: &dyn Array, row: usize) -> Option<Fingerprint> {
    let bytes = column.as_fixed_size_binary_opt()?.value(row);
    bytes.try_into().ok().map(Fingerprint::from_bytes)
}
