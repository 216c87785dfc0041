//! Checksums in SQL: the vectors of SQL.md, which a program in another language made from that page
//! alone, and what queries must have. The tests of the Python package run queries in databases.

use hash_agg::sql::{Checksum, Column, Dialect, Error, Hasher, Query, Type};
use hash_agg::{Key, Value};
use serde_json::Value as Json;

fn bytes(digits: &str) -> Vec<u8> {
    let digit = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(digit).collect()
}

#[test]
fn vectors() {
    let file: Json = serde_json::from_str(include_str!("sql.json")).unwrap();
    let vectors = file["vectors"].as_array().unwrap();
    assert_eq!(vectors.len(), 40);
    for vector in vectors {
        let key = Key::try_from(&bytes(vector["key"].as_str().unwrap())[..]).unwrap();
        let types = vector["types"].as_array().unwrap().iter();
        let types: Vec<Type> = types.map(|kind| kind.as_str().unwrap().parse().unwrap()).collect();
        let mut hasher = Hasher::new(&key, &types).unwrap();
        for row in vector["rows"].as_array().unwrap() {
            let cells = row.as_array().unwrap();
            let binary: Vec<_> = cells
                .iter()
                .zip(&types)
                .map(|(cell, kind)| match kind {
                    Type::Binary(_) => cell.as_str().map(bytes).unwrap_or_default(),
                    _ => Vec::new(),
                })
                .collect();
            let values: Vec<_> = cells
                .iter()
                .zip(&types)
                .zip(&binary)
                .map(|((cell, kind), binary)| match (kind, cell) {
                    (_, Json::Null) => Value::Null,
                    (_, Json::Bool(value)) => Value::Boolean(*value),
                    (Type::Text(_), Json::String(text)) => Value::Text(text),
                    (Type::Binary(_), _) => Value::Binary(binary),
                    (_, cell) => {
                        let number: i128 = cell.as_str().unwrap().parse().unwrap();
                        match *kind {
                            Type::Decimal(scale) => Value::Decimal {
                                unscaled: number,
                                scale: i8::try_from(scale).unwrap(),
                            },
                            Type::Date => Value::Date(i64::try_from(number).unwrap()),
                            Type::Timestamp => Value::Timestamp(1000 * number),
                            _ => Value::Integer(number),
                        }
                    }
                })
                .collect();
            hasher.add(&values).unwrap();
        }
        assert_eq!(hasher.checksum().to_string(), vector["checksum"].as_str().unwrap());
    }
}

fn one(kind: Type, value: Value<'_>) -> Result<Checksum, Error> {
    let mut hasher = Hasher::new(&Key::from_seed(1), &[kind])?;
    hasher.add(&[value])?;
    Ok(hasher.checksum())
}

#[test]
fn numbers_have_one_form() {
    let five = one(Type::Integer, Value::Integer(5));
    let wide = |unscaled: i128| {
        let mut bytes = [if unscaled < 0 { 255 } else { 0 }; 32];
        bytes[..16].copy_from_slice(&unscaled.to_le_bytes());
        bytes
    };
    assert_eq!(one(Type::Integer, Value::Unsigned(5)), five);
    assert_eq!(one(Type::Integer, Value::Decimal { unscaled: 500, scale: 2 }), five);
    assert_eq!(one(Type::Integer, Value::Decimal256 { unscaled: wide(50), scale: 1 }), five);
    assert_eq!(one(Type::Decimal(0), Value::Integer(5)), five);
    let minus = one(Type::Decimal(3), Value::Decimal { unscaled: -5, scale: -1 });
    assert_eq!(minus, one(Type::Integer, Value::Integer(-50_000)));
    assert_eq!(minus, one(Type::Decimal(3), Value::Decimal256 { unscaled: wide(-50), scale: 0 }));
    assert_eq!(
        one(Type::Decimal(18), Value::Decimal { unscaled: 0, scale: -128 }),
        one(Type::Integer, Value::Integer(0))
    );
}

