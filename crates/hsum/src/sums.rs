//! The lines of a list of hashes: writing and reading them.
//!
//! | form   | line                          | with a backslash, LF or CR in the name |
//! |--------|-------------------------------|----------------------------------------|
//! | plain  | `<hex>  <name>`               | `\<hex>  <name with \\, \n, \r>`       |
//! | tagged | `ALGO (<name>) = <hex>`       | `\ALGO (<name with \\, \n, \r>) = <hex>` |
//!
//! Readers take what the coreutils' readers take as well: blanks before a line, `*` for the second
//! space, upper-case digits, no blanks around the parenthesis or the equals sign, CR before LF.

use crate::algorithms::{Algorithm, Digest};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::PathBuf;

/// How lines are written, and how they end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Format {
    /// Tagged instead of plain.
    pub(crate) tag: bool,
    /// They end with NUL, and no name is escaped.
    pub(crate) zero: bool,
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
        let raw = name.as_encoded_bytes();
        let (mark, name) = if self.zero { (&b""[..], raw.into()) } else { escaped(raw) };
        let digest = digest.to_hex();
        let parts: &[&[u8]] = if self.tag {
            &[mark, algorithm.name.as_bytes(), b" (", &name, b") = ", digest.as_bytes()]
        } else {
            &[mark, digest.as_bytes(), b"  ", &name]
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

/// What a line says.
pub(crate) struct Line {
    pub(crate) algorithm: &'static Algorithm,
    pub(crate) name: PathBuf,
    pub(crate) digest: Digest,
}

impl Line {
    /// Reads a line without its end. A plain one is of the algorithm `plain`.
    pub(crate) fn parse(line: &[u8], plain: &'static Algorithm, zero: bool) -> Option<Self> {
        let line = line.trim_ascii_start();
        let (line, is_escaped) = match line.strip_prefix(b"\\") {
            Some(_) if zero => return None,
            Some(rest) => (rest, true),
            None => (line, false),
        };
        let (algorithm, name, hex) = tagged(line).or_else(|| untagged(line, plain))?;
        let digest = algorithm.digest(hex)?;
        let name = if is_escaped { unescaped(name)? } else { name.to_vec() };
        if name.is_empty() {
            return None;
        }
        Some(Self { algorithm, name: path(name)?, digest })
    }
}

type Parts<'l> = (&'static Algorithm, &'l [u8], &'l [u8]);

fn tagged(line: &[u8]) -> Option<Parts<'_>> {
    let open = line.iter().position(|&b| b == b'(')?;
    let close = line.iter().rposition(|&b| b == b')')?;
    let algorithm = Algorithm::find(line[..open].trim_ascii_end())?;
    let hex = line[close + 1..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    Some((algorithm, line.get(open + 1..close)?, hex))
}

fn untagged<'l>(line: &'l [u8], algorithm: &'static Algorithm) -> Option<Parts<'l>> {
    // Digits have no blanks, so the first one ends them; a hash of fixed length has it at one place.
    let digits = match algorithm.lengths() {
        [] => algorithm.output_bits / 4,
        _ => line.iter().position(|&b| b == b' ')?,
    };
    let (hex, rest) = line.split_at_checked(digits)?;
    let name = rest.strip_prefix(b"  ").or_else(|| rest.strip_prefix(b" *"))?;
    Some((algorithm, name, hex))
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
        any::<[bool; 2]>().prop_map(|[tag, zero]| Format { tag, zero })
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
            let read = Line::parse(&line, algorithm, format.zero).unwrap();
            prop_assert_eq!(read.algorithm.name, algorithm.name);
            prop_assert_eq!(read.name, path);
            prop_assert_eq!(read.digest, digest);
        }

        #[test]
        fn anything_is_a_line_or_none(line in bytes(), algorithm in algorithm(), zero: bool) {
            let start = algorithm.name.as_bytes();
            let digits = &[b'0'; 64][..algorithm.output_bits / 4];
            let lines = [&[start, b" (", &line, b") = ", digits].concat(), &[digits, &line].concat(), &line];
            for line in lines {
                let _ = Line::parse(line, algorithm, zero);
            }
        }

        #[test]
        fn escapes_are_undone(name in bytes()) {
            prop_assert_eq!(unescaped(&escaped(&name).1), Some(name));
        }
    }
}
