//! The command `hsum table diff A B`.
//!
//! Both tables are read twice, however many rows differ: once for the fingerprints of their
//! segments, and again for the rows of the segments that differ.

mod differences;
mod fields;
mod filter;
mod layout;
mod print;
mod pushdown;
mod segments;
mod spill;
mod sums;

use crate::cli::DiffArgs;
use crate::kinds::kind;
use crate::output::{asked, quoted};
use crate::{fingerprint, output, tables};
use datafusion::arrow::datatypes::Field;
use datafusion::common::{HashMap, exec_datafusion_err, exec_err};
use datafusion::dataframe::DataFrame;
use datafusion::error::{DataFusionError, Result};
use differences::Rows;
use hash_datafusion::Keys;
use layout::Layout;
use print::Printer;
use segments::{Buckets, Segments};
use serde_json::{Value, json};
use spill::Pass;
use std::collections::HashSet;
use std::sync::Arc;
use sums::Sums;

/// The part of the memory that lists of all rows may take.
const LISTED: u64 = 4;

/// One of the tables, with the columns of a [`Layout`].
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) frame: DataFrame,
}

/// Prints the differences, and returns whether there are none.
pub(crate) async fn run(args: &DiffArgs) -> Result<bool> {
    let common = &args.common;
    let ctx = tables::context(common)?;
    let keys = common.keys()?;
    if common.has_stdin && args.a == args.b {
        return exec_err!("only one table can be standard input");
    }
    tables::check_types(&args.a, &args.b, common)?;
    let types = tables::types(&ctx, common, Some((&args.a, &args.b)))?;
    let a = tables::open(&ctx, &args.a, common, types.as_ref())?;
    let types = tables::types(&ctx, common, Some((&args.b, &args.a)))?;
    let b = tables::open(&ctx, &args.b, common, types.as_ref())?;
    let names = [&args.a, &args.b].map(|path| quoted(tables::shown(path)));

    let databases = [tables::database(&a), tables::database(&b)];
    let [a, b] = [selected(a, args, &names[0])?, selected(b, args, &names[1])?];
    let compared = compared_columns(&a, &b, args)?;
    let is_key_wanted =
        args.key.0.is_empty() && !args.no_key && (!args.brief || args.tolerance.is_some());
    let found = if is_key_wanted {
        layout::find_key([(&a, &names[0]), (&b, &names[1])], &compared, &keys).await?
    } else {
        None
    };
    let key = found.as_ref().map_or(&*args.key.0, std::slice::from_ref);
    if key.is_empty() && args.tolerance.is_some() {
        return exec_err!("--tolerance needs a key, and no column has unique values");
    }
    let layout = Layout::new(compared, key);
    let both = pushdown::Tables { frames: [&a, &b], names: [&names[0], &names[1]], databases };
    let checked = pushdown::compare(&ctx, both, &layout, &keys, args).await?;
    let is_verdict_enough = args.brief && args.tolerance.is_none();
    if let Some(checked) = &checked
        && (checked.are_equal() || is_verdict_enough)
    {
        let sums = Sums::Checksums(checked.checksums);
        sums.print_bound();
        let comparison = Comparison { args, keys, layout, sums, is_key_wanted };
        return comparison.print_verdict(checked.are_equal());
    }
    let differing = checked.as_ref().and_then(|checked| checked.differing.as_ref());
    let [frame_a, frame_b] = match differing {
        Some(differing) => layout.select(differing.frames.each_ref())?,
        None => layout.select([&a, &b])?,
    };
    let [of_a, of_b] = names;
    let a = Table { name: of_a, frame: frame_a };
    let b = Table { name: of_b, frame: frame_b };
    let tables = [&a, &b];

    let memory = if is_verdict_enough { 0 } else { args.memory_limit / LISTED };
    let segments = segments::of(tables, &layout, &keys, common, memory).await?;
    let fingerprints = [segments[0].fingerprint()?, segments[1].fingerprint()?];
    let mut sums = Sums::Fingerprints(fingerprints);
    if let Some(checked) = &checked {
        checked.check(&fingerprints)?;
        if differing.is_some() {
            sums = Sums::Checksums(checked.checksums);
        }
    }
    let comparison = Comparison { args, keys, layout, sums, is_key_wanted };
    if comparison.are_equal() || is_verdict_enough {
        return comparison.print_verdict(comparison.are_equal());
    }
    comparison.print_rows(tables, segments).await
}

/// Selects the rows of `--where`.
fn selected(frame: DataFrame, args: &DiffArgs, name: &str) -> Result<DataFrame> {
    let Some(condition) = &args.condition else { return Ok(frame) };
    let of_where = |error: DataFusionError| {
        exec_datafusion_err!("{name}: --where: {}", output::reason(error.find_root()))
    };
    let condition = frame.parse_sql_expr(condition).map_err(of_where)?;
    if condition.is_volatile() {
        return exec_err!("{name}: --where: the condition is not the same each time");
    }
    frame.filter(condition).map_err(of_where)
}

