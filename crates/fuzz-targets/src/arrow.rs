//! Arrow's C data interface: arrays of any type, whose buffers have the lengths that their type
//! says and not a byte more, and whose contents and structs are mostly well-formed and sometimes
//! anything.
//!
//! `AddressSanitizer` finds a read outside of a buffer, of what was released, and what is released
//! twice or never. The Rust crate and the C library must agree on what is an error, and on every
//! hash.

#[allow(dead_code, reason = "shared with the tests of the crate")]
#[path = "../../hash-arrow/tests/support/mod.rs"]
mod support;

use crate::input::{Offset, offsets};
use arbitrary::{Result, Unstructured};
use core::ptr::null_mut;
use hash_agg::{Encoder, Key};
use hash_arrow::ffi::Owned;
use hash_arrow::{Error, RowHasher};
use provenhash_c::arrow;
use provenhash_c::status::ph_status_t::{PH_ERROR_INTERNAL, PH_OK};
use support::{Column, Flaw, bytes_of};

/// Hashes an array.
pub fn target(data: &[u8]) {
    crate::choose(data, &[array]);
}

/// The types inside one another.
const DEPTH: u32 = 4;

/// The values of an array, except those of types without buffers.
const MOST: usize = 24;

/// Types of values of a fixed width.
const FIXED: [(&str, usize); 18] = [
    ("c", 1),
    ("S", 2),
    ("i", 4),
    ("L", 8),
    ("e", 2),
    ("f", 4),
    ("g", 8),
    ("d:9,2,32", 4),
    ("d:38,-3", 16),
    ("d:76,0,256", 32),
    ("w:0", 0),
    ("w:3", 3),
    ("tdD", 4),
    ("tdm", 8),
    ("ttu", 8),
    ("tsn:UTC", 8),
    ("tiD", 8),
    ("tin", 16),
];

const FLAWS: [Flaw; 12] = [
    Flaw::ExtraBuffer,
    Flaw::FewerBuffers,
    Flaw::NegativeBuffers,
    Flaw::ExtraChild,
    Flaw::FewerChildren,
    Flaw::NegativeChildren,
    Flaw::NullChild,
    Flaw::Dictionary,
    Flaw::ExtraType,
    Flaw::NegativeTypes,
    Flaw::Released,
    Flaw::ReleasedType,
];

fn array(u: &mut Unstructured<'_>) -> Result<()> {
    let length = u.int_in_range(0..=MOST)?;
    let column = column(u, length, 0)?;
    let found = hashes(&column);
    // The place of buffers in memory changes nothing.
    assert_eq!(found, hashes(&column.clone().shift(1)), "{column:?}");
    let (status, of_c) = hashes_of_c(&column, found.as_ref().map_or(column.len(), Vec::len));
    assert_ne!(status, PH_ERROR_INTERNAL);
    match found {
        Ok(found) => assert_eq!((status, of_c), (PH_OK, found), "{column:?}"),
        Err(_) => assert_ne!(status, PH_OK, "{column:?}"),
    }
    Ok(())
}

fn key() -> Key {
    Key::from_seed(3)
}

/// Returns the hashes of the rows, after everything else was read.
fn hashes(column: &Column) -> core::result::Result<Vec<u128>, Error> {
    let key = key();
    let array = column.export()?;
    let view = array.view()?;
    let (rows, mut encoder) = (view.len(), Encoder::new());
    // Each value is read or an error, whatever the others are.
    for row in 0..rows {
        let _ = view.encode(row, &mut encoder);
        let _ = view.string(row);
    }
    drop(format!("{:?}", view.buffers()));
    let (columns, mut hashes) = (view.into_columns()?, Vec::new());
    RowHasher::new(&key).rows(&columns, rows, |block| hashes.extend_from_slice(block))?;
    Ok(hashes)
}

