//! The command `hsum table diff A B`.
//!
//! Both tables are read twice, however many rows differ: once for the fingerprints of their
//! segments, and again for the rows of the segments that differ.

mod names;
mod pushdown;
mod select;
mod spill;
mod sums;

use crate::cli::DiffArgs;
use crate::output::{DOOR, Stdout, quoted};
use crate::{cli, fingerprint, output, progress, tables};
use datafusion::common::{exec_datafusion_err, exec_err};
use datafusion::dataframe::DataFrame;
use datafusion::error::{DataFusionError, Result};
use hash_datafusion::Keys;
use hash_diff::{
    Buckets, Choice, Columns, Error, Layout, Printer, Rows, Segments, Summary, Tolerance,
};
use serde_json::{Value, json};
use spill::Pass;
use std::sync::Arc;
use sums::Sums;

/// The part of the memory that lists of all rows may take.
const LISTED: u64 = 4;

/// One of the tables, and where it has the columns of a [`Layout`].
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) frame: DataFrame,
    pub(crate) columns: Columns,
}

/// Prints the differences, and returns whether there are none.
pub(crate) async fn run(args: &DiffArgs) -> Result<bool> {
    let common = &args.common;
    let keys = common.keys()?;
    let ctx = tables::context(&keys)?;
    tables::copy([&args.a, &args.b], common)?;
    tables::check_types(&args.a, &args.b, common)?;
    let [a, b] = [names::open(&ctx, args, 0)?, names::open(&ctx, args, 1)?];
    let names = [&args.a, &args.b].map(|path| quoted(tables::shown(path)));

    let databases = [tables::database(&a), tables::database(&b)];
    let names_of_b = names::in_a([&a, &b], &args.matching())?;
    let a = selected(a, args, &names[0], None)?;
    let b = selected(b, args, &names[1], names_of_b.as_deref())?;
    let mut layout = compared_columns(&a, &b, args)?;
    let is_key_wanted =
        args.key.0.is_empty() && !args.no_key && (!args.brief || !args.tolerance.is_empty());
    if is_key_wanted {
        let tables = [(&a, &*names[0]), (&b, &*names[1])];
        layout.key.extend(select::find_key(tables, &layout, &keys).await?);
    }
    if layout.key.is_empty() && !args.tolerance.is_empty() {
        return exec_err!("--tolerance needs a key, and no column has unique values");
    }
    let mut tolerance = args.tolerance();
    tolerance.check(&layout, args.ignore_name_case, &DOOR).map_err(failed)?;
    let both = pushdown::Tables { frames: [&a, &b], names: [&names[0], &names[1]], databases };
    let checked = pushdown::compare(&ctx, both, &layout, &keys, args).await?;
    let is_verdict_enough = args.brief && args.tolerance.is_empty();
    if let Some(checked) = &checked
        && (checked.are_equal() || is_verdict_enough)
    {
        let sums = Sums::Checksums(checked.checksums);
        sums.print_bound();
        let comparison = Comparison { args, keys, layout, tolerance, sums, is_key_wanted };
        return comparison.print_verdict(checked.are_equal());
    }
    let differing = checked.as_ref().and_then(|checked| checked.differing.as_ref());
    let frames = differing.map_or([&a, &b], |differing| differing.frames.each_ref());
    let needed = |table: usize| select::needed(layout.names_in(table), frames[table]);
    let [frame_a, frame_b] = [needed(0)?, needed(1)?];
    let schemas = [frame_a.schema().as_arrow(), frame_b.schema().as_arrow()];
    let [in_a, in_b] = Columns::of(&layout, schemas).map_err(failed)?;
    let [of_a, of_b] = names;
    let a = Table { name: of_a, frame: frame_a, columns: in_a };
    let b = Table { name: of_b, frame: frame_b, columns: in_b };
    let tables = [&a, &b];

    let memory = if is_verdict_enough { 0 } else { args.memory_limit / LISTED };
    let segments = segments(tables, &layout, &keys, args, memory).await?;
    let [a, b] = segments.each_ref().map(|of| of.fingerprint().map_err(failed));
    let fingerprints = [a?, b?];
    let mut sums = Sums::Fingerprints(fingerprints);
    if let Some(checked) = &checked {
        checked.check(&fingerprints)?;
        if differing.is_some() {
            sums = Sums::Checksums(checked.checksums);
        }
    }
    let comparison = Comparison { args, keys, layout, tolerance, sums, is_key_wanted };
    if comparison.are_equal() || is_verdict_enough {
        return comparison.print_verdict(comparison.are_equal());
    }
    comparison.print_rows(tables, segments).await
}