/// A comparison whose first pass is done, or whose checksums are compared.
struct Comparison<'r> {
    args: &'r DiffArgs,
    keys: Keys,
    layout: Layout,
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
        let Self { args, keys, layout, .. } = self;
        if self.is_key_wanted {
            self.print_key();
        }
        let limit = if args.brief { 0 } else { args.limit };
        let most = limit.saturating_add(1);
        // A differing segment has at least one row to print, unless there is a tolerance.
        let most_segments = if args.tolerance.is_some() { usize::MAX } else { most };
        let (buckets, filter) = Buckets::of(&mut segments, most_segments, args.memory_limit)?;
        drop(segments);
        let buckets = Arc::new(buckets);
        let mut printer = Printer::new(layout, args.common.json, limit)?;
        let mut print = |bucket: usize, rows: &Rows| {
            buckets.check(bucket, &rows.fingerprints)?;
            printer.print(rows, &rows.differences(keys, args.tolerance, most)?)
        };
        let memory = args.memory_limit;
        let selected = (&buckets, filter);
        match spill::read(tables, layout, selected, keys, &args.common, memory).await? {
            Pass::Memory(rows) => {
                print(0, &rows)?;
            }
            Pass::Files([a, b]) => {
                for (bucket, files) in a.into_iter().zip(b).enumerate() {
                    let rows = spill::rows(files.into(), layout, keys, memory)?;
                    if !print(bucket, &rows)? {
                        break;
                    }
                }
            }
        }
        if printer.is_unused() || args.brief {
            return self.print_verdict(printer.is_unused());
        }
        printer.finish(self.verdict(false)?, self.sums.rows(), buckets.are_cut)?;
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
            "key": self.args.common.key_check()?,
            "format": fingerprint::FORMAT,
        });
        self.sums.write(&mut verdict);
        if let Some(tolerance) = self.args.tolerance {
            verdict["tolerance"] = tolerance.into();
        }
        Ok(verdict)
    }
}

/// The fields of a table by their names: a wide table has too many to look through for each.
struct Fields<'f>(HashMap<&'f str, &'f Field>);

impl<'f> Fields<'f> {
    fn of(frame: &'f DataFrame) -> Self {
        let fields = frame.schema().fields().iter();
        Self(fields.map(|field| (&**field.name(), &**field)).collect())
    }

    fn field(&self, name: &str) -> Result<&'f Field> {
        let found = self.0.get(name).copied();
        found.ok_or_else(|| exec_datafusion_err!("column {} does not exist", asked(name)))
    }
}

/// Returns the names of the columns to compare, after checking that they can be compared.
fn compared_columns(a: &DataFrame, b: &DataFrame, args: &DiffArgs) -> Result<Vec<String>> {
    let names = |frame: &DataFrame| -> Vec<String> {
        frame.schema().fields().iter().map(|field| field.name().clone()).collect()
    };
    let is_ignored = |name: &String| args.ignore_column.contains(name);
    let (all_a, all_b) = (names(a), names(b));
    for name in &args.ignore_column {
        if !all_a.contains(name) && !all_b.contains(name) {
            return exec_err!("--ignore-column {}: no table has it", asked(name));
        }
    }
    let rest = |names: Vec<String>| -> Vec<String> {
        names.into_iter().filter(|name| !is_ignored(name)).collect()
    };
    let (of_a, of_b) = (rest(all_a), rest(all_b));
    let missing = |names: &[String], from: &[String]| -> Vec<String> {
        let from: HashSet<_> = from.iter().collect();
        names.iter().filter(|name| !from.contains(name)).map(|name| asked(name)).collect()
    };
    for names in [&args.columns.0, &args.key.0] {
        tables::check_once(names)?;
    }
    let fields = [Fields::of(a), Fields::of(b)];
    for (path, fields, all) in [(&args.a, &fields[0], &of_a), (&args.b, &fields[1], &of_b)] {
        let named = if args.columns.0.is_empty() { all } else { &args.columns.0 };
        let uncovered = named.iter().chain(&args.key.0).filter_map(|name| fields.field(name).ok());
        if let Some(field) = uncovered.into_iter().find(|field| tables::uncovered(field).is_some())
        {
            return exec_err!("{}", tables::problem(&quoted(tables::shown(path)), field));
        }
    }
    let (wanted, mut problems) = if args.columns.0.is_empty() {
        let only = [("A", missing(&of_a, &of_b)), ("B", missing(&of_b, &of_a))];
        let only = only.into_iter().filter(|(_, names)| !names.is_empty());
        let only = only.map(|(side, names)| format!("only in {side}: {}", names.join(", ")));
        (of_a, only.collect::<Vec<_>>())
    } else {
        let unknown: Vec<_> = [("A", &of_a), ("B", &of_b)]
            .into_iter()
            .map(|(side, names)| (side, missing(&args.columns.0, names)))
            .filter(|(_, names)| !names.is_empty())
            .map(|(side, names)| format!("not in {side}: {}", names.join(", ")))
            .collect();
        (args.columns.0.clone(), unknown)
    };
    for name in wanted.iter().chain(&args.key.0) {
        let [Ok(a), Ok(b)] = fields.each_ref().map(|fields| fields.field(name)) else { continue };
        let kinds = [a, b].map(|field| kind(&fields::by_name(field.data_type())));
        if kinds[0] != kinds[1] && !kinds.contains(&"null".to_owned()) {
            let (name, a, b) = (quoted(name), a.data_type(), b.data_type());
            problems.push(format!("{name} is {a} in A and {b} in B"));
        }
    }
    layout::check_key([a, b], &args.key.0)?;
    if problems.is_empty() && wanted.is_empty() {
        return exec_err!("no column is left to compare");
    }
    if problems.is_empty() {
        return Ok(wanted);
    }
    exec_err!("schemas do not match: {}", problems.join("; "))
}
