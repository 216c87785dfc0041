//! Statistical tests. The bare functions are linear and fail the tests that linear functions cannot
//! pass. The mixed hash passes all.

use multilinear_hash::{Function, Key, Mmh32, Multilinear64, Tmmh16, hash, hash_mixed};
use testkit::statistics::{all_but, of_messages, of_words};

/// Returns the tests that depend on the message alone, which are all that do not vary seeds.
fn linear() -> Vec<&'static str> {
    all_but(&["seeds", "perlin-noise"])
}

#[test]
fn statistics_of_plain_values() {
    let report = of_messages("multilinear64", Multilinear64::key_from_seed, hash);
    report.assert_failing(&linear());
    assert!(report.failing().contains(&"avalanche"));
    report.assert_no_equal_hashes();
}

#[test]
fn statistics_of_mmh() {
    let first = |key: &Key<Mmh32>, message: &[u8]| hash(key, message)[0];
    of_messages("mmh32", Mmh32::key_from_seed, first).assert_failing(&linear());
}

#[test]
fn statistics_of_tmmh() {
    let joined = |key: &Key<Tmmh16>, message: &[u8]| {
        hash(key, message).into_iter().fold(0, |joined, word| joined << 16 | u64::from(word))
    };
    of_messages("tmmh16", Tmmh16::key_from_seed, joined).assert_failing(&linear());
}

#[test]
fn statistics_of_mixed_values() {
    let key = Multilinear64::key_from_seed;
    let report = of_messages("multilinear64-mixed", key, hash_mixed);
    report.assert_passes();
    report.assert_no_equal_hashes();
    of_words("multilinear64-mixed of words", key, |k, w| hash_mixed(k, &w.to_le_bytes()))
        .assert_passes();
}
