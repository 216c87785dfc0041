//! The kernel for AVX-512 with 52-bit multiply-add (IFMA): eight blocks at a time, in eight
//! polynomials.
//!
//! # NH
//! IFMA multiplies the low 52 bits of two lanes and adds the lower or the upper 52 bits of the
//! product to a third lane, so a sum of products costs only the products. A word a is a1 2^52 + a0
//! with a1 below 2^12, and a product of two words is
//!
//! ```text
//! a b = a0 b0 + (a0 b1 + a1 b0) 2^52 + a1 b1 2^104
//! ```
//!
//! The low part of a1 b1 is enough, because NH is reduced to 126 bits. A product thus takes seven
//! IFMA, into three accumulators with the weights 1, 2^52 and 2^104. The instruction ignores the
//! upper 12 bits of a lane, so a can stand for a0. (Halves of 32 bits would take six IFMA and a
//! `vpmuludq`, but also masks.)
//!
//! A register holds eight words of one block, which are four pairs. Two shuffles combine the
//! registers of two blocks into one of even and one of odd words, so each lane of the accumulators
//! sums a quarter of one of the two blocks. For each weight six shuffles then add up the quarters
//! of eight blocks such that lane j receives block j.
//!
//! # The polynomial
//! Lane j evaluates a polynomial of its own at K^8, over the blocks j, j + 8, j + 16, … of the
//! message. At the end lane j is multiplied by K^(7-j), and the lanes are added up. Lane 7 starts
//! with the previous value of the whole polynomial. K^8 has no special form, so numbers modulo
//! 2^127 - 1 are kept in limbs of 52, 52 and 23 bits, y0 + y1 2^52 + y2 2^104. The product y k is
//! the sum of yᵢ times (2^52i k mod 2^127 - 1), and the limbs of the latter are computed once.
//! Their third limb is stored shifted up by 29 bits, so that the upper half of a product with it
//! has the weight 2^(104 - 29 + 52) = 2^127 = 1 and the multiplication includes the reduction.
//! Eight blocks take 18 IFMA, whose latency the products of the next eight blocks hide.

use crate::arithmetic::{canonical, fold, power, product};
use crate::backend::{Block, GROUP_BLOCKS, portable};
use crate::key::{BLOCK_BYTES, Key};
use hash_core::x86::*;

/// Eight blocks.
type Group = [Block; GROUP_BLOCKS];
/// The limbs of eight numbers, or the three accumulators of NH.
type Limbs = [__m512i; 3];

const MASK52: u64 = (1 << 52) - 1;

/// The limbs of 2^52i k for i = 0, 1, 2, each third limb shifted up by 29 bits.
type Multiplier<W> = [[W; 3]; 3];

/// The powers of K by which the lanes are multiplied.
#[derive(Clone, Copy)]
pub(crate) struct KeySchedule {
    /// K^8.
    eighth: Multiplier<u64>,
    /// K^(7-j) in lane j.
    descending: Multiplier<[u64; GROUP_BLOCKS]>,
}

impl KeySchedule {
    /// Computes the powers of K.
    pub(crate) const fn new(k: u128) -> Self {
        let eighth = multiplier(power(k, GROUP_BLOCKS as u64));
        let mut descending = [[[0; GROUP_BLOCKS]; 3]; 3];
        let mut j = 0;
        while j < GROUP_BLOCKS {
            let limbs = multiplier(power(k, (GROUP_BLOCKS - 1 - j) as u64));
            let mut i = 0;
            while i < 9 {
                descending[i / 3][i % 3][j] = limbs[i / 3][i % 3];
                i += 1;
            }
            j += 1;
        }
        Self { eighth, descending }
    }

    /// Returns all words, to be wiped.
    #[cfg(feature = "zeroize")]
    pub(crate) fn words_mut(&mut self) -> [&mut [u64]; 2] {
        let descending = self.descending.as_flattened_mut().as_flattened_mut();
        [self.eighth.as_flattened_mut(), descending]
    }
}

#[expect(clippy::cast_possible_truncation, reason = "splits the integer into limbs")]
const fn multiplier(mut k: u128) -> Multiplier<u64> {
    let mut limbs = [[0; 3]; 3];
    let mut i = 0;
    while i < 3 {
        k = canonical(k);
        limbs[i] = [k as u64 & MASK52, (k >> 52) as u64 & MASK52, ((k >> 104) as u64) << 29];
        k = product(k, 1 << 52);
        i += 1;
    }
    limbs
}

#[target_feature(enable = "avx512ifma")]
#[inline]
pub(crate) fn absorb<const T: usize>(key: &Key<T>, y: [u128; T], blocks: &[Block]) -> [u128; T] {
    let (groups, rest) = blocks.as_chunks();
    let y = absorb_groups(key, y, groups);
    portable::absorb(key, y, rest)
}

