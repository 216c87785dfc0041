//! Every backend against the reference, and against the ends of its slices.

use multilinear_hash::divide::{Paths8, Paths16};
use multilinear_hash::mmh::Mmh;
use multilinear_hash::{
    Backend, BatchError, Function, Key, Mmh32, Mmh64, Multilinear64, MultilinearHasher, Tmmh16,
    hash, hash_column, hash_many, hash_u64s,
};
use proptest::prelude::*;
use reference::multilinear as oracle;
use testkit::lengths::{ladder, placements};
use testkit::message::{NOISE, PAINT, splitmix64_bytes};
use testkit::{Guarded, on_every_backend};

/// All lengths of the short ways, the edges of pieces behind them, and those of blocks.
fn lengths() -> Vec<usize> {
    let mut lengths = ladder(200, 64, 8);
    for blocks in [1, 2, 3] {
        lengths.extend(
            [-65_isize, -64, -1, 0, 1, 2, 63, 64, 65, 100]
                .map(|d| (blocks * 4096_usize).checked_add_signed(d).expect("a length")),
        );
    }
    lengths
}

/// What the reference makes of the key of a seed.
fn key_bytes<F: Function>(seed: u64) -> Vec<u8> {
    splitmix64_bytes(seed, F::KEY_BYTES)
}

/// A function whose hashes the reference has as numbers.
trait Checked: Function {
    fn numbers(hash: Self::Output) -> Vec<u64>;
    fn expected(key: &[u8], message: &[u8]) -> Vec<u64>;
}

macro_rules! rows {
    ($($function:ty: $oracle:path, $rows:literal;)*) => { $(
        impl Checked for $function {
            fn numbers(hash: Self::Output) -> Vec<u64> {
                hash.into_iter().map(u64::from).collect()
            }
            fn expected(key: &[u8], message: &[u8]) -> Vec<u64> {
                $oracle(key, message, $rows)
            }
        }
    )* };
}

rows! {
    Mmh32: oracle::mmh, 1;
    Mmh64: oracle::mmh, 2;
    Tmmh16<1>: oracle::tmmh, 1;
    Tmmh16<2>: oracle::tmmh, 2;
    Tmmh16<3>: oracle::tmmh, 3;
    Tmmh16<4>: oracle::tmmh, 4;
}

impl Checked for Multilinear64 {
    fn numbers(hash: u64) -> Vec<u64> {
        vec![hash]
    }
    fn expected(key: &[u8], message: &[u8]) -> Vec<u64> {
        vec![oracle::multilinear64(key, message)]
    }
}

fn every_length<F: Checked>(backend: F::Backend) {
    for seed in [0, 1] {
        let bytes = key_bytes::<F>(seed);
        let key = Key::<F>::from_seed(seed).with_backend(backend);
        let same = Key::<F>::from_bytes(&bytes).expect("a whole key").with_backend(backend);
        for len in lengths() {
            let message = NOISE.message(len);
            let expected = F::expected(&bytes, &message);
            assert_eq!(F::numbers(hash(&key, &message)), expected, "{} {len} bytes", F::NAME);
            assert_eq!(F::numbers(hash(&same, &message)), expected);
        }
        // Whatever wraps.
        let ones = Key::<F>::from_bytes(&vec![0xff; F::KEY_BYTES]).expect("a whole key");
        for len in [0, 1, 64, 1000, 4096, 4097, 9000] {
            let message = vec![0xff; len];
            let expected = F::expected(&vec![0xff; F::KEY_BYTES], &message);
            let found = hash(&ones.clone().with_backend(backend), &message);
            assert_eq!(F::numbers(found), expected, "{} {len} bytes", F::NAME);
        }
    }
}

#[test]
fn every_length_agrees_with_the_reference() {
    on_every_backend!(Backend, "multilinear-hash: lengths", |backend| {
        every_length::<Mmh32>(backend);
        every_length::<Mmh64>(backend);
        every_length::<Tmmh16<1>>(backend);
        every_length::<Tmmh16<2>>(backend);
        every_length::<Tmmh16<3>>(backend);
        every_length::<Tmmh16<4>>(backend);
    });
}

#[test]
fn every_length_agrees_with_the_reference_over_gf64() {
    on_every_backend!(gf2::Backend, "multilinear-hash over GF(2^64): lengths", |backend| {
        every_length::<Multilinear64>(backend);
    });
}

fn guards<F: Checked>(backend: F::Backend) {
    let key = Key::<F>::from_seed(2).with_backend(backend);
    let mut guarded = Guarded::new(16 << 10);
    for len in lengths() {
        let message = PAINT.message(len);
        let expected = hash(&key, &message);
        let all = |m: &[u8]| {
            let mut stream = MultilinearHasher::new(&key);
            stream.update(m);
            assert_eq!([hash(&key, m), stream.finalize()], [expected; 2], "{len} bytes");
        };
        all(guarded.end(&message));
        all(guarded.begin(&message));
    }
}

