//! `hsum` hashes files, checks lists of hashes and measures hash functions.
//!
//! ```text
//! hsum [OPTIONS] [FILE]...              print the hashes of files, or of standard input
//! hsum --check [OPTIONS] [LIST]...      verify the hashes in lists
//! hsum md5 [OPTIONS] [FILE]...          print or check what md5sum does
//! hsum etag [OPTIONS] [FILE]...         print the ETags that S3 gives to files
//! hsum bench [OPTIONS] [FILE]           measure every algorithm and backend on this machine
//! hsum explain ALGO [--len SIZE]        describe an algorithm and what it guarantees
//! hsum list                             list the algorithms
//! hsum table ...                        fingerprint tables, by the program hsum-table
//! hsum completions SHELL                print a completion script
//! hsum man [COMMAND]                    print a manual page
//! ```
//!
//! A command comes first, and its options follow it. Elsewhere its name is that of a file; a file
//! of that name in the first place is written `./list`, or after `--`. `hsum check` is another
//! spelling of `hsum --check`.
//!
//! # Hashing
//! Each file gets a line, in the order of the arguments, even if many files are hashed at once:
//!
//! ```text
//! $ printf abc > a.txt; echo hello > b.txt
//! $ hsum --seed 1 a.txt b.txt
//! clhash:seed=1 (a.txt) = e4b09a1e4823b6e2
//! clhash:seed=1 (b.txt) = c3e993a960465e19
//! ```
//!
//! * `-a ALGO` chooses the algorithm, in any case. `--all` prints the hash of every algorithm; each
//!   file is read once.
//! * A plain line is `HASH  NAME`, as other programs print it. A tagged line is `ALGO (NAME) =
//!   HASH`, `ALGO:seed=N (NAME) = HASH` for a seed other than 0, or `ALGO:key (NAME) = HASH` for a
//!   key. By default, lines are plain if they are those of `clhash` under seed 0, which is what
//!   `--check` takes a plain line for, and tagged otherwise. `--tag` and `--untagged` choose the
//!   form.
//! * `--json` prints a JSON object a line, with `algorithm`, `hash`, `name` (or `name_hex`, if the
//!   name is not UTF-8), and `seed` or `keyed`. Verdicts have `name` and `status`, which is `ok`,
//!   `failed` or `unread`. `list`, `explain`, `bench` and `etag` have this option as well.
//! * `--raw` writes the bytes of the hash of one file and nothing else.
//! * `--length N` prints the first 8 or 12 bytes of `clmac`, or 2, 4 or 6 of `tmmh16`, which are tags
//!   too. `--check` needs the same option: the author of a list cannot choose a shorter tag.
//! * A line feed, carriage return or backslash in a name is written `\n`, `\r` or `\\`, and a line
//!   that contains such a name starts with a backslash, as in the coreutils. With `-z` a line ends
//!   with a NUL byte and nothing is escaped. Names need not be UTF-8.
//! * A 64-bit value is 16 hexadecimal digits, most significant first. Values of several words are
//!   the words in order, values of 16 bytes the bytes in order.
//! * `-` or no name is standard input.
//! * `-r` hashes the files in directories, sorted by name in each. Symbolic links found there are
//!   not followed, and entries that are neither files nor directories are skipped. `--exclude GLOB`
//!   leaves out files and directories whose name matches, or whose path below the directory does if
//!   GLOB contains a slash. `*` does not match a slash; `**/` matches any directories.
//!
//! Files are read as streams, in constant memory. As many files are read at the same time as there
//! are CPUs, or as `--threads` or else the environment variable `RAYON_NUM_THREADS` says, but at most
//! 256 (or the number of CPUs, if there are more; on 32 bits, 255). The number is lower if fewer can be
//! started, or if limits of the process (`ulimit -n`, `-u`, `-v`) leave room for fewer; five
//! descriptors are enough for any number of files. A pipe is opened when it is read, and is read to
//! its end.
//!
//! # Keys
//! * `--key HEX` is the algorithm's key in hexadecimal digits, in the layout of its reference
//!   implementation. Other users of the machine may see the arguments of a program.
//! * `--key-file FILE` names a file that contains the bytes of the key and nothing else, or its
//!   hexadecimal digits and at most a line end. The length tells which: an algorithm has keys of
//!   one length. A file of zeros, as a crash leaves it, is no key of any algorithm, and universal
//!   hashes refuse any key of which a part is zero.
//! * `--seed N` is the key that the algorithm's `Key::from_seed(N)` derives from a number, in
//!   decimal or as `0x10`. **A seed is no secret**: tagged lines and JSON objects contain it.
//!
//! Without any of these the key is that of seed 0, which everyone knows. The hash is then a
//! checksum: it detects accidents, and does not stop an attacker. `clmac`, `vmac64` and `vmac128`,
//! which are MACs and nothing else, refuse to run without a key, because a tag under a key that
//! everyone knows authenticates nothing but looks as if it did. They accept `--seed`, for tests, and
//! `--all` leaves them out without it. SipHash and HighwayHash, which are hash functions as well, are
//! checksums without a key.
//!
//! # Nonces
//! `vmac64` and `vmac128` are MACs that take a nonce for each message: `--nonce HEX`, 1 to 16
//! bytes, the first of 128 bits 0. Two tags under one key and nonce let others be forged, so with a
//! nonce one file is hashed at a time, and `--all` leaves these algorithms out. The other
//! algorithms refuse a nonce. The keys are those of AES, of 16, 24 or 32 bytes. A file that
//! contains as many hexadecimal digits as another key has bytes is read as digits.
//!
//! # Checking
//! `hsum --check` reads the lines that `hsum` prints, tagged or plain. For each it prints
//! `NAME: OK`, `NAME: FAILED` or `NAME: FAILED open or read`, and it counts failures on standard
//! error. Empty lines, lines that start with `#` and a byte-order mark are skipped. `--quiet`,
//! `--status`, `--warn`, `--strict` and `--ignore-missing` are those of the coreutils: without
//! `--check` they are a usage error, and of the first three the last counts. As there, an improperly
//! formatted line is a failure only with `--strict`, or if the list contains no other lines.
//!
//! * **A list needs no options**: its lines record the algorithm and the seed. Options apply to
//!   what a line does not record; a seed that contradicts a line is a failure of that line.
//! * **A list never contains a key or a nonce**: give the same ones again. Lines of algorithms that
//!   take no nonce fail if one is given, and those of the others fail if none is.
//! * **With `-a` only lines of that algorithm are verified, and under a key only those of `-a` or
//!   else `clhash`.** Otherwise the author of a list would choose what the key is used for: some
//!   algorithms hash messages of zeros to 0 under every key. A line that records a seed fails if a
//!   key is given.
//! * **Only whole hashes are verified, or with `--length N` only those of N bytes.** Otherwise the
//!   author of a list would choose a tag that is short enough to be guessed.
//! * A list that is read from standard input, a pipe or a terminal cannot name it as a file: that
//!   line is a failure, because hashing the file would take lines from the list.
//! * A line with an unknown tag, such as `SHA256`, is a failure, because its file is not verified.
//! * If no hash matches and lines do not record the seed, `wrong algorithm or seed?` is printed.
//!
//! A line has at most 1 MiB. A longer one ends the list with an error. At most 8 MiB of names and
//! one line wait in memory for the hash of a file before them, so memory is bounded whatever the
//! list contains. Lines that arrive through a pipe are checked as they arrive.
//!
//! # MD5
//! `hsum md5` takes the arguments of the coreutils' `md5sum`, and `-r` and `-j`. It writes the bytes
//! to standard output that version 9.11 writes in a locale of UTF-8, and ends with the same status,
//! even where that differs from the rest of `hsum` (a usage error ends with 1). Verdicts quote names
//! for a shell, as coreutils do since 9.11, and `--tag` refuses an earlier `--text`, as they do since
//! 9.10. It differs from `md5sum` in these points: lines of lists have the limit above; no file has a
//! name that contains a NUL byte, where `md5sum` checks the file whose name ends before the NUL; a
//! line that names the pipe from which the list is read, as `/dev/stdin`, is a failure; a name with
//! both an apostrophe and a character that needs an escape is quoted so that a shell reads the same
//! name; and on a terminal control characters are escaped. The texts of complaints differ. Files are
//! hashed side by side, 48 at a time on each CPU with AVX-512.
//!
//! `hsum etag` prints the ETags that S3 gives to files: the MD5 of a file that is shorter than
//! `--threshold`; otherwise the MD5 of the MD5s of its parts of `--part-size` (8 MiB), and their
//! number. `--verify ETAG` checks whether the files have that ETag. Without `--part-size` it tries
//! the sizes up to 5 GiB that fit, the usual one first and all others in one more reading. A file
//! whose length changes while it is read is an error.
//!
//! # Tables
//! `hsum table ...` runs `hsum-table ...`, which is in the directory of `hsum` or in `PATH`, as
//! `git` runs its subcommands, because the engines that read tables are built separately. The exit
//! status is that of `hsum-table`, or 2 if there is no such program.
//!
//! # Measuring
//! `hsum bench` hashes messages of several lengths (`--size 64,4K,1MiB`), of a file or generated,
//! on every backend that the CPU supports, and prints GB/s: medians of interleaved samples. Files
//! that are already in memory are read at about the speed of `cat`, so that beyond some 10 GB/s the
//! backend makes no difference to `hsum FILE`.
//!
//! # Messages
//! A line on standard error is `hsum: NAME: reason`. Names that contain characters with a meaning
//! to a shell or a terminal are quoted as the coreutils quote them: `'a'$'\033''[31m'`. No message
//! contains a key, not even one in a wrong place: the name of a key file that does not exist is not
//! shown, nor that of another missing file if it is 16 hexadecimal digits or more, nor a wrong value of
//! an option or an unknown option that contains such digits or looks like Base64. When standard output is a terminal, everything in it that is not visible text is
//! escaped, as `\033`; a file or a pipe gets names as they are.
//!
//! A standard stream that is needed and is closed, or open in the wrong direction, is an error.
//! Progress is shown while standard error is a terminal, unless `--no-progress` is given.
//!
//! # Exit status
//! * 0: everything went well;
//! * 1: a file could not be read, a hash did not match, a key does not fit, a line of a list could
//!   not be verified (with `--strict`: was improperly formatted), or a message could not be
//!   written. The other files are processed all the same;
//! * 2: the command line makes no sense.
//!
//! When the reader of standard output leaves, SIGPIPE ends the program, as it ends the coreutils.
//!
//! # This library
//! The program is [`main`]. The module [`parse`] is for the tool's own tests and fuzz targets; it
//! is not a stable API.
#![forbid(unsafe_code)]

