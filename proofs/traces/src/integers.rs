//! Words as integer polynomials.
//!
//! The atoms are the words of the message and of the key, and *quotients* ⌊p / d⌋ of polynomials p
//! by positive integers d. With them every operation on words is a polynomial: a sum modulo 2^64 is
//! p + q − 2^64 ⌊(p + q) / 2^64⌋, and the quotient is its carry. [`Integers::quotient`] brings
//! quotients into normal form by laws that hold for all integers, so that equal words mostly have
//! equal polynomials. Where they do not, a proof fails; nothing is assumed about a quotient but its
//! definition.

use std::collections::HashMap;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use crate::polynomial::{Atom, Monomial, Poly};

/// The least and the greatest value that a polynomial may have.
pub type Range = (BigInt, BigInt);

/// How an atom gets its value.
enum Definition {
    /// One of the numbers below this one.
    Input(BigInt),
    /// ⌊p / d⌋.
    Quotient(Poly, BigInt),
}

/// The atoms, and what is known about polynomials in them.
#[derive(Default)]
pub struct Integers {
    definitions: Vec<Definition>,
    /// The value of each atom in this run.
    values: Vec<BigInt>,
    ranges: Vec<Range>,
    /// The atoms of quotients.
    atoms: HashMap<(Poly, BigInt), Atom>,
    /// The quotients that were computed.
    quotients: HashMap<(Poly, BigInt), Poly>,
    /// Ranges of polynomials in the form of [`Poly::normalized`], without a constant.
    facts: HashMap<Poly, Range>,
    /// Quotients by 2^n whose dividend reduces to this polynomial modulo 2^n, and which equal ⌊s /
    /// d⌋ − t for these s, d and t; see [`Self::learn_digits`].
    digits: HashMap<(Poly, BigInt), (Poly, BigInt, Poly)>,
    /// The moduli of the function.
    moduli: Vec<BigInt>,
    /// Quotients of two values, in the order in which they were computed.
    steps: Vec<Step>,
}

/// A quotient that is one of two numbers.
struct Step {
    of: Poly,
    by: BigInt,
    quotient: Poly,
    remainder: Poly,
    /// The lower number, and the ranges of the dividend with it and with the upper one.
    lower: BigInt,
    ranges: [Range; 2],
    /// An atom that is in the quotient with the coefficient 1 or −1.
    atom: Atom,
    /// Two terms of the dividend whose monomials are not in the quotient, to notice quickly that a
    /// polynomial is another one.
    probes: Vec<(Monomial, BigInt)>,
}

/// How many remainders are looked for in a sum.
const DEPTH: usize = 8;
/// How many steps are looked for in a sum, the last ones.
const STEPS: usize = 64;

pub fn power(exponent: usize) -> BigInt {
    BigInt::one() << exponent
}

impl Integers {
    /// Starts with the moduli of a function that are not powers of two.
    pub fn new(moduli: impl IntoIterator<Item = BigInt>) -> Self {
        Self { moduli: moduli.into_iter().collect(), ..Self::default() }
    }

    /// Makes an atom for a number from 0 to before the end.
    pub fn input(&mut self, end: BigInt, value: impl Into<BigInt>) -> Poly {
        let value = value.into();
        assert!(!value.is_negative() && value < end, "a number below {end}");
        self.atom(Definition::Input(end.clone()), value, (BigInt::zero(), end - 1))
    }

    fn atom(&mut self, definition: Definition, value: BigInt, range: Range) -> Poly {
        let atom = self.definitions.len() as Atom;
        self.definitions.push(definition);
        self.values.push(value);
        self.ranges.push(range);
        Poly::atom(atom)
    }

    /// Computes the value of a polynomial in this run.
    pub fn value(&self, poly: &Poly) -> BigInt {
        let term = |(monomial, coefficient): &(Monomial, BigInt)| {
            monomial
                .iter()
                .fold(coefficient.clone(), |product, atom| product * &self.values[*atom as usize])
        };
        poly.terms().map(term).sum()
    }

    /// Gives the inputs other values, each a function of its end, and checks all that is known.
    pub fn check_elsewhere(
        &mut self,
        mut input: impl FnMut(&BigInt) -> BigInt,
    ) -> Result<(), String> {
        for atom in 0..self.definitions.len() {
            self.values[atom] = match &self.definitions[atom] {
                Definition::Input(end) => input(end),
                Definition::Quotient(of, by) => self.value(of).div_floor(by),
            };
            let (low, high) = &self.ranges[atom];
            if self.values[atom] < *low || self.values[atom] > *high {
                return Err(format!("atom {atom} is out of its range"));
            }
        }
        for (poly, (low, high)) in &self.facts {
            let value = self.value(poly);
            if value < *low || value > *high {
                return Err(format!("a value out of its range: {poly:?}"));
            }
        }
        for ((of, by), quotient) in &self.quotients {
            if self.value(of).div_floor(by) != self.value(quotient) {
                return Err(format!("another quotient by {by} of {of:?}"));
            }
        }
        Ok(())
    }

