//! Statistical tests, which all variants except SipHash-1-2 pass.

use siphash_fast::{
    HalfKey, Key, TreeKey, half, siphash_1_2, siphash_1_3, siphash_2_4, siphash128_1_3,
    siptreehash13,
};
use testkit::statistics::{of_messages, of_words};

#[test]
fn statistics_of_64_bits() {
    of_messages("siphash-2-4", Key::from_seed, siphash_2_4).assert_passes();
    of_messages("siphash-1-3", Key::from_seed, siphash_1_3).assert_passes();
}

/// The last bytes of a message are followed by three rounds, which are too few to mix them.
#[test]
fn statistics_of_two_last_rounds() {
    of_messages("siphash-1-2", Key::from_seed, siphash_1_2)
        .assert_failing(&["avalanche", "independence"]);
}

#[test]
fn statistics_of_words() {
    of_words("siphash-1-3 of words", Key::from_seed, |k, w| siphash_1_3(k, &w.to_le_bytes()))
        .assert_passes();
}

#[test]
fn statistics_of_128_bits() {
    let hash = |key: &Key, message: &[u8]| {
        let [low, high] = siphash128_1_3(key, message);
        u128::from(low) | u128::from(high) << 64
    };
    of_messages("siphash128-1-3", Key::from_seed, hash).assert_passes();
}

#[test]
fn statistics_of_trees() {
    of_messages("siptreehash13", TreeKey::from_seed, siptreehash13).assert_passes();
}

#[test]
fn statistics_of_halves() {
    of_messages("halfsiphash32-1-3", HalfKey::from_seed, half::hash32::<1, 3>).assert_passes();
    of_messages("halfsiphash64-1-3", HalfKey::from_seed, half::hash::<1, 3>).assert_passes();
}
