//! The registers of the vector levels, and what is computed from their instructions alone.
//!
//! A kernel is written once, as a generic function over [`Polynomials`] or [`Polynomial`], and each
//! level calls it with its own type. `docs/architecture.md` shows an example under "A kernel".

use core::ops::BitXor;

use super::portable::{FOLDED_OVERFLOW, POLYVAL_FOLD};
use crate::Wide;

/// x^128 modulo x^128 + x^2 + x, the modulus of [`reduce_lazy`](Polynomials::reduce_lazy).
pub const FOLD_LAZY: u64 = 0b110;
/// x^128 modulo x^128 + x^7 + x^2 + x + 1, the modulus of [`reduce128`](Polynomials::reduce128).
pub const FOLD128: u64 = 0b1000_0111;

/// A register of `LANES` polynomials of degree below 128, lane 0 lowest. Bit i of a lane is the
/// coefficient of x^i; the **low** half has x^0 to x^63. `^` adds, and every operation works in
/// each lane separately and in constant time.
///
/// A value is a **witness** that the CPU has the instructions of its type, because the first one
/// can only be made by the `witness` of the type, which a `#[target_feature]` function calls.
/// Operations that need no other operand take a witness as `self` and ignore its bits. So all of
/// them are safe.
///
/// Each implementation and each generic function over it is `#[inline(always)]`, because the
/// compiler emits an instruction only inside a function that enables its feature; elsewhere each
/// instruction would be a call. For the same reason generic functions keep registers out of
/// closures and of [`core::array::from_fn`], which are inlined only while they have one caller.
pub trait Polynomials<const LANES: usize>: Copy + BitXor<Output = Self> {
    /// A register of one lane, on the same CPU.
    type One: Polynomial;

    /// Makes zeros.
    #[must_use]
    fn zero(self) -> Self;

    /// Copies a word into both halves of every lane.
    #[must_use]
    fn splat(self, word: u64) -> Self;

    /// Copies a polynomial into every lane.
    #[must_use]
    fn broadcast(self, polynomial: Self::One) -> Self;

    /// Makes a register with a polynomial in lane 0 and zeros in the others.
    #[must_use]
    fn of_one(self, polynomial: Self::One) -> Self;

    /// Adds the lanes.
    #[must_use]
    fn sum_lanes(self) -> Self::One;

    /// Loads lanes as they are in memory; `load`, `load_words` and `load_doubles` name their types.
    #[must_use]
    fn load_lanes<L: Lane>(self, lanes: &[L; LANES]) -> Self;

    /// Stores lanes: the inverse of [`load_lanes`](Self::load_lanes).
    fn store_lanes<L: Lane>(self, lanes: &mut [L; LANES]);

    /// Loads bytes, the first into the lowest bits.
    #[inline(always)]
    #[must_use]
    fn load(self, bytes: &[[u8; 16]; LANES]) -> Self {
        self.load_lanes(bytes)
    }

    /// Loads words, the low half of a lane first.
    #[inline(always)]
    #[must_use]
    fn load_words(self, words: &[[u64; 2]; LANES]) -> Self {
        self.load_lanes(words)
    }

    /// Loads integers, whose bit i is the coefficient of x^i.
    #[inline(always)]
    #[must_use]
    fn load_doubles(self, doubles: &[u128; LANES]) -> Self {
        self.load_lanes(doubles)
    }

    /// Stores integers: the inverse of [`load_doubles`](Self::load_doubles).
    #[inline(always)]
    fn store_doubles(self, doubles: &mut [u128; LANES]) {
        self.store_lanes(doubles);
    }

    /// Stores words: the inverse of [`load_words`](Self::load_words).
    #[inline(always)]
    fn store_words(self, words: &mut [[u64; 2]; LANES]) {
        self.store_lanes(words);
    }

    /// Shifts each half to the left and drops the bits that leave it.
    #[must_use]
    fn shl<const BITS: i32>(self) -> Self;

    /// Shifts each half to the right and drops the bits that leave it.
    #[must_use]
    fn shr<const BITS: i32>(self) -> Self;

    /// Moves the low half to the high half, which is dropped.
    #[must_use]
    fn up(self) -> Self;

    /// Moves the high half to the low half, which is dropped.
    #[must_use]
    fn down(self) -> Self;

    /// Exchanges the halves.
    #[must_use]
    fn swap_halves(self) -> Self;

    /// Joins the low halves: the result is b.low·x^64 + a.low.
    #[must_use]
    fn low_halves(self, b: Self) -> Self;

    /// Joins the high halves: the result is b.high·x^64 + a.high.
    #[must_use]
    fn high_halves(self, b: Self) -> Self;

