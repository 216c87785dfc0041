//! AVX2: 256-bit registers. A state is four of them, and the register file holds two states with
//! their temporaries.
//!
//! The last rounds use wide registers too. In two halves they would need no shuffle across a
//! register, but twice as many instructions. On a Zen 5, 256 bytes take 92 cycles in wide registers
//! and 126 in halves, because fewer instructions of the next message fit into the window after
//! them. Even a single hash of 32 bytes takes a tenth longer in halves.

use super::wide::{finish_rounds, finish_tail, kernels, split_packets};
use super::x86_sse41::{self as narrow, load};
use super::{MUL0, MUL1, Packet, State, ZIP, last_packet, portable, rounds};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// The number of messages that `hash_each` hashes in parallel. For messages of 4 KiB, pairs take
/// 0.71 of the time of one after another, groups of three 0.84, groups of four 0.75 (Zen 4).
const INTERLEAVED: usize = 2;
/// The smallest length in bytes of these messages. The CPU overlaps short messages by itself if
/// they are hashed one after another.
const INTERLEAVED_BYTES: usize = 256;

/// A state between two packets, held in registers. If `DEFERRED`, `v1` lacks the addend zip(v0).
#[derive(Clone, Copy)]
pub(super) struct Registers<const DEFERRED: bool> {
    pub(super) v0: __m256i,
    pub(super) v1: __m256i,
    mul0: __m256i,
    mul1: __m256i,
}

/// The state as the paper defines it.
pub(super) type Plain = Registers<false>;
/// A state whose `v1` lacks the addend zip(v0) of the last packet.
pub(super) type Whole = Registers<true>;

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_packet(packet: &Packet) -> __m256i {
    // SAFETY: the 32 bytes of the reference are readable; no alignment is needed.
    unsafe { _mm256_loadu_si256(packet.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_words(words: &[u64; 4]) -> __m256i {
    // SAFETY: the four words of the reference are readable; no alignment is needed.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_words(x: __m256i, words: &mut [u64; 4]) {
    // SAFETY: the four words of the reference are writable; no alignment is needed.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), x) }
}

/// Prevents the compiler from reordering additions; see [`Whole::update`].
#[inline]
#[target_feature(enable = "avx2")]
fn opaque(x: __m256i) -> __m256i {
    hash_core::opaque!(ymm_reg x)
}

#[inline]
#[target_feature(enable = "avx2")]
fn zip(x: __m256i) -> __m256i {
    _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(load(&ZIP)))
}

impl Plain {
    /// Creates the state before the first packet.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn initial(key: &[u64; 4]) -> Self {
        let (key, mul0, mul1) = (load_words(key), load_words(&MUL0), load_words(&MUL1));
        let v1 = _mm256_xor_si256(mul1, _mm256_shuffle_epi32::<0b10_11_00_01>(key));
        Self { v0: _mm256_xor_si256(mul0, key), v1, mul0, mul1 }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn load(state: &State) -> Self {
        let (v0, v1) = (load_words(&state.v0), load_words(&state.v1));
        let (mul0, mul1) = (load_words(&state.mul0), load_words(&state.mul1));
        Self { v0, v1, mul0, mul1 }
    }

    /// Subtracts zip(v0) from v1. The next packet or `add_zip` adds it again.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn defer_zip(self) -> Whole {
        let Self { v0, v1, mul0, mul1 } = self;
        Whole { v0, v1: _mm256_sub_epi64(v1, zip(v0)), mul0, mul1 }
    }

    /// Mixes in a packet.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn mix(self, packet: __m256i) -> Whole {
        let Self { v0, v1, mul0, mul1 } = self;
        let mut state = Whole { v0, v1, mul0, mul1 };
        state.step(opaque(_mm256_add_epi64(v1, mul0)), packet);
        state
    }
}

impl Whole {
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn store(self) -> State {
        let s = self.add_zip();
        let mut state = State { v0: [0; 4], v1: [0; 4], mul0: [0; 4], mul1: [0; 4] };
        store_words(s.v0, &mut state.v0);
        store_words(s.v1, &mut state.v1);
        store_words(s.mul0, &mut state.mul0);
        store_words(s.mul1, &mut state.mul1);
        state
    }

