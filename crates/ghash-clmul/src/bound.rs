//! The collision bound, proved.
//!
//! # The statement
//! Draw the 16 bytes of a key uniformly. Fix, without knowledge of the key, two different messages
//! and any 16 bytes c.
//!
//! * If both messages have the same length, n blocks of which the last may be partial, the
//!   probability that `hash(m) ⊕ hash(m′) = c` is at most n · 2^-128.
//! * For two different pairs of additional data and text, each below 2^61 bytes (both standards
//!   forbid 2^64 bits and more), the probability that `hash_aead(a, t) ⊕ hash_aead(a′, t′) = c` is
//!   at most n · 2^-128, where n is the larger of the two numbers of blocks. A pair has the blocks
//!   of the data, those of the text and one for the lengths.
//!
//! With c = 0 this is the probability of a collision. For GHASH the theorem is due to McGrew and
//! Viega, "The security and performance of the Galois/counter mode (GCM) of operation" (2004); for
//! POLYVAL see Gueron, Langley and Lindell, RFC 8452, which reduces one function to the other
//! (appendix A). The proof below uses only that GF(2^128) is a field, which the tests of `gf2`
//! prove for both moduli by Rabin's test. Coq checks both statements for messages of bytes:
//! `ghash_diff`, `ghash_bits` and `ghash_aead_diff` in `proofs/theories/Ghash.v`.
//!
//! # The proof
//! Write + for exclusive or. For the blocks X₁ … Xₙ of a message, as elements, let
//!
//! y = X₁ H^n + X₂ H^(n-1) + … + Xₙ H.
//!
//! For GHASH, Horner's rule y ← (y + X)·H computes this sum. For POLYVAL, y ← (y + X)·H·x^-128
//! computes the same sum in H′ = H·x^-128. Multiplication by x^-128 is a bijection of the field, so
//! H′ is uniform because H is.
//!
//! **One length.** The two messages have blocks X and X′, and Xᵢ ≠ X′ᵢ for some i. The sum of the
//! hashes is c if and only if H is a root of
//!
//! (X₁ + X′₁) H^n + … + (Xₙ + X′ₙ) H + c,
//!
//! a polynomial of degree at most n. It is not constant, because its coefficient of H^(n+1-i) is
//! not zero and n+1-i ≥ 1. In a field it has at most n roots, and H is one of 2^128 values. In
//! either order of bits, the bytes of blocks and keys correspond to elements one to one. ∎
//!
//! **Pairs.** Blocks of zeros before a message add nothing to its polynomial. So put such blocks
//! before the shorter of the two sequences until both have n blocks. The sequences still differ: if
//! the lengths differ, in the last block, which holds them; if the lengths are equal, in some byte
//! of data or text, which has the same position in both. So the argument above applies. ∎
//!
//! # What follows from the bound, and what does not
//! The bound is tight: the product of H + r over n different r is such a polynomial. Any t of the
//! 128 bits of two hashes differ in a given way with probability at most n · 2^-t, which is the sum
//! over the 2^(128-t) values of c that agree in those bits.
//!
//! Parts, streams, lanes at powers of H and late reduction give the value of Horner's rule
//! (`ghash_parts`, `ghash_aead_parts`, `ghash_stream` of `proofs/theories/Evaluations.v`).
//!
//! Messages of *different* lengths under `hash` can collide with certainty: `"a"` and `"a\0"`, or
//! any message and the same message after 16 bytes of zeros.
//!
//! The bound holds against an oblivious adversary, who chooses the messages without any knowledge
//! of the key. It does not hold against an adaptive adversary, who sees bare hashes, because a
//! single division computes the key from the hash of one block. In particular the hash by itself is
//! not a MAC, but the universal part of one (Wegman and Carter): add a fresh pseudo-random pad to
//! each value, as GCM does, and never reuse a pad.

use hash_core::bound::{Collisions, Pairs};

/// The theorem for [`hash`](crate::hash), which hashes no length.
pub const COLLISIONS: Collisions =
    Collisions { pairs: Pairs::OneLength, ..Collisions::any(collision_bound) };

/// Computes the logarithm to base 2 of the bound on the probability that two given different
/// messages of one length, at most `len_bytes` bytes, collide.
///
/// ```
/// use ghash_clmul::bound::collision_bound;
/// assert_eq!(collision_bound(16), -128.0);
/// assert_eq!(collision_bound(1 << 20), -112.0);
/// ```
#[must_use]
pub fn collision_bound(len_bytes: u64) -> f64 {
    log2(len_bytes.div_ceil(16)) - 128.0
}

/// Computes the logarithm to base 2 of the bound on the probability that two given different pairs
/// of additional data and text, of at most these lengths, collide under
/// [`hash_aead`](crate::hash_aead).
///
/// From 2^61 bytes on the result is 0, the logarithm of 1. The block of lengths counts bits modulo
/// 2^64, so pairs whose lengths differ by 2^61 bytes can have the same blocks. The standards forbid
/// such lengths.
///
/// ```
/// use ghash_clmul::bound::aead_collision_bound;
/// assert_eq!(aead_collision_bound(0, 0), -128.0);
/// assert_eq!(aead_collision_bound(13, 2 * 16), -126.0);
/// assert_eq!(aead_collision_bound(13, 1 << 61), 0.0);
/// ```
#[must_use]
pub fn aead_collision_bound(additional_bytes: u64, text_bytes: u64) -> f64 {
    if additional_bytes.max(text_bytes) >= 1 << 61 {
        return 0.0;
    }
    log2(additional_bytes.div_ceil(16) + text_bytes.div_ceil(16) + 1) - 128.0
}

/// Computes the logarithm to base 2 of a number of blocks. Zero blocks count as one.
#[expect(clippy::cast_precision_loss, reason = "the relative error is at most 2^-52")]
fn log2(blocks: u64) -> f64 {
    hash_core::bound::log2(blocks.max(1) as f64)
}
