//! Tests against the vector files, which have values from other implementations.

use gf2::{Backend, Gf64, Gf127, Gf128, Lazy127, Poly, Wide};
use testkit::message::unhex;
use testkit::{on_every_backend, vectors};

/// 2,048 bits, so that products fit: the longest operands of the files have 1,024 bits.
type P = Poly<32>;

fn poly(hex: &str) -> P {
    let mut words = [0; 32];
    for (i, digits) in hex.as_bytes().rchunks(16).enumerate() {
        let digits = str::from_utf8(digits).expect("ASCII");
        words[i] = u64::from_str_radix(digits, 16).expect("hex");
    }
    P::from_words(words)
}

fn int(hex: &str) -> u128 {
    u128::from_str_radix(hex, 16).expect("hex")
}

fn int64(hex: &str) -> u64 {
    u64::from_str_radix(hex, 16).expect("hex")
}

/// Parses a polynomial of up to 256 bits; `None` if it is longer.
fn wide(hex: &str) -> Option<Wide> {
    let (hi, lo) = hex.split_at(hex.len().saturating_sub(32));
    (hi.len() <= 32).then(|| Wide { hi: if hi.is_empty() { 0 } else { int(hi) }, lo: int(lo) })
}

fn block(hex: &str) -> [u8; 16] {
    unhex(hex).try_into().expect("16 bytes")
}

#[test]
fn products() {
    on_every_backend!(Backend, "gf2: gf2_clmul", |backend| {
        for fields in vectors::GF2_CLMUL.of_kind("C") {
            let [bits, a, b, product] = fields[..] else { panic!("{fields:?}") };
            if bits == "32" || bits == "64" {
                assert_eq!(backend.clmul64(int64(a), int64(b)), int(product), "{fields:?}");
            }
            if a.len() <= 32 && b.len() <= 32 {
                let expected = wide(product).expect("256 bits");
                assert_eq!(backend.clmul128(int(a), int(b)), expected, "{fields:?}");
            }
        }
    });
    for fields in vectors::GF2_CLMUL.of_kind("C") {
        assert_eq!(poly(fields[1]) * poly(fields[2]), poly(fields[3]), "{fields:?}");
    }
}

/// Tests all records of a field's file, for a type `$field` around an integer that `$int` parses.
macro_rules! field_test {
    ($name:ident, $table:ident, $field:ident, $int:ident, |$x:ident| $reduce:expr) => {
        #[test]
        fn $name() {
            let element = |hex| $field::new($int(hex));
            on_every_backend!(Backend, stringify!($name), |backend| {
                for fields in vectors::$table.of_kind("MUL") {
                    let product = element(fields[0]).mul_with(backend, element(fields[1]));
                    assert_eq!(product, element(fields[2]), "{fields:?}");
                }
            });
            for (kind, fields) in vectors::$table.records() {
                let a = || element(fields[0]);
                match (kind, fields.len()) {
                    ("MUL", 3) => assert_eq!(a() * element(fields[1]), element(fields[2])),
                    ("SQR", 2) => assert_eq!(a().square(), element(fields[1]), "{fields:?}"),
                    ("SQRT", 2) => assert_eq!(a().sqrt(), element(fields[1]), "{fields:?}"),
                    ("INV", 2) => {
                        assert_eq!(a().inverse(), Some(element(fields[1])), "{fields:?}");
                    }
                    ("DIV", 3) => {
                        assert_eq!(a() / element(fields[1]), element(fields[2]), "{fields:?}");
                    }
                    ("POW", 3) => {
                        assert_eq!(a().pow(int(fields[1])), element(fields[2]), "{fields:?}");
                    }
                    ("TRACE", 2) => assert_eq!(a().trace(), fields[1] == "1", "{fields:?}"),
                    ("RED", 2) => {
                        let $x = fields[0];
                        // A few are longer than a product; only `Poly` takes those.
                        let reduced: Option<$field> = $reduce;
                        assert!(reduced.is_none_or(|r| r == element(fields[1])), "{fields:?}");
                        let general = poly($x) % modulus($field::MODULUS);
                        assert_eq!(general, poly(fields[1]), "{fields:?}");
                    }
                    _ => panic!("{kind} {fields:?}"),
                }
            }
        }
    };
}

/// Converts a modulus to a polynomial.
fn modulus(modulus: impl Into<Modulus>) -> P {
    let Wide { hi, lo } = modulus.into().0;
    P::from(hi) * P::monomial(128).expect("fits") + P::from(lo)
}

struct Modulus(Wide);

impl From<u128> for Modulus {
    fn from(lo: u128) -> Self {
        Self(Wide { hi: 0, lo })
    }
}

impl From<Wide> for Modulus {
    fn from(wide: Wide) -> Self {
        Self(wide)
    }
}

field_test!(field64, GF2_FIELD64, Gf64, int64, |x| (x.len() <= 32).then(|| Gf64::reduce(int(x))));
field_test!(field127, GF2_FIELD127, Gf127, int, |x| wide(x).map(Gf127::reduce));
field_test!(field128, GF2_FIELD128, Gf128, int, |x| wide(x).map(Gf128::reduce));

