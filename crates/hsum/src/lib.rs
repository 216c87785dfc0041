#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod algorithms;
mod bench;
mod check;
mod cli;
mod descriptors;
mod ending;
mod etag;
mod exclude;
mod explain;
mod hash;
mod input;
mod json;
mod keys;
mod md5;
mod others;
mod output;
mod parallel;
pub mod parse;
mod progress;
mod quote;
mod refusal;
mod replace;
mod secret;
mod streams;
mod sums;
mod table;
mod update;
mod upload;

use cli::{Cli, Command};
use output::Output;
use std::path::Path;
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
    if let Some(refusal) = cli.misspelled(&args) {
        return refusal.print();
    }
    if let Some(threads) = cli.walk().and_then(|walk| walk.threads) {
        descriptors::set_threads(threads);
    }
    let mut out = Output::new();
    let directory = cli.walk().and_then(|walk| walk.directory.as_deref());
    if let Some(Err(error)) = directory.map(std::env::set_current_dir) {
        let name = directory.map(Path::as_os_str).unwrap_or_default();
        out.complain(&output::Failure::of_argument(name, &error));
        return out.finish();
    }
    let done = match &cli.command {
        None => hash::run(&cli.hash, &mut out),
        Some(Command::Md5(args)) => md5::run(args, &mut out),
        Some(Command::Update(args)) => update::run(args, &mut out),
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
