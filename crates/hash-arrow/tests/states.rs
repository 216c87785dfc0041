//! What is left after an error, which comes after good work, and panics that are documented.

#[allow(dead_code, reason = "shared with other tests")]
mod support;

use hash_agg::sql::{self, Hasher, Type};
use hash_agg::{Encoder, Fingerprint, FingerprintError, Key, Value};
use hash_arrow::{Error, RowHasher, add_checksums};
use std::panic::{AssertUnwindSafe, catch_unwind};
use support::{Column, bytes_of, structs};

/// More rows than two blocks.
const ROWS: usize = 9000;

/// Returns columns of `ROWS` rows of which this one is wrong.
fn wrong(row: usize) -> Vec<Column> {
    let mut times = vec![1_i64; ROWS];
    times[row] = i64::MAX;
    let mut offsets: Vec<_> = (0..=ROWS).map(|row| i32::try_from(row).unwrap()).collect();
    let text = |offsets: &[i32], byte: u8| {
        let mut text = vec![b'a'; ROWS];
        text[row] = byte;
        Column::new("u", ROWS, vec![None, Some(bytes_of(offsets)), Some(text)])
    };
    let not_utf8 = text(&offsets, 0xff);
    let lists = Column::new("+l", ROWS, vec![None, Some(bytes_of(&offsets))]);
    offsets[row] += 2;
    let offsets = text(&offsets, b'a');
    let mut indices = vec![0_i32; ROWS];
    indices[row] = 1;
    let indices = Column::fixed("i", &indices).dictionary(Column::fixed("l", &[1_i64]));
    let mut views = vec![[0_i32; 4]; ROWS];
    views[row] = [13, 0, 0, 0];
    let views = Column::new("vu", ROWS, vec![None, Some(bytes_of(&views)), Some(vec![])]);
    let mut ids = vec![0_i8; ROWS];
    ids[row] = 1;
    let union = Column::new("+us:0", ROWS, vec![Some(bytes_of(&ids))]);
    vec![
        Column::fixed("ttu", &times),
        lists.children(vec![not_utf8]),
        offsets,
        indices,
        views,
        union.children(vec![Column::fixed("l", &[1_i64; ROWS])]),
    ]
}

/// A hasher and a fingerprint go on as if there had been no error.
#[test]
fn errors_add_no_rows() {
    let key = Key::from_seed(5);
    let good = structs(ROWS, vec![Column::fixed("l", &[7_i64; ROWS])]).export().unwrap();
    let good = good.view().unwrap().into_columns().unwrap();
    let (mut hasher, mut once) = (RowHasher::new(&key), Fingerprint::EMPTY);
    hasher.add(&good, ROWS, &mut once).unwrap();
    let twice = once.combine(&once).unwrap();
    for row in [0, 1, 63, 64, 65, 4095, 4096, ROWS - 1] {
        for column in wrong(row) {
            let table = structs(ROWS, vec![Column::fixed("l", &[7_i64; ROWS]), column.clone()]);
            let table = table.export().unwrap();
            // Some arrays are wrong as a whole.
            let Ok(view) = table.view() else { continue };
            let mut sum = once;
            let found = hasher.add(&view.into_columns().unwrap(), ROWS, &mut sum);
            assert!(matches!(found, Err(Error::Array(_) | Error::Value(_))), "{found:?}");
            assert_eq!(sum, once, "row {row} of {column:?}");
            hasher.add(&good, ROWS, &mut sum).unwrap();
            assert_eq!(sum, twice, "after row {row} of {column:?}");
        }
    }
    // The rows of the first block, and of the second, still fit.
    for room in [0, 1, 4095, 4096, 8191, 8192, ROWS as u64 - 1] {
        let mut bytes = once.to_bytes();
        bytes[16..].copy_from_slice(&(u64::MAX - room).to_le_bytes());
        let full = Fingerprint::from_bytes(bytes);
        let mut sum = full;
        let found = hasher.add(&good, ROWS, &mut sum);
        assert_eq!(found, Err(Error::Fingerprint(FingerprintError::TooManyRows)), "{room}");
        assert_eq!(sum, full);
    }
    let mut bytes = Fingerprint::EMPTY.to_bytes();
    bytes[16..].copy_from_slice(&(u64::MAX - ROWS as u64).to_le_bytes());
    let mut sum = Fingerprint::from_bytes(bytes);
    hasher.add(&good, ROWS, &mut sum).unwrap();
    assert_eq!((sum.rows(), sum.value()), (u64::MAX, once.value()));
    // Columns of other lengths, longer ones too, and not only the first.
    let mut sum = once;
    for longer in [0, 1] {
        let mut columns = good.clone();
        columns.insert(longer, columns[0].clone());
        let short = structs(2, vec![Column::fixed("l", &[7_i64; 2])]).export().unwrap();
        columns[1 - longer] = short.view().unwrap().into_columns().unwrap().remove(0);
        let wrong = Error::Rows { column: ROWS, batch: 2 };
        assert_eq!(hasher.add(&columns, 2, &mut sum), Err(wrong.clone()));
        let mut checksum = Hasher::new(&key, &[Type::Integer; 2]).unwrap();
        assert_eq!(add_checksums(&mut checksum, &columns, 2), Err(wrong));
        assert_eq!(checksum.checksum().rows(), 0);
    }
    assert_eq!(sum, once);
}

