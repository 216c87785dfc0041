//! Inner products over fields of characteristic 2: the tests check the deciding word of the key for
//! every difference, by `testkit::linear`.

use super::{low, random, roots_of_pairs, splits, stream};
use multilinear_hash::multilinear::{gf32, gf32_half, gf64_half, gf64_with};
use multilinear_hash::{BLOCK_BYTES, Key, Multilinear64, MultilinearHasher, hash};
use reference::gf2::{P64, Wide, mul_mod};
use testkit::linear::{multiplies, takes_each_value_once};
use testkit::message::NOISE;
use testkit::on_every_backend;

/// The words of a key: c, the factor of the length, the words of a block, the factors of P, c′, the
/// point.
type Words = [u64; Key::<Multilinear64>::BYTES / 8];

const LENGTH: usize = 1;
const BLOCK: usize = 2;
const LAST: usize = BLOCK + BLOCK_BYTES / 8;
const LONG: usize = LAST + 2;
const POINT: usize = LONG + 1;

fn random_words(seed: u64) -> Words {
    let mut words = random(seed);
    std::array::from_fn(|_| words.next_word())
}

fn with(mut words: Words, i: usize, word: u128) -> Words {
    words[i] = low(word);
    words
}

/// Adds a difference to word `i` of a message, which may be partial.
fn add(message: &[u8], i: usize, difference: u128) -> Vec<u8> {
    let mut message = message.to_vec();
    message[8 * i..].iter_mut().zip(low(difference).to_le_bytes()).for_each(|(m, d)| *m ^= d);
    message
}

/// Computes the difference of the hashes of two messages under a key.
type Difference<'f> = &'f dyn Fn(&Words, &[u8], &[u8]) -> u128;

/// Runs the test for whole messages and for streams, on every backend.
fn on_every_path(what: &str, test: impl Fn(Difference)) {
    type Path = fn(&Key<Multilinear64>, &[u8]) -> u64;
    let streamed: Path = |key, message| {
        let mut hasher = MultilinearHasher::new(key);
        splits(message).for_each(|piece| hasher.update(piece));
        hasher.finalize()
    };
    on_every_backend!(gf2::Backend, what, |backend| {
        for path in [hash as Path, streamed] {
            test(&|words, message, other| {
                let bytes = words.map(u64::to_le_bytes);
                let key = Key::try_from(bytes.as_flattened()).expect("the bytes of a key");
                let key = key.with_backend(backend);
                (path(&key, message) ^ path(&key, other)).into()
            });
        }
    });
}

/// x^32 + x^7 + x^6 + x^2 + 1.
const P32: Wide = (0, 1 << 32 | 0xc5);

/// Checks that the hash of a message that differs from another one by x in one word is x h₁ +
/// (x + 1) h₀, where h₁ is that of one that differs by 1.
fn dependent(hash: impl Fn(u128) -> u128, modulus: Wide) {
    let [h0, h1, h2] = [0, 1, 2].map(hash);
    assert_eq!(h2, mul_mod(2, h1, modulus) ^ mul_mod(3, h0, modulus));
    assert!(h0 != h1 && h1 != h2 && h2 != h0);
}

/// Three hashes are not independent: of messages of one block that differ in one word, 0, 1 or x,
/// the third is x h₁ + (x + 1) h₀ under every key.
#[test]
fn three_hashes_of_a_block_are_dependent() {
    on_every_path("multilinear64: three hashes", |difference| {
        for (seed, len) in [(51, 8), (52, 17), (53, 500), (54, BLOCK_BYTES)] {
            let (words, mut message) = (random_words(seed), NOISE.message(len));
            let word = (len - 1) / 8;
            message[8 * word..].fill(0);
            // The hash of the empty message is the addend.
            let addend = u128::from(words[0]);
            dependent(|d| difference(&words, &add(&message, word, d), &[]) ^ addend, P64);
        }
    });
}

