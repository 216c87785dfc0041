//! Keys of both modes: constructors, conversions, and that every part of them is derived apart.

use clmac::{Key, KeyLengthError, nonce, tag};
use testkit::conformance::key::derived;

macro_rules! keys {
    ($name:ident: $Key:ty) => {
        mod $name {
            use super::*;

            #[test]
            fn bytes_go_both_ways() {
                let bytes: [u8; 32] =
                    core::array::from_fn(|i| u8::try_from(7 * i).expect("below 256"));
                assert_eq!(<$Key>::BYTES, bytes.len());
                assert_eq!(<$Key>::from_bytes(&bytes).to_bytes(), bytes);
                assert_eq!(<$Key>::from(&bytes).to_bytes(), bytes);
                assert_eq!(<$Key>::try_from(&bytes[..]).expect("32 bytes").to_bytes(), bytes);
            }

            #[test]
            fn other_lengths_are_refused() {
                for found in [0, 1, 16, 31, 33, 64, 2400] {
                    let error = <$Key>::try_from(&vec![0; found][..]).err();
                    let expected = KeyLengthError { function: "CLMAC", expected: 32, found };
                    assert_eq!(error, Some(expected));
                }
            }

            #[test]
            fn seeds_give_the_bytes_of_the_reference() {
                for seed in [0, 1, 7, u64::MAX] {
                    assert_eq!(<$Key>::from_seed(seed).to_bytes()[..], derived("CLMAC", seed, 32));
                }
            }

            #[test]
            fn generated_keys_differ() {
                let [one, two] = [(); 2].map(|()| <$Key>::generate().to_bytes());
                assert_ne!(one, two);
                assert!(one.iter().any(|&byte| byte != 0));
            }

            #[cfg(feature = "rand_core")]
            #[test]
            fn generators_give_words() {
                use testkit::conformance::key;
                assert_eq!(<$Key>::from_rng(&mut key::Counter(0)).to_bytes()[..], key::counted(32));
            }

            #[cfg(feature = "serde")]
            #[test]
            fn serialised() {
                let key = <$Key>::from_seed(1);
                let text = serde_json::to_string(&key).expect("a key");
                let back: $Key = serde_json::from_str(&text).expect("a key");
                assert_eq!(back.to_bytes(), key.to_bytes());
            }

            #[cfg(feature = "zeroize")]
            #[test]
            fn wiped_on_drop() {
                fn check<T: zeroize::ZeroizeOnDrop>() {}
                check::<$Key>();
            }
        }
    };
}

keys!(without_nonces: Key);
keys!(with_nonces: nonce::Key);

/// The key of one mode gives that of the other, of the same bytes and on the same backend.
#[test]
fn modes_share_bytes_and_backend() {
    for backend in clmac::Backend::available() {
        let key = Key::from_seed(7).with_backend(backend);
        let other = nonce::Key::from(&key);
        assert_eq!((other.to_bytes(), other.backend()), (key.to_bytes(), backend));
        let nonce = nonce::Nonce::new([1; 16], 2);
        let expected = nonce::tag_with(&nonce::Key::from_seed(7), &nonce, b"m");
        assert_eq!(nonce::tag_with(&other, &nonce, b"m"), expected);
    }
}

/// Each bit of the 32 bytes changes the tag of both modes.
#[test]
fn every_bit_counts() {
    let nonce = nonce::Nonce::new([1; 16], 2);
    let mut seen = std::collections::HashSet::new();
    for bit in 0..=256 {
        let mut bytes = [0_u8; 32];
        if bit < 256 {
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        assert!(seen.insert(tag(&Key::from_bytes(&bytes), b"m")), "bit {bit}");
        let key = nonce::Key::from_bytes(&bytes);
        assert!(seen.insert(nonce::tag_with(&key, &nonce, b"m")), "bit {bit}");
    }
}
