//! The levels of x86, and their primitives, written once for registers of every width.

pub mod clmul;
pub mod vpclmul_x2;
pub mod vpclmul_x4;

/// Defines the methods of [`Polynomials`](super::polynomials::Polynomials) that are one instruction
/// in each lane, by names that the calling module gives to the intrinsics of its width.
macro_rules! primitives_in_lanes {
    ($features:literal, $Register:ident, $LANES:literal) => {
        $crate::primitives! {
            unsafe $features, $Register,
            fn zero(_v) -> $Register {
                $Register(zero())
            }
            fn splat(_v, word: u64) -> $Register {
                $Register(splat(word.cast_signed()))
            }
            fn load_lanes::<L>[L: $crate::backend::polynomials::Lane](_v, lanes: &[L; $LANES]) -> $Register {
                // SAFETY: a lane is sixteen bytes of integers, so the reference makes as many bytes
                // readable as the register has. The load needs no alignment.
                $Register(unsafe { load(lanes.as_ptr().cast()) })
            }
            fn store_lanes::<L>[L: $crate::backend::polynomials::Lane](a, lanes: &mut [L; $LANES]) {
                // SAFETY: the reference makes as many bytes writable as the register has, and a
                // lane may have any value. The store needs no alignment.
                unsafe { store(lanes.as_mut_ptr().cast(), a.0) }
            }
            fn shl::<BITS>[const BITS: i32](a) -> $Register {
                $Register(shl::<BITS>(a.0))
            }
            fn shr::<BITS>[const BITS: i32](a) -> $Register {
                $Register(shr::<BITS>(a.0))
            }
            fn up(a) -> $Register {
                $Register(shl_bytes::<8>(a.0))
            }
            fn down(a) -> $Register {
                $Register(shr_bytes::<8>(a.0))
            }
            fn swap_halves(a) -> $Register {
                $Register(shuffle_words::<0b01_00_11_10>(a.0))
            }
            fn low_halves(a, b: $Register) -> $Register {
                $Register(low_halves(a.0, b.0))
            }
            fn high_halves(a, b: $Register) -> $Register {
                $Register(high_halves(a.0, b.0))
            }
            fn shuffle(a, indices: $Register) -> $Register {
                $Register(shuffle_bytes(a.0, indices.0))
            }
            fn mul_halves(a) -> $Register {
                $Register(clmul::<0x10>(a.0, a.0))
            }
            fn mul_low(a, b: $Register) -> $Register {
                $Register(clmul::<0x00>(a.0, b.0))
            }
            fn mul_high(a, b: $Register) -> $Register {
                $Register(clmul::<0x11>(a.0, b.0))
            }
            fn mul_high_low(a, b: $Register) -> $Register {
                $Register(clmul::<0x01>(a.0, b.0))
            }
            fn mul_cross(a, b: $Register) -> $Register {
                $Register(xor(clmul::<0x10>(a.0, b.0), clmul::<0x01>(a.0, b.0)))
            }
        }
    };
}

pub(super) use primitives_in_lanes;
