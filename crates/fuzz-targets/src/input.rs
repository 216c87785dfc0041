//! The structured input of all targets: how the bytes of a fuzzer are decoded.

use arbitrary::{Arbitrary, Result, Unstructured};
use core::hash::Hasher;
use hash_core::backend::Token;
use testkit::message::splitmix64_bytes;

/// A compact description of a long string of bytes.
#[derive(Arbitrary, Clone, Debug)]
pub enum Material {
    /// The stream of splitmix64 from this state.
    Noise(u64),
    /// One byte, repeated.
    Repeat(u8),
    /// Some bytes, repeated.
    Cycle(Vec<u8>),
    /// Some bytes, then zeros.
    Padded(Vec<u8>),
}

impl Material {
    /// Returns the first `len` bytes.
    #[must_use]
    pub fn bytes(&self, len: usize) -> Vec<u8> {
        match self {
            Self::Noise(seed) => splitmix64_bytes(*seed, len),
            Self::Repeat(byte) => vec![*byte; len],
            Self::Cycle(bytes) if !bytes.is_empty() => {
                bytes.iter().copied().cycle().take(len).collect()
            }
            Self::Cycle(bytes) | Self::Padded(bytes) => {
                bytes.iter().copied().chain(core::iter::repeat(0)).take(len).collect()
            }
        }
    }
}

/// A number that is often small and sometimes near the edge of a block.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Length {
    /// Up to 255.
    Short(u8),
    /// A number of blocks, and a distance from their end.
    Blocks(u8, i8),
    /// Any number.
    Any(u16),
}

impl Length {
    /// Returns the number, reduced to at most `most`.
    #[must_use]
    pub fn up_to(self, most: usize, block: usize) -> usize {
        let length = match self {
            Self::Short(length) => length.into(),
            Self::Blocks(blocks, distance) => {
                (usize::from(blocks) * block).saturating_add_signed(distance.into())
            }
            Self::Any(length) => length.into(),
        };
        length % (most + 1)
    }
}

/// Reads a message of at most `most` bytes.
///
/// # Errors
/// If the input of the fuzzer cannot be read.
pub fn message(u: &mut Unstructured<'_>, most: usize, block: usize) -> Result<Vec<u8>> {
    let length: Length = u.arbitrary()?;
    let material: Material = u.arbitrary()?;
    Ok(material.bytes(length.up_to(most, block)))
}

/// Chooses a backend of this machine.
///
/// # Errors
/// If the input of the fuzzer cannot be read.
pub fn any_backend<B: Token>(u: &mut Unstructured<'_>) -> Result<B> {
    let available: Vec<B> = B::available().collect();
    let chosen: u8 = u.arbitrary()?;
    Ok(available[usize::from(chosen) % available.len()])
}

/// Bytes at a chosen offset in an allocation that ends with them, so that `AddressSanitizer`
/// detects a read past the end.
#[derive(Debug)]
pub struct Placed {
    room: Box<[u8]>,
    start: usize,
}

impl Placed {
    /// Copies the bytes to the offset `distance % 64`.
    #[must_use]
    pub fn new(bytes: &[u8], distance: u8) -> Self {
        let start = usize::from(distance % 64);
        let mut room = vec![0xa5; start + bytes.len()].into_boxed_slice();
        room[start..].copy_from_slice(bytes);
        Self { room, start }
    }

    /// Returns the bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.room[self.start..]
    }
}

/// One write to a [`Hasher`].
#[derive(Arbitrary, Clone, Debug)]
pub enum Write {
    /// `write_u8`, and so on.
    U8(u8),
    /// 16 bits.
    U16(u16),
    /// 32 bits.
    U32(u32),
    /// 64 bits.
    U64(u64),
    /// 128 bits.
    U128(u128),
    /// A `usize`, of 64 bits.
    Usize(u32),
    /// 8 bits, signed.
    I8(i8),
    /// 16 bits, signed.
    I16(i16),
    /// 32 bits, signed.
    I32(i32),
    /// 64 bits, signed.
    I64(i64),
    /// 128 bits, signed.
    I128(i128),
    /// An `isize`, of 64 bits.
    Isize(i32),
    /// A slice.
    Slice(Vec<u8>),
    /// A slice of any length.
    Long(Length, Material),
}

