//! Models of instructions on bits as polynomials over GF(2).

use iced_x86::{Instruction, Mnemonic, OpKind, Register};

use super::parts::*;
use super::{no_model, sources};
use crate::domain::{Domain, all_known};
use crate::execution::{Execution, Flags, Place, Result, place_of};
use crate::form::{Algebra, Bits, Form, known, value, xor};

type Write = crate::domain::Write<Algebra>;

impl Domain for Algebra {
    type Digit = Form;
    type Flag = Form;
    const DIGITS: usize = 8;

    fn push_known(digits: &mut Bits, byte: u8) {
        digits.extend((0..8).map(|bit| Form::constant(byte >> bit & 1 == 1)));
    }

    fn known_byte(digits: &[Form]) -> Option<u8> {
        digits.iter().all(|bit| bit.known().is_some()).then(|| value(digits) as u8)
    }

    fn bytes(&self, digits: &[Form]) -> Vec<u8> {
        digits.chunks(8).map(|bits| value(bits) as u8).collect()
    }

    fn written(&self, digits: &[Form]) -> Bits {
        self.replaced(digits)
    }

    fn flag(value: bool) -> Form {
        Form::constant(value)
    }

    fn not(flag: &Form) -> Form {
        flag.not()
    }

    fn results(x: &mut Execution<Self>, i: &Instruction) -> Result<Vec<Write>> {
        results(x, i)
    }

    fn difference(&mut self, found: &[Form], expected: &[Form]) -> Option<usize> {
        for bit in found.iter().chain(expected) {
            assert_eq!(self.evaluate(bit), bit.value(), "the variables of an output");
        }
        found.iter().zip(expected).position(|(found, expected)| found != expected)
    }
}

