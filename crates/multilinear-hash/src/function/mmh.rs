//! MMH of 32 and 64 bits for messages of any length.

use super::{BLOCK_BYTES, PIECES, Rows, sealed};
use crate::backend::{self, Backend};
use crate::bound;
use crate::key::{last_double_word, set_last_double_word};
use crate::poly127;

/// The prime of MMH.
const PRIME: u64 = (1 << 32) + 15;

/// Computes the remainder modulo 2^32 + 15 without a division.
///
/// The method is that of Yang, Karri and McGrew, "Divide-and-Concatenate" (DAC 2004), §2.2, after
/// Halevi and Krawczyk. Let x = 2^32 a + b. Then y = b − 15 a is congruent to x and is between −15
/// (2^32 − 1) and 2^32 − 1. Let y = 2^32 c + d, where c is from −15 to 0. Then z = d − 15 c is
/// congruent to y and is between 0 and 2^32 + 224, so one conditional subtraction gives the
/// remainder.
///
/// The paper subtracts if z > 2^32 + 15. The condition must be ≥, because z can be the prime
/// itself.
#[inline]
const fn reduce(x: u64) -> u64 {
    let (a, b) = ((x >> 32).cast_signed(), (x & 0xffff_ffff).cast_signed());
    let y = b - 15 * a;
    let (c, d) = (y >> 32, y & 0xffff_ffff);
    let z = (d - 15 * c).cast_unsigned();
    if z >= PRIME { z - PRIME } else { z }
}

/// MMH of R rows; see [`Mmh32`] and [`Mmh64`].
#[derive(Clone, Copy, Debug)]
pub struct MmhRows<const R: usize>(());

/// MMH of 32 bits for messages of any length. The hash is a `[u32; 1]`.
///
/// Halevi and Krawczyk, "MMH: Software message authentication in the Gbit/second rates" (FSE 1997).
/// The published MMH of the words m under the words x of a key is
///
/// ```text
/// (((Σ m[i] x[i]) mod 2^64) mod (2^32 + 15)) mod 2^32
/// ```
///
/// Up to 4,096 bytes the hash is the published MMH of the words (n, m₁, …), which are little-endian
/// and the last of which is padded with zero bytes. A key has 4,176 bytes, which are little-endian
/// words of 32 bits: one for n, 1,025 for the words of a block, two times seven for (1, n, P), and
/// the point of the polynomial, of whose 128 bits the upper two are not used. For keys of another
/// length there is `mmh32` in the crate `divide-concat`.
pub type Mmh32 = MmhRows<1>;

/// MMH of two rows for messages of any length. The hash is a `[u32; 2]`, whose first word is the
/// hash of [`Mmh32`] under the same key.
///
/// A [`Key`](crate::Key) holds three copies of the words in memory, 12 KiB, so that the second
/// row's loads do not cross cache lines.
pub type Mmh64 = MmhRows<2>;

/// Splits a number into its parts, lowest first.
#[expect(clippy::cast_possible_truncation, reason = "splits the number into parts")]
fn parts32(x: u128) -> [u32; 4] {
    core::array::from_fn(|i| (x >> (32 * i)) as u32)
}

/// The number of 32-bit words that finish a long message: one for 1, two for n, four for P.
const LAST32: usize = 7;

/// The number of key words of the rows over a block: one for n, one for each word of a block, and
/// one more for the second row.
const ROW_WORDS: usize = 2 + BLOCK_BYTES / 4;

/// The length of a key, in bytes.
const KEY_BYTES: usize = 4 * (ROW_WORDS + 2 * LAST32) + 16;

/// A copy of the key words of a block.
type Copy32 = [[u32; 16]; PIECES];

/// The key of [`MmhRows`] in the layout of the kernels.
#[derive(Clone)]
#[repr(C, align(64))]
#[expect(missing_debug_implementations, reason = "secret, and not nameable outside")]
pub struct Schedule32<C> {
    body: C,
    /// The factor of the length in each row.
    head: [u32; 2],
    /// The last word of the second row, which the first copy lacks.
    row_end: u32,
    last: [[u32; LAST32]; 2],
    /// The point as given, without a mask.
    point: u128,
}

/// Copies of the key words of a block that start at the first word, at the second, and so on. Rows
/// under shifted keys load from them without crossing cache lines.
pub trait Copies {
    /// The array of as many copies as the function uses.
    type Of<B: Clone>: AsRef<[B]> + Clone;
}

impl Copies for MmhRows<1> {
    type Of<B: Clone> = [B; 1];
}

// The third copy is for the odd words of the second row.
impl Copies for MmhRows<2> {
    type Of<B: Clone> = [B; 3];
}

impl<const N: usize> Schedule32<[Copy32; N]> {
    pub(crate) const fn new(bytes: &[u8; KEY_BYTES]) -> Self {
        let (words, _) = bytes.as_chunks::<4>();
        // Filled in place: a copy of the body would take 12 KiB more of the stack.
        let mut schedule = Self {
            body: [[[0; 16]; PIECES]; N],
            head: [u32::from_le_bytes(words[0]), u32::from_le_bytes(words[1])],
            row_end: u32::from_le_bytes(words[ROW_WORDS - 1]),
            last: [[0; LAST32]; 2],
            point: last_double_word(bytes),
        };
        let mut skip = 0;
        while skip < N {
            let copy = schedule.body[skip].as_flattened_mut();
            let mut i = 0;
            while i < copy.len() {
                // The last word of the third copy belongs to no row and is never multiplied.
                copy[i] = u32::from_le_bytes(words[1 + skip + i]);
                i += 1;
            }
            skip += 1;
        }
        let mut i = 0;
        while i < 2 * LAST32 {
            schedule.last.as_flattened_mut()[i] = u32::from_le_bytes(words[ROW_WORDS + i]);
            i += 1;
        }
        schedule
    }

