//! Tests of identities on random polynomials, and of the behaviour at the bound.

use std::panic::catch_unwind;

use gf2::Poly;
use proptest::prelude::*;

/// Wide enough for products of four random polynomials of 256 bits.
type P = Poly<16>;

fn poly() -> impl Strategy<Value = P> {
    // Every degree below 256 is equally likely, and 0 occurs.
    (any::<[u64; 4]>(), 0..=256_u32).prop_map(|(words, bits)| {
        let all = P::from_words(std::array::from_fn(|i| words.get(i).copied().unwrap_or(0)));
        all % P::monomial(bits).expect("fits")
    })
}

proptest! {
    #[test]
    fn ring(a in poly(), b in poly(), c in poly()) {
        prop_assert_eq!(a * b, b * a);
        prop_assert_eq!(a * (b + c), a * b + a * c);
        prop_assert_eq!((a + a, a - b, a * P::ONE), (P::ZERO, a + b, a));
        prop_assert_eq!(a.checked_square(), Some(a * a));
        prop_assert_eq!(a.widening_mul(b), (a * b, P::ZERO));
        let degree = a.degree().and_then(|m| b.degree().map(|n| m + n));
        prop_assert_eq!((a * b).degree(), degree);
    }

    #[test]
    fn division(a in poly(), b in poly()) {
        prop_assume!(!b.is_zero());
        let (q, r) = a.div_rem(b);
        prop_assert_eq!(q * b + r, a);
        prop_assert!(r.degree() < b.degree());
        prop_assert_eq!((a / b, a % b, a.checked_div_rem(b)), (q, r, Some((q, r))));
        prop_assert_eq!((a * b) / b, a);
    }

    #[test]
    fn cofactors(a in poly(), b in poly(), common in poly()) {
        prop_assume!(!a.is_zero() && !b.is_zero() && !common.is_zero() && a != b);
        let (a, b) = (a * common, b * common);
        let (g, s, t) = a.extended_gcd(b);
        prop_assert_eq!(s * a + t * b, g);
        prop_assert_eq!((a % g, b % g, g % common), (P::ZERO, P::ZERO, P::ZERO));
        prop_assert!(s.degree() < (b / g).degree() && t.degree() < (a / g).degree());
        prop_assert_eq!((a.gcd(b), b.gcd(a)), (g, g));
    }

    #[test]
    fn modular(a in poly(), b in poly(), m in poly(), e in 0..40_u128) {
        prop_assume!(!m.is_zero());
        prop_assert_eq!(a.mul_mod(b, m), (a * b) % m);
        prop_assert_eq!(a.square_mod(m), (a * a) % m);
        let power = (0..e).fold(P::ONE % m, |p, _| p.mul_mod(a, m));
        prop_assert_eq!(a.pow_mod(e, m), power);
        prop_assert_eq!(a.frobenius(5, m), a.pow_mod(32, m));
    }

    #[test]
    fn derivatives(a in poly(), b in poly()) {
        prop_assert_eq!((a * b).derivative(), a.derivative() * b + a * b.derivative());
    }

    #[test]
    fn coefficients(a in poly()) {
        let sum: P = (0..600).filter(|&n| a.coefficient(n))
            .map(|n| P::monomial(n).expect("fits"))
            .fold(P::ZERO, |a, b| a + b);
        prop_assert_eq!(sum, a);
        prop_assert_eq!(P::from_words(a.to_words()), a);
    }

    #[test]
    fn text(a in any::<u128>()) {
        let p = P::from(a);
        prop_assert_eq!(p.to_string(), format!("{a:x}"));
        prop_assert_eq!(format!("{p:#40X} {p:<034x}"), format!("{a:#40X} {a:<034x}"));
        prop_assert_eq!(format!("{p:?}"), format!("Poly({a:#x})"));
        let shifted = p * P::monomial(256).expect("fits");
        prop_assert_eq!(shifted.is_zero(), a == 0);
        if a != 0 {
            prop_assert_eq!(shifted.to_string(), format!("{a:x}{}", "0".repeat(64)));
        }
    }
}

