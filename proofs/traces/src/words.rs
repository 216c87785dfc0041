//! Bytes of words that are integer polynomials, and the operations on words.

use iced_x86::Instruction;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::domain::{Digits, Domain, Write};
use crate::execution::{Execution, Result};
use crate::integers::{Integers, power};
use crate::models::{self, parts::shift};
use crate::polynomial::Poly;

/// A byte.
#[derive(Clone, PartialEq, Debug)]
pub enum Byte {
    Known(u8),
    /// The byte with this index of a word, the lowest first.
    Of(Poly, usize),
}

impl Domain for Integers {
    type Digit = Byte;
    /// 0 or 1.
    type Flag = Poly;
    const DIGITS: usize = 1;

    fn push_known(digits: &mut Vec<Byte>, byte: u8) {
        digits.push(Byte::Known(byte));
    }

    fn known_byte(digits: &[Byte]) -> Option<u8> {
        match digits {
            [Byte::Known(byte)] => Some(*byte),
            _ => None,
        }
    }

    fn bytes(&self, digits: &[Byte]) -> Vec<u8> {
        let mut last: Option<(&Poly, BigInt)> = None;
        let mut byte = |digit| match digit {
            &Byte::Known(byte) => byte,
            Byte::Of(poly, index) => {
                if last.as_ref().is_none_or(|(other, _)| !other.is_same(poly)) {
                    last = Some((poly, self.value(poly)));
                }
                let value =
                    last.as_ref().map_or_else(BigInt::zero, |(_, value)| value >> (8 * index));
                value.mod_floor(&BigInt::from(256)).to_u8().unwrap_or_default()
            }
        };
        digits.iter().map(&mut byte).collect()
    }

    fn flag(value: bool) -> Poly {
        Poly::constant(u8::from(value))
    }

    fn not(flag: &Poly) -> Poly {
        Poly::constant(1).minus(flag)
    }

    fn results(x: &mut Execution<Self>, i: &Instruction) -> Result<Vec<Write<Self>>> {
        models::words::results(x, i)
    }

    fn difference(&mut self, found: &[Byte], expected: &[Byte]) -> Option<usize> {
        // Whatever was found must hold for other inputs too.
        let mut state = 1_u64;
        let other = |end: &BigInt| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (BigInt::from(state) * end) >> 64
        };
        self.check_elsewhere(other).expect("ranges and quotients of other inputs");
        let words = found.chunks(8).zip(expected.chunks(8));
        let mut differ = words.map(|(found, expected)| self.word(found) != self.word(expected));
        differ.position(|differ| differ).map(|word| 8 * word)
    }
}

impl Integers {
    /// Joins bytes to a word.
    pub fn word(&mut self, digits: &[Byte]) -> Poly {
        let (mut word, mut at) = (Poly::default(), 0);
        while at < digits.len() {
            let (part, len) = match &digits[at] {
                Byte::Known(byte) => (Poly::constant(*byte), 1),
                Byte::Of(poly, index) => {
                    let next = |n: usize| match digits.get(at + n) {
                        Some(Byte::Of(other, i)) => other == poly && *i == index + n,
                        _ => false,
                    };
                    let len = (1..).find(|n| !next(*n)).unwrap_or(1);
                    let (from, to) =
                        (self.high(poly, 8 * index), self.high(poly, 8 * (index + len)));
                    (from.plus_times(&to, &-power(8 * len)), len)
                }
            };
            word = word.plus_times(&part, &power(8 * at));
            at += len;
        }
        self.learn(&word, (BigInt::zero(), power(8 * digits.len()) - 1_u32));
        word
    }

    /// Splits a word, which must fit, into bytes.
    pub fn split(&self, word: &Poly, bytes: usize) -> Result<Digits<Self>> {
        let (low, high) = self.range(word);
        if low.is_negative() || high.bits() > 8 * bytes as u64 {
            return Err("a word that may be negative or too great".into());
        }
        let known = word.known();
        let byte = |index: usize| match &known {
            Some(value) => Byte::Known(
                (value >> (8 * index)).mod_floor(&BigInt::from(256)).to_u8().unwrap_or_default(),
            ),
            None if 8 * index as u64 >= high.bits() => Byte::Known(0),
            None => Byte::Of(word.clone(), index),
        };
        Ok((0..bytes).map(byte).collect())
    }

    /// Returns the number that a word is in two's complement.
    pub fn signed(&mut self, word: &Poly, bits: usize) -> Poly {
        let sign = self.high(word, bits - 1);
        let signed = word.plus_times(&sign, &-power(bits));
        self.learn(&signed, (-power(bits - 1), power(bits - 1) - 1_u32));
        signed
    }

    /// Returns bits of a word from one on to before another.
    pub fn bits(&mut self, word: &Poly, from: usize, to: usize) -> Poly {
        let part = self.high(word, from);
        self.low(&part, to - from)
    }

    /// Adds up f(part) 2^i over the runs of ones, from bit i on, of a known mask.
    fn by_runs(&mut self, word: &Poly, mask: &BigInt, f: impl Fn(&Poly, usize) -> Poly) -> Poly {
        let (mut sum, mut from) = (Poly::default(), 0);
        while power(from) <= *mask {
            let len = (0..).find(|n| !mask.bit((from + n) as u64)).unwrap_or(0);
            if len > 0 {
                let part = self.bits(word, from, from + len);
                sum = sum.plus_times(&f(&part, len), &power(from));
            }
            from += len + 1;
        }
        sum
    }

