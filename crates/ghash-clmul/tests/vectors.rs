//! Published values and values of other libraries, on every backend of the machine.

use ghash_clmul::named::{Ghash, Polyval};
use ghash_clmul::{Backend, GhashKey, PolyvalKey, hash, hash_aead};
use hex_literal::hex;
use testkit::message::hex as text;
use testkit::on_every_backend;
use testkit::vectors::GHASH;

testkit::vectors! {
    ghash: joining Ghash;
    polyval: joining Polyval;
}

/// With additional data or a text alone.
#[test]
fn as_gcm_uses_it() {
    on_every_backend!(Backend, "ghash: vectors of GCM", |backend| {
        let key = |bytes: &[u8]| {
            GhashKey::try_from(bytes).expect("keys of 16 bytes").with_backend(backend)
        };
        let file = GHASH.hashes();
        file.check("ghash-gcm-aad", key, |key, message| text(&hash_aead(key, message, &[])));
        file.check("ghash-gcm-ct", key, |key, message| text(&hash_aead(key, &[], message)));
    });
}

/// RFC 8452, appendix A: both functions of two blocks, and GHASH computed by POLYVAL.
#[test]
fn appendix_a() {
    const H: [u8; 16] = hex!("25629347589242761d31f826ba4b757b");
    const X: [[u8; 16]; 2] =
        [hex!("4f4f95668c83dfb6401762bb2d01a262"), hex!("d1a24ddd2721d006bbe45f20d3c9f362")];
    const MUL_X: [u8; 16] = hex!("dcbaa5dd137c188ebb21492c23c9b112");
    fn reversed(mut block: [u8; 16]) -> [u8; 16] {
        block.reverse();
        block
    }
    on_every_backend!(Backend, "ghash: appendix A of RFC 8452", |backend| {
        let ghash = |h, x: [[u8; 16]; 2]| {
            hash(&GhashKey::from_bytes(&h).with_backend(backend), x.as_flattened())
        };
        let polyval = hash(&PolyvalKey::from_bytes(&H).with_backend(backend), X.as_flattened());
        assert_eq!(polyval, hex!("f7a3b47b846119fae5b7866cf5e5b77e"));
        assert_eq!(ghash(H, X), hex!("bd9b3997046731fb96251b91f9c99d7a"));
        assert_eq!(reversed(ghash(MUL_X, X.map(reversed))), polyval);
    });
}
