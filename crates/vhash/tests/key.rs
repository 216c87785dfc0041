//! Keys: published ones, words that do not fit, random generators, and what remains after wiping.

use testkit::conformance::key::{derived, refused_parts};
use testkit::vectors::{VHASH64, VHASH128};
use vhash::{Key64, Key128, KeyError, KeyLengthError, RandomState, hash};

testkit::key_suite!(fallible key64: Key64, "VHASH-64");
testkit::key_suite!(fallible key128: Key128, "VHASH-128");
testkit::process_map_suite!(RandomState);

/// The indices of the words of the last step in keys of VHASH-64 and VHASH-128.
const LAST: [std::ops::Range<usize>; 2] = [18..20, 22..26];

#[test]
fn bytes_of_the_vectors_are_keys() {
    for (id, bytes) in VHASH64.hashes().keys {
        let key = Key64::from_bytes(bytes.as_slice().try_into().expect("160 bytes"));
        assert_eq!(key.expect("a valid key").to_bytes().as_slice(), bytes, "{id}");
    }
    for (id, bytes) in VHASH128.hashes().keys {
        let key = Key128::from_bytes(bytes.as_slice().try_into().expect("208 bytes"));
        assert_eq!(key.expect("a valid key").to_bytes().as_slice(), bytes, "{id}");
    }
}

/// The derivation from numbers is frozen: it gives the bytes of the reference with the unused bits
/// cleared.
#[test]
fn seeds_give_the_bytes_of_the_reference() {
    for seed in [0, 1, 7, u64::MAX] {
        let bytes = derived("VHASH-64", seed, Key64::BYTES);
        let expected =
            Key64::try_from(bytes.as_slice()).expect("no word is skipped for these seeds");
        assert_eq!(Key64::from_seed(seed).to_bytes(), expected.to_bytes());
        let bytes = derived("VHASH-128", seed, Key128::BYTES);
        let expected =
            Key128::try_from(bytes.as_slice()).expect("no word is skipped for these seeds");
        assert_eq!(Key128::from_seed(seed).to_bytes(), expected.to_bytes());
    }
}

#[test]
fn bytes_and_words_go_both_ways() {
    let words: [u64; Key64::WORDS] = std::array::from_fn(|i| (i as u64) << 32 | 0x0102_0304);
    let key = Key64::from_words(words).expect("a valid key");
    assert_eq!(key.to_words(), words);
    assert_eq!(Key64::from_bytes(&key.to_bytes()).expect("a valid key").to_words(), words);
    assert_eq!(key.to_bytes()[..9], [4, 3, 2, 1, 0, 0, 0, 0, 4]);
    let mut all = [u64::MAX; Key128::WORDS];
    all[LAST[1].clone()].fill(u64::MAX - 257);
    let masked = Key128::from_words(all).expect("a valid key").to_words();
    assert_eq!(masked[..18], all[..18]);
    assert_eq!(masked[18..22], [0x1fff_ffff_1fff_ffff; 4], "unused bits are cleared");
    assert_eq!(masked[22..], all[22..]);
}

#[test]
fn keys_are_made_at_compile_time() {
    static KEY: Result<Key64, KeyError> = Key64::from_bytes(&[1; 160]);
    static WORDS: [u64; 20] = match &KEY {
        Ok(key) => key.to_words(),
        Err(_) => [0; 20],
    };
    static BYTES: [u8; 160] = match &KEY {
        Ok(key) => key.to_bytes(),
        Err(_) => [0; 160],
    };
    assert_eq!(WORDS, [0x0101_0101_0101_0101; 20]);
    assert_eq!(BYTES, [1; 160]);
}

#[test]
fn parts_of_zeros_are_refused() {
    let key = Key64::from_seed(1).to_bytes();
    let is_refused = |bytes: &[u8]| Key64::try_from(bytes).err() == Some(KeyError::Degenerate);
    refused_parts(&key, &[0..128, 128..144], 144..160, is_refused);
    let key = Key128::from_seed(1).to_bytes();
    let is_refused = |bytes: &[u8]| Key128::try_from(bytes).err() == Some(KeyError::Degenerate);
    refused_parts(&key, &[0..128, 16..144, 144..160, 160..176], 176..208, is_refused);
    // Without K only the last block counts.
    let mut words = Key64::from_seed(1).to_words();
    words[16..18].fill(!0x1fff_ffff_1fff_ffff);
    let key = Key64::from_words(words).expect("the last step fits");
    assert!(key.is_degenerate());
    assert_eq!(hash(&key, &[1; 256]), hash(&key, &[[2; 128], [1; 128]].concat()));
}