mod algorithms;
mod bench;
mod check;
mod cli;
mod descriptors;
mod etag;
mod explain;
mod hash;
mod input;
mod json;
mod keys;
mod md5;
mod output;
mod parallel;
pub mod parse;
mod progress;
mod quote;
mod refusal;
mod secret;
mod streams;
mod sums;
mod table;
mod upload;

use cli::{Cli, Command};
use output::Output;
use std::process::ExitCode;

/// Runs the program on the arguments of the process, and returns its exit status.
///
/// `closed` says whether standard input, output and error were closed when the process started,
/// before the standard library opened `/dev/null` in their place.
#[must_use]
pub fn main(closed: [bool; 3]) -> ExitCode {
    streams::set_closed(closed);
    let args: Vec<_> = std::env::args_os().collect();
    let cli = match Cli::parse(&args) {
        Ok(cli) => cli,
        Err(refusal) => return refusal.print(),
    };
    if let Some(threads) = cli.threads() {
        descriptors::set_threads(threads);
    }
    let mut out = Output::new();
    let done = match &cli.command {
        None => hash::run(&cli.hash, &mut out),
        Some(Command::Md5(args)) => md5::run(args, &mut out),
        Some(Command::Etag(args)) => etag::run(args, &mut out),
        Some(Command::Bench(args)) => bench::run(args, &mut out),
        Some(Command::Explain(args)) => explain::explain(args, &mut out),
        Some(Command::List(args)) => {
            explain::list(args, &mut out);
            Ok(())
        }
        Some(Command::Table(args)) => return table::run(args),
        Some(Command::Completions(args)) => {
            cli::completions(args.shell, out.buffer());
            Ok(())
        }
        Some(Command::Man(args)) => cli::man(args, out.buffer())
            .map_err(|error| output::Failure::new("man", input::reason(&error))),
    };
    if let Err(failure) = done {
        out.complain(&failure);
    }
    out.finish()
}
