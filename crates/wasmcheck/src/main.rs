//! Prints the backends that detection chooses on this CPU, and compares hashes on them with the
//! reference. `.ci/cpus` runs this program on many CPUs.
//!
//! ```text
//! cpucheck [not-run=PART,…] [FAMILY=BACKEND…]
//! ```
//!
//! The program fails if a family chooses another backend than the argument names, or if a hash is
//! wrong. Backends whose names contain one of the parts are not run: an emulator can announce
//! instructions that it lacks.

use std::process::ExitCode;
use wasmcheck::families::FAMILIES;

fn main() -> ExitCode {
    let mut not_run = Vec::new();
    let mut expected = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some(("not-run", parts)) => not_run.extend(parts.split(',').map(str::to_owned)),
            Some((family, backend)) if FAMILIES.iter().any(|f| f.name == family) => {
                expected.push((family.to_owned(), backend.to_owned()));
            }
            _ => {
                eprintln!(
                    "malformed argument {argument}: it must be not-run=PART,… or FAMILY=BACKEND"
                );
                return ExitCode::from(2);
            }
        }
    }
    let mut as_expected = true;
    for family in FAMILIES {
        let chosen = (family.chosen)();
        let hashes = if not_run.iter().any(|part| chosen.contains(part)) {
            "not run".to_owned()
        } else {
            format!("{} values agree", (family.check)())
        };
        println!("{}={chosen}: {hashes}", family.name);
        for (_, backend) in expected.iter().filter(|(name, _)| name == family.name) {
            if backend != chosen {
                eprintln!("{}: detection chose {chosen}, not {backend}", family.name);
                as_expected = false;
            }
        }
    }
    if as_expected { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
