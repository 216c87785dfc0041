//! Reads one JSON object per line.
//!
//! Values are kept as they are written, because a parsed number could lose digits.

use super::csv::Record;
use super::input::{Input, LIMIT, TextError};
use crate::output::quoted;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufRead, Read};

/// The deepest nesting of arrays and objects.
const DEPTH: usize = 64;

/// The fields of an object, sorted by their names.
type Fields<'t> = BTreeMap<String, &'t RawValue>;

/// Reads the objects of a file, which have the same fields in any order.
pub(super) struct Objects {
    input: Input,
    line: u64,
    bytes: Vec<u8>,
    /// The fields of the first object, sorted.
    names: Vec<String>,
    /// Whether values are read by types. Otherwise they stay JSON.
    is_typed: bool,
}

impl Objects {
    pub(super) const fn new(input: Input, is_typed: bool) -> Self {
        Self { input, line: 0, bytes: Vec::new(), names: Vec::new(), is_typed }
    }

    /// Returns the names of the fields, in the order of a record.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// Reads the next object, and returns whether there is one.
    pub(super) fn read(&mut self, record: &mut Record) -> Result<bool, TextError> {
        self.line += 1;
        record.clear(self.line);
        self.bytes.clear();
        let mut input = (&mut self.input).take(LIMIT as u64);
        let length = input.read_until(b'\n', &mut self.bytes).map_err(TextError::Read)?;
        if length == 0 {
            return Ok(false);
        }
        let defect = |text: String| TextError::Line(self.line, text);
        if length == LIMIT {
            return Err(defect("a line has more than 1 GiB".to_owned()));
        }
        let text = std::str::from_utf8(&self.bytes);
        let text = text.map_err(|_| defect("the text is not UTF-8".to_owned()))?;
        let fields = fields(text).map_err(defect)?;
        if self.names.is_empty() {
            self.names = fields.keys().cloned().collect();
        }
        for (name, (found, value)) in self.names.iter().zip(&fields) {
            if name != found {
                let name = quoted(name.min(found));
                return Err(defect(format!("the field {name} is not in all lines")));
            }
            let json = value.get();
            if json == "null" {
                record.push("", false);
            } else if !self.is_typed {
                record.push(&canonical(value, 0).map_err(defect)?, true);
            } else if json.starts_with('"') {
                let text: String = serde_json::from_str(json).map_err(|e| defect(reason(&e)))?;
                record.push(&text, true);
            } else {
                record.push(json, false);
            }
        }
        if self.names.len() != fields.len() {
            let (is, was) = (fields.len(), self.names.len());
            return Err(defect(format!("has {is} fields, and the first line {was}")));
        }
        record.finish()
    }
}

/// Returns an error of the parser without the place, which is within a line.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    format!("not a JSON object: {text}")
}

fn fields(text: &str) -> Result<Fields<'_>, String> {
    let mut parser = serde_json::Deserializer::from_str(text);
    let fields = parser.deserialize_map(FieldsVisitor).map_err(|error| reason(&error))?;
    parser.end().map_err(|error| reason(&error))?;
    Ok(fields)
}

struct FieldsVisitor;

impl<'t> Visitor<'t> for FieldsVisitor {
    type Value = Fields<'t>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'t>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut fields = Fields::new();
        while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
            if let Some(name) = fields.insert(name.clone(), value).map(|_| name) {
                let name = quoted(name);
                return Err(serde::de::Error::custom(format!("two fields have the name {name}")));
            }
        }
        Ok(fields)
    }
}

