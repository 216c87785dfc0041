//! Fingerprints of tables through the C functions equal those of the crate, and every struct is
//! released once, whatever the result.

#![expect(
    clippy::undocumented_unsafe_blocks,
    reason = "every pointer is to a live object or struct of the test, or wrong on purpose"
)]

#[allow(dead_code, reason = "shared with other tests")]
#[cfg(target_endian = "little")]
#[path = "../../../crates/hash-arrow/tests/support/mod.rs"]
mod support;

use core::cell::Cell;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr::{null, null_mut};
use hash_agg::{Fingerprint, Key, Row};
use hash_arrow::ffi::{ForeignArray, Released, Schema, Stream};
use provenhash_c::arrow::*;
use provenhash_c::status::ph_status_t::{self, *};

thread_local! {
    /// The number of structs that were released.
    static RELEASED: Cell<usize> = const { Cell::new(0) };
}

unsafe extern "C" fn release<T: Released>(place: *mut T) {
    RELEASED.set(RELEASED.get() + 1);
    unsafe { place.write(T::RELEASED) };
}

/// A batch of numbers and texts, and the structs that describe it.
struct Batch {
    numbers: Vec<i64>,
    offsets: Vec<i32>,
    text: Vec<u8>,
    buffers: [[*const c_void; 3]; 2],
    none: [*const c_void; 1],
    arrays: [ForeignArray; 2],
    columns: [*mut ForeignArray; 2],
    schemas: [Schema; 2],
    types: [*mut Schema; 2],
}

impl Batch {
    fn new(rows: &[(i64, &str)]) -> Box<Self> {
        let mut batch = Box::new(Self {
            numbers: rows.iter().map(|row| row.0).collect(),
            offsets: vec![0],
            text: Vec::new(),
            buffers: [[null(); 3]; 2],
            none: [null()],
            arrays: [ForeignArray::RELEASED, ForeignArray::RELEASED],
            columns: [null_mut(); 2],
            schemas: [Schema::RELEASED, Schema::RELEASED],
            types: [null_mut(); 2],
        });
        for (_, text) in rows {
            batch.text.extend(text.as_bytes());
            batch.offsets.push(batch.text.len().try_into().unwrap());
        }
        batch.buffers[0][1] = batch.numbers.as_ptr().cast();
        batch.buffers[1][1] = batch.offsets.as_ptr().cast();
        batch.buffers[1][2] = batch.text.as_ptr().cast();
        for (i, format) in [c"l", c"u"].into_iter().enumerate() {
            batch.arrays[i].length = rows.len().try_into().unwrap();
            batch.arrays[i].n_buffers = 2 + i64::from(i == 1);
            batch.arrays[i].buffers = batch.buffers[i].as_ptr();
            batch.arrays[i].release = Some(release);
            batch.schemas[i].release = Some(release);
            batch.columns[i] = &raw mut batch.arrays[i];
            batch.schemas[i].format = format.as_ptr();
            batch.types[i] = &raw mut batch.schemas[i];
        }
        batch
    }

    fn schema(&mut self) -> Schema {
        Schema {
            format: c"+s".as_ptr(),
            n_children: 2,
            children: self.types.as_mut_ptr(),
            release: Some(release),
            ..Schema::RELEASED
        }
    }

    fn array(&mut self) -> ForeignArray {
        ForeignArray {
            length: self.arrays[0].length,
            n_buffers: 1,
            n_children: 2,
            buffers: self.none.as_ptr(),
            children: self.columns.as_mut_ptr(),
            release: Some(release),
            ..ForeignArray::RELEASED
        }
    }
}

const ROWS: [(i64, &str); 3] =
    [(1, "one"), (-2, ""), (i64::MAX, "a longer text than twelve bytes")];

fn expected(key: &Key, rows: &[(i64, &str)]) -> Vec<u128> {
    rows.iter().map(|(number, text)| Row::new(key).push(*number).push(*text).finish()).collect()
}

fn table(seed: u64) -> *mut ph_table_t {
    let mut table = null_mut();
    assert_eq!(unsafe { ph_table_from_seed(seed, &raw mut table) }, PH_OK);
    table
}

fn fingerprint(table: *const ph_table_t) -> [u8; 24] {
    let mut bytes = [0; 24];
    assert_eq!(unsafe { ph_table_fingerprint(table, bytes.as_mut_ptr().cast(), 24) }, PH_OK);
    bytes
}

