//! The checksums that databases compute, of the rows of tables.

use crate::array::Array;
use crate::error::Error;
use alloc::vec::Vec;
use hash_agg::Value;
use hash_agg::sql::Hasher;

/// Adds the rows of columns to the checksum that a query of [`hash_agg::sql`] computes.
///
/// # Errors
/// Returns [`Error::Rows`] if a column does not have `rows` rows, [`Error::Checksum`] if the type
/// of a column does not cover a value or if there are other columns than the hasher has, and the
/// errors of [`Array::encode`] for values. The rows before the one with the value have been added
/// then.
pub fn add_checksums(hasher: &mut Hasher, columns: &[Array<'_>], rows: usize) -> Result<(), Error> {
    if let Some(column) = columns.iter().find(|column| column.len != rows) {
        return Err(Error::Rows { column: column.len, batch: rows });
    }
    let mut values = Vec::with_capacity(columns.len());
    for row in 0..rows {
        values.clear();
        for column in columns {
            values.push(match column.resolve(row)? {
                None => Value::Null,
                Some((array, _)) if array.nested().is_some() => {
                    return Err(Error::Value("checksums in SQL do not cover nested types"));
                }
                Some((array, at)) => array.value(at)?,
            });
        }
        hasher.add(&values)?;
    }
    Ok(())
}