    /// Reverses the order of the bytes.
    #[inline(always)]
    #[must_use]
    fn reverse_bytes(self) -> Self {
        let order = self.sum_lanes().of_halves(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607);
        self.shuffle(self.broadcast(order))
    }

    /// Selects bytes: byte i of the result is byte `indices[i]`, or 0 if that is above 127. Indices
    /// from 16 to 127 give different bytes on different CPUs.
    #[must_use]
    fn shuffle(self, indices: Self) -> Self;

    /// Computes low · high: the product of CLNH if `self` is the sum of message and key.
    #[must_use]
    fn mul_halves(self) -> Self;

    /// Computes a.low · b.low.
    #[must_use]
    fn mul_low(self, b: Self) -> Self;

    /// Computes a.high · b.high.
    #[must_use]
    fn mul_high(self, b: Self) -> Self;

    /// Computes a.high · b.low.
    #[must_use]
    fn mul_high_low(self, b: Self) -> Self;

    /// Computes a.low · b.high + a.high · b.low.
    #[must_use]
    fn mul_cross(self, b: Self) -> Self;

    /// Multiplies two polynomials of degree below 128. The product (hi, lo) is hi·x^128 + lo.
    ///
    /// Computes four products of halves. Karatsuba's three products have the same throughput and a
    /// longer latency. They can pay off where sums of many products are reduced at once; the caller
    /// has to build that.
    #[inline(always)]
    #[must_use]
    fn mul128(self, b: Self) -> (Self, Self) {
        let (low, cross, high) = (self.mul_low(b), self.mul_cross(b), self.mul_high(b));
        (high ^ cross.down(), low ^ cross.up())
    }

    /// Returns `self` and `self`·x^64 modulo x^128 + `fold`, for [`mul_fixed`](Self::mul_fixed).
    #[inline(always)]
    #[must_use]
    fn fixed(self, fold: Self) -> [Self; 2] {
        [self, self.up() ^ self.mul_high_low(fold)]
    }

    /// Multiplies by b, given b and b·x^64, modulo x^128 + `fold`. Both halves of `fold` are
    /// [`FOLD_LAZY`] or [`FOLD128`].
    ///
    /// `self` is a1 x^64 + a0, and a0 b + a1 (b x^64) has degree below 191. One more product, of
    /// what is above x^128 by `fold`, does what takes 13 to 17 shifts and sums for a product of
    /// degree up to 254.
    #[inline(always)]
    #[must_use]
    fn mul_fixed(self, [b, moved]: [Self; 2], fold: Self) -> Self {
        let low = b.mul_low(self) ^ self.mul_high_low(moved);
        let middle = b.mul_high_low(self) ^ self.mul_high(moved);
        low ^ middle.up() ^ middle.mul_high_low(fold)
    }

    /// Multiplies a polynomial of degree at most 126 by x.
    #[inline(always)]
    #[must_use]
    fn mul_x(self) -> Self {
        self.shl::<1>() ^ self.shr::<63>().up()
    }

    /// Reduces `self`·x^128 + `lo` modulo x^128 + x^2 + x.
    ///
    /// The shifts work on each half separately. The bits that leave a half are
    /// c = (h>>63) + (h>>62). Those of the lower half go to the upper half. Those of the upper half
    /// stand for multiples of x^128, so they are added to the lower half before it is multiplied by
    /// x^2 + x.
    #[inline(always)]
    #[must_use]
    fn reduce_lazy(self, lo: Self) -> Self {
        let carries = self.shr::<63>() ^ self.shr::<62>();
        let h = self ^ carries.down();
        (lo ^ carries.up()) ^ (h.shl::<1>() ^ h.shl::<2>())
    }

    /// Reduces modulo x^64 + x^4 + x^3 + x + 1. The remainder is the low half; the bits of the high
    /// half are meaningless.
    ///
    /// The high half is multiplied by 27 = x^4 + x^3 + x + 1. The overflow of that product depends
    /// only on the four top bits of the high half, so a shuffle can look up the folded overflow
    /// while the multiplier works. (Algorithm 3 of the CLHASH paper takes the index from the
    /// product and has to wait for it.)
    ///
    /// A second product instead of the shuffle has a longer latency, too, and so has adding the
    /// overflow to the high half before the product. If the result is needed in a general-purpose
    /// register, [`reduce64_scalar`](super::portable::reduce64_scalar) can return it earlier, but
    /// takes more work.
    #[inline(always)]
    #[must_use]
    fn reduce64(self) -> Self {
        let folded = self.mul_high_low(self.splat(27));
        let top = self.down().shr::<60>();
        let overflow = self.load(const { &[FOLDED_OVERFLOW; LANES] }).shuffle(top);
        folded ^ (self ^ overflow)
    }

