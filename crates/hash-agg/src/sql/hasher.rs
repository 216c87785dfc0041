//! Checksums, and their computation from values.

use super::key::{Tables, Words};
use super::{BASE, DIGIT_BITS, Error, P, SUMS, Type, types};
use crate::{Key, Value};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// The checksum of a table: two sums modulo 2^61 − 1, and the number of rows. The order of the rows
/// does not matter.
///
/// ```
/// use hash_agg::sql::Checksum;
/// let (part, rest) = (Checksum::new(2, [7, 8])?, Checksum::new(1, [1, 2])?);
/// let whole = part.combine(&rest)?;
/// assert_eq!(whole.sums(), [8, 10]);
/// assert_eq!(whole.remove(&rest)?, part);
/// # Ok::<(), hash_agg::sql::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Checksum {
    sums: [u64; SUMS],
    rows: u64,
}

impl Checksum {
    /// The size in bytes.
    pub const BYTES: usize = 24;
    /// The checksum of no rows.
    pub const EMPTY: Self = Self { sums: [0; SUMS], rows: 0 };

    /// Returns the checksum with the three numbers that a query returns.
    ///
    /// # Errors
    /// Returns [`Error::Sums`] if a sum is not below 2^61 − 1, or if a sum of no rows is not 0.
    pub const fn new(rows: u64, sums: [u64; 2]) -> Result<Self, Error> {
        if sums[0] >= P || sums[1] >= P || (rows == 0 && (sums[0] != 0 || sums[1] != 0)) {
            return Err(Error::Sums);
        }
        Ok(Self { sums, rows })
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the sums.
    #[must_use]
    pub const fn sums(&self) -> [u64; 2] {
        self.sums
    }

    /// Returns the checksum of the rows of both tables.
    ///
    /// # Errors
    /// Returns [`Error::TooManyRows`] if there would be 2^64 rows or more.
    pub fn combine(&self, other: &Self) -> Result<Self, Error> {
        let rows = self.rows.checked_add(other.rows).ok_or(Error::TooManyRows)?;
        let [a, b] = self.sums;
        Ok(Self { sums: [(a + other.sums[0]) % P, (b + other.sums[1]) % P], rows })
    }

    /// Returns the checksum of these rows without those of `removed`, which must be among them.
    /// Only their number can be checked, and the sums if no row is left.
    ///
    /// # Errors
    /// Returns [`Error::TooFewRows`] if `removed` has more rows, and [`Error::Sums`] if it has as
    /// many rows, and other sums.
    pub fn remove(&self, removed: &Self) -> Result<Self, Error> {
        let rows = self.rows.checked_sub(removed.rows).ok_or(Error::TooFewRows)?;
        let [a, b] = self.sums;
        Self::new(rows, [(a + P - removed.sums[0]) % P, (b + P - removed.sums[1]) % P])
    }

    /// Returns the sums and then the number of rows, each as 8 little-endian bytes. Frozen.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let numbers = [self.sums[0], self.sums[1], self.rows];
        for (bytes, number) in bytes.chunks_mut(8).zip(numbers) {
            bytes.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    /// Restores a checksum from its bytes.
    ///
    /// # Errors
    /// Returns [`Error::Sums`] if they are not those of a checksum.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Result<Self, Error> {
        let (words, _) = bytes.as_chunks();
        let [a, b, rows] = [words[0], words[1], words[2]].map(u64::from_le_bytes);
        Self::new(rows, [a, b])
    }
}

/// Writes the 16 hexadecimal digits of each sum, a hyphen and the number of rows.
impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}{:016x}-{}", self.sums[0], self.sums[1], self.rows)
    }
}

impl fmt::Debug for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Checksum({self})")
    }
}

/// Computes the checksum that databases compute, from values.
pub struct Hasher {
    columns: Vec<(Type, [Vec<u64>; SUMS])>,
    tables: [Box<Tables>; SUMS],
    checksum: Checksum,
}

