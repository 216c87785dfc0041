//! Functions that the models of several instructions share.

use iced_x86::{EncodingKind, Instruction, Mnemonic, OpKind, Register};

use super::sources;
use crate::domain::{Digits, Domain, Write, all_known, known};
use crate::execution::{Execution, Place, Result};

/// Cuts digits to a number of bytes, or extends them with zeros.
pub fn resized<D: Domain>(mut digits: Digits<D>, bytes: usize) -> Digits<D> {
    digits.truncate(D::DIGITS * bytes);
    digits.extend(known::<D>(0, bytes - digits.len() / D::DIGITS));
    digits
}

/// Extends the digits of a vector register with zeros, as instructions with VEX do.
pub fn widened<D: Domain>(digits: Digits<D>) -> Digits<D> {
    resized::<D>(digits, 64)
}

/// Takes a register's words of `size` digits from `b` where `from_b` says so, otherwise from `a`.
pub fn choose<T: Clone>(a: &[T], b: &[T], size: usize, from_b: impl Fn(usize) -> bool) -> Vec<T> {
    let words = a.chunks(size).zip(b.chunks(size)).enumerate();
    words.flat_map(|(n, (a, b))| if from_b(n) { b } else { a }.to_vec()).collect()
}

/// Writes to operand 0, a vector register or memory, under the mask of the instruction, whose
/// elements have this many bytes.
pub fn vector<D: Domain>(
    x: &mut Execution<D>,
    i: &Instruction,
    mut bits: Digits<D>,
    element: usize,
) -> Result<Vec<Write<D>>> {
    let (place, _) = x.place(i, 0)?;
    if i.op_mask() != Register::None {
        let mask = x.mask(i.op_mask())?;
        let old = if i.zeroing_masking() {
            known::<D>(0, bits.len() / D::DIGITS)
        } else {
            x.read(place, (bits.len() / D::DIGITS) as u64)?
        };
        bits = choose(&old, &bits, D::DIGITS * element, |n| mask >> n & 1 == 1);
    }
    if matches!(place, Place::Vector(_)) && i.encoding() != EncodingKind::Legacy {
        bits = widened::<D>(bits);
    }
    Ok(vec![(place, bits)])
}

/// Writes to operand 0, a general-purpose register or memory.
pub fn general<D: Domain>(
    x: &Execution<D>,
    i: &Instruction,
    bits: Digits<D>,
) -> Result<Vec<Write<D>>> {
    let (place, len) = x.place(i, 0)?;
    let written = if matches!(place, Place::General(_)) && len == 4 { 8 } else { len as usize };
    Ok(vec![(place, resized::<D>(resized::<D>(bits, len as usize), written))])
}

/// Copies a whole vector. Memory is not read where the mask has no bit.
pub fn copy<D: Domain>(
    x: &mut Execution<D>,
    i: &Instruction,
    element: usize,
) -> Result<Vec<Write<D>>> {
    let len = if i.op0_kind() == OpKind::Register {
        i.op0_register().size()
    } else {
        i.op1_register().size()
    };
    if i.op_mask() == Register::None || i.op1_kind() == OpKind::Register {
        let bits = x.operand(i, 1, len as u64)?;
        return vector(x, i, bits, element);
    }
    let (mask, (place, _)) = (x.mask(i.op_mask())?, x.place(i, 1)?);
    let mut bits = Vec::new();
    for n in 0..len / element {
        if mask >> n & 1 == 1 {
            bits.extend(x.read(place.plus((n * element) as u64), element as u64)?);
        } else {
            bits.extend(known::<D>(0, element));
        }
    }
    vector(x, i, bits, element)
}

/// Loads the elements of this many bytes whose masks in operand 1 have the top bit set, and reads
/// no others.
pub fn masked_load<D: Domain>(
    x: &mut Execution<D>,
    i: &Instruction,
    element: usize,
) -> Result<Vec<Write<D>>> {
    let len = i.op0_register().size();
    let (masks, (place, _)) = (x.operand(i, 1, len as u64)?, x.place(i, 2)?);
    let mut bits = Vec::new();
    for (n, mask) in masks.chunks(D::DIGITS * element).enumerate() {
        if all_known::<D>(mask)? >> (8 * element - 1) & 1 == 1 {
            bits.extend(x.read(place.plus((n * element) as u64), element as u64)?);
        } else {
            bits.extend(known::<D>(0, element));
        }
    }
    vector(x, i, bits, 16)
}

/// Copies a word between registers of both kinds and memory. The rest of a vector register becomes
/// zero.
pub fn narrow_copy<D: Domain>(
    x: &mut Execution<D>,
    i: &Instruction,
    bits: Digits<D>,
) -> Result<Vec<Write<D>>> {
    if i.op0_register().is_vector_register() {
        vector(x, i, resized::<D>(bits, 16), 16)
    } else {
        general(x, i, bits)
    }
}

