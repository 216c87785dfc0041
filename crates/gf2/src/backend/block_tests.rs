//! Tests of the building blocks of each level against the portable functions, with different
//! polynomials in every lane.

#[cfg(target_arch = "x86")]
use core::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64 as arch;

use testkit::message::splitmix64_bytes;
use testkit::sweep;

use super::{Backend, Level, portable};
use crate::Wide;

/// The results of all building blocks on two vectors of polynomials, lane by lane.
#[derive(Debug, PartialEq)]
struct Blocks<const LANES: usize> {
    words: [u128; LANES],
    sum: [u128; LANES],
    swapped: [u128; LANES],
    reversed: [u128; LANES],
    halves: [u128; LANES],
    low: [u128; LANES],
    high: [u128; LANES],
    cross: [u128; LANES],
    product: [Wide; LANES],
    times_x: [u128; LANES],
    lazy: [u128; LANES],
    mod64: [u64; LANES],
    mod128: [u128; LANES],
    polyval: [u128; LANES],
    polyval_middle: [u128; LANES],
}

#[expect(clippy::cast_possible_truncation, reason = "keeps the low half")]
fn halves(a: u128) -> [u64; 2] {
    [a as u64, (a >> 64) as u64]
}

fn expected<const LANES: usize>(a: [u128; LANES], b: [u128; LANES]) -> Blocks<LANES> {
    // Multiplies half i of a by half j of b in each lane; half 0 is the low one.
    let product = |i: usize, j: usize| {
        core::array::from_fn(|lane| portable::clmul64(halves(a[lane])[i], halves(b[lane])[j]))
    };
    let [cross0, cross1]: [[u128; LANES]; 2] = [product(0, 1), product(1, 0)];
    let wide: [_; LANES] = core::array::from_fn(|lane| Wide { hi: a[lane], lo: b[lane] });
    Blocks {
        words: a,
        sum: core::array::from_fn(|lane| a[lane] ^ b[lane]),
        swapped: a.map(|a| a.rotate_left(64)),
        reversed: a.map(u128::swap_bytes),
        halves: a.map(|a| portable::clmul64(halves(a)[0], halves(a)[1])),
        low: product(0, 0),
        high: product(1, 1),
        cross: core::array::from_fn(|lane| cross0[lane] ^ cross1[lane]),
        product: core::array::from_fn(|lane| portable::clmul128(a[lane], b[lane])),
        times_x: a.map(|a| a << 1),
        lazy: wide.map(portable::reduce_lazy),
        mod64: a.map(portable::reduce64),
        mod128: wide.map(portable::reduce128),
        polyval: wide.map(portable::reduce_polyval),
        polyval_middle: wide.map(|Wide { hi: middle, lo }| {
            portable::reduce_polyval(Wide { hi: middle >> 64, lo: lo ^ middle << 64 })
        }),
    }
}

