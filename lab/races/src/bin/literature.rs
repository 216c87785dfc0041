//! Measures the published tables that the family starts from, prints the published and the measured
//! figures as Markdown, and writes a page with one figure for each function.

use clap::Parser;
use races::literature::nano::Clock;
use races::literature::{Plan, Table, emulated, tables};
use races::machine;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Measures the tables of the literature again.
#[derive(Debug, Parser)]
struct Arguments {
    /// Takes a tenth of the timings.
    #[arg(long)]
    quick: bool,
    /// Writes the page to FILE [default: target/report/literature-BUILD.md].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The program `emulated` of the package `instructions`, built for AArch64. By default it is
    /// built here, which needs the standard library of that target.
    #[arg(long, value_name = "PROGRAM")]
    aarch64: Option<PathBuf>,
}

/// The measured packages, whose versions come from the lock file of this build.
const PEERS: &[&str] = &["cityhasher", "siphasher", "fast-md5", "md5-many", "md5-simd", "md-5"];

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(Arguments { quick, out, aarch64 }: Arguments) -> Result<(), String> {
    let mut machine = machine::describe(include_str!("../../../Cargo.lock"), PEERS);
    machine.quick = quick;
    let plan = Plan::new(quick);
    let clock = Clock::calibrate(plan.effort);
    let mut tables: Vec<Table> = tables(plan);
    let program = aarch64.map_or_else(build_for_aarch64, Ok);
    match program.and_then(|path| emulated::table(&path)) {
        Ok(table) => tables.push(table),
        Err(reason) => eprintln!("left out: SipHash on AArch64: {reason}"),
    }
    let head = format!(
        "# The tables of the literature, measured again\n\n{}* timings of each batch: {}\n* clock: \
         {:.4} ticks of the time-stamp counter a cycle by a chain of multiplications, {:.4} by one \
         of rotations\n\nCycles are cycles of the core, by a chain of dependent multiplications of \
         three cycles each, which no CPU folds. Each figure is the half-sample mode of the timings, \
         refined within a step of the counter. \
         [The method](../races/src/literature/nano.rs).\n",
        machine.markdown(),
        plan.effort.0,
        clock.ticks_per_cycle,
        clock.by_rotations
    );
    println!("{head}");
    for table in &tables {
        println!("{}", table.markdown());
    }
    let brief = tables.iter().filter_map(Table::brief);
    let text = brief.fold(head, |text, table| text + "\n" + &table);
    let path =
        out.unwrap_or_else(|| format!("target/report/literature-{}.md", machine.build).into());
    let failed = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(failed)?;
    std::fs::write(&path, text).map_err(failed)
}

/// Builds the program that runs under the emulator, and returns its path.
fn build_for_aarch64() -> Result<PathBuf, String> {
    const TARGET: &str = "aarch64-unknown-linux-gnu";
    let folder = Path::new("target/aarch64");
    let status = Command::new("cargo")
        .args(["build", "-q", "--release", "-p", "instructions", "--bin", "emulated"])
        .args(["--target", TARGET, "--target-dir"])
        .arg(folder)
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc")
        .env_remove("RUSTFLAGS")
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if status.success() {
        Ok(folder.join(TARGET).join("release/emulated"))
    } else {
        Err("cannot build `emulated` for AArch64: pass a built one with --aarch64 PROGRAM"
            .to_owned())
    }
}
