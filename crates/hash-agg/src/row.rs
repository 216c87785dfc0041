//! Fingerprints of single rows.

use crate::encode::Encoder;
use crate::key::Key;
use crate::rows::Bytes;
use crate::value::{Canonical, Value, kind, tag};
use gf2::Gf128;

/// Computes the fingerprint of one row, cell by cell. For many rows, [`Rows`](crate::Rows) is many
/// times faster.
///
/// ```
/// use hash_agg::{Key, Row, Value};
/// let key = Key::generate();
/// let mut row = Row::new(&key);
/// row.push(5).push("five").push(Value::Null).list(|items| {
///     items.push("a").push("b");
/// });
/// let five = Value::Decimal { unscaled: 500, scale: 2 };
/// let mut other = Row::new(&key);
/// other.push(five).push("five").push(None::<i32>).list(|items| {
///     items.push("a").push("b");
/// });
/// assert_eq!(row.finish(), other.finish());
/// ```
#[derive(Clone)]
pub struct Row<'k> {
    key: &'k Key,
    columns: usize,
    sum: Gf128,
    /// The bytes of nested values.
    encoder: Encoder,
}

impl<'k> Row<'k> {
    /// Starts a row without cells.
    #[must_use]
    pub const fn new(key: &'k Key) -> Self {
        Self { key, columns: 0, sum: Gf128::new(key.row()), encoder: Encoder::new() }
    }

    /// Appends a cell.
    pub fn push<'v>(&mut self, value: impl Into<Value<'v>>) -> &mut Self {
        match value.into().canonical() {
            Canonical::Null => self.cell(0, 0, 0),
            Canonical::Fixed(kind, a, scale) => self.cell(a, 0, tag(kind, scale.into())),
            Canonical::Wide([a, b], scale) => {
                self.cell(a, b, tag(kind::WIDE_NUMBER, scale.into()));
            }
            Canonical::Bytes(kind, bytes) => self.bytes_of(kind, bytes),
        }
        self
    }

    /// Appends a string, as [`Rows::bytes`](crate::Rows::bytes) does for a column of them.
    pub fn bytes(&mut self, kind: Bytes, bytes: &[u8]) -> &mut Self {
        self.bytes_of(kind.kind(), bytes);
        self
    }

    /// Appends a list of the values that `write` writes.
    pub fn list(&mut self, write: impl FnOnce(&mut Encoder)) -> &mut Self {
        self.nested(kind::LIST, |encoder| encoder.list(write))
    }

    /// Appends a struct whose fields have the values that `write` writes.
    pub fn structure(&mut self, write: impl FnOnce(&mut Encoder)) -> &mut Self {
        self.nested(kind::STRUCT, |encoder| encoder.structure(write))
    }

    /// Appends a map whose keys and values, in turn, are the values that `write` writes.
    pub fn map(&mut self, write: impl FnOnce(&mut Encoder)) -> &mut Self {
        self.nested(kind::MAP, |encoder| encoder.map(write))
    }

    /// Returns the fingerprint of the cells so far.
    #[must_use]
    pub fn finish(&self) -> u128 {
        (self.sum + self.key.product(self.columns as u128, self.key.width())).to_bits()
    }

    fn nested(&mut self, kind: u8, write: impl FnOnce(&mut Encoder)) -> &mut Self {
        let mut encoder = core::mem::take(&mut self.encoder);
        encoder.clear();
        write(&mut encoder);
        self.bytes_of(kind, encoder.as_bytes());
        self.encoder = encoder;
        self
    }

    fn bytes_of(&mut self, kind: u8, bytes: &[u8]) {
        let [a, b] = self.key.wide().polynomials(bytes);
        self.cell(a, b, tag(kind, bytes.len() as u64));
    }

    fn cell(&mut self, a: u128, b: u128, t: u64) {
        let [c1, c2, c3] = self.key.column(self.columns);
        let key = self.key;
        self.sum += key.product(a, c1) + key.product(b, c2) + key.product(t.into(), c3);
        self.columns += 1;
    }
}

hash_core::secret_debug!(impl[] Row<'_>, "Row", columns = |row| row.columns);
