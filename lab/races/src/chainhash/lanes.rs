//! Registers of 128-bit lanes, so that a kernel is written once for all widths.

use std::arch::x86_64::*;

/// The bytes of a row, the unit in which all three functions read: eight lanes.
pub(super) const ROW_BYTES: usize = 128;
/// A row.
pub(super) type Row = [u8; ROW_BYTES];

/// As many words with all bits as a row has, then as many with none. What starts n words before the
/// middle has n words with all bits.
pub(super) static PRESENT: [u64; 32] = {
    let mut words = [0; 32];
    words.split_at_mut(16).0.copy_from_slice(&[u64::MAX; 16]);
    words
};

/// A register of 128-bit lanes. A value exists only where the CPU has the features of its type.
pub(super) trait Register: Copy {
    /// The number of lanes.
    const LANES: usize;
    /// Returns zero.
    fn zero(self) -> Self;
    /// Loads bytes, from this one on.
    fn bytes(self, bytes: &[u8], start: usize) -> Self;
    /// Loads words, from this one on.
    fn words(self, words: &[u64], start: usize) -> Self;
    /// Loads a row, and returns it from lane 0 on. Only the first `8 / LANES` registers are used.
    fn row(self, row: &Row) -> [Self; 8];
    /// The same for a row that consists of the last bytes of a message of more than 16, and zeros.
    fn last_row(self, message: &[u8], count: usize) -> [Self; 8];
    /// Copies one lane into all lanes.
    fn broadcast(self, lane: &[u64; 2]) -> Self;
    /// Adds.
    fn xor(self, other: Self) -> Self;
    /// Adds both. A compiler that sees two sums may group the terms of longer ones otherwise.
    fn xor_both(self, b: Self, c: Self) -> Self;
    /// Returns the bits that both have.
    fn and(self, other: Self) -> Self;
    /// Multiplies halves of each lane: bit 0 of `HALVES` selects the half of `self`, bit 4 that of
    /// `other`.
    fn mul<const HALVES: i32>(self, other: Self) -> Self;
    /// Shifts each half to the left.
    fn shl<const BITS: i32>(self) -> Self;
    /// Shifts each half to the right.
    fn shr<const BITS: i32>(self) -> Self;
    /// Moves the low half of each lane to the high half.
    fn up(self) -> Self;
    /// Moves the high half of each lane to the low half.
    fn down(self) -> Self;
    /// Returns the low halves of both.
    fn low_halves(self, other: Self) -> Self;
    /// Returns the high halves of both.
    fn high_halves(self, other: Self) -> Self;
    /// Selects bytes of each lane.
    fn shuffle(self, indices: Self) -> Self;
    /// Returns the sum of the lanes.
    fn sum_lanes(self) -> Xmm;
    /// Returns lane 0.
    fn first(self) -> Xmm;
}

