//! Tests of MACs with RustCrypto's traits: tags are hashes as bytes, and verification.

/// Returns the bytes of the words of a tag, each little-endian.
#[must_use]
pub fn tag(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Defines the tests of a MAC type with `with_key`. The expression returns the words of the hash of
/// which the tag consists:
/// `mac_suite!(siphash_2_4: SipMac64<2, 4>, Key, |key, message| [hash::<2, 4>(key, message)])`.
/// The calling crate must depend on `digest`.
#[macro_export]
macro_rules! mac_suite {
    ($name:ident: $Mac:ty, $Key:ty, |$key:ident, $message:ident| $words:expr) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            use digest::{FixedOutputReset, KeyInit, Mac, Reset};

            fn expected($key: &$Key, $message: &[u8]) -> Vec<u8> {
                $crate::conformance::mac::tag(&$words)
            }

            fn new(key: &$Key) -> $Mac {
                <$Mac as KeyInit>::new_from_slice(&key.to_bytes())
                    .expect("the key has the right length")
            }

            #[test]
            fn tags_are_hashes() {
                let key = <$Key>::from_seed(1);
                for len in 0..100 {
                    let message = $crate::message::NOISE.message(len);
                    let tag = expected(&key, &message);
                    let mut mac = new(&key);
                    for piece in message.chunks(7) {
                        Mac::update(&mut mac, piece);
                    }
                    assert_eq!(mac.clone().finalize().as_bytes().as_slice(), tag);
                    assert_eq!(mac.finalize_reset().as_bytes().as_slice(), tag);
                    assert_eq!(mac.finalize_reset().as_bytes().as_slice(), expected(&key, b""));
                    Mac::update(&mut mac, b"forgotten");
                    Reset::reset(&mut mac);
                    let mut out = Default::default();
                    FixedOutputReset::finalize_into_reset(&mut mac, &mut out);
                    assert_eq!(out.as_slice(), expected(&key, b""));
                }
            }

            #[test]
            fn no_read_outside() {
                let key = <$Key>::from_seed(4);
                let mut pages = [200, 64].map($crate::Guarded::new);
                for len in 0..200 {
                    let message = $crate::message::NOISE.message(len);
                    let tag = expected(&key, &message);
                    let [messages, tags] = &mut pages;
                    let mac = new(&key).chain_update(messages.end(&message));
                    mac.verify_slice(tags.end(&tag)).expect("the tag is right");
                    let mac = new(&key).chain_update(messages.begin(&message));
                    mac.verify_slice(tags.begin(&tag)).expect("the tag is right");
                }
            }

            #[test]
            fn other_tags_are_refused() {
                let key = <$Key>::from_seed(2);
                for len in 0..100 {
                    let mac = new(&key).chain_update($crate::message::NOISE.message(len));
                    let mut tag = expected(&key, &$crate::message::NOISE.message(len));
                    mac.clone().verify_slice(&tag).expect("the tag is right");
                    mac.clone().verify_slice(&tag[1..]).expect_err("the tag is too short");
                    let at = len % tag.len();
                    tag[at] ^= 1;
                    mac.verify_slice(&tag).expect_err("the tag is wrong");
                }
            }

            #[test]
            fn keys_have_one_length() {
                for len in [0, <$Key>::BYTES - 1, <$Key>::BYTES + 1] {
                    assert!(
                        <$Mac as KeyInit>::new_from_slice(&vec![0; len]).is_err(),
                        "{len} bytes"
                    );
                }
            }

            #[test]
            fn secrets_are_not_printed() {
                let mac = <$Mac>::with_key(<$Key>::from_seed(3)).chain_update(b"a message");
                let text = format!("{mac:?}");
                assert!(text.ends_with(" { .. }"), "{text}");
            }
        }
    };
}
