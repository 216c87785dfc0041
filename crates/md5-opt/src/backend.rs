//! Which kernels run, and the crate's only unsafe calls.
//!
//! There is one kernel, `absorb`: the states of some streams after the same number of blocks of
//! each. It takes any number of streams, up to the lanes of the backend, and chooses the vectors
//! and chains that suit it: few streams go through general registers, one or two at a time.

use crate::table::{Block, State};
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

mod portable;
mod rounds;
#[cfg(any(
    target_arch = "x86",
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little", target_feature = "neon")
))]
mod vectors;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64_neon;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_avx2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_avx512;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_sse2;

/// Consecutive blocks of one message.
pub(crate) type Blocks<'m> = &'m [Block];

/// The most lanes that any backend has.
pub(crate) const MOST_LANES: usize = 48;

/// The kernel sets there are, on this architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
enum Level {
    Portable = 1,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    X86Sse2,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    X86Avx2,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    X86Avx512,
    #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
    Aarch64Neon,
}

impl Level {
    /// Every level of this architecture, narrowest first.
    const ALL: &[Self] = &[
        Self::Portable,
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Self::X86Sse2,
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Self::X86Avx2,
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Self::X86Avx512,
        #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
        Self::Aarch64Neon,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Sse2 => "x86_sse2",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Avx2 => "x86_avx2",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Avx512 => "x86_avx512",
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Self::Aarch64Neon => "aarch64_neon",
        }
    }

    /// Whether this CPU runs the level. The features are those of the kernels' own
    /// `#[target_feature]` lists.
    fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Sse2 => sse2::get(),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Avx2 => sse2::get() && avx2::get(),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Avx512 => sse2::get() && avx2::get() && avx512::get(),
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Self::Aarch64Neon => true,
        }
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
cpufeatures::new!(sse2, "sse2");
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
cpufeatures::new!(avx2, "avx2", "bmi1");
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
cpufeatures::new!(avx512, "avx512f", "avx512bw", "avx512vl");

/// The proof that this CPU runs a set of kernels: a token that only this module can make.
///
/// Only functions of several messages have a choice; one message alone has no use for vectors.
/// They are methods here ([`hash_many`](Self::hash_many) and its kin), and functions of the crate
/// that take the widest backend.
///
/// ```
/// use md5_opt::Backend;
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
    pub const NAMES: [&str; 5] = ["portable", "x86_sse2", "x86_avx2", "x86_avx512", "aarch64_neon"];

    /// The widest level that this CPU runs (or the one that `--cfg md5_opt_backend` asks for).
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

    /// What `--cfg md5_opt_backend="NAME"` says.
    const FORCED: Option<&'static str> = if cfg!(md5_opt_backend = "portable") {
        Some("portable")
    } else if cfg!(md5_opt_backend = "x86_sse2") {
        Some("x86_sse2")
    } else if cfg!(md5_opt_backend = "x86_avx2") {
        Some("x86_avx2")
    } else if cfg!(md5_opt_backend = "x86_avx512") {
        Some("x86_avx512")
    } else if cfg!(md5_opt_backend = "aarch64_neon") {
        Some("aarch64_neon")
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

    /// Streams that one vector holds, and vectors that are worked on at once.
    pub(crate) const fn shape(self) -> [usize; 2] {
        match self.0 {
            Level::Portable => [1, 2],
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86Sse2 => [4, 2],
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86Avx2 => [8, 2],
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86Avx512 => [16, 3],
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Level::Aarch64Neon => [4, 2],
        }
    }
}

/// Mixes the first `count` blocks of each stream into its state. There are as many states as
/// streams, not more than the backend has lanes.
pub(crate) fn absorb(backend: Backend, states: &mut [State], blocks: &[Blocks<'_>], count: usize) {
    match backend.0 {
        Level::Portable => portable::absorb(states, blocks, count),
        // SAFETY: a `Backend` of this level is made only after sse2 was detected.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::X86Sse2 => unsafe { x86_sse2::absorb(states, blocks, count) },
        // SAFETY: as above, and avx2 and bmi1.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::X86Avx2 => unsafe { x86_avx2::absorb(states, blocks, count) },
        // SAFETY: as above, and avx512f, avx512bw, avx512vl.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::X86Avx512 => unsafe { x86_avx512::absorb(states, blocks, count) },
        #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
        Level::Aarch64Neon => aarch64_neon::absorb(states, blocks, count),
    }
}

/// Mixes blocks into the state of one stream, in general registers.
#[inline]
pub(crate) fn absorb_one(state: &mut State, blocks: Blocks<'_>) {
    [*state] = portable::interleaved([*state], [blocks], blocks.len());
}

/// The same for two streams, interleaved: in little more time than one takes.
#[inline]
pub(crate) fn absorb_two([a, b]: [&mut State; 2], blocks: [Blocks<'_>; 2], count: usize) {
    [*a, *b] = portable::interleaved([*a, *b], blocks, count);
}
