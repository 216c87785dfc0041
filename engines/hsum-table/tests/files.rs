//! Files of one table whose columns have other types.

mod support;

use datafusion::arrow::array::*;
use datafusion::arrow::buffer::OffsetBuffer;
use datafusion::arrow::datatypes::*;
use std::sync::Arc;
use support::Dir;

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let columns = columns.into_iter().map(|(name, column)| (name, column, true));
    RecordBatch::try_from_iter_with_nullable(columns).expect("the table is valid")
}

fn ints(values: &[i64]) -> ArrayRef {
    Arc::new(Int64Array::from(values.to_vec()))
}

/// Writes tables of these columns as files of a folder, and as one file, whose column is of the
/// last type.
fn folder(dir: &Dir, columns: &[ArrayRef], whole: &ArrayRef) {
    for (number, column) in columns.iter().enumerate() {
        let part = batch(vec![("n", ints(&[7])), ("x", column.slice(0, 1))]);
        dir.folder("p").parquet(&format!("p/{number}.parquet"), &part);
        dir.folder("i").arrow(&format!("i/{number}.arrow"), &part);
    }
    let sevens = vec![7; whole.len()];
    dir.arrow("whole.arrow", &batch(vec![("n", ints(&sevens)), ("x", Arc::clone(whole))]));
}

fn array(of: impl Array + 'static) -> ArrayRef {
    Arc::new(of)
}

/// Values keep their canonical forms, so a folder has the fingerprint of one file with all rows.
#[test]
fn wider_types() {
    let dec = |value: i128, scale: i8| {
        let of = Decimal128Array::from(vec![value]).with_precision_and_scale(20, scale);
        array(of.expect("it fits"))
    };
    let list = |of: ArrayRef| {
        let field = Arc::new(Field::new("item", of.data_type().clone(), true));
        array(ListArray::new(field, OffsetBuffer::from_lengths([of.len()]), of, None))
    };
    let of_struct = |of: ArrayRef| {
        let field = Arc::new(Field::new("f", of.data_type().clone(), true));
        array(StructArray::from(vec![(field, of)]))
    };
    let int = |of: i32| array(Int32Array::from(vec![of]));
    let long = |of: i64| array(Int64Array::from(vec![of]));
    let far = 253_402_300_799;
    for (what, columns, whole) in [
        (
            "int32 beside int64",
            vec![int(i32::MIN), long(i64::MAX), int(5)],
            array(Int64Array::from(vec![i32::MIN.into(), i64::MAX, 5])),
        ),
        (
            "int64 beside uint64",
            vec![long(-1), array(UInt64Array::from(vec![u64::MAX]))],
            array(
                Decimal128Array::from(vec![-1, u64::MAX.into()])
                    .with_precision_and_scale(38, 0)
                    .expect("they fit"),
            ),
        ),
        (
            "integers beside decimals",
            vec![dec(150, 2), int(7), dec(5, 9)],
            array(
                Decimal256Array::from_iter_values(
                    [1_500_000_000, 7_000_000_000, 5].map(i256::from_i128),
                )
                .with_precision_and_scale(70, 9)
                .expect("they fit"),
            ),
        ),
        (
            "floats",
            vec![array(Float32Array::from(vec![0.1])), array(Float64Array::from(vec![0.1]))],
            array(Float64Array::from(vec![f64::from(0.1_f32), 0.1])),
        ),
        (
            "texts",
            vec![
                array(StringViewArray::from(vec!["a"])),
                array(LargeStringArray::from(vec!["b"])),
                array(DictionaryArray::<Int8Type>::from_iter(["c"])),
            ],
            array(StringArray::from(vec!["a", "b", "c"])),
        ),
        (
            "nulls",
            vec![array(NullArray::new(1)), int(5)],
            array(Int64Array::from(vec![None, Some(5)])),
        ),
        (
            "timestamps",
            vec![
                array(TimestampMillisecondArray::from(vec![far * 1000])),
                array(TimestampMicrosecondArray::from(vec![1])),
            ],
            array(TimestampMicrosecondArray::from(vec![far * 1_000_000, 1])),
        ),
        (
            "lists",
            vec![list(int(3)), list(long(4)), list(array(NullArray::new(1)))],
            array(ListArray::from_iter_primitive::<Int64Type, _, _>([
                Some(vec![Some(3)]),
                Some(vec![Some(4)]),
                Some(vec![None]),
            ])),
        ),
        (
            "structs",
            vec![of_struct(int(3)), of_struct(long(4))],
            of_struct(array(Int64Array::from(vec![3, 4]))),
        ),
    ] {
        let dir = Dir::new();
        folder(&dir, &columns, &whole);
        let sum = |name: &str| {
            let run = dir.run(&[name]);
            assert_eq!(run.code, 0, "{what}: {}", run.stderr);
            run.stdout.split_once(' ').expect("a fingerprint").0.to_owned()
        };
        let wanted = sum("whole.arrow");
        assert_eq!((sum("p"), sum("i")), (wanted.clone(), wanted), "{what}");
        for name in ["p", "i"] {
            let run = dir.run(&["diff", "--no-key", name, "whole.arrow"]);
            assert_eq!((run.code, &*run.stdout), (0, ""), "{what}: {}", run.stderr);
        }
    }
}

/// What one type does not have is an error, and never a null or another value.
#[test]
fn types_that_are_none() {
    let refused = |columns: &[ArrayRef], [of_parquet, of_arrow]: [&str; 2]| {
        let dir = Dir::new();
        folder(&dir, columns, &columns[0]);
        for (name, says) in [("p", of_parquet), ("i", of_arrow)] {
            dir.run(&[name]).is_trouble(&[says]);
            dir.run(&["diff", name, "whole.arrow"]).is_refused(&[says]);
        }
    };
    let int = || array(Int32Array::from(vec![5]));
    for (other, says) in [
        (array(StringArray::from(vec!["5"])), "x is Utf8, not Int32"),
        (array(Float64Array::from(vec![5.0])), "x is Float64, not Int32"),
        (array(BooleanArray::from(vec![true])), "x is Boolean, not Int32"),
        (
            array(
                Decimal256Array::from(vec![i256::from_i128(5)])
                    .with_precision_and_scale(76, 70)
                    .expect("it fits"),
            ),
            "x is Decimal256(76, 70), not Int32",
        ),
    ] {
        refused(&[int(), other], [says; 2]);
    }
    // The year 9999 in nanoseconds.
    let far = array(TimestampMillisecondArray::from(vec![253_402_300_799_000]));
    refused(
        &[far, array(TimestampNanosecondArray::from(vec![1]))],
        ["p/0.parquet: Arithmetic overflow", "i/0.arrow: Arithmetic overflow"],
    );
    let zone = array(TimestampMicrosecondArray::from(vec![1]).with_timezone("UTC"));
    refused(
        &[array(TimestampMicrosecondArray::from(vec![1])), zone],
        ["in the same table: x is"; 2],
    );
}
