//! The oracle itself against the published implementations.

use testkit::vectors::{CLHASH, CLHASH_BITMIX};

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
