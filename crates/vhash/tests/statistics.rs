//! Statistical tests. Bare VHASH passes avalanche and nearly all other tests, and the mixed hash
//! passes all.

use testkit::statistics::{of_messages, of_words};
use vhash::{Key64, Key128, hash, hash_mixed, hash128};

/// Bare VHASH-64 fails `permutation`: small words alternate with zeros there, so each pair adds a
/// multiple of one key word, and both the sums and the hashes have few different differences.
#[test]
fn statistics_of_plain_values() {
    let report = of_messages("vhash64", Key64::from_seed, hash);
    report.assert_failing(&["permutation"]);
    report.assert_no_equal_hashes();
}

/// VHASH-128 fails `independence`: one bit of a message of two or three bytes adds one of two
/// numbers to the input of the last step, so two bits of the hash may change together.
#[test]
#[cfg_attr(debug_assertions, ignore = "needs the larger sets of release builds")]
fn statistics_of_128_bits() {
    let hash = |key: &Key128, message: &[u8]| {
        let [first, second] = hash128(key, message);
        u128::from(first) << 64 | u128::from(second)
    };
    of_messages("vhash128", Key128::from_seed, hash).assert_failing(&["independence"]);
}

#[test]
fn statistics_of_mixed_values() {
    let report = of_messages("vhash64-mixed", Key64::from_seed, hash_mixed);
    report.assert_passes();
    report.assert_no_equal_hashes();
    of_words("vhash64-mixed of words", Key64::from_seed, |k, w| hash_mixed(k, &w.to_le_bytes()))
        .assert_passes();
}
