//! Keys: where they come from, and what does not leave them.

use highwayhash::{KEY_BYTES, KEY_WORDS, Key, KeyLengthError, hash64};
use testkit::vectors::HIGHWAYHASH64;

fn file_key(id: &str) -> Vec<u8> {
    let file = HIGHWAYHASH64.hashes();
    file.keys.iter().find(|(name, _)| *name == id).expect("the file has it").1.clone()
}

#[test]
fn seeds_give_the_keys_of_the_vectors() {
    assert_eq!(Key::from_seed(1).to_bytes().as_slice(), file_key("sm1"));
    static AT_COMPILE_TIME: Key = Key::from_seed(1);
    assert_eq!(AT_COMPILE_TIME.to_words()[0], 0x910a_2dec_8902_5cc1);
}

#[test]
fn bytes_and_words_go_both_ways() {
    let words: [u64; KEY_WORDS] = std::array::from_fn(|i| (i as u64) << 32 | 0x0102_0304);
    let key = Key::from_words(words);
    assert_eq!(key.to_words(), words);
    assert_eq!(Key::from_bytes(&key.to_bytes()).to_words(), words);
    assert_eq!(Key::from(&key.to_bytes()).to_words(), words);
    assert_eq!(key.to_bytes()[..9], [4, 3, 2, 1, 0, 0, 0, 0, 4]);
}

#[test]
fn another_length_is_an_error() {
    for found in [0, 1, KEY_BYTES - 1, KEY_BYTES + 1] {
        let error = Key::try_from(vec![0; found].as_slice()).expect_err("another length");
        assert_eq!(error, KeyLengthError { found });
        assert_eq!(error.to_string(), format!("a HighwayHash key has 32 bytes, not {found}"));
    }
    assert!(Key::try_from([0; KEY_BYTES].as_slice()).is_ok());
}

#[test]
fn generated_keys_differ() {
    let (a, b) = (Key::generate(), Key::generate());
    assert_ne!(a.to_words(), b.to_words());
    let mut words = a.to_words();
    words.sort_unstable();
    assert!(words.windows(2).all(|w| w[0] != w[1]), "a word came twice");
    assert_ne!(hash64(&a, b"message"), hash64(&b, b"message"));
}

#[test]
fn the_key_is_not_printed() {
    let text = format!("{:?}", Key::from_seed(1));
    assert!(text.starts_with("Key { backend: \"") && text.ends_with("\", .. }"), "{text}");
}

#[cfg(feature = "rand_core")]
#[test]
fn any_generator() {
    struct Counter(u64);
    impl rand_core::TryRng for Counter {
        type Error = core::convert::Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            unreachable!("words are drawn whole")
        }
        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            self.0 += 1;
            Ok(self.0)
        }
        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
            unreachable!("words are drawn whole")
        }
    }
    let words = Key::from_rng(&mut Counter(0)).to_words();
    assert_eq!(words, std::array::from_fn(|i| i as u64 + 1));
}

#[cfg(feature = "zeroize")]
#[test]
fn keys_can_be_wiped() {
    use zeroize::Zeroize;
    fn wiped_on_drop<T: zeroize::ZeroizeOnDrop>(_: &T) {}
    let mut key = Key::from_seed(1);
    wiped_on_drop(&key);
    key.zeroize();
    assert_eq!(key.to_words(), [0; KEY_WORDS]);
    let zeros = Key::from_words([0; KEY_WORDS]);
    for len in [0, 5, 8, 16, 100, 5000] {
        let message = vec![1; len];
        assert_eq!(
            hash64(&key, &message),
            hash64(&zeros, &message),
            "something is left of the key"
        );
    }
}
