//! The inner products of words, written once for registers of every width. `v` is any register,
//! which proves that the CPU has the instructions.

use super::{bias, cut, portable};
use core::ops::BitXor;

/// A register of N words of 32 bits, or of half or twice as many of 64 or 16 bits. `^` is bitwise.
///
/// A value is a witness that the CPU has the instructions; see `gf2::backend::polynomials`.
pub(super) trait Words<const N: usize>: Copy + BitXor<Output = Self> {
    /// Makes zeros.
    fn zero(self) -> Self;

    /// Copies a word of 16 bits into every place.
    fn splat16(self, word: u16) -> Self;

    /// Loads words as they are in memory.
    fn load<W: Word>(self, words: &[W; N]) -> Self;

    /// Loads less than a block, padded with zeros, where the level can load a part of a register
    /// that has a whole block.
    #[inline(always)]
    fn load_tail(self, _tail: &[u8]) -> Option<Self> {
        None
    }

    /// Exchanges the bytes of each word of 16 bits.
    fn swap_bytes(self) -> Self;

    /// Splits the words of 32 bits into two registers, in the places whose words
    /// [`add_products32`](Self::add_products32) multiplies.
    fn split(self) -> [Self; 2];

    /// Returns the keys of both sums of [`dot32x2`], each [`split`](Self::split), from those at
    /// the words xᵢ, xᵢ₊₁ and xᵢ₊₂.
    ///
    /// Where the two registers have the even and the odd words, the second sum multiplies an even
    /// word by the key that the first sum uses for the odd word, and nothing is to be shifted.
    #[inline(always)]
    fn split_keys([x, next, after]: [Self; 3]) -> [[Self; 2]; 2] {
        [[x, next], [next, after]]
    }

    /// Adds the products of words of 32 bits to `self`, modulo 2^64.
    fn add_products32(self, a: Self, b: Self) -> Self;

    /// Adds the products of signed words of 16 bits to `self`, modulo 2^32.
    fn add_products16(self, a: Self, b: Self) -> Self;

    /// Adds words modulo 2^64.
    fn add64(self, b: Self) -> Self;

    /// Adds words modulo 2^32.
    fn add32(self, b: Self) -> Self;

    /// Multiplies words by 2^15 modulo 2^32.
    fn shl15(self) -> Self;

    /// Adds up the words of 64 bits.
    fn sum64(self) -> u64;

    /// Adds up the words of 32 bits of each register.
    fn sums32(rows: [Self; 4]) -> [u32; 4];

    /// Adds up the words of 64 bits of each register.
    #[inline(always)]
    fn sums64([a, b]: [Self; 2]) -> [u64; 2] {
        [a.sum64(), b.sum64()]
    }
}

/// Four bytes of a message, or of a key of words of 32 or 16 bits. All values are valid.
pub(super) trait Word: Copy {}
impl Word for [u8; 4] {}
impl Word for u32 {}
impl Word for [u16; 2] {}

#[inline(always)]
pub(super) fn dot32<V: Words<N>, const N: usize>(v: V, key: &[[u32; 16]], message: &[u8]) -> u64 {
    let ([key], blocks, tail) = cut(&[key], message);
    let (key, key_of_tail) = key.split_at(blocks.len());
    let (pairs, rest) = parts(blocks.as_flattened().as_chunks().0).as_chunks::<2>();
    let (keys, keys_rest) = parts(key.as_flattened()).as_chunks::<2>();
    // Two pairs of sums, because an addition waits for the previous one to the same sum.
    let mut sums = [[v.zero(); 2]; 2];
    for (m, x) in pairs.iter().zip(keys) {
        sums[0] = add_words(sums[0], load(v, &m[0]), v.load(&x[0]));
        sums[1] = add_words(sums[1], load(v, &m[1]), v.load(&x[1]));
    }
    if let ([m], [x]) = (rest, keys_rest) {
        sums[0] = add_words(sums[0], load(v, m), v.load(x));
    }
    let of_tail = match v.load_tail(tail) {
        None => portable::tail32(key_of_tail.first(), tail),
        Some(m) => {
            if let [x] = key_of_tail {
                sums[1] = add_words(sums[1], m, v.load(&parts(x)[0]));
            }
            0
        }
    };
    let [[a, b], [c, d]] = sums;
    a.add64(b).add64(c.add64(d)).sum64().wrapping_add(of_tail)
}

/// Adds the products of words of 32 bits to the sums of both parts.
#[inline(always)]
fn add_words<V: Words<N>, const N: usize>([a, b]: [V; 2], m: V, x: V) -> [V; 2] {
    let ([m0, m1], [x0, x1]) = (m.split(), x.split());
    [a.add_products32(m0, x0), b.add_products32(m1, x1)]
}

