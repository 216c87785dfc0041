//! Tests of keys: their constructors, their words, and wiping.

use highwayhash::Key;

testkit::key_suite!(Key, "HighwayHash");

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
    // The bytes between the length and the checksum.
    assert!(hasher.checkpoint()[16..176].iter().all(|&byte| byte == 0));
    key.zeroize();
    let zeros = Key::from_words([0; Key::WORDS]);
    for message in [b"".as_slice(), b"short", &[1; 100]] {
        assert_eq!(hash(&key, message), hash(&zeros, message), "the key is not wiped completely");
    }
}
