//! Vectors of the published functions, and errors.

use divide_concat::{Divide, Error, Lch, mmh_star, mmh32, paths8, paths16, tmmh16};
use testkit::Generator;
use testkit::vectors::{LCH, MMH, TMMH16};

fn number(text: &str) -> u128 {
    u128::from_str_radix(text, 16).expect("hexadecimal digits of at most 128 bits")
}

fn message(spec: &str, len: usize) -> Vec<u8> {
    Generator::parse(spec).message(len)
}

fn words32(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|b| u32::from_le_bytes(*b)).collect()
}

#[test]
fn mmh() {
    for fields in MMH.of_kind("M") {
        let n: usize = fields[0].parse().expect("words");
        let (key, bytes) = (words32(&message(fields[1], 4 * n)), message(fields[2], 4 * n));
        let [star, hash] = [4, 5].map(|i| number(fields[i]));
        assert_eq!(mmh_star(&key, &bytes).map(u128::from), Ok(star), "{fields:?}");
        assert_eq!(mmh32(&key, &bytes).map(u128::from), Ok(hash), "{fields:?}");
        if n > 0 {
            let too_short = Error::KeyTooShort { expected: n, found: n - 1 };
            assert_eq!(mmh32(&key[1..], &bytes), Err(too_short));
            let partial = Error::PartialWord { bytes: 4 * n - 1, word: 4 };
            assert_eq!(mmh32(&key, &bytes[1..]), Err(partial));
        }
    }
}

#[test]
fn tmmh() {
    for fields in TMMH16.of_kind("T") {
        let (words, len): (usize, usize) =
            (fields[0].parse().expect("words"), fields[3].parse().expect("bytes"));
        let key = match Generator::parse(fields[1]) {
            Generator::Literal(key) => key,
            other => other.message(2 * (words + len.div_ceil(2))),
        };
        let key: Vec<_> = key.as_chunks().0.iter().map(|b| u16::from_be_bytes(*b)).collect();
        let bytes = message(fields[2], len);
        let found = match words {
            1 => tag::<1>(&key, &bytes),
            2 => tag::<2>(&key, &bytes),
            3 => tag::<3>(&key, &bytes),
            4 => tag::<4>(&key, &bytes),
            5 => tag::<5>(&key, &bytes),
            other => panic!("unexpected tag of {other} words"),
        };
        assert_eq!(found, fields[4], "{fields:?}");
    }
}

