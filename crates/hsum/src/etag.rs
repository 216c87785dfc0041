//! `hsum etag`: the ETags that S3 gives to files.

use crate::algorithms::md5::TOGETHER;
use crate::cli::EtagArgs;
use crate::descriptors;
use crate::input::{Input, Job, Names, Places};
use crate::json;
use crate::output::{Failure, Output};
use crate::parallel::{in_order, one_by_one};
use crate::progress::Progress;
use crate::sums::{Format, Style, escaped};
use crate::upload::{Found, Uploader};
use md5_opt::s3::ETag;
use serde_json::json;
use std::ffi::OsStr;

/// The size of a part that the AWS command line and most of its libraries use.
const PART_SIZE: u64 = 8 << 20;

/// A line to print, and whether it is good news.
type Line = (Vec<u8>, bool);

pub(crate) fn run(args: &EtagArgs, out: &mut Output) -> Result<(), Failure> {
    let progress = Progress::bytes(args.walk.no_progress, None);
    out.set_progress(&progress);
    let left_out = Places::of_stdout();
    let names =
        Names { names: &args.files, walk: &args.walk, as_md5sum: false, left_out: &left_out };
    names.report_left_out(out);
    let uploader = Uploader {
        part_size: args.part_size.unwrap_or(PART_SIZE),
        threshold: args.threshold.or(args.part_size).unwrap_or(PART_SIZE),
        progress,
    };
    let format = Format { zero: args.zero, ..Format::new(Style::Plain) };
    let line = |name: &OsStr, etag: ETag| {
        let mut line = Vec::new();
        if args.json {
            json::file(&mut line, name, json!({ "etag": etag.to_string() }));
        } else {
            format.write_text(&mut line, "ETag", name, &etag.to_string());
        }
        (line, true)
    };
    let verdict = |name: &OsStr, found: Found| {
        let is_good = !matches!(found, Found::Other);
        if args.json {
            let mut object = json!({ "status": if is_good { "ok" } else { "failed" } });
            if let Found::Parts(size) = found {
                object["part_size"] = size.into();
            }
            let mut line = Vec::new();
            json::file(&mut line, name, object);
            return (line, is_good);
        }
        let (mark, name) = escaped(name.as_encoded_bytes());
        let says = match found {
            Found::Whole => "OK".to_owned(),
            Found::Parts(size) => format!("OK, parts of {size} bytes"),
            Found::Other => "FAILED".to_owned(),
        };
        let line = [mark, &name, b": ", says.as_bytes(), &[format.end()]].concat();
        (line, is_good)
    };
    let verify = |input: Input, wanted| {
        let result = uploader.find(&input, wanted, args.part_size);
        Job { input, result }.map(verdict)
    };
    let work = |batch: Result<Vec<Input>, Failure>| -> Vec<Result<Line, Failure>> {
        match (batch, args.verify) {
            (Err(failure), _) => vec![Err(failure)],
            (Ok(inputs), Some(wanted)) => inputs.into_iter().map(|i| verify(i, wanted)).collect(),
            (Ok(inputs), None) => {
                uploader.etags(inputs).into_iter().map(|job| job.map(line)).collect()
            }
        }
    };
    let report = |out: &mut Output, results: Vec<Result<Line, Failure>>| {
        for result in results {
            match result {
                Ok((line, is_good)) => {
                    out.buffer().extend(line);
                    if !is_good {
                        out.fail();
                    }
                }
                Err(failure) => out.complain(&failure),
            }
        }
    };
    let together = if args.verify.is_some() { 1 } else { descriptors::side_by_side(TOGETHER) };
    // The CPUs share the parts of each of a few files, or else many files.
    let threads = descriptors::threads();
    if !args.walk.recursive && args.files.len() < threads {
        one_by_one(names.batches(together, 1).items, out, work, report);
    } else {
        in_order(names.batches(together, threads), out, work, report);
    }
    Ok(())
}