fn results(x: &mut Execution<Algebra>, i: &Instruction) -> Result<Vec<Write>> {
    use Mnemonic::*;
    let (a, b) = sources(i);
    let width = i.op0_register().size() as u64;
    match i.mnemonic() {
        // Boolean functions.
        Pxor | Xorps | Xorpd | Vpxor | Vxorps | Vxorpd => {
            binary(x, i, a, b, width, 16, |a, b| Ok(a.xor(b)))
        }
        Vpxord => binary(x, i, 1, 2, width, 4, |a, b| Ok(a.xor(b))),
        Vpxorq => binary(x, i, 1, 2, width, 8, |a, b| Ok(a.xor(b))),
        Pand | Andps | Andpd | Vpand | Vandps | Vandpd => binary(x, i, a, b, width, 16, and),
        Vpandd => binary(x, i, 1, 2, width, 4, and),
        Vpandq => binary(x, i, 1, 2, width, 8, and),
        Por | Orps | Orpd | Vpor | Vorps | Vorpd => binary(x, i, a, b, width, 16, or),
        Vpord => binary(x, i, 1, 2, width, 4, or),
        Vporq => binary(x, i, 1, 2, width, 8, or),
        Pandn | Vpandn => binary(x, i, a, b, width, 16, |a, b| and(&a.not(), b)),
        Vpternlogd => ternary(x, i, width, 4),
        Vpternlogq => ternary(x, i, width, 8),

        // Products.
        Pclmulqdq | Vpclmulqdq => {
            let (first, second) = (x.operand(i, a, width)?, x.operand(i, b, width)?);
            let select = i.immediate8();
            let half =
                |lane: usize, bit: u8| 128 * lane + if select >> bit & 1 == 1 { 64 } else { 0 };
            let mut bits = Vec::new();
            for lane in 0..width as usize / 16 {
                let (f, s) = (half(lane, 0), half(lane, 4));
                bits.extend(x.algebra.clmul(&first[f..f + 64], &second[s..s + 64]));
            }
            vector(x, i, bits, 16)
        }

        Pshufb | Vpshufb => {
            let (table, indices) = (x.operand(i, a, width)?, x.operand(i, b, width)?);
            let lanes = table.chunks(128).zip(indices.chunks(128));
            let bits = lanes
                .map(|(table, indices)| shuffle(table, indices))
                .collect::<Result<Vec<_>>>()?;
            vector(x, i, bits.concat(), 1)
        }
        Psrlq | Vpsrlq => shift_words(x, i, width, 64, false),
        Psllq | Vpsllq => shift_words(x, i, width, 64, true),
        Psrld | Vpsrld => shift_words(x, i, width, 32, false),
        Pslld | Vpslld => shift_words(x, i, width, 32, true),
        Shl | Shr | Rol | Ror | Shlx | Shrx | Rorx => {
            let len = x.place(i, 0)?.1;
            let three = matches!(i.mnemonic(), Shlx | Shrx | Rorx);
            let bits = x.operand(i, u32::from(three), len)?;
            let by = shift_count(x, i)?;
            let n = bits.len();
            // The last bit that leaves. A shift by nothing leaves the flags as they are.
            let carry = match i.mnemonic() {
                Shl if (1..=n).contains(&by) => Some(bits[n - by].clone()),
                Shr if (1..=n).contains(&by) => Some(bits[by - 1].clone()),
                _ => None,
            };
            let bits = match i.mnemonic() {
                Shl | Shlx => shift::<Algebra>(&bits, by, true),
                Shr | Shrx => shift::<Algebra>(&bits, by, false),
                Rol => (0..n).map(|bit| bits[(bit + n - by % n) % n].clone()).collect(),
                _ => (0..n).map(|bit| bits[(bit + by) % n].clone()).collect(),
            };
            if let Some(carry) = carry {
                set_flags(x, &bits, carry);
            }
            general(x, i, bits)
        }
        Shld | Shrd => {
            let len = x.place(i, 0)?.1;
            let (own, other) = (x.operand(i, 0, len)?, x.operand(i, 1, len)?);
            let by = shift_count(x, i)?;
            let n = own.len();
            let bits = if i.mnemonic() == Shld {
                [other, own].concat()[n - by..2 * n - by].to_vec()
            } else {
                [own, other].concat()[by..n + by].to_vec()
            };
            general(x, i, bits)
        }

        // Sums of a word and itself.
        Paddq | Vpaddq => doubled(x, i, (a, b), width, 64),
        Paddd | Vpaddd => doubled(x, i, (a, b), width, 32),
        // Words in general-purpose registers.
        Xor | And | Or => {
            let len = x.place(i, 0)?.1;
            let (first, second) = (x.operand(i, 0, len)?, x.operand(i, 1, len)?);
            let bits = first.iter().zip(&second).map(|(a, b)| match i.mnemonic() {
                Xor => Ok(a.xor(b)),
                And => and(a, b),
                _ => or(a, b),
            });
            let bits = bits.collect::<Result<Bits>>()?;
            set_flags(x, &bits, Form::ZERO);
            general(x, i, bits)
        }
        Not => {
            let len = x.place(i, 0)?.1;
            let bits = x.operand(i, 0, len)?.iter().map(Form::not).collect();
            general(x, i, bits)
        }
        Andn => {
            let len = x.place(i, 0)?.1;
            let (first, second) = (x.operand(i, 1, len)?, x.operand(i, 2, len)?);
            let bits =
                first.iter().zip(&second).map(|(a, b)| and(&a.not(), b)).collect::<Result<_>>()?;
            general(x, i, bits)
        }
        Bzhi => {
            let len = x.place(i, 0)?.1;
            let index = all_known::<Algebra>(&x.operand(i, 2, 1)?)? as usize;
            let mut bits = x.operand(i, 1, len)?;
            bits.iter_mut().skip(index).for_each(|bit| *bit = Form::ZERO);
            general(x, i, bits)
        }
        Neg => {
            // The negative of one bit is that bit in every place.
            let len = x.place(i, 0)?.1;
            let bits = x.operand(i, 0, len)?;
            if bits[1..].iter().any(|bit| bit.known() != Some(false)) {
                return Err("a negative with carries".into());
            }
            general(x, i, vec![bits[0].clone(); bits.len()])
        }
        Sar | Sarx => {
            let len = x.place(i, 0)?.1;
            let bits = x.operand(i, u32::from(i.mnemonic() == Sarx), len)?;
            let by = shift_count(x, i)?;
            let last = bits.len() - 1;
            let carry = by.checked_sub(1).map(|by| bits[by.min(last)].clone());
            let bits: Bits = (0..=last).map(|n| bits[(n + by).min(last)].clone()).collect();
            if let (Sar, Some(carry)) = (i.mnemonic(), carry) {
                set_flags(x, &bits, carry);
            }
            general(x, i, bits)
        }
        Mul | Mulx | Imul => integer_product(x, i),
        // Sums without carries: the operands have no one in common.
        Add | Lea => disjoint_sum(x, i),
        Cmove | Cmovne | Cmovs | Cmovns | Cmovb | Cmovae | Cmova | Cmovbe => {
            let len = x.place(i, 0)?.1;
            let condition = x.selection(i).ok_or("a condition that is not known as a form")?;
            let (own, other) = (x.operand(i, 0, len)?, x.operand(i, 1, len)?);
            let select =
                |(own, other): (&Form, &Form)| Ok(own.xor(&and(&condition, &own.xor(other))?));
            let bits = own.iter().zip(&other).map(select).collect::<Result<_>>()?;
            general(x, i, bits)
        }
        Sete | Setne | Sets | Setns | Setb | Setae => {
            let condition = x.selection(i).ok_or("a condition that is not known as a form")?;
            general(x, i, vec![condition])
        }
        // Only flags, which are marked as unknown.
        Cmp => Ok(Vec::new()),
        Bt if i.op0_kind() == OpKind::Register => {
            let bits = x.operand(i, 0, width)?;
            let index = all_known::<Algebra>(&x.operand(i, 1, 1)?)? as usize % bits.len();
            set_flags(x, &[], bits[index].clone());
            Ok(Vec::new())
        }
        Test => {
            let len = x.place(i, 0)?.1;
            let (first, second) = (x.operand(i, 0, len)?, x.operand(i, 1, len)?);
            let both = first.iter().zip(&second).map(|(a, b)| and(a, b));
            if let Ok(bits) = both.collect::<Result<Bits>>() {
                set_flags(x, &bits, Form::ZERO);
            }
            Ok(Vec::new())
        }
        _ => no_model(),
    }
}

