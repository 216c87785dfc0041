//! CLMAC with nonces that cannot repeat.

mod door;

use clmac::nonce::{self, Nonce, verify};
use core::ptr::null_mut;
use door::{Key, data, digest_bytes, last_error};
use provenhash_c::hash::{ph_digest_t, ph_verify};
use provenhash_c::sender::*;
use provenhash_c::status::ph_status_t::{self, *};
use std::collections::HashSet;
use testkit::fork;

#[cfg(target_os = "linux")]
testkit::own_entropy!();

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

/// Returns the words of the next nonce.
fn draw(both: &Both) -> Vec<u64> {
    let nonce = both.tag(b"m").0;
    nonce.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect()
}

/// A copy of the process has other nonces than its parent and its siblings, from the same sender.
#[test]
fn copies_have_other_nonces() {
    fork::alone(concat!(module_path!(), "::copies_have_other_nonces"), || {
        let both = Both::new(&Key::of_seed("clmac", 3));
        let first = draw(&both);
        let children = fork::in_children(&|| draw(&both));
        assert_eq!(draw(&both)[..2], first[..2], "the parent goes on");
        let prefixes: HashSet<_> = children.iter().map(|nonce| &nonce[..2]).collect();
        assert_eq!(prefixes.len(), children.len(), "two copies have one prefix");
        assert!(!prefixes.contains(&first[..2]), "a copy has the prefix of its parent");
    });
}

/// Where a copy gets no other prefix, there is a status, and neither a nonce nor a tag.
#[test]
#[cfg(target_os = "linux")]
fn without_another_prefix_there_are_no_tags() {
    use testkit::entropy::failing;
    fork::alone(concat!(module_path!(), "::without_another_prefix_there_are_no_tags"), || {
        let both = Both::new(&Key::of_seed("clmac", 4));
        let first = draw(&both);
        let children = fork::in_children(&|| {
            for _ in 0..2 {
                let mut nonce = [7; PH_NONCE_BYTES];
                let mut tag = ph_digest_t { len: 7, bytes: [7; 32] };
                let out = (nonce.as_mut_ptr(), &raw mut tag);
                // SAFETY: the sender is live, and the arrays have their lengths.
                let tag_it = || unsafe { ph_sender_tag(both.0, null_mut(), 0, out.0, out.1) };
                assert_eq!(failing(tag_it), PH_ERROR_ENTROPY);
                assert_eq!((nonce, tag.len, tag.bytes), ([0; PH_NONCE_BYTES], 0, [0; 32]));
            }
            draw(&both)
        });
        assert!(!children.is_empty());
        assert!(children.iter().all(|nonce| nonce[..2] != first[..2] && nonce[2] == 0));
    });
}

/// The table is not locked while it is made: every thread that is first may fork.
#[test]
fn the_table_has_one_address() {
    let find = || door::algorithm("clmac") as usize;
    let threads = [(); 8].map(|()| std::thread::spawn(find));
    let found = threads.map(|thread| thread.join().expect("an algorithm"));
    assert!(found.iter().all(|address| *address == find()));
}
