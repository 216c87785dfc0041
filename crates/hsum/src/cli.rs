//! The command line.

mod args;
#[cfg(test)]
mod pairs;
mod values;

pub(crate) use args::{
    BenchArgs, CheckArgs, CompletionsArgs, EtagArgs, ExplainArgs, HashArgs, KeyArgs, ListArgs,
    ManArgs, Md5Args, TableArgs, UpdateArgs, WalkArgs,
};
pub(crate) use values::{HexBytes, bytes, seed, size};

use crate::others;
use crate::refusal::Refusal;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;

/// Hash files, check lists of hashes and measure hash functions.
#[derive(Parser)]
#[command(
    name = "hsum",
    version,
    override_usage = "hsum [OPTIONS] [FILE]...\n       hsum --check [OPTIONS] [LIST]...\n       \
                      hsum <COMMAND> [OPTIONS] ...",
    disable_help_subcommand = true,
    args_override_self = true,
    args_conflicts_with_subcommands = true,
    after_help = format!("{EXAMPLES}\n\n{AFTER_HELP}"),
    after_long_help = format!("{EXAMPLES}\n\n{AFTER_LONG_HELP}")
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) hash: HashArgs,
}

/// The examples of both helps. Manual pages have room for 71 columns.
const EXAMPLES: &str = "\
Examples:
  hsum *.iso > LIST              print the hashes of files
  hsum --check LIST              verify them, as does `hsum check LIST`
  hsum check -r LIST DIR         find files that the list lacks as well
  hsum -r --complete DIR -o LIST
                                 write a list that shows lost lines
  hsum update -r LIST DIR        hash what changed since
  hsum -r -j1 DIR > LIST         read in order, for a disk with heads
  hsum -a highwayhash256 --key-file KEY FILE
                                 authenticate a file by a secret key
  hsum -r --exclude '*.o' DIR    hash the files in DIR, but not these
  hsum md5 -c MD5SUMS            verify what md5sum printed
  hsum etag -r DIR > ETAGS       print the ETags that S3 gives files
  hsum etag -c ETAGS             verify them";

const AFTER_HELP: &str = "\
Without a key a hash is a checksum: it detects accidents, and does not protect against
anyone who changes a file on purpose. `hsum --help` says more.";

/// Unindented lines are paragraphs, which a manual page fills. Indented lines stay as they are.
const AFTER_LONG_HELP: &str = "\
A command comes first, and its options follow it. Elsewhere its name is that of a
file; a file of that name in the first place is written ./list, or after --.

Lists: A plain line is `HASH  NAME`, and --check takes it for a line of clhash under
seed 0 unless options say otherwise. A tagged line, `ALGO (NAME) = HASH` or
`ALGO:seed=N (NAME) = HASH`, records the algorithm and the seed, so that --check needs
no options. hsum prints plain lines for clhash under seed 0 and tagged lines for
everything else. A list never contains a key: its lines say `ALGO:key`, and --check
needs the key and -a again.

Names: A line feed, carriage return or backslash in a name is written \\n, \\r or \\\\,
and the line starts with a backslash. On a terminal other control characters are
escaped as well. The digits of a hash are the most significant first, its words and
bytes in order. Other programs may print the published bytes, which have the lowest byte
of each word first: siphash-2-4 prints 726fdb47dd0e0e31 for what they call
310e0edd47db6f72. `hsum explain ALGO` says which words a hash has.

Secrets: Without --key, --key-file and --seed the key is that of seed 0, which everyone
knows. The hash is then a checksum: it detects accidents, and does not protect against
anyone who changes a file on purpose. `hsum explain ALGO` says what an algorithm
guarantees under a secret key, and who may see its hashes: a list that others read
needs clmac, highwayhash or siphash-2-4. clmac, vmac64 and vmac128, which are MACs and nothing
else, refuse to run without a key. The last two take a nonce, which is for one message,
so with --nonce one file is hashed at a time.

Exit status:
  0  Everything went well.
  1  A file could not be read, a hash did not match, a key does not fit,
     a line could not be verified, or output could not be written. The
     other files are processed all the same. Improperly formatted lines
     count only with --strict, or if a list contains no other lines.
  2  The command line makes no sense.
  3  Nothing failed, but an ETag could be neither confirmed nor refuted.

If the reader of standard output leaves, SIGPIPE ends hsum.

Environment:
  RAYON_NUM_THREADS  the number of CPUs to use, without --threads
  NO_COLOR           if it is not empty, help has no colours
  TERM               if it is unset, empty or `dumb`, help has no escapes

Manual pages and shell completions: see `hsum man --help` and
`hsum completions --help`.";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Print or check MD5 checksums, as md5sum does
    Md5(Md5Args),
    /// Bring a list up to date: hash what changed, add what is new, drop what is gone
    Update(UpdateArgs),
    /// Print the ETags that S3 gives to files, or verify files by them
    Etag(EtagArgs),
    /// Measure every algorithm and backend on this machine, on one thread
    Bench(BenchArgs),
    /// Describe an algorithm and what it guarantees
    Explain(ExplainArgs),
    /// List the algorithms
    List(ListArgs),
    /// Fingerprint and compare tables, by the separate program hsum-table
    Table(TableArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print a manual page
    Man(ManArgs),
}

/// The names of the commands.
const COMMANDS: [&str; 10] =
    ["check", "md5", "update", "etag", "bench", "explain", "list", "table", "completions", "man"];

