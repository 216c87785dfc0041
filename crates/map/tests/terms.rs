//! The theorem of [`FixedState`] and that of [`FastState`], counted on the code that ships; and
//! values that any simpler hash would confuse, under all states.

use provenhash_map::{FastState, FixedState, MapKey, ProcessKey, RandomState};
use std::hash::{BuildHasher, Hash, Hasher};

/// Returns random words, by splitmix64.
fn random(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed.wrapping_mul(0xd134_2543_de82_ef95);
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        provenhash_map::seed::splitmix64(state)
    }
}

/// Draws a key of random words.
fn random_words(seed: u64) -> [u64; MapKey::WORDS] {
    let mut next = random(seed);
    [0; MapKey::WORDS].map(|_: u64| next())
}

/// Makes the key of a process, which lives as long as the program.
fn process(words: &[u64; ProcessKey::WORDS]) -> &'static ProcessKey {
    Box::leak(Box::new(ProcessKey::from_words(words)))
}

/// The index of the key word that the theorem calls f, lower half first.
const F: usize = 0;
/// The index of g, lower half first.
const G: usize = 2;
/// The index of the upper half of v.
const V: usize = 5;

fn low(x: u128) -> u64 {
    u64::try_from(x & u128::from(u64::MAX)).expect("64 bits")
}

/// Returns eight bits of the hash. With everything else fixed they correspond one to one to the
/// lowest bits of the upper half of the sum, because step 5 is one to one modulo each power of 2,
/// and rotates by 32 bits.
fn eight_bits(words: [u64; MapKey::WORDS], value: impl Hash) -> u64 {
    FixedState::new(&MapKey::from_words(words)).hash_one(value) >> 32 & 0xff
}

/// Checks that eight bits of each of two hashes take every pair of values once, while `set` gives
/// eight bits of two key words every pair of values once. So these bits of the hashes are uniform
/// and independent.
fn every_pair_once<A: Hash + Copy, B: Hash + Copy>(
    words: [u64; MapKey::WORDS],
    set: impl Fn(&mut [u64; MapKey::WORDS], [u64; 2]),
    (a, b): (A, B),
    what: &str,
) {
    let mut seen = vec![false; 1 << 16];
    for i in 0..1 << 16 {
        let mut words = words;
        set(&mut words, [i & 0xff, i >> 8]);
        let pair = eight_bits(words, a) << 8 | eight_bits(words, b);
        let place = &mut seen[usize::try_from(pair).expect("16 bits")];
        assert!(!*place, "{what}: the pair {pair:#x} occurs twice");
        *place = true;
    }
}

/// Adds `bits`, shifted up by 64 − s, to a number of two words.
fn add(words: &mut [u64; MapKey::WORDS], number: usize, bits: u64, s: u32) {
    let value = u128::from(words[number]) | u128::from(words[number + 1]) << 64;
    let value = value.wrapping_add(u128::from(bits) << (64 - s));
    let halves = [value & u128::from(u64::MAX), value >> 64];
    [words[number], words[number + 1]] = halves.map(low);
}

#[test]
fn two_words() {
    for s in 0..64 {
        let mut next = random(s.into());
        // Multiples of 2^s that differ by an odd multiple.
        let w = next();
        let other = w ^ (next() << 1 | 1);
        let set = |words: &mut [u64; MapKey::WORDS], [v, f]: [u64; 2]| {
            words[V] = words[V].wrapping_add(v);
            add(words, F, f, s);
        };
        let values = (w << s, other << s);
        every_pair_once(random_words(s.into()), set, values, &format!("2^{s}"));
    }
}

#[test]
fn two_numbers() {
    for s in (0..64).step_by(3) {
        for (half, factor) in [(0, F), (1, G)] {
            let mut next = random(s.into());
            let x = [next() << s, next()];
            let x = if half == 0 { x } else { [x[1], x[0]] };
            let mut other = x;
            other[half] ^= (next() << 1 | 1) << s;
            let set = |words: &mut [u64; MapKey::WORDS], [v, f]: [u64; 2]| {
                words[V] = words[V].wrapping_add(v);
                add(words, factor, f, s);
            };
            let number = |x: [u64; 2]| u128::from(x[0]) | u128::from(x[1]) << 64;
            let values = (number(x), number(other));
            every_pair_once(random_words(s.into()), set, values, &format!("half {half}, 2^{s}"));
        }
    }
}

