//! Wide hashes built from narrow data paths.

use crate::error::{Error, long_enough};
use crate::lch::prime;

/// Divide-and-concatenate: a hash of wide words by paths of narrow ones.
///
/// Yang, Karri and McGrew, "Divide-and-Concatenate" (DAC 2004), §3, replace a family of inner
/// products of 2w-bit words, which collides with probability 2^-2w, by two times two paths of w
/// bits. Two *lanes* take the halves of each word, so that a step hashes as many bits. Two *rows*
/// hash each lane under keys that are shifted by a word (the Toeplitz extension), so that their
/// values together again collide with probability 2^-2w. All values are concatenated. In hardware
/// the area of a multiplier grows with the square of its width, and narrow multipliers have a
/// faster clock.
///
/// A path can be divided again. With N = 2^depth, the path of row R and lane L is the LCH
///
/// ```text
/// Σ (m[N i + L] x[N i + L + R] + t) mod p
/// ```
///
/// **Bound.** Both the words of the key and the differences of two words are below p, so each path
/// collides with probability at most 2^-w over uniform words of the key. Two messages differ in
/// some lane L. In that lane row R uses the words of the key whose indices are congruent to L + R
/// modulo N. The rows 0 … N − 1 use disjoint words, so they collide independently, and all together
/// with probability at most 2^-wN (`paths_share` of `proofs/theories/Divide.v`). The tests confirm
/// this exhaustively for small paths.
///
/// This bound is for exact sums. The circuits of the paper, and [`paths16()`](crate::paths16), let
/// sums wrap modulo 2^2w, and then the bound is (3 · 2^-w)^N. For N = 2 it exceeds the "same" 2^-2w
/// of the paper by a factor of 9.
///
/// The paper says that shifts cannot give eight rows of 4 bits, "the key word length" being only 4,
/// and counts eight times the key for them. Here keys are shifted by whole words, so N − 1 further
/// words are enough at any width, 4 bits included.
///
/// ```
/// use divide_concat::Divide;
/// // The 32-bit hash of one 32-bit word by four paths of 16 bits.
/// let four = Divide::new(16, 1).expect("the paper has this width");
/// let values: Vec<u64> = four.hash(&[5, 7, 11], 0, &[2, 3])?.collect();
/// assert_eq!(values, [2 * 5, 3 * 7, 2 * 7, 3 * 11]);
/// # Ok::<(), divide_concat::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divide {
    width: u32,
    prime: u64,
    depth: u32,
}

impl Divide {
    /// Divides a path of `width` · 2^`depth` bits `depth` times, into paths of `width` bits, which
    /// must be a width of [`prime`]. The depth must be below 16.
    #[must_use]
    pub const fn new(width: u32, depth: u32) -> Option<Self> {
        match prime(width) {
            Some(prime) if depth < 16 => Some(Self { width, prime, depth }),
            _ => None,
        }
    }

    /// Returns the number N of rows, each under a shifted key, which is also the number of lanes.
    #[must_use]
    pub const fn rows(self) -> usize {
        1 << self.depth
    }

    /// Computes the values of all N² paths. The output is frozen.
    ///
    /// A division gives the values of row 0 and lane 0, row 0 and lane 1, row 1 and lane 0, row 1
    /// and lane 1; a further one replaces each of these by four.
    ///
    /// # Errors
    /// [`Error::KeyTooShort`] unless the key has at least N − 1 words more than the message, and
    /// [`Error::WideWord`] if a word has more bits than the paths.
    pub fn hash(
        self,
        key: &[u32],
        t: u64,
        message: &[u32],
    ) -> Result<impl Iterator<Item = u64>, Error> {
        let (n, p, t) = (self.rows(), self.prime, t % self.prime);
        long_enough(key.len(), message.len() + n - 1)?;
        if key.iter().chain(message).any(|word| u64::from(*word) >> self.width != 0) {
            return Err(Error::WideWord);
        }
        Ok((0..n * n).map(move |path| {
            let (row, lane) = self.row_and_lane(path);
            let m = message.iter().skip(lane).step_by(n);
            let x = key.iter().skip(lane + row).step_by(n);
            // Products of words of at most 32 bits fit in 64 bits, and so do sums of remainders.
            m.zip(x).fold(0, |sum, (m, x)| (sum + u64::from(*m) * u64::from(*x) % p + t) % p)
        }))
    }

    /// Returns the row and the lane of a path. Each division appends a bit of the row and a bit of
    /// the lane to the number of the path, and puts them before the bits of row and lane.
    fn row_and_lane(self, path: usize) -> (usize, usize) {
        (0..self.depth).fold((0, 0), |(row, lane), division| {
            let bits = path >> (2 * (self.depth - 1 - division));
            (row | (bits >> 1 & 1) << division, lane | (bits & 1) << division)
        })
    }
}
