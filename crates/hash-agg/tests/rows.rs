//! Tests columns of every kind, on every backend, against the reference.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "closures keep the columns aligned, and paths of methods lose the lifetimes"
)]

use hash_agg::{Backend, BatchError, Bytes, Fixed, Key, Row, Rows, RowsMemory, Validity, Value};
use hash_core::seed::SeedWords;
use reference::agg::{self as oracle, Cell};
use testkit::on_every_backend;

/// A step that appends a column to a batch.
type Append<'c> = Box<dyn Fn(&mut Rows, Option<Validity>) -> Result<(), BatchError> + 'c>;

/// A column of one kind: how to append it, and its cells.
struct Column<'c> {
    append: Append<'c>,
    cells: Vec<Cell>,
}

fn column<'c, T: Copy>(
    values: &'c [T],
    append: impl Fn(&mut Rows, &'c [T], Option<Validity>) -> Result<(), BatchError> + 'c,
    cell: impl Fn(T) -> Cell,
) -> Column<'c> {
    Column {
        cells: values.iter().map(|v| cell(*v)).collect(),
        append: Box::new(move |rows, validity| append(rows, values, validity)),
    }
}

fn fixed(kind: u8, a: i128) -> Cell {
    Cell::Fixed(kind, [a.cast_unsigned(), 0], 0)
}

/// Returns words, some of which are extreme.
fn numbers(seed: u64, count: usize) -> Vec<i64> {
    let mut words = SeedWords::new("rows", seed);
    let extreme = [0, 1, -1, i64::MAX, i64::MIN, 10, -100, 1 << 32];
    (0..count)
        .map(|i| match words.next_word() {
            w if w % 3 == 0 => extreme[i % extreme.len()],
            w if w % 3 == 1 => w.cast_signed() >> (w % 60),
            w => w.cast_signed(),
        })
        .collect()
}

/// Numbers of rows around the sizes of groups, words of validity and chunks.
const COUNTS: [usize; 15] = [0, 1, 2, 3, 7, 8, 9, 15, 63, 64, 65, 255, 256, 257, 1030];

