//! Keys: the words, and the keys of the vector files.

use siphash_fast::{HalfKey, Key, TreeKey};
use testkit::vectors::{HALFSIPHASH32, SIPHASH64, SIPTREEHASH, Table};

fn file_key(table: &Table) -> Vec<u8> {
    let keys = table.hashes().keys;
    keys.into_iter().find(|(name, _)| *name == "sm1").expect("the file has it").1
}

#[test]
fn seeds_give_the_keys_of_the_vectors() {
    assert_eq!(Key::from_seed(1).to_bytes().as_slice(), file_key(&SIPHASH64));
    assert_eq!(HalfKey::from_seed(1).to_bytes().as_slice(), file_key(&HALFSIPHASH32));
    assert_eq!(TreeKey::from_seed(1).to_bytes().as_slice(), file_key(&SIPTREEHASH));
    static AT_COMPILE_TIME: Key = Key::from_seed(1);
    assert_eq!(AT_COMPILE_TIME.to_words()[0], 0x910a_2dec_8902_5cc1);
}

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
