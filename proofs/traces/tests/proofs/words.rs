//! The same for words as integer polynomials, and the laws of quotients.

use std::hint::black_box;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Signed;

use traces::execution::{Execution, Result, Runs};
use traces::families::{Output, place, prove};
use traces::integers::{Integers, power};
use traces::polynomial::Poly;

/// Runs a function of two words, and compares it with a polynomial. A bit of the second word may be
/// known.
fn proves<const N: usize>(
    function: impl Fn(&[u64; 2]) -> [u64; N],
    expected: impl FnOnce(&mut Integers, &Poly, &Poly) -> [Poly; N],
) -> Result<()> {
    let words = [0xfedc_ba98_7654_3210_u64, 0x8765_4321_0fed_cba9];
    let job = |output: &Output<N>| output.set(function(black_box(&words)));
    let prepare = |x: &mut Execution<Integers>| {
        let atoms = words.map(|word| x.algebra.input(power(64), word));
        for (word, atom) in words.iter().zip(&atoms) {
            let digits = x.algebra.split(atom, 8)?;
            x.assign(place(word), &digits)?;
        }
        let expected = expected(&mut x.algebra, &atoms[0], &atoms[1]);
        let digits = expected.iter().map(|word| x.algebra.split(word, 8));
        Ok(digits.collect::<Result<Vec<_>>>()?.concat())
    };
    prove(&mut Runs::default(), Integers::default(), job, prepare)
}

fn check(result: Result<()>) {
    result.expect("the same function");
}

/// Returns the reason why a function is not proved to be the sum of two words.
fn refusal(function: impl Fn(&[u64; 2]) -> u64) -> String {
    let sum = |algebra: &mut Integers, a: &Poly, b: &Poly| [algebra.low(&a.plus(b), 64)];
    proves(|words| [function(words)], sum).expect_err("another function").to_string()
}

fn halves(product: u128) -> [u64; 2] {
    [product as u64, (product >> 64) as u64]
}

#[test]
fn sums_and_products() {
    let product = |words: &[u64; 2]| halves(u128::from(words[0]) * u128::from(words[1]));
    let expected = |algebra: &mut Integers, a: &Poly, b: &Poly| {
        let product = algebra.times(a, b);
        [algebra.low(&product, 64), algebra.high(&product, 64)]
    };
    check(proves(product, expected));
    // A product by halves of 32 bits has the same polynomial.
    let by_halves = |[a, b]: &[u64; 2]| {
        let (a0, a1, b0, b1) = (a & 0xffff_ffff, a >> 32, b & 0xffff_ffff, b >> 32);
        let middle = ((a0 * b0) >> 32) + ((a0 * b1) & 0xffff_ffff) + ((a1 * b0) & 0xffff_ffff);
        let high = a1 * b1 + ((a0 * b1) >> 32) + ((a1 * b0) >> 32) + (middle >> 32);
        [(a0 * b0) & 0xffff_ffff | middle << 32, high]
    };
    check(proves(by_halves, expected));
    let square = |words: &[u64; 2]| halves(u128::from(words[0]).wrapping_mul(words[0].into()));
    assert!(proves(square, expected).is_err());
    let one_more = |words: &[u64; 2]| halves(u128::from(words[0]) * u128::from(words[1]) + 1);
    assert!(proves(one_more, expected).is_err());
    // A carry that is lost.
    let parts = |[a, b]: &[u64; 2]| [a.wrapping_mul(*b), (a >> 32) * (b >> 32)];
    assert!(proves(parts, expected).is_err());
}

#[test]
fn carries() {
    let sum = |words: &[u64; 2]| halves(u128::from(words[0]) + u128::from(words[1]));
    let expected = |algebra: &mut Integers, a: &Poly, b: &Poly| {
        let sum = algebra.plus(a, b);
        [algebra.low(&sum, 64), algebra.high(&sum, 64)]
    };
    check(proves(sum, expected));
    // The carry is that of the two words of this run, and not of all.
    let constant = |[a, b]: &[u64; 2]| [a.wrapping_add(*b), 1];
    assert!(proves(constant, expected).is_err());
    let difference = |[a, b]: &[u64; 2]| [a.wrapping_sub(*b), u64::from(a < b)];
    check(proves(difference, |algebra, a, b| {
        let difference = a.minus(b);
        let borrow = algebra.high(&difference, 64).scaled(&BigInt::from(-1));
        [algebra.low(&difference, 64), borrow]
    }));
}

#[test]
fn selections() {
    let at_most = |[a, b]: &[u64; 2]| {
        let mut chosen = 0_u64;
        // SAFETY: the instructions change this register and the flags only.
        unsafe {
            std::arch::asm!(
                "cmp {a}, {b}",
                "cmovbe {chosen}, {b}",
                a = in(reg) *a,
                b = in(reg) *b,
                chosen = inout(reg) chosen,
            );
        }
        [chosen]
    };
    // a ≤ b if a − b − c is negative, for c = 1.
    let expected = |c: u32| {
        move |algebra: &mut Integers, a: &Poly, b: &Poly| {
            let difference = a.minus(b).minus(&Poly::constant(c));
            let condition = algebra.high(&difference, 64).scaled(&BigInt::from(-1));
            let chosen = algebra.times(&condition, b);
            algebra.learn(&chosen, (BigInt::from(0), power(64) - 1_u32));
            [chosen]
        }
    };
    check(proves(at_most, expected(1)));
    assert!(proves(at_most, expected(0)).is_err());
}

