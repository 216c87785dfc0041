//! The levels, the dispatch to the kernel, and all unsafe code of the crate.
//!
//! The backend files have one kernel, `absorb`: it mixes the same number of blocks into the state
//! of each of some streams. It takes any number of streams, up to the lanes of the backend, and
//! chooses the vectors and chains that suit it. One or two streams go through general-purpose
//! registers.

use crate::table::{Block, State};

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

/// The next blocks of some streams.
#[derive(Clone, Copy)]
pub(crate) enum Part<'b> {
    /// So many blocks of each stream, which begin its bytes.
    Own(&'b [&'b [u8]], usize),
    /// The same blocks in every stream.
    Common(Blocks<'b>),
}

impl Part<'_> {
    /// The number of blocks.
    #[inline(always)]
    fn count(&self) -> usize {
        match self {
            Self::Own(_, count) => *count,
            Self::Common(blocks) => blocks.len(),
        }
    }
}

/// The most lanes that any backend has.
pub(crate) const MAX_LANES: usize = 48;

hash_core::backends! {
    $
    /// The proof that this CPU runs a set of kernels.
    ///
    /// Only functions of several messages have a choice, as one message alone cannot use vectors.
    /// [`hash_many`](crate::hash_many) and its kin take the widest backend, and
    /// [`hash_many_on`](crate::hash_many_on) and its kin the one that they are given.
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
        Portable = portable "portable" [],
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        X86Sse2 = x86_sse2 "x86_sse2" ["sse2"],
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        X86Avx2 = x86_avx2 "x86_avx2" ["avx2"],
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        X86Avx512 = x86_avx512 "x86_avx512" ["avx512bw", "avx512vl"],
        #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
        Aarch64Neon = aarch64_neon "aarch64_neon" [],
    }

    macro dispatch;
}

impl Backend {
    /// The number of streams that one vector holds, and of vectors that are worked on at once.
    pub(crate) const fn shape(self) -> [usize; 2] {
        match self.level() {
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

dispatch! {
    /// Mixes the blocks of each part into the states of the streams, part after part. There are as
    /// many states as streams, and not more than the backend has lanes. With `from`, all streams
    /// begin with that state, whatever theirs is: one state need not be transposed.
    pub(crate) fn absorb(from: Option<&State>, states: &mut [State], parts: &[Part<'_>]);
}

/// Mixes blocks into the state of one stream: in general-purpose registers, or in vectors of a single
/// lane where a CPU has them and rotates them in a cycle.
pub(crate) fn absorb_one(state: &mut State, blocks: Blocks<'_>) {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if hash_core::cpu::is_intel() && Backend::detect().level() == Level::X86Avx512 {
        // SAFETY: detection saw the features of this level.
        return unsafe { x86_avx512::one::absorb(state, blocks) };
    }
    portable::absorb_one(state, blocks);
}

/// Mixes blocks into the states of two streams, interleaved: in little more time than one takes.
pub(crate) fn absorb_two(states: [&mut State; 2], blocks: [Blocks<'_>; 2], count: usize) {
    portable::absorb_two(states, blocks, count);
}

#[cfg(all(test, any(target_arch = "x86", target_arch = "x86_64")))]
mod tests {
    use super::*;
    use crate::table::START;

    /// On every vendor's CPU, though it is chosen on Intel's alone.
    #[test]
    fn a_single_lane_agrees_with_words() {
        if Backend::from_name("x86_avx512").is_none() {
            std::println!("left out: this CPU has no AVX-512");
            return;
        }
        let blocks: [Block; 5] = core::array::from_fn(|i| {
            core::array::from_fn(|j| (i * 89 + j * j * 7).to_le_bytes()[0])
        });
        for count in 0..=blocks.len() {
            let (mut a, mut b) = (START, START);
            portable::absorb_one(&mut a, &blocks[..count]);
            // SAFETY: the CPU has the features of the level, as the name above shows.
            unsafe { x86_avx512::one::absorb(&mut b, &blocks[..count]) };
            assert_eq!(a, b, "{count} blocks");
        }
    }
}
