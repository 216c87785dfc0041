//! Vectors of both modes, computed by another implementation, on every backend.

use clmac::nonce::{self, Nonce, NonceMac};
use clmac::{Backend, ClMac, Key, Partial, tag};
use testkit::on_every_backend;
use testkit::vectors::{CLMAC, CLMAC_NONCE};

fn hex(tag: [u8; 16]) -> String {
    format!("{:032x}", u128::from_be_bytes(tag))
}

/// Checks a way to compute tags without nonces.
fn check(what: &str, way: impl Fn(&Key, &[u8]) -> [u8; 16]) {
    on_every_backend!(Backend, what, |backend| {
        CLMAC.hashes().check(
            "clmac",
            |bytes| Key::try_from(bytes).expect("32 bytes").with_backend(backend),
            |key, message| hex(way(key, message)),
        );
    });
}

#[test]
fn one_shot() {
    check("clmac: vectors", tag);
}

#[test]
fn streams_and_parts() {
    check("clmac: vectors, in pieces", |key, message| {
        let mut mac = ClMac::new(key);
        message.chunks(301).for_each(|piece| mac.update(piece));
        assert_eq!(mac.finalize(), Partial::of(key, message).finalize(key));
        mac.finalize()
    });
}

#[test]
fn with_nonces() {
    on_every_backend!(Backend, "clmac: vectors with nonces", |backend| {
        CLMAC_NONCE.hashes().check(
            "clmac_nonce",
            |bytes| {
                let (key, nonce) = bytes.split_at(32);
                let key = nonce::Key::try_from(key).expect("32 bytes").with_backend(backend);
                (key, Nonce::try_from(nonce).expect("24 bytes"))
            },
            |(key, nonce), message| {
                let mut mac = NonceMac::new(key, nonce);
                message.chunks(301).for_each(|piece| mac.update(piece));
                let tag = mac.finalize();
                assert_eq!(nonce::verify(key, nonce, message, &tag), Ok(()));
                hex(tag)
            },
        );
    });
}
