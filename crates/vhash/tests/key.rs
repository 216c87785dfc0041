//! Keys: where they come from, and what does not leave them.

use testkit::vectors::{VHASH64, VHASH128};
use vhash::{Key, Key64, Key128, KeyError, hash64, hash128};

/// The words of the last step of VHASH-64 and -128.
const LAST: [std::ops::Range<usize>; 2] = [18..20, 22..26];

#[test]
fn seeds_give_the_published_keys() {
    for (id, bytes) in VHASH64.hashes().keys {
        let key = Key64::try_from(&*bytes).expect("a key");
        assert_eq!(key.to_bytes().as_slice(), bytes, "{id}");
        assert!(id != "sm1" || Key64::from_seed(1).to_bytes() == key.to_bytes());
    }
    for (id, bytes) in VHASH128.hashes().keys {
        let key = Key128::try_from(&*bytes).expect("a key");
        assert_eq!(key.to_bytes().as_slice(), bytes, "{id}");
        assert!(id != "sm1" || Key128::from_seed(1).to_bytes() == key.to_bytes());
    }
    static AT_COMPILE_TIME: Key64 = Key::from_seed(1);
    assert_eq!(AT_COMPILE_TIME.to_words()[0], 0x910a_2dec_8902_5cc1);
}

/// splitmix64 gives 2^64 - 1 from this state, the 19th of this seed: it is left out.
#[test]
fn seeds_skip_words_that_do_not_fit() {
    // The inverse of the output function, by undoing its steps.
    let unshift = |z: u64, by: u32| (0..64 / by).fold(z, |x, _| z ^ (x >> by));
    let inverse =
        |a: u64| (0..6).fold(a, |x, _| x.wrapping_mul(2_u64.wrapping_sub(a.wrapping_mul(x))));
    let z = unshift(u64::MAX, 31).wrapping_mul(inverse(0x94d0_49bb_1331_11eb));
    let z = unshift(z, 27).wrapping_mul(inverse(0xbf58_476d_1ce4_e5b9));
    let state = unshift(z, 30);
    let step = 0x9e37_79b9_7f4a_7c15_u64;
    let seed = state.wrapping_sub(step.wrapping_mul(19));
    let next = Key64::from_seed(seed.wrapping_add(step));
    let words = Key64::from_seed(seed).to_words();
    assert!(words[18] < u64::MAX - 256 && words[19] < u64::MAX - 256);
    assert_eq!(words[18], next.to_words()[18], "the 20th output");
    assert_eq!(words[19], next.to_words()[19], "the 21st output");
}

#[test]
fn bytes_and_words_go_both_ways() {
    let words: [u64; Key64::WORDS] = std::array::from_fn(|i| (i as u64) << 32 | 0x0102_0304);
    let key = Key64::from_words(words).expect("a key");
    assert_eq!(key.to_words(), words);
    assert_eq!(Key64::from_bytes(&key.to_bytes()).expect("a key").to_words(), words);
    assert_eq!(key.to_bytes()[..9], [4, 3, 2, 1, 0, 0, 0, 0, 4]);
    let mut all = [u64::MAX; Key128::WORDS];
    all[LAST[1].clone()].fill(u64::MAX - 257);
    let masked = Key128::from_words(all).expect("a key").to_words();
    assert_eq!(masked[..18], all[..18]);
    assert_eq!(masked[18..22], [0x1fff_ffff_1fff_ffff; 4], "the bits that are used");
    assert_eq!(masked[22..], all[22..]);
}

#[test]
fn bytes_that_are_no_key() {
    for found in [0, 1, 159, 161, 208] {
        let error = Key64::try_from(vec![0; found].as_slice()).expect_err("another length");
        assert_eq!(error, KeyError::Length { wanted: 160, found });
        assert_eq!(error.to_string(), format!("a key of VHASH-64 has 160 bytes, not {found}"));
    }
    let error = Key128::try_from([0; 160].as_slice()).expect_err("another length");
    assert_eq!(error.to_string(), "a key of VHASH-128 has 208 bytes, not 160");
    for place in LAST[0].clone() {
        let mut words = [0; 20];
        words[place] = u64::MAX - 257;
        assert!(Key64::from_words(words).is_ok());
        words[place] += 1;
        assert_eq!(Key64::from_words(words).err(), Some(KeyError::LastStep));
    }
    for place in LAST[1].clone() {
        let mut words = [0; 26];
        words[place] = u64::MAX;
        assert_eq!(Key128::from_words(words).err(), Some(KeyError::LastStep));
    }
    assert_eq!(KeyError::LastStep.to_string(), "a word of the last step is not below 2^64 - 257");
}

#[test]
fn generated_keys_differ() {
    let (a, b) = (Key128::generate(), Key128::generate());
    assert_ne!(a.to_words(), b.to_words());
    let mut words = a.to_words();
    words.sort_unstable();
    assert!(words.windows(2).all(|w| w[0] != w[1]), "a word came twice");
    assert_ne!(hash128(&a, b"message"), hash128(&b, b"message"));
}

#[test]
fn the_key_is_not_printed() {
    let text = format!("{:?}", Key64::from_seed(1));
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
            // The last words do not fit at first.
            Ok(if self.0 == 20 { u64::MAX } else { self.0 })
        }
        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
            unreachable!("words are drawn whole")
        }
    }
    let words = Key64::from_rng(&mut Counter(0)).to_words();
    assert_eq!(words[..18], std::array::from_fn::<_, 18, _>(|i| i as u64 + 1));
    assert_eq!(words[18..], [21, 22], "a pair is drawn again");
}

#[cfg(feature = "zeroize")]
#[test]
fn keys_can_be_wiped() {
    use zeroize::Zeroize;
    fn wiped_on_drop<T: zeroize::ZeroizeOnDrop>(_: &T) {}
    let mut key = Key64::from_seed(1);
    wiped_on_drop(&key);
    wiped_on_drop(&vhash::VHasher64::new(&Key64::from_seed(1)));
    key.zeroize();
    assert_eq!(key.to_words(), [0; 20]);
    let zeros = Key64::from_words([0; 20]).expect("a key");
    for len in [0, 5, 8, 16, 100, 5000] {
        let message = vec![1; len];
        assert_eq!(hash64(&key, &message), hash64(&zeros, &message), "something is left");
    }
}

#[cfg(not(feature = "zeroize"))]
#[test]
fn keys_of_two_sizes_share_their_first_words() {
    let [double, key] =
        [Key128::from_seed(3).to_words().to_vec(), Key64::from_seed(3).to_words().to_vec()];
    assert_eq!(double[..16], key[..16]);
    assert_ne!(hash64(&Key64::from_seed(3), b"m"), hash128(&Key128::from_seed(3), b"m")[0]);
}
