//! Pairs of sequences of blocks whose polynomials agree at known points.

use super::random;
use multilinear_hash::BLOCK_BYTES;
use reference::multilinear::mul_mod;

const P: u128 = (1 << 127) - 1;

/// Two sequences of values of blocks, and all points modulo 2^127 − 1 at which their polynomials
/// agree. All points are below 2^126, so keys can have them.
pub(crate) struct Roots {
    values: [Vec<u64>; 2],
    points: Vec<u128>,
}

impl Roots {
    /// Makes two messages whose blocks start with these values, the last block `less` bytes
    /// shorter.
    pub(crate) fn messages(&self, less: usize, bytes: impl Fn(u64) -> Vec<u8>) -> [Vec<u8>; 2] {
        self.values.each_ref().map(|values| {
            let mut message = vec![0; values.len() * BLOCK_BYTES - less];
            for (block, value) in message.chunks_mut(BLOCK_BYTES).zip(values) {
                let value = bytes(*value);
                block[..value.len()].copy_from_slice(&value);
            }
            message
        })
    }

    /// Checks that the messages collide at these points and at no point that differs in one bit,
    /// except for the two bits that do not count.
    pub(crate) fn check(&self, collide: impl Fn(u128) -> bool) {
        for point in &self.points {
            assert!(collide(*point), "{} blocks, root {point:#x}", self.values[0].len());
            for i in 0..128 {
                let same = collide(point ^ (1 << i));
                assert_eq!(
                    same,
                    i > 125,
                    "{} blocks, root {point:#x}, bit {i}",
                    self.values[0].len()
                );
            }
        }
    }
}

fn sub(a: u128, b: u128) -> u128 {
    (a + P - b) % P
}

fn mul(a: u128, b: u128) -> u128 {
    mul_mod(a, b, P)
}

fn pow(a: u128, exponent: u128) -> u128 {
    (0..127).rev().fold(1, |power, i| {
        let power = mul(power, power);
        if exponent >> i & 1 == 1 { mul(power, a) } else { power }
    })
}

/// Draws two pairs of sequences of two or three blocks, with values up to `most`.
pub(crate) fn roots_of_pairs(blocks: usize, most: u64) -> Vec<Roots> {
    let mut random = random(most ^ blocks as u64);
    let mut draw = || {
        let values: [Vec<_>; 2] =
            [(); 2].map(|()| (0..blocks).map(|_| random.next_word() & most).collect());
        let differences: Vec<_> =
            values[0].iter().zip(&values[1]).map(|(a, b)| sub((*a).into(), (*b).into())).collect();
        let points = match *differences.as_slice() {
            [a, b] => vec![mul(sub(0, b), pow(a, P - 2))],
            [a, b, c] => {
                // This is the square root of a number that has one, because the prime is 3
                // modulo 4.
                let square = sub(mul(b, b), mul(4, mul(a, c)));
                let root = pow(square, (P + 1) / 4);
                let over = pow(mul(2, a), P - 2);
                if mul(root, root) != square {
                    return None;
                }
                [root, sub(0, root)].map(|root| mul(sub(root, b), over)).to_vec()
            }
            _ => panic!("there are two or three blocks, not {blocks}"),
        };
        points.iter().all(|point| point >> 126 == 0).then_some(Roots { values, points })
    };
    std::iter::repeat_with(&mut draw).flatten().take(2).collect()
}