#[test]
fn other_functions_are_refused() {
    check(proves(|[a, b]| [a.wrapping_add(*b)], |algebra, a, b| [algebra.low(&b.plus(a), 64)]));
    assert!(refusal(|[a, b]| a.wrapping_sub(*b)).contains("another function"));
    assert!(refusal(|[a, b]| a.wrapping_add(*b).wrapping_add(1)).contains("another function"));
    assert!(refusal(|[a, b]| a.wrapping_add(b & !1)).contains("another function"));
    // The same value for these words: the second one is odd.
    assert!(refusal(|[a, b]| a.wrapping_add(b | 1)).contains("another function"));
}

#[test]
fn what_depends_on_secrets_is_refused() {
    let table = [3_u64; 256];
    assert!(
        refusal(|[a, b]| if black_box(a > b) { a.wrapping_add(*b) } else { *a })
            .contains("decision")
    );
    assert!(refusal(|[a, b]| a ^ black_box(&table)[*b as usize & 255]).contains("address"));
    assert!(refusal(|[a, b]| a ^ b).contains("two words that are not known"));
    assert!(refusal(|[a, b]| a & b).contains("two words that are not known"));
    assert!(refusal(|[a, b]| b ^ u64::from((a | 1).leading_zeros())).contains("no model"));
    assert!(refusal(|[a, b]| a.wrapping_add(*b) >> (black_box(*b) & 1)).contains("depends"));
}

/// Random numbers with few or many bits.
fn random() -> impl FnMut() -> BigInt {
    let mut state = 1_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let value = BigInt::from(state) << 64 | BigInt::from(!state.rotate_left(29));
        value >> (state >> 57)
    }
}

/// Whatever is found about quotients of random polynomials holds for other values of the atoms.
#[test]
fn laws() {
    let mut random = random();
    for _ in 0..60 {
        let mut algebra = Integers::new([power(16) + 1_u32, power(32) - 5_u32]);
        let mut known: Vec<Poly> = [1, 8, 16, 32, 64, 64]
            .map(|bits| algebra.input(power(bits), random().mod_floor(&power(bits))))
            .into();
        for _ in 0..40 {
            let mut pick = || {
                known[(random() % known.len()).iter_u64_digits().next().unwrap_or(0) as usize]
                    .clone()
            };
            let (a, b, c) = (pick(), pick(), pick());
            let by = [
                power(1),
                power(16),
                power(32),
                power(64),
                power(16) - 1_u32,
                power(16) + 1_u32,
                power(32) - 5_u32,
            ];
            let by = &by[(random() % 7_u32).iter_u64_digits().next().unwrap_or(0) as usize];
            let quotient = algebra.quotient(&a, by);
            let new = match random() % 6_u32 {
                n if n == BigInt::from(0) => algebra.remainder(&a, by),
                n if n == BigInt::from(1) => algebra.plus(&a, &quotient),
                n if n == BigInt::from(2) => algebra.minus(&a, &b),
                n if n == BigInt::from(3) => algebra.plus(&a, &Poly::constant(random() >> 60)),
                n if n == BigInt::from(4) && a.terms().count() * b.terms().count() < 40 => {
                    algebra.times(&a, &b)
                }
                _ => algebra.plus(&c, &quotient),
            };
            known.push(new);
        }
        for edge in 0..20 {
            let input = |end: &BigInt| match edge {
                0 => BigInt::from(0),
                1 => end - 1,
                2 => end >> 1,
                _ => random().mod_floor(end),
            };
            algebra.check_elsewhere(input).expect("laws");
        }
    }
}

/// The laws bring these quotients into one form.
#[test]
fn normal_forms() {
    let mut algebra = Integers::new([power(64) - 257_u32]);
    let [a, b] = [3, 5].map(|value| algebra.input(power(64), value));
    let product = algebra.times(&a, &b);
    let (low, high) = (algebra.low(&product, 64), algebra.high(&product, 64));
    // Words join to the number.
    assert_eq!(low.plus_times(&high, &power(64)), product);
    // Quotients of quotients, and multiples of the divisor.
    let nested = algebra.high(&high, 32);
    assert_eq!(nested, algebra.high(&product, 96));
    let multiple = algebra.high(&product.plus_times(&a, &power(70)), 64);
    assert_eq!(multiple, high.plus_times(&a, &power(6)));
    // The digits of a number find its quotients by neighbours of powers of two.
    let digit = algebra.high(&a, 32);
    let quotient = algebra.quotient(&a, &(power(32) + 1_u32));
    let difference = a.minus(&digit);
    assert_eq!(algebra.high(&difference, 32), quotient);
    // A carry says whether a word reaches the modulus.
    let carry = algebra.plus(&a, &Poly::constant(257));
    let carry = algebra.high(&carry, 64);
    assert_eq!(carry, algebra.quotient(&a, &(power(64) - 257_u32)));
    // A sign is that in any greater width.
    let difference = algebra.minus(&a, &b);
    assert_eq!(algebra.high(&difference, 64), algebra.high(&difference, 90));
    assert!(!algebra.range(&low).0.is_negative());
    // Different quotients have different forms.
    assert_ne!(algebra.high(&product, 63), algebra.high(&product, 64));
    assert_ne!(algebra.low(&a, 32), algebra.low(&b, 32));
}