impl Cli {
    /// Parses a command line whose first argument is the name of the program.
    pub(crate) fn parse(args: &[OsString]) -> Result<Self, Refusal> {
        let command = args.get(1).map(OsString::as_os_str);
        Self::matched(&spelled_out(args))
            .map_err(|error| Refusal::new(error, command == Some(OsStr::new("md5"))))
    }

    fn matched(args: &[&OsStr]) -> Result<Self, clap::Error> {
        let matches = declared().try_get_matches_from(args)?;
        let cli = Self::from_arg_matches(&matches)?;
        match cli.nonsense() {
            Some(text) => Err(Self::command().error(ErrorKind::ArgumentConflict, text)),
            None => Ok(cli),
        }
    }

    /// Returns what is wrong with the options, which clap found not to contradict each other.
    ///
    /// An option that needs another one is checked here, because clap does not miss the other one
    /// where it would contradict a third: `hsum --quiet -r` would pass.
    fn nonsense(&self) -> Option<String> {
        let hash = &self.hash;
        if hash.raw && hash.files.len() > 1 {
            return Some("--raw writes one hash: give one file".to_owned());
        }
        let check = match &self.command {
            None => Some((hash.check, &hash.verdicts)),
            Some(Command::Md5(args)) => Some((args.check, &args.verdicts)),
            Some(Command::Etag(args)) => Some((args.check, &args.verdicts)),
            Some(_) => None,
        };
        if hash.complete && hash.json && !hash.check {
            return Some("--complete ends lists, which lines of --json are not".to_owned());
        }
        let walk = self.walk();
        if let Some((false, verdicts)) = check
            && let Some(option) = verdicts.first()
        {
            return Some(format!("{option} is meaningful only with --check"));
        }
        let options = walk.filter(|walk| !walk.recursive)?.of_directories();
        options.map(|option| format!("{option} is meaningful only with --recursive"))
    }

    /// Returns what is wrong with a first word that looks like a command and names no file.
    pub(crate) fn misspelled(&self, args: &[OsString]) -> Option<Refusal> {
        let word = self.command.is_none().then(|| args.get(1)?.to_str()).flatten()?;
        let advice = others::command(word).filter(|_| !Path::new(word).exists())?;
        let text = format!("no command or file is called {word}; {advice}");
        Some(Refusal::new(Self::command().error(ErrorKind::InvalidSubcommand, text), false))
    }

    /// Returns which files are read, if the command reads files.
    pub(crate) fn walk(&self) -> Option<&WalkArgs> {
        match &self.command {
            None => Some(&self.hash.walk),
            Some(Command::Md5(args)) => Some(&args.walk),
            Some(Command::Update(args)) => Some(&args.walk),
            Some(Command::Etag(args)) => Some(&args.walk),
            Some(_) => None,
        }
    }
}

/// Replaces the command `check` by the option `--check`, which has the same arguments.
fn spelled_out(args: &[OsString]) -> Vec<&OsStr> {
    let mut args: Vec<_> = args.iter().map(OsString::as_os_str).collect();
    let asks_for_help = args.iter().any(|arg| ["-h", "--help"].iter().any(|help| arg == help));
    if let Some(command) = args.get_mut(1).filter(|word| **word == "check" && !asks_for_help) {
        *command = OsStr::new("--check");
    }
    args
}

/// Returns the declarations for readers, with the command `check`, which the parser never sees.
fn declared() -> clap::Command {
    let check = HashArgs::augment_args(clap::Command::new("check"))
        .about(
            "Verify lists of hashes, or with -r compare them with directories; the same as --check",
        )
        .override_usage(
            "hsum check [OPTIONS] [LIST]...\n       hsum check -r [OPTIONS] [LIST]... DIR...",
        )
        .mut_args(|arg| {
            let id = arg.get_id().as_str();
            let is_of_hashing = ["check", "all", "tag", "untagged", "raw", "output"].contains(&id);
            arg.hide(is_of_hashing)
        });
    Cli::command().subcommand(check.display_order(0))
}

/// Writes a completion script.
pub(crate) fn completions(shell: Shell, out: &mut Vec<u8>) {
    clap_complete::generate(shell, &mut declared(), "hsum", out);
}

/// Writes the manual page of a command, or of the program.
pub(crate) fn man(ManArgs { command }: &ManArgs, out: &mut Vec<u8>) -> io::Result<()> {
    let mut program = declared();
    program.build();
    let page = match command {
        Some(name) => program.find_subcommand(name).cloned().ok_or(io::ErrorKind::NotFound)?,
        None => program,
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    // What follows the options is one section called EXTRA, where each subject has a paragraph.
    let mut lines = String::from_utf8_lossy(&text).replace(".SH EXTRA\n", ".SH NOTES\n");
    for subject in ["Examples", "Lists", "Names", "Secrets", "Exit status", "Environment"] {
        let section = format!("\n.SH {}\n", subject.to_uppercase());
        for end in ["\n", " "] {
            lines = lines.replace(&format!("\n{subject}:{end}"), &section);
        }
    }
    out.extend(lines.replace(".SH NOTES\n.SH", ".SH").into_bytes());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declarations_are_consistent() {
        let command = declared();
        command.clone().debug_assert();
        let mut names: Vec<_> = command.get_subcommands().map(clap::Command::get_name).collect();
        names.rotate_right(1);
        assert_eq!(names, COMMANDS);
    }
}
