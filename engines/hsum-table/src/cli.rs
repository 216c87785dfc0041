//! The command line.

use crate::tables::is_copied;
use clap::{Args, Parser, Subcommand, ValueEnum};
use datafusion::common::exec_datafusion_err;
use datafusion::error::Result;
use hash_datafusion::Keys;
use hash_diff::{Matching, Near, Tolerance};
use serde_json::Value;
use std::path::PathBuf;

/// Fingerprint tables in files and databases, and find the rows in which two tables differ.
#[derive(Parser)]
#[command(
    name = "hsum-table",
    version,
    override_usage = "hsum table [OPTIONS] [FILE]...\n       hsum table diff [OPTIONS] A B",
    disable_help_subcommand = true,
    args_conflicts_with_subcommands = true,
    after_help = "A fingerprint under a non-secret key (seed 0 unless you give one) is a checksum against \
                  accidents. It does not protect against attackers.\nUnder a secret key, nobody may see fingerprints who may choose rows.",
    after_long_help = AFTER_HELP
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) fingerprint: FingerprintArgs,
}

impl Cli {
    /// Notes whether one of the tables is standard input or a pipe.
    pub(crate) fn look_for_copies(&mut self) {
        match &mut self.command {
            Some(Command::Diff(args)) => {
                args.common.has_copies = is_copied(&args.a) || is_copied(&args.b);
            }
            None => {
                let args = &mut self.fingerprint;
                args.common.has_copies = args.files.iter().any(|path| is_copied(path));
            }
        }
    }
}

const AFTER_HELP: &str = "\
A fingerprint is 32 hexadecimal digits, a hyphen and the number of rows. Tables have
the same fingerprint if they have the same rows, each equally often, in any order.
Names of columns do not matter, but their order does. diff matches columns by name.

Equality: Values are compared, not their storage. Integers and decimals are numbers:
5, 5.00 and 5 in another width are equal. Floats are a kind of their own, in which -0
equals 0, all NaNs are equal, and 32 bits equal the same value in 64 bits. Text is
compared by its characters, instants (timestamps with a time zone) in UTC, lists and maps
item by item in their order. A null equals only nulls. Tables cannot be
compared if columns of one name have different kinds, such as float and decimal, or
structs whose fields have other names. diff compares fields by name, in any order;
a fingerprint takes them in their order, without names.

A FILE is a Parquet, CSV (.csv), TSV (.tsv), NDJSON (.ndjson, .jsonl) or Arrow IPC file
or stream; text files may be compressed (.gz, .zst). - is standard input, with --format. It
and pipes, such as <(COMMAND) of a shell, are copied to temporary files.
A directory is the table of all files in it and in its folders, except names that start
with _ or a dot. Types of their columns can differ, such as int32 beside int64. It is refused
if it contains other files, files with other columns, folders named key=value, or the log of
a Delta or Hudi table. In a query, a table has the name of its file without the extension.

A FILE can also be a table or view in a database: sqlite:PATH#TABLE, duckdb:PATH#TABLE,
or postgres://USER@HOST/DATABASE?PARAMETER=VALUE&...#TABLE. What the address leaves out comes
from the service of ?service=NAME, from PGHOST and the other variables that psql has, and
passwords from ~/.pgpass. Connections are encrypted if the server can, and sslmode=verify-full
also verifies the server. Databases are opened for reading, and all rows of all tables of one
are those of one moment. Each value must be exactly one of the type of its column. DuckDB's
library is loaded from HSUM_DUCKDB_LIBRARY or from where the system has libraries.

CSV and TSV are text: 501 differs from 00501. With --types, and in a diff with a table of
a format with types, a column gets the type of the column of that name, and each field must
be exactly a value of it: a number as in JSON whose digits fit the type, true or false or
their first letter, YYYY-MM-DD, HH:MM:SS with decimals, both with T or a space between them,
then Z or an offset if the type has a time zone. An empty field is a null, and \"\" is the
empty text. In queries, use --types or CAST. NDJSON has an object per line, all with the
same fields. With types its values follow the same rules, and only strings are text; without
types, 5, 5.0 and \"5\" differ.

