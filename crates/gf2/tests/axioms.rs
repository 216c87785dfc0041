//! The axioms of rings and fields on random elements.

use gf2::{Gf64, Gf127, Gf128, Lazy127};
use proptest::prelude::*;

/// Tests of `$element`, made from random values of `$int`.
macro_rules! ring_axioms {
    ($name:ident, $element:ident, $int:ty, $($more:item)*) => {
        mod $name {
            use super::*;

            fn element() -> impl Strategy<Value = $element> {
                any::<$int>().prop_map($element::new)
            }

            $($more)*

            proptest! {
                #[test]
                fn ring(a in element(), b in element(), c in element()) {
                    let (zero, one) = ($element::ZERO, $element::ONE);
                    prop_assert_eq!(a + b, b + a);
                    prop_assert_eq!((a + b) + c, a + (b + c));
                    prop_assert_eq!(a * b, b * a);
                    prop_assert_eq!((a * b) * c, a * (b * c));
                    prop_assert_eq!(a * (b + c), a * b + a * c);
                    prop_assert_eq!((a + zero, a * one, a * zero), (a, a, zero));
                    prop_assert_eq!((a + a, a - b, -a), (zero, a + b, a));
                }

                #[test]
                fn squares_are_additive(a in element(), b in element()) {
                    prop_assert_eq!((a + b).square(), a.square() + b.square());
                    prop_assert_eq!(a.square(), a * a);
                }

                #[test]
                fn powers(a in element(), i in any::<u32>(), j in any::<u32>()) {
                    let (i, j) = (i.into(), j.into());
                    prop_assert_eq!(a.pow(i) * a.pow(j), a.pow(i + j));
                    prop_assert_eq!((a.pow(0), a.pow(1), a.pow(3)), ($element::ONE, a, a * a * a));
                }

                #[test]
                fn operators(a in element(), b in element()) {
                    let (mut sum, mut difference, mut product) = (a, a, a);
                    sum += b;
                    difference -= &b;
                    product *= b;
                    prop_assert_eq!((sum, difference, product), (&a + &b, a - &b, &a * b));
                    prop_assert_eq!([a, b, a].iter().sum::<$element>(), b);
                    prop_assert_eq!([a, b, a].into_iter().product::<$element>(), a * a * b);
                }

                #[test]
                fn text(a in element()) {
                    let bits = a.to_bits();
                    prop_assert_eq!(a.to_string(), format!("{bits:x}"));
                    prop_assert_eq!(format!("{a:#08X}"), format!("{bits:#08X}"));
                    prop_assert_eq!(format!("{a:?}"), format!("{}({bits:#x})", stringify!($element)));
                    prop_assert_eq!(<$int>::from(a), bits);
                    prop_assert_eq!($element::from(bits), a);
                }
            }
        }
    };
}

macro_rules! field_axioms {
    ($name:ident, $element:ident, $int:ty, $degree:literal) => {
        ring_axioms! { $name, $element, $int,
            proptest! {
                #[test]
                fn inverses(a in element(), b in element()) {
                    prop_assume!(a != $element::ZERO);
                    let inverse = a.inverse().expect("not zero");
                    prop_assert_eq!(a * inverse, $element::ONE);
                    prop_assert_eq!(a.pow(u128::MAX >> (128 - $degree) ^ 1), inverse);
                    prop_assert_eq!(b / a * a, b);
                    prop_assert_eq!(b.checked_div(a), Some(b * inverse));
                    let mut quotient = b;
                    quotient /= a;
                    prop_assert_eq!(quotient, &b / &a);
                }

                #[test]
                fn frobenius(a in element()) {
                    prop_assert_eq!((0..$degree).fold(a, |power, _| power.square()), a);
                    prop_assert_eq!(a.square().sqrt(), a);
                    prop_assert_eq!(a.sqrt().square(), a);
                }

                #[test]
                fn trace(a in element(), b in element()) {
                    prop_assert_eq!((a + b).trace(), a.trace() ^ b.trace());
                    prop_assert_eq!(a.square().trace(), a.trace());
                }

                #[test]
                fn bytes(a in element()) {
                    prop_assert_eq!(a.to_le_bytes(), a.to_bits().to_le_bytes());
                    prop_assert_eq!(a.to_be_bytes(), a.to_bits().to_be_bytes());
                    prop_assert_eq!($element::from_le_bytes(a.to_le_bytes()), a);
                    prop_assert_eq!($element::from_be_bytes(a.to_be_bytes()), a);
                }
            }

            #[test]
            fn zero_has_no_inverse() {
                let (zero, one) = ($element::ZERO, $element::ONE);
                assert_eq!((zero.inverse(), one.checked_div(zero)), (None, None));
                assert_eq!((one.inverse(), zero.sqrt(), zero / one), (Some(one), zero, zero));
                assert_eq!((zero.pow(0), zero.pow(u128::MAX)), (one, zero));
                assert!(std::panic::catch_unwind(|| one / zero).is_err());
            }
        }
    };
}

field_axioms!(gf64, Gf64, u64, 64);
field_axioms!(gf127, Gf127, u128, 127);
field_axioms!(gf128, Gf128, u128, 128);
ring_axioms!(lazy127, Lazy127, u128,);

proptest! {
    /// Further reduction is a homomorphism, and it inverts the inclusion.
    #[test]
    fn lazy_stands_for_the_field(a in any::<u128>(), b in any::<u128>()) {
        let (a, b) = (Lazy127::new(a), Lazy127::new(b));
        prop_assert_eq!(Gf127::from(a + b), a.to_gf127() + b.to_gf127());
        prop_assert_eq!(Gf127::from(a * b), a.to_gf127() * b.to_gf127());
        prop_assert_eq!(Lazy127::from(a.to_gf127()).to_gf127(), a.to_gf127());
    }

    #[test]
    fn blocks_of_gcm(a in any::<[u8; 16]>(), b in any::<[u8; 16]>()) {
        let (x, y) = (Gf128::from_ghash_bytes(a), Gf128::from_ghash_bytes(b));
        prop_assert_eq!((x.to_ghash_bytes(), y.to_ghash_bytes()), (a, b));
        // RFC 8452, appendix A: byte reversal turns POLYVAL's products into those of GHASH with one
        // factor multiplied by x.
        let reversed = |mut block: [u8; 16]| {
            block.reverse();
            block
        };
        let (p, q) = (Gf128::from_polyval_bytes(reversed(a)), Gf128::from_polyval_bytes(reversed(b)));
        prop_assert_eq!((p, q), (x, y));
        prop_assert_eq!(reversed(p.to_polyval_bytes()), a);
        prop_assert_eq!(x.mul_x(), x * Gf128::new(2));
    }
}
