//! TMMH/16 for messages of any length.

use super::{
    BLOCK_BYTES, MAX_ROWS, PIECES, Rows,
    sealed::{self, Copies},
};
use crate::backend::{Backend, taken_by_dot16};
use crate::key::{last_double_word, set_last_double_word};
use crate::{bound, tmmh};
use hash_core::poly127;

/// Splits a number into its parts, lowest first.
#[expect(clippy::cast_possible_truncation, reason = "splits the number into parts")]
fn parts16(x: u128) -> [u16; 8] {
    core::array::from_fn(|i| (x >> (16 * i)) as u16)
}

/// TMMH/16 with a tag of T words of 16 bits, T from 1 to 4, for messages of any length. The hash is
/// a `[u16; T]`.
///
/// Up to 4,096 bytes this is the published function; see [`crate::tmmh`]. A key has 4,224 bytes:
/// big-endian words of 16 bits, `K[1]` … `K[2052]` and four times thirteen for (1, n, P), and then
/// 16 little-endian bytes of the point of the polynomial, of whose 128 bits the upper two are not
/// used. For tags of two or more words a [`Key`](crate::Key) holds two copies of the words in
/// memory, 8 KiB.
#[derive(Clone, Copy, Debug)]
pub struct Tmmh16<const T: usize>(());

/// The number of 16-bit words that finish a long message: one for 1, four for n, eight for P.
const LAST16: usize = 13;

/// The number of key words of the rows over a block: one for n, one for each word of a block, and
/// one more for each further row.
const ROW_WORDS: usize = BLOCK_BYTES / 2 + MAX_ROWS;

/// The length of a key, in bytes.
const KEY_BYTES: usize = 2 * (ROW_WORDS + MAX_ROWS * LAST16) + 16;

/// A copy of the key words of a block, with one more piece for the rows that start later in it.
type Copy16 = [[u16; 32]; PIECES + 1];

/// The key of [`Tmmh16`] in the layout of the kernels.
#[derive(Clone)]
#[repr(C, align(64))]
#[expect(missing_debug_implementations, reason = "secret, and not nameable outside")]
pub struct Schedule16<const T: usize, C> {
    /// The biased words from `K[2]` on.
    body: C,
    /// The sum of the biased words of each row before each piece, modulo 2^32.
    before: [[u32; T]; PIECES + 1],
    /// The factor of the length in each row.
    head: [u16; MAX_ROWS],
    last: [[u16; LAST16]; MAX_ROWS],
    /// The point as given, without a mask.
    point: u128,
}

impl<const T: usize, const N: usize> Schedule16<T, [Copy16; N]> {
    pub(crate) const fn new(bytes: &[u8; KEY_BYTES]) -> Self {
        let (words, _) = bytes.as_chunks::<2>();
        let mut body = [[[0; 32]; PIECES + 1]; N];
        let mut skip = 0;
        while skip < N {
            let copy = body[skip].as_flattened_mut();
            let mut i = 0;
            while i < copy.len() {
                // The words after the last one of the last row are never multiplied.
                copy[i] = tmmh::bias(u16::from_be_bytes(words[1 + skip + i]));
                i += 1;
            }
            skip += 1;
        }
        let mut head = [0; MAX_ROWS];
        let mut before = [[0_u32; T]; PIECES + 1];
        let mut last = [[0; LAST16]; MAX_ROWS];
        let mut j = 0;
        while j < MAX_ROWS {
            head[j] = u16::from_be_bytes(words[j]);
            let mut i = 0;
            while i < LAST16 {
                last[j][i] = u16::from_be_bytes(words[ROW_WORDS + LAST16 * j + i]);
                i += 1;
            }
            let mut piece = 0;
            while j < T && piece < PIECES {
                let (_, row) = body[0].as_flattened().split_at(32 * piece + j);
                let (row, _) = row.split_at(32);
                before[piece + 1][j] = before[piece][j].wrapping_add(tmmh::sum(row, 0));
                piece += 1;
            }
            j += 1;
        }
        Self { body, before, head, last, point: last_double_word(bytes) }
    }

