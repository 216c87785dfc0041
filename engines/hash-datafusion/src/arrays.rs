//! Arrow arrays of DataFusion as the columns of `hash_arrow`.

use datafusion::arrow::array::ArrayRef;
use datafusion::common::{DataFusionError, Result, exec_datafusion_err};
use hash_agg::{Encoder, Fingerprint, Key, sql};
use hash_diff::{Error, with_columns};

/// Computes the fingerprints of the rows of record batches.
#[derive(Debug)]
pub struct RowHasher<'k>(hash_diff::RowHasher<'k>);

impl<'k> RowHasher<'k> {
    /// Creates a hasher under this key.
    #[must_use]
    pub const fn new(key: &'k Key) -> Self {
        Self(hash_diff::RowHasher::new(key))
    }

    /// Returns the fingerprints of the rows whose cells are in these columns.
    ///
    /// # Errors
    /// Returns an error if a column does not have `rows` rows, or if a time of day is outside the
    /// range of its type.
    pub fn hash(&mut self, columns: &[ArrayRef], rows: usize) -> Result<&[u128]> {
        self.0.hash(columns, rows).map_err(refused)
    }

    /// Adds these rows to a fingerprint.
    ///
    /// # Errors
    /// Returns the errors of [`hash`](Self::hash), or an error if there would be too many rows. The
    /// fingerprint is then unchanged.
    pub fn add(&mut self, columns: &[ArrayRef], rows: usize, to: &mut Fingerprint) -> Result<()> {
        self.0.add(columns, rows, to).map_err(refused)
    }
}

/// Adds the rows of columns to the checksum that databases compute ([`hash_agg::sql`]). Returns
/// whether the types of the hasher cover all values; if not, earlier rows may have been added.
///
/// # Errors
/// Returns an error if a column does not have `rows` rows, or if there are other columns than the
/// hasher has.
pub fn add_checksums(hasher: &mut sql::Hasher, columns: &[ArrayRef], rows: usize) -> Result<bool> {
    let added =
        with_columns(columns, |columns| match hash_arrow::add_checksums(hasher, columns, rows) {
            Ok(()) => Ok(true),
            Err(hash_arrow::Error::Checksum(sql::Error::Value { .. })) => Ok(false),
            Err(error) => Err(error.into()),
        });
    added.map_err(refused)
}

#[expect(clippy::needless_pass_by_value, reason = "an argument of map_err")]
fn refused(error: Error) -> DataFusionError {
    exec_datafusion_err!("{error}")
}

/// Calls `each` with the strings of a column, `None` for nulls.
pub(crate) fn strings<R>(
    column: &ArrayRef,
    run: impl FnOnce(Vec<Option<&[u8]>>) -> Result<R>,
) -> Result<R> {
    let done = with_columns(std::slice::from_ref(column), |views| {
        let rows = views.iter().flat_map(|view| (0..view.len()).map(|row| view.string(row)));
        Ok(run(rows.collect::<std::result::Result<_, _>>()?))
    });
    done.map_err(refused)?
}

/// Returns the canonical bytes of the rows of several columns, one after the other, and their
/// offsets.
pub(crate) fn canonical(columns: &[ArrayRef], rows: usize) -> Result<(Vec<u8>, Vec<usize>)> {
    let written = with_columns(columns, |columns| {
        let mut encoder = Encoder::new();
        let mut offsets = Vec::with_capacity(rows + 1);
        offsets.push(0);
        for row in 0..rows {
            for column in columns {
                column.encode(row, &mut encoder)?;
            }
            offsets.push(encoder.as_bytes().len());
        }
        Ok((encoder.as_bytes().to_vec(), offsets))
    });
    written.map_err(refused)
}
