//! `hsum etag`: the ETags that S3 gives to files.

use crate::algorithms::md5::{self, TOGETHER};
use crate::cli::EtagArgs;
use crate::input::{Input, Names, batches, reason};
use crate::output::{Failure, Output};
use crate::parallel::in_order;
use crate::progress::Progress;
use crate::sums::{Format, escaped};
use md5_opt::s3::{ETag, ETagError, MAX_PARTS, MultipartMd5};
use md5_opt::{Backend, Digest, Md5};
use rayon::prelude::*;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::num::NonZeroU32;
use std::path::Path;

pub(crate) fn run(args: &EtagArgs, out: &mut Output) -> Result<(), Failure> {
    let progress = Progress::bytes(None);
    out.set_progress(&progress);
    let names = Names { names: &args.files, recursive: args.recursive, stdin_again: false };
    let tagger = Tagger {
        part_size: args.part_size.unwrap_or(PART_SIZE),
        threshold: args.threshold.or(args.part_size).unwrap_or(PART_SIZE),
        progress,
    };
    let format = Format { tag: false, zero: args.zero, bits: None, binary: false };
    let line = |input: &Input, etag: Result<ETag, String>| -> Result<(Vec<u8>, bool), Failure> {
        let mut line = Vec::new();
        let etag = etag.map_err(|reason| Failure::new(input.name(), reason))?;
        format.write_text(&mut line, "ETag", input.name(), &etag.to_string());
        Ok((line, true))
    };
    let verdict = |input: &Input, wanted: ETag| {
        let found = tagger.find(input, wanted, args.part_size);
        let found = found.map_err(|reason| Failure::new(input.name(), reason))?;
        let (mark, name) = escaped(input.name().as_encoded_bytes());
        let says = match found {
            Found::Whole => "OK".to_owned(),
            Found::Parts(size) => format!("OK, parts of {size} bytes"),
            Found::Other => "FAILED".to_owned(),
        };
        let line = [mark, &name, b": ", says.as_bytes(), &[format.end()]].concat();
        Ok((line, !matches!(found, Found::Other)))
    };
    let work = |batch: Result<Vec<Input>, Failure>| -> Vec<Result<(Vec<u8>, bool), Failure>> {
        match (batch, args.verify) {
            (Err(failure), _) => vec![Err(failure)],
            (Ok(inputs), Some(wanted)) => inputs.iter().map(|i| verdict(i, wanted)).collect(),
            (Ok(inputs), None) => {
                let etags = tagger.etags(&inputs).into_iter();
                inputs.iter().zip(etags).map(|(input, etag)| line(input, etag)).collect()
            }
        }
    };
    let together = if args.verify.is_some() { 1 } else { names.batch(TOGETHER) };
    in_order(batches(names.inputs(), together), out, work, |out, results| {
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
    });
    Ok(())
}

/// What the AWS command line and most of its libraries take.
const PART_SIZE: u64 = 8 << 20;

/// What an ETag turned out to be of a file.
enum Found {
    Whole,
    /// Uploaded in parts of so many bytes.
    Parts(u64),
    Other,
}

/// How files are uploaded.
struct Tagger {
    part_size: u64,
    /// Files of at least so many bytes are in parts.
    threshold: u64,
    progress: Progress,
}

impl Tagger {
    /// The ETag of each file.
    fn etags(&self, inputs: &[Input]) -> Vec<Result<ETag, String>> {
        let is_short = |input: &&Input| matches!(regular(input), Ok(Some((_, length))) if length < self.threshold);
        let short = inputs.iter().filter(is_short).map(Input::open);
        let mut whole = md5::digests(Backend::detect(), short, &self.progress).into_iter();
        let etag = |input| match Some(input).filter(is_short).and_then(|_| whole.next()) {
            Some(Ok(digest)) => Ok(ETag { digest, parts: None }),
            Some(Err(error)) => Err(reason(&error)),
            None => self.etag(input),
        };
        inputs.iter().map(etag).collect()
    }

