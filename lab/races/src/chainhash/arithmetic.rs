//! Arithmetic in the fields of ChainHash on registers.

use super::lanes::{Register, Xmm};

/// X^64 in GF(2^64), in both halves.
const FOLD_64: [u64; 2] = [super::field::FOLD_64; 2];
/// X^128 in GF(2^128).
const FOLD_128: [u64; 2] = [0x87, 0];

/// X^64 times a half has the remainder of X^4 + X^3 + X + 1 times the half. These are the
/// remainders of the bits of that product from X^64 on, by the top four bits of the half.
const OVERFLOW: [u64; 2] = {
    let mut bytes = [0; 16];
    let mut top = 0;
    while top < 16 {
        let over = top ^ (top >> 1) ^ (top >> 3);
        bytes[top as usize] = over ^ over << 1 ^ over << 3 ^ over << 4;
        top += 1;
    }
    let (words, _) = bytes.as_chunks();
    [u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1])]
};

/// Looks up the overflow of each half by its top `64 - BITS` bits, at most four.
#[inline(always)]
fn overflow<R: Register, const BITS: i32>(a: R) -> R {
    a.broadcast(&OVERFLOW).shuffle(a.shr::<BITS>())
}

/// Reduces a polynomial to GF(2^64). The remainder is the low half; the high half is arbitrary.
#[inline(always)]
pub(super) fn reduce_64(a: Xmm) -> Xmm {
    let folded = a.mul::<0x01>(a.broadcast(&FOLD_64));
    a.xor(overflow::<_, 60>(a).down()).xor(folded)
}

/// The same with fewer instructions, and later.
#[inline(always)]
pub(super) fn reduce_64_late(a: Xmm) -> Xmm {
    let fold = a.broadcast(&FOLD_64);
    let folded = a.mul::<0x01>(fold);
    a.xor(folded).xor(folded.mul::<0x01>(fold))
}

/// Reduces two polynomials in each lane to GF(2^64). `low` has the low halves of both, and `high`
/// the high halves.
#[inline(always)]
pub(super) fn reduce_two<R: Register>(low: R, high: R) -> R {
    let folded = high.xor(high.shl::<1>()).xor(high.shl::<3>().xor(high.shl::<4>()));
    low.xor(folded).xor(overflow::<_, 60>(high))
}

/// Multiplies by X. Returns the product without its bit of X^128, and, in the high half of the
/// second register, what that bit adds to the high half of the product. Its low half is arbitrary.
#[inline(always)]
pub(super) fn times_x<R: Register>(a: R) -> (R, R) {
    (a.shl::<1>().xor(a.shr::<63>().up()), overflow::<_, 63>(a))
}

/// A sum of products of 128 bits by 128 bits, in each lane: the low, middle and high parts.
#[derive(Clone, Copy)]
pub(super) struct Products<R> {
    low: R,
    middle: R,
    high: R,
}

impl<R: Register> Products<R> {
    /// Returns no products.
    #[inline(always)]
    pub(super) fn none(z: R) -> Self {
        let zero = z.zero();
        Self { low: zero, middle: zero, high: zero }
    }

    /// Returns zero.
    #[inline(always)]
    pub(super) fn zero(&self) -> R {
        self.low.zero()
    }

    /// Adds a product.
    #[inline(always)]
    pub(super) fn add(&mut self, a: R, b: R) {
        self.low = self.low.xor(a.mul::<0x00>(b));
        self.middle = self.middle.xor(a.mul::<0x10>(b).xor(a.mul::<0x01>(b)));
        self.high = self.high.xor(a.mul::<0x11>(b));
    }

    /// Returns the low and the high 128 bits of each lane.
    #[inline(always)]
    pub(super) fn halves(self) -> [R; 2] {
        [self.low.xor(self.middle.up()), self.high.xor(self.middle.down())]
    }

    /// Adds the lanes.
    #[inline(always)]
    pub(super) fn sum_lanes(self) -> Products<Xmm> {
        let [low, high] = self.halves();
        let (low, high) = (low.sum_lanes(), high.sum_lanes());
        Products { low, middle: low.zero(), high }
    }

    /// Adds other products.
    #[inline(always)]
    pub(super) fn plus(&mut self, other: Self) {
        self.low = self.low.xor(other.low);
        self.middle = self.middle.xor(other.middle);
        self.high = self.high.xor(other.high);
    }
}

impl Products<Xmm> {
    /// Adds the product of a word and 128 bits.
    #[inline(always)]
    pub(super) fn add_low(&mut self, word: u64, b: Xmm) {
        let a = b.low(word);
        self.low = self.low.xor(a.mul::<0x00>(b));
        self.middle = self.middle.xor(a.mul::<0x10>(b));
    }
}

/// Reduces a polynomial of 256 bits to GF(2^128).
#[inline(always)]
pub(super) fn reduce_128([low, high]: [Xmm; 2]) -> Xmm {
    let fold = low.broadcast(&FOLD_128);
    // Shifts find what the second product would overflow by, while the multiplier works.
    let over = high.shr::<63>().xor(high.shr::<62>()).xor(high.shr::<57>()).down();
    let over = over.xor(over.shl::<1>()).xor(over.shl::<2>().xor(over.shl::<7>()));
    low.xor(over).xor(high.mul::<0x00>(fold)).xor(high.mul::<0x01>(fold).up())
}

/// Reduces the chain to GF(2^128), and applies the twist and the polynomial of degree 5.
#[inline(always)]
pub(super) fn finish_128(c: &[[u64; 2]; 5], tau: &[u64; 2], chain: [Xmm; 2]) -> u128 {
    let x = chain[0];
    let c = |i: usize| x.broadcast(&c[i]);
    let v = reduce_128(chain).plus_128(x.broadcast(tau));
    let square = reduce_128([v.mul::<0x00>(v), v.mul::<0x11>(v)]);
    let mut inner = Products::none(x);
    inner.add(square.xor(c(0)), square.xor(v.xor(c(1))));
    // The last product takes `inner` before it is reduced. The factor of the high half is X^128
    // times that of the low half, and ready before.
    let [low, high] = inner.halves();
    let factor = v.xor(c(2));
    let mut last = Products::none(x);
    last.add(low.xor(c(3)), factor);
    last.add(high, reduce_128([x.zero(), factor]));
    let [low, high] = last.halves();
    reduce_128([low.xor(c(4)), high]).to_u128()
}
