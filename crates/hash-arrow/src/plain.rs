//! Buffers as values of one type.
#![allow(unsafe_code, reason = "reads bytes as integers and floats")]

use alloc::borrow::Cow;

/// Types of which all bytes are values.
///
/// # Safety
/// A type has no padding, and each of its bit patterns is a value.
pub(crate) unsafe trait Plain: Copy {
    /// Reads a value from as many bytes as it has.
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! plain {
    ($($type:ty),*) => {$(
        // SAFETY: integers and floats have neither padding nor invalid bit patterns.
        unsafe impl Plain for $type {
            fn read(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or(Self::default(), |bytes| Self::from_ne_bytes(*bytes))
            }
        }
    )*};
}
plain!(i8, i16, i32, i64, i128, u8, u16, u32, u64, f32, f64);

// SAFETY: an array of bytes is as its bytes.
unsafe impl Plain for [u8; 32] {
    fn read(bytes: &[u8]) -> Self {
        bytes.first_chunk().copied().unwrap_or_default()
    }
}

/// Returns the values in a buffer, without a copy if they are aligned in memory. Bytes at the end
/// that are not a whole value are left out.
pub(crate) fn values<T: Plain>(bytes: &[u8]) -> Cow<'_, [T]> {
    let bytes = &bytes[..bytes.len() - bytes.len() % size_of::<T>()];
    // SAFETY: every bit pattern of a `Plain` type is a value.
    let (before, values, after) = unsafe { bytes.align_to::<T>() };
    if before.is_empty() && after.is_empty() {
        Cow::Borrowed(values)
    } else {
        bytes.chunks_exact(size_of::<T>()).map(T::read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::values;
    use alloc::borrow::Cow;

    #[test]
    fn buffers_of_any_alignment_have_the_same_values() {
        let numbers: [u64; 4] = [u64::MAX, 1 << 40, 0, 7];
        let mut bytes = [0; 40];
        let aligned = values::<u64>(&bytes).as_ref().len();
        assert_eq!(aligned, 5);
        for start in 0..8 {
            for (i, number) in numbers.iter().enumerate() {
                bytes[start + 8 * i..][..8].copy_from_slice(&number.to_ne_bytes());
            }
            let found = values::<u64>(&bytes[start..start + 32 + start % 2]);
            assert_eq!(*found, numbers);
            // On some targets a word of 64 bits needs an alignment of 4 bytes only.
            let is_aligned = bytes[start..].as_ptr().addr().is_multiple_of(align_of::<u64>());
            assert_eq!(matches!(found, Cow::Borrowed(_)), is_aligned);
        }
    }
}
