//! Fingerprints of tables, over Arrow's C data interface.

use crate::border;
use crate::object;
use crate::status::ph_status_t::{self, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_TABLE};
use crate::status::{Failure, failure, run, run_or, value};
use core::ffi::c_void;
use hash_agg::{Fingerprint, FingerprintError, Key};
use hash_arrow::ffi::{
    ForeignArray as ArrowArray, Owned, Released, Schema as ArrowSchema, Stream as ArrowArrayStream,
    TypedArray,
};
use hash_arrow::{Array, Error, RowHasher};

/// The length of the key of a table in bytes.
pub const PH_TABLE_KEY_BYTES: usize = 32;

/// The length of a fingerprint in bytes.
pub const PH_FINGERPRINT_BYTES: usize = 24;

/// The length of the hash of a row in bytes.
pub const PH_ROW_BYTES: usize = 16;

/// A key, and the fingerprint of the rows added so far. The order of rows does not matter. Only one
/// thread at a time may add rows to a table; the fingerprints of parts combine.
///
/// Adding rows needs memory for a block of rows, and for nested values as long as they are. If none
/// is left, Rust's allocator ends the process. The callbacks of Arrow's structs must return:
/// nothing catches an exception of C++, and `longjmp` may not leave them.
#[derive(Debug)]
pub struct ph_table_t {
    key: Key,
    rows: Fingerprint,
}

/// Makes a table of no rows under a key.
///
/// # Safety
/// `out` is null or writable.
unsafe fn make(
    out: *mut *mut ph_table_t,
    key: impl FnOnce() -> Result<Key, Failure>,
) -> ph_status_t {
    // SAFETY: guaranteed by the caller.
    run(|| unsafe {
        object::give(out, || Ok(ph_table_t { key: key()?, rows: Fingerprint::EMPTY }))
    })
}

/// Makes a table of no rows under a key of `PH_TABLE_KEY_BYTES` bytes, which should be random and
/// secret. The same key gives the same fingerprints in Python, in SQL and by `hsum table`.
///
/// Errors: PH_ERROR_KEY_LENGTH, PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_table_new(
    key: *const c_void,
    len: usize,
    out: *mut *mut ph_table_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    unsafe { make(out, || Ok(Key::try_from(border::bytes(key, len)?)?)) }
}

/// Makes a table of no rows under the key that a number derives, for checksums and tests.
///
/// Errors: PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_table_from_seed(seed: u64, out: *mut *mut ph_table_t) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { make(out, || Ok(Key::from_seed(seed))) }
}

/// Makes a table of no rows under a random key. `ph_table_key` gives its bytes.
///
/// Errors: PH_ERROR_ENTROPY, PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_table_generate(out: *mut *mut ph_table_t) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { make(out, || Ok(Key::try_generate()?)) }
}

/// Makes another table of no rows under the same key, such as one for each thread.
///
/// Errors: PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_table_empty(
    table: *const ph_table_t,
    out: *mut *mut ph_table_t,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    unsafe { make(out, || Ok(border::object(table)?.key.clone())) }
}

/// Writes the secret key of a table to `key`, whose length `len` is `PH_TABLE_KEY_BYTES`.
///
/// Errors: PH_ERROR_NULL, PH_ERROR_LENGTH.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_table_key(
    table: *const ph_table_t,
    key: *mut c_void,
    len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { give_bytes(table, key, len, |table| table.key.to_bytes()) }
}

/// Adds the rows of a record batch: the fields of an array of structs are its columns. An array of
/// another type is one column. `schema` is the one that the array was made for: the lengths of
/// buffers follow from it, so that under another one memory outside of them is read. The array is
/// moved and released, whatever the result; the schema is not. If the result is an error, no row
/// was added.
///
/// Errors: PH_ERROR_TABLE for types without canonical forms and for malformed arrays and values,
/// PH_ERROR_NULL, PH_ERROR_MEMORY.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_table_add(
    table: *mut ph_table_t,
    schema: *const ArrowSchema,
    array: *mut ArrowArray,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe {
        let array = taken(array);
        let table = border::object_mut(table)?;
        let mut rows = table.rows;
        columns(schema, array?, |columns, count| {
            RowHasher::new(&table.key).add(columns, count, &mut rows)
        })?;
        table.rows = rows;
        Ok(())
    })
}

