//! The oracle itself against the published implementations.

use testkit::vectors::*;

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
