//! The polynomial over blocks and lengths: the values of K at which two messages agree.

use super::{MASK, flip, halves, on_every_path, random, random_k, set_nh, zero_block};
use hash_core::seed::SeedWords;
use reference::multilinear::mul_mod;
use testkit::message::NOISE;
use vhash::BLOCK_BYTES;

/// The modulus of the polynomial.
const Q: u128 = (1 << 127) - 1;

/// The coefficients of c (K − r) (K − s) … modulo 2^127 − 1, the highest first.
fn from_roots(c: u128, roots: &[u128]) -> Vec<u128> {
    testkit::linear::from_roots(c, roots, |sum, a, root| (sum + mul_mod(a, Q - root, Q)) % Q)
}

/// Values of blocks, and the roots of the difference of their polynomials.
struct Roots {
    values: [Vec<u128>; 2],
    roots: Vec<u128>,
}

impl Roots {
    /// Values for so many blocks, the first number not the smaller one, whose polynomials agree at
    /// as many values of K as they can. None if values of 126 bits do not do for the roots drawn.
    fn draw(random: &mut SeedWords, [n, m]: [usize; 2]) -> Option<Self> {
        let roots: Vec<_> = (usize::from(n == m)..n).map(|_| random_k(random)).collect();
        let mut difference = if n == m {
            from_roots(random_k(random), &roots)
        } else {
            // K^n is the first coefficient, and K^m is to be taken from one of the others.
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

/// Blocks whose values differ collide at the roots of a polynomial modulo 2^127 − 1 alone, as many
/// as there are blocks if their numbers are not the same, else one less; and 116 bits of K count.
#[test]
fn roots_and_bits_of_k() {
    let mut random = random(11);
    let blocks = [[2, 2], [3, 3], [5, 5], [8, 8], [9, 9], [19, 19], [3, 2], [5, 3], [9, 8]];
    let all = blocks.map(|blocks| {
        std::iter::repeat_with(|| Roots::draw(&mut random, blocks)).flatten().next().expect("any")
    });
    on_every_path("vhash: roots", |mut iteration| {
        for Roots { values, roots } in &all {
            let nh = iteration.nh().to_vec();
            let blocks = values.each_ref().map(Vec::len);
            let messages = values.each_ref().map(|values| {
                // The other pairs of a block are zero.
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

/// Messages of one number of blocks but different lengths: the number of bits of the last block is
/// counted above its value. 16 and 32 bytes collide where the second pair is 128 · 2^64 less than
/// nothing, modulo 2^126; zeros after the end do not, as they change the length alone.
#[test]
fn lengths_of_the_last_block() {
    on_every_path("vhash: lengths", |mut iteration| {
        for whole in [0, 1, 9] {
            let before = NOISE.message(whole * BLOCK_BYTES);
            for (short, long) in [(16, 32), (32, 48), (80, 112)] {
                // The first pair is 2^124, the first after the shorter end 2^126 less the lengths'
                // difference in bits times 2^64.
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
                // Where the pair is new, its product would have to be just the difference.
                assert_ne!(iteration.hash(&message), iteration.hash(&other), "{len} bytes");
            }
        }
    });
}
