//! The words of a process, and those of a map.

use crate::poly127::{step, POINT};
use crate::slices::{nh, short_slice, two_words, NhKey, Slices, SLICE};
use crate::wide::times;
use crate::{double, halves};

/// The number of terms of a sum that have keys.
const TERMS: usize = 16;
/// The kinds of terms: packed integers, slices of 16 bytes and more, and slices of fewer.
const KINDS: usize = 3;
pub(crate) const INTEGERS: usize = 0;

/// The words of the steps before the end, and the hash of slices.
#[derive(Clone, Copy)]
pub struct SharedKey<S> {
    /// The two words of each term, by kind.
    terms: [[[u64; 2]; TERMS]; KINDS],
    point: u128,
    slices: S,
}

impl SharedKey<()> {
    /// The number of words, apart from the hash of slices: two words for each of 16 terms of
    /// integers, of slices of 16 bytes and more, and of shorter slices; and two for the point,
    /// lower half first. The upper two of the point's 128 bits are unused.
    pub const WORDS: usize = 2 * TERMS * KINDS + 2;
}

/// See [`SharedKey::WORDS`].
const SHARED_WORDS: usize = SharedKey::WORDS;

impl<S> SharedKey<S> {
    /// Makes a key from its words and the keyed hash of slices.
    #[must_use]
    pub const fn new(words: &[u64; SHARED_WORDS], slices: S) -> Self {
        let mut terms = [[[0; 2]; TERMS]; KINDS];
        let mut i = 0;
        while i < SHARED_WORDS - 2 {
            terms[i / (2 * TERMS)][i / 2 % TERMS][i % 2] = words[i];
            i += 1;
        }
        Self { terms, point: double([words[SHARED_WORDS - 2], words[SHARED_WORDS - 1]]), slices }
    }

    /// Returns the words of the key.
    #[inline]
    #[must_use]
    pub const fn to_words(&self) -> [u64; SHARED_WORDS] {
        let mut words = [0; SHARED_WORDS];
        let mut i = 0;
        while i < SHARED_WORDS - 2 {
            words[i] = self.terms[i / (2 * TERMS)][i / 2 % TERMS][i % 2];
            i += 1;
        }
        [words[SHARED_WORDS - 2], words[SHARED_WORDS - 1]] = halves(self.point);
        words
    }

    /// Returns the keyed hash of slices.
    #[must_use]
    pub const fn slices(&self) -> &S {
        &self.slices
    }

    /// Adds a term, a number and its kind, to the sum of a value that has `terms` terms.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // fewer than 16
    pub(crate) fn add(&self, sum: u128, (x, kind): (u128, usize), terms: u64) -> u128 {
        if terms < TERMS as u64 {
            sum.wrapping_add(nh(self.terms[kind][terms as usize], x))
        } else {
            self.append(sum, x, kind, terms)
        }
    }

    /// [`add`](Self::add), for integers that are seldom a term.
    #[inline(never)]
    pub(crate) fn add_integers_out_of_line(&self, sum: u128, x: u128, terms: u64) -> u128 {
        self.add(sum, (x, INTEGERS), terms)
    }

    /// Returns the sum of a value whose first term is a slice of at most 16 bytes.
    #[inline(always)]
    pub(crate) fn first_term(&self, bytes: &[u8]) -> u128 {
        let (x, kind) = short_slice(bytes);
        nh(self.terms[kind][0], x)
    }

    /// Appends a term to the polynomial whose first coefficients are 1 and the sum. Kept out of
    /// line because few values are that long.
    #[inline(never)]
    #[cold]
    fn append(&self, sum: u128, x: u128, kind: usize, terms: u64) -> u128 {
        let step = |s, v| step(s, self.point & POINT, v);
        let is_first = terms == TERMS as u64;
        let start = if is_first { step(1, sum & POINT) } else { sum };
        let [a, b] = halves(x);
        // The constant coefficient is 0; the integers packed at the end are added to it.
        step(step(step(start, a.into()), double([b, kind as u64])), 0)
    }
}

impl<S: Slices> SharedKey<S> {
    /// Adds a slice to the sum of a value. Kept out of line so that code that writes a slice is
    /// small enough to be inlined.
    #[inline(never)]
    pub(crate) fn add_slice(&self, sum: u128, bytes: &[u8], terms: u64) -> u128 {
        let term =
            if bytes.len() <= 16 { short_slice(bytes) } else { (self.slices.hash(bytes), SLICE) };
        self.add(sum, term, terms)
    }
}

crate::hidden!(impl[S] SharedKey<S>, "SharedKey");

