//! MMH of 32 and 64 bits for messages of any length.

use super::{
    BLOCK_BYTES, PIECES, Rows,
    sealed::{self, Copies},
};
use crate::backend::{self, Backend};
use crate::key::{last_double_word, set_last_double_word};
use crate::{bound, mmh};
use hash_core::poly127;

/// MMH of R rows; see [`Mmh32`] and [`Mmh64`].
#[derive(Clone, Copy, Debug)]
pub struct MmhRows<const R: usize>(());

/// MMH of 32 bits for messages of any length. The hash is a `[u32; 1]`.
///
/// Up to 4,096 bytes this is the published MMH of the words (n, m₁, …); see [`crate::mmh`]. The
/// last word is padded with zero bytes. A key has 4,176 bytes, which are little-endian words of 32
/// bits: one for n, 1,025 for the words of a block, two times seven for (1, n, P), and the point of
/// the polynomial, of whose 128 bits the upper two are not used.
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

impl<const N: usize> Schedule32<[Copy32; N]> {
    pub(crate) const fn new(bytes: &[u8; KEY_BYTES]) -> Self {
        let (words, _) = bytes.as_chunks::<4>();
        let mut body = [[[0; 16]; PIECES]; N];
        let mut skip = 0;
        while skip < N {
            let copy = body[skip].as_flattened_mut();
            let mut i = 0;
            while i < copy.len() {
                // The last word of the third copy belongs to no row and is never multiplied.
                copy[i] = u32::from_le_bytes(words[1 + skip + i]);
                i += 1;
            }
            skip += 1;
        }
        let mut last = [[0; LAST32]; 2];
        let mut i = 0;
        while i < 2 * LAST32 {
            last.as_flattened_mut()[i] = u32::from_le_bytes(words[ROW_WORDS + i]);
            i += 1;
        }
        Self {
            body,
            head: [u32::from_le_bytes(words[0]), u32::from_le_bytes(words[1])],
            row_end: u32::from_le_bytes(words[ROW_WORDS - 1]),
            last,
            point: last_double_word(bytes),
        }
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
                backend::dot32x2::<true>(b, &[x, odd, after].map(|copy| &copy[at..]), message)
            }
            [x] => [backend::dot32(b, &x[at..], message), 0],
            _ => unreachable!("a key has one copy of its words or three"),
        };
        add32::<2>(parts, sums);
    }

    #[expect(clippy::cast_possible_truncation, reason = "sums modulo 2^64")]
    fn value(sum: u128) -> u64 {
        mmh::reduce(sum as u64)
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
            *hash = mmh::reduce((sums[j] as u64).wrapping_add(length)) as u32;
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
            mmh::reduce(sum) as u32
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
