//! Arrays that contradict Arrow's specification are errors, whatever their type and wherever they
//! are in another array. What the specification allows besides is read.

#[allow(dead_code, reason = "shared with other tests")]
mod support;

use core::ffi::{c_char, c_int};
use hash_agg::{Fingerprint, Key, Row, Value};
use hash_arrow::ffi::{ForeignArray, Owned, Released, Schema, Stream};
use hash_arrow::{Error, RowHasher, Type};
use support::kinds::{self, hashes, kinds, numbers, runs, runs_of};
use support::{Column, Flaw, bytes_of, released, structs};

/// Returns whether a table is malformed, and not for instance a type that has no canonical form.
fn is_malformed(table: &Column) -> bool {
    matches!(hashes(table), Err(Error::Array(_) | Error::Schema(_)))
}

/// Returns columns of three values that refer to all values of a column of three.
fn nestings(inner: &Column) -> Vec<Column> {
    let other = |format, buffers| Column::new(format, 3, buffers);
    let offsets = || Some(bytes_of(&[0_i32, 1, 2, 3]));
    vec![
        structs(3, vec![numbers(), inner.clone()]),
        other("+l", vec![None, offsets()]).children(vec![inner.clone()]),
        other("+vl", vec![None, Some(bytes_of(&[2_i32, 1, 0])), Some(bytes_of(&[1_i32; 3]))])
            .children(vec![inner.clone()]),
        other("+w:1", vec![None]).children(vec![inner.clone()]),
        other("+m", vec![None, offsets()])
            .children(vec![structs(3, vec![numbers(), inner.clone()])]),
        Column::fixed("C", &[1_u8, 0, 2]).dictionary(inner.clone()),
        runs(&[1, 2, 5], inner.clone()),
        other("+ud:7,3", vec![Some(vec![3; 3]), Some(bytes_of(&[0_i32, 1, 2]))])
            .children(vec![numbers(), inner.clone()]),
        other("+us:7,3", vec![Some(vec![3; 3])]).children(vec![numbers(), inner.clone()]),
    ]
}

/// Checks that a column is malformed alone, in every other, and in every other in another.
#[track_caller]
fn refused(column: &Column) {
    assert!(is_malformed(column), "{column:?}: {:?}", hashes(column));
    refused_inside(column);
}

#[track_caller]
fn refused_inside(column: &Column) {
    for once in nestings(column) {
        assert!(is_malformed(&once), "{once:?}: {:?}", hashes(&once));
        for twice in nestings(&once) {
            let before = released();
            assert!(is_malformed(&twice), "{twice:?}: {:?}", hashes(&twice));
            assert_eq!(released() - before, 2, "the schema and the array are released once");
        }
    }
}

#[test]
fn well_formed_arrays_are_read_in_every_other() {
    for kind in kinds() {
        assert_eq!(hashes(&kind).map(|rows| rows.len()), Ok(3), "{kind:?}");
        for once in nestings(&kind) {
            for twice in nestings(&once) {
                assert_eq!(hashes(&twice).map(|rows| rows.len()), Ok(3), "{twice:?}");
            }
        }
    }
}

#[test]
fn parts_that_the_type_does_not_have_are_errors() {
    for kind in kinds() {
        let has_data = kind.buffers().iter().any(Option::is_some);
        let is_flat = !kind.has_children();
        for flaw in [
            Flaw::ExtraBuffer,
            Flaw::NegativeBuffers,
            Flaw::ExtraChild,
            Flaw::NegativeChildren,
            Flaw::Dictionary,
            Flaw::NegativeTypes,
        ] {
            // A buffer more is one more that views may refer to, and the sizes are then missing.
            refused(&kind.clone().flaw(flaw));
        }
        if has_data {
            refused(&kind.clone().flaw(Flaw::FewerBuffers));
        }
        if !is_flat {
            refused(&kind.clone().flaw(Flaw::FewerChildren));
            refused(&kind.clone().flaw(Flaw::NullChild));
        }
        // Structs have any number of fields, so that only the array lacks this one.
        let extra = kind.clone().flaw(Flaw::ExtraType);
        assert!(hashes(&extra).is_err(), "{extra:?}");
        for once in nestings(&extra) {
            assert!(hashes(&once).is_err(), "{once:?}");
        }
        refused_inside(&kind.clone().flaw(Flaw::Released));
        refused_inside(&kind.clone().flaw(Flaw::ReleasedType));
    }
}

