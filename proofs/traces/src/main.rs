//! Proves the functions of [`FAMILIES`], and prints a table.

use std::process::ExitCode;

use clap::Parser;
use gf2::Backend;
use traces::execution::{Result, Runs};
use traces::families::{FAMILIES, Family, Level, Prove};

/// Proves that the machine code of kernels computes its specification, for all messages and keys of
/// a length.
#[derive(Parser)]
struct Arguments {
    /// Every length; otherwise short ones, those around multiples of 512, and some others.
    #[arg(long)]
    every: bool,
    /// Only functions whose names contain this.
    #[arg(default_value = "")]
    function: String,
}

impl Arguments {
    fn lengths(&self, family: &Family, level: &str) -> Vec<usize> {
        let around = |len: usize| matches!(len % 512, 0 | 1 | 15..=17 | 511);
        let some = |len: usize| {
            if level == "portable" && matches!(family.prove, Prove::Gf2(_)) {
                // Its forms have many monomials.
                len <= 40 || matches!(len, 512 | 1023..=1025 | 2048 | 2049)
            } else {
                len <= 150 || around(len) || len.is_multiple_of(97)
            }
        };
        let chosen = |len: &usize| self.every || some(*len);
        (0..=family.longest).filter(chosen).collect()
    }
}

/// Proves a function at a length, and checks on short messages that the values of the variables do
/// not change which instructions run. The proof shows that too; this finds a mistake in it.
fn prove(runs: &mut Runs, (_, prove): &Level, len: usize) -> Result<()> {
    runs.seed = 0;
    prove(runs, len)?;
    if len > 64 {
        return Ok(());
    }
    let path = runs.path;
    runs.seed = 1;
    prove(runs, len)?;
    if runs.path == path { Ok(()) } else { Err("another path for other values".into()) }
}

/// Proves a function at some lengths on a backend. Returns whether it could, and prints a row of
/// the table.
fn row(runs: &mut Runs, family: &Family, level: &Level, lengths: &[usize]) -> bool {
    let before = runs.steps;
    let failure = lengths.iter().find_map(|len| {
        prove(runs, level, *len).err().map(|error| format!("{len} bytes: {error}"))
    });
    let of = if family.longest == 0 {
        String::new()
    } else {
        format!("{} from 0 to {}", lengths.len(), family.longest)
    };
    let (steps, verdict) = (runs.steps - before, failure.as_deref().unwrap_or("proved"));
    println!("| {} | {} | {of} | {steps} | {verdict} |", family.name, level.0);
    failure.is_none()
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let (mut runs, mut well) = (Runs::default(), true);
    println!("| function | level | lengths | instructions | verdict |");
    println!("|---|---|---|--:|---|");
    for family in FAMILIES.iter().filter(|family| family.name.contains(&arguments.function)) {
        for level in family.levels() {
            well &= row(&mut runs, family, &level, &arguments.lengths(family, level.0));
        }
    }
    println!("\nmodels, and on how many executions each agreed with the machine:");
    for (model, count) in &runs.models {
        println!("{count:>10} {model}");
    }
    let names: Vec<_> = Backend::available().map(Backend::name).collect();
    let levels = Backend::NAMES.iter().filter(|name| name.starts_with("x86_"));
    for missing in levels.filter(|name| !names.contains(name)) {
        println!("this CPU lacks {missing}");
    }
    if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
