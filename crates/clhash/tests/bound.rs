//! The theorem, checked by exhaustion where that is possible.

use clhash::bound::collision_bound;
use reference::gf2::{Wide, mul, rem};

/// CLHASH with words of 2 bits in place of 64 and blocks of two words: the same construction over
/// GF(2^2) modulo x^2 + x + 1, the polynomial over GF(2^3) modulo x^3 + x + 1 in the lazy form
/// modulo x^4 + x^2 + x, k below 2^2.
struct Toy {
    block: [u128; 2],
    k: u128,
    last: [u128; 2],
    length: u128,
}

const FIELD: Wide = (0, 0b111);
const LAZY: Wide = (0, 0b1_0110);

impl Toy {
    /// Every key there is: 12 bits.
    fn all() -> impl Iterator<Item = Self> {
        (0..1_u128 << 12).map(|bits| {
            let part = |i: u32| bits >> (2 * i) & 3;
            Self {
                block: [part(0), part(1)],
                k: part(2),
                last: [part(3), part(4)],
                length: part(5),
            }
        })
    }

    fn hash(&self, words: &[u128]) -> u128 {
        let inner = |pair: &[u128], key: [u128; 2]| match pair {
            [] => 0,
            [w] => mul(w ^ key[0], key[1]).1,
            [w0, w1, ..] => mul(w0 ^ key[0], w1 ^ key[1]).1,
        };
        let sum = words
            .chunks(2)
            .fold(0, |sum, block| rem(mul(self.k, sum), LAZY).1 ^ inner(block, self.block));
        let last = if words.len() <= 2 { sum } else { inner(&[sum & 3, sum >> 2], self.last) };
        rem((0, last ^ mul(self.length, words.len() as u128).1), FIELD).1
    }
}

/// For every two messages of up to two blocks and every difference, the number of keys under which
/// the hashes differ by it is at most what the theorem says: 2^-2 of them if the lengths differ or
/// there is one block, 2 · 2^-2 + 2^-2 for two.
#[test]
fn every_key_of_the_small_construction() {
    let messages: Vec<Vec<u128>> = (0..=3)
        .flat_map(|len| {
            (0..1_u32 << (2 * len))
                .map(move |bits| (0..len).map(|i| u128::from(bits >> (2 * i) & 3)).collect())
        })
        .collect();
    let mut counts = vec![[0_u32; 4]; messages.len() * messages.len()];
    let mut keys = 0;
    for key in Toy::all() {
        keys += 1;
        let hashes: Vec<_> = messages.iter().map(|m| key.hash(m)).collect();
        for (i, a) in hashes.iter().enumerate() {
            for (j, b) in hashes[..i].iter().enumerate() {
                counts[i * messages.len() + j][(a ^ b) as usize] += 1;
            }
        }
    }
    let mut worst = [0; 2];
    for (i, a) in messages.iter().enumerate() {
        for (j, b) in messages[..i].iter().enumerate() {
            let several = usize::from(a.len() == b.len() && a.len() > 2);
            let most = *counts[i * messages.len() + j].iter().max().expect("four differences");
            worst[several] = worst[several].max(most);
            let bound = if several == 1 { keys * 3 / 4 } else { keys / 4 };
            assert!(most <= bound, "{a:?} and {b:?}: {most} of {keys} keys");
        }
    }
    // The bound of one block is met, and the test does see collisions of several.
    assert_eq!(worst[0], keys / 4);
    assert!(worst[1] > keys / 4);
}

#[test]
fn values_of_the_bound() {
    for len in [0, 1, 1024] {
        assert!((collision_bound(len) + 64.0).abs() < 1e-12, "{len} bytes");
    }
    // Two blocks: 2 · 2^-64 + 2^-126.
    assert!((collision_bound(1025) + 63.0).abs() < 1e-12);
    // The most blocks there can be: 2.004 · 2^-64, as the paper rounds it.
    let longest = collision_bound(u64::MAX);
    assert!((longest - (2.003_906_25_f64.log2() - 64.0)).abs() < 1e-9, "{longest}");
    let mut last = f64::NEG_INFINITY;
    for shift in 0..64 {
        let bound = collision_bound(1 << shift);
        assert!(bound >= last, "the bound falls at 2^{shift} bytes");
        last = bound;
    }
}
