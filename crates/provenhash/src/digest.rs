//! The value of a hash function.

use core::fmt;
use core::hint::black_box;
use hash_core::TagError;

/// A hash or a tag of up to 32 bytes.
///
/// A digest has the words of the hash in order, each with its most significant byte first, so the
/// digits of a hash of 64 bits are those of the number. Functions whose authors publish bytes
/// (SipHash-128, GHASH, POLYVAL, MD5, VMAC) keep their order. `{:x}` and `{}` print the digits. A
/// [tag](crate::Key::tag) has the [published bytes](crate::Algorithm::published_bytes).
///
/// Comparing two digests takes the same time wherever they differ, so `==` may check a tag. The
/// number of bytes is not secret.
#[derive(Clone, Copy, Eq)]
pub struct Digest {
    /// Zeros follow the digest.
    bytes: [u8; Self::MAX_BYTES],
    len: u8,
}

impl Digest {
    /// The length of the longest digest in bytes.
    pub const MAX_BYTES: usize = 32;

    /// Makes a digest of these bytes, of which there may be 32.
    #[must_use]
    pub fn from_bytes(from: &[u8]) -> Option<Self> {
        let mut bytes = [0; Self::MAX_BYTES];
        bytes.get_mut(..from.len())?.copy_from_slice(from);
        u8::try_from(from.len()).ok().map(|len| Self { bytes, len })
    }

    /// Makes a digest of N bytes.
    #[inline]
    pub(crate) fn of<const N: usize>(from: [u8; N]) -> Self {
        const { assert!(N <= Self::MAX_BYTES, "a digest has at most 32 bytes") };
        Self::written(N, |bytes| bytes.copy_from_slice(&from))
    }

    /// Makes a digest of `len` bytes, at most 32, which `write` writes.
    #[inline]
    pub(crate) fn written(len: usize, write: impl FnOnce(&mut [u8])) -> Self {
        let mut bytes = [0; Self::MAX_BYTES];
        write(&mut bytes[..len]);
        #[expect(clippy::cast_possible_truncation, reason = "at most 32")]
        Self { bytes, len: len as u8 }
    }

    /// Checks that these are the bytes of the digest, as [`==`](PartialEq) of digests does.
    pub(crate) fn check(&self, tag: &[u8]) -> Result<(), TagError> {
        if Self::from_bytes(tag).as_ref() == Some(self) { Ok(()) } else { Err(TagError) }
    }

    /// Returns the bytes in the order of the digits.
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    /// Returns the number of bits.
    #[must_use]
    pub const fn bits(&self) -> usize {
        8 * self.len as usize
    }

    /// Returns the first bits, a multiple of 8, or the whole digest if it is not longer.
    #[must_use]
    pub fn first(mut self, bits: usize) -> Self {
        self.len = self.len.min(u8::try_from(bits / 8).unwrap_or(u8::MAX));
        self.bytes[usize::from(self.len)..].fill(0);
        self
    }

    /// Returns the digest with each group of `bytes` bytes, of which it has a whole number,
    /// reversed.
    pub(crate) fn reversed(mut self, bytes: usize) -> Self {
        self.bytes[..usize::from(self.len)].chunks_mut(bytes).for_each(<[u8]>::reverse);
        self
    }

    /// Returns the number whose digits these are, if there are at most 64 bits.
    #[inline]
    #[must_use]
    pub const fn to_u64(&self) -> Option<u64> {
        if self.len <= 8 { Some(self.first_u64()) } else { None }
    }

    /// Returns the number whose digits are the first 64 bits, or the whole digest if it is not
    /// longer.
    #[inline]
    #[must_use]
    pub const fn first_u64(&self) -> u64 {
        let [first, ..] = self.bytes.as_chunks().0 else { unreachable!() };
        // Zeros follow the digest.
        let unused = 64_u32.saturating_sub(8 * self.len as u32);
        match u64::from_be_bytes(*first).checked_shr(unused) {
            Some(number) => number,
            None => 0,
        }
    }
}

impl PartialEq for Digest {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        // Hidden from the compiler, or it may stop at the first byte that differs.
        let [ours, theirs] = [self, other].map(|digest| digest.bytes.as_chunks::<8>().0);
        let difference = ours.iter().zip(theirs).fold(0, |difference, (a, b)| {
            black_box(difference | (u64::from_ne_bytes(*a) ^ u64::from_ne_bytes(*b)))
        });
        self.len == other.len && difference == 0
    }
}

impl AsRef<[u8]> for Digest {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl fmt::LowerHex for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(self, f)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self:x})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_and_the_length_count() {
        for len in 0..=Digest::MAX_BYTES {
            let bytes: Vec<u8> = (1..=32).take(len).collect();
            let digest = Digest::from_bytes(&bytes).expect("a digest");
            assert_eq!((digest.as_bytes(), digest.bits()), (&*bytes, 8 * len));
            for bits in [256, 8 * 256, usize::MAX] {
                assert_eq!(digest, digest.first(bits));
            }
            for bit in 0..8 * len {
                let mut other = bytes.clone();
                other[bit / 8] ^= 1 << (bit % 8);
                assert_ne!(digest, Digest::from_bytes(&other).expect("a digest"), "bit {bit}");
            }
            for shorter in 0..len {
                let first = Digest::from_bytes(&bytes[..shorter]).expect("a digest");
                assert_eq!(digest.first(8 * shorter), first);
                assert_ne!(digest, first);
            }
            assert_eq!(digest.to_u64().is_some(), len <= 8);
        }
        assert!(Digest::from_bytes(&[0; 33]).is_none());
        let zeros = Digest::from_bytes(&[0; 2]).expect("a digest");
        assert_ne!(zeros, zeros.first(8), "zeros count");
    }

    #[test]
    fn digits() {
        let digest = Digest::of(0x0123_4567_89ab_cdef_u64.to_be_bytes());
        assert_eq!(format!("{digest} {digest:?}"), "0123456789abcdef Digest(0123456789abcdef)");
        assert_eq!(digest.to_u64(), Some(0x0123_4567_89ab_cdef));
        assert_eq!(digest.first(16).to_u64(), Some(0x0123));
        assert_eq!(digest.first(0).to_u64(), Some(0));
        let long = Digest::of([1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!((long.to_u64(), long.first_u64()), (None, 0x0102_0304_0506_0708));
    }
}
