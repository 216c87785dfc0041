//! Integer arithmetic in constant time, with the multiplication of `gf2::portable`.

use super::{Cells, Factor, Factors, GROUP, Sums, Words, check_room};
use crate::decimal;
use crate::fingerprint::Fingerprint;
use crate::key::Key128;
use crate::value::{kind, tag};
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

/// Inlined into the other backends, whose instructions vectorise it.
#[inline(always)]
pub(super) fn strip(words: &mut [Words], place: usize, scale: u8) {
    for Words(words) in words {
        let (stripped, scales) = decimal::strip(words[place], scale);
        words[place] = stripped;
        words[place + 1] = scales.map(|scale| tag(kind::NUMBER, scale));
    }
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
