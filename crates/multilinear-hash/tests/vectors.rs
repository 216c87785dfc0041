//! Vectors of the published functions, on every backend of the machine.

use hash_core::function::Mixed;
use multilinear_hash::{
    BLOCK_BYTES, Backend, Error, Key, Mmh32, Mmh64, Multilinear64, MultilinearHasher, Tmmh16, hash,
    hash_mixed, multilinear,
};
use reference::multilinear as oracle;
use testkit::vectors::{MMH, MULTILINEAR, TMMH16};
use testkit::{Generator, on_every_backend};

fn number(text: &str) -> u128 {
    u128::from_str_radix(text, 16).expect("hexadecimal digits of at most 128 bits")
}

fn message(spec: &str, len: usize) -> Vec<u8> {
    Generator::parse(spec).message(len)
}

fn words32(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|b| u32::from_le_bytes(*b)).collect()
}

fn words64(bytes: &[u8]) -> Vec<u64> {
    bytes.as_chunks().0.iter().map(|b| u64::from_le_bytes(*b)).collect()
}

/// Without a product of the length the hash of up to 4,096 bytes is the published function, and the
/// second row is its hash under the key shifted by one word.
#[test]
fn mmh() {
    on_every_backend!(Backend, "mmh: vectors", |backend| {
        for fields in MMH.of_kind("M") {
            let n: usize = fields[0].parse().expect("words");
            if 4 * n > BLOCK_BYTES {
                continue;
            }
            let (words, bytes) = (message(fields[1], 4 * n), message(fields[2], 4 * n));
            let mut key = [0; Key::<Mmh64>::BYTES];
            key[4..][..4 * n].copy_from_slice(&words);
            let first = Key::<Mmh32>::from_bytes(&key).with_backend(backend);
            let expected = number(fields[5]);
            assert_eq!(hash(&first, &bytes).map(u128::from), [expected], "{fields:?}");
            key.copy_within(4..4 + 4 * n, 8);
            key[4..8].fill(0);
            let second = Key::<Mmh64>::from_bytes(&key).with_backend(backend);
            assert_eq!(u128::from(hash(&second, &bytes)[1]), expected, "{fields:?}");
        }
    });
}

/// Up to 4,096 bytes the hash begins with the words of the published tag.
#[test]
fn tmmh16() {
    on_every_backend!(Backend, "tmmh16: vectors", |backend| {
        for fields in TMMH16.of_kind("T") {
            let (words, len): (usize, usize) =
                (fields[0].parse().expect("words"), fields[3].parse().expect("bytes"));
            if len > BLOCK_BYTES {
                continue;
            }
            let bytes = match Generator::parse(fields[1]) {
                Generator::Literal(bytes) => bytes,
                other => other.message(2 * (words + len.div_ceil(2))),
            };
            let mut key = [0; Key::<Tmmh16>::BYTES];
            key[..bytes.len()].copy_from_slice(&bytes);
            let key = Key::<Tmmh16>::from_bytes(&key).with_backend(backend);
            let tag = hash(&key, &message(fields[2], len)).map(|word| format!("{word:04x}"));
            let n = words.min(tag.len());
            assert_eq!(tag[..n].concat(), fields[4][..4 * n], "{fields:?}");
        }
    });
}

#[test]
fn multilinear() {
    for fields in MULTILINEAR.of_kind("V") {
        let len: usize = fields[3].parse().expect("bytes");
        let bytes = message(fields[2], len);
        let key = message(fields[1], 8 * len + 64);
        let (wide, narrow) = (words64(&key), words32(&key));
        let found = match fields[0] {
            "gf64ml" => {
                let expected = multilinear::gf64(&wide, &bytes);
                on_gf2(|backend| {
                    assert_eq!(multilinear::gf64_with(backend, &wide, &bytes), expected);
                });
                expected
            }
            "gf64mlhalf" => multilinear::gf64_half(&wide, &bytes),
            "gf32ml" => multilinear::gf32(&narrow, &bytes).map(u64::from),
            "gf32mlhalf" => multilinear::gf32_half(&narrow, &bytes).map(u64::from),
            "ml32" => multilinear::ml32(&wide, &bytes).map(u64::from),
            "ml32half" => multilinear::ml32_half(&wide, &bytes).map(u64::from),
            "nh32" => multilinear::nh32(&narrow, &bytes).map(u64::from),
            other => panic!("unknown function {other}"),
        };
        assert_eq!(found.map(u128::from), Ok(number(fields[4])), "{fields:?}");
    }
}

