//! The lines of a list of hashes: writing them, and reading them in [`read`].
//!
//! | form   | line                          | with a backslash, LF or CR in the name   |
//! |--------|-------------------------------|------------------------------------------|
//! | plain  | `<hex>  <name>`               | `\<hex>  <name with \\, \n, \r>`         |
//! | tagged | `ALGO (<name>) = <hex>`       | `\ALGO (<name with \\, \n, \r>) = <hex>` |
//!
//! The tag is the name of the algorithm, but `MD5` for md5, as other programs write it. `:seed=N`
//! follows for a key that is derived from a seed other than 0, and `:key` for a key that was given.

mod read;

use crate::algorithms::{self, ALGORITHMS, Algorithm, Digest};
use crate::cli::seed;
use crate::json;
pub(crate) use read::{Entry, Line, Reader, entries, entries_of, named};
use serde_json::json;
use std::borrow::Cow;
use std::ffi::OsStr;

/// The record of the key in a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Mark {
    /// Nothing: the key is that of seed 0, unless options say otherwise.
    #[default]
    None,
    /// The key is derived from this number.
    Seed(u64),
    /// A key was given, which no line contains.
    Key,
}

impl Mark {
    /// Returns the tag of an algorithm under this key.
    fn tag(self, algorithm: &Algorithm) -> Cow<'static, str> {
        let tag = algorithms::tag(algorithm);
        match self {
            _ if algorithm.key_lengths.is_empty() => tag,
            Self::None => tag,
            Self::Seed(seed) => format!("{tag}:seed={seed}").into(),
            Self::Key => format!("{tag}:key").into(),
        }
    }

    /// Splits a tag into that of the algorithm and the mark.
    fn split(tag: &[u8]) -> Option<(&[u8], Self)> {
        let Some(colon) = tag.iter().position(|byte| *byte == b':') else {
            return Some((tag, Self::None));
        };
        let (tag, mark) = tag.split_at(colon);
        let mark = match str::from_utf8(mark).ok()? {
            ":key" => Self::Key,
            mark => Self::Seed(seed(mark.strip_prefix(":seed=")?).ok()?),
        };
        Some((tag, mark))
    }
}

/// The form of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    /// Plain, with a `*` that says that the file was read as bytes, as every file is.
    Binary,
    Tagged,
    /// A JSON object.
    Json,
    /// The bytes of the hash alone.
    Raw,
}

/// How lines are written, and how they end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Format {
    pub(crate) style: Style,
    /// Lines end with NUL, and no name is escaped.
    pub(crate) zero: bool,
    /// The number of bits of each hash that are written, if not all are.
    pub(crate) bits: Option<usize>,
    pub(crate) mark: Mark,
}

impl Format {
    /// Returns the format of lines that record nothing about a key and end with a line feed.
    pub(crate) const fn new(style: Style) -> Self {
        Self { style, zero: false, bits: None, mark: Mark::None }
    }

    /// Returns the format of lines that --check reads without options, but for keys: plain ones of
    /// the default algorithm under seed 0, and tagged ones of everything else.
    pub(crate) fn usual(algorithm: &Algorithm, mark: Mark, zero: bool) -> Self {
        let is_default = algorithm.name == ALGORITHMS[0].name && mark == Mark::None;
        let style = if is_default { Style::Plain } else { Style::Tagged };
        Self { zero, mark, ..Self::new(style) }
    }

    pub(crate) const fn end(self) -> u8 {
        if self.zero { 0 } else { b'\n' }
    }

    /// Appends the line of a file.
    pub(crate) fn write(
        self,
        out: &mut Vec<u8>,
        algorithm: &Algorithm,
        name: &OsStr,
        digest: Digest,
    ) {
        let digest = self.bits.map_or(digest, |bits| digest.first(bits));
        match self.style {
            Style::Raw => out.extend_from_slice(digest.as_bytes()),
            Style::Json => {
                let mut fields =
                    json!({ "algorithm": algorithm.stored_name(), "hash": digest.to_string() });
                match self.mark {
                    _ if algorithm.key_lengths.is_empty() => {}
                    Mark::None => fields["seed"] = 0.into(),
                    Mark::Seed(seed) => fields["seed"] = seed.into(),
                    Mark::Key => fields["keyed"] = true.into(),
                }
                json::file(out, name, fields);
            }
            _ => self.write_text(out, &self.mark.tag(algorithm), name, &digest.to_string()),
        }
    }

    /// Appends a plain or tagged line that has any text in place of the hash.
    pub(crate) fn write_text(self, out: &mut Vec<u8>, tag: &str, name: &OsStr, hash: &str) {
        let raw = name.as_encoded_bytes();
        let (mark, name) = if self.zero { (&b""[..], raw.into()) } else { escaped(raw) };
        let gap = if self.style == Style::Binary { b" *" } else { b"  " };
        let parts: &[&[u8]] = match self.style {
            Style::Tagged => &[mark, tag.as_bytes(), b" (", &name, b") = ", hash.as_bytes()],
            _ => &[mark, hash.as_bytes(), gap, &name],
        };
        parts.iter().for_each(|part| out.extend_from_slice(part));
        out.push(self.end());
    }
}

/// Returns the backslash that the line starts with, if any, and the name as the line contains it.
pub(crate) fn escaped(name: &[u8]) -> (&'static [u8], Cow<'_, [u8]>) {
    if !name.iter().any(|b| matches!(b, b'\\' | b'\n' | b'\r')) {
        return (b"", name.into());
    }
    let escape = |b: &u8| match b {
        b'\\' => b"\\\\".to_vec(),
        b'\n' => b"\\n".to_vec(),
        b'\r' => b"\\r".to_vec(),
        b => vec![*b],
    };
    (b"\\", name.iter().flat_map(escape).collect())
}
