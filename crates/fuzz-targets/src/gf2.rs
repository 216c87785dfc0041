//! Products, fields and polynomials over GF(2).

use arbitrary::{Arbitrary, Result, Unstructured};
use gf2::backend::portable;
use gf2::{Backend, Gf64, Gf127, Gf128, Lazy127, Poly, Wide};
use reference::{gf2 as oracle, ghash};

/// Checks products of words, elements of the fields, and polynomials.
pub fn target(data: &[u8]) {
    crate::choose(
        data,
        &[
            products,
            field64,
            field127,
            field128,
            lazy,
            polynomials::<1>,
            polynomials::<2>,
            polynomials::<5>,
        ],
    );
}

const fn wide(Wide { hi, lo }: Wide) -> oracle::Wide {
    (hi, lo)
}

/// A number: any, one of few bits, or ones only.
#[derive(Arbitrary)]
enum Number {
    Any(u128),
    Bits(u8, u8, u8),
    Ones(u8),
}

fn number(u: &mut Unstructured<'_>) -> Result<u128> {
    Ok(match u.arbitrary()? {
        Number::Any(number) => number,
        Number::Bits(a, b, c) => [a, b, c].iter().fold(0, |x, bit| x ^ 1 << (bit % 128)),
        Number::Ones(shift) => u128::MAX >> (shift % 128),
    })
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half")]
fn products(u: &mut Unstructured<'_>) -> Result<()> {
    let (a, b) = (number(u)?, number(u)?);
    let (x, y) = (a as u64, b as u64);
    let (narrow, full) = (oracle::mul(x.into(), y.into()).1, oracle::mul(a, b));
    for backend in Backend::available() {
        assert_eq!(backend.clmul64(x, y), narrow, "{}", backend.name());
        assert_eq!(wide(backend.clmul128(a, b)), full, "{}", backend.name());
    }
    assert_eq!(portable::clmul64(x, y), narrow);
    assert_eq!(wide(portable::clmul128(a, b)), full);
    assert_eq!((gf2::clmul64(x, y), wide(gf2::clmul128(a, b))), (narrow, full));
    assert_eq!(gf2::square64(x), oracle::mul(x.into(), x.into()).1);
    assert_eq!(wide(gf2::square128(a)), oracle::mul(a, a));
    let both = Wide { hi: a, lo: b };
    assert_eq!(u128::from(portable::reduce64(a)), oracle::rem((0, a), oracle::P64).1);
    assert_eq!(portable::reduce127(both), oracle::rem((a, b), oracle::P127).1);
    assert_eq!(portable::reduce128(both), oracle::rem((a, b), oracle::P128).1);
    assert_eq!(portable::reduce_lazy(both), oracle::rem((a, b), oracle::LAZY).1);
    let reduced = portable::reduce_polyval(wide_of(oracle::mul(a, b)));
    assert_eq!(reduced, ghash::polyval_dot(a, b));
    Ok(())
}

const fn wide_of((hi, lo): oracle::Wide) -> Wide {
    Wide { hi, lo }
}

/// Defines the check of the laws of a field of 2^n elements, and of its products by the reference.
macro_rules! field {
    ($name:ident, $Field:ident, $n:literal, $modulus:expr, |$number:ident| $from:expr) => {
        fn $name(u: &mut Unstructured<'_>) -> Result<()> {
            let mut element = || -> Result<$Field> {
                let $number = number(u)?;
                Ok($from)
            };
            let [a, b, c] = [element()?, element()?, element()?];
            let exponent: u128 = u.arbitrary()?;
            let bits = |x: $Field| u128::from(x.to_bits());
            let product = oracle::mul_mod(bits(a), bits(b), $modulus);
            for backend in Backend::available() {
                assert_eq!(bits(a.mul_with(backend, b)), product, "{}", backend.name());
            }
            assert_eq!(a * (b + c), a * b + a * c);
            assert_eq!((a * b) * c, a * (b * c));
            assert_eq!([a.square(), a.pow(2)], [a * a; 2]);
            assert_eq!(bits(a.square()), oracle::mul_mod(bits(a), bits(a), $modulus));
            assert_eq!((a.sqrt().square(), a.square().sqrt()), (a, a));
            assert_eq!(a.square().trace(), a.trace());
            assert_eq!((a + b).trace(), a.trace() != b.trace());
            let half = exponent / 2;
            assert_eq!(a.pow(exponent), a.pow(half) * a.pow(exponent - half));
            match a.inverse() {
                Some(inverse) => {
                    assert_eq!(a * inverse, $Field::ONE);
                    assert_eq!(b.checked_div(a), Some(b * inverse));
                    assert_eq!(b / a * a, b);
                }
                None => {
                    assert_eq!((a, b.checked_div(a)), ($Field::ZERO, None));
                }
            }
            assert_eq!($Field::from_le_bytes(a.to_le_bytes()), a);
            assert_eq!($Field::from_be_bytes(a.to_be_bytes()), a);
            Ok(())
        }
    };
}

field!(field64, Gf64, 64, oracle::P64, |x| Gf64::reduce(x));
field!(field127, Gf127, 127, oracle::P127, |x| Gf127::new(x));
field!(field128_laws, Gf128, 128, oracle::P128, |x| Gf128::new(x));

/// Checks the laws of the field, and the blocks of GCM and GCM-SIV.
fn field128(u: &mut Unstructured<'_>) -> Result<()> {
    let blocks: [[u8; 16]; 2] = u.arbitrary()?;
    let [x, y] = blocks.map(Gf128::from_ghash_bytes);
    let product = ghash::ghash_product(blocks[0], blocks[1]);
    assert_eq!((x * y).to_ghash_bytes(), product);
    assert_eq!(x.to_ghash_bytes(), blocks[0]);
    let [x, y] = blocks.map(Gf128::from_polyval_bytes);
    let dot = ghash::polyval_dot(u128::from_le_bytes(blocks[0]), u128::from_le_bytes(blocks[1]));
    assert_eq!((x * y).mul_x().to_polyval_bytes(), dot.to_le_bytes());
    assert_eq!(x.to_polyval_bytes(), blocks[0]);
    field128_laws(u)
}

/// Checks the lazy remainders.
fn lazy(u: &mut Unstructured<'_>) -> Result<()> {
    let [a, b, c] = [number(u)?, number(u)?, number(u)?].map(Lazy127::new);
    for backend in Backend::available() {
        let product = a.mul_with(backend, b);
        assert_eq!(product.to_bits(), oracle::mul_mod(a.to_bits(), b.to_bits(), oracle::LAZY));
        assert_eq!(product.to_gf127(), a.to_gf127().mul_with(backend, b.to_gf127()));
    }
    assert_eq!(a.square(), a * a);
    assert_eq!(a * (b + c), a * b + a * c);
    let exponent: u64 = u.arbitrary()?;
    assert_eq!(a.pow(exponent).to_gf127(), a.to_gf127().pow(exponent.into()));
    let (hi, lo) = (number(u)?, number(u)?);
    assert_eq!(Lazy127::reduce(Wide { hi, lo }).to_bits(), oracle::rem((hi, lo), oracle::LAZY).1);
    Ok(())
}

/// Checks the laws of polynomials of bounded degree.
fn polynomials<const N: usize>(u: &mut Unstructured<'_>) -> Result<()> {
    let mut poly = || -> Result<Poly<N>> {
        let (mut words, used): ([u64; N], usize) = (u.arbitrary()?, u.int_in_range(0..=N)?);
        words[used..].fill(0);
        Ok(Poly::from_words(words))
    };
    let [a, b, m] = [poly()?, poly()?, poly()?];
    let (exponent, k): (u16, u8) = u.arbitrary()?;
    let (low, high) = a.widening_mul(b);
    assert_eq!(a.checked_mul(b), high.is_zero().then_some(low));
    assert_eq!(a.checked_square(), a.checked_mul(a));
    assert_eq!(b.widening_mul(a), (low, high));
    let sum = a.degree().zip(b.degree()).map(|(a, b)| a + b);
    let bits = u32::try_from(64 * N).expect("the number is small");
    let degree = high.degree().map(|d| d + bits).or(low.degree());
    assert_eq!(degree, sum, "degree of a product");
    match a.checked_div_rem(m) {
        None => assert!(m.is_zero()),
        Some((q, r)) => {
            assert!(r.degree() < m.degree(), "a remainder is smaller");
            assert_eq!(q.checked_mul(m).map(|product| product + r), Some(a));
            assert_eq!((a / m, a % m), (q, r));
            let expected = (0..exponent % 12).fold(Poly::ONE % m, |power, _| power.mul_mod(a, m));
            assert_eq!(a.pow_mod((exponent % 12).into(), m), expected);
            assert_eq!(a.square_mod(m), a.mul_mod(a, m));
            let k = u32::from(k % 80);
            let frobenius = (0..k).fold(a % m, |power, _| power.square_mod(m));
            assert_eq!(a.frobenius(k, m), frobenius);
            // Reducing the factors first changes nothing.
            assert_eq!((a % m).mul_mod(b % m, m), a.mul_mod(b, m));
        }
    }
    let divisor = a.gcd(b);
    let (g, s, t) = a.extended_gcd(b);
    assert_eq!((g, b.gcd(a)), (divisor, divisor));
    if !g.is_zero() {
        assert!((a % g).is_zero() && (b % g).is_zero());
        if !m.is_zero() {
            assert_eq!(s.mul_mod(a, m) + t.mul_mod(b, m), g % m);
        }
    }
    // (a b)' = a' b + a b', where the product fits.
    if let Some(product) = a.checked_mul(b) {
        let [x, y] = [a.derivative().checked_mul(b), a.checked_mul(b.derivative())];
        assert_eq!(x.zip(y).map(|(x, y)| x + y), Some(product.derivative()));
        if a.degree() > Some(0) && b.degree() > Some(0) {
            assert!(!product.is_irreducible());
        }
    }
    Ok(())
}
