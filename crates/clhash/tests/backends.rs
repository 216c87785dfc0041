//! Every backend against the reference, and against the ends of its slices.

use clhash::{Backend, BatchError, Key, hash, hash_column, hash_many, hash_u64s};
use proptest::prelude::*;
use reference::clhash as oracle;
use testkit::lengths::{ladder, placements};
use testkit::message::{NOISE, PAINT};
use testkit::{Guarded, on_every_backend};

/// All lengths of the short ways, and the edges of pairs, registers and blocks behind them; up to
/// three groups of four blocks, and a remainder.
fn lengths() -> Vec<usize> {
    let mut lengths = ladder(300, 1024, 13);
    for near in [512, 1024, 2048, 4096] {
        lengths.extend(near - 70..=near + 70);
    }
    lengths
}

#[test]
fn every_length_agrees_with_the_reference() {
    on_every_backend!(Backend, "clhash: lengths", |backend| {
        for seed in [0, 1] {
            let key = Key::from_seed(seed).with_backend(backend);
            for len in lengths() {
                let message = NOISE.message(len);
                let expected = oracle::hash(&key.to_words(), &message);
                assert_eq!(hash(&key, &message), expected, "{len} bytes");
            }
        }
    });
}

#[test]
fn nothing_behind_or_before_the_slice_is_read() {
    on_every_backend!(Backend, "clhash: guard pages", |backend| {
        let key = Key::from_seed(2).with_backend(backend);
        let mut guarded = Guarded::new(16 << 10);
        for len in lengths() {
            let message = PAINT.message(len);
            let expected = hash(&key, &message);
            assert_eq!(hash(&key, guarded.end(&message)), expected, "{len} bytes at the end");
            assert_eq!(hash(&key, guarded.begin(&message)), expected, "{len} bytes at the start");
        }
    });
}

#[test]
fn neither_place_nor_neighbours_matter() {
    on_every_backend!(Backend, "clhash: placements", |backend| {
        let key = Key::from_seed(3).with_backend(backend);
        for len in ladder(140, 1024, 5) {
            let message = PAINT.message(len);
            let expected = oracle::hash(&key.to_words(), &message);
            placements(&message, 64, |m| assert_eq!(hash(&key, m), expected, "{len} bytes"));
        }
    });
}

#[test]
fn batches_agree_with_single_messages() {
    on_every_backend!(Backend, "clhash: batches", |backend| {
        let key = Key::from_seed(4).with_backend(backend);
        let messages: Vec<_> = (0..80).map(|i| NOISE.message(i * i % 1500)).collect();
        let words: Vec<u64> = (0..67_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        for count in 0..messages.len() {
            let slices: Vec<&[u8]> = messages[..count].iter().map(Vec::as_slice).collect();
            let expected: Vec<_> = slices.iter().map(|m| hash(&key, m)).collect();
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
            let expected: Vec<_> = words.iter().map(|w| hash(&key, &w.to_le_bytes())).collect();
            assert_eq!(out, expected);
        }
    });
}

#[test]
fn batches_that_do_not_fit_are_refused() {
    let key = Key::from_seed(5);
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
    assert_eq!(out, [hash(&key, b"me"), hash(&key, b" t")]);
    let text = BatchError::Length { messages: 1, places: 2 }.to_string();
    assert_eq!(text, "1 messages, but places for 2 hashes");
}

#[test]
fn a_key_of_unknown_backend_takes_the_best() {
    static KEY: Key = Key::from_seed(6);
    assert_eq!(KEY.backend(), Backend::detect());
    assert_eq!(KEY.clone().with_backend(Backend::PORTABLE).backend(), Backend::PORTABLE);
    assert_eq!(hash(&KEY, b"abc"), oracle::hash(&KEY.to_words(), b"abc"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_key_and_message(
        words in proptest::array::uniform32(any::<u64>()),
        message in proptest::collection::vec(any::<u8>(), 0..5000),
    ) {
        // 133 words of 32 random ones, every one of them somewhere.
        let mut all = [0; 133];
        for (i, (word, turn)) in all.iter_mut().zip((0_u32..).flat_map(|t| [t; 32])).enumerate() {
            *word = words[i % 32].rotate_left(turn);
        }
        let words = all;
        let expected = oracle::hash(&words, &message);
        for backend in Backend::available() {
            let key = Key::from_words(words).with_backend(backend);
            prop_assert_eq!(hash(&key, &message), expected, "{}", backend.name());
        }
    }
}
