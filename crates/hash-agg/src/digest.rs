//! The digest of a sequence of rows.

use crate::backend;
use crate::fingerprint::{FingerprintError, join, split, text};
use crate::key::Key;
use core::fmt;
use gf2::Gf128;

/// The digest of rows in order: the polynomial Σ f_i y^(n-i) over the fingerprints f_1 … f_n of the
/// rows in GF(2^128), and their number n.
///
/// ```
/// use hash_agg::{Digest, Key, Row};
/// let key = Key::generate();
/// let rows = [3, 1, 2].map(|i| Row::new(&key).push(i).finish());
///
/// let all = Digest::of(&key, &rows);
/// let (start, end) = (Digest::of(&key, &rows[..1]), Digest::of(&key, &rows[1..]));
/// assert_eq!(start.combine(&key, &end)?, all);
/// assert_ne!(end.combine(&key, &start)?, all);
/// # Ok::<(), hash_agg::FingerprintError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Digest {
    value: Gf128,
    rows: u64,
}

impl Digest {
    /// Bytes of a digest.
    pub const BYTES: usize = 24;

    /// The digest of no rows.
    pub const EMPTY: Self = Self { value: Gf128::ZERO, rows: 0 };

    /// The digest of the rows with these fingerprints.
    #[must_use]
    pub fn of(key: &Key, rows: &[u128]) -> Self {
        let value = backend::horner(key.backend(), key.y(), rows);
        Self { value: Gf128::new(value), rows: rows.len() as u64 }
    }

    /// Appends the rows with these fingerprints.
    ///
    /// # Errors
    /// [`FingerprintError::TooManyRows`] if there would be 2^64 rows or more; nothing is changed.
    pub fn update(&mut self, key: &Key, rows: &[u128]) -> Result<(), FingerprintError> {
        *self = self.combine(key, &Self::of(key, rows))?;
        Ok(())
    }

    /// The digest of these rows followed by those of `next`.
    ///
    /// # Errors
    /// [`FingerprintError::TooManyRows`] if there are 2^64 rows or more.
    pub fn combine(&self, key: &Key, next: &Self) -> Result<Self, FingerprintError> {
        let rows = self.rows.checked_add(next.rows).ok_or(FingerprintError::TooManyRows)?;
        let value = self.value * Gf128::new(key.y()).pow(next.rows.into()) + next.value;
        Ok(Self { value, rows })
    }

    /// The number of rows.
    #[inline]
    #[must_use]
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// The value of the polynomial.
    #[inline]
    #[must_use]
    pub const fn value(&self) -> u128 {
        self.value.to_bits()
    }

    /// The value as 16 little-endian bytes, then the number of rows as 8. Frozen.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        join(self.value.to_bits(), self.rows)
    }

    /// The opposite of [`to_bytes`](Self::to_bytes).
    #[must_use]
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        let (value, rows) = split(&bytes);
        Self { value: Gf128::new(value), rows }
    }
}

text!(Digest);
