//! CLMAC with nonces that cannot repeat.

mod door;

use clmac::nonce::{self, Nonce, verify};
use core::ptr::null_mut;
use door::{Key, data, digest_bytes, last_error};
use provenhash::hash::{ph_digest_t, ph_verify};
use provenhash::sender::*;
use provenhash::status::ph_status_t::{self, *};
use std::collections::HashSet;

/// A sender and a receiver, which are freed when they are dropped.
struct Both(*mut ph_sender_t, *mut ph_receiver_t);

impl Both {
    fn new(key: &Key) -> Self {
        let (mut sender, mut receiver) = (null_mut(), null_mut());
        // SAFETY: the key is live, and the outputs are pointers.
        unsafe {
            assert_eq!(ph_sender_new(key.0, &raw mut sender), PH_OK);
            assert_eq!(ph_receiver_new(key.0, &raw mut receiver), PH_OK);
        }
        Self(sender, receiver)
    }

    fn tag(&self, message: &[u8]) -> ([u8; PH_NONCE_BYTES], ph_digest_t) {
        let (mut nonce, mut tag) = ([0; PH_NONCE_BYTES], ph_digest_t { len: 0, bytes: [0; 32] });
        let (message, len) = data(message);
        // SAFETY: the sender is live, and the arrays have their lengths.
        let status =
            unsafe { ph_sender_tag(self.0, message, len, nonce.as_mut_ptr(), &raw mut tag) };
        assert_eq!((status, tag.len), (PH_OK, 16));
        (nonce, tag)
    }

    fn verify(&self, nonce: &[u8], message: &[u8], tag: &[u8]) -> ph_status_t {
        let ((nonce, n), (message, m), (tag, t)) = (data(nonce), data(message), data(tag));
        // SAFETY: the receiver is live, and the arrays have their lengths.
        unsafe { ph_receiver_verify(self.1, nonce, n, message, m, tag, t) }
    }
}

impl Drop for Both {
    fn drop(&mut self) {
        // SAFETY: both are freed once.
        unsafe {
            ph_sender_free(self.0);
            ph_receiver_free(self.1);
        }
    }
}

/// Tags are those of the crate under the key of the same bytes, also after the key in C is freed.
#[test]
fn tags_are_those_of_the_crate() {
    let bytes: [u8; 32] = core::array::from_fn(|i| u8::try_from(3 * i).expect("below 256"));
    let both = Both::new(&Key::new("clmac", &bytes));
    let key = nonce::Key::from_bytes(&bytes);
    for len in [0, 1, 16, 100, 5000] {
        let message = testkit::Generator::SplitMix(1).message(len);
        let (nonce, tag) = both.tag(&message);
        let tag = digest_bytes(&tag);
        assert_eq!(verify(&key, &Nonce::from_bytes(nonce), &message, tag), Ok(()));
        assert_eq!(both.verify(&nonce, &message, tag), PH_OK);
    }
}

#[test]
fn what_is_refused() {
    let clmac = Key::of_seed("clmac", 1);
    let both = Both::new(&clmac);
    let (nonce, digest) = both.tag(b"a message");
    let tag = digest_bytes(&digest);
    assert_eq!(both.verify(&nonce, b"a massage", tag), PH_ERROR_TAG);
    assert_eq!(last_error(), "the tag does not belong to this message and key");
    assert_eq!(both.verify(&both.tag(b"a message").0, b"a message", tag), PH_ERROR_TAG);
    for bit in 0..128 {
        let mut other = tag.to_vec();
        other[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(both.verify(&nonce, b"a message", &other), PH_ERROR_TAG, "bit {bit}");
    }
    for len in (0..16).chain(17..33) {
        let other = &digest.bytes[..len.min(32)];
        assert_eq!(both.verify(&nonce, b"a message", other), PH_ERROR_TAG, "{len} bytes");
    }
    for len in (0..24).chain(25..33) {
        assert_eq!(both.verify(&[0; 33][..len], b"", tag), PH_ERROR_NONCE, "{len} bytes");
        assert_eq!(last_error(), format!("nonce has {len} bytes, CLMAC needs 24"));
    }
    // Without nonces no tag of a sender is accepted, and by a receiver none without a nonce.
    let ((message, len), (start, count)) = (data(b"a message"), data(tag));
    // SAFETY: the key is live, and the arrays have their lengths.
    unsafe {
        assert_eq!(ph_verify(clmac.0, null_mut(), 0, message, len, start, count), PH_ERROR_TAG);
        let (nonce, n) = data(&nonce);
        assert_eq!(ph_verify(clmac.0, nonce, n, message, len, start, count), PH_ERROR_NONCE);
    }
    let plain = clmac.hash(b"a message");
    assert_eq!(both.verify(&nonce, b"a message", digest_bytes(&plain)), PH_ERROR_TAG);
    // Keys of other algorithms have no senders.
    for name in ["clhash128", "vmac128", "highwayhash128", "md5"] {
        let key = if name == "md5" { Key::new(name, b"") } else { Key::of_seed(name, 1) };
        let (mut sender, mut receiver) = (core::ptr::dangling_mut(), core::ptr::dangling_mut());
        // SAFETY: the key is live, and the outputs are pointers.
        unsafe {
            assert_eq!(ph_sender_new(key.0, &raw mut sender), PH_ERROR_ALGORITHM);
            assert_eq!(last_error(), format!("{name} has no senders, only clmac has"));
            assert_eq!(ph_receiver_new(key.0, &raw mut receiver), PH_ERROR_ALGORITHM);
        }
        assert!(sender.is_null() && receiver.is_null());
    }
}

/// No nonce occurs twice, whichever sender draws it.
#[test]
fn nonces_do_not_repeat() {
    let key = Key::of_seed("clmac", 2);
    let senders = [Both::new(&key), Both::new(&key)];
    let mut seen = HashSet::new();
    for both in senders.iter().cycle().take(2000) {
        assert!(seen.insert(both.tag(b"m").0), "a nonce repeats");
    }
}

/// A process made by `fork` has other nonces than its parent and its siblings, from the same sender.
#[test]
fn forks_have_other_nonces() {
    let key = Key::of_seed("clmac", 3);
    let both = Both::new(&key);
    let draw = || {
        let nonce = both.tag(b"m").0;
        nonce.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect::<Vec<_>>()
    };
    let first = draw();
    let children = testkit::fork::in_children(&draw);
    assert_eq!(draw()[..2], first[..2], "the parent goes on");
    let prefixes: HashSet<_> = children.iter().map(|nonce| &nonce[..2]).collect();
    assert_eq!(prefixes.len(), children.len(), "two children have one prefix");
    assert!(!prefixes.contains(&first[..2]), "a child has the prefix of its parent");
}
