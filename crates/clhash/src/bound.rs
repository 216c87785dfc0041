//! The collision bound and its proof.
//!
//! # The statement
//! Fix two different messages m ≠ m′ of up to 2^64 − 1 bytes and any 64-bit c, all chosen without
//! knowledge of the key, and draw the 133 words of the key uniformly. Let b be the number of blocks
//! of the longer message. Then the probability that `hash(m) ⊕ hash(m′) = c` is
//!
//! * exactly 2^-64 if the lengths differ (`clhash_lengths`), or if both messages have at most 1,024
//!   bytes (`clhash_block`);
//! * at most 2^-64 for c ≠ 0, whatever the lengths (`clhash_nonzero`);
//! * at most 2 · 2^-64 + (b − 1) · 2^-126 otherwise, which is below 2.004 · 2^-64 (`clhash_blocks`,
//!   `clhash_any`).
//!
//! If both messages have the same length, from 1 to 1,024 bytes, their hashes are also uniform and
//! independent: every pair of values has probability 2^-128 (`clhash_strong`).
//!
//! With c = 0 this is the probability of a collision. It is lemma 9 of Lemire and Kaser, "Faster
//! 64-bit universal hashing using carry-less multiplications" (2015), extended by what lemma 9
//! leaves out. The names in parentheses are theorems of `proofs/theories/Clhash.v`, which Coq
//! checks for messages of bytes as this crate reads them. The proof below states the same in words.
//! It uses only that GF(2^64) and GF(2^127) are fields, which `proofs/theories/Irreducible.v` and
//! the tests of `gf2` prove for the two moduli by Rabin's test.
//!
//! # The proof
//! Write p = x^64 + x^4 + x^3 + x + 1, q = x^127 + x + 1, K for the words of the key, and + for
//! XOR.
//!
//! **Different lengths.** The length enters as K₁₃₂ · n mod p, and K₁₃₂ is used nowhere else. The
//! hashes differ by K₁₃₂ · (n + n′) plus a value that does not depend on K₁₃₂. Since n + n′ is not
//! zero modulo p (its degree is below 64), exactly one of the 2^64 values of K₁₃₂ makes the
//! difference c in the field GF(2^64). From here on n = n′, and the length terms cancel. For n ≠ 0
//! the length term makes each of the hashes uniform, whatever their sum is, because the sum does
//! not depend on K₁₃₂.
//!
//! **One block.** Let the messages differ in word i, say the even word of its pair (for the odd
//! word, exchange the roles). The difference of the hashes is a sum over pairs, to which this pair
//! contributes (wᵢ + Kᵢ)(wᵢ₊₁ + Kᵢ₊₁) + (w′ᵢ + Kᵢ)(w′ᵢ₊₁ + Kᵢ₊₁). Expanded as a function of Kᵢ₊₁,
//! this is (wᵢ + w′ᵢ) · Kᵢ₊₁ plus terms without Kᵢ₊₁, and no other pair contains Kᵢ₊₁. Since wᵢ +
//! w′ᵢ ≠ 0 is invertible modulo p, exactly one of the 2^64 values of Kᵢ₊₁ gives c. (A pair after
//! the end takes part in neither hash, because the lengths are the same. If the last block were
//! padded with zero words instead, which is one reading of the paper's prose, both hashes would get
//! the same additional constants. The proof would still hold, with other hash values.)
//!
//! **Several blocks.** There are three steps, and none of them may lose the difference.
//!
//! 1. *Blocks to 128 bits.* The messages differ in some block. By the case of one block, the inner
//!    products of that block agree modulo p with probability at most 2^-64. The unreduced inner
//!    products, of degree at most 126, therefore agree at most that often.
//! 2. *The polynomial.* If the sequences of the inner products cⱼ and c′ⱼ, j = 1 … b, are
//!    different, then Σ (cⱼ + c′ⱼ) k^(b−j) is a polynomial in k of degree at most b − 1 over the
//!    field GF(2^127). It is not the zero polynomial, because the cⱼ have degree below 127 and so
//!    represent different elements. It has at most b − 1 roots, and k is one of 2^126 values, which
//!    gives (b − 1) · 2^-126. The implementation keeps remainders modulo x·q instead of q. That
//!    cannot add collisions, because values that are equal modulo x·q are equal modulo q.
//! 3. *128 bits to 64.* Two different 128-bit values, as two words each, go through the inner
//!    product of one pair with key words of its own. By the case of one block, the results differ
//!    by c with probability at most 2^-64.
//!
//! The three parts of the key are independent, so the probabilities add up. Steps 1 and 2 can only
//! lead to the sum 0, so for c ≠ 0 only the third term remains, 2^-64. ∎
//!
//! # Consequences and limits
//! Any t bits of two hashes agree with probability at most 2^-t + 1.004 · 2^-64, because 2^(64−t)
//! differences c agree in these bits, each with probability at most 2^-64 except c = 0. So tables
//! may use any bits. A bijection such as [`mix`](crate::mix) keeps the collision bound. For
//! messages of one length of up to 1,024 bytes it also keeps independence, so any t bits of
//! [`hash_mixed`](crate::hash_mixed) agree with probability 2^-t. For longer messages this is not
//! proved of mixed values.
//!
//! # Buckets
//! A bucket is h mod b, or ⌊h b / 2^64⌋, the high word of a product. Two given different messages
//! are in the same one of b buckets with probability at most 1/b + b · 2^-130 + (1 + 1/256) ·
//! 2^-64, for any b and any lengths (`clhash_buckets` of `proofs/theories/HashBuckets.v`), also
//! after a bijection such as [`mix`](crate::mix).
//!
//! Bounded differences would not be enough for this: unless b is a power of two, hashes in one
//! bucket have many more differences than 2^64 / b (`differences_only`). It holds because pairs of
//! hashes are nearly uniform. In both ways each bucket has 2^64 / b hashes, rounded down or up, so
//! the pairs in one bucket are a share of at most 1/b + b / (4 · 2^128) of all pairs. No pair of
//! different hashes has more than its share of the keys:
//!
//! * Messages of one length, not empty: a difference c ≠ 0 has probability at most 2^-64, and K₁₃₂
//!   makes one of the hashes uniform whatever the difference is. Equal hashes have 2.004 · 2^-64,
//!   which adds 1.004 · 2^-64.
//! * Different lengths, neither of them 0: K₀ enters the hashes as K₀ (w₁ + K₁) and K₀ (w′₁ + K₁),
//!   or K₁₃₀ enters in the same way with K₁₃₁ if a message has several blocks, and not at all if
//!   the other has one. The length enters as K₁₃₂ n and K₁₃₂ n′. Two linear equations in two words
//!   have one solution for each pair of hashes, unless their determinant is 0. It is linear in K₁
//!   (or K₁₃₁), so that has probability 2^-64 (`good_share`, `bad_share`).
//! * The hash of the empty message is 0, and that of any other is uniform.
//!
//! # Independence of the evaluation
//! The hash of a message is the same in whatever runs of whole blocks the message is split, in
//! whatever association the parts are joined, wherever a stream is cut and resumed, in however many
//! lanes the polynomial is evaluated, and whether its values are reduced at once or late
//! (`clhash_parts`, `clhash_stream` of `proofs/theories/Evaluations.v`, with `lazy_lanes` and
//! `lazy_run` of `Evaluation.v`). The reason is that pairs of a power of k and a value form a
//! monoid, to which sequences of blocks are mapped, in the ring of polynomials, and that reduction
//! preserves sums and products.
//!
//! The bound holds against an oblivious adversary, who chooses the messages without any knowledge
//! of the key. It says nothing about an adaptive adversary, who sees hashes and chooses the next
//! message accordingly: CLHASH is linear, and a few hashes of chosen messages reveal words of the
//! key. In particular, the hash by itself is not a MAC. It is the universal part of one (Wegman and
//! Carter): add a fresh pad to each value, and never reveal the bare value.

