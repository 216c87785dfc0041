//! The multilinear hash over GF(2^64) for messages of any length.

use super::{BLOCK_BYTES, Rows, hash_long, sealed};
use crate::backend::gf64;
use crate::bound;
use crate::poly127;
use gf2::backend::portable::reduce64;
use hash_core::seed;

/// The multilinear hash over GF(2^64) for messages of any length. The hash is a `u64`.
///
/// Up to 4,096 bytes it is c + n k + Σ mᵢ xᵢ in GF(2^64), where n is the length in bytes and the
/// last word is padded with zero bytes. This is [`multilinear::gf64`](crate::multilinear::gf64) of
/// (n, m₁, …), and strongly universal. Above 4,096 bytes it is c′ + n k + P y, where P is two
/// words. A key has 4,152 bytes, which are little-endian words of 64 bits: c, k, 512 words x, two
/// words y, c′, and the point of the polynomial, of whose 128 bits the upper two are not used. Its
/// backends are those of `gf2`.
#[derive(Clone, Copy, Debug)]
pub struct Multilinear64(());

/// The number of 64-bit words of a key, including the two of the point of the polynomial.
const KEY_WORDS: usize = BLOCK_WORDS + 7;

/// The length in bytes up to which the product of the length is looked up and not computed.
const SHORT_BYTES: usize = 64;

/// The length of a block, in words.
const BLOCK_WORDS: usize = BLOCK_BYTES / 8;

/// The key of [`Multilinear64`] in the layout of the kernels.
#[derive(Clone)]
#[repr(C, align(64))]
#[expect(missing_debug_implementations, reason = "secret, and not nameable outside")]
pub struct Schedule64 {
    pub(crate) body: [u64; BLOCK_WORDS],
    /// c + n k at index n, for messages of n bytes.
    pub(crate) constants: [u64; SHORT_BYTES + 1],
    /// The factor of the length.
    pub(crate) length: u64,
    /// The factors of P.
    last: [u64; 2],
    /// The addend of longer messages.
    long: u64,
    /// The point as given, without a mask.
    point: [u64; 2],
}

impl Schedule64 {
    pub(crate) const fn new(bytes: &[u8; 8 * KEY_WORDS]) -> Self {
        let words: [u64; KEY_WORDS] = seed::words_of_bytes(bytes);
        let mut body = [0; BLOCK_WORDS];
        let mut i = 0;
        while i < BLOCK_WORDS {
            body[i] = words[2 + i];
            i += 1;
        }
        let [last0, last1, long, point0, point1] = match words.last_chunk() {
            Some(words) => *words,
            None => unreachable!(),
        };
        let [short, length, ..] = words;
        let mut constants = [short; SHORT_BYTES + 1];
        i = 1;
        while i <= SHORT_BYTES {
            let lowest_bit = reduce64((length as u128) << i.trailing_zeros());
            constants[i] = constants[i & (i - 1)] ^ lowest_bit;
            i += 1;
        }
        Self { body, constants, length, last: [last0, last1], long, point: [point0, point1] }
    }

    pub(crate) const fn to_bytes(&self) -> [u8; 8 * KEY_WORDS] {
        let mut words = [0; KEY_WORDS];
        words[0] = self.short();
        words[1] = self.length;
        let mut i = 0;
        while i < BLOCK_WORDS {
            words[2 + i] = self.body[i];
            i += 1;
        }
        let end = match words.last_chunk_mut() {
            Some(end) => end,
            None => unreachable!(),
        };
        *end = [self.last[0], self.last[1], self.long, self.point[0], self.point[1]];
        seed::words_to_bytes(&words)
    }

    /// Returns whether all factors of words are zero, or the point is.
    pub(crate) const fn is_degenerate(&self) -> bool {
        let [low, high] = self.point;
        let point = (low as u128 | (high as u128) << 64) & poly127::POINT;
        hash_core::key::are_zeros(&self.body) || point == 0
    }

    /// Returns the addend of messages of at most one block.
    #[inline]
    pub(crate) const fn short(&self) -> u64 {
        self.constants[0]
    }
}

impl sealed::Function for Multilinear64 {
    type Output = u64;
    type Backend = gf2::Backend;
    type Schedule = Schedule64;

    const ID: u8 = 3;
    const ROWS: usize = 1;
    const KEY_BYTES: usize = 8 * KEY_WORDS;

    fn collision_bound(len_bytes: u64) -> f64 {
        bound::multilinear64(len_bytes)
    }

    #[inline]
    fn first_64_bits(hash: u64) -> u64 {
        hash
    }

    #[inline]
    fn absorb(k: &Schedule64, b: gf2::Backend, at: usize, message: &[u8], sums: &mut Rows) {
        sums[0] ^= gf64::dot(b, (0, 0), &k.body[8 * at..], message);
    }

    fn value(sum: u128) -> u64 {
        reduce64(sum)
    }

    fn point(k: &Schedule64) -> u128 {
        (u128::from(k.point[0]) | u128::from(k.point[1]) << 64) & poly127::POINT
    }

    #[inline]
    fn short(k: &Schedule64, b: gf2::Backend, len: u64, sums: &Rows) -> u64 {
        match usize::try_from(len).ok().and_then(|len| k.constants.get(len)) {
            Some(constant) => constant ^ reduce64(sums[0]),
            None => k.short() ^ reduce64(sums[0] ^ gf64::dot(b, (len, k.length), &[], &[])),
        }
    }

    fn long(k: &Schedule64, b: gf2::Backend, len: u64, polynomials: &Rows) -> u64 {
        let sum = gf64::dot(b, (len, k.length), &k.last, &polynomials[0].to_le_bytes());
        k.long ^ reduce64(sum)
    }

    // One kernel hashes a message of at most one block.
    #[inline]
    fn hash(k: &Schedule64, b: gf2::Backend, message: &[u8]) -> u64 {
        if message.len() > BLOCK_BYTES {
            return hash_long::<Self>(k, b, message);
        }
        gf64::hash(b, k, message)
    }

    #[inline]
    fn hash_each<'m>(
        k: &Schedule64,
        b: gf2::Backend,
        messages: impl Iterator<Item = &'m [u8]>,
        out: &mut [u64],
    ) {
        let mut outputs = out.iter_mut();
        gf64::dot_each(b, k.length, &k.body, messages, |message, sum| {
            if let Some(h) = outputs.next() {
                *h = match sum {
                    Some(sum) => k.short() ^ sum,
                    None => hash_long::<Self>(k, b, message),
                };
            }
        });
    }

    fn hash_words(k: &Schedule64, b: gf2::Backend, words: &[u64], out: &mut [u64]) {
        gf64::products(b, k.body[0], k.constants[8], words, out);
    }
}
