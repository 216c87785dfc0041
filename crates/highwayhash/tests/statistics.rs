//! Statistical tests, which all widths pass.

use highwayhash::{Key, hash, hash128, hash256};
use testkit::statistics::{of_messages, of_words};

#[test]
fn statistics_of_64_bits() {
    of_messages("highwayhash64", Key::from_seed, hash).assert_passes();
    of_words("highwayhash64 of words", Key::from_seed, |k, w| hash(k, &w.to_le_bytes()))
        .assert_passes();
}

#[test]
fn statistics_of_128_bits() {
    let hash = |key: &Key, message: &[u8]| {
        let [low, high] = hash128(key, message);
        u128::from(low) | u128::from(high) << 64
    };
    of_messages("highwayhash128", Key::from_seed, hash).assert_passes();
}

#[test]
fn statistics_of_256_bits() {
    let half = |at: usize| {
        move |key: &Key, message: &[u8]| {
            let words = hash256(key, message);
            u128::from(words[at]) | u128::from(words[at + 1]) << 64
        }
    };
    of_messages("highwayhash256, low half", Key::from_seed, half(0)).assert_passes();
    of_messages("highwayhash256, high half", Key::from_seed, half(2)).assert_passes();
}
