//! Statistical tests. The function is linear, so tests of single bits fail; mixed values pass.

use mshash::{Key, hash, mix};
use testkit::statistics::{all_but, of_messages};

#[test]
fn statistics_of_plain_values() {
    let report = of_messages("mshash", Key::from_seed, hash);
    report.assert_failing(&all_but(&["seeds", "perlin-noise"]));
    assert!(report.failing().contains(&"avalanche"));
    report.assert_no_equal_hashes();
}

#[test]
fn statistics_of_mixed_values() {
    let report = of_messages("mshash-mixed", Key::from_seed, |k, m| mix(hash(k, m)));
    report.assert_passes();
    report.assert_no_equal_hashes();
}
