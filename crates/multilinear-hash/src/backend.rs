//! Which kernels run, and the crate's only unsafe calls.
//!
//! A kernel is a function from plain data to plain data, over blocks of 64 bytes of a message; the
//! first two take a last block that is not whole, and `dot16` does where [`taken_by_dot16`] says
//! so. The backend files have the same ones:
//!
//! | kernel        | computes, over 64 bytes at a time                                           |
//! |---------------|-----------------------------------------------------------------------------|
//! | `dot32`       | Σ m\[i\] x\[i\] mod 2^64, words of 32 bits, little-endian in the message    |
//! | `dot32x2`     | the sums with x\[i\] and with x\[i + 1\], mod 2^64                          |
//! | `dot16`       | T sums with x\[i + j\], j < T, mod 2^32, words of 16 bits, big-endian, biased |
//! | `dot32_exact` | the sum of `dot32`, not reduced                                             |
//! | `signed16`    | R sums with x\[i + 32 j\], j < R, mod 2^32, signed words of 16 bits         |
//! | `signed8`     | R sums with x\[i + 64 j\], j < R, mod 2^32, bytes by signed bytes           |
//!
//! What the sums mean is the business of the modules above.
//!
//! # Unsigned products by signed multipliers
//! The instructions that multiply pairs of 16-bit words and add the products take signed words.
//! With m′ = m − 2^15 and x′ = x − 2^15, which is the top bit flipped and the word read as signed,
//!
//! ```text
//! Σ m x = Σ m′ x′ + 2^15 Σ m′ + 2^15 Σ x′ + n 2^30
//! ```
//!
//! over n words, so that modulo 2^32 everything can wrap. `dot16` gives the first two summands; the
//! others depend on the key alone. −2^15 · −2^15 · 2 wraps to −2^31, which is right.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

pub(crate) mod gf64;
mod portable;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64_neon;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_avx2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_avx512;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_avx512vnni;

/// 64 bytes of a message.
pub(crate) type Block = [u8; 64];

/// The kernel sets there are, on this architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
enum Level {
    Portable = 1,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    X86Avx2,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    X86Avx512,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    X86Avx512Vnni,
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
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Self::X86Avx512Vnni,
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
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Avx512Vnni => "x86_avx512vnni",
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
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Avx512Vnni => Self::X86Avx512.is_available() && cpuid_avx512vnni(),
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Self::Aarch64Neon => true,
        }
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
cpufeatures::new!(avx2, "avx2");
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
cpufeatures::new!(avx512, "avx512f", "avx512bw");

/// Bit 11 of ECX of CPUID leaf 7, which cpufeatures does not know. Asked only after AVX-512 was
/// found, so the leaf is there and the operating system saves the registers.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[cfg_attr(
    not(any(target_env = "sgx", miri)),
    allow(unused_unsafe, reason = "CPUID became a safe function after Rust 1.89")
)]
fn cpuid_avx512vnni() -> bool {
    #[cfg(not(any(target_env = "sgx", miri)))]
    {
        #[cfg(target_arch = "x86")]
        use core::arch::x86::__cpuid_count;
        #[cfg(target_arch = "x86_64")]
        use core::arch::x86_64::__cpuid_count;
        // SAFETY: every CPU with AVX-512 has CPUID with leaf 7.
        unsafe { __cpuid_count(7, 0) }.ecx & (1 << 11) != 0
    }
    // CPUID faults inside an enclave, and an interpreter has none.
    #[cfg(any(target_env = "sgx", miri))]
    {
        cfg!(target_feature = "avx512vnni")
    }
}

