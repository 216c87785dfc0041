//! The first pass: fingerprints of segments of both tables.
//!
//! A row is in the segment that a hash of its key selects; without a key, of the whole row. Rows
//! that are equal, and rows with equal keys, are in the same segment of both tables. So tables
//! differ exactly in the segments whose fingerprints differ.

use crate::arrays::RowHasher;
use crate::differences::{self, bytes_of, take};
use crate::error::Error;
use crate::filter::{self, Filter, List};
use crate::layout::Layout;
use arrow_array::RecordBatch;
use hash_agg::{Fingerprint, Key};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of segments, one for each number of 16 bits. Their fingerprints take 1.5 MiB per
/// table and thread.
const SEGMENTS: usize = 1 << 16;

/// The number of rows that are hashed at once: their fingerprints take a megabyte.
const BLOCK: usize = 1 << 15;

/// The fingerprints of the rows of a batch, and of their keys.
pub struct Hashes {
    pub(crate) rows: Vec<u128>,
    pub(crate) keys: Vec<u128>,
}

impl Hashes {
    /// Computes the fingerprints of rows and of their keys.
    ///
    /// # Errors
    /// Returns the errors of [`RowHasher::hash`].
    pub fn of(key: &Key, layout: &Layout, batch: &RecordBatch) -> Result<Self, Error> {
        Self::with_keys(of_keys(key, layout, batch)?, key, layout, batch)
    }

    /// Computes the fingerprints of rows, given those of their keys.
    fn with_keys(
        of_keys: Vec<u128>,
        key: &Key,
        layout: &Layout,
        batch: &RecordBatch,
    ) -> Result<Self, Error> {
        if layout.key.is_empty() {
            return Ok(Self { rows: of_keys.clone(), keys: of_keys });
        }
        let mut hasher = RowHasher::new(key);
        let rows = hasher.hash(&batch.columns()[..layout.columns], batch.num_rows())?.to_vec();
        Ok(Self { rows, keys: of_keys })
    }
}

/// Returns the fingerprints of the keys of a batch.
fn of_keys(key: &Key, layout: &Layout, batch: &RecordBatch) -> Result<Vec<u128>, Error> {
    let mut hasher = RowHasher::new(key);
    Ok(hasher.hash(&layout.key_of(batch), batch.num_rows())?.to_vec())
}

/// Returns the rows of a batch in parts that are hashed at once.
pub fn blocks(batch: &RecordBatch) -> impl Iterator<Item = RecordBatch> {
    let rows = batch.num_rows();
    (0..rows).step_by(BLOCK).map(move |start| batch.slice(start, BLOCK.min(rows - start)))
}

/// Returns the segment of a key. The product breaks the linear relations between the hashes of
/// consecutive numbers, which would leave segments empty.
fn segment(key: u128) -> usize {
    let bytes = key.to_le_bytes();
    let (words, _) = bytes.as_chunks();
    let [low, high] = [words[0], words[1]].map(u64::from_le_bytes);
    let mixed = (low ^ high).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let [.., low, high] = mixed.to_le_bytes();
    usize::from(u16::from_le_bytes([low, high]))
}

/// The share of the rows from which on those in differing segments are filtered.
const MANY: u64 = 8;

/// The fingerprints of the segments of a table, or of a part of it.
pub struct Segments {
    /// Empty before the first rows: of a small table, most threads read none.
    fingerprints: Vec<Fingerprint>,
    /// The bytes of all rows in memory.
    bytes: u64,
    /// All rows, as long as the memory suffices.
    list: Option<List>,
    /// How many more rows fit the memory.
    left: Arc<AtomicU64>,
}

impl Segments {
    /// Returns an empty table, of which `memory` bytes may list the rows.
    #[must_use]
    pub fn new(memory: u64) -> Self {
        let left = Arc::new(AtomicU64::new(memory / size_of::<u64>() as u64));
        Self { fingerprints: Vec::new(), bytes: 0, list: Some(List::new()), left }
    }

    /// Returns an empty part, which shares the memory for lists.
    #[must_use]
    pub fn part(&self) -> Self {
        let left = Arc::clone(&self.left);
        Self { fingerprints: Vec::new(), bytes: 0, list: Some(List::new()), left }
    }

