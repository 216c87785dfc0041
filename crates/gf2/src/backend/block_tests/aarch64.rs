//! The level of 64-bit Arm.

pub(super) mod pmull {
    use crate::backend::aarch64::pmull::Pmull;
    use crate::backend::block_tests::{Blocks, blocks, check};
    use crate::backend::polynomials::Polynomial;

    #[target_feature(enable = "aes")]
    pub(crate) fn compare() {
        check(|a, b| pmull(a, b));
    }

    #[target_feature(enable = "aes")]
    fn pmull(a: [u128; 1], b: [u128; 1]) -> Blocks<1> {
        let v = Pmull::witness();
        assert_eq!(Pmull::new(v.of_u128(a[0]).get()).to_u128(), a[0]);
        blocks(v, a, b)
    }
}
