//! The type of the hashes that are tested.

/// A hash of 32, 64 or 128 bits, as an unsigned integer.
pub trait Value: Copy + Ord {
    /// The number of bits.
    const BITS: u32;

    /// Returns the bits in which two values differ.
    #[must_use]
    fn difference(self, other: Self) -> Self;

    /// Returns the value with its bits in the opposite order.
    #[must_use]
    fn reversed(self) -> Self;

    /// Counts the equal bits before the first one that differs, from the highest bit down.
    #[must_use]
    fn common_prefix(self, other: Self) -> u32;

    /// Returns the low and the high 64 bits.
    #[must_use]
    fn halves(self) -> [u64; 2];
}

macro_rules! values {
    ($($integer:ty)*) => { $(
        impl Value for $integer {
            const BITS: u32 = Self::BITS;

            fn difference(self, other: Self) -> Self {
                self ^ other
            }

            fn reversed(self) -> Self {
                self.reverse_bits()
            }

            fn common_prefix(self, other: Self) -> u32 {
                (self ^ other).leading_zeros()
            }

            #[expect(clippy::cast_possible_truncation, reason = "the low half is taken")]
            fn halves(self) -> [u64; 2] {
                let wide = u128::from(self);
                [wide as u64, (wide >> 64) as u64]
            }
        }
    )* };
}

values!(u32 u64 u128);
