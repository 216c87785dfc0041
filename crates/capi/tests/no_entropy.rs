//! What happens where the operating system provides no entropy. Nothing here runs unless the whole build
//! has `--cfg getrandom_backend="unsupported"`, as a step of `.ci/run` does.
#![cfg(getrandom_backend = "unsupported")]

use core::ffi::CStr;
use core::ptr::null_mut;
use provenhash::clhash::ph_clhash_key_generate;
use provenhash::multilinear::ph_tmmh16_key_generate;
use provenhash::siphash::ph_siphash_key_generate;
use provenhash::status::{ph_last_error, ph_status_t::PH_ERROR_ENTROPY};
use provenhash::vhash::ph_vhash64_key_generate;
use std::collections::HashSet;
use std::hash::BuildHasher;

/// C gets a status, a text and no key.
#[test]
fn c_gets_a_status() {
    macro_rules! check {
        ($($generate:ident)*) => { $(
            let mut key = core::ptr::dangling_mut();
            // SAFETY: the output is a pointer.
            assert_eq!(unsafe { $generate(&raw mut key) }, PH_ERROR_ENTROPY);
            assert_eq!(key, null_mut());
        )* };
    }
    check! { ph_clhash_key_generate ph_vhash64_key_generate ph_siphash_key_generate ph_tmmh16_key_generate }
    // SAFETY: the pointer is a string of this thread.
    let text = unsafe { CStr::from_ptr(ph_last_error()) }.to_str().expect("the text is UTF-8");
    assert!(!text.is_empty());
}

/// Rust gets an error or, where it did not ask for one, a panic with the reason.
#[test]
fn rust_gets_an_error() {
    assert!(clhash::Key::try_generate().is_err());
    assert!(vhash::Key128::try_generate().is_err());
    assert!(ghash_clmul::GhashKey::try_generate().is_err());
    assert!(siphash_fast::Key::try_generate().is_err());
    assert!(highwayhash::Key::try_generate().is_err());
    assert!(multilinear_hash::MapKey::try_generate().is_err());
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
