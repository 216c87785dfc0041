//! Tests of RustCrypto's MAC traits.

#![cfg(feature = "digest")]

use digest::Mac;
use highwayhash::digest::{HighwayMac64, HighwayMac128, HighwayMac256};
use highwayhash::{Backend, Key, hash, hash128, hash256};
use testkit::conformance::mac::tag;
use testkit::on_every_backend;

testkit::mac_suite!(mac64: HighwayMac64, Key, |key, message| [hash(key, message)]);
testkit::mac_suite!(mac128: HighwayMac128, Key, |key, message| hash128(key, message));
testkit::mac_suite!(mac256: HighwayMac256, Key, |key, message| hash256(key, message));

#[test]
fn macs_take_the_backend_of_their_key() {
    on_every_backend!(Backend, "highwayhash: MAC", |backend| {
        let key = Key::from_seed(2).with_backend(backend);
        let mac = HighwayMac256::with_key(key.clone()).chain_update(b"a message");
        assert_eq!(format!("{mac:?}"), "HighwayMac256 { .. }");
        assert_eq!(mac.finalize().as_bytes().as_slice(), tag(&hash256(&key, b"a message")));
    });
}
