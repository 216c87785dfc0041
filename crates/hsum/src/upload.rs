//! Files as they are uploaded to S3: whole, or in parts.
//!
//! A file may change at any time. Its length is therefore read from the open file, before and after
//! its contents are. A file whose length changes, or whose name begins to refer to another file, is
//! an error.

use crate::algorithms::md5::{Opened, TOGETHER, fill, side_by_side};
use crate::descriptors::{self, OpenFile, Turn, place};
use crate::input::{Input, Job, Source};
use crate::parallel;
use crate::progress::Progress;
use md5_opt::s3::{ETag, ETagError, MAX_PARTS, MultipartMd5};
use md5_opt::{Backend, Digest, Md5, MultiMd5};
use std::io::{self, ErrorKind, Read};
use std::num::NonZeroU32;
use std::path::Path;

/// The largest part that S3 accepts. Larger sizes are not tried.
const MAX_PART_BYTES: u64 = 5 << 30;

/// How a file with a given ETag was uploaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Whole,
    /// In parts of this number of bytes.
    Parts(u64),
    Other,
}

/// How files are uploaded.
pub(crate) struct Uploader {
    /// The number of bytes in a part.
    pub(crate) part_size: u64,
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
                job.result = self.of_parts(path, length, self.part_size);
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
                job.result = self.read(&mut source, self.part_size).and_then(|(whole, parts)| {
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
        let is_one = |size, found| if found == etag { Found::Parts(size) } else { Found::Other };
        let mut source = input.open(Turn::First)?.ok_or(ErrorKind::ResourceBusy)?;
        if etag.parts.is_none() {
            let mut whole = Md5::new();
            source.read_all(&self.progress, |bytes| whole.update(bytes))?;
            return Ok(if whole.finalize() == etag.digest { Found::Whole } else { Found::Other });
        }
        let (path, length) = match (input, source.length()?, part_size) {
            (Input::File(path), Some(length), None) => (path, length),
            (Input::File(path), Some(length), Some(_)) if length > 0 => (path, length),
            (_, _, Some(size)) => {
                let (_, parts) = self.read(&mut source, size)?;
                return Ok(is_one(size, parts.finalize().map_err(io::Error::other)?));
            }
            (_, _, None) => {
                return Err(io::Error::other("is not a regular file: give --part-size"));
            }
        };
        drop(source);
        let sizes = match part_size {
            Some(size) => vec![size],
            None => candidates(etag, length).map_err(io::Error::other)?,
        };
        // The first size is nearly always the right one. The others share one reading.
        let Some((first, others)) = sizes.split_first() else { return Ok(Found::Other) };
        match is_one(*first, self.of_parts(path, length, *first)?) {
            Found::Other if !others.is_empty() => self.search(path, length, others, etag.digest),
            found => Ok(found),
        }
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
    /// on all CPUs.
    fn of_parts(&self, path: &Path, length: u64, part_size: u64) -> io::Result<ETag> {
        let identity = Identity::of(&OpenFile::first(path)?)?;
        if identity.length != length {
            return Err(changed());
        }
        let parts = length.div_ceil(part_size).max(1);
        if parts > MAX_PARTS.into() {
            return Err(io::Error::other(ETagError::TooManyParts { parts }));
        }
        let starts: Vec<_> = (0..parts).map(|part| part * part_size).collect();
        let most = descriptors::side_by_side(TOGETHER);
        let together = starts.len().div_ceil(parallel::width()).clamp(1, most);
        let digests = parallel::map(starts.chunks(together).collect(), |starts| {
            self.parts(path, identity, starts, part_size)
        });
        let digests = digests.into_iter().collect::<io::Result<Vec<_>>>()?.concat();
        let parts = u32::try_from(parts).ok().and_then(NonZeroU32::new);
        Ok(ETag { digest: md5_opt::hash(digests.as_flattened()), parts })
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
    fn search(&self, path: &Path, length: u64, sizes: &[u64], wanted: Digest) -> io::Result<Found> {
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
        let found = groups.into_iter().find_map(|group| group.find(wanted));
        Ok(found.map_or(Found::Other, Found::Parts))
    }
}

/// Returns the part sizes to try for an ETag and the length of a file in bytes.
fn candidates(etag: ETag, length: u64) -> Result<Vec<u64>, ETagError> {
    let sizes = etag.part_sizes(length)?;
    let mut sizes: Vec<_> = sizes.take_while(|size| *size <= MAX_PART_BYTES).collect();
    let parts = etag.parts.map_or(1, NonZeroU32::get);
    let least = length.div_ceil(parts.into()).max(1);
    if !sizes.contains(&least) {
        sizes.push(least);
    }
    if parts == 1 {
        // A single part is the whole file, whatever the part size.
        sizes.truncate(1);
    }
    Ok(sizes)
}

/// Part sizes that are tried side by side.
#[derive(Clone)]
struct Group {
    states: Box<MultiMd5<TOGETHER, 1>>,
    tries: Vec<Try>,
}

/// A part size that is tried.
#[derive(Clone)]
struct Try {
    size: u64,
    /// The number of bytes that the current part lacks.
    left: u64,
    /// The MD5 of the MD5s of the complete parts.
    of_parts: Md5,
}

impl Group {
    fn new(sizes: &[u64]) -> Self {
        let one = |size: &u64| Try { size: *size, left: *size, of_parts: Md5::new() };
        Self { states: Box::new(MultiMd5::new()), tries: sizes.iter().map(one).collect() }
    }

    /// Appends bytes to the file.
    fn update(&mut self, bytes: &[u8]) {
        let mut later = [&[][..]; TOGETHER];
        later[..self.tries.len()].fill(bytes);
        while later.iter().any(|later| !later.is_empty()) {
            let mut pieces = [&[][..]; TOGETHER];
            for ((one, piece), later) in self.tries.iter().zip(&mut pieces).zip(&mut later) {
                let now = usize::try_from(one.left).map_or(later.len(), |n| n.min(later.len()));
                (*piece, *later) = later.split_at(now);
            }
            self.states.update_each(pieces);
            for (index, one) in self.tries.iter_mut().enumerate() {
                one.left -= pieces[index].len() as u64;
                if one.left == 0 {
                    one.of_parts.update(&self.states.finalize(index));
                    self.states.reset(index);
                    one.left = one.size;
                }
            }
        }
    }

    /// Returns the part size for which the file has this digest.
    fn find(self, wanted: Digest) -> Option<u64> {
        let Self { states, tries } = self;
        let fits = |(index, mut one): (usize, Try)| {
            if one.left < one.size {
                one.of_parts.update(&states.finalize(index));
            }
            (one.of_parts.finalize() == wanted).then_some(one.size)
        };
        tries.into_iter().enumerate().find_map(fits)
    }
}

fn changed() -> io::Error {
    io::Error::other("changed while it was read")
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

    const UPLOADER: Uploader = Uploader { part_size: 10, threshold: 100, progress: Progress::NONE };

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
        let search = |path: &Path, _| UPLOADER.search(path, 95, &[48, 49], [0; 16]);
        let stays = |_: &Path| ();
        let shrinks = |path: &Path| fs::write(path, [7; 91]).expect("write");
        let grows = |path: &Path| fs::write(path, [7; 99]).expect("write");
        for change in [shrinks, grows] {
            for changed in [
                after(change, whole),
                after(change, parts),
                after(change, of_parts),
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
            after(stays, search),
        ] {
            assert_eq!(unchanged, "no error");
        }
    }

    #[test]
    fn few_sizes_are_tried() {
        let of = |parts, length| {
            let etag = ETag { digest: [0; 16], parts: NonZeroU32::new(parts) };
            candidates(etag, length).expect("some fit")
        };
        // From half of the file to all of it, but no larger than S3 accepts.
        assert_eq!(of(2, 8 << 30).len(), 1025);
        assert_eq!(of(2, 10 << 30), [5 << 30]);
        assert_eq!(of(2, (10 << 30) + 2), [(5 << 30) + 1]);
        assert_eq!(of(2, 1 << 62), [1 << 61]);
        assert_eq!(of(2, u64::MAX), [1 << 63]);
        assert_eq!(of(1, u64::MAX), [u64::MAX]);
        assert_eq!(of(1, 20 << 20), [64 << 20]);
        assert_eq!(of(3, 20 << 20), [8 << 20, 7 << 20, 9 << 20, 6_990_507]);
        for parts in 1..=MAX_PARTS {
            assert!(of(parts, 5 << 40).len() <= 5121);
        }
    }

    /// The lengths of parts are around those of blocks and reads.
    #[test]
    fn sizes_tried_side_by_side() {
        let bytes: Vec<u8> = testkit::Generator::SplitMix(1).message(700_001);
        let sizes: Vec<u64> = (1..=60).map(|i| 100_001 + 6_007 * i).collect();
        for chunk in [1 << 20, 65_537] {
            let mut groups: Vec<_> = sizes.chunks(TOGETHER).map(Group::new).collect();
            for bytes in bytes.chunks(chunk) {
                groups.iter_mut().for_each(|group| group.update(bytes));
            }
            for (index, size) in sizes.iter().enumerate().step_by(7) {
                let wanted = ETag::of_parts(&bytes, *size).expect("few parts").digest;
                assert_eq!(groups[index / TOGETHER].clone().find(wanted), Some(*size));
            }
        }
    }
}
