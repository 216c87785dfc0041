//! RustCrypto's traits.
#![cfg(feature = "digest")]

use clmac::digest::ClMac128;
use clmac::{Key, tag};

testkit::mac_suite!(owned: ClMac128, Key, |key, message| {
    tag(key, message).as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect::<Vec<_>>()
});

/// A MAC that borrows its key has the same tags.
#[test]
fn borrowed_keys() {
    use digest::Mac;
    let key = Key::from_seed(9);
    let mut mac = ClMac128::with_key(&key).chain_update(b"one");
    assert_eq!(mac.finalize_reset().into_bytes()[..], tag(&key, b"one"));
    Mac::update(&mut mac, b"two");
    mac.clone().verify_slice(&tag(&key, b"two")).expect("the tag is right");
    mac.verify_truncated_left(&tag(&key, b"two")[..8]).expect("the start of the tag is right");
}
