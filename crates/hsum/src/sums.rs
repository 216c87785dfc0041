//! The lines of a list of hashes: writing and reading them.
//!
//! | form   | line                          | with a backslash, LF or CR in the name |
//! |--------|-------------------------------|----------------------------------------|
//! | plain  | `<hex>  <name>`               | `\<hex>  <name with \\, \n, \r>`       |
//! | tagged | `ALGO (<name>) = <hex>`       | `\ALGO (<name with \\, \n, \r>) = <hex>` |
//!
//! The tag is the algorithm's name, but `MD5` for md5, as others write it.
//!
//! Readers take what the coreutils' readers take as well: blanks before a line, `*` for the second
//! space, upper-case digits, no blanks around the parenthesis or the equals sign, CR before LF, and
//! in lists of MD5 one blank for two.

use crate::algorithms::{Algorithm, Digest};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read};
use std::iter;
use std::path::PathBuf;

/// How lines are written, and how they end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Format {
    /// Tagged instead of plain.
    pub(crate) tag: bool,
    /// They end with NUL, and no name is escaped.
    pub(crate) zero: bool,
    /// Only so many bits of each hash are written.
    pub(crate) bits: Option<usize>,
    /// Plain lines say by `*` that the file was read as bytes, which it always is.
    pub(crate) binary: bool,
}

impl Format {
    pub(crate) const fn end(self) -> u8 {
        if self.zero { 0 } else { b'\n' }
    }

    /// Appends a line.
    pub(crate) fn write(
        self,
        out: &mut Vec<u8>,
        algorithm: &Algorithm,
        name: &OsStr,
        digest: Digest,
    ) {
        let digest = self.bits.map_or(digest, |bits| digest.first(bits));
        self.write_text(out, algorithm.tag(), name, &digest.to_hex());
    }

    /// Appends a line with any text for the hash.
    pub(crate) fn write_text(self, out: &mut Vec<u8>, tag: &str, name: &OsStr, hash: &str) {
        let raw = name.as_encoded_bytes();
        let (mark, name) = if self.zero { (&b""[..], raw.into()) } else { escaped(raw) };
        let parts: &[&[u8]] = if self.tag {
            &[mark, tag.as_bytes(), b" (", &name, b") = ", hash.as_bytes()]
        } else {
            &[mark, hash.as_bytes(), if self.binary { b" *" } else { b"  " }, &name]
        };
        parts.iter().for_each(|part| out.extend_from_slice(part));
        out.push(self.end());
    }
}

/// The name so that it fits on a line, after what that line starts with.
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

/// The name that was escaped, if it is one.
fn unescaped(name: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = name.iter();
    let mut raw = Vec::with_capacity(name.len());
    while let Some(&byte) = bytes.next() {
        raw.push(match byte {
            b'\\' => match bytes.next()? {
                b'\\' => b'\\',
                b'n' => b'\n',
                b'r' => b'\r',
                _ => return None,
            },
            byte => byte,
        });
    }
    Some(raw)
}

/// A piece of a list of hashes.
pub(crate) enum Entry {
    Line(Line),
    /// The line with this number, counted from 1, is malformed.
    Malformed(usize),
    /// The list cannot be read any further; this is the last entry.
    Broken(io::Error),
    /// The next line has not arrived yet.
    Pause,
}

/// The longest line of a list, in bytes: a list without line ends must not fill the memory.
pub(crate) const MAX_LINE_BYTES: usize = 1 << 20;

