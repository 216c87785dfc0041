//! The parsers of `hsum`: lists of sums, command lines, keys, sizes.

use crate::text::{hex_bytes, rest};
use arbitrary::{Arbitrary, Result, Unstructured};
use core::fmt::Write as _;
use hsum::parse::{self, Dialect, Entry, Form, Sum};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::Path;

/// Checks lists of sums, arbitrary ones and those that `hsum` writes.
pub fn target(data: &[u8]) {
    crate::choose(data, &[any_list, written]);
}

/// A list that arrives in pieces and may fail before its end.
struct Pieces<'l> {
    list: &'l [u8],
    piece: usize,
    fails: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.list.is_empty() && self.fails {
            return Err(io::Error::other("a broken disk"));
        }
        let end = self.piece.min(self.list.len()).min(buffer.len());
        let (now, later) = self.list.split_at(end);
        buffer[..end].copy_from_slice(now);
        self.list = later;
        Ok(end)
    }
}

/// Reads an algorithm and a dialect.
fn dialect(u: &mut Unstructured<'_>) -> Result<(&'static str, Dialect)> {
    Ok(match u.int_in_range(0..=2)? {
        0 => ("md5", Dialect::Md5),
        _ => {
            let algorithms: Vec<_> = parse::algorithms().collect();
            (u.choose(&algorithms)?, Dialect::Check { zero: u.arbitrary()? })
        }
    })
}

/// Returns the sums of a list, the numbers of its malformed lines, and whether reading failed.
fn read(list: impl Read, plain: &str, dialect: Dialect) -> (Vec<Sum>, Vec<usize>, bool) {
    let (mut sums, mut malformed, mut broken) = (Vec::new(), Vec::new(), false);
    for entry in parse::list(list, plain, dialect).expect("the algorithm is known") {
        assert!(!broken, "an entry after the last");
        match entry {
            Entry::Sum(sum) => sums.push(sum),
            Entry::Malformed(number) => malformed.push(number),
            Entry::Broken(_) => broken = true,
        }
    }
    (sums, malformed, broken)
}

/// Checks that any bytes give the same entries in pieces of any size, and that every entry survives
/// writing and reading.
fn any_list(u: &mut Unstructured<'_>) -> Result<()> {
    let (plain, dialect) = dialect(u)?;
    let (piece, fails): (u8, bool) = u.arbitrary()?;
    let list = u.bytes(u.len())?;
    let (sums, malformed, broken) = read(list, plain, dialect);
    assert!(!broken, "memory can be read");
    let pieces = Pieces { list, piece: usize::from(piece) + 1, fails };
    let (again, malformed_again, broken) = read(pieces, plain, dialect);
    // A line that did not end before the failure is not an entry.
    assert!(broken == fails && sums.starts_with(&again) && malformed.starts_with(&malformed_again));
    assert!(again.len() + malformed_again.len() + 1 >= sums.len() + malformed.len());
    let ends = if dialect == (Dialect::Check { zero: true }) { 0 } else { b'\n' };
    let lines = list.split(|byte| *byte == ends).count();
    assert!(
        malformed.is_sorted_by(|a, b| a < b) && malformed.iter().all(|n| (1..=lines).contains(n))
    );
    assert!(sums.len() + malformed.len() <= lines);
    for sum in &sums {
        if dialect == Dialect::Md5 {
            assert_eq!(sum.algorithm, "md5");
        }
        let known = parse::algorithms().any(|name| name == sum.algorithm);
        let digits = sum.hex.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        assert!(known && digits, "{sum:?}");
        check_line(sum, Form { tag: true, zero: false, binary: false });
    }
    Ok(())
}

/// Checks that the line of a sum is read as that sum.
fn check_line(sum: &Sum, form: Form) {
    // No file has such a name, and the line would not be read back as written.
    let name = sum.name.as_os_str();
    if name.is_empty() || name.as_encoded_bytes().contains(&0) {
        return;
    }
    let line = parse::line(sum.algorithm, name, &sum.hex, form)
        .expect("the hash belongs to the algorithm");
    let end = if form.zero { 0 } else { b'\n' };
    assert_eq!(line.iter().filter(|byte| **byte == end).count(), 1, "{sum:?}");
    let dialect = Dialect::Check { zero: form.zero };
    let (sums, malformed, _) = read(line.as_slice(), sum.algorithm, dialect);
    assert_eq!((sums.as_slice(), malformed.as_slice()), (&[sum.clone()][..], &[][..]));
}

