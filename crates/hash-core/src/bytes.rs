//! The published bytes of hashes.

/// A hash of words or bytes, with its published bytes.
///
/// Functions return words, because tables and arithmetic take words. The published bytes of a hash
/// are its words, the lowest first, each with its least significant byte first; a hash of bytes is
/// its published bytes. So a hash of two words is the number
/// `u128::from_le_bytes(hash.to_bytes())`.
///
/// ```
/// use hash_core::ToBytes;
/// assert_eq!(0x0807_0605_0403_0201_u64.to_bytes(), [1, 2, 3, 4, 5, 6, 7, 8]);
/// assert_eq!(u128::from_le_bytes([5_u64, 1].to_bytes()), (1 << 64) + 5);
/// ```
pub trait ToBytes {
    /// An array of as many bytes as the hash has.
    type Bytes;

    /// Returns the published bytes.
    fn to_bytes(self) -> Self::Bytes;
}

macro_rules! to_bytes {
    ($($Hash:ty: $bytes:literal, |$hash:ident| $words:expr;)*) => {
        $(impl ToBytes for $Hash {
            type Bytes = [u8; $bytes];

            #[inline]
            fn to_bytes(self) -> [u8; $bytes] {
                let mut bytes = [0; $bytes];
                let $hash = self;
                for (place, word) in bytes.chunks_exact_mut($bytes / $words.len()).zip($words) {
                    place.copy_from_slice(&word.to_le_bytes());
                }
                bytes
            }
        })*
    };
}

to_bytes! {
    u32: 4, |hash| [hash];
    u64: 8, |hash| [hash];
    [u16; 4]: 8, |hash| hash;
    [u32; 1]: 4, |hash| hash;
    [u32; 2]: 8, |hash| hash;
    [u64; 2]: 16, |hash| hash;
    [u64; 4]: 32, |hash| hash;
    [u8; 16]: 16, |hash| hash;
}
