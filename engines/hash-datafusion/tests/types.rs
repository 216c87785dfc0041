//! Compares every Arrow type with single cells of `hash_agg`, whose values are written out here.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "small numbers of the test's own"
)]

use datafusion::arrow::array::*;
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use datafusion::arrow::datatypes::*;
use hash_agg::{Encoder, Key, Row, Value};
use hash_datafusion::RowHasher;
use std::sync::Arc;

const KEY: Key = Key::from_seed(7);
const NULL: Value<'_> = Value::Null;

fn hash(columns: &[ArrayRef]) -> Vec<u128> {
    let rows = columns.first().map_or(0, Array::len);
    RowHasher::new(&KEY).hash(columns, rows).expect("the columns have one length").to_vec()
}

/// Compares rows of an array with rows of single cells: whole and in slices, alone and between
/// other columns, and as items of structs and lists.
fn check(array: &ArrayRef, cells: &[Value<'_>]) {
    let data_type = array.data_type();
    assert_eq!(array.len(), cells.len(), "{data_type}");
    let rows = |cells: &[Value<'_>]| -> Vec<u128> {
        cells.iter().map(|cell| Row::new(&KEY).push(*cell).finish()).collect()
    };
    for start in 0..array.len() {
        for end in start..=array.len() {
            let slice = array.slice(start, end - start);
            assert_eq!(hash(&[slice]), rows(&cells[start..end]), "{data_type} {start}..{end}");
        }
    }
    let numbers: ArrayRef = Arc::new(Int64Array::from_iter_values(0..array.len() as i64));
    let between = hash(&[numbers.clone(), array.clone(), numbers.clone()]);
    for (i, (cell, row)) in cells.iter().zip(between).enumerate() {
        let expected = Row::new(&KEY).push(i as i64).push(*cell).push(i as i64).finish();
        assert_eq!(row, expected, "{data_type}, row {i} of three columns");
    }
    // Many rows give every kernel whole vectors and remainders.
    let indices = UInt64Array::from_iter_values((0..1500).map(|i| i * 7 % array.len() as u64));
    let many =
        datafusion::arrow::compute::take(array, &indices, None).expect("the indices are in range");
    let alone = rows(cells);
    let expected = indices.values().iter().map(|i| alone[*i as usize]);
    assert_eq!(hash(&[many]), expected.collect::<Vec<_>>(), "{data_type}, many rows");

    let field = Arc::new(Field::new("f", data_type.clone(), true));
    let fields = Fields::from(vec![field.clone()]);
    let structs: ArrayRef = Arc::new(StructArray::new(fields, vec![array.clone()], None));
    let expected: Vec<_> = cells
        .iter()
        .map(|cell| {
            let one = |e: &mut Encoder| {
                e.push(*cell);
            };
            Row::new(&KEY).structure(one).finish()
        })
        .collect();
    assert_eq!(hash(&[structs]), expected, "struct of {data_type}");
    let offsets = OffsetBuffer::from_lengths([array.len(), 0]);
    let lists: ArrayRef = Arc::new(ListArray::new(field, offsets, array.clone(), None));
    let all = |e: &mut Encoder| {
        for cell in cells {
            e.push(*cell);
        }
    };
    let none = |_: &mut Encoder| {};
    let expected = [Row::new(&KEY).list(all).finish(), Row::new(&KEY).list(none).finish()];
    assert_eq!(hash(&[lists]), expected, "list of {data_type}");
}

fn of<A: Array + 'static>(array: A) -> ArrayRef {
    Arc::new(array)
}

fn integers(values: [i128; 2]) -> [Value<'static>; 3] {
    [Value::Integer(values[0]), NULL, Value::Integer(values[1])]
}

#[test]
fn null_and_boolean() {
    check(&of(NullArray::new(3)), &[NULL; 3]);
    let bits = BooleanArray::from(vec![Some(true), None, Some(false), Some(true)]);
    check(&of(bits), &[true.into(), NULL, false.into(), true.into()]);
}

