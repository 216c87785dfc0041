//! Columns of values of any kinds, and columns of plain slices.

use hash_agg::sql::{Hasher, Type};
use hash_agg::{Encoder, Fingerprint, Key, Row, Validity, Value};
use hash_arrow::{Array, Error, Mixed, RowHasher};
use std::slice::from_ref;

type Cell = Box<dyn Fn(&mut Encoder)>;

fn simple(value: Value<'static>) -> Cell {
    Box::new(move |encoder| _ = encoder.push(value))
}

fn list(of: &'static [i32]) -> Cell {
    Box::new(move |encoder| {
        encoder.list(|items| of.iter().for_each(|item| _ = items.push(*item)));
    })
}

fn mixed<'c>(cells: impl IntoIterator<Item = &'c Cell>) -> Mixed {
    let mut column = Mixed::default();
    for cell in cells {
        column
            .push(|encoder| {
                cell(encoder);
                Ok::<_, Error>(())
            })
            .expect("no error");
    }
    column
}

fn rows(key: &Key, columns: &[Array<'_>]) -> Vec<u128> {
    let (mut hasher, mut all) = (RowHasher::new(key), Vec::new());
    let count = columns[0].len();
    hasher.rows(columns, count, |rows| all.extend_from_slice(rows)).expect("valid");
    all
}

/// The rows of one column by the definition.
fn expected(key: &Key, cells: &[Cell]) -> Vec<u128> {
    let cell = |cell: &Cell| {
        let mut encoder = Encoder::new();
        cell(&mut encoder);
        let mut row = Row::new(key);
        match hash_agg::Bytes::of_canonical(encoder.as_bytes()) {
            Some((kind, bytes)) => row.bytes(kind, bytes).finish(),
            None => row.push(Value::from_canonical(encoder.as_bytes()).expect("a value")).finish(),
        }
    };
    cells.iter().map(cell).collect()
}

#[test]
fn mixed_columns() {
    let key = Key::from_seed(2);
    let several: Vec<Cell> = vec![
        simple(Value::Integer(5)),
        simple(Value::Text("a")),
        simple(Value::Null),
        list(&[1, 2]),
        simple(Value::Binary(b"a")),
        simple(Value::Float(0.5)),
    ];
    let texts: Vec<Cell> = vec![
        simple(Value::Null),
        simple(Value::Text("a")),
        simple(Value::Text("a long text of more words")),
    ];
    let lists: Vec<Cell> = vec![list(&[]), simple(Value::Null), list(&[1, 2, 3])];
    let nulls: Vec<Cell> = vec![simple(Value::Null), simple(Value::Null)];
    let numbers: Vec<Cell> = vec![simple(Value::Integer(1)), simple(Value::Integer(-1))];
    for cells in [several, texts, lists, nulls, numbers, Vec::new()] {
        let (column, wanted) = (mixed(&cells), expected(&key, &cells));
        let array = column.array();
        assert_eq!(rows(&key, from_ref(&array)), wanted);
        assert_eq!(array.len(), cells.len());
        // Parts, and a dictionary of them.
        for start in 0..=cells.len() {
            assert_eq!(rows(&key, &[array.slice(start..cells.len())]), wanted[start..]);
        }
        let indices: Vec<u8> = (0..6_i64)
            .take(cells.len())
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .chain([-1])
            .flat_map(i64::to_ne_bytes)
            .collect();
        let valid = [(1_u8 << cells.len()) - 1];
        let valid = Validity::new(&valid, 0);
        let found = Array::dictionary(&indices, array.clone(), Some(valid)).expect("whole indices");
        let null = expected(&key, &[simple(Value::Null)]);
        let reversed: Vec<_> = wanted.iter().rev().chain(&null).copied().collect();
        assert_eq!(rows(&key, from_ref(&found)), reversed);
        assert_eq!(rows(&key, &[found.slice(1..cells.len() + 1)]), reversed[1..]);
        // Canonical bytes again, and texts.
        for (row, cell) in cells.iter().enumerate() {
            let (mut a, mut b) = (Encoder::new(), Encoder::new());
            array.encode(row, &mut a).expect("valid");
            cell(&mut b);
            assert_eq!(a.as_bytes(), b.as_bytes());
            let string = match Value::from_canonical(b.as_bytes()) {
                Some(Value::Text(text)) => Some(text.as_bytes()),
                Some(Value::Binary(bytes)) => Some(bytes),
                _ => None,
            };
            assert_eq!(array.string(row), Ok(string));
        }
        assert!(array.buffers().is_none() || cells.is_empty());
    }
}

#[test]
fn many_blocks_of_one_and_of_several_kinds() {
    let key = Key::from_seed(2);
    let cell = |i: i64| -> Cell {
        match i {
            5000 => simple(Value::Integer(7)),
            i if i % 3 == 0 => simple(Value::Null),
            i if i % 3 == 1 => simple(Value::Text("a")),
            _ => simple(Value::Text("bc")),
        }
    };
    let cells: Vec<_> = (0..10_000).map(cell).collect();
    let column = mixed(&cells);
    assert_eq!(rows(&key, &[column.array()]), expected(&key, &cells));
    let mut fingerprint = Fingerprint::EMPTY;
    let added = RowHasher::new(&key).add(&[column.array()], 10_000, &mut fingerprint);
    assert_eq!((added, fingerprint.rows()), (Ok(()), 10_000));
}

#[test]
fn a_column_after_an_error_is_empty() {
    let mut column = mixed(&[simple(Value::Null)]);
    assert!(column.ends_with_null());
    column.push_value(5);
    assert!(!column.ends_with_null());
    let failed = column.push(|encoder| {
        encoder.push("part");
        Err("no")
    });
    assert_eq!(failed, Err("no"));
    assert_eq!((column.as_bytes(), column.offsets(), column.array().len()), (&[][..], &[0][..], 0));
    column.push_value(1);
    assert_eq!(column.offsets(), [0, 18]);
}

#[test]
#[should_panic(expected = "one value")]
fn an_item_is_one_value() {
    _ = Mixed::default().push(|encoder| {
        encoder.push(1).push(2);
        Ok::<_, Error>(())
    });
}

#[test]
fn plain_columns() {
    let key = Key::from_seed(2);
    let numbers: Vec<u8> = [1_i32, -2, 3].into_iter().flat_map(i32::to_ne_bytes).collect();
    let valid = [0b101];
    let valid = || Some(Validity::new(&valid, 0));
    let (one, three) = (Value::Integer(1), Value::Integer(3));
    let of = |values: [Value<'static>; 3]| expected(&key, &values.map(simple));
    let array = Array::fixed("i", &numbers, valid()).expect("numbers");
    assert_eq!(rows(&key, from_ref(&array)), of([one, Value::Null, three]));
    assert_eq!(rows(&key, &[array.slice(1..3)]), of([one, Value::Null, three])[1..]);
    let days = Array::fixed("tdD", &numbers, None).expect("days");
    assert_eq!(rows(&key, &[days]), of([Value::Date(1), Value::Date(-2), Value::Date(3)]));
    let bits = Array::booleans(&[0b011], 3, valid()).expect("bits");
    let booleans = [Value::Boolean(true), Value::Null, Value::Boolean(false)];
    assert_eq!(rows(&key, &[bits]), of(booleans));
    for format in ["u", "b", "n", "+l", "vu", "w:0", "x"] {
        assert!(matches!(Array::fixed(format, &numbers, None), Err(Error::Array(_))), "{format}");
    }
    assert!(Array::fixed("i", &numbers[1..], None).is_err());
    assert!(Array::booleans(&[0], 9, None).is_err());
    assert!(Array::dictionary(&numbers, array.clone(), None).is_err());
    // An index of no value is an error where it is read.
    let wrong = 3_i64.to_ne_bytes();
    let wrong = Array::dictionary(&wrong, array, None).expect("one index");
    assert!(RowHasher::new(&key).rows(&[wrong], 1, |_| ()).is_err());
}

#[test]
fn checksums_of_mixed_columns() {
    let key = Key::from_seed(2);
    let sum = |cells: &[Cell]| {
        let column = mixed(cells);
        let mut hasher = Hasher::new(&key, &[Type::Integer]).expect("a type");
        hash_arrow::add_checksums(&mut hasher, &[column.array()], cells.len())
            .map(|()| hasher.checksum())
    };
    let number = sum(&[simple(Value::Integer(5)), simple(Value::Null)]);
    let same = sum(&[simple(Value::Decimal { unscaled: 50, scale: 1 }), simple(Value::Null)]);
    assert!(number.is_ok() && number == same);
    assert!(sum(&[list(&[1])]).is_err() && sum(&[simple(Value::Text("5"))]).is_err());
}