    /// Reduces `self`·x^128 + `lo` modulo x^128 + x^7 + x^2 + x + 1, with carries as in
    /// [`reduce_lazy`](Self::reduce_lazy).
    #[inline(always)]
    #[must_use]
    fn reduce128(self, lo: Self) -> Self {
        let carries = self.shr::<63>() ^ self.shr::<62>() ^ self.shr::<57>();
        let h = self ^ carries.down();
        let shifted = h.shl::<1>() ^ h.shl::<2>() ^ h.shl::<7>();
        (lo ^ carries.up()) ^ (h ^ shifted)
    }

    /// Computes (hi·x^128 + middle·x^64 + lo) x^-128 modulo x^128 + x^127 + x^126 + x^121 + 1,
    /// where `self` is hi; see [`reduce_polyval`](super::portable::reduce_polyval).
    ///
    /// The middle part of a product overlaps both halves, but needs no shifts here: the first of
    /// the two steps divides out x^64, after which the middle is aligned with x^0.
    #[inline(always)]
    #[must_use]
    fn reduce_polyval(self, middle: Self, lo: Self) -> Self {
        let factor = self.splat(POLYVAL_FOLD);
        let middle = middle ^ (lo.swap_halves() ^ lo.mul_low(factor));
        self ^ (middle.swap_halves() ^ middle.mul_low(factor))
    }

    /// Returns `self` and `self`·x^-64 modulo x^128 + x^127 + x^126 + x^121 + 1, for
    /// [`mul_fixed_polyval`](Self::mul_fixed_polyval).
    #[inline(always)]
    #[must_use]
    fn fixed_polyval(self) -> [Self; 2] {
        [self, self.swap_halves() ^ self.mul_low(self.splat(POLYVAL_FOLD))]
    }

    /// Multiplies by b x^-128, given b and b·x^-64, modulo x^128 + x^127 + x^126 + x^121 + 1.
    ///
    /// `self` is a1 x^64 + a0, so the result is (a1 b + a0 (b x^-64)) x^-64. The sum has degree
    /// below 191, and a division by x^64 takes one product: from a in the last step, three
    /// instructions in sequence fewer than [`reduce_polyval`](Self::reduce_polyval) of Karatsuba's
    /// product, and two products instead of three. (This is the method of
    /// <https://eprint.iacr.org/2025/2171>.)
    #[inline(always)]
    #[must_use]
    fn mul_fixed_polyval(self, [b, moved]: [Self; 2]) -> Self {
        let high = self.mul_high(b) ^ moved.mul_high_low(self);
        let low = moved.mul_low(self) ^ self.mul_high_low(b);
        high ^ (low.swap_halves() ^ low.mul_low(self.splat(POLYVAL_FOLD)))
    }
}

/// The types of a lane in memory: sixteen bytes of integers, of which every value is valid. All
/// levels with registers are little-endian.
pub trait Lane: sealed::Lane {}

mod sealed {
    pub trait Lane: Copy {}
}

macro_rules! lanes {
    ($($Lane:ty),*) => {$(
        const _: () = assert!(size_of::<$Lane>() == 16);
        impl sealed::Lane for $Lane {}
        impl Lane for $Lane {}
    )*};
}

lanes! { [u8; 16], [u64; 2], u128 }

/// A register of one polynomial.
pub trait Polynomial: Polynomials<1, One = Self> {
    /// Makes the polynomial `hi`·x^64 + `lo`.
    #[must_use]
    fn of_halves(self, lo: u64, hi: u64) -> Self;

    /// Moves a polynomial from general-purpose registers into a vector register.
    #[must_use]
    fn of_u128(self, a: u128) -> Self;

    /// Returns the polynomial as an integer: the inverse of [`of_u128`](Self::of_u128).
    #[must_use]
    fn to_u128(self) -> u128;

    /// Reduces modulo x^64 + x^4 + x^3 + x + 1 and returns the remainder in a general-purpose
    /// register, by the shorter way on this CPU.
    #[must_use]
    fn to_gf64(self) -> u64;

    /// Returns the bytes from byte `by`, at most 16, on, zero-padded.
    #[inline(always)]
    #[must_use]
    fn shift_down(self, by: usize) -> Self {
        // Indices with the top bit set select zeros.
        const INDICES: [u8; 32] = {
            let mut indices = [0x80; 32];
            let mut i = 0_u8;
            while i < 16 {
                indices[i as usize] = i;
                i += 1;
            }
            indices
        };
        debug_assert!(by <= 16);
        match INDICES[by..].first_chunk() {
            Some(indices) => self.shuffle(self.load(core::array::from_ref(indices))),
            None => self.zero(),
        }
    }

