//! The functions under keys of any length read no byte before or after the message or the key, even
//! if the key is as short as it may be. The suites test the types of `Key` in the same way.

use core::fmt::Debug;
use multilinear_hash::lch::Lch;
use multilinear_hash::mmh::Mmh;
use multilinear_hash::multilinear::{
    gf32, gf32_half, gf64, gf64_half, gf64_with, ml32, ml32_half, ml64, nh32,
};
use multilinear_hash::tmmh::Tmmh;
use multilinear_hash::{Backend, Error};
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

fn word16(bytes: [u8; 16]) -> u16 {
    u16::from_le_bytes([bytes[0], bytes[1]])
}

fn word32(bytes: [u8; 16]) -> u32 {
    u32::from_le_bytes(*bytes.first_chunk().expect("four of 16 bytes"))
}

fn word64(bytes: [u8; 16]) -> u64 {
    u64::from_le_bytes(*bytes.first_chunk().expect("eight of 16 bytes"))
}

#[test]
fn mmh_no_read_outside() {
    on_every_backend!(Backend, "mmh: guard pages", |backend| {
        check::<4, _, _>(0, word32, |key, m| Mmh::new(key).with_backend(backend).hash(m));
        check::<4, _, _>(1, word32, |key, m| Mmh::new(key).with_backend(backend).hash64(m));
        check::<4, _, _>(0, word32, |key, m| Mmh::new(key).with_backend(backend).hash_exact(m));
        check::<4, _, _>(0, word32, |key, m| Mmh::new(key).with_backend(backend).hash_linear(7, m));
    });
}

#[test]
fn tmmh_no_read_outside() {
    on_every_backend!(Backend, "tmmh16: guard pages", |backend| {
        check::<2, _, _>(1, word16, |key, m| Tmmh::new(key).with_backend(backend).tag::<1>(m));
        check::<2, _, _>(2, word16, |key, m| Tmmh::new(key).with_backend(backend).tag::<2>(m));
        check::<2, _, _>(4, word16, |key, m| Tmmh::new(key).with_backend(backend).tag::<4>(m));
        check::<2, _, _>(9, word16, |key, m| Tmmh::new(key).with_backend(backend).tag::<9>(m));
        check::<2, _, _>(4, word16, |key, m| {
            Tmmh::new(key).with_backend(backend).tag_exact::<4>(m)
        });
        // Messages may also end with a part of a word.
        check::<1, _, _>(3, word16, |key, m| Tmmh::new(key).with_backend(backend).tag::<3>(m));
    });
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

#[test]
fn lch_no_read_outside() {
    let lch = Lch::new(257, 10);
    let mut pages = [1 << 12, 1 << 12].map(Guarded::new);
    let words: Vec<u128> = (0..200).collect();
    for n in 0..words.len() {
        let [keys, messages] = &mut pages;
        let expected = lch.hash(&words, &words[..n]);
        assert_eq!(lch.hash(keys.end(&words[..n]), messages.end(&words[..n])), expected);
        assert_eq!(lch.hash(keys.begin(&words[..n]), messages.begin(&words[..n])), expected);
    }
}

#[cfg(feature = "divide")]
#[test]
fn paths_no_read_outside() {
    use multilinear_hash::divide::{Paths8, Paths16};
    on_every_backend!(Backend, "multilinear-hash: guard pages of paths", |backend| {
        let mut guarded = Guarded::new(64 * 17);
        guard::hold((Paths16::<20>::from_seed(5), Paths8::<20>::from_seed(5)), |(wide, narrow)| {
            for blocks in 0..=17 {
                let message = NOISE.message(64 * blocks);
                let sums = |m: &[u8]| {
                    let [one, four] = [
                        wide.sums::<1>(backend, m).map(|s| s.to_vec()),
                        wide.sums::<4>(backend, m).map(|s| s.to_vec()),
                    ];
                    (one, four, narrow.sums::<1>(backend, m), narrow.sums::<4>(backend, m))
                };
                let expected = sums(&message);
                assert!(expected.1.is_ok());
                guarded.places(&message, |m| assert_eq!(sums(m), expected));
            }
        });
    });
}
