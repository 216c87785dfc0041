//! Divide-and-concatenate: wide hashes built from narrow data paths.
//!
//! Yang, Karri and McGrew, "Divide-and-Concatenate" (DAC 2004), §3, replace a family of inner
//! products of 2w-bit words, which collides with probability 2^-2w, by two times two paths of w
//! bits. Two *lanes* take the halves of each word, so that a step hashes as many bits. Two *rows*
//! hash each lane under keys that are shifted by a word (the Toeplitz extension), so that their
//! values together again collide with probability 2^-2w. All values are concatenated. In hardware
//! the area of a multiplier grows with the square of its width, and narrow multipliers have a
//! faster clock: [`crate::hardware`] has the paper's figures.
//!
//! [`Divide`] does this to any [`Family`], itself included. `Divide<Path<16>>` is the 32-bit hash
//! as four paths of 16 bits, `Divide<Divide<Path<8>>>` as sixteen paths of 8 bits, and
//! `Divide<Divide<Divide<Path<4>>>>` as sixty-four paths of 4 bits. With N = 2^depth, the path of
//! row R and lane L is
//!
//! ```text
//! Σ (m[N i + L] x[N i + L + R] + t) mod p
//! ```
//!
//! **Bound.** Both the words of the key and the differences of two words are below p, so each path
//! is an LCH that collides with probability at most 2^-w over uniform words of the key. Two
//! messages differ in some lane L. In that lane row R uses the words of the key whose indices are
//! congruent to L + R modulo N. The rows 0 … N − 1 use disjoint words, so they collide
//! independently, and all together with probability at most 2^-wN. The tests confirm this
//! exhaustively for small paths.
//!
//! This bound is for exact sums. The circuits of the paper, and [`Paths16`], let sums wrap modulo
//! 2^2w, and then the bound is (3 · 2^-w)^N. For N = 2 it exceeds the "same" 2^-2w of the paper by
//! a factor of 9.
//!
//! The paper says that shifts cannot give eight rows of 4 bits, "the key word length" being only 4,
//! and counts eight times the key for them. Here keys are shifted by whole words, so N − 1 further
//! words are enough at any width, 4 bits included.
//!
//! # On a CPU
//! A CPU multiplies words of 16 bits hardly faster, byte for byte, than words of 32 bits, and the
//! paper says that the technique "cannot speed-up software". With SIMD the result depends on the
//! layout. The two rows of TMMH/16 that replace one MMH are slower than it, because each row loads
//! its key at unaligned addresses, the bytes of words are exchanged, and signed products are
//! corrected to unsigned ones. The theorem needs none of this, and [`Paths16`] does without it:
//!
//! * Words are read as signed little-endian numbers. The differences of words stay the same, and so
//!   does the bound of several rows, which [`crate::bound`] proves.
//! * The key of a row is shifted by 32 words, a whole register: the register that row 1 uses now is
//!   the one that row 0 uses next, and it is aligned. Like a shift by one word, any shift gives
//!   triangular systems of equations.
//!
//! So 64 bytes take one load of the message, one load of the key and, with VNNI, one instruction
//! per row. Sums wrap modulo 2^32, as those of TMMH/16 do. [`Paths8`] has the same layout for bytes
//! times signed bytes and p = 257. Its sums are exact, but four rows take four instructions where
//! two rows of 16 bits take two.
//!
//! These are times relative to MMH of as many bits, measured on a Zen 4 (`benches`, section
//! `multilinear`, best rounds) for messages of 4 and 8 KiB anywhere in memory on the backend
//! `x86_avx512vnni`. Two rows of 16 bits in this layout take **0.77 and 0.81** of one MMH, and four
//! rows **0.70 and 0.71** of two rows of MMH. Four rows of 8 bits take 1.10 and 1.16 of one MMH.
//! TMMH/16 itself is slower than MMH, as the paper says: at 4 KiB and under prepared keys, two
//! words of tag take 1.25 of one MMH, and four take 1.17 of two rows. So the technique does gain in
//! software if the layout is made for it: throughput rises by a quarter and by two fifths. The best
//! width is 16 bits. Without VNNI (`x86_avx2`, `x86_avx512`) two rows of 16 bits and one MMH take
//! about the same time. The cost is a factor in the bound: two rows have (3 · 2^-16)^2 = 9 · 2^-32,
//! and the published MMH has 6 · 2^-32.

use crate::backend::{Backend, Block, paths};
use crate::error::{Error, long_enough};
use crate::lch;
use core::marker::PhantomData;
use hash_core::seed::SeedWords;

/// Every `step`-th word of a message or a key, from a start on.
#[derive(Clone, Copy)]
pub struct Spread<'w> {
    words: &'w [u32],
    start: usize,
    step: usize,
}

