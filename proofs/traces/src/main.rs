//! Proves that the machine code of kernels computes its specification, for all messages and keys of a length.
//!
//! README.md says how, and what the proofs rest on.

mod execution;
mod families;
mod form;
mod models;
mod specification;
#[cfg(test)]
mod tests;
mod tracee;

use std::process::ExitCode;

use clap::Parser;
use execution::Counts;
use families::{FAMILIES, Family};
use gf2::Backend;

/// Proves that the machine code of kernels computes its specification, for all messages and keys of a length.
#[derive(Parser)]
struct Arguments {
    /// Every length; otherwise those up to 150 bytes, around multiples of 512, and every 97th.
    #[arg(long)]
    every: bool,
    /// Only functions whose names contain this.
    #[arg(default_value = "")]
    function: String,
}

impl Arguments {
    fn lengths(&self, family: &Family) -> Vec<usize> {
        let around = |len: usize| matches!(len % 512, 0 | 1 | 15..=17 | 511);
        let some = |len: usize| len <= 150 || around(len) || len.is_multiple_of(97);
        let chosen = |len: &usize| self.every || some(*len);
        (0..=family.longest).filter(chosen).collect()
    }
}

/// Proves a function at some lengths on a backend. Returns whether it could, and prints a row of the table.
fn row(counts: &mut Counts, family: &Family, backend: Backend, lengths: &[usize]) -> bool {
    let before = counts.all;
    let failure = lengths.iter().find_map(|len| {
        (family.prove)(counts, backend, *len).err().map(|error| format!("{len} bytes: {error}"))
    });
    let of = if family.longest == 0 {
        String::new()
    } else {
        format!("{} from 0 to {}", lengths.len(), family.longest)
    };
    let (steps, verdict) = (counts.all - before, failure.as_deref().unwrap_or("proved"));
    println!("| {} | {} | {of} | {steps} | {verdict} |", family.name, backend.name());
    failure.is_none()
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let (mut counts, mut well, best) = (Counts::default(), true, Backend::detect());
    println!("| function | level | lengths | instructions | verdict |");
    println!("|---|---|---|--:|---|");
    for family in FAMILIES.iter().filter(|family| family.name.contains(&arguments.function)) {
        for backend in Backend::available().filter(|backend| *backend != Backend::PORTABLE) {
            if family.any_backend || backend == best {
                well &= row(&mut counts, family, backend, &arguments.lengths(family));
            }
        }
    }
    println!("\nmodels, and on how many executions each agreed with the machine:");
    for (model, count) in &counts.models {
        println!("{count:>10} {model}");
    }
    let names: Vec<_> = Backend::available().map(Backend::name).collect();
    let levels = Backend::NAMES.iter().filter(|name| name.starts_with("x86_"));
    for missing in levels.filter(|name| !names.contains(name)) {
        println!("this CPU lacks {missing}");
    }
    if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
