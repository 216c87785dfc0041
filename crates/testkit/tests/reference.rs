//! Tests the oracle itself against the published implementations.

use testkit::Generator;
use testkit::vectors::*;

/// The oracle of each name has the values of its vectors: those of the published implementations,
/// or, of what this project defines, frozen ones.
#[test]
fn hashes() {
    for table in HASHES {
        let file = table.hashes();
        for name in file.functions() {
            // These have no digest without more than a key and a message.
            if name.starts_with("ghash-gcm") || name.starts_with("vmac") {
                continue;
            }
            let mut values = file.values.iter().filter(|value| value.function == name);
            let has_words = values.any(|value| value.output.contains(','));
            let keys = |bytes: &[u8]| bytes[..key_bytes(name).unwrap_or(bytes.len())].to_vec();
            file.check(name, keys, |key, message| {
                let digest = reference::digest(name, key, message).expect("an oracle");
                let digits = testkit::message::hex(&digest);
                if has_words { in_words(&digits) } else { digits }
            });
        }
    }
}

/// Returns the number of bytes of a key that has the first bytes of a longer one.
fn key_bytes(name: &str) -> Option<usize> {
    match name {
        "clhash-mixed" => Some(1064),
        "vhash64-mixed" => Some(160),
        _ => None,
    }
}

/// Puts a comma between words of 16 digits.
fn in_words(digits: &str) -> String {
    let words = digits.as_bytes().chunks(16).map(|word| String::from_utf8_lossy(word));
    words.collect::<Vec<_>>().join(",")
}

/// CLMAC with nonces has frozen values, which another implementation made.
#[test]
fn clmac_with_nonces() {
    let with_nonce = |bytes: &[u8]| -> ([u8; 32], [u8; 24]) {
        let (key, nonce) = bytes.split_at(32);
        (key.try_into().expect("32 bytes"), nonce.try_into().expect("24 bytes"))
    };
    CLMAC_NONCE.hashes().check("clmac_nonce", with_nonce, |(k, nonce), m| {
        testkit::message::hex(&reference::clmac::tag_with(k, nonce, m))
    });
}

#[test]
fn clhash_xorshift_key() {
    let file = CLHASH.hashes();
    let (_, bytes) = file.keys.iter().find(|(id, _)| *id == "xs").expect("key xs");
    let derived = reference::clhash::xorshift_key(0x23a2_3cf5_033c_3c81, 0xb381_6f6a_2c68_e530);
    assert_eq!(derived, reference::clhash::key(bytes));
}

#[test]
fn products_of_ghash_and_polyval() {
    use reference::ghash::{ghash_product, polyval_dot};
    use testkit::message::unhex;
    let block = |bytes: &[u8]| -> [u8; 16] { bytes.try_into().expect("16 bytes") };
    for fields in GF2_GCM.of_kind("GMUL") {
        let [x, y, product] = [0, 1, 2].map(|i| block(&unhex(fields[i])));
        assert_eq!(ghash_product(x, y), product, "{fields:?}");
    }
    for fields in GF2_GCM.of_kind("PDOT") {
        let [x, y, product] = [0, 1, 2].map(|i| u128::from_le_bytes(block(&unhex(fields[i]))));
        assert_eq!(polyval_dot(x, y), product, "{fields:?}");
    }
}

/// Parses comma-separated words.
fn words(text: &str) -> Vec<u64> {
    text.split(',').map(|word| u64::from_str_radix(word, 16).expect("a word")).collect()
}

#[test]
fn vhash_parts() {
    use reference::vhash::{last, nh, step};
    let number = |text| u128::from_str_radix(text, 16).expect("a number");
    let small = |text| u64::from_str_radix(text, 16).expect("a word");
    let keys = VHASH_PARTS.of_kind("K");
    for fields in VHASH_PARTS.of_kind("NH") {
        let [id, generator, length, expected] = fields[..] else { panic!("{fields:?}") };
        let key = keys.iter().find(|key| key[0] == id).expect("a key");
        let message = Generator::parse(generator).message(length.parse().expect("length"));
        assert_eq!(nh(&words(key[1]), &message), number(expected), "{fields:?}");
    }
    for fields in VHASH_PARTS.of_kind("POLY") {
        let [y, k, m, expected] = fields[..] else { panic!("{fields:?}") };
        assert_eq!(step(number(y), number(k), number(m)), number(expected), "{fields:?}");
    }
    for fields in VHASH_PARTS.of_kind("L3") {
        let [y, k1, k2, bits, expected] = fields[..] else { panic!("{fields:?}") };
        let bits = bits.parse().expect("bits");
        let hash = last(number(y), [small(k1), small(k2)], bits);
        assert_eq!(hash, small(expected), "{fields:?}");
    }
}

/// Parses a number in hex.
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