#[test]
fn integers_of_all_widths() {
    macro_rules! widths {
        ($($array:ty, $type:ty;)*) => {$(
            let (low, high) = (<$type>::MIN, <$type>::MAX);
            let array = <$array>::from(vec![Some(low), None, Some(high)]);
            check(&of(array), &integers([low.into(), high.into()]));
        )*};
    }
    widths! {
        Int8Array, i8; Int16Array, i16; Int32Array, i32; Int64Array, i64;
        UInt8Array, u8; UInt16Array, u16; UInt32Array, u32; UInt64Array, u64;
    }
}

#[test]
fn decimals() {
    let cells = integers([-5, 5000]);
    let small = |unscaled: i128| Value::Decimal { unscaled, scale: 2 };
    let array = Decimal32Array::from(vec![Some(-500), None, Some(500_000)]);
    check(&of(array.with_precision_and_scale(9, 2).unwrap()), &cells);
    let array = Decimal64Array::from(vec![Some(-500), None, Some(500_000)]);
    check(&of(array.with_precision_and_scale(18, 2).unwrap()), &cells);
    let array = Decimal128Array::from(vec![Some(-500), None, Some(500_000), Some(501)]);
    let array = array.with_precision_and_scale(38, 2).unwrap();
    check(&of(array), &[&cells[..], &[small(501)]].concat());
    let array = Decimal128Array::from(vec![Some(5), None]);
    let cells = [Value::Integer(5000), NULL];
    check(&of(array.with_precision_and_scale(38, -3).unwrap()), &cells);
    let wide = |text: &str| i256::from_string(text).unwrap();
    let big = "9".repeat(70);
    let array = Decimal256Array::from(vec![Some(wide("501")), None, Some(wide(&big))]);
    let cells =
        [small(501), NULL, Value::Decimal256 { unscaled: wide(&big).to_le_bytes(), scale: 2 }];
    check(&of(array.with_precision_and_scale(76, 2).unwrap()), &cells);
}

#[test]
fn floats() {
    let cells = [1.5.into(), NULL, 0.0.into(), Value::Float(f64::NAN), f64::INFINITY.into()];
    let values = vec![Some(1.5), None, Some(-0.0), Some(-f64::NAN), Some(f64::INFINITY)];
    check(&of(Float64Array::from(values.clone())), &cells);
    let narrow = values.iter().map(|value| value.map(|value| value as f32));
    check(&of(narrow.collect::<Float32Array>()), &cells);
    let half =
        values.iter().map(|value| value.map(<Float16Type as ArrowPrimitiveType>::Native::from_f64));
    check(&of(half.collect::<Float16Array>()), &cells);
}

#[test]
fn text_and_binary() {
    let long = "long enough not to lie in the view itself";
    let texts = vec![Some("a"), None, Some(""), Some(long), Some("äöü")];
    let cells = texts.iter().map(|text| text.map_or(NULL, Value::Text)).collect::<Vec<_>>();
    check(&of(StringArray::from(texts.clone())), &cells);
    check(&of(LargeStringArray::from(texts.clone())), &cells);
    check(&of(StringViewArray::from(texts.clone())), &cells);
    let bytes: Vec<_> = texts.iter().map(|text| text.map(str::as_bytes)).collect();
    let cells = bytes.iter().map(|b| b.map_or(NULL, Value::Binary)).collect::<Vec<_>>();
    check(&of(BinaryArray::from(bytes.clone())), &cells);
    check(&of(LargeBinaryArray::from(bytes.clone())), &cells);
    check(&of(BinaryViewArray::from(bytes)), &cells);
    let fixed = [Some(*b"abcd"), None, Some(*b"1234")];
    let array = FixedSizeBinaryArray::try_from_sparse_iter_with_size(fixed.into_iter(), 4).unwrap();
    check(&of(array), &[Value::Binary(b"abcd"), NULL, Value::Binary(b"1234")]);
}

