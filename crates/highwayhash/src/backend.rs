//! The state, the levels and the dispatch to the kernels. All unsafe code of the crate is in this
//! module.
//!
//! A kernel is a function from plain data to plain data. Every backend file has the same kernels. W
//! is the number of words of the hash, 1, 2 or 4:
//!
//! | kernel      | computes                                                      |
//! |-------------|---------------------------------------------------------------|
//! | `word`      | the hash of the eight little-endian bytes of a word           |
//! | `hash`      | the hash of a whole message                                   |
//! | `absorb`    | the state after some packets                                  |
//! | `finish`    | the hash from the state before the last, partial packet       |
//! | `hash_each` | the hashes of many messages                                   |
//! | `hash_u64s` | the hashes of many words                                      |
//!
//! `backend/generic.rs` has the algorithm, written once for all vector types. The file of a backend
//! has the operations of its registers, and entry points of one line each.
//!
//! # The function
//! A state has four words each of v0, v1, mul0 and mul1. A packet L of four words is mixed in by
//!
//! ```text
//! v1 += mul0 + L;    mul0 ^= low(v1) · high(v0)
//! v0 += mul1;        mul1 ^= low(v0) · high(v1)
//! v0 += zip(v1);     v1 += zip(v0)
//! ```
//!
//! word by word, where low and high are the 32-bit halves, and zip permutes the bytes of each pair
//! of words by [`ZIP`]. So a state consists of two halves of two words that do not interact before
//! the last rounds. The packets of the last rounds are v0 with its halves exchanged. So 128-bit
//! registers cost no extra shuffles, only width.
//!
//! The critical path from packet to packet is v0 → zip → v1 → zip → v0. The sum v1 + L + mul0 is
//! not on it if the sum is computed before zip(v0) is added. So between two packets the kernels
//! keep v1 without that addend.

#[cfg_attr(
    not(any(
        target_feature = "sse2",
        all(target_arch = "aarch64", target_endian = "little", target_feature = "neon")
    )),
    allow(dead_code, unused_imports, unused_macros, reason = "for vector registers")
)]
mod generic;
#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
mod last_packet;
#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
mod pair;
mod portable;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "x86", not(any(target_os = "none", target_os = "uefi")))
))]
mod x86;

/// A packet: 32 bytes of a message.
pub(crate) type Packet = [u8; 32];

/// The initial mul0. These words and those of [`MUL1`] are fractional digits of π.
const MUL0: [u64; 4] =
    [0xdbe6_d5d5_fe4c_ce2f, 0xa409_3822_299f_31d0, 0x1319_8a2e_0370_7344, 0x243f_6a88_85a3_08d3];
/// The initial mul1.
const MUL1: [u64; 4] =
    [0x3bd3_9e10_cb0e_f593, 0xc0ac_f169_b5f1_8a8c, 0xbe54_66cf_34e9_0c6c, 0x4528_21e6_38d0_1377];

/// Byte i of a zipped pair of words is byte `ZIP[i]` of the pair.
#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "portable code uses shifts"))]
const ZIP: [u8; 16] = [3, 12, 2, 5, 14, 1, 15, 0, 11, 4, 10, 13, 9, 6, 8, 7];

/// The state of a stream after whole packets.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(crate) struct State {
    pub(crate) v0: [u64; 4],
    pub(crate) v1: [u64; 4],
    pub(crate) mul0: [u64; 4],
    pub(crate) mul1: [u64; 4],
}

impl State {
    /// Creates the state before the first packet.
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

    /// Creates a state from the words v0, v1, mul0, mul1.
    pub(crate) fn from_words(words: [u64; 16]) -> Self {
        let part = |n: usize| core::array::from_fn(|i| words[4 * n + i]);
        Self { v0: part(0), v1: part(1), mul0: part(2), mul1: part(3) }
    }

    /// Returns the words v0, v1, mul0, mul1.
    pub(crate) fn to_words(self) -> [u64; 16] {
        let parts = [self.v0, self.v1, self.mul0, self.mul1];
        core::array::from_fn(|i| parts[i / 4][i % 4])
    }
}

/// Returns the number of rounds after the last packet, for a hash of `words` words. Kernels compute
/// it at compile time, so that one for another number of words does not compile.
const fn rounds(words: usize) -> usize {
    match words {
        1 => 4,
        2 => 6,
        4 => 10,
        _ => panic!("a hash has 1, 2 or 4 words"),
    }
}

hash_core::backends! {
    $
    /// A token that proves that this CPU runs a set of kernels. Only detection creates one.
    ///
    /// ```
    /// use highwayhash::Backend;
    /// let best = Backend::detect();
    /// assert!(Backend::available().any(|backend| backend == best));
    /// assert_eq!(Backend::available().next(), Some(Backend::PORTABLE));
    /// ```
    pub struct Backend, forced by highwayhash_backend;

    /// The kernel sets of this architecture.
    enum Level {
        /// Every other CPU.
        Portable = portable "portable" [],
        /// Penryn, Bulldozer and later.
        X86Sse41 = x86::sse41 "x86_sse41" ["sse4.1"],
        /// Haswell, Excavator, Zen and later.
        X86Avx2 = x86::avx2 "x86_avx2" ["avx2"],
        /// Ice Lake, Zen 4 and later.
        X86Avx512Vbmi = x86::avx512vbmi "x86_avx512vbmi" ["avx512vl", "avx512vbmi"],
        /// Little-endian builds with NEON: nearly every 64-bit Arm.
        Aarch64Neon = aarch64::neon "aarch64_neon" ["neon"],
        /// Builds with `-C target-feature=+simd128`.
        Wasm32Simd128 = wasm32::simd128 "wasm32_simd128" [],
    }

    macro dispatch;
}

dispatch! {
    unsafe;

    /// Hashes the eight little-endian bytes of `word`.
    #[cfg(feature = "std")]
    #[inline]
    pub(crate) fn word[const W: usize](key: &[u64; 4], word: u64) -> [u64; W];

    /// Hashes a message.
    #[inline]
    pub(crate) fn hash[const W: usize](key: &[u64; 4], message: &[u8]) -> [u64; W];

    /// Mixes packets into the state.
    pub(crate) fn absorb(state: &mut State, packets: &[Packet]);

    /// Computes the hash of a message from the state after its whole packets and `tail`, the bytes
    /// after them.
    #[inline]
    pub(crate) fn finish[const W: usize](state: &State, tail: &[u8]) -> [u64; W];

    /// Hashes each message, in order. Stops when the messages or the outputs end.
    pub(crate) fn hash_each['m, const W: usize](
        key: &[u64; 4],
        messages: impl Iterator<Item = &'m [u8]>,
        out: &mut [[u64; W]],
    );

    /// Hashes the eight little-endian bytes of each word. Stops when the words or the outputs end.
    pub(crate) fn hash_u64s[const W: usize](
        key: &[u64; 4],
        words: &[u64],
        out: &mut [[u64; W]],
    );
}