#[inline(always)]
pub(super) fn dot32x2<V: Words<N>, const N: usize>(
    v: V,
    key: &[&[[u32; 16]]; 3],
    message: &[u8],
) -> [u64; 2] {
    let (key, blocks, tail) = cut(key, message);
    let mut sums = [[v.zero(); 2]; 2];
    for (i, block) in blocks.iter().enumerate() {
        for (part, m) in parts(block.as_chunks().0).iter().enumerate() {
            sums = add_words_x2(sums, load(v, m), load_keys(v, key, i, part));
        }
    }
    let mut of_tail = [0; 2];
    if !tail.is_empty() {
        let i = blocks.len();
        match v.load_tail(tail) {
            Some(m) => sums = add_words_x2(sums, m, load_keys(v, key, i, 0)),
            None => {
                of_tail =
                    [portable::tail32(key[0].get(i), tail), portable::tail32(key[1].get(i), tail)];
            }
        }
    }
    let [[a, b], [c, d]] = sums;
    let [first, second] = V::sums64([a.add64(b), c.add64(d)]);
    [first.wrapping_add(of_tail[0]), second.wrapping_add(of_tail[1])]
}

/// Loads the key words of each view for a part of block i.
#[inline(always)]
fn load_keys<V: Words<N>, const N: usize>(
    v: V,
    key: [&[[u32; 16]]; 3],
    i: usize,
    part: usize,
) -> [V; 3] {
    [
        v.load(&parts(&key[0][i])[part]),
        v.load(&parts(&key[1][i])[part]),
        v.load(&parts(&key[2][i])[part]),
    ]
}

/// Adds the products of words of 32 bits to the sums of both parts for both rows.
#[inline(always)]
fn add_words_x2<V: Words<N>, const N: usize>(
    [[a, b], [c, d]]: [[V; 2]; 2],
    m: V,
    x: [V; 3],
) -> [[V; 2]; 2] {
    let ([m0, m1], [[x0, x1], [y0, y1]]) = (m.split(), V::split_keys(x));
    [
        [a.add_products32(m0, x0), b.add_products32(m1, x1)],
        [c.add_products32(m0, y0), d.add_products32(m1, y1)],
    ]
}

/// The sums of the products of words of 16 bits, modulo 2^32 in each place.
#[derive(Clone, Copy)]
pub(super) struct Sums<V> {
    /// The products with the key words of each row.
    pub(super) rows: [V; 4],
    /// The words of the message themselves, which are products with 1.
    pub(super) message: V,
}

#[inline(always)]
pub(super) fn dot16<V: Words<N>, const N: usize>(
    v: V,
    key: &[&[[u16; 32]]; 4],
    message: &[u8],
) -> [u32; 4] {
    let (key, blocks, tail) = cut(key, message);
    let mut sums = Sums { rows: [v.zero(); 4], message: v.zero() };
    // Without an iterator over blocks the loop counts once instead of twice.
    let mut i = 0;
    while i < blocks.len() {
        for (part, m) in parts(blocks[i].as_chunks().0).iter().enumerate() {
            sums = add_rows(sums, load(v, m), load_rows(v, &key, i, part));
        }
        i += 1;
    }
    if let (false, Some(m)) = (tail.is_empty(), v.load_tail(tail)) {
        sums = add_rows(sums, m, load_rows(v, &key, blocks.len(), 0));
    }
    total(sums)
}

/// Adds the products of words of a message, not yet biased, and key words.
#[inline(always)]
fn add_rows<V: Words<N>, const N: usize>(sums: Sums<V>, m: V, x: [V; 4]) -> Sums<V> {
    let (m, [a, b, c, d]) = (biased(m), sums.rows);
    Sums {
        rows: [
            a.add_products16(m, x[0]),
            b.add_products16(m, x[1]),
            c.add_products16(m, x[2]),
            d.add_products16(m, x[3]),
        ],
        message: sums.message.add_products16(m, m.splat16(1)),
    }
}

/// Reads big-endian words of 16 bits and biases them.
#[inline(always)]
pub(super) fn biased<V: Words<N>, const N: usize>(m: V) -> V {
    m.swap_bytes() ^ m.splat16(bias(0))
}

/// Loads the key words of each row for a part of block i.
#[inline(always)]
pub(super) fn load_rows<V: Words<N>, const N: usize>(
    v: V,
    key: &[&[[u16; 32]]; 4],
    i: usize,
    part: usize,
) -> [V; 4] {
    [
        v.load(&parts(key[0][i].as_chunks::<2>().0)[part]),
        v.load(&parts(key[1][i].as_chunks::<2>().0)[part]),
        v.load(&parts(key[2][i].as_chunks::<2>().0)[part]),
        v.load(&parts(key[3][i].as_chunks::<2>().0)[part]),
    ]
}

/// Adds up each row and 2^15 times the sum of the message, modulo 2^32.
#[inline(always)]
pub(super) fn total<V: Words<N>, const N: usize>(sums: Sums<V>) -> [u32; 4] {
    let (message, [a, b, c, d]) = (sums.message.shl15(), sums.rows);
    V::sums32([a.add32(message), b.add32(message), c.add32(message), d.add32(message)])
}

/// Splits words of 32 bits, or as many bytes, into those of registers.
#[inline(always)]
pub(super) fn parts<W, const N: usize>(words: &[W]) -> &[[W; N]] {
    words.as_chunks().0
}

/// Loads a part of a message.
#[inline(always)]
fn load<V: Words<N>, const N: usize>(v: V, words: &[[u8; 4]; N]) -> V {
    v.load(words)
}
