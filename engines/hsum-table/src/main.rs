//! The program `hsum-table`, which `hsum table` runs: it prints fingerprints of tables in files and
//! databases, and the rows in which two tables differ.

mod at_start;
mod cli;
mod diff;
mod fingerprint;
mod output;
mod panics;
mod progress;
#[path = "../../../crates/hsum/src/quote.rs"]
mod quote;
#[path = "../../../crates/hsum/src/secret.rs"]
mod secret;
mod tables;

use clap::Parser;
use cli::{Cli, Command};
use datafusion::common::exec_datafusion_err;
use datafusion::error::Result;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(mut error) => {
            secret::redact(&mut error);
            return explain(&error);
        }
    };
    cli.look_for_copies();
    panics::silence();
    let result = panics::caught(|| run(&cli)).and_then(|result| result);
    match result {
        Ok(is_same) => {
            tables::remove_copies();
            ExitCode::from(u8::from(!is_same))
        }
        Err(error) => {
            let reason = tables::named(&output::reason(&error));
            tables::remove_copies();
            let is_comparison = cli.command.is_some() && !output::is_of_output(&error);
            let prefix = if is_comparison { "cannot compare: " } else { "" };
            trouble(&format!("{prefix}{reason}"))
        }
    }
}

/// Runs a command, and returns whether it found no differences.
fn run(cli: &Cli) -> Result<bool> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| exec_datafusion_err!("{error}"))?;
    let result = match &cli.command {
        Some(Command::Diff(args)) => runtime.block_on(diff::run(args)),
        None => runtime.block_on(fingerprint::run(&cli.fingerprint)).map(|()| true),
    };
    // The end of the runtime waits for those who wait for rows.
    tables::end_queries();
    result
}

/// Prints the help, the version or a usage error.
fn explain(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        error.exit();
    }
    let text = error.render();
    let is_terminal = std::io::stdout().is_terminal();
    let text = if is_terminal { text.ansi().to_string() } else { text.to_string() };
    match output::print(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => trouble(&output::reason(&error)),
    }
}

/// Prints an error. The exit status is that of `diff` on errors.
fn trouble(error: &str) -> ExitCode {
    // If the message cannot be written, the exit status still reports the error.
    let _ = writeln!(std::io::stderr(), "hsum-table: {error}");
    ExitCode::from(2)
}
