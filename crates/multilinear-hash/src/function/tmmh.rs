//! TMMH/16 for messages of any length.

use super::{BLOCK_BYTES, MAX_ROWS, PIECES, Rows, sealed};
use crate::backend::{self, Backend, bias, taken_by_dot16};
use crate::bound;
use crate::key::{last_double_word, set_last_double_word};
use crate::poly127;

/// The prime 2^16 + 1.
const PRIME: u32 = (1 << 16) + 1;

/// Splits a number into its parts, lowest first.
#[expect(clippy::cast_possible_truncation, reason = "splits the number into parts")]
fn parts16(x: u128) -> [u16; 8] {
    core::array::from_fn(|i| (x >> (16 * i)) as u16)
}

/// TMMH/16 with a tag of four words of 16 bits, for messages of any length. The hash is a
/// `[u16; 4]`, whose first words are the hash with a shorter tag.
///
/// McGrew, "The Truncated Multi-Modular Hash Function (TMMH)" (draft-mcgrew-saag-tmmh-01, 2001). A
/// message of n bytes consists of W big-endian words `M[1]` … `M[W]`. If n is odd, a zero byte
/// completes the last word and does not count in n. Word j of the tag is
///
/// ```text
/// (((K[j] n + K[j+1] M[1] + … + K[j+W] M[W]) mod 2^32) mod (2^16 + 1)) mod 2^16
/// ```
///
/// Up to 4,096 bytes this is the hash. A key has 4,224 bytes: big-endian words of 16 bits, `K[1]` …
/// `K[2052]` and four times thirteen for (1, n, P), and then 16 little-endian bytes of the point of
/// the polynomial, of whose 128 bits the upper two are not used. A [`Key`](crate::Key) holds two
/// copies of the words in memory, 8 KiB. For keys and tags of other lengths there is `tmmh16` in
/// the crate `divide-concat`.
#[derive(Clone, Copy, Debug)]
pub struct Tmmh16(());

/// The number of words of a tag.
const ROWS: usize = MAX_ROWS;

/// The number of 16-bit words that finish a long message: one for 1, four for n, eight for P.
const LAST16: usize = 13;

/// The number of key words of the rows over a block: one for n, one for each word of a block, and
/// one more for each further row.
const ROW_WORDS: usize = BLOCK_BYTES / 2 + ROWS;

/// The length of a key, in bytes.
const KEY_BYTES: usize = 2 * (ROW_WORDS + ROWS * LAST16) + 16;

/// The number of copies of the key words of a block, which start at the first word and at the
/// second. Shifting for the rows after them costs less than more copies, which would crowd the L1
/// cache.
const COPIES: usize = 2;

/// The key of [`Tmmh16`] in the layout of the kernels.
#[derive(Clone)]
#[repr(C, align(64))]
#[expect(missing_debug_implementations, reason = "secret, and not nameable outside")]
pub struct Schedule16 {
    /// The biased words from `K[2]` on, with one more piece for the rows that start later in it.
    body: [[[u16; 32]; PIECES + 1]; COPIES],
    /// The sum of the biased words of each row before each piece, modulo 2^32.
    before: [[u32; ROWS]; PIECES + 1],
    /// The factor of the length in each row.
    head: [u16; ROWS],
    last: [[u16; LAST16]; ROWS],
    /// The point as given, without a mask.
    point: u128,
}

impl Schedule16 {
    pub(crate) const fn new(bytes: &[u8; KEY_BYTES]) -> Self {
        let (words, _) = bytes.as_chunks::<2>();
        // Filled in place: a copy would take 9 KiB more of the stack.
        let mut schedule = Self {
            body: [[[0; 32]; PIECES + 1]; COPIES],
            before: [[0; ROWS]; PIECES + 1],
            head: [0; ROWS],
            last: [[0; LAST16]; ROWS],
            point: last_double_word(bytes),
        };
        let mut skip = 0;
        while skip < COPIES {
            let copy = schedule.body[skip].as_flattened_mut();
            let mut i = 0;
            while i < copy.len() {
                // The words after the last one of the last row are never multiplied.
                copy[i] = bias(u16::from_be_bytes(words[1 + skip + i]));
                i += 1;
            }
            skip += 1;
        }
        let mut j = 0;
        while j < ROWS {
            schedule.head[j] = u16::from_be_bytes(words[j]);
            let mut i = 0;
            while i < LAST16 {
                schedule.last[j][i] = u16::from_be_bytes(words[ROW_WORDS + LAST16 * j + i]);
                i += 1;
            }
            let mut piece = 0;
            while piece < PIECES {
                let (_, row) = schedule.body[0].as_flattened().split_at(32 * piece + j);
                let (row, _) = row.split_at(32);
                schedule.before[piece + 1][j] = schedule.before[piece][j].wrapping_add(sum(row));
                piece += 1;
            }
            j += 1;
        }
        schedule
    }

    /// Returns whether all factors of words are zero, or the point is.
    pub(crate) const fn is_degenerate(&self) -> bool {
        let factors = self.body[0].as_flattened();
        let (mut are_zeros, mut i) = (true, 0);
        while i < BLOCK_BYTES / 2 {
            are_zeros &= factors[i] == bias(0);
            i += 1;
        }
        are_zeros || self.point & poly127::POINT == 0
    }

