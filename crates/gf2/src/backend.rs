//! Which carry-less multiplier this CPU has, and the proof of it.
//!
//! A [`Backend`] is a one-byte token that only this module can make. Holding one means that the
//! CPU (and the operating system, for the wider registers) was seen to support what it names, so
//! code that holds one may call the kernels of that level. It is chosen once, when a key or a
//! builder is made, and matched once per message.
//!
//! | level            | detected features, the same list as on its kernels                    |
//! |------------------|------------------------------------------------------------------------|
//! | `portable`       | none                                                                   |
//! | `x86_clmul`      | `pclmulqdq ssse3 sse4.1`                                               |
//! | `x86_vpclmul_x2` | the same and `avx2 bmi2 vpclmulqdq` (256-bit registers)                |
//! | `x86_vpclmul_x4` | the same and `avx512f avx512bw avx512dq avx512vl` (512-bit registers)  |
//! | `aarch64_pmull`  | `neon aes` (the Rust feature `aes` includes PMULL), little-endian      |
//!
//! `--cfg gf2_backend="NAME"` (in `RUSTFLAGS`) makes [`Backend::detect`] give that level wherever
//! the CPU has it and the portable one elsewhere; what is [available](Backend::available) does
//! not change. The environment is never read.
//!
//! A function of a level is safe to call where its features are enabled, and asks for `unsafe`
//! elsewhere; then the caller answers for the features, for which it should hold a [`Backend`]
//! of that [`Level`].

#![allow(
    clippy::missing_safety_doc,
    reason = "said once, above: these functions are safe but for their target features"
)]

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

#[cfg(all(test, any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
mod block_tests;
mod dispatch;
pub mod portable;

#[cfg(target_arch = "aarch64")]
pub mod aarch64_pmull;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub mod x86_clmul;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub mod x86_vpclmul_x2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub mod x86_vpclmul_x4;

/// The kernel sets there are, on this architecture.
///
/// A `Level` proves nothing: it is what a [`Backend`] is matched on. It is exhaustive on purpose,
/// so that a kernel crate that forgets a level does not compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Level {
    /// Integer arithmetic only, in constant time.
    Portable = 1,
    /// 128-bit registers with PCLMULQDQ.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    X86Clmul,
    /// 256-bit registers with VPCLMULQDQ: two products an instruction.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    X86VpclmulX2,
    /// 512-bit registers with VPCLMULQDQ: four products an instruction.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    X86VpclmulX4,
    /// 128-bit registers with PMULL.
    #[cfg(target_arch = "aarch64")]
    Aarch64Pmull,
}

