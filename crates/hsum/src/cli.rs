//! The command line.

use crate::algorithms::{self, ALGORITHMS, Algorithm};
use crate::refusal::Refusal;
use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use md5_opt::s3::ETag;
use std::ffi::OsString;
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

Nonces: vmac64 and vmac128 take one, of at most 127 bits, with --nonce. It is for
one message: with it, one file is hashed at a time.

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
    /// Print or check MD5 checksums, as md5sum does
    Md5(Md5Args),
    /// Print the ETags that S3 gives to files, or verify one
    Etag(EtagArgs),
    /// Measure every algorithm and backend on this machine, one thread
    Bench(BenchArgs),
    /// Say what an algorithm is, and what it guarantees
    Explain(ExplainArgs),
    /// List the algorithms
    List,
    /// Fingerprint and compare tables: runs the program hsum-table, which is built apart
    Table(TableArgs),
    /// Print a completion script
    Completions {
        /// The shell that is to read it
        shell: Shell,
    },
}

#[derive(Args)]
pub(crate) struct HashArgs {
    /// Files to hash; `-` or none is standard input
    #[arg(value_name = "FILE", value_parser = path())]
    pub(crate) files: Vec<PathBuf>,
    /// The algorithm
    #[arg(short, long, value_name = "ALGO", value_parser = algorithm())]
    #[arg(default_value = ALGORITHMS[0].name)]
    pub(crate) algorithm: &'static Algorithm,
    /// Print the hash by every algorithm that takes no nonce, in tagged lines; their keys are of
    /// --seed
    #[arg(long, conflicts_with_all = ["algorithm", "key", "key_file", "backend"])]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) key: KeyArgs,
    #[arg(long, value_name = "HEX", value_parser = bytes, help = NONCE, conflicts_with = "all")]
    pub(crate) nonce: Option<HexBytes>,
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
    /// Lists of hashes, with lines of at most 1 MiB; `-` or none is standard input
    #[arg(value_name = "SUMS", value_parser = path())]
    pub(crate) sums: Vec<PathBuf>,
    /// The algorithm of lines that are not tagged
    #[arg(short, long, value_name = "ALGO", value_parser = algorithm())]
    #[arg(default_value = ALGORITHMS[0].name)]
    pub(crate) algorithm: &'static Algorithm,
    #[command(flatten)]
    pub(crate) key: KeyArgs,
    #[arg(long, value_name = "HEX", value_parser = bytes, help = NONCE)]
    pub(crate) nonce: Option<HexBytes>,
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

/// The arguments of md5sum, and -r. As there, of the options that contradict each other the last
/// one counts, an option may be cut short, and what makes no sense ends with status 1.
#[derive(Args)]
#[command(
    infer_long_args = true,
    args_override_self = true,
    long_about = MD5,
    after_help = "MD5 is broken: whoever wants to can make two files with the same sum."
)]
pub(crate) struct Md5Args {
    /// Files to hash, or lists with -c; `-` or none is standard input
    #[arg(value_name = "FILE", value_parser = path())]
    pub(crate) files: Vec<PathBuf>,
    /// Write `*` before names, as of files read in binary mode
    #[arg(short, long, overrides_with = "text", conflicts_with = "check")]
    pub(crate) binary: bool,
    /// Read sums from the files and check them
    #[arg(short, long)]
    pub(crate) check: bool,
    /// Print tagged lines, `MD5 (name) = hex`
    #[arg(long, conflicts_with = "check")]
    pub(crate) tag: bool,
    /// Write a blank before names
    #[arg(short, long, overrides_with = "binary", conflicts_with = "check")]
    pub(crate) text: bool,
    /// End lines with NUL, and escape nothing
    #[arg(short, long, conflicts_with = "check")]
    pub(crate) zero: bool,
    /// Hash the files in directories, sorted by name; symbolic links in there are not followed
    #[arg(short, long, conflicts_with = "check")]
    pub(crate) recursive: bool,
    /// Pass over files that do not exist
    #[arg(long, requires = "check")]
    pub(crate) ignore_missing: bool,
    /// Print nothing for files that match
    #[arg(long, requires = "check")]
    pub(crate) quiet: bool,
    /// Print nothing about the files; the exit status says it
    #[arg(long, requires = "check")]
    pub(crate) status: bool,
    /// Fail if a line is improperly formatted
    #[arg(long, requires = "check")]
    pub(crate) strict: bool,
    /// Name improperly formatted lines
    #[arg(short, long, requires = "check")]
    pub(crate) warn: bool,
    #[arg(long, value_name = "NAME", value_parser = algorithms::backend, help = BACKEND)]
    pub(crate) backend: Option<&'static str>,
}

const MD5: &str = "\
Print or check MD5 checksums, as md5sum does: the same output and exit status for
the same arguments. Many files are hashed side by side.";

