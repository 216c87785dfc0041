//! The theorem, checked by exhaustion where that is possible.

use ghash_clmul::bound::{aead_collision_bound, collision_bound};
use reference::gf2::{Wide, mul_mod};

/// GF(2^4), x^4 + x + 1.
const FIELD: Wide = (0, 0b1_0011);

/// The polynomial over blocks of 4 bits.
fn hash(h: u128, blocks: &[u128]) -> u128 {
    blocks.iter().fold(0, |y, x| mul_mod(y ^ x, h, FIELD))
}

/// For every two messages of a length of up to three blocks and every difference, at most as many
/// keys as there are blocks make the hashes differ by it. Linear: the message and zeros stand for
/// all pairs.
#[test]
fn every_key_of_the_small_field() {
    for blocks in 1..=3 {
        let mut worst = 0;
        for bits in 1..1_u32 << (4 * blocks) {
            let difference: Vec<_> =
                (0..blocks).map(|i| u128::from(bits >> (4 * i) & 15)).collect();
            let mut counts = [0; 16];
            for h in 0..16 {
                counts[usize::try_from(hash(h, &difference)).expect("4 bits")] += 1;
            }
            worst = worst.max(counts.into_iter().max().unwrap_or(0));
        }
        // The bound holds, and is met.
        assert_eq!(worst, blocks);
    }
}

/// With a block of lengths, of any two different messages of different lengths.
#[test]
fn lengths_part_messages() {
    let messages: Vec<Vec<u128>> = (0..=2_u32)
        .flat_map(|len| {
            (0..1_u32 << (4 * len)).map(move |bits| {
                let blocks = (0..len).map(|i| u128::from(bits >> (4 * i) & 15));
                blocks.chain([u128::from(len)]).collect()
            })
        })
        .collect();
    let hashes: Vec<[u128; 16]> =
        messages.iter().map(|m| std::array::from_fn(|h| hash(h as u128, m))).collect();
    for (i, a) in messages.iter().enumerate() {
        for (j, b) in messages[..i].iter().enumerate() {
            let mut counts = [0; 16];
            for (x, y) in hashes[i].iter().zip(&hashes[j]) {
                counts[usize::try_from(x ^ y).expect("4 bits")] += 1;
            }
            let most = counts.into_iter().max().unwrap_or(0);
            assert!(most <= a.len().max(b.len()), "{a:?} and {b:?}: {most} of 16 keys");
        }
    }
}

#[test]
fn values_of_the_bound() {
    for (len, expected) in [(0, -128.0), (1, -128.0), (16, -128.0), (17, -127.0), (1 << 30, -102.0)]
    {
        assert!((collision_bound(len) - expected).abs() < 1e-12, "{len} bytes");
    }
    for blocks in [3_u32, 5, 7, 1000, 123_456_789] {
        let expected = f64::from(blocks).log2() - 128.0;
        assert!((collision_bound(16 * u64::from(blocks)) - expected).abs() < 1e-12, "{blocks}");
    }
    assert!((collision_bound(u64::MAX) + 68.0).abs() < 1e-12);
    assert!((aead_collision_bound(u64::MAX, u64::MAX) + 67.0).abs() < 1e-12);
    let mut last = f64::NEG_INFINITY;
    for len in (0..64).map(|shift| 1_u64 << shift).chain([u64::MAX]) {
        let bound = collision_bound(len);
        assert!(bound >= last && bound <= aead_collision_bound(0, len), "{len} bytes");
        last = bound;
    }
}
