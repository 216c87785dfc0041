//! Canonical bytes are read as they are written.

use hash_agg::{Bytes, Encoder, Key, Row, Value};

fn values() -> Vec<Value<'static>> {
    let wide = |last| {
        let mut unscaled = [7; 32];
        unscaled[31] = last;
        unscaled
    };
    vec![
        Value::Null,
        Value::Boolean(false),
        Value::Boolean(true),
        Value::Integer(0),
        Value::Integer(-5),
        Value::Integer(i128::MIN),
        Value::Unsigned(u128::MAX),
        Value::Decimal { unscaled: 500, scale: 2 },
        Value::Decimal { unscaled: -12_345, scale: 127 },
        Value::Decimal { unscaled: 7, scale: -128 },
        Value::Decimal256 { unscaled: wide(0x7f), scale: 3 },
        Value::Decimal256 { unscaled: wide(0x80), scale: -3 },
        Value::Float(1.5),
        Value::Float(-0.0),
        Value::Float(f64::NAN),
        Value::Text(""),
        Value::Text("ü"),
        Value::Binary(b""),
        Value::Binary(b"\xff\0"),
        Value::Date(-1),
        Value::Time(i64::MAX),
        Value::Timestamp(i128::MIN),
        Value::Instant(1 << 100),
        Value::Duration(-1),
        Value::Interval { months: -1, days: i32::MAX, nanoseconds: i64::MIN },
    ]
}

fn encoded(value: Value<'_>) -> Vec<u8> {
    let mut encoder = Encoder::new();
    encoder.push(value);
    encoder.as_bytes().to_vec()
}

#[test]
fn values_of_canonical_bytes() {
    let key = Key::from_seed(1);
    for value in values() {
        let bytes = encoded(value);
        let read = Value::from_canonical(&bytes).unwrap_or_else(|| panic!("{value:?}"));
        assert_eq!(encoded(read), bytes, "{value:?}");
        let row = |value: Value<'_>| Row::new(&key).push(value).finish();
        assert_eq!(row(read), row(value), "{value:?}");
        // Neither fewer nor more bytes are a value.
        for len in 0..bytes.len() {
            assert_eq!(Value::from_canonical(&bytes[..len]), None, "{value:?} {len}");
        }
        let more = [&bytes[..], &[0]].concat();
        assert_eq!(Value::from_canonical(&more), None, "{value:?}");
    }
    for kind in 16..=255 {
        assert_eq!(Value::from_canonical(&[&[kind][..], &[0; 16]].concat()), None);
    }
    // A text that is not UTF-8, and a date of more than 64 bits.
    let mut text = encoded(Value::Text("a"));
    text[9] = 0xff;
    assert_eq!(Value::from_canonical(&text), None);
    let mut date = encoded(Value::Date(1));
    date[16] = 1;
    assert_eq!(Value::from_canonical(&date), None);
}

/// Lists and their parts, and the strings that rows take.
#[test]
fn nested_values_of_canonical_bytes() {
    let key = Key::from_seed(1);
    let write = |items: &mut Encoder| {
        for value in values() {
            items.push(value);
        }
        items.list(|_| ());
    };
    let mut all = Encoder::new();
    all.list(write);
    let mut parts = Encoder::new();
    parts.list(|items| {
        assert_eq!(items.values(), 0);
        for value in values() {
            items.push_canonical(&encoded(value));
        }
        let mut list = Encoder::new();
        list.list(|_| ());
        items.push_canonical(list.as_bytes());
        assert_eq!(items.values(), 1 + values().len() as u64);
    });
    assert_eq!(all.as_bytes(), parts.as_bytes());
    assert_eq!(Value::from_canonical(all.as_bytes()), None);
    let list = Row::new(&key).list(write).finish();
    let mut structure = Encoder::new();
    structure.structure(write);
    let mut map = Encoder::new();
    map.map(write);
    let (text, binary) = (encoded(Value::Text("ab")), encoded(Value::Binary(b"ab")));
    for (bytes, kind, row) in [
        (all.as_bytes(), Bytes::List, list),
        (structure.as_bytes(), Bytes::Struct, Row::new(&key).structure(write).finish()),
        (map.as_bytes(), Bytes::Map, Row::new(&key).map(write).finish()),
        (&text, Bytes::Text, Row::new(&key).push("ab").finish()),
        (&binary, Bytes::Binary, Row::new(&key).push(&b"ab"[..]).finish()),
    ] {
        let (found, string) = Bytes::of_canonical(bytes).expect("a string");
        assert_eq!(found, kind);
        assert_eq!(Row::new(&key).bytes(kind, string).finish(), row, "{kind:?}");
    }
    assert_eq!(Bytes::of_canonical(&encoded(Value::Null)), None);
    assert_eq!(Bytes::of_canonical(&encoded(Value::Float(1.0))), None);
    assert_eq!(Bytes::of_canonical(&[]), None);
}
