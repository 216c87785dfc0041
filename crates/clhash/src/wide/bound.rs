//! The collision bound, proved.
//!
//! # The statement
//! Fix two different messages m ≠ m′ of up to 2^64 − 1 bytes and any c of 128 bits, all chosen
//! without knowledge of the key, and draw the 300 words of the key uniformly. Write n for the number
//! of blocks of the longer message. Then the probability that `hash(m) ⊕ hash(m′) = c` is
//!
//! * exactly 2^-128 if the lengths differ;
//! * at most 2^-128 for c ≠ 0, whatever the lengths;
//! * at most 2^-128 + (2^-64 + (n − 1) 2^-128)² otherwise, which is below 2^-127 + 2^-138.
//!
//! Each hash is uniform, and independent of the sum of the two: every pair of values has
//! probability at most 2^-128 times one of these.
//!
//! # The proof
//! Write + for exclusive or, Δ for the sum of a value of m and that of m′, and F for the field
//! GF(2^128).
//!
//! **The end.** The hashes differ by K₁ ΔP₁ + K₂ ΔP₂ + K₃ Δn in F, and the three keys are used
//! nowhere else. If one of the factors ΔP₁, ΔP₂, Δn is not 0, its key makes the sum c in exactly one
//! of 2^128 cases. For different lengths Δn ≠ 0 always. K₀ makes the hash of m uniform, and is not
//! in the sum. What remains is the probability that ΔP₁ = ΔP₂ = 0 for messages of one length; it
//! counts for c = 0 alone.
//!
//! **One product.** For two units u ≠ u′ and a random key k, the polynomial
//! (u\[0\] + k\[0\]) (u\[1\] + k\[1\]) + (u′\[0\] + k\[0\]) (u′\[1\] + k\[1\]) takes no value with a
//! probability above 2^-64: say u\[0\] ≠ u′\[0\] (the other case is the same with the roles
//! exchanged); the polynomial is (u\[0\] + u′\[0\]) k\[1\] plus terms without k\[1\], and
//! multiplication by a polynomial that is not 0 is injective.
//!
//! **One block.** Two different messages of one length have a block j in which they differ, and in
//! it a group and a lane. In that lane two units at least differ, if the parity counts: if only one
//! of the message does, the parity does as well. Call their rows s and t, and fix all keys but
//! those of these two units. Then the two values of the block differ by
//! a\[s\] h\[s\] + a\[t\] h\[t\] + const and b\[s\] h\[s\] + b\[t\] h\[t\] + const, where h are the
//! sums of the two products, whose keys are independent, and (a\[s\], b\[s\]) are the columns of the
//! combination:
//!
//! (1, 0), (1, 1), (1, x), (x, 1), (1, 1 + x), (1 + x, 1), (x, 1 + x), (1 + x, x), (0, 1).
//!
//! Any two of them have a determinant that is not 0, so that at most one pair (h\[s\], h\[t\]) gives
//! two given differences: that has probability 2^-128 at most. Each of the two values alone is
//! independent of one row only, and so of one of s and t at most: it is the same for m and m′ with
//! probability 2^-64 at most. No value is reduced here: products have degree 126 at most, x times
//! them 127. So the values are elements of F.
//!
//! **All blocks.** P₁ and P₂ are polynomials in r₁ and r₂ of degree n − 1 at most, whose
//! coefficients for block j are its two values. If both coefficients are the same for m and m′
//! (2^-128), this proof has nothing more to say. If only the first is (2^-64), ΔP₂ is 0 for at most
//! n − 1 of the 2^128 values of r₂; likewise if only the second is; if neither is, both must vanish,
//! and r₁ and r₂ are independent. Together
//!
//! 2^-128 + 2 · 2^-64 (n − 1) 2^-128 + ((n − 1) 2^-128)² = (2^-64 + (n − 1) 2^-128)²,
//!
//! to which the end adds 2^-128. There are at most 2^53 blocks. ∎
//!
//! # What follows, and what does not
//! Any t bits of two hashes agree with probability at most 2^-t + 2^-127, and each word alone is a
//! hash of 64 bits with the bound 2^-64 + 2^-127. N messages have all different hashes but for
//! N²/2 times the bound.
//!
//! The bound is for messages chosen before anything is known of the key. It says nothing of someone
//! who sees hashes and chooses the next message by them.

use super::BLOCK_BYTES;

/// The logarithm to base 2 of the bound on the probability that two given different messages of
/// at most `len_bytes` bytes collide.
///
/// ```
/// use clhash::wide::bound::collision_bound;
/// assert_eq!(collision_bound(2048), -127.0);
/// assert!(collision_bound(1 << 60) < -126.9999);
/// assert!(collision_bound(u64::MAX) < -126.999);
/// ```
#[must_use]
pub fn collision_bound(len_bytes: u64) -> f64 {
    let others = len_bytes.div_ceil(BLOCK_BYTES as u64).saturating_sub(1);
    // 2^-127 (1 + e) with e = (n - 1) 2^-64 + (n - 1)^2 2^-129 < 2^-10; `core` has no logarithm,
    // and ln (1 + e) is below e.
    #[expect(clippy::cast_precision_loss, reason = "an upper bound to within 2^-52")]
    let n = others as f64 / (1_u128 << 64) as f64;
    -127.0 + (n + n * n / 2.0) * core::f64::consts::LOG2_E
}
