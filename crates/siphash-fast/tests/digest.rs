//! Tests of RustCrypto's MAC traits.

#![cfg(feature = "digest")]

use digest::{FixedOutputReset, KeyInit, Mac, Reset};
use siphash_fast::digest::{SipMac64, SipMac128};
use siphash_fast::{Key, hash, hash128};
use testkit::message::NOISE;

fn bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// Checks that the bytes of a MAC are those of the hash, however the message is split.
fn check<M: Mac + KeyInit + FixedOutputReset + Reset>(hash: impl Fn(&Key, &[u8]) -> Vec<u8>) {
    let key = Key::from_seed(1);
    let new = || <M as KeyInit>::new_from_slice(&key.to_bytes()).expect("16 bytes");
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
    assert!(<M as KeyInit>::new_from_slice(&[0; 15]).is_err());
}

#[test]
fn macs_are_the_hashes() {
    check::<SipMac64<2, 4>>(|k, m| bytes(&[hash::<2, 4>(k, m)]));
    check::<SipMac64<1, 3>>(|k, m| bytes(&[hash::<1, 3>(k, m)]));
    check::<SipMac128<2, 4>>(|k, m| bytes(&hash128::<2, 4>(k, m)));
    check::<SipMac128<4, 8>>(|k, m| bytes(&hash128::<4, 8>(k, m)));
}

#[test]
fn secrets_are_not_printed() {
    let mac = SipMac128::<2, 4>::with_key(Key::from_seed(2)).chain_update(b"a message");
    assert_eq!(format!("{mac:?}"), "SipMac128 { .. }");
}
