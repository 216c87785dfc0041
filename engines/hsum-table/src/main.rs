//! The program `hsum-table`, which `hsum table` runs: it prints fingerprints of tables in files,
//! and the rows in which two tables differ.

mod cli;
mod diff;
mod fingerprint;
mod output;
mod progress;
mod segments;
mod tables;

use clap::Parser;
use cli::{Cli, Command};
use datafusion::error::Result;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return trouble(&error),
    };
    match runtime.block_on(run(&cli)) {
        Ok(is_same) => ExitCode::from(u8::from(!is_same)),
        Err(error) => trouble(&output::reason(&error)),
    }
}

/// Runs a command, and returns whether it found no differences.
async fn run(cli: &Cli) -> Result<bool> {
    match &cli.command {
        Some(Command::Diff(args)) => diff::run(args).await,
        None => fingerprint::run(&cli.fingerprint).await.map(|()| true),
    }
}

/// Prints an error. The exit status is that of `diff` on errors.
fn trouble(error: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("hsum-table: {error}");
    ExitCode::from(2)
}