    pub(crate) const fn to_bytes(&self) -> [u8; KEY_BYTES] {
        let mut bytes = [0; KEY_BYTES];
        let (words, _) = bytes.as_chunks_mut::<2>();
        words[0] = self.head[0].to_be_bytes();
        let mut i = 1;
        while i < ROW_WORDS {
            words[i] = bias(self.body[0].as_flattened()[i - 1]).to_be_bytes();
            i += 1;
        }
        i = 0;
        while i < ROWS * LAST16 {
            words[ROW_WORDS + i] = self.last.as_flattened()[i].to_be_bytes();
            i += 1;
        }
        set_last_double_word(&mut bytes, self.point);
        bytes
    }

    /// Returns the words of each row from a piece on.
    #[inline]
    fn rows(&self, at: usize) -> [&[u16]; ROWS] {
        let mut rows = [&[][..]; ROWS];
        for (j, row) in rows.iter_mut().enumerate() {
            let copy = j % COPIES;
            *row = &self.body[copy].as_flattened()[32 * at + j - copy..];
        }
        rows
    }
}

impl sealed::Function for Tmmh16 {
    type Output = [u16; ROWS];
    type Backend = Backend;
    type Schedule = Schedule16;

    const ID: u8 = 2;
    const ROWS: usize = ROWS;
    const KEY_BYTES: usize = KEY_BYTES;

    fn collision_bound(len_bytes: u64) -> f64 {
        bound::modular(16, ROWS, len_bytes)
    }

    #[inline]
    fn first_64_bits(hash: [u16; ROWS]) -> u64 {
        hash.iter().rev().fold(0, |bits, word| bits << 16 | u64::from(*word))
    }

    // Without `inline(always)` the code for the rest prevents inlining into the hash of a message.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "sums modulo 2^32")]
    fn absorb(k: &Schedule16, b: Backend, at: usize, message: &[u8], sums: &mut Rows) {
        let mut parts = [0; ROWS];
        let (taken, rest) = message.split_at(taken_by_dot16(b, message.len()));
        let after = at + taken.len().div_ceil(64);
        if !taken.is_empty() {
            let mut views = [&[][..]; ROWS];
            for (view, row) in views.iter_mut().zip(k.rows(at)) {
                *view = row.as_chunks().0;
            }
            let products = backend::dot16(b, &views, taken);
            // Σ x′ in the identity of `backend`, whose last term, n 2^30, is 0 modulo 2^32 over
            // whole blocks of 32 words.
            let (from, to) = (&k.before[at], &k.before[after]);
            for (j, part) in parts.iter_mut().enumerate() {
                *part = products[j].wrapping_add(to[j].wrapping_sub(from[j]) << 15);
            }
        }
        if !rest.is_empty() {
            add_words(&mut parts, k.rows(after), rest);
        }
        for (sum, part) in sums.iter_mut().zip(parts) {
            *sum = (*sum as u32).wrapping_add(part).into();
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "sums modulo 2^32")]
    fn value(sum: u128) -> u64 {
        reduce(sum as u32).into()
    }

    fn point(k: &Schedule16) -> u128 {
        k.point & poly127::POINT
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "sums modulo 2^32")]
    fn short(k: &Schedule16, _: Backend, len: u64, sums: &Rows) -> [u16; ROWS] {
        let mut hash = [0; ROWS];
        for (j, word) in hash.iter_mut().enumerate() {
            let length = (len as u32).wrapping_mul(k.head[j].into());
            *word = last_step((sums[j] as u32).wrapping_add(length));
        }
        hash
    }

    fn long(k: &Schedule16, _: Backend, len: u64, polynomials: &Rows) -> [u16; ROWS] {
        core::array::from_fn(|j| {
            let n = parts16(len.into());
            let words =
                [1].into_iter().chain(n[..4].iter().copied()).chain(parts16(polynomials[j]));
            let sum = words
                .zip(k.last[j])
                .fold(0_u32, |sum, (m, x)| sum.wrapping_add(u32::from(m) * u32::from(x)));
            last_step(sum)
        })
    }
}

/// Adds up words as signed numbers modulo 2^32.
const fn sum(words: &[u16]) -> u32 {
    let (mut sum, mut i) = (0_i32, 0);
    while i < words.len() {
        sum = sum.wrapping_add(words[i].cast_signed() as i32);
        i += 1;
    }
    sum.cast_unsigned()
}

/// Computes the remainder modulo 2^16 + 1, where 2^16 is −1.
#[inline]
const fn reduce(sum: u32) -> u32 {
    let (low, high) = (sum & 0xffff, sum >> 16);
    if low >= high { low - high } else { low + PRIME - high }
}

/// Computes the last steps: the remainder modulo 2^16 + 1, and this modulo 2^16.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the remainder modulo 2^16")]
const fn last_step(sum: u32) -> u16 {
    reduce(sum) as u16
}

/// Adds the products of words that no kernel takes. Each row has its own biased key words.
// Without `inline(always)` rows and sums pass through memory.
#[inline(always)]
fn add_words(sums: &mut [u32; ROWS], rows: [&[u16]; ROWS], message: &[u8]) {
    let (whole, last) = message.as_chunks();
    let last = last.first().map(|byte| u16::from(*byte) << 8);
    for (sum, row) in sums.iter_mut().zip(rows) {
        // Compilers vectorise a loop over one row.
        let (row, after) = row.split_at(whole.len());
        *sum = whole.iter().zip(row).fold(*sum, |sum, (m, x)| {
            sum.wrapping_add(u32::from(u16::from_be_bytes(*m)) * u32::from(bias(*x)))
        });
        if let Some(m) = last {
            *sum = sum.wrapping_add(u32::from(m) * u32::from(bias(after[0])));
        }
    }
}
