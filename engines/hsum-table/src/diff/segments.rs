//! The first pass: fingerprints of segments of both tables.
//!
//! A row is in the segment that a hash of its key selects; without a key, of the whole row. Rows that
//! are equal, and rows with equal keys, are in the same segment of both tables. So tables differ
//! exactly in the segments whose fingerprints differ.

use super::Table;
use super::layout::Layout;
use crate::cli::Common;
use crate::progress;
use datafusion::arrow::array::RecordBatch;
use datafusion::common::utils::memory::get_record_batch_memory_size;
use datafusion::common::{exec_datafusion_err, exec_err};
use datafusion::error::Result;

use hash_datafusion::hash_agg::Fingerprint;
use hash_datafusion::{Keys, RowHasher};

/// The number of segments, one for each number of 16 bits. Their fingerprints take 1.5 MiB per table and thread.
const SEGMENTS: usize = 1 << 16;

/// The fingerprints of the rows of a batch, and of their keys.
pub(crate) struct Hashes {
    pub(crate) rows: Vec<u128>,
    pub(crate) keys: Vec<u128>,
}

impl Hashes {
    pub(crate) fn of(keys: &Keys, layout: &Layout, batch: &RecordBatch) -> Result<Self> {
        Self::with_keys(of_keys(keys, layout, batch)?, keys, layout, batch)
    }

    /// Returns the fingerprints of rows, given those of their keys.
    pub(crate) fn with_keys(
        of_keys: Vec<u128>,
        keys: &Keys,
        layout: &Layout,
        batch: &RecordBatch,
    ) -> Result<Self> {
        if layout.key.is_empty() {
            return Ok(Self { rows: of_keys.clone(), keys: of_keys });
        }
        let mut hasher = RowHasher::new(keys.rows());
        let rows = hasher.hash(&batch.columns()[..layout.columns], batch.num_rows())?.to_vec();
        Ok(Self { rows, keys: of_keys })
    }
}

/// Returns the fingerprints of the keys of a batch.
pub(crate) fn of_keys(keys: &Keys, layout: &Layout, batch: &RecordBatch) -> Result<Vec<u128>> {
    let mut hasher = RowHasher::new(keys.rows());
    Ok(hasher.hash(&layout.key_of(batch), batch.num_rows())?.to_vec())
}

/// Returns the segment of a key. The product breaks the linear relations between the hashes of
/// consecutive numbers, which would leave segments empty.
pub(crate) fn segment(key: u128) -> usize {
    let bytes = key.to_le_bytes();
    let (words, _) = bytes.as_chunks();
    let [low, high] = [words[0], words[1]].map(u64::from_le_bytes);
    let mixed = (low ^ high).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let [.., low, high] = mixed.to_le_bytes();
    usize::from(u16::from_le_bytes([low, high]))
}

/// The fingerprints of the segments of a table.
#[derive(Clone, Debug)]
pub(crate) struct Segments {
    fingerprints: Vec<Fingerprint>,
    /// The bytes of all rows in memory.
    bytes: u64,
}

impl Segments {
    fn new() -> Self {
        Self { fingerprints: vec![Fingerprint::EMPTY; SEGMENTS], bytes: 0 }
    }

    fn add(&mut self, keys: &Keys, layout: &Layout, batch: &RecordBatch) -> Result<()> {
        let hashes = Hashes::of(keys, layout, batch)?;
        let segments: Vec<_> = hashes.keys.iter().map(|key| segment(*key)).collect();
        Fingerprint::update_groups(&mut self.fingerprints, keys.rows(), &hashes.rows, &segments)
            .map_err(|error| exec_datafusion_err!("{error}"))?;
        self.bytes += get_record_batch_memory_size(batch) as u64;
        Ok(())
    }

    fn combine(&mut self, other: &Self) -> Result<()> {
        for (to, from) in self.fingerprints.iter_mut().zip(&other.fingerprints) {
            *to = merged(to, from)?;
        }
        self.bytes += other.bytes;
        Ok(())
    }

    /// Returns the fingerprint of the table.
    pub(crate) fn fingerprint(&self) -> Result<Fingerprint> {
        let mut segments = self.fingerprints.iter();
        segments.try_fold(Fingerprint::EMPTY, |all, segment| merged(&all, segment))
    }

    /// Returns the bytes of a row of usual size, with its place in the index.
    fn bytes_per_row(&self) -> u64 {
        let rows: u64 = self.fingerprints.iter().map(Fingerprint::rows).sum();
        self.bytes.div_ceil(rows.max(1)) + super::differences::BYTES_PER_ROW
    }
}

fn merged(a: &Fingerprint, b: &Fingerprint) -> Result<Fingerprint> {
    a.combine(b).map_err(|error| exec_datafusion_err!("{error}"))
}

/// Reads both tables once.
pub(crate) async fn of(
    tables: [&Table; 2],
    layout: &Layout,
    keys: &Keys,
    common: &Common,
) -> Result<[Segments; 2]> {
    let queries = tables.map(|table| (table.frame.clone(), &*table.name));
    let (layout, keys) = (layout.clone(), keys.clone());
    let step = move |segments: &mut Segments, _, batch| segments.add(&keys, &layout, &batch);
    let mut all = [Segments::new(), Segments::new()];
    for (table, segments) in progress::fold(queries, common, Segments::new, step).await? {
        all[table].combine(&segments)?;
    }
    Ok(all)
}