/// Reads both tables once. Lists of rows take at most `memory` bytes.
async fn segments(
    tables: [&Table; 2],
    layout: &Layout,
    keys: &Keys,
    args: &DiffArgs,
    memory: u64,
) -> Result<[Segments; 2]> {
    let a = Segments::new(memory);
    let mut all = [a.part(), a];
    let new = || all[0].part();
    let queries = tables.map(|table| (table.frame.clone(), &*table.name));
    let (layout, keys) = (layout.clone(), keys.clone());
    let columns = tables.map(|table| table.columns.clone());
    let step = move |segments: &mut Segments, table: usize, batch| {
        let added = columns[table].select(&batch);
        added.and_then(|batch| segments.add(keys.rows(), &layout, &batch)).map_err(failed)
    };
    for (table, segments) in progress::fold(queries, &args.common, new, step).await? {
        all[table].combine(segments).map_err(failed)?;
    }
    Ok(all)
}

/// The error of a comparison as one of the engine.
pub(crate) fn failed(error: Error) -> DataFusionError {
    match error {
        Error::Arrow(error) => error.into(),
        Error::Output(error) => error.into(),
        error => exec_datafusion_err!("{error}"),
    }
}

/// Selects the rows of `--where`, in which the columns have other names, if there are some.
fn selected(
    frame: DataFrame,
    args: &DiffArgs,
    name: &str,
    names: Option<&[String]>,
) -> Result<DataFrame> {
    let Some(condition) = &args.condition else { return Ok(frame) };
    let of_where = |error: DataFusionError| {
        exec_datafusion_err!("{name}: --where: {}", output::reason(error.find_root()))
    };
    let fields = frame.schema().fields().iter();
    let own: Vec<_> = fields.map(|field| field.name().clone()).collect();
    let frame = match names {
        Some(names) => names::renamed(frame, names).map_err(of_where)?,
        None => frame,
    };
    let condition = frame.parse_sql_expr(condition).map_err(of_where)?;
    if condition.is_volatile() {
        return exec_err!("{name}: --where: the condition is not the same each time");
    }
    let frame = frame.filter(condition).map_err(of_where)?;
    if names.is_some() { names::renamed(frame, &own) } else { Ok(frame) }
}

/// A comparison whose first pass is done, or whose checksums are compared.
struct Comparison<'r> {
    args: &'r DiffArgs,
    keys: Keys,
    layout: Layout,
    tolerance: Tolerance,
    sums: Sums,
    /// Whether the key was to be found.
    is_key_wanted: bool,
}

