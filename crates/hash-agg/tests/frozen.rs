//! Frozen values of our own, because there is no other implementation.

use hash_agg::{Bytes, Digest, Encoder, Fingerprint, Key, Row, Rows, Value};
use reference::agg as oracle;

testkit::key_suite!(Key, "hash-agg");

fn rows(key: &Key) -> Vec<u128> {
    let values = [
        Value::Null,
        true.into(),
        (-5).into(),
        Value::Decimal { unscaled: 12_345, scale: 3 },
        Value::Unsigned(u128::MAX),
        1.5.into(),
        "text".into(),
        Value::Binary(&[0; 100]),
        Value::Date(20_000),
        Value::Time(1),
        Value::Timestamp(1 << 70),
        Value::Instant(-1),
        Value::Duration(7),
        Value::Interval { months: 1, days: -2, nanoseconds: 3 },
    ];
    let mut rows: Vec<u128> = values.iter().map(|v| Row::new(key).push(*v).finish()).collect();
    let mut row = Row::new(key);
    for value in values {
        row.push(value);
    }
    row.list(|items| {
        for value in values {
            items.push(value);
        }
        items.structure(|fields| {
            fields.push(1).push("a").map(|m| {
                m.push("k").push("v");
            });
        });
    });
    rows.push(row.finish());
    rows
}

#[test]
fn values_are_frozen() {
    let key = Key::from_seed(1);
    let rows = rows(&key);
    let table = Fingerprint::of(&key, &rows);
    let found: String = rows
        .iter()
        .map(|row| format!("{row:032x}\n"))
        .chain([format!("{table}\n"), format!("{}\n", Digest::of(&key, &rows))])
        .collect();
    assert_eq!(found, include_str!("frozen.txt"), "\n{found}");
}

/// The bytes of a key follow from its seed by the key stream of all crates, and its values equal
/// those of the reference.
#[test]
fn keys() {
    let bytes: [u8; 32] = reference::seed::bytes("hash-agg", 9, 32).try_into().unwrap();
    assert_eq!(Key::from_seed(9).to_bytes(), bytes);
    let (key, same) = (Key::from_bytes(&bytes), oracle::Key::new(&bytes));
    for width in [0, 1, 31, 32, 33, 100] {
        let mut row = Row::new(&key);
        for _ in 0..width {
            row.push("x");
        }
        let cells = vec![oracle::Cell::Bytes(4, b"x".to_vec()); width];
        assert_eq!(row.finish(), oracle::row(&same, &cells), "{width} columns");
    }
    assert!(Key::try_from([0; 31].as_slice()).is_err());
    assert!(!format!("{key:?}").contains(&format!("{}", bytes[0])), "Debug shows the secret");
    #[cfg(feature = "std")]
    assert_ne!(Key::generate().to_bytes(), Key::generate().to_bytes());
    #[cfg(feature = "serde")]
    {
        let json = serde_json::to_string(&key).unwrap();
        assert_eq!(serde_json::from_str::<Key>(&json).unwrap().to_bytes(), bytes);
    }
}

/// Canonical bytes equal those written by hand, and a nested cell is their hash.
#[test]
fn canonical_bytes() {
    let mut encoder = Encoder::new();
    encoder.map(|entries| {
        entries.push("k").push(Value::Decimal { unscaled: -70, scale: 2 });
        entries.structure(|fields| {
            fields.push(Value::Null).push(Value::Unsigned(1 << 127));
        });
        entries.list(|_| ());
    });
    let mut expected = vec![14, 4, 0, 0, 0, 0, 0, 0, 0];
    expected.extend([4, 1, 0, 0, 0, 0, 0, 0, 0, b'k']);
    expected.push(2);
    expected.extend((-7_i128).to_le_bytes());
    expected.push(1);
    expected.extend([13, 2, 0, 0, 0, 0, 0, 0, 0, 0, 15]);
    expected.extend((1_u128 << 127).to_le_bytes());
    expected.extend([0; 16]);
    expected.push(0);
    expected.extend([12, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(encoder.as_bytes(), expected);

    let key = Key::from_seed(1);
    let mut rows = Rows::new(&key);
    rows.reset(1);
    rows.bytes(Bytes::Map, [Some(encoder.as_bytes())].into_iter()).unwrap();
    let mut row = Row::new(&key);
    row.map(|entries| {
        entries.push("k").push(Value::Decimal { unscaled: -7, scale: 1 });
        entries.structure(|fields| {
            fields.push(None::<bool>).push(Value::Unsigned(1 << 127));
        });
        entries.list(|_| ());
    });
    assert_eq!(rows.finish(), [row.finish()]);
    encoder.clear();
    assert!(encoder.as_bytes().is_empty());
}

/// Values that would be mistaken for each other if lengths or counts were left out.
#[test]
fn nested_values_are_apart() {
    let key = Key::from_seed(1);
    let lists: [&dyn Fn(&mut Encoder); 9] = [
        &|_| (),
        &|e| {
            e.push(Value::Null);
        },
        &|e| {
            e.push("ab");
        },
        &|e| {
            e.push("a").push("b");
        },
        &|e| {
            e.push("").push("ab");
        },
        &|e| e.list(|_| ()),
        &|e| {
            e.list(|_| ());
            e.list(|_| ());
        },
        &|e| e.list(|e| e.list(|_| ())),
        &|e| e.structure(|_| ()),
    ];
    let mut seen = std::collections::HashSet::new();
    for list in lists {
        assert!(seen.insert(Row::new(&key).list(list).finish()));
        assert!(seen.insert(Row::new(&key).structure(list).finish()));
        assert!(seen.insert(Row::new(&key).map(list).finish()));
    }
}

/// Clearing an encoder inside a list removes that list too, so no count is written over the values
/// that follow.
#[test]
fn clearing_removes_open_lists() {
    let rest = |encoder: &mut Encoder| {
        encoder.push("long enough for a count");
        encoder.list(|items| {
            items.push(2);
        });
    };
    let mut encoder = Encoder::new();
    encoder.list(|items| {
        items.push(1).list(Encoder::clear);
        rest(items);
    });
    let mut expected = Encoder::new();
    rest(&mut expected);
    assert_eq!(encoder.as_bytes(), expected.as_bytes());
}
