//! `hsum FILE...`: hashes of files.

use crate::algorithms::{ALGORITHMS, Algorithm, Digest, Hasher, cut};
use crate::check;
use crate::cli::HashArgs;
use crate::descriptors;
use crate::ending::Lines;
use crate::input::{Input, Job, Names, Places};
use crate::keys::Material;
use crate::output::{Failure, Output};
use crate::parallel::in_order;
use crate::progress::Progress;
use crate::sums::{Format, Style};
use std::ffi::OsStr;

pub(crate) fn run(args: &HashArgs, out: &mut Output) -> Result<(), Failure> {
    if args.check {
        return check::run(args, out);
    }
    let material = Material::read(&args.key)?;
    let algorithm = args.algorithm.unwrap_or(&ALGORITHMS[0]);
    let mut bits = None;
    let algorithms: Vec<&'static Algorithm> = if args.all {
        ALGORITHMS.iter().filter(|a| !a.nonce && material.is_enough_for(a)).collect()
    } else {
        // The user would take a key without effect for protection.
        material.fits(algorithm)?;
        if args.nonce.is_some() && (args.files.len() > 1 || args.walk.recursive) {
            return Err(Failure::new("--nonce", "is for one message: hash one file at a time"));
        }
        bits = args.length.map(|length| cut(algorithm, "--length", length)).transpose()?;
        vec![algorithm]
    };
    let hashers = algorithms
        .iter()
        .map(|a| material.hasher(a, args.nonce.as_ref(), args.backend))
        .collect::<Result<Vec<_>, _>>()?;
    let usual = Format::usual(algorithm, material.mark(), args.zero);
    let style = match args {
        HashArgs { json: true, .. } => Style::Json,
        HashArgs { raw: true, .. } => Style::Raw,
        HashArgs { tag: true, .. } | HashArgs { all: true, .. } => Style::Tagged,
        HashArgs { untagged: true, .. } => Style::Plain,
        _ => usual.style,
    };
    let format = Format { style, bits, ..usual };
    let mut left_out = Places::of_stdout();
    out.write_to(args.output.as_deref(), &mut left_out)?;
    let lines = args.complete.then(Lines::new);
    let names =
        Names { names: &args.files, walk: &args.walk, as_md5sum: false, left_out: &left_out };
    names.report_left_out(out);
    print(&names, &algorithms, &hashers, format, lines, out);
    Ok(())
}

/// Prints the lines of all files in their order. Each of the `hashers` is of one of the
/// `algorithms`. With `ending`, a line ends the list, if no file failed.
pub(crate) fn print(
    names: &Names<'_>,
    algorithms: &[&Algorithm],
    hashers: &[Hasher],
    format: Format,
    mut ending: Option<Lines>,
    out: &mut Output,
) {
    let is_hidden = names.walk.no_progress;
    let total = (Progress::is_watched() && !is_hidden).then(|| names.total()).flatten();
    let progress = Progress::bytes(is_hidden, total);
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
                    Ok(lines) => {
                        if let Some(ending) = &mut ending {
                            let each = lines.split_inclusive(|byte| *byte == format.end());
                            each.for_each(|line| ending.add(&line[..line.len() - 1]));
                        }
                        out.buffer().extend(lines);
                    }
                    Err(failure) => out.complain(&failure),
                }
            }
        },
    );
    names.report_walk(out);
    if let Some(mut ending) = ending.filter(|_| !out.has_failed()) {
        let line = ending.end(None).into_bytes();
        out.buffer().extend([&line[..], &[format.end()]].concat());
    }
}