/// Reads the entries of a list; empty lines and comments are skipped.
pub(crate) fn entries(list: impl Read, mut reader: Reader) -> impl Iterator<Item = Entry> {
    let mut list = BufReader::with_capacity(1 << 16, list);
    let (mut line, mut number) = (Vec::new(), 0);
    let mut has_paused = true;
    let mut is_over = false;
    iter::from_fn(move || {
        while !is_over {
            if !has_paused && !list.buffer().contains(&reader.end()) {
                has_paused = true;
                return Some(Entry::Pause);
            }
            number += 1;
            line.clear();
            let most = MAX_LINE_BYTES as u64 + 1;
            let entry = match list.by_ref().take(most).read_until(reader.end(), &mut line) {
                Ok(0) => return None,
                Ok(_) => reader.entry(&line, number),
                Err(error) => Some(Entry::Broken(error)),
            };
            // A list that fails once may do so for ever.
            is_over = matches!(entry, Some(Entry::Broken(_)));
            has_paused = false;
            if entry.is_some() {
                return entry;
            }
        }
        None
    })
}

/// The contents of a line.
pub(crate) struct Line {
    pub(crate) algorithm: &'static Algorithm,
    pub(crate) name: PathBuf,
    pub(crate) digest: Digest,
}

/// Reads the lines of a list.
pub(crate) struct Reader {
    /// The algorithm of plain lines.
    pub(crate) plain: &'static Algorithm,
    /// Tagged lines may have any algorithm; otherwise they must have that of plain lines.
    any: bool,
    /// Lines end with NUL, and no name is escaped.
    zero: bool,
    /// Whether plain lines are those of BSD's `md5 -r`, with one blank; unknown before the first.
    /// A list has one form, or who can rename files could choose which of two is checked.
    reversed: Option<bool>,
}

impl Reader {
    /// Reads what `hsum` prints: plain lines of one algorithm, tagged ones of any.
    pub(crate) const fn any(plain: &'static Algorithm, zero: bool) -> Self {
        Self { plain, any: true, zero, reversed: Some(false) }
    }

    /// Reads what `md5sum` and its kin print: lines of one algorithm.
    pub(crate) const fn only(algorithm: &'static Algorithm) -> Self {
        Self { plain: algorithm, any: false, zero: false, reversed: None }
    }

    const fn end(&self) -> u8 {
        if self.zero { 0 } else { b'\n' }
    }

    /// Reads a line with its end, unless it is empty or a comment.
    fn entry(&mut self, line: &[u8], number: usize) -> Option<Entry> {
        let line = match line.strip_suffix(&[self.end()]) {
            None if line.len() > MAX_LINE_BYTES => {
                let reason = format!("line {number} is longer than {MAX_LINE_BYTES} bytes");
                return Some(Entry::Broken(io::Error::other(reason)));
            }
            without_end => without_end.unwrap_or(line),
        };
        let line = line.strip_suffix(b"\r").filter(|_| !self.zero).unwrap_or(line);
        if line.is_empty() || line.starts_with(b"#") {
            return None;
        }
        Some(self.parse(line).map_or(Entry::Malformed(number), Entry::Line))
    }

    /// Reads a line without its end.
    pub(crate) fn parse(&mut self, line: &[u8]) -> Option<Line> {
        let line = without_blanks(line);
        let (line, is_escaped) = match line.strip_prefix(b"\\") {
            Some(_) if self.zero => return None,
            Some(rest) => (rest, true),
            None => (line, false),
        };
        let (algorithm, name, hex) = self.tagged(line).or_else(|| self.untagged(line))?;
        let digest = algorithm.digest(hex)?;
        let name = if is_escaped { unescaped(name)? } else { name.to_vec() };
        // The coreutils take it for a name, of a file that does not exist.
        if name.is_empty() && self.any {
            return None;
        }
        Some(Line { algorithm, name: path(name)?, digest })
    }

