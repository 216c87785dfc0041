//! The theorem, checked by exhaustion where that is possible.

use vhash::bound::{collision_bound, collision_bound128, forgery_bound};

/// VHASH with words of 4 bits in place of 64, blocks of two words, NH modulo 2^6, the polynomial
/// modulo 2^7 - 1 with K below 2^3, the last step by 12 and modulo 13.
struct Toy {
    nh: [u32; 2],
    k: u32,
}

const Q: u32 = 127;
const P: u32 = 13;
const D: u32 = 12;

impl Toy {
    /// Every key there is but for the last step: 11 bits.
    fn all() -> impl Iterator<Item = Self> {
        (0..1 << 11).map(|bits| Self { nh: [bits & 15, bits >> 4 & 15], k: bits >> 8 })
    }

    /// The value of the polynomial.
    fn polynomial(&self, words: &[u32]) -> u32 {
        let mut blocks: Vec<_> = words.chunks(2).collect();
        if blocks.is_empty() {
            blocks.push(&[]);
        }
        let y = blocks.iter().fold(1, |y, block| {
            let nh = match block {
                [] => 0,
                [w] => ((w + self.nh[0]) & 15) * self.nh[1],
                [w0, w1, ..] => ((w0 + self.nh[0]) & 15) * ((w1 + self.nh[1]) & 15),
            };
            (y * self.k + nh % 64) % Q
        });
        // The length of the last block, where nothing else reaches.
        (y + u32::from(!words.len().is_multiple_of(2)) * 64) % Q
    }
}

fn last(y: u32, [a, b]: [u32; 2]) -> u32 {
    (y / D + a) * (y % D + b) % P
}

/// For every two messages of up to one block, and for many longer ones, the number of keys under
/// which the polynomials agree is at most what the theorem says: 4 · 2^-4 + (n - 1) 2^-3 of them.
#[test]
fn every_key_of_the_small_construction() {
    let short = (0..=2).flat_map(|len| {
        (0..1_u32 << (4 * len)).map(move |bits| (0..len).map(|i| bits >> (4 * i) & 15).collect())
    });
    let long = (0..60_u32)
        .map(|i| (0..3 + i % 4).map(|j| (i / 8 * 7 + j * (i % 5)) % 16).collect::<Vec<_>>());
    let mut messages: Vec<Vec<u32>> = short.collect();
    messages.extend(long);
    messages.sort();
    messages.dedup();
    let values: Vec<Vec<u32>> =
        messages.iter().map(|m| Toy::all().map(|key| key.polynomial(m)).collect()).collect();
    let keys = values[0].len();
    let mut worst = 0;
    for (i, (m, y)) in messages.iter().zip(&values).enumerate() {
        for (other, z) in messages[..i].iter().zip(&values) {
            let same = y.iter().zip(z).filter(|(y, z)| y == z).count();
            let n = m.len().max(other.len()).max(1).div_ceil(2);
            assert!(same <= keys / 4 + (n - 1) * keys / 8, "{m:?} {other:?}: {same} of {keys}");
            worst = worst.max(same);
        }
    }
    // The test does see collisions.
    assert!(worst > keys / 8, "{worst} of {keys}");
}

/// Different polynomials have a given difference of the hashes under exactly one key in 13.
#[test]
fn every_key_of_the_small_last_step() {
    for y in 0..Q {
        for z in 0..y {
            let mut counts = [0; P as usize];
            for key in 0..P * P {
                let key = [key / P, key % P];
                counts[((last(y, key) + P - last(z, key)) % P) as usize] += 1;
            }
            assert_eq!(counts, [P; P as usize], "{y} and {z}");
        }
    }
}

#[test]
fn values_of_the_bound() {
    let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
    for len in [0, 1, 128] {
        assert!(close(collision_bound(len), 1.25_f64.log2() - 62.0), "{len} bytes");
        assert!(close(forgery_bound(len), 1.5_f64.log2() - 62.0), "{len} bytes");
    }
    // Dai and Krovetz, theorem 1: 2^-61 for 2^62 bits.
    assert!(close(collision_bound(1 << 59), 1.5_f64.log2() - 62.0));
    assert!(close(forgery_bound(1 << 59), 1.75_f64.log2() - 62.0));
    assert!(forgery_bound(1 << 59) < -61.0);
    assert!(close(collision_bound(u64::MAX), 9.25_f64.log2() - 62.0));
    assert!(close(collision_bound128(1 << 20), 2.0 * collision_bound(1 << 20)));
    assert!(collision_bound128(1 << 59) < -122.0);
    assert!((0..64).is_sorted_by_key(|shift| collision_bound(1 << shift)), "the bound falls");
}
