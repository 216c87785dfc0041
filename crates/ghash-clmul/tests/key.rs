//! Keys: where they come from, and what does not leave them.

use ghash_clmul::{Backend, GhashKey, KEY_BYTES, Key, KeyLengthError, PolyvalKey, Standard, hash};
use testkit::vectors::GHASH;

fn file_key(id: &str) -> Vec<u8> {
    let file = GHASH.hashes();
    file.keys.iter().find(|(name, _)| *name == id).expect("the file has it").1.clone()
}

#[test]
fn derivations_give_the_published_keys() {
    assert_eq!(GhashKey::from_seed(1).to_bytes().as_slice(), file_key("sm1"));
    assert_eq!(PolyvalKey::from_seed(1).to_bytes().as_slice(), file_key("sm1"));
    static AT_COMPILE_TIME: PolyvalKey = PolyvalKey::from_seed(1);
    assert_eq!(AT_COMPILE_TIME.to_bytes().as_slice(), file_key("sm1"));
}

fn both_ways<S: Standard>() {
    let bits = (0..128).map(|bit| (1_u128 << bit).to_be_bytes());
    for bytes in bits.chain([[0; 16], [0xff; 16], *b"sixteen bytes ok"]) {
        assert_eq!(Key::<S>::from_bytes(&bytes).to_bytes(), bytes);
        assert_eq!(Key::<S>::const_from_bytes(&bytes).to_bytes(), bytes);
        assert_eq!(Key::<S>::from(&bytes).to_bytes(), bytes);
        let message = [0x5a; 100];
        let (run_time, compile_time) =
            (Key::<S>::from_bytes(&bytes), Key::const_from_bytes(&bytes));
        assert_eq!(hash(&run_time, &message), hash::<S>(&compile_time, &message));
    }
}

#[test]
fn bytes_go_both_ways() {
    both_ways::<ghash_clmul::Gcm>();
    both_ways::<ghash_clmul::GcmSiv>();
}

#[test]
fn another_length_is_an_error() {
    for found in [0, 1, KEY_BYTES - 1, KEY_BYTES + 1] {
        let error = GhashKey::try_from(vec![0; found].as_slice()).expect_err("another length");
        assert_eq!(error, KeyLengthError { found });
        assert_eq!(
            error.to_string(),
            format!("a key of GHASH or POLYVAL has 16 bytes, not {found}")
        );
    }
    assert!(GhashKey::try_from([0; KEY_BYTES].as_slice()).is_ok());
}

#[test]
fn generated_keys_differ() {
    let (a, b) = (GhashKey::generate(), GhashKey::generate());
    assert_ne!(a.to_bytes(), b.to_bytes());
    assert_ne!(a.to_bytes()[..8], a.to_bytes()[8..]);
    assert_ne!(hash(&a, b"message"), hash(&b, b"message"));
}

#[test]
fn the_key_is_not_printed() {
    let text = format!("{:?}", PolyvalKey::from_seed(1));
    let best = Backend::detect().name();
    assert_eq!(text, format!("Key {{ function: \"POLYVAL\", backend: \"{best}\", .. }}"));
}

#[test]
fn a_key_is_small_and_shared() {
    fn shared<T: Send + Sync>() {}
    shared::<GhashKey>();
    assert_eq!(size_of::<GhashKey>(), 192);
}

#[cfg(feature = "rand_core")]
#[test]
fn any_generator() {
    struct Counter(u8);
    impl rand_core::TryRng for Counter {
        type Error = core::convert::Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            unreachable!("bytes are drawn")
        }
        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            unreachable!("bytes are drawn")
        }
        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
            for byte in bytes {
                *byte = self.0;
                self.0 += 1;
            }
            Ok(())
        }
    }
    let bytes = GhashKey::from_rng(&mut Counter(0)).to_bytes();
    assert_eq!(bytes, std::array::from_fn(|i| u8::try_from(i).expect("small")));
}

#[cfg(feature = "zeroize")]
#[test]
fn keys_can_be_wiped() {
    use zeroize::Zeroize;
    fn wiped_on_drop<T: zeroize::ZeroizeOnDrop>(_: &T) {}
    let mut key = GhashKey::from_seed(1);
    wiped_on_drop(&key);
    wiped_on_drop(&ghash_clmul::GhashHasher::new(&key));
    key.zeroize();
    assert_eq!(key.to_bytes(), [0; KEY_BYTES]);
    for len in [0, 5, 16, 50, 100, 128, 1000, 5000] {
        assert_eq!(hash(&key, &vec![1; len]), [0; 16], "something is left of the key");
    }
}
