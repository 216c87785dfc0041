//! Keys: the derivation from seeds, the words, and what wiping leaves.

use highwayhash::Key;
use testkit::vectors::HIGHWAYHASH64;

#[test]
fn seeds_give_the_keys_of_the_vectors() {
    let keys = HIGHWAYHASH64.hashes().keys;
    let (_, bytes) = keys.iter().find(|(id, _)| *id == "sm1").expect("the file has it");
    assert_eq!(Key::from_seed(1).to_bytes().as_slice(), bytes);
    assert_eq!(Key::from_seed(1).to_words()[0], 0x910a_2dec_8902_5cc1);
}

#[test]
fn words_are_little_endian() {
    let key = Key::from_words([0x0102_0304, 5 << 56, 6, 7]);
    assert_eq!(key.to_words(), [0x0102_0304, 5 << 56, 6, 7]);
    let bytes = key.to_bytes();
    assert_eq!((&bytes[..5], bytes[15], bytes[16]), ([4, 3, 2, 1, 0].as_slice(), 5, 6));
}

#[cfg(feature = "zeroize")]
#[test]
fn nothing_is_left_of_what_is_wiped() {
    use highwayhash::{HighwayHasher, hash};
    use zeroize::Zeroize;
    fn wiped_on_drop<T: zeroize::ZeroizeOnDrop>(_: &T) {}
    let mut key = Key::from_seed(1);
    let mut hasher = HighwayHasher::new(&key);
    hasher.update(&[7; 70]);
    wiped_on_drop(&hasher);
    hasher.zeroize();
    // Between the length and the check sum.
    assert!(hasher.checkpoint()[16..176].iter().all(|&byte| byte == 0));
    key.zeroize();
    let zeros = Key::from_words([0; Key::WORDS]);
    for message in [b"".as_slice(), b"short", &[1; 100]] {
        assert_eq!(hash(&key, message), hash(&zeros, message), "something is left of the key");
    }
}