#[target_feature(enable = "avx512ifma")]
#[inline]
fn absorb_groups<const T: usize>(key: &Key<T>, y: [u128; T], groups: &[Group]) -> [u128; T] {
    let zero = _mm512_setzero_si512();
    let (mut nh_keys, mut lanes) = ([[zero; 2]; T], [[zero; 3]; T]);
    for t in 0..T {
        let (halves, _) = key.block(t).as_chunks();
        nh_keys[t] = [load_words(&halves[0]), load_words(&halves[1])];
        lanes[t] = start(y[t]);
    }
    for group in groups {
        let sums = nh(&nh_keys, group);
        for t in 0..T {
            lanes[t] = mul_add(lanes[t], &broadcast(&key.schedule(t).eighth), sums[t]);
        }
    }
    let mut y = y;
    for t in 0..T {
        y[t] = join(lanes[t], &key.schedule(t).descending);
    }
    y
}

/// Computes NH modulo 2^126 of eight blocks for each iteration, in limbs.
#[target_feature(enable = "avx512ifma")]
#[inline]
fn nh<const T: usize>(keys: &[[__m512i; 2]; T], group: &Group) -> [Limbs; T] {
    let (pairs, _) = group.as_chunks::<2>();
    let products = |i: usize| two_blocks(keys, &pairs[i]);
    let (mut a, b, c, d) = (products(0), products(1), products(2), products(3));
    for t in 0..T {
        for i in 0..3 {
            let (ab, cd) = (add_up_quarters(a[t][i], b[t][i]), add_up_quarters(c[t][i], d[t][i]));
            a[t][i] = add_up_pairs(ab, cd);
        }
        a[t] = carry(a[t]);
    }
    a
}

/// Sums NH over two blocks in three accumulators, whose lanes belong to the two blocks alternately.
#[target_feature(enable = "avx512ifma")]
#[inline]
#[expect(clippy::needless_range_loop, reason = "the index is used twice")]
fn two_blocks<const T: usize>(keys: &[[__m512i; 2]; T], blocks: &[Block; 2]) -> [Limbs; T] {
    let zero = _mm512_setzero_si512();
    let mut sums = [[zero; 3]; T];
    for half in 0..2 {
        let (first, second) =
            (load(&blocks[0].as_chunks().0[half]), load(&blocks[1].as_chunks().0[half]));
        for t in 0..T {
            let key = keys[t][half];
            let (x, y) = (_mm512_add_epi64(first, key), _mm512_add_epi64(second, key));
            let a = _mm512_unpacklo_epi64(x, y);
            let b = _mm512_unpackhi_epi64(x, y);
            let (a1, b1) = (_mm512_srli_epi64::<52>(a), _mm512_srli_epi64::<52>(b));
            let [s0, s1, s2] = &mut sums[t];
            *s0 = _mm512_madd52lo_epu64(*s0, a, b);
            *s1 = _mm512_madd52hi_epu64(*s1, a, b);
            *s1 = _mm512_madd52lo_epu64(*s1, a, b1);
            *s1 = _mm512_madd52lo_epu64(*s1, a1, b);
            *s2 = _mm512_madd52hi_epu64(*s2, a, b1);
            *s2 = _mm512_madd52hi_epu64(*s2, a1, b);
            *s2 = _mm512_madd52lo_epu64(*s2, a1, b1);
        }
    }
    sums
}

/// Adds up the four quarters of a and of b in pairs, to two sums of a and then two of b.
#[target_feature(enable = "avx512ifma")]
#[inline]
fn add_up_quarters(a: __m512i, b: __m512i) -> __m512i {
    _mm512_add_epi64(
        _mm512_shuffle_i64x2::<0b01_00_01_00>(a, b),
        _mm512_shuffle_i64x2::<0b11_10_11_10>(a, b),
    )
}

/// Adds up the two sums of each of a, b, c and d, to one of each in this order.
#[target_feature(enable = "avx512ifma")]
#[inline]
fn add_up_pairs(ab: __m512i, cd: __m512i) -> __m512i {
    _mm512_add_epi64(
        _mm512_shuffle_i64x2::<0b10_00_10_00>(ab, cd),
        _mm512_shuffle_i64x2::<0b11_01_11_01>(ab, cd),
    )
}