#[test]
fn batches_have_the_fingerprints_of_the_crate() {
    let (key, table) = (Key::from_seed(3), table(3));
    let hashes = expected(&key, &ROWS);
    let whole = Fingerprint::of(&key, &hashes).to_bytes();
    let mut batch = Batch::new(&ROWS);
    let (schema, mut array) = (batch.schema(), batch.array());
    unsafe {
        assert_eq!(ph_table_add(table, &raw const schema, &raw mut array), PH_OK);
        assert_eq!((RELEASED.get(), array.release.is_none()), (1, true));
        assert_eq!((fingerprint(table), ph_table_rows(table)), (whole, 3));

        // The same array again: it was released.
        assert_eq!(ph_table_add(table, &raw const schema, &raw mut array), PH_ERROR_TABLE);
        let mut out = [0_u8; 48];
        let mut array = batch.array();
        let rows = |out: &mut [u8; 48], array: *mut ForeignArray, count| {
            ph_table_row_hashes(table, &raw const schema, array, out.as_mut_ptr().cast(), count)
        };
        assert_eq!(rows(&mut out, &raw mut array, 3), PH_OK);
        let found: Vec<_> =
            out.as_chunks().0.iter().map(|bytes| u128::from_be_bytes(*bytes)).collect();
        assert_eq!(found, hashes);
        let mut array = batch.array();
        assert_eq!(rows(&mut out, &raw mut array, 2), PH_ERROR_LENGTH);
        assert_eq!(out[..32], [0; 32]);
        assert_eq!(RELEASED.get(), 3);

        // Without the rows of a part, and with them.
        let mut part = null_mut();
        assert_eq!(ph_table_empty(table, &raw mut part), PH_OK);
        let mut first = Batch::new(&ROWS[..1]);
        let mut array = first.array();
        assert_eq!(ph_table_add(part, &raw const schema, &raw mut array), PH_OK);
        let bytes = fingerprint(part);
        assert_eq!(ph_table_remove(table, bytes.as_ptr().cast(), 24), PH_OK);
        assert_eq!(fingerprint(table), Fingerprint::of(&key, &hashes[1..]).to_bytes());
        assert_eq!(ph_table_combine(table, bytes.as_ptr().cast(), 24), PH_OK);
        assert_eq!(fingerprint(table), whole);
        assert_eq!(ph_table_remove(part, whole.as_ptr().cast(), 24), PH_ERROR_TABLE);
        assert_eq!(ph_table_combine(part, bytes.as_ptr().cast(), 23), PH_ERROR_LENGTH);
        assert_eq!(fingerprint(part), bytes, "an error changes nothing");
        ph_table_free(part);

        let mut secret = [0; 32];
        assert_eq!(ph_table_key(table, secret.as_mut_ptr().cast(), 32), PH_OK);
        assert_eq!(secret, key.to_bytes());
        let mut same = null_mut();
        assert_eq!(ph_table_new(secret.as_ptr().cast(), 32, &raw mut same), PH_OK);
        let mut array = batch.array();
        assert_eq!(ph_table_add(same, &raw const schema, &raw mut array), PH_OK);
        assert_eq!(fingerprint(same), whole);
        ph_table_free(same);
        ph_table_free(table);
    }
}

/// More rows than are hashed at once.
#[test]
fn every_row_has_its_hash() {
    let key = Key::from_seed(6);
    let rows: Vec<_> = (0..5000).map(|i| (i, "text")).collect();
    let mut batch = Batch::new(&rows);
    let (schema, mut array) = (batch.schema(), batch.array());
    let (table, mut out) = (table(6), vec![[0_u8; 16]; rows.len()]);
    unsafe {
        let hashes = out.as_mut_ptr().cast();
        let status = ph_table_row_hashes(table, &raw const schema, &raw mut array, hashes, 5000);
        assert_eq!(status, PH_OK);
    }
    let found: Vec<_> = out.iter().map(|bytes| u128::from_be_bytes(*bytes)).collect();
    assert_eq!(found, expected(&key, &rows));

    // After an error there is no hash of any row, and no row is added: of good rows, whose number
    // is another, and of rows of which one of the second block is wrong.
    let hashes = out.as_mut_ptr().cast();
    let mut array = batch.array();
    let schema = &raw const schema;
    let status = unsafe { ph_table_row_hashes(table, schema, &raw mut array, hashes, 4999) };
    assert_eq!((status, &out[..4999]), (PH_ERROR_LENGTH, &[[0; 16]; 4999][..]));
    batch.offsets[4500] = 0;
    let [mut array, mut other] = [batch.array(), batch.array()];
    out.fill([7; 16]);
    unsafe {
        let status = ph_table_row_hashes(table, schema, &raw mut array, hashes, 5000);
        assert_eq!((status, &out[..]), (PH_ERROR_TABLE, &[[0; 16]; 5000][..]));
        assert_eq!(ph_table_add(table, schema, &raw mut other), PH_ERROR_TABLE);
        assert_eq!(fingerprint(table), Fingerprint::EMPTY.to_bytes());
        ph_table_free(table);
    }
}