/// Word i of a message is multiplied by word i of the block's key at every length.
#[test]
fn words_of_a_block() {
    on_every_path("multilinear64: words of a block", |difference| {
        let (words, mut random) = (random_words(1), random(2));
        let lengths = (1..=70).chain([127, 500, 1001, 1024, 2047, 4000, 4095, 4096]);
        for len in lengths {
            let message = NOISE.message(len);
            let last = (len - 1) / 8;
            for word in [0, 1, last / 2, last.saturating_sub(1), last] {
                let d = u128::from(random.next_word() | 1);
                takes_each_value_once(64, |x| {
                    let words = with(words, BLOCK + word.min(last), x);
                    difference(&words, &message, &add(&message, word.min(last), d))
                });
            }
        }
        for (len, word, bits) in
            [(8, 0, 64), (5, 0, 40), (30, 3, 48), (200, 17, 64), (4096, 511, 64)]
        {
            let message = NOISE.message(len);
            multiplies(bits, 64, |d, x| {
                difference(&with(words, BLOCK + word, x), &message, &add(&message, word, d))
            });
        }
    });
}

#[test]
fn different_lengths() {
    on_every_path("multilinear64: lengths", |difference| {
        let words = random_words(3);
        // Hashes for two lengths up to a block, or for two above, differ by a product with the
        // length's word. For one length of each kind either addend decides.
        let lengths = [0, 1, 7, 8, 9, 64, 1000, 4095, 4096, 4097, 8192, 9000];
        for (i, len) in lengths.into_iter().enumerate() {
            for other in lengths[..i].iter().copied() {
                let (message, other_message) = (NOISE.message(len), NOISE.message(other));
                let mixed = len > BLOCK_BYTES && other <= BLOCK_BYTES;
                for word in if mixed { vec![0, LONG] } else { vec![LENGTH] } {
                    takes_each_value_once(64, |x| {
                        difference(&with(words, word, x), &message, &other_message)
                    });
                }
            }
        }
        let message = NOISE.message(1 << 14);
        for start in [0, 5000] {
            multiplies(12, 64, |d, x| {
                let len = start ^ usize::try_from(d).expect("12 bits");
                difference(&with(words, LENGTH, x), &message[..start], &message[..len])
            });
        }
    });
}

/// All lengths below 2^63 bytes, the limit up to which a stream resumes from a checkpoint.
#[test]
fn lengths_that_fit_no_memory() {
    on_every_backend!(gf2::Backend, "multilinear64: long lengths", |backend| {
        let (words, len) = (random_words(10), 0x0123_4567_89ab_cdef);
        multiplies(63, 64, |d, x| {
            let bytes = with(words, LENGTH, x).map(u64::to_le_bytes);
            let key =
                Key::<Multilinear64>::try_from(bytes.as_flattened()).expect("the bytes of a key");
            let key = key.with_backend(backend);
            let hash = |len| stream(&key, len).finalize();
            (hash(len) ^ hash(len ^ low(d))).into()
        });
    });
}

/// The addends make each hash uniform, and cancel in a difference.
#[test]
fn addends() {
    on_every_backend!(gf2::Backend, "multilinear64: addends", |backend| {
        for (len, word) in [(0, 0), (100, 0), (4096, 0), (4097, LONG), (9999, LONG)] {
            let message = NOISE.message(len);
            let mut words = random_words(4);
            takes_each_value_once(64, |x| {
                words[word] = low(x);
                let bytes = words.map(u64::to_le_bytes);
                let key = Key::<Multilinear64>::try_from(bytes.as_flattened())
                    .expect("the bytes of a key");
                hash(&key.with_backend(backend), &message).into()
            });
        }
    });
}

