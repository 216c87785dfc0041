//! Canonical bytes are read as they are written.

use hash_agg::canonical::{self, LIST, NULL, STRUCT};
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

/// Lists, structs and maps have the items that were written, nested ones too.
#[test]
fn items_of_canonical_bytes() {
    let write = |items: &mut Encoder| {
        for value in values() {
            items.push(value);
        }
        items.list(|list| list.push(1).map(|map| map.push("a").push(2).values()));
    };
    let mut list = Encoder::new();
    list.list(write);
    let mut structure = Encoder::new();
    structure.structure(write);
    let mut map = Encoder::new();
    map.map(write);
    for (nested, kind) in [(&list, LIST), (&structure, STRUCT), (&map, 14)] {
        let bytes = nested.as_bytes();
        assert_eq!(canonical::kind(bytes), Some(kind));
        let items = canonical::items(bytes).expect("it is nested");
        let (last, plain) = items.split_last().expect("it has items");
        let expected: Vec<_> = values().into_iter().map(encoded).collect();
        assert_eq!(plain, expected);
        let [one, map] = *canonical::items(last).expect("a list") else { panic!("{last:?}") };
        assert_eq!(one, encoded(Value::Integer(1)));
        let expected = [encoded(Value::Text("a")), encoded(Value::Integer(2))];
        assert_eq!(canonical::items(map).expect("a map"), expected);
        // Neither fewer nor more bytes are a value.
        for len in 0..bytes.len() {
            assert_eq!(canonical::items(&bytes[..len]), None, "{len}");
        }
        assert_eq!(canonical::items(&[bytes, &[NULL]].concat()), None);
    }
    for value in values() {
        let bytes = encoded(value);
        assert_eq!(canonical::items(&bytes), None, "{value:?}");
        // Numbers of both widths are of one kind.
        let kind = if bytes[0] == 15 { 2 } else { bytes[0] };
        assert_eq!(canonical::kind(&bytes), Some(kind), "{value:?}");
    }
    assert_eq!((canonical::kind(&[]), canonical::items(&[])), (None, None));
}

/// Bytes that are no value have no items, however large their counts, and however deep they are.
#[test]
fn items_of_other_bytes() {
    let list_of = |item: &[u8]| [&[LIST, 1, 0, 0, 0, 0, 0, 0, 0], item].concat();
    for kind in [4, 5, LIST, STRUCT, 14] {
        let huge = [&[kind][..], &[0xff; 8]].concat();
        assert_eq!(canonical::items(&huge), None);
        assert_eq!(canonical::items(&list_of(&huge)), None);
    }
    for kind in 16..=255 {
        assert_eq!(canonical::items(&list_of(&[&[kind][..], &[0; 16]].concat())), None);
    }
    let deep = [&list_of(&[]).repeat(1 << 20)[..], &[NULL]].concat();
    assert_eq!(canonical::items(&deep), Some(vec![&deep[9..]]));
}
