//! Every function that verifies a tag accepts that tag alone.

use clmac::nonce::{NonceMac, Receiver, tag_with};
use clmac::{ClMac, Key, nonce, tag, verify};
use testkit::verification::verifies;

const MESSAGE: &[u8] = b"a message of 28 bytes, short";

/// Returns the nonce that the bytes are.
fn nonce_of(bytes: &[u8]) -> nonce::Nonce {
    nonce::Nonce::try_from(bytes).expect("24 bytes")
}

#[test]
fn without_nonces() {
    let key = Key::from_seed(1);
    let right = tag(&key, MESSAGE);
    verifies("clmac::verify", [b"", MESSAGE, &right], |[_, message, tag]| {
        verify(&key, message, tag).is_ok()
    });
    verifies("ClMac::verify", [b"", MESSAGE, &right], |[_, message, tag]| {
        let mut mac = ClMac::new(&key);
        mac.update(message);
        mac.verify(tag).is_ok()
    });
}

#[test]
fn with_nonces() {
    let key = nonce::Key::from_seed(1);
    let bytes = *b"one prefix, 16 B1 number";
    let right = tag_with(&key, &nonce_of(&bytes), MESSAGE);
    let right = [&bytes, MESSAGE, &right];
    verifies("nonce::verify", right, |[nonce, message, tag]| {
        nonce::verify(&key, &nonce_of(nonce), message, tag).is_ok()
    });
    verifies("NonceMac::verify", right, |[nonce, message, tag]| {
        let mut mac = NonceMac::new(&key, &nonce_of(nonce));
        mac.update(message);
        mac.verify(tag).is_ok()
    });
    // One for all attempts: it keeps what belongs to the last prefix.
    let mut receiver = Receiver::new(&key);
    verifies("Receiver::verify", right, |[nonce, message, tag]| {
        receiver.verify(&nonce_of(nonce), message, tag).is_ok()
    });
}
