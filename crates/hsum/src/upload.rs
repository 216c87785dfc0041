//! Files as they are uploaded to S3: whole, or in parts.
//!
//! A file may change at any time. Its length is therefore read from the open file, before and after
//! its contents are. A file whose length changes, or whose name begins to refer to another file, is
//! an error.

mod sizes;

use crate::algorithms::md5::{Opened, TOGETHER, fill, side_by_side};
use crate::descriptors::{self, OpenFile, Turn, changed, place};
use crate::input::{Input, Job, Source};
use crate::parallel;
use crate::progress::Progress;
use md5_opt::s3::{ETag, ETagError, MAX_PARTS, MultipartMd5};
use md5_opt::{Backend, Digest, Md5};
use sizes::{Group, candidates};
use std::io::{self, ErrorKind, Read};
use std::iter;
use std::num::NonZeroU32;
use std::path::Path;

/// The size of a part that the AWS command line and most of its libraries use.
pub(crate) const PART_SIZE: u64 = 8 << 20;

/// How a file with a given ETag was uploaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Whole,
    /// In parts of this number of bytes.
    Parts(u64),
    /// Not so, whatever the size of the parts was. The ETag of the file, if it has only one.
    Other(Option<ETag>),
    /// Not in parts of any size that was tried, but others from the first to the second fit.
    Unknown(u64, u64),
}

/// How files are uploaded.
pub(crate) struct Uploader {
    /// The number of bytes in a part, if it was chosen. By default it is [`PART_SIZE`], doubled
    /// until the parts are few enough, as the AWS command line does it.
    pub(crate) part_size: Option<u64>,
    /// The number of bytes from which on files are uploaded in parts.
    pub(crate) threshold: u64,
    pub(crate) progress: Progress,
}

/// A file to upload.
struct Upload {
    job: Job<ETag>,
    /// The length of a file that is uploaded in parts.
    long: Option<u64>,
}

impl Uploader {
    /// Returns the number of bytes in a part of a file of this length.
    fn part_size_for(&self, length: u64) -> u64 {
        let is_enough = |size: &u64| length.div_ceil(*size) <= MAX_PARTS.into();
        let sizes = iter::successors(Some(PART_SIZE), |size| size.checked_mul(2));
        self.part_size.or_else(|| sizes.take(64).find(is_enough)).unwrap_or(PART_SIZE)
    }

    /// Computes the ETag of each input.
    pub(crate) fn etags(&self, inputs: Vec<Input>) -> Vec<Job<ETag>> {
        let upload = |input| Upload { job: Job::new(input), long: None };
        let mut uploads: Vec<_> = inputs.into_iter().map(upload).collect();
        let settle = |upload: &mut Upload, digest: io::Result<Digest>| {
            upload.job.result = digest.map(|digest| ETag { digest, parts: None });
        };
        for uploads in uploads.chunks_mut(TOGETHER) {
            let open = |upload: &mut Upload, turn| self.open(upload, turn);
            side_by_side(Backend::detect(), uploads, open, settle, &self.progress);
        }
        // No other file is open now.
        for Upload { job, long } in &mut uploads {
            if let (Input::File(path), Some(length)) = (&job.input, *long) {
                job.result = self.of_parts(path, length, self.part_size_for(length));
            }
        }
        uploads.into_iter().map(|upload| upload.job).collect()
    }

    /// Opens a file that is uploaded whole, and defers one that is uploaded in parts.
    fn open(&self, Upload { job, long }: &mut Upload, turn: Turn) -> Opened<Whole> {
        let opened = match job.input.open(turn) {
            Ok(None) => return Opened::Later,
            opened => opened.and_then(|source| {
                let source = source.ok_or(ErrorKind::ResourceBusy)?;
                Ok((source.length()?, source))
            }),
        };
        match opened {
            Err(error) => job.result = Err(error),
            Ok((Some(length), _)) if length >= self.threshold => *long = Some(length),
            Ok((Some(length), source)) if length > 0 => {
                return Opened::Lane(Whole { source, length });
            }
            // Only reading shows the length of pipes and similar files.
            Ok((_, mut source)) => {
                job.result =
                    self.read(&mut source, self.part_size_for(0)).and_then(|(whole, parts)| {
                        if whole.len() < self.threshold {
                            return Ok(ETag { digest: whole.finalize(), parts: None });
                        }
                        parts.finalize().map_err(io::Error::other)
                    });
            }
        }
        Opened::Settled
    }

