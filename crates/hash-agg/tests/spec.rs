//! The vectors of SPEC.md, which the program `proofs/spec/oracle/tables.py` made from that page.

use hash_agg::{Digest, Encoder, Fingerprint, Key, Row, Value};
use serde_json::Value as Json;

/// Returns a decimal number in two's complement of 256 bits.
fn wide(text: &str) -> [u8; 32] {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let mut bytes = [0; 32];
    for digit in digits.bytes() {
        let mut carry = u32::from(digit - b'0');
        for byte in &mut bytes {
            carry += u32::from(*byte) * 10;
            (*byte, carry) = (carry.to_le_bytes()[0], carry >> 8);
        }
        assert_eq!(carry, 0, "{text} has more than 256 bits");
    }
    if negative {
        let mut carry = true;
        for byte in &mut bytes {
            (*byte, carry) = (!*byte).overflowing_add(carry.into());
        }
    }
    bytes
}

fn bytes(digits: &str) -> Vec<u8> {
    (0..digits.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&digits[i..i + 2], 16).unwrap())
        .collect()
}

fn text(json: &Json) -> &str {
    json.as_str().unwrap()
}

fn integer<T: TryFrom<i128, Error: std::fmt::Debug>>(json: &Json) -> T {
    let number = json.as_i64().map_or_else(|| text(json).parse().unwrap(), i128::from);
    T::try_from(number).unwrap()
}

/// Where the cells of a vector go: a row, or the canonical bytes of a nested value.
trait Cells {
    fn value(&mut self, value: Value<'_>);
    fn nested(&mut self, kind: &str, items: &[Json]);
}

macro_rules! cells {
    ($($type:ty),*) => {$(
        impl Cells for $type {
            fn value(&mut self, value: Value<'_>) {
                self.push(value);
            }

            fn nested(&mut self, kind: &str, items: &[Json]) {
                let write = |encoder: &mut Encoder| items.iter().for_each(|item| push(item, encoder));
                match kind {
                    "list" => { self.list(write); }
                    "struct" => { self.structure(write); }
                    "map" => { self.map(write); }
                    _ => panic!("there is no cell {kind}"),
                }
            }
        }
    )*};
}
cells!(Row<'_>, Encoder);

fn push(cell: &Json, to: &mut impl Cells) {
    let Some(cell) = cell.as_object() else {
        assert!(cell.is_null());
        return to.value(Value::Null);
    };
    let (kind, value) = cell.iter().next().unwrap();
    let binary;
    to.value(match &**kind {
        "boolean" => Value::Boolean(value.as_bool().unwrap()),
        "number" => {
            Value::Decimal256 { unscaled: wide(text(&value[0])), scale: integer(&value[1]) }
        }
        "float" => Value::Float(f64::from_bits(u64::from_str_radix(text(value), 16).unwrap())),
        "text" => Value::Text(text(value)),
        "binary" => {
            binary = bytes(text(value));
            Value::Binary(&binary)
        }
        "date" => Value::Date(integer(value)),
        "time" => Value::Time(integer(value)),
        "timestamp" => Value::Timestamp(integer(value)),
        "instant" => Value::Instant(integer(value)),
        "duration" => Value::Duration(integer(value)),
        "interval" => Value::Interval {
            months: integer(&value[0]),
            days: integer(&value[1]),
            nanoseconds: integer(&value[2]),
        },
        nested => return to.nested(nested, value.as_array().unwrap()),
    });
}

#[test]
fn the_vectors_of_the_specification() {
    let file: Json = serde_json::from_str(include_str!("vectors.json")).unwrap();
    assert_eq!(file["format"], 1);
    let vectors = file["vectors"].as_array().unwrap();
    assert_eq!(vectors.len(), 100);
    let mut count = 0;
    for (i, vector) in vectors.iter().enumerate() {
        let key = Key::try_from(&*bytes(text(&vector["key"]))).unwrap();
        if i % 4 != 0 {
            assert_eq!(key.to_bytes(), Key::from_seed(i as u64).to_bytes());
        }
        let mut rows = Vec::new();
        for cells in vector["rows"].as_array().unwrap() {
            let mut row = Row::new(&key);
            cells.as_array().unwrap().iter().for_each(|cell| push(cell, &mut row));
            rows.push(row.finish());
        }
        let expected = vector["row_fingerprints"].as_array().unwrap();
        let found: Vec<_> = rows.iter().map(|row| Json::from(format!("{row:032x}"))).collect();
        assert_eq!(&found, expected, "vector {i}");
        assert_eq!(Fingerprint::of(&key, &rows).to_string(), text(&vector["fingerprint"]));
        assert_eq!(Digest::of(&key, &rows).to_string(), text(&vector["digest"]));
        count += rows.len();
    }
    assert!(count > 200, "{count} rows");
}
