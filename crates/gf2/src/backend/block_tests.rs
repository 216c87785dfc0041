//! Tests of the building blocks of each level against the portable functions, with different
//! polynomials in every lane.

use testkit::message::splitmix64_bytes;
use testkit::sweep;

use super::polynomials::{FOLD_LAZY, FOLD128, Polynomial, Polynomials};
use super::{Backend, Level};
use crate::Wide;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "x86", not(any(target_os = "none", target_os = "uefi")))
))]
mod x86;

mod portable {
    pub(super) use crate::backend::portable::*;

    /// The other levels are compared with this one; `tests/bilinear.rs` compares it with the
    /// oracle.
    pub(super) fn compare() {}
}

dispatch! {
    unsafe;

    /// Compares the building blocks of a level with the portable functions.
    fn compare();
}

/// The results of all building blocks on two vectors of polynomials, lane by lane.
#[derive(Debug, PartialEq)]
struct Blocks<const LANES: usize> {
    words: [u128; LANES],
    splat: [u128; LANES],
    sum: [u128; LANES],
    left: [u128; LANES],
    right: [u128; LANES],
    up: [u128; LANES],
    down: [u128; LANES],
    swapped: [u128; LANES],
    low_halves: [u128; LANES],
    high_halves: [u128; LANES],
    reversed: [u128; LANES],
    shuffled: [u128; LANES],
    halves: [u128; LANES],
    low: [u128; LANES],
    high: [u128; LANES],
    high_low: [u128; LANES],
    cross: [u128; LANES],
    product: [Wide; LANES],
    times_x: [u128; LANES],
    lazy: [u128; LANES],
    product_lazy: [u128; LANES],
    product128: [u128; LANES],
    product_polyval: [u128; LANES],
    mod64: [u64; LANES],
    mod128: [u128; LANES],
    polyval: [u128; LANES],
    polyval_middle: [u128; LANES],
}

#[expect(clippy::cast_possible_truncation, reason = "keeps the low half")]
fn halves(a: u128) -> [u64; 2] {
    [a as u64, (a >> 64) as u64]
}

fn join([low, high]: [u64; 2]) -> u128 {
    u128::from(low) | u128::from(high) << 64
}

fn expected<const LANES: usize>(a: [u128; LANES], b: [u128; LANES]) -> Blocks<LANES> {
    // Multiplies half i of a by half j of b in each lane; half 0 is the low one.
    let product = |i: usize, j: usize| {
        core::array::from_fn(|lane| portable::clmul64(halves(a[lane])[i], halves(b[lane])[j]))
    };
    let [cross0, cross1]: [[u128; LANES]; 2] = [product(0, 1), product(1, 0)];
    let wide: [_; LANES] = core::array::from_fn(|lane| Wide { hi: a[lane], lo: b[lane] });
    let products: [_; LANES] = core::array::from_fn(|lane| portable::clmul128(a[lane], b[lane]));
    Blocks {
        words: a,
        splat: [join([halves(a[0])[0]; 2]); LANES],
        sum: core::array::from_fn(|lane| a[lane] ^ b[lane]),
        left: a.map(|a| join(halves(a).map(|half| half << 7))),
        right: a.map(|a| join(halves(a).map(|half| half >> 57))),
        up: a.map(|a| a << 64),
        down: a.map(|a| a >> 64),
        low_halves: core::array::from_fn(|i| join([halves(a[i])[0], halves(b[i])[0]])),
        high_halves: core::array::from_fn(|i| join([halves(a[i])[1], halves(b[i])[1]])),
        swapped: a.map(|a| a.rotate_left(64)),
        reversed: a.map(u128::swap_bytes),
        shuffled: a.map(|a| {
            let bytes = a.to_le_bytes();
            u128::from_le_bytes(SHUFFLE.map(|i| bytes.get(usize::from(i)).copied().unwrap_or(0)))
        }),
        halves: a.map(|a| portable::clmul64(halves(a)[0], halves(a)[1])),
        low: product(0, 0),
        high: product(1, 1),
        high_low: cross1,
        cross: core::array::from_fn(|lane| cross0[lane] ^ cross1[lane]),
        product: products,
        times_x: a.map(|a| a << 1),
        lazy: wide.map(portable::reduce_lazy),
        product_lazy: products.map(portable::reduce_lazy),
        product128: products.map(portable::reduce128),
        product_polyval: products.map(portable::reduce_polyval),
        mod64: a.map(portable::reduce64),
        mod128: wide.map(portable::reduce128),
        polyval: wide.map(portable::reduce_polyval),
        polyval_middle: wide.map(|Wide { hi: middle, lo }| {
            portable::reduce_polyval(Wide { hi: middle >> 64, lo: lo ^ middle << 64 })
        }),
    }
}

