//! Tests strings: the two polynomials of CLHASH-128, and the length in the tag.

use super::{bare, differences, on_each_path, parts_of};
use clhash::clhash128;
use hash_agg::{Backend, Bytes, Key, Row, Rows, Value};
use hash_core::seed::SeedWords;
use testkit::linear::{pair_is_injective, takes_each_value_once};
use testkit::message::NOISE;
use testkit::on_every_backend;

type Words = [u64; clhash128::Key::WORDS];

/// The number of units in a row of a group, and the index of the row of the parity.
const LANES: usize = 4;
const PARITY: usize = 8;
/// The indices of the low words of r₁ and r₂.
const R: [usize; 2] = [296, 298];

fn random_words() -> Words {
    let mut words = SeedWords::new("bound", 1);
    std::array::from_fn(|_| words.next_word())
}

fn low(x: u128) -> u64 {
    u64::try_from(x & u128::from(u64::MAX)).expect("64 bits")
}

/// Returns the sums of the two elements of two strings, from keys that show one of them.
type Elements = fn(&[Key; 2], Words, [&[u8]; 2]) -> [u128; 2];

/// The strings of a column.
const COLUMN: Elements = |keys, words, strings| {
    keys.each_ref().map(|key| {
        let key = key.clone().with_strings(words);
        let mut rows = Rows::new(&key);
        rows.reset(2);
        rows.bytes(Bytes::Text, strings.map(Some).into_iter()).expect("two strings");
        let [first, second] = rows.finish() else { unreachable!("two rows") };
        first ^ second
    })
};

/// The strings of two rows.
const ROWS: Elements = |keys, words, strings| {
    keys.each_ref().map(|key| {
        let key = key.clone().with_strings(words);
        let [first, second] = strings.map(|string| Row::new(&key).push(string).finish());
        first ^ second
    })
};

/// Returns the message with one bit of a byte flipped.
fn change(message: &[u8], byte: usize) -> Vec<u8> {
    let mut message = message.to_vec();
    message[byte] ^= 1 << (byte % 8);
    message
}

/// For strings of one length, C1 or C2 decides, unless both elements are the same.
#[test]
fn one_of_two_factors() {
    on_each_path("hash-agg: strings", |difference| {
        let words = random_words();
        let (key, strings) =
            (Key::from_seed(2).with_strings(words), clhash128::Key::from_words(words));
        for len in [1, 16, 40, 600, 3000] {
            let message = NOISE.message(len);
            let other = change(&message, len / 2);
            let pairs = [&message, &other].map(|m| clhash128::polynomials(&strings, m));
            for element in [0, 1] {
                assert_ne!(pairs[0][element], pairs[1][element], "chosen to differ");
                takes_each_value_once(128, |x| {
                    let key = key.clone().with_factor(1, element, x);
                    difference(key, [Value::Binary(&message), Value::Binary(&other)])
                });
            }
        }
    });
}

/// Whatever the length, the keys of the last byte's unit and of the parity decide both elements.
#[test]
fn ends() {
    let words = random_words();
    on_every_backend!(Backend, "hash-agg: ends of strings", |backend| {
        let keys = [0, 1].map(|i| bare().with_factor(0, i, 1).with_backend(backend));
        let columns = [1, 9, 16, 17, 40, 49, 63, 64, 65, 600, 2048].map(|len| (COLUMN, len));
        for (elements, len) in columns.into_iter().chain([(ROWS, 17), (ROWS, 700)]) {
            let (message, byte) = (NOISE.message(len), len - 1);
            let other = change(&message, byte);
            let (group, row, lane) = (byte / 512, byte % 512 / 64, byte % 64 / 16);
            // The word of the key that multiplies the byte.
            let word = usize::from(byte % 16 < 8);
            let at = [row, PARITY].map(|row| {
                let unit = LANES * (PARITY + 1) * group + LANES * row + lane;
                2 * unit + word
            });
            pair_is_injective(|x| {
                let mut words = words;
                [words[at[0]], words[at[1]]] = [low(x), low(x >> 64)];
                elements(&keys, words, [&message, &other])
            });
        }
    });
}

/// The earlier of two blocks is multiplied by r₁ and r₂.
#[test]
fn two_blocks() {
    let words = random_words();
    on_every_backend!(Backend, "hash-agg: blocks of strings", |backend| {
        let keys = [0, 1].map(|i| bare().with_factor(0, i, 1).with_backend(backend));
        let message = NOISE.message(clhash128::BLOCK_BYTES + 1);
        let other = change(&message, 700);
        for (i, r) in R.into_iter().enumerate() {
            takes_each_value_once(128, |x| {
                let mut words = words;
                [words[r], words[r + 1]] = [low(x), low(x >> 64)];
                COLUMN(&keys, words, [&message, &other])[i]
            });
        }
    });
}

/// The tags of strings differ by the sum of their lengths, which is not cut to 8 or 16 bits.
#[test]
fn lengths() {
    let zeros = vec![0; (1 << 20) + 5];
    let [_, _, tags] = parts_of(1);
    for len in [0, 1, 255, 256, 65_535, 65_536, 65_541, 1 << 20, (1 << 20) + 5] {
        let found = differences(&tags, [Value::Binary(&zeros[..len]), Value::Binary(&zeros[..5])]);
        assert_eq!(found, [len as u128 ^ 5; 2], "{len} bytes");
    }
    // In Arrow's layout, with offsets of 32 and 64 bits.
    let [_, _, tags] = parts_of(0);
    let mut rows = Rows::new(&tags);
    rows.reset(2);
    rows.strings(Bytes::Binary, &zeros, &[0_i32, 5, 70_005], None).expect("two strings");
    let narrow = rows.finish().to_vec();
    rows.reset(2);
    rows.strings(Bytes::Binary, &zeros, &[0_i64, 5, 70_005], None).expect("two strings");
    assert_eq!(rows.finish(), narrow);
    assert_eq!(narrow[0] ^ narrow[1], 5 ^ 70_000);
    assert_eq!(narrow[0], Row::new(&tags).push(&zeros[..5]).finish());
}
