//! Splits CSV into records.
//!
//! The rules are those of RFC 4180. The crate `csv` does not suffice: it does not distinguish `""`
//! from an empty field, and it accepts malformed files, such as one that ends inside quotes.

use std::fmt;
use std::io::{self, BufRead};

/// The largest record in bytes. Without a limit, a missing quote would turn the rest of a file into
/// one record in memory.
const LIMIT: usize = 1 << 30;

/// An error of reading CSV.
#[derive(Debug)]
pub(super) enum CsvError {
    Read(io::Error),
    /// The line, counted from 1, and its defect.
    Line(u64, &'static str),
}

impl fmt::Display for CsvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => f.write_str(&crate::output::without_number(&error.to_string())),
            Self::Line(line, defect) => write!(f, "line {line}: {defect}"),
        }
    }
}

/// One record of valid UTF-8.
#[derive(Debug, Default)]
pub(super) struct Record {
    text: String,
    /// The bytes of a record while it is read.
    bytes: Vec<u8>,
    /// The end of each field, and whether it has quotes.
    fields: Vec<(usize, bool)>,
    line: u64,
}

impl Record {
    /// Returns the number of fields.
    pub(super) const fn len(&self) -> usize {
        self.fields.len()
    }

    /// Returns the number of bytes of all fields.
    pub(super) const fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Returns the number of the first line.
    pub(super) const fn line(&self) -> u64 {
        self.line
    }

    /// Returns the text of a field. An empty field without quotes is a null.
    pub(super) fn field(&self, index: usize) -> Option<&str> {
        let (end, has_quotes) = *self.fields.get(index)?;
        let start = index.checked_sub(1).map_or(0, |previous| self.fields[previous].0);
        self.text.get(start..end).filter(|text| has_quotes || !text.is_empty())
    }

    fn clear(&mut self, line: u64) {
        self.bytes = std::mem::take(&mut self.text).into_bytes();
        self.bytes.clear();
        self.fields.clear();
        self.line = line;
    }

    fn end_field(&mut self, has_quotes: bool) {
        self.fields.push((self.bytes.len(), has_quotes));
    }

    /// Checks the encoding.
    fn finish(&mut self) -> Result<bool, CsvError> {
        let text = String::from_utf8(std::mem::take(&mut self.bytes)).ok();
        let is_whole =
            |text: &String| self.fields.iter().all(|(end, _)| text.is_char_boundary(*end));
        let text = text.filter(is_whole);
        self.text = text.ok_or(CsvError::Line(self.line, "the text is not UTF-8"))?;
        Ok(true)
    }
}

/// The position of the next byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    StartOfField,
    Unquoted,
    Quoted,
    /// After a quote inside quotes: it closes the field, or is the first of two.
    Quote,
    /// After a carriage return outside of quotes.
    Return,
}

/// Reads the records of a file.
#[derive(Debug)]
pub(super) struct Records<R> {
    input: R,
    delimiter: u8,
    line: u64,
    /// Whether lines end with a carriage return and a line feed.
    has_returns: Option<bool>,
}

impl<R: BufRead> Records<R> {
    pub(super) const fn new(input: R, delimiter: u8) -> Self {
        Self { input, delimiter, line: 0, has_returns: None }
    }

    /// Reads the next record, and returns whether there is one.
    pub(super) fn read(&mut self, record: &mut Record) -> Result<bool, CsvError> {
        if self.line == 0 {
            self.line = 1;
            self.skip_mark()?;
        }
        let mut state = State::StartOfField;
        let mut is_started = false;
        record.clear(self.line);
        loop {
            let chunk = self.input.fill_buf().map_err(CsvError::Read)?;
            if chunk.is_empty() {
                return self.end(record, state, is_started);
            }
            is_started = true;
            let mut used = 0;
            let mut is_complete = false;
            while let Some(&byte) = chunk.get(used) {
                used += 1;
                let is_line_end = byte == b'\n' && state != State::Quoted;
                self.line += u64::from(byte == b'\n');
                if state == State::Return && !is_line_end {
                    return Err(CsvError::Line(self.line, "a carriage return without quotes"));
                }
                if is_line_end {
                    let has_return = state == State::Return;
                    if *self.has_returns.get_or_insert(has_return) != has_return {
                        return Err(CsvError::Line(
                            self.line - 1,
                            "the line ends differ: CR LF here and LF before, or the reverse",
                        ));
                    }
                    if !has_return {
                        record.end_field(state == State::Quote);
                    }
                    is_complete = true;
                    break;
                }
                state = match (state, byte) {
                    (State::Quoted, b'"') => State::Quote,
                    (State::Quoted, _) => {
                        let rest = &chunk[used - 1..];
                        let run = rest.iter().position(|byte| matches!(byte, b'"' | b'\n'));
                        // A line feed at the start is already counted.
                        let run = run.unwrap_or(rest.len()).max(1);
                        record.bytes.extend_from_slice(&rest[..run]);
                        used += run - 1;
                        State::Quoted
                    }
                    (State::StartOfField, b'"') => State::Quoted,
                    (State::Quote, b'"') => {
                        record.bytes.push(b'"');
                        State::Quoted
                    }
                    (_, b'\r') => {
                        record.end_field(state == State::Quote);
                        State::Return
                    }
                    (_, byte) if byte == self.delimiter => {
                        record.end_field(state == State::Quote);
                        State::StartOfField
                    }
                    (State::Quote, _) => {
                        return Err(CsvError::Line(self.line, "text after a closing quote"));
                    }
                    (_, b'"') => {
                        return Err(CsvError::Line(self.line, "a quote in a field without quotes"));
                    }
                    _ => {
                        let rest = &chunk[used - 1..];
                        let is_special = |byte: &u8| {
                            matches!(byte, b'"' | b'\r' | b'\n') || *byte == self.delimiter
                        };
                        let run = rest.iter().position(is_special).unwrap_or(rest.len());
                        record.bytes.extend_from_slice(&rest[..run]);
                        used += run - 1;
                        State::Unquoted
                    }
                };
            }
            self.input.consume(used);
            if is_complete {
                return record.finish();
            }
            if record.bytes.len() > LIMIT {
                return Err(CsvError::Line(record.line, "a record has more than 1 GiB"));
            }
        }
    }

