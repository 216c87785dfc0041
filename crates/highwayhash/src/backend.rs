//! Which kernels run, and the crate's only unsafe calls.
//!
//! A kernel is a function from plain data to plain data. The backend files have the same ones; W
//! is the number of words of the hash, 1, 2 or 4:
//!
//! | kernel      | computes                                                      |
//! |-------------|---------------------------------------------------------------|
//! | `word`      | the hash of the eight little-endian bytes of a word           |
//! | `hash`      | the hash of a message, whole                                  |
//! | `absorb`    | the state after some packets                                  |
//! | `finish`    | the hash from the state before the last, partial packet       |
//! | `hash_each` | the hashes of many messages                                   |
//! | `hash_u64s` | the hashes of many words                                      |
//!
//! # The function
//! A state is four words each of v0, v1, mul0 and mul1. A packet L of four words is mixed in by
//!
//! ```text
//! v1 += mul0 + L;    mul0 ^= low(v1) · high(v0)
//! v0 += mul1;        mul1 ^= low(v0) · high(v1)
//! v0 += zip(v1);     v1 += zip(v0)
//! ```
//!
//! word by word, where low and high are the 32-bit halves and zip exchanges the bytes of each pair
//! of words by [`ZIP`]. So a state falls into two halves of two words that never meet but for the
//! last rounds, whose packets are v0 with its halves exchanged: 128-bit registers lose nothing but
//! width.
//!
//! The chain from packet to packet is v0 → zip → v1 → zip → v0. The sum v1 + L + mul0 is off it
//! if it is made before zip(v0) is added: the kernels keep v1 without that last summand from one
//! packet to the next.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The hash of W words from a state of wide registers before the last rounds.
///
/// A macro, as is the next: a function with several callers is not inlined, the state passes through
/// memory, and a hash of 256 bytes takes 1.1 of the time (Zen 4).
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! finish_rounds {
    ($state:expr) => {{
        let mut state = $state;
        for _ in 0..rounds(W) {
            state.update_late(state.exchanged());
        }
        state.hash()
    }};
}

/// The same from the state before the last, partial packet, of the bytes `tail`.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! finish_from {
    ($state:expr, $tail:expr) => {{
        let (mut state, tail) = ($state, $tail);
        if !tail.is_empty() {
            state = end(state, last_packet(tail), tail.len());
        }
        finish_rounds!(state)
    }};
}

mod portable;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64_neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32_simd128;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_avx2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_avx512vbmi;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_sse41;

/// 32 bytes of a message.
pub(crate) type Packet = [u8; 32];

/// The first mul0: the fractional digits of π, as the words after them.
pub(crate) const MUL0: [u64; 4] =
    [0xdbe6_d5d5_fe4c_ce2f, 0xa409_3822_299f_31d0, 0x1319_8a2e_0370_7344, 0x243f_6a88_85a3_08d3];
/// The first mul1.
pub(crate) const MUL1: [u64; 4] =
    [0x3bd3_9e10_cb0e_f593, 0xc0ac_f169_b5f1_8a8c, 0xbe54_66cf_34e9_0c6c, 0x4528_21e6_38d0_1377];

/// Byte i of a zipped pair of words is byte `ZIP[i]` of the pair.
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "portable code has it as shifts")
)]
const ZIP: [u8; 16] = [3, 12, 2, 5, 14, 1, 15, 0, 11, 4, 10, 13, 9, 6, 8, 7];

/// Where the bytes of the second half of a last packet of 16 + i bytes stand among the last 16 of
/// the message, for i from 0 to 15; 0x80 for zeros. Whole groups of four bytes stay in their
/// place, and the last four bytes of the message end the packet.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "of vector kernels"))]
const LAST_HALF: [[u8; 16]; 16] = {
    let mut table = [[0x80; 16]; 16];
    let mut extra = 0_u8;
    while extra < 16 {
        let row = &mut table[extra as usize];
        let mut i = 0_u8;
        while i < extra / 4 * 4 {
            row[i as usize] = 16 - extra + i;
            i += 1;
        }
        let mut i = 12_u8;
        while i < 16 {
            row[i as usize] = i;
            i += 1;
        }
        extra += 1;
    }
    table
};