/// Writes a value without spaces, with sorted fields and with usual escapes. Numbers stay as they
/// are.
fn canonical(value: &RawValue, depth: usize) -> Result<String, String> {
    let json = value.get();
    if depth > DEPTH {
        return Err(format!("values are nested more than {DEPTH} times"));
    }
    let quote = |text: &str| serde_json::Value::from(text).to_string();
    Ok(match json.as_bytes().first() {
        Some(b'"') => {
            let text: String = serde_json::from_str(json).map_err(|error| reason(&error))?;
            quote(&text)
        }
        Some(b'[') => {
            let items: Vec<&RawValue> =
                serde_json::from_str(json).map_err(|error| reason(&error))?;
            let items = items.into_iter().map(|item| canonical(item, depth + 1));
            format!("[{}]", items.collect::<Result<Vec<_>, _>>()?.join(","))
        }
        Some(b'{') => {
            let field = |(name, value): (&String, &&RawValue)| {
                Ok(format!("{}:{}", quote(name), canonical(value, depth + 1)?))
            };
            let fields = fields(json)?.iter().map(field).collect::<Result<Vec<_>, String>>()?;
            format!("{{{}}}", fields.join(","))
        }
        _ => json.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads all objects, as the cells of their records.
    fn read(text: &str, is_typed: bool) -> Result<Vec<Vec<Option<String>>>, String> {
        let all = |size| read_by(text, is_typed, size);
        let read = all(1 << 16);
        for size in 1..4 {
            assert_eq!(all(size), read, "{size}");
        }
        read
    }

    /// Reads through a buffer of some bytes.
    fn read_by(
        text: &str,
        is_typed: bool,
        size: usize,
    ) -> Result<Vec<Vec<Option<String>>>, String> {
        let input = std::io::Cursor::new(text.as_bytes().to_vec());
        let input = Box::new(std::io::BufReader::with_capacity(size, input));
        let mut objects = Objects::new(input, is_typed);
        let mut record = Record::default();
        let mut all = Vec::new();
        while objects.read(&mut record).map_err(|error| error.to_string())? {
            let cells = (0..record.len()).map(|i| record.cell(i, "").map(str::to_owned));
            all.push(cells.collect());
        }
        Ok(all)
    }

    #[test]
    fn objects() {
        let some = |text: &str| Some(text.to_owned());
        let text = "{\"b\": 1.50, \"a\": \"\\u0041\\n\"}\n{\"a\":\"\",\"b\":null}\r\n";
        assert_eq!(
            read(text, true),
            Ok(vec![vec![some("A\n"), some("1.50")], vec![some(""), None]])
        );
        let quoted = vec![vec![some("\"A\\n\""), some("1.50")], vec![some("\"\""), None]];
        assert_eq!(read(text, false), Ok(quoted));
        let nested = "{\"a\": {\"y\": [1, \"\\u0031\", null], \"x\": 1e2}}";
        let canonical = some("{\"x\":1e2,\"y\":[1,\"1\",null]}");
        assert_eq!(read(nested, false), Ok(vec![vec![canonical]]));
        assert_eq!(read("", true), Ok(vec![]));
    }

    #[test]
    fn malformed_files() {
        let is_refused = |text: &str, because: &str| {
            let error = read(text, true).expect_err("the file is malformed");
            assert!(error.contains(because), "{error}");
        };
        is_refused("{\"a\":1}\n{\"a\":", "line 2: not a JSON object");
        is_refused("{\"a\":1}\n\n", "line 2: not a JSON object");
        is_refused("[1]\n", "line 1: not a JSON object");
        is_refused("{\"a\":1} {\"a\":1}\n", "line 1: not a JSON object: trailing");
        is_refused("{\"a\":1,\"a\":1}\n", "two fields have the name a");
        is_refused("{\"a\":1}\n{\"b\":1}\n", "line 2: the field a is not in all lines");
        is_refused("{\"a\":1}\n{\"a\":1,\"b\":1}\n", "line 2: has 2 fields, and the first line 1");
        is_refused("{\"a\":01}\n", "line 1: not a JSON object");
        is_refused("{\"a\":NaN}\n", "line 1: not a JSON object");
        is_refused("{\"a\":\"\\ud800\"}\n", "line 1: not a JSON object");
        let deep = format!("{{\"a\":{}1{}}}", "[".repeat(100), "]".repeat(100));
        let error = read(&deep, false).expect_err("the nesting is too deep");
        assert!(error.contains("nested more than 64 times"), "{error}");
    }
}
