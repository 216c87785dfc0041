//! `hsum` hashes files, checks lists of hashes and measures hash functions.
//!
//! ```text
//! hsum [OPTIONS] [FILE]...              hashes of files, or of standard input
//! hsum check [OPTIONS] [SUMS]...        verify the hashes in lists
//! hsum md5 [OPTIONS] [FILE]...          what md5sum prints or checks
//! hsum etag [OPTIONS] [FILE]...         the ETags that S3 gives to files
//! hsum bench [OPTIONS] [FILE]           speed of every algorithm and backend on this machine
//! hsum explain ALGO [--len N]           what an algorithm is, and what it guarantees
//! hsum list                             the algorithms
//! hsum table ...                        fingerprints of tables, by the program hsum-table
//! hsum completions SHELL                a completion script
//! ```
//!
//! Options follow the command. A file with the name of a command is given as `./check`, or after
//! `--`.
//!
//! # Hashing
//! A line for each file, in the order of the arguments, also when many are hashed at once:
//!
//! ```text
//! $ printf abc > a.txt; echo hello > b.txt
//! $ hsum --seed 1 a.txt b.txt
//! e4b09a1e4823b6e2  a.txt
//! c3e993a960465e19  b.txt
//! ```
//!
//! * `-a ALGO` chooses the algorithm, `--all` prints every one. Each file is read once.
//! * `--tag-bits N` prints the first 16, 32 or 48 bits of `tmmh16`, which are tags too. `hsum
//!   check` knows how many by the number of digits.
//! * `--tag` prints `ALGO (name) = hex`; so does `--all`, so that `hsum check` knows each line's
//!   algorithm.
//! * A line feed, carriage return or backslash in a name is written `\n`, `\r` or `\\`, and a line
//!   with such a name starts with a backslash, as the coreutils do. With `-z` a line ends with a
//!   NUL byte and nothing is escaped. Names need not be UTF-8.
//! * A 64-bit value is 16 hexadecimal digits, most significant first; values of several words are
//!   the words in order, values of 16 bytes the bytes in order.
//! * `-` or no name is standard input.
//! * `-r` hashes the files in directories, sorted by name in each. Symbolic links in there are not
//!   followed, and what is neither file nor directory is left out.
//!
//! Files are read as streams, in constant memory. As many files are read at the same time as there
//! are CPUs, or as the environment variable `RAYON_NUM_THREADS` says. There are fewer where fewer
//! threads can be started or fewer files may be open (`ulimit -n`); five descriptors are enough for
//! any number of files. A pipe is opened when it is read, and is read to its end.
//!
//! # Keys
//! * `--key HEX` is the algorithm's key in hexadecimal digits, in the layout of its reference
//!   implementation. Other users of the machine may see the arguments of a program.
//! * `--key-file FILE` has the bytes of the key and nothing else, or their hexadecimal digits and
//!   at most a line end. The lengths tell which: a key has one length for each algorithm.
//! * `--seed N` is the key that the algorithm's `Key::from_seed(N)` makes.
//!
//! Without any of these it is seed 0, which everyone knows. The hash is then a checksum: it finds
//! accidents, and protects against nobody.
//!
//! # Nonces
//! `vmac64` and `vmac128` are MACs of one message a nonce: `--nonce HEX`, 1 to 16 bytes, the first
//! of 128 bits 0. Two tags under one key and nonce let others be forged, so with a nonce one
//! file is hashed at a time, and `--all` leaves these algorithms out. The others refuse a nonce.
//! Keys are those of AES, of 16, 24 or 32 bytes; a file with as many hexadecimal digits as another
//! key has bytes is read as digits.
//!
//! # Checking
//! `hsum check` reads the lines that `hsum` prints, tagged or plain; plain ones are of `-a`. For
//! each it prints `NAME: OK`, `NAME: FAILED` or `NAME: FAILED open or read`, and counts what went
//! wrong on standard error. Empty lines and those that start with `#` are skipped. A key is not
//! part of the list, and neither is a nonce: give the same ones again. Lines of algorithms that
//! take no nonce fail if one is given, and those of the others if none is.
//!
//! A line has at most 1 MiB. A longer one ends the list with an error. At most 8 MiB of names and
//! one line wait in memory for the hash of a file before them, so that memory is bounded whatever
//! the list contains. Lines that arrive through a pipe are checked as they arrive.
//!
//! # MD5
//! `hsum md5` takes the arguments of the coreutils' `md5sum`, and `-r`; it writes the same bytes to
//! standard output and ends with the same status, also where that differs from what stands below (a
//! command line that makes no sense ends with 1, an improper line of a list fails only with
//! `--strict`). Lists differ in two points: lines have the limit above, and a name that contains a
//! NUL byte is the name of no file, where `md5sum` checks the file whose name ends before the NUL.
//! Complaints have this program's words. Files are hashed side by side, 48 at a time on each CPU
//! with AVX-512.
//!
//! `hsum etag` prints the ETags that S3 gives to files: the MD5 of what is shorter than
//! `--threshold`, else the MD5 of the MD5s of parts of `--part-size` (8 MiB), and their number.
//! `--verify ETAG` says whether the files have that one; without `--part-size` the sizes up to
//! 5 GiB that fit are tried, the usual one first and all others in one more reading. A file that
//! changes its length while it is read is an error.
//!
//! # Tables
//! `hsum table ...` runs `hsum-table ...`, which lies beside `hsum` or in `PATH`, as `git` runs its
//! subcommands: the engines that read tables are built apart. The exit status is that of
//! `hsum-table`; it is 2 where there is no such program.
//!
//! # Measuring
//! `hsum bench` hashes messages of several lengths (`--size 64,4K,1M`), of a file or generated, on
//! every backend that the CPU has, and prints GB/s: medians of samples that take turns. Files
//! that lie in memory already are read at about the speed of `cat`, so that beyond some 10 GB/s
//! the backend makes no difference to `hsum FILE`.
//!
//! # Messages
//! A line on standard error says `hsum: NAME: reason`. Names that contain characters with a meaning
//! to a shell or a terminal are quoted as the coreutils quote them: `'a'$'\033''[31m'`. No message
//! contains a key.
//!
//! A standard stream that is needed and is closed, or open in the wrong direction, is an error.
//!
//! # Exit status
//! * 0: everything went well;
//! * 1: some file could not be read, some hash did not match, a key does not fit, a line of a list
//!   is malformed (the coreutils pass over such lines unless `--strict` is given; here it is given
//!   always), or a message could not be written. The rest is done;
//! * 2: the command line makes no sense.
//!
//! # This library
//! The program is [`main`]. The module [`parse`] is there for the tool's own tests and fuzz
//! targets; it is not a stable API.
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
mod keys;
mod md5;
mod output;
mod parallel;
pub mod parse;
mod progress;
mod quote;
mod refusal;
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
    let mut out = Output::new();
    let done = match &cli.command {
        None => hash::run(&cli.hash, &mut out),
        Some(Command::Check(args)) => check::run(args, &mut out),
        Some(Command::Md5(args)) => md5::run(args, &mut out),
        Some(Command::Etag(args)) => etag::run(args, &mut out),
        Some(Command::Bench(args)) => bench::run(args, &mut out),
        Some(Command::Explain(args)) => {
            explain::explain(args, &mut out);
            Ok(())
        }
        Some(Command::List) => {
            explain::list(&mut out);
            Ok(())
        }
        Some(Command::Table(args)) => return table::run(args),
        Some(Command::Completions { shell }) => {
            cli::completions(*shell, out.buffer());
            Ok(())
        }
    };
    if let Err(failure) = done {
        out.complain(&failure);
    }
    out.finish()
}
