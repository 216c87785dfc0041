//! Tests of the polynomial over blocks and lengths: the values of K under which two messages
//! collide.

use super::{MASK, flip, halves, on_every_path, random, random_k, set_nh, zero_block};
use hash_core::seed::SeedWords;
use reference::multilinear::mul_mod;
use testkit::message::NOISE;
use vhash::BLOCK_BYTES;

/// The modulus of the polynomial.
const Q: u128 = (1 << 127) - 1;

/// Computes the coefficients of c (K − r) (K − s) … modulo 2^127 − 1, the highest first.
fn from_roots(c: u128, roots: &[u128]) -> Vec<u128> {
    testkit::linear::from_roots(c, roots, |sum, a, root| (sum + mul_mod(a, Q - root, Q)) % Q)
}

/// The values of the blocks of two messages, and the roots of the difference of their polynomials.
struct Roots {
    values: [Vec<u128>; 2],
    roots: Vec<u128>,
}

impl Roots {
    /// Draws values of n and m ≤ n blocks whose polynomials agree under as many K as possible.
    /// Returns `None` if the roots drawn need values of more than 126 bits.
    fn draw(random: &mut SeedWords, [n, m]: [usize; 2]) -> Option<Self> {
        let roots: Vec<_> = (usize::from(n == m)..n).map(|_| random_k(random)).collect();
        let mut difference = if n == m {
            from_roots(random_k(random), &roots)
        } else {
            // The first coefficient is that of K^n, and K^m is subtracted from one of the others.
            let mut monic = from_roots(1, &roots).split_off(1);
            monic[n - m - 1] = (monic[n - m - 1] + 1) % Q;
            monic
        };
        let mut values = [vec![], vec![]];
        for (i, d) in difference.drain(..).enumerate() {
            let [a, b] = if d >> 126 == 0 { [d, 0] } else { [0, Q - d] };
            values[0].push(a);
            if i >= n - m {
                values[1].push(b);
            } else if b > 0 {
                return None;
            }
        }
        Some(Self { values, roots })
    }
}

/// Messages whose blocks differ collide only at the roots of a polynomial modulo 2^127 − 1. It has
/// as many roots as the longer message has blocks if the numbers of blocks differ, and one less if
/// they are equal. Only 116 bits of K count.
#[test]
fn roots_and_bits_of_k() {
    let mut random = random(11);
    let blocks = [[2, 2], [3, 3], [5, 5], [8, 8], [9, 9], [19, 19], [3, 2], [5, 3], [9, 8]];
    let all = blocks.map(|blocks| {
        std::iter::repeat_with(|| Roots::draw(&mut random, blocks))
            .flatten()
            .next()
            .expect("some roots fit")
    });
    on_every_path("vhash: roots", |mut iteration| {
        for Roots { values, roots } in &all {
            let nh = iteration.nh().to_vec();
            let blocks = values.each_ref().map(Vec::len);
            let messages = values.each_ref().map(|values| {
                // The other pairs of a block contribute zero.
                let block = zero_block(&nh);
                let mut message = block.repeat(values.len());
                for (block, value) in message.chunks_mut(BLOCK_BYTES).zip(values) {
                    set_nh(block, &nh, *value);
                }
                message
            });
            let mut collide = |k| {
                iteration.set_k(halves(k));
                iteration.hash(&messages[0]) == iteration.hash(&messages[1])
            };
            for k in roots {
                assert!(collide(*k), "{blocks:?} blocks");
            }
            for bit in 0..128 {
                let counts = MASK >> (bit % 64) & 1 == 1;
                assert_eq!(collide(roots[0] ^ 1 << bit), !counts, "{blocks:?} blocks, bit {bit}");
            }
        }
    });
}

/// For messages with equal numbers of blocks but different lengths, the number of bits of the last
/// block is added at 2^64. 16 and 32 bytes collide if the second pair contributes −128 · 2^64
/// modulo 2^126. Messages that differ only in zeros at the end do not collide, because only their
/// lengths differ.
#[test]
fn lengths_of_the_last_block() {
    on_every_path("vhash: lengths", |mut iteration| {
        for whole in [0, 1, 9] {
            let before = NOISE.message(whole * BLOCK_BYTES);
            for (short, long) in [(16, 32), (32, 48), (80, 112)] {
                // The first pair contributes 2^124. The first pair after the end of the shorter
                // message contributes 2^126 minus 2^64 times the difference of the lengths in bits.
                let mut factors = vec![0; long / 8];
                factors[..2].fill(1 << 62);
                factors[short / 8] = 1 << 63;
                factors[short / 8 + 1] = (1 << 63) - ((long as u64 - short as u64) << 4);
                let words = factors.iter().zip(iteration.nh()).map(|(f, key)| f.wrapping_sub(*key));
                let last: Vec<_> = words.flat_map(u64::to_le_bytes).collect();
                let hash = |last: &[u8]| iteration.hash(&[&before, last].concat());
                assert_eq!(hash(&last[..short]), hash(&last), "{short} and {long} bytes");
                let near = flip(&last, 8 * (short + 8));
                assert_ne!(hash(&last[..short]), hash(&near), "{short} and {long} bytes");
            }
            for len in 0..BLOCK_BYTES - 1 {
                let message = [before.clone(), vec![0; len]].concat();
                let other = [before.clone(), vec![0; len + 1]].concat();
                // If the zero starts a new pair, only one value of its product would make them
                // collide.
                assert_ne!(iteration.hash(&message), iteration.hash(&other), "{len} bytes");
            }
        }
    });
}
