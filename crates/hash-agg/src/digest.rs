//! Digests of sequences of rows.

use crate::backend;
use crate::fingerprint::{FingerprintError, parts};
use crate::key::Key;
use core::fmt;
use gf2::Gf128;

/// The digest of a sequence of rows: the polynomial Σ fᵢ y^(n-i) over their fingerprints f₁ … fₙ in
/// GF(2^128), and the number n of rows.
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
    /// The digest of no rows.
    pub const EMPTY: Self = Self { value: Gf128::ZERO, rows: 0 };

    /// Computes the digest of the rows with these fingerprints.
    #[must_use]
    pub fn of(key: &Key, rows: &[u128]) -> Self {
        let value = backend::horner(key.backend(), key.y(), rows);
        Self { value: Gf128::new(value), rows: rows.len() as u64 }
    }

    /// Appends the rows with these fingerprints.
    ///
    /// # Errors
    /// Returns [`FingerprintError::TooManyRows`] and changes nothing if there would be 2^64 rows or
    /// more.
    pub fn update(&mut self, key: &Key, rows: &[u128]) -> Result<(), FingerprintError> {
        *self = self.combine(key, &Self::of(key, rows))?;
        Ok(())
    }

    /// Returns the digest of these rows followed by those of `next`.
    ///
    /// # Errors
    /// Returns [`FingerprintError::TooManyRows`] if there would be 2^64 rows or more.
    pub fn combine(&self, key: &Key, next: &Self) -> Result<Self, FingerprintError> {
        let rows = self.rows.checked_add(next.rows).ok_or(FingerprintError::TooManyRows)?;
        let value = self.value * Gf128::new(key.y()).pow(next.rows.into()) + next.value;
        Ok(Self { value, rows })
    }
}

parts!(Digest, "value of the polynomial");
