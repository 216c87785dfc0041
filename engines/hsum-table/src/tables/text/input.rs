//! The bytes of text files, which may be compressed.

use crate::output::without_number;
use crate::tables::listing::failure;
use datafusion::common::exec_err;
use datafusion::error::Result;
use flate2::bufread::MultiGzDecoder;
use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::path::Path;

/// The bytes of a file.
pub(super) type Input = Box<dyn BufRead + Send>;

/// The largest record in bytes. Without a limit, a missing quote or line end would turn the rest of
/// a file into one record in memory.
pub(super) const LIMIT: usize = 1 << 30;

/// An error of reading text.
#[derive(Debug)]
pub(super) enum TextError {
    Read(io::Error),
    /// The line, counted from 1, and its defect.
    Line(u64, String),
}

impl TextError {
    pub(super) fn line(line: u64, defect: impl Into<String>) -> Self {
        Self::Line(line, defect.into())
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => f.write_str(&without_number(&error.to_string())),
            Self::Line(line, defect) => write!(f, "line {line}: {defect}"),
        }
    }
}

/// The extensions of compressed files, with their first bytes, which no text in UTF-8 has.
const COMPRESSED: [(&str, &[u8]); 2] = [("gz", b"\x1f\x8b"), ("zst", b"\x28\xb5\x2f\xfd")];

/// Returns the name of a file without the extension of a compressed one.
pub(crate) fn decompressed_name(path: &Path) -> &Path {
    let is_compressed = compression(path.extension()).is_some();
    path.file_stem().filter(|_| is_compressed).map_or(path, Path::new)
}

fn compression(extension: Option<&OsStr>) -> Option<&'static str> {
    let extension = extension?.to_ascii_lowercase();
    COMPRESSED.iter().map(|(name, _)| *name).find(|name| extension == *name)
}

/// Opens a file. Its first bytes say whether it is compressed.
pub(super) fn open(path: &Path) -> Result<Input> {
    let mut file = File::open(path).map_err(|error| failure(path, &error))?;
    let mut start = Vec::new();
    file.by_ref()
        .take(4)
        .read_to_end(&mut start)
        .and_then(|_| file.rewind())
        .map_err(|error| failure(path, &error))?;
    let found = COMPRESSED.iter().find(|(_, magic)| start.starts_with(magic));
    let wanted = compression(path.extension());
    // pzstd starts with a frame to skip, whose first bytes could be text.
    let is_skipped = matches!(*start, [0x50..=0x5f, 0x2a, 0x4d, 0x18]) && wanted == Some("zst");
    let found = found.map(|(name, _)| *name).or(is_skipped.then_some("zst"));
    if wanted.is_some() && wanted != found {
        return exec_err!("{}: not compressed as its name says", crate::output::quoted(path));
    }
    let file = BufReader::with_capacity(1 << 16, file);
    let input: Input = match found {
        None => Box::new(file),
        Some("gz") => Box::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(file))),
        Some(_) => {
            let bytes = zstd::Decoder::with_buffer(file).map_err(|error| failure(path, &error))?;
            Box::new(BufReader::with_capacity(1 << 16, bytes))
        }
    };
    without_mark(input).map_err(|error| failure(path, &error))
}

/// Skips the byte order mark of UTF-8, which can be in several parts: the members of a gzip file
/// are read one by one.
fn without_mark(mut input: Input) -> io::Result<Input> {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    let mut start = Vec::new();
    input.by_ref().take(MARK.len() as u64).read_to_end(&mut start)?;
    if start == MARK {
        return Ok(input);
    }
    Ok(Box::new(Cursor::new(start).chain(input)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_skipped_in_parts() {
        for size in 1..5 {
            for (text, wanted) in [
                ("\u{feff}a", "a"),
                ("\u{feff}\u{feff}", "\u{feff}"),
                ("\u{fefe}a", "\u{fefe}a"),
                ("a\u{feff}", "a\u{feff}"),
                ("ab", "ab"),
                ("", ""),
                ("\u{feff}", ""),
            ] {
                let input = BufReader::with_capacity(size, Cursor::new(text.to_owned()));
                let mut read = String::new();
                let mut input = without_mark(Box::new(input)).expect("no error");
                input.read_to_string(&mut read).expect("no error");
                assert_eq!(read, wanted, "{size}");
            }
        }
    }
}