/// Propagates the carries of the three sums, each below 2^59 (24 addends of 52 bits), to limbs
/// modulo 2^126.
#[target_feature(enable = "avx512ifma")]
#[inline]
fn carry([s0, s1, s2]: Limbs) -> Limbs {
    let mask = _mm512_set1_epi64(MASK52.cast_signed());
    let s1 = _mm512_add_epi64(s1, _mm512_srli_epi64::<52>(s0));
    let s2 = _mm512_add_epi64(s2, _mm512_srli_epi64::<52>(s1));
    [
        _mm512_and_si512(s0, mask),
        _mm512_and_si512(s1, mask),
        _mm512_and_si512(s2, _mm512_set1_epi64((1 << 22) - 1)),
    ]
}

/// Computes y k + m in each lane.
///
/// Only the low 52 bits of y0 and y1 count, and y2 is below 2^24. The sums are below 2^55, because
/// each has at most six products of 52 bits and a limb of m.
#[target_feature(enable = "avx512ifma")]
#[inline]
fn mul_add(y: Limbs, k: &Multiplier<__m512i>, m: Limbs) -> Limbs {
    let zero = _mm512_setzero_si512();
    let [mut low0, mut low1, mut low2, mut high0, mut high1, mut high2] =
        [m[0], m[1], zero, zero, zero, m[2]];
    for i in 0..3 {
        let [k0, k1, k2] = k[i];
        low0 = _mm512_madd52lo_epu64(low0, y[i], k0);
        low1 = _mm512_madd52lo_epu64(low1, y[i], k1);
        low2 = _mm512_madd52lo_epu64(low2, y[i], k2);
        high0 = _mm512_madd52hi_epu64(high0, y[i], k2);
        high1 = _mm512_madd52hi_epu64(high1, y[i], k0);
        high2 = _mm512_madd52hi_epu64(high2, y[i], k1);
    }
    // `low2` is a multiple of 2^29, with the weight 2^75.
    let s2 = _mm512_add_epi64(high2, _mm512_srli_epi64::<29>(low2));
    // Bit 23 of the third limb has the weight 2^127 = 1.
    let s0 = _mm512_add_epi64(low0, high0);
    let s0 = _mm512_add_epi64(s0, _mm512_srli_epi64::<23>(s2));
    let s1 = _mm512_add_epi64(low1, high1);
    let s1 = _mm512_add_epi64(s1, _mm512_srli_epi64::<52>(s0));
    let s2 = _mm512_and_si512(s2, _mm512_set1_epi64((1 << 23) - 1));
    [s0, s1, _mm512_add_epi64(s2, _mm512_srli_epi64::<52>(s1))]
}

/// Broadcasts each limb to all lanes.
#[target_feature(enable = "avx512ifma")]
#[inline]
fn broadcast(k: &Multiplier<u64>) -> Multiplier<__m512i> {
    let mut wide = [[_mm512_setzero_si512(); 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            wide[i][j] = _mm512_set1_epi64(k[i][j].cast_signed());
        }
    }
    wide
}

/// Puts y into lane 7 and 0 into the other lanes.
#[target_feature(enable = "avx512ifma")]
#[inline]
fn start(y: u128) -> Limbs {
    #[expect(clippy::cast_possible_truncation, reason = "splits the integer into limbs")]
    let limbs = [y as u64 & MASK52, (y >> 52) as u64 & MASK52, (y >> 104) as u64];
    let lane = |limb: u64| _mm512_set_epi64(limb.cast_signed(), 0, 0, 0, 0, 0, 0, 0);
    [lane(limbs[0]), lane(limbs[1]), lane(limbs[2])]
}

/// Adds up the lanes, each multiplied by its power of K.
#[target_feature(enable = "avx512ifma")]
#[inline]
fn join(lanes: Limbs, powers: &Multiplier<[u64; GROUP_BLOCKS]>) -> u128 {
    let mut wide = [[_mm512_setzero_si512(); 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            wide[i][j] = load_words(&powers[i][j]);
        }
    }
    let mask = _mm512_set1_epi64(MASK52.cast_signed());
    let [y0, y1, y2] = mul_add(lanes, &wide, [_mm512_setzero_si512(); 3]);
    let sum = |lanes| u128::from(_mm512_reduce_add_epi64(lanes).cast_unsigned());
    // The sums of eight lanes are below 2^55, 2^55 and 2^27.
    let (y0, y1, y2) = (sum(_mm512_and_si512(y0, mask)), sum(_mm512_and_si512(y1, mask)), sum(y2));
    fold(y0 + (y1 << 52) + ((y2 & 0x7f_ffff) << 104) + (y2 >> 23))
}

#[target_feature(enable = "avx512ifma")]
#[inline]
fn load(bytes: &[u8; BLOCK_BYTES / 2]) -> __m512i {
    // SAFETY: the reference has 64 bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx512ifma")]
#[inline]
fn load_words(words: &[u64; 8]) -> __m512i {
    // SAFETY: the reference has 64 bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}