    /// Returns a range of a polynomial.
    pub fn range(&self, poly: &Poly) -> Range {
        self.range_to(poly, DEPTH)
    }

    fn range_to(&self, poly: &Poly, depth: usize) -> Range {
        let (rest, constant) = poly.without_constant();
        let (factor, unit) = rest.normalized();
        let (low, high) = match self.facts.get(&unit) {
            Some(range) => range.clone(),
            None => self.range_of_terms(&unit, depth),
        };
        let (low, high) = (low * &factor, high * &factor);
        if factor.is_negative() {
            (high + &constant, low + &constant)
        } else {
            (low + &constant, high + &constant)
        }
    }

    /// Adds up the ranges of terms, or those of parts p − d ⌊p / d⌋, which are from 0 to d − 1, and
    /// of the rest.
    fn range_of_terms(&self, poly: &Poly, depth: usize) -> Range {
        let (mut low, mut high) = (BigInt::zero(), BigInt::zero());
        for (monomial, coefficient) in poly.terms() {
            let of = monomial.iter().map(|atom| &self.ranges[*atom as usize]);
            let (a, b) = of
                .fold((coefficient.clone(), coefficient.clone()), |(a, b), (low, high)| {
                    product_range((&a, &b), (low, high))
                });
            (low, high) = (low + a, high + b);
        }
        if depth == 0 {
            return (low, high);
        }
        if depth == DEPTH
            && let Some((_, [(a, b), (c, d)], _)) = self.step_in(poly, None)
        {
            (low, high) = (low.max(a.min(c)), high.min(b.max(d)));
        }
        let quotients = poly.terms().filter_map(|(monomial, coefficient)| match **monomial {
            [atom] => match &self.definitions[atom as usize] {
                Definition::Quotient(of, by) if coefficient.is_negative() => Some((atom, of, by)),
                _ => None,
            },
            _ => None,
        });
        for (atom, of, by) in quotients {
            let Some((leading, coefficient)) = of.terms().last() else { continue };
            let times = poly.coefficient(leading).div_floor(coefficient);
            if times.is_positive() {
                let remainder = of.plus_times(&Poly::atom(atom), &-by);
                let rest = poly.plus_times(&remainder, &-&times);
                if rest.terms().count() < poly.terms().count() {
                    let (a, b) = self.range_to(&rest, depth - 1);
                    (low, high) = (low.max(a), high.min(b + times * (by - 1_u32)));
                }
            }
        }
        (low, high)
    }

    /// Looks for a step with p = ± (s + f q) + c + d m, for its dividend s, its quotient q and a
    /// polynomial m, which is 0 if no d is given. Returns the step, the ranges of p − d m with both
    /// values of q, and m.
    fn step_in(&self, poly: &Poly, by: Option<&BigInt>) -> Option<(&Step, [Range; 2], Poly)> {
        for step in self.steps.iter().rev().take(STEPS) {
            for sign in [1, -1].map(BigInt::from) {
                let possible = step.probes.iter().all(|(monomial, coefficient)| {
                    let rest = poly.coefficient(monomial) - coefficient * &sign;
                    by.map_or_else(|| rest.is_zero(), |by| rest.is_multiple_of(by))
                });
                if !possible {
                    continue;
                }
                let rest = poly.plus_times(&step.of, &-&sign);
                let mut factor =
                    rest.coefficient(&[step.atom]) * step.quotient.coefficient(&[step.atom]);
                if let Some(by) = by {
                    factor = Poly::constant(factor).divided(by).1.coefficient(&[]);
                }
                let (rest, constant) =
                    rest.plus_times(&step.quotient, &-&factor).without_constant();
                let multiples = match by {
                    Some(by) => rest.exactly_divided(by),
                    None => rest.is_zero().then_some(rest),
                };
                if let Some(multiples) = multiples {
                    let range = |n: usize| {
                        let by = &constant + &factor * (&step.lower + n);
                        let (low, high) = &step.ranges[n];
                        let (low, high) = (low * &sign, high * &sign);
                        let (low, high) =
                            if sign.is_negative() { (high, low) } else { (low, high) };
                        (low + &by, high + by)
                    };
                    return Some((step, [range(0), range(1)], multiples));
                }
            }
        }
        None
    }

