//! Tests the theorems of `hash_agg::bound` on the code that ships, on every backend, without a
//! model of the fingerprint.
//!
//! For each pair of rows, the proofs name a value of the key that decides. Here all other values
//! are fixed, and `testkit::linear` shows that each difference of the fingerprints has exactly one
//! value of the deciding one. A key in which one factor is 1 and all others are 0 shows the cell
//! that the factor meets.

mod derivation;
mod encoder;
mod strings;
mod tables;
mod values;

use hash_agg::{Backend, Bytes, Fixed, Key, Row, Rows, Validity, Value};
use reference::gf2::{P128, mul_mod};
use testkit::linear::{multiplies, takes_each_value_once};
use testkit::on_every_backend;

/// The indices of the elements of a key.
const Z: usize = 0;
const R0: usize = 1;
const R1: usize = 2;
const Y: usize = 3;

/// The number of columns whose factors are stored in a key.
const STORED: usize = 32;

/// Returns a key in which all values of rows are 0.
fn bare() -> Key {
    let key = Key::from_seed(1).with_element(R0, 0).with_element(R1, 0);
    (0..STORED).fold(key, |key, c| (0..3).fold(key, |key, i| key.with_factor(c, i, 0)))
}

/// Returns the keys that show the three parts of a cell of this column: a, b and t.
fn parts_of(column: usize) -> [Key; 3] {
    [0, 1, 2].map(|i| bare().with_factor(column, i, 1))
}

/// Computes the inverse of an element of GF(2^128), as a^(2^128 - 2).
fn inverse(a: u128) -> u128 {
    let square = |x| mul_mod(x, x, P128);
    (1..128).fold((1, a), |(power, a), _| (mul_mod(power, square(a), P128), square(a))).0
}

/// Appends a column of these values, which have one kind, to a batch.
fn append(rows: &mut Rows, values: &[Value]) {
    macro_rules! all {
        ($pattern:pat => $value:expr) => {
            values.iter().map(|v| if let $pattern = *v { $value } else { panic!("{v:?}") })
        };
    }
    match values[0] {
        Value::Integer(_) => {
            rows.wide(Fixed::Integer, &all!(Value::Integer(v) => v).collect::<Vec<_>>(), None)
        }
        Value::Date(_) => {
            rows.fixed(Fixed::Date, &all!(Value::Date(v) => v).collect::<Vec<_>>(), None)
        }
        Value::Binary(_) => rows.bytes(Bytes::Binary, all!(Value::Binary(v) => Some(v))),
        Value::Decimal { scale, .. } => {
            let digits: Vec<_> = all!(Value::Decimal { unscaled, .. } => unscaled).collect();
            rows.decimals(scale, &digits, None)
        }
        Value::Decimal256 { scale, .. } => {
            let digits: Vec<_> = all!(Value::Decimal256 { unscaled, .. } => unscaled).collect();
            rows.decimals(scale, &digits, None)
        }
        kind => unreachable!("the tests use no {kind:?}"),
    }
    .expect("one value per row");
}

/// Returns the differences of the fingerprints of two rows that differ in column 1: computed row by
/// row, and both at once.
fn differences(key: &Key, cells: [Value; 2]) -> [u128; 2] {
    let [first, second] = cells.map(|cell| Row::new(key).push(true).push(cell).finish());
    let mut rows = Rows::new(key);
    rows.reset(2);
    rows.booleans(Validity::new(&[3], 0), None).unwrap();
    append(&mut rows, &cells);
    let both = rows.finish();
    [first ^ second, both[0] ^ both[1]]
}

fn on_each_path(what: &str, test: impl Fn(&dyn Fn(Key, [Value; 2]) -> u128)) {
    on_every_backend!(Backend, what, |backend| {
        for path in 0..2 {
            test(&|key, cells| differences(&key.with_backend(backend), cells)[path]);
        }
    });
}

/// A difference of the first elements is multiplied by C1, one of the second by C2.
#[test]
fn elements() {
    on_each_path("hash-agg: elements", |difference| {
        let key = Key::from_seed(1);
        let with = |x| key.clone().with_factor(1, 0, x);
        multiplies(128, 128, |d: u128, x| {
            let cells = [-77, (-77) ^ d.cast_signed()].map(Value::Integer);
            difference(with(x), cells)
        });
        for d in [1, 1 << 63, i64::MIN | 5] {
            takes_each_value_once(128, |x| {
                difference(with(x), [Value::Date(9), Value::Date(9 ^ d)])
            });
        }
        takes_each_value_once(128, |x| {
            difference(with(x), [11, 13].map(|unscaled| Value::Decimal { unscaled, scale: 1 }))
        });
        // Numbers of 256 bits whose upper halves differ.
        let wide = |high: u128| {
            let mut unscaled = [7; 32];
            unscaled[16..].copy_from_slice(&high.to_le_bytes());
            Value::Decimal256 { unscaled, scale: 0 }
        };
        for d in [1, 1 << 64, 1 << 126, u128::MAX >> 1] {
            takes_each_value_once(128, |x| {
                let key = key.clone().with_factor(1, 1, x);
                difference(key, [wide(1 << 100), wide(1 << 100 ^ d)])
            });
        }
    });
}

/// Different tags (lengths, scales) are multiplied by C3.
#[test]
fn tags() {
    on_each_path("hash-agg: tags", |difference| {
        let key = Key::from_seed(3);
        let with = |x| key.clone().with_factor(1, 2, x);
        for (a, b) in [(0, 1), (1, 2), (16, 17), (100, 3000)] {
            let zeros = [0; 3000];
            takes_each_value_once(128, |x| {
                difference(with(x), [Value::Binary(&zeros[..a]), Value::Binary(&zeros[..b])])
            });
        }
        takes_each_value_once(128, |x| {
            difference(with(x), [1, 10].map(|unscaled| Value::Decimal { unscaled, scale: 2 }))
        });
    });
}

/// The number of columns is multiplied by R1, and R0 makes every fingerprint uniform.
#[test]
fn widths() {
    on_every_backend!(Backend, "hash-agg: widths", |backend| {
        let key = Key::from_seed(4).with_backend(backend);
        let nulls = |key: &Key, n| {
            let (mut row, mut rows) = (Row::new(key), Rows::new(key));
            rows.reset(1);
            for _ in 0..n {
                row.push(Value::Null);
                rows.nulls();
            }
            assert_eq!(rows.finish(), [row.finish()]);
            row.finish()
        };
        for (a, b) in [(0, 1), (1, 2), (5, 40)] {
            takes_each_value_once(128, |x| {
                let key = key.clone().with_element(R1, x);
                nulls(&key, a) ^ nulls(&key, b)
            });
        }
        takes_each_value_once(128, |x| nulls(&key.clone().with_element(R0, x), 3));
    });
}

/// The number of columns does not wrap: a key whose only value is R1 = 1 shows it.
#[test]
fn many_columns() {
    let key = bare().with_element(R1, 1);
    let mut rows = Rows::new(&key);
    rows.reset(1);
    for n in 1..=(1 << 16) + 3 {
        rows.nulls();
        if !(300..1 << 16).contains(&n) {
            assert_eq!(rows.finish(), [n], "{n} columns");
        }
    }
    let mut row = Row::new(&key);
    for n in 1..=300 {
        assert_eq!(row.push(Value::Null).finish(), n, "{n} columns");
    }
}