    /// Returns whether all factors of words are zero, or the point is.
    pub(crate) const fn is_degenerate(&self) -> bool {
        let factors = self.body[0].as_flattened();
        let (mut are_zeros, mut i) = (true, 0);
        while i < factors.len() {
            are_zeros &= factors[i] == 0;
            i += 1;
        }
        are_zeros || self.point & poly127::POINT == 0
    }

    pub(crate) const fn to_bytes(&self) -> [u8; KEY_BYTES] {
        let mut bytes = [0; KEY_BYTES];
        let (words, _) = bytes.as_chunks_mut::<4>();
        words[0] = self.head[0].to_le_bytes();
        words[ROW_WORDS - 1] = self.row_end.to_le_bytes();
        let mut i = 0;
        while i < BLOCK_BYTES / 4 {
            words[1 + i] = self.body[0].as_flattened()[i].to_le_bytes();
            i += 1;
        }
        i = 0;
        while i < 2 * LAST32 {
            words[ROW_WORDS + i] = self.last.as_flattened()[i].to_le_bytes();
            i += 1;
        }
        set_last_double_word(&mut bytes, self.point);
        bytes
    }
}

impl<const R: usize> sealed::Function for MmhRows<R>
where
    Self: Copies,
{
    type Output = [u32; R];
    type Backend = Backend;
    type Schedule = Schedule32<<Self as Copies>::Of<Copy32>>;

    const ID: u8 = 1;
    const ROWS: usize = R;
    const KEY_BYTES: usize = KEY_BYTES;

    fn collision_bound(len_bytes: u64) -> f64 {
        bound::modular(32, R, len_bytes)
    }

    #[inline]
    fn first_64_bits(hash: [u32; R]) -> u64 {
        hash.iter().rev().fold(0, |bits, word| bits << 32 | u64::from(*word))
    }

    #[inline]
    fn absorb(k: &Self::Schedule, b: Backend, at: usize, message: &[u8], sums: &mut Rows) {
        let body = k.body.as_ref();
        let parts = match body {
            [x, odd, after] => {
                backend::dot32x2(b, &[x, odd, after].map(|copy| &copy[at..]), message)
            }
            [x] => [backend::dot32(b, &x[at..], message), 0],
            _ => unreachable!("a key has one copy of its words or three"),
        };
        add32::<2>(parts, sums);
    }

    #[expect(clippy::cast_possible_truncation, reason = "sums modulo 2^64")]
    fn value(sum: u128) -> u64 {
        reduce(sum as u64)
    }

    fn point(k: &Self::Schedule) -> u128 {
        k.point & poly127::POINT
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "sums modulo 2^64, remainders modulo 2^32")]
    fn short(k: &Self::Schedule, _: Backend, len: u64, sums: &Rows) -> [u32; R] {
        let mut hash = [0; R];
        for (j, hash) in hash.iter_mut().enumerate() {
            let length = len * u64::from(k.head[j]);
            *hash = reduce((sums[j] as u64).wrapping_add(length)) as u32;
        }
        hash
    }

    #[expect(clippy::cast_possible_truncation, reason = "remainders modulo 2^32")]
    fn long(k: &Self::Schedule, _: Backend, len: u64, polynomials: &Rows) -> [u32; R] {
        core::array::from_fn(|j| {
            let [n0, n1, ..] = parts32(len.into());
            let [p0, p1, p2, p3] = parts32(polynomials[j]);
            let words = [1, n0, n1, p0, p1, p2, p3];
            let sum = words
                .iter()
                .zip(k.last[j])
                .fold(0_u64, |sum, (m, x)| sum.wrapping_add(u64::from(*m) * u64::from(x)));
            reduce(sum) as u32
        })
    }
}

/// Adds sums modulo 2^64.
#[expect(clippy::cast_possible_truncation, reason = "sums modulo 2^64")]
fn add32<const R: usize>(parts: [u64; R], sums: &mut Rows) {
    for (sum, part) in sums.iter_mut().zip(parts) {
        *sum = (*sum as u64).wrapping_add(part).into();
    }
}

#[cfg(test)]
mod tests {
    use super::{PRIME, reduce};

    #[test]
    fn the_reduction_is_a_remainder() {
        for edge in [0, 1, 15, 225, PRIME, u64::MAX, 1 << 32, u64::MAX << 32] {
            for d in 0..300 {
                for x in [edge.wrapping_add(d), edge.wrapping_sub(d)] {
                    assert_eq!(reduce(x), x % PRIME, "{x}");
                }
            }
        }
        // Multiples of the prime become the prime itself before the last step, where the paper's
        // condition would not subtract it.
        for i in 0..100_000 {
            let x = PRIME * (i * 42_949);
            assert_eq!(reduce(x), 0, "{x}");
        }
    }
}
