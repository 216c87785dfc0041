//! Keys: where they come from, and what does not leave them.

use siphash_fast::{HalfKey, Key, KeyLengthError, KeyOf, TreeKey, siphash24};
use testkit::vectors::{HALFSIPHASH32, SIPHASH64, SIPTREEHASH, Table};

fn file_key(table: &Table, id: &str) -> Vec<u8> {
    let file = table.hashes();
    file.keys.iter().find(|(name, _)| *name == id).expect("the file has it").1.clone()
}

#[test]
fn seeds_give_the_keys_of_the_vectors() {
    assert_eq!(Key::from_seed(1).to_bytes().as_slice(), file_key(&SIPHASH64, "sm1"));
    assert_eq!(HalfKey::from_seed(1).to_bytes().as_slice(), file_key(&HALFSIPHASH32, "sm1"));
    assert_eq!(TreeKey::from_seed(1).to_bytes().as_slice(), file_key(&SIPTREEHASH, "sm1"));
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

fn another_length_is_an_error<const N: usize>() {
    for found in [0, 1, N - 1, N + 1] {
        let error = KeyOf::<N>::try_from(vec![0; found].as_slice()).expect_err("another length");
        assert_eq!(error, KeyLengthError { expected: N, found });
        assert_eq!(error.to_string(), format!("a key of {N} bytes, not {found}"));
    }
    assert!(KeyOf::<N>::try_from([0; N].as_slice()).is_ok());
    assert_eq!(KeyOf::<N>::BYTES, N);
}

#[test]
fn other_lengths_are_errors() {
    another_length_is_an_error::<8>();
    another_length_is_an_error::<16>();
    another_length_is_an_error::<32>();
}

#[test]
fn generated_keys_differ() {
    let (a, b) = (Key::generate(), Key::generate());
    assert_ne!(a.to_words(), b.to_words());
    assert_ne!(a.to_words()[0], a.to_words()[1]);
    assert_ne!(siphash24(&a, b"message"), siphash24(&b, b"message"));
    assert_ne!(TreeKey::generate().to_words(), TreeKey::generate().to_words());
}

#[test]
fn the_key_is_not_printed() {
    assert_eq!(format!("{:?}", Key::from_seed(1)), "Key { .. }");
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
    assert_eq!(TreeKey::from_rng(&mut Counter(0)).to_words(), [1, 2, 3, 4]);
}

#[cfg(feature = "zeroize")]
#[test]
fn keys_can_be_wiped() {
    use zeroize::Zeroize;
    fn wiped_on_drop<T: zeroize::ZeroizeOnDrop>(_: &T) {}
    let mut key = Key::from_seed(1);
    wiped_on_drop(&key);
    wiped_on_drop(&siphash_fast::SipHasher24::new(&key));
    key.zeroize();
    assert_eq!(key.to_words(), [0; 2]);
}
