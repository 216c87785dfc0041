//! The command line.

use crate::algorithms::{self, ALGORITHMS, Algorithm};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use std::path::PathBuf;

/// Hash files, check lists of hashes, measure hash functions.
#[derive(Parser)]
#[command(
    name = "hsum",
    version,
    override_usage = "hsum [OPTIONS] [FILE]...\n       hsum <COMMAND> [OPTIONS] ...",
    disable_help_subcommand = true,
    after_help = "A universal hash under a public key (seed 0 unless you give one) is a checksum \
                  against accidents. It does not protect against anybody.",
    after_long_help = AFTER_HELP
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) hash: HashArgs,
}

const AFTER_HELP: &str = "\
A command comes first: `hsum check --seed 1 SUMS`. A file that is named like a
command is written ./check, or stands after --.

Keys: without --key, --key-file and --seed the key is seed 0, which everyone
knows. The hash is then a checksum: it finds accidents, and does not protect
against anybody who changes a file on purpose. See `hsum explain ALGO`.

Lines are `<hex>  <name>`, or `ALGO (<name>) = <hex>` with --tag and --all. A
line feed, carriage return or backslash in a name is written \\n, \\r or \\\\, and
the line starts with a backslash; with -z lines end with NUL and nothing is
escaped. Digits are the most significant first, words and bytes in order.

Exit status: 0 if everything went well; 1 if a file could not be read, a hash
did not match, a key does not fit or a line of a list is none, after a line
`hsum: NAME: reason` on standard error and with the rest done; 2 if the command
line makes no sense.

RAYON_NUM_THREADS in the environment sets how many files are read at once.";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Verify the hashes in lists that hsum printed
    Check(CheckArgs),
    /// Measure every algorithm and backend on this machine, one thread
    Bench(BenchArgs),
    /// Say what an algorithm is, and what it guarantees
    Explain(ExplainArgs),
    /// List the algorithms
    List,
    /// Print a completion script
    Completions {
        /// The shell that is to read it
        shell: Shell,
    },
}

#[derive(Args)]
pub(crate) struct HashArgs {
    /// Files to hash; `-` or none is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The algorithm
    #[arg(short, long, value_name = "ALGO", value_parser = algorithm(), default_value = ALGORITHMS[0].name)]
    pub(crate) algorithm: &'static Algorithm,
    /// Print the hash by every algorithm, in tagged lines; their keys are of --seed
    #[arg(long, conflicts_with_all = ["algorithm", "key", "key_file", "backend"])]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) key: KeyArgs,
    #[arg(long, value_name = "NAME", value_parser = algorithms::backend, help = BACKEND)]
    pub(crate) backend: Option<&'static str>,
    /// Hash the files in directories, sorted by name; symbolic links in there are not followed
    #[arg(short, long)]
    pub(crate) recursive: bool,
    /// Print only so many bits of a hash that can be cut: 16, 32, 48 or 64 of tmmh16
    #[arg(long, value_name = "N", conflicts_with = "all")]
    pub(crate) tag_bits: Option<usize>,
    /// Print tagged lines, `ALGO (name) = hex`
    #[arg(long)]
    pub(crate) tag: bool,
    /// End lines with NUL, and escape nothing
    #[arg(short, long)]
    pub(crate) zero: bool,
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// Lists of hashes; `-` or none is standard input
    #[arg(value_name = "SUMS")]
    pub(crate) sums: Vec<PathBuf>,
    /// The algorithm of lines that are not tagged
    #[arg(short, long, value_name = "ALGO", value_parser = algorithm(), default_value = ALGORITHMS[0].name)]
    pub(crate) algorithm: &'static Algorithm,
    #[command(flatten)]
    pub(crate) key: KeyArgs,
    #[arg(long, value_name = "NAME", value_parser = algorithms::backend, help = BACKEND)]
    pub(crate) backend: Option<&'static str>,
    /// Print nothing for files that match
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Print nothing about the files; the exit status says it
    #[arg(long)]
    pub(crate) status: bool,
    /// Pass over files that do not exist
    #[arg(long)]
    pub(crate) ignore_missing: bool,
    /// For scripts made for the coreutils: improperly formatted lines always fail
    #[arg(long)]
    strict: bool,
    /// Lines end with NUL, and nothing is escaped
    #[arg(short, long)]
    pub(crate) zero: bool,
}