    /// Notes that the values of a polynomial are in a range.
    pub fn learn(&mut self, poly: &Poly, (low, high): Range) {
        let (rest, constant) = poly.without_constant();
        if rest.is_zero() {
            return;
        }
        let (factor, unit) = rest.normalized();
        let (low, high) = (low - &constant, high - &constant);
        let (low, high) = if factor.is_negative() { (high, low) } else { (low, high) };
        // The least integer from `low` on and the greatest up to `high`, of multiples of the
        // factor.
        let (low, high) = (-(-low).div_floor(&factor), high.div_floor(&factor));
        let (a, b) =
            self.facts.get(&unit).cloned().unwrap_or_else(|| self.range_of_terms(&unit, DEPTH));
        self.facts.insert(unit, (low.max(a), high.min(b)));
    }

    /// Adds polynomials, and notes the range of the sum.
    pub fn plus(&mut self, a: &Poly, b: &Poly) -> Poly {
        let ((a0, a1), (b0, b1), sum) = (self.range(a), self.range(b), a.plus(b));
        self.learn(&sum, (a0 + b0, a1 + b1));
        sum
    }

    pub fn minus(&mut self, a: &Poly, b: &Poly) -> Poly {
        self.plus(a, &b.scaled(&-BigInt::one()))
    }

    /// Multiplies polynomials, and notes the range of the product.
    pub fn times(&mut self, a: &Poly, b: &Poly) -> Poly {
        let ((a0, a1), (b0, b1), product) = (self.range(a), self.range(b), a.times(b));
        self.learn(&product, product_range((&a0, &a1), (&b0, &b1)));
        product
    }

    /// Computes p mod 2^bits.
    pub fn low(&mut self, poly: &Poly, bits: usize) -> Poly {
        self.remainder(poly, &power(bits))
    }

    /// Computes p mod d, from 0 to d − 1.
    pub fn remainder(&mut self, poly: &Poly, by: &BigInt) -> Poly {
        let quotient = self.quotient(poly, by);
        poly.plus_times(&quotient, &-by)
    }

    /// Computes ⌊p / 2^bits⌋.
    pub fn high(&mut self, poly: &Poly, bits: usize) -> Poly {
        self.quotient(poly, &power(bits))
    }

    /// Computes ⌊p / d⌋.
    pub fn quotient(&mut self, poly: &Poly, by: &BigInt) -> Poly {
        assert!(by.is_positive(), "a positive divisor");
        if by.is_one() {
            return poly.clone();
        }
        let key = (poly.clone(), by.clone());
        if let Some(quotient) = self.quotients.get(&key) {
            return quotient.clone();
        }
        let (low, high) = self.range(poly);
        let quotient = self.new_quotient(poly, by, (&low, &high));
        self.quotients.insert(key, quotient.clone());
        self.learn(&quotient, (low.div_floor(by), high.div_floor(by)));
        self.learn(&poly.plus_times(&quotient, &-by), (BigInt::zero(), by - 1_u32));
        self.learn_digits(poly, by, &quotient);
        let (lower, upper) = (low.div_floor(by), high.div_floor(by));
        if upper == &lower + 1_u32 {
            let limit = upper * by;
            let ranges = [(low, &limit - 1_u32), (limit, high)];
            let remainder = poly.plus_times(&quotient, &-by);
            let once = quotient.terms().rev().find(|(monomial, coefficient)| {
                monomial.len() == 1 && coefficient.magnitude().is_one()
            });
            if let Some(atom) = once.map(|(monomial, _)| monomial[0]) {
                let probe = |(monomial, _): &&(Monomial, BigInt)| {
                    !monomial.is_empty() && quotient.coefficient(monomial).is_zero()
                };
                let probes = poly.terms().rev().filter(probe).take(2).cloned().collect();
                let (of, by, quotient) = (poly.clone(), by.clone(), quotient.clone());
                self.steps.push(Step { of, by, quotient, remainder, lower, ranges, atom, probes });
            }
        }
        quotient
    }