impl Hasher {
    /// Creates a hasher for rows of columns with these types.
    ///
    /// # Errors
    /// Returns the errors of [`Query::to_sql`](super::Query::to_sql) for types.
    pub fn new(key: &Key, columns: &[Type]) -> Result<Self, Error> {
        types::check(columns.iter().copied())?;
        let mut words = Words::new(key);
        let factors = |words: &mut Words, column, kind: Type| {
            [0, 1].map(|sum| words.factors(sum, column, kind.words()))
        };
        Ok(Self {
            columns: columns
                .iter()
                .enumerate()
                .map(|(column, kind)| (*kind, factors(&mut words, column, *kind)))
                .collect(),
            tables: [words.tables(0), words.tables(1)],
            checksum: Checksum::EMPTY,
        })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// Returns [`Error::Value`] if a column's type does not cover its value, [`Error::Width`] if
    /// the number of values is not that of the columns, and [`Error::TooManyRows`] from 2^64 rows
    /// on. The checksum is unchanged then.
    pub fn add(&mut self, row: &[Value<'_>]) -> Result<(), Error> {
        if row.len() != self.columns.len() {
            return Err(Error::Width { values: row.len(), columns: self.columns.len() });
        }
        let mut hashes = [0; SUMS];
        for (column, ((kind, factors), value)) in self.columns.iter().zip(row).enumerate() {
            let mut at = 0;
            let words = kind.write(*value, |word| {
                for (hash, factors) in hashes.iter_mut().zip(factors) {
                    *hash = reduce(u128::from(factors[at]) * u128::from(word) + u128::from(*hash));
                }
                at += 1;
            });
            words.ok_or(Error::Value { column, kind: *kind })?;
        }
        let sums = [product(&self.tables[0], hashes[0]), product(&self.tables[1], hashes[1])];
        self.checksum = self.checksum.combine(&Checksum { sums, rows: 1 })?;
        Ok(())
    }

    /// Returns the checksum of all rows so far.
    #[must_use]
    pub const fn checksum(&self) -> Checksum {
        self.checksum
    }
}

hash_core::wipe_on_drop!(impl[] Hasher, |hasher| {
    for factors in hasher.columns.iter_mut().flat_map(|(_, factors)| factors) {
        factors.as_mut_slice().zeroize();
    }
    for table in &mut hasher.tables {
        table.as_flattened_mut().zeroize();
    }
});

/// Does not show the key.
impl fmt::Debug for Hasher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hasher").field("checksum", &self.checksum).finish_non_exhaustive()
    }
}

/// Returns a number below 2^122 + 2^62 modulo p.
const fn reduce(number: u128) -> u64 {
    let folded = (number & P as u128) + (number >> 61);
    #[expect(clippy::cast_possible_truncation, reason = "at most p + 3")]
    let folded = ((folded & P as u128) + (folded >> 61)) as u64;
    if folded >= P { folded - P } else { folded }
}

/// Returns the product of the factors that the digits of a hash select.
fn product(tables: &Tables, hash: u64) -> u64 {
    tables.iter().enumerate().fold(1, |product, (i, table)| {
        #[expect(clippy::cast_possible_truncation, reason = "masked")]
        let digit = (hash >> (DIGIT_BITS * i)) as usize & (BASE - 1);
        reduce(u128::from(product) * u128::from(table[digit]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_are_below_the_modulus() {
        let p = u128::from(P);
        let multiples = [0, 1, 2, 3, 7, p - 2, p - 1, p, p + 1].map(|factor| factor * p);
        let powers = (0..=122).map(|bit| 1 << bit);
        let most = (1_u128 << 122) + (1 << 62) - 1;
        for middle in multiples.into_iter().chain(powers).chain([most, most - 1, (p - 1).pow(2)]) {
            for number in middle.saturating_sub(2)..=(middle + 2).min(most) {
                assert_eq!(u128::from(reduce(number)), number % p, "{number}");
            }
        }
    }

    /// A row that would be the 2^64-th is not added.
    #[test]
    fn rows_are_counted_to_the_last() {
        let mut hasher = Hasher::new(&Key::from_seed(1), &[Type::Integer]).unwrap();
        hasher.checksum = Checksum::new(u64::MAX - 1, [1, 2]).unwrap();
        hasher.add(&[Value::Integer(3)]).unwrap();
        let full = hasher.checksum();
        assert_eq!(full.rows(), u64::MAX);
        assert_eq!(hasher.add(&[Value::Integer(4)]), Err(Error::TooManyRows));
        assert_eq!(hasher.checksum(), full);
    }

    #[cfg(feature = "zeroize")]
    #[test]
    fn keys_are_wiped() {
        use hash_core::private::zeroize::Zeroize;
        let key = Key::from_seed(1);
        let mut hasher = Hasher::new(&key, &[Type::Integer, Type::Text(20)]).unwrap();
        let keys = |hasher: &Hasher| {
            let factors = hasher.columns.iter().flat_map(|(_, factors)| factors.iter().flatten());
            let tables = hasher.tables.iter().flat_map(|table| table.as_flattened());
            factors.chain(tables).filter(|word| **word != 0).count()
        };
        assert!(keys(&hasher) > SUMS * super::super::DIGITS * BASE);
        hasher.zeroize();
        assert_eq!(keys(&hasher), 0);
    }
}