#[derive(Args)]
#[group(multiple = false)]
pub(crate) struct KeyArgs {
    /// The key in hexadecimal digits
    #[arg(long, value_name = "HEX", value_parser = key)]
    pub(crate) key: Option<KeyBytes>,
    /// A file with the key: its bytes, or their hexadecimal digits and at most a line end
    #[arg(long, value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,
    /// Make the key from this number [default: 0]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// Data to hash, at most its first 256 MiB; without it, generated bytes
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Only this algorithm
    #[arg(short, long, value_name = "ALGO", value_parser = algorithm())]
    pub(crate) algorithm: Option<&'static Algorithm>,
    /// Only this backend
    #[arg(long, value_name = "NAME", value_parser = algorithms::backend)]
    pub(crate) backend: Option<&'static str>,
    /// Lengths of messages in bytes, K, M or G for powers of 1024
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = size)]
    pub(crate) size: Vec<u64>,
    /// Take a few short samples
    #[arg(long)]
    pub(crate) quick: bool,
}

#[derive(Args)]
pub(crate) struct ExplainArgs {
    /// The algorithm
    #[arg(value_name = "ALGO", value_parser = algorithm())]
    pub(crate) algorithm: &'static Algorithm,
    /// Bound collisions of messages of at most so many bytes, K, M or G for powers of 1024
    #[arg(long, value_name = "N", value_parser = size, default_value = "1M")]
    pub(crate) len: u64,
}

const BACKEND: &str = "Use this implementation instead of the best one; see hsum explain";

impl Cli {
    /// Reads the command line, and ends the program if that is wrong or asks for help.
    pub(crate) fn read() -> Self {
        let matches = Self::command().get_matches();
        if matches.subcommand_name().is_some() && matches.args_present() {
            let advice = "a command comes before its options and names; \
                          a file that is named like one is written ./NAME, or after --";
            Self::command().error(ErrorKind::ArgumentConflict, advice).exit();
        }
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

/// Appends a completion script.
pub(crate) fn completions(shell: Shell, out: &mut Vec<u8>) {
    clap_complete::generate(shell, &mut Cli::command(), "hsum", out);
}

fn algorithm() -> impl TypedValueParser<Value = &'static Algorithm> {
    let names = ALGORITHMS.iter().map(|a| PossibleValue::new(a.name).help(a.summary));
    PossibleValuesParser::new(names)
        .try_map(|name| Algorithm::find(name.as_bytes()).ok_or("no such algorithm"))
}

/// The bytes of a key.
#[derive(Clone)]
pub(crate) struct KeyBytes(pub(crate) Vec<u8>);

fn key(text: &str) -> Result<KeyBytes, hex::FromHexError> {
    hex::decode(text).map(KeyBytes)
}

/// Reads a number of bytes.
fn size(text: &str) -> Result<u64, &'static str> {
    let units = [("K", 10), ("M", 20), ("G", 30)];
    let unit = units.iter().find_map(|(unit, shift)| Some((text.strip_suffix(unit)?, *shift)));
    let (digits, shift) = unit.unwrap_or((text, 0));
    let number: u64 = digits.parse().map_err(|_| "not a number of bytes")?;
    match number.checked_mul(1 << shift) {
        None => Err("too large"),
        Some(0) => Err("nothing to hash"),
        Some(bytes) => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declarations_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes() {
        assert_eq!(size("17"), Ok(17));
        assert_eq!(size("3K"), Ok(3 << 10));
        assert_eq!(size("5M"), Ok(5 << 20));
        assert_eq!(size("17179869183G"), Ok(u64::MAX << 30));
        for wrong in ["", "K", "0", "0G", "-1", "1k", "1.5", "1KK", "17179869184G", "ä"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
