//! `hsum etag`: the ETags that S3 gives to files.

use crate::algorithms::md5::TOGETHER;
use crate::cli::EtagArgs;
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
use std::path::PathBuf;

/// A line to print, and what it says.
type Line = (Vec<u8>, News);

enum News {
    Good,
    Bad,
    /// The ETag is neither confirmed nor refuted.
    None,
}

pub(crate) fn run(args: &EtagArgs, out: &mut Output) -> Result<(), Failure> {
    let progress = Progress::bytes(args.walk.no_progress, None);
    out.set_progress(&progress);
    let left_out = Places::of_stdout();
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
        (line, News::Good)
    };
    let work = |batch: Result<Vec<Input>, Failure>| -> Vec<Result<Line, Failure>> {
        match (batch, args.verify) {
            (Err(failure), _) => vec![Err(failure)],
            (Ok(inputs), Some(wanted)) => {
                let verify = |input| verify(input, wanted, args, &uploader, format);
                inputs.into_iter().map(verify).collect()
            }
            (Ok(inputs), None) => {
                uploader.etags(inputs).into_iter().map(|job| job.map(line)).collect()
            }
        }
    };
    let report = |out: &mut Output, results: Vec<Result<Line, Failure>>| {
        results.into_iter().for_each(|result| settle(out, result));
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
    let (mut lines, mut improper, mut broken) = (0_u64, 0_u64, None);
    in_order(
        Items { items: batches(steps, 1, |(_, name)| name.as_os_str().len()), are_slow },
        out,
        |batch| {
            let verify = |(etag, name): (ETag, PathBuf)| {
                verify(Input::named(&name)?, etag, args, uploader, format)
            };
            batch.map(|lines| lines.into_iter().map(verify).collect::<Vec<_>>())
        },
        |out, results| match results {
            Ok(results) => {
                lines += results.len() as u64;
                results.into_iter().for_each(|result| settle(out, result));
            }
            Err(Entry::Broken(error)) => broken = Some(reason(&error)),
            Err(_) => improper += 1,
        },
    );
    if improper > 0 {
        let lines = if improper == 1 { "line is" } else { "lines are" };
        let text = format!("WARNING: {improper} {lines} improperly formatted");
        out.warn(&Failure::of_file(list.name(), text));
    }
    match broken {
        Some(reason) => Err(Failure::of_file(list.name(), reason)),
        None if lines == 0 => Err(Failure::of_file(list.name(), "has no line with an ETag")),
        None => Ok(()),
    }
}

/// Verifies that an input has an ETag.
fn verify(
    input: Input,
    wanted: ETag,
    args: &EtagArgs,
    uploader: &Uploader,
    format: Format,
) -> Result<Line, Failure> {
    let result = uploader.find(&input, wanted, args.part_size);
    Job { input, result }.map(|name, found| {
        let (says, word, news) = match found {
            Found::Whole => ("OK".to_owned(), "ok", News::Good),
            Found::Parts(size) => (format!("OK, parts of {size} bytes"), "ok", News::Good),
            Found::Other => ("FAILED".to_owned(), "failed", News::Bad),
            Found::Unknown(least, most) => {
                let says = format!(
                    "NOT VERIFIED, give --part-size: no usual size was right, but {least} to \
                     {most} bytes fit"
                );
                (says, "unverified", News::None)
            }
        };
        if args.json {
            let mut object = json!({ "status": word });
            match found {
                Found::Parts(size) => object["part_size"] = size.into(),
                Found::Unknown(least, most) => object["part_sizes"] = json!([least, most]),
                Found::Whole | Found::Other => {}
            }
            let mut line = Vec::new();
            json::file(&mut line, name, object);
            return (line, news);
        }
        let (mark, name) = escaped(name.as_encoded_bytes());
        ([mark, &name, b": ", says.as_bytes(), &[format.end()]].concat(), news)
    })
}

/// Prints a line, and makes the exit status of its news.
fn settle(out: &mut Output, result: Result<Line, Failure>) {
    match result {
        Ok((line, news)) => {
            out.buffer().extend(line);
            match news {
                News::Good => {}
                News::Bad => out.fail(),
                News::None => out.doubt(),
            }
        }
        Err(failure) => out.complain(&failure),
    }
}