#[test]
fn parts_of_empty_arrays_may_be_missing_but_not_more() {
    for kind in kinds() {
        let empty = kind.slice(0, 0);
        assert_eq!(hashes(&empty), Ok(vec![]), "{empty:?}");
        for flaw in [Flaw::ExtraBuffer, Flaw::ExtraChild] {
            let extra = empty.clone().flaw(flaw);
            // Views may refer to any number of buffers.
            let is_view = format!("{empty:?}").contains("\"vu\"") && flaw == Flaw::ExtraBuffer;
            assert_eq!(is_malformed(&extra), !is_view, "{extra:?}");
        }
    }
}

#[test]
fn runs_must_increase_and_cover_the_column() {
    for ends in
        [[1, 2, 2], [2, 1, 3], [0, 2, 3], [-1, 2, 3], [3, 2, 1], [1, 1, 3], [i32::MIN, 1, 3]]
    {
        refused(&runs(&ends, numbers()));
    }
    // Shorter than the column, also by its offset.
    refused(&runs(&[2], numbers()));
    refused(&runs(&[], numbers()));
    refused(&runs(&[1, 2, 5], numbers()).slice(3, 3));
    // Values that no run has are allowed, and runs without values are not.
    refused(&runs(&[1, 2, 3, 4], numbers()));
    refused(&runs(&[1, 2, 3], numbers().slice(1, 2)));
    // Ends are neither null nor unsigned, and have 2, 4 or 8 bytes.
    refused(&runs_of(Column::fixed("i", &[1_i32, 2, 3]).nulls(&[true, false, true]), numbers()));
    for ends in [Column::fixed("c", &[3_i8]), Column::fixed("S", &[3_u16])] {
        assert!(matches!(hashes(&runs_of(ends, numbers())), Err(Error::Type(_))));
    }
    // The ends may be a slice of others, as any child. They count from the first row of the column.
    let key = Key::from_seed(5);
    let row = |value: i32| Row::new(&key).push(value).finish();
    let ends =
        || Column::fixed("i", &[9_i32, 2, 6, 1]).nulls(&[false, true, true, false]).slice(1, 2);
    let sliced = runs_of(ends(), numbers().slice(1, 2));
    assert_eq!(hashes(&sliced), Ok(vec![row(2), row(2), row(3)]));
    assert_eq!(hashes(&sliced.clone().slice(1, 3)), Ok(vec![row(2), row(3), row(3)]));
    refused(&sliced.slice(4, 3));
    // All ends of the slice are checked, and none outside of it.
    refused(&runs_of(Column::fixed("i", &[1_i32, 3, 2]).slice(1, 2), numbers()));
}

#[test]
fn lists_lie_within_their_items() {
    let lists = |format, buffers: [Vec<u8>; 2]| {
        let buffers = [None].into_iter().chain(buffers.map(Some)).collect();
        Column::new(format, 3, buffers).children(vec![numbers()])
    };
    for (start, size) in [(1, -1), (-1, 1), (-1, -1), (3, 1), (0, 4), (4, 0), (i32::MAX, i32::MAX)]
    {
        for row in 0..3 {
            let (mut starts, mut sizes) = ([0; 3], [1; 3]);
            (starts[row], sizes[row]) = (start, size);
            refused(&lists("+vl", [bytes_of(&starts), bytes_of(&sizes)]));
            let (starts, sizes) = (starts.map(i64::from), sizes.map(i64::from));
            refused(&lists("+vL", [bytes_of(&starts), bytes_of(&sizes)]));
        }
    }
    for (start, size) in [(i64::MAX, 1), (i64::MAX, i64::MAX), (1, i64::MIN), (i64::MIN, 1)] {
        refused(&lists("+vL", [bytes_of(&[start, 0, 0]), bytes_of(&[size, 0, 0])]));
    }
    for offsets in [[0, 2, 1, 3], [0, 1, 2, 4], [-1, 0, 1, 2], [3, 2, 1, 0]] {
        let of = |format| {
            let buffers = vec![None, Some(bytes_of(&offsets))];
            Column::new(format, 3, buffers)
        };
        refused(&of("+l").children(vec![numbers()]));
        refused(&of("+m").children(vec![structs(3, vec![numbers(), numbers()])]));
        let buffers = vec![None, Some(bytes_of(&offsets.map(i64::from)))];
        refused(&Column::new("+L", 3, buffers).children(vec![numbers()]));
    }
    // The items of fixed lists that are null are there as well.
    let pairs = |size: i64| {
        let pairs = Column::new(&format!("+w:{size}"), 3, vec![None]).children(vec![numbers()]);
        pairs.nulls(&[true, false, false])
    };
    assert!(hashes(&pairs(1)).is_ok());
    refused(&pairs(2));
    refused(&pairs(1_i64 << 62));
    // Three lists have 2 items modulo the size of memory, and none is read.
    let wraps = i64::try_from(usize::MAX / 3 + 1).unwrap();
    refused(&pairs(wraps).nulls(&[false; 3]));
    refused(&pairs(1).slice(1, 3));
}

