//! The hasher.

use super::key::{MapKey, SharedKey, Slices, TERMS};
use core::hash::Hasher;

/// All keys that a hasher needs.
pub trait Keys {
    /// The hash of slices.
    type Slices: Slices;

    /// The words of the map.
    fn map(&self) -> &MapKey;
    /// The part that maps may share.
    fn shared(&self) -> &SharedKey<Self::Slices>;
}

impl<T: Keys> Keys for &T {
    type Slices = T::Slices;

    #[inline(always)]
    fn map(&self) -> &MapKey {
        T::map(self)
    }

    #[inline(always)]
    fn shared(&self) -> &SharedKey<Self::Slices> {
        T::shared(self)
    }
}

/// The hasher of maps; see the [module](super).
///
/// Once the writes of a value are inlined, the compiler knows `bits` and `terms`, and keeps the
/// rest of the state in registers.
#[derive(Clone, Copy)]
pub struct MapHasher<K> {
    keys: K,
    /// The integers that are not yet in the sum, the first in the lowest bits.
    packed: u128,
    /// Bits of `packed`.
    bits: u32,
    sum: u128,
    /// Terms of the sum.
    terms: usize,
}

impl<K: Keys> MapHasher<K> {
    /// A hasher of one value.
    #[inline(always)]
    #[must_use]
    pub const fn new(keys: K) -> Self {
        Self { keys, packed: 0, bits: 0, sum: 0, terms: 0 }
    }

    #[inline(always)]
    fn push(&mut self, value: u128, bits: u32) {
        let end = self.bits + bits;
        if end > 128 {
            self.sum = self.keys.shared().add_integers(self.sum, self.packed, self.terms);
            self.terms += 1;
            (self.packed, self.bits) = (value, bits);
        } else {
            self.packed |= value << self.bits;
            self.bits = end;
        }
    }
}

impl<K: Keys> Hasher for MapHasher<K> {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) {
        let (shared, terms) = (self.keys.shared(), self.terms);
        self.sum = match bytes.try_into() {
            Ok(bytes) if terms < TERMS => {
                self.sum.wrapping_add(shared.slice_term(u128::from_le_bytes(bytes), terms))
            }
            _ => shared.add_slice(self.sum, bytes, terms),
        };
        self.terms += 1;
    }

    #[inline(always)]
    fn write_u8(&mut self, i: u8) {
        self.push(i.into(), 8);
    }

    #[inline(always)]
    fn write_u16(&mut self, i: u16) {
        self.push(i.into(), 16);
    }

    #[inline(always)]
    fn write_u32(&mut self, i: u32) {
        self.push(i.into(), 32);
    }

    #[inline(always)]
    fn write_u64(&mut self, i: u64) {
        self.push(i.into(), 64);
    }

    #[inline(always)]
    fn write_u128(&mut self, i: u128) {
        self.push(i, 128);
    }

    crate::integers_as_unsigned!();

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    fn finish(&self) -> u64 {
        let number = self.sum.wrapping_add(self.packed);
        if self.terms == 0 && self.bits <= 64 {
            self.keys.map().one_word(number as u64)
        } else {
            self.keys.map().two_words(number)
        }
    }
}

crate::secret_debug!(impl[K] MapHasher<K>, "MapHasher");
