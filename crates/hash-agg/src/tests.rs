//! Tests the theorem on the code that ships: how fingerprints depend on the key, on every backend.
//!
//! For each pair of rows, the proofs in `bound` name a value of the key that decides. Here all
//! other values are fixed, and `testkit::linear` shows that each difference of the fingerprints has
//! exactly one value of the deciding one.

use crate::{Backend, Bytes, Digest, Fingerprint, Key, Row, Rows, Value};
use std::vec::Vec;
use testkit::linear::{multiplies, takes_each_value_once};
use testkit::message::NOISE;
use testkit::on_every_backend;

/// Returns the differences of the fingerprints of two rows that differ in column 1: computed row by
/// row, and both at once.
fn differences(key: &Key, cells: [Value; 2]) -> [u128; 2] {
    let [first, second] = cells.map(|cell| Row::new(key).push(true).push(cell).finish());
    let mut rows = Rows::new(key);
    rows.reset(2);
    rows.booleans(crate::Validity::new(&[3], 0), None).unwrap();
    match cells {
        [Value::Integer(a), Value::Integer(b)] => {
            rows.wide(crate::Fixed::Integer, &[a, b], None).unwrap();
        }
        [Value::Date(a), Value::Date(b)] => {
            rows.fixed(crate::Fixed::Date, &[a, b], None).unwrap();
        }
        [Value::Binary(a), Value::Binary(b)] => {
            rows.bytes(Bytes::Binary, [a, b].map(Some).into_iter()).unwrap();
        }
        [Value::Decimal { unscaled: a, scale }, Value::Decimal { unscaled: b, .. }] => {
            rows.decimals(scale, &[a, b], None).unwrap();
        }
        _ => unreachable!("the tests use only these kinds"),
    }
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

/// A difference of the elements is multiplied by C1.
#[test]
fn elements() {
    on_each_path("hash-agg: elements", |difference| {
        let key = Key::from_seed(1);
        let with = |x| key.clone().with_column(1, 0, x);
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
    });
}

/// For strings of one length, C1 or C2 decides, unless both polynomials are the same.
#[test]
fn strings() {
    on_each_path("hash-agg: strings", |difference| {
        let key = Key::from_seed(2);
        for len in [1, 16, 40, 600, 3000] {
            let message = NOISE.message(len);
            let mut other = message.clone();
            other[len / 2] ^= 1;
            let pairs = [&message, &other].map(|m| key.wide().polynomials(m));
            for element in [0, 1] {
                assert_ne!(pairs[0][element], pairs[1][element], "chosen to differ");
                takes_each_value_once(128, |x| {
                    let key = key.clone().with_column(1, element, x);
                    difference(key, [Value::Binary(&message), Value::Binary(&other)])
                });
            }
        }
    });
}

/// Different tags (lengths, scales) are multiplied by C3.
#[test]
fn tags() {
    on_each_path("hash-agg: tags", |difference| {
        let key = Key::from_seed(3);
        let with = |x| key.clone().with_column(1, 2, x);
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
                let key = key.clone().with_element(2, x);
                nulls(&key, a) ^ nulls(&key, b)
            });
        }
        takes_each_value_once(128, |x| nulls(&key.clone().with_element(1, x), 3));
    });
}

/// Two tables of two rows differ by (f1 + f2 + g1 + g2) z + f1 f2 + g1 g2, and two sequences by
/// (f1 + g1) y + f2 + g2. Both are linear, so every value is taken once.
#[test]
fn tables_of_two_rows() {
    on_every_backend!(Backend, "hash-agg: tables of two rows", |backend| {
        let key = Key::from_seed(5).with_backend(backend);
        let table = |key: &Key, rows: &[u128]| Fingerprint::of(key, rows).value();
        for (rows, others) in [([1, 2], [4, 9]), ([7, 7], [7, 8]), ([u128::MAX, 3], [5, 5])] {
            takes_each_value_once(128, |x| {
                let key = key.clone().with_element(0, x);
                table(&key, &rows) ^ table(&key, &others)
            });
        }
        let sequence = |key: &Key, rows: &[u128]| Digest::of(key, rows).value();
        multiplies(128, 128, |d, x| {
            let key = key.clone().with_element(3, x);
            sequence(&key, &[3, 8]) ^ sequence(&key, &[3 ^ d, 8])
        });
    });
}

/// A difference of degree n − 1 has no more than n − 1 roots, and all its roots are found: the
/// product of n rows is 0 exactly where z is one of them.
#[test]
fn roots() {
    on_every_backend!(Backend, "hash-agg: roots", |backend| {
        let key = Key::from_seed(6).with_backend(backend);
        let rows: Vec<u128> = (0..67).map(|i| i << (i % 100) | i).collect();
        for z in rows.iter().copied().chain([1000, 1 << 120, u128::MAX]) {
            let key = key.clone().with_element(0, z);
            assert_eq!(Fingerprint::of(&key, &rows).value() == 0, rows.contains(&z), "{z}");
        }
    });
}
