//! The traits of streams: [`core::hash::Hasher`] and `std::io::Write`.
//!
//! The rule of the family for integers: `Hasher::write_u32` and its kin append the little-endian
//! bytes, `usize` and `isize` as 64 bits. So the value of a key of a map is the same on every
//! machine.

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

/// The writes of signed integers, `usize` and `isize` of a [`core::hash::Hasher`] that defines
/// those of unsigned ones, inside its `impl`.
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

/// The integer writes, except `write_u8`, of a [`core::hash::Hasher`] that appends words, inside
/// its `impl`, with the method that takes a word: integers of 16 to 64 bits are one word, those of
/// 128 bits two, the lower one first.
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

/// [`core::hash::Hasher`] for a stream with `update` and with a `finalize` of 64 bits (or the
/// closure given), and `std::io::Write`.
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

/// The traits of RustCrypto's `universal-hash` for a type with a lifetime and the fields `key` and
/// `stream`, whose `new(key)` has seen nothing and whose stream hashes concatenated blocks. `$Size`
/// is the size of the blocks among the constants of `universal-hash`; the closure makes a block of
/// the stream. The calling crate depends on `universal-hash`.
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

                /// Takes all blocks at once, as they lie one after the other.
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
