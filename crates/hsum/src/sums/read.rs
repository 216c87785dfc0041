//! Reading the lines of a list.
//!
//! Readers accept what the coreutils accept as well: blanks before a line, `*` for the second
//! space, upper-case digits, no blanks around the parenthesis or the equals sign, CR before LF, and
//! in lists of MD5 one blank for two. A tag may be in any case, except in those lists.

use super::Mark;
use crate::algorithms::{self, Algorithm, Digest};
use crate::ending::{self, End, Lines};
use crate::others;
use std::io::{self, BufRead, BufReader, Read};
use std::iter;
use std::path::PathBuf;

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
pub(crate) enum Entry<L = Line> {
    Line(L),
    /// The line with this number, counted from 1, is malformed, and perhaps one of another program.
    Malformed(usize, Option<&'static str>),
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

/// Reads the entries of a list of hashes. Empty lines and comments are skipped.
pub(crate) fn entries(list: impl Read, mut reader: Reader) -> impl Iterator<Item = Entry> {
    entries_of(list, reader.end(), move |line, number| reader.entry(line, number))
}

/// Reads the entries of a list whose lines end with this byte. `parse(line, number)` gets each
/// line without its end.
pub(crate) fn entries_of<L>(
    list: impl Read,
    end: u8,
    mut parse: impl FnMut(&[u8], usize) -> Option<Entry<L>>,
) -> impl Iterator<Item = Entry<L>> {
    let mut list = BufReader::with_capacity(1 << 16, list);
    let (mut line, mut number) = (Vec::new(), 0);
    let mut has_paused = true;
    let mut is_over = false;
    iter::from_fn(move || {
        while !is_over {
            if !has_paused && !list.buffer().contains(&end) {
                has_paused = true;
                return Some(Entry::Pause);
            }
            number += 1;
            line.clear();
            let most = MAX_LINE_BYTES as u64 + 1;
            let entry = match list.by_ref().take(most).read_until(end, &mut line) {
                Ok(0) => return None,
                Ok(_) => match line.strip_suffix(&[end]) {
                    None if line.len() > MAX_LINE_BYTES => {
                        let reason = format!("line {number} is longer than {MAX_LINE_BYTES} bytes");
                        Some(Entry::Broken(io::Error::other(reason)))
                    }
                    without_end => {
                        let line = without_end.unwrap_or(&line);
                        // Windows ends lines with CR and LF.
                        let without_cr = line.strip_suffix(b"\r").filter(|_| end == b'\n');
                        parse(without_cr.unwrap_or(line), number)
                    }
                },
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
    /// A malformed line was one of another program.
    has_hinted: bool,
    /// The lines that the end of the list is compared with.
    lines: Lines,
}

impl Reader {
    /// Reads what `hsum` prints: plain lines of one algorithm, tagged ones of any.
    pub(crate) fn any(plain: &'static Algorithm, zero: bool) -> Self {
        let reversed = Some(false);
        Self {
            plain,
            any: true,
            zero,
            reversed,
            without_stdin: false,
            has_hinted: false,
            lines: Lines::new(),
        }
    }

    /// Reads what `md5sum` and similar programs print: lines of one algorithm. A list on standard
    /// input is without lines of standard input.
    pub(crate) fn only(algorithm: &'static Algorithm, without_stdin: bool) -> Self {
        Self { any: false, reversed: None, without_stdin, ..Self::any(algorithm, false) }
    }

    const fn end(&self) -> u8 {
        if self.zero { 0 } else { b'\n' }
    }

    /// Reads a line without its end, unless it is empty or a comment.
    fn entry(&mut self, line: &[u8], number: usize) -> Option<Entry> {
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
                None => {
                    let own = if self.plain.name == "md5" { "md5sum's" } else { "hsum's" };
                    let hint = others::list_of(line).filter(|hint| !hint.starts_with(own));
                    let hint = hint.filter(|_| !self.has_hinted);
                    self.has_hinted |= hint.is_some();
                    Entry::Malformed(number, hint)
                }
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

/// Reads a line `VALUE  NAME`, unless it is empty or a comment, and its value by `read`.
pub(crate) fn named<V>(
    line: &[u8],
    number: usize,
    read: impl FnOnce(&[u8]) -> Option<V>,
) -> Option<Entry<(V, PathBuf)>> {
    if ending::is_no_line(line) {
        return None;
    }
    let parsed = || {
        let (is_escaped, line) = start(line);
        let blank = line.iter().position(|byte| *byte == b' ')?;
        let name = line[blank..].strip_prefix(b"  ").filter(|name| !name.is_empty())?;
        let name = if is_escaped { unescaped(name)? } else { name.to_vec() };
        Some((read(&line[..blank])?, path(name)?))
    };
    let malformed = || Entry::Malformed(number, others::list_of(line));
    Some(parsed().map_or_else(malformed, Entry::Line))
}

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

/// Returns the algorithm and the mark that a tag in any case stands for. RHash puts tags into
/// columns.
fn known(tag: &[u8]) -> Option<(&'static Algorithm, Mark)> {
    let (tag, mark) = Mark::split(tag.trim_ascii_end())?;
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
    let tag = tag.trim_ascii_end();
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
    use super::super::{Format, Style, escaped};
    use super::*;
    use crate::algorithms::ALGORITHMS;
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