    fn new_quotient(&mut self, poly: &Poly, by: &BigInt, (low, high): (&BigInt, &BigInt)) -> Poly {
        let (least, greatest) = (low.div_floor(by), high.div_floor(by));
        if least == greatest {
            return Poly::constant(least);
        }
        // ⌊p / d⌋ = p for p = −1 and p = 0.
        if *low >= -BigInt::one() && !high.is_positive() {
            return poly.clone();
        }
        // ⌊(d t + r) / d⌋ = t + ⌊r / d⌋.
        let (multiples, rest) = poly.divided(by);
        if let Some((of, divisor, minus)) = self.digits.get(&(rest.clone(), by.clone())).cloned() {
            return multiples.plus(&self.quotient(&of, &divisor)).minus(&minus);
        }
        if let Some((step, ranges, multiples)) = self.step_in(poly, Some(by)) {
            let [first, second] = ranges.map(|(low, high)| {
                let least = low.div_floor(by);
                (least == high.div_floor(by)).then_some(least)
            });
            if let (Some(first), Some(second)) = (first, second) {
                let bit = step.quotient.minus(&Poly::constant(step.lower.clone()));
                return multiples.plus_times(&bit, &(second - &first)).plus(&Poly::constant(first));
            }
        }
        if greatest == &least + 1_u32
            && let Some(quotient) = self.threshold(poly, by, (low, high), &greatest)
        {
            return quotient;
        }
        if !multiples.is_zero() {
            return multiples.plus(&self.quotient(&rest, by));
        }
        // ⌊(g p + c) / (g d)⌋ = ⌊(p + ⌊c / g⌋) / d⌋.
        let (rest, constant) = poly.without_constant();
        let (content, unit) = rest.normalized();
        let common = content.gcd(by);
        if !common.is_one() {
            let of = unit.scaled(&(content / &common));
            let of = of.plus(&Poly::constant(constant.div_floor(&common)));
            return self.quotient(&of, &(by / common));
        }
        self.of_remainder(poly, by).or_else(|| self.merged(poly, by)).unwrap_or_else(|| {
            let key = (poly.clone(), by.clone());
            if let Some(atom) = self.atoms.get(&key) {
                return Poly::atom(*atom);
            }
            let value = self.value(poly).div_floor(by);
            let quotient =
                self.atom(Definition::Quotient(poly.clone(), by.clone()), value, (least, greatest));
            self.atoms.insert(key, self.definitions.len() as Atom - 1);
            quotient
        })
    }

    /// A quotient of two values, g − 1 and g, says whether p reaches the limit d g. If p − (d g −
    /// m) is from 0 to 2 m − 1, then it is g − 1 + ⌊(p − (d g − m)) / m⌋, for a modulus m of the
    /// function. If g and the constant of p are 0, it is minus the sign of p, whatever power of two
    /// d is.
    fn threshold(
        &mut self,
        poly: &Poly,
        by: &BigInt,
        (low, high): (&BigInt, &BigInt),
        greatest: &BigInt,
    ) -> Option<Poly> {
        // What was reduced modulo d before c was added: ⌊(s − d q + c) / d⌋ = ⌊(s + c) / d⌋ − q.
        for step in self.steps.iter().rev().take(STEPS).filter(|step| step.by == *by) {
            let same = poly.terms().last() == step.remainder.terms().last();
            if let Some(constant) =
                same.then(|| poly.minus(&step.remainder)).and_then(|rest| rest.known())
            {
                let (of, quotient) =
                    (step.of.plus(&Poly::constant(constant)), step.quotient.clone());
                return (of != *poly).then(|| self.quotient(&of, by).minus(&quotient));
            }
        }
        if greatest.is_zero() && poly.coefficient(&[]).is_zero() {
            let bits = (-low).max(high + 1_u32);
            let smallest = power((bits - 1_u32).bits() as usize);
            let power = by.magnitude().count_ones() == 1;
            return (power && smallest < *by).then(|| self.quotient(poly, &smallest));
        }
        if self.moduli.contains(by) {
            return None;
        }
        let mut forms = vec![(poly.clone(), by.clone(), (low.clone(), high.clone()))];
        forms.extend(self.joined(poly, by, (low, high)));
        for (poly, by, (low, high)) in forms {
            let limit = by * greatest;
            for modulus in &self.moduli {
                let shift = &limit - modulus;
                let natural = shift.is_positive() && low >= shift || low == shift;
                if natural && &high - &shift < modulus * 2_u32 {
                    let (of, modulus) =
                        (poly.minus(&Poly::constant(shift.clone())), modulus.clone());
                    self.learn(&of, (low - &shift, high - shift));
                    let least = Poly::constant(greatest - 1_u32);
                    return Some(least.plus(&self.quotient(&of, &modulus)));
                }
            }
        }
        None
    }

