//! The theorems, counted on the code that ships.

use core::hash::{BuildHasher, Hash, Hasher};
use provenhash_map::{ProcessKey, RandomState};

type Words = [u64; ProcessKey::WORDS];

/// Returns random words, by splitmix64.
fn random(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed.wrapping_mul(0xd134_2543_de82_ef95);
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Returns random words of a process, in which the own word of each map is word 48.
fn random_words(seed: u64) -> Words {
    let mut next = random(seed);
    let mut words = [0; ProcessKey::WORDS].map(|_: u64| next());
    // p and the lower half of q.
    words[45..48].fill(0);
    words
}

/// The index of the own word of every map.
const OWN: usize = 48;

/// Makes the state of a map. A state has a key that lives as long as the program.
fn state(words: &Words) -> RandomState {
    RandomState::with_key(Box::leak(Box::new(ProcessKey::from_words(words))), 0)
}

/// The slice alone, without its length.
struct Slice(Vec<u8>);

impl Hash for Slice {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(&self.0);
    }
}

/// Checks that four bits of each of two hashes take every pair of values once, while four bits of
/// the own word and four of another word take every pair once. So these bits of the hashes are
/// uniform and independent. They are the lowest bits of τ, because step 5 is one to one modulo each
/// power of 2, and rotates by 32 bits.
fn every_pair_once(
    words: Words,
    set: impl Fn(&mut Words, u64),
    a: impl Hash,
    b: impl Hash,
    what: &str,
) {
    let mut seen = [false; 256];
    for i in 0..256 {
        let mut words = words;
        words[OWN] = words[OWN].wrapping_add(i & 15);
        set(&mut words, i >> 4);
        let state = state(&words);
        let [a, b] = [state.hash_one(&a), state.hash_one(&b)].map(|hash| hash >> 32 & 15);
        let place = &mut seen[usize::try_from(a << 4 | b).expect("8 bits")];
        assert!(!*place, "{what}: the pair {a:x} {b:x} occurs twice");
        *place = true;
    }
}

/// Adds four bits, shifted up by 64 − s, to a number of two words.
#[allow(clippy::cast_possible_truncation)] // the halves
fn add(words: &mut Words, number: usize, bits: u64, s: u32) {
    let value = u128::from(words[number]) | u128::from(words[number + 1]) << 64;
    let value = value.wrapping_add(u128::from(bits) << (64 - s));
    [words[number], words[number + 1]] = [value as u64, (value >> 64) as u64];
}

/// The differing word is a half of the integers (factors f, g) or a word of the first slice (c, d).
#[test]
fn words_that_differ() {
    for s in (0..64).step_by(3) {
        for place in 0..4 {
            let mut next = random(s.into());
            let mut values = [[0; 4]; 2];
            values[0] = [next(), next(), next(), next()];
            values[0][place] <<= s;
            values[1] = values[0];
            values[1][place] ^= (next() << 1 | 1) << s;
            let [a, b] = values
                .map(|[x0, x1, a, b]| (x0, Slice([a.to_le_bytes(), b.to_le_bytes()].concat()), x1));
            let set = |words: &mut Words, bits| add(words, 2 * place, bits, s);
            every_pair_once(random_words(s.into()), set, a, b, &format!("word {place}, 2^{s}"));
        }
    }
}

/// Bytes of slices of every length up to 16 bytes: each is a part of a word.
#[test]
fn bytes_that_differ() {
    for len in 1..=16 {
        for at in 0..len {
            let mut next = random((100 * len + at) as u64);
            let mut slice: Vec<u8> = (0..len).map(|_| next().to_le_bytes()[0]).collect();
            // So that the words are multiples of the lowest bit in which they differ.
            slice[..at].fill(0);
            let a = Slice(slice.clone());
            slice[at] ^= 1;
            // The bit of either word in which the two differ lowest.
            let half = if len >= 8 { 8 } else { 4 };
            let (word, byte) = match len {
                1..=3 if at == 0 => (0, 0),
                1..=3 => (1, usize::from(at == len - 1 && at != len / 2)),
                _ if at < half => (0, at),
                _ => (1, at + half - len),
            };
            // A byte of both words is set by the first one.
            let s = 8 * u32::try_from(byte).expect("small");
            let set = |words: &mut Words, bits| add(words, 4 + 2 * word, bits, s);
            let words = random_words(len as u64);
            every_pair_once(
                words,
                set,
                (5_u8, a),
                (5_u8, Slice(slice)),
                &format!("{len} bytes, {at}"),
            );
        }
    }
}

/// Slices of different lengths have different addends, and more than 16 bytes have one of their
/// own.
#[test]
fn lengths_that_differ() {
    for a in 0..=17 {
        for b in 0..a {
            let set = |words: &mut Words, bits| add(words, 8 + 2 * b, bits, 0);
            let [a, b] = [a, b].map(|len| Slice(vec![7; len]));
            every_pair_once(random_words(9), set, a, b, "lengths");
        }
    }
}

/// Computes the lowest t bits of the hash, with words of w bits instead of 64.
fn bucket(tau: u64, w: u32, t: u32) -> u64 {
    (tau.wrapping_mul(2 * tau + 1) >> (w / 2)) & ((1 << t) - 1)
}

/// Two maps: counted over all own words of w = 16 bits, for all Δ. Two values share a bucket of a
/// second map with probability at most 2 · 2^-t, or their τ agree in w/2 + t bits.
#[test]
fn two_values_in_a_second_map() {
    const W: u32 = 16;
    for t in 1..=8 {
        let mut attained = 0;
        for delta in (1..1_u64 << W).filter(|delta| delta % 97 == 1 || delta.trailing_zeros() >= 5)
        {
            let mask = (1 << W) - 1;
            let same = (0..1_u64 << W)
                .filter(|y| bucket(*y, W, t) == bucket((y + delta) & mask, W, t))
                .count();
            if delta.trailing_zeros() >= W / 2 + t {
                assert_eq!(same, 1 << W, "t = {t}, Δ = {delta:#x}");
            } else {
                assert!(same << t <= 2 << W, "t = {t}, Δ = {delta:#x}: {same}");
                attained = attained.max(same << t);
            }
        }
        // Nearly attained, so the bound is no better.
        let attained = attained as f64 / f64::from(1 << W);
        println!("t = {t}: at most {attained:.3} · 2^-t");
        assert!(t < 7 || attained > 1.8);
    }
}

/// The shipped hash is the one that is counted, with 64 bits: two maps of one process shift τ by
/// the difference of their own words.
#[test]
fn maps_shift_tau() {
    let mut next = random(5);
    for _ in 0..100 {
        let (mut words, value) = (random_words(next()), (next(), next()));
        let first = state(&words).hash_one(value);
        let shift = next();
        words[OWN] = words[OWN].wrapping_add(shift);
        let second = state(&words).hash_one(value);
        // τ from its hash, bit by bit.
        let tau = (0..64).fold(0_u64, |tau, bit| {
            let differs = tau.wrapping_mul(2 * tau + 1) ^ first.rotate_left(32);
            tau | differs & 1 << bit
        });
        let shifted = tau.wrapping_add(shift);
        let expected =
            shifted.wrapping_mul(shifted.wrapping_mul(2).wrapping_add(1)).rotate_left(32);
        assert_eq!(second, expected);
    }
}