/// The words that all maps of a process share, and from which those of each map are made.
///
/// The bounds demand words that are uniform, independent and secret. Programs without std, which
/// have no words of their own, make one key at the start, for example in a `static`.
///
/// ```
/// use provenhash_map::{ProcessKey, RandomState};
/// use std::sync::OnceLock;
///
/// static KEY: OnceLock<ProcessKey> = OnceLock::new();
/// // From the target's source of random words, not from a constant as here.
/// let key = KEY.get_or_init(|| ProcessKey::from_words(&[7; ProcessKey::WORDS]));
/// // Each map has a number that no other map has.
/// let _states = [RandomState::with_key(key, 0), RandomState::with_key(key, 1)];
/// ```
///
/// | words | use |
/// |---|---|
/// | 0 … 3 | f and g, the factors of the halves of the sum |
/// | 4 … 7 | c and d, the factors of the words of the first slice |
/// | 8 … 43 | the addends e₀ … e₁₇ of its length |
/// | 44 | the lower half of v |
/// | 45 … 60 | the factor p and the addend q of each of four words of a map |
/// | 61 … 156 | the keys of 16 terms, for each of the three kinds of terms |
/// | 157, 158 | the point of the polynomial over more terms |
/// | 159 … 174 | the hash of slices, [`NhKey`] |
///
/// Numbers of two words have the lower half first. The upper two bits of the points are not used.
#[derive(Clone, Copy)]
pub struct ProcessKey<S = NhKey> {
    shared: SharedKey<S>,
    sum: [u64; 4],
    first: [u64; 4],
    lengths: [[u64; 2]; LENGTHS],
    low: u64,
    own: [u64; 16],
}

/// The number of words before those of [`SharedKey`].
const END_WORDS: usize = LOW + 17;
/// The index of the lower half of v.
const LOW: usize = 8 + 2 * LENGTHS;
/// The number of addends of first slices: one for each length up to 16 bytes, and one for more.
const LENGTHS: usize = 18;

/// Whether any short slice is read by so few instructions that they are inlined. On 32 bits, code
/// that writes a slice would be too large to be inlined with them.
pub(crate) const IS_WIDE: bool = cfg!(target_pointer_width = "64");

/// The name from which the words of keys are derived.
const NAME: &str = "process map";

const fn lengths(words: &[u64; 2 * LENGTHS]) -> [[u64; 2]; LENGTHS] {
    let mut lengths = [[0; 2]; LENGTHS];
    let mut i = 0;
    while i < LENGTHS {
        lengths[i] = [words[2 * i], words[2 * i + 1]];
        i += 1;
    }
    lengths
}

impl ProcessKey<()> {
    /// The number of words, apart from the hash of slices.
    pub const WORDS_BEFORE_SLICES: usize = END_WORDS + SHARED_WORDS;
}

/// See [`ProcessKey::WORDS_BEFORE_SLICES`].
const BEFORE_SLICES: usize = ProcessKey::WORDS_BEFORE_SLICES;

/// Returns N of the words, from a place on.
const fn part<const N: usize>(words: &[u64], from: usize) -> [u64; N] {
    let mut part = [0; N];
    let mut i = 0;
    while i < N {
        part[i] = words[from + i];
        i += 1;
    }
    part
}

impl<S> ProcessKey<S> {
    /// Makes a key from its words and the keyed hash of slices.
    #[must_use]
    pub const fn with_slices(words: &[u64; BEFORE_SLICES], slices: S) -> Self {
        Self {
            shared: SharedKey::new(&part(words, END_WORDS), slices),
            sum: part(words, 0),
            first: part(words, 4),
            lengths: lengths(&part(words, 8)),
            low: words[LOW],
            own: part(words, LOW + 1),
        }
    }

    /// Makes a key of random words, and of a hash of slices that is made of `words` more of them.
    ///
    /// # Panics
    /// Panics where the system has no randomness; see [`RandomWords`](crate::RandomWords).
    #[cfg(feature = "std")]
    #[must_use]
    pub fn random(words: usize, slices: impl FnOnce(&mut crate::RandomWords) -> S) -> Self {
        let mut random = crate::RandomWords::new(BEFORE_SLICES + words);
        let slices = slices(&mut random);
        Self::with_slices(&random.next_words(), slices)
    }

    /// Makes a key with the first words of [`ProcessKey::from_seed`] and this hash of slices, for
    /// tests that must be reproducible.
    #[must_use]
    pub const fn seeded(seed: u64, slices: S) -> Self {
        Self::with_slices(&crate::seed::words(NAME, seed), slices)
    }

    /// Returns the keyed hash of slices.
    #[must_use]
    pub const fn slices(&self) -> &S {
        self.shared.slices()
    }

