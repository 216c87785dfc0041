//! Measures the published tables that the family starts from again, and writes them with the figures
//! of both as Markdown and JSON.

use benches::literature::nano::Clock;
use benches::literature::{Plan, Table, emulated, tables};
use benches::machine;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "usage: literature [--quick] [--out STEM] [--aarch64 PROGRAM | --no-aarch64]

  --quick            a tenth of the timings
  --out STEM         writes STEM.md and STEM.json; target/report/literature-BUILD if it is not given
  --aarch64 PROGRAM  `emulated` of the package `instructions`, built for AArch64. Without it, it is
                     built here, which takes the target's standard library
  --no-aarch64       leaves the table of SipHash on AArch64 out";

/// The packages that are measured, with versions from the lock file of this build.
const PEERS: &[&str] = &["cityhasher", "siphasher", "fast-md5", "md5-many", "md5-simd", "md-5"];

/// What the JSON file has.
#[derive(Serialize)]
struct Literature<'a> {
    header: &'a str,
    method: &'a str,
    tables: &'a [Table],
}

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let mut quick = false;
    let mut aarch64 = Some(None);
    let mut stem = PathBuf::from(format!("target/report/literature-{}", machine::build()));
    while let Some(argument) = arguments.next() {
        let mut value =
            || arguments.next().ok_or_else(|| format!("{argument} needs a value\n{USAGE}"));
        match &*argument {
            "--quick" => quick = true,
            "--out" => stem = value()?.into(),
            "--aarch64" => aarch64 = Some(Some(PathBuf::from(value()?))),
            "--no-aarch64" => aarch64 = None,
            _ => return Err(format!("unknown argument: {argument}\n{USAGE}")),
        }
    }
    let plan = Plan::new(quick);
    let clock = Clock::calibrate(plan.effort);
    let header = machine::header(include_str!("../../../Cargo.lock"), PEERS);
    let method = format!(
        "Cycles are cycles of the core, by a chain of dependent multiplications: {:.4} ticks of the \
         time-stamp counter a cycle; a chain of rotations gives {:.4}. Each figure is the half-sample \
         mode of {} timings; `benches/src/literature/nano.rs` has the method.",
        clock.ticks_per_cycle, clock.by_rotations, plan.effort.0
    );
    let mut tables = tables(plan);
    if let Some(program) = aarch64 {
        match program.map_or_else(build_for_aarch64, Ok).and_then(|path| emulated::table(&path)) {
            Ok(table) => tables.push(table),
            Err(reason) => eprintln!("left out: SipHash on AArch64: {reason}"),
        }
    }
    let mut text = format!(
        "# The tables of the literature, measured again\n\n{header}\n{method} A published figure is \
         plain, one of this machine **bold**.\n"
    );
    for table in &tables {
        text += "\n";
        text += &table.markdown();
    }
    println!("{text}");
    let all = Literature { header: &header, method: &method, tables: &tables };
    let json = serde_json::to_string_pretty(&all).map_err(|error| error.to_string())?;
    write(&stem.with_extension("md"), &text)?;
    write(&stem.with_extension("json"), &(json + "\n"))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, text))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Builds the program that is emulated, and returns its path.
fn build_for_aarch64() -> Result<PathBuf, String> {
    const TARGET: &str = "aarch64-unknown-linux-gnu";
    let folder = PathBuf::from("target/aarch64");
    let status = Command::new("cargo")
        .args(["build", "-q", "--release", "-p", "instructions", "--bin", "emulated"])
        .args(["--target", TARGET, "--target-dir"])
        .arg(&folder)
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc")
        .env_remove("RUSTFLAGS")
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if status.success() {
        Ok(folder.join(TARGET).join("release/emulated"))
    } else {
        Err("the program does not build: give one by --aarch64 PROGRAM".to_owned())
    }
}
