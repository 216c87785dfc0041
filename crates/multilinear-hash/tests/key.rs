//! Keys: their sizes, the words that functions share, and what remains after wiping.

use multilinear_hash::{
    Function, Key, KeyError, KeyLengthError, Mmh32, Mmh64, Multilinear64, Tmmh16, hash,
};
use std::ops::Range;
use testkit::conformance::key::{derived, refused_parts};
use testkit::message::NOISE;

#[test]
fn sizes() {
    assert_eq!([Key::<Mmh32>::BYTES, Key::<Mmh64>::BYTES], [4176; 2]);
    assert_eq!(Key::<Tmmh16>::BYTES, 4224);
    assert_eq!(Key::<Multilinear64>::BYTES, 4152);
    assert_eq!((Mmh32::BITS, Mmh64::BITS, Tmmh16::BITS, Multilinear64::BITS), (32, 64, 64, 64));
}

/// Code that is generic over the functions makes the same keys.
#[test]
fn generic_constructors() {
    fn check<F: Function>(family: &'static str, from_bytes: impl Fn(&Key<F>) -> Vec<u8>) {
        let bytes = from_bytes(&F::key_from_seed(3));
        assert_eq!(bytes, derived(family, 3, Key::<F>::BYTES));
        let key = F::key_from_bytes(&bytes).expect("a whole key");
        assert_eq!(from_bytes(&key), bytes);
        let error = F::key_from_bytes(&bytes[1..]).expect_err("a byte is missing");
        let expected = Key::<F>::BYTES;
        let length = KeyLengthError { function: family, expected, found: expected - 1 };
        assert_eq!(error, KeyError::Length(length));
        let error = F::key_from_bytes(&vec![0; expected]).expect_err("zeros");
        assert_eq!(error, KeyError::Degenerate { function: family });
    }
    check::<Mmh32>("MMH", |key| key.to_bytes().to_vec());
    check::<Mmh64>("MMH", |key| key.to_bytes().to_vec());
    check::<Tmmh16>("TMMH/16", |key| key.to_bytes().to_vec());
    check::<Multilinear64>("Multilinear64", |key| key.to_bytes().to_vec());
}

/// The factors of the words of a block, and the point at the end.
#[test]
fn parts_of_zeros_are_refused() {
    fn check<F: Function>(factors: Range<usize>) {
        let key: Vec<u8> = (0..Key::<F>::BYTES).map(|i| (i % 255).to_le_bytes()[0] | 1).collect();
        let point = key.len() - 16..key.len();
        let other = factors.end..point.start;
        refused_parts(&key, &[factors, point], other, |bytes| F::key_from_bytes(bytes).is_err());
    }
    check::<Mmh32>(4..4100);
    check::<Mmh64>(4..4100);
    check::<Tmmh16>(2..4098);
    check::<Multilinear64>(16..4112);
    let key = Key::<Multilinear64>::from_bytes(&[0; Key::<Multilinear64>::BYTES]);
    assert_eq!(hash(&key, b"one message"), hash(&key, b"and another"));
}

/// Values of the first release, which must never change. The reference also has the constructions
/// that this crate defines itself.
#[test]
fn frozen() {
    let key = Key::<Mmh64>::from_seed(1);
    let tags = Key::<Tmmh16>::from_seed(1);
    let gf = Key::<Multilinear64>::from_seed(1);
    let long = vec![0x5a; 10_000];
    let found = [b"abc".as_slice(), &long]
        .map(|m| format!("{:08x?} {:04x?} {:016x}", hash(&key, m), hash(&tags, m), hash(&gf, m)));
    assert_eq!(found, FROZEN);
}

const FROZEN: [&str; 2] = [
    "[76a28bc5, dabbd3f1] [d14c, 1f20, 7bb2, 397a] 6b2bcfd1109f7892",
    "[6ca63160, ec723a17] [e7e2, e862, 13a0, d3d6] 50a4eeda63e1c231",
];

#[test]
fn the_first_row_of_mmh_is_mmh() {
    for len in [0, 1, 100, 4096, 4097, 10_000] {
        let message = NOISE.message(len);
        let two = hash(&Key::<Mmh64>::from_seed(2), &message);
        assert_eq!(hash(&Key::<Mmh32>::from_seed(2), &message), two[..1]);
    }
}

#[cfg(feature = "zeroize")]
#[test]
fn nothing_is_left_of_a_wiped_key() {
    use zeroize::Zeroize;
    let mut key = Key::<Tmmh16>::from_seed(1);
    key.zeroize();
    let zeros = Key::<Tmmh16>::from_bytes(&[0; Key::<Tmmh16>::BYTES]);
    for len in [0, 5, 100, 5000] {
        let message = vec![1; len];
        assert_eq!(
            hash(&key, &message),
            hash(&zeros, &message),
            "the wiped key still affects the hash of {len} bytes"
        );
    }
}

#[cfg(feature = "zeroize")]
#[test]
fn a_wiped_stream_has_seen_nothing() {
    use multilinear_hash::MultilinearHasher;
    use zeroize::{Zeroize, ZeroizeOnDrop};
    fn wiped_on_drop<T: ZeroizeOnDrop>(_: &T) {}
    let key = Key::<Mmh32>::from_seed(1);
    let mut hasher = MultilinearHasher::new(&key);
    wiped_on_drop(&hasher);
    hasher.update(&[7; 5000]);
    hasher.zeroize();
    assert_eq!(hasher.checkpoint(), MultilinearHasher::new(&key).checkpoint());
}
