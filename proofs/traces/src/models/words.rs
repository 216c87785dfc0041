//! Models of instructions on words as integer polynomials.

use iced_x86::{Instruction, Mnemonic, OpKind, Register};
use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::parts::*;
use super::{no_model, sources};
use crate::domain::{Digits, Domain, all_known};
use crate::execution::{Execution, Flags, Place, Result, place_of};
use crate::integers::{Integers, power};
use crate::polynomial::Poly;
use crate::words::{Boolean, Byte};

type Write = crate::domain::Write<Integers>;

/// Computes what an instruction on vectors writes, word by word of `size` bytes.
fn lanes(
    x: &mut Execution<Integers>,
    i: &Instruction,
    size: usize,
    f: impl Fn(&mut Integers, &[Byte], &[Byte]) -> Result<Digits<Integers>>,
) -> Result<Vec<Write>> {
    let ((a, b), width) = (sources(i), i.op0_register().size() as u64);
    let (first, second) = (x.operand(i, a, width)?, x.operand(i, b, width)?);
    let words = first.chunks(size).zip(second.chunks(size));
    let digits = words.map(|(a, b)| f(&mut x.algebra, a, b)).collect::<Result<Vec<_>>>()?;
    vector(x, i, digits.concat(), size)
}

/// The same on integers. The results are modulo 2^(8 size).
fn arithmetic(
    x: &mut Execution<Integers>,
    i: &Instruction,
    size: usize,
    f: impl Fn(&mut Integers, Poly, Poly) -> Poly,
) -> Result<Vec<Write>> {
    lanes(x, i, size, |algebra, a, b| {
        let (a, b) = (algebra.word(a), algebra.word(b));
        let result = f(algebra, a, b);
        let result = algebra.low(&result, 8 * size);
        algebra.split(&result, size)
    })
}

/// Adds what f computes of operands 1 and 2 to operand 0, modulo 2^(8 size).
fn accumulate(
    x: &mut Execution<Integers>,
    i: &Instruction,
    size: usize,
    f: impl Fn(&mut Integers, &[Byte], &[Byte]) -> Poly,
) -> Result<Vec<Write>> {
    let width = i.op0_register().size() as u64;
    let sum = x.operand(i, 0, width)?;
    let (first, second) = (x.operand(i, 1, width)?, x.operand(i, 2, width)?);
    let mut digits = Vec::new();
    for ((sum, a), b) in sum.chunks(size).zip(first.chunks(size)).zip(second.chunks(size)) {
        let (sum, product) = (x.algebra.word(sum), f(&mut x.algebra, a, b));
        let sum = x.algebra.plus(&sum, &product);
        let sum = x.algebra.low(&sum, 8 * size);
        digits.extend(x.algebra.split(&sum, size)?);
    }
    vector(x, i, digits, size)
}

fn shift_lanes(
    x: &mut Execution<Integers>,
    i: &Instruction,
    size: usize,
    f: impl Fn(&mut Integers, &[Byte], usize) -> Result<Digits<Integers>>,
) -> Result<Vec<Write>> {
    let (width, last) = (i.op0_register().size() as u64, i.op_count() - 1);
    let digits = x.operand(i, last - 1, width)?;
    let by = if i.op_kind(last) == OpKind::Immediate8 {
        i.immediate8().into()
    } else {
        all_known::<Integers>(&x.operand(i, last, 8)?)?
    };
    let by = by.min(8 * size as u128) as usize;
    let digits: Result<Vec<_>> =
        digits.chunks(size).map(|word| f(&mut x.algebra, word, by)).collect();
    vector(x, i, digits?.concat(), size)
}

fn boolean_lanes(
    x: &mut Execution<Integers>,
    i: &Instruction,
    size: usize,
    function: Boolean,
) -> Result<Vec<Write>> {
    lanes(x, i, size, |algebra, a, b| algebra.boolean(function, a, b))
}

fn complement(digits: &[Byte]) -> Digits<Integers> {
    vec![Byte::Known(0xff); digits.len()]
}