#[test]
fn nothing_behind_or_before_the_slice_is_read() {
    on_every_backend!(Backend, "multilinear-hash: guard pages", |backend| {
        guards::<Mmh32>(backend);
        guards::<Mmh64>(backend);
        guards::<Tmmh16<1>>(backend);
        guards::<Tmmh16<2>>(backend);
        guards::<Tmmh16<4>>(backend);
        let mut guarded = Guarded::new(1 << 10);
        let key = [7; 129];
        for len in (0..512).step_by(4) {
            let message = PAINT.message(len);
            let mmh = Mmh::new(&key).with_backend(backend);
            let expected = mmh.hash64(&message);
            assert_eq!(mmh.hash64(guarded.end(&message)), expected);
            assert_eq!(mmh.hash64(guarded.begin(&message)), expected);
        }
    });
    on_every_backend!(gf2::Backend, "multilinear-hash over GF(2^64): guard pages", |backend| {
        guards::<Multilinear64>(backend);
    });
}

#[test]
fn neither_place_nor_neighbours_matter() {
    on_every_backend!(Backend, "multilinear-hash: placements", |backend| {
        let key = Key::<Tmmh16<4>>::from_seed(3).with_backend(backend);
        let other = Key::<Mmh64>::from_seed(3).with_backend(backend);
        for len in ladder(140, 64, 5) {
            let message = PAINT.message(len);
            let expected = (hash(&key, &message), hash(&other, &message));
            placements(&message, 64, |m| assert_eq!((hash(&key, m), hash(&other, m)), expected));
        }
    });
}

#[test]
fn two_rows_of_mmh_are_two_hashes() {
    on_every_backend!(Backend, "multilinear-hash: rows of mmh", |backend| {
        let key: Vec<u32> = (0..300_u32).map(|i| i.wrapping_mul(0x9e37_79b9) ^ i << 20).collect();
        for words in 0..299 {
            let message = NOISE.message(4 * words);
            let mmh = |key| Mmh::new(key).with_backend(backend);
            // With as much key as is needed, and with more.
            for end in [words + 1, 300] {
                let rows = [mmh(&key[..end]).hash(&message), mmh(&key[1..end]).hash(&message)];
                let rows = rows.map(|row| row.expect("the key is long enough"));
                assert_eq!(mmh(&key[..end]).hash64(&message), Ok(rows), "{words} words");
            }
        }
    });
}

/// Sums of signed words and of bytes, plainly.
fn plain_paths(message: &[u8], rows: usize) -> [Vec<u32>; 2] {
    let stream = splitmix64_bytes(5, 20 * 64);
    let sixteen = |b: &[u8]| i64::from(i16::from_le_bytes([b[0], b[1]]));
    let row16 = |j: usize| {
        let pairs = message.chunks(2).zip(stream[64 * j..].chunks(2));
        let sum: i64 = pairs.map(|(m, x)| sixteen(m) * sixteen(x)).sum();
        u32::try_from(sum.rem_euclid(1 << 32) % 65_537).expect("17 bits")
    };
    let row8 = |j: usize| {
        let pairs = message.iter().zip(&stream[64 * j..]);
        let sum: i64 = pairs.map(|(m, x)| i64::from(*m) * i64::from(x.cast_signed())).sum();
        u32::try_from(sum.rem_euclid(257)).expect("9 bits")
    };
    [(0..rows).map(row16).collect(), (0..rows).map(row8).collect()]
}

#[test]
fn paths_for_simd_are_inner_products() {
    on_every_backend!(Backend, "multilinear-hash: paths", |backend| {
        let (sixteen, eight) = (Paths16::<20>::from_seed(5), Paths8::<20>::from_seed(5));
        for blocks in 0..=17 {
            for message in
                [NOISE.message(64 * blocks), vec![0xff; 64 * blocks], vec![0x80; 64 * blocks]]
            {
                let [all16, all8] = plain_paths(&message, 4);
                assert_eq!(sixteen.sums::<1>(backend, &message).expect("fits")[..], all16[..1]);
                assert_eq!(sixteen.sums::<2>(backend, &message).expect("fits")[..], all16[..2]);
                assert_eq!(sixteen.sums::<4>(backend, &message).expect("fits")[..], all16);
                assert_eq!(eight.sums::<1>(backend, &message).expect("fits")[..], all8[..1]);
                assert_eq!(eight.sums::<4>(backend, &message).expect("fits")[..], all8);
            }
        }
        assert!(sixteen.sums::<4>(backend, &[0; 64 * 18]).is_err());
        assert!(sixteen.sums::<4>(backend, &[0; 63]).is_err());
        assert!(eight.sums::<4>(backend, &[0; 64 * 18]).is_err());
    });
    // The longest sums that are exact.
    let most = Paths8::<1028>::LONGEST;
    let longest = Paths8::<1028>::new([[-128; 64]; 1028]);
    for backend in Backend::available() {
        let sums = longest.sums::<1>(backend, &vec![0xff; Paths8::<1028>::LONGEST]);
        let most = i64::try_from(most).expect("few");
        let sum = (most * 255 * -128).rem_euclid(257);
        assert_eq!(sums, Ok([u32::try_from(sum).expect("9 bits")]));
        assert!(longest.sums::<1>(backend, &vec![0xff; Paths8::<1028>::LONGEST + 64]).is_err());
    }
}

