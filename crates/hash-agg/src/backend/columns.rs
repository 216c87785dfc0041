//! The sums of rows: each column adds its products to them, and `finish` reduces them. `v` is any
//! register, which proves that the CPU has the instructions.
//!
//! A factor is a pair of registers: its low half in every word of the first, its high half in every
//! word of the second. The products with the one are added to the low sums, those with the other to
//! the high sums; see [`Sums`].

use super::lanes::Lanes;
use super::{Cells, Factor, Factors, GROUP, Split, Sums, Words, check_room, portable};
use crate::decimal::Unscaled;
use gf2::backend::polynomials::{Polynomial, Polynomials};

/// The even or the odd rows of one half of [`Sums`].
type Half = [[u64; 2]; GROUP / 2];

#[inline(always)]
pub(super) fn words<V: Lanes<LANES>, const LANES: usize>(
    v: V,
    sums: &mut [Sums],
    is_first: bool,
    words: &[Words],
    factors: &[Factor],
) {
    for (sums, words) in sums.iter_mut().zip(words) {
        for i in 0..GROUP / 2 / LANES {
            let before = if is_first { None } else { Some(&*sums) };
            let [even_low, odd_low, even_high, odd_high] = sum(v, before, words, factors, i);
            let [to_even_low, to_odd_low, to_even_high, to_odd_high] = &mut sums.0;
            even_low.store_words(&mut to_even_low.as_chunks_mut().0[i]);
            odd_low.store_words(&mut to_odd_low.as_chunks_mut().0[i]);
            even_high.store_words(&mut to_even_high.as_chunks_mut().0[i]);
            odd_high.store_words(&mut to_odd_high.as_chunks_mut().0[i]);
        }
    }
}

/// Computes register i of each half of the sums after the columns of words with these factors.
#[inline(always)]
fn sum<V: Lanes<LANES>, const LANES: usize>(
    v: V,
    sums: Option<&Sums>,
    words: &Words,
    factors: &[Factor],
    i: usize,
) -> [V; 4] {
    let [mut even_low, mut odd_low, mut even_high, mut odd_high] = [v.zero(); 4];
    if let Some(Sums([from_even_low, from_odd_low, from_even_high, from_odd_high])) = sums {
        even_low = v.load_words(&from_even_low.as_chunks().0[i]);
        odd_low = v.load_words(&from_odd_low.as_chunks().0[i]);
        even_high = v.load_words(&from_even_high.as_chunks().0[i]);
        odd_high = v.load_words(&from_odd_high.as_chunks().0[i]);
    }
    for (words, factor) in words.0.iter().zip(factors) {
        let words = v.load_words(&words.as_chunks().0.as_chunks().0[i]);
        let [low, high] = splat(v, factor.halves);
        let negative = v.broadcast(v.sum_lanes().load_doubles(&[factor.negative]));
        let (negative_even, negative_odd) = words.negatives(negative);
        even_low = even_low ^ words.mul_low(low) ^ negative_even;
        odd_low = odd_low ^ words.mul_high(low) ^ negative_odd;
        even_high = even_high ^ words.mul_low(high);
        odd_high = odd_high ^ words.mul_high(high);
    }
    [even_low, odd_low, even_high, odd_high]
}

/// The portable function, compiled with the instructions of the register.
#[inline(always)]
pub(super) fn decimals<V: Lanes<LANES>, T: Unscaled, const LANES: usize>(
    v: V,
    words: &mut [Words],
    place: usize,
    scale: u8,
    values: &[T],
) -> bool {
    portable::put_decimals(Registers(v), words, place, scale, values)
}

/// The portable function, compiled with the instructions of the register.
#[inline(always)]
pub(super) fn short_views<V: Lanes<LANES>, const LANES: usize>(
    v: V,
    words: &mut [Words],
    place: usize,
    kind: u8,
    views: &[[u8; 16]],
) -> bool {
    portable::put_views(Registers(v), words, place, kind, views)
}

/// The portable function, compiled with the instructions of the register.
#[inline(always)]
pub(super) fn short_strings<V>(
    _v: V,
    words: &mut [Words],
    place: usize,
    kind: u8,
    strings: &[[u64; GROUP]],
    lens: &[[u64; GROUP]],
) -> bool {
    portable::short_strings(words, place, kind, strings, lens)
}