/// Computes all of them by a level.
#[inline(always)]
fn blocks<V: Polynomials<LANES>, const LANES: usize>(
    v: V,
    a: [u128; LANES],
    b: [u128; LANES],
) -> Blocks<LANES> {
    let (va, vb) = (v.load(&a.map(u128::to_le_bytes)), v.load_words(&b.map(halves)));
    let (hi, lo) = va.mul128(vb);
    let (hi, lo) = (lanes(hi), lanes(lo));
    let (fold_lazy, fold128) = (v.splat(FOLD_LAZY), v.splat(FOLD128));
    let mut words = [[0; 2]; LANES];
    vb.store_words(&mut words);
    assert_eq!(words, b.map(halves));
    assert_eq!(lanes(v.load_doubles(&b)), b);
    let one = v.sum_lanes();
    assert_eq!(va.sum_lanes().to_u128(), a.into_iter().fold(0, |sum, lane| sum ^ lane));
    assert_eq!(lanes(v.broadcast(one.of_u128(b[0]))), [b[0]; LANES]);
    let mut first = [0; LANES];
    first[0] = b[0];
    assert_eq!(lanes(v.of_one(one.of_u128(b[0]))), first);
    let [low, high] = halves(a[0]);
    assert_eq!(one.of_halves(low, high).to_u128(), a[0]);
    assert_eq!(
        (one.of_u128(a[0]).low64(), one.of_u128(a[0]).to_gf64()),
        (low, portable::reduce64(a[0]))
    );
    Blocks {
        words: lanes(va),
        splat: lanes(v.splat(low)),
        sum: lanes(va ^ vb),
        left: lanes(va.shl::<7>()),
        right: lanes(va.shr::<57>()),
        up: lanes(va.up()),
        down: lanes(va.down()),
        swapped: lanes(va.swap_halves()),
        low_halves: lanes(va.low_halves(vb)),
        high_halves: lanes(va.high_halves(vb)),
        reversed: lanes(va.reverse_bytes()),
        shuffled: lanes(va.shuffle(v.load(&[SHUFFLE; LANES]))),
        halves: lanes(va.mul_halves()),
        low: lanes(va.mul_low(vb)),
        high: lanes(va.mul_high(vb)),
        high_low: lanes(va.mul_high_low(vb)),
        cross: lanes(va.mul_cross(vb)),
        product: core::array::from_fn(|lane| Wide { hi: hi[lane], lo: lo[lane] }),
        times_x: lanes(va.mul_x()),
        lazy: lanes(va.reduce_lazy(vb)),
        product_lazy: lanes(va.mul_fixed(vb.fixed(fold_lazy), fold_lazy)),
        product128: lanes(va.mul_fixed(vb.fixed(fold128), fold128)),
        product_polyval: lanes(va.mul_fixed_polyval(vb.fixed_polyval())),
        mod64: lanes(va.reduce64()).map(|a| halves(a)[0]),
        mod128: lanes(va.reduce128(vb)),
        polyval: lanes(va.reduce_polyval(v.zero(), vb)),
        polyval_middle: lanes(v.zero().reduce_polyval(va, vb)),
    }
}

/// Indices that select some bytes and zeros elsewhere.
const SHUFFLE: [u8; 16] = [3, 0x80, 15, 0, 0xff, 7, 7, 8, 1, 2, 0x90, 14, 9, 5, 11, 0xc3];

/// Returns the lanes as integers.
#[inline(always)]
fn lanes<V: Polynomials<LANES>, const LANES: usize>(v: V) -> [u128; LANES] {
    let mut lanes = [0; LANES];
    v.store_doubles(&mut lanes);
    lanes
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
    sweep("building blocks", Backend::NAMES, available, best, compare);
}
