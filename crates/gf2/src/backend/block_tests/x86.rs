//! The levels of x86.

fn sum<const LANES: usize>(a: [u128; LANES]) -> u128 {
    a.into_iter().fold(0, |sum, lane| sum ^ lane)
}

pub(super) mod clmul {
    use crate::backend::block_tests::{Blocks, blocks, check};
    use crate::backend::polynomials::Polynomial;
    use crate::backend::portable;
    use crate::backend::x86::clmul::Clmul;

    #[target_feature(enable = "pclmulqdq,sse4.1")]
    pub(crate) fn compare() {
        check(|a, b| clmul(a, b));
    }

    #[target_feature(enable = "pclmulqdq,sse4.1")]
    fn clmul(a: [u128; 1], b: [u128; 1]) -> Blocks<1> {
        let v = Clmul::witness();
        assert_eq!(Clmul::new(v.of_u128(a[0]).get()).to_u128(), a[0]);
        assert_eq!(reduce64_by_paper(v.of_u128(a[0])).low64(), portable::reduce64(a[0]));
        blocks(v, a, b)
    }

    /// Algorithm 3 of the CLHASH paper. It takes the index of the shuffle from the product and so
    /// waits for the multiplier, which `reduce64` avoids.
    #[inline(always)]
    fn reduce64_by_paper<V: Polynomial>(a: V) -> V {
        const TABLE: [u8; 16] =
            [0, 27, 54, 45, 108, 119, 90, 65, 216, 195, 238, 245, 180, 175, 130, 153];
        let q2 = a.mul_high(a.of_halves(0, 27));
        a.load(&[TABLE]).shuffle(q2.down()) ^ (q2 ^ a)
    }
}

pub(super) mod vpclmul_x2 {
    use super::sum;
    use crate::backend::block_tests::{Blocks, blocks, check, lanes};
    use crate::backend::polynomials::{Polynomial, Polynomials};
    use crate::backend::x86::vpclmul_x2::ClmulX2;

    #[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
    pub(crate) fn compare() {
        check(|a, b| clmul_x2(a, b));
    }

    #[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
    fn clmul_x2(a: [u128; 2], b: [u128; 2]) -> Blocks<2> {
        let v = ClmulX2::witness();
        let (va, vb) = (v.load_doubles(&a), v.load_doubles(&b));
        assert_eq!((ClmulX2::new(va.get()).to_u128s(), va.lanes().1.to_u128()), (a, a[1]));
        assert_eq!(lanes(va.sum_lanes2(vb)), [sum(a), sum(b)]);
        blocks(v, a, b)
    }
}

pub(super) mod vpclmul_x4 {
    use super::sum;
    use crate::backend::block_tests::{Blocks, blocks, check, lanes};
    use crate::backend::polynomials::Polynomials;
    use crate::backend::x86::vpclmul_x4::ClmulX4;

    #[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
    pub(crate) fn compare() {
        check(|a, b| clmul_x4(a, b));
    }

    #[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
    fn clmul_x4(a: [u128; 4], b: [u128; 4]) -> Blocks<4> {
        let v = ClmulX4::witness();
        let (va, vb) = (v.load_doubles(&a), v.load_doubles(&b));
        assert_eq!(lanes(va.sum_lanes2(vb)), [sum(a), sum(b)]);
        let (vc, vd) = (va.mul_halves(), vb.mul_halves());
        let (c, d) = (sum(lanes(vc)), sum(lanes(vd)));
        assert_eq!(lanes(ClmulX4::sum_lanes4([va, vb, vc, vd])), [sum(a), sum(b), c, d]);
        let bytes = a.map(u128::to_le_bytes);
        for len in 0..=64 {
            let mut padded = [0; 64];
            padded[..len].copy_from_slice(&bytes.as_flattened()[..len]);
            let padded: [_; 4] =
                core::array::from_fn(|i| u128::from_le_bytes(padded.as_chunks().0[i]));
            let bytes = &bytes.as_flattened()[..len];
            assert_eq!(lanes(v.load_up_to_64(bytes)), padded, "{len} bytes");
            if len <= 32 {
                assert_eq!(lanes(v.load_up_to_32(bytes)), padded[..2], "{len} bytes");
            }
            if len <= 16 {
                assert_eq!(lanes(v.load_up_to_16(bytes)), padded[..1], "{len} bytes");
            }
        }
        blocks(ClmulX4::new(v.get()), a, b)
    }
}
