//! `hsum FILE...`: hashes of files.

use crate::algorithms::{ALGORITHMS, Algorithm, Digest, Instance};
use crate::cli::HashArgs;
use crate::descriptors;
use crate::input::{Input, Job, Names};
use crate::keys::Material;
use crate::output::{Failure, Output};
use crate::parallel::in_order;
use crate::progress::Progress;
use crate::sums::Format;
use std::ffi::OsStr;

pub(crate) fn run(args: &HashArgs, out: &mut Output) -> Result<(), Failure> {
    let material = Material::read(&args.key)?;
    let algorithms: Vec<&Algorithm> = if args.all {
        ALGORITHMS.iter().filter(|a| a.with_nonce.is_none()).collect()
    } else {
        // A key that has no effect would be taken for protection.
        material.fits(args.algorithm)?;
        if args.nonce.is_some() && (args.files.len() > 1 || args.recursive) {
            return Err(Failure::new("--nonce", "is for one message: hash one file at a time"));
        }
        cut_fits(args)?;
        vec![args.algorithm]
    };
    let hashers = algorithms
        .iter()
        .map(|a| material.hasher(a, args.nonce.as_ref(), args.backend))
        .collect::<Result<Vec<_>, _>>()?;
    let format =
        Format { tag: args.tag || args.all, zero: args.zero, bits: args.tag_bits, binary: false };
    let names = Names { names: &args.files, recursive: args.recursive, stdin_again: false };
    print(&names, &algorithms, &hashers, format, out);
    Ok(())
}

/// Whether the algorithm's hash can be cut as it is asked for.
fn cut_fits(args: &HashArgs) -> Result<(), Failure> {
    let Algorithm { name, cuts, .. } = args.algorithm;
    match args.tag_bits {
        None => Ok(()),
        Some(bits) if cuts.contains(&bits) => Ok(()),
        Some(_) if cuts.is_empty() => Err(Failure::new(name, "has hashes of one length")),
        Some(bits) => Err(Failure::new(name, format!("has no hash of {bits} bits"))),
    }
}

/// Prints the lines of all files, in their order. `hashers` are those of the algorithms.
pub(crate) fn print(
    names: &Names<'_>,
    algorithms: &[&Algorithm],
    hashers: &[Box<dyn Instance>],
    format: Format,
    out: &mut Output,
) {
    let progress = Progress::bytes(Progress::is_watched().then(|| names.total()).flatten());
    out.set_progress(&progress);
    let together = if let [hasher] = hashers { hasher.together() } else { 1 };
    let line = |name: &OsStr, digests: &[Digest]| {
        let mut lines = Vec::new();
        for (algorithm, digest) in algorithms.iter().zip(digests) {
            format.write(&mut lines, algorithm, name, *digest);
        }
        lines
    };
    let lines = |inputs: Vec<Input>| -> Vec<Result<Vec<u8>, Failure>> {
        if let [hasher] = hashers {
            let mut jobs: Vec<_> = inputs.into_iter().map(Job::new).collect();
            hasher.digests(&mut jobs.iter_mut().collect::<Vec<_>>(), &progress);
            let line = |name: &OsStr, digest| line(name, &[digest]);
            return jobs.into_iter().map(|job| job.map(line)).collect();
        }
        let digests = |input: Input| {
            let result = input.digests(hashers, &progress);
            Job { input, result }.map(|name, digests| line(name, &digests))
        };
        inputs.into_iter().map(digests).collect()
    };
    in_order(
        names.batches(together, descriptors::threads()),
        out,
        |batch| batch.map_or_else(|failure| vec![Err(failure)], lines),
        |out, results| {
            for result in results {
                match result {
                    Ok(lines) => out.buffer().extend(lines),
                    Err(failure) => out.complain(&failure),
                }
            }
        },
    );
}