/// Where the bytes of a last packet stand in the last 1 to 31 bytes of the message, by their
/// number; 31 for zeros, as there is no such byte.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
const LAST_PACKET: [Packet; 32] = {
    let mut table = [[31; 32]; 32];
    let mut len = 1_u8;
    while len < 32 {
        let row = &mut table[len as usize];
        let odd = len % 4;
        let mut i = 0;
        while i < len - odd {
            row[i as usize] = i;
            i += 1;
        }
        if len >= 16 {
            let mut i = 0;
            while i < 4 {
                row[28 + i as usize] = len - 4 + i;
                i += 1;
            }
        } else if odd > 0 {
            row[16] = len - odd;
            row[17] = len - odd + odd / 2;
            row[18] = len - 1;
        }
        len += 1;
    }
    table
};

/// What a stream has become after whole packets.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(crate) struct State {
    pub(crate) v0: [u64; 4],
    pub(crate) v1: [u64; 4],
    pub(crate) mul0: [u64; 4],
    pub(crate) mul1: [u64; 4],
}

impl State {
    /// The state before the first packet.
    #[inline]
    pub(crate) const fn new(key: &[u64; 4]) -> Self {
        let mut state = Self { v0: MUL0, v1: MUL1, mul0: MUL0, mul1: MUL1 };
        let mut i = 0;
        while i < 4 {
            state.v0[i] ^= key[i];
            state.v1[i] ^= key[i].rotate_left(32);
            i += 1;
        }
        state
    }
}

/// Rounds that finish a hash of `words` words.
const fn rounds(words: usize) -> usize {
    match words {
        1 => 4,
        2 => 6,
        _ => 10,
    }
}

/// Messages in whole packets and what is left.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
fn split_all<'m, const N: usize>(messages: &[&'m [u8]; N]) -> ([&'m [Packet]; N], [&'m [u8]; N]) {
    let (mut packets, mut tails) = ([[].as_slice(); N], [[].as_slice(); N]);
    for ((message, packets), tail) in messages.iter().zip(&mut packets).zip(&mut tails) {
        (*packets, *tail) = message.as_chunks();
    }
    (packets, tails)
}

/// The kernel sets there are, on this architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
enum Level {
    Portable = 1,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    X86Sse41,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    X86Avx2,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    X86Avx512Vbmi,
    #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
    Aarch64Neon,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Wasm32Simd128,
}

impl Level {
    /// Every level of this architecture, narrowest first.
    const ALL: &[Self] = &[
        Self::Portable,
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Self::X86Sse41,
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Self::X86Avx2,
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Self::X86Avx512Vbmi,
        #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
        Self::Aarch64Neon,
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Self::Wasm32Simd128,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Sse41 => "x86_sse41",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Avx2 => "x86_avx2",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Avx512Vbmi => "x86_avx512vbmi",
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Self::Aarch64Neon => "aarch64_neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Wasm32Simd128 => "wasm32_simd128",
        }
    }

    /// Whether this CPU runs the level. The features are those of the kernels' own
    /// `#[target_feature]` lists.
    fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Sse41 => sse41::get(),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Avx2 => sse41::get() && avx2::get(),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::X86Avx512Vbmi => sse41::get() && avx2::get() && avx512::get(),
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Self::Aarch64Neon => true,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Wasm32Simd128 => true,
        }
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
cpufeatures::new!(sse41, "ssse3", "sse4.1");
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
cpufeatures::new!(avx2, "avx2");
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
cpufeatures::new!(avx512, "avx512f", "avx512bw", "avx512vl", "avx512vbmi");

