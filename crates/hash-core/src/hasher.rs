//! The traits of streams: [`core::hash::Hasher`] and `std::io::Write`.
//!
//! `Hasher::write_u32` and the other integer writes append little-endian bytes; `usize` and `isize`
//! are written as 64 bits. So the same writes have the same hash on every machine;
//! [`Portable`](provenhash_map::Portable) says which keys write the same.

/// Defines the integer writes of a [`core::hash::Hasher`] that appends little-endian bytes. Goes
/// inside the `impl`; the argument is the method that takes bytes.
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

/// Defines the writes of signed integers, `usize` and `isize` of a [`core::hash::Hasher`] by those
/// of the unsigned integers. Goes inside the `impl`.
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

/// Defines the integer writes, except `write_u8`, of a [`core::hash::Hasher`] that appends words.
/// Goes inside the `impl`; the argument is the method that takes a word. Integers of 16 to 64 bits
/// are one word, those of 128 bits two, the lower one first.
#[macro_export]
macro_rules! integers_as_words {
    ($push:ident) => {
        #[inline]
        fn write_u16(&mut self, i: u16) {
            self.$push(i.into());
        }

        #[inline]
        fn write_u32(&mut self, i: u32) {
            self.$push(i.into());
        }

        #[inline]
        fn write_u64(&mut self, i: u64) {
            self.$push(i);
        }

        #[inline]
        fn write_u128(&mut self, i: u128) {
            self.$push(i as u64);
            self.$push((i >> 64) as u64);
        }

        $crate::integers_as_unsigned!();
    };
}

/// Implements [`core::hash::Hasher`] and `std::io::Write` for a stream with `update`. The closure
/// computes the 64 bits of `finish`.
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

/// Implements `std::io::Write` for a stream with `update` if the calling crate enables its feature
/// `std`.
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

/// Implements the traits of RustCrypto's `universal-hash` for a type with a lifetime and the fields
/// `key` and `stream`.
///
/// `new(key)` must return a hasher of the empty message, whose stream hashes concatenated blocks.
/// `$Size` is the size of a block as a constant of `universal-hash`, and the closure computes the
/// output block from the stream. The calling crate depends on `universal-hash`.
#[macro_export]
macro_rules! universal_hash {
    ($Hasher:ident, $Size:ident, |$stream:ident| $finalize:expr) => {
        const _: () = {
            use ::universal_hash::array::Array;
            use ::universal_hash::common::{BlockSizeUser, ParBlocksSizeUser, Reset};
            use ::universal_hash::consts::{U1, $Size};
            use ::universal_hash::{Block, UhfBackend, UhfClosure, UniversalHash};

            impl BlockSizeUser for $Hasher<'_> {
                type BlockSize = $Size;
            }

            impl ParBlocksSizeUser for $Hasher<'_> {
                type ParBlocksSize = U1;
            }

            impl UhfBackend for $Hasher<'_> {
                fn proc_block(&mut self, block: &Block<Self>) {
                    self.stream.update(block);
                }
            }

            impl UniversalHash for $Hasher<'_> {
                fn update_with_backend(&mut self, f: impl UhfClosure<BlockSize = $Size>) {
                    f.call(self);
                }

                /// Absorbs all blocks in one call, because they are contiguous.
                fn update(&mut self, blocks: &[Block<Self>]) {
                    self.stream.update(Array::slice_as_flattened(blocks));
                }

                fn finalize(self) -> Block<Self> {
                    let $stream = &self.stream;
                    $finalize
                }
            }

            impl Reset for $Hasher<'_> {
                fn reset(&mut self) {
                    *self = Self::new(self.key);
                }
            }
        };
    };
}
