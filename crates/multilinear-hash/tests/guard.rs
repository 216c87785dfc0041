//! The functions under keys of any length read no byte before or after the message or the key, even
//! if the key is as short as it may be. The suites test the types of `Key` in the same way.

use core::fmt::Debug;
use multilinear_hash::Error;
use multilinear_hash::multilinear::{
    gf32, gf32_half, gf64, gf64_half, gf64_with, ml32, ml32_half, ml64, nh32,
};
use testkit::message::{NOISE, PAINT};
use testkit::{Guarded, guard, on_every_backend};

/// Hashes messages of every number of N-byte words under keys of `more` words more. `hash` must
/// return the same value beside both guard pages as away from them.
fn check<const N: usize, K: Copy, R: PartialEq + Debug>(
    more: usize,
    word: impl Fn([u8; 16]) -> K,
    hash: impl Fn(&[K], &[u8]) -> Result<R, Error>,
) {
    let longest = if guard::is_full() { guard::LONGEST } else { 600 };
    let noise = NOISE.message(16 * (longest / N + more));
    let key: Vec<K> = noise.as_chunks().0.iter().map(|bytes| word(*bytes)).collect();
    let (mut messages, mut keys) = (Guarded::new(longest), Guarded::new(size_of_val(&*key)));
    for words in 0..=longest / N {
        let (message, key) = (PAINT.message(N * words), &key[..words + more]);
        let expected = hash(key, &message);
        assert!(words % 2 == 1 || expected.is_ok(), "{words} words: {expected:?}");
        messages.places(&message, |m| assert_eq!(hash(keys.end(key), m), expected));
        messages.places(&message, |m| assert_eq!(hash(keys.begin(key), m), expected));
    }
}

fn word32(bytes: [u8; 16]) -> u32 {
    u32::from_le_bytes(*bytes.first_chunk().expect("four of 16 bytes"))
}

fn word64(bytes: [u8; 16]) -> u64 {
    u64::from_le_bytes(*bytes.first_chunk().expect("eight of 16 bytes"))
}

#[test]
fn multilinear_no_read_outside() {
    on_every_backend!(gf2::Backend, "multilinear: guard pages", |backend| {
        check::<8, _, _>(1, word64, |key, m| gf64_with(backend, key, m));
    });
    check::<8, _, _>(1, word64, gf64);
    check::<8, _, _>(1, word64, gf64_half);
    check::<4, _, _>(1, word32, gf32);
    check::<4, _, _>(1, word32, gf32_half);
    check::<8, _, _>(1, u128::from_le_bytes, ml64);
    check::<4, _, _>(2, word64, ml32);
    check::<4, _, _>(2, word64, ml32_half);
    check::<4, _, _>(0, word32, nh32);
}
