//! Every backend against the reference, and against the ends of its slices.

use proptest::prelude::*;
use reference::siphash as oracle;
use siphash_fast::{
    Backend, Batch, Batch13, Batch24, BatchError, HalfKey, Key, SipHasher, Tree, TreeKey, half,
    hash, hash128, nocase, siphash12, siphash12_nocase, siphash13, siphash24, siphash48,
    siphash128_13, siphash128_24, siptreehash, siptreehash13,
};
use testkit::lengths::{ladder, placements};
use testkit::message::{NOISE, PAINT};
use testkit::{Guarded, on_every_backend};

/// Each message's hash on a backend, in one call.
fn many<const C: u8, const D: u8>(backend: Backend, key: &Key, messages: &[&[u8]]) -> Vec<u64> {
    let mut out = vec![0; messages.len()];
    let batch = Batch::<C, D>::new(key).with_backend(backend);
    batch.hash_many(messages, &mut out).expect("as many as places");
    out
}

#[test]
fn every_length_agrees_with_the_reference() {
    let key = Key::from_seed(1);
    let words = key.to_words();
    for len in ladder(300, 8, 80) {
        let message = NOISE.message(len);
        let m = message.as_slice();
        assert_eq!(siphash24(&key, m), oracle::hash64((2, 4), words, m), "{len} bytes");
        assert_eq!(siphash13(&key, m), oracle::hash64((1, 3), words, m), "{len} bytes");
        assert_eq!(siphash12(&key, m), oracle::hash64((1, 2), words, m), "{len} bytes");
        assert_eq!(siphash48(&key, m), oracle::hash64((4, 8), words, m), "{len} bytes");
        assert_eq!(hash::<5, 1>(&key, m), oracle::hash64((5, 1), words, m), "{len} bytes");
        assert_eq!(siphash128_24(&key, m), oracle::hash128((2, 4), words, m), "{len} bytes");
        assert_eq!(siphash128_13(&key, m), oracle::hash128((1, 3), words, m), "{len} bytes");
        assert_eq!(siphash12_nocase(&key, m), oracle::hash64_nocase((1, 2), words, m));
        let half_key = HalfKey::from_seed(1);
        let half_word = [u64::from_le_bytes(half_key.to_bytes())];
        assert_eq!(half::hash32::<2, 4>(&half_key, m), oracle::half32((2, 4), half_word, m));
        assert_eq!(half::hash64::<1, 3>(&half_key, m), oracle::half64((1, 3), half_word, m));
        let tree_key = TreeKey::from_seed(1);
        assert_eq!(siptreehash(&tree_key, m), oracle::tree((2, 4), tree_key.to_words(), m));
        assert_eq!(siptreehash13(&tree_key, m), oracle::tree((1, 3), tree_key.to_words(), m));
    }
}

#[test]
fn trees_of_every_length_agree_with_the_reference() {
    on_every_backend!(Backend, "siphash-fast: trees", |backend| {
        for seed in [0, 1] {
            let key = TreeKey::from_seed(seed);
            let (two, one) = (Tree::<2, 4>::new(&key), Tree::<1, 3>::new(&key));
            let (two, one) = (two.with_backend(backend), one.with_backend(backend));
            for len in ladder(300, 32, 40) {
                let m = NOISE.message(len);
                assert_eq!(two.hash(&m), oracle::tree((2, 4), key.to_words(), &m), "{len} bytes");
                assert_eq!(one.hash(&m), oracle::tree((1, 3), key.to_words(), &m), "{len} bytes");
            }
        }
    });
}