use crate::key::BLOCK_BYTES;
use hash_core::bound::Collisions;

/// The theorem for [`hash`](crate::hash), and for [`hash_mixed`](crate::hash_mixed) and
/// [`hash_bitmix`](crate::hash_bitmix) too.
pub const COLLISIONS: Collisions = Collisions::any(collision_bound);

/// Returns the base-2 logarithm of the bound on the probability that two given different messages
/// of at most `len_bytes` bytes collide.
///
/// ```
/// use clhash::bound::collision_bound;
/// assert_eq!(collision_bound(1024), -64.0);
/// assert!(collision_bound(1025) <= -63.0 + 1e-9);
/// assert!(collision_bound(u64::MAX) <= -64.0 + 2.004_f64.log2());
/// ```
#[must_use]
pub fn collision_bound(len_bytes: u64) -> f64 {
    if len_bytes <= BLOCK_BYTES as u64 {
        return -64.0;
    }
    // 2 · 2^-64 + (b - 1) 2^-126 = 2^-63 (1 + e) with e = (b - 1) 2^-63 < 2^-9. `core` has no
    // logarithm; three terms of its series are accurate to 2^-38.
    let others = len_bytes.div_ceil(BLOCK_BYTES as u64) - 1;
    #[expect(clippy::cast_precision_loss, reason = "an upper bound to within 2^-52")]
    let e = others as f64 / (1_u64 << 63) as f64;
    -63.0 + e * (1.0 - e / 2.0 + e * e / 3.0) * core::f64::consts::LOG2_E
}
