//! `hsum etag`: the ETags that S3 gives to files.

use crate::algorithms::md5::TOGETHER;
use crate::cli::{CheckArgs, EtagArgs};
use crate::descriptors;
use crate::input::{Input, Job, Names, Places, Step, batches, reason};
use crate::json;
use crate::output::{Failure, Output};
use crate::parallel::{Items, in_order, one_by_one};
use crate::progress::Progress;
use crate::sums::{Entry, Format, Style, entries_of, escaped, named};
use crate::upload::{Found, PART_SIZE, Uploader};
use md5_opt::s3::ETag;
use serde_json::json;
use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

/// A line to print, and the verdict in it, if there is one.
type Line = (Vec<u8>, Verdict);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Good,
    Bad,
    /// The ETag is neither confirmed nor refuted.
    Unsure,
    /// The file could not be opened or read.
    Unread,
}

pub(crate) fn run(args: &EtagArgs, out: &mut Output) -> Result<(), Failure> {
    let progress = Progress::bytes(args.walk.no_progress, None);
    out.set_progress(&progress);
    let mut left_out = Places::of_stdout();
    out.write_to(args.output.as_deref(), &mut left_out)?;
    let names =
        Names { names: &args.files, walk: &args.walk, as_md5sum: false, left_out: &left_out };
    let uploader = Uploader {
        part_size: args.part_size,
        threshold: args.threshold.or(args.part_size).unwrap_or(PART_SIZE),
        progress,
    };
    let format = Format { zero: args.zero, ..Format::new(Style::Plain) };
    if args.check {
        for list in names.inputs() {
            if let Err(failure) = list.and_then(|list| check(&list, args, &uploader, format, out)) {
                out.complain(&failure);
            }
        }
        return Ok(());
    }
    names.report_left_out(out);
    let line = |name: &OsStr, etag: ETag| {
        let mut line = Vec::new();
        if args.json {
            json::file(&mut line, name, json!({ "etag": etag.to_string() }));
        } else {
            format.write_text(&mut line, "ETag", name, &etag.to_string());
        }
        (line, Verdict::Good)
    };
    let work = |batch: Result<Vec<Input>, Failure>| -> Vec<Result<Line, Failure>> {
        match (batch, args.verify) {
            (Err(failure), _) => vec![Err(failure)],
            (Ok(inputs), Some(wanted)) => {
                let verify = |input| {
                    let result = uploader.find(&input, wanted, args.part_size);
                    let line = |name: &OsStr, found| said(name, wanted, &Ok(found), args, format);
                    Job { input, result }.map(line)
                };
                inputs.into_iter().map(verify).collect()
            }
            (Ok(inputs), None) => {
                uploader.etags(inputs).into_iter().map(|job| job.map(line)).collect()
            }
        }
    };
    let report = |out: &mut Output, results: Vec<Result<Line, Failure>>| {
        for result in results {
            match result {
                Ok((line, verdict)) => {
                    out.buffer().extend(line);
                    settle(out, verdict);
                }
                Err(failure) => out.complain(&failure),
            }
        }
    };
    let together = if args.verify.is_some() { 1 } else { descriptors::side_by_side(TOGETHER) };
    // The CPUs share the parts of each of a few files, or else many files.
    let threads = descriptors::threads();
    let are_few = !args.walk.recursive && args.files.len() < threads;
    if are_few && !descriptors::reads_in_order() {
        one_by_one(names.batches(together, 1).items, out, work, report);
    } else {
        in_order(names.batches(together, threads), out, work, report);
    }
    names.report_walk(out);
    Ok(())
}