    /// Returns the bit of which a word has copies in all its places.
    fn copies_of_bit(&self, word: &Poly, bits: usize) -> Option<Poly> {
        let bit = word.exactly_divided(&(power(bits) - 1_u32))?;
        let (low, high) = self.range(&bit);
        (!low.is_negative() && high <= BigInt::one()).then_some(bit)
    }

    /// Returns whether two words have no one in the same place: one is a multiple of 2^n, the other
    /// one is below.
    fn disjoint(&self, a: &Poly, b: &Poly) -> bool {
        let below = |a: &Poly, b: &Poly| {
            let (_, high) = self.range(b);
            a.exactly_divided(&power(high.bits() as usize)).is_some()
        };
        below(a, b) || below(b, a)
    }

    /// Computes a Boolean function of words.
    pub fn boolean(&mut self, function: Boolean, a: &[Byte], b: &[Byte]) -> Result<Digits<Self>> {
        let bytes: Option<Vec<_>> = a.iter().zip(b).map(|(a, b)| function.of_bytes(a, b)).collect();
        if let Some(bytes) = bytes {
            return Ok(bytes);
        }
        let (len, bits) = (a.len(), 8 * a.len());
        let (mut a, mut b) = (self.word(a), self.word(b));
        if a.known().is_some() {
            (a, b) = (b, a);
        }
        let result = match (function, b.known()) {
            (Boolean::And, Some(mask)) => self.by_runs(&a, &mask, |part, _| part.clone()),
            // The ones of the mask replace x by 1 − x.
            (Boolean::Xor, Some(mask)) => {
                let change = self.by_runs(&a, &mask, |part, len| {
                    Poly::constant(power(len) - 1_u32).plus_times(part, &BigInt::from(-2))
                });
                a.plus(&change)
            }
            // They replace x by 1.
            (Boolean::Or, Some(mask)) => {
                let change = self
                    .by_runs(&a, &mask, |part, len| Poly::constant(power(len) - 1_u32).minus(part));
                a.plus(&change)
            }
            (Boolean::And, None) => {
                match (self.copies_of_bit(&a, bits), self.copies_of_bit(&b, bits)) {
                    (Some(bit), _) => self.times(&bit, &b),
                    (_, Some(bit)) => self.times(&bit, &a),
                    _ => return Err("a conjunction of two words that are not known".into()),
                }
            }
            _ if self.disjoint(&a, &b) => self.plus(&a, &b),
            _ => return Err("a Boolean function of two words that are not known".into()),
        };
        self.learn(&result, (BigInt::zero(), power(bits) - 1_u32));
        self.split(&result, len)
    }

    /// Shifts a word; `left` by multiples of 2^by, otherwise to the quotient.
    pub fn shifted(&mut self, digits: &[Byte], by: usize, left: bool) -> Result<Digits<Self>> {
        if by.is_multiple_of(8) || by >= 8 * digits.len() {
            return Ok(shift::<Self>(digits, by / 8, left));
        }
        let word = self.word(digits);
        let shifted = if left {
            self.low(&word.scaled(&power(by)), 8 * digits.len())
        } else {
            self.high(&word, by)
        };
        self.split(&shifted, digits.len())
    }

    /// The same with copies of the sign.
    pub fn shifted_with_sign(&mut self, digits: &[Byte], by: usize) -> Result<Digits<Self>> {
        let bits = 8 * digits.len();
        let word = self.word(digits);
        let signed = self.signed(&word, bits);
        let shifted = self.high(&signed, by.min(bits - 1));
        let sign = self.high(&word, bits - 1);
        let result = shifted.plus_times(&sign, &power(bits));
        self.learn(&result, (BigInt::zero(), power(bits) - 1_u32));
        self.split(&result, digits.len())
    }

    /// Computes the low or the high half of a product of numbers below 2^52 (words modulo that).
    pub fn product52(&mut self, a: &Poly, b: &Poly, high: bool) -> Poly {
        let (a, b) = (self.low(a, 52), self.low(b, 52));
        let product = self.times(&a, &b);
        if high { self.high(&product, 52) } else { self.low(&product, 52) }
    }

    /// Adds up the two products of signed words of 16 bits.
    pub fn dot16(&mut self, a: &[Byte], b: &[Byte]) -> Poly {
        let mut sum = Poly::default();
        for (a, b) in a.chunks(2).zip(b.chunks(2)) {
            let [a, b] = [a, b].map(|digits| {
                let word = self.word(digits);
                self.signed(&word, 16)
            });
            let product = self.times(&a, &b);
            sum = self.plus(&sum, &product);
        }
        sum
    }
}

#[derive(Clone, Copy)]
pub enum Boolean {
    And,
    Or,
    Xor,
}

impl Boolean {
    /// Computes the function where it is simple.
    fn of_bytes(self, a: &Byte, b: &Byte) -> Option<Byte> {
        use Byte::Known;
        Some(match (self, a, b) {
            (Self::And, Known(a), Known(b)) => Known(a & b),
            (Self::Or, Known(a), Known(b)) => Known(a | b),
            (Self::Xor, Known(a), Known(b)) => Known(a ^ b),
            (Self::And, Known(0), _) | (Self::And, _, Known(0)) => Known(0),
            (Self::Or, Known(0xff), _) | (Self::Or, _, Known(0xff)) => Known(0xff),
            (Self::And, Known(0xff), other) | (Self::And, other, Known(0xff)) => other.clone(),
            (Self::Or | Self::Xor, Known(0), other) | (Self::Or | Self::Xor, other, Known(0)) => {
                other.clone()
            }
            (Self::And | Self::Or, a, b) if a == b => a.clone(),
            (Self::Xor, a, b) if a == b => Known(0),
            _ => return None,
        })
    }
}
