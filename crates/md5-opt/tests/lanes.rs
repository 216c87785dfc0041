//! Compares batches with another crate: messages of all lengths in all lanes, with varying
//! neighbours.

use md5_opt::{
    Backend, BatchError, Digest, hash, hash_column_on, hash_fixed, hash_fixed_on, hash_many,
    hash_many_on, hash_u64s,
};
use proptest::prelude::*;
use testkit::lengths::ladder;
use testkit::message::{NOISE, PAINT};
use testkit::on_every_backend;

/// Computes MD5 with the `md-5` crate.
fn oracle(message: &[u8]) -> Digest {
    use md5::Digest;
    md5::Md5::digest(message).into()
}

fn many(backend: Backend, messages: &[&[u8]]) -> Vec<Digest> {
    let mut out = vec![[0; 16]; messages.len()];
    hash_many_on(backend, messages, &mut out).expect("one output per message");
    out
}

#[test]
fn oracles_agree() {
    for len in ladder(200, 64, 40) {
        let message = NOISE.message(len);
        assert_eq!(oracle(&message), reference::md5::hash(&message), "{len} bytes");
        assert_eq!(oracle(&message), hash(&message), "{len} bytes");
    }
}

#[test]
fn every_length_in_every_lane() {
    on_every_backend!(Backend, "md5: lengths and lanes", |backend| {
        let lengths = ladder(300, 64, 20);
        let messages: Vec<_> = lengths.iter().map(|len| NOISE.message(*len)).collect();
        let expected: Vec<_> = messages.iter().map(|m| oracle(m)).collect();
        // Each start puts each message into another lane, with other neighbours.
        for start in 0..130 {
            let mut slices: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
            let mut expected = expected.clone();
            slices.rotate_left(start);
            expected.rotate_left(start);
            assert_eq!(many(backend, &slices), expected);
        }
    });
}

#[test]
fn every_number_of_messages() {
    on_every_backend!(Backend, "md5: numbers of messages", |backend| {
        let alike = |_| 1000;
        // First the same padded end for all messages, then the same number of blocks but different
        // ends.
        let whole_blocks = |_| 1024;
        let nearly = |i: usize| 1024 + i % 3 / 2 * 5;
        let mixed = |i: usize| i * i % 500;
        let one_long = |i| if i == 3 { 20_000 } else { i % 70 };
        let short = |i| i % 56;
        for length in
            [alike, whole_blocks, nearly, mixed, one_long, short] as [fn(usize) -> usize; 6]
        {
            let messages: Vec<_> = (0..130).map(|i| PAINT.message(length(i))).collect();
            let slices: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
            let expected: Vec<_> = slices.iter().map(|m| oracle(m)).collect();
            for count in 0..=slices.len() {
                assert_eq!(many(backend, &slices[..count]), expected[..count], "{count} messages");
            }
        }
    });
}

#[test]
fn columns_and_arrays() {
    on_every_backend!(Backend, "md5: columns", |backend| {
        for longest in [5, 20, 55, 56, 130] {
            let lengths: Vec<_> = (0..500).map(|i| i * 7 % (longest + 1)).collect();
            let values = NOISE.message(lengths.iter().sum());
            let mut offsets = vec![0];
            offsets.extend(lengths.iter().scan(0, |end, len| {
                *end += len;
                Some(*end)
            }));
            let mut out = vec![[0; 16]; lengths.len()];
            hash_column_on(backend, &values, &offsets, &mut out).expect("the column is consistent");
            for (digest, ends) in out.iter().zip(offsets.windows(2)) {
                assert_eq!(*digest, oracle(&values[ends[0]..ends[1]]));
            }
        }
        fn fixed<const N: usize>(backend: Backend) {
            let messages: Vec<[u8; N]> = (0..100_u8).map(|i| [i; N]).collect();
            let mut out = vec![[0; 16]; messages.len()];
            hash_fixed_on(backend, &messages, &mut out).expect("one output per message");
            for (digest, message) in out.iter().zip(&messages) {
                assert_eq!(*digest, oracle(message));
            }
        }
        fixed::<0>(backend);
        fixed::<8>(backend);
        fixed::<16>(backend);
        fixed::<55>(backend);
        fixed::<64>(backend);
        fixed::<200>(backend);
    });
}

#[test]
fn the_best_backend_is_taken() {
    let mut out = [[0; 16]; 3];
    hash_many(&[b"one", b"", b"three"], &mut out).expect("three");
    assert_eq!(out, [hash(b"one"), hash(b""), hash(b"three")]);
    hash_fixed(&[*b"one", *b"two", *b"six"], &mut out).expect("three");
    assert_eq!(out, [hash(b"one"), hash(b"two"), hash(b"six")]);
    hash_u64s(&[1, 2, u64::MAX], &mut out).expect("three");
    assert_eq!(out, [1, 2, u64::MAX].map(|word: u64| hash(&word.to_le_bytes())));
    let length = Err(BatchError::Length { messages: 1, outputs: 3 });
    assert_eq!(hash_fixed(&[*b"one"], &mut out), length);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_set_of_messages(
        lengths in proptest::collection::vec(
            prop_oneof![8 => 0_usize..130, 2 => 0_usize..2000, 1 => 0_usize..20_000],
            0..131,
        ),
        seed in any::<u64>(),
    ) {
        let bytes = testkit::message::splitmix64_bytes(seed, 20_000);
        let messages: Vec<&[u8]> =
            lengths.iter().enumerate().map(|(i, len)| &bytes[i.min(20_000 - len)..][..*len]).collect();
        let expected: Vec<_> = messages.iter().map(|m| oracle(m)).collect();
        for backend in Backend::available() {
            prop_assert_eq!(&many(backend, &messages), &expected, "{}", backend.name());
        }
    }
}
