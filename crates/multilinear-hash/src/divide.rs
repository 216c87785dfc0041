//! Divide-and-concatenate: wide hashes from narrow data paths.
//!
//! Yang, Karri and McGrew, "Divide-and-Concatenate" (DAC 2004), §3: a family of inner products of
//! 2w-bit words that collides with probability 2^-2w is replaced by two times two paths of w bits.
//! Two *lanes* take the halves of each word, so that as many bits a step are hashed; two *rows*
//! hash each lane under keys that are shifted by a word (the Toeplitz extension), so that the
//! values of both together collide with probability 2^-2w again. All values are concatenated. In
//! hardware the area of a multiplier grows with the square of its width, and narrow ones are
//! clocked faster: [`crate::hardware`] has the paper's figures.
//!
//! [`Divide`] does that with any [`Family`], itself included: `Divide<Path<16>>` is the 32-bit hash
//! as four paths of 16 bits, `Divide<Divide<Path<8>>>` as sixteen of 8,
//! `Divide<Divide<Divide<Path<4>>>>` as sixty-four of 4. With N = 2^depth, the path of row R and
//! lane L is
//!
//! ```text
//! Σ (m[N i + L] x[N i + L + R] + t) mod p
//! ```
//!
//! **Bound.** As p exceeds both the words of the key and the differences of two words, each path is
//! an LCH with collision probability at most 2^-w over uniform words of the key. Two messages
//! differ in some lane L. There, the rows 0 … N − 1 use the words of the key whose indices are
//! congruent to L + R modulo N: disjoint ones, so they collide independently, all together with
//! probability at most 2^-wN. The tests find by exhaustion of small ones that it is so.
//!
//! That is for exact sums. The circuits of the paper, and [`Paths16`], let sums wrap modulo 2^2w,
//! and then it is (3 · 2^-w)^N, of which the paper's "same" 2^-2w is short by a factor of 9 for N =
//! 2.
//!
//! The paper says that eight rows of 4 bits cannot be had by shifts, "the key word length" being
//! only 4, and counts eight times the key for them. The shifts here are by whole words of the key,
//! of which N − 1 more are needed, for 4 bits as for others.
//!
//! # On a CPU
//! A CPU multiplies words of 16 bits hardly faster, byte for byte, than words of 32, and the paper
//! says that the technique "cannot speed-up software". With SIMD that depends on the layout. The
//! two rows of TMMH/16 that replace one MMH lose: each row needs keys at addresses that are not
//! aligned, the bytes are exchanged, and unsigned words are corrected for. None of that is needed
//! by the theorem. [`Paths16`] is what is left:
//!
//! * Words are read as signed, little-endian numbers. Differences of words are what they were, and
//!   so is the bound of several rows; [`crate::bound`] has it.
//! * A row's key is shifted by 32 words, a whole register: the register that row 1 needs now is the
//!   one that row 0 needs next, and it is aligned. Any shift gives triangular systems, as one word
//!   does.
//!
//! So 64 bytes take one load of the message, one of the key and, with VNNI, one instruction a row.
//! Sums wrap modulo 2^32, as those of TMMH/16 do. [`Paths8`] is the same with bytes by signed bytes
//! and p = 257: exact sums, but four rows take four instructions where two of 16 bits take two.
//!
//! Measured on a Zen 4 (`benches`, section `multilinear`, best rounds; time as a multiple of MMH's
//! of as many bits, messages of 4 and 8 KiB anywhere in memory, backend `x86_avx512vnni`): two rows
//! of 16 bits in this layout **0.77 and 0.81** of one MMH, four of them **0.70 and 0.71** of two
//! rows of MMH; four rows of 8 bits 1.10 and 1.16 of one MMH. TMMH/16 itself loses as the paper
//! says: two words of tag take 1.25 of one MMH, four 1.17 of two rows, under prepared keys at 4
//! KiB. So the technique does gain in software, by a quarter and by two fifths, if the layout is
//! made for it, and 16 bits are the best width; without VNNI (`x86_avx2`, `x86_avx512`) two rows of
//! 16 bits and one MMH take about the same time. What is paid is a factor in the bound: two rows
//! have (3 · 2^-16)^2 = 9 · 2^-32, the published MMH 6 · 2^-32.

use crate::backend::{Backend, Block, paths};
use crate::error::{Error, long_enough};
use crate::lch;
use core::marker::PhantomData;
use hash_core::seed::SeedWords;

/// Words at a step from one another, in a message or a key.
#[derive(Clone, Copy)]
pub struct Spread<'w> {
    words: &'w [u32],
    start: usize,
    step: usize,
}

impl<'w> Spread<'w> {
    /// All words.
    #[must_use]
    pub const fn new(words: &'w [u32]) -> Self {
        Self { words, start: 0, step: 1 }
    }

    /// Every other one, from the one `shift` words on.
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
    /// Bits of a word of a path.
    const WIDTH: u32;
    /// Rows, each under a shifted key: the number of independent values of a word.
    const ROWS: usize;
    /// Data paths: values of a hash.
    const PATHS: usize;
    /// Writes the value of each path to its output.
    fn paths(key: Spread<'_>, t: u64, message: Spread<'_>, out: &mut [u64]);
}

