//! The arguments of the commands. The doc comments are the help.

use super::values::{HexBytes, algorithm, bytes, count, path, seed, size, threads};
use crate::algorithms::{self, Algorithm};
use crate::exclude::Pattern;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap_complete::Shell;
use md5_opt::s3::ETag;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;

#[derive(Args)]
pub(crate) struct HashArgs {
    /// Files to hash, or lists with --check; `-` or none is standard input
    #[arg(value_name = "FILE", value_parser = path())]
    pub(crate) files: Vec<PathBuf>,
    /// Read lists of hashes from the files, and verify them
    #[arg(short, long)]
    #[arg(conflicts_with_all = ["all", "tag", "untagged", "raw"])]
    pub(crate) check: bool,
    /// The algorithm, in any case; `hsum list` lists them [default: clhash]
    ///
    /// With --check, only lines of this algorithm are verified. The default is then the algorithm
    /// that each line names, and clhash for plain lines and under a key.
    #[arg(short, long, value_name = "ALGO", value_parser = algorithm(), ignore_case = true)]
    #[arg(hide_possible_values = true)]
    pub(crate) algorithm: Option<&'static Algorithm>,
    /// Print the hash of every algorithm that needs no nonce, under seed 0 or --seed
    #[arg(long, conflicts_with_all = ["algorithm", "key", "key_file", "nonce", "backend"])]
    pub(crate) all: bool,
    #[arg(long, value_name = "NAME", value_parser = algorithms::backend, help = BACKEND)]
    pub(crate) backend: Option<&'static str>,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[command(flatten, next_help_heading = "Keys")]
    pub(crate) key: KeyArgs,
    #[arg(long, value_name = "HEX", value_parser = bytes, help = NONCE, help_heading = "Keys")]
    pub(crate) nonce: Option<HexBytes>,
    /// Print tagged lines, `ALGO (NAME) = HASH`
    ///
    /// This is the default for all hashes except those of clhash under seed 0.
    #[arg(long, help_heading = "Output", overrides_with = "untagged")]
    pub(crate) tag: bool,
    /// Print plain lines, `HASH  NAME`, which record neither algorithm nor seed
    #[arg(long, help_heading = "Output", overrides_with = "tag", conflicts_with = "all")]
    pub(crate) untagged: bool,
    /// End lines with NUL instead of a line feed, and escape nothing in names
    #[arg(short, long, help_heading = "Output")]
    pub(crate) zero: bool,
    /// Write the list to FILE, which appears when the list is complete
    ///
    /// Until then, and for good if a file cannot be hashed, FILE stays as it is.
    #[arg(short, long, value_name = "FILE", conflicts_with = "check", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// End the list with a line that counts the others and has their fingerprint
    ///
    /// Other programs take the line for a comment. --check always compares it with the lines
    /// before it. With --check, this option says that a list without it fails.
    #[arg(long, conflicts_with = "raw", help_heading = "Output")]
    pub(crate) complete: bool,
    /// Print one JSON object a line
    #[arg(long, help_heading = "Output", conflicts_with_all = ["tag", "untagged", "zero"])]
    pub(crate) json: bool,
    /// Print only the first N bytes of a hash that may be cut: 8, 12 or 16 of clmac, 2, 4, 6 or 8
    /// of tmmh16
    ///
    /// With --check, only hashes of N bytes are verified. The default is then the whole hash. A
    /// shorter tag is guessed sooner: `hsum explain clmac --tag-bytes N` has the bound on
    /// forgeries.
    #[arg(short, long, value_name = "N", value_parser = size, conflicts_with = "all")]
    #[arg(help_heading = "Output")]
    pub(crate) length: Option<u64>,
    /// Write the bytes of the hash and nothing else; for one file
    #[arg(long, help_heading = "Output")]
    #[arg(conflicts_with_all = ["all", "tag", "untagged", "zero", "json", "recursive"])]
    pub(crate) raw: bool,
    #[command(flatten, next_help_heading = "With --check")]
    pub(crate) verdicts: CheckArgs,
}

