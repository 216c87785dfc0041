//! Splits CSV into records.
//!
//! The rules are those of RFC 4180. The crate `csv` does not suffice: it does not distinguish `""`
//! from an empty field, and it accepts malformed files, such as one that ends inside quotes.

use super::input::{LIMIT, TextError};
use std::io::BufRead;

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

    /// Returns the text of a field.
    pub(super) fn text(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |previous| self.fields[previous].0);
        &self.text[start..self.fields[index].0]
    }

    /// Returns whether a field has quotes.
    pub(super) fn has_quotes(&self, index: usize) -> bool {
        self.fields[index].1
    }

    /// Returns the text of a field, or nothing for a null: `null` without quotes.
    pub(super) fn cell(&self, index: usize, null: &str) -> Option<&str> {
        let text = self.text(index);
        (self.has_quotes(index) || text != null).then_some(text)
    }

    /// Appends a field.
    pub(super) fn push(&mut self, text: &str, has_quotes: bool) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.end_field(has_quotes);
    }

    pub(super) fn clear(&mut self, line: u64) {
        self.bytes = std::mem::take(&mut self.text).into_bytes();
        self.bytes.clear();
        self.fields.clear();
        self.line = line;
    }

    fn end_field(&mut self, has_quotes: bool) {
        self.fields.push((self.bytes.len(), has_quotes));
    }

    /// Checks the encoding.
    pub(super) fn finish(&mut self) -> Result<bool, TextError> {
        let text = String::from_utf8(std::mem::take(&mut self.bytes)).ok();
        let is_whole =
            |text: &String| self.fields.iter().all(|(end, _)| text.is_char_boundary(*end));
        let text = text.filter(is_whole);
        self.text = text.ok_or(TextError::line(self.line, "the text is not UTF-8"))?;
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
    quote: Option<u8>,
    line: u64,
    /// Whether lines end with a carriage return and a line feed.
    has_returns: Option<bool>,
}

impl<R: BufRead> Records<R> {
    pub(super) const fn new(input: R, delimiter: u8, quote: Option<u8>) -> Self {
        Self { input, delimiter, quote, line: 0, has_returns: None }
    }

    /// Reads the next record, and returns whether there is one.
    pub(super) fn read(&mut self, record: &mut Record) -> Result<bool, TextError> {
        if self.line == 0 {
            self.line = 1;
        }
        let quote = self.quote;
        let mut state = State::StartOfField;
        let mut is_started = false;
        record.clear(self.line);
        loop {
            let chunk = self.input.fill_buf().map_err(TextError::Read)?;
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
                    return Err(TextError::line(self.line, "a carriage return without quotes"));
                }
                if is_line_end {
                    let has_return = state == State::Return;
                    if *self.has_returns.get_or_insert(has_return) != has_return {
                        return Err(TextError::line(
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
                let is_quote = Some(byte) == quote;
                state = match (state, byte) {
                    (State::Quoted, _) if is_quote => State::Quote,
                    (State::Quoted, _) => {
                        let rest = &chunk[used - 1..];
                        let is_special = |byte: &u8| *byte == b'\n' || Some(*byte) == quote;
                        let run = rest.iter().position(is_special);
                        // A line feed at the start is already counted.
                        let run = run.unwrap_or(rest.len()).max(1);
                        record.bytes.extend_from_slice(&rest[..run]);
                        used += run - 1;
                        State::Quoted
                    }
                    (State::StartOfField, _) if is_quote => State::Quoted,
                    (State::Quote, _) if is_quote => {
                        record.bytes.push(byte);
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
                        return Err(TextError::line(self.line, "text after a closing quote"));
                    }
                    _ if is_quote => {
                        return Err(TextError::line(
                            self.line,
                            "a quote in a field without quotes",
                        ));
                    }
                    _ => {
                        let rest = &chunk[used - 1..];
                        let is_special = |byte: &u8| {
                            matches!(byte, b'\r' | b'\n')
                                || *byte == self.delimiter
                                || Some(*byte) == quote
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
                return Err(TextError::line(record.line, "a record has more than 1 GiB"));
            }
        }
    }

    /// Ends the last record, whose line has no end.
    fn end(&self, record: &mut Record, state: State, is_started: bool) -> Result<bool, TextError> {
        match state {
            State::Quoted => {
                Err(TextError::line(record.line, "the file ends inside quotes of this record"))
            }
            State::Return => Err(TextError::line(self.line, "a carriage return without quotes")),
            _ if !is_started => Ok(false),
            _ => {
                record.end_field(state == State::Quote);
                record.finish()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    /// Reads all records through a buffer of some bytes.
    fn read(text: &[u8], buffer: usize) -> Result<Vec<Vec<Option<String>>>, String> {
        let mut records = Records::new(BufReader::with_capacity(buffer, text), b',', Some(b'"'));
        let mut record = Record::default();
        let mut all = Vec::new();
        while records.read(&mut record).map_err(|error| error.to_string())? {
            all.push((0..record.len()).map(|i| record.cell(i, "").map(str::to_owned)).collect());
        }
        Ok(all)
    }

    #[track_caller]
    fn is(text: &str, expected: &[&[Option<&str>]]) {
        let expected: Vec<Vec<_>> =
            expected.iter().map(|row| row.iter().map(|f| f.map(str::to_owned)).collect()).collect();
        for buffer in [1, 2, 3, 4, 5, 7, 1 << 16] {
            assert_eq!(read(text.as_bytes(), buffer).as_ref(), Ok(&expected), "{text:?} {buffer}");
        }
    }

    #[track_caller]
    fn is_refused(text: impl AsRef<[u8]>, because: &str) {
        for buffer in [1, 2, 3, 4, 5, 7, 1 << 16] {
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
        is(" a , b\n", &[&[Some(" a "), Some(" b")]]);
    }

    #[test]
    fn quotes_and_nulls() {
        let cells = |text: &str, quote: Option<u8>, null: &str| {
            let mut records = Records::new(text.as_bytes(), b';', quote);
            let mut record = Record::default();
            assert!(records.read(&mut record).expect("the record is valid"));
            (0..record.len()).map(|i| record.cell(i, null).map(str::to_owned)).collect::<Vec<_>>()
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(cells("'a;''b';\"c\"", Some(b'\''), ""), [some("a;'b"), some("\"c\"")]);
        assert_eq!(cells("\"a;b\"\n", None, ""), [some("\"a"), some("b\"")]);
        let with_null = cells("NA;\"NA\";;na", Some(b'"'), "NA");
        assert_eq!(with_null, [None, some("NA"), some(""), some("na")]);
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