impl Level {
    /// Every level of this architecture, narrowest first.
    const ALL: &[Self] = &[
        Self::Portable,
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Self::X86Clmul,
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Self::X86VpclmulX2,
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Self::X86VpclmulX4,
        #[cfg(target_arch = "aarch64")]
        Self::Aarch64Pmull,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Clmul => "x86_clmul",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86VpclmulX2 => "x86_vpclmul_x2",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86VpclmulX4 => "x86_vpclmul_x4",
            #[cfg(target_arch = "aarch64")]
            Self::Aarch64Pmull => "aarch64_pmull",
        }
    }

    /// Whether this CPU runs the level. The features stand in the order of the kernels' own
    /// `#[target_feature]` lists.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            Self::X86Clmul => clmul::get(),
            // cpufeatures calls VPCLMULQDQ present only where AVX-512 is, since it also names an
            // instruction on 512-bit registers; on 256-bit ones it needs what AVX2 needs.
            Self::X86VpclmulX2 => clmul::get() && avx2::get() && cpuid_vpclmulqdq(),
            Self::X86VpclmulX4 => Self::X86VpclmulX2.is_available() && avx512::get(),
        }
    }

    #[cfg(target_arch = "aarch64")]
    fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            // Elsewhere cpufeatures answers no without looking, and std knows more.
            #[cfg(all(
                feature = "std",
                not(any(target_os = "linux", target_os = "android", target_vendor = "apple"))
            ))]
            Self::Aarch64Pmull => {
                cfg!(target_endian = "little") && std::arch::is_aarch64_feature_detected!("aes")
            }
            #[cfg(not(all(
                feature = "std",
                not(any(target_os = "linux", target_os = "android", target_vendor = "apple"))
            )))]
            Self::Aarch64Pmull => cfg!(target_endian = "little") && pmull::get(),
        }
    }

    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
    #[expect(clippy::unused_self, reason = "the other architectures ask which level it is")]
    const fn is_available(self) -> bool {
        true
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
cpufeatures::new!(clmul, "pclmulqdq", "ssse3", "sse4.1");
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
cpufeatures::new!(avx2, "avx2", "bmi2");
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
cpufeatures::new!(avx512, "avx512f", "avx512bw", "avx512dq", "avx512vl", "vpclmulqdq");
#[cfg(target_arch = "aarch64")]
cpufeatures::new!(pmull, "aes");

/// Bit 10 of ECX of CPUID leaf 7. Asked only after AVX2 was found, so the leaf is there and the
/// operating system saves the registers.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[cfg_attr(
    not(any(target_env = "sgx", miri)),
    allow(unused_unsafe, reason = "CPUID became a safe function after Rust 1.89")
)]
fn cpuid_vpclmulqdq() -> bool {
    #[cfg(not(any(target_env = "sgx", miri)))]
    {
        #[cfg(target_arch = "x86")]
        use core::arch::x86::__cpuid_count;
        #[cfg(target_arch = "x86_64")]
        use core::arch::x86_64::__cpuid_count;
        // SAFETY: every CPU with AVX2 has CPUID with leaf 7.
        unsafe { __cpuid_count(7, 0) }.ecx & (1 << 10) != 0
    }
    // CPUID faults inside an enclave, and an interpreter has none.
    #[cfg(any(target_env = "sgx", miri))]
    {
        cfg!(target_feature = "vpclmulqdq")
    }
}

/// The proof that this CPU runs the kernels of a [`Level`].
///
/// ```
/// use gf2::Backend;
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
        ["portable", "x86_clmul", "x86_vpclmul_x2", "x86_vpclmul_x4", "aarch64_pmull"];

    /// The widest level that this CPU runs (or the one that `--cfg gf2_backend` asks for).
    ///
    /// The CPU is asked once a process; after that this is one load of one byte.
    #[inline]
    #[must_use]
    pub fn detect() -> Self {
        // A build for a CPU that has everything needs no question, and its kernels inline.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if Self::FORCED.is_none()
            && cfg!(all(
                target_feature = "pclmulqdq",
                target_feature = "bmi2",
                target_feature = "vpclmulqdq",
                target_feature = "avx512bw",
                target_feature = "avx512dq",
                target_feature = "avx512vl"
            ))
        {
            return Self(Level::X86VpclmulX4);
        }
        #[cfg(target_arch = "aarch64")]
        if Self::FORCED.is_none() && cfg!(all(target_feature = "aes", target_endian = "little")) {
            return Self(Level::Aarch64Pmull);
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

    /// What `--cfg gf2_backend="NAME"` says.
    const FORCED: Option<&'static str> = if cfg!(gf2_backend = "portable") {
        Some("portable")
    } else if cfg!(gf2_backend = "x86_clmul") {
        Some("x86_clmul")
    } else if cfg!(gf2_backend = "x86_vpclmul_x2") {
        Some("x86_vpclmul_x2")
    } else if cfg!(gf2_backend = "x86_vpclmul_x4") {
        Some("x86_vpclmul_x4")
    } else if cfg!(gf2_backend = "aarch64_pmull") {
        Some("aarch64_pmull")
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

    /// The name: `<architecture>_<extension>[_x<products per instruction>]`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name()
    }

    /// What to match on when dispatching.
    #[inline]
    #[must_use]
    pub const fn level(self) -> Level {
        self.0
    }
}
