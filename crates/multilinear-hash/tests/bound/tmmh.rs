//! TMMH/16: the tests try all 2^16 values of a key word.
//!
//! Fix all other words of the key, and let two messages differ in the word that this one
//! multiplies. One row of the messages collides under at most four values (`row_four` of
//! `proofs/theories/Rows.v`). The wrap of the sums gives two values of their difference, and the
//! remainder 2^16, which becomes 0, gives three. But 2^32 is 1 and 2^16 is −1 modulo 2^16 + 1, so
//! at most four of the combinations are different.

use super::{random, roots_of_pairs, splits, stream};
use multilinear_hash::{BLOCK_BYTES, Backend, Key, MultilinearHasher, Partial, Tmmh16, hash};
use testkit::message::{NOISE, PAINT};
use testkit::on_every_backend;

const ROWS: usize = 4;
/// The index of the key word that multiplies the first word of a message. The key word before it
/// multiplies the length.
const BLOCK: usize = 1;
/// The index of the words of the last step, row by row: for 1, the length and the polynomial.
const LAST: usize = BLOCK_BYTES / 2 + ROWS;
const LAST_WORDS: usize = 13;
const KEY_WORDS: usize = LAST + ROWS * LAST_WORDS;

fn random_words(seed: u64, len: usize) -> Vec<u16> {
    let mut words = random(seed);
    (0..len).map(|_| u16::try_from(words.next_word() >> 48).expect("16 bits")).collect()
}

/// Finds the values of a key word under which a row of two messages collides.
///
/// # Panics
/// If there are more than four values, or more than nine values for some other difference: the
/// remainders can differ by it, or by 2^16 more or less, and the sums wrap in three ways. Then the
/// word does not decide.
fn collisions(rows: impl Iterator<Item = [u16; 2]>) -> Vec<u16> {
    let mut counts = vec![0; 1 << 16];
    let mut found = vec![];
    for (x, [a, b]) in (0..=u16::MAX).zip(rows) {
        counts[usize::from(a.wrapping_sub(b))] += 1;
        if a == b {
            found.push(x);
        }
    }
    assert!(found.len() <= 4, "too many collisions: {found:?}");
    assert!(
        counts.iter().all(|n| *n <= 9),
        "a difference occurs under {:?} words",
        counts.iter().max()
    );
    found
}

type Hash = [u16; ROWS];
type Path = fn(&Key<Tmmh16>, &[u8]) -> Hash;

fn bytes_of(words: &[u16], point: u128) -> Vec<u8> {
    let words = words.iter().flat_map(|word| word.to_be_bytes());
    words.chain(point.to_le_bytes()).collect()
}

fn key_of(words: &[u16], point: u128) -> Key<Tmmh16> {
    Key::try_from(bytes_of(words, point).as_slice()).expect("the bytes of a key")
}

/// Iterates over the keys with each value of the word `at`.
fn keys(words: &[u16], point: u128, at: usize) -> impl Iterator<Item = Key<Tmmh16>> {
    let mut bytes = bytes_of(words, point);
    (0..=u16::MAX).map(move |x| {
        bytes[2 * at..][..2].copy_from_slice(&x.to_be_bytes());
        Key::try_from(bytes.as_slice()).expect("the bytes of a key")
    })
}

fn streamed(key: &Key<Tmmh16>, message: &[u8]) -> Hash {
    let mut hasher = MultilinearHasher::new(key);
    splits(message).for_each(|piece| hasher.update(piece));
    hasher.finalize()
}

/// A hash is not uniform: that of no bytes is 0. Three hashes are not independent: for messages
/// that differ in one word, 0, 1 or 2, h₂ − 2 h₁ + h₀ is 0 modulo p in each row, and where a sum
/// wraps or a remainder passes 2^16 at most 3, with either sign.
#[test]
fn hashes_are_no_uniform_triples() {
    let mut found = [0; 4];
    for seed in 0..200 {
        let key = key_of(&random_words(seed, KEY_WORDS), 5);
        assert_eq!(hash(&key, &[]), [0; ROWS]);
        for (len, word) in [(2, 0), (60, 3), (4096, 1000)] {
            let hashes = [0, 1, 2].map(|d: u16| {
                let mut message = NOISE.message(len);
                message[2 * word..2 * word + 2].copy_from_slice(&d.to_be_bytes());
                hash(&key, &message).map(i64::from)
            });
            for row in 0..ROWS {
                let [h0, h1, h2] = hashes.map(|rows| rows[row]);
                let sum = (h2 - 2 * h1 + h0).rem_euclid((1 << 16) + 1);
                let least = usize::try_from(sum.min((1 << 16) + 1 - sum)).expect("not negative");
                assert!(least < found.len(), "{len} bytes: {sum}");
                found[least] += 1;
            }
        }
    }
    assert!(found[0] > 2300, "{found:?}");
}