    pub(crate) const fn to_bytes(&self) -> [u8; KEY_BYTES] {
        let mut bytes = [0; KEY_BYTES];
        let (words, _) = bytes.as_chunks_mut::<2>();
        words[0] = self.head[0].to_be_bytes();
        let mut i = 1;
        while i < ROW_WORDS {
            words[i] = tmmh::bias(self.body[0].as_flattened()[i - 1]).to_be_bytes();
            i += 1;
        }
        i = 0;
        while i < MAX_ROWS * LAST16 {
            words[ROW_WORDS + i] = self.last.as_flattened()[i].to_be_bytes();
            i += 1;
        }
        set_last_double_word(&mut bytes, self.point);
        bytes
    }
}

impl<const T: usize, C: AsRef<[Copy16]>> Schedule16<T, C> {
    /// Returns the words of each row from a piece on.
    fn rows(&self, at: usize) -> [&[u16]; T] {
        let body = self.body.as_ref();
        let mut rows = [&[][..]; T];
        for (j, row) in rows.iter_mut().enumerate() {
            // There are one or two copies; `min` avoids a division in builds for size.
            let copy = (j % 2).min(body.len() - 1);
            *row = &body[copy].as_flattened()[32 * at + j - copy..];
        }
        rows
    }
}

impl<const T: usize> sealed::Function for Tmmh16<T>
where
    Self: Copies,
{
    type Output = [u16; T];
    type Backend = Backend;
    type Schedule = Schedule16<T, <Self as Copies>::Of<Copy16>>;

    const ID: u8 = 2;
    const ROWS: usize = T;
    const KEY_BYTES: usize = KEY_BYTES;

    fn collision_bound(len_bytes: u64) -> f64 {
        bound::modular(16, T, len_bytes)
    }

    #[inline]
    fn first_64_bits(hash: [u16; T]) -> u64 {
        hash.iter().rev().fold(0, |bits, word| bits << 16 | u64::from(*word))
    }

    // Without `inline(always)` the code for the rest prevents inlining into the hash of a message:
    // 64 bytes then take 31 cycles instead of 27.
    #[inline(always)]
    fn absorb(k: &Self::Schedule, b: Backend, at: usize, message: &[u8], sums: &mut Rows) {
        let mut parts = [0; T];
        let (taken, rest) = message.split_at(taken_by_dot16(b, message.len()));
        let after = at + taken.len().div_ceil(64);
        if !taken.is_empty() {
            let (from, to) = (&k.before[at], &k.before[after]);
            let of_key = |_| {
                let mut sums = *to;
                for (sum, from) in sums.iter_mut().zip(from) {
                    *sum = sum.wrapping_sub(*from);
                }
                sums
            };
            let mut views = [&[][..]; T];
            for (view, row) in views.iter_mut().zip(k.rows(at)) {
                *view = row.as_chunks().0;
            }
            tmmh::add_blocks::<T, false>(&mut parts, b, &views, taken, of_key);
        }
        if !rest.is_empty() {
            tmmh::add_words::<T, false>(&mut parts, k.rows(after), rest);
        }
        add16(parts, sums);
    }

    #[expect(clippy::cast_possible_truncation, reason = "sums modulo 2^32")]
    fn value(sum: u128) -> u64 {
        tmmh::reduce(sum as u32).into()
    }

    fn point(k: &Self::Schedule) -> u128 {
        k.point & poly127::POINT
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "sums modulo 2^32")]
    fn short(k: &Self::Schedule, _: Backend, len: u64, sums: &Rows) -> [u16; T] {
        let mut hash = [0; T];
        for (j, word) in hash.iter_mut().enumerate() {
            let length = (len as u32).wrapping_mul(k.head[j].into());
            *word = tmmh::last((sums[j] as u32).wrapping_add(length));
        }
        hash
    }

    fn long(k: &Self::Schedule, _: Backend, len: u64, polynomials: &Rows) -> [u16; T] {
        core::array::from_fn(|j| {
            let n = parts16(len.into());
            let words =
                [1].into_iter().chain(n[..4].iter().copied()).chain(parts16(polynomials[j]));
            let sum = words
                .zip(k.last[j])
                .fold(0_u32, |sum, (m, x)| sum.wrapping_add(u32::from(m) * u32::from(x)));
            tmmh::last(sum)
        })
    }
}

/// Adds sums modulo 2^32.
#[expect(clippy::cast_possible_truncation, reason = "sums modulo 2^32")]
fn add16<const T: usize>(parts: [u32; T], sums: &mut Rows) {
    for (sum, part) in sums.iter_mut().zip(parts) {
        *sum = (*sum as u32).wrapping_add(part).into();
    }
}
