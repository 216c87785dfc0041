//! Statistical tests: both functions are linear, and bare values fail all but sparse seeds. As
//! blocks are filled up with zeros and the bare functions do not take the length, some messages
//! have one value.

use ghash_clmul::{GhashKey, PolyvalKey, hash};
use testkit::statistics::{Report, all_but, of_messages};

fn check(report: &Report) {
    report.assert_failing(&all_but(&["seeds"]));
    assert!(report.failing().contains(&"avalanche"));
}

#[test]
fn statistics_of_ghash() {
    let hash = |key: &GhashKey, message: &[u8]| u128::from_be_bytes(hash(key, message));
    check(&of_messages("ghash", GhashKey::from_seed, hash));
}

#[test]
fn statistics_of_polyval() {
    let hash = |key: &PolyvalKey, message: &[u8]| u128::from_le_bytes(hash(key, message));
    check(&of_messages("polyval", PolyvalKey::from_seed, hash));
}