fn on_gf2(test: impl Fn(gf2::Backend)) {
    gf2::Backend::available().for_each(test);
}

#[test]
fn multilinear_over_the_integers_to_64_bits() {
    let key: Vec<u128> = message("k:0000000000000007", 16 * 40)
        .as_chunks()
        .0
        .iter()
        .map(|b| u128::from_le_bytes(*b))
        .collect();
    for n in 0..39 {
        let bytes = message("g:131:17:29", 8 * n);
        let expected = oracle::ml64(&key, &words64(&bytes));
        assert_eq!(multilinear::ml64(&key, &bytes), Ok(expected), "{n} words");
    }
}

#[test]
fn keys_and_messages_that_do_not_fit_are_refused() {
    let short = |expected, found| Err(Error::KeyTooShort { expected, found });
    assert_eq!(multilinear::gf64(&[1], &[0; 8]), short(2, 1));
    assert_eq!(multilinear::gf64_half(&[1, 2], &[0; 16]), short(3, 2));
    assert_eq!(multilinear::gf32(&[1], &[0; 4]).map(u64::from), short(2, 1));
    assert_eq!(multilinear::gf32_half(&[1], &[0; 4]).map(u64::from), short(2, 1));
    assert_eq!(multilinear::ml64(&[1], &[0; 8]), short(2, 1));
    assert_eq!(multilinear::ml32(&[1, 2], &[0; 4]).map(u64::from), short(3, 2));
    assert_eq!(multilinear::ml32_half(&[1; 3], &[0; 8]).map(u64::from), short(4, 3));
    assert_eq!(multilinear::nh32(&[1], &[0; 8]).map(u64::from), short(2, 1));
    assert_eq!(multilinear::nh32(&[1; 9], &[0; 12]), Err(Error::OddWords { words: 3 }));
    assert_eq!(multilinear::ml32_half(&[1; 9], &[0; 4]), Err(Error::OddWords { words: 1 }));
    // Whole words before the partial one change nothing, and odd numbers of words come second.
    for bytes in 0..=64 {
        let message = &[0; 64][..bytes];
        let partial = |word| {
            let is_partial = bytes % word != 0;
            is_partial.then_some(Error::PartialWord { bytes, word })
        };
        let words = bytes / 4;
        let odd = partial(4).or_else(|| (words % 2 == 1).then_some(Error::OddWords { words }));
        assert_eq!(multilinear::gf64(&[1; 9], message).err(), partial(8), "{bytes}");
        assert_eq!(multilinear::gf64_half(&[1; 9], message).err(), partial(8), "{bytes}");
        assert_eq!(multilinear::ml64(&[1; 9], message).err(), partial(8), "{bytes}");
        assert_eq!(multilinear::gf32(&[1; 18], message).err(), partial(4), "{bytes}");
        assert_eq!(multilinear::gf32_half(&[1; 18], message).err(), partial(4), "{bytes}");
        assert_eq!(multilinear::ml32(&[1; 18], message).err(), partial(4), "{bytes}");
        assert_eq!(multilinear::ml32_half(&[1; 18], message).err(), odd, "{bytes}");
        assert_eq!(multilinear::nh32(&[1; 18], message).err(), odd, "{bytes}");
    }
    let partial = Error::PartialWord { bytes: 7, word: 8 };
    assert_eq!(partial.to_string(), "message has 7 bytes, which is not a multiple of 8");
    assert_eq!(
        Error::OddWords { words: 3 }.to_string(),
        "message has 3 words, which is an odd number"
    );
    assert_eq!(
        Error::KeyTooShort { expected: 3, found: 2 }.to_string(),
        "key has 2 words, this message needs 3"
    );
}

testkit::vectors! {
    multilinear64_mixed: joining Mixed<Multilinear64>;
}

/// The functions of the crate are the mixed function by name.
#[test]
fn mixed_in_each_way() {
    let key = Key::<Multilinear64>::from_seed(7);
    for len in (0..100).chain([BLOCK_BYTES, BLOCK_BYTES + 1, 9000]) {
        let message = message("s:5eed000000000001", len);
        let expected = reference::mix::mix(hash(&key, &message));
        assert_eq!(hash_mixed(&key, &message), expected, "{len} bytes");
        let mut stream = MultilinearHasher::new(&key);
        stream.update(&message);
        assert_eq!(stream.finalize_mixed(), expected, "{len} bytes");
    }
}