    /// Returns the words of the key, without those of slices.
    #[inline]
    #[must_use]
    pub const fn to_words_before_slices(&self) -> [u64; BEFORE_SLICES] {
        let (shared, mut words, mut i) = (self.shared.to_words(), [self.low; BEFORE_SLICES], 0);
        while i < BEFORE_SLICES {
            if i < 4 {
                words[i] = self.sum[i];
            } else if i < 8 {
                words[i] = self.first[i - 4];
            } else if i < LOW {
                words[i] = self.lengths[(i - 8) / 2][i % 2];
            } else if i > LOW && i < END_WORDS {
                words[i] = self.own[i - LOW - 1];
            } else if i >= END_WORDS {
                words[i] = shared[i - END_WORDS];
            }
            i += 1;
        }
        words
    }

    /// Returns the words of the steps before the end, and the hash of slices.
    #[inline(always)]
    pub(crate) const fn shared(&self) -> &SharedKey<S> {
        &self.shared
    }

    /// Returns word i of four of a map with this number.
    #[inline]
    pub(crate) fn own(&self, i: usize, number: u64) -> u64 {
        own_word(part(&self.own, 4 * i), number)
    }

    /// Computes X from the upper half of v, the words and the length of the first slice, and the
    /// sum.
    #[inline(always)]
    pub(crate) fn end(&self, high: u64, first: Option<([u64; 2], usize)>, x: u128) -> u128 {
        let v = double([self.low, high]);
        let start = match first {
            // The minimum is that of the definition for more than 16 bytes.
            Some((words, length)) => {
                let start = v.wrapping_add(double(self.lengths[length.min(LENGTHS - 1)]));
                products(self.first, double(words), start)
            }
            None => v,
        };
        products(self.sum, x, start)
    }
}

impl<S: Slices> ProcessKey<S> {
    /// Returns the two words of a first slice.
    #[inline(always)]
    pub(crate) fn first(&self, bytes: &[u8]) -> [u64; 2] {
        if bytes.len() <= 16 && (IS_WIDE || bytes.len() >= 8) {
            two_words(bytes)
        } else {
            self.first_out_of_line(bytes)
        }
    }

    /// Reads or hashes a first slice. Kept out of line so that code that writes a slice is small
    /// enough to be inlined.
    #[inline(never)]
    fn first_out_of_line(&self, bytes: &[u8]) -> [u64; 2] {
        // Where words are wide, only longer slices come here.
        if !IS_WIDE && bytes.len() <= 16 {
            two_words(bytes)
        } else {
            halves(self.shared.slices.hash(bytes))
        }
    }
}

impl ProcessKey {
    /// The number of words of a key with the hash of slices of this crate.
    pub const WORDS: usize = BEFORE_SLICES + NhKey::WORDS;

    /// Makes a key from its words.
    #[inline]
    #[must_use]
    pub const fn from_words(words: &[u64; Self::WORDS]) -> Self {
        Self::with_slices(&part(words, 0), NhKey::from_words(&part(words, BEFORE_SLICES)))
    }

    /// Derives a key from a number, for tests that must be reproducible. Anyone who knows the
    /// number knows the key.
    #[inline]
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        Self::from_words(&crate::seed::words(NAME, seed))
    }
}

crate::hidden!(impl[S] ProcessKey<S>, "ProcessKey");

/// Returns a word of the map with this number, the upper half of p · number + q modulo 2^128, where
/// p and q have their lower halves first. This is multiply-shift, so the words of any two maps are
/// uniform and independent of each other.
#[inline]
pub(crate) const fn own_word([p0, p1, q0, q1]: [u64; 4], number: u64) -> u64 {
    halves(times(double([p0, p1]), number).wrapping_add(double([q0, q1])))[1]
}

/// Computes the low half of x times f plus the high half times g, plus `start`, modulo 2^128.
#[inline(always)]
pub(crate) fn products([f0, f1, g0, g1]: [u64; 4], x: u128, start: u128) -> u128 {
    let [a, b] = halves(x);
    let low = times(double([f0, f1]), a);
    let high = times(double([g0, g1]), b);
    start.wrapping_add(low).wrapping_add(high)
}

/// Computes τ (2 τ + 1), a bijection of 64 bits (Rivest, Robshaw, Sidney and Yin, "The RC6 block
/// cipher", 1998), and exchanges its halves, because its high bits depend on more bits of τ than
/// its low ones.
#[inline(always)]
pub(crate) fn finish(t: u64) -> u64 {
    t.wrapping_mul(t.wrapping_add(t).wrapping_add(1)).rotate_left(32)
}