/// Sets the flags by a result.
fn set_flags(x: &mut Execution<Integers>, result: &Poly, bits: usize, carry: Poly) {
    let (rest, constant) = result.without_constant();
    let (_, bit) = rest.normalized();
    let (low, high) = x.algebra.range(&bit);
    let two_values = constant.is_zero() && low.is_zero() && high.is_one();
    let zero = two_values.then(|| Integers::not(&bit));
    let sign = Some(x.algebra.high(result, bits - 1));
    x.set_flags(Flags { zero, sign, carry: Some(carry), ..Flags::default() });
}

/// Computes a sum or a difference with its carry. Returns the result.
fn sum(
    x: &mut Execution<Integers>,
    bytes: u64,
    [a, b, carry]: [&Poly; 3],
    negative: bool,
) -> Result<Digits<Integers>> {
    let bits = 8 * bytes as usize;
    let (sum, sign) = if negative {
        let sum = x.algebra.minus(a, b);
        (x.algebra.minus(&sum, carry), -BigInt::one())
    } else {
        let sum = x.algebra.plus(a, b);
        (x.algebra.plus(&sum, carry), BigInt::one())
    };
    let carry = x.algebra.high(&sum, bits).scaled(&sign);
    let result = x.algebra.low(&sum, bits);
    set_flags(x, &result, bits, carry);
    x.algebra.split(&result, bytes as usize)
}

/// Returns a word, or the negative number that it is in two's complement if it is known to be one.
fn small(word: Poly, bits: usize) -> Poly {
    match word.known() {
        Some(value) if value >= power(bits - 1) => Poly::constant(value - power(bits)),
        _ => word,
    }
}

fn product(x: &mut Execution<Integers>, i: &Instruction) -> Result<Vec<Write>> {
    // rax, and rdx of `mulx`.
    let (rax, rdx) = (Place::General(0), Place::General(2 * 8));
    let len = x.place(i, 0)?.1;
    if len < 4 {
        return no_model();
    }
    let ((first, second), high) = match (i.mnemonic(), i.op_count()) {
        (Mnemonic::Mul, _) => ((x.read(rax, len)?, x.operand(i, 0, len)?), Some((rdx, rax))),
        (Mnemonic::Mulx, _) => {
            let places = (x.place(i, 0)?.0, x.place(i, 1)?.0);
            ((x.read(rdx, len)?, x.operand(i, 2, len)?), Some(places))
        }
        (_, 1) => return Err("no model of a signed product".into()),
        (_, 2) => ((x.operand(i, 0, len)?, x.operand(i, 1, len)?), None),
        _ => ((x.operand(i, 1, len)?, x.operand(i, 2, len)?), None),
    };
    let bits = 8 * len as usize;
    let (mut a, mut b) = (x.algebra.word(&first), x.algebra.word(&second));
    if high.is_none() {
        (a, b) = (small(a, bits), small(b, bits));
    }
    let product = x.algebra.times(&a, &b);
    let low = x.algebra.low(&product, bits);
    let low = resized::<Integers>(x.algebra.split(&low, len as usize)?, 8);
    let Some((to_high, to_low)) = high else {
        return general(x, i, low);
    };
    let high = x.algebra.high(&product, bits);
    let high = resized::<Integers>(x.algebra.split(&high, len as usize)?, 8);
    // If both places are one register, `mulx` leaves the upper half in it.
    Ok(vec![(to_low, low), (to_high, high)])
}

fn address(x: &mut Execution<Integers>, i: &Instruction) -> Result<Poly> {
    let mut sum = Poly::constant(i.memory_displacement64().cast_signed());
    for (register, scale) in [(i.memory_base(), 1), (i.memory_index(), i.memory_index_scale())] {
        if register == Register::RIP || register == Register::EIP {
            return no_model();
        }
        if let Some((place, len)) = place_of(register) {
            let digits = x.read(place, len)?;
            let word = small(x.algebra.word(&digits), 64);
            let word = x.algebra.times(&word, &Poly::constant(scale));
            sum = x.algebra.plus(&sum, &word);
        }
    }
    Ok(sum)
}