/// Returns pairs of values, of which one half differs by an odd multiple of 2^s, and the factor of
/// this half. Both values are multiples of 2^s in this half.
fn pairs_of_numbers(s: u32) -> [(u128, u128, usize); 2] {
    let mut next = random(s.into());
    [(0, F), (1, G)].map(|(half, factor)| {
        let mut x = [next(), next()];
        x[half] = x[half] >> s << s;
        let mut other = [next(); 2];
        other[half] = x[half] ^ (next() << 1 | 1) << s;
        let number = |x: [u64; 2]| u128::from(x[0]) | u128::from(x[1]) << 64;
        (number(x), number(other), factor)
    })
}

/// The difference of two hashes without addend has uniform bits: any eight of them in a row take
/// every value once, while eight bits of a factor do. These eight change no lower half, so the
/// carry stays the same.
///
/// The number of a map sets the eight bits of its own words, each of which is the upper half of p ·
/// number + q.
#[test]
fn differences_of_fast_hashes_are_uniform() {
    const OWN: usize = 45;
    for s in 0..64 {
        for (value, other, factor) in pairs_of_numbers(s) {
            for low_bit in [0, 1, 17, 40, 56] {
                let mut next = random(s.into());
                let mut words = [0; ProcessKey::WORDS].map(|_: u64| next());
                let shift = 64 - s + low_bit;
                for i in 0..4 {
                    words[OWN + 4 * i..OWN + 4 * i + 3].fill(0);
                }
                // The bits of the factor, in its lower word and in its upper one.
                for (i, p) in [(factor, shift + 64), (factor + 1, shift)] {
                    let [p, bits] =
                        [1, 0xff].map(|n: u128| n.checked_shl(p).unwrap_or(0).to_le_bytes());
                    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("8"));
                    words[OWN + 4 * i] = word(&p[..8]);
                    words[OWN + 4 * i + 1] = word(&p[8..]);
                    words[OWN + 4 * i + 3] &= !word(&bits[8..]);
                }
                let (key, mut seen) = (process(&words), [false; 256]);
                for number in 0..256 {
                    let state = FastState::with_key(key, number);
                    let difference = state.hash_one(other).wrapping_sub(state.hash_one(value));
                    let at = usize::try_from(difference >> low_bit & 0xff).expect("eight bits");
                    assert!(
                        !seen[at],
                        "2^{s}, factor {factor}, bits from {low_bit}: {at:#x} twice"
                    );
                    seen[at] = true;
                }
            }
        }
    }
}

/// The index and the tag agree for at most four times the share of a random function, over random
/// keys of the map: also of values of which one is 0, of neighbours, and of slices.
#[test]
fn places_under_fast_states_seldom_agree() {
    const KEYS: u64 = 1 << 14;
    let mut next = random(1);
    let keys: Vec<_> = (0..64).map(|_| process(&[0; ProcessKey::WORDS].map(|_| next()))).collect();
    let states: Vec<_> =
        (0..KEYS).zip(keys.iter().cycle()).map(|(i, key)| FastState::with_key(key, i)).collect();
    let agree = |a: &dyn Fn(&FastState) -> u64, b: &dyn Fn(&FastState) -> u64, what: &str| {
        let mut counts = [0; 3];
        for state in &states {
            let differ = a(state) ^ b(state);
            let places = [differ << 56, differ >> 56, differ << 60 | differ >> 60];
            for (count, place) in counts.iter_mut().zip(places) {
                *count += u64::from(place == 0);
            }
        }
        // Eight bits; the number to expect is at most this, and its deviation about 11.
        let bounds = [2, 2, 4].map(|times| times * KEYS / 256 + 66);
        for (count, bound) in counts.into_iter().zip(bounds) {
            assert!(count <= bound, "{what}: {counts:?} of {KEYS}");
        }
    };
    macro_rules! agree {
        ($a:expr, $b:expr, $what:literal) => {
            agree(&|state| state.hash_one($a), &|state| state.hash_one($b), $what)
        };
    }
    agree!(0_u64, 1_u64, "0 and 1");
    agree!(0_u64, 1_u64 << 63, "0 and 2^63");
    agree!(u64::MAX, 1_u64, "2^64 - 1 and 1");
    agree!(12_345_u64, 12_346_u64, "neighbours");
    agree!((1_u64, 2_u64), (2_u64, 1_u64), "exchanged words");
    agree!((0_u64, 5_u64), (5_u64, 0_u64), "words moved");
    agree!(1_u128 << 127, 0_u128, "2^127 and 0");
    agree!("text", "test", "strings");
    agree!("", "\0", "the shortest strings");
    agree!((1_u64, 2_u64, 3_u64), (1_u64, 2_u64, 4_u64), "three words");
}

