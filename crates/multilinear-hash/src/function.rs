//! The hashes of messages of any length: which there are, and what distinguishes them.
//!
//! # The construction
//! A message of n bytes is cut into blocks of [`BLOCK_BYTES`]. A family gives sums S\[j\] of a block, for rows j: inner
//! products of its words with a key, in which zeros behind the end change nothing.
//!
//! * **Up to one block** the hash is the published function of the words (n, m\[1\], m\[2\], …): the length is
//!   one more word in front, as TMMH has it.
//! * **Above**, each row's sums are reduced to the values v\[1\], v\[2\], … of the blocks, and those are
//!   the coefficients of a polynomial over the integers modulo 2^127 − 1,
//!   P = r^b + v\[1\] r^(b−1) + … + v\[b\], at a secret point r < 2^126. The hash is the published function of the words
//!   (1, n, P), the length as 64 bits and P as 128, under keys that serve nothing else, each row its own.
//!
//! [`crate::bound`] states and proves what follows from that. All of it is frozen: the order of the words of
//! keys, of the parts of a number (lowest first), and of the rows.
//!
//! A row's value does not depend on the rows behind it: a shorter tag is the beginning of a longer one
//! under the same key.

use crate::backend::{self, Backend, gf64};
use crate::key::Words;
use crate::{bound, mmh, poly127, tmmh};
use core::fmt::Debug;
use gf2::Gf64;

/// Bytes of a block of a long message.
pub const BLOCK_BYTES: usize = 4096;

/// 64-byte pieces of a block.
pub(crate) const PIECES: usize = BLOCK_BYTES / 64;

/// The most rows that a function has.
pub(crate) const MAX_ROWS: usize = 4;

/// A number for each row.
pub(crate) type Rows = [u128; MAX_ROWS];

/// A hash of messages of any length: [`Mmh32`], [`Mmh64`], [`Tmmh16`] or [`Multilinear64`].
pub trait Function: sealed::Function {
    /// Its name, as `hsum` has it.
    const NAME: &'static str;
    /// Bytes of a key.
    const KEY_BYTES: usize;
    /// Bits of a hash.
    const BITS: u32;

    /// The logarithm to base 2 of the bound on the probability that two given different messages of
    /// at most `len_bytes` bytes have the same hash. See [`crate::bound`].
    #[must_use]
    fn collision_bound(len_bytes: u64) -> f64;
}

pub(crate) mod sealed {
    use super::*;

    /// A token of the kernels that a function uses.
    pub trait Token: Copy + Debug + Eq {
        /// The widest of this CPU.
        fn detect() -> Self;
        /// Its name.
        fn name(self) -> &'static str;
    }

    impl Token for Backend {
        fn detect() -> Self {
            Self::detect()
        }

        fn name(self) -> &'static str {
            self.name()
        }
    }

    impl Token for gf2::Backend {
        fn detect() -> Self {
            Self::detect()
        }

        fn name(self) -> &'static str {
            Self::name(self)
        }
    }

    /// What the kernels need of a function; nothing to call from outside.
    pub trait Function {
        /// What a hash is.
        type Output: Copy + Debug + PartialEq + Eq;
        /// Which kernels.
        type Backend: Token;
        /// The key as the kernels want it.
        type Schedule: Clone;
        /// Names the function in checkpoints.
        const ID: u8;
        /// Rows.
        const ROWS: usize;
        /// Of the words of a key.
        fn schedule(words: Words<'_>) -> Self::Schedule;
        /// Adds to the sums those of a part of a block that is not empty, which stands in it from the piece `at` on; only the
        /// last part of a message may end within a piece.
        fn absorb(k: &Self::Schedule, b: Self::Backend, at: usize, message: &[u8], sums: &mut Rows);
        /// The value of a block, from the sum of a row.
        fn value(sum: u128) -> u64;
        /// The point of the polynomials.
        fn point(k: &Self::Schedule) -> u128;
        /// The hash of a message of one block at most.
        fn short(k: &Self::Schedule, len: u64, sums: &Rows) -> Self::Output;
        /// The hash of a longer one.
        fn long(k: &Self::Schedule, len: u64, polynomials: &Rows) -> Self::Output;
    }
}

/// Makes the sums of a block coefficients of the polynomials.
#[inline]
pub(crate) fn end_block<F: sealed::Function>(k: &F::Schedule, polynomials: &mut Rows, sums: &Rows) {
    let r = F::point(k);
    for (p, sum) in polynomials.iter_mut().zip(sums).take(F::ROWS) {
        *p = poly127::step(*p, r, F::value(*sum).into());
    }
}

/// The parts of a number, lowest first.
#[expect(clippy::cast_possible_truncation, reason = "the parts")]
fn parts32(x: u128) -> [u32; 4] {
    core::array::from_fn(|i| (x >> (32 * i)) as u32)
}