/// The segments whose rows are compared, in buckets that are small enough to be compared in memory.
#[derive(Clone, Debug)]
pub(crate) struct Buckets {
    /// The bucket of each segment, if it is compared.
    of_segment: Vec<Option<u8>>,
    pub(crate) count: usize,
    /// The fingerprints of both tables in each bucket.
    fingerprints: Vec<[Fingerprint; 2]>,
    /// Whether there are differing segments that are not compared.
    pub(crate) are_cut: bool,
}

impl Buckets {
    /// Selects the first differing segments, up to a number.
    pub(crate) fn of([a, b]: &[Segments; 2], most: usize, memory: u64) -> Result<Self> {
        let pairs = || a.fingerprints.iter().zip(&b.fingerprints);
        let differing = || pairs().filter(|(a, b)| a != b);
        let sizes = [a.bytes_per_row(), b.bytes_per_row()];
        let bytes = |(a, b): (&Fingerprint, &Fingerprint)| {
            let sizes = [a, b].into_iter().zip(sizes);
            sizes.fold(0_u64, |sum, (of, size)| sum.saturating_add(of.rows().saturating_mul(size)))
        };
        let total: u64 = differing().take(most).map(bytes).sum();
        // Half of the memory, because buckets and rows are not all of the usual size.
        let wanted = total.div_ceil((memory / 2).max(1)).clamp(1, 1 << 8);
        let share = total.div_ceil(wanted).max(1);
        let mut sum = 0_u64;
        let mut left = most;
        let count = usize::try_from(wanted).unwrap_or(1);
        let mut fingerprints = vec![[Fingerprint::EMPTY; 2]; count];
        let mut of_segment = vec![None; SEGMENTS];
        for (bucket, pair) in of_segment.iter_mut().zip(pairs()) {
            if pair.0 != pair.1 && left > 0 {
                left -= 1;
                let number = u8::try_from(sum / share).unwrap_or(u8::MAX);
                *bucket = Some(number);
                sum += bytes(pair);
                let [of_a, of_b] = &mut fingerprints[usize::from(number)];
                (*of_a, *of_b) = (merged(of_a, pair.0)?, merged(of_b, pair.1)?);
            }
        }
        let are_cut = differing().nth(most).is_some();
        Ok(Self { of_segment, count, fingerprints, are_cut })
    }

    /// Checks that the rows of a bucket are those of the first pass.
    pub(crate) fn check(&self, bucket: usize, rows: &[Fingerprint; 2]) -> Result<()> {
        if self.fingerprints[bucket] == *rows {
            return Ok(());
        }
        exec_err!("a table has changed while it was read")
    }

    /// Returns the bucket of a segment, if it is compared.
    pub(crate) fn of_segment(&self, segment: usize) -> Option<usize> {
        self.of_segment[segment].map(usize::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::arrow::array::{ArrayRef, Int64Array};
    use std::sync::Arc;

    fn batch(numbers: std::ops::Range<i64>) -> RecordBatch {
        let column: ArrayRef = Arc::new(Int64Array::from_iter_values(numbers));
        RecordBatch::try_from_iter([("id", column)]).expect("the table is valid")
    }

    fn layout() -> Layout {
        Layout::new(vec!["id".to_owned()], &["id".to_owned()])
    }

    fn segments(keys: &Keys, numbers: std::ops::Range<i64>) -> Segments {
        let mut segments = Segments::new();
        segments.add(keys, &layout(), &batch(numbers)).expect("the rows are valid");
        segments
    }

    /// Consecutive numbers are spread evenly under every key.
    #[test]
    fn segments_are_even() {
        for seed in 0..20 {
            let segments = segments(&Keys::from_seed(seed), 0..1 << 19);
            let rows = segments.fingerprints.iter().map(Fingerprint::rows);
            // On average 8 rows.
            assert!(rows.max() < Some(64), "{seed}");
        }
    }

    #[test]
    fn buckets_have_all_differing_rows() {
        let keys = Keys::from_seed(0);
        let both = [segments(&keys, 0..1000), segments(&keys, 500..1500)];
        for memory in [1, 1 << 12, 1 << 15, 1 << 30] {
            let buckets = Buckets::of(&both, usize::MAX, memory).expect("the rows can be counted");
            assert_eq!(buckets.count == 1, memory == 1 << 30);
            let mut fingerprints = vec![[Fingerprint::EMPTY; 2]; buckets.count];
            let all = batch(0..1500);
            let hashes = Hashes::of(&keys, &layout(), &all).expect("the rows are valid");
            for (row, key) in hashes.keys.iter().enumerate() {
                // Rows of both tables may share a segment with others.
                let bucket = buckets.of_segment(segment(*key));
                assert!(bucket.is_some() || (500..1000).contains(&row));
                let Some(bucket) = bucket else { continue };
                let row_of = |table: usize| [0..1000, 500..1500][table].contains(&row);
                for (table, fingerprint) in fingerprints[bucket].iter_mut().enumerate() {
                    if row_of(table) {
                        let rows = &hashes.rows[row..=row];
                        fingerprint.update(keys.rows(), rows).expect("the rows can be counted");
                    }
                }
            }
            for (bucket, [a, b]) in fingerprints.into_iter().enumerate() {
                buckets.check(bucket, &[a, b]).expect("the rows are those of the tables");
                let changed = buckets.check(bucket, &[b, a]);
                assert_eq!(changed.is_err(), a != b);
            }
            assert!(!buckets.are_cut);
        }
        let buckets = Buckets::of(&both, 10, 1 << 30).expect("the rows can be counted");
        assert!(buckets.are_cut);
        assert_eq!(buckets.of_segment.iter().flatten().count(), 10);
    }
}
