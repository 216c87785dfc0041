//! LeMac, a MAC of AES rounds, with AES-NI.
//!
//! Bariant, Baudrin, Leurent, Pernot, Perrin and Peyrin, "Fast AES-Based Universal Hash Functions
//! and MACs" (IACR Transactions on Symmetric Cryptology 2024, issue 2), with the schedule of its
//! corrigendum. The paper's first version read one of the delayed words a round too early; that
//! function is called LeMac-0 today.
//!
//! The state is nine blocks of 16 bytes. A round takes the four blocks a, b, c, d of a message and
//! a word w, where A is an unkeyed round of AES:
//!
//! ```text
//! s0 + s8 + c,  A(s0) + d,  A(s1) + d,  A(s2) + w,  A(s3) + a,
//! A(s4) + a,  A(s5) + b,  A(s6) + b,  A(s7) + d
//! ```
//!
//! Let v be b plus the c of the round before. Then w is the v of two rounds ago plus the v of three
//! rounds ago. Four rounds of zeros follow the message, so that every v has been a part of some w.

use crate::subject::Subject;

/// Lists LeMac if this CPU has AES-NI.
#[must_use]
pub fn subjects() -> Vec<Subject> {
    #[cfg(target_arch = "x86_64")]
    if let Some(lemac) = x86::LeMac::new(std::hint::black_box(&[0x5a; 16])) {
        return vec![Subject::new("lemac", "aes-ni", move |m| {
            crate::ghash::low_half(lemac.tag(std::hint::black_box(&[1; 16]), m))
        })];
    }
    Vec::new()
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;

    /// The number of blocks of the state.
    const BLOCKS: usize = 9;
    /// The number of keys that encrypt the state at the end.
    const FINAL: usize = 18;
    /// The bytes of a message in a round.
    const ROUND_BYTES: usize = 64;
    /// The bytes from which on a call for more registers pays off.
    const LONG: usize = 4096;

    /// LeMac under a key, and the proof that the CPU has AES-NI and AVX.
    #[derive(Clone)]
    pub(super) struct LeMac {
        start: [__m128i; BLOCKS],
        end: [__m128i; FINAL],
        nonce: Aes128,
        tag: Aes128,
        has_32_registers: bool,
    }

    impl LeMac {
        /// Derives all keys from one, if this CPU has the instructions.
        pub(super) fn new(key: &[u8; 16]) -> Option<Self> {
            let has_features = is_x86_feature_detected!("aes") && is_x86_feature_detected!("avx");
            // SAFETY: the CPU has the features.
            has_features.then(|| unsafe { Self::derive(key) })
        }

        /// Returns the same MAC without the code for 32 registers.
        #[cfg(test)]
        pub(super) const fn in_16_registers(mut self) -> Self {
            self.has_32_registers = false;
            self
        }

        /// Computes the tag of a message under a nonce.
        #[inline]
        pub(super) fn tag(&self, nonce: &[u8; 16], message: &[u8]) -> [u8; 16] {
            // SAFETY: the keys prove that the CPU has the features.
            unsafe { self.tag_of(nonce, message) }
        }

        /// Encrypts the numbers 0, 1, 2, … to the blocks of the start, the keys of the end and the
        /// keys of the two ciphers.
        #[target_feature(enable = "aes,avx")]
        fn derive(key: &[u8; 16]) -> Self {
            let master = Aes128::new(load(key));
            let mut number = 0;
            let mut next = || {
                number += 1;
                master.encrypt(_mm_cvtsi32_si128(number - 1))
            };
            let start = core::array::from_fn(|_| next());
            let end = core::array::from_fn(|_| next());
            let (nonce, tag) = (Aes128::new(next()), Aes128::new(next()));
            let has_32_registers =
                is_x86_feature_detected!("vaes") && is_x86_feature_detected!("avx512vl");
            Self { start, end, nonce, tag, has_32_registers }
        }

        #[inline]
        #[target_feature(enable = "aes,avx")]
        fn tag_of(&self, nonce: &[u8; 16], message: &[u8]) -> [u8; 16] {
            // The nonce comes last, because the loop over the message needs all registers.
            let blocks = if self.has_32_registers && message.len() >= LONG {
                // SAFETY: the CPU has the features.
                unsafe { self.absorb_in_32_registers(message) }
            } else {
                self.absorb(message)
            };
            let sum = self.finish(blocks);
            let nonce = load(nonce);
            let masked = _mm_xor_si128(nonce, self.nonce.encrypt(nonce));
            store(self.tag.encrypt(_mm_xor_si128(masked, sum)))
        }

        /// Absorbs a message with registers for all that a round keeps. With 16 of them the loop
        /// takes up to 6 % longer.
        #[target_feature(enable = "aes,vaes,avx512vl")]
        fn absorb_in_32_registers(&self, message: &[u8]) -> [__m128i; BLOCKS] {
            self.absorb(message)
        }

        /// Absorbs a message, the byte 1, and zeros up to a whole round.
        #[inline]
        #[target_feature(enable = "aes,avx")]
        fn absorb(&self, message: &[u8]) -> [__m128i; BLOCKS] {
            let zero = _mm_setzero_si128();
            let mut state = State { blocks: self.start, c: zero, v: [zero; 3] };
            let (rounds, rest) = message.as_chunks::<ROUND_BYTES>();
            for bytes in rounds {
                state.round(words(bytes));
            }
            let mut last = [0; ROUND_BYTES];
            last[..rest.len()].copy_from_slice(rest);
            last[rest.len()] = 1;
            state.round(words(&last));
            for _ in 0..4 {
                state.round([zero; 4]);
            }
            state.blocks
        }

        /// Sums the encryptions of the blocks. Block i has the keys i to i + 9 and then, in a last
        /// round like the others, none.
        #[inline]
        #[target_feature(enable = "aes,avx")]
        fn finish(&self, blocks: [__m128i; BLOCKS]) -> __m128i {
            let mut sum = _mm_setzero_si128();
            for (keys, block) in self.end.windows(10).zip(blocks) {
                let mut block = _mm_xor_si128(block, keys[0]);
                for key in &keys[1..] {
                    block = _mm_aesenc_si128(block, *key);
                }
                sum = _mm_xor_si128(sum, _mm_aesenc_si128(block, _mm_setzero_si128()));
            }
            sum
        }
    }

    /// The state between two rounds.
    struct State {
        blocks: [__m128i; BLOCKS],
        /// The c of the last round.
        c: __m128i,
        /// The v of the last three rounds, the latest first.
        v: [__m128i; 3],
    }

    impl State {
        /// Replaces each block after the one that is computed from it, so that no register holds
        /// two versions of a block.
        #[inline]
        #[target_feature(enable = "aes,avx")]
        fn round(&mut self, [a, b, c, d]: [__m128i; 4]) {
            let s = &mut self.blocks;
            let w = _mm_xor_si128(self.v[1], self.v[2]);
            self.v[2] = self.v[1];
            self.v[1] = self.v[0];
            self.v[0] = _mm_xor_si128(b, self.c);
            self.c = c;
            let first = _mm_xor_si128(s[8], c);
            s[8] = _mm_aesenc_si128(s[7], d);
            s[7] = _mm_aesenc_si128(s[6], b);
            s[6] = _mm_aesenc_si128(s[5], b);
            s[5] = _mm_aesenc_si128(s[4], a);
            s[4] = _mm_aesenc_si128(s[3], a);
            s[3] = _mm_aesenc_si128(s[2], w);
            s[2] = _mm_aesenc_si128(s[1], d);
            s[1] = _mm_aesenc_si128(s[0], d);
            s[0] = _mm_xor_si128(s[0], first);
        }
    }

    /// AES-128 (FIPS 197) under a key.
    #[derive(Clone)]
    struct Aes128([__m128i; 11]);

    impl Aes128 {
        /// Expands a key.
        #[target_feature(enable = "aes,avx")]
        fn new(mut key: __m128i) -> Self {
            let mut keys = [key; 11];
            let mut constant = 1;
            for next in &mut keys[1..] {
                // Word 3 of the result is the substituted, rotated last word of the key.
                let last = _mm_shuffle_epi32::<0xff>(_mm_aeskeygenassist_si128::<0>(key));
                // Each word becomes the sum of those up to it.
                key = _mm_xor_si128(key, _mm_slli_si128::<4>(key));
                key = _mm_xor_si128(key, _mm_slli_si128::<8>(key));
                key = _mm_xor_si128(key, _mm_xor_si128(last, _mm_set1_epi32(constant)));
                *next = key;
                // x · the constant in AES's field.
                constant = (constant << 1) ^ ((constant >> 7) * 0x11b);
            }
            Self(keys)
        }

        #[inline]
        #[target_feature(enable = "aes,avx")]
        fn encrypt(&self, block: __m128i) -> __m128i {
            let Self([first, middle @ .., last]) = self;
            let mut block = _mm_xor_si128(block, *first);
            for key in middle {
                block = _mm_aesenc_si128(block, *key);
            }
            _mm_aesenclast_si128(block, *last)
        }
    }

    #[inline]
    #[target_feature(enable = "avx")]
    fn words(bytes: &[u8; ROUND_BYTES]) -> [__m128i; 4] {
        let (words, _) = bytes.as_chunks();
        [load(&words[0]), load(&words[1]), load(&words[2]), load(&words[3])]
    }

    #[inline]
    #[target_feature(enable = "avx")]
    fn load(bytes: &[u8; 16]) -> __m128i {
        // SAFETY: the reference has 16 bytes, and the load needs no alignment.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx")]
    fn store(block: __m128i) -> [u8; 16] {
        let mut bytes = [0; 16];
        // SAFETY: the array has 16 bytes, and the store needs no alignment.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), block) };
        bytes
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::x86::LeMac;

    #[test]
    fn both_loops_agree() {
        let Some(lemac) = LeMac::new(&[1; 16]) else { return };
        let narrow = lemac.clone().in_16_registers();
        let message: Vec<u8> = (0..251).cycle().take(4500).collect();
        for len in 4000..message.len() {
            let tags = [&lemac, &narrow].map(|lemac| lemac.tag(&[2; 16], &message[..len]));
            assert_eq!(tags[0], tags[1], "{len} bytes");
        }
    }

    /// The vectors that `test_vectors.py` of the authors' package Implementations_LeMac_PetitMac,
    /// commit 529af85, prints for the corrected function.
    #[test]
    fn published_vectors() {
        let count = |n| core::array::from_fn::<u8, 65, _>(|i| u8::try_from(i).unwrap_or(0) * n);
        let vectors = [
            (0, 0, 0x5228_2e85_3c9c_feb5_537d_33fb_916a_341f),
            (0, 16, 0x26fa_471b_77fa_cc73_ec2f_9b50_bb1a_f864),
            (1, 65, 0xd58d_fdbe_8b02_24e1_d510_6ac4_d775_beef_u128),
        ];
        for (step, len, tag) in vectors {
            let bytes = count(step);
            let key = bytes.first_chunk().expect("16 bytes");
            let Some(lemac) = LeMac::new(key) else {
                println!("left out: no AES-NI");
                return;
            };
            assert_eq!(lemac.tag(key, &bytes[..len]), tag.to_be_bytes(), "{len} bytes");
        }
    }
}