/// Returns what the C library computes.
fn hashes_of_c(column: &Column, rows: usize) -> (provenhash_c::status::ph_status_t, Vec<u128>) {
    let (mut schema, mut array) = (column.schema(), column.array());
    let (key, mut out) = (key().to_bytes(), vec![[0_u8; 16]; rows]);
    let mut table = null_mut();
    // SAFETY: the pointers are to structs that follow the interface, and to arrays of these
    // lengths.
    let status = unsafe {
        let made = arrow::ph_table_new(key.as_ptr().cast(), key.len(), &raw mut table);
        assert_eq!(made, PH_OK);
        let (of, array, to) = (&raw const schema, &raw mut array, out.as_mut_ptr().cast());
        let status = arrow::ph_table_row_hashes(table, of, array, to, rows);
        arrow::ph_table_free(table);
        drop(Owned::take(&raw mut schema));
        status
    };
    (status, out.into_iter().map(u128::from_be_bytes).collect())
}

/// Returns some bytes.
fn bytes(u: &mut Unstructured<'_>, len: usize) -> Result<Vec<u8>> {
    let mut bytes = vec![0; len];
    u.fill_buffer(&mut bytes)?;
    Ok(bytes)
}

/// Returns numbers that are mostly below a bound.
fn numbers(u: &mut Unstructured<'_>, count: usize, bound: usize) -> Result<Vec<i64>> {
    let most = i64::try_from(bound).unwrap_or(0);
    (0..count)
        .map(|_| {
            if u.ratio(1, 64)? {
                return u.arbitrary();
            }
            let range = if u.ratio(1, 64)? { -1..=most + 1 } else { 0..=(most - 1).max(0) };
            u.int_in_range(range)
        })
        .collect()
}

/// Returns numbers in as many bytes each.
fn narrow(numbers: &[i64], width: usize) -> Vec<u8> {
    let bytes = |number: &i64| {
        let bytes = number.to_ne_bytes();
        if cfg!(target_endian = "big") {
            bytes[8 - width..].to_vec()
        } else {
            bytes[..width].to_vec()
        }
    };
    numbers.iter().flat_map(bytes).collect()
}

/// Returns offsets, of which the last is the number of items.
fn bounds(u: &mut Unstructured<'_>, count: usize, most: usize) -> Result<(Vec<i64>, usize)> {
    let steps: Vec<Offset> = (0..count).map(|_| u.arbitrary()).collect::<Result<_>>()?;
    let mut bounds = offsets(&steps);
    let most = i64::try_from(most).unwrap_or(0);
    let is_tame = u.ratio(15, 16)?;
    for bound in &mut bounds {
        *bound = if is_tame { (*bound).clamp(0, most) } else { *bound };
    }
    if is_tame {
        bounds.sort_unstable();
    }
    let mut last = 0;
    if let Some(end) = bounds.last_mut() {
        // The producer has as many items as the last offset says.
        *end = (*end).clamp(-1, most);
        last = usize::try_from(*end).unwrap_or(0);
    }
    Ok((bounds, last))
}