/// The same by 16 bits.
#[expect(clippy::cast_possible_truncation, reason = "the parts")]
fn parts16(x: u128) -> [u16; 8] {
    core::array::from_fn(|i| (x >> (16 * i)) as u16)
}

/// MMH of R rows, see [`Mmh32`] and [`Mmh64`].
#[derive(Clone, Copy, Debug)]
pub struct MmhRows<const R: usize>(());

/// MMH of 32 bits for messages of any length: `u32`.
///
/// Up to 4,096 bytes the published MMH of the words (n, m\[1\], …), see [`crate::mmh`]; the last word is
/// completed with zero bytes. Key: 4,176 bytes, in little-endian words of 32 bits: one for n, 1,025 for the words of a
/// block; twice seven for (1, n, P); the point of the polynomial, of whose 128 bits the upper two are not used.
pub type Mmh32 = MmhRows<1>;

/// Two rows of MMH, `[u32; 2]`; the first is the value of [`Mmh32`] under the same key.
///
/// A [`Key`](crate::Key) holds three copies of the words in memory, 12 KiB, so that the second row's loads do not cross cache lines.
pub type Mmh64 = MmhRows<2>;

/// Copies of the words of a block from the first one on, the second, and so on: rows under shifted keys load from them without crossing
/// lines.
pub trait Copies {
    /// As many of them as a function uses.
    type Of<B: Clone>: AsRef<[B]> + Clone;
    /// Each made from the number of words to leave out.
    fn of<B: Clone>(copy: impl FnMut(usize) -> B) -> Self::Of<B>;
}

macro_rules! copies {
    ($($function:ty: $n:literal)*) => { $(
        impl Copies for $function {
            type Of<B: Clone> = [B; $n];

            fn of<B: Clone>(copy: impl FnMut(usize) -> B) -> Self::Of<B> {
                core::array::from_fn(copy)
            }
        }
    )* };
}

// Two rows of MMH have a third copy for odd words of the second row. From three rows of TMMH on, shifting costs less than
// more copies, which crowd the first cache.
copies! {
    MmhRows<1>: 1  MmhRows<2>: 3
    Tmmh16<1>: 1  Tmmh16<2>: 2  Tmmh16<3>: 2  Tmmh16<4>: 2
}

/// Words of 32 bits that finish a long message: 1, two of n, four of P.
const LAST32: usize = 7;

/// A copy of the words of a block.
type Copy32 = [[u32; 16]; PIECES];

/// See [`Mmh32`].
#[derive(Clone)]
#[repr(C, align(64))]
#[expect(missing_debug_implementations, reason = "secret, and not to be named outside")]
pub struct Schedule32<C> {
    body: C,
    /// What the length is multiplied with, by rows.
    head: [u32; 2],
    last: [[u32; LAST32]; 2],
    point: u128,
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

    fn schedule(words: Words<'_>) -> Self::Schedule {
        let last = 2 + BLOCK_BYTES / 4;
        Schedule32 {
            body: Self::of(|skip| {
                core::array::from_fn(|i| {
                    // The words behind the last one of the last row are never multiplied.
                    core::array::from_fn(|j| words.u32((1 + skip + 16 * i + j).min(last)))
                })
            }),
            head: [words.u32(0), words.u32(1)],
            last: core::array::from_fn(|j| {
                core::array::from_fn(|i| words.u32(last + LAST32 * j + i))
            }),
            point: words.last_u128() & poly127::POINT,
        }
    }

    #[inline]
    fn absorb(k: &Self::Schedule, b: Backend, at: usize, message: &[u8], sums: &mut Rows) {
        let body = k.body.as_ref();
        let parts = match body {
            [x, odd, behind] => {
                backend::dot32x2::<true>(b, &[x, odd, behind].map(|copy| &copy[at..]), message)
            }
            _ => [backend::dot32(b, &body[0][at..], message), 0],
        };
        add32::<2>(parts, sums);
    }

    #[expect(clippy::cast_possible_truncation, reason = "sums modulo 2^64")]
    fn value(sum: u128) -> u64 {
        mmh::reduce(sum as u64)
    }

