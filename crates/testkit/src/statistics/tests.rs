//! Tests of the statistical tests: good functions pass, bad ones fail.

use super::*;
use hash_core::seed::splitmix64;
use reference::siphash;

fn key(seed: u64) -> [u64; 2] {
    [seed, !seed]
}

#[test]
fn a_good_function_passes() {
    let hash = |key: &[u64; 2], message: &[u8]| siphash::hash64((2, 4), *key, message);
    of_messages("SipHash-2-4", key, hash).assert_passes();
    of_words("SipHash-2-4 of words", key, |key, word| hash(key, &word.to_le_bytes()))
        .assert_passes();
}

#[test]
fn widths_of_32_and_128_bits_pass() {
    let hash = |key: &[u64; 2], message: &[u8]| siphash::half32((2, 4), [key[0]], message);
    of_messages("HalfSipHash-2-4", key, hash).assert_passes();
    let hash = |key: &[u64; 2], message: &[u8]| {
        let [low, high] = siphash::hash128((2, 4), *key, message);
        u128::from(low) | u128::from(high) << 64
    };
    of_messages("SipHash-2-4 of 128 bits", key, hash).assert_passes();
}

/// The sum of all bytes, which depends neither on the key nor on the order.
#[test]
fn a_sum_fails_every_family() {
    let sum = |_: &(), message: &[u8]| message.iter().map(|b| u64::from(*b)).sum::<u64>();
    let report = of_messages("sum", |_| (), sum);
    assert_eq!(report.failing(), FAMILIES);
    assert!(report.findings.iter().filter(|f| f.equal > 0).count() >= 9, "{report:?}");
    let report = of_words("sum of words", |_| (), |(), word| sum(&(), &word.to_le_bytes()));
    assert_eq!(report.failing(), FAMILIES_OF_WORDS);
}

/// The 64-bit FNV-1a, with a basis that depends on the seed.
#[test]
fn fnv_1a_fails_every_family() {
    let hash = |seed: &u64, message: &[u8]| {
        message.iter().fold(0xcbf2_9ce4_8422_2325 ^ seed, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        })
    };
    assert_eq!(of_messages("FNV-1a", |seed| seed, hash).failing(), FAMILIES);
}

#[test]
fn families_notice_what_they_are_for() {
    let hash = |key: &[u64; 2], message: &[u8]| siphash::hash64((2, 4), *key, message);
    let key_ignored = of_messages("key ignored", |_| [1, 2], hash);
    assert_eq!(key_ignored.failing(), ["seeds", "perlin-noise"]);
    // In large sets, a missing bit also leads to more collisions, so only the first family that
    // fails counts.
    let first_failing = |name, hash: &dyn Fn(&[u64; 2], &[u8]) -> u64| {
        of_messages(name, key, hash).failing().first().copied()
    };
    let one_bit_lost = |key: &[u64; 2], message: &[u8]| hash(key, message) & !(1 << 36);
    assert_eq!(first_failing("one bit lost", &one_bit_lost), Some("avalanche"));
    let two_equal_bits = |key: &[u64; 2], message: &[u8]| {
        let hash = one_bit_lost(key, message);
        hash | hash >> 7 << 63 >> 27
    };
    assert_eq!(first_failing("two equal bits", &two_equal_bits), Some("independence"));
}

/// Checks that the finaliser of the mixed variants is good enough to hash words. That of
/// MurmurHash3 is not.
#[test]
fn the_finaliser_passes_by_itself() {
    of_words("mix", splitmix64, |key, word| hash_core::mix(word ^ key)).assert_passes();
    let fmix64 = |key: &u64, word: u64| reference::clhash::fmix64(word ^ key);
    assert_eq!(of_words("fmix64", splitmix64, fmix64).failing(), ["independence"]);
}
