//! Tests of the moduli: they are irreducible, one of them is the sparsest of its kind, and the
//! CLHASH paper's table follows from it.

use gf2::backend::portable::{clmul64, reduce64};
use gf2::{Gf64, Gf127, Gf128, Lazy127, Poly, Wide};

type P = Poly<3>;

fn poly(Wide { hi, lo }: Wide) -> P {
    P::from(hi) * P::monomial(128).expect("fits") + P::from(lo)
}

#[test]
fn the_moduli_are_irreducible() {
    assert!(P::from(Gf64::MODULUS).is_irreducible());
    assert!(P::from(Gf127::MODULUS).is_irreducible());
    assert!(poly(Gf128::MODULUS).is_irreducible());
    // The modulus of POLYVAL has the same coefficients in reverse order.
    let polyval =
        P::from(1_u128 | (1 << 121) | (1 << 126) | (1 << 127)) + poly(Wide { hi: 1, lo: 0 });
    assert!(polyval.is_irreducible());
}

#[test]
fn the_lazy_modulus_is_a_multiple() {
    let lazy = poly(Lazy127::MODULUS);
    assert_eq!(lazy, P::X * P::from(Gf127::MODULUS));
    assert!(!lazy.is_irreducible());
    // The similar polynomial x^128 + x^2 is no multiple: it is x^2 (x^63 + 1)^2.
    let other = poly(Wide { hi: 1, lo: 0b100 });
    assert_ne!(other % P::from(Gf127::MODULUS), P::ZERO);
    let root = P::X * (P::monomial(63).expect("fits") + P::ONE);
    assert_eq!(other, root.checked_square().expect("fits"));
}

/// Section 4.3: an irreducible polynomial of degree 64 has a term between x^4 and x^63.
#[test]
fn four_is_the_smallest_subdegree() {
    let irreducible = |low: u64| P::from((1 << 64) | u128::from(low)).is_irreducible();
    assert!(!(0..16).any(irreducible));
    let found: Vec<_> = (16..32).filter(|&low| irreducible(low)).collect();
    assert_eq!(found, [0b1_1011, 0b1_1101], "the modulus is the first of these");
}

/// Section 4.4, Table 3: w · 2^64 mod p for the sixteen w of four bits.
#[test]
fn the_table_of_the_paper() {
    let table: Vec<_> = (0..16).map(|w| reduce64(w << 64)).collect();
    assert_eq!(table, [0, 27, 54, 45, 108, 119, 90, 65, 216, 195, 238, 245, 180, 175, 130, 153]);
    for (w, &entry) in (0..).zip(&table) {
        assert_eq!(u128::from(entry), clmul64(w, 27));
    }
}