/// Defines the function that runs the building blocks of one level. A macro can do this because the
/// files mirror each other. `$others` checks the blocks that only this level has. It gets the
/// vectors as arrays and in registers, and a closure that turns registers into arrays.
macro_rules! blocks_of {
    ($level:ident, $lanes:literal, $features:literal, |$arrays:pat, $registers:pat, $to:ident| $others:block) => {
        #[target_feature(enable = $features)]
        fn $level(a: [u128; $lanes], b: [u128; $lanes]) -> Blocks<$lanes> {
            use super::$level::*;
            let lanes = |x| {
                let mut bytes = [0; 16 * $lanes];
                store(x, &mut bytes);
                let (lanes, _) = bytes.as_chunks();
                core::array::from_fn::<u128, $lanes, _>(|lane| u128::from_le_bytes(lanes[lane]))
            };
            let bytes = a.map(u128::to_le_bytes);
            let va = load(bytes.as_flattened().try_into().expect("the lengths are equal"));
            let words = b.map(halves);
            let vb = load_words(words.as_flattened().try_into().expect("the lengths are equal"));
            let ($arrays, $registers, $to) = ([a, b], [va, vb], lanes);
            $others

            let (hi, lo) = mul128(va, vb);
            let (hi, lo) = (lanes(hi), lanes(lo));
            Blocks {
                words: lanes(va),
                sum: lanes(xor(va, vb)),
                swapped: lanes(swap_halves(va)),
                reversed: lanes(reverse_bytes(va)),
                halves: lanes(mul_halves(va)),
                low: lanes(mul_low(va, vb)),
                high: lanes(mul_high(va, vb)),
                cross: lanes(mul_cross(va, vb)),
                product: core::array::from_fn(|lane| Wide { hi: hi[lane], lo: lo[lane] }),
                times_x: lanes(mul_x(va)),
                lazy: lanes(reduce_lazy(va, vb)),
                mod64: lanes(reduce64(va)).map(|a| halves(a)[0]),
                mod128: lanes(reduce128(va, vb)),
                polyval: lanes(reduce_polyval(va, xor(va, va), vb)),
                polyval_middle: lanes(reduce_polyval(xor(va, va), va, vb)),
            }
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn sum<const LANES: usize>(a: [u128; LANES]) -> u128 {
    a.into_iter().fold(0, |sum, lane| sum ^ lane)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
blocks_of!(x86_clmul, 1, "pclmulqdq,sse4.1", |[[a], [b]], [va, _], lanes| {
    assert_eq!(lanes(from_u128(a)), [a]);
    assert_eq!(lanes(from_u64s(halves(a)[0], halves(a)[1])), [a]);
    assert_eq!((to_u128(va), low64(va)), (a, halves(a)[0]));
    assert_eq!(clmul64(halves(a)[0], halves(b)[0]), portable::clmul64(halves(a)[0], halves(b)[0]));
    assert_eq!(clmul128(a, b), portable::clmul128(a, b));
    assert_eq!(low64(reduce64_by_paper(va)), portable::reduce64(a));
});
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
blocks_of!(x86_vpclmul_x2, 2, "avx2,bmi2,vpclmulqdq", |[a, b], [va, vb], lanes| {
    use super::x86_clmul::{from_u128, to_u128};
    assert_eq!(lanes(broadcast(from_u128(a[1]))), [a[1]; 2]);
    assert_eq!(to_u128(xor_lanes(va)), sum(a));
    assert_eq!(lanes(xor_lanes2(va, vb)), [sum(a), sum(b)]);
});
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
blocks_of!(
    x86_vpclmul_x4,
    4,
    "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl",
    |[a, b], [va, vb], lanes| {
        use super::x86_clmul::{from_u128, to_u128};
        assert_eq!(lanes(broadcast(from_u128(a[3]))), [a[3]; 4]);
        assert_eq!(to_u128(xor_lanes(va)), sum(a));
        let mut words = [0; 8];
        store_words(vb, &mut words);
        assert_eq!(words, *b.map(halves).as_flattened());
        let mut two = [0; 32];
        super::x86_vpclmul_x2::store(xor_lanes2(va, vb), &mut two);
        let [low, high] = [sum(a), sum(b)].map(u128::to_le_bytes);
        assert_eq!(two, *[low, high].as_flattened());
        let (vc, vd) = (mul_halves(va), mul_halves(vb));
        let (c, d) = (sum(lanes(vc)), sum(lanes(vd)));
        assert_eq!(lanes(xor_lanes4(va, vb, vc, vd)), [sum(a), sum(b), c, d]);
    }
);
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
blocks_of!(aarch64_pmull, 1, "aes", |[[a], [b]], [va, _], lanes| {
    assert_eq!(lanes(from_u128(a)), [a]);
    assert_eq!(lanes(from_u64s(halves(a)[0], halves(a)[1])), [a]);
    assert_eq!((to_u128(va), low64(va)), (a, halves(a)[0]));
    assert_eq!(clmul64(halves(a)[0], halves(b)[0]), portable::clmul64(halves(a)[0], halves(b)[0]));
    assert_eq!(clmul128(a, b), portable::clmul128(a, b));
});

/// Algorithm 3 of the CLHASH paper. It takes the index of the shuffle from the product and so waits
/// for the multiplier, which [`reduce64`](super::x86_clmul::reduce64) avoids.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn reduce64_by_paper(a: arch::__m128i) -> arch::__m128i {
    use super::x86_clmul::{from_u64s, load, mul_high, xor};
    const TABLE: [u8; 16] =
        [0, 27, 54, 45, 108, 119, 90, 65, 216, 195, 238, 245, 180, 175, 130, 153];
    let q2 = mul_high(a, from_u64s(0, 27));
    let q3 = arch::_mm_shuffle_epi8(load(&TABLE), arch::_mm_srli_si128::<8>(q2));
    xor(q3, xor(q2, a))
}

/// Calls `test` with vectors whose lanes all differ: first each single bit in each lane, then
/// random bits.
fn vectors<const LANES: usize>(mut test: impl FnMut([u128; LANES], [u128; LANES])) {
    let noise = splitmix64_bytes(64, 16 * 1024);
    let (noise, _) = noise.as_chunks::<16>();
    let mut noise = noise.iter().map(|&bytes| u128::from_le_bytes(bytes)).cycle();
    let mut random = || core::array::from_fn::<_, LANES, _>(|_| noise.next().expect("endless"));
    for bit in 0..128 {
        let single = core::array::from_fn(|lane| 1 << ((bit + 37 * lane) % 128));
        test(single, [0; LANES]);
        test([0; LANES], single);
        test(single, random());
        test(random(), single);
    }
    for _ in 0..500 {
        test(random(), random());
    }
    test([u128::MAX; LANES], [u128::MAX; LANES]);
}

fn check<const LANES: usize>(blocks: impl Fn([u128; LANES], [u128; LANES]) -> Blocks<LANES>) {
    vectors(|a, b| assert_eq!(blocks(a, b), expected(a, b), "{a:x?} {b:x?}"));
}

#[test]
fn blocks_agree() {
    let available = Backend::available().map(|b| (b.name(), b));
    let best = Backend::detect().name();
    sweep("building blocks", Backend::NAMES, available, best, |backend| {
        match backend.level() {
            // The other levels are compared with this one; `tests/bilinear.rs` compares it with the
            // oracle.
            Level::Portable => {}
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            // SAFETY: the token proves that the CPU has the level's features.
            Level::X86Clmul => check(|a, b| unsafe { x86_clmul(a, b) }),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            // SAFETY: the token proves that the CPU has the level's features.
            Level::X86VpclmulX2 => check(|a, b| unsafe { x86_vpclmul_x2(a, b) }),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            // SAFETY: the token proves that the CPU has the level's features.
            Level::X86VpclmulX4 => check(|a, b| unsafe { x86_vpclmul_x4(a, b) }),
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            // SAFETY: the token proves that the CPU has the level's features.
            Level::Aarch64Pmull => check(|a, b| unsafe { aarch64_pmull(a, b) }),
        }
    });
}
