//! Tests of the arithmetic against its vectors and the reference.

use super::{add, canonical, halves, last_step, mul_add, power, product};
use crate::key::PolyKey;
use std::vec::Vec;
use testkit::vectors::VHASH_PARTS;

fn number(text: &str) -> u128 {
    u128::from_str_radix(text, 16).expect("hexadecimal digits of at most 128 bits")
}

fn word(text: &str) -> u64 {
    u64::from_str_radix(text, 16).expect("hexadecimal digits of at most 64 bits")
}

/// The multipliers of the vectors are masked as the words of a key are, so both products apply.
#[test]
fn polynomial_steps() {
    for fields in VHASH_PARTS.of_kind("POLY") {
        let [y, k, m, expected] = fields[..] else { panic!("{fields:?}") };
        let [y, k, m, expected] = [y, k, m, expected].map(number);
        let (high, low) = halves(k);
        let poly = PolyKey::new([high, low]);
        assert_eq!(poly.value(), k, "{fields:?}");
        assert_eq!(canonical(mul_add(y, &poly, m)), expected, "{fields:?}");
        assert_eq!(canonical(add(product(y, k), m)), expected, "{fields:?}");
    }
}

#[test]
fn last_steps() {
    for fields in VHASH_PARTS.of_kind("L3") {
        let [y, k1, k2, bits, expected] = fields[..] else { panic!("{fields:?}") };
        let bits = bits.parse().expect("a number of bits");
        assert_eq!(last_step(number(y), [word(k1), word(k2)], bits), word(expected), "{fields:?}");
    }
}

/// Compares the arithmetic with the reference at the largest numbers that the comments allow.
#[test]
fn the_largest_numbers() {
    use reference::vhash::step as oracle;
    let numbers = [0, 1, 2, 1 << 126, (1 << 127) - 2, (1 << 127) - 1, 1 << 127];
    let all: Vec<u128> =
        numbers.into_iter().chain((0..127).map(|i| (1 << i) | (1 << (126 - i)))).collect();
    let most = PolyKey::new([u64::MAX; 2]);
    for &a in &all {
        for &b in &all {
            assert_eq!(canonical(product(a, b)), oracle(a, b, 0), "{a:x} {b:x}");
            assert!(product(a, b) <= 1 << 127 && add(a, b) <= 1 << 127);
            assert_eq!(canonical(add(a, b)), oracle(a, 1, b), "{a:x} {b:x}");
        }
        let m = (1 << 126) - 1;
        let y = mul_add(a, &most, m);
        assert!(y <= 1 << 127, "{a:x}");
        assert_eq!(canonical(y), oracle(a, most.value(), m), "{a:x}");
        for bits in [0, 8, 1016] {
            let keys = [[0; 2], [1, 2], [u64::MAX - 257; 2], [1 << 63, (1 << 63) - 1]];
            for key in keys {
                let expected = reference::vhash::last(a, key, bits.into());
                assert_eq!(last_step(a, key, bits), expected, "{a:x} {key:x?} {bits}");
            }
        }
    }
    for n in 0..40 {
        let expected = (0..n).fold(1, |y, _| oracle(y, most.value(), 0));
        assert_eq!(canonical(power(most.value(), n)), expected);
    }
}

/// Compares the last step with the reference where the quotient by 2^64 - 2^32 changes.
#[test]
fn quotients() {
    let d: u128 = (1 << 64) - (1 << 32);
    for i in 0..63 {
        for j in [0, 1, 2, 1 << 31, (1 << 32) - 1] {
            let quotient = (1_u128 << i) + j;
            for near in [-2_i128, -1, 0, 1, 1 << 32, (1 << 32) - 1] {
                let y = (quotient * d).wrapping_add_signed(near) & (u128::MAX >> 1);
                let expected = reference::vhash::last(y, [3, 5], 0);
                assert_eq!(last_step(y, [3, 5], 0), expected, "{y:x}");
            }
        }
    }
}
