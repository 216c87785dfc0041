//! Statistical tests as in section 6.1 of the paper: CLHASH fails avalanche, its mixed variant
//! passes everything, and CityHash fails two-bytes. CLHASH-128 is like CLHASH.

use clhash::{Key, clhash128, hash, hash_bitmix, hash_mixed};
use testkit::statistics::{all_but, of_messages, of_words};

/// One bit of a short message changes the same bits of every hash under a key, so far more tests
/// than avalanche fail. Still, no two messages have the same hash.
#[test]
fn statistics_of_plain_values() {
    let report = of_messages("clhash", Key::from_seed, hash);
    report.assert_failing(&all_but(&["seeds"]));
    assert!(report.failing().contains(&"avalanche"));
    report.assert_no_equal_hashes();
}

#[test]
fn statistics_of_mixed_values() {
    let report = of_messages("clhash-mixed", Key::from_seed, hash_mixed);
    report.assert_passes();
    report.assert_no_equal_hashes();
    of_words("clhash-mixed of words", Key::from_seed, |k, w| hash_mixed(k, &w.to_le_bytes()))
        .assert_passes();
}

/// The library's finaliser leaves some pairs of bits dependent, and leaves longer messages unmixed.
#[test]
fn statistics_of_bit_mixing() {
    of_messages("clhash-bitmix", Key::from_seed, hash_bitmix)
        .assert_failing(&["independence", "zeroes"]);
}

/// Joins the words of a hash of 128 bits.
fn joined([low, high]: [u64; 2]) -> u128 {
    u128::from(low) | u128::from(high) << 64
}

#[test]
fn statistics_of_plain_values_of_128_bits() {
    let report =
        of_messages("clhash128", clhash128::Key::from_seed, |k, m| joined(clhash128::hash(k, m)));
    // Whether some others fail depends on the size of the sets.
    for family in ["avalanche", "independence", "differences", "sparse"] {
        assert!(report.failing().contains(&family), "{family} passes");
    }
    report.assert_no_equal_hashes();
}

#[test]
fn statistics_of_mixed_values_of_128_bits() {
    let hash = |k: &clhash128::Key, m: &[u8]| joined(clhash128::hash_mixed(k, m));
    let report = of_messages("clhash128-mixed", clhash128::Key::from_seed, hash);
    report.assert_passes();
    report.assert_no_equal_hashes();
    of_words("clhash128-mixed of words", clhash128::Key::from_seed, |k, w| {
        hash(k, &w.to_le_bytes())
    })
    .assert_passes();
}

/// CityHash 1.0, the version in the paper. Our vectors `cityhash64.tsv` have its values.
#[cfg(target_endian = "little")]
mod statistics_of_cityhash {
    use super::*;
    use naive_cityhash::cityhash64_with_seed;

    /// Counts the pairs of equal hashes among all messages of 8 and of 16 bytes with one or two
    /// nonzero bytes, and the messages.
    fn two_bytes(hash: impl Fn(&[u8]) -> u64) -> (usize, usize) {
        let mut hashes = Vec::new();
        for length in [8, 16] {
            let mut message = vec![0; length];
            for i in 0..length {
                for a in 1..=255 {
                    message[i] = a;
                    hashes.push(hash(&message));
                    for j in i + 1..length {
                        for b in 1..=255 {
                            message[j] = b;
                            hashes.push(hash(&message));
                        }
                        message[j] = 0;
                    }
                }
                message[i] = 0;
            }
        }
        hashes.sort_unstable();
        (hashes.windows(2).filter(|pair| pair[0] == pair[1]).count(), hashes.len())
    }

    /// SMHasher's test takes all such messages of 2 to 20 bytes, 86,536,545 in all. CityHash has
    /// one pair of equal hashes among them, where 0.0002 are expected. The pair is the same under
    /// every seed, because the seed is mixed into the finished hash.
    #[test]
    fn fails_two_bytes() {
        let (short, mut long) = ([3, 0, 0, 0, 0x20, 0, 0, 0], [0; 16]);
        (long[6], long[7]) = (0x80, 0x2d);
        for seed in [0, 1, 0x5eed] {
            assert_eq!(cityhash64_with_seed(&short, seed), cityhash64_with_seed(&long, seed));
        }
        if !cfg!(debug_assertions) {
            assert_eq!(two_bytes(|m| cityhash64_with_seed(m, 0)), (1, 9_629_820));
            let key = Key::from_seed(0);
            assert_eq!(two_bytes(|m| hash(&key, m)), (0, 9_629_820));
        }
    }

    #[test]
    fn values_are_those_of_version_1_0() {
        let seed = u64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7]);
        for (length, value) in [(0, 0x3b96_b12d_59ec_7769), (9, 0x3c56_feb3_8d30_45b8)] {
            let message = testkit::message::PAINT.message(length);
            assert_eq!(cityhash64_with_seed(&message, seed), value, "{length} bytes");
        }
    }

    /// One pair goes unnoticed by our own families of messages, which are smaller sets.
    #[test]
    #[cfg_attr(debug_assertions, ignore = "the crate relies on wrapping additions")]
    fn passes_smaller_sets() {
        of_messages("CityHash64", |seed| seed, |seed, m| cityhash64_with_seed(m, *seed))
            .assert_passes();
    }
}
