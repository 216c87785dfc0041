//! Tests on a system without entropy. Nothing here runs unless the whole build has
//! `--cfg getrandom_backend="unsupported"`, as a step of `.ci/run` does.
#![cfg(getrandom_backend = "unsupported")]

mod door;

use door::{algorithm, last_error};
use provenhash_c::key::ph_key_generate;
use provenhash_c::sender::ph_sender_new;
use provenhash_c::status::ph_status_t::PH_ERROR_ENTROPY;
use std::collections::HashSet;
use std::hash::BuildHasher;

/// C gets a status, a text and no key.
#[test]
fn c_gets_a_status() {
    for row in table::ALGORITHMS.iter().filter(|row| !row.key_lengths.is_empty()) {
        let mut key = core::ptr::dangling_mut();
        // SAFETY: the output is a pointer.
        let status = unsafe { ph_key_generate(algorithm(row.name), &raw mut key) };
        assert_eq!((status, key.is_null()), (PH_ERROR_ENTROPY, true), "{}", row.name);
        assert!(last_error().starts_with("no entropy for a key"), "{}", last_error());
    }
}

/// There are no senders either, because they draw nonces.
#[test]
fn c_gets_no_sender() {
    let key = door::Key::of_seed("clmac", 1);
    let mut sender = core::ptr::dangling_mut();
    // SAFETY: the key is live, and the output is a pointer.
    let status = unsafe { ph_sender_new(key.0, &raw mut sender) };
    assert_eq!((status, sender.is_null()), (PH_ERROR_ENTROPY, true));
}

/// Rust gets an error or, where it did not ask for one, a panic with the reason.
#[test]
fn rust_gets_an_error() {
    assert!(clhash::Key::try_generate().is_err());
    assert!(vhash::Key128::try_generate().is_err());
    assert!(ghash_clmul::GhashKey::try_generate().is_err());
    assert!(siphash_fast::Key::try_generate().is_err());
    assert!(highwayhash::Key::try_generate().is_err());
    assert!(multilinear_hash::Key::<multilinear_hash::Mmh32>::try_generate().is_err());
    let panic = std::panic::catch_unwind(clhash::Key::generate).expect_err("a panic");
    let text = panic.downcast::<String>().expect("a text");
    assert!(text.starts_with("no entropy for a key: "), "{text}");
}

/// Maps work, with the randomness that std has.
#[test]
fn maps_work() {
    let mut seen = HashSet::new();
    for _ in 0..100 {
        assert!(seen.insert(clhash::RandomState::new().hash_one("a key")));
        assert!(seen.insert(vhash::RandomState::new().hash_one("a key")));
        assert!(seen.insert(siphash_fast::RandomState::new().hash_one("a key")));
        assert!(seen.insert(highwayhash::RandomState::new().hash_one("a key")));
        assert!(seen.insert(multilinear_hash::RandomState::new().hash_one("a key")));
    }
}