    /// Finds how an input with this ETag was uploaded: whole, in parts of this size, or in parts of
    /// any size that fits.
    pub(crate) fn find(
        &self,
        input: &Input,
        etag: ETag,
        part_size: Option<u64>,
    ) -> io::Result<Found> {
        let known = |found, is_so| if found == etag { is_so } else { Found::Other(Some(found)) };
        let mut source = input.open(Turn::First)?.ok_or(ErrorKind::ResourceBusy)?;
        if etag.parts.is_none() {
            let mut whole = Md5::new();
            source.read_all(&self.progress, |bytes| whole.update(bytes))?;
            return Ok(known(ETag { digest: whole.finalize(), parts: None }, Found::Whole));
        }
        let (path, length) = match (input, source.length()?, part_size) {
            (Input::File(path), Some(length), None) => (path, length),
            (Input::File(path), Some(length), Some(_)) if length > 0 => (path, length),
            (_, _, Some(size)) => {
                let (_, parts) = self.read(&mut source, size)?;
                return Ok(known(parts.finalize().map_err(io::Error::other)?, Found::Parts(size)));
            }
            (_, _, None) => {
                return Err(io::Error::other("is not a regular file: give --part-size"));
            }
        };
        drop(source);
        if let Some(size) = part_size {
            return Ok(known(self.of_parts(path, length, size)?, Found::Parts(size)));
        }
        // No file of this length has so many parts if there is no candidate.
        let Ok((sizes, not_found)) = candidates(etag, length) else {
            return Ok(Found::Other(None));
        };
        // The first size is nearly always the right one. The others share one reading.
        let Some((first, others)) = sizes.split_first() else { return Ok(not_found) };
        if self.of_parts(path, length, *first)? == etag {
            return Ok(Found::Parts(*first));
        }
        let found = match others {
            [] => None,
            others => self.search(path, length, others, etag.digest)?,
        };
        Ok(found.map_or(not_found, Found::Parts))
    }

    /// Reads the source to its end, and returns the states of both kinds of upload.
    fn read(&self, source: &mut Source, part_size: u64) -> io::Result<(Md5, MultipartMd5)> {
        let mut whole = Md5::new();
        let mut parts = MultipartMd5::new(part_size).map_err(io::Error::other)?;
        source.read_all(&self.progress, |bytes| {
            whole.update(bytes);
            parts.update(bytes);
        })?;
        Ok((whole, parts))
    }

    /// Computes the ETag of a file of this length in parts. The parts are hashed side by side and
    /// on all CPUs, unless files are read in order.
    fn of_parts(&self, path: &Path, length: u64, part_size: u64) -> io::Result<ETag> {
        let identity = Identity::of(&OpenFile::first(path)?)?;
        if identity.length != length {
            return Err(changed());
        }
        let parts = length.div_ceil(part_size).max(1);
        if parts > MAX_PARTS.into() {
            return Err(io::Error::other(ETagError::TooManyParts { parts }));
        }
        if descriptors::reads_in_order() {
            return self.of_parts_in_order(path, length, part_size);
        }
        let starts: Vec<_> = (0..parts).map(|part| part * part_size).collect();
        let together = starts.len().div_ceil(parallel::width()).clamp(1, TOGETHER);
        let digests = parallel::map(starts.chunks(together).collect(), |starts| {
            self.parts(path, identity, starts, part_size)
        });
        let digests = digests.into_iter().collect::<io::Result<Vec<_>>>()?.concat();
        let parts = u32::try_from(parts).ok().and_then(NonZeroU32::new);
        Ok(ETag { digest: md5_opt::hash(digests.as_flattened()), parts })
    }

    /// Computes the same on this thread alone, by a single reading.
    fn of_parts_in_order(&self, path: &Path, length: u64, part_size: u64) -> io::Result<ETag> {
        let mut parts = MultipartMd5::new(part_size).map_err(io::Error::other)?;
        let mut total = 0;
        Source::File(OpenFile::first(path)?).read_all(&self.progress, |bytes| {
            parts.update(bytes);
            total += bytes.len() as u64;
        })?;
        if total != length {
            return Err(changed());
        }
        parts.finalize().map_err(io::Error::other)
    }

    /// Computes the MD5s of the parts that start at these offsets in a file.
    fn parts(
        &self,
        path: &Path,
        identity: Identity,
        starts: &[u64],
        part_size: u64,
    ) -> io::Result<Vec<Digest>> {
        // The file is opened here, so that a thread that waits for others has no file open.
        let file = OpenFile::first(path)?;
        identity.check(&file)?;
        let mut parts: Vec<_> = starts.iter().map(|start| (*start, Ok([0; 16]))).collect();
        let open = |(start, _): &mut (u64, _), _| {
            let left = part_size.min(identity.length - *start);
            Opened::Lane(Part { file: &file, at: *start, left })
        };
        let settle = |(_, digest): &mut (_, io::Result<Digest>), result| *digest = result;
        side_by_side(Backend::detect(), &mut parts, open, settle, &self.progress);
        identity.check(&file)?;
        parts.into_iter().map(|(_, digest)| digest).collect()
    }

    /// Finds the part size for which a file has this ETag digest, reading the file once.
    fn search(
        &self,
        path: &Path,
        length: u64,
        sizes: &[u64],
        wanted: Digest,
    ) -> io::Result<Option<u64>> {
        let mut file = Whole { source: Source::File(OpenFile::first(path)?), length };
        let together = sizes.len().div_ceil(parallel::width()).clamp(1, TOGETHER);
        let mut groups: Vec<_> = sizes.chunks(together).map(Group::new).collect();
        let (mut buffer, mut total) = (vec![0; 1 << 20], 0);
        loop {
            let read = fill(&mut file, &mut buffer)?;
            groups = parallel::map(groups, |mut group| {
                group.update(&buffer[..read]);
                group
            });
            total += read as u64;
            self.progress.add(read as u64);
            if read < buffer.len() {
                break;
            }
        }
        if total != length {
            return Err(changed());
        }
        Ok(groups.into_iter().find_map(|group| group.find(wanted)))
    }
}

