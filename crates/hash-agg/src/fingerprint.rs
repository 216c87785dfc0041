//! Fingerprints of multisets of rows.

use crate::backend;
use crate::key::Key;
use core::fmt;
use gf2::Gf128;

/// The fingerprint of a table: the product of z + f over the fingerprints f of its rows in
/// GF(2^128), and the number of rows. The order of the rows does not matter.
///
/// Fingerprints made with the same [`Key`] can be merged, compared and removed from each other.
/// They do not depend on how the rows were split.
///
/// ```
/// use hash_agg::{Fingerprint, Key, Row};
/// let key = Key::generate();
/// let rows = [3, 1, 2].map(|i| Row::new(&key).push(i).push("row").finish());
///
/// let all = Fingerprint::of(&key, &rows);
/// let (first, second) = (Fingerprint::of(&key, &rows[..1]), Fingerprint::of(&key, &rows[1..]));
/// assert_eq!(second.combine(&first)?, all);
/// assert_eq!(all.remove(&second)?, first);
/// assert_eq!(Fingerprint::from_bytes(all.to_bytes()), all);
/// # Ok::<(), hash_agg::FingerprintError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    value: Gf128,
    rows: u64,
}

impl Fingerprint {
    /// The fingerprint of no rows.
    pub const EMPTY: Self = Self { value: Gf128::ONE, rows: 0 };

    /// Computes the fingerprint of the rows with these fingerprints.
    #[must_use]
    pub fn of(key: &Key, rows: &[u128]) -> Self {
        let product = backend::product(key.backend(), key.z(), rows);
        Self { value: Gf128::new(product), rows: rows.len() as u64 }
    }

    /// Adds the rows with these fingerprints.
    ///
    /// # Errors
    /// Returns [`FingerprintError::TooManyRows`] and changes nothing if there would be 2^64 rows or
    /// more.
    pub fn update(&mut self, key: &Key, rows: &[u128]) -> Result<(), FingerprintError> {
        *self = self.combine(&Self::of(key, rows))?;
        Ok(())
    }

    /// Adds each row to the fingerprint of its group: row i to `fingerprints[groups[i]]`.
    ///
    /// # Errors
    /// Returns [`FingerprintError::Length`] if the number of groups differs from the number of
    /// rows, [`FingerprintError::Group`] if a group has no fingerprint, and
    /// [`FingerprintError::TooManyRows`] if a group could get 2^64 rows or more. Nothing is changed
    /// then.
    pub fn update_groups(
        fingerprints: &mut [Self],
        key: &Key,
        rows: &[u128],
        groups: &[usize],
    ) -> Result<(), FingerprintError> {
        if rows.len() != groups.len() {
            return Err(FingerprintError::Length { rows: rows.len(), groups: groups.len() });
        }
        for (row, group) in groups.iter().enumerate() {
            let fingerprint =
                fingerprints.get(*group).ok_or(FingerprintError::Group { row, group: *group })?;
            if fingerprint.rows.checked_add(rows.len() as u64).is_none() {
                return Err(FingerprintError::TooManyRows);
            }
        }
        backend::multiply_groups(key.backend(), key.z(), fingerprints, rows, groups);
        Ok(())
    }

    /// Replaces the value by `product`, its product with the factor of one row, and counts the row.
    /// The caller ensures that the count does not overflow.
    #[inline(always)]
    pub(crate) const fn add_one(&mut self, product: u128) {
        self.value = Gf128::new(product);
        self.rows += 1;
    }

    /// Returns the fingerprint of the rows of both tables.
    ///
    /// # Errors
    /// Returns [`FingerprintError::TooManyRows`] if there would be 2^64 rows or more.
    pub fn combine(&self, other: &Self) -> Result<Self, FingerprintError> {
        let rows = self.rows.checked_add(other.rows).ok_or(FingerprintError::TooManyRows)?;
        Ok(Self { value: self.value * other.value, rows })
    }

