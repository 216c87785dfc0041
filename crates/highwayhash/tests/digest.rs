//! The traits of RustCrypto's MACs.

#![cfg(feature = "digest")]

use digest::{FixedOutputReset, KeyInit, Mac, Reset};
use highwayhash::digest::{HighwayHash64, HighwayHash128, HighwayHash256};
use highwayhash::{Backend, Key, hash64, hash128, hash256};
use testkit::message::NOISE;
use testkit::on_every_backend;

fn bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// A MAC's bytes are those of the hash, however the message comes.
fn check<M: Mac + KeyInit + FixedOutputReset + Reset>(hash: impl Fn(&Key, &[u8]) -> Vec<u8>) {
    let key = Key::from_seed(1);
    let new = || <M as KeyInit>::new_from_slice(&key.to_bytes()).expect("32 bytes");
    for len in 0..100 {
        let message = NOISE.message(len);
        let expected = hash(&key, &message);
        let mut mac = new();
        for piece in message.chunks(7) {
            Mac::update(&mut mac, piece);
        }
        assert_eq!(mac.finalize_reset().as_bytes().as_slice(), expected);
        assert_eq!(mac.finalize_reset().as_bytes().as_slice(), hash(&key, b""), "reset");
        assert!(new().chain_update(&message).verify_slice(&expected).is_ok());
        let mut wrong = expected;
        wrong[len % 8] ^= 1;
        assert!(new().chain_update(&message).verify_slice(&wrong).is_err());
        assert!(new().chain_update(&message).verify_slice(&wrong[1..]).is_err());
    }
    assert!(<M as KeyInit>::new_from_slice(&[0; 31]).is_err());
}

#[test]
fn macs_are_the_hashes() {
    check::<HighwayHash64>(|k, m| bytes(&[hash64(k, m)]));
    check::<HighwayHash128>(|k, m| bytes(&hash128(k, m)));
    check::<HighwayHash256>(|k, m| bytes(&hash256(k, m)));
}

#[test]
fn macs_take_the_backend_of_their_key() {
    on_every_backend!(Backend, "highwayhash: MAC", |backend| {
        let key = Key::from_seed(2).with_backend(backend);
        let mac = HighwayHash256::with_key(key.clone()).chain_update(b"a message");
        assert_eq!(format!("{mac:?}"), "HighwayHash256 { .. }");
        assert_eq!(mac.finalize().as_bytes().as_slice(), bytes(&hash256(&key, b"a message")));
    });
}
