//! The finalisers of the mixed variants.

/// Mixes a 64-bit hash by the bijection NASAM. Frozen.
///
/// A universal hash bounds collisions and nothing else: flipping a bit of a short message may flip
/// the same bits of every hash. Where avalanche is wanted as well, the hash goes through a
/// bijection, as Lemire and Kaser propose ("Faster 64-bit universal hashing using carry-less
/// multiplications", section 6.1). Each step here has an inverse: the XOR of three rotations,
/// because an odd number of them is a unit modulo x^64 + 1 = (x + 1)^64; multiplication by an odd
/// number; and the XOR of a word and its right shifts. So different hashes stay different, and
/// every collision bound still holds. Other properties, such as being almost-XOR-universal, are
/// lost. Zero stays zero.
///
/// NASAM is by Evensen ("NASAM: Not Another Strange Acronym Mixer", 2020). The finaliser of
/// MurmurHash3, which the paper uses, leaves bits i and i + 33 dependent in some hashes of linear
/// functions, and other finalisers leave dependent bits for sparse differences.
#[inline]
#[must_use]
pub const fn mix(h: u64) -> u64 {
    let h = h ^ h.rotate_right(25) ^ h.rotate_right(47);
    let h = h.wrapping_mul(0x9e6c_63d0_676a_9a99);
    let h = h ^ (h >> 23) ^ (h >> 51);
    let h = h.wrapping_mul(0x9e6d_62d0_6f6a_9a9b);
    h ^ (h >> 23) ^ (h >> 51)
}

/// Mixes a hash of two words by a bijection of 128 bits. Frozen.
///
/// Given the low word l and the high word h, a is [`mix`] of l + h, and b is [`mix`] of h ⊕ a; the
/// low word of the result is a + b, the high word b. Sums are modulo 2^64. Each step has an
/// inverse, so different hashes stay different, and every collision bound still holds. Other
/// properties, such as being almost-XOR-universal, are lost. Zero stays zero. The construction is
/// this project's; that mixed hashes look random is tested (`tests/statistics.rs` of `clhash`), not
/// proved.
#[inline]
#[must_use]
pub const fn mix128([l, h]: [u64; 2]) -> [u64; 2] {
    let a = mix(l.wrapping_add(h));
    let b = mix(h ^ a);
    [a.wrapping_add(b), b]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Solves y = h ^ (h >> 23) ^ (h >> 51) for h, from the highest bits down.
    fn unshift(y: u64) -> u64 {
        (0..3).fold(y, |h, _| y ^ (h >> 23) ^ (h >> 51))
    }

    /// Computes the inverse modulo 2^64 by Newton's iteration.
    fn inverse(a: u64) -> u64 {
        (0..6).fold(a, |x, _| x.wrapping_mul(2_u64.wrapping_sub(a.wrapping_mul(x))))
    }

    /// The rotations form a unit u modulo (x + 1)^64 with u(1) = 1. So u^64 = 1, and u^63 is its
    /// inverse.
    fn unrotate(y: u64) -> u64 {
        (0..63).fold(y, |h, _| h ^ h.rotate_right(25) ^ h.rotate_right(47))
    }

    fn unmix(h: u64) -> u64 {
        let h = unshift(h).wrapping_mul(inverse(0x9e6d_62d0_6f6a_9a9b));
        unrotate(unshift(h).wrapping_mul(inverse(0x9e6c_63d0_676a_9a99)))
    }

    #[test]
    fn every_step_has_an_inverse() {
        let words = (0..1000).map(crate::seed::splitmix64);
        for h in words.chain((0..64).map(|i| 1 << i)).chain([0, !0]) {
            assert_eq!(unmix(mix(h)), h);
            assert_eq!(mix(unmix(h)), h);
        }
    }

    #[test]
    fn every_step_of_two_words_has_an_inverse() {
        let unmix128 = |[a, b]: [u64; 2]| {
            let a = a.wrapping_sub(b);
            let h = unmix(b) ^ a;
            [unmix(a).wrapping_sub(h), h]
        };
        let words =
            || (0..64).map(|i| 1 << i).chain((0..20).map(crate::seed::splitmix64)).chain([0, !0]);
        for l in words() {
            for h in words() {
                assert_eq!(unmix128(mix128([l, h])), [l, h]);
                assert_eq!(mix128(unmix128([l, h])), [l, h]);
            }
        }
    }
}