impl<'w> Spread<'w> {
    /// Takes all words.
    #[must_use]
    pub const fn new(words: &'w [u32]) -> Self {
        Self { words, start: 0, step: 1 }
    }

    /// Takes every other word, after skipping `shift` words.
    const fn every_other(self, shift: usize) -> Self {
        Self { start: self.start + shift * self.step, step: 2 * self.step, ..self }
    }

    fn iter(self) -> impl Iterator<Item = u64> + use<'w> {
        self.words.iter().skip(self.start).step_by(self.step).map(|w| u64::from(*w))
    }
}

hash_core::secret_debug!(impl[] Spread<'_>, "Spread", start = |s| s.start, step = |s| s.step);

/// A family of hashes by inner products.
pub trait Family {
    /// The number of bits of a word of a path.
    const WIDTH: u32;
    /// The number of rows, each under a shifted key, which is the number of independent values of a
    /// word.
    const ROWS: usize;
    /// The number of data paths, which is the number of values of a hash.
    const PATHS: usize;
    /// Writes the value of each path to its output.
    fn paths(key: Spread<'_>, t: u64, message: Spread<'_>, out: &mut [u64]);
}

/// One data path, which is the LCH of W-bit words, where W is 2, 3, 4, 8, 16 or 32.
#[derive(Clone, Copy, Debug)]
pub struct Path<const W: u32>(());

impl<const W: u32> Path<W> {
    /// The smallest prime above 2^W.
    pub const PRIME: u64 = match lch::prime(W) {
        Some(prime) => prime,
        None => panic!("W must be 2, 3, 4, 8, 16 or 32"),
    };
}

impl<const W: u32> Family for Path<W> {
    const WIDTH: u32 = W;
    const ROWS: usize = 1;
    const PATHS: usize = 1;

    fn paths(key: Spread<'_>, t: u64, message: Spread<'_>, out: &mut [u64]) {
        // Products of words of at most 32 bits fit in 64 bits, and so do sums of remainders.
        let (p, t) = (Self::PRIME, t % Self::PRIME);
        let pairs = message.iter().zip(key.iter());
        out.fill(pairs.fold(0, |sum, (m, x)| (sum + m * x % p + t) % p));
    }
}

/// Two rows and two lanes of a family.
#[derive(Clone, Copy, Debug)]
pub struct Divide<F>(PhantomData<F>);

impl<F: Family> Family for Divide<F> {
    const WIDTH: u32 = F::WIDTH;
    const ROWS: usize = 2 * F::ROWS;
    const PATHS: usize = 4 * F::PATHS;

    /// Writes the values of row 0 and lane 0, row 0 and lane 1, row 1 and lane 0, row 1 and lane 1.
    fn paths(key: Spread<'_>, t: u64, message: Spread<'_>, out: &mut [u64]) {
        for (i, out) in out.chunks_mut(F::PATHS).enumerate() {
            let (row, lane) = (i / 2, i % 2);
            F::paths(key.every_other(row + lane), t, message.every_other(lane), out);
        }
    }
}

/// Computes the values of all paths. The output is frozen.
///
/// ```
/// use multilinear_hash::divide::{Divide, Path, hash};
/// // The 32-bit hash of one 32-bit word by four paths of 16 bits.
/// let mut out = [0; 4];
/// hash::<Divide<Path<16>>>(&[5, 7, 11], 0, &[2, 3], &mut out)?;
/// assert_eq!(out, [2 * 5, 3 * 7, 2 * 7, 3 * 11]);
/// # Ok::<(), multilinear_hash::Error>(())
/// ```
///
/// # Errors
/// [`Error::KeyTooShort`] unless the key has at least `F::ROWS` − 1 words more than the message,
/// [`Error::Outputs`] unless `out` has `F::PATHS` outputs, and [`Error::WideWord`] if a word has
/// more than `F::WIDTH` bits.
pub fn hash<F: Family>(key: &[u32], t: u64, message: &[u32], out: &mut [u64]) -> Result<(), Error> {
    long_enough(key.len(), message.len() + F::ROWS - 1)?;
    if out.len() != F::PATHS {
        return Err(Error::Outputs { expected: F::PATHS, found: out.len() });
    }
    if key.iter().chain(message).any(|w| u64::from(*w) >> F::WIDTH != 0) {
        return Err(Error::WideWord);
    }
    F::paths(Spread::new(key), t, Spread::new(message), out);
    Ok(())
}

/// Splits a message into blocks, and checks that the key has `rows` − 1 blocks more.
fn blocks(message: &[u8], key: usize, rows: usize) -> Result<&[Block], Error> {
    let (blocks, rest) = message.as_chunks();
    if !rest.is_empty() {
        return Err(Error::PartialWord { bytes: message.len(), word: 64 });
    }
    long_enough(key, blocks.len() + rows - 1)?;
    Ok(blocks)
}

/// Paths of 16 bits in a layout for SIMD, under a key of B blocks of 32 words.
///
/// ```
/// use multilinear_hash::{Backend, divide::Paths16};
/// let paths = Paths16::<17>::from_seed(1);
/// let [a, b] = paths.sums::<2>(Backend::detect(), &[7; 1024])?;
/// assert!(a < 65_537 && b < 65_537);
/// # Ok::<(), multilinear_hash::Error>(())
/// ```
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Paths16<const B: usize>([[i16; 32]; B]);

impl<const B: usize> Paths16<B> {
    /// Makes the paths under these words.
    #[must_use]
    pub const fn new(key: [[i16; 32]; B]) -> Self {
        Self(key)
    }

    /// Derives the key from a number, whose seed words give its little-endian bytes. The derivation
    /// is frozen.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let mut stream = SeedWords::new("divide-and-concatenate", seed);
        let mut key = [[0; 32]; B];
        for words in key.as_flattened_mut().as_chunks_mut::<4>().0 {
            let word = stream.next_word().to_le_bytes();
            *words = core::array::from_fn(|i| i16::from_le_bytes([word[2 * i], word[2 * i + 1]]));
        }
        Self(key)
    }

    /// Computes the values of R rows, each from 0 to 65,536: the sum Σ mᵢ xᵢ₊₃₂ⱼ of signed products
    /// modulo 2^32, and this as an unsigned number modulo 2^16 + 1. Two messages of one length
    /// agree in all rows with probability at most (3 · 2^-16)^R; see [`crate::bound`]. The output
    /// is frozen.
    ///
    /// # Errors
    /// [`Error::PartialWord`] unless the message consists of whole blocks of 64 bytes, and
    /// [`Error::KeyTooShort`] unless the key has at least R − 1 blocks more than the message.
    pub fn sums<const R: usize>(
        &self,
        backend: Backend,
        message: &[u8],
    ) -> Result<[u32; R], Error> {
        const { assert!(R > 0, "R must be at least 1") };
        let blocks = blocks(message, B, R)?;
        Ok(paths::signed16::<R>(backend, &self.0, blocks).map(crate::tmmh::reduce))
    }
}

