//! The values that are computed beside the machine: bits as polynomials over GF(2), or words as
//! integer polynomials.

use std::fmt::Debug;

use iced_x86::Instruction;

use crate::execution::{Execution, Place, Result};

/// Digits, the lowest first: whole bytes of them.
pub type Digits<D> = Vec<<D as Domain>::Digit>;

/// The digits that a model writes, and their place.
pub type Write<D> = (Place, Digits<D>);

/// Functions of the variables.
pub trait Domain: Sized {
    /// A part of a byte, or a byte, as a function of the variables.
    type Digit: Clone + Debug;
    /// A bit of the flags as a function of the variables.
    type Flag: Clone;
    /// The number of digits of a byte.
    const DIGITS: usize;

    /// Appends the digits of a byte that depends on no variable.
    fn push_known(digits: &mut Digits<Self>, byte: u8);

    /// Returns a byte that depends on no variable.
    fn known_byte(digits: &[Self::Digit]) -> Option<u8>;

    /// Computes the bytes in this run.
    fn bytes(&self, digits: &[Self::Digit]) -> Vec<u8>;

    /// Returns the digits that stand for these in a place that is written.
    fn written(&self, digits: &[Self::Digit]) -> Digits<Self> {
        digits.to_vec()
    }

    /// Returns a flag that depends on no variable.
    fn flag(value: bool) -> Self::Flag;

    fn not(flag: &Self::Flag) -> Self::Flag;

    /// Computes what an instruction that does more than copy writes, apart from flags.
    fn results(x: &mut Execution<Self>, i: &Instruction) -> Result<Vec<Write<Self>>>;

    /// Returns where a result first differs from what is expected.
    fn difference(&mut self, found: &[Self::Digit], expected: &[Self::Digit]) -> Option<usize>;
}

/// Returns the digits of a number that depends on no variable.
pub fn known<D: Domain>(value: u128, bytes: usize) -> Digits<D> {
    let mut digits = Vec::with_capacity(bytes * D::DIGITS);
    for i in 0..bytes {
        D::push_known(&mut digits, value.checked_shr(8 * i as u32).unwrap_or(0) as u8);
    }
    digits
}

/// Returns a number that depends on no variable.
pub fn all_known<D: Domain>(digits: &[D::Digit]) -> Result<u128> {
    let mut bytes = digits.chunks(D::DIGITS).rev().map(D::known_byte);
    let value = bytes.try_fold(0, |value, byte| Some(value << 8 | u128::from(byte?)));
    value.ok_or_else(|| "a number of bits or bytes depends on the message or the key".into())
}