    /// Makes room for all segments.
    fn fill(&mut self) {
        self.fingerprints.resize(SEGMENTS, Fingerprint::EMPTY);
    }

    /// Adds rows.
    ///
    /// # Errors
    /// Returns the errors of [`RowHasher::hash`], and an error if there are too many rows to count.
    pub fn add(&mut self, key: &Key, layout: &Layout, batch: &RecordBatch) -> Result<(), Error> {
        blocks(batch).try_for_each(|block| self.add_block(key, layout, &block))?;
        self.bytes += bytes_of(batch);
        Ok(())
    }

    fn add_block(&mut self, key: &Key, layout: &Layout, batch: &RecordBatch) -> Result<(), Error> {
        let hashes = Hashes::of(key, layout, batch)?;
        let rows = batch.num_rows() as u64;
        let less = |left: u64| Some(left.saturating_sub(rows));
        let left = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        // One list that is not complete makes all useless.
        self.list = self.list.take().filter(|_| left.is_ok_and(|left| left >= rows));
        if let Some(list) = &mut self.list {
            list.extend(hashes.rows.iter().copied().map(filter::part));
        }
        let segments: Vec<_> = hashes.keys.iter().map(|key| segment(*key)).collect();
        self.fill();
        Fingerprint::update_groups(&mut self.fingerprints, key, &hashes.rows, &segments)?;
        Ok(())
    }

    /// Adds the rows of another part.
    ///
    /// # Errors
    /// Returns an error if there are too many rows to count.
    pub fn combine(&mut self, mut other: Self) -> Result<(), Error> {
        if self.fingerprints.is_empty() {
            std::mem::swap(&mut self.fingerprints, &mut other.fingerprints);
        }
        for (to, from) in self.fingerprints.iter_mut().zip(&other.fingerprints) {
            if from.rows() > 0 {
                *to = merged(to, from)?;
            }
        }
        self.bytes += other.bytes;
        self.list = self.list.take().zip(other.list).map(|(mut list, other)| {
            list.extend(other);
            list
        });
        Ok(())
    }

    /// Returns the fingerprint of the table.
    ///
    /// # Errors
    /// Returns an error if there are too many rows to count.
    pub fn fingerprint(&self) -> Result<Fingerprint, Error> {
        let mut segments = self.fingerprints.iter().filter(|segment| segment.rows() > 0);
        segments.try_fold(Fingerprint::EMPTY, |all, segment| merged(&all, segment))
    }

    /// Returns the bytes of a row of usual size, with its place in the index.
    fn bytes_per_row(&self) -> u64 {
        let rows: u64 = self.fingerprints.iter().map(Fingerprint::rows).sum();
        self.bytes.div_ceil(rows.max(1)) + differences::BYTES_PER_ROW
    }
}

fn merged(a: &Fingerprint, b: &Fingerprint) -> Result<Fingerprint, Error> {
    Ok(a.combine(b)?)
}

/// The segments whose rows are compared, in buckets that are small enough to be compared in memory.
#[derive(Clone)]
pub struct Buckets {
    /// The bucket of each segment, if it is compared.
    of_segment: Vec<Option<u8>>,
    /// Their number.
    pub count: usize,
    /// The fingerprints of both tables in each bucket.
    fingerprints: Vec<[Fingerprint; 2]>,
    /// Whether there are differing segments that are not compared.
    pub are_cut: bool,
}

