//! Multiply-shift, compared with the reference.

use multilinear_hash::MultiplyShift;
use testkit::conformance::key::derived;

#[cfg(feature = "rand_core")]
#[test]
fn multiply_shift_of_a_generator() {
    let shift = MultiplyShift::<1>::from_rng(&mut testkit::conformance::key::Counter(0));
    assert_eq!(shift, MultiplyShift::new([3 | 4 << 64], 1 | 2 << 64));
    let shift = MultiplyShift::<2>::from_rng(&mut testkit::conformance::key::Counter(0));
    assert_eq!(shift, MultiplyShift::new([3 | 4 << 64, 5 | 6 << 64], 1 | 2 << 64));
}

#[test]
fn multiply_shift_of_tuples() {
    let words = derived("multiply-shift", 9, 16 * 5);
    let double = |i: usize| u128::from_le_bytes(words.as_chunks().0[i]);
    let oracle = |words: &[u64]| {
        let key: Vec<_> = (0..5).map(double).collect();
        reference::multilinear::ml64(&key, words)
    };
    assert_eq!(MultiplyShift::<1>::from_seed(9).hash(7_u64), oracle(&[7]));
    assert_eq!(MultiplyShift::<1>::from_seed(9).hash(7_u8), oracle(&[7]));
    assert_eq!(MultiplyShift::<2>::from_seed(9).hash(7_u128 << 64 | 5), oracle(&[5, 7]));
    assert_eq!(MultiplyShift::<2>::from_seed(9).hash((5_u64, 7_u32)), oracle(&[5, 7]));
    assert_eq!(MultiplyShift::<3>::from_seed(9).hash((5_u64, 7_u32, 9_u8)), oracle(&[5, 7, 9]));
    assert_eq!(
        MultiplyShift::<4>::from_seed(9).hash([1, 2, 3, u64::MAX]),
        oracle(&[1, 2, 3, u64::MAX])
    );
    assert_eq!(MultiplyShift::new([1 << 64], 5).hash(9_u64), 9);
    assert_eq!(format!("{:?}", MultiplyShift::<1>::from_seed(1)), "MultiplyShift { .. }");
}