    fn etag(&self, input: &Input) -> Result<ETag, String> {
        match regular(input)? {
            Some((path, length)) if length >= self.threshold => {
                self.of_parts(path, length, self.part_size)
            }
            _ => {
                let (whole, parts) = self.read(input, self.part_size)?;
                if whole.len() < self.threshold {
                    return Ok(ETag { digest: whole.finalize(), parts: None });
                }
                parts.finalize().map_err(|error| error.to_string())
            }
        }
    }

    /// What an ETag says of a file, whose parts have this size, or any plausible one.
    fn find(&self, input: &Input, etag: ETag, part_size: Option<u64>) -> Result<Found, String> {
        if etag.parts.is_none() {
            let (whole, _) = self.read(input, u64::MAX)?;
            return Ok(if whole.finalize() == etag.digest { Found::Whole } else { Found::Other });
        }
        let is_one = |size, found| if found == etag { Some(Found::Parts(size)) } else { None };
        let Some((path, length)) = regular(input)? else {
            let Some(size) = part_size else {
                return Err("not a file: give the size of the parts".to_owned());
            };
            let (_, parts) = self.read(input, size)?;
            let found = parts.finalize().map_err(|error| error.to_string())?;
            return Ok(is_one(size, found).unwrap_or(Found::Other));
        };
        let sizes: Vec<_> = match part_size {
            Some(size) => vec![size],
            None => etag.part_sizes(length).map_err(|error| error.to_string())?.collect(),
        };
        for size in sizes {
            if let Some(found) = is_one(size, self.of_parts(path, length, size)?) {
                return Ok(found);
            }
        }
        Ok(Found::Other)
    }

    /// Both ETags of what is read from the beginning to the end, of files whose length is not
    /// known.
    fn read(&self, input: &Input, part_size: u64) -> Result<(Md5, MultipartMd5), String> {
        let mut whole = Md5::new();
        let mut parts = MultipartMd5::new(part_size).map_err(|error| error.to_string())?;
        let mut reader = input.open().map_err(|error| reason(&error))?;
        let mut buffer = vec![0; 1 << 17];
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return Ok((whole, parts)),
                Ok(length) => {
                    whole.update(&buffer[..length]);
                    parts.update(&buffer[..length]);
                    self.progress.add(length as u64);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(reason(&error)),
            }
        }
    }

    /// The ETag of a file in parts: many are hashed side by side, on all CPUs.
    fn of_parts(&self, path: &Path, length: u64, part_size: u64) -> Result<ETag, String> {
        let parts = length.div_ceil(part_size).max(1);
        if parts > MAX_PARTS.into() {
            return Err(ETagError::TooManyParts { parts }.to_string());
        }
        let starts: Vec<_> = (0..parts).map(|part| part * part_size).collect();
        let together = starts.len().div_ceil(rayon::current_num_threads()).clamp(1, TOGETHER);
        let part = |start: &u64| {
            let mut file = File::open(path)?;
            file.seek(SeekFrom::Start(*start))?;
            Ok(Part { file, left: part_size.min(length - start) })
        };
        let digests: io::Result<Vec<Digest>> = starts
            .par_chunks(together)
            .flat_map_iter(|some| {
                md5::digests(Backend::detect(), some.iter().map(part), &self.progress)
            })
            .collect();
        let digests = digests.map_err(|error| reason(&error))?;
        let parts = u32::try_from(parts).ok().and_then(NonZeroU32::new);
        Ok(ETag { digest: md5_opt::hash(digests.as_flattened()), parts })
    }
}

/// The path and length of what is a file and nothing else.
fn regular(input: &Input) -> Result<Option<(&Path, u64)>, String> {
    let Input::File(path) = input else { return Ok(None) };
    let metadata = fs::metadata(path).map_err(|error| reason(&error))?;
    Ok(metadata.is_file().then_some((path, metadata.len())))
}

/// A part of a file.
struct Part {
    file: File,
    left: u64,
}

impl Read for Part {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let limit = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let length = self.file.read(&mut buffer[..limit])?;
        if length == 0 && limit > 0 {
            return Err(io::Error::other("became shorter while it was read"));
        }
        self.left -= length as u64;
        Ok(length)
    }
}
