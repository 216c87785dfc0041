//! The levels and the dispatch to the kernel. All unsafe code of the crate is in this module.
//!
//! Every backend file has one kernel, `absorb`, which mixes the same number of blocks into the
//! state of each of several streams. It takes any number of streams up to the lanes of the backend,
//! and chooses the vectors and chains that suit the number. One or two streams use general-purpose
//! registers.

use crate::table::{Block, State};

mod portable;
mod rounds;
#[cfg_attr(
    not(target_feature = "sse2"),
    allow(unused_macros, unused_imports, reason = "for vector registers")
)]
mod vectors;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "x86", not(any(target_os = "none", target_os = "uefi")))
))]
mod x86;

/// Consecutive blocks of one message.
pub(crate) type Blocks<'m> = &'m [Block];

/// The next blocks of several streams.
#[derive(Clone, Copy)]
pub(crate) enum Part<'b> {
    /// The bytes of each stream, and the number of blocks to take from their beginning.
    Own(&'b [&'b [u8]], usize),
    /// The same blocks in every stream.
    Common(Blocks<'b>),
}

impl<'b> Part<'b> {
    /// No blocks.
    pub(crate) const NONE: Self = Part::Common(&[]);

    /// Returns the number of blocks.
    #[inline(always)]
    fn count(&self) -> usize {
        match self {
            Self::Own(_, count) => *count,
            Self::Common(blocks) => blocks.len(),
        }
    }

    /// Returns the blocks of a stream.
    #[inline(always)]
    fn of(&self, stream: usize) -> Blocks<'b> {
        match *self {
            Self::Own(bytes, count) => &bytes[stream].as_chunks().0[..count],
            Self::Common(blocks) => blocks,
        }
    }
}

/// The largest number of lanes of any backend.
pub(crate) const MAX_LANES: usize = 64;

hash_core::backends! {
    $
    /// A token that proves that this CPU runs a set of kernels. Only detection creates one.
    ///
    /// Only functions of several messages have a choice. [`hash_many`](crate::hash_many) and its
    /// variants use the widest backend; [`hash_many_on`](crate::hash_many_on) and the other
    /// functions in `_on` use the one that they are given.
    ///
    /// ```
    /// use md5_opt::Backend;
    /// let best = Backend::detect();
    /// assert!(Backend::available().any(|b| b == best));
    /// assert_eq!(Backend::available().next(), Some(Backend::PORTABLE));
    /// ```
    pub struct Backend, forced by md5_opt_backend;

    /// The kernel sets of this architecture.
    enum Level {
        /// Two messages in parallel.
        Portable = portable "portable" [],
        /// Eight messages in parallel; every x86-64.
        X86Sse2 = x86::sse2 "x86_sse2" ["sse2"],
        /// 16 messages in parallel; Haswell, Zen and later.
        X86Avx2 = x86::avx2 "x86_avx2" ["avx2"],
        /// 64 messages in parallel; Skylake-X, Zen 4 and later.
        X86Avx512 = x86::avx512 "x86_avx512" ["avx512bw", "avx512vl"],
        /// Eight messages in parallel; little-endian builds with NEON.
        Aarch64Neon = aarch64::neon "aarch64_neon" [],
    }

    macro dispatch;
}

dispatch! {
    const;

    /// Returns the number of streams in a vector, and the number of vectors that are processed in
    /// parallel.
    pub(crate) fn shape() -> [usize; 2];
}

dispatch! {
    unsafe;

    /// Mixes the blocks of both parts into the states of the streams, part after part. There is one
    /// state per stream, and there are at most as many as the backend has lanes. If `from` is
    /// given, all streams start from it instead of their own states: a common state need not be
    /// transposed.
    pub(crate) fn absorb(from: Option<&State>, states: &mut [State], parts: [Part<'_>; 2]);
}

/// Mixes whole blocks and those of the padded end into the state of one stream.
#[inline]
#[must_use]
pub(crate) fn absorb_one(state: &State, whole: Blocks<'_>, end: Blocks<'_>) -> State {
    absorb_number(u128::from_le_bytes(*state), whole, end).to_le_bytes()
}

/// Does the same in general-purpose registers, or in vectors of a single lane if the CPU has
/// AVX-512 and rotates vectors in one cycle.
///
/// The state is a number, because calls pass numbers in registers, and arrays in memory.
fn absorb_number(state: u128, whole: Blocks<'_>, end: Blocks<'_>) -> u128 {
    #[cfg(target_feature = "sse2")]
    if hash_core::cpu::is_intel() && Backend::detect().level() == Level::X86Avx512 {
        // SAFETY: detection saw the features of this level.
        return unsafe { x86::avx512::one::absorb(state, whole, end) };
    }
    portable::absorb_one(state, whole, end)
}

/// Mixes blocks into the states of two streams. They are interleaved, so both take little more time
/// than one.
pub(crate) fn absorb_two(states: [&mut State; 2], blocks: [Blocks<'_>; 2], count: usize) {
    portable::absorb_two(states, blocks, count);
}
