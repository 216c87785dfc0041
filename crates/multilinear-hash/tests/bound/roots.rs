//! The polynomial over blocks: pairs of sequences whose polynomials agree at known points.

use super::random;
use multilinear_hash::BLOCK_BYTES;
use reference::multilinear::mul_mod;

const P: u128 = (1 << 127) - 1;

/// Two sequences of values of blocks, and all points modulo 2^127 − 1 at which their polynomials
/// agree. All are below 2^126, and so they are points of keys.
pub(crate) struct Roots {
    values: [Vec<u64>; 2],
    points: Vec<u128>,
}

impl Roots {
    /// Two messages, the last block `less` bytes shorter, that start blocks with these values.
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

    /// Checks that the messages collide at these points, not at others, and that two bits of a
    /// point do not count.
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

/// Two pairs of sequences for so many blocks, two or three, of values up to `most`.
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
                // The square root of a number that has one, as the prime is 3 modulo 4.
                let square = sub(mul(b, b), mul(4, mul(a, c)));
                let root = pow(square, (P + 1) / 4);
                let over = pow(mul(2, a), P - 2);
                if mul(root, root) != square {
                    return None;
                }
                [root, sub(0, root)].map(|root| mul(sub(root, b), over)).to_vec()
            }
            _ => panic!("{blocks} blocks"),
        };
        points.iter().all(|point| point >> 126 == 0).then_some(Roots { values, points })
    };
    std::iter::repeat_with(&mut draw).flatten().take(2).collect()
}
