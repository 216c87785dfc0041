//! The line that ends a list, by which readers know that no line before it is missing:
//! `# hsum end: 3000 lines, clhash128-1 = HASH`.
//!
//! Other programs take it for a comment. The hash is that of all lines since the beginning or the
//! last such line, each followed by a line feed, and of the line itself up to the hash. So lists
//! may be appended to each other. The key is that of seed 0, so the line detects accidents alone.

use crate::algorithms::{Algorithm, Hasher, Stream};
use crate::keys::Key;
use std::sync::LazyLock;

const MARK: &str = "# hsum end: ";
const ALGORITHM: &str = "clhash128";

/// The lines of a list since the beginning or the last line that ends it.
pub(crate) struct Lines {
    algorithm: &'static Algorithm,
    stream: Stream,
    count: u64,
    is_first: bool,
}

/// What the end of a list says.
pub(crate) struct End {
    /// Files that changed before this time, in seconds since 1970, had the hashes of the list.
    pub(crate) since: Option<u64>,
    /// No other list ended before.
    pub(crate) is_first: bool,
}

impl Lines {
    pub(crate) fn new() -> Self {
        static FUNCTION: LazyLock<(&Algorithm, Hasher)> = LazyLock::new(|| {
            let algorithm = Algorithm::find(ALGORITHM).expect("built in");
            let hasher = Hasher::new(algorithm, &Key::Seed(0), None, None);
            (algorithm, hasher.expect("no option says otherwise"))
        });
        let (algorithm, hasher) = &*FUNCTION;
        Self { algorithm, stream: hasher.stream(), count: 0, is_first: true }
    }

    /// Adds a line without its end. Empty lines and comments are not counted.
    pub(crate) fn add(&mut self, line: &[u8]) {
        self.count += u64::from(!is_no_line(line));
        self.stream.update(line);
        self.stream.update(b"\n");
    }

    /// Returns the line that ends the list, and starts another one.
    pub(crate) fn end(&mut self, since: Option<u64>) -> String {
        let (count, lines) = (self.count, if self.count == 1 { "line" } else { "lines" });
        let since = since.map_or_else(String::new, |since| format!(" of files since @{since}"));
        let start = format!("{MARK}{count} {lines}{since}, {} = ", self.algorithm.stored_name());
        self.stream.update(start.as_bytes());
        let line = start + &self.stream.finalize().to_string();
        *self = Self { is_first: false, ..Self::new() };
        line
    }

    /// Reads a line that ends the list, and returns what is wrong with the lines before it.
    /// Returns nothing for other lines.
    pub(crate) fn read(&mut self, line: &[u8]) -> Option<Result<End, String>> {
        if !line.starts_with(MARK.as_bytes()) {
            return None;
        }
        let (found, is_first) = (self.count, self.is_first);
        let Some((count, since)) = parsed(line) else {
            return Some(Err("the line that ends the list is damaged".to_owned()));
        };
        let is_same = self.end(since).as_bytes() == line;
        Some(match is_same {
            true => Ok(End { since, is_first }),
            false if count != found => {
                Err(format!("the list is not complete: it has {found} of {count} lines"))
            }
            false => Err("the list is not as it was written: its fingerprint differs".to_owned()),
        })
    }
}

/// Whether a line of a list is empty or a comment.
pub(crate) fn is_no_line(line: &[u8]) -> bool {
    line.is_empty() || line.starts_with(b"#")
}

/// Returns the count and the time in the line that ends a list.
fn parsed(line: &[u8]) -> Option<(u64, Option<u64>)> {
    let text = str::from_utf8(line).ok()?.strip_prefix(MARK)?;
    let (counted, _) = text.split_once(", ")?;
    let (lines, since) = match counted.split_once(" of files since @") {
        Some((lines, since)) => (lines, Some(since.parse().ok()?)),
        None => (counted, None),
    };
    Some((lines.split(' ').next()?.parse().ok()?, since))
}
