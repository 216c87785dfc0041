//! Keys: where they come from, and what does not leave them.

use multilinear_hash::{Function, Key, KeyLengthError, Mmh32, Mmh64, Multilinear64, Tmmh16, hash};

#[test]
fn another_length_is_an_error() {
    fn check<F: Function>(name: &'static str, needed: usize) {
        assert_eq!((F::NAME, F::KEY_BYTES), (name, needed));
        for found in [0, 1, needed - 1, needed + 1] {
            let error = Key::<F>::from_bytes(&vec![0; found]).expect_err("another length");
            assert_eq!(error, KeyLengthError { function: name, needed, found });
            assert_eq!(
                error.to_string(),
                format!("a key of {name} has {needed} bytes, not {found}")
            );
        }
        assert!(Key::<F>::from_bytes(&vec![0; needed]).is_ok());
    }
    check::<Mmh32>("mmh32", 4176);
    check::<Mmh64>("mmh64", 4176);
    check::<Tmmh16<1>>("tmmh16-16", 4224);
    check::<Tmmh16<4>>("tmmh16", 4224);
    check::<Multilinear64>("multilinear64", 4152);
}

/// Values of the first release. Those of [`multilinear_hash`]'s own definitions stand in the
/// reference too.
#[test]
fn frozen() {
    let key = Key::<Mmh64>::from_seed(1);
    let tags = Key::<Tmmh16<4>>::from_seed(1);
    let gf = Key::<Multilinear64>::from_seed(1);
    let long = vec![0x5a; 10_000];
    let found = [b"abc".as_slice(), &long]
        .map(|m| format!("{:08x?} {:04x?} {:016x}", hash(&key, m), hash(&tags, m), hash(&gf, m)));
    assert_eq!(found, FROZEN);
}

const FROZEN: [&str; 2] = [
    "[346e387d, 4e4b2339] [3038, 32e8, d8d2, 0472] 26c8e455cde91faf",
    "[4f8b78e5, 6237059f] [78b2, cadf, a145, 50f2] ec7d1380a32ed8ef",
];

#[test]
fn generated_keys_differ() {
    let (a, b) = (Key::<Multilinear64>::generate(), Key::<Multilinear64>::generate());
    assert_ne!(hash(&a, b"message"), hash(&b, b"message"));
}

#[test]
fn the_key_is_not_printed() {
    let text = format!("{:?}", Key::<Mmh32>::from_seed(1));
    assert!(
        text.starts_with("Key { function: \"mmh32\", backend: \"") && text.ends_with("\", .. }"),
        "{text}"
    );
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
    let bytes: Vec<u8> = (1_u64..).flat_map(u64::to_le_bytes).take(Mmh32::KEY_BYTES).collect();
    let expected = Key::<Mmh32>::from_bytes(&bytes).expect("a whole key");
    let found = Key::<Mmh32>::from_rng(&mut Counter(0));
    assert_eq!(hash(&found, &[7; 9000]), hash(&expected, &[7; 9000]));
    let shift = multilinear_hash::MultiplyShift::<1>::from_rng(&mut Counter(0));
    assert_eq!(shift, multilinear_hash::MultiplyShift::new([3 | 4 << 64], 1 | 2 << 64));
}

#[cfg(feature = "zeroize")]
#[test]
fn keys_can_be_wiped() {
    use zeroize::Zeroize;
    fn wiped_on_drop<T: zeroize::ZeroizeOnDrop>(_: &T) {}
    let mut key = Key::<Tmmh16<4>>::from_seed(1);
    wiped_on_drop(&key);
    key.zeroize();
    let zeros =
        Key::<Tmmh16<4>>::from_bytes(&vec![0; Tmmh16::<4>::KEY_BYTES]).expect("a whole key");
    for len in [0, 5, 100, 5000] {
        let message = vec![1; len];
        assert_eq!(hash(&key, &message), hash(&zeros, &message), "something is left of the key");
    }
    let mut map = multilinear_hash::MapKey::from_seed(1);
    map.zeroize();
    let state = multilinear_hash::FixedState::new(&map);
    assert_eq!(core::hash::BuildHasher::hash_one(&state, 7_u64), 0);
}
