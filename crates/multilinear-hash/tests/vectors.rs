//! Vectors of the published functions, on every backend of the machine.

use multilinear_hash::lch::Lch;
use multilinear_hash::mmh::{Mmh, PRIME};
use multilinear_hash::tmmh::Tmmh;
use multilinear_hash::{
    Backend, Error, Key, Multilinear64, MultilinearHasher, hash_mixed, multilinear,
};
use reference::multilinear as oracle;
use testkit::message::NOISE;
use testkit::vectors::{LCH, MIXED, MMH, MULTILINEAR, TMMH16};
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

fn words16(bytes: &[u8]) -> Vec<u16> {
    bytes.as_chunks().0.iter().map(|b| u16::from_be_bytes(*b)).collect()
}

fn words64(bytes: &[u8]) -> Vec<u64> {
    bytes.as_chunks().0.iter().map(|b| u64::from_le_bytes(*b)).collect()
}

#[test]
fn mmh() {
    on_every_backend!(Backend, "mmh: vectors", |backend| {
        for fields in MMH.of_kind("M") {
            let n: usize = fields[0].parse().expect("words");
            let key = words32(&message(fields[1], 4 * n));
            let bytes = message(fields[2], 4 * n);
            let mmh = Mmh::new(&key).with_backend(backend);
            let [star, hash, exact] = [4, 5, 6].map(|i| number(fields[i]));
            assert_eq!(mmh.hash_star(&bytes).map(u128::from), Ok(star), "{fields:?}");
            assert_eq!(mmh.hash(&bytes).map(u128::from), Ok(hash), "{fields:?}");
            assert_eq!(mmh.hash_exact(&bytes).map(u128::from), Ok(exact), "{fields:?}");
            if n > 0 {
                let too_short = Error::KeyTooShort { expected: n, found: n - 1 };
                assert_eq!(Mmh::new(&key[1..]).hash(&bytes), Err(too_short));
                assert_eq!(
                    mmh.hash64(&bytes),
                    Err(Error::KeyTooShort { expected: n + 1, found: n })
                );
                let partial = Error::PartialWord { bytes: 4 * n - 1, word: 4 };
                assert_eq!(mmh.hash(&bytes[1..]), Err(partial));
            }
        }
    });
}

#[test]
fn two_rows_of_mmh_are_two_hashes() {
    on_every_backend!(Backend, "mmh: rows", |backend| {
        let key: Vec<u32> = (0..300_u32).map(|i| i.wrapping_mul(0x9e37_79b9) ^ i << 20).collect();
        for words in 0..299 {
            let message = NOISE.message(4 * words);
            let mmh = |key| Mmh::new(key).with_backend(backend);
            // With the shortest key and with a longer one.
            for end in [words + 1, 300] {
                let rows = [mmh(&key[..end]).hash(&message), mmh(&key[1..end]).hash(&message)];
                let rows = rows.map(|row| row.expect("the key is long enough"));
                assert_eq!(mmh(&key[..end]).hash64(&message), Ok(rows), "{words} words");
            }
        }
    });
}

#[test]
fn tmmh16() {
    on_every_backend!(Backend, "tmmh16: vectors", |backend| {
        for fields in TMMH16.of_kind("T") {
            let (words, len): (usize, usize) =
                (fields[0].parse().expect("words"), fields[3].parse().expect("bytes"));
            let key = match Generator::parse(fields[1]) {
                Generator::Literal(key) => key,
                other => other.message(2 * (words + len.div_ceil(2))),
            };
            let (key, bytes) = (words16(&key), message(fields[2], len));
            let tmmh = Tmmh::new(&key).with_backend(backend);
            let found = [match words {
                1 => tag::<1>(&tmmh, &bytes),
                2 => tag::<2>(&tmmh, &bytes),
                3 => tag::<3>(&tmmh, &bytes),
                4 => tag::<4>(&tmmh, &bytes),
                5 => tag::<5>(&tmmh, &bytes),
                other => panic!("unexpected tag of {other} words"),
            }];
            assert_eq!(found[0], [fields[4], fields[5]], "{fields:?}");
        }
    });
}