fn check(what: &str, make: impl for<'v> Fn(&'v [i64], &mut dyn FnMut(Column<'_>))) {
    let oracle_key = oracle::Key::from_seed(7);
    // The column has index 1, because each column has its own key.
    let expected = |cell| oracle::row(&oracle_key, &[Cell::Null, cell]);
    let null = expected(Cell::Null);
    // Words of validity, some with nulls and some without.
    let bits: Vec<u8> = numbers(1, 200)
        .iter()
        .flat_map(|n| n.to_le_bytes())
        .enumerate()
        .map(|(i, byte)| if i % 50 < 30 { 0xff } else { byte })
        .collect();
    let keys = std::cell::RefCell::new(Vec::new());
    on_every_backend!(Backend, what, |backend| {
        keys.borrow_mut().push(Key::from_seed(7).with_backend(backend));
    });
    let keys = keys.into_inner();
    let mut batches: Vec<Rows> = keys.iter().map(Rows::new).collect();
    for count in COUNTS {
        make(&numbers(count as u64, count), &mut |column| {
            let values: Vec<u128> = column.cells.iter().cloned().map(expected).collect();
            for offset in [None, Some(0), Some(3), Some(8), Some(77)] {
                let validity = offset.map(|offset| Validity::new(&bits, offset));
                let bit = |i: usize| bits[i / 8] >> (i % 8) & 1 == 1;
                let valid = |i: usize| offset.is_none_or(|offset| bit(offset + i));
                let expected: Vec<u128> =
                    (0..count).map(|i| if valid(i) { values[i] } else { null }).collect();
                for rows in &mut batches {
                    rows.reset(count);
                    rows.nulls();
                    (column.append)(rows, validity).expect("one value per row");
                    assert_eq!(rows.finish(), expected, "{count} rows, offset {offset:?}");
                }
            }
        });
    }
}

#[test]
fn integers() {
    check("integers", |values, each| {
        each(column(values, |rows, v, n| rows.integers(v, n), |v| fixed(2, v.into())));
        let unsigned: Vec<u64> = values.iter().map(|v| v.cast_unsigned()).collect();
        each(column(&unsigned, |rows, v, n| rows.unsigned(v, n), |v| fixed(2, v.into())));
        #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
        let narrow: Vec<i16> = values.iter().map(|v| *v as i16).collect();
        each(column(&narrow, |rows, v, n| rows.integers(v, n), |v| fixed(2, v.into())));
    });
}

#[test]
fn floats() {
    check("floats", |values, each| {
        let special = [0.0, -0.0, f64::NAN, -f64::NAN, f64::INFINITY, f64::MIN_POSITIVE, 5e-324];
        let floats: Vec<f64> =
            values
                .iter()
                .enumerate()
                .map(|(i, v)| {
                    if i % 3 == 0 { special[i / 3 % 7] } else { f64::from_bits(v.cast_unsigned()) }
                })
                .collect();
        each(column(
            &floats,
            |rows, v, n| rows.floats(v, n),
            |v| {
                let bits = match v {
                    v if v.is_nan() => 0x7ff8 << 48,
                    0.0 => 0,
                    v => v.to_bits(),
                };
                fixed(3, bits.into())
            },
        ));
        each(column(
            &[0.5_f32].repeat(values.len()),
            |rows, v, n| rows.floats(v, n),
            |_| fixed(3, 0x3fe0 << 48),
        ));
    });
}

#[test]
fn times() {
    check("times", |values, each| {
        for (kind, number) in [
            (Fixed::Date, 6),
            (Fixed::Time, 7),
            (Fixed::Timestamp, 8),
            (Fixed::Instant, 9),
            (Fixed::Duration, 10),
        ] {
            each(column(values, |rows, v, n| rows.fixed(kind, v, n), |v| fixed(number, v.into())));
        }
        // Values that overflow 64 bits, and values that do not.
        each(column(
            values,
            |rows, v, n| rows.units(Fixed::Timestamp, 1000, v, n),
            |v| fixed(8, i128::from(v) * 1000),
        ));
        let small: Vec<i32> = values.iter().map(|v| i32::try_from(v % 1000).unwrap()).collect();
        each(column(
            &small,
            |rows, v, n| rows.units(Fixed::Instant, 1_000_000, v, n),
            |v| fixed(9, i128::from(v) * 1_000_000),
        ));
        let wide: Vec<i128> = values.iter().map(|v| i128::from(*v) << 40).collect();
        each(column(&wide, |rows, v, n| rows.wide(Fixed::Duration, v, n), |v| fixed(10, v)));
        #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
        let intervals: Vec<(i32, i32, i64)> =
            values.iter().map(|v| (*v as i32, (*v >> 32) as i32, !v)).collect();
        each(column(
            &intervals,
            |rows, v, n| rows.intervals(v, n),
            |(months, days, ns)| {
                let days = u128::from(days.cast_unsigned()) << 32;
                let ns = u128::from(ns.cast_unsigned()) << 64;
                Cell::Fixed(11, [u128::from(months.cast_unsigned()) | days | ns, 0], 0)
            },
        ));
    });
}

/// One value that takes more than 64 bits as nanoseconds, wherever it is in a column.
#[test]
fn one_time_that_overflows() {
    const ROWS: usize = 5000;
    let key = Key::from_seed(1);
    let mut rows = Rows::new(&key);
    let row = |nanoseconds| Row::new(&key).push(Value::Timestamp(nanoseconds)).finish();
    for at in [0, 1, 63, 64, 65, 255, 256, 4095, 4096, ROWS - 1] {
        for large in [i64::MAX, i64::MIN, i64::MAX / 1000 + 1, i64::MIN / 1000 - 1] {
            let mut values = [1_i64; ROWS];
            values[at] = large;
            rows.reset(ROWS);
            rows.units(Fixed::Timestamp, 1000, &values, None).unwrap();
            let mut expected = [row(1000); ROWS];
            expected[at] = row(i128::from(large) * 1000);
            assert_eq!(rows.finish(), expected, "{large} in row {at}");
        }
    }
}

/// Computes the normal form of unscaled · 10^-scale for 128 bits and scales that fit them.
fn decimal(mut unscaled: i128, mut scale: i8) -> Cell {
    while scale > 0 && unscaled % 10 == 0 {
        (unscaled, scale) = (unscaled / 10, if unscaled == 0 { 0 } else { scale - 1 });
    }
    while scale < 0 {
        (unscaled, scale) = (unscaled * 10, scale + 1);
    }
    Cell::Fixed(2, [unscaled.cast_unsigned(), 0], scale.unsigned_abs())
}

#[test]
fn decimals() {
    check("decimals", |values, each| {
        let wide: Vec<i128> = values
            .iter()
            .enumerate()
            .map(|(i, v)| i128::from(*v) * [1, 100, 1_000_000_000][i % 3])
            .collect();
        for scale in [0, 2, 9, 38, -3] {
            each(column(&wide, |rows, v, n| rows.decimals(scale, v, n), |v| decimal(v, scale)));
            // Words with every number of zeros.
            let powers = (0..18).map(|zeros| 10_i64.pow(zeros)).cycle();
            let digits = [1, -7, 9, -92, 0].into_iter().cycle();
            let zeros: Vec<i64> =
                powers.zip(digits).map(|(power, n)| power * n).take(values.len()).collect();
            each(column(
                &zeros,
                |rows, v, n| rows.decimals(scale, v, n),
                |v| decimal(v.into(), scale),
            ));
            let bytes: Vec<[u8; 32]> = wide
                .iter()
                .map(|v| {
                    let sign = if *v < 0 { u8::MAX } else { 0 };
                    let mut bytes = [sign; 32];
                    bytes[..16].copy_from_slice(&v.to_le_bytes());
                    bytes
                })
                .collect();
            each(Column {
                append: Box::new(|rows, n| rows.decimals(scale, &bytes, n)),
                cells: wide.iter().map(|v| decimal(*v, scale)).collect(),
            });
        }
    });
}

#[test]
fn wide_decimals() {
    check("wide decimals", |values, each| {
        let bytes: Vec<[u8; 32]> = values
            .iter()
            .map(|v| {
                let mut word = *v;
                std::array::from_fn(|_| {
                    word = word.rotate_left(5);
                    word.to_le_bytes()[0] | 1
                })
            })
            .collect();
        each(column(
            &bytes,
            |rows, v, n| rows.decimals(0, v, n),
            |v| {
                let [a, b] = [0, 16].map(|at| u128::from_le_bytes(*v[at..].first_chunk().unwrap()));
                let narrow = b == if a >> 127 == 1 { u128::MAX } else { 0 };
                Cell::Fixed(if narrow { 2 } else { 15 }, [a, if narrow { 0 } else { b }], 0)
            },
        ));
    });
}

#[test]
fn booleans() {
    check("booleans", |values, each| {
        let bits: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        for offset in [0, 5] {
            let bit = |i: usize| bits[(offset + i) / 8] >> ((offset + i) % 8) & 1;
            if bits.len() < 8 {
                continue;
            }
            each(Column {
                append: Box::new(|rows, n| rows.booleans(Validity::new(&bits, offset), n)),
                cells: (0..values.len()).map(|i| fixed(1, bit(i).into())).collect(),
            });
        }
    });
}

/// Strings as views of two buffers. Bytes after a short string are arbitrary.
struct Views {
    views: Vec<[u8; 16]>,
    buffers: [Vec<u8>; 2],
}

impl Views {
    fn new(strings: &[&[u8]]) -> Self {
        let mut buffers = [vec![1; 3], Vec::new()];
        let views = strings.iter().enumerate().map(|(i, string)| {
            let mut view = [0x81; 16];
            view[..4].copy_from_slice(&u32::try_from(string.len()).unwrap().to_ne_bytes());
            if string.len() <= 12 {
                view[4..4 + string.len()].copy_from_slice(string);
            } else {
                let buffer = &mut buffers[i % 2];
                view[4..8].copy_from_slice(&string[..4]);
                view[8..12].copy_from_slice(&i32::try_from(i % 2).unwrap().to_ne_bytes());
                view[12..].copy_from_slice(&i32::try_from(buffer.len()).unwrap().to_ne_bytes());
                buffer.extend_from_slice(string);
            }
            view
        });
        Self { views: views.collect(), buffers }
    }
}

/// Strings of all lengths in all layouts. Chunks of 256 rows whose strings all have at most eight
/// bytes are columns of words: before others, between them, after them, and alone.
#[test]
fn strings() {
    check("strings", |values, each| {
        let text: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        let mixed = |i: usize| [0, 1, 8, 12, 16, 17, 40, 64, 65, 100, 129, 600][i % 12];
        let short = |i: usize| i % 9;
        let lengths: [&dyn Fn(usize) -> usize; 6] = [
            &mixed,
            &short,
            &|i| if i / 256 % 2 == 0 { short(i) } else { mixed(i) },
            &|i| if i / 256 % 2 == 0 { mixed(i) } else { short(i) },
            &|i| if i == 300 { 9 } else { short(i) },
            &|i| if i % 256 == 100 { 17 } else { short(i) },
        ];
        for length in lengths {
            let mut ends = vec![0_usize];
            let mut long = Vec::new();
            for i in 0..values.len() {
                long.extend(text.iter().cycle().skip(i).take(length(i)));
                ends.push(long.len());
            }
            let strings: Vec<&[u8]> = ends.windows(2).map(|w| &long[w[0]..w[1]]).collect();
            let small: Vec<i32> = ends.iter().map(|end| i32::try_from(*end).unwrap()).collect();
            let large: Vec<i64> = ends.iter().map(|end| i64::try_from(*end).unwrap()).collect();
            let Views { views, buffers } = Views::new(&strings);
            let buffers = [&buffers[0][..], &buffers[1][..]];
            for (kind, number) in [(Bytes::Text, 4), (Bytes::Binary, 5), (Bytes::List, 12)] {
                let cells = || strings.iter().map(|s| Cell::Bytes(number, s.to_vec())).collect();
                each(Column {
                    append: Box::new(|rows, n| rows.strings(kind, &long, &small, n)),
                    cells: cells(),
                });
                if kind == Bytes::Text {
                    each(Column {
                        append: Box::new(|rows, n| rows.strings(kind, &long, &large, n)),
                        cells: cells(),
                    });
                    each(Column {
                        append: Box::new(|rows, n| rows.views(kind, &views, &buffers, n)),
                        cells: cells(),
                    });
                    each(Column {
                        append: Box::new(|rows, n| {
                            let valid = |i| n.is_none_or(|n: Validity| n.get(i));
                            let strings = strings.iter().enumerate();
                            rows.bytes(kind, strings.map(|(i, s)| valid(i).then_some(*s)))
                        }),
                        cells: cells(),
                    });
                }
            }
        }
    });
}

/// A view that is outside is an error unless its string is null.
#[test]
fn views_outside() {
    let key = Key::from_seed(1);
    let mut rows = Rows::new(&key);
    let view = |len: i32, buffer: i32, at: i32| {
        let mut view = [0; 16];
        for (place, integer) in [(0, len), (8, buffer), (12, at)] {
            view[place..place + 4].copy_from_slice(&integer.to_ne_bytes());
        }
        view
    };
    let buffers: [&[u8]; 2] = [b"a text of 23 characters", b""];
    let inside =
        [view(13, 0, 0), view(13, 0, 10), view(23, 0, 0), view(12, 9, 99), view(0, -1, -1)];
    for outside in [
        view(13, 0, 11),
        view(24, 0, 0),
        view(13, 1, 0),
        view(13, 2, 0),
        view(13, -1, 0),
        view(13, 0, -1),
        view(-1, 0, 0),
        view(i32::MIN, 0, 0),
        view(i32::MAX, 0, i32::MAX),
    ] {
        assert_eq!(hash_agg::view(&outside, &buffers), None);
        for (i, inside) in inside.iter().enumerate() {
            assert!(hash_agg::view(inside, &buffers).is_some(), "{i}");
            rows.reset(2);
            let views = [*inside, outside];
            let error = Err(BatchError::View { index: 1 });
            assert_eq!(rows.views(Bytes::Text, &views, &buffers, None), error);
            assert!(rows.finish().is_empty());
            rows.reset(2);
            let validity = Some(Validity::new(&[1], 0));
            assert_eq!(rows.views(Bytes::Text, &views, &buffers, validity), Ok(()));
            let text = str::from_utf8(hash_agg::view(inside, &buffers).unwrap()).unwrap();
            let expected =
                [Row::new(&key).push(text).finish(), Row::new(&key).push(Value::Null).finish()];
            assert_eq!(rows.finish(), expected);
        }
    }
}

/// `bytes`, `Row` and a row of many columns agree with the other methods.
#[test]
fn rows_and_columns_agree() {
    let key = Key::from_seed(1);
    let mut rows = Rows::new(&key);
    rows.reset(20);
    let texts: Vec<Option<String>> =
        (0..20).map(|i| (i % 4 != 1).then(|| "text".repeat(i))).collect();
    let values = numbers(3, 20);
    // More columns than have stored keys.
    for c in 0..40 {
        if c % 2 == 0 {
            rows.integers(&values, None).unwrap();
        } else {
            let bytes = texts.iter().map(|t| t.as_deref().map(str::as_bytes));
            rows.bytes(Bytes::Text, bytes).unwrap();
        }
    }
    for (i, found) in rows.finish().iter().enumerate() {
        let mut row = Row::new(&key);
        let mut cells = Vec::new();
        for _ in 0..20 {
            row.push(values[i]).push(texts[i].as_deref());
            cells.push(fixed(2, values[i].into()));
            let text = |t: &String| Cell::Bytes(4, t.clone().into_bytes());
            cells.push(texts[i].as_ref().map_or(Cell::Null, text));
        }
        assert_eq!(*found, row.finish());
        assert_eq!(*found, oracle::row(&oracle::Key::from_seed(1), &cells));
    }
}

/// Columns of words are added some at a time. A batch has more of them, of one and of two words, in
/// any order with others, and keeps nothing of the batch before, whose memory it has and whose key
/// was another.
#[test]
fn many_columns_of_words() {
    on_every_backend!(Backend, "many columns of words", |backend| {
        let keys = [1, 2].map(|seed| Key::from_seed(seed).with_backend(backend));
        let mut memory = RowsMemory::default();
        for count in [21, 9, 40] {
            for kinds in 0..1_u32 << 10 {
                let key = &keys[kinds as usize % 2];
                let mut rows = Rows::with_memory(key, memory);
                assert!(rows.is_empty() && rows.finish().is_empty());
                let values = numbers(kinds.into(), count);
                let bits = [0xf7; 5];
                let validity = Some(Validity::new(&bits, 0));
                rows.reset(count);
                for column in 0..11 {
                    match kinds >> column & 3 {
                        0 => rows.integers(&values, None),
                        1 => rows.decimals(2, &values, validity),
                        2 => rows.floats(&[1.5; 40][..count], validity),
                        _ => rows.wide(Fixed::Date, &[-7; 40][..count], None),
                    }
                    .unwrap();
                }
                let i = kinds as usize % count;
                let valid = i % 8 != 3;
                let mut row = Row::new(key);
                for column in 0..11 {
                    match kinds >> column & 3 {
                        0 => row.push(values[i]),
                        1 if valid => {
                            let unscaled = values[i].into();
                            row.push(Value::Decimal { unscaled, scale: 2 })
                        }
                        2 if valid => row.push(1.5),
                        3 => row.push(Value::Date(-7)),
                        _ => row.push(Value::Null),
                    };
                }
                assert_eq!(rows.finish()[i], row.finish(), "{count} rows, {kinds:b}, row {i}");
                memory = rows.into_memory();
            }
        }
    });
}

/// An inconsistent column is refused and leaves the rows unchanged, however many columns of words
/// there are before it and after it.
#[test]
fn inconsistent_columns() {
    let key = Key::from_seed(1);
    let mut rows = Rows::new(&key);
    for good in 0..=17 {
        rows.reset(9);
        let mut expected = Row::new(&key);
        for value in 0..good {
            rows.integers(&[value; 9], None).unwrap();
            expected.push(value);
        }
        let length = |messages| Err(BatchError::Length { messages, outputs: 9 });
        assert_eq!(rows.integers(&[1_i64; 8], None), length(8));
        assert_eq!(rows.unsigned(&[1_u64; 8], None), length(8));
        assert_eq!(rows.units(Fixed::Time, 1, &[1_i64; 8], None), length(8));
        assert_eq!(rows.units(Fixed::Time, 2, &[i64::MAX; 8], None), length(8));
        assert_eq!(rows.floats(&[1_f64; 10], None), length(10));
        assert_eq!(rows.integers(&[1_i64; 9], Some(Validity::new(&[0xff], 0))), length(8));
        assert_eq!(rows.integers(&[1_i64; 9], Some(Validity::new(&[0xff; 2], 8))), length(8));
        assert_eq!(rows.integers(&[1_i64; 9], Some(Validity::new(&[0xff], 80))), length(0));
        assert_eq!(rows.booleans(Validity::new(&[0], 1), None), length(7));
        let short = Some(Validity::new(&[0xff], 0));
        assert_eq!(rows.booleans(Validity::new(&[0; 2], 1), short), length(8));
        assert_eq!(rows.decimals(1, &[1_i128; 0], None), length(0));
        assert_eq!(rows.decimals(1, &[[1; 32]; 4], None), length(4));
        assert_eq!(rows.wide(Fixed::Date, &[1], None), length(1));
        assert_eq!(rows.intervals(&[(1, 2, 3); 10], None), length(10));
        assert_eq!(rows.strings(Bytes::Text, b"", &[0_i32; 9], None), length(8));
        assert_eq!(
            rows.strings(Bytes::Text, b"", &[0, 0, 0, 0, 0, 0, 0, 0, 1, 0], None),
            Err(BatchError::Offset { index: 8 })
        );
        assert_eq!(rows.strings(Bytes::Text, b"", &[0_i32; 10], short), length(8));
        assert_eq!(rows.bytes(Bytes::Text, [None].into_iter()), length(1));
        assert_eq!(rows.views(Bytes::Text, &[[0; 16]; 10], &[], None), length(10));
        rows.decimals(1, &[15_i64; 9], None).unwrap();
        expected.push(Value::Decimal { unscaled: 15, scale: 1 });
        assert_eq!(rows.finish(), [expected.finish(); 9], "{good} columns before");
    }
}

#[test]
fn bits_past_the_end_panic() {
    let bits = [0b1010_0101, 0b0000_0011];
    for offset in [0, 3, 8, 15] {
        let validity = Validity::new(&bits, offset);
        for i in 0..16 - offset {
            let bit = bits[(offset + i) / 8] >> ((offset + i) % 8) & 1 == 1;
            assert_eq!((validity.get(i), validity.skip(i).get(0)), (bit, bit), "{offset} + {i}");
        }
        for i in [16 - offset, 17 - offset, 64] {
            assert!(std::panic::catch_unwind(|| validity.get(i)).is_err(), "{offset} + {i}");
        }
    }
}

/// Values that are equal, and values that are not.
#[test]
fn values() {
    let key = Key::from_seed(1);
    let f = |value: Value| Row::new(&key).push(value).finish();
    let decimal = |unscaled, scale| Value::Decimal { unscaled, scale };
    let wide = |unscaled: i128, scale| {
        let mut bytes = [if unscaled < 0 { u8::MAX } else { 0 }; 32];
        bytes[..16].copy_from_slice(&unscaled.to_le_bytes());
        Value::Decimal256 { unscaled: bytes, scale }
    };
    for value in [
        Value::Unsigned(500),
        decimal(500, 0),
        decimal(500_000, 3),
        decimal(5, -2),
        decimal(500 * 10_i128.pow(35), 35),
        wide(500, 0),
        wide(50_000, 2),
        wide(5, -2),
    ] {
        assert_eq!(f(value), f(Value::Integer(500)), "{value:?}");
    }
    for scale in [-128, -1, 0, 1, 127] {
        assert_eq!(f(decimal(0, scale)), f(Value::Integer(0)));
        assert_eq!(f(wide(0, scale)), f(Value::Integer(0)));
        for n in [1, -1, 7, i128::MAX, i128::MIN] {
            assert_eq!(f(decimal(n, scale)), f(wide(n, scale)), "{n} {scale}");
        }
    }
    // 10^40 has more than 128 bits, and is one value however it is written.
    assert_eq!(f(decimal(10, -39)), f(decimal(10_i128.pow(30), -10)));
    assert_eq!(f(decimal(1, -120)), f(wide(10, -119)));
    assert_eq!(f(Value::Unsigned(u128::MAX)), {
        let mut bytes = [0; 32];
        bytes[..16].fill(u8::MAX);
        f(Value::Decimal256 { unscaled: bytes, scale: 0 })
    });

    let zeros = [
        Value::Null,
        Value::Boolean(false),
        Value::Integer(0),
        Value::Float(0.0),
        Value::Text(""),
        Value::Binary(b""),
        Value::Date(0),
        Value::Time(0),
        Value::Timestamp(0),
        Value::Instant(0),
        Value::Duration(0),
        Value::Interval { months: 0, days: 0, nanoseconds: 0 },
        decimal(1, 1),
        decimal(1, 2),
        Value::Integer(1),
        Value::Integer(-1),
        Value::Unsigned(u128::MAX),
        Value::Unsigned(1 << 64),
        Value::Float(1.0),
        Value::Text("\0"),
        Value::Text("\0\0"),
        decimal(1, -120),
        decimal(1, -121),
    ];
    for (i, a) in zeros.iter().enumerate() {
        for b in &zeros[..i] {
            assert_ne!(f(*a), f(*b), "{a:?} and {b:?}");
        }
    }
    assert_eq!(f(Value::Float(-0.0)), f(Value::Float(0.0)));
    // The number of columns counts, even if all are null.
    let mut row = Row::new(&key);
    let none = row.finish();
    assert_ne!(row.push(Value::Null).finish(), none);
}

/// 6 · 10^76 has 256 bits, which in two's complement represent a negative number. So it stays
/// 6 · 10^75 with a scale.
#[test]
fn numbers_of_256_bits_keep_their_sign() {
    let digits =
        |hex: &str| -> [u8; 32] { testkit::message::unhex(hex).try_into().expect("32 bytes") };
    let tenth = digits("0000000000000000007059772afdac47afe56f8bcdd2a237060d8f0a31e1430d");
    let wrapped = digits("000000000000000000607ea9a8e3c1ccd8f85e72073c5c2c3e829669eacba684");
    let key = Key::from_seed(1);
    let fingerprint = |scale, bits: [u8; 32]| {
        let mut rows = Rows::new(&key);
        rows.reset(1);
        rows.decimals(scale, &[bits], None).expect("one row");
        rows.finish()[0]
    };
    assert_ne!(fingerprint(-1, tenth), fingerprint(0, wrapped));
}
