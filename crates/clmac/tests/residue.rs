//! With the feature `wipe-stack` a key leaves nothing behind in memory, unless it is moved.
#![cfg(all(feature = "wipe-stack", target_arch = "x86_64"))]

use clmac::nonce::{Nonce, NonceMac, Receiver, Sender, tag_with};
use clmac::{ClMac, Key, nonce, tag, tag_column, tag_many, tag_u64s, verify};
use testkit::message::NOISE;
use testkit::residue::{self, Batch};

testkit::residue_of_keys! {
    keys: Key, |made| made, |key| {
        for len in [0, 8, 100, 2048, 5000] {
            let message = NOISE.message(len);
            let mut mac = ClMac::new(key);
            mac.update(&message);
            assert!(verify(key, &message, &mac.finalize()).is_ok());
        }
        residue::batches(|Batch { messages, words, values, offsets }| {
            let mut out = vec![[0; 16]; words.len()];
            tag_many(key, messages, &mut out).expect("a batch");
            tag_u64s(key, words, &mut out).expect("a batch");
            tag_column(key, values, offsets, &mut out).expect("a batch");
        });
    };
    nonce_keys: nonce::Key, |made| made, |key| {
        let (mut sender, mut receiver) = (Sender::new(key), Receiver::new(key));
        for len in [0, 8, 100, 2048, 5000] {
            let message = NOISE.message(len);
            let (nonce, tag) = sender.tag(&message);
            assert!(receiver.verify(&nonce, &message, &tag).is_ok());
            let nonce = Nonce::new([7; 16], len as u64);
            let mut mac = NonceMac::new(key, &nonce);
            mac.update(&message);
            assert_eq!(mac.finalize(), tag_with(key, &nonce, &message));
        }
    };
}

/// Of the derived key of the hash nothing remains either, and no hash that a tag hides.
#[test]
fn derived_keys() {
    let bytes = Key::from_seed(5).to_bytes();
    let words: Vec<u8> = {
        let encrypt = reference::aes::aes256(&bytes);
        let block = |i: u64| {
            let block = [b"clmac-1H".as_slice(), &i.to_le_bytes()].concat();
            encrypt(block.try_into().expect("16 bytes"))
        };
        (0..150).flat_map(block).collect()
    };
    let left = residue::after(&words, || {
        let key = Key::try_from(&bytes[..]);
        let key = key.as_ref().expect("32 bytes");
        assert_ne!(tag(key, &NOISE.message(5000)), [0; 16]);
    });
    assert_eq!((left.words_on_stack, left.words_freed), (0, 0), "{left:?}");
}