/// A function that makes a tag of some number of words.
type Tag = fn(&Tmmh<'_>, &[u8]) -> Result<Vec<u16>, Error>;

/// Returns the tag and the exact tag in the notation of the file.
fn tag<const T: usize>(tmmh: &Tmmh<'_>, bytes: &[u8]) -> [String; 2] {
    let text = |tag: [u16; T]| tag.iter().map(|w| format!("{w:04x}")).collect::<String>();
    let tags = [tmmh.tag::<T>(bytes), tmmh.tag_exact::<T>(bytes)];
    tags.map(|tag| text(tag.expect("the key is long enough")))
}

#[test]
fn tags_of_any_number_of_words_are_the_reference_s() {
    let key = Generator::SplitMix(3).message(2 * 600);
    let words = words16(&key);
    on_every_backend!(Backend, "tmmh16: tags", |backend| {
        let tmmh = Tmmh::new(&words).with_backend(backend);
        for len in (0..200).chain([500, 511, 512, 513, 1000]) {
            let bytes = Generator::SplitMix(4).message(len);
            let [expected, exact] = oracle::tmmh16(&oracle::words16(&key), &bytes, 9);
            let expected: Vec<u16> =
                expected.iter().map(|w| u16::try_from(*w).expect("16 bits")).collect();
            assert_eq!(
                tmmh.tag::<9>(&bytes).expect("the key is long enough")[..],
                expected,
                "{len} bytes"
            );
            assert_eq!(tmmh.tag::<6>(&bytes).expect("the key is long enough")[..], expected[..6]);
            assert_eq!(tmmh.tag::<3>(&bytes).expect("the key is long enough")[..], expected[..3]);
            // With the shortest key.
            for (rows, found) in [
                (1, |t: &Tmmh<'_>, m: &[u8]| t.tag::<1>(m).map(|tag| tag.to_vec())),
                (2, |t: &Tmmh<'_>, m: &[u8]| t.tag::<2>(m).map(|tag| tag.to_vec())),
                (4, |t: &Tmmh<'_>, m: &[u8]| t.tag::<4>(m).map(|tag| tag.to_vec())),
            ] as [(usize, Tag); 3]
            {
                let exact = Tmmh::new(&words[..len.div_ceil(2) + rows]).with_backend(backend);
                assert_eq!(found(&exact, &bytes), Ok(expected[..rows].to_vec()), "{len} bytes");
            }
            let found = tmmh.tag_exact::<9>(&bytes).expect("the key is long enough").map(u64::from);
            assert_eq!(found[..], exact);
        }
        assert!(tmmh.tag::<2>(&[0; 1198]).is_err());
        assert!(tmmh.tag::<2>(&[0; 1196]).is_ok());
    });
}

#[test]
fn lch() {
    let mut left_out = 0;
    for fields in LCH.of_kind("L") {
        // The prime of Poly1305 has 130 bits, but the type has 128.
        if fields[0].len() > 32 {
            left_out += 1;
            continue;
        }
        let (word, n): (usize, usize) =
            (fields[1].parse().expect("bytes"), fields[2].parse().expect("words"));
        let of = |spec: &str| -> Vec<u128> {
            let bytes = message(spec, n * word);
            let of = |b: &[u8]| b.iter().rev().fold(0, |w, b| w << 8 | u128::from(*b));
            bytes.chunks(word).map(of).collect()
        };
        let lch = Lch::new(number(fields[0]), number(fields[4]));
        let (key, words) = (of(fields[3]), of(fields[5]));
        assert_eq!(lch.hash_once(&key, &words), Ok(number(fields[6])), "{fields:?}");
        assert_eq!(lch.hash(&key, &words), Ok(number(fields[7])), "{fields:?}");
        if n > 0 {
            let error = Error::KeyTooShort { expected: n, found: n - 1 };
            assert_eq!(lch.hash(&key[1..], &words), Err(error));
        }
    }
    assert_eq!(left_out, 35);
}

/// Checks the records of 32-bit words with the fast function for the prime 2^32 + 15.
#[test]
fn lch_of_32_bits() {
    let records = LCH.of_kind("L");
    let records: Vec<_> = records.iter().filter(|fields| fields[0] == "10000000f").collect();
    assert!(records.len() > 30);
    on_every_backend!(Backend, "lch: vectors", |backend| {
        for fields in &records {
            let n: usize = fields[2].parse().expect("words");
            let key = words32(&message(fields[3], 4 * n));
            let mmh = Mmh::new(&key).with_backend(backend);
            // Addends in the file have up to 33 bits.
            let t = number(fields[4]);
            let t0 = u32::try_from(t % (1 << 32)).expect("32 bits");
            let found =
                mmh.hash_linear(t0, &message(fields[5], 4 * n)).expect("the key is long enough");
            let rest = (t - u128::from(t0)) * n as u128;
            assert_eq!((u128::from(found) + rest) % u128::from(PRIME), number(fields[7]));
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
    let partial = Error::PartialWord { bytes: 7, word: 8 };
    assert_eq!(multilinear::gf64(&[1; 9], &[0; 7]), Err(partial));
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

/// Checks mixed hashes against the reference, because no other values are published.
#[test]
fn mixed() {
    on_every_backend!(gf2::Backend, "multilinear64: vectors, mixed", |backend| {
        MIXED.hashes().check(
            "multilinear64_mixed",
            |bytes| {
                Key::<Multilinear64>::try_from(bytes)
                    .expect("the bytes of a key")
                    .with_backend(backend)
            },
            |k, m| {
                let mut hasher = MultilinearHasher::new(k);
                m.chunks(37).for_each(|piece| hasher.update(piece));
                assert_eq!(hasher.finalize_mixed(), hash_mixed(k, m));
                format!("{:016x}", hash_mixed(k, m))
            },
        );
    });
}
