//! Tests the theorem on the code that ships: how the difference of two hashes depends on the key,
//! on every backend, for whole messages and for streams.
//!
//! For each pair of messages, the proof in `clhash::bound` names a word of the key that decides.
//! Here all other words are fixed, and `testkit::linear` shows that each difference of the hashes
//! has exactly one value of that word. The rest is the polynomial over the blocks: it has the
//! collisions that the theorem allows, and no others.

mod clhash128;

use clhash::bound::collision_bound;
use clhash::{BLOCK_BYTES, Backend, ClHasher, Key, hash};
use hash_core::checkpoint::Writer;
use hash_core::seed::SeedWords;
use reference::gf2::{P64, P127, mul_mod, rem};
use testkit::linear::{multiplies, pair_is_injective, takes_each_value_once};
use testkit::message::NOISE;
use testkit::on_every_backend;

/// The words of a key.
type Words = [u64; Key::WORDS];

/// The words of the key that only messages of several blocks use: k, then those of the last step.
const K: [usize; 2] = [128, 129];
const LAST: [usize; 2] = [130, 131];
/// The index of the word for the length.
const LENGTH: usize = 132;

fn random(seed: u64) -> SeedWords {
    SeedWords::new("bound", seed)
}

fn random_words(seed: u64) -> Words {
    let mut words = random(seed);
    std::array::from_fn(|_| words.next_word())
}

fn with(mut words: Words, i: usize, word: u128) -> Words {
    words[i] = low(word);
    words
}

fn with_k(words: Words, k: u128) -> Words {
    with(with(words, K[0], k), K[1], k >> 64)
}

fn low(x: u128) -> u64 {
    u64::try_from(x & u128::from(u64::MAX)).expect("64 bits")
}

/// Returns the message with `difference` added to the bytes from `at` on, as far as it has bytes.
fn add(message: &[u8], at: usize, difference: u128) -> Vec<u8> {
    let mut message = message.to_vec();
    message[at..].iter_mut().zip(difference.to_le_bytes()).for_each(|(byte, d)| *byte ^= d);
    message
}

/// Computes the sum of the hashes of two messages under a key.
type Difference<'f> = &'f dyn Fn(&Words, &[u8], &[u8]) -> u128;

fn streamed(key: &Key, message: &[u8]) -> u64 {
    let mut hasher = ClHasher::new(key);
    // Pieces that end anywhere in a pair of words, and then several blocks at once.
    let (start, rest) = message.split_at(message.len().min(300));
    start.chunks(71).for_each(|piece| hasher.update(piece));
    hasher.update(rest);
    hasher.finalize()
}

/// Runs a test for the hash of a whole message and for that of a stream, on every backend.
fn on_every_path(what: &str, test: impl Fn(Difference)) {
    on_every_backend!(Backend, what, |backend| {
        for path in [hash, streamed] {
            test(&|words, message, other| {
                let key = Key::from_words(*words).with_backend(backend);
                (path(&key, message) ^ path(&key, other)).into()
            });
        }
    });
}

/// A difference in any word of a block is multiplied by the other word of the pair.
#[test]
fn words_of_a_block() {
    on_every_path("clhash: words of a block", |difference| {
        let (words, message) = (random_words(1), NOISE.message(BLOCK_BYTES));
        for word in 0..BLOCK_BYTES / 8 {
            let of =
                |d, x| difference(&with(words, word ^ 1, x), &message, &add(&message, 8 * word, d));
            for d in [1, 1 << 63, u128::from(words[word])] {
                takes_each_value_once(64, |x| of(d, x));
            }
            if [0, 1, 77, 126, 127].contains(&word) {
                multiplies(64, 64, of);
            }
        }
    });
}

/// The same holds at every length, where the last word of the message has 1 to 8 bytes, its partner
/// may be missing, and the pairs after it take no part.
#[test]
fn lengths_of_a_block() {
    on_every_path("clhash: lengths of a block", |difference| {
        let (words, mut random) = (random_words(2), random(3));
        for len in 1..=BLOCK_BYTES {
            let (message, word) = (NOISE.message(len), (len - 1) / 8);
            let bytes = if (50..1000).contains(&len) { len - 1..len } else { 8 * word..len };
            for byte in bytes {
                let other = add(&message, byte, 1 << (random.next_word() % 8));
                takes_each_value_once(64, |x| {
                    difference(&with(words, word ^ 1, x), &message, &other)
                });
            }
        }
        // A last word of fewer than 8 bytes contributes only the differences of its bytes.
        for (len, bits) in [(1, 8), (7, 56), (13, 40), (18, 16), (1003, 24)] {
            let (message, word) = (NOISE.message(len), (len - 1) / 8);
            multiplies(bits, 64, |d, x| {
                difference(&with(words, word ^ 1, x), &message, &add(&message, 8 * word, d))
            });
        }
    });
}

