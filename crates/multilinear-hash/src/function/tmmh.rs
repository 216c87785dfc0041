//! TMMH/16 for messages of any length.

use super::{
    BLOCK_BYTES, Function, MAX_ROWS, PIECES, Rows,
    sealed::{self, Copies},
};
use crate::backend::{Backend, taken_by_dot16};
use crate::key::Words;
use crate::{bound, poly127, tmmh};

/// The parts of a number, lowest first.
#[expect(clippy::cast_possible_truncation, reason = "the parts")]
fn parts16(x: u128) -> [u16; 8] {
    core::array::from_fn(|i| (x >> (16 * i)) as u16)
}

/// TMMH/16 with a tag of T words of 16 bits, T from 1 to 4, for messages of any length: `[u16; T]`.
///
/// Up to 4,096 bytes the published function, see [`crate::tmmh`]. Key: 4,224 bytes, in big-endian
/// words of 16 bits: K\[1\] … K\[2052\], four times thirteen for (1, n, P); and 16 bytes,
/// little-endian, of the point of the polynomial, of whose 128 bits the upper two are not used.
/// From two words of tag on, a [`Key`](crate::Key) holds two copies of the words in memory, 8 KiB.
#[derive(Clone, Copy, Debug)]
pub struct Tmmh16<const T: usize>(());

/// Words of 16 bits that finish a long message: 1, four of n, eight of P.
const LAST16: usize = 13;

/// A copy of the words of a block, and a piece more for the rows that start later in it.
type Copy16 = [[u16; 32]; PIECES + 1];

/// See [`Tmmh16`].
#[derive(Clone)]
#[repr(C, align(64))]
#[expect(missing_debug_implementations, reason = "secret, and not to be named outside")]
pub struct Schedule16<const T: usize, C> {
    /// K\[2\] on, biased.
    body: C,
    /// The sum of the biased words of each row before each piece, modulo 2^32.
    before: [[u32; T]; PIECES + 1],
    /// What the length is multiplied with, by rows.
    head: [u16; T],
    last: [[u16; LAST16]; T],
    point: u128,
}

impl<const T: usize, C: AsRef<[Copy16]>> Schedule16<T, C> {
    /// The words of each row from a piece on.
    fn rows(&self, at: usize) -> [&[u16]; T] {
        let body = self.body.as_ref();
        core::array::from_fn(|j| {
            let copy = j % body.len();
            &body[copy].as_flattened()[32 * at + j - copy..]
        })
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

    fn schedule(words: Words<'_>) -> Self::Schedule {
        let last = BLOCK_BYTES / 2 + MAX_ROWS;
        let mut schedule = Schedule16 {
            body: Self::of(|skip| {
                core::array::from_fn(|i| {
                    // The words behind the last one of the last row are never multiplied.
                    core::array::from_fn(|j| {
                        tmmh::bias(words.u16_be((1 + skip + 32 * i + j).min(last)))
                    })
                })
            }),
            before: [[0; T]; PIECES + 1],
            head: core::array::from_fn(|j| words.u16_be(j)),
            last: core::array::from_fn(|j| {
                core::array::from_fn(|i| words.u16_be(last + LAST16 * j + i))
            }),
            point: words.last_u128() & poly127::POINT,
        };
        for piece in 0..PIECES {
            let rows = schedule.rows(piece).map(|row| tmmh::sum(&row[..32], 0));
            for (j, sum) in rows.into_iter().enumerate() {
                schedule.before[piece + 1][j] = schedule.before[piece][j].wrapping_add(sum);
            }
        }
        schedule
    }

    // Without this the part for the rest keeps the whole out of the hash of a message: 64 bytes
    // take 31 cycles then, and 27 so.
    #[inline(always)]
    fn absorb(k: &Self::Schedule, b: Backend, at: usize, message: &[u8], sums: &mut Rows) {
        let mut parts = [0; T];
        let (taken, rest) = message.split_at(taken_by_dot16(b, message.len()));
        let behind = at + taken.len().div_ceil(64);
        if !taken.is_empty() {
            let [from, to] = [at, behind].map(|piece| &k.before[piece]);
            let of_key = |_| core::array::from_fn(|j| to[j].wrapping_sub(from[j]));
            let views = k.rows(at).map(|row| row.as_chunks().0);
            tmmh::add_blocks::<T, false>(&mut parts, b, &views, taken, of_key);
        }
        if !rest.is_empty() {
            tmmh::add_words::<T, false>(&mut parts, k.rows(behind), rest);
        }
        add16(parts, sums);
    }

    #[expect(clippy::cast_possible_truncation, reason = "sums modulo 2^32")]
    fn value(sum: u128) -> u64 {
        tmmh::reduce(sum as u32).into()
    }

    fn point(k: &Self::Schedule) -> u128 {
        k.point
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "sums modulo 2^32")]
    fn short(k: &Self::Schedule, _: Backend, len: u64, sums: &Rows) -> [u16; T] {
        core::array::from_fn(|j| {
            let length = (len as u32).wrapping_mul(k.head[j].into());
            tmmh::last((sums[j] as u32).wrapping_add(length))
        })
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

macro_rules! tags {
    ($($t:literal $bits:literal $name:literal)*) => { $(
        impl Function for Tmmh16<$t> {
            const NAME: &'static str = $name;
            const KEY_BYTES: usize = 2 * (BLOCK_BYTES / 2 + MAX_ROWS + MAX_ROWS * LAST16) + 16;
            const BITS: u32 = $bits;

            fn collision_bound(len_bytes: u64) -> f64 {
                bound::modular(16, $t, len_bytes)
            }
        }
    )* };
}

tags! { 1 16 "tmmh16-16" 2 32 "tmmh16-32" 3 48 "tmmh16-48" 4 64 "tmmh16" }