pub fn and(a: &Form, b: &Form) -> Result<Form> {
    a.and(b).ok_or_else(|| "a conjunction of two bits that are not known".into())
}

pub fn or(a: &Form, b: &Form) -> Result<Form> {
    Ok(and(&a.not(), &b.not())?.not())
}

pub fn binary(
    x: &mut Execution<Algebra>,
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
    x: &mut Execution<Algebra>,
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

/// Returns the function of bits that is given by its values, if it is affine in those that are not
/// known. Bit n of the index is argument n.
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

/// Selects bytes of a lane: those with known indices, or entries of a known table that is linear in
/// the index.
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

pub fn shift_words(
    x: &mut Execution<Algebra>,
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
    let by = all_known::<Algebra>(&by)?.min(64) as usize;
    vector(
        x,
        i,
        bits.chunks(size).flat_map(|word| shift::<Algebra>(word, by, left)).collect(),
        size / 8,
    )
}

/// Adds words of `size` bits to themselves.
pub fn doubled(
    x: &mut Execution<Algebra>,
    i: &Instruction,
    (a, b): (u32, u32),
    width: u64,
    size: usize,
) -> Result<Vec<Write>> {
    let (first, second) = (x.operand(i, a, width)?, x.operand(i, b, width)?);
    if first != second {
        return Err("a sum with carries".into());
    }
    vector(
        x,
        i,
        first.chunks(size).flat_map(|word| shift::<Algebra>(word, 1, true)).collect(),
        size / 8,
    )
}

/// Computes a sum of words that have no one in common, where no carry arises.
pub fn disjoint_sum(x: &mut Execution<Algebra>, i: &Instruction) -> Result<Vec<Write>> {
    let len = x.place(i, 0)?.1;
    let (first, second) = if i.mnemonic() == Mnemonic::Lea {
        let word = |x: &mut Execution<Algebra>, register: Register| match place_of(register) {
            Some((place, _)) => x.read(place, 8),
            None => Ok(known(0, 64)),
        };
        if i.memory_displacement64() != 0 {
            return Err("no model of a sum with three terms".into());
        }
        let index = word(x, i.memory_index())?;
        let by = i.memory_index_scale().trailing_zeros() as usize;
        (word(x, i.memory_base())?, shift::<Algebra>(&index, by, true))
    } else {
        (x.operand(i, 0, len)?, x.operand(i, 1, len)?)
    };
    if first == second {
        let doubled = shift::<Algebra>(&first, 1, true);
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
pub fn integer_product(x: &mut Execution<Algebra>, i: &Instruction) -> Result<Vec<Write>> {
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
/// Sets the flags by the result of a Boolean instruction or a shift: that of zero if it depends on
/// one bit at most, that of the sign, and the carry.
fn set_flags(x: &mut Execution<Algebra>, result: &[Form], carry: Form) {
    let mut unknown = result.iter().filter(|bit| bit.known() != Some(false));
    let zero = match (unknown.next(), unknown.next()) {
        (Some(bit), None) => Some(bit.not()),
        _ => None,
    };
    let sign = result.last().cloned();
    x.set_flags(Flags { zero, sign, carry: Some(carry), ..Flags::default() });
}
