//! The multilinear hash over GF(2^64) for messages of any length.

use super::{BLOCK_BYTES, Function, Rows, sealed};
use crate::backend::gf64;
use crate::key::Words;
use crate::{bound, poly127};
use gf2::backend::portable::reduce64;

/// The multilinear hash over GF(2^64) for messages of any length: `u64`.
///
/// Up to 4,096 bytes c + n k + Σ m\[i\] x\[i\] in GF(2^64), with the length n in bytes and the last
/// word completed with zero bytes: [`multilinear::gf64`](crate::multilinear::gf64) of (n, m\[1\],
/// …), and strongly universal. Above, c′ + n k + P y, P as two words. Key: 4,152 bytes, in
/// little-endian words of 64 bits: c, k, 512 x, two y, c′; the point of the polynomial, of whose
/// 128 bits the upper two are not used. Its backends are those of `gf2`.
#[derive(Clone, Copy, Debug)]
pub struct Multilinear64(());

/// See [`Multilinear64`].
#[derive(Clone)]
#[repr(C, align(64))]
#[expect(missing_debug_implementations, reason = "secret, and not to be named outside")]
pub struct Schedule64 {
    body: [u64; BLOCK_BYTES / 8],
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
            body: core::array::from_fn(|i| words.u64(2 + i)),
            short: words.u64(0),
            length: words.u64(1),
            last: [words.u64(last), words.u64(last + 1)],
            long: words.u64(last + 2),
            point: words.last_u128() & poly127::POINT,
        }
    }

    #[inline]
    fn absorb(k: &Schedule64, b: gf2::Backend, at: usize, message: &[u8], sums: &mut Rows) {
        sums[0] ^= gf64::dot(b, (0, 0), &k.body[8 * at..], message);
    }

    fn value(sum: u128) -> u64 {
        reduce64(sum)
    }

    fn point(k: &Schedule64) -> u128 {
        k.point
    }

    #[inline]
    fn short(k: &Schedule64, b: gf2::Backend, len: u64, sums: &Rows) -> u64 {
        let sum = sums[0] ^ gf64::dot(b, (len, k.length), &[], &[]);
        k.short ^ reduce64(sum)
    }

    fn long(k: &Schedule64, b: gf2::Backend, len: u64, polynomials: &Rows) -> u64 {
        let sum = gf64::dot(b, (len, k.length), &k.last, &polynomials[0].to_le_bytes());
        k.long ^ reduce64(sum)
    }

    #[inline]
    fn one_block(k: &Schedule64, b: gf2::Backend, message: &[u8]) -> u64 {
        let sum = gf64::dot(b, (message.len() as u64, k.length), &k.body, message);
        k.short ^ reduce64(sum)
    }

    #[inline]
    fn hash_each<'m>(
        k: &Schedule64,
        b: gf2::Backend,
        messages: impl Iterator<Item = &'m [u8]>,
        out: &mut [u64],
    ) {
        let mut places = out.iter_mut();
        gf64::dot_each(b, k.length, &k.body, messages, |message, sum| {
            if let Some(place) = places.next() {
                *place = match sum {
                    Some(sum) => k.short ^ sum,
                    None => super::hash::<Self>(k, b, message),
                };
            }
        });
    }

    fn hash_words(k: &Schedule64, b: gf2::Backend, words: &[u64], out: &mut [u64]) {
        let constant = k.short ^ reduce64(gf64::dot(b, (8, k.length), &[], &[]));
        gf64::products(b, k.body[0], constant, words, out);
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