/// Returns a column of any type.
fn column(u: &mut Unstructured<'_>, length: usize, depth: u32) -> Result<Column> {
    let (length, first) = (
        if u.ratio(1, 32)? { u.int_in_range(0..=MOST)? } else { length },
        if u.ratio(3, 4)? { 0 } else { u.int_in_range(0..=9)? },
    );
    let end = first + length;
    let validity = if u.ratio(3, 4)? { None } else { Some(bytes(u, end.div_ceil(8))?) };
    let kind = u.int_in_range(0..=if depth < DEPTH { 13 } else { 4_u8 })?;
    let wide: bool = u.arbitrary()?;
    let width = if wide { 8 } else { 4 };
    let new = |format: &str, buffers| Column::new(format, length, buffers);
    let inner =
        |u: &mut Unstructured<'_>, length: usize| column(u, length.min(9 * MOST), depth + 1);
    let made = match kind {
        0 => new("n", vec![]),
        1 => new("b", vec![validity, Some(bytes(u, end.div_ceil(8))?)]),
        2 => {
            let (format, width) = *u.choose(&FIXED)?;
            new(format, vec![validity, Some(bytes(u, end * width)?)])
        }
        3 => {
            let (offsets, len) = bounds(u, end + 1, 100)?;
            let data = bytes(u, len)?;
            let format = *u.choose(if wide { &["U", "Z"] } else { &["u", "z"] })?;
            new(format, vec![validity, Some(narrow(&offsets, width)), Some(data)])
        }
        4 => {
            let mut buffers = vec![validity, None];
            let mut sizes = Vec::new();
            for _ in 0..u.int_in_range(0..=2)? {
                let size = u.int_in_range(-1..=40_i64)?;
                let len = usize::try_from(size).unwrap_or(0);
                buffers.push(if size > 0 { Some(bytes(u, len)?) } else { None });
                sizes.push(if u.ratio(1, 64)? { size.min(7) } else { size.max(0) });
            }
            let mut views = Vec::new();
            for _ in 0..end {
                let len = numbers(u, 1, 20)?;
                views.extend(narrow(&len, 4));
                if len[0] <= 12 {
                    views.extend(bytes(u, 12)?);
                } else {
                    views.extend(bytes(u, 4)?);
                    views.extend(narrow(&numbers(u, 1, 2)?, 4));
                    views.extend(narrow(&numbers(u, 1, 20)?, 4));
                }
            }
            buffers[1] = Some(views);
            buffers.push(Some(bytes_of(&sizes)));
            new(u.choose(&["vu", "vz"])?, buffers)
        }
        5 | 6 => {
            let (offsets, items) = bounds(u, end + 1, 2 * MOST)?;
            let buffers = |width| vec![validity, Some(narrow(&offsets, width))];
            if kind == 5 {
                let format = if wide { "+L" } else { "+l" };
                new(format, buffers(width)).children(vec![inner(u, items)?])
            } else {
                let fields = vec![inner(u, items)?, inner(u, items)?];
                let entries = support::structs(items, fields);
                new("+m", buffers(4)).children(vec![entries])
            }
        }
        7 => {
            let items = u.int_in_range(0..=MOST)?;
            let starts = narrow(&numbers(u, end, items)?, width);
            let sizes = narrow(&numbers(u, end, 3)?, width);
            let format = if wide { "+vL" } else { "+vl" };
            new(format, vec![validity, Some(starts), Some(sizes)]).children(vec![inner(u, items)?])
        }
        8 => {
            let size = u.int_in_range(0..=3)?;
            new(&format!("+w:{size}"), vec![validity]).children(vec![inner(u, end * size)?])
        }
        9 => {
            let count = u.int_in_range(0..=3)?;
            let fields = (0..count).map(|_| inner(u, end)).collect::<Result<_>>()?;
            new("+s", vec![validity]).children(fields)
        }
        10 => {
            let (format, width) = *u.choose(&[("c", 1), ("S", 2), ("i", 4), ("L", 8), ("g", 8)])?;
            let values = u.int_in_range(0..=MOST)?;
            let indices = narrow(&numbers(u, end, values)?, width);
            new(format, vec![validity, Some(indices)]).dictionary(inner(u, values)?)
        }
        11 => {
            let (format, width) = *u.choose(&[("s", 2), ("i", 4), ("l", 8), ("L", 8)])?;
            let mut ends = bounds(u, end.div_ceil(3) + 2, end)?.0;
            if u.ratio(15, 16)? {
                ends.retain(|end| *end > 0);
                ends.dedup();
            }
            if u.ratio(15, 16)? {
                ends.push(i64::try_from(end).unwrap_or(0) + 1);
            }
            let count = ends.len();
            let ends = Column::new(format, count, vec![None, Some(narrow(&ends, width))]);
            let ends = if u.ratio(1, 8)? { ends.slice(1, count - 1) } else { ends };
            new("+r", vec![]).children(vec![ends, inner(u, count)?])
        }
        _ => {
            let count = u.int_in_range(1..=3)?;
            let dense = kind == 12;
            let ids = Some(narrow(&numbers(u, end, count)?, 1));
            let places = Some(narrow(&numbers(u, end, MOST)?, 4));
            let fields = (0..count).map(|_| inner(u, if dense { MOST } else { end }));
            let fields = fields.collect::<Result<_>>()?;
            let names = &["0", "0,1", "0,1,2"][count - 1];
            if dense {
                new(&format!("+ud:{names}"), vec![ids, places]).children(fields)
            } else {
                new(&format!("+us:{names}"), vec![ids]).children(fields)
            }
        }
    };
    let made = made.slice(first, length);
    if u.ratio(31, 32)? {
        return Ok(made);
    }
    let flaw = *u.choose(&FLAWS)?;
    // A released struct is not taken at all.
    let is_taken = depth > 0 || !matches!(flaw, Flaw::Released | Flaw::ReleasedType);
    Ok(if is_taken { made.flaw(flaw) } else { made })
}
