//! What models of several instructions share.

use iced_x86::{EncodingKind, Instruction, Mnemonic, OpKind, Register};

use crate::execution::{Execution, Place, Result, Write, place_of};
use crate::form::{Bits, Form, known, value, xor};

pub fn all_known(bits: &[Form]) -> Result<u128> {
    if bits.iter().any(|bit| bit.known().is_none()) {
        return Err("a number of bits or bytes depends on the message or the key".into());
    }
    Ok(value(bits))
}

pub fn and(a: &Form, b: &Form) -> Result<Form> {
    a.and(b).ok_or_else(|| "a conjunction of two bits that are not known".into())
}

pub fn or(a: &Form, b: &Form) -> Result<Form> {
    Ok(and(&a.not(), &b.not())?.not())
}

/// Extends the bits of a vector register with zeros, as instructions with VEX do.
pub fn widened(mut bits: Bits) -> Bits {
    bits.resize(512, Form::ZERO);
    bits
}

/// Takes a register's words of `size` bits from `b` where `from_b` says so, otherwise from `a`.
pub fn choose(a: &[Form], b: &[Form], size: usize, from_b: impl Fn(usize) -> bool) -> Bits {
    let words = a.chunks(size).zip(b.chunks(size)).enumerate();
    words.flat_map(|(n, (a, b))| if from_b(n) { b } else { a }.to_vec()).collect()
}

/// Writes to operand 0, a vector register or memory, under the mask of the instruction, whose elements have
/// this many bytes.
pub fn vector(
    x: &mut Execution,
    i: &Instruction,
    mut bits: Bits,
    element: usize,
) -> Result<Vec<Write>> {
    let (place, _) = x.place(i, 0)?;
    if i.op_mask() != Register::None {
        let mask = x.mask(i.op_mask())?;
        let old = if i.zeroing_masking() {
            known(0, bits.len())
        } else {
            x.read(place, bits.len() as u64 / 8)?
        };
        bits = choose(&old, &bits, 8 * element, |n| mask >> n & 1 == 1);
    }
    if matches!(place, Place::Vector(_)) && i.encoding() != EncodingKind::Legacy {
        bits = widened(bits);
    }
    Ok(vec![(place, bits)])
}

/// Writes to operand 0, a general-purpose register or memory.
pub fn general(x: &Execution, i: &Instruction, mut bits: Bits) -> Result<Vec<Write>> {
    let (place, len) = x.place(i, 0)?;
    bits.resize(8 * len as usize, Form::ZERO);
    if matches!(place, Place::General(_)) && len == 4 {
        bits.resize(64, Form::ZERO);
    }
    Ok(vec![(place, bits)])
}

/// Copies a whole vector. Memory is not read where the mask has no bit.
pub fn copy(x: &mut Execution, i: &Instruction, element: usize) -> Result<Vec<Write>> {
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
            bits.extend(known(0, 8 * element));
        }
    }
    vector(x, i, bits, element)
}

/// Copies a word between registers of both kinds and memory. The rest of a vector register becomes zero.
pub fn narrow_copy(x: &mut Execution, i: &Instruction, mut bits: Bits) -> Result<Vec<Write>> {
    if i.op0_register().is_vector_register() {
        bits.resize(128, Form::ZERO);
        vector(x, i, bits, 16)
    } else {
        general(x, i, bits)
    }
}

pub fn move_general(x: &mut Execution, i: &Instruction) -> Result<Vec<Write>> {
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
            general(x, i, if mnemonic == Mnemonic::Movbe { reversed_bytes(&bits) } else { bits })
        }
    }
}

pub fn reversed_bytes(bits: &[Form]) -> Bits {
    bits.chunks(8).rev().flatten().cloned().collect()
}

pub fn binary(
    x: &mut Execution,
    i: &Instruction,
    a: u32,
    b: u32,
    width: u64,
    element: usize,
    function: impl Fn(&Form, &Form) -> Result<Form>,
) -> Result<Vec<Write>> {
    let (first, second) = (x.operand(i, a, width)?, x.operand(i, b, width)?);
    let bits = first.iter().zip(&second).map(|(a, b)| function(a, b)).collect::<Result<_>>()?;
    vector(x, i, bits, element)
}