/// The proof that this CPU runs a set of kernels: a token that only this module can make.
///
/// ```
/// use multilinear_hash::Backend;
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
    pub const NAMES: [&str; 5] =
        ["portable", "x86_avx2", "x86_avx512", "x86_avx512vnni", "aarch64_neon"];

    /// The widest level that this CPU runs (or the one that `--cfg multilinear_hash_backend` asks
    /// for).
    ///
    /// The CPU is asked once a process; after that this is one load of one byte.
    #[inline]
    #[must_use]
    pub fn detect() -> Self {
        // A build for a CPU that has it needs no question, and its kernels inline.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if Self::FORCED.is_none()
            && cfg!(all(target_feature = "avx512bw", target_feature = "avx512vnni"))
        {
            return Self(Level::X86Avx512Vnni);
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

    /// What `--cfg multilinear_hash_backend="NAME"` says.
    const FORCED: Option<&'static str> = if cfg!(multilinear_hash_backend = "portable") {
        Some("portable")
    } else if cfg!(multilinear_hash_backend = "x86_avx2") {
        Some("x86_avx2")
    } else if cfg!(multilinear_hash_backend = "x86_avx512") {
        Some("x86_avx512")
    } else if cfg!(multilinear_hash_backend = "x86_avx512vnni") {
        Some("x86_avx512vnni")
    } else if cfg!(multilinear_hash_backend = "aarch64_neon") {
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
    ($backend:expr, $kernel:ident$(::<$($n:ident),*>)?($($argument:expr),*)) => {
        match $backend.0 {
            Level::Portable => portable::$kernel$(::<$($n),*>)?($($argument),*),
            // SAFETY: a `Backend` of this level is made only after avx2 was detected.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86Avx2 => unsafe { x86_avx2::$kernel$(::<$($n),*>)?($($argument),*) },
            // SAFETY: as above, and avx512f and avx512bw.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86Avx512 => unsafe { x86_avx512::$kernel$(::<$($n),*>)?($($argument),*) },
            // SAFETY: as above, and avx512vnni.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86Avx512Vnni => unsafe { x86_avx512vnni::$kernel$(::<$($n),*>)?($($argument),*) },
            // SAFETY: the level is there only if the whole build has neon.
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Level::Aarch64Neon => unsafe { aarch64_neon::$kernel$(::<$($n),*>)?($($argument),*) },
        }
    };
}

/// Σ m\[i\] x\[i\] mod 2^64 over as many blocks as the key has, the tail of the message being one.
#[inline]
pub(crate) fn dot32(backend: Backend, key: &[[u32; 16]], message: &[u8]) -> u64 {
    dispatch!(backend, dot32(key, message))
}

/// The same sum, not reduced.
pub(crate) fn dot32_exact(backend: Backend, key: &[[u32; 16]], message: &[Block]) -> u128 {
    dispatch!(backend, dot32_exact(key, message))
}

/// A key in blocks of N words, from its first word on, from its second, and so on: what each row of
/// a Toeplitz extension has, at the places of the message's blocks.
///
/// All are of one memory here, so that most loads cross lines; a prepared key may have copies at
/// whole lines instead.
pub(crate) fn views<T, const N: usize, const V: usize>(key: &[T]) -> [&[[T; N]]; V] {
    core::array::from_fn(|j| key.get(j..).unwrap_or_default().as_chunks().0)
}

/// A message as blocks and a tail, with the views of a key cut to as many blocks, the tail's included.
///
/// Without features, so that it is inlined into any kernel.
#[inline(always)]
fn cut<'a, T, const V: usize>(
    key: &[&'a [T]; V],
    message: &'a [u8],
) -> ([&'a [T]; V], &'a [Block], &'a [u8]) {
    let longest = key.iter().fold(usize::MAX, |n, view| n.min(view.len()));
    let (blocks, tail) = message.as_chunks();
    let blocks = &blocks[..blocks.len().min(longest)];
    let tail = if blocks.len() < longest { tail } else { &[] };
    let n = blocks.len() + usize::from(!tail.is_empty());
    (core::array::from_fn(|j| &key[j][..n]), blocks, tail)
}

/// The sums with x\[i\] and x\[i + 1\] modulo 2^64, over as many blocks as the key has, the tail of
/// the message being one.
///
/// The third view is of the words from x\[2\] on. `COPIES` says that the views are copies, each at
/// whole lines, so that it is better to load from all of them than to shift.
#[inline]
pub(crate) fn dot32x2<const COPIES: bool>(
    backend: Backend,
    key: &[&[[u32; 16]]; 3],
    message: &[u8],
) -> [u64; 2] {
    dispatch!(backend, dot32x2::<COPIES>(key, message))
}

/// How much of a message of so many bytes [`dot16`] takes: with loads of part of a register all,
/// else whole blocks. Its sums cannot be completed word by word, as they have the bias of a whole
/// block.
#[inline]
pub(crate) const fn taken_by_dot16(backend: Backend, bytes: usize) -> usize {
    match backend.0 {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::X86Avx512 | Level::X86Avx512Vnni => bytes,
        _ => bytes / 64 * 64,
    }
}

/// Σ (m′ x′\[i + j\] + 2^15 m′) modulo 2^32 for j < T, over as many blocks as the key has, and Σ
/// x′. A tail, of which [`taken_by_dot16`] speaks, is a whole block, with words 0, of which m′ is
/// −2^15.
///
/// The words of the key are biased, x′ as 16 bits, and then the last sum is 0; or plain, if
/// `PLAIN`, and that sum is over the first view.
#[inline]
pub(crate) fn dot16<const T: usize, const PLAIN: bool>(
    backend: Backend,
    key: &[&[[u16; 32]]; T],
    message: &[u8],
) -> ([u32; T], u32) {
    const { assert!(0 < T && T <= 4) };
    dispatch!(backend, dot16::<T, PLAIN>(key, message))
}

/// Σ m\[i\] x\[i + 32 j\] modulo 2^32 for j < R, of signed little-endian words; the key has R − 1
/// more blocks than the message.
pub(crate) fn signed16<const R: usize>(
    backend: Backend,
    key: &[[i16; 32]],
    message: &[Block],
) -> [u32; R] {
    dispatch!(backend, signed16::<R>(key, message))
}

/// Σ m\[i\] x\[i + 64 j\] modulo 2^32 for j < R, of bytes by signed bytes; the key has R − 1
/// more blocks than the message.
pub(crate) fn signed8<const R: usize>(
    backend: Backend,
    key: &[[i8; 64]],
    message: &[Block],
) -> [u32; R] {
    dispatch!(backend, signed8::<R>(key, message))
}
