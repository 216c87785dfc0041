//! Every function of C that verifies a tag accepts that tag alone.

mod door;

use core::ptr::{null, null_mut};
use door::{Key, data, digest_bytes};
use provenhash_c::hash::{ph_digest_t, ph_tag, ph_verify, ph_verify_cut};
use provenhash_c::sender::*;
use provenhash_c::status::ph_status_t::{self, *};
use testkit::verification::verifies;

const MESSAGE: &[u8] = b"a message of 28 bytes, short";

/// Returns whether a tag was accepted, which is the only alternative to being refused.
fn accepts(status: ph_status_t) -> bool {
    assert!(matches!(status, PH_OK | PH_ERROR_TAG | PH_ERROR_NONCE), "{status:?}");
    status == PH_OK
}

#[test]
fn tags_without_nonces() {
    let mut widths = 0;
    for row in table::ALGORITHMS.iter().filter(|row| row.mac && !row.nonce) {
        let key = Key::of_seed(row.name, 1);
        let whole = key.tag(MESSAGE);
        verifies(row.name, [b"", MESSAGE, digest_bytes(&whole)], |[_, message, tag]| {
            let ((message, len), (tag, count)) = (data(message), data(tag));
            // SAFETY: the key is live, and the arrays have the lengths given.
            accepts(unsafe { ph_verify(key.0, null(), 0, message, len, tag, count) })
        });
        for bits in row.widths() {
            widths += 1;
            let name = format!("{}, {bits} bits", row.name);
            let cut = &digest_bytes(&whole)[..bits / 8];
            verifies(&name, [b"", MESSAGE, cut], |[_, message, tag]| {
                let ((message, len), (tag, count)) = (data(message), data(tag));
                // SAFETY: as above.
                accepts(unsafe { ph_verify_cut(key.0, bits / 8, message, len, tag, count) })
            });
        }
    }
    assert!(widths >= 9, "{widths}");
}

#[test]
fn tags_under_nonces() {
    let mut macs = 0;
    for row in table::ALGORITHMS.iter().filter(|row| row.nonce) {
        macs += 1;
        let key = Key::of_seed(row.name, 1);
        let (nonce, mut right) = (*b"a nonce of 16 B.", ph_digest_t { len: 0, bytes: [0; 32] });
        let ((start, n), (message, len)) = (data(&nonce), data(MESSAGE));
        // SAFETY: the key is live, the arrays have the lengths given, and the output is a digest.
        let status = unsafe { ph_tag(key.0, start, n, message, len, &raw mut right) };
        assert_eq!(status, PH_OK);
        verifies(row.name, [&nonce, MESSAGE, digest_bytes(&right)], |[nonce, message, tag]| {
            let ((nonce, n), (message, len)) = (data(nonce), data(message));
            let (tag, count) = data(tag);
            // SAFETY: as above.
            accepts(unsafe { ph_verify(key.0, nonce, n, message, len, tag, count) })
        });
    }
    assert_eq!(macs, 2);
}

#[test]
fn tags_of_senders() {
    let key = Key::of_seed("clmac", 1);
    let (mut sender, mut receiver) = (null_mut(), null_mut());
    let (mut nonce, mut tag) = ([0; PH_NONCE_BYTES], ph_digest_t { len: 0, bytes: [0; 32] });
    let (message, len) = data(MESSAGE);
    // SAFETY: the key is live, the outputs are pointers, a nonce and a digest, and the array has
    // its length.
    unsafe {
        assert_eq!(ph_sender_new(key.0, &raw mut sender), PH_OK);
        assert_eq!(ph_receiver_new(key.0, &raw mut receiver), PH_OK);
        let status = ph_sender_tag(sender, message, len, nonce.as_mut_ptr(), &raw mut tag);
        assert_eq!(status, PH_OK);
    }
    verifies("receiver", [&nonce, MESSAGE, digest_bytes(&tag)], |[nonce, message, tag]| {
        let ((nonce, n), (message, m), (tag, t)) = (data(nonce), data(message), data(tag));
        // SAFETY: the receiver is live, and the arrays have their lengths.
        accepts(unsafe { ph_receiver_verify(receiver, nonce, n, message, m, tag, t) })
    });
    // SAFETY: both are freed once.
    unsafe {
        ph_sender_free(sender);
        ph_receiver_free(receiver);
    }
}