/// Shifts and rotations of a general-purpose register.
fn shift_general(x: &mut Execution<Integers>, i: &Instruction) -> Result<Vec<Write>> {
    use Mnemonic::*;
    let len = x.place(i, 0)?.1;
    let three = matches!(i.mnemonic(), Shlx | Shrx | Sarx | Rorx);
    let digits = x.operand(i, u32::from(three), len)?;
    let (by, bits) = (shift_count(x, i)?, digits.len() * 8);
    if by == 0 {
        return general(x, i, digits);
    }
    if by >= bits {
        return no_model();
    }
    let algebra = &mut x.algebra;
    let rotated = |algebra: &mut Integers, by: usize| {
        let (high, low) =
            (algebra.shifted(&digits, by, true)?, algebra.shifted(&digits, bits - by, false)?);
        algebra.boolean(Boolean::Or, &high, &low)
    };
    let shifted = match i.mnemonic() {
        Shl | Shlx => algebra.shifted(&digits, by, true)?,
        Shr | Shrx => algebra.shifted(&digits, by, false)?,
        Sar | Sarx => algebra.shifted_with_sign(&digits, by)?,
        Rol => rotated(algebra, by)?,
        Ror | Rorx => rotated(algebra, bits - by)?,
        Shld | Shrd => {
            let other = x.operand(i, 1, len)?;
            let left = i.mnemonic() == Shld;
            let (own, other) = (
                x.algebra.shifted(&digits, by, left)?,
                x.algebra.shifted(&other, bits - by, !left)?,
            );
            x.algebra.boolean(Boolean::Or, &own, &other)?
        }
        _ => return no_model(),
    };
    if matches!(i.mnemonic(), Shl | Shr | Sar) {
        // The last bit that leaves.
        let at = if i.mnemonic() == Shl { bits - by } else { by - 1 };
        let (word, result) = (x.algebra.word(&digits), x.algebra.word(&shifted));
        let carry = x.algebra.bits(&word, at, at + 1);
        set_flags(x, &result, bits, carry);
    }
    general(x, i, shifted)
}