    fn tagged<'l>(&self, line: &'l [u8]) -> Option<Parts<'l>> {
        let open = line.iter().position(|&b| b == b'(')?;
        let close = line.iter().rposition(|&b| b == b')')?;
        let tag = &line[..open];
        let algorithm = Algorithm::find_tag(tag.strip_suffix(b" ").unwrap_or(tag))?;
        if !self.any && algorithm.name != self.plain.name {
            return None;
        }
        let hex = without_blanks(without_blanks(&line[close + 1..]).strip_prefix(b"=")?);
        Some((algorithm, line.get(open + 1..close)?, hex))
    }

    fn untagged<'l>(&mut self, line: &'l [u8]) -> Option<Parts<'l>> {
        // Digits have no blanks, so the first one ends them; a hash of one length has it at one
        // place.
        let digits = match self.plain.cuts {
            [] => self.plain.output_bits / 4,
            _ => line.iter().position(|b| is_blank(*b))?,
        };
        let (hex, rest) = line.split_at_checked(digits)?;
        let (blank, rest) = rest.split_first()?;
        if !is_blank(*blank) || !hex.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        let name =
            match rest {
                [] => return None,
                [b' ' | b'*', name @ ..] if !name.is_empty() => {
                    if *self.reversed.get_or_insert(false) { rest } else { name }
                }
                _ if !*self.reversed.get_or_insert(true) => return None,
                name => name,
            };
        Some((self.plain, name, hex))
    }
}

type Parts<'l> = (&'static Algorithm, &'l [u8], &'l [u8]);

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn without_blanks(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|b| is_blank(**b)).count();
    &text[blanks..]
}

#[cfg(unix)]
fn path(name: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    Some(std::ffi::OsString::from_vec(name).into())
}

/// Elsewhere names are text.
#[cfg(not(unix))]
fn path(name: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(name).ok().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::ALGORITHMS;
    use proptest::prelude::*;

    fn format() -> impl Strategy<Value = Format> {
        any::<[bool; 3]>().prop_map(|[tag, zero, binary]| Format { tag, zero, bits: None, binary })
    }

    fn reader(plain: &'static Algorithm, zero: bool) -> Reader {
        Reader { reversed: None, ..Reader::any(plain, zero) }
    }

    fn algorithm() -> impl Strategy<Value = &'static Algorithm> {
        proptest::sample::select(ALGORITHMS.iter().collect::<Vec<_>>())
    }

    /// Bytes, many of which mean something in some line.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        let special = proptest::sample::select(&b"\\\\\n\rn()=* \t0aF#\0-"[..]);
        proptest::collection::vec(prop_oneof![special, any::<u8>()], 0..40)
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            format in format(),
            algorithm in algorithm(),
            name in bytes(),
            value: u64,
        ) {
            // No file has such a name.
            prop_assume!(!name.is_empty() && !name.contains(&0));
            let Some(path) = path(name) else { return Ok(()) };
            let hex = format!("{value:016x}").repeat(4);
            let hex = &hex.as_bytes()[..algorithm.output_bits / 4];
            let digest = Digest::from_hex(hex, algorithm.output_bits).unwrap();
            let mut line = Vec::new();
            format.write(&mut line, algorithm, path.as_os_str(), digest);
            prop_assert_eq!(line.pop(), Some(format.end()));
            prop_assert!(!line.contains(&format.end()));
            prop_assert!(format.zero || !line.contains(&b'\r'));
            let read = reader(algorithm, format.zero).parse(&line).unwrap();
            prop_assert_eq!(read.algorithm.name, algorithm.name);
            prop_assert_eq!(read.name, path);
            prop_assert_eq!(read.digest, digest);
        }

        #[test]
        fn anything_is_a_line_or_none(line in bytes(), algorithm in algorithm(), zero: bool) {
            let start = algorithm.tag().as_bytes();
            let digits = &[b'0'; 64][..algorithm.output_bits / 4];
            let lines = [&[start, b" (", &line, b") = ", digits].concat(), &[digits, &line].concat(), &line];
            for line in lines {
                let _ = reader(algorithm, zero).parse(line);
            }
        }

        #[test]
        fn escapes_are_undone(name in bytes()) {
            prop_assert_eq!(unescaped(&escaped(&name).1), Some(name));
        }
    }
}