/// A checksum has the rows before the wrong one.
#[test]
fn checksums_have_the_rows_before_an_error() {
    let key = Key::from_seed(5);
    let types = [Type::Integer, Type::Integer];
    for row in [0, 1, 64, 100] {
        let mut numbers = vec![15_i64; 101];
        numbers[row] = 7;
        let table = vec![Column::fixed("l", &[1_i64; 101]), Column::fixed("d:9,1,64", &numbers)];
        let table = structs(101, table);
        // 1.5 and 0.7 are no integers, and 150 and 70 are.
        let hundreds = |format: &str| {
            table
                .clone()
                .children(vec![Column::fixed("l", &[1_i64; 101]), Column::fixed(format, &numbers)])
        };
        let add = |hasher: &mut Hasher, table: &Column| {
            let array = table.export().unwrap();
            let columns = array.view().unwrap().into_columns().unwrap();
            add_checksums(hasher, &columns, columns[0].len())
        };
        let mut hasher = Hasher::new(&key, &types).unwrap();
        let before = hundreds("d:9,-1,64").slice(0, row);
        add(&mut hasher, &before).unwrap();
        let expected = hasher.checksum();
        assert_eq!(expected.rows(), row as u64);
        let wrong = sql::Error::Value { column: 1, kind: Type::Integer };
        assert_eq!(add(&mut hasher, &table), Err(Error::Checksum(wrong)));
        assert_eq!(hasher.checksum(), expected, "the first row is wrong");
        // A null among integers, then a wrong row.
        let mut valid = vec![false; 101];
        valid[row] = true;
        let nulls = table.clone().children(vec![
            Column::fixed("l", &[1_i64; 101]),
            Column::fixed("d:9,1,64", &numbers).nulls(&valid),
        ]);
        let mut hasher = Hasher::new(&key, &types).unwrap();
        assert!(add(&mut hasher, &nulls).is_err());
        let found = hasher.checksum();
        let mut hasher = Hasher::new(&key, &types).unwrap();
        for _ in 0..row {
            hasher.add(&[Value::Integer(1), Value::Null]).unwrap();
        }
        assert_eq!(found, hasher.checksum(), "row {row} is wrong");
    }
}

#[test]
fn an_encoder_is_cleared_after_an_error() {
    let lists = |byte: u8| {
        let text =
            Column::new("u", 2, vec![None, Some(bytes_of(&[0_i32, 1, 2])), Some(vec![b'a', byte])]);
        let lists = Column::new("+l", 1, vec![None, Some(bytes_of(&[0_i32, 2]))]);
        structs(1, vec![lists.children(vec![text])]).export().unwrap()
    };
    let (right, wrong) = (lists(b'b'), lists(0xff));
    let [right, wrong] =
        [&right, &wrong].map(|array| array.view().unwrap().into_columns().unwrap().remove(0));
    let mut encoder = Encoder::new();
    right.encode(0, &mut encoder).unwrap();
    let expected = encoder.as_bytes().to_vec();
    assert_eq!(wrong.encode(0, &mut encoder), Err(Error::Value("text is not UTF-8")));
    encoder.clear();
    right.encode(0, &mut encoder).unwrap();
    assert_eq!(encoder.as_bytes(), expected);
}

#[test]
fn values_past_the_end_panic() {
    let array = Column::fixed("l", &[1_i64, 2, 3, 4]).slice(1, 2).export().unwrap();
    let array = array.view().unwrap();
    assert!((0..2).all(|row| array.string(row) == Ok(None)));
    for row in [2, 3, 4, usize::MAX] {
        assert!(catch_unwind(AssertUnwindSafe(|| array.string(row))).is_err(), "{row}");
        let encode = AssertUnwindSafe(|| array.encode(row, &mut Encoder::new()));
        assert!(catch_unwind(encode).is_err(), "{row}");
    }
}
