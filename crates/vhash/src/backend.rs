//! Which kernels run, and the crate's only unsafe calls.
//!
//! A kernel is a function from plain data to plain data, for T = 1 or 2 iterations. There is one
//! that gains from wide registers:
//!
//! | kernel   | computes                                                       |
//! |----------|----------------------------------------------------------------|
//! | `absorb` | the polynomials, continued over whole blocks                   |
//!
//! What is shorter than [`WIDE`] blocks, and the last steps, are integers everywhere.

use crate::key::{BLOCK_BYTES, Key};
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

pub(crate) mod portable;
#[cfg(test)]
mod tests;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) mod x86_avx512ifma;

/// Two words of a message.
pub(crate) type Pair = [u8; 16];
/// 16 words of a message.
pub(crate) type Block = [u8; BLOCK_BYTES];

/// Blocks from which on wide registers win.
const WIDE: usize = 8;

/// The kernel sets there are, on this architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
enum Level {
    Portable = 1,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    X86Avx512Ifma,
}

impl Level {
    /// Every level of this architecture, narrowest first.
    const ALL: &[Self] = &[
        Self::Portable,
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Self::X86Avx512Ifma,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Avx512Ifma => "x86_avx512ifma",
        }
    }

    /// Whether this CPU runs the level. The features are those of the kernels' own
    /// `#[target_feature]` lists.
    fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Avx512Ifma => avx512ifma::get(),
        }
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
cpufeatures::new!(avx512ifma, "avx512f", "avx512ifma");

/// The proof that this CPU runs a set of kernels: a token that only this module can make.
///
/// ```
/// use vhash::Backend;
/// let best = Backend::detect();
/// assert!(Backend::available().any(|b| b == best));
/// assert_eq!(Backend::available().next(), Some(Backend::PORTABLE));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Backend(Level);

/// The answer of the first detection, as `Level as u8`; 0 before it.
static DETECTED: AtomicU8 = AtomicU8::new(0);

impl Backend {
    /// The kernels that run everywhere.
    pub const PORTABLE: Self = Self(Level::Portable);

    /// The names of all backends, of every architecture, so that a report can say which of them
    /// a machine lacks.
    pub const NAMES: [&str; 2] = ["portable", "x86_avx512ifma"];

    /// The widest level that this CPU runs (or the one that `--cfg vhash_backend` asks for).
    ///
    /// The CPU is asked once a process; after that this is one load of one byte.
    #[inline]
    #[must_use]
    pub fn detect() -> Self {
        let cached = usize::from(DETECTED.load(Relaxed));
        match Level::ALL.get(cached.wrapping_sub(1)) {
            Some(&level) => Self(level),
            None => Self::detect_now(),
        }
    }

    #[cold]
    fn detect_now() -> Self {
        let best = Self::available()
            .filter(|b| Self::FORCED.is_none_or(|name| name == b.name()))
            .last()
            .unwrap_or(Self::PORTABLE);
        DETECTED.store(best.0 as u8, Relaxed);
        best
    }

    /// What `--cfg vhash_backend="NAME"` says.
    const FORCED: Option<&'static str> = if cfg!(vhash_backend = "portable") {
        Some("portable")
    } else if cfg!(vhash_backend = "x86_avx512ifma") {
        Some("x86_avx512ifma")
    } else {
        None
    };

    /// Every backend that this CPU runs, portable first, widest last.
    pub fn available() -> impl Iterator<Item = Self> {
        Level::ALL.iter().copied().filter(|level| level.is_available()).map(Self)
    }

    /// The backend of that name, if this CPU runs it.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::available().find(|b| b.name() == name)
    }

    /// The name: `<architecture>_<extension>`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name()
    }
}

/// The polynomials whose values so far are `y`, at most 2^127, continued over the blocks.
#[inline]
pub(crate) fn absorb<const T: usize>(key: &Key<T>, y: [u128; T], blocks: &[Block]) -> [u128; T] {
    if blocks.len() < WIDE {
        return portable::absorb(key, y, blocks);
    }
    match key.backend().0 {
        Level::Portable => portable::absorb(key, y, blocks),
        // SAFETY: a `Backend` of this level is made only after avx512f and avx512ifma were
        // detected.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::X86Avx512Ifma => unsafe { x86_avx512ifma::absorb(key, y, blocks) },
    }
}

/// The polynomials, continued with a partial block.
pub(crate) fn append<const T: usize>(key: &Key<T>, y: [u128; T], rest: &[u8]) -> [u128; T] {
    debug_assert!(rest.len() < BLOCK_BYTES);
    portable::append(key, y, rest)
}

/// The hash of the message of `len` bytes that ends with `rest`, of less than a block, after whole
/// blocks over which the polynomials are `y`.
#[inline]
pub(crate) fn finish<const T: usize>(
    key: &Key<T>,
    y: [u128; T],
    rest: &[u8],
    len: u64,
) -> [u64; T] {
    debug_assert!(rest.len() < BLOCK_BYTES);
    if len < BLOCK_BYTES as u64 {
        portable::hash_short(key, rest)
    } else {
        portable::finish(key, y, rest)
    }
}

/// The hash of a message.
#[inline]
pub(crate) fn hash<const T: usize>(key: &Key<T>, message: &[u8]) -> [u64; T] {
    if message.len() < BLOCK_BYTES {
        portable::hash_short(key, message)
    } else {
        hash_long(key, message)
    }
}

/// Apart, so that what calls `hash` stays small.
#[inline(never)]
fn hash_long<const T: usize>(key: &Key<T>, message: &[u8]) -> [u64; T] {
    let (blocks, rest) = message.as_chunks();
    portable::finish(key, absorb(key, [1; T], blocks), rest)
}

/// The hash of each message, in order, for as many as both sides have.
pub(crate) fn hash_each<'m>(
    key: &Key<1>,
    messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [u64],
) {
    for (message, h) in messages.zip(out) {
        [*h] = hash(key, message);
    }
}

/// The hash of the eight little-endian bytes of each word, for as many as both sides have.
pub(crate) fn hash_u64s(key: &Key<1>, words: &[u64], out: &mut [u64]) {
    for (word, h) in words.iter().zip(out) {
        [*h] = portable::hash_short(key, &word.to_le_bytes());
    }
}
