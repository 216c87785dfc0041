//! `hsum FILE...`: hashes of files.

use crate::algorithms::ALGORITHMS;
use crate::cli::HashArgs;
use crate::input::{Input, inputs, reason};
use crate::keys::Material;
use crate::output::{Failure, Output};
use crate::parallel::in_order;
use crate::progress::Progress;
use crate::sums::Format;
use std::fs::{self, Metadata};
use std::slice;

pub(crate) fn run(args: &HashArgs, out: &mut Output) -> Result<(), Failure> {
    let material = Material::read(&args.key)?;
    let algorithms = if args.all {
        ALGORITHMS
    } else {
        // A key that has no effect would be taken for protection.
        material.fits(args.algorithm)?;
        cut_fits(args)?;
        slice::from_ref(args.algorithm)
    };
    let hashers = algorithms
        .iter()
        .map(|a| material.hasher(a, args.backend))
        .collect::<Result<Vec<_>, _>>()?;
    let format = Format { tag: args.tag || args.all, zero: args.zero };

    let progress = Progress::bytes(total(args));
    out.set_progress(&progress);
    let lines = |input: Result<Input, Failure>| {
        let input = input?;
        let digests = input
            .digests(&hashers, &progress)
            .map_err(|error| Failure::new(input.name(), reason(&error)))?;
        let mut lines = Vec::new();
        for (algorithm, digest) in algorithms.iter().zip(digests) {
            let digest = args.tag_bits.map_or(digest, |bits| digest.first(bits));
            format.write(&mut lines, algorithm, input.name(), digest);
        }
        Ok(lines)
    };
    in_order(inputs(&args.files, args.recursive), out, lines, |out, lines| match lines {
        Ok(lines) => out.buffer().extend(lines),
        Err(failure) => out.complain(&failure),
    });
    Ok(())
}

/// Whether the algorithm's hash can be cut as it is asked for.
fn cut_fits(args: &HashArgs) -> Result<(), Failure> {
    let (name, lengths) = (args.algorithm.name, args.algorithm.lengths());
    match args.tag_bits {
        None => Ok(()),
        Some(bits) if lengths.contains(&bits) => Ok(()),
        Some(_) if lengths.is_empty() => Err(Failure::new(name, "has hashes of one length")),
        Some(bits) => Err(Failure::new(name, format!("has no hash of {bits} bits"))),
    }
}

/// Bytes of all files together, if somebody wants to know and that is easy to tell.
fn total(args: &HashArgs) -> Option<u64> {
    if !Progress::is_watched() || args.files.is_empty() {
        return None;
    }
    let length = |name| fs::metadata(name).ok().filter(Metadata::is_file).map(|m| m.len());
    args.files.iter().map(length).sum()
}
