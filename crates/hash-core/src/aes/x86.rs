//! AES-NI: one instruction a round.

use crate::x86::*;
use core::mem;

/// The largest number of round keys: that of AES-256.
const MOST: usize = 15;

/// The number of blocks that are encrypted side by side: their instructions hide each other's
/// latency.
const GROUP: usize = 8;

/// The round keys of FIPS 197, §5.2, and the proof that the CPU has AES-NI.
#[derive(Clone)]
pub(super) struct RoundKeys {
    /// All but the last key.
    keys: [__m128i; MOST - 1],
    last: __m128i,
    /// The number of rounds: 10, 12 or 14.
    rounds: usize,
}

impl RoundKeys {
    /// Expands a key of 16, 24 or 32 bytes, if this CPU has AES-NI.
    pub(super) fn new(key: &[u8]) -> Option<Self> {
        if !crate::cpu::has("aes") {
            return None;
        }
        // SAFETY: the CPU has AES-NI.
        Some(unsafe { Self::expand(key) })
    }

    #[target_feature(enable = "aes")]
    fn expand(key: &[u8]) -> Self {
        let (of_key, _) = key.as_chunks::<4>();
        let rounds = of_key.len() + 6;
        let mut words = [0_u32; 4 * MOST];
        let mut round_constant = 1;
        for i in 0..4 * (rounds + 1) {
            words[i] = if i < of_key.len() {
                u32::from_le_bytes(of_key[i])
            } else {
                let mut last = words[i - 1];
                if i.is_multiple_of(of_key.len()) {
                    last = substitute(last).rotate_right(8) ^ round_constant;
                    // x · the constant in AES's field.
                    round_constant = (round_constant << 1) ^ ((round_constant >> 7) * 0x11b);
                } else if of_key.len() > 6 && i % of_key.len() == 4 {
                    last = substitute(last);
                }
                words[i - of_key.len()] ^ last
            };
        }
        let (words_of_keys, _) = words.as_chunks::<4>();
        // SAFETY: four words are 16 bytes.
        let key = |i: usize| unsafe { _mm_loadu_si128(words_of_keys[i].as_ptr().cast()) };
        let made = Self { keys: core::array::from_fn(key), last: key(rounds), rounds };
        #[cfg(feature = "zeroize")]
        crate::residue::overwrite(&mut words, [0; 4 * MOST]);
        made
    }

    #[inline]
    pub(super) fn encrypt(&self, block: [u8; 16]) -> [u8; 16] {
        // SAFETY: the round keys prove that the CPU has AES-NI.
        unsafe { self.encrypt_bytes(block) }
    }

    #[inline]
    pub(super) fn encrypt_number(&self, block: u128) -> u128 {
        // SAFETY: as above.
        unsafe { self.encrypt_integer(block) }
    }

    pub(super) fn encrypt_all(&self, blocks: &mut [[u8; 16]]) {
        // SAFETY: as above.
        unsafe { self.encrypt_groups(blocks) }
    }

    #[inline]
    #[target_feature(enable = "aes")]
    fn encrypt_bytes(&self, block: [u8; 16]) -> [u8; 16] {
        let mut block = [block];
        self.encrypt_group(&mut block);
        let [block] = block;
        block
    }

    #[inline]
    #[target_feature(enable = "aes")]
    fn encrypt_integer(&self, block: u128) -> u128 {
        // SAFETY: both types have 16 bytes without padding, and x86 is little-endian.
        let mut states = [unsafe { mem::transmute::<u128, __m128i>(block) }];
        self.encrypt_states(&mut states);
        let [state] = states;
        // SAFETY: as above.
        unsafe { mem::transmute::<__m128i, u128>(state) }
    }

    #[target_feature(enable = "aes")]
    fn encrypt_groups(&self, blocks: &mut [[u8; 16]]) {
        let (groups, rest) = blocks.as_chunks_mut::<GROUP>();
        for group in groups {
            self.encrypt_group(group);
        }
        for block in rest {
            self.encrypt_group(core::array::from_mut(block));
        }
    }

    #[inline]
    #[target_feature(enable = "aes")]
    fn encrypt_group<const N: usize>(&self, blocks: &mut [[u8; 16]; N]) {
        let mut states = [_mm_setzero_si128(); N];
        for (state, block) in states.iter_mut().zip(&*blocks) {
            // SAFETY: a block has 16 bytes.
            *state = unsafe { _mm_loadu_si128(block.as_ptr().cast()) };
        }
        self.encrypt_states(&mut states);
        for (state, block) in states.iter().zip(blocks) {
            // SAFETY: a block has 16 bytes.
            unsafe { _mm_storeu_si128(block.as_mut_ptr().cast(), *state) };
        }
    }

    #[inline]
    #[target_feature(enable = "aes")]
    fn encrypt_states<const N: usize>(&self, states: &mut [__m128i; N]) {
        for state in &mut *states {
            *state = _mm_xor_si128(*state, self.keys[0]);
        }
        let mut rounds = |keys: &[__m128i]| {
            for key in keys {
                for state in &mut *states {
                    *state = _mm_aesenc_si128(*state, *key);
                }
            }
        };
        // Numbers that the compiler knows, so that it unrolls the loops.
        rounds(&self.keys[1..10]);
        if self.rounds > 10 {
            rounds(&self.keys[10..12]);
        }
        if self.rounds > 12 {
            rounds(&self.keys[12..14]);
        }
        for state in states {
            *state = _mm_aesenclast_si128(*state, self.last);
        }
    }
}

/// Applies the S-box to each byte of a word.
#[inline]
#[target_feature(enable = "aes")]
fn substitute(word: u32) -> u32 {
    let words = _mm_aeskeygenassist_si128::<0>(_mm_set1_epi32(word.cast_signed()));
    _mm_cvtsi128_si32(words).cast_unsigned()
}

#[cfg(feature = "zeroize")]
impl Drop for RoundKeys {
    fn drop(&mut self) {
        // SAFETY: the CPU has SSE2, since it has AES-NI.
        let zero = unsafe { _mm_setzero_si128() };
        crate::residue::overwrite(&mut self.keys, [zero; MOST - 1]);
        crate::residue::overwrite(&mut self.last, zero);
    }
}