/// Returns a tag in the notation of the file.
fn tag<const T: usize>(key: &[u16], bytes: &[u8]) -> String {
    let tag: [u16; T] = tmmh16(key, bytes).expect("the key is long enough");
    tag.iter().map(|word| format!("{word:04x}")).collect()
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

/// A path that is not divided is the LCH of its width.
#[test]
fn lch_of_32_bits_is_a_path() {
    let records = LCH.of_kind("L");
    let records: Vec<_> = records.iter().filter(|fields| fields[0] == "10000000f").collect();
    assert!(records.len() > 30);
    let path = Divide::new(32, 0).expect("a width of the paper");
    for fields in records {
        let n: usize = fields[2].parse().expect("words");
        let [key, words] = [3, 5].map(|i| words32(&message(fields[i], 4 * n)));
        let t = u64::try_from(number(fields[4])).expect("at most 33 bits");
        let mut found = path.hash(&key, t, &words).expect("the key is long enough");
        assert_eq!(found.next().map(u128::from), Some(number(fields[7])), "{fields:?}");
    }
}

/// The functions add the number of words, or the length, times a number. A message of zeros adds
/// nothing else, so the hash shows the number.
#[test]
fn numbers_of_words_are_not_cut() {
    let words = (1 << 16) + 7;
    let (zeros, key) = (vec![0; words], vec![9; words]);
    let lch = Lch::new((1 << 32) + 15, 3);
    assert_eq!(lch.hash(&key, &zeros), Ok(3 * words as u128));
    assert_eq!(Lch::new(0, 3).hash_once(&key, &zeros), Ok(3));
    let bytes = 70_000_u32;
    let key: Vec<u16> = (0..=bytes / 2).map(|i| (i == 0).into()).collect();
    let expected = u16::try_from(bytes % 65_537).expect("16 bits");
    assert_eq!(tmmh16(&key, &vec![0; bytes as usize]), Ok([expected]));
}

/// Computes the rows of signed words and of bytes in wide arithmetic.
fn plain_paths(key: &[u8], message: &[u8]) -> [[u32; 4]; 2] {
    let sixteen = |b: &[u8]| i64::from(i16::from_le_bytes([b[0], b[1]]));
    let row16 = |j: usize| {
        let pairs = message.chunks(2).zip(key[64 * j..].chunks(2));
        let sum: i64 = pairs.map(|(m, x)| sixteen(m) * sixteen(x)).sum();
        u32::try_from(sum.rem_euclid(1 << 32) % 65_537).expect("17 bits")
    };
    let row8 = |j: usize| {
        let pairs = message.iter().zip(&key[64 * j..]);
        let sum: i64 = pairs.map(|(m, x)| i64::from(*m) * i64::from(x.cast_signed())).sum();
        u32::try_from(sum.rem_euclid(257)).expect("9 bits")
    };
    [[0, 1, 2, 3].map(row16), [0, 1, 2, 3].map(row8)]
}

#[test]
fn paths_are_inner_products() {
    for stream in [Generator::SplitMix(5).message(64 * 20), vec![0x80; 64 * 20]] {
        let wide: Vec<[i16; 32]> = stream
            .as_chunks::<64>()
            .0
            .iter()
            .map(|b| std::array::from_fn(|i| i16::from_le_bytes([b[2 * i], b[2 * i + 1]])))
            .collect();
        let narrow: Vec<_> =
            stream.as_chunks::<64>().0.iter().map(|b| b.map(u8::cast_signed)).collect();
        for len in (0..=64 * 17).step_by(64) {
            for message in [Generator::SplitMix(6).message(len), vec![0xff; len], vec![0x80; len]] {
                let [all16, all8] = plain_paths(&stream, &message);
                assert_eq!(paths16(&wide, &message), Ok(all16));
                assert_eq!(paths16(&wide, &message), Ok([all16[0], all16[1]]));
                assert_eq!(paths8(&narrow, &message), Ok(all8));
                assert_eq!(paths8(&narrow, &message), Ok([all8[0]]));
            }
        }
        let short = Error::KeyTooShort { expected: 21, found: 20 };
        assert_eq!(paths16::<4>(&wide, &[0; 64 * 18]), Err(short));
        assert_eq!(paths8::<4>(&narrow, &[0; 64 * 18]), Err(short));
        let partial = Error::PartialWord { bytes: 63, word: 64 };
        assert_eq!(paths16::<4>(&wide, &[0; 63]), Err(partial));
    }
}

#[test]
fn errors_say_what_is_wrong() {
    assert_eq!(Divide::new(5, 0), None, "no width of the paper");
    assert_eq!(Divide::new(2, 16), None, "too deep");
    let path = Divide::new(8, 1).expect("a width of the paper");
    let error = |key: &[u32], message: &[u32]| path.hash(key, 0, message).err();
    assert_eq!(error(&[256, 1], &[1]), Some(Error::WideWord));
    assert_eq!(error(&[1, 1], &[256]), Some(Error::WideWord));
    let short = Error::KeyTooShort { expected: 3, found: 2 };
    assert_eq!(error(&[1, 2], &[1, 2]), Some(short));
    assert_eq!(short.to_string(), "key has 2 words, this message needs 3");
    assert_eq!(Error::WideWord.to_string(), "a word has more bits than the data paths");
    assert_eq!(
        Error::PartialWord { bytes: 7, word: 4 }.to_string(),
        "message has 7 bytes, which is not a multiple of 4"
    );
}
