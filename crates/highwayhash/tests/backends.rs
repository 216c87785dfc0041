//! Every backend against the reference, and against the ends of its slices.

use highwayhash::{Backend, BatchError, HighwayHasher, Key, hash_many, hash64, hash128, hash256};
use proptest::prelude::*;
use reference::highwayhash as oracle;
use testkit::lengths::{ladder, placements};
use testkit::message::{NOISE, PAINT};
use testkit::{Guarded, on_every_backend};

/// All lengths of the short ways, and the edges of packets behind them.
fn lengths() -> Vec<usize> {
    ladder(300, 32, 40)
}

#[test]
fn every_length_agrees_with_the_reference() {
    on_every_backend!(Backend, "highwayhash: lengths", |backend| {
        for seed in [0, 1] {
            let key = Key::from_seed(seed).with_backend(backend);
            let words = key.to_words();
            for len in lengths() {
                let message = NOISE.message(len);
                assert_eq!(hash64(&key, &message), oracle::hash64(&words, &message), "{len} bytes");
                assert_eq!(hash128(&key, &message), oracle::hash128(&words, &message));
                assert_eq!(hash256(&key, &message), oracle::hash256(&words, &message));
            }
        }
    });
}

#[test]
fn nothing_behind_or_before_the_slice_is_read() {
    on_every_backend!(Backend, "highwayhash: guard pages", |backend| {
        let key = Key::from_seed(2).with_backend(backend);
        let mut guarded = Guarded::new(4 << 10);
        for len in lengths() {
            let message = PAINT.message(len);
            let expected = hash64(&key, &message);
            let all = |m: &[u8]| {
                let mut out = [0; 4];
                hash_many(&key, &[m; 4], &mut out).expect("as many as places");
                let mut stream = HighwayHasher::new(&key);
                stream.update(m);
                assert_eq!([hash64(&key, m), stream.finalize64()], [expected; 2], "{len} bytes");
                assert_eq!(out, [expected; 4], "{len} bytes");
            };
            all(guarded.end(&message));
            all(guarded.begin(&message));
        }
    });
}

#[test]
fn neither_place_nor_neighbours_matter() {
    on_every_backend!(Backend, "highwayhash: placements", |backend| {
        let key = Key::from_seed(3).with_backend(backend);
        for len in ladder(140, 32, 8) {
            let message = PAINT.message(len);
            let expected = oracle::hash64(&key.to_words(), &message);
            placements(&message, 32, |m| assert_eq!(hash64(&key, m), expected, "{len} bytes"));
        }
    });
}

#[test]
fn batches_agree_with_single_messages() {
    on_every_backend!(Backend, "highwayhash: batches", |backend| {
        let key = Key::from_seed(4).with_backend(backend);
        let mixed: Vec<_> = (0..80).map(|i| NOISE.message(i * i % 500)).collect();
        let alike: Vec<_> = (220..300).map(|i| NOISE.message(i)).collect();
        for messages in [mixed, alike] {
            for count in 0..messages.len() {
                let slices: Vec<&[u8]> = messages[..count].iter().map(Vec::as_slice).collect();
                let expected: Vec<_> = slices.iter().map(|m| hash64(&key, m)).collect();
                let mut out = vec![0; count];
                hash_many(&key, &slices, &mut out).expect("as many as places");
                assert_eq!(out, expected);
            }
        }
    });
}

#[test]
fn batches_that_do_not_fit_are_refused() {
    let key = Key::from_seed(5);
    let mut out = [7; 2];
    let length = BatchError::Length { messages: 1, places: 2 };
    assert_eq!(hash_many(&key, &[b"one"], &mut out), Err(length));
    assert_eq!(out, [7; 2], "nothing is written");
    assert_eq!(length.to_string(), "1 messages, but places for 2 hashes");
}

#[test]
fn a_key_of_unknown_backend_takes_the_best() {
    static KEY: Key = Key::from_seed(6);
    assert_eq!(KEY.backend(), Backend::detect());
    assert_eq!(KEY.clone().with_backend(Backend::PORTABLE).backend(), Backend::PORTABLE);
    assert_eq!(hash64(&KEY, b"abc"), oracle::hash64(&KEY.to_words(), b"abc"));
}

#[test]
fn backends_have_names() {
    for backend in Backend::available() {
        assert_eq!(Backend::from_name(backend.name()), Some(backend));
    }
    assert_eq!(Backend::from_name("none"), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_key_and_message(
        words in proptest::array::uniform4(any::<u64>()),
        message in proptest::collection::vec(any::<u8>(), 0..2000),
    ) {
        for backend in Backend::available() {
            let key = Key::from_words(words).with_backend(backend);
            prop_assert_eq!(hash64(&key, &message), oracle::hash64(&words, &message));
            prop_assert_eq!(hash128(&key, &message), oracle::hash128(&words, &message));
            prop_assert_eq!(hash256(&key, &message), oracle::hash256(&words, &message));
        }
    }
}