    fn point(k: &Self::Schedule) -> u128 {
        k.point
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "sums modulo 2^64, remainders modulo 2^32")]
    fn short(k: &Self::Schedule, len: u64, sums: &Rows) -> [u32; R] {
        core::array::from_fn(|j| {
            let length = len * u64::from(k.head[j]);
            mmh::reduce((sums[j] as u64).wrapping_add(length)) as u32
        })
    }

    #[expect(clippy::cast_possible_truncation, reason = "remainders modulo 2^32")]
    fn long(k: &Self::Schedule, len: u64, polynomials: &Rows) -> [u32; R] {
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

impl<const R: usize> Function for MmhRows<R>
where
    Self: Copies,
{
    const NAME: &'static str = if R == 1 { "mmh32" } else { "mmh64" };
    const KEY_BYTES: usize = 4 * (2 + BLOCK_BYTES / 4 + 2 * LAST32) + 16;
    const BITS: u32 = if R == 1 { 32 } else { 64 };

    fn collision_bound(len_bytes: u64) -> f64 {
        bound::modular(32, R, len_bytes)
    }
}

/// TMMH/16 with a tag of T words of 16 bits, T from 1 to 4, for messages of any length: `[u16; T]`.
///
/// Up to 4,096 bytes the published function, see [`crate::tmmh`]. Key: 4,224 bytes, in big-endian words of 16
/// bits: K\[1\] … K\[2052\], four times thirteen for (1, n, P); and 16 bytes, little-endian, of the point of the polynomial,
/// of whose 128 bits the upper two are not used. From two words of tag on, a [`Key`](crate::Key) holds two copies of the words in
/// memory, 8 KiB.
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

    #[inline]
    fn absorb(k: &Self::Schedule, b: Backend, at: usize, message: &[u8], sums: &mut Rows) {
        let [from, to] = [at, at + message.len().div_ceil(64)].map(|piece| &k.before[piece]);
        let of_key = |_| core::array::from_fn(|j| to[j].wrapping_sub(from[j]));
        let views = k.rows(at).map(|row| row.as_chunks().0);
        let mut parts = [0; T];
        tmmh::add_blocks::<T, false>(&mut parts, b, &views, message, of_key);
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
    fn short(k: &Self::Schedule, len: u64, sums: &Rows) -> [u16; T] {
        core::array::from_fn(|j| {
            let length = (len as u32).wrapping_mul(k.head[j].into());
            tmmh::last((sums[j] as u32).wrapping_add(length))
        })
    }

    fn long(k: &Self::Schedule, len: u64, polynomials: &Rows) -> [u16; T] {
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

/// The multilinear hash over GF(2^64) for messages of any length: `u64`.
///
/// Up to 4,096 bytes c + n k + Σ m\[i\] x\[i\] in GF(2^64), with the length n in bytes and the last word
/// completed with zero bytes: [`multilinear::gf64`](crate::multilinear::gf64) of (n, m\[1\], …), and strongly universal. Above,
/// c′ + n k + P y, P as two words. Key: 4,152 bytes, in little-endian words of 64 bits: c, k, 512 x, two y, c′; the
/// point of the polynomial, of whose 128 bits the upper two are not used. Its backends are those of `gf2`.
#[derive(Clone, Copy, Debug)]
pub struct Multilinear64(());

/// See [`Multilinear64`].
#[derive(Clone)]
#[repr(C, align(64))]
#[expect(missing_debug_implementations, reason = "secret, and not to be named outside")]
pub struct Schedule64 {
    body: [[u64; 8]; PIECES],
    short: u64,
    length: u64,
    last: [u64; 2],
    long: u64,
    point: u128,
}

impl sealed::Function for Multilinear64 {
    type Output = u64;
    type Backend = gf2::Backend;
    type Schedule = Schedule64;

    const ID: u8 = 3;
    const ROWS: usize = 1;

    fn schedule(words: Words<'_>) -> Schedule64 {
        let last = 2 + BLOCK_BYTES / 8;
        Schedule64 {
            body: core::array::from_fn(|i| core::array::from_fn(|j| words.u64(2 + 8 * i + j))),
            short: words.u64(0),
            length: words.u64(1),
            last: [words.u64(last), words.u64(last + 1)],
            long: words.u64(last + 2),
            point: words.last_u128() & poly127::POINT,
        }
    }

    #[inline]
    fn absorb(k: &Schedule64, b: gf2::Backend, at: usize, message: &[u8], sums: &mut Rows) {
        sums[0] ^= gf64::dot(b, &k.body[at..], message);
    }

    fn value(sum: u128) -> u64 {
        Gf64::reduce(sum).to_bits()
    }

    fn point(k: &Schedule64) -> u128 {
        k.point
    }

    #[inline]
    fn short(k: &Schedule64, len: u64, sums: &Rows) -> u64 {
        k.short ^ Gf64::reduce(sums[0] ^ gf2::backend::portable::clmul64(len, k.length)).to_bits()
    }

    #[expect(clippy::cast_possible_truncation, reason = "the halves")]
    fn long(k: &Schedule64, len: u64, polynomials: &Rows) -> u64 {
        use gf2::backend::portable::clmul64;
        let [low, high] = [polynomials[0] as u64, (polynomials[0] >> 64) as u64];
        let sum = clmul64(len, k.length) ^ clmul64(low, k.last[0]) ^ clmul64(high, k.last[1]);
        k.long ^ Gf64::reduce(sum).to_bits()
    }
}

impl Function for Multilinear64 {
    const NAME: &'static str = "multilinear64";
    const KEY_BYTES: usize = 8 * (5 + BLOCK_BYTES / 8) + 16;
    const BITS: u32 = 64;

    fn collision_bound(len_bytes: u64) -> f64 {
        bound::multilinear64(len_bytes)
    }
}
