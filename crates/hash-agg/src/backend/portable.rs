//! Integer arithmetic in constant time, with the multiplication of `gf2::portable`.

use super::{Cells, Factor, Factors, GROUP, Split, Sums, WORD_BYTES, Words, check_room};
use crate::decimal::{self, Unscaled};
use crate::fingerprint::Fingerprint;
use crate::key::Key128;
use crate::value::{first_bytes, kind, short_tag, tag};
use core::array;
use gf2::Wide;
use gf2::backend::portable::{clmul64, clmul128, reduce128};

/// Returns the low and the high half.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "halves")]
const fn halves(a: u128) -> [u64; 2] {
    [a as u64, (a >> 64) as u64]
}

#[inline(always)]
const fn mul(a: u128, b: u128) -> u128 {
    reduce128(clmul128(a, b))
}

/// Adds the product of a word with its factor to the sum of row i.
fn add_word(sums: &mut Sums, i: usize, word: u64, factor: &Factor) {
    let sign = if word.cast_signed() < 0 { factor.negative } else { 0 };
    let [low, high] = factor.halves;
    sums.add(i, clmul64(word, low) ^ sign, clmul64(word, high));
}

fn add_words(sums: &mut Sums, words: &Words, factors: &[Factor]) {
    for (words, factor) in words.0.iter().zip(factors) {
        for (i, word) in words.iter().enumerate() {
            add_word(sums, i, *word, factor);
        }
    }
}

pub(super) fn words(sums: &mut [Sums], is_first: bool, words: &[Words], factors: &[Factor]) {
    for (sums, words) in sums.iter_mut().zip(words) {
        if is_first {
            *sums = Sums::ZERO;
        }
        add_words(sums, words, factors);
    }
}

pub(super) fn decimals<T: Unscaled>(
    words: &mut [Words],
    place: usize,
    scale: u8,
    values: &[T],
) -> bool {
    put_decimals(Scalar, words, place, scale, values)
}

pub(super) fn short_views(words: &mut [Words], place: usize, kind: u8, views: &[[u8; 16]]) -> bool {
    put_views(Scalar, words, place, kind, views)
}

/// Words of 64 bits.
#[derive(Clone, Copy)]
struct Scalar;

impl Split for Scalar {
    #[inline(always)]
    fn words(self, values: &[u128; GROUP]) -> [[u64; GROUP]; 2] {
        let halves = values.map(halves);
        [halves.map(|[low, _]| low), halves.map(|[_, high]| high)]
    }
}

/// Inlined into the kernels of all backends, whose instructions vectorise it.
#[inline(always)]
pub(super) fn put_decimals<T: Unscaled>(
    split: impl Split,
    words: &mut [Words],
    place: usize,
    scale: u8,
    values: &[T],
) -> bool {
    let (groups, last) = groups(values);
    let mut all_rest = [0; GROUP];
    for (Words(words), values) in words.iter_mut().zip(groups.iter().chain(&last)) {
        let [low, rest] = T::low_words(values, split);
        let (stripped, scales) = decimal::strip(low, scale);
        words[place] = stripped;
        words[place + 1] = scales.map(|scale| tag(kind::NUMBER, scale));
        for (all_rest, rest) in all_rest.iter_mut().zip(rest) {
            *all_rest |= rest;
        }
    }
    all_rest == [0; GROUP]
}

/// Inlined into the kernels of all backends, whose instructions vectorise it.
#[inline(always)]
pub(super) fn put_views(
    split: impl Split,
    words: &mut [Words],
    place: usize,
    kind: u8,
    views: &[[u8; 16]],
) -> bool {
    let (groups, last) = groups(views);
    let mut longer = [0; GROUP];
    for (Words(words), views) in words.iter_mut().zip(groups.iter().chain(&last)) {
        let [low, high] = split.words(&views.map(u128::from_le_bytes));
        let lens = low.map(|low| {
            let len = low & 0xffff_ffff;
            if cfg!(target_endian = "big") { len.swap_bytes() >> 32 } else { len }
        });
        let strings = array::from_fn(|i| low[i] >> 32 | high[i] << 32);
        put_strings(words, place, kind, strings, lens, &mut longer);
    }
    are_short(longer)
}