    /// ⌊(q + ⌊r / m⌋) / d⌋ = ⌊(m q + r) / (m d)⌋, for each quotient that is in p once. If p has
    /// other terms, only for powers m ≥ d of two, as in the upper words of a number. Returns the
    /// dividends, the divisors, and the ranges of the dividends if that of p is given.
    fn joined(
        &self,
        poly: &Poly,
        by: &BigInt,
        (low, high): (&BigInt, &BigInt),
    ) -> Vec<(Poly, BigInt, Range)> {
        let alone = poly.terms().count() == 1;
        let once = poly.terms().filter_map(|(monomial, coefficient)| match **monomial {
            [atom] if coefficient.is_one() => match &self.definitions[atom as usize] {
                Definition::Quotient(of, divisor) => Some((atom, of, divisor)),
                Definition::Input(_) => None,
            },
            _ => None,
        });
        let words = |by: &BigInt| by.magnitude().count_ones() == 1;
        once.filter(|(_, _, divisor)| alone || *divisor >= by && words(divisor))
            .map(|(atom, of, divisor)| {
                let joined = poly.minus(&Poly::atom(atom)).scaled(divisor).plus(of);
                (joined, divisor * by, (low * divisor, high * divisor + divisor - 1_u32))
            })
            .collect()
    }

    /// Looks for a quotient q in p such that p − d q or p + d q is known to be from 0 to d − 1,
    /// like the remainder of a division by a number that is not d.
    fn of_remainder(&self, poly: &Poly, by: &BigInt) -> Option<Poly> {
        let quotients = poly.terms().filter(|(monomial, _)| match **monomial {
            [atom] => matches!(self.definitions[atom as usize], Definition::Quotient(..)),
            _ => false,
        });
        for (monomial, coefficient) in quotients {
            let sign = coefficient.signum();
            let quotient = Poly::sum([(monomial.clone(), sign)]);
            let (low, high) = self.range(&poly.plus_times(&quotient, &-by));
            if !low.is_negative() && high < *by {
                return Some(quotient);
            }
        }
        None
    }

    /// Joins p and the quotient that is in it once, if there is one such quotient.
    fn merged(&mut self, poly: &Poly, by: &BigInt) -> Option<Poly> {
        let (low, high) = self.range(poly);
        let mut joined = self.joined(poly, by, (&low, &high));
        let (of, by, range) = joined.pop()?;
        if !joined.is_empty() {
            return None;
        }
        self.learn(&of, range);
        Some(self.quotient(&of, &by))
    }

    /// Notes two ways to divide s by neighbours of 2^n, by digits in base 2^n. Let t = ⌊s / 2^n⌋
    /// and s ≥ 0.
    ///
    /// * If s ≤ 2^n (2^n − 1), then ⌊(s + t + 1) / 2^n⌋ = ⌊s / (2^n − 1)⌋. Let s = q (2^n − 1) +
    ///   r = q 2^n + r − q with q ≤ 2^n. If r ≥ q, then t = q, and s + t + 1 = q 2^n + r + 1.
    ///   Otherwise t = q − 1, and s + t + 1 = q 2^n + r. The last terms are below 2^n.
    /// * If s < 2^2n, then ⌊(s − t) / 2^n⌋ = ⌊s / (2^n + 1)⌋. Let s = q (2^n + 1) + r = q 2^n + q +
    ///   r with q < 2^n. If q + r < 2^n, then t = q, and s − t = q 2^n + r. Otherwise t = q + 1 and
    ///   r > 0, and s − t = q 2^n + r − 1. The last terms are from 0 to 2^n − 1.
    fn learn_digits(&mut self, s: &Poly, by: &BigInt, t: &Poly) {
        let (low, high) = self.range(s);
        if by.magnitude().count_ones() != 1 || low.is_negative() || t.known().is_some() {
            return;
        }
        let sum = (s.plus(t).plus(&Poly::constant(1)), by - 1_u32, high <= by * (by - 1_u32));
        let difference = (s.minus(t), by + 1_u32, high < by * by);
        for (dividend, divisor, holds) in [sum, difference] {
            if holds {
                let (multiples, rest) = dividend.divided(by);
                self.digits.entry((rest, by.clone())).or_insert((s.clone(), divisor, multiples));
            }
        }
    }
}

fn product_range((a0, a1): (&BigInt, &BigInt), (b0, b1): (&BigInt, &BigInt)) -> Range {
    let products = [a0 * b0, a0 * b1, a1 * b0, a1 * b1];
    let [low, high] =
        [products.iter().min(), products.iter().max()].map(|end| end.cloned().unwrap_or_default());
    (low, high)
}