/// A file's length and its place in the system, from its metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Identity {
    length: u64,
    /// `None` where only the length can be compared.
    place: Option<(u64, u64)>,
}

impl Identity {
    fn of(file: &OpenFile) -> io::Result<Self> {
        let metadata = file.metadata()?;
        Ok(Self { length: metadata.len(), place: place(&metadata) })
    }

    /// Checks that an open file is this one, and has this length.
    fn check(self, file: &OpenFile) -> io::Result<()> {
        if Self::of(file)? == self { Ok(()) } else { Err(changed()) }
    }
}

/// A file that is read to its end. Reading fails there if its length is not the one that it had
/// when it was opened.
struct Whole {
    source: Source,
    length: u64,
}

impl Read for Whole {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        if read == 0 && !buffer.is_empty() && self.source.length()? != Some(self.length) {
            return Err(changed());
        }
        Ok(read)
    }
}

/// A part of a file.
struct Part<'a> {
    file: &'a OpenFile,
    at: u64,
    left: u64,
}

impl Read for Part<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let limit = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.file.read_at(&mut buffer[..limit], self.at)?;
        if read == 0 && limit > 0 {
            return Err(changed());
        }
        self.at += read as u64;
        self.left -= read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const UPLOADER: Uploader =
        Uploader { part_size: Some(10), threshold: 100, progress: Progress::NONE };

    /// Returns an open file of 95 bytes, and its path.
    fn opened(dir: &Path) -> (std::path::PathBuf, OpenFile) {
        let path = dir.join("file");
        fs::write(&path, [7; 95]).expect("write");
        let file = OpenFile::first(&path).expect("open");
        (path, file)
    }

    /// Opens a file, changes it, and returns the error of `then`.
    fn after<T>(change: impl Fn(&Path), then: impl Fn(&Path, OpenFile) -> io::Result<T>) -> String {
        let dir = tempfile::tempdir().expect("a directory");
        let (path, file) = opened(dir.path());
        change(&path);
        then(&path, file).map_or_else(|error| error.to_string(), |_| "no error".to_owned())
    }

    #[test]
    fn a_file_that_changes_while_it_is_read_is_an_error() {
        let whole = |_: &Path, file| {
            let mut whole = Whole { source: Source::File(file), length: 95 };
            fill(&mut whole, &mut [0; 1000])
        };
        let parts = |path: &Path, file: OpenFile| {
            let identity = Identity { length: 95, ..Identity::of(&file)? };
            UPLOADER.parts(path, identity, &[0, 10, 90], 10)
        };
        let part =
            |_: &Path, file| fill(&mut Part { file: &file, at: 90, left: 5 }, &mut [0; 1000]);
        let of_parts = |path: &Path, _| UPLOADER.of_parts(path, 95, 10);
        let in_order = |path: &Path, _| UPLOADER.of_parts_in_order(path, 95, 10);
        let search = |path: &Path, _| UPLOADER.search(path, 95, &[48, 49], [0; 16]);
        let stays = |_: &Path| ();
        let shrinks = |path: &Path| fs::write(path, [7; 91]).expect("write");
        let grows = |path: &Path| fs::write(path, [7; 99]).expect("write");
        for change in [shrinks, grows] {
            for changed in [
                after(change, whole),
                after(change, parts),
                after(change, of_parts),
                after(change, in_order),
                after(change, search),
            ] {
                assert_eq!(changed, "changed while it was read");
            }
        }
        assert_eq!(after(shrinks, part), "changed while it was read");
        // Another file of the same length gets the name.
        let replaced = |path: &Path| {
            fs::write(path.with_extension("new"), [8; 95]).expect("write");
            fs::rename(path.with_extension("new"), path).expect("mv");
        };
        if cfg!(unix) {
            assert_eq!(after(replaced, parts), "changed while it was read");
        }
        for unchanged in [
            after(stays, whole),
            after(stays, parts),
            after(stays, part),
            after(stays, of_parts),
            after(stays, in_order),
            after(stays, search),
        ] {
            assert_eq!(unchanged, "no error");
        }
    }

    /// The AWS command line doubles the size until there are at most 10,000 parts.
    #[test]
    fn default_sizes() {
        let by_default = Uploader { part_size: None, ..UPLOADER };
        for (length, size) in [
            (0, 8 << 20),
            (80_000 << 20, 8 << 20),
            ((80_000 << 20) + 1, 16 << 20),
            (160_000 << 20, 16 << 20),
            (5 << 40, 1 << 30),
            (u64::MAX, 1 << 51),
        ] {
            assert_eq!(by_default.part_size_for(length), size, "{length}");
        }
        assert_eq!(UPLOADER.part_size_for(u64::MAX), 10);
    }
}
