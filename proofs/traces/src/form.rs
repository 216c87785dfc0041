//! Boolean functions as polynomials over GF(2).
//!
//! A [`Form`] is a sum of monomials of degree at most two. Its variables are the bits of the message and of
//! the key, and the bits of carry-less products, which [`Algebra::clmul`] makes. A form determines a function;
//! forms in input bits alone are even canonical, because a Boolean function has one polynomial.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

/// A product of one or two variables, which are numbered from 1: the greater number in the upper half, or 0
/// there for a single variable.
type Monomial = u64;

/// A bit as a function of variables, and its value in the present run.
#[derive(Clone, Debug)]
pub struct Form {
    /// The value in this run, which is compared with the machine's.
    value: bool,
    constant: bool,
    /// Ascending. `None` is no monomial.
    monomials: Option<Rc<[Monomial]>>,
}

impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Form {}

impl PartialOrd for Form {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Form {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.constant, self.monomials()).cmp(&(other.constant, other.monomials()))
    }
}

impl std::hash::Hash for Form {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.constant, self.monomials()).hash(state);
    }
}

impl Form {
    pub const ZERO: Self = Self::constant(false);

    pub const fn constant(bit: bool) -> Self {
        Self { value: bit, constant: bit, monomials: None }
    }

    fn new(value: bool, constant: bool, monomials: &[Monomial]) -> Self {
        Self { value, constant, monomials: (!monomials.is_empty()).then(|| monomials.into()) }
    }

    pub const fn value(&self) -> bool {
        self.value
    }

    fn monomials(&self) -> &[Monomial] {
        self.monomials.as_deref().unwrap_or_default()
    }

    /// Returns the bit, if it depends on no variable.
    pub const fn known(&self) -> Option<bool> {
        if self.monomials.is_none() { Some(self.constant) } else { None }
    }

    pub fn xor(&self, other: &Self) -> Self {
        let (value, constant) = (self.value ^ other.value, self.constant ^ other.constant);
        let monomials = match (&self.monomials, &other.monomials) {
            (None, None) => None,
            (Some(a), None) | (None, Some(a)) => Some(Rc::clone(a)),
            (Some(a), Some(b)) if Rc::ptr_eq(a, b) => None,
            (Some(a), Some(b)) => return Self::new(value, constant, &symmetric_difference(a, b)),
        };
        Self { value, constant, monomials }
    }

    pub fn not(&self) -> Self {
        self.xor(&Self::constant(true))
    }

    /// Multiplies by a bit that depends on no variable. Returns `None` if both bits depend on one.
    pub fn and(&self, other: &Self) -> Option<Self> {
        match (self.known(), other.known()) {
            (Some(true), _) => Some(other.clone()),
            (_, Some(true)) => Some(self.clone()),
            (Some(false), _) | (_, Some(false)) => Some(Self::ZERO),
            (None, None) => (self == other).then(|| self.clone()),
        }
    }

    fn is_linear(&self) -> bool {
        self.monomials().iter().all(|monomial| monomial >> 32 == 0)
    }
}

fn symmetric_difference(a: &[Monomial], b: &[Monomial]) -> Vec<Monomial> {
    let (mut i, mut j) = (0, 0);
    let mut sum = Vec::with_capacity(a.len() + b.len());
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            Ordering::Less => {
                sum.push(a[i]);
                i += 1;
            }
            Ordering::Greater => {
                sum.push(b[j]);
                j += 1;
            }
            Ordering::Equal => (i, j) = (i + 1, j + 1),
        }
    }
    sum.extend_from_slice(&a[i..]);
    sum.extend_from_slice(&b[j..]);
    sum
}

/// Bits, the lowest first.
pub type Bits = Vec<Form>;

/// Returns the bits of an integer.
pub fn known(value: u128, bits: usize) -> Bits {
    (0..bits).map(|i| Form::constant(i < 128 && value >> i & 1 == 1)).collect()
}

pub fn xor(a: &[Form], b: &[Form]) -> Bits {
    assert_eq!(a.len(), b.len(), "operands of one width");
    a.iter().zip(b).map(|(a, b)| a.xor(b)).collect()
}

/// Returns the value of the bits in this run.
pub fn value(bits: &[Form]) -> u128 {
    bits.iter().rev().fold(0, |value, bit| value << 1 | u128::from(bit.value()))
}

/// How products of two unknown operands are represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Products {
    /// By new variables, the same ones whenever the operands are the same. Equal forms are then equal
    /// functions, but a function may have several forms.
    Opaque,
    /// By their monomials, if the operands are linear. Every function of degree two has one form.
    Expanded,
}

/// The variables.
pub struct Algebra {
    products: Products,
    /// The value of each variable in this run; variable 0 does not exist.
    values: Vec<bool>,
    /// The bits of products that were made, by their operands.
    opaque: HashMap<[Bits; 2], Bits>,
}