/// At one length of up to a block, the word for the length makes each hash uniform and is in no
/// difference, so the hashes are independent.
#[test]
fn one_length() {
    on_every_path("clhash: one length", |difference| {
        let (words, mut random) = (random_words(11), random(12));
        for len in [1, 7, 8, 9, 16, 17, 100, 1000, BLOCK_BYTES] {
            let (message, other) = (NOISE.message(len), vec![0; len]);
            // The hash of the empty message is 0.
            takes_each_value_once(64, |x| difference(&with(words, LENGTH, x), &message, &[]));
            let before = difference(&words, &message, &other);
            for _ in 0..5 {
                let words = with(words, LENGTH, random.next_word().into());
                assert_eq!(difference(&words, &message, &other), before, "{len} bytes");
            }
        }
    });
}

/// The hashes of messages of different lengths differ by the sum of the lengths times the word for
/// the length.
#[test]
fn different_lengths() {
    const LENGTHS: [usize; 18] =
        [0, 1, 2, 7, 8, 9, 15, 16, 17, 100, 128, 1007, 1023, 1024, 1025, 2048, 3000, 9000];
    on_every_path("clhash: lengths", |difference| {
        let words = random_words(4);
        for (i, len) in LENGTHS.into_iter().enumerate() {
            for other in &LENGTHS[..i] {
                let (message, other) = (NOISE.message(len), NOISE.message(*other));
                takes_each_value_once(64, |x| {
                    difference(&with(words, LENGTH, x), &message, &other)
                });
            }
        }
        // The messages share their bytes, as far as both have them.
        let message = NOISE.message(2047);
        multiplies(11, 64, |d, x| {
            let len = usize::try_from(d).expect("11 bits") ^ 1029;
            difference(&with(words, LENGTH, x), &message[..1029], &message[..len])
        });
    });
}

/// Two messages of different lengths, neither of them empty: the word for the length and word 0,
/// or word 130 if one of them has several blocks, give each pair of hashes once. (For one value of
/// word 1 or 131, which these keys do not have, they would not.)
#[test]
fn different_lengths_are_independent() {
    on_every_path("clhash: pairs of lengths", |difference| {
        let words = random_words(13);
        for [len, other] in [
            [1, 2],
            [15, 16],
            [17, 1000],
            [1, BLOCK_BYTES],
            [BLOCK_BYTES, 1025],
            [5000, 3],
            [1025, 2048],
            [9000, 2049],
        ] {
            let first = if len.max(other) <= BLOCK_BYTES { 0 } else { LAST[0] };
            pair_is_injective(|x| {
                let words = with(with(words, first, x), LENGTH, x >> 64);
                // The hash of the empty message is 0.
                [len, other].map(|len| difference(&words, &NOISE.message(len), &[]))
            });
        }
    });
}

/// Three hashes are not independent: of messages that differ in one word, 0, 1 or x, the third is
/// x h₁ + (x + 1) h₀ under every key.
#[test]
fn three_hashes_of_a_block_are_dependent() {
    on_every_path("clhash: three hashes", |difference| {
        for (seed, len) in [(14, 8), (15, 17), (16, 500), (17, BLOCK_BYTES)] {
            let (words, mut message) = (random_words(seed), NOISE.message(len));
            let word = (len - 1) / 8;
            message[8 * word..].fill(0);
            let [h0, h1, h2] =
                [0, 1, 2].map(|d| difference(&words, &add(&message, 8 * word, d), &[]));
            assert_eq!(h2, mul_mod(2, h1, P64) ^ mul_mod(3, h0, P64), "{len} bytes");
            assert!(h0 != h1 && h1 != h2 && h2 != h0, "{len} bytes");
        }
    });
}