/// The proof that this CPU runs a set of kernels: a token that only this module can make.
///
/// ```
/// use highwayhash::Backend;
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
    pub const NAMES: [&str; 6] =
        ["portable", "x86_sse41", "x86_avx2", "x86_avx512vbmi", "aarch64_neon", "wasm32_simd128"];

    /// The widest level that this CPU runs (or the one that `--cfg highwayhash_backend` asks for).
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
                target_feature = "avx512f",
                target_feature = "avx512bw",
                target_feature = "avx512vl",
                target_feature = "avx512vbmi"
            ))
        {
            return Self(Level::X86Avx512Vbmi);
        }
        #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
        if Self::FORCED.is_none() {
            return Self(Level::Aarch64Neon);
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        if Self::FORCED.is_none() {
            return Self(Level::Wasm32Simd128);
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

    /// What `--cfg highwayhash_backend="NAME"` says.
    const FORCED: Option<&'static str> = if cfg!(highwayhash_backend = "portable") {
        Some("portable")
    } else if cfg!(highwayhash_backend = "x86_sse41") {
        Some("x86_sse41")
    } else if cfg!(highwayhash_backend = "x86_avx2") {
        Some("x86_avx2")
    } else if cfg!(highwayhash_backend = "x86_avx512vbmi") {
        Some("x86_avx512vbmi")
    } else if cfg!(highwayhash_backend = "aarch64_neon") {
        Some("aarch64_neon")
    } else if cfg!(highwayhash_backend = "wasm32_simd128") {
        Some("wasm32_simd128")
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
    ($backend:expr, $kernel:ident($($argument:expr),*)) => {
        match $backend.0 {
            Level::Portable => portable::$kernel($($argument),*),
            // SAFETY: a `Backend` of this level is made only after ssse3 and sse4.1 were detected.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86Sse41 => unsafe { x86_sse41::$kernel($($argument),*) },
            // SAFETY: as above, and avx2.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86Avx2 => unsafe { x86_avx2::$kernel($($argument),*) },
            // SAFETY: as above, and avx512f, avx512bw, avx512vl and avx512vbmi.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86Avx512Vbmi => unsafe { x86_avx512vbmi::$kernel($($argument),*) },
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Level::Aarch64Neon => aarch64_neon::$kernel($($argument),*),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Level::Wasm32Simd128 => wasm32_simd128::$kernel($($argument),*),
        }
    };
}

/// The hash of the eight little-endian bytes of `word`.
#[cfg(feature = "std")]
#[inline]
pub(crate) fn word<const W: usize>(backend: Backend, key: &[u64; 4], word: u64) -> [u64; W] {
    dispatch!(backend, word(key, word))
}

/// The hash of a message.
#[inline]
pub(crate) fn hash<const W: usize>(backend: Backend, key: &[u64; 4], message: &[u8]) -> [u64; W] {
    dispatch!(backend, hash(key, message))
}

/// Mixes packets into the state.
pub(crate) fn absorb(backend: Backend, state: &mut State, packets: &[Packet]) {
    dispatch!(backend, absorb(state, packets));
}

/// The hash of the message that ends with the `tail`, of less than a packet, after this state.
#[inline]
pub(crate) fn finish<const W: usize>(backend: Backend, state: &State, tail: &[u8]) -> [u64; W] {
    debug_assert!(tail.len() < 32);
    dispatch!(backend, finish(state, tail))
}

/// The hash of each message, in order, for as many as both sides have.
pub(crate) fn hash_each<'m, const W: usize>(
    backend: Backend,
    key: &[u64; 4],
    messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [[u64; W]],
) {
    dispatch!(backend, hash_each(key, messages, out));
}

/// The hash of the eight little-endian bytes of each word, for as many as both sides have.
pub(crate) fn hash_u64s<const W: usize>(
    backend: Backend,
    key: &[u64; 4],
    words: &[u64],
    out: &mut [[u64; W]],
) {
    dispatch!(backend, hash_u64s(key, words, out));
}
