//! Tests cells: each row of a batch has its own value, and different values have different cells.

use super::{STORED, bare, parts_of};
use hash_agg::{Backend, Bytes, Encoder, Fixed, Key, Row, Rows, Validity, Value};
use hash_core::seed::SeedWords;
use testkit::on_every_backend;

/// The parts of a cell: a, b and t.
type Cell = [u128; 3];

/// A step that appends a column to a batch.
type Append<'c> = &'c dyn Fn(&mut Rows);

/// Returns the cells of the rows in this column, from keys that show one part of them.
fn cells(keys: &[Key; 3], count: usize, append: Append) -> Vec<Cell> {
    let parts = keys.each_ref().map(|key| {
        let mut rows = Rows::new(key);
        rows.reset(count);
        append(&mut rows);
        rows.finish().to_vec()
    });
    (0..count).map(|i| parts.each_ref().map(|part| part[i])).collect()
}

/// Returns the cell of one value, computed as a row.
fn cell(value: Value) -> Cell {
    parts_of(0).map(|key| Row::new(&key).push(value).finish())
}

fn assert_all_differ(cells: &[Cell]) {
    for (i, a) in cells.iter().enumerate() {
        for (j, b) in cells[..i].iter().enumerate() {
            assert_ne!(a, b, "values {j} and {i}");
        }
    }
}

/// A null is all zeros, whatever value is stored for it. Zeros and empty strings of each kind have
/// a tag of their own.
#[test]
fn nulls_and_kinds() {
    let nested = |write: fn(&mut Encoder)| {
        let mut encoder = Encoder::new();
        write(&mut encoder);
        encoder.as_bytes().to_vec()
    };
    let empty = [
        (Bytes::Text, vec![]),
        (Bytes::Binary, vec![]),
        (Bytes::List, nested(|e| e.list(|_| ()))),
        (Bytes::Struct, nested(|e| e.structure(|_| ()))),
        (Bytes::Map, nested(|e| e.map(|_| ()))),
    ];
    let (zeros, valid) = ([0_i64; 3], Validity::new(&[0b0101_0000], 4));
    let kinds = [
        Fixed::Integer,
        Fixed::Date,
        Fixed::Time,
        Fixed::Timestamp,
        Fixed::Instant,
        Fixed::Duration,
    ];
    on_every_backend!(Backend, "hash-agg: kinds", |backend| {
        let keys = parts_of(0).map(|key| key.with_backend(backend));
        let of = |append: Append| {
            let cells = cells(&keys, 3, append);
            assert_eq!(cells[1], [0; 3], "a null");
            assert_eq!(cells[0], cells[2]);
            assert_ne!(cells[0][2], 0, "a tag");
            cells[0]
        };
        let mut all: Vec<_> = kinds
            .map(|kind| of(&|rows| rows.fixed(kind, &zeros, Some(valid)).expect("3 values")))
            .into();
        all.push(of(&|rows| rows.floats(&[0.0, 7.0, -0.0], Some(valid)).expect("3 values")));
        all.push(of(&|rows| {
            rows.booleans(Validity::new(&[2], 0), Some(valid)).expect("3 values");
        }));
        all.push(of(&|rows| {
            rows.intervals(&[(0, 0, 0), (7, 7, 7), (0, 0, 0)], Some(valid)).expect("3 values");
        }));
        for (kind, bytes) in &empty {
            all.push(of(&|rows| {
                let values = [Some(&bytes[..]), None, Some(bytes)];
                rows.bytes(*kind, values.into_iter()).expect("3 values");
            }));
        }
        assert_all_differ(&all);
        let mut tags: Vec<_> = all.iter().map(|[_, _, t]| t >> 56).collect();
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), all.len(), "kinds of one tag");
    });
    let rows = parts_of(0).map(|key| {
        [
            Row::new(&key).list(|_| ()).finish(),
            Row::new(&key).structure(|_| ()).finish(),
            Row::new(&key).map(|_| ()).finish(),
            Row::new(&key).push("").finish(),
            Row::new(&key).push(b"".as_slice()).finish(),
        ]
    });
    assert_all_differ(&[0, 1, 2, 3, 4].map(|i| rows.each_ref().map(|part| part[i])));
}