#[test]
fn nothing_behind_or_before_the_slice_is_read() {
    on_every_backend!(Backend, "siphash-fast: guard pages", |backend| {
        let key = Key::from_seed(2);
        let tree = Tree::<2, 4>::new(&TreeKey::from_seed(2)).with_backend(backend);
        let mut guarded = Guarded::new(4 << 10);
        for len in ladder(300, 8, 80) {
            let message = PAINT.message(len);
            let expected = oracle::hash64((2, 4), key.to_words(), &message);
            let leaves = tree.hash(&message);
            let all = |m: &[u8]| {
                let mut stream = SipHasher::<2, 4>::new(&key);
                stream.update(m);
                assert_eq!([siphash24(&key, m), stream.finalize()], [expected; 2], "{len} bytes");
                let mixed: [&[u8]; 20] =
                    std::array::from_fn(|i| if i == 7 { &m[..len / 2] } else { m });
                let mut hashes = many::<2, 4>(backend, &key, &mixed);
                assert_eq!(hashes.remove(7), siphash24(&key, mixed[7]));
                assert_eq!(hashes, [expected; 19], "{len} bytes");
                assert_eq!(tree.hash(m), leaves);
                let others = nocase::hash::<1, 2>(&key, m) ^ hash128::<2, 4>(&key, m)[0];
                std::hint::black_box((others, half::hash32::<2, 4>(&HalfKey::from_seed(2), m)));
            };
            all(guarded.end(&message));
            all(guarded.begin(&message));
        }
    });
}

#[test]
fn neither_place_nor_neighbours_matter() {
    on_every_backend!(Backend, "siphash-fast: placements", |backend| {
        let key = Key::from_seed(3);
        let tree = Tree::<1, 3>::new(&TreeKey::from_seed(3)).with_backend(backend);
        for len in ladder(100, 32, 6) {
            let message = PAINT.message(len);
            let expected = oracle::hash64((1, 3), key.to_words(), &message);
            let leaves = tree.hash(&message);
            placements(&message, 32, |m| {
                assert_eq!(siphash13(&key, m), expected, "{len} bytes");
                assert_eq!(many::<1, 3>(backend, &key, &[m; 9]), [expected; 9], "{len} bytes");
                assert_eq!(tree.hash(m), leaves, "{len} bytes");
            });
        }
    });
}

#[test]
fn batches_of_any_lengths_keep_their_order() {
    on_every_backend!(Backend, "siphash-fast: batches", |backend| {
        let key = Key::from_seed(4);
        let mixed: Vec<_> = (0..300).map(|i| NOISE.message(i * i % 500)).collect();
        let alike: Vec<_> = (220..300).map(|i| NOISE.message(i)).collect();
        let short: Vec<_> = (0..300).map(|i| NOISE.message(i * 7 % 40)).collect();
        let one_long: Vec<_> =
            (0..50).map(|i| NOISE.message(if i == 20 { 9000 } else { i })).collect();
        let long: Vec<_> = (0..40).map(|i| NOISE.message(i * 117 % 5000)).collect();
        for messages in [mixed, alike, short, one_long, long] {
            let slices: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
            let expected: Vec<_> = slices.iter().map(|m| siphash24(&key, m)).collect();
            let expected13: Vec<_> = slices.iter().map(|m| siphash13(&key, m)).collect();
            for count in (0..40.min(slices.len())).chain([127, 128, 129, 255, 256, 257, 300]) {
                let count = count.min(slices.len());
                let (slices, expected) = (&slices[..count], &expected[..count]);
                assert_eq!(many::<2, 4>(backend, &key, slices), expected, "{count}");
                assert_eq!(many::<1, 3>(backend, &key, slices), expected13[..count], "{count}");
                let offsets: Vec<i64> = std::iter::once(0)
                    .chain(slices.iter().scan(0, |end, m| {
                        *end += i64::try_from(m.len()).expect("short");
                        Some(*end)
                    }))
                    .collect();
                let mut out = vec![0; count];
                let batch = Batch24::new(&key).with_backend(backend);
                batch.hash_column(&slices.concat(), &offsets, &mut out).expect("a column");
                assert_eq!(out, expected, "{count}");
            }
        }
    });
}

fn fixed<const N: usize>(backend: Backend) {
    let key = Key::from_seed(5);
    for count in (0..40).chain([130]) {
        let messages: Vec<[u8; N]> =
            (0..count).map(|i| NOISE.message(N + i)[i..].try_into().expect("N bytes")).collect();
        let mut out = vec![0; count];
        let batch = Batch13::new(&key).with_backend(backend);
        batch.hash_fixed(&messages, &mut out).expect("as many as places");
        let expected: Vec<_> = messages.iter().map(|m| siphash13(&key, m)).collect();
        assert_eq!(out, expected, "{count} messages of {N} bytes");
    }
}

