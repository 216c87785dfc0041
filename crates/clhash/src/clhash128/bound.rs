//! The collision bound and its proof.
//!
//! # The statement
//! Fix two different messages m ≠ m′ of up to 2^64 − 1 bytes and any c of 128 bits, all chosen
//! without knowledge of the key, and draw the 300 words of the key uniformly. Let n be the number
//! of blocks of the longer message. Then the probability that `hash(m) ⊕ hash(m′) = c` is
//!
//! * exactly 2^-128 if the lengths differ (`wide_lengths`);
//! * at most 2^-128 for c ≠ 0, whatever the lengths (`wide_nonzero`);
//! * at most 2^-128 + (2^-64 + (n − 1) 2^-128)² otherwise (`wide_blocks`), which is below
//!   2^-127 + 2^-137 (`wide_any`).
//!
//! Each hash is uniform (`wide_uniform`) and independent of the sum of the two: every pair of
//! values has probability at most 2^-128 times one of these (`wide_strong`).
//!
//! The names in parentheses are theorems of `proofs/theories/Wide.v`, which Coq checks for messages
//! of bytes as this crate reads them. The proof below states the same in words.
//!
//! # The proof
//! Write + for XOR, Δ for the sum of a value of m and the same value of m′, and F for the field
//! GF(2^128).
//!
//! **The end.** The hashes differ by K₁ ΔP₁ + K₂ ΔP₂ + K₃ Δn in F, and these three keys are used
//! nowhere else. If one of the factors ΔP₁, ΔP₂, Δn is not 0, exactly one of the 2^128 values of
//! its key makes the sum c. For different lengths, Δn is never 0. K₀ makes the hash of m uniform,
//! and is not in the sum. It remains to bound the probability that ΔP₁ = ΔP₂ = 0 for messages of
//! one length. This event matters only for c = 0.
//!
//! **One product.** For two units u ≠ u′ and a random key k, the polynomial (u₀ + k₀) (u₁ + k₁) +
//! (u′₀ + k₀) (u′₁ + k₁) takes every value with probability at most 2^-64. Say u₀ ≠ u′₀ (in the
//! other case, exchange the roles). Then the polynomial is (u₀ + u′₀) k₁ plus terms without k₁, and
//! multiplication by a nonzero polynomial is injective.
//!
//! **One block.** Two different messages of one length differ in some block j, and there in some
//! group and lane. In that lane at least two units differ, counting the parity: if only one unit of
//! the message differs, the parity differs as well. Call their rows s and t, and fix all keys
//! except those of these two units. Then the two values of the block differ by aₛ hₛ + aₜ hₜ +
//! const and bₛ hₛ + bₜ hₜ + const. Here hₛ and hₜ are the differences of the two products, whose
//! keys are independent, and (aₛ, bₛ) are the columns of the combination:
//!
//! (1, 0), (1, 1), (1, x), (x, 1), (1, 1 + x), (1 + x, 1), (x, 1 + x), (1 + x, x), (0, 1).
//!
//! Any two of them have a nonzero determinant, so at most one pair (hₛ, hₜ) gives two given
//! differences, which has probability at most 2^-128. Each of the two values alone is independent
//! of only one row, and so of at most one of s and t. It is therefore the same for m and m′ with
//! probability at most 2^-64. No value is reduced here: products have degree at most 126, and x
//! times them at most 127. So the values are elements of F.
//!
//! **All blocks.** P₁ and P₂ are polynomials in r₁ and r₂ of degree at most n − 1, whose
//! coefficients for block j are its two values. If both coefficients are the same for m and m′
//! (probability at most 2^-128), ΔP₁ = ΔP₂ = 0 is possible and counts in full. If only the first is
//! the same (at most 2^-64), ΔP₂ is 0 for at most n − 1 of the 2^128 values of r₂; likewise if only
//! the second is. If neither is the same, both ΔP₁ and ΔP₂ must vanish, and r₁ and r₂ are
//! independent. Together these are
//!
//! 2^-128 + 2 · 2^-64 (n − 1) 2^-128 + ((n − 1) 2^-128)² = (2^-64 + (n − 1) 2^-128)²,
//!
//! to which the end adds 2^-128. There are at most 2^53 blocks. ∎
//!
//! # Consequences and limits
//! Any t bits of two hashes agree with probability at most 2^-t + 2^-127, and each word alone
//! is a 64-bit hash with the bound 2^-64 + 2^-127. Two given messages are in the same one of b
//! buckets, h mod b or ⌊h b / 2^128⌋, with probability at most 1/b + b · 2^-258 + (1 + 1/512) ·
//! 2^-128, for any b (`wide_buckets` of `proofs/theories/HashBuckets.v`). The hashes of N
//! messages are all different, except with probability N²/2 times the bound. Parts, streams, lanes
//! and late reduction give the value of the definition (`wide_parts`, `wide_stream` of
//! `Evaluations.v`).
//!
//! The bound holds against an oblivious adversary, who chooses the messages without any knowledge
//! of the key. It says nothing about an adaptive adversary, who sees hashes and chooses the next
//! message accordingly.

use super::BLOCK_BYTES;
use hash_core::bound::Collisions;

/// The theorem for [`hash`](super::hash) and [`hash_mixed`](super::hash_mixed).
pub const COLLISIONS: Collisions = Collisions::any(collision_bound);

/// Returns the base-2 logarithm of the bound on the probability that two given different messages
/// of at most `len_bytes` bytes collide.
///
/// ```
/// use clhash::clhash128::bound::collision_bound;
/// assert_eq!(collision_bound(2048), -127.0);
/// assert!(collision_bound(1 << 60) < -126.9999);
/// assert!(collision_bound(u64::MAX) < -126.999);
/// ```
#[must_use]
pub fn collision_bound(len_bytes: u64) -> f64 {
    let others = len_bytes.div_ceil(BLOCK_BYTES as u64).saturating_sub(1);
    // 2^-127 (1 + e) with e = (n - 1) 2^-64 + (n - 1)^2 2^-129 < 2^-10. `core` has no logarithm,
    // and ln (1 + e) is below e.
    #[expect(clippy::cast_precision_loss, reason = "an upper bound to within 2^-52")]
    let n = others as f64 / (1_u128 << 64) as f64;
    -127.0 + (n + n * n / 2.0) * core::f64::consts::LOG2_E
}
