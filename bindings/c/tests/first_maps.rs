//! The first map of a process asks the operating system for entropy once.
#![cfg(all(target_os = "linux", not(getrandom_backend = "unsupported")))]

use testkit::entropy::calls;
use testkit::fork;

testkit::own_entropy!();

#[test]
fn a_process_asks_once_for_each_kind_of_map() {
    fork::alone(concat!(module_path!(), "::a_process_asks_once_for_each_kind_of_map"), || {
        let asks = |expected: usize| {
            for (kind, make) in [
                ("clhash", (|| _ = clhash::RandomState::new()) as fn()),
                ("vhash", || _ = vhash::RandomState::new()),
                ("multilinear-hash", || _ = multilinear_hash::RandomState::new()),
                ("highwayhash", || _ = highwayhash::RandomState::new()),
                ("siphash-fast", || _ = siphash_fast::RandomState::new()),
            ] {
                assert_eq!(calls(make), expected, "{kind}");
                assert_eq!(calls(make), 0, "{kind}: the second map");
            }
            // The other states of a crate have the same source.
            assert_eq!(calls(|| _ = clhash::FastState::new()), 0);
        };
        asks(1);
        let children = fork::in_children(&|| {
            // A child of a child that made no maps asks once, too.
            asks(1);
            vec![1]
        });
        assert!(!children.is_empty());
        asks(0);
    });
}

/// Without that source the words come from std, of which one state is made.
#[test]
fn maps_have_words_of_std() {
    use std::hash::BuildHasher;
    fork::alone(concat!(module_path!(), "::maps_have_words_of_std"), || {
        // std's keys come from one call, which does not fail here.
        std::hint::black_box(std::hash::RandomState::new().hash_one(1));
        let states = testkit::entropy::failing(|| {
            [(); 3].map(|()| clhash::RandomState::new().hash_one("a key"))
        });
        assert!(states[0] != states[1] && states[1] != states[2] && states[0] != states[2]);
    });
}
