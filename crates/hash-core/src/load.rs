//! Loads of fewer bytes than a register holds: little-endian, zero-extended. They use overlapping
//! loads instead of a loop, and never read outside the slice.

/// Loads up to 8 bytes.
#[inline]
#[must_use]
pub fn word(bytes: &[u8]) -> u64 {
    let n = bytes.len();
    debug_assert!(n <= 8);
    if let Ok(all) = bytes.try_into() { u64::from_le_bytes(all) } else { short_word(bytes) }
}

/// Loads up to 7 bytes, with one branch fewer than [`word`].
#[inline]
#[must_use]
pub fn short_word(bytes: &[u8]) -> u64 {
    let n = bytes.len();
    debug_assert!(n < 8);
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        // The last four bytes repeat 8 - n of the first.
        let last = u64::from(u32::from_le_bytes(*last)) << (8 * (n - 4));
        u64::from(u32::from_le_bytes(*first)) | last
    } else if let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) {
        let middle = u32::from(bytes[n / 2]) << (8 * (n / 2));
        u64::from(u32::from(first) | middle | u32::from(last) << (8 * (n - 1)))
    } else {
        0
    }
}

/// Loads up to 16 bytes.
#[inline]
#[must_use]
pub fn double_word(bytes: &[u8]) -> u128 {
    let n = bytes.len();
    debug_assert!(n <= 16);
    match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (Some(first), Some(last)) if n > 8 => {
            // The last eight bytes repeat 16 - n of the first.
            let last = u64::from_le_bytes(*last) >> (8 * (16 - n));
            u128::from(u64::from_le_bytes(*first)) | u128::from(last) << 64
        }
        _ => u128::from(word(bytes)),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn agree_with_zero_padding() {
        let bytes: [u8; 16] = core::array::from_fn(|i| 0xe1 + u8::try_from(i).unwrap_or(0));
        for len in 0..=16 {
            let mut padded = [0; 16];
            padded[..len].copy_from_slice(&bytes[..len]);
            let expected = u128::from_le_bytes(padded);
            assert_eq!(super::double_word(&bytes[..len]), expected, "{len} bytes");
            if len <= 8 {
                assert_eq!(u128::from(super::word(&bytes[..len])), expected, "{len} bytes");
            }
            if len < 8 {
                assert_eq!(u128::from(super::short_word(&bytes[..len])), expected, "{len} bytes");
            }
        }
    }
}