macro_rules! register {
    (
        $(#[$doc:meta])* $Name:ident($Vector:ident), $lanes:literal,
        $load:ident, $zero:ident, $broadcast:ident, $xor:ident, $and:ident, $clmul:ident,
        $shl:ident, $shr:ident, $up:ident, $down:ident, $low:ident, $high:ident, $shuffle:ident,
        $first:ident, $xor_both:ident, $sum_lanes:ident, $last_lanes:ident
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $Name(pub(super) $Vector);

        impl $Name {
            /// Returns zero, the first register of a kernel.
            ///
            /// # Safety
            /// The CPU has the features of the type.
            #[inline(always)]
            pub(super) unsafe fn assume() -> Self {
                // SAFETY: the caller's promise.
                Self(unsafe { $zero() })
            }
        }

        // SAFETY (all blocks): a register exists only where the CPU has the features of its type,
        // and the pointers are to as many bytes as the register has, as the assertions show.
        #[allow(clippy::undocumented_unsafe_blocks)]
        impl Register for $Name {
            const LANES: usize = $lanes;
            #[inline(always)]
            fn zero(self) -> Self {
                Self(unsafe { $zero() })
            }
            #[inline(always)]
            fn row(self, row: &Row) -> [Self; 8] {
                let mut lanes = [self; 8];
                for i in 0..8 / $lanes {
                    lanes[i] = self.bytes(row, 16 * $lanes * i);
                }
                lanes
            }
            #[inline(always)]
            fn last_row(self, message: &[u8], count: usize) -> [Self; 8] {
                let mut lanes = [self; 8];
                for i in 0..8 / $lanes {
                    lanes[i] = $last_lanes(self, message, count, $lanes * i);
                }
                lanes
            }
            #[inline(always)]
            fn bytes(self, bytes: &[u8], start: usize) -> Self {
                assert!(start + 16 * $lanes <= bytes.len());
                Self(unsafe { $load(bytes.as_ptr().add(start).cast()) })
            }
            #[inline(always)]
            fn words(self, words: &[u64], start: usize) -> Self {
                assert!(start + 2 * $lanes <= words.len());
                Self(unsafe { $load(words.as_ptr().add(start).cast()) })
            }
            #[inline(always)]
            fn broadcast(self, lane: &[u64; 2]) -> Self {
                Self(unsafe { $broadcast(_mm_loadu_si128(lane.as_ptr().cast())) })
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                Self(unsafe { $xor(self.0, other.0) })
            }
            #[inline(always)]
            fn xor_both(self, b: Self, c: Self) -> Self {
                $xor_both(self, b, c)
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                Self(unsafe { $and(self.0, other.0) })
            }
            #[inline(always)]
            fn mul<const HALVES: i32>(self, other: Self) -> Self {
                Self(unsafe { $clmul::<HALVES>(self.0, other.0) })
            }
            #[inline(always)]
            fn shl<const BITS: i32>(self) -> Self {
                // The count as a vector suits all widths; the compiler makes an immediate of it.
                Self(unsafe { $shl(self.0, _mm_cvtsi32_si128(BITS)) })
            }
            #[inline(always)]
            fn shr<const BITS: i32>(self) -> Self {
                Self(unsafe { $shr(self.0, _mm_cvtsi32_si128(BITS)) })
            }
            #[inline(always)]
            fn up(self) -> Self {
                Self(unsafe { $up::<8>(self.0) })
            }
            #[inline(always)]
            fn down(self) -> Self {
                Self(unsafe { $down::<8>(self.0) })
            }
            #[inline(always)]
            fn low_halves(self, other: Self) -> Self {
                Self(unsafe { $low(self.0, other.0) })
            }
            #[inline(always)]
            fn high_halves(self, other: Self) -> Self {
                Self(unsafe { $high(self.0, other.0) })
            }
            #[inline(always)]
            fn shuffle(self, indices: Self) -> Self {
                Self(unsafe { $shuffle(self.0, indices.0) })
            }
            #[inline(always)]
            fn first(self) -> Xmm {
                Xmm($first(self.0))
            }
            #[inline(always)]
            fn sum_lanes(self) -> Xmm {
                $sum_lanes(self)
            }
        }
    };
}

use std::convert::identity;

register!(
    /// One lane: PCLMULQDQ, SSE4.1 and AVX.
    Xmm(__m128i), 1,
    _mm_loadu_si128, _mm_setzero_si128, identity, _mm_xor_si128, _mm_and_si128,
    _mm_clmulepi64_si128, _mm_sll_epi64, _mm_srl_epi64, _mm_bslli_si128, _mm_bsrli_si128,
    _mm_unpacklo_epi64, _mm_unpackhi_epi64, _mm_shuffle_epi8, identity, xor_twice, identity,
    last_lane
);
register!(
    /// Two lanes: the features of [`Xmm`], VPCLMULQDQ and AVX2.
    Ymm(__m256i), 2,
    _mm256_loadu_si256, _mm256_setzero_si256, _mm256_broadcastsi128_si256, _mm256_xor_si256,
    _mm256_and_si256, _mm256_clmulepi64_epi128, _mm256_sll_epi64, _mm256_srl_epi64,
    _mm256_bslli_epi128, _mm256_bsrli_epi128, _mm256_unpacklo_epi64, _mm256_unpackhi_epi64,
    _mm256_shuffle_epi8, lower_half, xor_twice, sum_two, last_two
);
register!(
    /// Four lanes: the features of [`Ymm`], AVX-512F, BW and VL.
    Zmm(__m512i), 4,
    _mm512_loadu_si512, _mm512_setzero_si512, _mm512_broadcast_i32x4, _mm512_xor_si512,
    _mm512_and_si512, _mm512_clmulepi64_epi128, _mm512_sll_epi64, _mm512_srl_epi64,
    _mm512_bslli_epi128, _mm512_bsrli_epi128, _mm512_unpacklo_epi64, _mm512_unpackhi_epi64,
    _mm512_shuffle_epi8, lower_quarter, xor_three, sum_four,
    last_four
);

#[inline(always)]
fn lower_half(y: __m256i) -> __m128i {
    // SAFETY: a register exists only where the CPU has the features of its type.
    unsafe { _mm256_castsi256_si128(y) }
}

#[inline(always)]
fn lower_quarter(z: __m512i) -> __m128i {
    // SAFETY: as above.
    unsafe { _mm512_castsi512_si128(z) }
}

#[inline(always)]
fn xor_twice<R: Register>(a: R, b: R, c: R) -> R {
    a.xor(b.xor(c))
}

#[inline(always)]
fn xor_three(a: Zmm, b: Zmm, c: Zmm) -> Zmm {
    // SAFETY: a register exists only where the CPU has the features of its type.
    Zmm(unsafe { _mm512_ternarylogic_epi64::<0x96>(a.0, b.0, c.0) })
}

#[inline(always)]
fn sum_two(y: Ymm) -> Xmm {
    // SAFETY: a register exists only where the CPU has the features of its type.
    let high = unsafe { _mm256_extracti128_si256::<1>(y.0) };
    y.first().xor(Xmm(high))
}

#[inline(always)]
fn sum_four(z: Zmm) -> Xmm {
    // SAFETY: as above.
    let [low, high] = unsafe { [_mm512_castsi512_si256(z.0), _mm512_extracti64x4_epi64::<1>(z.0)] };
    sum_two(Ymm(low).xor(Ymm(high)))
}

/// Returns this lane of the last row. A part of a lane is read with the bytes before it.
#[inline(always)]
pub(super) fn last_lane(x: Xmm, message: &[u8], count: usize, lane: usize) -> Xmm {
    // Indices with the top bit select zero.
    static INDICES: [u8; 32] = {
        let mut indices = [0x80; 32];
        let mut i = 0;
        while i < 16 {
            indices[i as usize] = i;
            i += 1;
        }
        indices
    };
    let end = message.len();
    let start = end - count + 16 * lane;
    if start + 16 <= end {
        x.bytes(message, start)
    } else if start < end {
        x.bytes(message, end - 16).shuffle(x.bytes(&INDICES, start + 16 - end))
    } else {
        x.zero()
    }
}

#[inline(always)]
fn last_two(y: Ymm, message: &[u8], count: usize, lane: usize) -> Ymm {
    let low = last_lane(y.first(), message, count, lane);
    let high = last_lane(y.first(), message, count, lane + 1);
    // SAFETY: a register exists only where the CPU has the features of its type.
    Ymm(unsafe { _mm256_set_m128i(high.0, low.0) })
}

#[inline(always)]
fn last_four(_: Zmm, message: &[u8], count: usize, lane: usize) -> Zmm {
    let rest = &message[message.len() - count..];
    let present = count.saturating_sub(16 * lane);
    let mask = if present < 64 { (1 << present) - 1 } else { u64::MAX };
    let start = rest.as_ptr().wrapping_add(16 * lane).cast();
    // SAFETY: a register exists only where the CPU has the features of its type, and the mask keeps
    // the load from bytes after the message.
    Zmm(unsafe { _mm512_maskz_loadu_epi8(mask, start) })
}

impl Zmm {
    /// Returns a message of at most 16 bytes, and zeros.
    #[inline(always)]
    pub(super) fn short(self, message: &[u8]) -> Xmm {
        let mask = if message.is_empty() { 0 } else { u16::MAX >> (16 - message.len()) };
        // SAFETY: a register exists only where the CPU has the features of its type, and the mask
        // keeps the load from bytes after the message.
        Xmm(unsafe { _mm_maskz_loadu_epi8(mask, message.as_ptr().cast()) })
    }
}

impl Xmm {
    /// Returns the word in the low half, and zero in the high half.
    #[inline(always)]
    pub(super) fn low(self, word: u64) -> Self {
        // SAFETY: a register exists only where the CPU has the features of its type.
        Self(unsafe { _mm_cvtsi64_si128(word.cast_signed()) })
    }

    /// Returns the low half.
    #[inline(always)]
    pub(super) fn low_word(self) -> u64 {
        // SAFETY: as above.
        unsafe { _mm_cvtsi128_si64(self.0) }.cast_unsigned()
    }

    /// Returns the sums of the halves as integers.
    #[inline(always)]
    pub(super) fn plus(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm_add_epi64(self.0, other.0) })
    }

    /// Returns the lane as a number.
    #[inline(always)]
    pub(super) fn to_u128(self) -> u128 {
        u128::from(self.low_word()) | u128::from(self.down().low_word()) << 64
    }

    /// Returns the sum as integers of 128 bits.
    #[inline(always)]
    pub(super) fn plus_128(self, other: Self) -> Self {
        // SAFETY: as above; AVX includes SSE4.2.
        Self(unsafe {
            // A half carries if its sum is less than a summand. The comparison is of signed
            // integers, so the highest bits are flipped.
            let sign = _mm_set1_epi64x(i64::MIN);
            let sum = _mm_add_epi64(self.0, other.0);
            let flipped = _mm_add_epi64(self.0, _mm_xor_si128(other.0, sign));
            let carry = _mm_cmpgt_epi64(_mm_xor_si128(other.0, sign), flipped);
            _mm_sub_epi64(sum, _mm_bslli_si128::<8>(carry))
        })
    }

    /// Returns a message of at most 16 bytes, and zeros.
    #[inline(always)]
    pub(super) fn short(self, message: &[u8]) -> Self {
        let len = message.len();
        let (low, high) = if let (Some(first), Some(last)) =
            (message.first_chunk(), message.last_chunk())
        {
            let last = u64::from_le_bytes(*last);
            (u64::from_le_bytes(*first), if len > 8 { last >> (8 * (16 - len)) } else { 0 })
        } else if let (Some(first), Some(last)) = (message.first_chunk(), message.last_chunk()) {
            let [first, last] = [first, last].map(|half| u64::from(u32::from_le_bytes(*half)));
            (first | last << (8 * (len - 4)), 0)
        } else {
            (message.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)), 0)
        };
        self.low(low).low_halves(self.low(high))
    }
}

/// Defines the entries of a kernel of 128 bits, which is a function of any register: `one`, `two`
/// and `four` hash with that many lanes.
macro_rules! entries {
    ($hash:ident) => {
        crate::chainhash::lanes::entries! {
            $hash;
            one: Xmm, "avx,sse4.1,pclmulqdq";
            two: Ymm, "avx,sse4.1,pclmulqdq,avx2,bmi1,bmi2,vpclmulqdq";
            four: Zmm,
                "avx,sse4.1,pclmulqdq,avx2,bmi1,bmi2,vpclmulqdq,avx512f,avx512bw,avx512vl";
        }
    };
    ($hash:ident; $($entry:ident: $Register:ident, $features:literal;)*) => {$(
        #[target_feature(enable = $features)]
        pub(super) fn $entry(key: &Key, message: &[u8]) -> u128 {
            // SAFETY: this function has the features.
            $hash(unsafe { crate::chainhash::lanes::$Register::assume() }, key, message)
        }
    )*};
}
pub(super) use entries;
