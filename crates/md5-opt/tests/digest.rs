//! Tests of RustCrypto's hash traits, and of HMAC with them.

#![cfg(feature = "digest")]

use digest::block_api::{CoreProxy, FixedOutputCore, UpdateCore};
use digest::common::hazmat::SerializableState;
use digest::{Digest, FixedOutputReset, KeyInit, Mac, Reset, Update};
use hmac::{Hmac, SimpleHmac};
use md5_opt::{Md5, hash};
use testkit::message::{NOISE, hex, unhex};

#[test]
fn the_traits_give_md5() {
    for len in 0..200 {
        let message = NOISE.message(len);
        let expected = reference::md5::hash(&message);
        assert_eq!(<Md5 as Digest>::digest(&message)[..], expected);
        let mut md5 = <Md5 as Digest>::new();
        for piece in message.chunks(7) {
            Update::update(&mut md5, piece);
        }
        assert_eq!(md5.finalize_fixed_reset()[..], expected);
        assert_eq!(Md5::finalize(&md5), hash(b""), "reset");
        Update::update(&mut md5, b"something");
        Reset::reset(&mut md5);
        assert!(md5.is_empty());
    }
}

#[test]
fn a_hasher_comes_apart_and_together() {
    for len in 0..200 {
        let message = NOISE.message(len);
        let mut md5 = Md5::new();
        md5.update(&message);
        let (mut core, mut buffer) = md5.clone().decompose();
        let mut out = digest::Output::<Md5>::default();
        let mut again = Md5::compose(core.clone(), buffer.clone());
        core.finalize_fixed_core(&mut buffer, &mut out);
        assert_eq!(out[..], md5.finalize()[..]);
        again.update(b"more");
        let (mut core, _) = again.clone().decompose();
        core.update_blocks(&[[1; 64].into()]);
        assert_eq!(Md5::finalize(&again), hash(&[&message[..], b"more"].concat()));
    }
}

/// The counts of a hasher and of its core are whole, and add up modulo 2^64.
#[test]
fn counts_do_not_wrap() {
    let mut start = Md5::new();
    start.update(&NOISE.message(100));
    for more in [1 << 16, 1 << 32, 1 << 62, (1 << 63) - 128] {
        let far = testkit::limits::raised(&start.checkpoint(), 8, more);
        let mut far = Md5::from_checkpoint(&far).expect("the checkpoint is valid");
        let (core, buffer) = far.clone().decompose();
        assert_eq!(Md5::compose(core, buffer).len(), 100 + more);
        far.update(&[1; 28]);
        let (mut core, mut buffer) = far.clone().decompose();
        core.update_blocks(&[[2; 64].into(); 3]);
        far.update(&[2; 192]);
        let mut out = digest::Output::<Md5>::default();
        core.finalize_fixed_core(&mut buffer, &mut out);
        assert_eq!(out[..], Md5::finalize(&far));
    }
}

/// The serialised state is that of the crate `md-5`, and each resumes the other's.
#[test]
fn states_are_those_of_md_5() {
    for len in [0, 1, 63, 64, 65, 127, 200] {
        let message = NOISE.message(len);
        let ours = <Md5 as Digest>::new_with_prefix(&message);
        let theirs = <md5::Md5 as Digest>::new_with_prefix(&message);
        let state = ours.serialize();
        assert_eq!(state[..], theirs.serialize()[..], "{len} bytes");
        let mut resumed = Md5::deserialize(&state).expect("the state is whole");
        Update::update(&mut resumed, b"more");
        assert_eq!(Md5::finalize(&resumed), hash(&[&message[..], b"more"].concat()));
        let mut wrong = state;
        wrong[24] = 64;
        assert!(Md5::deserialize(&wrong).is_err(), "64 bytes are no rest");
    }
}

#[cfg(feature = "oid")]
#[test]
fn the_object_identifier_is_that_of_md_5() {
    use digest::const_oid::{AssociatedOid, ObjectIdentifier};
    assert_eq!(Md5::OID, ObjectIdentifier::new_unwrap("1.2.840.113549.2.5"));
}

/// RFC 2202, section 2.
#[test]
fn hmac_of_rfc_2202() {
    let cases: [(&[u8], &[u8], &str); 7] = [
        (&[0x0b; 16], b"Hi There", "9294727a3638bb1c13f48ef8158bfc9d"),
        (b"Jefe", b"what do ya want for nothing?", "750c783e6ab0b503eaa86e310a5db738"),
        (&[0xaa; 16], &[0xdd; 50], "56be34521d144c88dbb8c733f0e8b3f6"),
        (
            &unhex("0102030405060708090a0b0c0d0e0f10111213141516171819"),
            &[0xcd; 50],
            "697eaf0aca3a3aea3a75164746ffaa79",
        ),
        (&[0x0c; 16], b"Test With Truncation", "56461ef2342edc00f9bab995690efd4c"),
        (
            &[0xaa; 80],
            b"Test Using Larger Than Block-Size Key - Hash Key First",
            "6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd",
        ),
        (
            &[0xaa; 80],
            b"Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data",
            "6f630fad67cda0ee1fb1f562db3aa53e",
        ),
    ];
    for (key, message, expected) in cases {
        let mac = <Hmac<Md5> as KeyInit>::new_from_slice(key).expect("keys of any length");
        assert_eq!(hex(&mac.chain_update(message).finalize().into_bytes()), expected);
        let mac = <SimpleHmac<Md5> as KeyInit>::new_from_slice(key).expect("keys of any length");
        assert_eq!(hex(&mac.chain_update(message).finalize().into_bytes()), expected);
    }
}
