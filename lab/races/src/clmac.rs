//! CLMAC on every backend, beside its hash alone, keyed BLAKE3 and HMAC-SHA-256.

use crate::calls;
use crate::ghash::{key_bytes, low_half};
use crate::race::Task;
use crate::subject::Subject;
use clhash::clhash128;
use clmac::nonce::{self, Nonce, Receiver, Sender, tag_with};
use clmac::{Backend, Key, tag, tag_many};
use hmac::{Hmac, KeyInit, Mac};
use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

/// Lists CLMAC without nonces, tags of a sender under new nonces, and verification under one nonce
/// by a receiver, on every backend, the narrowest first.
#[must_use]
pub fn macs() -> Vec<Subject> {
    let without = |backend: Backend| {
        let key = Key::from_seed(1).with_backend(backend);
        Subject::new("clmac", backend.name(), move |m| low_half(tag(&key, m)))
    };
    let sender = |backend: Backend| {
        let key = nonce::Key::from_seed(1).with_backend(backend);
        // The loops of a subject share it, because a sender cannot be cloned.
        let sender = Rc::new(RefCell::new(Sender::new(key)));
        Subject::new("clmac-sender", backend.name(), move |m| {
            let (nonce, tag) = sender.borrow_mut().tag(m);
            black_box(nonce);
            // The same value in every run, and the next message waits for the tag all the same.
            low_half(tag) & black_box(0)
        })
    };
    let with_nonce = |backend: Backend| {
        let key = nonce::Key::from_seed(1).with_backend(backend);
        let nonce = Nonce::new([1; 16], 1);
        let right = tag_with(&key, &nonce, b"");
        let receiver = RefCell::new(Receiver::new(key));
        Subject::new("clmac-nonce", backend.name(), move |m| {
            let mut receiver = receiver.borrow_mut();
            receiver.verify(black_box(&nonce), m, black_box(&right)).is_ok().into()
        })
    };
    let mut subjects: Vec<_> = Backend::available().map(without).collect();
    subjects.extend(Backend::available().map(sender));
    subjects.extend(Backend::available().map(with_nonce));
    subjects
}

/// Lists CLHASH-128 alone on the best backend. It is no MAC, but the limit of one that computes it.
#[must_use]
pub fn walls() -> Vec<Subject> {
    let key = clhash128::Key::from_seed(1);
    let hash = move |m: &[u8]| {
        let [low, high] = clhash128::hash(&key, m);
        low ^ high
    };
    vec![Subject::new("bare-clhash128", Backend::detect().name(), hash)]
}

/// Makes a task of `tag_many` of CLMAC without nonces on the best backend.
pub(crate) fn batch<'a>(messages: &'a [&'a [u8]]) -> Task<'a> {
    let key = Key::from_seed(1);
    let name = format!("clmac/{} tag_many", key.backend().name());
    let tags = RefCell::new([[0; 16]; calls::CALL]);
    calls::in_one_call(messages, name, "clmac", move |messages, out| {
        let mut tags = tags.borrow_mut();
        assert_eq!(tag_many(&key, messages, &mut *tags), Ok(()));
        for (half, tag) in out.iter_mut().zip(*tags) {
            *half = low_half(tag);
        }
    })
}

/// Lists MACs without nonces by others.
///
/// # Panics
/// Never panics, because HMAC has keys of any length.
#[must_use]
pub fn peers() -> Vec<Subject> {
    let key = key_bytes();
    let hmac = Hmac::<sha2::Sha256>::new_from_slice(&key).expect("any length");
    vec![
        Subject::new("blake3-keyed", "blake3", move |m| {
            let hash = blake3::keyed_hash(&key, m);
            low_half(*hash.as_bytes().first_chunk().expect("32 bytes"))
        }),
        Subject::new("hmac-sha256", "hmac", move |m| {
            let tag = hmac.clone().chain_update(m).finalize().into_bytes();
            low_half(*tag.first_chunk().expect("32 bytes"))
        }),
    ]
}