pub fn results(x: &mut Execution<Integers>, i: &Instruction) -> Result<Vec<Write>> {
    use Mnemonic::*;
    let (a, b) = sources(i);
    let width = i.op0_register().size() as u64;
    match i.mnemonic() {
        // Vectors.
        Paddq | Vpaddq => arithmetic(x, i, 8, |algebra, a, b| algebra.plus(&a, &b)),
        Paddd | Vpaddd => arithmetic(x, i, 4, |algebra, a, b| algebra.plus(&a, &b)),
        Paddw | Vpaddw => arithmetic(x, i, 2, |algebra, a, b| algebra.plus(&a, &b)),
        Psubq | Vpsubq => arithmetic(x, i, 8, |algebra, a, b| algebra.minus(&a, &b)),
        Psubd | Vpsubd => arithmetic(x, i, 4, |algebra, a, b| algebra.minus(&a, &b)),
        Pmuludq | Vpmuludq => arithmetic(x, i, 8, |algebra, a, b| {
            let (a, b) = (algebra.low(&a, 32), algebra.low(&b, 32));
            algebra.times(&a, &b)
        }),
        Pmulld | Vpmulld => arithmetic(x, i, 4, |algebra, a, b| algebra.times(&a, &b)),
        Pmullw | Vpmullw => arithmetic(x, i, 2, |algebra, a, b| algebra.times(&a, &b)),
        Pmulhuw | Vpmulhuw => arithmetic(x, i, 2, |algebra, a, b| {
            let product = algebra.times(&a, &b);
            algebra.high(&product, 16)
        }),
        Pmulhw | Vpmulhw => arithmetic(x, i, 2, |algebra, a, b| {
            let (a, b) = (algebra.signed(&a, 16), algebra.signed(&b, 16));
            let product = algebra.times(&a, &b);
            algebra.high(&product, 16)
        }),
        Pmaddwd | Vpmaddwd => lanes(x, i, 4, |algebra, a, b| {
            let sum = algebra.dot16(a, b);
            let sum = algebra.low(&sum, 32);
            algebra.split(&sum, 4)
        }),
        Vpdpwssd => accumulate(x, i, 4, Integers::dot16),
        Vpmadd52luq | Vpmadd52huq => {
            let high = i.mnemonic() == Vpmadd52huq;
            accumulate(x, i, 8, |algebra, a, b| {
                let (a, b) = (algebra.word(a), algebra.word(b));
                algebra.product52(&a, &b, high)
            })
        }
        Pand | Andps | Andpd | Vpand | Vandps | Vandpd | Vpandq => {
            boolean_lanes(x, i, 8, Boolean::And)
        }
        Vpandd => boolean_lanes(x, i, 4, Boolean::And),
        Por | Orps | Orpd | Vpor | Vorps | Vorpd | Vporq => boolean_lanes(x, i, 8, Boolean::Or),
        Vpord => boolean_lanes(x, i, 4, Boolean::Or),
        Pxor | Xorps | Xorpd | Vpxor | Vxorps | Vxorpd | Vpxorq => {
            boolean_lanes(x, i, 8, Boolean::Xor)
        }
        Vpxord => boolean_lanes(x, i, 4, Boolean::Xor),
        Psrlq | Vpsrlq => {
            shift_lanes(x, i, 8, |algebra, word, by| algebra.shifted(word, by, false))
        }
        Psrld | Vpsrld => {
            shift_lanes(x, i, 4, |algebra, word, by| algebra.shifted(word, by, false))
        }
        Psrlw | Vpsrlw => {
            shift_lanes(x, i, 2, |algebra, word, by| algebra.shifted(word, by, false))
        }
        Psllq | Vpsllq => shift_lanes(x, i, 8, |algebra, word, by| algebra.shifted(word, by, true)),
        Pslld | Vpslld => shift_lanes(x, i, 4, |algebra, word, by| algebra.shifted(word, by, true)),
        Psllw | Vpsllw => shift_lanes(x, i, 2, |algebra, word, by| algebra.shifted(word, by, true)),
        Psrad | Vpsrad => shift_lanes(x, i, 4, Integers::shifted_with_sign),
        Psraw | Vpsraw => shift_lanes(x, i, 2, Integers::shifted_with_sign),
        Pshufb | Vpshufb => {
            let (table, indices) = (x.operand(i, a, width)?, x.operand(i, b, width)?);
            let mut digits = Vec::new();
            for (table, indices) in table.chunks(16).zip(indices.chunks(16)) {
                for index in indices {
                    let index = all_known::<Integers>(std::slice::from_ref(index))? as usize;
                    digits.push(if index >= 128 {
                        Byte::Known(0)
                    } else {
                        table[index % 16].clone()
                    });
                }
            }
            vector(x, i, digits, 1)
        }

        // Words in general-purpose registers.
        Add | Adc | Sub | Sbb | Cmp => {
            let len = x.place(i, 0)?.1;
            let (first, second) = (x.operand(i, 0, len)?, x.operand(i, 1, len)?);
            let carry =
                if matches!(i.mnemonic(), Adc | Sbb) { x.carry()? } else { Poly::default() };
            let (first, second) = (x.algebra.word(&first), x.algebra.word(&second));
            let negative = matches!(i.mnemonic(), Sub | Sbb | Cmp);
            let result = sum(x, len, [&first, &second, &carry], negative)?;
            if matches!(i.mnemonic(), Sub | Cmp) {
                // a ≤ b if a − b − 1 is negative.
                let difference = first.minus(&second).minus(&Poly::constant(1));
                let negative = x.algebra.high(&difference, 8 * len as usize);
                x.set_below_or_equal(negative.scaled(&-BigInt::one()));
            }
            if i.mnemonic() == Cmp { Ok(Vec::new()) } else { general(x, i, result) }
        }
        Inc | Dec => {
            let len = x.place(i, 0)?.1;
            let (digits, carry) = (x.operand(i, 0, len)?, x.carry().ok());
            let (word, one, zero) = (x.algebra.word(&digits), Poly::constant(1), Poly::default());
            let result = sum(x, len, [&word, &one, &zero], i.mnemonic() == Dec)?;
            // The carry stays.
            x.set_carry(carry);
            general(x, i, result)
        }
        Neg => {
            let len = x.place(i, 0)?.1;
            let digits = x.operand(i, 0, len)?;
            let (zero, word) = (Poly::default(), x.algebra.word(&digits));
            let result = sum(x, len, [&zero, &word, &zero], true)?;
            general(x, i, result)
        }
        Lea => {
            let (sum, len) = (address(x, i)?, x.place(i, 0)?.1 as usize);
            let sum = x.algebra.low(&sum, 8 * len);
            let digits = x.algebra.split(&sum, len)?;
            general(x, i, digits)
        }
        Mul | Mulx | Imul => product(x, i),
        Shl | Shr | Sar | Shlx | Shrx | Sarx | Rol | Ror | Rorx | Shld | Shrd => {
            shift_general(x, i)
        }
        And | Or | Xor | Test => {
            let len = x.place(i, 0)?.1;
            let (first, second) = (x.operand(i, 0, len)?, x.operand(i, 1, len)?);
            let function = match i.mnemonic() {
                And | Test => Boolean::And,
                Or => Boolean::Or,
                _ => Boolean::Xor,
            };
            let digits = x.algebra.boolean(function, &first, &second)?;
            let result = x.algebra.word(&digits);
            set_flags(x, &result, 8 * len as usize, Poly::default());
            if i.mnemonic() == Test { Ok(Vec::new()) } else { general(x, i, digits) }
        }
        Not => {
            let len = x.place(i, 0)?.1;
            let digits = x.operand(i, 0, len)?;
            let digits = x.algebra.boolean(Boolean::Xor, &digits, &complement(&digits))?;
            general(x, i, digits)
        }
        Andn => {
            let len = x.place(i, 0)?.1;
            let (first, second) = (x.operand(i, 1, len)?, x.operand(i, 2, len)?);
            let first = x.algebra.boolean(Boolean::Xor, &first, &complement(&first))?;
            let digits = x.algebra.boolean(Boolean::And, &first, &second)?;
            general(x, i, digits)
        }
        Movsx | Movsxd => {
            let (source, from) = x.place(i, 1)?;
            let (digits, len) = (x.read(source, from)?, x.place(i, 0)?.1);
            let word = x.algebra.word(&digits);
            let sign = x.algebra.high(&word, 8 * from as usize - 1);
            let word =
                word.plus_times(&sign, &(power(8 * len as usize) - power(8 * from as usize)));
            x.algebra.learn(&word, (BigInt::zero(), power(8 * len as usize) - 1_u32));
            let digits = x.algebra.split(&word, len as usize)?;
            general(x, i, digits)
        }
        Cmove | Cmovne | Cmovs | Cmovns | Cmovb | Cmovae | Cmova | Cmovbe => {
            let len = x.place(i, 0)?.1;
            let condition = x.selection(i).ok_or("a condition that is not known as a form")?;
            let (own, other) = (x.operand(i, 0, len)?, x.operand(i, 1, len)?);
            let (own, other) = (x.algebra.word(&own), x.algebra.word(&other));
            // Modulo 2^64, so that a difference that wraps is a simple one.
            let bits = 8 * len as usize;
            let (_, change) = other.minus(&own).divided(&power(bits));
            let change = x.algebra.times(&condition, &change);
            let chosen = x.algebra.plus(&own, &change);
            let chosen = x.algebra.low(&chosen, bits);
            let digits = x.algebra.split(&chosen, len as usize)?;
            general(x, i, digits)
        }
        Sete | Setne | Sets | Setns | Setb | Setae | Seta | Setbe => {
            let condition = x.selection(i).ok_or("a condition that is not known as a form")?;
            let digits = x.algebra.split(&condition, 1)?;
            general(x, i, digits)
        }
        _ => no_model(),
    }
}
