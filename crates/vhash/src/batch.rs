//! Hashing many messages under one key.

use crate::key::{Key, Key64, Key128};
use crate::oneshot::{hash, hash128};
use hash_core::BatchError;
use hash_core::batch::{Column, one_by_one, same_length};

/// The width of the hashes under a key: 64 bits for [`Key64`], 128 for [`Key128`]. No other type
/// implements it.
pub trait Width: HashMessage<<Self as Width>::Hash> {
    /// The type of the hashes: `u64` or `[u64; 2]`.
    type Hash;
}

impl Width for Key64 {
    type Hash = u64;
}

impl Width for Key128 {
    type Hash = [u64; 2];
}

mod sealed {
    #[expect(unnameable_types, reason = "this seals the trait")]
    pub trait HashMessage<H> {
        fn hash_message(&self, message: &[u8]) -> H;
    }
}

use sealed::HashMessage;

impl HashMessage<u64> for Key64 {
    #[inline]
    fn hash_message(&self, message: &[u8]) -> u64 {
        hash(self, message)
    }
}

impl HashMessage<[u64; 2]> for Key128 {
    #[inline]
    fn hash_message(&self, message: &[u8]) -> [u64; 2] {
        hash128(self, message)
    }
}

/// Writes the hash of each message to the output of the same index. The lengths may differ, and
/// nothing is allocated.
///
/// ```
/// use vhash::{Key64, Key128, hash, hash128, hash_many};
/// let key = Key64::from_seed(1);
/// let mut out = [0; 2];
/// hash_many(&key, &[b"one", b"another"], &mut out)?;
/// assert_eq!(out, [hash(&key, b"one"), hash(&key, b"another")]);
///
/// let key = Key128::from_seed(1);
/// let mut out = [[0; 2]; 2];
/// hash_many(&key, &[b"one", b"another"], &mut out)?;
/// assert_eq!(out, [hash128(&key, b"one"), hash128(&key, b"another")]);
/// # Ok::<(), vhash::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if the numbers of messages and outputs differ; then nothing is written.
pub fn hash_many<const T: usize>(
    key: &Key<T>,
    messages: &[&[u8]],
    out: &mut [<Key<T> as Width>::Hash],
) -> Result<(), BatchError>
where
    Key<T>: Width,
{
    same_length(messages.len(), out.len())?;
    one_by_one(messages.iter().copied(), out, |message| key.hash_message(message));
    Ok(())
}

/// Writes the hash of each word, taken as its eight little-endian bytes, to the output of the same
/// index.
///
/// # Errors
/// [`BatchError::Length`] if the numbers of words and outputs differ; then nothing is written.
pub fn hash_u64s<const T: usize>(
    key: &Key<T>,
    words: &[u64],
    out: &mut [<Key<T> as Width>::Hash],
) -> Result<(), BatchError>
where
    Key<T>: Width,
{
    same_length(words.len(), out.len())?;
    for (word, h) in words.iter().zip(out) {
        *h = key.hash_message(&word.to_le_bytes());
    }
    Ok(())
}

/// Writes the hash of each string of a column in Arrow's layout: string i is
/// `values[offsets[i]..offsets[i + 1]]`, so a column has one more offset than strings.
///
/// Offsets are 32-bit (`Utf8`, `Binary`) or 64-bit (`LargeUtf8`, `LargeBinary`).
///
/// ```
/// use vhash::{Key64, hash, hash_column};
/// let key = Key64::from_seed(1);
/// let mut out = [0; 3];
/// hash_column(&key, b"onetwo", &[0_i32, 3, 3, 6], &mut out)?;
/// assert_eq!(out, [hash(&key, b"one"), hash(&key, b""), hash(&key, b"two")]);
/// # Ok::<(), vhash::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] unless there is one output fewer than there are offsets (a column without
/// offsets is empty); [`BatchError::Offset`] if an offset is negative, past the end of the values
/// or below the one before it. Then nothing is written.
pub fn hash_column<const T: usize, O: Copy + TryInto<usize>>(
    key: &Key<T>,
    values: &[u8],
    offsets: &[O],
    out: &mut [<Key<T> as Width>::Hash],
) -> Result<(), BatchError>
where
    Key<T>: Width,
{
    let column = Column::new(values, offsets, out.len())?;
    one_by_one(column.iter(), out, |message| key.hash_message(message));
    Ok(())
}
