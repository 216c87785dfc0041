//! Fingerprints of tables: `hash-agg/COLUMN/ROWS`, of more rows on several threads, and
//! `hash-arrow/COLUMNS/ROWS`. Beside them is `xxh3-128/xor-of-COLUMN/ROWS`, the common unkeyed
//! method.

use crate::common::{below, measure, words};
use criterion::{Criterion, Throughput};
use hash_agg::{BatchError, Bytes, Digest, Fingerprint, Key, Rows, Validity, parallel};
use hash_arrow::{Array, RowHasher, Source, Type};
use std::cell::LazyCell;
use std::hint::black_box;
use std::thread;
use xxhash_rust::xxh3::xxh3_128;

/// The number of rows in a batch, as in query engines.
const ROWS: usize = 8192;
/// The number of rows in a table that exceeds the caches of a core.
const TABLE: usize = 1 << 20;

pub(crate) fn all(c: &mut Criterion) {
    let key = &Key::from_seed(1);
    let integers: Vec<i64> = words(ROWS).into_iter().map(u64::cast_signed).collect();
    let short = Text::new(&[12; ROWS]);
    let mixed = Text::new(&below(80, ROWS));
    columns(c, key, &integers, &short, &mixed);
    fingerprints(c, key);
    threads(c, key);
    arrow(c, key, &integers, &short);
    rows(c, "xxh3-128", "xor-of-i64", || {
        integers.iter().fold(0, |sum, value| sum ^ xxh3_128(&value.to_le_bytes()))
    });
    rows(c, "xxh3-128", "xor-of-text-12", || {
        short.values.chunks_exact(12).fold(0, |sum, value| sum ^ xxh3_128(value))
    });
}

/// Measures an operation on all rows.
fn rows<T>(c: &mut Criterion, function: &str, what: &str, operation: impl FnMut() -> T) {
    measure(c, function, what, ROWS, Throughput::Elements(ROWS as u64), operation);
}

/// Strings in Arrow's layout.
struct Text {
    values: Vec<u8>,
    offsets: Vec<i32>,
}

impl Text {
    fn new(lengths: &[usize]) -> Self {
        let mut text = Self { values: Vec::new(), offsets: vec![0] };
        for length in lengths {
            text.values.extend((b'a'..=b'z').cycle().take(*length));
            text.offsets.push(i32::try_from(text.values.len()).expect("a small table"));
        }
        text
    }
}

/// Measures the rows of a table of one column.
fn columns(c: &mut Criterion, key: &Key, integers: &[i64], short: &Text, mixed: &Text) {
    let decimals: Vec<i128> = integers.iter().map(|integer| i128::from(integer >> 20)).collect();
    let floats: Vec<f64> = below(20_000, ROWS)
        .into_iter()
        .map(|day| f64::from(u16::try_from(day).expect("a day")))
        .collect();
    let mut batch = Rows::new(key);
    let mut column = |what: &str, append: &dyn Fn(&mut Rows) -> Result<(), BatchError>| {
        rows(c, "hash-agg", what, || {
            batch.reset(ROWS);
            append(&mut batch).expect("a column of the batch");
            black_box(batch.finish());
        });
    };
    let text =
        |text: &Text, rows: &mut Rows| rows.strings(Bytes::Text, &text.values, &text.offsets, None);
    column("i64", &|rows| rows.integers(integers, None));
    column("f64", &|rows| rows.floats(&floats, None));
    column("decimal128", &|rows| rows.decimals(2, &decimals, None));
    column("text-12", &|rows| text(short, rows));
    column("text-0-79", &|rows| text(mixed, rows));
}

/// Measures the fingerprint of a table from those of its rows.
fn fingerprints(c: &mut Criterion, key: &Key) {
    let wide = |word: u64| u128::from(word) << 64 | u128::from(!word);
    let fingerprints: Vec<u128> = words(ROWS).into_iter().map(wide).collect();
    rows(c, "hash-agg", "fingerprint", || Fingerprint::of(key, black_box(&fingerprints)));
    rows(c, "hash-agg", "digest", || Digest::of(key, black_box(&fingerprints)));
    let numbers = below(1000, ROWS);
    let mut groups = vec![Fingerprint::EMPTY; 1000];
    rows(c, "hash-agg", "1000-groups", || {
        Fingerprint::update_groups(&mut groups, key, black_box(&fingerprints), &numbers)
    });
}

/// Measures a long table of one column on one thread and on all.
fn threads(c: &mut Criterion, key: &Key) {
    // Drawn if the bench runs.
    let integers = LazyCell::new(|| words(TABLE));
    let per = Throughput::Elements(TABLE as u64);
    let all = thread::available_parallelism().map_or(1, usize::from);
    for (name, threads) in [("i64-one-thread", 1), ("i64-all-threads", all)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        measure(c, "hash-agg", name, TABLE, per.clone(), || {
            let integers = integers.as_slice();
            pool.install(|| {
                parallel::fingerprint(key, TABLE, |rows, part| rows.unsigned(&integers[part], None))
            })
        });
    }
}

/// Measures a table of integers and strings that is another library's.
fn arrow(c: &mut Criterion, key: &Key, integers: &[i64], text: &Text) {
    let words: Vec<u8> = integers.iter().flat_map(|integer| integer.to_ne_bytes()).collect();
    let offsets: Vec<u8> = text.offsets.iter().flat_map(|offset| offset.to_ne_bytes()).collect();
    let mut hasher = RowHasher::new(key);
    let (words, strings): ([&[u8]; 2], [&[u8]; 3]) = ([&[], &words], [&[], &offsets, &text.values]);
    let (integer, string) = (Type::leaf("l").expect("int64"), Type::leaf("u").expect("utf8"));
    rows(c, "hash-arrow", "i64-and-text-12", || {
        let columns = [Array::of(&integer, Column(&words)), Array::of(&string, Column(&strings))];
        let columns = columns.map(|column| column.expect("the buffers of a column"));
        let mut fingerprint = Fingerprint::EMPTY;
        hasher.add(black_box(&columns), ROWS, &mut fingerprint).expect("columns of as many rows");
        fingerprint
    });
}

/// The buffers of an array without nulls.
#[derive(Clone, Copy)]
struct Column<'a>(&'a [&'a [u8]]);

impl<'a> Source<'a> for Column<'a> {
    fn range(self) -> Option<(usize, usize)> {
        Some((0, ROWS))
    }

    fn validity(self) -> Option<Option<Validity<'a>>> {
        Some(None)
    }

    fn buffer(self, index: usize, bytes: usize) -> Option<&'a [u8]> {
        self.0.get(index)?.get(..bytes)
    }

    fn variadic(self) -> Option<Vec<&'a [u8]>> {
        None
    }

    fn child(self, _: usize, _: usize) -> Option<Self> {
        None
    }

    fn dictionary(self) -> Option<Self> {
        None
    }
}
