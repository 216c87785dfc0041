//! The hasher for maps.

use super::key::{End, INTEGERS, SharedKey, Slices};
use core::hash::Hasher;

/// All the keys that a hasher needs.
pub trait Keys {
    /// The hash of slices.
    type Slices: Slices;
    /// The words of the map, and the last steps of the hash.
    type End: End;

    /// Returns the words of the map.
    fn map(&self) -> &Self::End;
    /// Returns the part of the key that maps may share.
    fn shared(&self) -> &SharedKey<Self::Slices>;
}

impl<T: Keys> Keys for &T {
    type Slices = T::Slices;
    type End = T::End;

    #[inline(always)]
    fn map(&self) -> &T::End {
        T::map(self)
    }

    #[inline(always)]
    fn shared(&self) -> &SharedKey<Self::Slices> {
        T::shared(self)
    }
}

/// The hasher for maps; see the [module](super).
///
/// Once the writes of a value are inlined, the compiler knows `bits` and `terms`, and keeps the
/// rest of the state in registers.
#[derive(Clone, Copy)]
pub struct MapHasher<K> {
    keys: K,
    /// The integers that are not yet in the sum, the first in the lowest bits.
    packed: u128,
    /// The number of bits in `packed`.
    bits: u32,
    sum: u128,
    /// The number of terms in the sum. A count of 32 bits would wrap within a minute and reuse
    /// words of the key.
    terms: u64,
}

impl<K: Keys> MapHasher<K> {
    /// Returns a hasher for one value.
    #[inline(always)]
    #[must_use]
    pub const fn new(keys: K) -> Self {
        Self { keys, packed: 0, bits: 0, sum: 0, terms: 0 }
    }

    /// Packs an integer. Narrow integers seldom make a term, so they add it out of line, and a
    /// `Hash` that writes one is small enough to be inlined.
    #[inline(always)]
    fn push(&mut self, value: u128, bits: u32) {
        let end = self.bits + bits;
        if end > 128 {
            let (shared, packed) = (self.keys.shared(), self.packed);
            self.sum = if bits <= 16 {
                shared.add_integers_out_of_line(self.sum, packed, self.terms)
            } else {
                shared.add(self.sum, (packed, INTEGERS), self.terms)
            };
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
        let shared = self.keys.shared();
        self.sum = if self.terms == 0 && bytes.len() <= 16 {
            shared.first_slice(bytes)
        } else {
            shared.add_slice(self.sum, bytes, self.terms)
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
    fn finish(&self) -> u64 {
        self.keys.map().hash(self.sum.wrapping_add(self.packed))
    }
}

crate::secret_debug!(impl[K] MapHasher<K>, "MapHasher");

#[cfg(test)]
mod tests {
    use super::super::MapKey;
    use super::*;

    struct Sum;

    impl Slices for Sum {
        fn hash(&self, bytes: &[u8]) -> u128 {
            bytes.iter().map(|byte| u128::from(*byte)).sum()
        }
    }

    impl Keys for (MapKey, SharedKey<Sum>) {
        type Slices = Sum;
        type End = MapKey;

        fn map(&self) -> &MapKey {
            &self.0
        }

        fn shared(&self) -> &SharedKey<Sum> {
            &self.1
        }
    }

    /// A value with more terms than 32 bits can count, on every machine: the terms are appended to
    /// the polynomial, and no key is reused.
    #[test]
    fn terms_are_counted_past_2_to_the_32() {
        let keys = (MapKey::from_words([1, 2, 3, 4, 5, 6]), SharedKey::from_seed("test", 1, Sum));
        let hash = |terms| {
            let mut hasher = MapHasher { keys: &keys, packed: 3, bits: 128, sum: 5, terms };
            for i in 0..40_u64 {
                hasher.write(&[1, 2, 3]);
                hasher.write(&[4; 16]);
                hasher.write_u64(i);
            }
            hasher.finish()
        };
        assert_eq!(hash((1 << 32) - 30), hash(17));
        assert_ne!(hash(17), hash(16));
        assert_ne!(hash(17), hash(0));
    }
}