/// Values that differ have different cells, in a row and in a column.
#[test]
fn different_values_have_different_cells() {
    let decimal = |unscaled, scale| Value::Decimal { unscaled, scale };
    let interval = |months, days, nanoseconds| Value::Interval { months, days, nanoseconds };
    let values = [
        Value::Null,
        Value::Boolean(false),
        Value::Boolean(true),
        Value::Integer(0),
        Value::Integer(1),
        Value::Integer(-1),
        Value::Integer(i64::MIN.into()),
        Value::Integer(1 << 63),
        Value::Integer(1 << 64),
        Value::Integer((1 << 64) - 1),
        Value::Integer(i128::MIN),
        Value::Integer(i128::MAX),
        Value::Unsigned(1 << 127),
        Value::Unsigned(u128::MAX),
        decimal(1, 1),
        decimal(1, 2),
        decimal(1, 127),
        decimal(10, -38),
        decimal(1, -120),
        decimal(1, -121),
        decimal(-1, -121),
        decimal(i128::MAX, -128),
        Value::Float(0.0),
        Value::Float(1.0),
        Value::Float(-1.0),
        Value::Float(f64::NAN),
        Value::Float(f64::INFINITY),
        Value::Date(0),
        Value::Date(1),
        Value::Time(0),
        Value::Timestamp(0),
        Value::Instant(0),
        Value::Duration(0),
        interval(0, 0, 0),
        interval(1, 0, 0),
        interval(0, 1, 0),
        interval(0, 0, 1),
        interval(-1, 0, 0),
        interval(-1, -1, 0),
        interval(0, -1, 0),
        interval(0, 0, -1),
        interval(0, 0, 1 << 32),
        Value::Text(""),
        Value::Text("\0"),
        Value::Binary(b""),
        Value::Binary(b"\0"),
    ];
    assert_all_differ(&values.map(cell));

    on_every_backend!(Backend, "hash-agg: values", |backend| {
        let keys = parts_of(0).map(|key| key.with_backend(backend));
        let (mut numbers, mut digits) = (Vec::new(), Vec::new());
        for scale in [0, 1, 2, 127, -1, -128] {
            let unscaled = [1_i128, -1, 3, i64::MAX.into(), 1 << 64, i128::MAX, i128::MIN];
            numbers.extend(cells(&keys, 7, &|rows| {
                rows.decimals(scale, &unscaled, None).expect("7 values");
            }));
            // Numbers that no 128 bits hold, the last of which is 2^127.
            let mut unscaled = [[0; 32]; 4];
            [unscaled[0][31], unscaled[1][31], unscaled[2][16], unscaled[3][15]] =
                [0x40, 0x80, 3, 0x80];
            digits.extend(cells(&keys, 4, &|rows| {
                rows.decimals(scale, &unscaled, None).expect("4 values");
            }));
        }
        assert_all_differ(&[numbers, digits].concat());
        let intervals: Vec<_> = (0..32)
            .flat_map(|bit| [(1 << bit, 0, 0), (0, 1 << bit, 0), (0, 0, 1 << bit)])
            .chain([(0, 0, 0), (-1, 0, 0), (0, -1, 0), (0, 0, -1)])
            .collect();
        assert_all_differ(&cells(&keys, intervals.len(), &|rows| {
            rows.intervals(&intervals, None).expect("one value per row");
        }));
    });
}

/// Each row has the cell of its own value, at every place of a group, of a register and of a chunk,
/// and nulls are where the bitmap says.
#[test]
fn every_row_has_its_value() {
    let mut words = SeedWords::new("rows", 1);
    let values: Vec<i64> = (0..1100).map(|_| words.next_word().cast_signed()).collect();
    let bits: Vec<u8> = (0..150).map(|_| words.next_word().to_le_bytes()[0]).collect();
    let wide: Vec<i128> = values.iter().map(|v| i128::from(*v) << 50 | 1).collect();
    let unsigned: Vec<u64> = values.iter().map(|v| v.cast_unsigned()).collect();
    on_every_backend!(Backend, "hash-agg: rows", |backend| {
        let keys = parts_of(0).map(|key| key.with_backend(backend));
        for (count, offset) in [(1, 0), (7, 3), (9, 0), (65, 7), (520, 64), (1100, 5)] {
            let valid = |i: usize| bits[(offset + i) / 8] >> ((offset + i) % 8) & 1 == 1;
            let validity = Some(Validity::new(&bits, offset));
            let is = |what, append: Append, value: &dyn Fn(usize) -> i128| {
                for (i, [a, b, t]) in cells(&keys, count, append).into_iter().enumerate() {
                    assert_eq!((b, t == 0), (0, !valid(i)), "{what} {i} of {count}");
                    let expected = if valid(i) { value(i).cast_unsigned() } else { 0 };
                    assert_eq!(a, expected, "{what} {i} of {count}");
                }
            };
            is(
                "integer",
                &|rows| rows.integers(&values[..count], validity).expect("one value per row"),
                &|i| values[i].into(),
            );
            is(
                "unsigned integer",
                &|rows| rows.unsigned(&unsigned[..count], validity).expect("one value per row"),
                &|i| unsigned[i].into(),
            );
            is(
                "wide integer",
                &|rows| rows.wide(Fixed::Time, &wide[..count], validity).expect("one per row"),
                &|i| wide[i],
            );
            is(
                "short decimal",
                &|rows| rows.decimals(0, &values[..count], validity).expect("one per row"),
                &|i| values[i].into(),
            );
            is(
                "decimal",
                &|rows| rows.decimals(0, &wide[..count], validity).expect("one value per row"),
                &|i| wide[i],
            );
            is(
                "boolean",
                &|rows| {
                    let values = Validity::new(&bits, 60);
                    rows.booleans(values, validity).expect("one value per row");
                },
                &|i| (bits[(60 + i) / 8] >> ((60 + i) % 8) & 1).into(),
            );
        }
    });
}