/// Adds the rows of all record batches of a stream, one after the other. The stream is moved and
/// released, whatever the result. If the result is an error, no row was added.
///
/// Errors: as of `ph_table_add`, and PH_ERROR_TABLE if the stream fails.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_table_add_stream(
    table: *mut ph_table_t,
    stream: *mut ArrowArrayStream,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    run(|| unsafe {
        let stream = taken(stream);
        let table = border::object_mut(table)?;
        let stream = stream?;
        object::reserve()?;
        let (mut hasher, mut rows) = (RowHasher::new(&table.key), table.rows);
        for array in stream.arrays()? {
            let array = array?;
            let array = array.view()?;
            let count = array.len();
            hasher.add(&array.into_columns()?, count, &mut rows)?;
        }
        table.rows = rows;
        Ok(())
    })
}

/// Writes the hash of each row of a record batch, `PH_ROW_BYTES` bytes with the most significant
/// first, to `hashes`, which has room for `count` of them: the number of rows. `schema` is the one
/// that the array was made for. The array is moved and released, whatever the result; the schema is
/// not.
///
/// Errors: PH_ERROR_LENGTH if there are not `count` rows, and those of `ph_table_add`.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_table_row_hashes(
    table: *const ph_table_t,
    schema: *const ArrowSchema,
    array: *mut ArrowArray,
    hashes: *mut c_void,
    count: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callees.
    unsafe {
        let array = taken(array);
        let out = match border::output(hashes.cast::<[u8; PH_ROW_BYTES]>(), count) {
            Ok(out) => out,
            Err(error) => return run(|| Err(error)),
        };
        let result = run(|| {
            let table = border::object(table)?;
            columns(schema, array?, |columns, rows| {
                if rows != count {
                    return Err(Error::Rows { column: rows, batch: count });
                }
                let mut places = out.iter_mut();
                RowHasher::new(&table.key).rows(columns, rows, |hashes| {
                    // In this order, the end of a block takes no place.
                    for (hash, place) in hashes.iter().zip(places.by_ref()) {
                        *place = hash.to_be_bytes();
                    }
                })
            })
        });
        if result != ph_status_t::PH_OK {
            out.fill([0; PH_ROW_BYTES]);
        }
        result
    }
}

/// Adds the rows of another table, given by its fingerprint under the same key.
///
/// Errors: PH_ERROR_LENGTH unless `len` is `PH_FINGERPRINT_BYTES`, PH_ERROR_TABLE if there would be
/// 2^64 rows or more, PH_ERROR_NULL. The table is then unchanged.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_table_combine(
    table: *mut ph_table_t,
    fingerprint: *const c_void,
    len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { update(table, fingerprint, len, Fingerprint::combine) }
}

/// Removes rows of a table, given by their fingerprint under the same key. They must be among those
/// of the table, of which only their number can be checked.
///
/// Errors: PH_ERROR_LENGTH unless `len` is `PH_FINGERPRINT_BYTES`, PH_ERROR_TABLE if there are more
/// rows than in the table, PH_ERROR_NULL. The table is then unchanged.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_table_remove(
    table: *mut ph_table_t,
    fingerprint: *const c_void,
    len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { update(table, fingerprint, len, Fingerprint::remove) }
}