/// Inlined into the kernels of all backends, whose instructions vectorise it.
#[inline(always)]
pub(super) fn short_strings(
    words: &mut [Words],
    place: usize,
    kind: u8,
    strings: &[[u64; GROUP]],
    lens: &[[u64; GROUP]],
) -> bool {
    let mut longer = [0; GROUP];
    for (Words(words), (strings, lens)) in words.iter_mut().zip(strings.iter().zip(lens)) {
        put_strings(words, place, kind, *strings, *lens, &mut longer);
    }
    are_short(longer)
}

/// Sets the top bit of a word of `longer` if a string has more than eight bytes. Its words are then
/// arbitrary.
#[inline(always)]
fn put_strings(
    words: &mut [[u64; GROUP]],
    place: usize,
    kind: u8,
    strings: [u64; GROUP],
    lens: [u64; GROUP],
    longer: &mut [u64; GROUP],
) {
    words[place] = array::from_fn(|i| first_bytes(strings[i], lens[i]));
    words[place + 1] = lens.map(|len| short_tag(kind, len));
    for (longer, len) in longer.iter_mut().zip(lens) {
        *longer |= (WORD_BYTES as u64).wrapping_sub(len);
    }
}

#[inline(always)]
fn are_short(longer: [u64; GROUP]) -> bool {
    longer.iter().all(|longer| *longer >> 63 == 0)
}

/// Returns the values of whole groups, and the others as a group, in which the last value is
/// repeated.
#[inline(always)]
fn groups<T: Copy>(values: &[T]) -> (&[[T; GROUP]], Option<[T; GROUP]>) {
    let (groups, rest) = values.as_chunks();
    let last = rest.last().map(|last| {
        let mut group = [*last; GROUP];
        group[..rest.len()].copy_from_slice(rest);
        group
    });
    (groups, last)
}

pub(super) fn doubles(sums: &mut [Sums], values: &[u128], factors: &[[u64; 2]; 2]) {
    check_room(sums, values.len());
    for (sums, values) in sums.iter_mut().zip(values.chunks(GROUP)) {
        for (i, value) in values.iter().enumerate() {
            for (word, [low, high]) in halves(*value).into_iter().zip(factors) {
                sums.add(i, clmul64(word, *low), clmul64(word, *high));
            }
        }
    }
}

pub(super) fn cells(sums: &mut [Sums], cells: Cells, factors: &Factors) {
    doubles(sums, cells.a, &factors.a);
    doubles(sums, cells.b, &factors.b);
    let factor = Factor { halves: factors.t, negative: 0 };
    for (sums, tags) in sums.iter_mut().zip(cells.t.chunks(GROUP)) {
        for (i, tag) in tags.iter().enumerate() {
            add_word(sums, i, *tag, &factor);
        }
    }
}

pub(super) fn strings(key: &Key128, messages: &[&[u8]], a: &mut [u128], b: &mut [u128]) {
    for (message, (a, b)) in messages.iter().zip(a.iter_mut().zip(b)) {
        [*a, *b] = key.polynomials(message);
    }
}

pub(super) fn finish(
    sums: &[Sums],
    words: &[Words],
    factors: &[Factor],
    constant: u128,
    out: &mut [u128],
) {
    check_room(words, out.len());
    for (i, (words_of, out)) in words.iter().zip(out.chunks_mut(GROUP)).enumerate() {
        let mut sums = sums.get(i).copied().unwrap_or(Sums::ZERO);
        add_words(&mut sums, words_of, factors);
        for (i, out) in out.iter_mut().enumerate() {
            let (low, high) = sums.get(i);
            *out = reduce128(Wide { hi: high >> 64, lo: low ^ (high << 64) }) ^ constant;
        }
    }
}

pub(super) fn product(z: u128, rows: &[u128]) -> u128 {
    rows.iter().fold(1, |product, row| mul(product, z ^ row))
}

pub(super) fn multiply_groups(
    z: u128,
    fingerprints: &mut [Fingerprint],
    rows: &[u128],
    groups: &[usize],
) {
    for (row, group) in rows.iter().zip(groups) {
        let fingerprint = &mut fingerprints[*group];
        fingerprint.add_one(mul(fingerprint.value(), z ^ row));
    }
}

pub(super) fn horner(y: u128, rows: &[u128]) -> u128 {
    rows.iter().fold(0, |sum, row| mul(sum, y) ^ row)
}