/// A batch may have more than 2^16 rows, and a bitmap more than 2^16 bits before the first row.
#[test]
fn many_rows() {
    const OFFSET: usize = (1 << 16) + 3;
    let values: Vec<i32> = (0..70_000).collect();
    let mut bits = vec![u8::MAX; 20_000];
    bits[(OFFSET + 69_000) / 8] = 0;
    let valid = |i: usize| (OFFSET + i) / 8 != (OFFSET + 69_000) / 8;
    let [shown, _, _] = parts_of(0);
    let mut rows = Rows::new(&shown);
    rows.reset(values.len());
    rows.integers(&values, Some(Validity::new(&bits, OFFSET))).expect("one value per row");
    let found = rows.finish();
    assert_eq!(found.len(), values.len());
    for (i, value) in found.iter().enumerate() {
        assert_eq!(*value, if valid(i) { i as u128 } else { 0 }, "row {i}");
    }
    rows.reset(values.len());
    rows.booleans(Validity::new(&bits, OFFSET), None).expect("one value per row");
    for (i, value) in rows.finish().iter().enumerate() {
        assert_eq!(*value, valid(i).into(), "row {i}");
    }
}

/// Each string of a column is that of its row: changing one string changes one cell.
#[test]
fn every_row_has_its_string() {
    on_every_backend!(Backend, "hash-agg: rows of strings", |backend| {
        let keys = parts_of(0).map(|key| key.with_backend(backend));
        let mut texts = vec!["same text"; 1100];
        let of = |texts: &[&str]| {
            cells(&keys, texts.len(), &|rows| {
                let values = texts.iter().map(|text| Some(text.as_bytes()));
                rows.bytes(Bytes::Text, values).expect("one value per row");
            })
        };
        let before = of(&texts);
        for row in [0, 1, 7, 8, 511, 512, 1023, 1024, 1099] {
            texts[row] = "some text";
            let after = of(&texts);
            let changed: Vec<_> = (0..texts.len()).filter(|i| before[*i] != after[*i]).collect();
            assert_eq!(changed, [row]);
            texts[row] = "same text";
        }
    });
}

/// A cell meets the factors of its own column only, wherever columns of other kinds stand.
#[test]
fn columns_have_their_own_factors() {
    let steps: [Append; 8] = [
        &|rows| rows.nulls(),
        &|rows| rows.integers(&[5], None).expect("one value"),
        &|rows| rows.wide(Fixed::Date, &[5], None).expect("one value"),
        &|rows| rows.decimals(1, &[5], None).expect("one value"),
        &|rows| rows.decimals(0, &[1_i128 << 100], None).expect("one value"),
        &|rows| rows.booleans(Validity::new(&[1], 0), None).expect("one value"),
        &|rows| rows.bytes(Bytes::Text, [Some(&b"5"[..])].into_iter()).expect("one value"),
        &|rows| rows.strings(Bytes::Text, b"5", &[0, 1], None).expect("one value"),
    ];
    let alone = steps.map(|step| cells(&parts_of(0), 1, step)[0]);
    for column in 0..STORED {
        let keys = parts_of(column);
        let found = cells(&keys, 1, &|rows| {
            (0..STORED).for_each(|c| steps[(c + 3) % 8](rows));
        });
        assert_eq!(found[0], alone[(column + 3) % 8], "column {column}");
    }
    // Columns whose factors are not stored differ as well.
    let key = bare();
    let at = |column: usize| {
        let (mut row, mut rows) = (Row::new(&key), Rows::new(&key));
        rows.reset(1);
        for c in 0..STORED + 4 {
            row.push(if c == column { Value::Integer(5) } else { Value::Null });
            let values = [(c == column).then_some(&b"5"[..])];
            rows.bytes(Bytes::Text, values.into_iter()).expect("one value");
        }
        [row.finish(), rows.finish()[0], 0]
    };
    assert_all_differ(&[31, 32, 33, 34, 35].map(at));
}