/// Verifies the lines of a list.
fn check(
    list: &Input,
    args: &EtagArgs,
    uploader: &Uploader,
    format: Format,
    out: &mut Output,
) -> Result<(), Failure> {
    let source = list.open_list().map_err(|error| Failure::of_argument(list.name(), &error))?;
    let are_slow = !matches!(source.length(), Ok(Some(_)));
    let etag = |text: &[u8]| str::from_utf8(text).ok()?.parse().ok();
    let entries = entries_of(source, format.end(), |line, number| named(line, number, etag));
    let steps = entries.map(|entry: Entry<(ETag, PathBuf)>| match entry {
        Entry::Line(line) => Step::Item(line),
        Entry::Pause => Step::Pause,
        other => Step::Other(other),
    });
    let &CheckArgs { ignore_missing, quiet, status, .. } = &args.verdicts;
    let complaint = |text: &str| Failure::of_file(list.name(), text);
    let (mut lines, mut improper, mut broken) = (0_u64, 0_u64, None);
    let (mut same, mut unread, mut differing, mut unsure) = (0_u64, 0_u64, 0_u64, 0_u64);
    let mut report = |out: &mut Output, wanted, job: Job<Found>| {
        let Job { input, result } = job;
        lines += 1;
        if let Err(error) = &result {
            if ignore_missing && error.kind() == ErrorKind::NotFound {
                return;
            }
            out.complain(&Failure::of_argument(input.name(), error));
        }
        let (line, verdict) = said(input.name(), wanted, &result, args, format);
        if !(status || quiet && verdict == Verdict::Good) {
            out.buffer().extend(line);
        }
        settle(out, verdict);
        match verdict {
            Verdict::Good => same += 1,
            Verdict::Bad => differing += 1,
            Verdict::Unsure => unsure += 1,
            Verdict::Unread => unread += 1,
        }
    };
    in_order(
        Items { items: batches(steps, 1, |(_, name)| name.as_os_str().len()), are_slow },
        out,
        |batch| {
            let verify = |(etag, name): (ETag, PathBuf)| {
                let input = Input::named(&name)?;
                let result = uploader.find(&input, etag, args.part_size);
                Ok((etag, Job { input, result }))
            };
            batch.map(|lines| lines.into_iter().map(verify).collect::<Vec<_>>())
        },
        |out, results| match results {
            Ok(results) => {
                for result in results {
                    match result {
                        Ok((etag, job)) => report(out, etag, job),
                        Err(failure) => out.complain(&failure),
                    }
                }
            }
            Err(Entry::Broken(error)) => broken = Some(reason(&error)),
            Err(Entry::Malformed(number, hint)) => {
                improper += 1;
                let hint = hint.filter(|_| improper == 1);
                args.verdicts.improper(out, number, hint, complaint);
            }
            Err(_) => {}
        },
    );
    let numbers = [
        (improper, "line is", "lines are", "improperly formatted"),
        (unread, "listed file", "listed files", "could not be read"),
        (differing, "ETag", "ETags", "did NOT match"),
        (unsure, "ETag was", "ETags were", "NOT verified"),
    ];
    args.verdicts.sum_up(out, &numbers, complaint);
    // All files were missing, which --ignore-missing allows for some.
    if lines > 0 && same + unread + differing + unsure == 0 {
        if !status {
            out.warn(&complaint("no file was verified"));
        }
        out.fail();
    }
    match broken {
        Some(reason) => Err(complaint(&reason)),
        None if lines == 0 => Err(complaint("has no line with an ETag")),
        None => Ok(()),
    }
}

/// Returns the line that says whether a file has an ETag.
fn said(
    name: &OsStr,
    wanted: ETag,
    result: &io::Result<Found>,
    args: &EtagArgs,
    format: Format,
) -> Line {
    let (says, word, verdict) = match result {
        Ok(Found::Whole) => ("OK".to_owned(), "ok", Verdict::Good),
        Ok(Found::Parts(size)) => (format!("OK, parts of {size} bytes"), "ok", Verdict::Good),
        Ok(Found::Other(_)) => ("FAILED".to_owned(), "failed", Verdict::Bad),
        Ok(Found::Unknown(least, most)) => {
            let says = format!(
                "NOT VERIFIED, give --part-size: no usual size was right, but {least} to {most} \
                 bytes fit"
            );
            (says, "unverified", Verdict::Unsure)
        }
        Err(_) => ("FAILED open or read".to_owned(), "unread", Verdict::Unread),
    };
    if args.json {
        let mut object = json!({ "status": word, "expected": wanted.to_string() });
        match result {
            Ok(Found::Whole) => object["found"] = wanted.to_string().into(),
            Ok(Found::Parts(size)) => {
                object["found"] = wanted.to_string().into();
                object["part_size"] = (*size).into();
            }
            Ok(Found::Other(Some(found))) => object["found"] = found.to_string().into(),
            Ok(Found::Other(None)) => {}
            Ok(Found::Unknown(least, most)) => object["part_sizes"] = json!([least, most]),
            Err(error) => object["reason"] = reason(error).into(),
        }
        let mut line = Vec::new();
        json::file(&mut line, name, object);
        return (line, verdict);
    }
    let (mark, name) = escaped(name.as_encoded_bytes());
    ([mark, &name, b": ", says.as_bytes(), &[format.end()]].concat(), verdict)
}

/// Makes the exit status of a verdict.
fn settle(out: &mut Output, verdict: Verdict) {
    match verdict {
        Verdict::Good => {}
        Verdict::Bad | Verdict::Unread => out.fail(),
        Verdict::Unsure => out.doubt(),
    }
}