impl Algebra {
    pub fn new(products: Products) -> Self {
        Self { products, values: vec![false], opaque: HashMap::new() }
    }

    /// Makes a variable for each bit of the bytes.
    pub fn inputs(&mut self, bytes: &[u8]) -> Bits {
        let bits = bytes.iter().flat_map(|byte| (0..8).map(move |i| byte >> i & 1 == 1));
        bits.map(|bit| self.variable(bit)).collect()
    }

    fn variable(&mut self, value: bool) -> Form {
        let number = self.values.len() as u64;
        assert!(number < 1 << 31, "monomials have 32 bits for a variable");
        self.values.push(value);
        Form::new(value, false, &[number])
    }

    /// Gives the variables other values.
    #[cfg(test)]
    pub fn set(&mut self, mut value: impl FnMut() -> bool) {
        self.values.iter_mut().skip(1).for_each(|old| *old = value());
    }

    /// Computes the value of a form from those of its variables.
    pub fn evaluate(&self, form: &Form) -> bool {
        form.monomials().iter().fold(form.constant, |sum, monomial| sum ^ self.monomial(*monomial))
    }

    fn monomial(&self, monomial: Monomial) -> bool {
        let (high, low) = ((monomial >> 32) as usize, (monomial & u64::from(u32::MAX)) as usize);
        self.values[low] && (high == 0 || self.values[high])
    }

    /// Multiplies two polynomials of 64 coefficients. The product has 128 bits, the last of which is 0.
    pub fn clmul(&mut self, a: &[Form], b: &[Form]) -> Bits {
        assert!(a.len() == 64 && b.len() == 64, "a product of words");
        let constant = |bits: &[Form]| bits.iter().all(|bit| bit.known().is_some());
        if constant(a) {
            return Self::by_constant(b, a);
        }
        if constant(b) {
            return Self::by_constant(a, b);
        }
        if a == b {
            // (Σ aᵢ xⁱ)² = Σ aᵢ x²ⁱ
            return a.iter().flat_map(|bit| [bit.clone(), Form::ZERO]).collect();
        }
        let linear = |bits: &[Form]| bits.iter().all(Form::is_linear);
        if self.products == Products::Expanded && linear(a) && linear(b) {
            self.expanded(a, b)
        } else {
            self.opaque(a, b)
        }
    }

    fn by_constant(a: &[Form], constant: &[Form]) -> Bits {
        let mut product = vec![Form::ZERO; 128];
        for (i, _) in constant.iter().enumerate().filter(|(_, bit)| bit.value()) {
            for (sum, bit) in product[i..].iter_mut().zip(a) {
                *sum = sum.xor(bit);
            }
        }
        product
    }

    fn expanded(&self, a: &[Form], b: &[Form]) -> Bits {
        let integer = product(value(a), value(b));
        let product: Bits = (0..128_usize)
            .map(|n| {
                let (mut constant, mut monomials) = (false, Vec::new());
                for i in n.saturating_sub(63)..=n.min(63) {
                    let (a, b) = (&a[i], &b[n - i]);
                    constant ^= a.constant && b.constant;
                    if a.constant {
                        monomials.extend_from_slice(b.monomials());
                    }
                    if b.constant {
                        monomials.extend_from_slice(a.monomials());
                    }
                    for &x in a.monomials() {
                        // x x = x, because x is a bit.
                        let times = |&y: &u64| if x == y { x } else { x.max(y) << 32 | x.min(y) };
                        monomials.extend(b.monomials().iter().map(times));
                    }
                }
                monomials.sort_unstable();
                let odd = monomials.chunk_by(|a, b| a == b).filter(|equal| equal.len() % 2 == 1);
                let monomials: Vec<_> = odd.map(|equal| equal[0]).collect();
                Form::new(integer >> n & 1 == 1, constant, &monomials)
            })
            .collect();
        for bit in &product {
            assert_eq!(self.evaluate(bit), bit.value(), "the monomials of a product");
        }
        product
    }

    fn opaque(&mut self, a: &[Form], b: &[Form]) -> Bits {
        let mut operands = [a.to_vec(), b.to_vec()];
        operands.sort();
        if let Some(product) = self.opaque.get(&operands) {
            return product.clone();
        }
        let integer = product(value(a), value(b));
        let mut bits: Bits = (0..127).map(|n| self.variable(integer >> n & 1 == 1)).collect();
        bits.push(Form::ZERO);
        self.opaque.insert(operands, bits.clone());
        bits
    }
}

/// Multiplies two polynomials of 64 coefficients, bit by bit.
fn product(a: u128, b: u128) -> u128 {
    (0..64).filter(|i| a >> i & 1 == 1).fold(0, |sum, i| sum ^ b << i)
}
