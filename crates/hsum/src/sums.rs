//! The lines of a list of hashes: writing and reading them.
//!
//! | form   | line                          | with a backslash, LF or CR in the name   |
//! |--------|-------------------------------|------------------------------------------|
//! | plain  | `<hex>  <name>`               | `\<hex>  <name with \\, \n, \r>`         |
//! | tagged | `ALGO (<name>) = <hex>`       | `\ALGO (<name with \\, \n, \r>) = <hex>` |
//!
//! The tag is the name of the algorithm, but `MD5` for md5, as other programs write it. `:seed=N`
//! follows for a key that is derived from a seed other than 0, and `:key` for a key that was given.
//!
//! Readers accept what the coreutils accept as well: blanks before a line, `*` for the second
//! space, upper-case digits, no blanks around the parenthesis or the equals sign, CR before LF, and
//! in lists of MD5 one blank for two. A tag may be in any case, except in those lists.

use crate::algorithms::{self, ALGORITHMS, Algorithm, Digest};
use crate::cli::seed;
use crate::ending::{self, End, Lines};
use crate::json;
use serde_json::json;
use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read};
use std::iter;
use std::path::PathBuf;

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

/// Undoes the escapes in a name, if they are valid.
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

/// An entry of a list of hashes.
pub(crate) enum Entry {
    Line(Line),
    /// The line with this number, counted from 1, is malformed.
    Malformed(usize),
    /// The line with this number has the tag of an algorithm that does not exist here.
    Unknown(usize, String),
    /// The line with this number ends the list, unless others follow.
    End(usize, Result<End, String>),
    /// The list cannot be read any further. This is the last entry.
    Broken(io::Error),
    /// The next line has not arrived yet.
    Pause,
}

/// The longest line of a list, in bytes: a list without line ends must not fill the memory.
pub(crate) const MAX_LINE_BYTES: usize = 1 << 20;

/// Reads the entries of a list. Empty lines and comments are skipped.
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
            // A list that fails once may fail each time.
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
    pub(crate) mark: Mark,
    pub(crate) name: PathBuf,
    pub(crate) digest: Digest,
}

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads the lines of a list.
pub(crate) struct Reader {
    /// The algorithm of plain lines.
    pub(crate) plain: &'static Algorithm,
    /// Tagged lines may have any algorithm, mark and case; otherwise they must have the tag of the
    /// algorithm of plain lines.
    any: bool,
    /// Lines end with NUL, and no name is escaped.
    zero: bool,
    /// Whether plain lines are those of BSD's `md5 -r`, with one blank; unknown before the first.
    /// All lines of a list have one form. Otherwise, an attacker who can rename files could choose
    /// which of two files is checked.
    reversed: Option<bool>,
    /// A line of the file `-` is malformed, because the list is on standard input.
    without_stdin: bool,
    /// The lines that the end of the list is compared with.
    lines: Lines,
}

impl Reader {
    /// Reads what `hsum` prints: plain lines of one algorithm, tagged ones of any.
    pub(crate) fn any(plain: &'static Algorithm, zero: bool) -> Self {
        let reversed = Some(false);
        Self { plain, any: true, zero, reversed, without_stdin: false, lines: Lines::new() }
    }

    /// Reads what `md5sum` and similar programs print: lines of one algorithm. A list on standard
    /// input is without lines of standard input.
    pub(crate) fn only(algorithm: &'static Algorithm, without_stdin: bool) -> Self {
        Self { any: false, reversed: None, without_stdin, ..Self::any(algorithm, false) }
    }

    const fn end(&self) -> u8 {
        if self.zero { 0 } else { b'\n' }
    }

    /// Reads a line that includes its end, unless it is empty or a comment.
    fn entry(&mut self, line: &[u8], number: usize) -> Option<Entry> {
        let line = match line.strip_suffix(&[self.end()]) {
            None if line.len() > MAX_LINE_BYTES => {
                let reason = format!("line {number} is longer than {MAX_LINE_BYTES} bytes");
                return Some(Entry::Broken(io::Error::other(reason)));
            }
            without_end => without_end.unwrap_or(line),
        };
        let line = line.strip_suffix(b"\r").filter(|_| !self.zero).unwrap_or(line);
        // Editors of Windows put a byte-order mark before a text. md5sum does not skip it.
        let line =
            line.strip_prefix(BYTE_ORDER_MARK).filter(|_| self.any && number == 1).unwrap_or(line);
        if self.any {
            if let Some(end) = self.lines.read(line) {
                return Some(Entry::End(number, end));
            }
            self.lines.add(line);
        }
        if ending::is_no_line(line) {
            return None;
        }
        Some(match self.parse(line) {
            Some(line) => Entry::Line(line),
            None => match unknown(line).filter(|_| self.any) {
                Some(tag) => Entry::Unknown(number, tag),
                None => Entry::Malformed(number),
            },
        })
    }

    /// Reads a line without its end.
    pub(crate) fn parse(&mut self, line: &[u8]) -> Option<Line> {
        let (is_escaped, line) = start(line);
        if is_escaped && self.zero {
            return None;
        }
        let (algorithm, mark, name, hex) = self.tagged(line).or_else(|| self.untagged(line))?;
        let digest = algorithms::digest(algorithm, hex)?;
        let name = if is_escaped { unescaped(name)? } else { name.to_vec() };
        // The coreutils take an empty name for that of a file that does not exist.
        if name.is_empty() && self.any || name == b"-" && self.without_stdin {
            return None;
        }
        Some(Line { algorithm, mark, name: path(name)?, digest })
    }

