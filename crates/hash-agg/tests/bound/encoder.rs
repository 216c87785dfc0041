//! Tests the canonical bytes of nested values: no encoding is the start of another one.

use hash_agg::{Encoder, Value};

fn encoded(write: impl FnOnce(&mut Encoder)) -> Vec<u8> {
    let mut encoder = Encoder::new();
    write(&mut encoder);
    encoder.as_bytes().to_vec()
}

fn nulls(encoder: &mut Encoder, count: usize) {
    for _ in 0..count {
        encoder.push(Value::Null);
    }
}

/// Different values have encodings of which none is the start of another, so sequences of values
/// are told apart as well.
#[test]
fn no_encoding_is_a_prefix() {
    let decimal = |unscaled, scale| Value::Decimal { unscaled, scale };
    let values = [
        Value::Null,
        Value::Boolean(false),
        Value::Boolean(true),
        Value::Integer(0),
        Value::Integer(-1),
        Value::Integer(1 << 64),
        Value::Integer(i128::MIN),
        Value::Unsigned(1 << 127),
        Value::Unsigned(u128::MAX),
        decimal(1, 1),
        decimal(1, 2),
        decimal(1, -120),
        decimal(1, -121),
        Value::Float(0.0),
        Value::Float(1.0),
        Value::Text(""),
        Value::Text("\0"),
        Value::Text("\0\0"),
        Value::Binary(b""),
        Value::Binary(b"\0"),
        Value::Date(0),
        Value::Time(0),
        Value::Timestamp(0),
        Value::Instant(0),
        Value::Duration(0),
        Value::Interval { months: 0, days: 0, nanoseconds: 0 },
        Value::Interval { months: 0, days: 1, nanoseconds: 0 },
        Value::Interval { months: 1, days: 0, nanoseconds: 0 },
        Value::Interval { months: 0, days: 0, nanoseconds: 1 },
    ];
    let mut all: Vec<_> = values.map(|v| encoded(|e| _ = e.push(v))).into();
    for count in [0, 1, 2] {
        all.push(encoded(|e| e.list(|e| nulls(e, count))));
        all.push(encoded(|e| e.structure(|e| nulls(e, count))));
        all.push(encoded(|e| e.map(|e| nulls(e, count))));
        all.push(encoded(|e| e.list(|e| e.list(|e| nulls(e, count)))));
    }
    all.push(encoded(|e| {
        e.list(|e| {
            e.list(|_| ());
            e.push(Value::Null);
        });
    }));
    for (i, a) in all.iter().enumerate() {
        for (j, b) in all.iter().enumerate() {
            assert!(i == j || !a.starts_with(b), "{a:?} starts with {b:?}");
        }
    }
}

/// Numbers of values and lengths are not cut: each pair of these values has the same bytes if
/// counts wrap at 2^8 or 2^16.
#[test]
fn counts_do_not_wrap() {
    for wrap in [1 << 8, 1 << 16] {
        // A list in a list with all nulls, and one before them.
        let inside = encoded(|e| {
            e.list(|e| {
                e.list(|e| nulls(e, wrap));
                nulls(e, wrap);
            });
        });
        let outside = encoded(|e| {
            e.list(|e| {
                e.list(|_| ());
                nulls(e, 2 * wrap);
            });
        });
        assert_ne!(inside, outside, "{wrap} values");

        // A text that contains the start of another text, and an empty text before that one.
        let text = "w".repeat(wrap - 9);
        let mut start = encoded(|e| _ = e.push(format!("{text}\0").as_str()));
        assert_eq!(start.pop(), Some(0));
        let inside = encoded(|e| {
            e.list(|e| {
                e.push(start.as_slice()).push(Value::Null);
            });
        });
        let outside = encoded(|e| {
            e.list(|e| {
                e.push(b"".as_slice()).push(format!("{text}\0").as_str());
            });
        });
        assert_eq!(inside.len(), outside.len());
        assert_ne!(inside, outside, "{wrap} bytes");
    }
}