/// Each pair of values would collide under every key if some part of the construction were simpler.
#[test]
fn terms_keep_their_order_kind_and_place() {
    type Pair = [fn(&mut dyn Hasher); 2];
    fn words(h: &mut dyn Hasher, words: impl IntoIterator<Item = u64>) {
        words.into_iter().for_each(|word| h.write_u64(word));
    }
    const SIXTEEN: &[u8; 16] = b"sixteen letters.";
    const AS_SHORT: &[u8; 16] = b"\x03\0\0\0\0\0\0\0one\0\0\0\0\0";
    let pairs: [Pair; 13] = [
        // Positions of integers, integers that are packed at the end, and each half of a term.
        [|h| words(h, [1, 2]), |h| words(h, [2, 1])],
        [|h| words(h, [1, 2, 3]), |h| words(h, [1, 2, 4])],
        [|h| words(h, [1, 0, 5]), |h| words(h, [2, 0, 5])],
        // Two slices under one key.
        [|h| (h.write(b"one"), h.write(b"two")).1, |h| (h.write(b"two"), h.write(b"one")).1],
        [|h| (h.write(SIXTEEN), h.write(b"two")).1, |h| (h.write(b"two"), h.write(SIXTEEN)).1],
        // Two terms of integers under one key, and a term and integers that are packed at the end.
        [|h| words(h, [1, 2, 3, 4, 5]), |h| words(h, [3, 4, 1, 2, 5])],
        [|h| words(h, [1, 2, 3, 4]), |h| words(h, [3, 4, 1, 2])],
        // A slice of 16 bytes, and integers that are its words: the same order of terms, but
        // different kinds.
        [
            |h| {
                words(h, [0, 16]);
                h.write(SIXTEEN);
                words(h, [9]);
            },
            |h| {
                words(h, SIXTEEN.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)));
                words(h, [0, 16, 9]);
            },
        ],
        // The same for the second term, and a slice of 16 bytes that is the term of a shorter one.
        [
            |h| {
                h.write(b"x");
                h.write(SIXTEEN);
                words(h, [9]);
            },
            |h| {
                h.write(b"x");
                words(h, SIXTEEN.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)));
                words(h, [9]);
            },
        ],
        [|h| (h.write(b"x"), h.write(b"one")).1, |h| (h.write(b"x"), h.write(AS_SHORT)).1],
        // After the terms that have keys of their own: order, kind, and the constant of the
        // polynomial.
        [
            |h| words(h, (0..40).chain([1, 2, 3, 4, 5])),
            |h| words(h, (0..40).chain([3, 4, 1, 2, 5])),
        ],
        [
            |h| {
                words(h, 0..34);
                h.write(SIXTEEN);
                words(h, [9]);
            },
            |h| {
                words(h, 0..32);
                words(h, SIXTEEN.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)));
                words(h, [9]);
                h.write([32_u64, 33].map(u64::to_le_bytes).as_flattened());
            },
        ],
        [|h| words(h, (0..34).chain([1, 2, 5])), |h| words(h, (0..34).chain([1, 3, 4]))],
    ];
    fn check(state: &impl BuildHasher, seed: u64, pairs: &[Pair]) {
        for (i, pair) in pairs.iter().enumerate() {
            let [a, b] = pair.map(|write| {
                let mut hasher = state.build_hasher();
                write(&mut hasher);
                hasher.finish()
            });
            assert_ne!(a, b, "pair {i} collides under seed {seed}");
        }
    }
    for seed in 0..500 {
        let key = process(&provenhash_map::seed::words("terms", seed));
        check(&RandomState::with_key(key, seed), seed, &pairs);
        check(&FastState::with_key(key, seed), seed, &pairs);
        check(&FixedState::from_seed(seed), seed, &pairs);
    }
}

