//! Tests the theorem of `clhash::clhash128::bound` on the code that ships, on every backend, for
//! whole messages and for streams.
//!
//! For each pair of messages, the proof names the values of the key that decide. Here all others
//! are fixed, and linear algebra over GF(2) shows that each difference of the hashes has as many
//! values of those as the proof says. With K₁ = 1 and K₀ = K₂ = K₃ = 0 the hash is P₁, so hashes
//! under special keys show the two polynomials, of streams as well.

use clhash::Backend;
use clhash::clhash128::bound::collision_bound;
use clhash::clhash128::{BLOCK_BYTES, ClHasher128, Key, hash};
use hash_core::seed::SeedWords;
use reference::gf2::{P128, mul_mod};
use testkit::linear::{pair_is_injective, takes_each_value_once};
use testkit::message::NOISE;
use testkit::on_every_backend;

type Words = [u64; Key::WORDS];

/// The indices of the low words of K₀, K₁, K₂, K₃, r₁, r₂.
const K0: usize = 288;
const K1: usize = 290;
const K2: usize = 292;
const K3: usize = 294;
const R1: usize = 296;
const R2: usize = 298;
/// The number of rows in a group, including the parity, and the number of units in a row.
const ROWS: usize = 9;
const LANES: usize = 4;

fn random_words(seed: u64) -> Words {
    let mut words = SeedWords::new("bound", seed);
    std::array::from_fn(|_| words.next_word())
}

fn low(x: u128) -> u64 {
    u64::try_from(x & u128::from(u64::MAX)).expect("64 bits")
}

fn with(mut words: Words, at: usize, x: u128) -> Words {
    [words[at], words[at + 1]] = [low(x), low(x >> 64)];
    words
}

/// Returns the message with one bit of a byte flipped.
fn change(message: &[u8], byte: usize) -> Vec<u8> {
    let mut message = message.to_vec();
    message[byte] ^= 1 << (byte % 8);
    message
}

/// Computes the hash of a message under a key.
type Path<'f> = &'f dyn Fn(&Words, &[u8]) -> u128;

fn streamed(key: &Key, message: &[u8]) -> [u64; 2] {
    let mut hasher = ClHasher128::new(key);
    // Pieces that end anywhere in a unit, and then several groups at once.
    let (start, rest) = message.split_at(message.len().min(700));
    start.chunks(71).for_each(|piece| hasher.update(piece));
    hasher.update(rest);
    hasher.finalize()
}

/// Runs a test for the hash of a whole message and for that of a stream, on every backend.
fn on_every_path(what: &str, test: impl Fn(Path)) {
    on_every_backend!(Backend, what, |backend| {
        for path in [hash, streamed] {
            test(&|words, message| {
                let [low, high] = path(&Key::from_words(*words).with_backend(backend), message);
                u128::from(low) | u128::from(high) << 64
            });
        }
    });
}

/// Returns the polynomials of a message: its hashes with K₁ or K₂ set to 1 and the other keys of
/// the last step set to 0.
fn polynomials(path: Path, words: &Words, message: &[u8]) -> [u128; 2] {
    [K1, K2].map(|one| {
        let bare = [K0, K1, K2, K3].into_iter().fold(*words, |words, at| with(words, at, 0));
        path(&with(bare, one, 1), message)
    })
}

/// Returns the index of the first word of a unit's key.
fn unit_key(group: usize, row: usize, lane: usize) -> usize {
    2 * (LANES * ROWS * group + LANES * row + lane)
}

/// In each lane of each group, the keys of any two rows that differ decide both values; the parity
/// counts as a row.
#[test]
fn two_units_of_a_lane() {
    on_every_path("clhash128: two units", |path| {
        let (words, message) = (random_words(1), NOISE.message(BLOCK_BYTES));
        for (group, lane) in [(0, 0), (1, 2), (3, 3)] {
            for row in 0..ROWS {
                for other_row in 0..row {
                    let byte = |row| 512 * group + 64 * row + 16 * lane;
                    // A difference in the low word is multiplied by the high word of the unit's
                    // key.
                    let mut other = change(&message, byte(other_row) + 1);
                    if row < ROWS - 1 {
                        other = change(&other, byte(row) + 5);
                    }
                    let keys = [other_row, row].map(|row| unit_key(group, row, lane) + 1);
                    pair_is_injective(|x| {
                        let mut words = words;
                        [words[keys[0]], words[keys[1]]] = [low(x), low(x >> 64)];
                        let of = |message| polynomials(path, &words, message);
                        let (a, b) = (of(&message), of(&other));
                        [a[0] ^ b[0], a[1] ^ b[1]]
                    });
                }
            }
        }
    });
}

