//! One message at a time in general-purpose registers: the rounds, and the loads of words.
//!
//! # The function
//! SipHash-c-d (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012, §2) has a state of
//! four words, which start as the key XORed with four constants. The message is split into
//! little-endian words. The last one contains the remaining bytes and, in its top byte, the length
//! modulo 256. A word m is absorbed by
//!
//! ```text
//! v3 ^= m;    c rounds;    v0 ^= m
//! ```
//!
//! After the last word come `v2 ^= 0xff` and d rounds; the hash is the exclusive or of all four
//! words. A round is
//!
//! ```text
//! v0 += v1;   v1 = v1 <<< 13 ^ v0;   v0 = v0 <<< 32       v2 += v3;   v3 = v3 <<< 16 ^ v2
//! v2 += v1;   v1 = v1 <<< 17 ^ v2;   v2 = v2 <<< 32       v0 += v3;   v3 = v3 <<< 21 ^ v0
//! ```
//!
//! # The critical path
//! From v3 to v3 the path has four operations per round: add, xor, add, xor. The message adds one
//! per word. XORing the word into v3 before v0 does not hide that one, because the rotation of v3
//! is ready as late as v0.

use hash_core::{load, opaque};

/// The four state words.
#[derive(Clone, Copy)]
pub(crate) struct State {
    pub(crate) v0: u64,
    pub(crate) v1: u64,
    pub(crate) v2: u64,
    pub(crate) v3: u64,
}

/// The constants that are XORed with the key: `somepseudorandomlygeneratedbytes`, big-endian.
pub(crate) const INITIAL: [u64; 4] =
    [0x736f_6d65_7073_6575, 0x646f_7261_6e64_6f6d, 0x6c79_6765_6e65_7261, 0x7465_6462_7974_6573];

impl State {
    /// Creates the state before the first word, for hashes of W words.
    #[inline(always)]
    pub(crate) const fn new<const W: usize>(key: [u64; 2]) -> Self {
        const { assert!(W == 1 || W == 2) };
        let [k0, k1] = key;
        Self {
            v0: k0 ^ INITIAL[0],
            v1: k1 ^ INITIAL[1] ^ if W == 2 { 0xee } else { 0 },
            v2: k0 ^ INITIAL[2],
            v3: k1 ^ INITIAL[3],
        }
    }

    /// Computes a round. The compiler keeps the order of independent statements. With the first
    /// addition to v2 before the first rotation, for example, it copies words, which makes the
    /// critical path longer.
    #[inline(always)]
    fn round(&mut self) {
        self.v0 = self.v0.wrapping_add(self.v1);
        self.v1 = self.v1.rotate_left(13);
        self.v2 = self.v2.wrapping_add(self.v3);
        self.v1 ^= self.v0;
        self.v3 = self.v3.rotate_left(16) ^ self.v2;
        self.v0 = self.v0.rotate_left(32);
        self.v2 = self.v2.wrapping_add(self.v1);
        self.v0 = self.v0.wrapping_add(self.v3);
        self.v1 = self.v1.rotate_left(17) ^ self.v2;
        self.v3 = self.v3.rotate_left(21);
        self.v2 = self.v2.rotate_left(32);
        self.v3 ^= self.v0;
    }

    #[inline(always)]
    fn rounds<const N: u8>(&mut self) {
        const { assert!(N > 0, "no rounds") };
        // Where optimisation is off, a range takes as long as a round does.
        let mut done = 0;
        while done < N {
            self.round();
            done += 1;
        }
    }

    /// Absorbs a word.
    #[inline(always)]
    pub(crate) fn absorb<const C: u8>(&mut self, m: u64) {
        self.v3 ^= m;
        self.rounds::<C>();
        self.v0 ^= m;
    }

    /// Absorbs all `words`, then `last`. This is the loop of long messages.
    #[inline(always)]
    pub(crate) fn absorb_all<const C: u8>(&mut self, words: &[[u8; 8]], last: u64) {
        // With BMI2 a compiler rotates into other registers. One round per word is then faster in
        // the plain loop, which the compiler unrolls its own way.
        if C == 1 && cfg!(target_feature = "bmi2") {
            self.absorb_groups::<C, 1>(words);
        } else {
            self.absorb_groups::<C, 4>(words);
        }
        self.absorb::<C>(last);
    }

