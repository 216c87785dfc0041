//! Every backend against the reference, and against the ends of its slices.

use highwayhash::{
    Backend, BatchError, HighwayHasher, Key, Output, hash_column, hash_many, hash_u64s, hash64,
    hash128, hash256,
};
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

/// Batches of one length of hashes, in all forms, beside `hash`.
fn check_batches<H: Output + PartialEq + std::fmt::Debug>(
    key: &Key,
    messages: &[Vec<u8>],
    words: &[u64],
    zero: H,
    hash: impl Fn(&Key, &[u8]) -> H,
) {
    for count in 0..messages.len() {
        let slices: Vec<&[u8]> = messages[..count].iter().map(Vec::as_slice).collect();
        let expected: Vec<_> = slices.iter().map(|m| hash(key, m)).collect();
        let mut out = vec![zero; count];
        hash_many(key, &slices, &mut out).expect("as many as places");
        assert_eq!(out, expected);

        let mut ends = vec![0_i32];
        ends.extend(slices.iter().scan(0, |end, m| {
            *end += i32::try_from(m.len()).expect("short");
            Some(*end)
        }));
        let mut out = vec![zero; count];
        hash_column(key, &slices.concat(), &ends, &mut out).expect("a column");
        assert_eq!(out, expected);
    }
    for count in 0..words.len() {
        let words = &words[..count];
        let mut out = vec![zero; count];
        hash_u64s(key, words, &mut out).expect("as many as places");
        let expected: Vec<_> = words.iter().map(|w| hash(key, &w.to_le_bytes())).collect();
        assert_eq!(out, expected);
    }
}

#[test]
fn batches_agree_with_single_messages() {
    on_every_backend!(Backend, "highwayhash: batches", |backend| {
        let key = Key::from_seed(4).with_backend(backend);
        let mixed: Vec<_> = (0..40).map(|i| NOISE.message(i * i % 500)).collect();
        let alike: Vec<_> = (180..270).map(|i| NOISE.message(i)).collect();
        let words: Vec<u64> = (0..11_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        for messages in [mixed, alike] {
            check_batches(&key, &messages, &words, 0, hash64);
            check_batches(&key, &messages, &words, [0; 2], hash128);
            check_batches(&key, &messages, &words, [0; 4], hash256);
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
    assert_eq!(hash_column::<u32, u64>(&key, b"", &[], &mut []), Ok(()));
    assert_eq!(hash_column::<_, [u64; 2]>(&key, b"", &[0_u64], &mut []), Ok(()));
    // A column may start and end inside its values.
    assert_eq!(hash_column(&key, b"some text", &[2_usize, 4, 6], &mut out), Ok(()));
    assert_eq!(out, [hash64(&key, b"me"), hash64(&key, b" t")]);
    let text = BatchError::Length { messages: 1, places: 2 }.to_string();
    assert_eq!(text, "1 messages, but places for 2 hashes");
    let text = BatchError::Offset { index: 2 }.to_string();
    assert_eq!(text, "offset 2 is below the one before it or behind the values");
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