#[test]
fn batches_of_one_length() {
    on_every_backend!(Backend, "siphash-fast: fixed lengths", |backend| {
        fixed::<0>(backend);
        fixed::<1>(backend);
        fixed::<4>(backend);
        fixed::<7>(backend);
        fixed::<8>(backend);
        fixed::<9>(backend);
        fixed::<16>(backend);
        fixed::<20>(backend);
        fixed::<32>(backend);
        fixed::<63>(backend);
        fixed::<64>(backend);
        fixed::<65>(backend);
        fixed::<300>(backend);
    });
}

#[test]
fn batches_of_words() {
    on_every_backend!(Backend, "siphash-fast: words", |backend| {
        let key = Key::from_seed(6);
        for count in (0..40).chain([1000]) {
            let words: Vec<u64> =
                (0..count).map(|i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
            let mut out = vec![0; words.len()];
            Batch24::new(&key).with_backend(backend).hash_u64s(&words, &mut out).expect("as many");
            let expected: Vec<_> =
                words.iter().map(|w| siphash24(&key, &w.to_le_bytes())).collect();
            assert_eq!(out, expected);
        }
    });
}

#[test]
fn batches_that_do_not_fit_are_refused() {
    let batch = Batch24::new(&Key::from_seed(7));
    let mut out = [7; 2];
    let length = BatchError::Length { messages: 1, places: 2 };
    assert_eq!(batch.hash_many(&[b"one"], &mut out), Err(length));
    assert_eq!(batch.hash_u64s(&[1], &mut out), Err(length));
    assert_eq!(batch.hash_fixed(&[[1]], &mut out), Err(length));
    assert_eq!(batch.hash_column(b"one", &[0, 3], &mut out), Err(length));
    assert_eq!(length.to_string(), "1 messages, but places for 2 hashes");
    for (offsets, index) in [([0, -1, 3], 1), ([0, 2, 1], 2), ([0, 2, 4], 2), ([-5, 2, 3], 0)] {
        let error = BatchError::Offset { index };
        assert_eq!(batch.hash_column(b"one", &offsets, &mut out), Err(error));
    }
    assert_eq!(out, [7; 2], "nothing is written");
    assert_eq!(batch.hash_column::<i32>(b"", &[], &mut []), Ok(()));
}

#[test]
fn what_has_a_backend_takes_the_best() {
    on_every_backend!(Backend, "siphash-fast: names", |backend| {
        assert_eq!(Backend::from_name(backend.name()), Some(backend));
        let name = format!("{:?}", backend.name());
        let batch = Batch24::new(&Key::from_seed(8)).with_backend(backend);
        assert_eq!(format!("{batch:?}"), format!("Batch {{ backend: {name}, .. }}"));
        let tree = Tree::<1, 3>::new(&TreeKey::from_seed(8)).with_backend(backend);
        assert_eq!(format!("{tree:?}"), format!("Tree {{ backend: {name}, .. }}"));
    });
    assert_eq!(Backend::from_name("none"), None);
    let batch = format!("{:?}", Batch24::new(&Key::from_seed(8)));
    assert!(batch.contains(Backend::detect().name()), "{batch}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_keys_and_messages(
        words in proptest::array::uniform4(any::<u64>()),
        messages in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..200), 0..40),
    ) {
        let key = Key::from_words([words[0], words[1]]);
        let slices: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let expected: Vec<_> =
            slices.iter().map(|m| oracle::hash64((2, 4), key.to_words(), m)).collect();
        let joined = slices.concat();
        for backend in Backend::available() {
            prop_assert_eq!(&many::<2, 4>(backend, &key, &slices), &expected);
            let tree = Tree::<2, 4>::new(&TreeKey::from_words(words)).with_backend(backend);
            prop_assert_eq!(tree.hash(&joined), oracle::tree((2, 4), words, &joined));
        }
        prop_assert_eq!(hash128::<2, 4>(&key, &joined), oracle::hash128((2, 4), key.to_words(), &joined));
    }
}
