//! The two forms of a key: [`Key`], with values computed once, and the bytes of a caller.

use super::{Pair, narrow};
use crate::key::Powers;
use crate::key::{self, BLOCK_WORDS, Key, KeyBytes};
use gf2::backend::polynomials::{Polynomial, Polynomials};

/// Two words of a key for a pair of words of a message.
pub(super) trait KeyPair: Copy {
    /// Returns the words.
    fn words(self) -> [u64; 2];

    /// Loads the words of as many pairs as a register has lanes.
    fn load<V: Polynomials<LANES>, const LANES: usize>(v: V, pairs: &[Self; LANES]) -> V;
}

impl KeyPair for [u64; 2] {
    #[inline(always)]
    fn words(self) -> [u64; 2] {
        self
    }

    #[inline(always)]
    fn load<V: Polynomials<LANES>, const LANES: usize>(v: V, pairs: &[Self; LANES]) -> V {
        v.load_words(pairs)
    }
}

impl KeyPair for Pair {
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "splits the halves")]
    fn words(self) -> [u64; 2] {
        let both = u128::from_le_bytes(self);
        [both as u64, (both >> 64) as u64]
    }

    #[inline(always)]
    fn load<V: Polynomials<LANES>, const LANES: usize>(v: V, pairs: &[Self; LANES]) -> V {
        v.load(pairs)
    }
}

/// The parts of a key that the hash of a whole message needs.
pub(super) trait Schedule {
    /// Two words.
    type Pair: KeyPair;

    /// Returns the words for the inner products in pairs.
    fn pairs(&self) -> &[Self::Pair; BLOCK_WORDS / 2];

    /// Returns k, which is below 2^126.
    fn k(&self) -> u128;

    /// Returns the powers of k, which are computed in `own` if the key does not have them. Only
    /// levels with several products per register need them.
    fn powers<'a>(&'a self, v: impl Polynomial, own: &'a mut Option<Powers>) -> &'a Powers;

    /// Returns the words of the last step.
    fn last(&self) -> [u64; 2];

    /// Returns the word for the length.
    fn length(&self) -> u64;

    /// Hashes a message of `len <= 8` bytes, given as the little-endian, zero-extended `word`.
    fn word(&self, v: impl Polynomial, word: u64, len: u64) -> u64;
}

impl Schedule for Key {
    type Pair = [u64; 2];

    #[inline(always)]
    fn pairs(&self) -> &[[u64; 2]; BLOCK_WORDS / 2] {
        self.pairs()
    }

    #[inline(always)]
    fn k(&self) -> u128 {
        self.k()
    }

    #[inline(always)]
    fn powers<'a>(&'a self, _: impl Polynomial, _: &'a mut Option<Powers>) -> &'a Powers {
        self.powers()
    }

    #[inline(always)]
    fn last(&self) -> [u64; 2] {
        self.last()
    }

    #[inline(always)]
    fn length(&self) -> u64 {
        self.length()
    }

    #[inline(always)]
    fn word(&self, v: impl Polynomial, word: u64, len: u64) -> u64 {
        let k = self.word();
        narrow::word(v, word, k.factor, k.quotient) ^ k.constant(len)
    }
}

/// The bytes of a caller, at any alignment. Everything is computed when it is needed.
impl Schedule for KeyBytes {
    type Pair = Pair;

    #[inline(always)]
    fn pairs(&self) -> &[Pair; BLOCK_WORDS / 2] {
        match self.as_chunks().0.first_chunk() {
            Some(pairs) => pairs,
            None => unreachable!(),
        }
    }

    #[inline(always)]
    fn k(&self) -> u128 {
        let [low, high] = words_at(self, 128);
        key::variable(low, high)
    }

    #[inline(always)]
    fn powers<'a>(&'a self, v: impl Polynomial, own: &'a mut Option<Powers>) -> &'a Powers {
        let k = v.of_u128(self.k());
        let square = times(k, k);
        let (cube, fourth) = (times(square, k), times(square, square));
        own.insert(Powers::new(fourth.to_u128(), cube.to_u128(), square.to_u128(), k.to_u128()))
    }

    #[inline(always)]
    fn last(&self) -> [u64; 2] {
        words_at(self, 130)
    }

    #[inline(always)]
    fn length(&self) -> u64 {
        let [_, length] = words_at(self, 131);
        length
    }

    #[inline(always)]
    fn word(&self, v: impl Polynomial, word: u64, len: u64) -> u64 {
        if len == 0 {
            return 0;
        }
        let block = narrow::words_times(v, word.into(), words_at(self, 0));
        narrow::end_short(self, block, len)
    }
}

/// Returns the words `at` and `at + 1`.
#[inline(always)]
fn words_at(bytes: &KeyBytes, at: usize) -> [u64; 2] {
    match bytes[8 * at..].first_chunk::<16>() {
        Some(pair) => pair.words(),
        None => unreachable!(),
    }
}

/// Multiplies modulo x^128 + x^2 + x.
#[inline(always)]
fn times<V: Polynomial>(a: V, b: V) -> V {
    let (hi, lo) = a.mul128(b);
    hi.reduce_lazy(lo)
}