diff reads both tables twice, however many rows differ. Rows are matched by --key, or by a
column that it finds. Rows beyond --memory-limit (a number of bytes, or one with K, M, G or
T) go to temporary files. --tolerance applies to columns of floats or to those that it names,
and needs a key.

diff matches columns of other names by --map-column, and by --ignore-name-case those whose
names differ in case alone. All other options and all output name columns as A does.

In --columns and --key a name with a comma is in double quotes: --columns 'id,\"a,b\"'. So is
one with a colon in --map-column.

Keys: without --key-file and --seed the key is seed 0, which everyone knows.

Exit status: 0 if the tables are the same or have been fingerprinted; 1 if they differ;
2 if they cannot be compared, and on other errors.";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Find the rows in which two tables differ
    Diff(DiffArgs),
}

#[derive(Args)]
pub(crate) struct FingerprintArgs {
    /// Files or directories with tables, or tables in databases
    #[arg(value_name = "FILE", required_unless_present = "query")]
    pub(crate) files: Vec<PathBuf>,
    /// Fingerprint the result of this query over the files instead of each file
    #[arg(long, value_name = "SQL")]
    pub(crate) query: Option<String>,
    /// Use only these columns, in this order
    #[arg(long, value_name = "NAME,...", value_parser = names, default_value = "", hide_default_value = true)]
    pub(crate) columns: Names,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct DiffArgs {
    /// The first table
    #[arg(value_name = "A")]
    pub(crate) a: PathBuf,
    /// The second table
    #[arg(value_name = "B")]
    pub(crate) b: PathBuf,
    /// Columns that identify a row, so that rows can be changed, not only missing or extra
    #[arg(long, value_name = "NAME,...", value_parser = names, default_value = "", hide_default_value = true)]
    pub(crate) key: Names,
    /// Match no rows by a key [default: find a column with unique values]
    #[arg(long, conflicts_with = "key")]
    pub(crate) no_key: bool,
    /// Compare only these columns
    #[arg(long, value_name = "NAME,...", value_parser = names, default_value = "", hide_default_value = true)]
    pub(crate) columns: Names,
    /// Do not compare this column, which one of the tables may lack
    #[arg(long, value_name = "NAME")]
    pub(crate) ignore_column: Vec<String>,
    /// Compare column A of the first table with column B of the second
    #[arg(long, value_name = "A:B", value_parser = pair)]
    pub(crate) map_column: Vec<[String; 2]>,
    /// Match columns whose names differ in case alone
    #[arg(long)]
    pub(crate) ignore_name_case: bool,
    /// Compare only rows for which this condition in SQL is true
    #[arg(long = "where", value_name = "SQL")]
    pub(crate) condition: Option<String>,
    /// Stop after this many differing rows
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) limit: usize,
    /// Print only whether the tables differ
    #[arg(short, long)]
    pub(crate) brief: bool,
    /// Print for each column in how many rows it has changed, with examples, instead of rows
    #[arg(long, conflicts_with = "brief")]
    pub(crate) summary: bool,
    /// Floats of matched rows are equal if they differ by at most X, or X % of the larger; NAME=X
    /// for any numbers or times (in seconds) of a column
    #[arg(long, value_name = "[NAME=]X[%]", value_parser = allowed)]
    pub(crate) tolerance: Vec<Allowed>,
    /// Which databases compute checksums, so that rows which agree are not read
    #[arg(long, value_name = "WHICH", default_value = "auto")]
    pub(crate) pushdown: Pushdown,
    /// Keep at most this many bytes of rows in memory; more rows go to temporary files
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    pub(crate) memory_limit: u64,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct Common {
    #[command(flatten)]
    key: KeyArgs,
    /// The format of all files, or only of standard input and pipes, if there are some [default: by
    /// the extension of each file]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// Whether one of the tables is standard input or a pipe.
    #[arg(skip)]
    pub(crate) has_copies: bool,
    /// Read text files with the types and the order of the columns of this file; names must match
    #[arg(long, value_name = "FILE")]
    pub(crate) types: Option<PathBuf>,
    /// CSV files have no header line
    #[arg(long)]
    pub(crate) no_header: bool,
    /// The field separator of CSV files [default: a comma, in .tsv a tab]
    #[arg(long, value_name = "C")]
    pub(crate) delimiter: Option<char>,
    /// The quote of CSV files, or none
    #[arg(long, value_name = "C", default_value = "\"")]
    pub(crate) quote: String,
    /// The field without quotes that is a null in CSV files [default: the empty field]
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) null: String,
    /// Print JSON, one object per line
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(long)]
    pub(crate) no_progress: bool,
}

