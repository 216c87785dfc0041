//! Polynomials with integer coefficients, whose variables are numbered atoms.

use std::collections::BTreeMap;
use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// The number of an atom.
pub type Atom = u32;

/// A product of atoms, ascending, with repetitions. The empty one is 1.
pub type Monomial = Box<[Atom]>;

/// A sum of monomials with coefficients other than 0, ascending. It is canonical: equal polynomials
/// have equal terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Poly(Rc<[(Monomial, BigInt)]>);

impl Poly {
    pub fn constant(value: impl Into<BigInt>) -> Self {
        Self::sum([(Monomial::default(), value.into())])
    }

    pub fn atom(atom: Atom) -> Self {
        Self::sum([([atom].into(), BigInt::one())])
    }

    /// Adds up terms in any order.
    pub fn sum(terms: impl IntoIterator<Item = (Monomial, BigInt)>) -> Self {
        let mut sums = BTreeMap::<Monomial, BigInt>::new();
        for (monomial, coefficient) in terms {
            *sums.entry(monomial).or_default() += coefficient;
        }
        Self(sums.into_iter().filter(|(_, coefficient)| !coefficient.is_zero()).collect())
    }

    pub fn terms(&self) -> impl DoubleEndedIterator<Item = &(Monomial, BigInt)> {
        self.0.iter()
    }

    /// Returns the value, if there is no atom.
    pub fn known(&self) -> Option<BigInt> {
        match &*self.0 {
            [] => Some(BigInt::zero()),
            [(monomial, value)] if monomial.is_empty() => Some(value.clone()),
            _ => None,
        }
    }

    /// Returns whether both are one polynomial in memory.
    pub fn is_same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub fn coefficient(&self, monomial: &[Atom]) -> BigInt {
        let found = self.0.binary_search_by(|(other, _)| (**other).cmp(monomial));
        found.map_or_else(|_| BigInt::zero(), |at| self.0[at].1.clone())
    }

    pub fn plus(&self, other: &Self) -> Self {
        self.plus_times(other, &BigInt::one())
    }

    pub fn minus(&self, other: &Self) -> Self {
        self.plus_times(other, &-BigInt::one())
    }

    /// Adds a multiple of another polynomial, by merging the terms.
    pub fn plus_times(&self, other: &Self, factor: &BigInt) -> Self {
        if factor.is_zero() {
            return self.clone();
        }
        let (mut i, mut j, a, b) = (0, 0, &self.0, &other.0);
        let mut sum = Vec::with_capacity(a.len() + b.len());
        while i < a.len() || j < b.len() {
            let first = j == b.len() || i < a.len() && a[i].0 <= b[j].0;
            let second = i == a.len() || j < b.len() && b[j].0 <= a[i].0;
            let (at, mut coefficient) =
                if first { (&a[i].0, a[i].1.clone()) } else { (&b[j].0, BigInt::zero()) };
            if second {
                coefficient += &b[j].1 * factor;
            }
            if !coefficient.is_zero() {
                sum.push((at.clone(), coefficient));
            }
            (i, j) = (i + usize::from(first), j + usize::from(second));
        }
        Self(sum.into())
    }

    pub fn scaled(&self, factor: &BigInt) -> Self {
        Self::default().plus_times(self, factor)
    }

    pub fn times(&self, other: &Self) -> Self {
        if let Some(factor) = other.known() {
            return self.scaled(&factor);
        }
        let pairs = self.terms().flat_map(|a| other.terms().map(move |b| (a, b)));
        Self::sum(pairs.map(|((m, a), (n, b))| {
            let mut atoms = [&**m, &**n].concat();
            atoms.sort_unstable();
            (atoms.into(), a * b)
        }))
    }

    /// Divides each coefficient by a positive number to the nearest integer. Returns the polynomial
    /// of the quotients and that of the remainders, which depends on the coefficients modulo the
    /// number alone.
    pub fn divided(&self, by: &BigInt) -> (Self, Self) {
        let half: BigInt = (by - 1_u32) / 2_u32;
        let quotients = self.terms().map(|(m, c)| (m.clone(), (c + &half).div_floor(by)));
        let quotient = Self(quotients.filter(|(_, c)| !c.is_zero()).collect());
        let rest = self.plus_times(&quotient, &-by);
        (quotient, rest)
    }

    /// Divides by the number that all coefficients are multiples of. Returns nothing if one is not.
    pub fn exactly_divided(&self, by: &BigInt) -> Option<Self> {
        let (quotient, rest) = self.divided(by);
        rest.is_zero().then_some(quotient)
    }

    /// Separates the constant.
    pub fn without_constant(&self) -> (Self, BigInt) {
        let constant = self.coefficient(&[]);
        (self.minus(&Self::constant(constant.clone())), constant)
    }

    /// Writes the polynomial as a number times a polynomial whose coefficients have no common
    /// divisor and whose last one is positive.
    pub fn normalized(&self) -> (BigInt, Self) {
        let content = self.terms().fold(BigInt::zero(), |gcd, (_, c)| gcd.gcd(c));
        match self.0.last() {
            Some((_, last)) if !content.is_one() || last.is_negative() => {
                let content = if last.is_negative() { -content } else { content };
                (
                    content.clone(),
                    Self(self.terms().map(|(m, c)| (m.clone(), c / &content)).collect()),
                )
            }
            _ => (BigInt::one(), self.clone()),
        }
    }
}