/// What --check reports and what it accepts, as in the coreutils: of --quiet, --status and --warn
/// the last counts.
#[derive(Args)]
pub(crate) struct CheckArgs {
    /// Skip files that do not exist
    #[arg(long)]
    pub(crate) ignore_missing: bool,
    /// Print nothing for files that match
    #[arg(long, overrides_with_all = ["status", "warn"])]
    pub(crate) quiet: bool,
    /// Print no verdict and no summary; the exit status is the result
    #[arg(long, overrides_with_all = ["quiet", "warn"])]
    pub(crate) status: bool,
    /// Fail if a line is improperly formatted
    #[arg(long)]
    pub(crate) strict: bool,
    /// Report each improperly formatted line
    #[arg(short, long, overrides_with_all = ["quiet", "status"])]
    pub(crate) warn: bool,
}

impl CheckArgs {
    /// Returns the name of an option that was given, all of which need --check.
    pub(super) fn first(&self) -> Option<&'static str> {
        let Self { ignore_missing, quiet, status, strict, warn } = *self;
        let options = [
            (ignore_missing, "--ignore-missing"),
            (quiet, "--quiet"),
            (status, "--status"),
            (strict, "--strict"),
            (warn, "--warn"),
        ];
        options.into_iter().find_map(|(is_given, name)| is_given.then_some(name))
    }
}

/// Which files are read, and how that is shown.
#[derive(Args, Default)]
pub(crate) struct WalkArgs {
    /// Hash the files in directories, sorted by name
    ///
    /// Symbolic links found there are not followed, but counted in a message.
    /// The file to which standard output goes is left out. With --check, directories among the
    /// arguments are compared with the lists: files without a line, and lines whose file is gone
    /// or has another name, are failures.
    #[arg(short, long)]
    pub(crate) recursive: bool,
    /// With --recursive: leave out files and directories that match GLOB; may be repeated
    ///
    /// GLOB means what it means in a file `.gitignore` in the directory: without a slash it matches
    /// names, and with one, even at its beginning, paths below the directory; with one at its end
    /// it matches directories alone; `!GLOB` includes again. A pattern that matched nothing is
    /// reported.
    #[arg(long, value_name = "GLOB", value_parser = Pattern::parse)]
    pub(crate) exclude: Vec<Pattern>,
    /// With --recursive: follow symbolic links
    #[arg(short = 'L', long)]
    pub(crate) dereference: bool,
    /// With --recursive: stay on the file system of each directory
    #[arg(long)]
    pub(crate) one_file_system: bool,
    /// The number of symbolic links that are not followed.
    #[arg(skip)]
    pub(crate) links: AtomicU64,
    /// Read at most N files at once [default: as many as there are CPUs, and many for MD5]
    ///
    /// One CPU reads each of them from its beginning to its end. 1 reads one file after the other,
    /// as suits a disk with heads. A number above that of CPUs suits devices that answer slowly,
    /// such as network file systems. By default, each CPU hashes up to 48 files side by side for
    /// MD5, and the CPUs share the parts of a file for ETags, which takes the least time if the
    /// files are in memory or on an SSD.
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<usize>,
    /// Change to DIR first: all names are relative to it, those of lists and outputs as well
    #[arg(short = 'C', long, value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
    /// Show no progress on a terminal
    #[arg(long)]
    pub(crate) no_progress: bool,
}

impl WalkArgs {
    /// Returns the name of an option that was given and needs --recursive.
    pub(super) fn of_directories(&self) -> Option<&'static str> {
        let options = [
            (!self.exclude.is_empty(), "--exclude"),
            (self.dereference, "--dereference"),
            (self.one_file_system, "--one-file-system"),
        ];
        options.into_iter().find_map(|(is_given, name)| is_given.then_some(name))
    }
}