    fn tagged<'l>(&self, line: &'l [u8]) -> Option<Parts<'l>> {
        let (tag, name, hex) = split(line)?;
        let (algorithm, mark) = if self.any {
            known(tag)?
        } else {
            (Some(self.plain).filter(|plain| algorithms::tag(plain).as_bytes() == tag)?, Mark::None)
        };
        Some((algorithm, mark, name, hex))
    }

    fn untagged<'l>(&mut self, line: &'l [u8]) -> Option<Parts<'l>> {
        // Digits contain no blank, so the first blank ends them. The hash of an algorithm that has
        // hashes of one length ends at a known place.
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
        Some((self.plain, Mark::None, name, hex))
    }
}

type Parts<'l> = (&'static Algorithm, Mark, &'l [u8], &'l [u8]);

/// Skips the blanks before a line and the backslash that announces escapes, and tells whether there
/// is one.
fn start(line: &[u8]) -> (bool, &[u8]) {
    let line = without_blanks(line);
    line.strip_prefix(b"\\").map_or((false, line), |rest| (true, rest))
}

/// Splits a tagged line into tag, name and digits.
fn split(line: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let open = line.iter().position(|&b| b == b'(')?;
    let close = line.iter().rposition(|&b| b == b')')?;
    let tag = &line[..open];
    let hex = without_blanks(without_blanks(&line[close + 1..]).strip_prefix(b"=")?);
    Some((tag.strip_suffix(b" ").unwrap_or(tag), line.get(open + 1..close)?, hex))
}

/// Returns the algorithm and the mark that a tag in any case stands for.
fn known(tag: &[u8]) -> Option<(&'static Algorithm, Mark)> {
    let (tag, mark) = Mark::split(tag)?;
    // A name without its version says nothing about values that a later version computes.
    let is_stored = |row: &&Algorithm| algorithms::tag(row).as_bytes().eq_ignore_ascii_case(tag);
    let algorithm = algorithms::find(tag).filter(is_stored)?;
    (mark == Mark::None || !algorithm.key_lengths.is_empty()).then_some((algorithm, mark))
}

/// Returns the tag of a line that is well-formed except that its algorithm is unknown.
fn unknown(line: &[u8]) -> Option<String> {
    /// No algorithm has a longer name.
    const MAX_TAG_BYTES: usize = 64;
    let (tag, name, hash) = split(start(line).1)?;
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_./:+=".contains(byte);
    let is_tag = !tag.is_empty() && tag.len() <= MAX_TAG_BYTES && tag.iter().all(is_word);
    // Other programs write base64 as well as hexadecimal digits.
    let is_hash = !hash.is_empty() && hash.iter().all(is_word);
    (is_tag && !name.is_empty() && is_hash && known(tag).is_none())
        .then(|| String::from_utf8_lossy(tag).into_owned())
}

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

/// On other systems names are text.
#[cfg(not(unix))]
fn path(name: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(name).ok().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn format() -> impl Strategy<Value = Format> {
        let style = proptest::sample::select(vec![Style::Plain, Style::Binary, Style::Tagged]);
        let mark =
            prop_oneof![Just(Mark::None), Just(Mark::Key), any::<u64>().prop_map(Mark::Seed)];
        (style, any::<bool>(), mark).prop_map(|(style, zero, mark)| Format {
            style,
            zero,
            bits: None,
            mark,
        })
    }

    fn reader(plain: &'static Algorithm, zero: bool) -> Reader {
        Reader { reversed: None, ..Reader::any(plain, zero) }
    }

    fn algorithm() -> impl Strategy<Value = &'static Algorithm> {
        proptest::sample::select(ALGORITHMS.iter().collect::<Vec<_>>())
    }

    /// Bytes, many of which have a meaning in lines.
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
            let digest = algorithms::from_hex(hex, algorithm.output_bits).unwrap();
            let mut line = Vec::new();
            format.write(&mut line, algorithm, path.as_os_str(), digest);
            prop_assert_eq!(line.pop(), Some(format.end()));
            prop_assert!(!line.contains(&format.end()));
            prop_assert!(format.zero || !line.contains(&b'\r'));
            let read = reader(algorithm, format.zero).parse(&line).unwrap();
            prop_assert_eq!(read.algorithm.name, algorithm.name);
            let is_marked = format.style == Style::Tagged && !algorithm.key_lengths.is_empty();
            prop_assert_eq!(read.mark, if is_marked { format.mark } else { Mark::None });
            prop_assert_eq!(read.name, path);
            prop_assert_eq!(read.digest, digest);
        }

        #[test]
        fn anything_is_a_line_or_none(line in bytes(), algorithm in algorithm(), zero: bool) {
            let start = &*algorithms::tag(algorithm);
            let start = start.as_bytes();
            let digits = &[b'0'; 64][..algorithm.output_bits / 4];
            let tagged = [start, b" (", &line, b") = ", digits].concat();
            for line in [&tagged, &[digits, &line].concat(), &line] {
                let _ = reader(algorithm, zero).parse(line);
            }
        }

        #[test]
        fn a_tag_is_known_or_not(line in bytes()) {
            let line = [b"x", &line[..], b" (name) = 00"].concat();
            if let Some(tag) = unknown(&line) {
                prop_assert!(tag.bytes().all(|byte| byte.is_ascii_graphic()));
            }
        }

        #[test]
        fn escapes_are_undone(name in bytes()) {
            prop_assert_eq!(unescaped(&escaped(&name).1), Some(name));
        }
    }
}
