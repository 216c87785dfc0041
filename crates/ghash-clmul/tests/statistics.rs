//! Statistical tests: both functions are linear, and bare values fail all but sparse seeds. As
//! blocks are filled up with zeros and the bare functions do not take the length, some messages
//! have one value.

use ghash_clmul::{GhashKey, PolyvalKey, hash};
use testkit::statistics::{FAMILIES, Report, of_messages};

fn check(report: &Report) {
    let all_but_seeds: Vec<_> = FAMILIES.into_iter().filter(|f| *f != "seeds").collect();
    report.assert_failing(&all_but_seeds);
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
