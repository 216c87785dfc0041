//! The command `hsum table diff A B`.

mod rows;

use crate::cli::DiffArgs;
use crate::kinds::kind;
use crate::output::quoted;
use crate::segments::{Narrowing, Position, within};
use crate::{fingerprint, output, progress, tables};
use datafusion::arrow::datatypes::Field;
use datafusion::common::{exec_datafusion_err, exec_err};
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::logical_expr::Expr;
use hash_datafusion::hash_agg::Fingerprint;
use rows::{Compared, Printer};
use serde_json::{Value, json};
use std::sync::Arc;

/// One of the tables.
pub(crate) struct Side {
    pub(crate) name: String,
    pub(crate) frame: DataFrame,
    /// The compared columns, in the same order for both tables.
    pub(crate) columns: Vec<Expr>,
    keys: Vec<Expr>,
    pub(crate) position: Expr,
}

/// Prints the differences, and returns whether there are none.
pub(crate) async fn run(args: &DiffArgs) -> Result<bool> {
    let common = &args.common;
    let ctx = tables::context(common)?;
    let keys = common.keys()?;
    let types = tables::types(&ctx, common, Some(&args.b))?;
    let a = tables::open(&ctx, &args.a, common, types.as_ref())?;
    let types = tables::types(&ctx, common, Some(&args.a))?;
    let b = tables::open(&ctx, &args.b, common, types.as_ref())?;

    let names = compared_columns(&a, &b, args)?;
    let key_types = |frame: &DataFrame| match &*args.key {
        [key] => Ok(Some(field(frame, key)?.data_type().clone())),
        _ => Ok::<_, datafusion::error::DataFusionError>(None),
    };
    let position = Position::of([key_types(&a)?.as_ref(), key_types(&b)?.as_ref()]);
    let side = |frame: DataFrame, path: &std::path::Path| -> Result<Side> {
        let columns = tables::columns(&frame, &names)?;
        let keys = args.key.iter().map(|key| tables::column(&frame, key));
        let keys = keys.collect::<Result<Vec<_>>>()?;
        let place = if keys.is_empty() { &columns } else { &keys };
        let position = position.expression(&ctx, place);
        Ok(Side { name: quoted(path), frame, columns, keys, position })
    };
    let (a, b) = (side(a, &args.a)?, side(b, &args.b)?);

    let mut fingerprints = [Fingerprint::EMPTY; 2];
    for (side, found) in [&a, &b].into_iter().zip(&mut fingerprints) {
        let (frame, columns) = (side.frame.clone(), side.columns.clone());
        *found = fingerprint::of(&ctx, frame, columns, common, &side.name).await?;
    }
    if fingerprints[0] == fingerprints[1] || args.brief {
        let is_same = fingerprints[0] == fingerprints[1];
        print_verdict(args, &fingerprints, is_same)?;
        return Ok(is_same);
    }

    let mut printer = Printer::new(&names, &args.key, common.json, args.limit);
    let mut narrowing = Narrowing::new(&ctx, common, args.rows_at_once, position, [&a, &b]).await?;
    'all: while let Some(batches) = narrowing.next([&a, &b]).await? {
        for ranges in batches {
            let mut tables = Vec::new();
            for side in [&a, &b] {
                let sorted = if side.keys.is_empty() { &side.columns } else { &side.keys };
                let order = sorted.iter().map(|column| column.clone().sort(true, false));
                let columns = side.columns.iter().chain(&side.keys).enumerate();
                // A key may be one of the columns, but names in a selection must differ.
                let columns = columns.map(|(i, column)| column.clone().alias(format!("c{i}")));
                let frame = within(side, &ranges)?.sort(order.collect())?;
                let frame = frame.select(columns.collect::<Vec<_>>())?;
                tables.push(progress::run(frame, common, &side.name).await?);
            }
            let compared = Compared::new(&keys, names.len(), [&tables[0], &tables[1]])?;
            if !printer.print(&compared)? {
                break 'all;
            }
        }
    }
    printer.finish(json_verdict(args, &fingerprints)?, &fingerprints)?;
    Ok(false)
}

fn print_verdict(args: &DiffArgs, fingerprints: &[Fingerprint; 2], is_same: bool) -> Result<()> {
    if args.common.json {
        return output::json(&json_verdict(args, fingerprints)?);
    }
    if is_same {
        return Ok(());
    }
    output::line(&format!("{} and {} differ", quoted(&args.a), quoted(&args.b)))
}

/// Returns the fields that all verdicts in JSON share.
fn json_verdict(args: &DiffArgs, fingerprints: &[Fingerprint; 2]) -> Result<Value> {
    Ok(json!({
        "same": fingerprints[0] == fingerprints[1],
        "fingerprints": fingerprints.map(|fingerprint| fingerprint.to_string()),
        "rows": fingerprints.map(|fingerprint| fingerprint.rows()),
        "key": args.common.key_check()?,
        "format": fingerprint::FORMAT,
    }))
}

fn field(frame: &DataFrame, name: &str) -> Result<Arc<Field>> {
    let found = frame.schema().fields().iter().find(|field| field.name() == name);
    found.cloned().ok_or_else(|| exec_datafusion_err!("key column {} does not exist", quoted(name)))
}

/// Returns the names of the columns to compare, after checking that they can be compared.
fn compared_columns(a: &DataFrame, b: &DataFrame, args: &DiffArgs) -> Result<Vec<String>> {
    let names = |frame: &DataFrame| -> Vec<String> {
        frame.schema().fields().iter().map(|field| field.name().clone()).collect()
    };
    let (of_a, of_b) = (names(a), names(b));
    let missing = |names: &[String], from: &[String]| -> Vec<String> {
        names.iter().filter(|name| !from.contains(name)).map(quoted).collect()
    };
    let (wanted, mut problems) = if args.columns.is_empty() {
        let only = [("A", missing(&of_a, &of_b)), ("B", missing(&of_b, &of_a))];
        let only = only.into_iter().filter(|(_, names)| !names.is_empty());
        let only = only.map(|(side, names)| format!("only in {side}: {}", names.join(", ")));
        (of_a, only.collect::<Vec<_>>())
    } else {
        let unknown: Vec<_> = [("A", &of_a), ("B", &of_b)]
            .into_iter()
            .map(|(side, names)| (side, missing(&args.columns, names)))
            .filter(|(_, names)| !names.is_empty())
            .map(|(side, names)| format!("not in {side}: {}", names.join(", ")))
            .collect();
        (args.columns.clone(), unknown)
    };
    for name in wanted.iter().chain(&args.key) {
        let (Ok(a), Ok(b)) = (field(a, name), field(b, name)) else { continue };
        let kinds = [kind(a.data_type()), kind(b.data_type())];
        if kinds[0] != kinds[1] && !kinds.contains(&"null".to_owned()) {
            let (name, a, b) = (quoted(name), a.data_type(), b.data_type());
            problems.push(format!("{name} is {a} in A and {b} in B"));
        }
    }
    for key in &args.key {
        field(a, key)?;
        field(b, key)?;
    }
    if problems.is_empty() {
        return Ok(wanted);
    }
    exec_err!("schemas do not match: {}", problems.join("; "))
}