/// Computes any function of three bits that is linear in the unknown ones.
pub fn ternary(
    x: &mut Execution,
    i: &Instruction,
    width: u64,
    element: usize,
) -> Result<Vec<Write>> {
    let table = i.immediate8();
    let operands = [x.operand(i, 0, width)?, x.operand(i, 1, width)?, x.operand(i, 2, width)?];
    let mut bits = Vec::with_capacity(operands[0].len());
    for ((first, second), third) in operands[0].iter().zip(&operands[1]).zip(&operands[2]) {
        let arguments = [first, second, third];
        bits.push(of_table(&arguments, |index| {
            // The first operand is the highest bit of the index.
            let index = (index & 1) << 2 | index & 2 | index >> 2;
            table >> index & 1 == 1
        })?);
    }
    vector(x, i, bits, element)
}

/// Returns the function of bits that is given by its values, if it is affine in those that are not known. Bit
/// n of the index is argument n.
pub fn of_table(arguments: &[&Form], table: impl Fn(usize) -> bool) -> Result<Form> {
    let base = arguments.iter().enumerate().filter(|(_, bit)| bit.known() == Some(true));
    let base = base.fold(0, |index, (n, _)| index | 1 << n);
    let unknown: Vec<_> =
        (0..arguments.len()).filter(|n| arguments[*n].known().is_none()).collect();
    let slope = |n: usize| table(base) ^ table(base | 1 << n);
    for subset in 0..1_usize << unknown.len() {
        let chosen = unknown.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
        let (index, sum) = chosen
            .fold((base, table(base)), |(index, sum), (_, n)| (index | 1 << n, sum ^ slope(*n)));
        if table(index) != sum {
            return Err("a function that is not linear".into());
        }
    }
    let terms = unknown.iter().filter(|n| slope(**n));
    Ok(terms.fold(Form::constant(table(base)), |sum, n| sum.xor(arguments[*n])))
}

/// Selects bytes of a lane: those with known indices, or entries of a known table that is linear in the index.
pub fn shuffle(table: &[Form], indices: &[Form]) -> Result<Bits> {
    let mut bits = Vec::with_capacity(128);
    for index in indices.chunks(8) {
        if index.iter().all(|bit| bit.known().is_some()) {
            let index = value(index) as usize;
            let byte = &table[8 * (index % 16)..][..8];
            bits.extend(if index >= 128 { known(0, 8) } else { byte.to_vec() });
            continue;
        }
        let zero = index[7].known().ok_or("the top bit of an index is not known")?;
        let arguments: Vec<_> = index[..4].iter().collect();
        for bit in 0..8 {
            let entries: Vec<_> = (0..16).map(|entry| table[8 * entry + bit].known()).collect();
            if entries.iter().any(Option::is_none) {
                return Err("neither the table of a shuffle nor its index is known".into());
            }
            let entry = of_table(&arguments, |index| entries[index] == Some(true))?;
            bits.push(if zero { Form::ZERO } else { entry });
        }
    }
    Ok(bits)
}

/// Selects words of `size` bits, the first two from `a` and the last two from `b`, by two bits each.
pub fn select_words(a: &[Form], b: &[Form], size: usize, select: u8) -> Bits {
    let words = [a, a, b, b].into_iter().enumerate();
    words
        .flat_map(|(n, source)| source[size * (select as usize >> (2 * n) & 3)..][..size].to_vec())
        .collect()
}

pub fn blend(
    x: &mut Execution,
    i: &Instruction,
    (a, b): (u32, u32),
    width: u64,
    size: usize,
) -> Result<Vec<Write>> {
    let (first, second) = (x.operand(i, a, width)?, x.operand(i, b, width)?);
    // Words of 16 bits use the same eight bits in each lane.
    let bits = choose(&first, &second, size, |n| i.immediate8() >> (n % 8) & 1 == 1);
    vector(x, i, bits, 16)
}

pub fn insert(x: &mut Execution, i: &Instruction, width: u64, len: u64) -> Result<Vec<Write>> {
    let (mut bits, part) = (x.operand(i, 1, width)?, x.operand(i, 2, len)?);
    let at = part.len() * (i.immediate8() as usize % (width / len) as usize);
    bits[at..at + part.len()].clone_from_slice(&part);
    vector(x, i, bits, 8)
}

pub fn extract(x: &mut Execution, i: &Instruction, len: usize) -> Result<Vec<Write>> {
    let width = i.op1_register().size();
    let bits = x.operand(i, 1, width as u64)?;
    let at = 8 * len * (i.immediate8() as usize % (width / len));
    vector(x, i, bits[at..at + 8 * len].to_vec(), 8)
}

