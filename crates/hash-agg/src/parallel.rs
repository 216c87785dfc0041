//! Tables on several threads: each part of the rows has its own `Rows`.

use crate::{Digest, Fingerprint, FingerprintError, Key, Rows};
use core::ops::Range;
use rayon::prelude::*;

/// The number of rows in a part, chosen so that their words and sums fit the second-level cache.
const PART: usize = 4096;

/// Computes the fingerprint of a table of `rows` rows on the threads of the current `rayon` pool.
///
/// `append` is called for ranges of rows, on any thread and in any order. It gets an empty batch of
/// as many rows, to which it appends the columns. The result does not depend on how the rows are
/// split.
///
/// ```
/// use hash_agg::{BatchError, Fingerprint, Key, Rows, parallel};
/// let key = Key::generate();
/// let values: Vec<i64> = (0..10_000).collect();
/// let table = parallel::fingerprint(&key, values.len(), |rows, range| {
///     rows.integers(&values[range], None)
/// })?;
/// let mut rows = Rows::new(&key);
/// rows.reset(values.len());
/// rows.integers(&values, None)?;
/// assert_eq!(table, Fingerprint::of(&key, rows.finish()));
/// # Ok::<(), BatchError>(())
/// ```
///
/// # Errors
/// Returns the first error of `append` that some thread meets.
pub fn fingerprint<E: Send>(
    key: &Key,
    rows: usize,
    append: impl Fn(&mut Rows, Range<usize>) -> Result<(), E> + Sync,
) -> Result<Fingerprint, E> {
    let join = |a: Fingerprint, b: Fingerprint| a.combine(&b);
    in_parts(key, rows, append, Fingerprint::of, Fingerprint::EMPTY, join)
}

/// Computes the digest of a sequence of `rows` rows in the same way.
///
/// # Errors
/// Returns the first error of `append` that some thread meets.
pub fn digest<E: Send>(
    key: &Key,
    rows: usize,
    append: impl Fn(&mut Rows, Range<usize>) -> Result<(), E> + Sync,
) -> Result<Digest, E> {
    let join = |a: Digest, b: Digest| a.combine(key, &b);
    in_parts(key, rows, append, Digest::of, Digest::EMPTY, join)
}

/// Computes `of` for the fingerprints of each part and joins the results in order; `empty` is the
/// result for no rows.
fn in_parts<T: Copy + Send + Sync, E: Send>(
    key: &Key,
    rows: usize,
    append: impl Fn(&mut Rows, Range<usize>) -> Result<(), E> + Sync,
    of: fn(&Key, &[u128]) -> T,
    empty: T,
    join: impl Fn(T, T) -> Result<T, FingerprintError> + Sync,
) -> Result<T, E> {
    (0..rows.div_ceil(PART))
        .into_par_iter()
        .map_init(
            || Rows::new(key),
            |batch, i| {
                let part = i * PART..((i + 1) * PART).min(rows);
                batch.reset(part.len());
                append(batch, part)?;
                Ok(of(key, batch.finish()))
            },
        )
        .try_reduce(
            || empty,
            |a, b| Ok(join(a, b).unwrap_or_else(|_| unreachable!("the rows fit a usize"))),
        )
}