hash_core::secret_debug!(impl[const B: usize] Paths16<B>, "Paths16");

/// Paths of 8 bits in a layout for SIMD, under a key of B blocks of 64 signed bytes.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Paths8<const B: usize>([[i8; 64]; B]);

impl<const B: usize> Paths8<B> {
    /// The length in bytes up to which sums are exact: a little less than 2^31 / (255 · 128).
    pub const LONGEST: usize = 65_728;

    /// Makes the paths under these bytes.
    #[must_use]
    pub const fn new(key: [[i8; 64]; B]) -> Self {
        Self(key)
    }

    /// Derives the key from a number, whose seed words give its little-endian bytes. The derivation
    /// is frozen.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let mut stream = SeedWords::new("divide-and-concatenate", seed);
        let mut key = [[0; 64]; B];
        for bytes in key.as_flattened_mut().as_chunks_mut::<8>().0 {
            *bytes = stream.next_word().to_le_bytes().map(u8::cast_signed);
        }
        Self(key)
    }

    /// Computes the values of R rows, each from 0 to 256: Σ mᵢ xᵢ₊₆₄ⱼ modulo 257, over bytes of the
    /// message and signed bytes of the key. The sums are exact, so two messages of one length agree
    /// in all rows with probability at most 2^-8R. The output is frozen.
    ///
    /// # Errors
    /// [`Error::PartialWord`] unless the message consists of whole blocks of 64 bytes, and
    /// [`Error::KeyTooShort`] if it is longer than [`LONGEST`](Self::LONGEST) or the key does not
    /// have at least R − 1 blocks more than the message.
    pub fn sums<const R: usize>(
        &self,
        backend: Backend,
        message: &[u8],
    ) -> Result<[u32; R], Error> {
        const { assert!(R > 0, "R must be at least 1") };
        let blocks = blocks(message, B.min(Self::LONGEST / 64 + R - 1), R)?;
        let sums = paths::signed8::<R>(backend, &self.0, blocks);
        Ok(sums.map(|sum| sum.cast_signed().rem_euclid(257).cast_unsigned()))
    }
}

hash_core::secret_debug!(impl[const B: usize] Paths8<B>, "Paths8");