/// Where the point is 0, the polynomial of a long slice is its length alone, which is whole:
/// lengths at distances of 2^8, 2^16 and 2^17 bytes differ.
#[test]
fn slices_keep_their_whole_length() {
    const POINT: usize = MapKey::WORDS - 16;
    for seed in 0..4 {
        let mut words = random_words(seed);
        [words[POINT], words[POINT + 1]] = [0; 2];
        let key = MapKey::from_words(words);
        let hash = |byte, len| {
            let mut hasher = FixedState::new(&key).build_hasher();
            hasher.write(&vec![byte; len]);
            hasher.finish()
        };
        let lengths = [200, 456, 200 + (1 << 16), 456 + (1 << 16), 200 + (1 << 17)];
        let hashes = lengths.map(|len| hash(0, len));
        assert_eq!(hashes, lengths.map(|len| hash(1, len)), "the bytes do not count");
        for (i, a) in hashes.iter().enumerate() {
            assert!(!hashes[..i].contains(a), "length {}", lengths[i]);
        }
    }
}

/// Hashes slices, without the lengths that std writes before those of bytes.
fn written(state: &impl BuildHasher, slices: &[&[u8]]) -> u64 {
    let mut hasher = state.build_hasher();
    slices.iter().for_each(|slice| hasher.write(slice));
    hasher.finish()
}

/// Each pair of slices would collide if words, lengths, parts or their keys were left out.
#[test]
fn slices_keep_their_words_length_and_order() {
    let mut pairs: Vec<[Vec<u8>; 2]> = vec![];
    for len in 0..=260_usize {
        let message = testkit::message::NOISE.message(len);
        for at in 0..len {
            let mut other = message.clone();
            other[at] ^= 1;
            pairs.push([message.clone(), other]);
        }
        pairs.push([vec![0; len], vec![0; len + 1]]);
    }
    // A slice of 16 bytes that is the term of a shorter one.
    for len in 0..16 {
        let term = [[len, 0, 0, 0, 0, 0, 0, 0], [0; 8]];
        pairs.push([vec![0; len.into()], term.concat()]);
    }
    // Pairs of words, or parts, in a different order.
    for (len, unit) in [(32, 16), (48, 16), (64, 16), (112, 16), (224, 112), (336, 112)] {
        let message = testkit::message::NOISE.message(len);
        for i in 1..len / unit {
            let mut other = message.clone();
            let (start, rest) = other.split_at_mut(unit * i);
            start[..unit].swap_with_slice(&mut rest[..unit]);
            pairs.push([message.clone(), other]);
        }
    }
    for seed in 0..3 {
        let state = RandomState::with_key(process(&provenhash_map::seed::words("a", seed)), seed);
        let key = MapKey::from_seed(seed);
        let fixed = FixedState::new(&key);
        for [a, b] in &pairs {
            // As the first slice, and as a further one.
            for before in [&[][..], &[&b"x"[..]]] {
                let [one, other] = [a, b].map(|slice| [before, &[slice]].concat());
                assert_ne!(written(&state, &one), written(&state, &other), "{a:x?} and {b:x?}");
                assert_ne!(written(&fixed, &one), written(&fixed, &other), "{a:x?} and {b:x?}");
            }
        }
    }
}
