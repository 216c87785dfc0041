//! The hasher.

use crate::key::{SharedKey, INTEGERS, IS_WIDE};
use crate::slices::Slices;
use core::hash::Hasher;

/// The words that a hasher reads, and the last steps of the hash under them.
pub trait Keys {
    /// The hash of slices of more than 16 bytes.
    type Slices: Slices;

    /// Whether the first slice is a part of the end (step 4), not a term of the sum.
    const FIRST_APART: bool;

    /// Returns the words that the steps before the end read.
    fn shared(&self) -> &SharedKey<Self::Slices>;

    /// Returns the two words of the first slice. Only called where
    /// [`FIRST_APART`](Self::FIRST_APART).
    #[must_use]
    fn first(&self, bytes: &[u8]) -> [u64; 2];

    /// Computes the hash from the words and the length of the first slice, if there is one, and
    /// from the sum.
    #[must_use]
    fn end(&self, first: Option<([u64; 2], usize)>, x: u128) -> u64;
}

impl<T: Keys> Keys for &T {
    type Slices = T::Slices;
    const FIRST_APART: bool = T::FIRST_APART;

    #[inline(always)]
    fn shared(&self) -> &SharedKey<Self::Slices> {
        T::shared(self)
    }

    #[inline(always)]
    fn first(&self, bytes: &[u8]) -> [u64; 2] {
        T::first(self, bytes)
    }

    #[inline(always)]
    fn end(&self, first: Option<([u64; 2], usize)>, x: u128) -> u64 {
        T::end(self, first, x)
    }
}

/// The hasher of the states of this crate; [`bound`](crate::bound) has its steps.
///
/// Once the writes of a value are inlined, the compiler knows `bits`, `is_first` and `terms`, and
/// keeps the rest in registers.
#[derive(Clone, Copy)]
pub struct MapHasher<K> {
    keys: K,
    /// The integers that are not yet in the sum, the first in the lowest bits.
    packed: u128,
    /// The number of bits in `packed`.
    bits: u32,
    /// Whether the next slice is the first one.
    is_first: bool,
    /// The words of the first slice, which the end multiplies, so that code that writes a slice is
    /// small enough to be inlined.
    first: [u64; 2],
    /// The length of the first slice.
    length: usize,
    sum: u128,
    /// The number of terms in the sum. A count of 32 bits would wrap within a minute and reuse
    /// words of the key.
    terms: u64,
}

impl<K: Keys> MapHasher<K> {
    /// Makes a hasher for one value.
    #[inline(always)]
    #[must_use]
    pub const fn new(keys: K) -> Self {
        Self {
            keys,
            packed: 0,
            bits: 0,
            is_first: K::FIRST_APART,
            first: [0; 2],
            length: 0,
            sum: 0,
            terms: 0,
        }
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

/// Defines the writes of integers by a macro, which is given the name of each, its type, and the
/// type that it is written as: signed ones as unsigned, and those of the machine's width as 64
/// bits.
macro_rules! integers {
    ($define:ident) => {
        $define! {
            write_u8(u8 as u8);
            write_u16(u16 as u16);
            write_u32(u32 as u32);
            write_u64(u64 as u64);
            write_u128(u128 as u128);
            write_usize(usize as u64);
            write_i8(i8 as u8);
            write_i16(i16 as u16);
            write_i32(i32 as u32);
            write_i64(i64 as u64);
            write_i128(i128 as u128);
            write_isize(isize as u64);
        }
    };
}
// `checking` has them too.
#[cfg(feature = "std")]
pub(crate) use integers;

/// Defines writes by `push`.
macro_rules! pushes {
    ($($write:ident($integer:ty as $unsigned:ty);)*) => {
        $(#[inline(always)]
        #[allow(clippy::cast_sign_loss, clippy::cast_lossless)] // the two's complement
        fn $write(&mut self, i: $integer) {
            self.push(i as $unsigned as u128, <$unsigned>::BITS);
        })*
    };
}

impl<K: Keys> Hasher for MapHasher<K> {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) {
        if self.is_first {
            self.is_first = false;
            (self.first, self.length) = (self.keys.first(bytes), bytes.len());
            return;
        }
        let shared = self.keys.shared();
        self.sum = if IS_WIDE && !K::FIRST_APART && self.terms == 0 && bytes.len() <= 16 {
            shared.first_term(bytes)
        } else {
            shared.add_slice(self.sum, bytes, self.terms)
        };
        self.terms += 1;
    }

    integers!(pushes);

    #[inline(always)]
    fn finish(&self) -> u64 {
        let has_first = K::FIRST_APART && !self.is_first;
        let first = has_first.then_some((self.first, self.length));
        self.keys.end(first, self.sum.wrapping_add(self.packed))
    }
}

crate::hidden!(impl[K] MapHasher<K>, "MapHasher");

#[cfg(test)]
mod tests {
    use super::*;

    struct Sum;

    impl Slices for Sum {
        fn hash(&self, bytes: &[u8]) -> u128 {
            bytes.iter().map(|byte| u128::from(*byte)).sum()
        }
    }

    impl Keys for SharedKey<Sum> {
        type Slices = Sum;
        const FIRST_APART: bool = false;

        fn shared(&self) -> &Self {
            self
        }

        fn first(&self, _: &[u8]) -> [u64; 2] {
            unreachable!("the first slice is a term")
        }

        fn end(&self, _: Option<([u64; 2], usize)>, x: u128) -> u64 {
            let [low, high] = crate::halves(x);
            low ^ high
        }
    }

    /// A value with more terms than 32 bits can count, on every machine: the terms are appended to
    /// the polynomial, and no key is reused.
    #[test]
    fn terms_are_counted_past_2_to_the_32() {
        let keys = SharedKey::new(&crate::seed::words("test", 1), Sum);
        let hash = |terms| {
            let mut hasher =
                MapHasher { packed: 3, bits: 128, sum: 5, terms, ..MapHasher::new(&keys) };
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
