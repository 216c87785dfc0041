//! Boolean functions as polynomials over GF(2).
//!
//! A [`Form`] is a sum of monomials of degree at most two. Its variables are the bits of the
//! message and of the key, and the bits of carry-less products, which [`Algebra::clmul`] makes. A
//! form determines a function; forms in input bits alone are even canonical, because a Boolean
//! function has one polynomial.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A product of one or two variables, which are numbered from 1: the greater number in the upper
/// half, or 0 there for a single variable.
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
            (Some(a), Some(b)) => {
                // Most sums are short, and need no memory beside that of the form.
                let (mut short, mut long) = ([0; 64], Vec::new());
                let most = a.len() + b.len();
                let sum = short.get_mut(..most).unwrap_or_else(|| {
                    long.resize(most, 0);
                    &mut long
                });
                let len = symmetric_difference(a, b, sum);
                return Self::new(value, constant, &sum[..len]);
            }
        };
        Self { value, constant, monomials }
    }

    pub fn not(&self) -> Self {
        self.xor(&Self::constant(true))
    }

    /// Multiplies two bits. Returns `None` if the product has degree three or more.
    pub fn and(&self, other: &Self) -> Option<Self> {
        match (self.known(), other.known()) {
            (Some(true), _) => Some(other.clone()),
            (_, Some(true)) => Some(self.clone()),
            (Some(false), _) | (_, Some(false)) => Some(Self::ZERO),
            (None, None) if self == other => Some(self.clone()),
            (None, None) if self.is_linear() && other.is_linear() => {
                Some(Self::sum_of_products(self.value & other.value, [(self, other)].into_iter()))
            }
            (None, None) => None,
        }
    }

    /// Adds products of linear forms. `value` is the value of the sum.
    fn sum_of_products<'a>(value: bool, pairs: impl Iterator<Item = (&'a Self, &'a Self)>) -> Self {
        let (mut constant, mut monomials) = (false, Vec::new());
        for (a, b) in pairs {
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
        Self::new(value, constant, &monomials)
    }

    fn is_linear(&self) -> bool {
        self.monomials().iter().all(|monomial| monomial >> 32 == 0)
    }
}

