//! Every backend against the reference, and against the ends of its slices.

use proptest::prelude::*;
use reference::vhash as oracle;
use testkit::lengths::{ladder, placements};
use testkit::message::{NOISE, PAINT};
use testkit::{Guarded, on_every_backend};
use vhash::{
    Backend, BatchError, Key, Key64, Key128, hash_column, hash_many, hash_u64s, hash64, hash128,
};

/// The lengths of the first blocks, and the edges of blocks and of groups of eight, up to three
/// groups and a remainder.
fn lengths() -> Vec<usize> {
    let mut lengths = ladder(300, 128, 34);
    for near in [1024, 2048, 3072] {
        lengths.extend(near - 20..=near + 20);
    }
    lengths
}

fn oracle64(key: &Key64, message: &[u8]) -> u64 {
    oracle::hash64(&oracle::Key::new(&key.to_bytes()), message)
}

fn oracle128(key: &Key128, message: &[u8]) -> [u64; 2] {
    oracle::hash128(&oracle::Key::new(&key.to_bytes()), message)
}

#[test]
fn every_length_agrees_with_the_reference() {
    on_every_backend!(Backend, "vhash: lengths", |backend| {
        for seed in [0, 1] {
            let key = Key64::from_seed(seed).with_backend(backend);
            let double = Key128::from_seed(seed).with_backend(backend);
            for len in lengths() {
                let message = NOISE.message(len);
                assert_eq!(hash64(&key, &message), oracle64(&key, &message), "{len} bytes");
                assert_eq!(hash128(&double, &message), oracle128(&double, &message), "{len} bytes");
            }
        }
    });
}

/// The largest sums and products there can be, and zeros.
#[test]
fn extreme_keys_and_messages() {
    let words: Vec<u64> = [u64::MAX; 22].into_iter().chain([u64::MAX - 257; 4]).collect();
    let most: [u64; 26] = words.try_into().expect("26 words");
    on_every_backend!(Backend, "vhash: extremes", |backend| {
        for words in [most, [0; 26], [1; 26]] {
            let double = Key128::from_words(words).expect("a key").with_backend(backend);
            let words: [u64; 20] = std::array::from_fn(|i| words[i + 6]);
            let key = Key64::from_words(words).expect("a key").with_backend(backend);
            for byte in [0, 1, 0x7f, 0xff] {
                for len in (0..=4200).step_by(60) {
                    let message = vec![byte; len];
                    assert_eq!(hash64(&key, &message), oracle64(&key, &message));
                    assert_eq!(hash128(&double, &message), oracle128(&double, &message));
                }
            }
        }
    });
}

#[test]
fn nothing_behind_or_before_the_slice_is_read() {
    on_every_backend!(Backend, "vhash: guard pages", |backend| {
        let key = Key64::from_seed(2).with_backend(backend);
        let double = Key128::from_seed(2).with_backend(backend);
        let mut guarded = Guarded::new(16 << 10);
        for len in lengths() {
            let message = PAINT.message(len);
            let expected = hash64(&key, &message);
            assert_eq!(hash64(&key, guarded.end(&message)), expected, "{len} bytes at the end");
            assert_eq!(hash64(&key, guarded.begin(&message)), expected, "{len} bytes at the start");
            let expected = hash128(&double, &message);
            assert_eq!(hash128(&double, guarded.end(&message)), expected, "{len} bytes");
            assert_eq!(hash128(&double, guarded.begin(&message)), expected, "{len} bytes");
        }
    });
}

#[test]
fn neither_place_nor_neighbours_matter() {
    on_every_backend!(Backend, "vhash: placements", |backend| {
        let key = Key64::from_seed(3).with_backend(backend);
        for len in ladder(140, 1024, 3) {
            let message = PAINT.message(len);
            let expected = oracle64(&key, &message);
            placements(&message, 64, |m| assert_eq!(hash64(&key, m), expected, "{len} bytes"));
        }
    });
}

