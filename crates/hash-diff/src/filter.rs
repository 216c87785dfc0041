//! The rows that are in only one table, or in one more often, as far as 64 bits of their
//! fingerprints tell. The second pass leaves out all others, which are most rows of a segment that
//! differs.

use crate::differences::take;
use crate::error::Error;
use crate::segments::Hashes;
use arrow_array::RecordBatch;
use std::collections::HashSet;

/// Parts of the fingerprints of rows of a table.
pub(crate) type List = Vec<u64>;

/// Returns the part of a row's fingerprint that lists have.
pub(crate) fn part(row: u128) -> u64 {
    let bytes = row.to_le_bytes();
    let (words, _) = bytes.as_chunks();
    u64::from_le_bytes(words[0])
}

/// The parts that one of the tables has more often.
pub struct Filter {
    parts: HashSet<u64>,
    /// The number of rows of both tables with these parts.
    pub(crate) rows: u64,
}

impl Filter {
    /// Compares the rows of two tables.
    pub(crate) fn of([mut a, mut b]: [List; 2]) -> Self {
        std::thread::scope(|scope| {
            scope.spawn(|| a.sort_unstable());
            b.sort_unstable();
        });
        let [mut a, mut b] = [&a, &b].map(|list| list.chunk_by(u64::eq).peekable());
        let (mut parts, mut rows) = (HashSet::new(), 0);
        loop {
            let (of_a, of_b) = (a.peek().copied(), b.peek().copied());
            let Some(part) = [of_a, of_b].into_iter().flatten().map(|equal| equal[0]).min() else {
                return Self { parts, rows };
            };
            let count = |of: Option<&[u64]>| of.filter(|of| of[0] == part).map_or(0, <[u64]>::len);
            let counts = [count(of_a), count(of_b)];
            let _ = a.next_if(|of| of[0] == part);
            let _ = b.next_if(|of| of[0] == part);
            if counts[0] != counts[1] {
                parts.insert(part);
                rows += counts.iter().sum::<usize>() as u64;
            }
        }
    }

    /// Leaves out all other rows.
    ///
    /// # Errors
    /// Returns an error of Arrow if it cannot select rows.
    pub fn keep(
        &self,
        batch: &RecordBatch,
        hashes: &Hashes,
    ) -> Result<(RecordBatch, Hashes), Error> {
        let is_kept = |row: &u32| self.parts.contains(&part(hashes.rows[*row as usize]));
        let rows: Vec<_> = (0..).take(batch.num_rows()).filter(is_kept).collect();
        let of = |all: &[u128]| rows.iter().map(|row| all[*row as usize]).collect();
        let kept = Hashes { rows: of(&hashes.rows), keys: of(&hashes.keys) };
        Ok((take(batch, rows)?, kept))
    }
}

crate::hides_fingerprints!(Filter);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_one_table() {
        let of = |a: &[u64], b: &[u64]| {
            let filter = Filter::of([a.to_vec(), b.to_vec()]);
            let mut parts: Vec<_> = filter.parts.into_iter().collect();
            parts.sort_unstable();
            (parts, filter.rows)
        };
        assert_eq!(of(&[], &[]), (vec![], 0));
        assert_eq!(of(&[3, 1, 2, 1], &[1, 2, 1, 3]), (vec![], 0));
        assert_eq!(of(&[3, 1, 2], &[2, 4]), (vec![1, 3, 4], 3));
        // A row that occurs more often in one table is kept in both.
        assert_eq!(of(&[5, 5, 5, 7], &[7, 5, 8]), (vec![5, 8], 5));
        assert_eq!(of(&[9, 9], &[]), (vec![9], 2));
        assert_eq!(of(&[], &[u64::MAX, 0]), (vec![0, u64::MAX], 2));
    }
}
