//! Tests every backend of the machine against the oracle, and the choice among them.

use gf2::{Backend, Gf64, Gf127, Gf128, Lazy127, Level, Wide};
use reference::gf2 as oracle;
use testkit::message::splitmix64_bytes;
use testkit::on_every_backend;

/// Operands with carries at the ends and in the middle, and random ones.
fn operands() -> Vec<u128> {
    let mut operands = vec![0, 1, 2, 3, u128::MAX, u128::MAX >> 1, u128::MAX << 1];
    operands.extend((60..=68).chain(120..128).map(|n| 1 << n));
    operands.extend([u64::MAX.into(), u128::MAX << 64, u128::MAX / 3, u128::MAX / 3 * 2]);
    let noise = splitmix64_bytes(0xbac4e2d5, 16 * 24);
    operands.extend(noise.as_chunks().0.iter().map(|&bytes| u128::from_le_bytes(bytes)));
    operands
}

#[test]
#[expect(clippy::cast_possible_truncation, reason = "elements of GF(2^64) have 64 bits")]
fn products_agree_with_the_oracle() {
    on_every_backend!(Backend, "gf2", |backend| {
        let operands = operands();
        for &a in &operands {
            for &b in &operands {
                let (hi, lo) = oracle::mul(a, b);
                assert_eq!(backend.clmul128(a, b), Wide { hi, lo });
                let expected = |modulus| oracle::mul_mod(a, b, modulus);
                let product = Gf128::new(a).mul_with(backend, Gf128::new(b));
                assert_eq!(product.to_bits(), expected(oracle::P128));
                let product = Gf127::new(a).mul_with(backend, Gf127::new(b));
                assert_eq!(product.to_bits(), expected(oracle::P127));
                let product = Lazy127::new(a).mul_with(backend, Lazy127::new(b));
                assert_eq!(product.to_bits(), expected(oracle::LAZY));

                let (a, b) = (a as u64, b as u64);
                let product = oracle::mul(a.into(), b.into());
                assert_eq!((0, backend.clmul64(a, b)), product);
                let product = oracle::rem(product, oracle::P64).1;
                let element = Gf64::new(a).mul_with(backend, Gf64::new(b));
                assert_eq!(u128::from(element.to_bits()), product);
            }
        }
    });
}

#[test]
fn the_free_functions_and_operators_use_the_detected_one() {
    let best = Backend::detect();
    for a in operands() {
        assert_eq!(gf2::clmul128(a, !a), best.clmul128(a, !a));
        assert_eq!(Gf128::new(a) * Gf128::new(!a), Gf128::new(a).mul_with(best, Gf128::new(!a)));
    }
    assert_eq!(gf2::clmul64(3, 3), 5);
}

#[test]
fn the_choice() {
    let available: Vec<_> = Backend::available().collect();
    let best = Backend::detect();
    assert_eq!(Backend::detect(), best, "detection must always choose the same backend");
    assert!(available.contains(&best));
    if cfg!(not(any(
        gf2_backend = "portable",
        gf2_backend = "x86_clmul",
        gf2_backend = "x86_vpclmul_x2",
        gf2_backend = "x86_vpclmul_x4",
        gf2_backend = "aarch64_pmull"
    ))) {
        assert_eq!(available.last(), Some(&best), "detection must choose the widest backend");
    }
    assert_eq!(available[0], Backend::PORTABLE);
    assert_eq!(Backend::PORTABLE.level(), Level::Portable);
    for backend in &available {
        assert!(Backend::NAMES.contains(&backend.name()));
        assert_eq!(Backend::from_name(backend.name()), Some(*backend));
    }
    assert_eq!(Backend::from_name("abacus"), None);
}
