//! Checksums in SQL of arrays, against those of their values.

#[allow(dead_code, reason = "shared with other tests")]
mod support;

use hash_agg::sql::{self, Checksum, Hasher, Type};
use hash_agg::{Key, Value};
use hash_arrow::{Error, add_checksums};
use support::{Column, bytes_of, structs};

const TYPES: [Type; 2] = [Type::Integer, Type::Text(5)];

fn checksum(table: &Column, rows: Option<usize>, types: &[Type]) -> Result<Checksum, Error> {
    let array = table.export()?;
    let view = array.view()?;
    let rows = rows.unwrap_or(view.len());
    let mut hasher = Hasher::new(&Key::from_seed(1), types)?;
    add_checksums(&mut hasher, &view.into_columns()?, rows)?;
    Ok(hasher.checksum())
}

#[test]
fn arrays_have_the_checksums_of_their_values() {
    let numbers = Column::fixed("l", &[1_i64, -2, 3]).nulls(&[true, true, false]);
    let offsets = bytes_of(&[0_i32, 2, 2, 5]);
    let texts = Column::new("u", 3, vec![None, Some(offsets), Some(b"abcde".to_vec())]);
    let table = structs(3, vec![numbers, texts]);
    let rows = [
        [Value::Integer(1), Value::Text("ab")],
        [Value::Integer(-2), Value::Text("")],
        [Value::Null, Value::Text("cde")],
    ];
    for start in 0..=3 {
        for end in start..=3 {
            let mut hasher = Hasher::new(&Key::from_seed(1), &TYPES).unwrap();
            for row in &rows[start..end] {
                hasher.add(row).unwrap();
            }
            let part = table.clone().slice(start, end - start);
            assert_eq!(checksum(&part, None, &TYPES), Ok(hasher.checksum()), "{start}..{end}");
        }
    }
    assert_eq!(checksum(&table, Some(2), &TYPES), Err(Error::Rows { column: 3, batch: 2 }));
    let width = sql::Error::Width { values: 2, columns: 1 };
    assert_eq!(checksum(&table, None, &TYPES[..1]), Err(Error::Checksum(width)));
    let value = sql::Error::Value { column: 1, kind: Type::Text(2) };
    let short = checksum(&table, None, &[Type::Integer, Type::Text(2)]);
    assert_eq!(short, Err(Error::Checksum(value)));
}

#[test]
fn nested_types_are_not_covered() {
    let pairs = structs(1, vec![Column::fixed("l", &[5_i64])]);
    let found = checksum(&structs(1, vec![pairs]), None, &[Type::Integer]);
    assert!(matches!(found, Err(Error::Value(text)) if text.contains("nested")), "{found:?}");
}