#[test]
fn what_is_not_covered_is_an_error() {
    let mut high = [0; 32];
    high[31] = 1;
    let mut negative = [0; 32];
    negative[16..].fill(255);
    for (kind, value) in [
        (Type::Integer, Value::Integer(1 << 63)),
        (Type::Integer, Value::Integer(-(1 << 63) - 1)),
        (Type::Integer, Value::Unsigned(u128::MAX)),
        (Type::Integer, Value::Decimal { unscaled: 15, scale: 1 }),
        (Type::Integer, Value::Decimal { unscaled: 1, scale: -128 }),
        (Type::Integer, Value::Decimal256 { unscaled: high, scale: 0 }),
        (Type::Integer, Value::Decimal256 { unscaled: negative, scale: 0 }),
        (Type::Integer, Value::Float(1.0)),
        (Type::Integer, Value::Boolean(true)),
        (Type::Integer, Value::Date(1)),
        (Type::Decimal(2), Value::Integer(1 << 62)),
        (Type::Boolean, Value::Integer(1)),
        (Type::Date, Value::Timestamp(0)),
        (Type::Timestamp, Value::Date(0)),
        (Type::Timestamp, Value::Instant(0)),
        (Type::Timestamp, Value::Timestamp(1)),
        (Type::Timestamp, Value::Timestamp(-1)),
        (Type::Timestamp, Value::Timestamp(-1999)),
        (Type::Timestamp, Value::Timestamp(1000 << 63)),
        (Type::Text(2), Value::Text("abc")),
        (Type::Text(2), Value::Text("€")),
        (Type::Text(2), Value::Binary(b"a")),
        (Type::Binary(2), Value::Text("a")),
        (Type::Binary(2), Value::Binary(b"abc")),
    ] {
        assert_eq!(one(kind, value), Err(Error::Value { column: 0, kind }), "{value:?}");
    }
    let mut hasher = Hasher::new(&Key::from_seed(1), &[Type::Integer, Type::Date]).unwrap();
    hasher.add(&[Value::Null, Value::Date(1)]).unwrap();
    let before = hasher.checksum();
    let column_1 = Error::Value { column: 1, kind: Type::Date };
    assert_eq!(hasher.add(&[Value::Null, Value::Time(1)]), Err(column_1));
    assert_eq!(hasher.add(&[Value::Null]), Err(Error::Width { values: 1, columns: 2 }));
    assert_eq!(hasher.checksum(), before);
}

/// A number u · 10^-from has a checksum under the type `decimal(scale)` if and only if it is an
/// integer of 64 bits times 10^-scale, and then that of this integer.
#[test]
fn numbers_at_the_borders_of_types() {
    let tens = (0..=19).map(|zeros| 10_i128.pow(zeros));
    let twos = [31, 32, 61, 62, 63, 64].map(|bit| 1_i128 << bit);
    let middles = tens.chain(twos).chain([0, 5, 15, 25, 50, 95, 105, 150, 922]);
    let numbers = middles.flat_map(|middle| [middle - 1, middle, middle + 1, -middle]);
    let numbers: Vec<i128> = numbers.flat_map(|number| [number, -number]).collect();
    // What a value adds to a column. An error adds nothing.
    let added = |hasher: &mut Hasher, value| {
        let before = hasher.checksum();
        let result = hasher.add(&[value]);
        let after = hasher.checksum();
        result.inspect_err(|_| assert_eq!(after, before)).map(|()| after.remove(&before).unwrap())
    };
    let key = Key::from_seed(1);
    let of = |kind| Hasher::new(&key, &[kind]).unwrap();
    let mut integers = of(Type::Integer);
    for scale in [0, 1, 2, 9, 17, 18] {
        let kind = Type::Decimal(scale);
        let mut decimals = of(kind);
        for from in [-18, -1, 0, 1, 2, 3, 18, 19, 21_i8] {
            for &unscaled in &numbers {
                let more = i32::from(scale) - i32::from(from);
                let power = 10_i128.pow(more.unsigned_abs());
                let integer = if more < 0 {
                    (unscaled.rem_euclid(power) == 0).then_some(unscaled / power)
                } else {
                    unscaled.checked_mul(power)
                };
                let integer = integer.and_then(|integer| i64::try_from(integer).ok());
                let expected = integer.map_or(Err(Error::Value { column: 0, kind }), |integer| {
                    added(&mut integers, Value::Integer(integer.into()))
                });
                let mut wide = [if unscaled < 0 { u8::MAX } else { 0 }; 32];
                wide[..16].copy_from_slice(&unscaled.to_le_bytes());
                for value in [
                    Value::Decimal { unscaled, scale: from },
                    Value::Decimal256 { unscaled: wide, scale: from },
                ] {
                    assert_eq!(added(&mut decimals, value), expected, "{value:?} as {kind}");
                }
                if from == 0 {
                    assert_eq!(added(&mut decimals, Value::Integer(unscaled)), expected);
                }
            }
        }
    }
}