/// In messages of any length the key words of the block, of the length and of the last step decide,
/// on each backend and in each row.
#[test]
fn messages_of_any_length() {
    let words = random_words(3, KEY_WORDS);
    let (noise, paint) = (NOISE.message(3 * BLOCK_BYTES), PAINT.message(BLOCK_BYTES + 100));
    let last = |row: usize, word: usize| LAST + row * LAST_WORDS + word;
    // A difference of ±257 or ±255, which divide 2^16 − 1.
    let mut factor = noise[..130].to_vec();
    factor[128..].iter_mut().for_each(|byte| *byte ^= 1);
    for (a, b, row, at) in [
        (&noise[..130], &factor[..], 2, BLOCK + 64 + 2),
        // One length and the last word, two lengths up to a block, and two lengths above.
        (&noise[..95], &paint[..95], 1, BLOCK + 47 + 1),
        (&noise[..31], &noise[..60], 2, 2),
        (&noise[..5000], &noise[..9001], 3, last(3, 1)),
        // One length above a block, and a word of the polynomial.
        (&noise[..4100], &paint[..4100], 2, last(2, 12)),
    ] {
        let row_of = |key: &Key<_>, path: Path| [a, b].map(|message| path(key, message)[row]);
        let backends: Vec<_> = Backend::available().collect();
        // No part of a message depends on the words of the last step.
        let parts = [a, b].map(|m| Partial::of(&key_of(&words, u128::MAX / 7), m));
        let mut rows = vec![vec![]; backends.len()];
        for mut key in keys(&words, u128::MAX / 7, at) {
            for (backend, rows) in backends.iter().zip(&mut rows) {
                key = key.with_backend(*backend);
                rows.push(if at < LAST {
                    row_of(&key, hash)
                } else {
                    parts.map(|part| part.finalize(&key)[row])
                });
            }
        }
        for (backend, rows) in backends.into_iter().zip(rows) {
            let found = collisions(rows.iter().copied());
            let mut words = words.clone();
            for x in found.into_iter().chain([0, 1, 0x8000]) {
                words[at] = x;
                let key = key_of(&words, u128::MAX / 7).with_backend(backend);
                for path in [hash, streamed] {
                    assert_eq!(row_of(&key, path), rows[usize::from(x)], "{}", backend.name());
                }
            }
        }
    }
}

/// All words of the length and of the polynomial count in every row: if one has a factor of 1 and
/// all others of 0, it is the hash.
#[test]
fn words_of_the_last_step() {
    for (row, word) in (0..ROWS).flat_map(|row| (0..LAST_WORDS).map(move |word| (row, word))) {
        let mut words = random_words(5, KEY_WORDS);
        words[LAST..].fill(0);
        words[LAST + row * LAST_WORDS + word] = 1;
        let key = key_of(&words, u128::MAX / 7);
        let of = |len| stream::<Tmmh16>(&key, len).finalize()[row];
        match word {
            0 => assert_eq!(of(1 << 20), 1),
            1..=4 => {
                assert_eq!(of(0x7123_4567_89ab_cdef), [0xcdef, 0x89ab, 0x4567, 0x7123][word - 1]);
            }
            _ => {
                let hash = |m| streamed(&key, m)[row];
                assert_ne!(hash(&NOISE.message(5000)), hash(&PAINT.message(5000)), "word {word}");
            }
        }
    }
}

/// Messages whose blocks differ collide only at the roots of a polynomial modulo 2^127 − 1, and
/// only 126 bits of the point count.
#[test]
fn roots_and_bits_of_the_point() {
    // The value of a block in any row is its first word.
    let mut words = random_words(4, KEY_WORDS);
    words[BLOCK..BLOCK + ROWS].fill(1);
    on_every_backend!(Backend, "tmmh: roots", |backend| {
        for roots in [2, 3].into_iter().flat_map(|blocks| roots_of_pairs(blocks, u16::MAX.into())) {
            let [a, b] = roots.messages(4000, |value| value.to_be_bytes()[6..].to_vec());
            for path in [hash as fn(&_, &_) -> _, streamed] {
                roots.check(|point| {
                    let key = key_of(&words, point).with_backend(backend);
                    path(&key, &a) == path(&key, &b)
                });
            }
        }
    });
}
