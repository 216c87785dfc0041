//! The traits of streams: [`core::hash::Hasher`] and `std::io::Write`.
//!
//! The rule of the family for integers: `Hasher::write_u32` and its kin append the little-endian bytes,
//! `usize` and `isize` as 64 bits. So the value of a key of a map is the same on every machine.

/// The integer writes of a [`core::hash::Hasher`] that appends little-endian bytes, inside its
/// `impl`, with the method that takes bytes.
#[macro_export]
macro_rules! integers_as_bytes {
    ($update:ident) => {
        $crate::integers_as_bytes! { @ $update
            write_u8(u8) write_u16(u16) write_u32(u32) write_u64(u64) write_u128(u128)
        }
        $crate::integers_as_unsigned!();
    };
    (@ $update:ident $($write:ident($integer:ty))*) => {
        $(#[inline]
        fn $write(&mut self, i: $integer) {
            self.$update(&i.to_le_bytes());
        })*
    };
}

/// The writes of signed integers, `usize` and `isize` of a [`core::hash::Hasher`] that defines those of
/// unsigned ones, inside its `impl`.
#[macro_export]
macro_rules! integers_as_unsigned {
    () => {
        $crate::integers_as_unsigned! { @
            write_i8(i8) => write_u8; write_i16(i16) => write_u16; write_i32(i32) => write_u32;
            write_i64(i64) => write_u64; write_i128(i128) => write_u128;
        }

        #[inline(always)]
        fn write_usize(&mut self, i: usize) {
            self.write_u64(i as u64);
        }

        #[inline(always)]
        fn write_isize(&mut self, i: isize) {
            self.write_i64(i as i64);
        }
    };
    (@ $($signed:ident($integer:ty) => $unsigned:ident;)*) => {
        $(#[inline(always)]
        fn $signed(&mut self, i: $integer) {
            self.$unsigned(i.cast_unsigned());
        })*
    };
}

/// [`core::hash::Hasher`] for a stream with `update` and with a `finalize` of 64 bits (or the closure
/// given), and `std::io::Write`.
#[macro_export]
macro_rules! stream_traits {
    (impl[$($generics:tt)*] $Stream:ty, |$self:ident| $finish:expr) => {
        impl<$($generics)*> ::core::hash::Hasher for $Stream {
            #[inline]
            fn write(&mut self, bytes: &[u8]) {
                self.update(bytes);
            }

            $crate::integers_as_bytes!(update);

            #[inline]
            fn finish(&self) -> u64 {
                let $self = self;
                $finish
            }
        }

        $crate::io_write!(impl[$($generics)*] $Stream);
    };
}

/// `std::io::Write` for a stream with `update`, if the calling crate has its feature `std`.
#[macro_export]
macro_rules! io_write {
    (impl[$($generics:tt)*] $Stream:ty) => {
        #[cfg(feature = "std")]
        impl<$($generics)*> std::io::Write for $Stream {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                self.update(bytes);
                Ok(bytes.len())
            }

            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
    };
}