    /// Returns the low half.
    #[inline(always)]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "keeps the low half")]
    fn low64(self) -> u64 {
        self.to_u128() as u64
    }
}

/// Multiplies two polynomials of degree below 64.
#[inline(always)]
pub(super) fn clmul64<V: Polynomial>(v: V, a: u64, b: u64) -> u128 {
    v.of_halves(a, b).mul_halves().to_u128()
}

/// Multiplies two polynomials of degree below 128.
#[inline(always)]
pub(super) fn clmul128<V: Polynomial>(v: V, a: u128, b: u128) -> Wide {
    let (hi, lo) = v.of_u128(a).mul128(v.of_u128(b));
    Wide { hi: hi.to_u128(), lo: lo.to_u128() }
}

/// Defines a register, whose values prove that the CPU has the features: the first one comes from
/// `witness`, which only code with the features can call without `unsafe`. Names the functions of
/// the architecture that make zeros and that add.
///
/// The keyword `unsafe` comes from the call, because the caller promises that its module makes no
/// register in another way.
///
/// ```compile_fail,E0453
/// #![forbid(unsafe_code)]
/// # fn zero() -> u64 { 0 }
/// # fn xor(a: u64, b: u64) -> u64 { a ^ b }
/// gf2::register! {
///     pub struct Word(u64), unsafe "", zero, xor;
/// }
/// # fn main() {}
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! register {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $Register:ident($Vector:ty), $unsafe:tt $features:literal, $zero:path,
        $xor:path;
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy)]
        $visibility struct $Register($Vector);

        #[allow(dead_code, reason = "not every crate moves registers to other instructions")]
        impl $Register {
            /// Makes the first register. Only code with the features of this level can call this
            /// without `unsafe`.
            #[inline]
            #[target_feature(enable = $features)]
            #[must_use]
            $visibility fn witness() -> Self {
                Self($zero())
            }

            /// Takes a register that other instructions made.
            #[inline]
            #[target_feature(enable = $features)]
            #[must_use]
            $visibility fn new(register: $Vector) -> Self {
                Self(register)
            }

            /// Returns the register, for other instructions.
            #[inline(always)]
            #[must_use]
            $visibility fn get(self) -> $Vector {
                self.0
            }
        }

        impl ::core::ops::BitXor for $Register {
            type Output = Self;

            $crate::primitives! {
                $unsafe $features, $Register,
                fn bitxor(a, b: $Register) -> $Register {
                    $Register($xor(a.0, b.0))
                }
            }
        }
    };
}

/// Defines the entry points of a level: `#[target_feature]` functions that call the generic
/// function of the same name with the first register of the level. Types are written as in
/// `dispatch!`; `::<T, _>` is for functions that also have the number of lanes as a parameter.
#[doc(hidden)]
#[macro_export]
macro_rules! entries {
    (
        $features:literal, $register:ident, $module:ident,
        $(
            $(#[$attribute:meta])*
            fn $name:ident $(::<$argument:ident $(, $lanes:tt)?>)? $([$($generics:tt)*])? ($($arg:ident: $type:ty),* $(,)?) $(-> $output:ty)?;
        )*
    ) => {
        $(
            $(#[$attribute])*
            #[target_feature(enable = $features)]
            pub(crate) fn $name $(<$($generics)*>)? ($($arg: $type),*) $(-> $output)? {
                $module::$name$(::<_, $argument $(, $lanes)?>)?($register::witness(), $($arg),*)
            }
        )*
    };
}

/// Defines the entry points of the levels of one polynomial per register, for the generic functions
/// of this module: a module `x86_clmul` or `aarch64_pmull` with [`entries!`].
///
/// ```ignore
/// gf2::narrow_entries! {
///     fn hash(key: &Key, message: &[u8]) -> u64;
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! narrow_entries {
    ($($entries:tt)*) => {
        #[cfg(any(
            all(target_arch = "x86_64", target_feature = "sse2"),
            all(target_arch = "x86", not(any(target_os = "none", target_os = "uefi")))
        ))]
        pub(super) mod x86_clmul {
            use super::*;
            use $crate::backend::x86::clmul::Clmul;

            $crate::entries! { "pclmulqdq,sse4.1", Clmul, super, $($entries)* }
        }

        #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
        pub(super) mod aarch64_pmull {
            use super::*;
            use $crate::backend::aarch64::pmull::Pmull;

            $crate::entries! { "aes", Pmull, super, $($entries)* }
        }
    };
}
