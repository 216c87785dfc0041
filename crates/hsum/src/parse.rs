//! The parsers of the tool, for its fuzz targets and tests.
//!
//! This is not a stable API. No function here reads a file, prints, ends the process or panics,
//! whatever its input is.

use crate::algorithms::{self, ALGORITHMS, Algorithm};
use crate::cli::{self, Cli};
use crate::keys::{Key, Material};
use crate::sums::{self, Format, Line, Reader, Style};
use md5_opt::s3::ETag;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::PathBuf;

/// Returns the names of the algorithms, as `-a` accepts them.
pub fn algorithms() -> impl Iterator<Item = &'static str> {
    ALGORITHMS.iter().map(|algorithm| algorithm.name)
}

/// The dialect of a list of hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `hsum --check`: plain lines of one algorithm, tagged ones of any.
    Check {
        /// Lines end with NUL, and no name is escaped.
        zero: bool,
    },
    /// `hsum md5 -c`: lines of md5 alone.
    Md5,
}

/// A line of a list of hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The algorithm's name.
    pub algorithm: &'static str,
    /// The file.
    pub name: PathBuf,
    /// The hash in lower-case hexadecimal digits.
    pub hex: String,
}

impl From<Line> for Sum {
    fn from(line: Line) -> Self {
        Self { algorithm: line.algorithm.name, name: line.name, hex: line.digest.to_string() }
    }
}

/// An entry of a list of hashes. Empty lines, comments and the line that ends a list have none.
#[derive(Debug)]
pub enum Entry {
    /// A line.
    Sum(Sum),
    /// The line with this number, counted from 1, is malformed, of an unknown algorithm, or
    /// ends a list that is not as it was written.
    Malformed(usize),
    /// The list cannot be read any further. This is the last entry.
    Broken(io::Error),
}

/// Reads a list of hashes whose plain lines are of the algorithm `plain`. Returns `None` if there
/// is no such algorithm.
pub fn list(list: impl Read, plain: &str, dialect: Dialect) -> Option<impl Iterator<Item = Entry>> {
    let plain = Algorithm::find(plain)?;
    let reader = match dialect {
        Dialect::Check { zero } => Reader::any(plain, zero),
        Dialect::Md5 => Reader::only(plain, false),
    };
    Some(sums::entries(list, reader).filter_map(|entry| match entry {
        sums::Entry::Line(line) => Some(Entry::Sum(line.into())),
        sums::Entry::Malformed(number, _)
        | sums::Entry::Unknown(number, _)
        | sums::Entry::End(number, Err(_)) => Some(Entry::Malformed(number)),
        sums::Entry::Broken(error) => Some(Entry::Broken(error)),
        sums::Entry::Pause | sums::Entry::End(_, Ok(_)) => None,
    }))
}

/// How a line of a list of hashes is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Form {
    /// `ALGO (name) = hex` instead of `hex  name`.
    pub tag: bool,
    /// The line ends with NUL, and the name is not escaped.
    pub zero: bool,
    /// A plain line has `*` before the name.
    pub binary: bool,
}

/// Returns the line that `hsum` prints for a file, or `None` if there is no such algorithm or if
/// `hex` is not a hash of it.
#[must_use]
pub fn line(algorithm: &str, name: &OsStr, hex: &str, form: Form) -> Option<Vec<u8>> {
    let algorithm = Algorithm::find(algorithm)?;
    let digest = algorithms::digest(algorithm, hex.as_bytes())?;
    let Form { tag, zero, binary } = form;
    let style = match (tag, binary) {
        (true, _) => Style::Tagged,
        (false, true) => Style::Binary,
        (false, false) => Style::Plain,
    };
    let mut out = Vec::new();
    Format { zero, ..Format::new(style) }.write(&mut out, algorithm, name, digest);
    Some(out)
}

/// Parses a command line whose first argument is the name of the program.
///
/// # Errors
/// The text that the program prints: a complaint, or the help or version that was requested.
pub fn arguments(args: &[OsString]) -> Result<(), String> {
    Cli::parse(args).map(drop).map_err(|refusal| refusal.text())
}

/// Parses the value of `--key` or `--nonce`, which is in hexadecimal digits, and returns the bytes.
///
/// # Errors
/// The reason why the text is not bytes in hexadecimal digits.
pub fn digits(text: &str) -> Result<Vec<u8>, String> {
    cli::bytes(text).map(|bytes| bytes.0)
}

/// Reads the contents of a key file for an algorithm, and returns the bytes of the key.
///
/// # Errors
/// The reason why the contents are not a key of the algorithm, or that there is no such algorithm.
pub fn key_file(contents: &[u8], algorithm: &str) -> Result<Vec<u8>, String> {
    let algorithm = Algorithm::find(algorithm).ok_or("no such algorithm")?;
    let material = Material::of_file("key".into(), contents.to_vec());
    let material = material.map_err(|failure| failure.reason)?;
    match material.key(algorithm).map_err(|failure| failure.reason)? {
        Key::Bytes(bytes) => Ok(bytes.into_owned()),
        Key::Seed(_) => Err("not a file".to_owned()),
    }
}

/// Parses a size such as `4K`, and returns the number of bytes.
///
/// # Errors
/// The reason why the text is not a size.
pub fn size(text: &str) -> Result<u64, String> {
    cli::size(text).map_err(str::to_owned)
}

/// Parses the value of `--verify`, and returns the MD5 and the number of parts, which is 0 for an
/// object that was uploaded whole.
///
/// # Errors
/// The reason why the text is not an ETag.
pub fn etag(text: &str) -> Result<([u8; 16], u32), String> {
    let etag: ETag = text.parse().map_err(|error: md5_opt::s3::ETagError| error.to_string())?;
    Ok((etag.digest, etag.parts.map_or(0, std::num::NonZeroU32::get)))
}
