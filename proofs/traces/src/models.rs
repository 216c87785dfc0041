//! What instructions compute, by the vendors' manuals (Intel, "Software developer's manual", volume 2; AMD,
//! "Architecture programmer's manual", volumes 3 and 4), for operands of which a bit depends on a variable.
//!
//! There are models of the instructions that the kernels use. An instruction without a model ends the proof
//! with an error if one of its operands is not known.

pub mod parts;

use iced_x86::{EncodingKind, Instruction, Mnemonic, OpKind};

use crate::execution::{Execution, Place, Result, Write};
use crate::form::{Bits, Form, known};
use parts::*;

/// Computes what an instruction writes, apart from flags.
pub fn results(x: &mut Execution, i: &Instruction) -> Result<Vec<Write>> {
    use Mnemonic::*;
    let vex = i.encoding() != EncodingKind::Legacy;
    // The sources of an instruction on vectors: without VEX the first one is the destination.
    let (a, b) = if vex { (1, 2) } else { (0, 1) };
    let width = i.op0_register().size() as u64;
    match i.mnemonic() {
        // Copies.
        Movdqu | Movdqa | Movups | Movaps | Lddqu | Vmovdqu | Vmovdqa | Vmovups | Vmovaps | Vlddqu => copy(x, i, 16),
        Vmovdqu8 => copy(x, i, 1),
        Vmovdqu16 => copy(x, i, 2),
        Vmovdqu32 | Vmovdqa32 => copy(x, i, 4),
        Vmovdqu64 | Vmovdqa64 => copy(x, i, 8),
        Movq | Vmovq => {
            let bits = x.operand(i, 1, 8)?;
            narrow_copy(x, i, bits)
        }
        Movd | Vmovd => {
            let bits = x.operand(i, 1, 4)?;
            narrow_copy(x, i, bits)
        }
        Mov | Movzx | Movbe | Push | Pop | Movsb | Movsd | Movsq => move_general(x, i),

        // One half of a register.
        Pextrq | Vpextrq | Pextrd | Vpextrd | Pextrb | Vpextrb | Pextrw | Vpextrw => {
            let bits = x.operand(i, 1, 16)?;
            let size = match i.mnemonic() {
                Pextrq | Vpextrq => 64,
                Pextrd | Vpextrd => 32,
                Pextrw | Vpextrw => 16,
                _ => 8,
            };
            let at = size * (i.immediate8() as usize % (128 / size));
            general(x, i, bits[at..at + size].to_vec())
        }
        Pinsrq | Vpinsrq | Pinsrd | Vpinsrd | Pinsrb | Vpinsrb | Pinsrw | Vpinsrw => {
            let size = match i.mnemonic() {
                Pinsrq | Vpinsrq => 64,
                Pinsrd | Vpinsrd => 32,
                Pinsrw | Vpinsrw => 16,
                _ => 8,
            };
            let mut bits = x.operand(i, a, 16)?;
            let word = x.operand(i, b, size as u64 / 8)?;
            let at = size * (i.immediate8() as usize % (128 / size));
            bits[at..at + size].clone_from_slice(&word);
            vector(x, i, bits, 16)
        }
        Movhps | Movhpd | Vmovhps | Vmovhpd if i.op0_kind() == OpKind::Memory => {
            let bits = x.operand(i, 1, 16)?;
            Ok(vec![(x.place(i, 0)?.0, bits[64..].to_vec())])
        }
        Movlps | Movlpd | Vmovlps | Vmovlpd if i.op0_kind() == OpKind::Memory => {
            let bits = x.operand(i, 1, 8)?;
            Ok(vec![(x.place(i, 0)?.0, bits)])
        }
        Movhps | Movhpd | Vmovhps | Vmovhpd => {
            let mut bits = x.operand(i, a, 8)?;
            bits.extend(x.operand(i, b, 8)?);
            vector(x, i, bits, 16)
        }
        Movlps | Movlpd | Vmovlps | Vmovlpd => {
            let mut bits = x.operand(i, b, 8)?;
            bits.extend_from_slice(&x.operand(i, a, 16)?[64..]);
            vector(x, i, bits, 16)
        }
        Movhlps | Vmovhlps => {
            let (first, second) = (x.operand(i, a, 16)?, x.operand(i, b, 16)?);
            vector(x, i, [&second[64..], &first[64..]].concat(), 16)
        }
        Movlhps | Vmovlhps => {
            let (first, second) = (x.operand(i, a, 16)?, x.operand(i, b, 16)?);
            vector(x, i, [&first[..64], &second[..64]].concat(), 16)
        }

        // Boolean functions.
        Pxor | Xorps | Xorpd | Vpxor | Vxorps | Vxorpd => binary(x, i, a, b, width, 16, |a, b| Ok(a.xor(b))),
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
            let half = |lane: usize, bit: u8| 128 * lane + if select >> bit & 1 == 1 { 64 } else { 0 };
            let mut bits = Vec::new();
            for lane in 0..width as usize / 16 {
                let (f, s) = (half(lane, 0), half(lane, 4));
                bits.extend(x.algebra.clmul(&first[f..f + 64], &second[s..s + 64]));
            }
            vector(x, i, bits, 16)
        }

        // Selections of bytes and words.
        Pshufb | Vpshufb => {
            let (table, indices) = (x.operand(i, a, width)?, x.operand(i, b, width)?);
            let lanes = table.chunks(128).zip(indices.chunks(128));
            let bits = lanes.map(|(table, indices)| shuffle(table, indices)).collect::<Result<Vec<_>>>()?;
            vector(x, i, bits.concat(), 1)
        }
        Pshufd | Vpshufd => {
            let bits = x.operand(i, 1, width)?;
            let lanes = bits.chunks(128).flat_map(|lane| select_words(lane, lane, 32, i.immediate8()));
            vector(x, i, lanes.collect(), 4)
        }
        Shufps | Vshufps => {
            let (first, second) = (x.operand(i, a, width)?, x.operand(i, b, width)?);
            let lanes = first.chunks(128).zip(second.chunks(128));
            vector(x, i, lanes.flat_map(|(f, s)| select_words(f, s, 32, i.immediate8())).collect(), 4)
        }
        Vpermq => {
            if i.op_kind(2) != OpKind::Immediate8 {
                return Err("no model of this form".into());
            }
            let bits = x.operand(i, 1, width)?;
            vector(x, i, bits.chunks(256).flat_map(|lane| select_words(lane, lane, 64, i.immediate8())).collect(), 8)
        }
        Punpcklqdq | Vpunpcklqdq | Unpcklpd | Vunpcklpd | Punpckhqdq | Vpunpckhqdq | Unpckhpd | Vunpckhpd => {
            let high = matches!(i.mnemonic(), Punpckhqdq | Vpunpckhqdq | Unpckhpd | Vunpckhpd);
            let half = if high { 64..128 } else { 0..64 };
            let (first, second) = (x.operand(i, a, width)?, x.operand(i, b, width)?);
            let lanes = first.chunks(128).zip(second.chunks(128));
            vector(x, i, lanes.flat_map(|(f, s)| [&f[half.clone()], &s[half.clone()]].concat()).collect(), 8)
        }
        Palignr | Vpalignr => {
            let (first, second) = (x.operand(i, a, width)?, x.operand(i, b, width)?);
            let by = 8 * i.immediate8() as usize;
            let lanes = first.chunks(128).zip(second.chunks(128)).flat_map(|(f, s)| {
                let mut joined = [s, f].concat();
                joined.resize(128 + by.max(128), Form::ZERO);
                joined[by..by + 128].to_vec()
            });
            vector(x, i, lanes.collect(), 1)
        }
        Vpblendd | Blendps | Vblendps => blend(x, i, (a, b), width, 32),
        Blendpd | Vblendpd => blend(x, i, (a, b), width, 64),
        Pblendw | Vpblendw => blend(x, i, (a, b), width, 16),
        Vpblendmq | Vblendmpd => {
            let mask = x.mask(i.op_mask())?;
            let (first, second) = (x.operand(i, 1, width)?, x.operand(i, 2, width)?);
            let bits = choose(&first, &second, 64, |n| mask >> n & 1 == 1);
            Ok(vec![(x.place(i, 0)?.0, widened(bits))])
        }
        Vperm2i128 | Vperm2f128 => {
            let both = [x.operand(i, 1, 32)?, x.operand(i, 2, 32)?].concat();
            let lanes = [0, 4].into_iter().flat_map(|shift| {
                let select = i.immediate8() >> shift;
                let at = 128 * (select & 3) as usize;
                if select & 8 == 8 { known(0, 128) } else { both[at..at + 128].to_vec() }
            });
            vector(x, i, lanes.collect(), 16)
        }
        Vshufi64x2 | Vshuff64x2 | Vshufi32x4 | Vshuff32x4 => {
            let lanes = width as usize / 16;
            let (first, second) = (x.operand(i, 1, width)?, x.operand(i, 2, width)?);
            let bits_each = if lanes == 4 { 2 } else { 1 };
            let bits = (0..lanes).flat_map(|lane| {
                let select = i.immediate8() as usize >> (bits_each * lane) & (lanes - 1);
                let source = if lane < lanes / 2 { &first } else { &second };
                source[128 * select..128 * (select + 1)].to_vec()
            });
            let element = if matches!(i.mnemonic(), Vshufi64x2 | Vshuff64x2) { 8 } else { 4 };
            vector(x, i, bits.collect(), element)
        }
        Vpermi2q | Vpermt2q => {
            // Either the indices or the first table are in operand 0.
            let own = x.operand(i, 0, width)?;
            let (other, second) = (x.operand(i, 1, width)?, x.operand(i, 2, width)?);
            let (indices, first) = if i.mnemonic() == Vpermi2q { (own, other) } else { (other, own) };
            let both = [first, second].concat();
            let words = indices.chunks(64).map(|index| {
                let index = all_known(index)? as usize % (both.len() / 64);
                Ok(both[64 * index..][..64].to_vec())
            });
            let bits = words.collect::<Result<Vec<_>>>()?.concat();
            vector(x, i, bits, 8)
        }
        Vinserti128 | Vinsertf128 | Vinserti64x2 | Vinsertf64x2 | Vinserti32x4 | Vinsertf32x4 => insert(x, i, width, 16),
        Vinserti64x4 | Vinsertf64x4 | Vinserti32x8 | Vinsertf32x8 => insert(x, i, width, 32),
        Vextracti128 | Vextractf128 | Vextracti64x2 | Vextractf64x2 | Vextracti32x4 | Vextractf32x4 => extract(x, i, 16),
        Vextracti64x4 | Vextractf64x4 | Vextracti32x8 | Vextractf32x8 => extract(x, i, 32),
        Vpbroadcastq | Vmovddup | Movddup | Vbroadcastsd | Vpbroadcastd | Vpbroadcastb | Vpbroadcastw
        | Vbroadcasti128 | Vbroadcastf128 | Vbroadcasti64x2 | Vbroadcasti32x4 | Vbroadcasti64x4 => {
            let (size, element) = match i.mnemonic() {
                Vpbroadcastb => (1, 1),
                Vpbroadcastw => (2, 2),
                Vpbroadcastd => (4, 4),
                Vpbroadcastq | Vbroadcastsd => (8, 8),
                Vbroadcasti64x4 => (32, 8),
                Vbroadcasti32x4 => (16, 4),
                Movddup | Vmovddup if width > 16 => return Err("no model of this width".into()),
                Movddup | Vmovddup => (8, 8),
                _ => (16, 8),
            };
            let bits = x.operand(i, 1, size)?;
            vector(x, i, bits.iter().cycle().take(8 * width as usize).cloned().collect(), element)
        }

        // Shifts.
        Psrldq | Vpsrldq | Pslldq | Vpslldq => {
            let bits = x.operand(i, if vex { 1 } else { 0 }, width)?;
            let by = 8 * (i.immediate8() as usize).min(16);
            let left = matches!(i.mnemonic(), Pslldq | Vpslldq);
            vector(x, i, bits.chunks(128).flat_map(|lane| shift(lane, by, left)).collect(), 16)
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
                Shl | Shlx => shift(&bits, by, true),
                Shr | Shrx => shift(&bits, by, false),
                Rol => (0..n).map(|bit| bits[(bit + n - by % n) % n].clone()).collect(),
                _ => (0..n).map(|bit| bits[(bit + by) % n].clone()).collect(),
            };
            if let Some(carry) = carry {
                x.set_flags(&bits, carry);
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
        Vzeroupper => Ok((0..16).map(|register| (Place::Vector(64 * register + 16), known(0, 384))).collect()),

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
            x.set_flags(&bits, Form::ZERO);
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
            let bits = first.iter().zip(&second).map(|(a, b)| and(&a.not(), b)).collect::<Result<_>>()?;
            general(x, i, bits)
        }
        Bswap => {
            let len = x.place(i, 0)?.1;
            let bits = x.operand(i, 0, len)?;
            general(x, i, reversed_bytes(&bits))
        }
        Bzhi => {
            let len = x.place(i, 0)?.1;
            let index = all_known(&x.operand(i, 2, 1)?)? as usize;
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
                x.set_flags(&bits, carry);
            }
            general(x, i, bits)
        }
        Mul | Mulx | Imul => integer_product(x, i),
        // Sums without carries: the operands have no one in common.
        Add | Lea => disjoint_sum(x, i),
        Cmove | Cmovne | Cmovs | Cmovns | Cmovb | Cmovae | Cmova | Cmovbe => {
            let len = x.place(i, 0)?.1;
            let Some(condition) = x.selection(i) else {
                let chosen = x.condition(i)?;
                let bits = x.operand(i, u32::from(chosen), len)?;
                return general(x, i, bits);
            };
            let (own, other) = (x.operand(i, 0, len)?, x.operand(i, 1, len)?);
            let select = |(own, other): (&Form, &Form)| {
                Ok(own.xor(&and(&condition, &own.xor(other))?))
            };
            let bits = own.iter().zip(&other).map(select).collect::<Result<_>>()?;
            general(x, i, bits)
        }
        Sete | Setne | Sets | Setns | Setb | Setae => {
            let condition = x.selection(i).ok_or("a condition that is not known as a form")?;
            general(x, i, vec![condition])
        }
        Xchg => {
            let ((first, len), (second, _)) = (x.place(i, 0)?, x.place(i, 1)?);
            let (own, other) = (x.read(first, len)?, x.read(second, len)?);
            Ok(vec![(first, other), (second, own)])
        }
        // Only flags, which are marked as unknown.
        Cmp => Ok(Vec::new()),
        Bt if i.op0_kind() == OpKind::Register => {
            let bits = x.operand(i, 0, width)?;
            let index = all_known(&x.operand(i, 1, 1)?)? as usize % bits.len();
            x.set_flags(&[], bits[index].clone());
            Ok(Vec::new())
        }
        Test => {
            let len = x.place(i, 0)?.1;
            let (first, second) = (x.operand(i, 0, len)?, x.operand(i, 1, len)?);
            let both = first.iter().zip(&second).map(|(a, b)| and(a, b));
            if let Ok(bits) = both.collect::<Result<Bits>>() {
                x.set_flags(&bits, Form::ZERO);
            }
            Ok(Vec::new())
        }
        _ => Err("there is no model of this instruction, and an operand depends on the message or the key".into()),
    }
}
