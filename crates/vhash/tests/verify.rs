//! Every function that verifies a tag accepts that tag alone.

#![cfg(feature = "vmac")]

use testkit::verification::verifies;
use vhash::vmac::{Nonce, Vmac64, Vmac128};

#[test]
fn tags_under_nonces() {
    let message: &[u8] = b"a message of 28 bytes, short";
    let bytes = *b"a nonce of 16 B.";
    let nonce_of = |bytes: &[u8]| Nonce::try_from(bytes).expect("16 bytes without the first bit");
    let short = Vmac64::<aes::Aes128>::from_key(&[7; 16]).expect("a key");
    let right = short.tag(&nonce_of(&bytes), message);
    verifies("Vmac64::verify", [&bytes, message, &right], |[nonce, message, tag]| {
        Nonce::try_from(nonce).is_ok_and(|nonce| short.verify(&nonce, message, tag).is_ok())
    });
    let long = Vmac128::<aes::Aes128>::from_key(&[7; 16]).expect("a key");
    let right = long.tag(&nonce_of(&bytes), message);
    verifies("Vmac128::verify", [&bytes, message, &right], |[nonce, message, tag]| {
        Nonce::try_from(nonce).is_ok_and(|nonce| long.verify(&nonce, message, tag).is_ok())
    });
}
