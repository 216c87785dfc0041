//! Tests of keys: their constructors, and conversions to words and bytes.

use siphash_fast::{HalfKey, Key, TreeKey};

testkit::key_suite!(Key, "SipHash");
testkit::key_suite!(tree_key: TreeKey, "SipTreeHash");
testkit::key_suite!(half_key: HalfKey, "HalfSipHash");

#[test]
fn bytes_and_words_go_both_ways() {
    let key = Key::from_words([0x0102_0304, 5]);
    assert_eq!(key.to_bytes()[..9], [4, 3, 2, 1, 0, 0, 0, 0, 5]);
    assert_eq!(Key::from(&key.to_bytes()).to_words(), [0x0102_0304, 5]);
    let key = HalfKey::from_words([0x0102_0304, 5]);
    assert_eq!(key.to_bytes(), [4, 3, 2, 1, 5, 0, 0, 0]);
    assert_eq!(HalfKey::from_bytes(&key.to_bytes()).to_words(), [0x0102_0304, 5]);
    let words = [1, 2, 3, 4 << 60];
    assert_eq!(TreeKey::from_bytes(&TreeKey::from_words(words).to_bytes()).to_words(), words);
}