#[test]
fn fields_reach_to_the_end_of_structs_and_unions() {
    let short = || numbers().slice(0, 2);
    refused(&structs(3, vec![numbers(), short()]));
    refused(&structs(3, vec![short()]));
    refused(&structs(3, vec![numbers()]).slice(1, 3));
    let sparse = |fields| Column::new("+us:0,1", 3, vec![Some(vec![0; 3])]).children(fields);
    refused(&sparse(vec![short(), numbers()]));
    // Also a field that no value is in.
    refused(&sparse(vec![numbers(), short()]));
    // A slice of a struct has the fields of the whole.
    let whole = structs(3, vec![numbers(), numbers()]);
    let rows = hashes(&whole).unwrap();
    assert_eq!(hashes(&whole.clone().slice(0, 2)).as_deref(), Ok(&rows[..2]));
    assert_eq!(hashes(&whole.slice(1, 1)).as_deref(), Ok(&rows[1..2]));
    assert_eq!(hashes(&sparse(vec![numbers(); 2]).slice(0, 1)).unwrap().len(), 1);
    // No row of a table is null, wherever it is.
    for row in [0, 1, 63, 64, 65, 199] {
        let valid: Vec<_> = (0..200).map(|i| i != row).collect();
        let table = structs(200, vec![Column::fixed("l", &[1_i64; 200])]).nulls(&valid);
        assert!(is_malformed(&table), "row {row}");
        assert!(row == 0 || hashes(&table.slice(0, row)).is_ok(), "before row {row}");
    }
    // A batch has as many rows as its columns.
    let array = structs(3, vec![numbers()]).export().unwrap();
    let columns = array.view().unwrap().into_columns().unwrap();
    for rows in [0, 2, 4] {
        let found = RowHasher::new(&Key::from_seed(1)).rows(&columns, rows, |_| ());
        assert_eq!(found, Err(Error::Rows { column: 3, batch: rows }));
    }
}

#[test]
fn types_have_the_children_of_the_specification() {
    let of = |format, count| Type::nested(format, vec![Type::leaf("l").unwrap(); count]);
    for format in ["+l", "+L", "+vl", "+vL", "+w:2"] {
        let counts: Vec<_> = (0..4).map(|count| of(format, count).is_some()).collect();
        assert_eq!(counts, [false, true, false, false], "{format}");
    }
    let counts: Vec<_> = (0..4).map(|count| of("+r", count).is_some()).collect();
    assert_eq!(counts, [false, false, true, false]);
    for fields in 0..4 {
        let entries = of("+s", fields).unwrap();
        assert_eq!(Type::nested("+m", vec![entries.clone()]).is_some(), fields == 2);
        assert_eq!(Type::nested("+m", vec![entries.clone(), entries]), None);
        assert_eq!(of("+us:0,1", fields).is_some(), fields == 2);
    }
    // The entries of a map are not null.
    let entries = || structs(3, vec![numbers(), numbers()]).nulls(&[true, false, true]);
    let map = |offsets: [i32; 4]| {
        Column::new("+m", 3, vec![None, Some(bytes_of(&offsets))]).children(vec![entries()])
    };
    refused(&map([0, 1, 2, 3]));
    assert!(hashes(&map([0, 1, 1, 1])).is_ok());
}