/// Registers like this one.
#[derive(Clone, Copy)]
struct Registers<V, const LANES: usize>(V);

impl<V: Lanes<LANES>, const LANES: usize> Split for Registers<V, LANES> {
    #[inline(always)]
    fn words(self, values: &[u128; GROUP]) -> [[u64; GROUP]; 2] {
        let [mut low, mut high] = [[0; GROUP]; 2];
        for (i, [a, b]) in values.as_chunks().0.as_chunks().0.iter().enumerate() {
            let (low_words, high_words) = self.0.load_doubles(a).words(self.0.load_doubles(b));
            low_words.store_words(&mut low.as_chunks_mut().0.as_chunks_mut().0[i]);
            high_words.store_words(&mut high.as_chunks_mut().0.as_chunks_mut().0[i]);
        }
        [low, high]
    }
}

#[inline(always)]
pub(super) fn doubles<V: Lanes<LANES>, const LANES: usize>(
    v: V,
    sums: &mut [Sums],
    values: &[u128],
    factors: &[[u64; 2]; 2],
) {
    check_room(sums, values.len());
    let factors = [splat(v, factors[0]), splat(v, factors[1])];
    let (groups, rest) = values.as_chunks();
    let (whole, last) = sums.split_at_mut(groups.len());
    for (sums, values) in whole.iter_mut().zip(groups) {
        add_doubles(sums, values, factors);
    }
    if let Some(sums) = last.first_mut() {
        add_doubles(sums, &padded(rest), factors);
    }
}

#[inline(always)]
fn add_doubles<V: Lanes<LANES>, const LANES: usize>(
    sums: &mut Sums,
    values: &[u128; GROUP],
    [lower, upper]: [[V; 2]; 2],
) {
    let [even_low, odd_low, even_high, odd_high] = &mut sums.0;
    for (i, values) in values.as_chunks().0.as_chunks().0.iter().enumerate() {
        let (even, odd) = split(lower[0], values);
        add(even_low, i, dot(even, lower[0], upper[0]));
        add(odd_low, i, dot(odd, lower[0], upper[0]));
        add(even_high, i, dot(even, lower[1], upper[1]));
        add(odd_high, i, dot(odd, lower[1], upper[1]));
    }
}

/// The factors of a column of cells: those of both words of a and of b, and of t.
#[derive(Clone, Copy)]
struct CellFactors<V> {
    a: [[V; 2]; 2],
    b: [[V; 2]; 2],
    t: [V; 2],
}

#[inline(always)]
pub(super) fn cells<V: Lanes<LANES>, const LANES: usize>(
    v: V,
    sums: &mut [Sums],
    Cells { a, b, t }: Cells,
    factors: &Factors,
) {
    check_room(sums, t.len());
    let factors = CellFactors {
        a: [splat(v, factors.a[0]), splat(v, factors.a[1])],
        b: [splat(v, factors.b[0]), splat(v, factors.b[1])],
        t: splat(v, factors.t),
    };
    let ((a, rest_a), (b, rest_b), (t, rest_t)) = (a.as_chunks(), b.as_chunks(), t.as_chunks());
    let (whole, last) = sums.split_at_mut(t.len());
    for (sums, ((a, b), t)) in whole.iter_mut().zip(a.iter().zip(b).zip(t)) {
        add_cells(sums, (a, b, t), factors);
    }
    if let Some(sums) = last.first_mut() {
        add_cells(sums, (&padded(rest_a), &padded(rest_b), &padded(rest_t)), factors);
    }
}