/// The entity tags of objects in S3 and the servers that follow it.
#[derive(Args)]
#[command(long_about = ETAG)]
pub(crate) struct EtagArgs {
    /// Files that are, or were, uploaded; `-` or none is standard input
    #[arg(value_name = "FILE", value_parser = path())]
    pub(crate) files: Vec<PathBuf>,
    /// Bytes of a part, K, M or G for powers of 1024 [default: 8M; with --verify, what fits]
    #[arg(long, value_name = "N", value_parser = size)]
    pub(crate) part_size: Option<u64>,
    /// Files of at least so many bytes are uploaded in parts [default: the size of a part]
    #[arg(long, value_name = "N", value_parser = size, conflicts_with = "verify")]
    pub(crate) threshold: Option<u64>,
    /// Say whether this is the ETag of the files
    #[arg(long, value_name = "ETAG")]
    pub(crate) verify: Option<ETag>,
    /// The files in directories, sorted by name; symbolic links in there are not followed
    #[arg(short, long)]
    pub(crate) recursive: bool,
    /// End lines with NUL, and escape nothing
    #[arg(short, long)]
    pub(crate) zero: bool,
}

const ETAG: &str = "\
Print the ETags that S3 gives to files, or verify one.

An object that was uploaded whole has its MD5; one that was uploaded in parts the
MD5 of the parts' MD5s and, behind a `-`, the number of parts. Without other
arguments files of 8 MiB and more are in parts of 8 MiB, as the AWS command line
uploads them. For an ETag that is given with --verify and no size of parts, the
sizes that fit are tried, the usual ones first. Objects that are encrypted with a
key of the customer or of a key service have other ETags.";

#[derive(Args)]
#[group(multiple = false)]
pub(crate) struct KeyArgs {
    /// The key in hexadecimal digits
    #[arg(long, value_name = "HEX", value_parser = bytes)]
    pub(crate) key: Option<HexBytes>,
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

#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct TableArgs {
    /// The arguments of hsum-table; --help shows them
    #[arg(value_name = "ARG", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) args: Vec<OsString>,
}

const NONCE: &str = "The nonce in hexadecimal digits, for algorithms that take one; never use it again for \
                     another message";
const BACKEND: &str = "Use this implementation instead of the best one; see hsum explain";

impl Cli {
    /// Reads a command line, of which the first argument is the name of the program.
    pub(crate) fn parse(args: &[OsString]) -> Result<Self, Refusal> {
        let is_md5 = args.get(1).is_some_and(|name| name == "md5");
        Self::matched(args).map_err(|error| Refusal::new(error, is_md5))
    }

    fn matched(args: &[OsString]) -> Result<Self, clap::Error> {
        let conflict = |text| Err(Self::command().error(ErrorKind::ArgumentConflict, text));
        let matches = Self::command().try_get_matches_from(args)?;
        if let Some(("md5", md5)) = matches.subcommand() {
            // Tagged lines are those of binary mode, unless the other is asked for after that.
            let last =
                |id| md5.indices_of(id).and_then(Iterator::last).filter(|_| md5.get_flag(id));
            if last("tag").is_some_and(|tag| last("text").is_some_and(|text| tag < text)) {
                return conflict("--tag has no --text");
            }
        }
        if matches.subcommand_name().is_some() && matches.args_present() {
            return conflict(
                "a command comes before its options and names; \
                 a file that is named like one is written ./NAME, or after --",
            );
        }
        Self::from_arg_matches(&matches)
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

/// Takes any name, also the empty one: it is of no file, and the others are hashed all the same.
fn path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// The bytes that hexadecimal digits say.
#[derive(Clone)]
pub(crate) struct HexBytes(pub(crate) Vec<u8>);

/// Reads hexadecimal digits. The error says where they end, and shows none of them.
pub(crate) fn bytes(text: &str) -> Result<HexBytes, String> {
    match text.bytes().position(|byte| !byte.is_ascii_hexdigit()) {
        Some(place) => Err(format!("character {} is not a hexadecimal digit", place + 1)),
        None => hex::decode(text).map(HexBytes).map_err(|_| "odd number of digits".to_owned()),
    }
}

/// Reads a number of bytes.
pub(crate) fn size(text: &str) -> Result<u64, &'static str> {
    let units = [("K", 10), ("M", 20), ("G", 30)];
    let unit = units.iter().find_map(|(unit, shift)| Some((text.strip_suffix(unit)?, *shift)));
    let (digits, shift) = unit.unwrap_or((text, 0));
    // `parse` would take a sign.
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let number: Option<u64> = digits.parse().ok().filter(|_| is_number);
    let number = number.ok_or("not a number of bytes")?;
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
        for wrong in
            ["", "K", "0", "0G", "-1", "+1", "+1K", "1k", "1.5", "1KK", "17179869184G", "ä"]
        {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