#[test]
fn views_have_their_buffers() {
    let views = || kinds::views(&["a", "one that is not inline", "c"]).buffers().to_vec();
    for count in 0..3 {
        refused(&Column::new("vu", 3, views()[..count].to_vec()));
    }
    // The buffer of the sizes says how long the others are, and may not be missing, or say less.
    for size in [0, 5, -1, i64::MIN] {
        let mut buffers = views();
        buffers[3] = Some(bytes_of(&[size]));
        refused(&Column::new("vu", 3, buffers));
    }
    let mut buffers = views();
    buffers[3] = None;
    refused(&Column::new("vu", 3, buffers.clone()));
    buffers = views();
    buffers[2] = None;
    refused(&Column::new("vu", 3, buffers));
    // Values that are inline need no other buffer.
    let inline = kinds::views(&["a", "b", "c"]).buffers()[..2].to_vec();
    assert!(hashes(&Column::new("vu", 3, [inline, vec![None]].concat())).is_ok());
}

#[test]
fn lengths_and_offsets_do_not_wrap() {
    for (i, kind) in kinds().into_iter().enumerate() {
        for (offset, length) in [(-1, 3), (i64::MIN, 3), (0, -1), (0, i64::MIN), (-1, -1)] {
            assert!(is_malformed(&kind.clone().range(offset, length)), "{kind:?}");
        }
        // Nulls and bits can have so many values.
        for (offset, length) in [(1, i64::MAX), (i64::MAX, i64::MAX)] {
            let wrong = kind.clone().range(offset, length);
            assert!(i < 2 || is_malformed(&wrong), "{wrong:?}");
        }
    }
}

/// Types have up to 64 others around them.
#[test]
fn types_are_nested_to_a_depth() {
    let nested =
        |depth, outer: fn(Column) -> Column| (0..depth).fold(numbers(), |column, _| outer(column));
    let outer: [fn(Column) -> Column; 3] = [
        |column| structs(3, vec![column]),
        |column| Column::new("+w:1", 3, vec![None]).children(vec![column]),
        |column| Column::fixed("c", &[0_i8, 1, 2]).dictionary(column),
    ];
    for outer in outer {
        assert!(hashes(&nested(64, outer)).is_ok());
        for depth in [65, 66, 100, 500] {
            assert!(is_malformed(&nested(depth, outer)), "{depth}");
        }
    }
}

/// The arrays of a stream, one type, and what its functions return.
struct Script {
    columns: Vec<Column>,
    status: c_int,
    asked: usize,
    has_text: bool,
    has_schema: bool,
}

unsafe extern "C" fn get_schema(stream: *mut Stream, out: *mut Schema) -> c_int {
    // SAFETY: the stream is that of `stream_of`, whose script outlives it, and `out` is writable.
    unsafe {
        let script = &*(*stream).private_data.cast::<Script>();
        out.write(if script.has_schema { script.columns[0].schema() } else { Schema::RELEASED });
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut Stream, out: *mut ForeignArray) -> c_int {
    // SAFETY: as above.
    unsafe {
        let script = &mut *(*stream).private_data.cast::<Script>();
        let next = script.columns.get(script.asked);
        script.asked += 1;
        if next.is_none() && script.status != 0 {
            // After a failure nobody releases this, which would end the test.
            out.write(ForeignArray { release: Some(abort), ..ForeignArray::RELEASED });
            return script.status;
        }
        out.write(next.map_or(ForeignArray::RELEASED, Column::array));
    }
    0
}

unsafe extern "C" fn abort(_: *mut ForeignArray) {
    std::process::abort();
}

unsafe extern "C" fn last_error(stream: *mut Stream) -> *const c_char {
    // SAFETY: as above.
    let script = unsafe { &*(*stream).private_data.cast::<Script>() };
    if script.has_text { c"gone".as_ptr() } else { core::ptr::null() }
}

unsafe extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: as above.
    unsafe { stream.write(Stream::RELEASED) };
}

fn stream_of(script: &mut Script) -> Stream {
    Stream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(last_error),
        release: Some(release_stream),
        private_data: core::ptr::from_mut(script).cast(),
    }
}

fn script(columns: Vec<Column>) -> Script {
    Script { columns, status: 0, asked: 0, has_text: true, has_schema: true }
}

/// Reads a stream of a table as a consumer without `unsafe` does.
fn fingerprint(stream: Owned<Stream>) -> Result<Fingerprint, Error> {
    let key = Key::from_seed(5);
    let (mut hasher, mut fingerprint) = (RowHasher::new(&key), Fingerprint::EMPTY);
    for array in stream.arrays()? {
        let array = array?;
        let batch = array.view()?;
        let rows = batch.len();
        hasher.add(&batch.into_columns()?, rows, &mut fingerprint)?;
    }
    Ok(fingerprint)
}