/// Sums are added and subtracted modulo p, and numbers of rows below 2^64.
#[test]
fn checksums_combine_and_are_removed_at_their_borders() {
    const P: u64 = (1 << 61) - 1;
    let sums = [0, 1, 2, P / 2, P / 2 + 1, P - 2, P - 1];
    let rows = [1, 2, 64, 65, 1 << 32, 1 << 63, u64::MAX - 64, u64::MAX - 1, u64::MAX];
    for (a, b) in sums.iter().flat_map(|a| sums.map(|b| (*a, b))) {
        for (m, n) in rows.iter().flat_map(|m| rows.map(|n| (*m, n))) {
            let (x, y) = (Checksum::new(m, [a, b]).unwrap(), Checksum::new(n, [b, a]).unwrap());
            let sum = (a + b) % P;
            let joined = m.checked_add(n).map(|rows| Checksum::new(rows, [sum, sum]).unwrap());
            assert_eq!(x.combine(&y).ok(), joined, "{x:?} and {y:?}");
            assert_eq!(joined.is_none(), x.combine(&y) == Err(Error::TooManyRows));
            if let Some(joined) = joined {
                assert_eq!((joined.remove(&y), joined.remove(&x)), (Ok(x), Ok(y)));
                assert_eq!(Checksum::from_bytes(&joined.to_bytes()), Ok(joined));
            }
            let less = (m > n).then(|| [(a + P - b) % P, (b + P - a) % P]);
            assert_eq!(x.remove(&y).ok().filter(|_| m > n).map(|rest| rest.sums()), less);
            // The sums of no rows are 0.
            if m == n {
                let rest = if a == b { Ok(Checksum::EMPTY) } else { Err(Error::Sums) };
                assert_eq!(x.remove(&y), rest, "{x:?} without {y:?}");
            }
            assert_eq!(m < n, x.remove(&y) == Err(Error::TooFewRows), "{x:?} without {y:?}");
        }
        assert_eq!(Checksum::new(0, [a, b]).is_ok(), (a, b) == (0, 0));
        for above in [P, P + 1, u64::MAX] {
            assert_eq!(Checksum::new(1, [a, above]), Err(Error::Sums));
            assert_eq!(Checksum::new(1, [above, a]), Err(Error::Sums));
        }
    }
}

const DIALECTS: [Dialect; 4] =
    [Dialect::Sqlite, Dialect::DuckDb, Dialect::Postgres, Dialect::MySql];

#[test]
fn names_are_quoted_and_types_checked() {
    let key = Key::from_seed(1);
    for dialect in DIALECTS {
        assert_eq!(dialect.to_string().parse(), Ok(dialect));
        let query = |table: &[&str], columns: &[Column<'_>]| {
            Query::new(dialect, table, columns).to_sql(&key)
        };
        let a = [Column::new("a\"b`c", Type::Text(9))];
        let sql = query(&["x`y", "z\"w"], &a).unwrap();
        let names = if dialect == Dialect::MySql {
            ["t.`a\"b``c`", "FROM `x``y`.`z\"w` AS t"]
        } else {
            ["t.\"a\"\"b`c\"", "FROM \"x`y\".\"z\"\"w\" AS t"]
        };
        for name in names {
            assert!(sql.contains(name), "{dialect}: {name}");
        }
        for table in [&[][..], &[""], &["a", ""], &["a\0"]] {
            assert!(matches!(query(table, &a), Err(Error::Name(_))));
        }
        assert!(matches!(query(&["t"], &[Column::new("\0", Type::Date)]), Err(Error::Name(_))));
        assert_eq!(query(&["t"], &[]), Err(Error::NoColumns));
        let many = vec![Column::new("a", Type::Date); 534];
        assert_eq!(query(&["t"], &many), Err(Error::TooManyWords(1602)));
        for kind in [Type::Decimal(19), Type::Text(0), Type::Text(2049), Type::Binary(0)] {
            let name = kind.to_string();
            assert_eq!(query(&["t"], &[Column::new("a", kind)]), Err(Error::Type(name.clone())));
            assert_eq!(name.parse::<Type>(), Err(Error::Type(name)));
        }
        let sql = Query::new(dialect, &["t"], &a).filter("x > 1").group_by("x % 2").to_sql(&key);
        let sql = sql.unwrap();
        assert!(sql.contains(" AS t WHERE (x > 1)") && sql.contains("(x % 2) AS g"));
        assert!(sql.ends_with(" GROUP BY g"));
    }
}
