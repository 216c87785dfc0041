//! Tests each multiplier on every pair of powers of x, and each reduction on every power of x.
//!
//! **What this proves.** A bilinear map over GF(2) is determined by its values on pairs of basis
//! elements, because additivity in each argument gives f(Σ aᵢxⁱ, Σ bⱼxʲ) = Σ aᵢ bⱼ f(xⁱ, xʲ). So a
//! multiplier that is bilinear and maps (xⁱ, xʲ) to xⁱ⁺ʲ for all 64·64 (128·128) pairs *is* the
//! product, for all operands (`basis_determines` in `proofs/theories/Traces.v`).
//!
//! **What it assumes: bilinearity**, which no finite number of samples proves. It holds by
//! construction, level by level:
//! * The instructions PCLMULQDQ, VPCLMULQDQ and PMULL are specified as this product. The code
//!   around them only selects halves and adds by XOR, which is linear in each operand.
//! * The portable multiplier computes each digit of an integer product as the number of pairs of
//!   ones that meet there. These numbers are at most 15 when all bits are set, and fewer ones only
//!   make them smaller, so the digits never disturb each other. The lowest bit of a number is the
//!   XOR of its terms aᵢbⱼ, which is bilinear.
//!
//! The tests of additivity on random operands are evidence that the code has no slip. A function
//! that differs from every additive function on a fraction ε of its domain fails a random test of
//! f(a + b) = f(a) + f(b) with probability at least ε/2, or 2/9 if that is less (Blum, Luby and
//! Rubinfeld), so a thousand passed tests leave no room for an ε that matters.
//!
//! The reductions, squares and roots are linear maps (shifts, XOR, and a shuffle that looks up a
//! linear function), so one basis is enough for each.

use gf2::backend::portable;
use gf2::{Backend, Gf64, Gf127, Gf128, Wide};
use reference::gf2 as oracle;
use testkit::message::splitmix64_bytes;
use testkit::on_every_backend;

fn noise(count: usize) -> Vec<u128> {
    let bytes = splitmix64_bytes(0xb111_ea12, 16 * count);
    bytes.as_chunks().0.iter().map(|&bytes| u128::from_le_bytes(bytes)).collect()
}

/// Returns x^n.
fn power(n: u32) -> Wide {
    if n < 128 { Wide { hi: 0, lo: 1 << n } } else { Wide { hi: 1 << (n - 128), lo: 0 } }
}

#[test]
fn clmul64_on_the_basis() {
    on_every_backend!(Backend, "gf2: clmul64", |backend| {
        for i in 0..64 {
            for j in 0..64 {
                assert_eq!(backend.clmul64(1 << i, 1 << j), 1 << (i + j), "x^{i} x^{j}");
            }
        }
    });
}

#[test]
fn clmul128_on_the_basis() {
    on_every_backend!(Backend, "gf2: clmul128", |backend| {
        for i in 0..128 {
            for j in 0..128 {
                assert_eq!(backend.clmul128(1 << i, 1 << j), power(i + j), "x^{i} x^{j}");
            }
        }
    });
}

#[test]
#[expect(clippy::cast_possible_truncation, reason = "any words will do")]
fn additive_in_each_argument() {
    on_every_backend!(Backend, "gf2: additivity", |backend| {
        let noise = noise(3000);
        for operands in noise.chunks(3) {
            let [a, b, c] = [operands[0], operands[1], operands[2]];
            let f = |a, b| backend.clmul128(a, b);
            assert_eq!(f(a ^ b, c), f(a, c) ^ f(b, c));
            assert_eq!(f(c, a ^ b), f(c, a) ^ f(c, b));
            let [a, b, c] = [a as u64, b as u64, c as u64];
            let f = |a, b| backend.clmul64(a, b);
            assert_eq!(f(a ^ b, c), f(a, c) ^ f(b, c));
            assert_eq!(f(c, a ^ b), f(c, a) ^ f(c, b));
        }
    });
}

#[test]
fn reductions_on_the_basis() {
    for n in 0..256 {
        let wide = power(n);
        let expected = |modulus| oracle::rem((wide.hi, wide.lo), modulus).1;
        assert_eq!(portable::reduce127(wide), expected(oracle::P127), "x^{n}");
        assert_eq!(portable::reduce_lazy(wide), expected(oracle::LAZY), "x^{n}");
        assert_eq!(portable::reduce128(wide), expected(oracle::P128), "x^{n}");
        if n < 128 {
            assert_eq!(u128::from(portable::reduce64(wide.lo)), expected(oracle::P64), "x^{n}");
        }
    }
    for a in noise(1000).windows(2) {
        let wide = Wide { hi: a[0], lo: a[1] };
        let expected = |modulus| oracle::rem((wide.hi, wide.lo), modulus).1;
        assert_eq!(portable::reduce127(wide), expected(oracle::P127));
        assert_eq!(portable::reduce_lazy(wide), expected(oracle::LAZY));
        assert_eq!(portable::reduce128(wide), expected(oracle::P128));
        assert_eq!(u128::from(portable::reduce64(wide.lo)), oracle::rem((0, a[1]), oracle::P64).1);
    }
}

#[test]
fn squares_and_roots_on_the_basis() {
    for n in 0..128 {
        assert_eq!(portable::square128(1 << n), power(2 * n), "x^{n}");
        assert_eq!(Gf128::new(1 << n).sqrt().square(), Gf128::new(1 << n), "x^{n}");
        assert_eq!(Gf127::new(1 << n).sqrt().square(), Gf127::new(1 << n), "x^{n}");
    }
    for n in 0..64 {
        assert_eq!(portable::square64(1 << n), 1 << (2 * n), "x^{n}");
        assert_eq!(Gf64::new(1 << n).sqrt().square(), Gf64::new(1 << n), "x^{n}");
    }
}

/// The masks of the traces agree with the definition.
#[test]
fn traces_on_the_basis() {
    for n in 0..128 {
        let conjugates = |square: fn(u128) -> u128, degree| {
            let orbit = std::iter::successors(Some(1 << n), |&a| Some(square(a)));
            orbit.take(degree).fold(0, |sum, a| sum ^ a)
        };
        let trace128 = conjugates(|a| Gf128::new(a).square().to_bits(), 128);
        assert_eq!(u128::from(Gf128::new(1 << n).trace()), trace128, "x^{n}");
        if n < 127 {
            let trace127 = conjugates(|a| Gf127::new(a).square().to_bits(), 127);
            assert_eq!(u128::from(Gf127::new(1 << n).trace()), trace127, "x^{n}");
        }
        if n < 64 {
            #[expect(clippy::cast_possible_truncation, reason = "elements have 64 bits")]
            let square = |a| u128::from(Gf64::new(a as u64).square().to_bits());
            let trace64 = conjugates(square, 64);
            assert_eq!(u128::from(Gf64::new(1 << n).trace()), trace64, "x^{n}");
        }
    }
}