/// The tables of all types of Arrow of the specification.
#[cfg(target_endian = "little")]
#[test]
fn the_vectors_of_the_specification() {
    for (i, (vector, columns)) in support::vectors().into_iter().enumerate() {
        let key = support::unhex(vector["key"].as_str().unwrap());
        let count = vector["rows"].as_array().unwrap().len();
        let (mut table, mut hashes) = (null_mut(), vec![[0_u8; 16]; count]);
        let (mut schema, mut arrays) = (columns.schema(), [columns.array(), columns.array()]);
        unsafe {
            assert_eq!(ph_table_new(key.as_ptr().cast(), key.len(), &raw mut table), PH_OK);
            let (of, out) = (&raw const schema, hashes.as_mut_ptr().cast());
            assert_eq!(ph_table_row_hashes(table, of, &raw mut arrays[0], out, count), PH_OK);
            assert_eq!(ph_table_add(table, of, &raw mut arrays[1]), PH_OK);
            drop(hash_arrow::ffi::Owned::take(&raw mut schema));
        }
        let found: Vec<_> =
            hashes.iter().map(|row| format!("{:032x}", u128::from_be_bytes(*row))).collect();
        assert_eq!(serde_json::Value::from(found), vector["row_fingerprints"], "vector {i}");
        let found = Fingerprint::from_bytes(fingerprint(table)).to_string();
        assert_eq!(serde_json::Value::from(found), vector["fingerprint"], "vector {i}");
        unsafe { ph_table_free(table) };
    }
}

/// A stream of two batches, and an error or an end.
struct Batches {
    batches: [Box<Batch>; 2],
    sent: usize,
    fails: bool,
}