/// A short key: word i of a block is x^(i + 1). The difference of two hashes of one length is a
/// polynomial in x whose degree is the number of words, and it has as many roots as that: the bound
/// of docs/bounds.md, "Short keys", is attained.
#[test]
fn keys_of_powers() {
    let product = |a, b| mul_mod(a, b, P64);
    let inverse =
        |a| (1..64).fold((1, a), |(p, s), _| (product(p, product(s, s)), product(s, s))).0;
    let expand = |x: u128| {
        let mut words = random_words(18);
        let mut power = 1;
        for word in &mut words[..BLOCK_BYTES / 8] {
            power = product(power, x);
            *word = low(power);
        }
        words
    };
    on_every_path("clhash: keys of powers", |difference| {
        for words in [2, 4, 22, BLOCK_BYTES / 8] {
            let mut random = random(words as u64);
            let roots: Vec<_> = (0..words).map(|_| u128::from(random.next_word())).collect();
            let mut factors =
                testkit::linear::from_roots(1, &roots, |sum, a, r| sum ^ product(a, r));
            // The coefficient of x^i is factors[i].
            factors.reverse();
            let d: Vec<_> = (0..words).map(|i| factors[(i ^ 1) + 1]).collect();
            let pairs = d.chunks(2).fold(0, |sum, pair| sum ^ product(pair[0], pair[1]));
            // Word 1 of both messages gives the constant coefficient.
            let second = product(factors[0] ^ pairs, inverse(d[0]));
            let message = add(&vec![0; 8 * words], 8, second);
            let other = (0..words).fold(message.clone(), |other, i| add(&other, 8 * i, d[i]));
            for (i, root) in roots.iter().enumerate() {
                assert_eq!(
                    difference(&expand(*root), &message, &other),
                    0,
                    "{words} words, root {i}"
                );
            }
            for bit in 0..64 {
                let x = roots[0] ^ 1 << bit;
                assert_ne!(difference(&expand(x), &message, &other), 0, "{words} words, bit {bit}");
            }
        }
    });
}

/// Returns a stream with this state, which may stand for a message longer than any memory.
fn stream(key: &Key, len: u64, sum: u128, block: u128) -> ClHasher<&Key> {
    let state = Writer::<72>::new(*b"clhash\0\x01").word(len).double_words([sum, block, 0]);
    ClHasher::from_checkpoint(key, &state.finish()).expect("a state that streams reach")
}

/// Tests lengths of up to 63 bits, the most that a stream resumes from.
#[test]
fn lengths_that_fit_no_memory() {
    on_every_backend!(Backend, "clhash: long lengths", |backend| {
        let (words, mut random) = (random_words(5), random(6));
        let (len, sum) = (random.next_word() >> 1, u128::from(random.next_word()));
        multiplies(63, 64, |d, x| {
            let key = Key::from_words(with(words, LENGTH, x)).with_backend(backend);
            let hash = |len| stream(&key, len, sum, 0).finalize();
            (hash(len) ^ hash(len ^ low(d))).into()
        });
    });
}

/// For messages of several blocks, word 131 decides if the lower words of the polynomials differ,
/// and word 130 if the upper words differ.
#[test]
fn the_last_step() {
    on_every_path("clhash: the last step", |difference| {
        let words = random_words(7);
        for len in [1025, 1040, 2048, 2049, 3500, 4 * BLOCK_BYTES, 9 * BLOCK_BYTES + 5] {
            let message = NOISE.message(len);
            let last_bytes = (0..len.div_ceil(BLOCK_BYTES)).map(|block| block * BLOCK_BYTES);
            for byte in last_bytes.chain([len - 1]) {
                let other = add(&message, byte, 0x80);
                for last in LAST {
                    takes_each_value_once(64, |x| {
                        difference(&with(words, last, x), &message, &other)
                    });
                }
            }
        }
        // All differences of one of the two words, from products in the last block: those with 1,
        // and those of x^63 and d x.
        let mut message = NOISE.message(2 * BLOCK_BYTES);
        message[BLOCK_BYTES + 8..BLOCK_BYTES + 16].fill(0);
        multiplies(64, 64, |d, x| {
            let words = with(with(words, 1, 1), LAST[1], x);
            difference(&words, &message, &add(&message, BLOCK_BYTES, d))
        });
        multiplies(63, 64, |d, x| {
            let words = with(with(words, 1, d << 1), LAST[0], x);
            difference(&words, &message, &add(&message, BLOCK_BYTES, 1 << 63))
        });
    });
}

/// Every bit of k except the two masked ones changes the hash.
#[test]
fn bits_of_k() {
    on_every_path("clhash: bits of k", |difference| {
        let words = random_words(8);
        for len in [1025, 2048, 5000] {
            // The difference to the hash of the empty message, which is 0, is the hash itself.
            let of = |words: &Words| difference(words, &NOISE.message(len), &[]);
            for bit in 0..128 {
                let mut flipped = words;
                flipped[K[bit / 64]] ^= 1 << (bit % 64);
                assert_eq!(of(&words) != of(&flipped), bit < 126, "bit {bit} of k, {len} bytes");
            }
        }
    });
}