#[test]
fn the_bound() {
    type Q = Poly<1>;
    let top = Q::monomial(63).expect("fits");
    assert_eq!((Q::monomial(64), top.coefficient(63), top.coefficient(64)), (None, true, false));
    assert_eq!((top * Q::ONE, top.checked_mul(Q::X)), (top, None));
    assert_eq!(top.widening_mul(Q::X), (Q::ZERO, Q::ONE));
    assert_eq!(
        (Q::monomial(31).expect("fits").checked_square(), top.checked_square()),
        (Q::monomial(62), None)
    );
    // Any word of the upper half is enough.
    for bits in 0..128 {
        let wide = Poly::<2>::monomial(bits).expect("fits");
        assert_eq!(wide.checked_square(), Poly::monomial(2 * bits), "{bits}");
        assert_eq!(wide.checked_mul(wide), Poly::monomial(2 * bits), "{bits}");
    }
    // Products modulo a polynomial may exceed the bound before the reduction.
    assert_eq!(top.mul_mod(top, Q::from(0b111_u64)), Q::ONE);
    assert!(catch_unwind(|| top * Q::X).is_err());
}

#[test]
fn division_by_zero() {
    type Q = Poly<2>;
    let zero = Q::ZERO;
    assert_eq!((Q::X.checked_div_rem(zero), zero.degree()), (None, None));
    assert!(catch_unwind(|| Q::X / zero).is_err());
    assert!(catch_unwind(|| Q::X % zero).is_err());
    assert!(catch_unwind(|| Q::X.mul_mod(Q::X, zero)).is_err());
    assert!(catch_unwind(|| Q::X.square_mod(zero)).is_err());
    assert!(catch_unwind(|| Q::X.pow_mod(0, zero)).is_err());
    assert!(catch_unwind(|| Q::X.frobenius(0, zero)).is_err());
}

#[test]
fn gcd_with_zero() {
    type Q = Poly<1>;
    let a = Q::from(0b110_u64);
    assert_eq!((a.gcd(Q::ZERO), Q::ZERO.gcd(a), Q::ZERO.gcd(Q::ZERO)), (a, a, Q::ZERO));
    assert_eq!(a.extended_gcd(Q::ZERO), (a, Q::ONE, Q::ZERO));
    assert_eq!(Q::ZERO.extended_gcd(a), (a, Q::ZERO, Q::ONE));
    assert_eq!(a.extended_gcd(a), (a, Q::ZERO, Q::ONE));
}

/// The number of irreducible polynomials of degree n is Σ μ(d) 2^(n/d) / n, summed over the
/// divisors d of n.
#[test]
fn as_many_irreducible_ones_as_there_must_be() {
    let expected = [2, 1, 2, 3, 6, 9, 18, 30, 56, 99];
    for (n, expected) in (1..).zip(expected) {
        let found = (1_u64 << n..2 << n).filter(|&a| Poly::<1>::from(a).is_irreducible()).count();
        assert_eq!(found, expected, "degree {n}");
    }
    assert!(!Poly::<1>::ZERO.is_irreducible() && !Poly::<1>::ONE.is_irreducible());
}

/// x^(2^n) is x modulo a product of different polynomials whose degrees divide n, too. So each
/// prime factor of n counts: here products of five and of seven polynomials.
#[test]
fn products_of_many_factors_are_not_irreducible() {
    for d in [5, 7] {
        let factors = (1_u64 << d..2 << d).map(Poly::<1>::from).filter(|a| a.is_irreducible());
        let product = factors.take(d).reduce(|product, factor| product * factor);
        let product = product.expect("there are more");
        let n = u32::try_from(d * d).expect("small");
        assert_eq!((product.degree(), product.is_irreducible()), (Some(n), false));
        assert_eq!(Poly::X.frobenius(n, product), Poly::X);
    }
}