/// The arguments of md5sum, and those of [`WalkArgs`]. As in md5sum, an option may be abbreviated,
/// and a usage error ends with status 1.
#[derive(Args)]
#[command(
    infer_long_args = true,
    long_about = MD5,
    after_help = "MD5 is broken: anyone can make two files with the same checksum."
)]
pub(crate) struct Md5Args {
    /// Files to hash, or lists with --check; `-` or none is standard input
    #[arg(value_name = "FILE", value_parser = path())]
    pub(crate) files: Vec<PathBuf>,
    /// Print `*` before names, as for files that are read in binary mode
    #[arg(short, long, overrides_with = "text", conflicts_with = "check")]
    pub(crate) binary: bool,
    /// Read lists of checksums from the files, and verify them
    #[arg(short, long)]
    pub(crate) check: bool,
    /// Print tagged lines, `MD5 (NAME) = HASH`
    #[arg(long, conflicts_with_all = ["check", "text"])]
    pub(crate) tag: bool,
    /// Print a space before names
    #[arg(short, long, overrides_with = "binary", conflicts_with = "check")]
    pub(crate) text: bool,
    /// End lines with NUL instead of a line feed, and escape nothing in names
    #[arg(short, long, conflicts_with = "check")]
    pub(crate) zero: bool,
    /// Write the list to FILE, which appears when the list is complete
    #[arg(short, long, value_name = "FILE", conflicts_with = "check")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[arg(long, value_name = "NAME", value_parser = algorithms::backend, help = BACKEND)]
    pub(crate) backend: Option<&'static str>,
    #[command(flatten, next_help_heading = "With --check")]
    pub(crate) verdicts: CheckArgs,
}

const MD5: &str = "\
Print or check MD5 checksums as md5sum of coreutils 9.11 does: the same arguments give
the same output and exit status. Many files are hashed side by side.";

/// The entity tags of objects in S3 and in servers that follow it.
#[derive(Args)]
#[command(long_about = ETAG)]
pub(crate) struct EtagArgs {
    /// Files that are, or were, uploaded, or lists with --check; `-` or none is standard input
    #[arg(value_name = "FILE", value_parser = path())]
    pub(crate) files: Vec<PathBuf>,
    /// Read lists of ETags from the files, and verify them
    #[arg(short, long, conflicts_with_all = ["verify", "threshold", "recursive"])]
    pub(crate) check: bool,
    /// Size of a part, as 8M or 8MiB [default: 8M, doubled while there are more than 10,000 parts;
    /// to verify an ETag, usual sizes that fit]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) part_size: Option<u64>,
    /// Files of at least this size are uploaded in parts [default: the size of a part]
    ///
    /// s3cmd uploads a file whole that is as long as a part: give one byte more.
    #[arg(long, value_name = "SIZE", value_parser = size, conflicts_with = "verify")]
    pub(crate) threshold: Option<u64>,
    /// Check whether the files have this ETag
    #[arg(long, value_name = "ETAG")]
    pub(crate) verify: Option<ETag>,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    /// End lines with NUL instead of a line feed, and escape nothing in names
    #[arg(short, long)]
    pub(crate) zero: bool,
    /// Print one JSON object a line
    #[arg(long, conflicts_with = "zero")]
    pub(crate) json: bool,
    /// Write the list to FILE, which appears when the list is complete
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["check", "verify"])]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten, next_help_heading = "With --check")]
    pub(crate) verdicts: CheckArgs,
}

const ETAG: &str = "\
Print the ETags that S3 gives to files, or verify files by them.

The ETag of an object that was uploaded whole is its MD5. That of an object that was
uploaded in parts is the MD5 of the MD5s of its parts, a `-` and the number of parts.
By default, files of 8 MiB and more are uploaded in parts of 8 MiB, as the AWS command
line does it. An ETag does not record the size of the parts. With --verify or --check
and without --part-size, sizes that fit are tried: those of tools, whole mebibytes and
round numbers; all parts but the last have one size. If none is right but others fit,
the file is NOT VERIFIED, and the exit status is 3. Objects that are encrypted with a
customer's key or by a key management service have other ETags.";

#[derive(Args, Default)]
#[group(multiple = false)]
pub(crate) struct KeyArgs {
    /// The key, in hexadecimal digits; other users of this machine may see it
    #[arg(long, value_name = "HEX", value_parser = bytes)]
    pub(crate) key: Option<HexBytes>,
    /// A file that contains the key: its bytes, or its hexadecimal digits; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,
    /// Derive the key from a number, as 16 or 0x10; no secret, tagged lines record it [default: 0]
    #[arg(long, value_name = "N", value_parser = seed)]
    pub(crate) seed: Option<u64>,
}

