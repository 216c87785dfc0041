//! Canonical bytes of nested values.

use crate::value::{Canonical, Value, kind};
use alloc::vec::Vec;

/// Writes nested values as canonical bytes.
///
/// Each value starts with the byte of its kind. A null has no more. A value of a fixed size goes on
/// with the 16 bytes of its element, little-endian, and if it is a number with a byte for the
/// scale; a number that does not fit 128 bits has 32 bytes and the scale. Text and binary values
/// have their length as 8 little-endian bytes, then the bytes. A list has the number of its values
/// as 8 bytes, then the values; a struct the number of its fields, then their values (names are not
/// part of it); a map the number of its keys and values, then key, value, key, value in their
/// order.
///
/// So no encoding is the start of another, and different sequences of values have different bytes.
///
/// ```
/// use hash_agg::{Encoder, Value};
/// let mut encoder = Encoder::new();
/// encoder.list(|items| {
///     items.push(true);
///     items.push(Value::Null);
/// });
/// assert_eq!(encoder.as_bytes()[..10], [12, 2, 0, 0, 0, 0, 0, 0, 0, 1]);
/// assert_eq!(encoder.as_bytes().len(), 1 + 8 + 17 + 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Encoder {
    bytes: Vec<u8>,
    /// Values written since the start of the list, struct or map that is open.
    values: u64,
}

impl Encoder {
    /// No value yet.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: Vec::new(), values: 0 }
    }

    /// Forgets all values and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.values = 0;
    }

    /// The bytes of the values so far.
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Writes a value.
    pub fn push<'v>(&mut self, value: impl Into<Value<'v>>) -> &mut Self {
        self.values += 1;
        match value.into().canonical() {
            Canonical::Null => self.bytes.push(kind::NULL),
            Canonical::Fixed(kind, a, scale) => {
                self.bytes.push(kind);
                self.bytes.extend(a.to_le_bytes());
                if kind == kind::NUMBER {
                    self.bytes.push(scale);
                }
            }
            Canonical::Wide([a, b], scale) => {
                self.bytes.push(kind::WIDE_NUMBER);
                self.bytes.extend(a.to_le_bytes());
                self.bytes.extend(b.to_le_bytes());
                self.bytes.push(scale);
            }
            Canonical::Bytes(kind, bytes) => {
                self.bytes.push(kind);
                self.bytes.extend((bytes.len() as u64).to_le_bytes());
                self.bytes.extend(bytes);
            }
        }
        self
    }

    /// Writes a list of the values that `write` writes.
    pub fn list<R>(&mut self, write: impl FnOnce(&mut Self) -> R) -> R {
        self.nested(kind::LIST, write)
    }

    /// Writes a struct whose fields have the values that `write` writes.
    pub fn structure<R>(&mut self, write: impl FnOnce(&mut Self) -> R) -> R {
        self.nested(kind::STRUCT, write)
    }

    /// Writes a map of the keys and values that `write` writes, one after the other.
    pub fn map<R>(&mut self, write: impl FnOnce(&mut Self) -> R) -> R {
        self.nested(kind::MAP, write)
    }

    /// The kind, the number of values, the values.
    fn nested<R>(&mut self, kind: u8, write: impl FnOnce(&mut Self) -> R) -> R {
        self.bytes.push(kind);
        let at = self.bytes.len();
        self.bytes.extend([0; 8]);
        let before = core::mem::take(&mut self.values);
        let result = write(self);
        let count = core::mem::replace(&mut self.values, before + 1);
        // Absent only if the closure cleared the encoder; then there is no list to count.
        if let Some(place) = self.bytes.get_mut(at..at + 8) {
            place.copy_from_slice(&count.to_le_bytes());
        }
        result
    }
}
