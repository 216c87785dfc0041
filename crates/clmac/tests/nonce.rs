//! Tags with nonces: the reference, streams, senders, and what is refused.

use clmac::nonce::{Key, Nonce, NonceError, NonceMac, Receiver, Sender, tag_with, verify};
use clmac::{Backend, TagError};
use reference::clmac as oracle;
use std::collections::HashSet;
use testkit::message::NOISE;
use testkit::on_every_backend;

#[test]
fn agrees_with_the_reference() {
    on_every_backend!(Backend, "clmac: nonces", |backend| {
        let key = Key::from_seed(5).with_backend(backend);
        for (i, len) in [0, 1, 16, 17, 64, 511, 512, 2048, 2049, 6000].into_iter().enumerate() {
            let prefix = NOISE.message(16 + i)[i..].try_into().expect("16 bytes");
            let nonce = Nonce::new(prefix, (u64::MAX / 3).wrapping_mul(i as u64));
            let message = NOISE.message(len);
            let expected = oracle::tag_with(&key.to_bytes(), &nonce.to_bytes(), &message);
            assert_eq!(tag_with(&key, &nonce, &message), expected, "{len} bytes");
            let mut mac = NonceMac::new(&key, &nonce);
            message.chunks(100).for_each(|piece| mac.update(piece));
            assert_eq!((mac.len(), mac.is_empty()), (len as u64, len == 0));
            let saved = mac.checkpoint();
            let resumed = || NonceMac::from_checkpoint(&key, &nonce, &saved).expect("a checkpoint");
            assert_eq!(resumed().verify(&expected), Ok(()));
            assert_eq!(resumed().finalize(), expected);
            assert_eq!(mac.finalize(), expected, "{len} bytes");
        }
    });
}

/// Each of the 192 bits of a nonce makes another pad.
#[test]
fn every_bit_of_a_nonce_counts() {
    let key = Key::from_seed(2);
    let mut seen = HashSet::from([tag_with(&key, &Nonce::from_bytes([0; 24]), b"m")]);
    for bit in 0..192 {
        let mut bytes = [0; 24];
        bytes[bit / 8] = 1 << (bit % 8);
        let nonce = Nonce::try_from(&bytes[..]).expect("24 bytes");
        assert!(seen.insert(tag_with(&key, &nonce, b"m")), "bit {bit}");
    }
}

#[test]
fn other_lengths_are_refused() {
    for found in [0, 8, 12, 16, 23, 25] {
        assert_eq!(Nonce::try_from(&vec![0; found][..]), Err(NonceError { found }));
    }
    let text = NonceError { found: 12 }.to_string();
    assert_eq!(text, "nonce has 12 bytes, CLMAC needs 24");
}

/// The pads of two nonces differ, and two messages under one nonce differ by their hashes, so a
/// repeated nonce would show their difference: a sender has none.
#[test]
fn no_sender_repeats_a_nonce() {
    let key = Key::from_seed(3);
    let mut senders = [Sender::new(&key), Sender::new(&key)];
    let mut seen = HashSet::new();
    for _ in 0..1000 {
        for sender in &mut senders {
            let (nonce, tag) = sender.tag(b"message");
            assert_eq!(verify(&key, &nonce, b"message", &tag), Ok(()));
            assert!(seen.insert(nonce.to_bytes()), "a nonce repeats");
        }
    }
}

/// A receiver accepts what `verify` does, whichever prefix came before.
#[test]
fn receivers_follow_the_prefix() {
    let key = Key::from_seed(6);
    let mut receiver = Receiver::new(&key);
    for (prefix, counter) in [(0, 0), (0, 1), (1, 1), (1, 1), (2, 5), (0, 0)] {
        let nonce = Nonce::new([prefix; 16], counter);
        let tag = tag_with(&key, &nonce, b"message");
        let other = tag_with(&key, &Nonce::new([prefix; 16], counter + 1), b"message");
        assert_eq!(receiver.verify(&nonce, b"message", &tag), Ok(()));
        assert_eq!(receiver.verify(&nonce, b"message", &other), Err(TagError));
        assert_eq!(receiver.verify(&nonce, b"massage", &tag), Err(TagError));
    }
}

#[test]
fn secrets_are_not_printed() {
    let key = Key::from_seed(1).with_backend(Backend::PORTABLE);
    assert_eq!(format!("{key:?}"), r#"Key { backend: "portable", .. }"#);
    assert_eq!(format!("{:?}", Sender::new(&key)), "Sender { count: 0, .. }");
    assert_eq!(format!("{:?}", Receiver::new(&key)), "Receiver { .. }");
    let mac = NonceMac::new(&key, &Nonce::new([0; 16], 0));
    assert_eq!(format!("{mac:?}"), "NonceMac { len: 0, .. }");
}
