//! The oracle itself against the published implementations.

use testkit::vectors::{CLHASH, CLHASH_BITMIX, HIGHWAYHASH64, HIGHWAYHASH128, HIGHWAYHASH256};
use testkit::vectors::{VHASH_PARTS, VHASH64, VHASH128};

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

/// The words of a text, which commas separate.
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
        let message = testkit::Generator::parse(generator).message(length.parse().expect("length"));
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