/// Returns the coefficients of c (k + r) (k + s) … in GF(2^127), the highest first.
fn from_roots(c: u128, roots: &[u128]) -> Vec<u128> {
    testkit::linear::from_roots(c, roots, |sum, a, root| sum ^ mul_mod(a, root, P127))
}

/// If the inner products of two messages' blocks have any given differences of 127 bits, the
/// messages collide only for those k at which the polynomial of the differences is zero.
#[test]
fn roots_of_polynomials() {
    // Block by block, the differences of words 0 and 2 are multiplied by 1 and by x^63.
    let words = with(with(random_words(9), 1, 1), 3, 1 << 63);
    let block = |mut message: Vec<u8>, differences: &[u128]| {
        for (i, d) in differences.iter().enumerate() {
            message = add(&message, i * BLOCK_BYTES, d & (u128::MAX >> 65));
            message = add(&message, i * BLOCK_BYTES + 16, d >> 63);
        }
        message
    };
    on_every_path("clhash: roots", |difference| {
        for (blocks, len) in [
            (2, 1056),
            (2, 2048),
            (3, 3000),
            (4, 4096),
            (5, 4500),
            (6, 6144),
            (9, 9216),
            (14, 14_000),
        ] {
            let mut random = random(blocks as u64);
            let mut double =
                || u128::from(random.next_word()) | u128::from(random.next_word()) << 64;
            let mut message = NOISE.message(len);
            for at in (0..blocks).map(|block| block * BLOCK_BYTES) {
                message[at + 8..at + 16].fill(0);
                message[at + 24..at + 32].fill(0);
            }
            // All roots are even, so that the value modulo x is that of the last coefficient.
            let roots: Vec<_> = (1..blocks).map(|_| double() >> 2 & !1).collect();
            let collide = |differences: &[u128], k| {
                difference(&with_k(words, k), &message, &block(message.clone(), differences)) == 0
            };
            let mut seen = [false; 2];
            while seen != [true; 2] {
                let polynomial = from_roots(double() >> 1, &roots);
                // The values are kept modulo x (x^127 + x + 1), so equality in the field is not
                // enough for a collision.
                let divisible = polynomial[blocks - 1] & 1 == 0;
                seen[usize::from(divisible)] = true;
                for root in &roots {
                    assert_eq!(collide(&polynomial, *root), divisible, "{blocks} blocks");
                }
                for bit in 0..126 {
                    assert!(!collide(&polynomial, roots[0] ^ 1 << bit), "{blocks} blocks, {bit}");
                }
                for _ in 0..20 {
                    assert!(!collide(&polynomial, double() >> 2), "{blocks} blocks");
                }
            }
        }
    });
}

/// The polynomial continues by a product with k in GF(2^127), whichever of the two numbers modulo x
/// (x^127 + x + 1) represents its value.
#[test]
fn the_field_of_the_polynomial() {
    on_every_backend!(Backend, "clhash: the field of the polynomial", |backend| {
        let words = random_words(10);
        let next = |k: u128, sum: u128| {
            let key = Key::from_words(with_k(words, k)).with_backend(backend);
            let mut hasher = stream(&key, 2 * BLOCK_BYTES as u64, sum, 0);
            hasher.update(&[0]);
            let sum = hasher.checkpoint()[16..32].try_into().expect("16 bytes");
            rem((0, u128::from_le_bytes(sum)), P127).1
        };
        multiplies(126, 127, next);
        for (k, sum) in [(1 << 125, 1 << 126), (words[0].into(), words[1].into())] {
            assert_eq!(next(k, sum), next(k, sum ^ P127.1), "k = {k:#x}");
        }
    });
}

#[test]
fn values_of_the_bound() {
    for len in [0, 1, 1024] {
        assert!((collision_bound(len) + 64.0).abs() < 1e-12, "{len} bytes");
    }
    // The bound of two blocks is 2 · 2^-64 + 2^-126.
    assert!((collision_bound(1025) + 63.0).abs() < 1e-12);
    // The bound of the largest number of blocks is 2.004 · 2^-64, as the paper rounds it.
    let longest = collision_bound(u64::MAX);
    assert!((longest - (2.003_906_25_f64.log2() - 64.0)).abs() < 1e-9, "{longest}");
    let mut last = f64::NEG_INFINITY;
    for shift in 0..64 {
        let bound = collision_bound(1 << shift);
        assert!(bound >= last, "the bound decreases at 2^{shift} bytes");
        last = bound;
    }
}