    /// Absorbs words, N per iteration.
    #[inline(always)]
    fn absorb_groups<const C: u8, const N: usize>(&mut self, words: &[[u8; 8]]) {
        let (groups, rest) = words.as_chunks::<N>();
        for group in groups {
            for word in group {
                self.absorb::<C>(u64::from_le_bytes(*word));
            }
        }
        for word in rest {
            self.absorb::<C>(u64::from_le_bytes(*word));
        }
    }

    /// Computes the hash of W words after the last word of the message.
    #[inline(always)]
    pub(crate) fn finish<const D: u8, const W: usize>(mut self) -> [u64; W] {
        self.v2 ^= if W == 2 { 0xee } else { 0xff };
        let mut hash = [0; W];
        let mut i = 0;
        while i < W {
            if i == 1 {
                self.v1 ^= 0xdd;
            }
            self.rounds::<D>();
            hash[i] = self.v0 ^ self.v1 ^ self.v2 ^ self.v3;
            i += 1;
        }
        hash
    }
}

/// Loads the last `message.len() % 8` bytes as a little-endian number.
#[inline(always)]
pub(crate) fn load_tail(message: &[u8]) -> u64 {
    match message.last_chunk() {
        Some(last) => high_bytes(u64::from_le_bytes(*last), message.len() % 8),
        None => load::short_word(message),
    }
}

/// Loads the last word: the last `message.len() % 8` bytes, and the length in the top byte.
///
/// For one to three bytes, the length is combined with the first byte while the others are shifted,
/// which leaves one operation less before the state. The compiler would combine it last.
#[inline(always)]
fn load_last(message: &[u8]) -> u64 {
    let (n, length) = (message.len(), length_byte(message.len() as u64));
    if let Some(last) = message.last_chunk() {
        return high_bytes(u64::from_le_bytes(*last), n % 8) | length;
    }
    match (message.first(), message.last()) {
        (Some(&first), Some(&last)) if n < 4 => {
            let middle = u32::from(message[n / 2]) << (8 * (n / 2));
            let high = middle | u32::from(last) << (8 * (n - 1));
            // Keeps these operations in their order.
            opaque!(u64 u64::from(first) | length) | u64::from(high)
        }
        _ => load::short_word(message) | length,
    }
}

/// Extracts the `count` highest bytes of a word, where `count` is below eight.
#[inline(always)]
pub(crate) const fn high_bytes(word: u64, count: usize) -> u64 {
    // Two shifts, because a single one by 64 bits would overflow.
    (word >> 8) >> (56 - 8 * (count % 8))
}

/// Moves the length to its byte of the last word.
#[inline(always)]
pub(crate) const fn length_byte(len: u64) -> u64 {
    len << 56
}

/// Hashes a message.
///
/// Inlined wherever it is called: the words of a message of less than 32 bytes then stay in
/// registers, and the branches disappear where the length is known.
#[inline(always)]
pub(crate) fn hash<const C: u8, const D: u8, const W: usize>(
    key: [u64; 2],
    message: &[u8],
) -> [u64; W] {
    let (words, _) = message.as_chunks();
    if words.len() > 3 {
        let [k0, k1] = key;
        return hash_long::<C, D, W>(k0, k1, message);
    }
    let mut state = State::new::<W>(key);
    let last = load_last(message);
    // Written out, because short messages take longer with a loop.
    if let Some(first) = words.first() {
        state.absorb::<C>(u64::from_le_bytes(*first));
        if let Some(second) = words.get(1) {
            state.absorb::<C>(u64::from_le_bytes(*second));
            if let Some(third) = words.get(2) {
                state.absorb::<C>(u64::from_le_bytes(*third));
            }
        }
    }
    state.absorb::<C>(last);
    state.finish::<D, W>()
}

/// Hashes at least 32 bytes. Kept out of line so that [`hash`] stays short. The key is two
/// arguments, because an array is passed in memory, where short messages would load it from as
/// well.
#[inline(never)]
fn hash_long<const C: u8, const D: u8, const W: usize>(
    k0: u64,
    k1: u64,
    message: &[u8],
) -> [u64; W] {
    let mut state = State::new::<W>([k0, k1]);
    let last = load_tail(message) | length_byte(message.len() as u64);
    state.absorb_all::<C>(message.as_chunks().0, last);
    state.finish::<D, W>()
}

/// Hashes the eight little-endian bytes of a word, without memory accesses or branches.
#[inline(always)]
pub(crate) fn hash_word<const C: u8, const D: u8>(key: [u64; 2], word: u64) -> u64 {
    let mut state = State::new::<1>(key);
    state.absorb::<C>(word);
    state.absorb::<C>(length_byte(8));
    let [hash] = state.finish::<D, 1>();
    hash
}