    /// Returns the fingerprint of these rows without those of `removed`, which must be among them.
    /// Only their number can be checked.
    ///
    /// Each call inverts a field element, which takes as long as some hundred products, so collect
    /// the rows to be removed in one fingerprint first.
    ///
    /// # Errors
    /// Returns [`FingerprintError::TooFewRows`] if `removed` has more rows than this fingerprint,
    /// and [`FingerprintError::ZeroFactor`] if a removed row has the factor 0. That happens with
    /// probability 2^-128 per row; the key can then neither remove the row nor tell apart tables
    /// that contain it.
    pub fn remove(&self, removed: &Self) -> Result<Self, FingerprintError> {
        let rows = self.rows.checked_sub(removed.rows).ok_or(FingerprintError::TooFewRows)?;
        let value = self.value.checked_div(removed.value).ok_or(FingerprintError::ZeroFactor)?;
        Ok(Self { value, rows })
    }
}

impl Default for Fingerprint {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Implements the parts, the bytes and the text of a type with a value and a number of rows.
macro_rules! parts {
    ($type:ident, $value:literal) => {
        impl $type {
            /// The size in bytes.
            pub const BYTES: usize = 24;

            /// Returns the number of rows.
            #[inline]
            #[must_use]
            pub const fn rows(&self) -> u64 {
                self.rows
            }

            #[doc = concat!("Returns the ", $value, ".")]
            #[inline]
            #[must_use]
            pub const fn value(&self) -> u128 {
                self.value.to_bits()
            }

            #[doc = concat!("Returns the ", $value, " as 16 little-endian bytes,")]
            /// then the number of rows as 8. Frozen.
            #[must_use]
            pub fn to_bytes(&self) -> [u8; Self::BYTES] {
                let mut bytes = [0; Self::BYTES];
                let (value, rows) = bytes.split_at_mut(16);
                value.copy_from_slice(&self.value.to_le_bytes());
                rows.copy_from_slice(&self.rows.to_le_bytes());
                bytes
            }

            /// Restores the value from its bytes: the inverse of [`to_bytes`](Self::to_bytes).
            #[must_use]
            pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
                let (words, _) = bytes.as_chunks();
                let [low, high, rows] = [words[0], words[1], words[2]].map(u64::from_le_bytes);
                Self { value: Gf128::new(u128::from(low) | u128::from(high) << 64), rows }
            }
        }

        /// Writes the 32 hexadecimal digits of the value, a hyphen and the number of rows.
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:032x}-{}", self.value(), self.rows)
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($type), "({})"), self)
            }
        }

        #[cfg(feature = "serde")]
        hash_core::serde_bytes! {
            impl[] $type, 24;
            |value| value.to_bytes();
            |bytes| Ok::<_, core::convert::Infallible>(Self::from_bytes(bytes))
        }
    };
}
pub(crate) use parts;
parts!(Fingerprint, "product");

/// Fingerprints cannot be joined, removed or extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FingerprintError {
    /// There would be 2^64 rows or more.
    TooManyRows,
    /// The table has fewer rows than are removed.
    TooFewRows,
    /// A removed row has the factor 0.
    ZeroFactor,
    /// The number of groups differs from the number of rows.
    Length {
        /// The number of rows.
        rows: usize,
        /// The number of groups.
        groups: usize,
    },
    /// A row belongs to a group that has no fingerprint.
    Group {
        /// The index of the row.
        row: usize,
        /// The index of the group.
        group: usize,
    },
}

impl fmt::Display for FingerprintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyRows => write!(f, "joined tables have 2^64 rows or more"),
            Self::TooFewRows => write!(f, "more rows are removed than the table has"),
            Self::ZeroFactor => write!(f, "a removed row has the factor 0 under this key"),
            Self::Length { rows, groups } => {
                write!(f, "batch has {rows} rows and {groups} groups")
            }
            Self::Group { row, group } => {
                write!(f, "row {row} belongs to group {group}, which has no fingerprint")
            }
        }
    }
}

impl core::error::Error for FingerprintError {}