#[derive(Args)]
#[command(long_about = UPDATE)]
pub(crate) struct UpdateArgs {
    /// The list; it is created if it does not exist
    #[arg(value_name = "LIST", value_parser = path())]
    pub(crate) list: PathBuf,
    /// Files that the list may lack
    #[arg(value_name = "FILE", value_parser = path())]
    pub(crate) files: Vec<PathBuf>,
    /// The algorithm of the lines [default: that of each line; for new ones, that of the first]
    #[arg(short, long, value_name = "ALGO", value_parser = algorithm(), ignore_case = true)]
    #[arg(hide_possible_values = true)]
    pub(crate) algorithm: Option<&'static Algorithm>,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[command(flatten, next_help_heading = "Keys")]
    pub(crate) key: KeyArgs,
    /// Lines end with NUL instead of a line feed, and nothing in names is escaped
    #[arg(short, long, help_heading = "Output")]
    pub(crate) zero: bool,
}

const UPDATE: &str = "\
Bring a list up to date: hash the files that changed since the last update, add those
that are named (with -r, those in directories), and drop those that are gone. Prints
what is different. The new list replaces the old one when it is complete.

The line that ends the list has the time at which the update began. A file is hashed
again if its contents or its metadata changed later, or at most two seconds earlier;
all are in a list without such a line, which no update has written yet. A file that has
not been touched keeps its hash, so that --check still finds damage. A directory in which
all files are older is not noticed when it takes the place of another.";

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// The data to hash, at most its first 256 MiB [default: generated bytes]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Measure only this algorithm
    #[arg(short, long, value_name = "ALGO", value_parser = algorithm(), ignore_case = true)]
    #[arg(hide_possible_values = true)]
    pub(crate) algorithm: Option<&'static Algorithm>,
    /// Measure only this backend
    #[arg(long, value_name = "NAME", value_parser = algorithms::backend)]
    pub(crate) backend: Option<&'static str>,
    /// Lengths of messages, as 64,4K,1MiB
    #[arg(long, value_name = "SIZE,...", value_delimiter = ',', value_parser = size)]
    pub(crate) size: Vec<u64>,
    /// Take only a few short samples
    #[arg(long)]
    pub(crate) quick: bool,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress on a terminal
    #[arg(long)]
    pub(crate) no_progress: bool,
}

#[derive(Args)]
pub(crate) struct ExplainArgs {
    /// The algorithm, in any case; `hsum list` lists them
    #[arg(value_name = "ALGO", value_parser = algorithm(), ignore_case = true)]
    #[arg(hide_possible_values = true)]
    pub(crate) algorithm: &'static Algorithm,
    /// Length of the messages that the bounds are for, as 4K or 4KiB
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "1M")]
    pub(crate) len: u64,
    /// Messages that were tagged before a forgery, for MACs; a number, or 4G for 2^32
    #[arg(long, value_name = "N", value_parser = count, default_value = "4G")]
    pub(crate) messages: u64,
    /// Senders that draw nonces and have N messages each, for clmac [default: tags without nonces]
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) senders: Option<u64>,
    /// Attempts at a forgery, for MACs
    #[arg(long, value_name = "N", value_parser = count, default_value = "1")]
    pub(crate) attempts: u64,
    /// Length in bytes to which tags are cut, as by `hsum --length` [default: whole tags]
    #[arg(long, value_name = "N", value_parser = size)]
    pub(crate) tag_bytes: Option<u64>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct ListArgs {
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct TableArgs {
    /// The arguments of hsum-table; `hsum table --help` shows them
    #[arg(value_name = "ARG", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) args: Vec<OsString>,
}

#[derive(Args)]
#[command(after_help = "\
Install the script where the shell looks for it, for example:
  D=~/.local/share/bash-completion/completions
  mkdir -p $D && hsum completions bash > $D/hsum
  hsum completions zsh > /usr/local/share/zsh/site-functions/_hsum
  hsum completions fish > ~/.config/fish/completions/hsum.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

#[derive(Args)]
#[command(after_help = "\
Install the pages where man looks for them, for example:
  hsum man > /usr/local/share/man/man1/hsum.1
  hsum man md5 > /usr/local/share/man/man1/hsum-md5.1
Read one without installing it: hsum man | man -l -")]
pub(crate) struct ManArgs {
    /// The command that the page is about [default: hsum itself]
    #[arg(value_name = "COMMAND", value_parser = command())]
    pub(crate) command: Option<String>,
}

/// Accepts the names of the commands.
fn command() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(super::COMMANDS)
}

const NONCE: &str = "The nonce of this one message, in hexadecimal digits, for vmac64 and vmac128";
const BACKEND: &str = "Run this implementation instead of the fastest; see `hsum explain ALGO`";