impl Buckets {
    /// Selects the first differing segments, up to a number. If they have many rows, also finds
    /// those that differ.
    ///
    /// # Errors
    /// Returns an error if there are too many rows to count.
    pub fn of(
        [a, b]: &mut [Segments; 2],
        most: usize,
        memory: u64,
    ) -> Result<(Self, Option<Filter>), Error> {
        a.fill();
        b.fill();
        let lists = a.list.take().zip(b.list.take());
        let pairs = || a.fingerprints.iter().zip(&b.fingerprints);
        let mut differing: Vec<_> = pairs().enumerate().filter(|(_, (a, b))| a != b).collect();
        let are_cut = differing.len() > most;
        differing.truncate(most);
        let count = |(a, b): (&Fingerprint, &Fingerprint)| a.rows().saturating_add(b.rows());
        let rows: u64 = differing.iter().map(|(_, pair)| count(*pair)).sum();
        let all: u64 = pairs().map(count).sum();
        let lists = lists.filter(|_| rows >= all / MANY);
        let filter = lists.map(|(a, b)| Filter::of([a, b]));
        // Otherwise it would take memory and leave out few.
        let filter = filter.filter(|filter| filter.rows <= rows / 2);
        // The rows of these segments that are left.
        let left = filter.as_ref().map_or(rows, |filter| filter.rows.min(rows));
        let sizes = [a.bytes_per_row(), b.bytes_per_row()].map(u128::from);
        let bytes = |(a, b): (&Fingerprint, &Fingerprint)| {
            let [a, b] = [a, b].map(|of| u128::from(of.rows()));
            let bytes = (a * sizes[0] + b * sizes[1]) * u128::from(left) / u128::from(rows.max(1));
            u64::try_from(bytes).unwrap_or(u64::MAX)
        };
        let total = differing.iter().map(|(_, pair)| bytes(*pair)).fold(0, u64::saturating_add);
        // Half of the memory, because buckets and rows are not all of the usual size.
        let wanted = total.div_ceil((memory / 2).max(1)).clamp(1, 1 << 8);
        let share = total.div_ceil(wanted).max(1);
        let mut sum = 0_u64;
        let count = usize::try_from(wanted).unwrap_or(1);
        let mut fingerprints = vec![[Fingerprint::EMPTY; 2]; count];
        let mut of_segment = vec![None; SEGMENTS];
        for (segment, pair) in differing {
            let number = u8::try_from(sum / share).unwrap_or(u8::MAX);
            of_segment[segment] = Some(number);
            sum = sum.saturating_add(bytes(pair));
            let [of_a, of_b] = &mut fingerprints[usize::from(number)];
            (*of_a, *of_b) = (merged(of_a, pair.0)?, merged(of_b, pair.1)?);
        }
        Ok((Self { of_segment, count, fingerprints, are_cut }, filter))
    }

    /// Checks that the rows of a bucket differ as those of the first pass. Both tables lack the
    /// same rows, which were filtered.
    ///
    /// # Errors
    /// Returns [`Error::Changed`] if they do not.
    pub fn check(&self, bucket: usize, [a, b]: &[Fingerprint; 2]) -> Result<(), Error> {
        let [all_a, all_b] = &self.fingerprints[bucket];
        if merged(all_a, b)? == merged(all_b, a)? {
            return Ok(());
        }
        Err(Error::Changed)
    }

    /// Returns the buckets with rows of a batch, those rows, and their fingerprints.
    ///
    /// # Errors
    /// Returns the errors of [`RowHasher::hash`].
    pub fn split(
        &self,
        batch: &RecordBatch,
        filter: Option<&Filter>,
        layout: &Layout,
        key: &Key,
    ) -> Result<Vec<(usize, RecordBatch, Hashes)>, Error> {
        let mut parts = Vec::new();
        for block in blocks(batch) {
            let mut rows = vec![(Vec::new(), Vec::new()); self.count];
            for (row, of_key) in (0_u32..).zip(of_keys(key, layout, &block)?) {
                if let Some(bucket) = self.of_segment(segment(of_key)) {
                    let (rows, keys) = &mut rows[bucket];
                    rows.push(row);
                    keys.push(of_key);
                }
            }
            for (bucket, (rows, keys)) in rows.into_iter().enumerate() {
                if rows.is_empty() {
                    continue;
                }
                let batch = take(&block, rows)?;
                let hashes = Hashes::with_keys(keys, key, layout, &batch)?;
                let (batch, hashes) = match filter {
                    Some(filter) => filter.keep(&batch, &hashes)?,
                    None => (batch, hashes),
                };
                parts.push((bucket, batch, hashes));
            }
        }
        Ok(parts)
    }

    /// Returns the bucket of a segment, if it is compared.
    fn of_segment(&self, segment: usize) -> Option<usize> {
        self.of_segment[segment].map(usize::from)
    }
}

