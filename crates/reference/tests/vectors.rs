//! The oracle itself against the published implementations.

use testkit::Generator;
use testkit::vectors::{CLHASH, CLHASH_BITMIX, HIGHWAYHASH64, HIGHWAYHASH128, HIGHWAYHASH256};
use testkit::vectors::{LCH, MMH, MULTILINEAR, TMMH16};

#[test]
fn clhash() {
    use reference::clhash::{hash, hash_bitmix, key};
    CLHASH.hashes().check("clhash", key, |k, m| format!("{:016x}", hash(k, m)));
    CLHASH_BITMIX
        .hashes()
        .check("clhash_bitmix", key, |k, m| format!("{:016x}", hash_bitmix(k, m)));
}

#[test]
fn clhash_xorshift_key() {
    let file = CLHASH.hashes();
    let (_, bytes) = file.keys.iter().find(|(id, _)| *id == "xs").expect("key xs");
    let derived = reference::clhash::xorshift_key(0x23a2_3cf5_033c_3c81, 0xb381_6f6a_2c68_e530);
    assert_eq!(derived, reference::clhash::key(bytes));
}

#[test]
fn highwayhash() {
    use reference::highwayhash::{hash64, hash128, hash256, key};
    let text =
        |words: &[u64]| words.iter().map(|w| format!("{w:016x}")).collect::<Vec<_>>().join(",");
    HIGHWAYHASH64.hashes().check("highwayhash64", key, |k, m| text(&[hash64(k, m)]));
    HIGHWAYHASH128.hashes().check("highwayhash128", key, |k, m| text(&hash128(k, m)));
    HIGHWAYHASH256.hashes().check("highwayhash256", key, |k, m| text(&hash256(k, m)));
}

/// A number in hex.
fn number(text: &str) -> u128 {
    u128::from_str_radix(text, 16).expect("hex")
}

#[test]
fn mmh() {
    use reference::multilinear::{dot, mmh_star, mmh32, mmh32_exact, words};
    for fields in MMH.of_kind("M") {
        let n: usize = fields[0].parse().expect("words");
        let of = |spec| words(&Generator::parse(spec).message(4 * n), 4);
        let sum = dot(&of(fields[1]), &of(fields[2]));
        let found = [sum, mmh_star(sum).into(), mmh32(sum).into(), mmh32_exact(sum).into()];
        assert_eq!(found, [3, 4, 5, 6].map(|i| number(fields[i])), "{fields:?}");
    }
}

#[test]
fn tmmh16() {
    use reference::multilinear::{tmmh16, words16};
    for fields in TMMH16.of_kind("T") {
        let (tag_words, len): (usize, usize) =
            (fields[0].parse().expect("words"), fields[3].parse().expect("bytes"));
        let key = match Generator::parse(fields[1]) {
            Generator::Literal(key) => key,
            other => other.message(2 * (tag_words + len.div_ceil(2))),
        };
        let message = Generator::parse(fields[2]).message(len);
        let found = tmmh16(&words16(&key), &message, tag_words)
            .map(|tag| tag.iter().map(|w| format!("{w:04x}")).collect::<String>());
        assert_eq!(found, [fields[4], fields[5]], "{fields:?}");
    }
}

#[test]
fn lch() {
    use reference::multilinear::{Big, lch};
    fn big(text: &str) -> Big {
        let (high, low) = text.split_at(text.len().saturating_sub(32));
        (if high.is_empty() { 0 } else { number(high) }, number(low))
    }
    for fields in LCH.of_kind("L") {
        let (word, n): (usize, usize) =
            (fields[1].parse().expect("bytes"), fields[2].parse().expect("words"));
        let of = |spec| -> Vec<u128> {
            let bytes = Generator::parse(spec).message(n * word);
            let of = |b: &[u8]| b.iter().rev().fold(0, |w, b| w << 8 | u128::from(*b));
            bytes.chunks(word).map(of).collect()
        };
        let found = lch(big(fields[0]), &of(fields[3]), big(fields[4]), &of(fields[5]));
        assert_eq!(found, [big(fields[6]), big(fields[7])], "{fields:?}");
    }
}

#[test]
fn multilinear() {
    use reference::multilinear::{
        gf_multilinear, gf_multilinear_half, ml32, ml32_half, nh32, words,
    };
    for fields in MULTILINEAR.of_kind("V") {
        let len: usize = fields[3].parse().expect("bytes");
        let message = Generator::parse(fields[2]).message(len);
        let key = Generator::parse(fields[1]).message(8 * len + 64);
        let (wide, narrow) = (words(&key, 8), words(&key, 4));
        let (m64, m32) = (words(&message, 8), words(&message, 4));
        let found = match fields[0] {
            "gf64ml" => gf_multilinear(&wide, &m64, 64),
            "gf64mlhalf" => gf_multilinear_half(&wide, &m64, 64),
            "gf32ml" => gf_multilinear(&narrow, &m32, 32),
            "gf32mlhalf" => gf_multilinear_half(&narrow, &m32, 32),
            "ml32" => ml32(&wide, &m32),
            "ml32half" => ml32_half(&wide, &m32),
            "nh32" => nh32(&narrow, &m32),
            other => panic!("unknown function {other}"),
        };
        assert_eq!(u128::from(found), number(fields[4]), "{fields:?}");
    }
}