/// Returns by how many bits an instruction shifts or rotates a general-purpose register: its last operand, or
/// one.
pub fn shift_count(x: &mut Execution, i: &Instruction) -> Result<usize> {
    let by = match i.op_count() {
        1 => known(1, 8),
        count => x.operand(i, count - 1, 1)?,
    };
    Ok(all_known(&by)? as usize & if x.place(i, 0)?.1 == 8 { 63 } else { 31 })
}

pub fn shift(bits: &[Form], by: usize, left: bool) -> Bits {
    let n = bits.len();
    let by = by.min(n);
    let zeros = vec![Form::ZERO; by];
    if left {
        [zeros, bits[..n - by].to_vec()].concat()
    } else {
        [bits[by..].to_vec(), zeros].concat()
    }
}

pub fn shift_words(
    x: &mut Execution,
    i: &Instruction,
    width: u64,
    size: usize,
    left: bool,
) -> Result<Vec<Write>> {
    let last = i.op_count() - 1;
    let bits = x.operand(i, last - 1, width)?;
    let by = if i.op_kind(last) == OpKind::Immediate8 {
        known(i.immediate8().into(), 64)
    } else {
        x.operand(i, last, 8)?
    };
    let by = all_known(&by)?.min(64) as usize;
    vector(x, i, bits.chunks(size).flat_map(|word| shift(word, by, left)).collect(), size / 8)
}

/// Adds words of `size` bits to themselves.
pub fn doubled(
    x: &mut Execution,
    i: &Instruction,
    (a, b): (u32, u32),
    width: u64,
    size: usize,
) -> Result<Vec<Write>> {
    let (first, second) = (x.operand(i, a, width)?, x.operand(i, b, width)?);
    if first != second {
        return Err("a sum with carries".into());
    }
    vector(x, i, first.chunks(size).flat_map(|word| shift(word, 1, true)).collect(), size / 8)
}

/// Computes a sum of words that have no one in common, where no carry arises.
pub fn disjoint_sum(x: &mut Execution, i: &Instruction) -> Result<Vec<Write>> {
    let len = x.place(i, 0)?.1;
    let (first, second) = if i.mnemonic() == Mnemonic::Lea {
        let word = |x: &mut Execution, register: Register| match place_of(register) {
            Some((place, _)) => x.read(place, 8),
            None => Ok(known(0, 64)),
        };
        if i.memory_displacement64() != 0 {
            return Err("no model of a sum with three terms".into());
        }
        let index = word(x, i.memory_index())?;
        let by = i.memory_index_scale().trailing_zeros() as usize;
        (word(x, i.memory_base())?, shift(&index, by, true))
    } else {
        (x.operand(i, 0, len)?, x.operand(i, 1, len)?)
    };
    if first == second {
        let doubled = shift(&first, 1, true);
        return general(x, i, doubled[..8 * len as usize].to_vec());
    }
    let disjoint = |(a, b): (&Form, &Form)| a.known() == Some(false) || b.known() == Some(false);
    if !first.iter().zip(&second).all(disjoint) {
        return Err("a sum with carries".into());
    }
    let bits = xor(&first, &second);
    general(x, i, bits[..8 * len as usize].to_vec())
}

/// Multiplies integers with holes.
pub fn integer_product(x: &mut Execution, i: &Instruction) -> Result<Vec<Write>> {
    // rax, and rdx of `mulx`.
    let (rax, rdx) = (Place::General(0), Place::General(2 * 8));
    let ((first, second), results) = match (i.mnemonic(), i.op_count()) {
        (Mnemonic::Mul, _) => ((x.read(rax, 8)?, x.operand(i, 0, 8)?), [rdx, rax].to_vec()),
        (Mnemonic::Mulx, _) => {
            ((x.read(rdx, 8)?, x.operand(i, 2, 8)?), vec![x.place(i, 0)?.0, x.place(i, 1)?.0])
        }
        (_, 1) => return Err("no model of a signed product".into()),
        (_, 2) => ((x.operand(i, 0, 8)?, x.operand(i, 1, 8)?), vec![x.place(i, 0)?.0]),
        _ => ((x.operand(i, 1, 8)?, x.operand(i, 2, 8)?), vec![x.place(i, 0)?.0]),
    };
    if i.mnemonic() != Mnemonic::Mulx && x.place(i, 0)?.1 != 8 {
        return Err("no model of a product of this width".into());
    }
    let product = x.algebra.holes(&first, &second).ok_or("a product with carries")?;
    let (low, high) = (product[..64].to_vec(), product[64..].to_vec());
    Ok(match results[..] {
        [to_high, to_low] => vec![(to_low, low), (to_high, high)],
        _ => vec![(results[0], low)],
    })
}
