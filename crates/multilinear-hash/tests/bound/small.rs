//! Exhaustive tests of small instances of the crate's generic code: all keys and all pairs of
//! messages.

use multilinear_hash::lch::Lch;
use multilinear_hash::mmh;

/// Iterates over all sequences of `len` words of `bits` bits.
pub(crate) fn sequences(bits: u32, len: u32) -> impl Iterator<Item = Vec<u32>> {
    let word = move |all: u32, i: u32| all >> (i * bits) & ((1 << bits) - 1);
    (0..1_u32 << (bits * len)).map(move |all| (0..len).map(|i| word(all, i)).collect())
}

/// With words below 2^w and a prime above 2^w, all differences of the hashes occur under the same
/// number of keys modulo the prime.
#[test]
fn linear_congruential_hashes() {
    for (bits, len, p) in [(2, 2, 5), (3, 2, 11), (4, 1, 17)] {
        assert_eq!(multilinear_hash::lch::prime(bits), Some(p));
        let messages: Vec<Vec<u128>> =
            sequences(bits, len).map(|m| m.into_iter().map(u128::from).collect()).collect();
        let p = u128::from(p);
        let keys: Vec<Vec<u128>> =
            (0..p.pow(len)).map(|all| (0..len).map(|i| all / p.pow(i) % p).collect()).collect();
        for t in [0, 3] {
            let lch = Lch::new(p, t);
            for (i, m) in messages.iter().enumerate() {
                for other in &messages[..i] {
                    let mut counts = vec![0; usize::try_from(p).expect("a small number")];
                    for key in &keys {
                        let hash = |m: &[u128]| lch.hash(key, m).expect("the key is long enough");
                        counts[usize::try_from((hash(m) + p - hash(other)) % p)
                            .expect("a small number")] += 1;
                    }
                    let even = keys.len() / counts.len();
                    assert!(counts.iter().all(|n| *n == even), "{m:?} and {other:?}: {counts:?}");
                }
            }
        }
    }
}

#[test]
fn the_reduction_is_a_remainder() {
    let edges = [0, 1, 15, 225, mmh::PRIME, u64::MAX, 1 << 32, u64::MAX << 32];
    for edge in edges {
        for d in 0..300 {
            for x in [edge.wrapping_add(d), edge.wrapping_sub(d)] {
                assert_eq!(mmh::reduce(x), x % mmh::PRIME, "{x}");
            }
        }
    }
    // Multiples of the prime become the prime itself before the last step, where the paper's
    // condition would not subtract it.
    for i in 0..100_000 {
        let x = mmh::PRIME * (i * 42_949);
        assert_eq!(mmh::reduce(x), 0, "{x}");
    }
}