#[derive(Args)]
#[group(multiple = false)]
struct KeyArgs {
    /// A file with the key: 32 bytes, or 64 hexadecimal digits and at most one line end
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// Derive the key from this number [default: 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Common {
    pub(crate) fn keys(&self) -> Result<Keys> {
        match &self.key.key_file {
            Some(path) => Keys::from_file(path).map_err(|error| exec_datafusion_err!("{error}")),
            None => Ok(Keys::from_seed(self.key.seed.unwrap_or_default())),
        }
    }
}

/// Returns the check value of a key, as the SQL function `hash_key_check()` does.
pub(crate) fn key_check(keys: &Keys) -> String {
    format!("{:016x}", keys.check())
}

/// Names of columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(pub(crate) Vec<String>);

/// Reads names between commas.
fn names(text: &str) -> Result<Names, String> {
    if text.is_empty() { Ok(Names::default()) } else { separated(text, ',').map(Names) }
}

/// Reads names between separators. One with a separator is in quotes, in which a quote is written
/// twice.
fn separated(text: &str, separator: char) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    let mut rest = text;
    loop {
        let mut name = String::new();
        if let Some(mut quoted) = rest.strip_prefix('"') {
            loop {
                let (part, after) = quoted.split_once('"').ok_or("a quote is not closed")?;
                name += part;
                let Some(more) = after.strip_prefix('"') else {
                    rest = after;
                    break;
                };
                name.push('"');
                quoted = more;
            }
        } else {
            let end = rest.find(separator).unwrap_or(rest.len());
            name += &rest[..end];
            rest = &rest[end..];
        }
        names.push(name);
        match rest.strip_prefix(separator) {
            Some(more) => rest = more,
            None if rest.is_empty() => return Ok(names),
            None => return Err("text after a closing quote".to_owned()),
        }
    }
}

/// Reads the names of a column in both tables.
fn pair(text: &str) -> Result<[String; 2], String> {
    let names = separated(text, ':')?.try_into();
    names.map_err(|_| "not two names with a colon between them; quote one with a colon".to_owned())
}

/// Reads a number of bytes: an integer, or one with K, M, G or T for powers of 1024.
fn size(text: &str) -> Result<u64, String> {
    let (digits, power) = match text.strip_suffix(['K', 'M', 'G', 'T']) {
        Some(digits) => (digits, "KMGT".find(&text[digits.len()..]).map_or(0, |place| place + 1)),
        None => (text, 0),
    };
    let unit = 1_u64 << (10 * power);
    let bytes = digits.parse::<u64>().ok().and_then(|count| count.checked_mul(unit));
    bytes.ok_or_else(|| "neither a number of bytes nor one with K, M, G or T".to_owned())
}

/// A value of `--tolerance`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Allowed {
    text: String,
    /// The column, or nothing for all floats.
    name: Option<String>,
    near: Near,
}

fn allowed(text: &str) -> Result<Allowed, String> {
    let (name, number) = match text.rsplit_once('=') {
        Some((name, number)) => (Some(name.to_owned()), number),
        None => (None, text),
    };
    let digits = number.strip_suffix('%');
    let value = digits.unwrap_or(number).parse().ok();
    let value = value.filter(|value: &f64| value.is_finite() && *value >= 0.0);
    let value = value.ok_or("not a finite number of 0 or more, nor one with %")?;
    let near = match digits {
        Some(_) => Near { absolute: 0.0, relative: value / 100.0 },
        None => Near { absolute: value, relative: 0.0 },
    };
    Ok(Allowed { text: text.to_owned(), name, near })
}