#[inline(always)]
fn add_cells<V: Lanes<LANES>, const LANES: usize>(
    sums: &mut Sums,
    (a, b, t): (&[u128; GROUP], &[u128; GROUP], &[u64; GROUP]),
    f: CellFactors<V>,
) {
    let [even_low, odd_low, even_high, odd_high] = &mut sums.0;
    let (a, b) = (a.as_chunks().0.as_chunks().0, b.as_chunks().0.as_chunks().0);
    let tags = t.as_chunks().0.as_chunks().0;
    for (i, ((a, b), t)) in a.iter().zip(b).zip(tags).enumerate() {
        let ((a_even, a_odd), (b_even, b_odd)) = (split(f.t[0], a), split(f.t[0], b));
        let t = f.t[0].load_words(t);
        let [lower_a, upper_a] = f.a;
        let [lower_b, upper_b] = f.b;
        let even = dot(a_even, lower_a[0], upper_a[0]) ^ dot(b_even, lower_b[0], upper_b[0]);
        add(even_low, i, even ^ t.mul_low(f.t[0]));
        let odd = dot(a_odd, lower_a[0], upper_a[0]) ^ dot(b_odd, lower_b[0], upper_b[0]);
        add(odd_low, i, odd ^ t.mul_high(f.t[0]));
        let even = dot(a_even, lower_a[1], upper_a[1]) ^ dot(b_even, lower_b[1], upper_b[1]);
        add(even_high, i, even ^ t.mul_low(f.t[1]));
        let odd = dot(a_odd, lower_a[1], upper_a[1]) ^ dot(b_odd, lower_b[1], upper_b[1]);
        add(odd_high, i, odd ^ t.mul_high(f.t[1]));
    }
}

#[inline(always)]
pub(super) fn finish<V: Lanes<LANES>, const LANES: usize>(
    v: V,
    sums: &[Sums],
    words: &[Words],
    factors: &[Factor],
    constant: u128,
    out: &mut [u128],
) {
    check_room(words, out.len());
    let constant = v.broadcast(v.sum_lanes().of_u128(constant));
    let (groups, rest) = out.as_chunks_mut();
    for (i, (words, out)) in words.iter().zip(groups.iter_mut()).enumerate() {
        finish_group(sums.get(i), words, factors, constant, out);
    }
    if let (false, Some(words)) = (rest.is_empty(), words.get(groups.len())) {
        let mut last = [0; GROUP];
        finish_group(sums.get(groups.len()), words, factors, constant, &mut last);
        rest.copy_from_slice(&last[..rest.len()]);
    }
}

#[inline(always)]
fn finish_group<V: Lanes<LANES>, const LANES: usize>(
    sums: Option<&Sums>,
    words: &Words,
    factors: &[Factor],
    constant: V,
    out: &mut [u128; GROUP],
) {
    let (pairs, _) = out.as_chunks_mut::<LANES>().0.as_chunks_mut();
    for (i, [a, b]) in pairs.iter_mut().enumerate() {
        let [even_low, odd_low, even_high, odd_high] = sum(constant, sums, words, factors, i);
        let even = reduced(even_low, even_high, constant);
        let odd = reduced(odd_low, odd_high, constant);
        let (first, second) = even.join(odd);
        first.store_doubles(a);
        second.store_doubles(b);
    }
}

/// Reduces low + high · x^64 and adds `constant`.
///
/// The upper half of `high` has degree at most 63 and is multiplied by x^128, which is
/// x^7 + x^2 + x + 1. That product has degree at most 70 and needs no further reduction.
#[inline(always)]
fn reduced<V: Lanes<LANES>, const LANES: usize>(low: V, high: V, constant: V) -> V {
    let folded = high.mul_high(high.splat(0x87));
    (low ^ high.up()) ^ (folded ^ constant)
}

/// Adds to register i of the sums.
#[inline(always)]
fn add<V: Lanes<LANES>, const LANES: usize>(sums: &mut Half, i: usize, term: V) {
    let sum = &mut sums.as_chunks_mut().0[i];
    (term.load_words(sum) ^ term).store_words(sum);
}

/// Computes x.low · low + x.high · high in each lane.
#[inline(always)]
fn dot<V: Lanes<LANES>, const LANES: usize>(x: V, low: V, high: V) -> V {
    x.mul_low(low) ^ x.mul_high(high)
}

/// Copies the halves of a factor to every word of a register each.
#[inline(always)]
fn splat<V: Lanes<LANES>, const LANES: usize>(v: V, [low, high]: [u64; 2]) -> [V; 2] {
    [v.splat(low), v.splat(high)]
}

/// Loads the even and the odd values.
#[inline(always)]
fn split<V: Lanes<LANES>, const LANES: usize>(v: V, [a, b]: &[[u128; LANES]; 2]) -> (V, V) {
    v.load_doubles(a).split(v.load_doubles(b))
}

/// Pads the values of the last group with zeros, which add nothing.
#[inline(always)]
fn padded<T: Copy + Default>(rest: &[T]) -> [T; GROUP] {
    let mut values = [T::default(); GROUP];
    values[..rest.len()].copy_from_slice(rest);
    values
}