impl Write {
    fn slice(&self) -> Option<Vec<u8>> {
        match self {
            Self::Slice(bytes) => Some(bytes.clone()),
            Self::Long(length, material) => Some(material.bytes(length.up_to(1500, 112))),
            _ => None,
        }
    }

    /// Performs the write.
    pub fn write(&self, hasher: &mut impl Hasher) {
        match self {
            Self::U8(i) => hasher.write_u8(*i),
            Self::U16(i) => hasher.write_u16(*i),
            Self::U32(i) => hasher.write_u32(*i),
            Self::U64(i) => hasher.write_u64(*i),
            Self::U128(i) => hasher.write_u128(*i),
            Self::Usize(i) => hasher.write_usize(*i as usize),
            Self::I8(i) => hasher.write_i8(*i),
            Self::I16(i) => hasher.write_i16(*i),
            Self::I32(i) => hasher.write_i32(*i),
            Self::I64(i) => hasher.write_i64(*i),
            Self::I128(i) => hasher.write_i128(*i),
            Self::Isize(i) => hasher.write_isize(*i as isize),
            Self::Slice(bytes) => hasher.write(bytes),
            Self::Long(..) => hasher.write(&self.slice().unwrap_or_default()),
        }
    }

    /// Returns the write in the form of the map reference: an integer with its width, or a slice.
    #[must_use]
    pub fn plain(&self) -> reference::map::Write {
        let integer = |i: u128, bits: u32| reference::map::Write::Integer(i, bits);
        match self {
            Self::U8(i) => integer((*i).into(), 8),
            Self::U16(i) => integer((*i).into(), 16),
            Self::U32(i) => integer((*i).into(), 32),
            Self::U64(i) => integer((*i).into(), 64),
            Self::U128(i) => integer(*i, 128),
            Self::Usize(i) => integer((*i).into(), 64),
            Self::I8(i) => integer(i.cast_unsigned().into(), 8),
            Self::I16(i) => integer(i.cast_unsigned().into(), 16),
            Self::I32(i) => integer(i.cast_unsigned().into(), 32),
            Self::I64(i) => integer(i.cast_unsigned().into(), 64),
            Self::I128(i) => integer(i.cast_unsigned(), 128),
            Self::Isize(i) => integer(i64::from(*i).cast_unsigned().into(), 64),
            Self::Slice(_) | Self::Long(..) => {
                reference::map::Write::Slice(self.slice().unwrap_or_default())
            }
        }
    }

    /// Returns the bytes that a stream appends for this write.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        match self.plain() {
            reference::map::Write::Integer(i, bits) => i.to_le_bytes()[..bits as usize / 8].into(),
            reference::map::Write::Slice(bytes) => bytes,
        }
    }
}

/// An offset of a column: usually valid, sometimes any number.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Offset {
    /// Up to 255 bytes after the previous one.
    Next(u8),
    /// The same as the previous one.
    Same,
    /// Up to 65,535 bytes after the previous one.
    Far(u16),
    /// Any number.
    Any(i64),
}

/// Returns the offsets as numbers.
#[must_use]
pub fn offsets(offsets: &[Offset]) -> Vec<i64> {
    let mut last = 0_i64;
    let number = |offset: &Offset| {
        last = match offset {
            Offset::Next(by) => last.wrapping_add((*by).into()),
            Offset::Same => last,
            Offset::Far(by) => last.wrapping_add((*by).into()),
            Offset::Any(number) => *number,
        };
        last
    };
    offsets.iter().map(number).collect()
}