crate::hides_fingerprints!(Hashes, Segments, Buckets);

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int64Type;
    use arrow_array::{ArrayRef, Int64Array};

    fn batch(numbers: std::ops::Range<i64>) -> RecordBatch {
        let column: ArrayRef = Arc::new(Int64Array::from_iter_values(numbers));
        RecordBatch::try_from_iter([("id", column)]).expect("the table is valid")
    }

    fn layout() -> Layout {
        Layout::new(vec!["id".to_owned()], &["id".to_owned()])
    }

    fn segments(key: &Key, numbers: std::ops::Range<i64>) -> Segments {
        let mut segments = Segments::new(8 << 20);
        segments.add(key, &layout(), &batch(numbers)).expect("the rows are valid");
        segments
    }

    /// Consecutive numbers are spread evenly under every key.
    #[test]
    fn segments_are_even() {
        for seed in 0..20 {
            let segments = segments(&Key::from_seed(seed), 0..1 << 19);
            let rows = segments.fingerprints.iter().map(Fingerprint::rows);
            // On average 8 rows.
            assert!(rows.max() < Some(64), "{seed}");
        }
    }

    #[test]
    fn buckets_have_all_differing_rows() {
        let key = Key::from_seed(0);
        let both = || [segments(&key, 0..1000), segments(&key, 500..1500)];
        for memory in [1, 1 << 12, 1 << 15, 1 << 30] {
            let (buckets, filter) =
                Buckets::of(&mut both(), usize::MAX, memory).expect("the rows can be counted");
            // Two thirds of the rows differ.
            assert!(filter.is_none());
            assert_eq!(buckets.count == 1, memory == 1 << 30);
            let mut fingerprints = vec![[Fingerprint::EMPTY; 2]; buckets.count];
            let all = batch(0..1500);
            let hashes = Hashes::of(&key, &layout(), &all).expect("the rows are valid");
            for (row, of_key) in hashes.keys.iter().enumerate() {
                // Rows of both tables may share a segment with others.
                let bucket = buckets.of_segment(segment(*of_key));
                assert!(bucket.is_some() || (500..1000).contains(&row));
                let Some(bucket) = bucket else { continue };
                let row_of = |table: usize| [0..1000, 500..1500][table].contains(&row);
                for (table, fingerprint) in fingerprints[bucket].iter_mut().enumerate() {
                    if row_of(table) {
                        let rows = &hashes.rows[row..=row];
                        fingerprint.update(&key, rows).expect("the rows can be counted");
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
        let (buckets, filter) =
            Buckets::of(&mut both(), 10, 1 << 30).expect("the rows can be counted");
        // Few rows are compared at once.
        assert!(filter.is_none());
        assert!(buckets.are_cut);
        assert_eq!(buckets.of_segment.iter().flatten().count(), 10);
    }

    /// Of many segments with few differing rows, only these are left.
    #[test]
    fn equal_rows_are_filtered() {
        const ROWS: i64 = 1 << 16;
        let key = Key::from_seed(0);
        let both = [0..ROWS, ROWS / 16..ROWS + ROWS / 16];
        let mut of_both = both.clone().map(|numbers| segments(&key, numbers));
        let (buckets, filter) =
            Buckets::of(&mut of_both, usize::MAX, 1 << 30).expect("the rows can be counted");
        let filter = filter.expect("most rows are equal");
        assert_eq!(filter.rows, (ROWS / 8).unsigned_abs());
        let found = both.map(|numbers| {
            let batch = batch(numbers);
            let hashes = Hashes::of(&key, &layout(), &batch).expect("the rows are valid");
            filter.keep(&batch, &hashes).expect("the rows are valid")
        });
        for ((batch, hashes), first) in found.iter().zip([0, ROWS]) {
            let column = batch.column(0).as_primitive::<Int64Type>();
            assert!(column.values().iter().copied().eq(first..first + ROWS / 16));
            let again = Hashes::of(&key, &layout(), batch).expect("the rows are valid");
            assert_eq!((&hashes.rows, &hashes.keys), (&again.rows, &again.keys));
        }
        let all = found.map(|(_, hashes)| Fingerprint::of(&key, &hashes.rows));
        buckets.check(0, &all).expect("the rows differ as in the first pass");
        // A list that exceeds the memory is not used.
        let mut small = Segments::new(8 * ROWS.unsigned_abs());
        small.add(&key, &layout(), &batch(0..ROWS)).expect("the rows are valid");
        assert!(small.list.is_some());
        small.add(&key, &layout(), &batch(0..1)).expect("the rows are valid");
        assert!(small.list.is_none());
    }
}
