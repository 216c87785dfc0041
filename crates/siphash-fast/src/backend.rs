//! Which kernels run, and the crate's only unsafe calls.
//!
//! A kernel is a function from plain data to plain data. The backend files have the same ones:
//!
//! | kernel          | computes                                                          |
//! |-----------------|-------------------------------------------------------------------|
//! | `hash_u64s`     | SipHash of the eight little-endian bytes of many words            |
//! | `hash_each`     | SipHash of many messages                                          |
//! | `absorb_leaves` | the four lanes of SipTreeHash after some packets                  |
//! | `leaves`        | the hashes of the four lanes after the end of a message           |
//!
//! One message of SipHash gains nothing from vectors and has no token: see [`single`](crate::single).
//! What all vectors have in common stands in `backend/lanes.rs`, once; a backend's file has the
//! operations of its registers and the kernels, which are one line each.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

#[cfg_attr(
    not(any(
        target_arch = "x86",
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_endian = "little", target_feature = "neon")
    )),
    allow(dead_code, reason = "of vector kernels")
)]
mod lanes;
mod portable;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64_neon;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_avx2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_avx512;

/// v0, v1, v2, v3 of the four lanes of SipTreeHash.
pub(crate) type Leaves = [[u64; 4]; 4];
/// A packet of SipTreeHash.
pub(crate) type Packet = [u8; 32];

/// Keeps the compiler from adding in another order than is written. With the next word of the message
/// added first, a word of SipHash-1-3 takes a cycle less; see [`single`](crate::single).
#[inline(always)]
pub(crate) fn hold(x: u64) -> u64 {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    {
        let mut held = x;
        // SAFETY: there is no instruction; the register stays as it is.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) held, options(pure, nomem, nostack, preserves_flags));
        }
        held
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    x
}

/// The kernel sets there are, on this architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
enum Level {
    Portable = 1,
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
            Self::X86Avx2 => avx2::get(),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Avx512 => avx2::get() && avx512::get(),
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Self::Aarch64Neon => true,
        }
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
cpufeatures::new!(avx2, "avx2");
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
cpufeatures::new!(avx512, "bmi2", "avx512f", "avx512bw", "avx512dq", "avx512vl");

/// The proof that this CPU runs a set of kernels: a token that only this module can make.
///
/// ```
/// use siphash_fast::Backend;
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
    pub const NAMES: [&str; 4] = ["portable", "x86_avx2", "x86_avx512", "aarch64_neon"];

    /// The widest level that this CPU runs (or the one that `--cfg siphash_fast_backend` asks for).
    ///
    /// The CPU is asked once a process; after that this is one load of one byte.
    #[inline]
    #[must_use]
    pub fn detect() -> Self {
        // A build for a CPU that has it needs no question, and its kernels inline.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if Self::FORCED.is_none()
            && cfg!(all(
                target_feature = "avx2",
                target_feature = "bmi2",
                target_feature = "avx512f",
                target_feature = "avx512bw",
                target_feature = "avx512dq",
                target_feature = "avx512vl"
            ))
        {
            return Self(Level::X86Avx512);
        }
        #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
        if Self::FORCED.is_none() {
            return Self(Level::Aarch64Neon);
        }
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

    /// What `--cfg siphash_fast_backend="NAME"` says.
    const FORCED: Option<&'static str> = if cfg!(siphash_fast_backend = "portable") {
        Some("portable")
    } else if cfg!(siphash_fast_backend = "x86_avx2") {
        Some("x86_avx2")
    } else if cfg!(siphash_fast_backend = "x86_avx512") {
        Some("x86_avx512")
    } else if cfg!(siphash_fast_backend = "aarch64_neon") {
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
}

/// The dispatch, written once.
macro_rules! dispatch {
    ($backend:expr, $kernel:ident::<$($rounds:ident),*>($($argument:expr),*)) => {
        match $backend.0 {
            Level::Portable => portable::$kernel::<$($rounds),*>($($argument),*),
            // SAFETY: a `Backend` of this level is made only after avx2 was detected.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86Avx2 => unsafe { x86_avx2::$kernel::<$($rounds),*>($($argument),*) },
            // SAFETY: as above, and bmi2, avx512f, avx512bw, avx512dq and avx512vl.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86Avx512 => unsafe { x86_avx512::$kernel::<$($rounds),*>($($argument),*) },
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Level::Aarch64Neon => aarch64_neon::$kernel::<$($rounds),*>($($argument),*),
        }
    };
}

/// The hash of the eight little-endian bytes of each word, for as many as both sides have.
#[inline]
pub(crate) fn hash_u64s<const C: u8, const D: u8>(
    backend: Backend,
    key: [u64; 2],
    words: &[u64],
    out: &mut [u64],
) {
    dispatch!(backend, hash_u64s::<C, D>(key, words, out));
}

/// The hash of each message, in order, for as many as both sides have.
#[inline]
pub(crate) fn hash_each<const C: u8, const D: u8, M: Messages + ?Sized>(
    backend: Backend,
    key: [u64; 2],
    messages: &M,
    out: &mut [u64],
) {
    dispatch!(backend, hash_each::<C, D, M>(key, messages, out));
}

/// The lanes after some packets.
#[inline]
pub(crate) fn absorb_leaves<const C: u8>(
    backend: Backend,
    leaves: &mut Leaves,
    packets: &[Packet],
) {
    dispatch!(backend, absorb_leaves::<C>(leaves, packets));
}

/// The hashes of the lanes after a message that ends here.
#[inline]
pub(crate) fn leaves<const C: u8, const D: u8>(
    backend: Backend,
    leaves: &Leaves,
    message: &[u8],
) -> [u64; 4] {
    dispatch!(backend, leaves::<C, D>(leaves, message))
}

/// Many messages, wherever they are.
pub(crate) trait Messages {
    /// The number of messages.
    fn count(&self) -> usize;
    /// Message i.
    fn get(&self, i: usize) -> &[u8];
    /// Bytes of every message, if that is known when the program is compiled.
    const LENGTH: Option<usize> = None;
}
