//! Canonical bytes of nested values.

use crate::value::{Canonical, Value, kind};
use alloc::vec::Vec;

/// Writes nested values as canonical bytes.
///
/// Each value starts with the byte of its kind, and a null consists of that byte alone. A
/// fixed-size value continues with the 16 bytes of its element, little-endian, and a number also
/// with one byte for the scale. A number that does not fit 128 bits has 32 bytes and the scale. A
/// text or binary value has its length as 8 little-endian bytes, then its bytes. A list has the
/// number of its values as 8 bytes, then the values. A struct has the number of its fields, then
/// their values, without names. A map has the number of its keys and values together, then key,
/// value, key, value in their order.
///
/// So no encoding is a prefix of another, and different sequences of values have different bytes.
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
    /// The number of values written since the start of the open list, struct or map.
    values: u64,
    /// The index of the first byte of these values, or 0 if no list, struct or map is open.
    start: usize,
}

impl Encoder {
    /// Returns an encoder without values.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: Vec::new(), values: 0, start: 0 }
    }

    /// Removes all values and keeps the memory. Open lists, structs and maps are removed too: what
    /// follows is not a part of them.
    pub fn clear(&mut self) {
        self.bytes.clear();
        (self.values, self.start) = (0, 0);
    }

    /// Returns the bytes of the values so far.
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of values so far, or of those of the open list, struct or map.
    #[inline]
    #[must_use]
    pub const fn values(&self) -> u64 {
        self.values
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

    /// Writes a value that is given as its canonical bytes. Others make those of all values
    /// ambiguous.
    pub fn push_canonical(&mut self, bytes: &[u8]) -> &mut Self {
        self.values += 1;
        self.bytes.extend(bytes);
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

    /// Writes a map whose keys and values, in turn, are the values that `write` writes.
    pub fn map<R>(&mut self, write: impl FnOnce(&mut Self) -> R) -> R {
        self.nested(kind::MAP, write)
    }

    /// Writes the kind, the number of values, and the values.
    fn nested<R>(&mut self, kind: u8, write: impl FnOnce(&mut Self) -> R) -> R {
        self.bytes.push(kind);
        let at = self.bytes.len();
        let start = at + 8;
        self.bytes.resize(start, 0);
        let outer = (self.values, self.start);
        (self.values, self.start) = (0, start);
        let result = write(self);
        // If the closure cleared the encoder, there is no list to count.
        if self.start == start {
            self.bytes[at..start].copy_from_slice(&self.values.to_le_bytes());
            (self.values, self.start) = (outer.0 + 1, outer.1);
        }
        result
    }
}