/// Whatever the length, the last byte counts: it is in its unit and in the parity.
#[test]
fn ends_of_a_block() {
    on_every_path("clhash128: ends", |path| {
        let words = random_words(2);
        for len in [1, 8, 9, 16, 17, 33, 63, 64, 65, 100, 129, 200, 255, 257, 400, 511, 512, 513]
            .into_iter()
            .chain([600, 1024, 1100, 1536, 2000, 2047, 2048])
        {
            let (message, byte) = (NOISE.message(len), len - 1);
            let other = change(&message, byte);
            let (group, row, lane) = (byte / 512, byte % 512 / 64, byte % 64 / 16);
            // The word of the key that multiplies the byte.
            let word = usize::from(byte % 16 < 8);
            let keys = [row, ROWS - 1].map(|row| unit_key(group, row, lane) + word);
            pair_is_injective(|x| {
                let mut words = words;
                [words[keys[0]], words[keys[1]]] = [low(x), low(x >> 64)];
                let of = |message| polynomials(path, &words, message);
                let (a, b) = (of(&message), of(&other));
                [a[0] ^ b[0], a[1] ^ b[1]]
            });
        }
    });
}

/// The earlier of two blocks is multiplied by r₁ and r₂.
#[test]
fn two_blocks() {
    on_every_path("clhash128: two blocks", |path| {
        let words = random_words(3);
        for len in [BLOCK_BYTES + 1, 2 * BLOCK_BYTES - 100, 2 * BLOCK_BYTES] {
            let message = NOISE.message(len);
            let other = change(&message, 700);
            for (i, r) in [R1, R2].into_iter().enumerate() {
                takes_each_value_once(128, |x| {
                    let of = |message| polynomials(path, &with(words, r, x), message)[i];
                    of(&message) ^ of(&other)
                });
            }
        }
    });
}

/// K₁ and K₂ decide the difference of two messages of one length, and K₃ that of two lengths. K₀
/// makes each hash uniform and is in no difference.
#[test]
fn the_last_step() {
    on_every_path("clhash128: last step", |path| {
        let words = random_words(4);
        for len in [1, 16, 100, 512, 700, BLOCK_BYTES, 2 * BLOCK_BYTES + 9] {
            let message = NOISE.message(len);
            let other = change(&message, len / 2);
            let difference = |words: &Words| path(words, &message) ^ path(words, &other);
            for k in [K1, K2] {
                takes_each_value_once(128, |x| difference(&with(words, k, x)));
            }
            for k in [K0, K3] {
                assert_eq!(difference(&with(words, k, u128::MAX / 3)), difference(&words));
            }
            takes_each_value_once(128, |x| path(&with(words, K0, x), &message));
        }
        for (short, long) in
            [(0, 1), (1, 2), (16, 17), (64, 128), (512, 513), (2048, 2049), (0, 5000)]
        {
            let (short, long) = (vec![0; short], vec![0; long]);
            takes_each_value_once(128, |x| {
                let words = with(words, K3, x);
                path(&words, &short) ^ path(&words, &long)
            });
        }
    });
}

/// Checks the bound from above and from below. Three hashes are not independent: of messages of one
/// block that differ in one word, 0, 1 or x, the third is x h₁ + (x + 1) h₀ under every key.
#[test]
fn three_hashes_of_a_block_are_dependent() {
    on_every_path("clhash128: three hashes", |path| {
        for (seed, len) in [(31, 8), (32, 17), (33, 700), (34, BLOCK_BYTES)] {
            let (words, mut message) = (random_words(seed), NOISE.message(len));
            let word = (len - 1) / 8 * 8;
            message[word..].fill(0);
            let [h0, h1, h2] = [0, 1, 2].map(|byte| {
                message[word] = byte;
                path(&words, &message)
            });
            assert_eq!(h2, mul_mod(2, h1, P128) ^ mul_mod(3, h0, P128), "{len} bytes");
            assert!(h0 != h1 && h1 != h2 && h2 != h0, "{len} bytes");
        }
    });
}

#[test]
fn the_bound_is_that_of_the_theorem() {
    let near = |len, expected: f64| assert!((collision_bound(len) - expected).abs() < 1e-6);
    near(0, -127.0);
    near(2048, -127.0);
    // n - 1 = 2^49 - 1: e = 2^-15.
    near(1 << 60, -127.0 + 2_f64.powi(-15) * std::f64::consts::LOG2_E);
    near(u64::MAX, -127.0 + (1.0 + 2_f64.powi(-11)).powi(2).mul_add(0.5, 0.5).log2());
}