/// Writes the monomials that one of the two has to the beginning of a slice that is long enough for
/// all. Returns how many there are.
fn symmetric_difference(a: &[Monomial], b: &[Monomial], sum: &mut [Monomial]) -> usize {
    let (mut i, mut j, mut len) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        sum[len] = x.min(y);
        len += usize::from(x != y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    for rest in [&a[i..], &b[j..]] {
        sum[len..len + rest.len()].copy_from_slice(rest);
        len += rest.len();
    }
    len
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
    /// By new variables, the same ones whenever the operands are the same. Equal forms are then
    /// equal functions, but a function may have several forms.
    Opaque,
    /// By their monomials, if the operands are linear. Every function of degree two has one form.
    Expanded,
    /// By their monomials, if the operands are linear and one of them has variables of
    /// [`hold`](Algebra::hold), and otherwise by new variables.
    HeldExpanded,
}

/// The variables.
pub struct Algebra {
    products: Products,
    /// The value of each variable in this run; variable 0 does not exist.
    values: Vec<bool>,
    /// The variables that stand for intermediate values.
    held: HashSet<Monomial>,
    /// The bits of products that were made, by their operands.
    opaque: HashMap<[Bits; 2], Bits>,
    /// Words that are replaced wherever an instruction writes them, and those in their place, by
    /// their values.
    replacements: HashMap<u128, Vec<(Bits, Bits)>>,
}

impl Algebra {
    pub fn new(products: Products) -> Self {
        let (values, held) = (vec![false], HashSet::new());
        Self { products, values, held, opaque: HashMap::new(), replacements: HashMap::new() }
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

    /// Replaces words by others of the same values. What holds for any values of the others holds
    /// for these.
    pub fn replace(&mut self, bits: &[Form], by: &[Form]) {
        assert_eq!(value(bits), value(by), "the same value");
        for (word, by) in bits.chunks(64).zip(by.chunks(64)) {
            self.replacements.entry(value(word)).or_default().push((word.to_vec(), by.to_vec()));
        }
    }

    /// Returns the words that stand for these.
    pub fn replaced(&self, bits: &[Form]) -> Bits {
        let by = |word: &[Form]| -> Option<&Bits> {
            let same = self.replacements.get(&value(word))?;
            same.iter().find(|(old, _)| old == word).map(|(_, new)| new)
        };
        bits.chunks(64).flat_map(|word| by(word).map_or(word, |by| by)).cloned().collect()
    }

    /// Puts new variables in the place of an intermediate value before it is multiplied, if
    /// products are expanded: otherwise the degree of forms would grow.
    pub fn hold(&mut self, bits: Bits) -> Bits {
        if self.products == Products::Opaque || bits.iter().all(|bit| bit.known().is_some()) {
            return bits;
        }
        let by: Bits = bits.iter().map(|bit| self.variable(bit.value())).collect();
        self.held.extend(by.iter().flat_map(Form::monomials));
        self.replace(&bits, &by);
        by
    }

    /// Gives the variables other values.
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

    /// Multiplies two polynomials of 64 coefficients. The product has 128 bits, the last of which
    /// is 0.
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
        let expands = match self.products {
            Products::Opaque => false,
            Products::Expanded => linear(a) && linear(b),
            Products::HeldExpanded => linear(a) && linear(b) && (self.holds(a) || self.holds(b)),
        };
        if expands { self.expanded(a, b) } else { self.opaque(a, b) }
    }

    /// Returns whether some bit has a variable that stands for an intermediate value.
    fn holds(&self, bits: &[Form]) -> bool {
        bits.iter().flat_map(Form::monomials).any(|monomial| self.held.contains(monomial))
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
        let bit = |n: usize| {
            let pairs = (n.saturating_sub(63)..=n.min(63)).map(|i| (&a[i], &b[n - i]));
            let bit = Form::sum_of_products(integer >> n & 1 == 1, pairs);
            assert_eq!(self.evaluate(&bit), bit.value(), "the monomials of a product");
            bit
        };
        (0..128).map(bit).collect()
    }

    /// Multiplies two integers of 64 bits whose bits, apart from known zeros, are at every fourth
    /// place, so that no digit of four bits of the product overflows: at most 15 pairs of bits meet
    /// in each. The lowest bit of a digit is the sum of the products that meet there, and the
    /// others become new variables, because nothing is known of them. Returns `None` if the
    /// operands are others.
    pub fn holes(&mut self, a: &[Form], b: &[Form]) -> Option<Bits> {
        assert!(a.len() == 64 && b.len() == 64, "a product of words");
        let places = |bits: &[Form]| -> Option<Vec<usize>> {
            let places: Vec<_> = (0..64).filter(|i| bits[*i].known() != Some(false)).collect();
            let one_class = places.iter().all(|i| i % 4 == places[0] % 4);
            (one_class && bits.iter().all(Form::is_linear)).then_some(places)
        };
        let (places_a, places_b) = (places(a)?, places(b)?);
        let integer = value(a).wrapping_mul(value(b));
        let mut product = known(0, 128);
        for n in 0..128_usize {
            let pairs: Vec<_> = places_a
                .iter()
                .filter(|i| n.checked_sub(**i).is_some_and(|j| places_b.contains(&j)))
                .collect();
            if pairs.is_empty() {
                continue;
            }
            if pairs.len() > 15 {
                return None;
            }
            let meeting = pairs.iter().map(|i| (&a[**i], &b[n - **i]));
            product[n] = Form::sum_of_products(integer >> n & 1 == 1, meeting);
            assert_eq!(
                self.evaluate(&product[n]),
                product[n].value(),
                "the monomials of a product"
            );
            // A count of m pairs has as many digits as m.
            let digits = 1 + pairs.len().ilog2() as usize;
            for (i, bit) in product[n..n + digits].iter_mut().enumerate().skip(1) {
                *bit = self.variable(integer >> (n + i) & 1 == 1);
            }
        }
        Some(product)
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