    /// Ends the last record, whose line has no end.
    fn end(&self, record: &mut Record, state: State, is_started: bool) -> Result<bool, CsvError> {
        match state {
            State::Quoted => {
                Err(CsvError::Line(record.line, "the file ends inside quotes of this record"))
            }
            State::Return => Err(CsvError::Line(self.line, "a carriage return without quotes")),
            _ if !is_started => Ok(false),
            _ => {
                record.end_field(state == State::Quote);
                record.finish()
            }
        }
    }

    /// Skips the byte order mark of UTF-8.
    fn skip_mark(&mut self) -> Result<(), CsvError> {
        let start = self.input.fill_buf().map_err(CsvError::Read)?;
        if start.starts_with("\u{feff}".as_bytes()) {
            self.input.consume("\u{feff}".len());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads all records through a buffer of some bytes.
    fn read(text: &[u8], buffer: usize) -> Result<Vec<Vec<Option<String>>>, String> {
        let mut records = Records::new(io::BufReader::with_capacity(buffer, text), b',');
        let mut record = Record::default();
        let mut all = Vec::new();
        while records.read(&mut record).map_err(|error| error.to_string())? {
            all.push((0..record.len()).map(|i| record.field(i).map(str::to_owned)).collect());
        }
        Ok(all)
    }

    #[track_caller]
    fn is(text: &str, expected: &[&[Option<&str>]]) {
        let expected: Vec<Vec<_>> =
            expected.iter().map(|row| row.iter().map(|f| f.map(str::to_owned)).collect()).collect();
        for buffer in [3, 4, 5, 7, 1 << 16] {
            assert_eq!(read(text.as_bytes(), buffer).as_ref(), Ok(&expected), "{text:?} {buffer}");
        }
    }

    #[track_caller]
    fn is_refused(text: impl AsRef<[u8]>, because: &str) {
        for buffer in [3, 4, 5, 7, 1 << 16] {
            let error = read(text.as_ref(), buffer).expect_err("the file is malformed");
            assert!(error.contains(because), "{error}");
        }
    }

    #[test]
    fn records() {
        is("", &[]);
        is("a,b\n1,2\n", &[&[Some("a"), Some("b")], &[Some("1"), Some("2")]]);
        is("a,b\r\n1,2", &[&[Some("a"), Some("b")], &[Some("1"), Some("2")]]);
        is("\n\n", &[&[None], &[None]]);
        is(",\"\"\n", &[&[None, Some("")]]);
        is("\"\"", &[&[Some("")]]);
        is("a,", &[&[Some("a"), None]]);
        is("\"a,\"\"\r\n\nb\",ä", &[&[Some("a,\"\r\n\nb"), Some("ä")]]);
        is("\u{feff}\"a\"\n\u{feff}", &[&[Some("a")], &[Some("\u{feff}")]]);
        is(" a , b\n", &[&[Some(" a "), Some(" b")]]);
    }

    #[test]
    fn malformed_files() {
        is_refused("a\n1\n\"x\ny\n", "line 3: the file ends inside quotes");
        is_refused("a\n\"", "line 2: the file ends inside quotes");
        is_refused("a\n\"b\n\n\"c", "line 4: text after a closing quote");
        is_refused("a\nb\"c\"\n", "line 2: a quote in a field without quotes");
        is_refused("a\rb\n", "line 1: a carriage return");
        is_refused("a\nb\r", "line 2: a carriage return");
        is_refused("a\nb\r\nc\n", "line 2: the line ends differ");
        is_refused("a\r\nb\nc\r\n", "line 2: the line ends differ");
        is_refused(b"a,\xff\n", "line 1: the text is not UTF-8");
        // Concatenated, both fields would be valid UTF-8.
        is_refused(b"\xc3,\xa4\n", "line 1: the text is not UTF-8");
    }
}