#[test]
fn dates_and_times() {
    const DAY: i64 = 86_400_000;
    let cells = [Value::Date(-3), NULL, Value::Date(20_000)];
    check(&of(Date32Array::from(vec![Some(-3), None, Some(20_000)])), &cells);
    check(&of(Date64Array::from(vec![Some(-3 * DAY), None, Some(20_000 * DAY)])), &cells);
    // Such values violate the format but occur; they are not dates.
    let cells = [Value::Date(1), NULL, Value::Timestamp(20_000_000_001 * 1_000_000)];
    check(&of(Date64Array::from(vec![Some(DAY), None, Some(20_000_000_001)])), &cells);

    let cells = [Value::Time(7_000_000_000), NULL, Value::Time(0)];
    check(&of(Time32SecondArray::from(vec![Some(7), None, Some(0)])), &cells);
    check(&of(Time32MillisecondArray::from(vec![Some(7_000), None, Some(0)])), &cells);
    check(&of(Time64MicrosecondArray::from(vec![Some(7_000_000), None, Some(0)])), &cells);
    check(&of(Time64NanosecondArray::from(vec![Some(7_000_000_000), None, Some(0)])), &cells);
}

/// A time of day has 64 bits of nanoseconds in a column and in a nested value.
#[test]
fn times_out_of_range_are_refused() {
    let hash = |column: ArrayRef| RowHasher::new(&KEY).hash(&[column], 2).map(<[u128]>::to_vec);
    let nested = |column: &ArrayRef| -> ArrayRef {
        let field = Field::new("f", column.data_type().clone(), true);
        Arc::new(StructArray::new(vec![field].into(), vec![column.clone()], None))
    };
    let most = i64::MAX / 1000;
    let times = of(Time64MicrosecondArray::from(vec![most, -most]));
    assert!(hash(nested(&times)).is_ok() && hash(times).is_ok());
    let times = of(Time64MicrosecondArray::from(vec![0, most + 1]));
    for column in [nested(&times), times] {
        let error = hash(column).expect_err("the time is out of range").to_string();
        assert!(error.contains("a time of day is outside its range"), "{error}");
    }
    // The value of a null is arbitrary.
    let nulls = NullBuffer::from(vec![true, false]);
    let values = ScalarBuffer::from(vec![0, i64::MAX]);
    assert!(hash(of(Time64MicrosecondArray::new(values, Some(nulls)))).is_ok());
}

#[test]
fn timestamps_durations_and_intervals() {
    macro_rules! units {
        ($($timestamp:ty, $duration:ty, $unit:literal;)*) => {$(
            for zone in [None, Some("Europe/Berlin"), Some("+02:00")] {
                let values = vec![Some(-7), None, Some(i64::MAX)];
                let array = <$timestamp>::from(values).with_timezone_opt(zone);
                let kind = if zone.is_some() { Value::Instant } else { Value::Timestamp };
                let last = kind(i128::from(i64::MAX) * $unit);
                check(&of(array), &[kind(-7 * $unit), NULL, last]);
            }
            let array = <$duration>::from(vec![Some(-7), None, Some(i64::MAX)]);
            let last = Value::Duration(i128::from(i64::MAX) * $unit);
            check(&of(array), &[Value::Duration(-7 * $unit), NULL, last]);
            let array = <$duration>::from(vec![Some(3)]);
            check(&of(array), &[Value::Duration(3 * $unit)]);
        )*};
    }
    units! {
        TimestampSecondArray, DurationSecondArray, 1_000_000_000;
        TimestampMillisecondArray, DurationMillisecondArray, 1_000_000;
        TimestampMicrosecondArray, DurationMicrosecondArray, 1_000;
        TimestampNanosecondArray, DurationNanosecondArray, 1;
    }
    let interval = |months, days, nanoseconds| Value::Interval { months, days, nanoseconds };
    let array = IntervalYearMonthArray::from(vec![Some(-14), None]);
    check(&of(array), &[interval(-14, 0, 0), NULL]);
    let array = IntervalDayTimeArray::from(vec![Some(IntervalDayTime::new(-3, i32::MAX)), None]);
    check(&of(array), &[interval(0, -3, i64::from(i32::MAX) * 1_000_000), NULL]);
    let value = IntervalMonthDayNano::new(1, -2, 3);
    let array = IntervalMonthDayNanoArray::from(vec![Some(value), None]);
    check(&of(array), &[interval(1, -2, 3), NULL]);
}