pub fn move_general<D: Domain>(x: &mut Execution<D>, i: &Instruction) -> Result<Vec<Write<D>>> {
    let stack = x.stack();
    match i.mnemonic() {
        Mnemonic::Push => {
            let bits = x.operand(i, 0, 8)?;
            Ok(vec![(Place::Memory(stack.wrapping_sub(8)), bits)])
        }
        Mnemonic::Pop => {
            let bits = x.read(Place::Memory(stack), 8)?;
            general(x, i, bits)
        }
        Mnemonic::Movsb | Mnemonic::Movsd | Mnemonic::Movsq => {
            let (source, len) = x.place(i, 1)?;
            let bits = x.read(source, len)?;
            Ok(vec![(x.place(i, 0)?.0, bits)])
        }
        mnemonic => {
            let (source, len) = x.place(i, 1)?;
            let bits = x.read(source, len)?;
            general(
                x,
                i,
                if mnemonic == Mnemonic::Movbe { reversed_bytes::<D>(&bits) } else { bits },
            )
        }
    }
}

pub fn reversed_bytes<D: Domain>(digits: &[D::Digit]) -> Digits<D> {
    digits.chunks(D::DIGITS).rev().flatten().cloned().collect()
}

/// Selects quarters, the first two from `a` and the last two from `b`, by two bits each.
pub fn select_words<T: Clone>(a: &[T], b: &[T], select: u8) -> Vec<T> {
    let size = a.len() / 4;
    let words = [a, a, b, b].into_iter().enumerate();
    words
        .flat_map(|(n, source)| source[size * (select as usize >> (2 * n) & 3)..][..size].to_vec())
        .collect()
}

/// Takes words of `size` bytes alternately from the lower or upper halves of each lane of both
/// sources.
pub fn interleave<D: Domain>(
    x: &mut Execution<D>,
    i: &Instruction,
    width: u64,
    size: usize,
    upper: bool,
) -> Result<Vec<Write<D>>> {
    let ((a, b), lane) = (sources(i), 16 * D::DIGITS);
    let (first, second) = (x.operand(i, a, width)?, x.operand(i, b, width)?);
    let mut digits = Vec::with_capacity(first.len());
    for (first, second) in first.chunks(lane).zip(second.chunks(lane)) {
        let half =
            |source: &[D::Digit]| source[if upper { lane / 2 } else { 0 }..][..lane / 2].to_vec();
        let (first, second) = (half(first), half(second));
        let words = first.chunks(size * D::DIGITS).zip(second.chunks(size * D::DIGITS));
        digits.extend(words.flat_map(|(f, s)| [f, s].concat()));
    }
    vector(x, i, digits, size)
}

/// Takes words of `size` bytes from both sources.
pub fn blend<D: Domain>(
    x: &mut Execution<D>,
    i: &Instruction,
    (a, b): (u32, u32),
    width: u64,
    size: usize,
) -> Result<Vec<Write<D>>> {
    let (first, second) = (x.operand(i, a, width)?, x.operand(i, b, width)?);
    // Words of 16 bits use the same eight bits in each lane.
    let bits = choose(&first, &second, size * D::DIGITS, |n| i.immediate8() >> (n % 8) & 1 == 1);
    vector(x, i, bits, 16)
}

pub fn insert<D: Domain>(
    x: &mut Execution<D>,
    i: &Instruction,
    width: u64,
    len: u64,
) -> Result<Vec<Write<D>>> {
    let (mut bits, part) = (x.operand(i, 1, width)?, x.operand(i, 2, len)?);
    let at = part.len() * (i.immediate8() as usize % (width / len) as usize);
    bits[at..at + part.len()].clone_from_slice(&part);
    vector(x, i, bits, 8)
}

pub fn extract<D: Domain>(
    x: &mut Execution<D>,
    i: &Instruction,
    len: usize,
) -> Result<Vec<Write<D>>> {
    let width = i.op1_register().size();
    let bits = x.operand(i, 1, width as u64)?;
    let at = D::DIGITS * len * (i.immediate8() as usize % (width / len));
    vector(x, i, bits[at..at + D::DIGITS * len].to_vec(), 8)
}

/// Returns by how many bits an instruction shifts or rotates a general-purpose register: its last
/// operand, or one.
pub fn shift_count<D: Domain>(x: &mut Execution<D>, i: &Instruction) -> Result<usize> {
    let by = match i.op_count() {
        1 => known::<D>(1, 1),
        count => x.operand(i, count - 1, 1)?,
    };
    Ok(all_known::<D>(&by)? as usize & if x.place(i, 0)?.1 == 8 { 63 } else { 31 })
}

/// Shifts digits by a number of digits.
pub fn shift<D: Domain>(bits: &[D::Digit], by: usize, left: bool) -> Digits<D> {
    let n = bits.len();
    let by = by.min(n);
    let zeros = known::<D>(0, by.div_ceil(D::DIGITS))[..by].to_vec();
    if left {
        [zeros, bits[..n - by].to_vec()].concat()
    } else {
        [bits[by..].to_vec(), zeros].concat()
    }
}
