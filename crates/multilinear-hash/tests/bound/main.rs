//! The theorems on the code that ships.
//!
//! Each proof names a word of the key that decides whether two given messages collide when all
//! other words are fixed. In the fields of characteristic 2, linear algebra counts the values of
//! this word for each difference. For words of 16 bits the tests try all values. For wider words
//! they compute the few values that can collide, and these must collide.

mod gf64;
mod mmh;
mod roots;
mod shift;
mod tmmh;

use hash_core::checkpoint::fnv1a;
use hash_core::seed::SeedWords;
use multilinear_hash::bound::collision_bound;
use multilinear_hash::{CHECKPOINT_BYTES, Function, Key, MultilinearHasher};
use multilinear_hash::{Mmh32, Mmh64, Multilinear64, Tmmh16};
use roots::roots_of_pairs;

fn random(seed: u64) -> SeedWords {
    SeedWords::new("bound", seed)
}

fn low(x: u128) -> u64 {
    u64::try_from(x & u128::from(u64::MAX)).expect("64 bits")
}

/// Cuts a message into pieces that end inside blocks, and a last one of many blocks.
fn splits(message: &[u8]) -> impl Iterator<Item = &[u8]> {
    let (start, rest) = message.split_at(message.len().min(300));
    start.chunks(71).chain([rest])
}

/// Makes a stream of `len` zeros, more than a block and perhaps more than any memory holds. The
/// sums over zeros are zero, and the polynomials are set to 5.
fn stream<F: Function>(key: &Key<F>, len: u64) -> MultilinearHasher<F, &Key<F>> {
    let mut new = MultilinearHasher::new(key).checkpoint().to_bytes();
    let polynomials = &mut new[80..144];
    for p in polynomials.chunks_mut(16).filter(|p| p[0] == 1) {
        p[0] = 5;
    }
    new[8..16].copy_from_slice(&len.to_le_bytes());
    let (fields, sum) = new.split_at_mut(CHECKPOINT_BYTES - 8);
    sum.copy_from_slice(&fnv1a(fields).to_le_bytes());
    MultilinearHasher::from_checkpoint(key, &new).expect("a valid checkpoint")
}

#[test]
fn values_of_the_bounds() {
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "found {found}, expected {expected}");
    }
    near(collision_bound::<Mmh32>(4096), 6_f64.log2() - 32.0);
    near(collision_bound::<Mmh32>(4097), 6_f64.log2() - 32.0);
    near(collision_bound::<Mmh64>(1), 54_f64.log2() - 64.0);
    near(collision_bound::<Tmmh16>(4096), 500_f64.log2() - 64.0);
    near(collision_bound::<Tmmh16>(1 << 20), 501_f64.log2() - 64.0);
    near(collision_bound::<Multilinear64>(4096), -64.0);
    near(collision_bound::<Multilinear64>(4097), -63.0);
    for bound in [
        collision_bound::<Mmh32>,
        collision_bound::<Mmh64>,
        collision_bound::<Tmmh16>,
        collision_bound::<Multilinear64>,
    ] {
        let mut last = f64::NEG_INFINITY;
        for shift in 0..64 {
            let now = bound(1 << shift);
            assert!(now >= last && now < 0.0, "the bound is {now} after {last} at 2^{shift} bytes");
            last = now;
        }
    }
}
