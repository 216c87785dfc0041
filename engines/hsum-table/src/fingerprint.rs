//! The command `hsum table FILE...`.

use crate::cli::{Common, FingerprintArgs};
use crate::output::{quoted, shown};
use crate::{cli, output, progress, tables};
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::Schema;
use datafusion::common::{exec_datafusion_err, exec_err};
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::execution::context::SQLOptions;
use datafusion::prelude::SessionContext;
use hash_datafusion::hash_agg::Fingerprint;
use hash_datafusion::{Keys, RowHasher};
use serde_json::json;
use std::ffi::OsStr;
use std::path::Path;

/// The version of the canonical forms and of the fingerprint over them, which are frozen.
pub(crate) const FORMAT: u32 = 1;

pub(crate) async fn run(args: &FingerprintArgs) -> Result<()> {
    let common = &args.common;
    let keys = common.keys()?;
    let ctx = tables::context(&keys)?;
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
        return print(frame, args, &keys, OsStr::new("query")).await;
    }
    for path in &args.files {
        let frame = open(&ctx, path, common, types.as_ref())?;
        print(frame, args, &keys, &tables::shown(path)).await?;
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

async fn print(frame: DataFrame, args: &FingerprintArgs, keys: &Keys, name: &OsStr) -> Result<()> {
    let frame = tables::selected(&frame, &tables::places(&frame, &args.columns.0)?)?;
    let fields = frame.schema().fields().clone();
    let shown_name = quoted(name);
    let fingerprint = of(frame, keys, args, &shown_name).await?;
    if !args.common.json {
        return output::line(&format!("{fingerprint}  {shown_name}"));
    }
    let columns = fields
        .iter()
        .map(|field| json!({ "name": field.name(), "type": field.data_type().to_string() }));
    let object = json!({
        "table": name.to_string_lossy(),
        "rows": fingerprint.rows(),
        "fingerprint": fingerprint.to_string(),
        "columns": columns.collect::<Vec<_>>(),
        "key": cli::key_check(keys),
        "format": FORMAT,
    });
    output::json(&object)
}

/// Computes the fingerprint of a table. The engine's aggregate is not used: it looks for each of
/// its arguments in the list of all columns.
async fn of(
    frame: DataFrame,
    keys: &Keys,
    args: &FingerprintArgs,
    name: &str,
) -> Result<Fingerprint> {
    let keys = keys.clone();
    let step = move |part: &mut Fingerprint, _, batch: RecordBatch| {
        RowHasher::new(keys.rows()).add(batch.columns(), batch.num_rows(), part)
    };
    let queries = [(frame, name)];
    let parts = progress::fold(queries, &args.common, || Fingerprint::EMPTY, step).await?;
    let combined = parts.iter().try_fold(Fingerprint::EMPTY, |all, (_, part)| all.combine(part));
    combined.map_err(|error| exec_datafusion_err!("{name}: {error}"))
}