#[test]
fn dictionaries_and_runs() {
    let values: ArrayRef = of(StringArray::from(vec![Some("a"), None, Some("b")]));
    let cells = ["b".into(), NULL, "a".into(), NULL, "b".into()];
    macro_rules! keys {
        ($($type:ty),*) => {$(
            let keys = PrimitiveArray::<$type>::from(vec![Some(2), None, Some(0), Some(1), Some(2)]);
            check(&of(DictionaryArray::new(keys, values.clone())), &cells);
        )*};
    }
    keys!(Int8Type, Int16Type, Int32Type, Int64Type);
    keys!(UInt8Type, UInt16Type, UInt32Type, UInt64Type);
    let numbers: ArrayRef = of(Int16Array::from(vec![Some(5), None]));
    let keys = Int8Array::from(vec![Some(1), Some(0), None]);
    let dictionary = of(DictionaryArray::new(keys, numbers.clone()));
    check(&dictionary, &[NULL, 5.into(), NULL]);
    // This is a dictionary of dictionaries.
    let keys = Int32Array::from(vec![Some(1), Some(2)]);
    check(&of(DictionaryArray::new(keys, dictionary)), &[5.into(), NULL]);

    macro_rules! ends {
        ($($array:ty),*) => {$(
            let runs = RunArray::try_new(&<$array>::from(vec![2, 3]), &numbers).unwrap();
            check(&of(runs), &[5.into(), 5.into(), NULL]);
            let runs = RunArray::try_new(&<$array>::from(vec![2, 3, 4]), &values).unwrap();
            check(&of(runs), &["a".into(), "a".into(), NULL, "b".into()]);
        )*};
    }
    ends!(Int16Array, Int32Array, Int64Array);
}

fn unions(dense: bool) -> ArrayRef {
    let fields = [
        (0, Arc::new(Field::new("i", DataType::Int32, true))),
        (5, Arc::new(Field::new("s", DataType::Utf8, true))),
    ];
    let types = ScalarBuffer::from(vec![5_i8, 0, 0, 5]);
    let (offsets, numbers, texts) = if dense {
        let numbers = vec![Some(7), None];
        (Some(vec![0, 0, 1, 1].into()), numbers, vec![Some("x"), Some("7")])
    } else {
        let numbers = vec![Some(1), Some(7), None, Some(1)];
        (None, numbers, vec![Some("x"), None, Some("no"), Some("7")])
    };
    let children: Vec<ArrayRef> = vec![of(Int32Array::from(numbers)), of(StringArray::from(texts))];
    of(UnionArray::try_new(fields.into_iter().collect(), types, offsets, children).unwrap())
}

#[test]
fn unions_are_their_values() {
    for dense in [true, false] {
        let array = unions(dense);
        let cells = ["x".into(), 7.into(), NULL, "7".into()];
        let rows: Vec<_> = cells.iter().map(|cell| Row::new(&KEY).push(*cell).finish()).collect();
        assert_eq!(hash(std::slice::from_ref(&array)), rows, "dense: {dense}");
        assert_eq!(hash(&[array.slice(1, 2)]), rows[1..3], "dense: {dense}");
        let field = Arc::new(Field::new("u", array.data_type().clone(), true));
        let structs = of(StructArray::new(vec![field].into(), vec![array], None));
        let row = Row::new(&KEY)
            .structure(|e| {
                e.push("x");
            })
            .finish();
        assert_eq!(hash(&[structs])[0], row, "dense: {dense}");
    }
}

