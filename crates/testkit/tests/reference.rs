//! Tests the oracle itself against the published implementations.

use testkit::Generator;
use testkit::vectors::*;

#[test]
fn clhash() {
    use reference::clhash::{hash, hash_bitmix, key};
    CLHASH.hashes().check("clhash", key, |k, m| format!("{:016x}", hash(k, m)));
    CLHASH_BITMIX
        .hashes()
        .check("clhash_bitmix", key, |k, m| format!("{:016x}", hash_bitmix(k, m)));
}

/// The mixed variants have frozen values that this crate made, so a change of one fails here.
#[test]
fn mixed() {
    use reference::mix::mix;
    use reference::{clhash, multilinear, vhash};
    let text = |hash| format!("{:016x}", mix(hash));
    let file = MIXED.hashes();
    file.check("clhash_mixed", |b| clhash::key(&b[..1064]), |k, m| text(clhash::hash(k, m)));
    file.check("vhash64_mixed", |b| vhash::Key::new(&b[..160]), |k, m| text(vhash::hash64(k, m)));
    file.check("multilinear64_mixed", <[u8]>::to_vec, |k, m| {
        text(multilinear::multilinear64(k, m))
    });
}

/// CLHASH-128 has frozen values that this crate made.
#[test]
fn clhash128() {
    let words = |bytes: &[u8]| -> [u64; 300] {
        std::array::from_fn(|i| u64::from_le_bytes(bytes[8 * i..][..8].try_into().expect("eight")))
    };
    CLHASH128.hashes().check("clhash128", words, |k, m| {
        reference::clhash::wide::hash(k, m).map(|word| format!("{word:016x}")).join(",")
    });
}

/// CLMAC has frozen values, which another implementation made.
#[test]
fn clmac() {
    let key = |bytes: &[u8]| -> [u8; 32] { bytes[..32].try_into().expect("32 bytes") };
    let text = |tag| format!("{:032x}", u128::from_be_bytes(tag));
    CLMAC.hashes().check("clmac", key, |k, m| text(reference::clmac::tag(k, m)));
    let with_nonce = |bytes: &[u8]| (key(bytes), bytes[32..].try_into().expect("24 bytes"));
    CLMAC_NONCE.hashes().check("clmac_nonce", with_nonce, |(k, nonce), m| {
        text(reference::clmac::tag_with(k, nonce, m))
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
fn highwayhash() {
    use reference::highwayhash::{hash64, hash128, hash256, key};
    let text =
        |words: &[u64]| words.iter().map(|w| format!("{w:016x}")).collect::<Vec<_>>().join(",");
    HIGHWAYHASH64.hashes().check("highwayhash64", key, |k, m| text(&[hash64(k, m)]));
    HIGHWAYHASH128.hashes().check("highwayhash128", key, |k, m| text(&hash128(k, m)));
    HIGHWAYHASH256.hashes().check("highwayhash256", key, |k, m| text(&hash256(k, m)));
}

#[test]
fn ghash_and_polyval() {
    use reference::ghash::{ghash, ghash_product, polyval, polyval_dot};
    use testkit::message::{hex, unhex};
    let block = |bytes: &[u8]| -> [u8; 16] { bytes.try_into().expect("16 bytes") };
    GHASH.hashes().check("ghash", block, |k, m| hex(&ghash(*k, m)));
    POLYVAL.hashes().check("polyval", block, |k, m| hex(&polyval(*k, m)));
    for fields in GF2_GCM.of_kind("GMUL") {
        let [x, y, product] = [0, 1, 2].map(|i| block(&unhex(fields[i])));
        assert_eq!(ghash_product(x, y), product, "{fields:?}");
    }
    for fields in GF2_GCM.of_kind("PDOT") {
        let [x, y, product] = [0, 1, 2].map(|i| u128::from_le_bytes(block(&unhex(fields[i]))));
        assert_eq!(polyval_dot(x, y), product, "{fields:?}");
    }
}

#[test]
fn md5() {
    let key = |bytes: &[u8]| assert!(bytes.is_empty());
    MD5.hashes().check("md5", key, |(), m| testkit::message::hex(&reference::md5::hash(m)));
}

/// Runs the test for each number of rounds in a file, with the name `name_c_d`.
fn each_rounds(name: &str, all: &[(usize, usize)], test: impl Fn(&str, (usize, usize))) {
    for &(c, d) in all {
        test(&format!("{name}_{c}_{d}"), (c, d));
    }
}

#[test]
fn siphash() {
    use reference::siphash::{hash64, hash64_nocase, hash128, key};
    let all = [(1, 1), (1, 2), (1, 3), (2, 3), (2, 4), (3, 5), (4, 8)];
    each_rounds("siphash64", &all, |name, cd| {
        SIPHASH64.hashes().check(name, key, |k, m| format!("{:016x}", hash64(cd, *k, m)));
    });
    each_rounds("siphash128", &all, |name, cd| {
        SIPHASH128.hashes().check(name, key, |k, m| {
            let words = hash128(cd, *k, m).map(u64::to_le_bytes);
            testkit::message::hex(words.as_flattened())
        });
    });
    SIPHASH64_NOCASE.hashes().check("siphash64_nocase_1_2", key, |k, m| {
        format!("{:016x}", hash64_nocase((1, 2), *k, m))
    });
}

#[test]
fn halfsiphash() {
    use reference::siphash::{half32, half64, key};
    let all = [(1, 3), (2, 4)];
    each_rounds("halfsiphash32", &all, |name, cd| {
        HALFSIPHASH32.hashes().check(name, key, |k, m| format!("{:08x}", half32(cd, *k, m)));
    });
    each_rounds("halfsiphash64", &all, |name, cd| {
        HALFSIPHASH64.hashes().check(name, key, |k, m| format!("{:016x}", half64(cd, *k, m)));
    });
}

#[test]
fn siptreehash() {
    use reference::siphash::{key, tree};
    each_rounds("siptreehash", &[(1, 3), (2, 4)], |name, cd| {
        SIPTREEHASH.hashes().check(name, key, |k, m| format!("{:016x}", tree(cd, *k, m)));
    });
}

/// Parses comma-separated words.
fn words(text: &str) -> Vec<u64> {
    text.split(',').map(|word| u64::from_str_radix(word, 16).expect("a word")).collect()
}

#[test]
fn vhash() {
    use reference::vhash::{Key, hash64, hash128};
    VHASH64.hashes().check("vhash64", Key::new, |k, m| format!("{:016x}", hash64(k, m)));
    VHASH128.hashes().check("vhash128", Key::new, |k, m| {
        let [first, second] = hash128(k, m);
        format!("{first:016x},{second:016x}")
    });
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