unsafe extern "C" fn get_schema(stream: *mut Stream, out: *mut Schema) -> c_int {
    unsafe {
        let batches = (*stream).private_data.cast::<Batches>();
        out.write((*batches).batches[0].schema());
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut Stream, out: *mut ForeignArray) -> c_int {
    unsafe {
        let batches = &mut *(*stream).private_data.cast::<Batches>();
        batches.sent += 1;
        match batches.batches.get_mut(batches.sent - 1) {
            Some(batch) => out.write(batch.array()),
            None if batches.fails => return 5,
            None => out.write(ForeignArray::RELEASED),
        }
    }
    0
}

unsafe extern "C" fn last_error(_: *mut Stream) -> *const c_char {
    c"the disk is gone".as_ptr()
}

#[test]
fn streams_are_read_to_their_end() {
    let (key, table) = (Key::from_seed(4), table(4));
    let whole = Fingerprint::of(&key, &expected(&key, &ROWS)).to_bytes();
    for fails in [false, true] {
        let batches = [Batch::new(&ROWS[..1]), Batch::new(&ROWS[1..])];
        let mut batches = Batches { batches, sent: 0, fails };
        let mut stream = Stream {
            get_schema: Some(get_schema),
            get_next: Some(get_next),
            get_last_error: Some(last_error),
            release: Some(release),
            private_data: (&raw mut batches).cast(),
        };
        RELEASED.set(0);
        let status = unsafe { ph_table_add_stream(table, &raw mut stream) };
        // The schema, both arrays and the stream.
        assert_eq!(RELEASED.get(), 4);
        assert_eq!(status, if fails { PH_ERROR_TABLE } else { PH_OK });
        assert_eq!(fingerprint(table), whole, "an error changes nothing");
    }
    let message = unsafe { CStr::from_ptr(provenhash_c::status::ph_last_error()) };
    assert_eq!(message, c"the Arrow stream failed (5): the disk is gone");
    unsafe { ph_table_free(table) };
}

/// A stream that has no schema, and says so at length.
unsafe extern "C" fn no_schema(_: *mut Stream, _: *mut Schema) -> c_int {
    5
}

unsafe extern "C" fn long_error(stream: *mut Stream) -> *const c_char {
    unsafe { (*stream).private_data.cast() }
}

unsafe extern "C" fn forget(stream: *mut Stream) {
    unsafe { (*stream).release = None };
}

/// A message that is too long is cut between two characters.
#[test]
fn long_messages_are_cut_between_characters() {
    let table = table(6);
    for before in 0..4 {
        let text = format!("{}{}\0", "-".repeat(before), "\u{1f600}".repeat(80));
        let mut stream = Stream {
            get_schema: Some(no_schema),
            get_next: Some(get_next),
            get_last_error: Some(long_error),
            release: Some(forget),
            private_data: text.as_ptr().cast_mut().cast(),
        };
        assert_eq!(unsafe { ph_table_add_stream(table, &raw mut stream) }, PH_ERROR_TABLE);
        let message = unsafe { CStr::from_ptr(provenhash_c::status::ph_last_error()) };
        let message = message.to_str().expect("the text is UTF-8");
        assert!(message.ends_with('\u{1f600}'), "{message}");
        assert!((156..160).contains(&message.len()), "{message}");
    }
    unsafe { ph_table_free(table) };
}

#[test]
fn wrong_arguments_are_errors() {
    let (table, mut none) = (table(5), null_mut::<ph_table_t>());
    let mut batch = Batch::new(&ROWS);
    let (schema, mut bytes) = (batch.schema(), [7_u8; 24]);
    let out: *mut c_void = bytes.as_mut_ptr().cast();
    let mut released =
        |status: ph_status_t, call: &mut dyn FnMut(*mut ForeignArray) -> ph_status_t| {
            RELEASED.set(0);
            let mut array = batch.array();
            assert_eq!(call(&raw mut array), status);
            assert_eq!((RELEASED.get(), array.release.is_none()), (1, true));
        };
    unsafe {
        released(PH_ERROR_NULL, &mut |array| ph_table_add(null_mut(), &raw const schema, array));
        released(PH_ERROR_NULL, &mut |array| ph_table_add(table, null(), array));
        let unknown = Schema { format: c"?".as_ptr(), release: Some(release), ..Schema::RELEASED };
        released(PH_ERROR_TABLE, &mut |array| ph_table_add(table, &raw const unknown, array));
        let gone = Schema::RELEASED;
        released(PH_ERROR_TABLE, &mut |array| ph_table_add(table, &raw const gone, array));
        released(PH_ERROR_NULL, &mut |array| {
            ph_table_row_hashes(table, &raw const schema, array, null_mut(), 3)
        });
        released(PH_ERROR_LENGTH, &mut |array| {
            ph_table_row_hashes(table, &raw const schema, array, out, usize::MAX / 16)
        });
        assert_eq!(ph_table_add(table, &raw const schema, null_mut()), PH_ERROR_NULL);
        assert_eq!(ph_table_add_stream(table, null_mut()), PH_ERROR_NULL);
        let mut over = Stream::RELEASED;
        assert_eq!(ph_table_add_stream(table, &raw mut over), PH_ERROR_TABLE);
        // Neither read nor taken: some targets cannot.
        let (odd, mut gone) = ((&raw mut over).byte_add(1), ForeignArray::RELEASED);
        assert_eq!(ph_table_add_stream(table, odd), PH_ERROR_ALIGNMENT);
        let odd = (&raw mut gone).byte_add(4);
        assert_eq!(ph_table_add(table, &raw const schema, odd), PH_ERROR_ALIGNMENT);
        assert_eq!(ph_table_new(out, 24, &raw mut none), PH_ERROR_KEY_LENGTH);
        assert_eq!(ph_table_new(null(), 32, &raw mut none), PH_ERROR_NULL);
        assert_eq!(ph_table_empty(null(), &raw mut none), PH_ERROR_NULL);
        assert!(none.is_null());
        for status in [
            ph_table_from_seed(0, null_mut()),
            ph_table_generate(null_mut()),
            ph_table_combine(null_mut(), out, 24),
            ph_table_combine(table, null(), 24),
            ph_table_remove(null_mut(), out, 24),
            ph_table_fingerprint(table, null_mut(), 24),
            ph_table_key(table, null_mut(), 32),
        ] {
            assert_eq!(status, PH_ERROR_NULL);
        }
        assert_eq!(ph_table_fingerprint(table, out, 23), PH_ERROR_LENGTH);
        assert_eq!(bytes, [[0; 23].as_slice(), &[7]].concat()[..], "outputs are zeros");
        bytes.fill(7);
        assert_eq!(ph_table_fingerprint(null(), out, 24), PH_ERROR_NULL);
        assert_eq!(bytes, [0; 24]);
        assert_eq!(ph_table_rows(null()), 0);
        ph_table_free(null_mut());
        ph_table_free(table);
    }
}