/// In the last step one key word multiplies the lower words of two polynomials, and another one the
/// upper words.
#[test]
fn the_last_step() {
    on_every_path("multilinear64: the last step", |difference| {
        let words = random_words(5);
        for len in [4097, 5000, 8192, 8193, 20_000] {
            let message = NOISE.message(len);
            for word in [0, 511, 512, (len - 1) / 8] {
                let other = add(&message, word, 0x55);
                // A difference in the last block alone reaches the upper word by a carry at most.
                let in_last = word >= (len - 1) / BLOCK_BYTES * 512;
                for last in if in_last { 0..1 } else { 0..2 } {
                    takes_each_value_once(64, |x| {
                        difference(&with(words, LAST + last, x), &message, &other)
                    });
                }
            }
        }
    });
}

/// Messages whose blocks differ collide only at the roots of a polynomial modulo 2^127 − 1, and
/// only 126 bits of the point count.
#[test]
fn roots_and_bits_of_the_point() {
    // The value of a block is its first word.
    let words = with(random_words(6), BLOCK, 1);
    on_every_path("multilinear64: roots", |difference| {
        for roots in [2, 3].into_iter().flat_map(|blocks| roots_of_pairs(blocks, u64::MAX)) {
            let [a, b] = roots.messages(4000, |value| value.to_le_bytes().to_vec());
            roots.check(|point| {
                let words = with(with(words, POINT, point), POINT + 1, point >> 64);
                difference(&words, &a, &b) == 0
            });
        }
    });
}

/// The published functions, whose keys are their arguments.
#[test]
fn published_functions() {
    on_every_backend!(gf2::Backend, "multilinear over GF(2^64)", |backend| {
        for (words, i) in [(1, 0), (2, 1), (7, 3), (40, 33)] {
            let (message, key) = (NOISE.message(8 * words), random_words(7));
            let of =
                |key: &[u64], m: &[u8]| gf64_with(backend, key, m).expect("the key is long enough");
            multiplies(64, 64, |d, x| {
                let key = with(key, i, x);
                (of(&key, &message) ^ of(&key, &add(&message, i, d))).into()
            });
            takes_each_value_once(64, |x| of(&with(key, words, x), &message).into());
            dependent(|d| of(&key, &add(&message, i, d)).into(), P64);
        }
    });
    for (words, i) in [(1, 0), (2, 0), (2, 1), (7, 2), (7, 6), (40, 39)] {
        let (message, key) = (NOISE.message(8 * words), random_words(8));
        let of = |key: &[u64], m: &[u8]| gf64_half(key, m).expect("the key is long enough");
        // The last of an odd number of words has no partner, and its own key word multiplies it.
        let partner = if i + 1 == words && i % 2 == 0 { i } else { i ^ 1 };
        multiplies(64, 64, |d, x| {
            let key = with(key, partner, x);
            (of(&key, &message) ^ of(&key, &add(&message, i, d))).into()
        });
        takes_each_value_once(64, |x| of(&with(key, words, x), &message).into());
    }
    for (function, half) in
        [(gf32 as fn(&[u32], &[u8]) -> Result<u32, _>, false), (gf32_half, true)]
    {
        for (words, i) in [(1, 0), (2, 0), (2, 1), (7, 2), (7, 6), (40, 39)] {
            let message = NOISE.message(4 * words);
            let mut key: Vec<_> =
                random_words(9)[..=words].iter().map(|w| (w >> 32) as u32).collect();
            let alone = !half || (i + 1 == words && i % 2 == 0);
            let of = |key: &[u32], m: &[u8]| {
                u128::from(function(key, m).expect("the key is long enough"))
            };
            let add = |d| {
                let mut other = message.clone();
                let word = low(d).to_le_bytes();
                other[4 * i..4 * i + 4].iter_mut().zip(word).for_each(|(m, d)| *m ^= d);
                other
            };
            dependent(|d| of(&key, &add(d)), P32);
            multiplies(32, 32, |d, x| {
                key[if alone { i } else { i ^ 1 }] = u32::try_from(x).expect("32 bits");
                of(&key, &message) ^ of(&key, &add(d))
            });
            takes_each_value_once(32, |x| {
                key[words] = u32::try_from(x).expect("32 bits");
                of(&key, &message)
            });
        }
    }
}