#[test]
fn batches_agree_with_single_messages() {
    on_every_backend!(Backend, "vhash: batches", |backend| {
        let key = Key64::from_seed(4).with_backend(backend);
        let messages: Vec<_> = (0..80).map(|i| NOISE.message(i * i % 1500)).collect();
        let words: Vec<u64> = (0..67_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        for count in 0..messages.len() {
            let slices: Vec<&[u8]> = messages[..count].iter().map(Vec::as_slice).collect();
            let expected: Vec<_> = slices.iter().map(|m| hash64(&key, m)).collect();
            let mut out = vec![0; count];
            hash_many(&key, &slices, &mut out).expect("as many as places");
            assert_eq!(out, expected);

            let mut ends = vec![0_i32];
            ends.extend(slices.iter().scan(0, |end, m| {
                *end += i32::try_from(m.len()).expect("short");
                Some(*end)
            }));
            let mut out = vec![0; count];
            hash_column(&key, &slices.concat(), &ends, &mut out).expect("a column");
            assert_eq!(out, expected);
        }
        for count in 0..words.len() {
            let words = &words[..count];
            let mut out = vec![0; count];
            hash_u64s(&key, words, &mut out).expect("as many as places");
            let expected: Vec<_> = words.iter().map(|w| hash64(&key, &w.to_le_bytes())).collect();
            assert_eq!(out, expected);
        }
    });
}

#[test]
fn batches_that_do_not_fit_are_refused() {
    let key = Key64::from_seed(5);
    let mut out = [7; 2];
    let length = Err(BatchError::Length { messages: 1, places: 2 });
    assert_eq!(hash_many(&key, &[b"one"], &mut out), length);
    assert_eq!(hash_u64s(&key, &[1], &mut out), length);
    assert_eq!(hash_column(&key, b"one", &[0, 3], &mut out), length);
    for (offsets, index) in [
        ([0_i64, 4, 3], 2),
        ([0, 4, 10], 2),
        ([0, -1, 3], 1),
        ([-1, 0, 3], 0),
        ([10, 10, 10], 0),
        ([0, i64::MAX, i64::MAX], 1),
    ] {
        let error = hash_column(&key, b"some text", &offsets, &mut out);
        assert_eq!(error, Err(BatchError::Offset { index }), "{offsets:?}");
    }
    assert_eq!(out, [7; 2], "nothing is written");
    assert_eq!(hash_column::<u32>(&key, b"", &[], &mut []), Ok(()));
    assert_eq!(hash_column(&key, b"", &[0_u64], &mut []), Ok(()));
    // A column may start and end inside its values.
    assert_eq!(hash_column(&key, b"some text", &[2_usize, 4, 6], &mut out), Ok(()));
    assert_eq!(out, [hash64(&key, b"me"), hash64(&key, b" t")]);
    let text = BatchError::Length { messages: 1, places: 2 }.to_string();
    assert_eq!(text, "1 messages, but places for 2 hashes");
}

#[test]
fn a_key_of_unknown_backend_takes_the_best() {
    static KEY: Key64 = Key::from_seed(6);
    assert_eq!(KEY.backend(), Backend::detect());
    assert_eq!(KEY.clone().with_backend(Backend::PORTABLE).backend(), Backend::PORTABLE);
    assert_eq!(hash64(&KEY, b"abc"), oracle64(&KEY, b"abc"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_key_and_message(
        words in proptest::array::uniform26(0..=u64::MAX - 257),
        message in proptest::collection::vec(any::<u8>(), 0..5000),
    ) {
        let double = Key128::from_words(words).expect("a key");
        let key = Key64::from_words(std::array::from_fn(|i| words[i])).expect("a key");
        let expected = (oracle64(&key, &message), oracle128(&double, &message));
        for backend in Backend::available() {
            let (key, double) =
                (key.clone().with_backend(backend), double.clone().with_backend(backend));
            let found = (hash64(&key, &message), hash128(&double, &message));
            prop_assert_eq!(found, expected, "{}", backend.name());
        }
    }
}