fn taken(mut stream: Stream) -> Owned<Stream> {
    // SAFETY: the stream follows the interface, and its script outlives it.
    unsafe { Owned::take(&raw mut stream) }.unwrap()
}

#[test]
fn streams_that_fail_say_so() {
    for status in [1, 5, -1, c_int::MAX, c_int::MIN] {
        for has_text in [true, false] {
            let mut script = Script { status, has_text, ..script(vec![numbers()]) };
            let text = if has_text { "gone" } else { "no reason given" };
            let expected = Err(Error::Stream(status, text.into()));
            assert_eq!(fingerprint(taken(stream_of(&mut script))), expected);
        }
    }
    // After the end, and after an error, a stream is not asked again.
    for status in [0, 1] {
        let mut script = Script { status, ..script(vec![numbers()]) };
        let mut arrays = taken(stream_of(&mut script)).arrays().unwrap();
        assert!(arrays.next().is_some_and(|array| array.is_ok()));
        assert_eq!(arrays.next().is_some_and(|array| array.is_err()), status == 1);
        assert!(arrays.next().is_none() && arrays.next().is_none());
        drop(arrays);
        assert_eq!(script.asked, 2);
    }
    let mut none = Script { has_schema: false, ..script(vec![numbers()]) };
    let found = fingerprint(taken(stream_of(&mut none)));
    assert_eq!(found, Err(Error::Schema("the stream has none")));
    for missing in 0..3 {
        let mut script = Script { status: 1, ..script(vec![numbers()]) };
        let mut stream = stream_of(&mut script);
        match missing {
            0 => stream.get_schema = None,
            1 => stream.get_next = None,
            _ => stream.get_last_error = None,
        }
        assert!(matches!(fingerprint(taken(stream)), Err(Error::Stream(..))), "{missing}");
    }
}

/// Two streams, of 8-bit and of 64-bit numbers, read in turn. When an array was viewed under any
/// type, those of the first could be viewed under the schema of the second, which reads eight times
/// as many bytes as the buffer has: here 6 MiB past its end, which is a segmentation fault. An
/// array has the type of its stream now, and no function takes another.
#[test]
fn arrays_have_the_type_of_their_stream() {
    let many = 900_000;
    let narrow = Column::fixed("c", &vec![-1_i8; many]);
    let wide = Column::fixed("l", &vec![-1_i64; many]);
    let (mut a, mut b) = (script(vec![narrow]), script(vec![wide]));
    let streams = [&mut a, &mut b].map(|script| taken(stream_of(script)).arrays().unwrap());
    let types = ["c", "l"].map(|format| Type::leaf(format).unwrap());
    let [narrow, wide] = streams.map(|mut arrays| (arrays.next().unwrap().unwrap(), arrays));
    for ((array, arrays), of) in [narrow, wide].into_iter().zip(types) {
        assert_eq!((array.of(), arrays.of()), (&of, &of));
        // The stream may end before its arrays.
        drop(arrays);
        let view = array.view().unwrap();
        let key = Key::from_seed(5);
        let expected = Row::new(&key).push(Value::Integer(-1)).finish();
        let mut rows = 0;
        let mut count = |block: &[u128]| {
            assert!(block.iter().all(|row| *row == expected));
            rows += block.len();
        };
        RowHasher::new(&key).rows(&view.into_columns().unwrap(), many, &mut count).unwrap();
        assert_eq!(rows, many);
    }
}

#[test]
fn released_structs_are_not_taken() {
    let mut array = numbers().array();
    // SAFETY: the array follows the interface.
    drop(unsafe { Owned::take(&raw mut array) });
    // SAFETY: a released array may be taken.
    assert!(unsafe { Owned::take(&raw mut array) }.is_none());
    let mut schema = numbers().schema();
    let format = schema.format;
    // SAFETY: as above.
    drop(unsafe { Owned::take(&raw mut schema) });
    // A format that was left in place is not read.
    schema.format = format;
    // SAFETY: the schema was released.
    assert!(matches!(unsafe { schema.to_type() }, Err(Error::Schema(_))));
}