#[test]
fn words_and_bytes_that_are_not_keys_are_refused() {
    let length = KeyLengthError { function: "VHASH-64", expected: 160, found: 3 };
    assert_eq!(Key64::try_from([0; 3].as_slice()).err(), Some(KeyError::Length(length)));
    for index in LAST[0].clone() {
        let mut words = [0; 20];
        words[index] = u64::MAX - 257;
        assert!(Key64::from_words(words).is_ok());
        words[index] += 1;
        assert_eq!(Key64::from_words(words).err(), Some(KeyError::LastStep));
    }
    for index in LAST[1].clone() {
        let mut words = [0; 26];
        words[index] = u64::MAX;
        assert_eq!(Key128::from_words(words).err(), Some(KeyError::LastStep));
    }
    assert_eq!(Key64::try_from([0xff; 160].as_slice()).err(), Some(KeyError::LastStep));
    let text = "key has a word of the last step that is not below 2^64 - 257";
    assert_eq!(KeyError::LastStep.to_string(), text);
}

#[cfg(feature = "serde")]
#[test]
fn digits_that_are_not_a_key_are_refused() {
    let digits = format!("\"{}\"", "ff".repeat(160));
    let text = serde_json::from_str::<Key64>(&digits).expect_err("not a key").to_string();
    assert!(text.starts_with(&KeyError::LastStep.to_string()), "{text}");
}

/// A generator whose i-th word, counted from 1, is a function of i.
#[cfg(feature = "rand_core")]
struct Words(u64, fn(u64) -> u64);

#[cfg(feature = "rand_core")]
impl rand_core::TryRng for Words {
    type Error = core::convert::Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        unreachable!("keys draw whole words")
    }
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0 += 1;
        Ok((self.1)(self.0))
    }
    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
        unreachable!("keys draw whole words")
    }
}

#[cfg(feature = "rand_core")]
#[test]
fn words_that_do_not_fit_are_drawn_again() {
    // The first draw of the last words does not fit.
    let words = Key64::from_rng(&mut Words(0, |i| if i == 20 { u64::MAX } else { i })).to_words();
    assert_eq!(words[..18], std::array::from_fn::<_, 18, _>(|i| i as u64 + 1));
    assert_eq!(words[18..], [21, 22], "a pair is drawn again");
    // Only the last of 64 draws fits.
    let late = |i| if i < 18 + 2 * 64 - 1 { u64::MAX } else { i };
    assert_eq!(Key64::from_rng(&mut Words(0, late)).to_words()[18..], [145, 146]);
}

/// A stuck generator still gives a key, and cannot make the construction take longer.
#[cfg(feature = "rand_core")]
#[test]
fn a_generator_that_is_stuck_is_asked_64_times() {
    let mut stuck = Words(0, |_| u64::MAX);
    assert_eq!(Key64::from_rng(&mut stuck).to_words()[18..], [256; 2], "2^64 - 1 modulo the prime");
    assert_eq!(stuck.0, 18 + 2 * 64);
    let mut stuck = Words(0, |i| if i.is_multiple_of(2) { u64::MAX } else { 7 });
    assert_eq!(Key128::from_rng(&mut stuck).to_words()[22..], [7, 256, 7, 256]);
    assert_eq!(stuck.0, 22 + 2 * 2 * 64);
}

#[cfg(feature = "zeroize")]
#[test]
fn nothing_is_left_of_wiped_keys_and_streams() {
    use vhash::hash128;
    use vhash::{VHasher64, VHasher128};
    use zeroize::Zeroize;
    let (mut key, mut double) = (Key64::from_seed(1), Key128::from_seed(1));
    key.zeroize();
    double.zeroize();
    let zeros = Key64::from_words([0; 20]).expect("a valid key");
    let double_zeros = Key128::from_words([0; 26]).expect("a valid key");
    for len in [0, 5, 8, 16, 100, 5000] {
        let message = vec![1; len];
        assert_eq!(hash(&key, &message), hash(&zeros, &message));
        assert_eq!(hash128(&double, &message), hash128(&double_zeros, &message));
    }
    let key = Key64::from_seed(1);
    let mut hasher = VHasher64::new(&key);
    hasher.update(&[7; 1000]);
    hasher.zeroize();
    assert_eq!(hasher.checkpoint(), VHasher64::new(&key).checkpoint());
    fn wiped_on_drop<T: zeroize::ZeroizeOnDrop>(_: &T) {}
    wiped_on_drop(&hasher);
    wiped_on_drop(&VHasher128::new(double));
}