/// Checks lines of any name and hash in any form.
fn written(u: &mut Unstructured<'_>) -> Result<()> {
    let algorithms: Vec<_> = parse::algorithms().collect();
    let algorithm = *u.choose(&algorithms)?;
    let (tag, zero, binary, hash): (bool, bool, bool, [u8; 32]) = u.arbitrary()?;
    let name = u.bytes(u.len())?;
    let hex = hash.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    // An algorithm has hashes of one length or of several; `line` refuses the others.
    let form = Form { tag, zero, binary };
    for digits in [4, 8, 12, 16, 32, 64] {
        let name = os_str(name);
        let line = parse::line(algorithm, &name, &hex[..digits], form);
        if line.is_some() {
            let name = Path::new(&*name).to_path_buf();
            check_line(&Sum { algorithm, name, hex: hex[..digits].to_owned() }, form);
        }
    }
    Ok(())
}

/// Makes a file name of bytes.
fn os_str(bytes: &[u8]) -> OsString {
    #[cfg(unix)]
    return <OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes).to_owned();
    #[cfg(not(unix))]
    return String::from_utf8_lossy(bytes).into_owned().into();
}

/// Checks command lines, keys, sizes and ETags.
pub fn arguments(data: &[u8]) {
    crate::choose(data, &[command_line, key_file, small]);
}

/// Words of command lines, which get a fuzzer past the first argument.
const WORDS: &[&str] = &[
    "check",
    "md5",
    "etag",
    "bench",
    "explain",
    "list",
    "completions",
    "help",
    "-a",
    "--all",
    "--key",
    "--key-file",
    "--seed",
    "--nonce",
    "--backend",
    "--tag",
    "--length",
    "--check",
    "--untagged",
    "--json",
    "--raw",
    "--exclude",
    "man",
    "-z",
    "-r",
    "-c",
    "--verify",
    "--part-size",
    "--len",
    "--",
    "-",
    "bash",
    "clhash",
    "vmac64",
    "tmmh16",
    "16",
    "portable",
    "8M",
    "00",
    "--quiet",
    "--status",
    "--strict",
    "--help",
    "--version",
    "-h",
];

/// An argument: a known word, an option with a value, or any bytes.
#[derive(Arbitrary, Debug)]
enum Word {
    Known(u8),
    Joined(u8, String),
    Bytes(Vec<u8>),
}

fn command_line(u: &mut Unstructured<'_>) -> Result<()> {
    let words: Vec<Word> = u.arbitrary()?;
    let known = |index: &u8| WORDS[usize::from(*index) % WORDS.len()];
    let mut args = vec![OsString::from("hsum")];
    args.extend(words.iter().take(12).map(|word| match word {
        Word::Known(index) => known(index).into(),
        Word::Joined(index, text) => format!("{}={text}", known(index)).into(),
        Word::Bytes(bytes) => os_str(bytes),
    }));
    if let Err(text) = parse::arguments(&args) {
        assert!(!text.is_empty(), "{args:?}");
    }
    Ok(())
}

/// Checks the contents of key files: the bytes of a key, or their digits.
fn key_file(u: &mut Unstructured<'_>) -> Result<()> {
    let algorithms: Vec<_> = parse::algorithms().collect();
    let algorithm = *u.choose(&algorithms)?;
    let contents = u.bytes(u.len())?;
    match parse::key_file(contents, algorithm) {
        Ok(key) => {
            let line = contents.strip_suffix(b"\n").unwrap_or(contents);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let digits = str::from_utf8(line).ok().and_then(hex_bytes);
            assert!(key == contents || Some(key) == digits);
        }
        Err(reason) => assert!(!reason.is_empty()),
    }
    Ok(())
}

/// Checks digits, sizes and ETags.
fn small(u: &mut Unstructured<'_>) -> Result<()> {
    let text = rest(u)?;
    if let Ok(bytes) = parse::digits(&text) {
        assert_eq!(2 * bytes.len(), text.len());
    }
    let found = parse::size(&text).ok();
    if let Some(bytes) = found {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at(digits);
        let number: u64 = number.parse().expect("the text starts with a number");
        let shift = match &*unit.to_ascii_lowercase() {
            "" => 0,
            "k" | "kib" => 10,
            "m" | "mib" => 20,
            "g" | "gib" => 30,
            "t" | "tib" => 40,
            _ => panic!("not a unit: {text}"),
        };
        assert_eq!(number.checked_mul(1 << shift), Some(bytes), "{text}");
    }
    if let Ok((digest, parts)) = parse::etag(&text) {
        let plain = digest.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        let text = text.to_lowercase();
        let text = text.trim_matches('"');
        let expected = if parts == 0 { plain } else { format!("{plain}-{parts}") };
        assert_eq!(text, expected);
    }
    Ok(())
}