#[test]
fn lists_of_all_layouts() {
    let items: ArrayRef = of(Int32Array::from(vec![Some(1), None, Some(3), Some(4)]));
    let field = Arc::new(Field::new_list_field(DataType::Int32, true));
    let two = |a: Value<'static>, b: Value<'static>| {
        Row::new(&KEY)
            .list(|e| {
                e.push(a).push(b);
            })
            .finish()
    };
    let null = Row::new(&KEY).push(NULL).finish();
    let expected = [two(1.into(), NULL), null, two(3.into(), 4.into())];
    let nulls = || Some(NullBuffer::from(vec![true, false, true]));
    let all = [
        of(ListArray::new(
            field.clone(),
            OffsetBuffer::from_lengths([2, 0, 2]),
            items.clone(),
            nulls(),
        )),
        of(LargeListArray::new(
            field.clone(),
            OffsetBuffer::from_lengths([2, 0, 2]),
            items.clone(),
            nulls(),
        )),
        of(ListViewArray::new(
            field.clone(),
            vec![0, 3, 2].into(),
            vec![2, 1, 2].into(),
            items.clone(),
            nulls(),
        )),
        of(LargeListViewArray::new(
            field.clone(),
            vec![0, 3, 2].into(),
            vec![2, 1, 2].into(),
            items,
            nulls(),
        )),
        of(FixedSizeListArray::new(
            field,
            2,
            of(Int32Array::from(vec![Some(1), None, Some(9), Some(9), Some(3), Some(4)])),
            nulls(),
        )),
    ];
    for array in all {
        assert_eq!(hash(std::slice::from_ref(&array)), expected, "{}", array.data_type());
        assert_eq!(hash(&[array.slice(1, 2)]), expected[1..], "{}", array.data_type());
    }
}

#[test]
fn structs_and_maps() {
    let mut builder = MapBuilder::new(None, StringBuilder::new(), Int32Builder::new());
    builder.keys().append_value("k");
    builder.values().append_value(1);
    builder.keys().append_value("l");
    builder.values().append_null();
    builder.append(true).unwrap();
    builder.append(false).unwrap();
    builder.append(true).unwrap();
    let expected = [
        Row::new(&KEY)
            .map(|e| {
                e.push("k").push(1).push("l").push(NULL);
            })
            .finish(),
        Row::new(&KEY).push(NULL).finish(),
        Row::new(&KEY).map(|_| {}).finish(),
    ];
    assert_eq!(hash(&[of(builder.finish())]), expected);

    let fields = Fields::from(vec![
        Field::new("a", DataType::Int32, true),
        Field::new("b", DataType::Utf8, true),
    ]);
    let columns: Vec<ArrayRef> = vec![
        of(Int32Array::from(vec![Some(1), Some(2), None])),
        of(StringArray::from(vec![None, Some("two"), Some("three")])),
    ];
    let nulls = Some(NullBuffer::from(vec![true, false, true]));
    let expected = [
        Row::new(&KEY)
            .structure(|e| {
                e.push(1).push(NULL);
            })
            .finish(),
        Row::new(&KEY).push(NULL).finish(),
        Row::new(&KEY)
            .structure(|e| {
                e.push(NULL).push("three");
            })
            .finish(),
    ];
    assert_eq!(hash(&[of(StructArray::new(fields, columns, nulls))]), expected);
}

/// Does not compile if Arrow gets a type that the tests above lack.
#[test]
fn no_type_is_left_out() {
    use DataType::*;
    let tested = |data_type: &DataType| match data_type {
        Null | Boolean | Int8 | Int16 | Int32 | Int64 | UInt8 | UInt16 | UInt32 | UInt64
        | Float16 | Float32 | Float64 | Timestamp(..) | Date32 | Date64 | Time32(_) | Time64(_)
        | Duration(_) | Interval(_) | Binary | FixedSizeBinary(_) | LargeBinary | BinaryView
        | Utf8 | LargeUtf8 | Utf8View | List(_) | ListView(_) | FixedSizeList(..)
        | LargeList(_) | LargeListView(_) | Struct(_) | Union(..) | Dictionary(..)
        | Decimal32(..) | Decimal64(..) | Decimal128(..) | Decimal256(..) | Map(..)
        | RunEndEncoded(..) => true,
    };
    assert!(tested(&Null));
}

#[test]
fn columns_of_different_lengths_are_refused() {
    let columns = [of(Int32Array::from(vec![1])), of(Int32Array::from(vec![1, 2]))];
    let error = RowHasher::new(&KEY).hash(&columns, 1).unwrap_err().to_string();
    assert!(error.contains("a column has 2 rows in a batch of 1 rows"), "{error}");
    let unions = [unions(true), columns[0].clone()];
    RowHasher::new(&KEY).hash(&unions, 4).unwrap_err();
}