#[test]
fn ghash_and_polyval() {
    on_every_backend!(Backend, "gf2: gf2_gcm", |backend| {
        for (kind, fields) in vectors::GF2_GCM.records() {
            let [x, y, product] = [0, 1, 2].map(|i| block(fields[i]));
            if kind == "GMUL" {
                let [x, y] = [x, y].map(Gf128::from_ghash_bytes);
                assert_eq!(x.mul_with(backend, y).to_ghash_bytes(), product, "{fields:?}");
                continue;
            }
            let [x, y] = [x, y].map(Gf128::from_polyval_bytes);
            let factor = match kind {
                "PDOT" => Gf128::ONE.mul_x(),
                "PMUL" => Gf128::new(2).pow(127).inverse().expect("not zero"),
                _ => panic!("{kind} {fields:?}"),
            };
            let result = x.mul_with(backend, y).mul_with(backend, factor);
            assert_eq!(result.to_polyval_bytes(), product, "{kind} {fields:?}");
        }
    });
}

#[test]
fn lazy() {
    on_every_backend!(Backend, "gf2: gf2_lazy128", |backend| {
        for (kind, fields) in vectors::GF2_LAZY128.records() {
            let lazy = |i: usize| Lazy127::new(int(fields[i]));
            let (result, expected) = match kind {
                "LRED" => {
                    (Lazy127::reduce(Wide { hi: int(fields[0]), lo: int(fields[1]) }), &fields[2..])
                }
                "LMUL" => (lazy(0).mul_with(backend, lazy(1)), &fields[2..]),
                "LHORNER" => {
                    let terms: Vec<_> = fields[2].split(',').map(int).map(Lazy127::new).collect();
                    assert_eq!(terms.len(), fields[1].parse().expect("count"), "{fields:?}");
                    let horner = |acc: Lazy127, &m: &Lazy127| acc.mul_with(backend, lazy(0)) + m;
                    (terms.iter().fold(Lazy127::ZERO, horner), &fields[3..])
                }
                "OVER" => {
                    // When bits overflow, the formula with two shifts does not give a remainder.
                    let (hi, lo) = (int(fields[0]), int(fields[1]));
                    assert_eq!(lo ^ (hi << 1) ^ (hi << 2), int(fields[2]), "{fields:?}");
                    assert_ne!(Lazy127::reduce(Wide { hi, lo }), lazy(2), "{fields:?}");
                    continue;
                }
                _ => panic!("{kind} {fields:?}"),
            };
            assert_eq!(result.to_bits(), int(expected[0]), "{kind} {fields:?}");
            assert_eq!(result.to_gf127().to_bits(), int(expected[1]), "{kind} {fields:?}");
        }
    });
}

#[test]
fn polynomials() {
    for (kind, fields) in vectors::GF2_POLY.records() {
        let p = |i: usize| poly(fields[i]);
        let result: &[P] = match kind {
            "DIVMOD" => &<[P; 2]>::from(p(0).div_rem(p(1))),
            "GCD" => &[p(0).gcd(p(1))],
            "XGCD" => &<[P; 3]>::from(p(0).extended_gcd(p(1))),
            "MULMOD" => &[p(0).mul_mod(p(1), p(2))],
            "POWMOD" => &[p(0).pow_mod(int(fields[1]), p(2))],
            "FROB" => &[P::X.frobenius(fields[0].parse().expect("decimal"), p(1))],
            "SQR" => &[p(0).checked_square().expect("fits")],
            "DERIV" => &[p(0).derivative()],
            _ => panic!("{kind} {fields:?}"),
        };
        let expected = &fields[fields.len() - result.len()..];
        assert!(result.iter().map(P::to_string).eq(expected.iter().copied()), "{kind} {fields:?}");
    }
}

#[test]
fn irreducible() {
    // Most have degrees far below 2,048, and fewer words make the test faster.
    let narrow = |hex: &str| {
        let words = poly(hex).to_words();
        assert!(words[5..].iter().all(|&w| w == 0));
        Poly::<5>::from_words(std::array::from_fn(|i| words[i]))
    };
    for (kind, fields) in vectors::GF2_IRREDUCIBLE.records() {
        match kind {
            "I" => {
                assert_eq!(narrow(fields[0]).is_irreducible(), fields[1] == "1", "{fields:?}");
            }
            "MIN" => {
                let (degree, least) = (fields[0].parse().expect("decimal"), narrow(fields[1]));
                assert_eq!(least.degree(), Some(degree));
                assert!(least.is_irreducible(), "{fields:?}");
                // No smaller polynomial is irreducible, checked exhaustively up to degree 32.
                let start = Poly::monomial(degree).expect("fits");
                if degree <= 32 {
                    for low in 0..(least + start).to_words()[0] {
                        assert!(!(start + Poly::from(low)).is_irreducible(), "{degree} {low:x}");
                    }
                }
            }
            "FACT" => {
                let product = fields[1].split(',').map(|factor| {
                    let (factor, power) = factor.split_once('^').expect("a power");
                    assert!(narrow(factor).is_irreducible(), "{fields:?}");
                    (0..power.parse().expect("decimal")).fold(P::ONE, |p, _: u32| p * poly(factor))
                });
                assert_eq!(product.fold(P::ONE, |a, b| a * b), poly(fields[0]), "{fields:?}");
            }
            _ => panic!("{kind} {fields:?}"),
        }
    }
}