impl Comparison<'_> {
    fn are_equal(&self) -> bool {
        self.sums.are_equal()
    }

    /// Prints the rows that differ by more than the tolerance, and returns whether there are none.
    async fn print_rows(&self, tables: [&Table; 2], mut segments: [Segments; 2]) -> Result<bool> {
        let Self { args, keys, layout, tolerance, .. } = self;
        if self.is_key_wanted {
            self.print_key();
        }
        let limit = match (args.brief, args.summary) {
            (true, _) => 0,
            (_, true) => usize::MAX,
            _ => args.limit,
        };
        let most = limit.saturating_add(1);
        // A differing segment has at least one row to print, unless there is a tolerance.
        let most_segments = if tolerance.is_none() { most } else { usize::MAX };
        let (buckets, filter) =
            Buckets::of(&mut segments, most_segments, args.memory_limit).map_err(failed)?;
        drop(segments);
        let buckets = Arc::new(buckets);
        let mut printer = Printer::new(layout, args.common.json, limit, &DOOR).map_err(failed)?;
        let mut summary = Summary::new(layout, &DOOR);
        let mut print = |bucket: usize, rows: &Rows| {
            buckets.check(bucket, &rows.fingerprints)?;
            let found = rows.differences(keys.rows(), tolerance, most)?;
            if args.summary {
                summary.add(rows, &found)?;
                return Ok(printer.count(&found));
            }
            printer.print(rows, &found, &mut Stdout)
        };
        let memory = args.memory_limit;
        let selected = (&buckets, filter);
        match spill::read(tables, layout, selected, keys, &args.common, memory).await? {
            Pass::Memory(rows) => {
                print(0, &rows).map_err(failed)?;
            }
            Pass::Files([a, b]) => {
                for (bucket, files) in a.into_iter().zip(b).enumerate() {
                    let rows = spill::rows(files.into(), layout, keys, memory)?;
                    if !print(bucket, &rows).map_err(failed)? {
                        break;
                    }
                }
            }
        }
        if printer.is_unused() || args.brief {
            return self.print_verdict(printer.is_unused());
        }
        let is_cut = printer.is_cut() || buckets.are_cut;
        if !args.common.json {
            summary.lines().try_for_each(|line| output::line(&line))?;
            output::line(&printer.summary(self.sums.rows(), is_cut))?;
            return Ok(false);
        }
        let mut verdict = self.verdict(false)?;
        let [only_a, only_b, changed] = printer.counts();
        verdict["only in A"] = only_a.into();
        verdict["only in B"] = only_b.into();
        verdict["changed"] = changed.into();
        verdict["more"] = is_cut.into();
        for (name, count, examples) in summary.columns() {
            verdict["columns"][name] = json!({ "changed": count, "examples": examples });
        }
        output::json(&verdict)?;
        Ok(false)
    }

    /// Says by which column rows are matched.
    fn print_key(&self) {
        let text = match &*self.layout.key_names() {
            [] => "none, because no column has unique values".to_owned(),
            names => {
                let names: Vec<_> = names.iter().map(quoted).collect();
                format!("{} (found; --key gives another one, --no-key none)", names.join(", "))
            }
        };
        output::note(&format!("key: {text}"));
    }

    fn print_verdict(&self, is_same: bool) -> Result<bool> {
        if self.args.common.json {
            output::json(&self.verdict(is_same)?)?;
        } else if !is_same {
            let [a, b] = [&self.args.a, &self.args.b].map(|path| quoted(tables::shown(path)));
            output::line(&format!("{a} and {b} differ"))?;
        }
        Ok(is_same)
    }

    /// Returns the fields that all verdicts in JSON share.
    fn verdict(&self, is_same: bool) -> Result<Value> {
        let mut verdict = json!({
            "same": is_same,
            "rows": self.sums.rows(),
            "row key": self.layout.key_names(),
            "row key found": self.is_key_wanted && !self.layout.key.is_empty(),
            "key": cli::key_check(&self.keys),
            "format": fingerprint::FORMAT,
        });
        self.sums.write(&mut verdict);
        if let Some(allowed) = self.args.allowed() {
            verdict["tolerance"] = allowed;
        }
        Ok(verdict)
    }
}

/// Returns the columns to compare, after checking that they can be compared.
fn compared_columns(a: &DataFrame, b: &DataFrame, args: &DiffArgs) -> Result<Layout> {
    let choice = Choice {
        columns: args.columns.0.clone(),
        ignored: args.ignore_column.clone(),
        key: args.key.0.clone(),
        matching: args.matching(),
        mixed: [Vec::new(), Vec::new()],
    };
    let layout = choice.layout([a, b].map(|frame| frame.schema().as_arrow()), &DOOR);
    for (table, (path, frame)) in [(&args.a, a), (&args.b, b)].into_iter().enumerate() {
        let is_read = |name: &String| match &layout {
            Ok(layout) => layout.names_in(table).contains(name),
            // Without such a column the tables may be comparable.
            Err(_) => args.columns.0.is_empty() && !args.ignore_column.contains(name),
        };
        let fields = frame.schema().fields().iter();
        let mut uncovered = fields.filter(|field| tables::uncovered(field).is_some());
        if let Some(field) = uncovered.find(|field| is_read(field.name())) {
            return exec_err!("{}", tables::problem(&quoted(tables::shown(path)), field));
        }
    }
    layout.map_err(failed)
}