impl DiffArgs {
    /// Returns which columns of the tables are the same.
    pub(crate) fn matching(&self) -> Matching {
        Matching { pairs: self.map_column.clone(), ignore_case: self.ignore_name_case }
    }

    /// Returns what `--tolerance` allows; of several values for the same, the larger.
    pub(crate) fn tolerance(&self) -> Tolerance {
        let mut all = Tolerance::default();
        for Allowed { name, near, .. } in &self.tolerance {
            match name {
                Some(name) => all.add(name, *near),
                None => all.floats = Some(all.floats.unwrap_or_default().or(*near)),
            }
        }
        all
    }

    /// Returns the values of `--tolerance` for a verdict, if there are any: a number, if that is
    /// all.
    pub(crate) fn allowed(&self) -> Option<Value> {
        match &*self.tolerance {
            [] => None,
            [Allowed { name: None, near, .. }] if near.relative == 0.0 => {
                Some(near.absolute.into())
            }
            several => Some(several.iter().map(|allowed| allowed.text.as_str()).collect()),
        }
    }
}

/// The databases that compute checksums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Pushdown {
    /// Those on a server
    Auto,
    /// Also SQLite and DuckDB, whose rows are read faster than they compute checksums
    Always,
    /// None
    Never,
}

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Parquet,
    Csv,
    Tsv,
    Ndjson,
    Arrow,
}

impl Format {
    /// Returns the format of files with an extension in small letters.
    pub(crate) fn of_extension(extension: &str) -> Option<Self> {
        Some(match extension {
            "parquet" | "pq" | "parq" => Self::Parquet,
            "csv" => Self::Csv,
            "tsv" => Self::Tsv,
            "ndjson" | "jsonl" => Self::Ndjson,
            "arrow" | "arrows" | "feather" | "ipc" => Self::Arrow,
            _ => return None,
        })
    }

    /// Returns whether files of this format have no types.
    pub(crate) const fn is_text(self) -> bool {
        matches!(self, Self::Csv | Self::Tsv | Self::Ndjson)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn names_between_commas() {
        let of = |text: &str| names(text).map(|names| names.0.join("|"));
        for (text, wanted) in [
            ("", ""),
            ("id", "id"),
            ("id,a b", "id|a b"),
            ("a,", "a|"),
            ("\"a,b\",c", "a,b|c"),
            ("c,\"a\"\"b\"", "c|a\"b"),
            ("a\"b", "a\"b"),
        ] {
            assert_eq!(of(text).as_deref(), Ok(wanted), "{text}");
        }
        assert_eq!(names("").map(|names| names.0.len()), Ok(0));
        for text in ["\"a", "\"a\"b", "a,\""] {
            assert!(of(text).is_err(), "{text}");
        }
    }

    #[test]
    fn pairs_of_names() {
        let of = |text: &str| pair(text).map(|names| names.join("|"));
        for (text, wanted) in [
            ("a:b", "a|b"),
            ("a b,c:", "a b,c|"),
            ("\"a:b\":c", "a:b|c"),
            ("c:\"a:\"\"b\"", "c|a:\"b"),
        ] {
            assert_eq!(of(text).as_deref(), Ok(wanted), "{text}");
        }
        for text in ["", "a", "a:b:c", "\"a:b\"", "\"a\"b:c", "\"a:b"] {
            assert!(of(text).is_err(), "{text}");
        }
    }

    #[test]
    fn tolerances() {
        let of = |text: &str| allowed(text).map(|of| (of.name, of.near.absolute, of.near.relative));
        assert_eq!(of("0.5"), Ok((None, 0.5, 0.0)));
        assert_eq!(of("5%"), Ok((None, 0.0, 0.05)));
        assert_eq!(of("a=b=1e-3"), Ok((Some("a=b".to_owned()), 1e-3, 0.0)));
        assert_eq!(of("price=0%"), Ok((Some("price".to_owned()), 0.0, 0.0)));
        for text in ["", "%", "x", "price=", "-1", "nan", "inf", "price=inf%"] {
            assert!(of(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_declarations_are_consistent() {
        Cli::command().debug_assert();
    }
}