fn batches<F: Function>(backend: F::Backend) {
    let key = Key::<F>::from_seed(4).with_backend(backend);
    // Every length of a register and around, longer ones among them, and more than a block.
    let mut messages: Vec<_> = (0..80).map(|i| NOISE.message(i)).collect();
    messages.extend([4095, 4096, 4097, 9000, 3, 64, 0].map(|len| NOISE.message(len)));
    let slices: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
    let expected: Vec<_> = slices.iter().map(|m| hash(&key, m)).collect();
    let empty = hash(&key, b"another");
    let mut out = vec![empty; slices.len()];
    hash_many(&key, &slices, &mut out).expect("as many as places");
    assert_eq!(out, expected);
    let mut ends = vec![0_i32];
    ends.extend(slices.iter().scan(0, |end, m| {
        *end += i32::try_from(m.len()).expect("short");
        Some(*end)
    }));
    let mut out = vec![empty; slices.len()];
    hash_column(&key, &slices.concat(), &ends, &mut out).expect("a column");
    assert_eq!(out, expected);
    let words: Vec<u64> = (0..67_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let expected: Vec<_> = words.iter().map(|w| hash(&key, &w.to_le_bytes())).collect();
    for count in 0..words.len() {
        let mut out = vec![empty; count];
        hash_u64s(&key, &words[..count], &mut out).expect("as many as places");
        assert_eq!(out, expected[..count]);
    }
}

#[test]
fn batches_agree_with_single_messages() {
    on_every_backend!(Backend, "multilinear-hash: batches", |backend| {
        batches::<Mmh32>(backend);
        batches::<Tmmh16<4>>(backend);
    });
    on_every_backend!(gf2::Backend, "multilinear-hash over GF(2^64): batches", |backend| {
        batches::<Multilinear64>(backend);
        // At the end of a page: a short message is loaded into a whole register.
        let key = Key::<Multilinear64>::from_seed(4).with_backend(backend);
        let mut guarded = Guarded::new(1 << 10);
        for len in 0..130 {
            let message = PAINT.message(len);
            let mut out = [0; 2];
            hash_many(&key, &[guarded.end(&message), &message], &mut out).expect("two places");
            assert_eq!(out, [hash(&key, &message); 2], "{len} bytes");
        }
    });
}

#[test]
fn batches_that_do_not_fit_are_refused() {
    let key = Key::<Multilinear64>::from_seed(5);
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
    assert_eq!(hash_column::<_, u32>(&key, b"", &[], &mut []), Ok(()));
    assert_eq!(hash_column(&key, b"", &[0_u64], &mut []), Ok(()));
    // A column may start and end inside its values.
    assert_eq!(hash_column(&key, b"some text", &[2_usize, 4, 6], &mut out), Ok(()));
    assert_eq!(out, [hash(&key, b"me"), hash(&key, b" t")]);
    let length = BatchError::Length { messages: 1, places: 2 }.to_string();
    assert_eq!(length, "1 messages, but places for 2 hashes");
    let offset = BatchError::Offset { index: 3 }.to_string();
    assert_eq!(offset, "offset 3 is below the one before it or behind the values");
}

#[test]
fn backends_have_names() {
    for backend in Backend::available() {
        assert_eq!(Backend::from_name(backend.name()), Some(backend));
    }
    assert_eq!(Backend::from_name("none"), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_key_and_message(
        seed in any::<u64>(),
        message in proptest::collection::vec(any::<u8>(), 0..9000),
    ) {
        for backend in Backend::available() {
            let key = Key::<Mmh64>::from_seed(seed).with_backend(backend);
            let expected = oracle::mmh(&key_bytes::<Mmh64>(seed), &message, 2);
            prop_assert_eq!(Mmh64::numbers(hash(&key, &message)), expected);
            let key = Key::<Tmmh16<4>>::from_seed(seed).with_backend(backend);
            let expected = oracle::tmmh(&key_bytes::<Tmmh16<4>>(seed), &message, 4);
            prop_assert_eq!(Tmmh16::<4>::numbers(hash(&key, &message)), expected);
        }
        let key = Key::<Multilinear64>::from_seed(seed);
        let expected = oracle::multilinear64(&key_bytes::<Multilinear64>(seed), &message);
        prop_assert_eq!(hash(&key, &message), expected);
    }
}
