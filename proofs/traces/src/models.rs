//! The results of instructions, by the vendors' manuals (Intel, "Software developer's manual",
//! volume 2; AMD, "Architecture programmer's manual", volumes 3 and 4), for operands of which a
//! part depends on a variable.
//!
//! There are models of the instructions that the kernels use: of those that copy here, and of the
//! others in [`bits`] and [`words`], by the domain. An instruction without a model ends the proof
//! with an error if one of its operands is not known.

pub mod bits;
pub mod parts;
pub mod words;

use iced_x86::{EncodingKind, Instruction, Mnemonic, OpKind};

use crate::domain::{Domain, Write, all_known, known};
use crate::execution::{Execution, Place, Result};
use parts::*;

/// Returns the operands that are the sources of an instruction on vectors: without VEX the first
/// one is the destination.
pub fn sources(i: &Instruction) -> (u32, u32) {
    if i.encoding() == EncodingKind::Legacy { (0, 1) } else { (1, 2) }
}

pub fn no_model<T>() -> Result<T> {
    Err("there is no model of this instruction, and an operand depends on the message or the key"
        .into())
}

/// Computes what an instruction writes, apart from flags.
pub fn results<D: Domain>(x: &mut Execution<D>, i: &Instruction) -> Result<Vec<Write<D>>> {
    use Mnemonic::*;
    let vex = i.encoding() != EncodingKind::Legacy;
    let (a, b) = sources(i);
    let width = i.op0_register().size() as u64;
    // The digits of a byte, and of a lane of 16 bytes.
    let (byte, lane) = (D::DIGITS, 16 * D::DIGITS);
    match i.mnemonic() {
        // Copies.
        Movdqu | Movdqa | Movups | Movaps | Movapd | Lddqu | Vmovdqu | Vmovdqa | Vmovups
        | Vmovaps | Vmovapd | Vlddqu => copy(x, i, 16),
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

        Vpmaskmovd if i.op0_kind() == OpKind::Register => masked_load(x, i, 4),
        Vpmaskmovq if i.op0_kind() == OpKind::Register => masked_load(x, i, 8),

        // One half of a register.
        Pextrq | Vpextrq | Pextrd | Vpextrd | Pextrb | Vpextrb | Pextrw | Vpextrw => {
            let bits = x.operand(i, 1, 16)?;
            let size = match i.mnemonic() {
                Pextrq | Vpextrq => 8 * byte,
                Pextrd | Vpextrd => 4 * byte,
                Pextrw | Vpextrw => 2 * byte,
                _ => byte,
            };
            let at = size * (i.immediate8() as usize % (lane / size));
            general(x, i, bits[at..at + size].to_vec())
        }
        Pinsrq | Vpinsrq | Pinsrd | Vpinsrd | Pinsrb | Vpinsrb | Pinsrw | Vpinsrw => {
            let size = match i.mnemonic() {
                Pinsrq | Vpinsrq => 8 * byte,
                Pinsrd | Vpinsrd => 4 * byte,
                Pinsrw | Vpinsrw => 2 * byte,
                _ => byte,
            };
            let mut bits = x.operand(i, a, 16)?;
            let word = x.operand(i, b, (size / byte) as u64)?;
            let at = size * (i.immediate8() as usize % (lane / size));
            bits[at..at + size].clone_from_slice(&word);
            vector(x, i, bits, 16)
        }
        Movhps | Movhpd | Vmovhps | Vmovhpd if i.op0_kind() == OpKind::Memory => {
            let bits = x.operand(i, 1, 16)?;
            Ok(vec![(x.place(i, 0)?.0, bits[lane / 2..].to_vec())])
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
            bits.extend_from_slice(&x.operand(i, a, 16)?[lane / 2..]);
            vector(x, i, bits, 16)
        }
        Movhlps | Vmovhlps => {
            let (first, second) = (x.operand(i, a, 16)?, x.operand(i, b, 16)?);
            vector(x, i, [&second[lane / 2..], &first[lane / 2..]].concat(), 16)
        }
        Movlhps | Vmovlhps => {
            let (first, second) = (x.operand(i, a, 16)?, x.operand(i, b, 16)?);
            vector(x, i, [&first[..lane / 2], &second[..lane / 2]].concat(), 16)
        }

        // Selections of bytes and words.
        Pshufd | Vpshufd => {
            let bits = x.operand(i, 1, width)?;
            let lanes = bits.chunks(lane).flat_map(|lane| select_words(lane, lane, i.immediate8()));
            vector(x, i, lanes.collect(), 4)
        }
        Shufps | Vshufps => {
            let (first, second) = (x.operand(i, a, width)?, x.operand(i, b, width)?);
            let lanes = first.chunks(lane).zip(second.chunks(lane));
            vector(x, i, lanes.flat_map(|(f, s)| select_words(f, s, i.immediate8())).collect(), 4)
        }
        Vpermq => {
            if i.op_kind(2) != OpKind::Immediate8 {
                return Err("no model of this form".into());
            }
            let bits = x.operand(i, 1, width)?;
            vector(
                x,
                i,
                bits.chunks(2 * lane)
                    .flat_map(|lanes| select_words(lanes, lanes, i.immediate8()))
                    .collect(),
                8,
            )
        }
        Punpcklbw | Vpunpcklbw => interleave(x, i, width, 1, false),
        Punpcklwd | Vpunpcklwd => interleave(x, i, width, 2, false),
        Punpckldq | Vpunpckldq | Unpcklps | Vunpcklps => interleave(x, i, width, 4, false),
        Punpcklqdq | Vpunpcklqdq | Unpcklpd | Vunpcklpd => interleave(x, i, width, 8, false),
        Punpckhbw | Vpunpckhbw => interleave(x, i, width, 1, true),
        Punpckhwd | Vpunpckhwd => interleave(x, i, width, 2, true),
        Punpckhdq | Vpunpckhdq | Unpckhps | Vunpckhps => interleave(x, i, width, 4, true),
        Punpckhqdq | Vpunpckhqdq | Unpckhpd | Vunpckhpd => interleave(x, i, width, 8, true),
        Palignr | Vpalignr => {
            let (first, second) = (x.operand(i, a, width)?, x.operand(i, b, width)?);
            let by = byte * i.immediate8() as usize;
            let lanes = first.chunks(lane).zip(second.chunks(lane)).flat_map(|(f, s)| {
                let mut joined = [s, f].concat();
                joined.extend(known::<D>(0, 256));
                joined[by..by + lane].to_vec()
            });
            vector(x, i, lanes.collect(), 1)
        }
        Vpblendd | Blendps | Vblendps => blend(x, i, (a, b), width, 4),
        Blendpd | Vblendpd => blend(x, i, (a, b), width, 8),
        Pblendw | Vpblendw => blend(x, i, (a, b), width, 2),
        Vpblendmq | Vblendmpd => {
            let mask = x.mask(i.op_mask())?;
            let (first, second) = (x.operand(i, 1, width)?, x.operand(i, 2, width)?);
            let bits = choose(&first, &second, 8 * byte, |n| mask >> n & 1 == 1);
            Ok(vec![(x.place(i, 0)?.0, widened::<D>(bits))])
        }
        Vperm2i128 | Vperm2f128 => {
            let both = [x.operand(i, 1, 32)?, x.operand(i, 2, 32)?].concat();
            let lanes = [0, 4].into_iter().flat_map(|shift| {
                let select = i.immediate8() >> shift;
                let at = lane * (select & 3) as usize;
                if select & 8 == 8 { known::<D>(0, 16) } else { both[at..at + lane].to_vec() }
            });
            vector(x, i, lanes.collect(), 16)
        }
        Vshufi64x2 | Vshuff64x2 | Vshufi32x4 | Vshuff32x4 => {
            let lanes = width as usize / 16;
            let (first, second) = (x.operand(i, 1, width)?, x.operand(i, 2, width)?);
            let bits_each = if lanes == 4 { 2 } else { 1 };
            let bits = (0..lanes).flat_map(|n| {
                let select = i.immediate8() as usize >> (bits_each * n) & (lanes - 1);
                let source = if n < lanes / 2 { &first } else { &second };
                source[lane * select..lane * (select + 1)].to_vec()
            });
            let element = if matches!(i.mnemonic(), Vshufi64x2 | Vshuff64x2) { 8 } else { 4 };
            vector(x, i, bits.collect(), element)
        }
        Vpermi2q | Vpermt2q => {
            // Either the indices or the first table are in operand 0.
            let own = x.operand(i, 0, width)?;
            let (other, second) = (x.operand(i, 1, width)?, x.operand(i, 2, width)?);
            let (indices, first) =
                if i.mnemonic() == Vpermi2q { (own, other) } else { (other, own) };
            let both = [first, second].concat();
            let words = indices.chunks(lane / 2).map(|index| {
                let index = all_known::<D>(index)? as usize % (2 * both.len() / lane);
                Ok(both[lane / 2 * index..][..lane / 2].to_vec())
            });
            let bits = words.collect::<Result<Vec<_>>>()?.concat();
            vector(x, i, bits, 8)
        }
        Vinserti128 | Vinsertf128 | Vinserti64x2 | Vinsertf64x2 | Vinserti32x4 | Vinsertf32x4 => {
            insert(x, i, width, 16)
        }
        Vinserti64x4 | Vinsertf64x4 | Vinserti32x8 | Vinsertf32x8 => insert(x, i, width, 32),
        Vextracti128 | Vextractf128 | Vextracti64x2 | Vextractf64x2 | Vextracti32x4
        | Vextractf32x4 => extract(x, i, 16),
        Vextracti64x4 | Vextractf64x4 | Vextracti32x8 | Vextractf32x8 => extract(x, i, 32),
        Vpbroadcastq | Vmovddup | Movddup | Vbroadcastsd | Vpbroadcastd | Vpbroadcastb
        | Vpbroadcastw | Vbroadcasti128 | Vbroadcastf128 | Vbroadcasti64x2 | Vbroadcasti32x4
        | Vbroadcasti64x4 => {
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
            vector(
                x,
                i,
                bits.iter().cycle().take(byte * width as usize).cloned().collect(),
                element,
            )
        }

        Psrldq | Vpsrldq | Pslldq | Vpslldq => {
            let bits = x.operand(i, if vex { 1 } else { 0 }, width)?;
            let by = byte * (i.immediate8() as usize).min(16);
            let left = matches!(i.mnemonic(), Pslldq | Vpslldq);
            vector(
                x,
                i,
                bits.chunks(lane).flat_map(|lane| shift::<D>(lane, by, left)).collect(),
                16,
            )
        }
        Vzeroupper => Ok((0..16)
            .map(|register| (Place::Vector(64 * register + 16), known::<D>(0, 48)))
            .collect()),

        Bswap => {
            let len = x.place(i, 0)?.1;
            let bits = x.operand(i, 0, len)?;
            general(x, i, reversed_bytes::<D>(&bits))
        }
        Cmove | Cmovne | Cmovs | Cmovns | Cmovb | Cmovae | Cmova | Cmovbe
            if x.selection(i).is_none() =>
        {
            let len = x.place(i, 0)?.1;
            let chosen = x.condition(i)?;
            let bits = x.operand(i, u32::from(chosen), len)?;
            general(x, i, bits)
        }
        Xchg => {
            let ((first, len), (second, _)) = (x.place(i, 0)?, x.place(i, 1)?);
            let (own, other) = (x.read(first, len)?, x.read(second, len)?);
            Ok(vec![(first, other), (second, own)])
        }
        _ => D::results(x, i),
    }
}
