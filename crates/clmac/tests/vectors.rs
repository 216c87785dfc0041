//! Vectors of both modes, computed by another implementation, on every backend.

use clmac::Backend;
use clmac::named::Clmac;
use clmac::nonce::{self, Nonce, NonceMac};
use testkit::message::hex;
use testkit::on_every_backend;
use testkit::vectors::CLMAC_NONCE;

testkit::vectors! {
    without_nonces: joining Clmac;
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
                hex(&tag)
            },
        );
    });
}
