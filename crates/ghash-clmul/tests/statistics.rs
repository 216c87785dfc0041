//! Statistical tests. Both functions are linear, so their bare values fail every test but that of
//! sparse seeds. Some messages have the same value, because the last block is padded with zeros and
//! the length is not hashed.

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
