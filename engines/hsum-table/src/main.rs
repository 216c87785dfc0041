//! The program `hsum-table`, which `hsum table` runs: it prints fingerprints of tables in files,
//! and the rows in which two tables differ.

mod at_start;
mod cells;
mod cli;
mod diff;
mod fingerprint;
mod kinds;
mod output;
mod progress;
mod segments;
mod tables;

use clap::Parser;
use cli::{Cli, Command};
use datafusion::error::{DataFusionError, Result};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return explain(&error),
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return trouble(&error.to_string()),
    };
    match &cli.command {
        Some(Command::Diff(args)) => match runtime.block_on(diff::run(args)) {
            Ok(is_same) => ExitCode::from(u8::from(!is_same)),
            Err(error @ DataFusionError::IoError(_)) => ended(Err(error)),
            Err(error) => trouble(&format!("cannot compare: {}", output::reason(&error))),
        },
        None => ended(runtime.block_on(fingerprint::run(&cli.fingerprint))),
    }
}

fn ended(result: Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => trouble(&output::reason(&error)),
    }
}

/// Prints the help, the version, or what is wrong with the command line.
fn explain(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        error.exit();
    }
    let text = error.render();
    let is_terminal = std::io::stdout().is_terminal();
    let text = if is_terminal { text.ansi().to_string() } else { text.to_string() };
    ended(output::print(&text))
}

/// Prints an error. The exit status is that of `diff` on errors.
fn trouble(error: &str) -> ExitCode {
    // Where nobody sees the message, the exit status says it.
    let _ = writeln!(std::io::stderr(), "hsum-table: {error}");
    ExitCode::from(2)
}
