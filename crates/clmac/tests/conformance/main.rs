//! The suites of the family, and tests of what only CLMAC has.

mod permutation;

use clmac::named::Clmac;
use clmac::{
    Backend, ClMac, Key, Partial, TagError, tag, tag_many, tag64, tag96, verify, verify64, verify96,
};
use testkit::message::NOISE;

testkit::suites!(without_nonces: joining Clmac);

type Check<'c> = &'c dyn Fn(&[u8]) -> Result<(), TagError>;

/// Every bit of a tag counts, and no other length is accepted.
#[test]
fn verification() {
    let key = Key::from_seed(1);
    for len in [0, 1, 16, 100, 2048, 5000] {
        let message = NOISE.message(len);
        let whole = tag(&key, &message);
        let [middle, short]: [&[u8]; 2] = [&tag96(&key, &message), &tag64(&key, &message)];
        assert_eq!((middle, short), (&whole[..12], &whole[..8]), "{len} bytes");
        let mut mac = ClMac::new(&key);
        mac.update(&message);
        let ways: [(&[u8], Check<'_>); 4] = [
            (&whole, &|t| verify(&key, &message, t)),
            (&whole, &|t| mac.verify(t)),
            (middle, &|t| verify96(&key, &message, t)),
            (short, &|t| verify64(&key, &message, t)),
        ];
        for (tag, check) in ways {
            assert_eq!(check(tag), Ok(()), "{len} bytes");
            for bit in 0..8 * tag.len() {
                let mut wrong = tag.to_vec();
                wrong[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(check(&wrong), Err(TagError), "{len} bytes, bit {bit}");
            }
            for other in (0..=20).filter(|&other| other != tag.len()) {
                let mut cut = [whole.as_slice(), &[0; 4]].concat();
                cut.truncate(other);
                assert_eq!(check(&cut), Err(TagError), "{other} bytes of {}", tag.len());
            }
        }
        let longer = [&*message, &[0]].concat();
        assert_eq!(verify(&key, &longer, &whole), Err(TagError), "a zero more");
        assert_eq!(verify(&Key::from_seed(2), &message, &whole), Err(TagError), "another key");
    }
}

/// Batches encrypt 64 hashes at a time.
#[test]
fn batches_of_every_number() {
    let key = Key::from_seed(3);
    let messages: Vec<_> = (0..200).map(|len| NOISE.message(len)).collect();
    let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
    let expected: Vec<_> = messages.iter().map(|m| tag(&key, m)).collect();
    for n in 0..messages.len() {
        let mut out = vec![[0; 16]; n];
        tag_many(&key, &messages[..n], &mut out).expect("one output per message");
        assert_eq!(out, expected[..n], "{n} messages");
    }
}

/// A stream can own or share its key, and then outlive the scope that made it.
#[test]
fn streams_own_or_share_their_keys() {
    let (mut owned, shared) = {
        let key = Key::from_seed(3);
        (ClMac::new(key.clone()), ClMac::new(std::sync::Arc::new(key)))
    };
    assert_eq!(owned.finalize(), shared.finalize());
    owned.update(b"message");
    assert_eq!(owned.finalize(), tag(&Key::from_seed(3), b"message"));
}

#[test]
fn secrets_are_not_printed() {
    let key = Key::from_seed(1).with_backend(Backend::PORTABLE);
    assert_eq!(format!("{key:?}"), r#"Key { backend: "portable", .. }"#);
    assert_eq!(format!("{:?}", ClMac::new(&key)), "ClMac { len: 0, .. }");
    assert_eq!(format!("{:?}", Partial::of(&key, b"abc")), "Partial { len: 3, .. }");
}