/// Writes the fingerprint of the rows to `fingerprint`, whose length `len` is
/// `PH_FINGERPRINT_BYTES`: 16 bytes of the value, then 8 of the number of rows, both with the least
/// significant byte first. Frozen. Nobody may see it, or hashes of rows, who may choose rows: a few
/// of them reveal the key.
///
/// Errors: PH_ERROR_NULL, PH_ERROR_LENGTH.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn ph_table_fingerprint(
    table: *const ph_table_t,
    fingerprint: *mut c_void,
    len: usize,
) -> ph_status_t {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { give_bytes(table, fingerprint, len, |table| table.rows.to_bytes()) }
}

/// Returns the number of rows of a table, or 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_table_rows(table: *const ph_table_t) -> u64 {
    // SAFETY: the contract of the header is that of the callee.
    value(0, || unsafe { Ok(border::object(table)?.rows.rows()) })
}

/// Frees a table; null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_table_free(table: *mut ph_table_t) {
    // SAFETY: the contract of the header is that of the callee.
    unsafe { object::free(table) };
}

/// Moves a struct of the interface out of its place.
///
/// # Safety
/// `place` is null, or a struct that was released or follows the interface.
unsafe fn taken<T: Released>(place: *mut T) -> Result<Owned<T>, Failure> {
    border::present(place)?;
    if !place.is_aligned() {
        return Err(failure(PH_ERROR_ALIGNMENT, "a struct of Arrow is not aligned"));
    }
    // SAFETY: guaranteed by the caller; the pointer is neither null nor misaligned.
    unsafe { Owned::take(place) }
        .ok_or_else(|| failure(PH_ERROR_TABLE, "a struct of Arrow was already released"))
}

/// Calls `with` for the columns and the number of rows of an array.
///
/// # Safety
/// `schema` is null, or a schema that was released or follows the interface. The array follows the
/// interface as one of its type.
unsafe fn columns(
    schema: *const ArrowSchema,
    array: Owned<ArrowArray>,
    with: impl FnOnce(&[Array<'_>], usize) -> Result<(), Error>,
) -> Result<(), Failure> {
    object::reserve()?;
    // SAFETY: guaranteed by the caller.
    let array = unsafe { TypedArray::new(array, border::object(schema)?.to_type()?) };
    let array = array.view()?;
    let rows = array.len();
    Ok(with(&array.into_columns()?, rows)?)
}

/// Replaces the rows of a table by those that `with` makes of them and of a fingerprint.
///
/// # Safety
/// `table` is null or a table, and `bytes` is null or `len` readable bytes.
unsafe fn update(
    table: *mut ph_table_t,
    bytes: *const c_void,
    len: usize,
    with: impl FnOnce(&Fingerprint, &Fingerprint) -> Result<Fingerprint, FingerprintError>,
) -> ph_status_t {
    // SAFETY: guaranteed by the caller.
    run(|| unsafe {
        let bytes = border::bytes(bytes, len)?.try_into().map_err(|_| {
            failure(PH_ERROR_LENGTH, format_args!("fingerprint has {len} bytes, and must have 24"))
        })?;
        let table = border::object_mut(table)?;
        table.rows = with(&table.rows, &Fingerprint::from_bytes(bytes))?;
        Ok(())
    })
}

/// Writes bytes of a table to an output of `len` bytes, which must be `N`.
///
/// # Safety
/// `table` is null or a table, and `out` is null or `len` writable bytes.
unsafe fn give_bytes<const N: usize>(
    table: *const ph_table_t,
    out: *mut c_void,
    len: usize,
    bytes: impl FnOnce(&ph_table_t) -> [u8; N],
) -> ph_status_t {
    // SAFETY: guaranteed by the caller.
    let clear = || unsafe { border::clear(out.cast::<u8>(), len) };
    run_or(clear, || {
        if len != N {
            let text = format_args!("the output has {len} bytes, and must have {N}");
            return Err(failure(PH_ERROR_LENGTH, text));
        }
        // SAFETY: guaranteed by the caller.
        let (table, out) = unsafe { (border::object(table)?, border::output(out.cast(), len)?) };
        out.copy_from_slice(&bytes(table));
        Ok(())
    })
}