    /// Adds zip(v0) to v1: the inverse of `defer_zip`.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn add_zip(self) -> Plain {
        let Self { v0, v1, mul0, mul1 } = self;
        Plain { v0, v1: _mm256_add_epi64(v1, zip(v0)), mul0, mul1 }
    }

    /// Mixes in a packet.
    ///
    /// The operands are added in the order in which they become ready: first v1 and the packet,
    /// then mul0, and the zipped words last. Without the barriers the compiler adds the packet or
    /// mul0 last: 16 KiB take 1.07 times as long without the first barrier, 1.08 times without the
    /// second (Zen 4).
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn update(&mut self, packet: __m256i) {
        let early = opaque(_mm256_add_epi64(opaque(_mm256_add_epi64(self.v1, packet)), self.mul0));
        self.step(early, zip(self.v0));
    }

    /// Mixes in a packet that is ready later than the zipped words. Without the barriers a hash of
    /// 8 bytes takes 1.06 times as long, and 1.10 times with the kernels of the next level (Zen 4).
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn update_late(&mut self, packet: __m256i) {
        let early = opaque(_mm256_add_epi64(self.v1, self.mul0));
        self.step(opaque(_mm256_add_epi64(early, zip(self.v0))), packet);
    }

    /// Computes the rest of an update, where the new v1 is `early` + `late`.
    ///
    /// The compiler keeps this order: the shuffle, for which the next packet waits, comes before
    /// the shifts, which run on the same ports. With the shifts first, 16 KiB take 1.05 times as
    /// long (Zen 4).
    #[inline]
    #[target_feature(enable = "avx2")]
    fn step(&mut self, early: __m256i, late: __m256i) {
        let v1 = _mm256_add_epi64(early, late);
        let v0 = _mm256_add_epi64(self.v0, self.mul1);
        let zipped = zip(v1);
        let (high0, high1) = (_mm256_srli_epi64::<32>(self.v0), _mm256_srli_epi64::<32>(v1));
        self.v0 = _mm256_add_epi64(v0, zipped);
        self.mul0 = _mm256_xor_si256(self.mul0, _mm256_mul_epu32(v1, high0));
        self.mul1 = _mm256_xor_si256(self.mul1, _mm256_mul_epu32(v0, high1));
        self.v1 = v1;
    }

    /// Permutes v0 to the packet of a last round: exchanges the halves of the register, and the
    /// halves of each word.
    ///
    /// It is one permutation, because the indices are hidden from the compiler. If the compiler
    /// knows them, it emits two shuffles, and a hash of 32 bytes takes 1.04 to 1.06 times as long
    /// (Zen 4).
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn permuted(&self) -> __m256i {
        _mm256_permutevar8x32_epi32(self.v0, opaque(_mm256_set_epi32(2, 3, 0, 1, 6, 7, 4, 5)))
    }

    /// Computes the hash from the state after the last rounds.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn hash<const W: usize>(self) -> [u64; W] {
        if W > 1 {
            return portable::hash_words(&self.store());
        }
        let s = self.add_zip();
        let (zero, one) = (_mm256_add_epi64(s.v0, s.mul0), _mm256_add_epi64(s.v1, s.mul1));
        let mut words = [0; 4];
        store_words(_mm256_add_epi64(zero, one), &mut words);
        [words[0]; W]
    }
}

/// Mixes in the last packet, which has `len` bytes of the message.
#[inline]
#[target_feature(enable = "avx2")]
fn absorb_last(mut state: Plain, packet: __m256i, len: usize) -> Whole {
    let len = last_packet::length(len).cast_signed();
    state.v0 = _mm256_add_epi64(state.v0, _mm256_set1_epi32(len));
    let (left, right) = (_mm_cvtsi32_si128(len), _mm_cvtsi32_si128(32 - len));
    let v1 = state.v1;
    state.v1 = _mm256_or_si256(_mm256_sll_epi32(v1, left), _mm256_srl_epi32(v1, right));
    state.mix(packet)
}

/// Loads the packet of the last 1 to 31 bytes of a message.
#[inline]
#[target_feature(enable = "avx2")]
fn load_last_packet(tail: &[u8]) -> __m256i {
    let [low, high] = narrow::load_last_packet(tail);
    _mm256_set_m128i(high, low)
}

kernels!("avx2");
