//! Tests of batches that the suites do not have: sorting, groups, and loads at the ends of
//! messages.

use proptest::prelude::*;
use reference::siphash as oracle;
use siphash_fast::{
    Backend, BatchError, Key, hash_column, hash_fixed, hash_many, siphash_1_3, siphash_2_4,
};
use testkit::lengths::{ladder, placements};
use testkit::message::{NOISE, PAINT};
use testkit::{Guarded, on_every_backend};

fn key(seed: u64, backend: Backend) -> Key {
    Key::from_seed(seed).with_backend(backend)
}

/// Hashes all messages in one call.
fn many<const C: u8, const D: u8>(key: &Key, messages: &[&[u8]]) -> Vec<u64> {
    let mut out = vec![0; messages.len()];
    hash_many::<C, D>(key, messages, &mut out).expect("one output per message");
    out
}

#[test]
fn neither_place_nor_neighbours_matter() {
    on_every_backend!(Backend, "siphash-fast: placements of batches", |backend| {
        let key = key(3, backend);
        for len in ladder(100, 32, 6) {
            let message = PAINT.message(len);
            let expected = oracle::hash64((1, 3), key.to_words(), &message);
            placements(&message, 32, |m| {
                assert_eq!(many::<1, 3>(&key, &[m; 9]), [expected; 9], "{len} bytes");
            });
        }
    });
}

/// Hashes arrays that lie next to pages that fault, and so do the outputs. The suites do the same
/// for slices and columns.
fn fenced<const N: usize>(key: &Key) {
    let mut pages = [50 * N, 50 * 16].map(Guarded::new);
    let messages: Vec<[u8; N]> = (0..50).map(|i| [i; N]).collect();
    let expected: Vec<_> = messages.iter().map(|m| siphash_1_3(key, m)).collect();
    for count in 0..messages.len() {
        let ([inputs, outputs], old) = (&mut pages, vec![0; count]);
        let out = outputs.end(&old);
        hash_fixed::<1, 3, _>(key, inputs.end(&messages[..count]), out)
            .expect("one output per message");
        assert_eq!(out, &expected[..count]);
        let out = outputs.begin(&old);
        hash_fixed::<1, 3, _>(key, inputs.begin(&messages[..count]), out)
            .expect("one output per message");
        assert_eq!(out, &expected[..count]);
    }
}

#[test]
fn arrays_no_read_outside() {
    on_every_backend!(Backend, "siphash-fast: guard pages of arrays", |backend| {
        let key = key(2, backend);
        fenced::<1>(&key);
        fenced::<7>(&key);
        fenced::<8>(&key);
        fenced::<9>(&key);
        fenced::<20>(&key);
        fenced::<64>(&key);
        fenced::<65>(&key);
        fenced::<300>(&key);
    });
}

/// Hashes more messages than are sorted at a time: of mixed, similar, short and long lengths, and
/// with one long message among short ones.
#[test]
fn any_lengths_keep_their_order() {
    on_every_backend!(Backend, "siphash-fast: order of batches", |backend| {
        let key = key(4, backend);
        let mixed: Vec<_> = (0..300).map(|i| NOISE.message(i * i % 500)).collect();
        let alike: Vec<_> = (220..300).map(|i| NOISE.message(i)).collect();
        let short: Vec<_> = (0..300).map(|i| NOISE.message(i * 7 % 40)).collect();
        let one_long: Vec<_> =
            (0..50).map(|i| NOISE.message(if i == 20 { 9000 } else { i })).collect();
        let long: Vec<_> = (0..40).map(|i| NOISE.message(i * 117 % 5000)).collect();
        for messages in [mixed, alike, short, one_long, long] {
            let slices: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
            let expected: Vec<_> = slices.iter().map(|m| siphash_2_4(&key, m)).collect();
            let expected13: Vec<_> = slices.iter().map(|m| siphash_1_3(&key, m)).collect();
            for count in (0..40.min(slices.len())).chain([127, 128, 129, 255, 256, 257, 300]) {
                let count = count.min(slices.len());
                let (slices, expected) = (&slices[..count], &expected[..count]);
                assert_eq!(many::<2, 4>(&key, slices), expected, "{count}");
                assert_eq!(many::<1, 3>(&key, slices), expected13[..count], "{count}");
                let mut offsets = vec![0];
                offsets.extend(slices.iter().scan(0, |end, m| {
                    *end += m.len();
                    Some(*end)
                }));
                let mut out = vec![0; count];
                hash_column::<2, 4, _>(&key, &slices.concat(), &offsets, &mut out)
                    .expect("the column is consistent");
                assert_eq!(out, expected, "{count}");
            }
        }
    });
}

fn fixed<const N: usize>(key: &Key) {
    for count in (0..40).chain([130]) {
        let messages: Vec<[u8; N]> =
            (0..count).map(|i| NOISE.message(N + i)[i..].try_into().expect("N bytes")).collect();
        let mut out = vec![0; count];
        hash_fixed::<1, 3, _>(key, &messages, &mut out).expect("one output per message");
        let expected: Vec<_> = messages.iter().map(|m| siphash_1_3(key, m)).collect();
        assert_eq!(out, expected, "{count} messages of {N} bytes");
    }
}

#[test]
fn messages_of_one_length() {
    on_every_backend!(Backend, "siphash-fast: fixed lengths", |backend| {
        let key = key(5, backend);
        fixed::<0>(&key);
        fixed::<1>(&key);
        fixed::<4>(&key);
        fixed::<7>(&key);
        fixed::<8>(&key);
        fixed::<9>(&key);
        fixed::<16>(&key);
        fixed::<20>(&key);
        fixed::<32>(&key);
        fixed::<63>(&key);
        fixed::<64>(&key);
        fixed::<65>(&key);
        fixed::<300>(&key);
    });
    let mut out = [7; 2];
    let error = hash_fixed::<1, 3, _>(&Key::from_seed(5), &[[1]], &mut out);
    assert_eq!(error, Err(BatchError::Length { messages: 1, outputs: 2 }));
    assert_eq!(out, [7; 2], "nothing is written");
}

#[test]
fn any_key_and_messages() {
    let message = proptest::collection::vec(any::<u8>(), 0..200);
    let messages = proptest::collection::vec(message, 0..40);
    testkit::conformance::check(64, (any::<[u64; 2]>(), messages), |(words, messages)| {
        let slices: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let expected: Vec<_> = slices.iter().map(|m| oracle::hash64((2, 4), words, m)).collect();
        for backend in Backend::available() {
            let key = Key::from_words(words).with_backend(backend);
            prop_assert_eq!(&many::<2, 4>(&key, &slices), &expected, "{}", backend.name());
        }
        Ok(())
    });
}
