//! Multiply-shift and the multilinear hashes over the integers are strongly universal. The tests
//! show this by a partition of the keys.
//!
//! Let two messages differ by d in the word that a multiplies, where d is 2^s times an odd number.
//! Add 2^(w−s) t to a, and subtract from b the number that keeps the sum of the second message.
//! Then its hash is the same, and the first sum changes by t 2^w times the odd number. Its upper w
//! bits change by t times the odd number, which takes every value once for the 2^w values of t.
//! Adding t′ 2^w to b adds t′ to both hashes. So the keys fall into classes of 2^2w keys, in each
//! of which every pair of hashes occurs exactly once, and the hashes are uniform and independent.
//! The tests move keys within their classes.

use super::{low, random};
use multilinear_hash::Error;
use multilinear_hash::multilinear::{ml32, ml32_half, ml64};
use multilinear_hash::shift::{MultiplyShift, Words};

/// Checks a function of words of `bits` bits under a key of words of twice as many bits, the addend
/// first. Word i is multiplied by word i + 1 of the key or, with `pairs`, by the sum of the other
/// word of its pair and the key word of that.
fn strongly_universal(bits: u32, words: usize, pairs: bool, hash: impl Fn(&[u128], &[u64]) -> u64) {
    let mut random = random(u64::from(bits) + words as u64);
    let (word, double) = (u64::MAX >> (64 - bits), u128::MAX >> (128 - 2 * bits));
    for (i, s) in (0..words).flat_map(|i| (0..bits).map(move |s| (i, s))) {
        let mut draw = || u128::from(random.next_word()) | u128::from(random.next_word()) << 64;
        let key: Vec<_> = (0..words + 2).map(|_| draw() & double).collect();
        let [message, mut other] =
            [(); 2].map(|()| (0..words).map(|_| low(draw()) & word).collect::<Vec<_>>());
        other[i] = message[i].wrapping_sub((low(draw()) | 1) << s) & word;
        // The exact difference, not reduced modulo 2^w.
        let odd = (i128::from(message[i]) - i128::from(other[i])) >> s;
        let (t, both) = (low(draw()) & word, low(draw()) & word);

        let (mut moved, more) = (key.clone(), u128::from(t) << (bits - s));
        let factor = if pairs { i ^ 1 } else { i } + 1;
        moved[factor] = moved[factor].wrapping_add(more) & double;
        let partner = if pairs { key[i + 1] } else { 0 };
        let drift = more.wrapping_mul(partner.wrapping_add(other[i].into()));
        moved[0] = moved[0].wrapping_sub(drift).wrapping_add(u128::from(both) << bits) & double;

        let change = |m: &[u64]| hash(&moved, m).wrapping_sub(hash(&key, m)) & word;
        assert_eq!(change(&other), both, "word {i}, difference 2^{s} times {odd}");
        let expected = t.wrapping_mul(low(odd.cast_unsigned())).wrapping_add(both) & word;
        assert_eq!(change(&message), expected, "word {i}, difference 2^{s} times {odd}");
    }
}

fn bytes<const N: usize>(message: &[u64]) -> Vec<u8> {
    message.iter().flat_map(|word| word.to_le_bytes()[..N].to_vec()).collect()
}

#[test]
fn multiply_shift() {
    fn check<const N: usize>()
    where
        [u64; N]: Words<N>,
    {
        strongly_universal(64, N, false, |key, message| {
            let factors = key[1..=N].try_into().expect("N factors");
            let words: [u64; N] = message.try_into().expect("N words");
            MultiplyShift::<N>::new(factors, key[0]).hash(words)
        });
    }
    check::<1>();
    check::<2>();
    check::<5>();
}

/// Three hashes are not independent: of words that differ by 0, 1 and 2 in one of them, h₂ − 2 h₁ +
/// h₀ is the difference of two carries, −1, 0 or 1.
#[test]
fn three_hashes_are_dependent() {
    let mut found = [0; 3];
    for seed in 0..200 {
        let function = MultiplyShift::<3>::from_seed(seed);
        let [h0, h1, h2] = [5, 6, 7_u64].map(|word| function.hash((1_u64, word, u64::MAX)));
        let carries = h2.wrapping_sub(h1).wrapping_sub(h1.wrapping_sub(h0)).wrapping_add(1);
        found[usize::try_from(carries).expect("0, 1 or 2")] += 1;
    }
    assert!(found.iter().all(|times| *times > 0), "{found:?}");
}

#[test]
fn sums_of_words() {
    type Narrow = fn(&[u64], &[u8]) -> Result<u32, Error>;
    for words in [1, 6] {
        strongly_universal(64, words, false, |key, message| {
            ml64(key, &bytes::<8>(message)).expect("the key is long enough")
        });
    }
    // The keys of these functions have one word more, which is added too.
    let forms =
        [(1, false, ml32 as Narrow), (6, false, ml32), (2, true, ml32_half), (6, true, ml32_half)];
    for (words, pairs, function) in forms {
        strongly_universal(32, words, pairs, |key, message| {
            let key: Vec<_> = key.iter().map(|x| low(*x)).collect();
            function(&key, &bytes::<4>(message)).expect("the key is long enough").into()
        });
    }
}
