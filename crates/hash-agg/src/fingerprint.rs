//! The fingerprint of a multiset of rows.

use crate::backend;
use crate::key::Key;
use core::fmt;
use gf2::Gf128;

/// The fingerprint of a table: the product of z + f over the fingerprints f of its rows in
/// GF(2^128), and the number of rows. The order of rows plays no part.
///
/// Fingerprints made with one [`Key`] can be merged, compared and taken apart; nothing of them
/// depends on how the rows were split.
///
/// ```
/// use hash_agg::{Fingerprint, Key, Row};
/// let key = Key::generate();
/// let rows = [3, 1, 2].map(|i| Row::new(&key).push(i).push("row").finish());
///
/// let all = Fingerprint::of(&key, &rows);
/// let (first, second) = (Fingerprint::of(&key, &rows[..1]), Fingerprint::of(&key, &rows[1..]));
/// assert_eq!(second.merge(&first)?, all);
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

    /// The fingerprint of the rows with these fingerprints.
    #[must_use]
    pub fn of(key: &Key, rows: &[u128]) -> Self {
        let product = backend::product(key.backend(), key.z(), rows);
        Self { value: Gf128::new(product), rows: rows.len() as u64 }
    }

    /// Adds the rows with these fingerprints.
    ///
    /// # Errors
    /// [`FingerprintError::TooManyRows`] if there would be 2^64 rows or more; nothing is changed.
    pub fn extend(&mut self, key: &Key, rows: &[u128]) -> Result<(), FingerprintError> {
        *self = self.merge(&Self::of(key, rows))?;
        Ok(())
    }

    /// Adds each row to the fingerprint of its group: row i to `fingerprints[groups[i]]`.
    ///
    /// # Errors
    /// [`FingerprintError::Length`] if there are not as many groups as rows,
    /// [`FingerprintError::Group`] if a group has no fingerprint, [`FingerprintError::TooManyRows`]
    /// if a group could get 2^64 rows or more. Nothing is changed.
    pub fn extend_groups(
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

    /// Replaces the value by its product with the factor of one row. The count is known to have room.
    #[inline(always)]
    pub(crate) const fn add_one(&mut self, product: u128) {
        self.value = Gf128::new(product);
        self.rows += 1;
    }

    /// The fingerprint of the rows of both.
    ///
    /// # Errors
    /// [`FingerprintError::TooManyRows`] if there are 2^64 rows or more.
    pub fn merge(&self, other: &Self) -> Result<Self, FingerprintError> {
        let rows = self.rows.checked_add(other.rows).ok_or(FingerprintError::TooManyRows)?;
        Ok(Self { value: self.value * other.value, rows })
    }

    /// The fingerprint of these rows without those of `removed`, which must be among them: nobody
    /// can check that but for their number.
    ///
    /// Each call inverts a field element, which takes as long as some hundred products; so collect
    /// the rows to be removed in one fingerprint first.
    ///
    /// # Errors
    /// [`FingerprintError::TooFewRows`] if more rows are removed than there are,
    /// [`FingerprintError::ZeroFactor`] if a removed row has the factor 0: with probability 2^-128
    /// a row, the key cannot remove it, nor tell tables apart that contain it.
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

/// The parts, the bytes and the text of what has a value and a number of rows.
macro_rules! parts {
    ($type:ident, $value:literal) => {
        impl $type {
            /// Its bytes.
            pub const BYTES: usize = 24;

            /// The number of rows.
            #[inline]
            #[must_use]
            pub const fn rows(&self) -> u64 {
                self.rows
            }

            #[doc = concat!("The ", $value, ".")]
            #[inline]
            #[must_use]
            pub const fn value(&self) -> u128 {
                self.value.to_bits()
            }

            #[doc = concat!("The ", $value, " as 16 little-endian bytes, then the number of rows")]
            /// as 8. Frozen.
            #[must_use]
            pub fn to_bytes(&self) -> [u8; Self::BYTES] {
                let mut bytes = [0; Self::BYTES];
                let (value, rows) = bytes.split_at_mut(16);
                value.copy_from_slice(&self.value.to_le_bytes());
                rows.copy_from_slice(&self.rows.to_le_bytes());
                bytes
            }

            /// The opposite of [`to_bytes`](Self::to_bytes).
            #[must_use]
            pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
                let (words, _) = bytes.as_chunks();
                let [low, high, rows] = [words[0], words[1], words[2]].map(u64::from_le_bytes);
                Self { value: Gf128::new(u128::from(low) | u128::from(high) << 64), rows }
            }
        }

        /// The 32 hexadecimal digits of the value, the number of rows after a hyphen.
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

/// Fingerprints cannot be joined, or not taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FingerprintError {
    /// There would be 2^64 rows or more.
    TooManyRows,
    /// More rows are removed than there are.
    TooFewRows,
    /// A row to be removed has the factor 0.
    ZeroFactor,
    /// There are not as many groups as rows.
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
                write!(f, "batch has {rows} rows and groups for {groups}")
            }
            Self::Group { row, group } => {
                write!(f, "row {row} belongs to group {group}, which has no fingerprint")
            }
        }
    }
}

impl core::error::Error for FingerprintError {}