/// One data path, the LCH of W-bit words: W is 2, 3, 4, 8, 16 or 32.
#[derive(Clone, Copy, Debug)]
pub struct Path<const W: u32>(());

impl<const W: u32> Path<W> {
    /// The prime next above 2^W.
    pub const PRIME: u64 = match lch::prime(W) {
        Some(prime) => prime,
        None => panic!("a path has 2, 3, 4, 8, 16 or 32 bits"),
    };
}

impl<const W: u32> Family for Path<W> {
    const WIDTH: u32 = W;
    const ROWS: usize = 1;
    const PATHS: usize = 1;

    fn paths(key: Spread<'_>, t: u64, message: Spread<'_>, out: &mut [u64]) {
        // Products of words of 32 bits at most fit, and so do sums of remainders.
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

    /// Row 0 and lane 0, row 0 and lane 1, row 1 and lane 0, row 1 and lane 1.
    fn paths(key: Spread<'_>, t: u64, message: Spread<'_>, out: &mut [u64]) {
        for (i, out) in out.chunks_mut(F::PATHS).enumerate() {
            let (row, lane) = (i / 2, i % 2);
            F::paths(key.every_other(row + lane), t, message.every_other(lane), out);
        }
    }
}

/// Computes the values of all paths. Frozen.
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
/// If the key has not `F::ROWS` − 1 words more than the message, a word has more than `F::WIDTH`
/// bits, or `out` has not `F::PATHS` outputs.
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

/// The whole blocks of a message.
fn blocks(message: &[u8], key: usize, rows: usize) -> Result<&[Block], Error> {
    let (blocks, rest) = message.as_chunks();
    if !rest.is_empty() {
        return Err(Error::PartialWord { bytes: message.len(), word: 64 });
    }
    long_enough(key, blocks.len() + rows - 1)?;
    Ok(blocks)
}

/// Paths of 16 bits in the layout for SIMD, under a key of B blocks of 32 words.
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
    /// The paths under these words.
    #[must_use]
    pub const fn new(key: [[i16; 32]; B]) -> Self {
        Self(key)
    }

    /// Derives the key of a number: the bytes of the words of the seed, little-endian. Frozen.
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

    /// The values of R rows, 0 to 65,536 each: Σ m\[i\] x\[i + 32 j\], signed, modulo 2^32, then,
    /// as an unsigned number, modulo 2^16 + 1. Two messages of one length agree in all rows with
    /// probability at most (3 · 2^-16)^R; see [`crate::bound`]. Frozen.
    ///
    /// # Errors
    /// If the message is not of whole blocks of 64 bytes, or the key has not R − 1 more.
    pub fn sums<const R: usize>(
        &self,
        backend: Backend,
        message: &[u8],
    ) -> Result<[u32; R], Error> {
        const { assert!(R > 0, "there is no sum without a row") };
        let blocks = blocks(message, B, R)?;
        Ok(paths::signed16::<R>(backend, &self.0, blocks).map(crate::tmmh::reduce))
    }
}

hash_core::secret_debug!(impl[const B: usize] Paths16<B>, "Paths16");

/// Paths of 8 bits in the layout for SIMD, under a key of B blocks of 64 signed bytes.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Paths8<const B: usize>([[i8; 64]; B]);

impl<const B: usize> Paths8<B> {
    /// The bytes of a message for which the sums are exact: 2^31 / (255 · 128), and a little less.
    pub const LONGEST: usize = 65_728;

    /// The paths under these bytes.
    #[must_use]
    pub const fn new(key: [[i8; 64]; B]) -> Self {
        Self(key)
    }

    /// Derives the key of a number: the bytes of the words of the seed, little-endian. Frozen.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let mut stream = SeedWords::new("divide-and-concatenate", seed);
        let mut key = [[0; 64]; B];
        for bytes in key.as_flattened_mut().as_chunks_mut::<8>().0 {
            *bytes = stream.next_word().to_le_bytes().map(u8::cast_signed);
        }
        Self(key)
    }

    /// The values of R rows, 0 to 256 each: Σ m\[i\] x\[i + 64 j\] modulo 257, of bytes by signed
    /// bytes. The sums are exact, so two messages of one length agree in all rows with probability
    /// at most 2^-8R. Frozen.
    ///
    /// # Errors
    /// If the message is not of whole blocks of 64 bytes, is longer than
    /// [`LONGEST`](Self::LONGEST), or the key has not R − 1 more.
    pub fn sums<const R: usize>(
        &self,
        backend: Backend,
        message: &[u8],
    ) -> Result<[u32; R], Error> {
        const { assert!(R > 0, "there is no sum without a row") };
        let blocks = blocks(message, B.min(Self::LONGEST / 64 + R - 1), R)?;
        let sums = paths::signed8::<R>(backend, &self.0, blocks);
        Ok(sums.map(|sum| sum.cast_signed().rem_euclid(257).cast_unsigned()))
    }
}

hash_core::secret_debug!(impl[const B: usize] Paths8<B>, "Paths8");
