//! The collision bound, proved.
//!
//! # The statement
//! Fix two different messages m ≠ m′ of any lengths below 2^64 bytes, and any c, all chosen without
//! knowledge of the key. Draw the words of the key uniformly (those of the last step below p = 2^64
//! − 257). Write n for the number of blocks of the longer message, which is ⌈bytes / 128⌉ and at
//! least 1. Then the probability that `hash(m) − hash(m′) = c` modulo p is at most
//!
//! ```text
//! ε = 2^-63 + (n − 1) 2^-116 + 1/p
//! ```
//!
//! This is below 1.5 · 2^-63 (1 + 2^-57) for one block, and below 2^-62 up to 2^59 bytes. With c =
//! 0 it bounds the probability of a collision. For a difference modulo 2^64 the last term is 2/p,
//! and the sum is below 1.25 · 2^-62 up to 2^59 bytes. For `hash128` and two given differences the
//! bound is ε². Theorem 1 of Dai and Krovetz, "VHASH security" (IACR ePrint 2007/338), states 2^-61
//! for messages of 1 to 2^59 bytes (2^62 bits); a closer analysis of NH modulo 2^126, below, gives
//! half of that.
//!
//! Coq checks the bound for messages of bytes as this crate reads them, in
//! `proofs/theories/Vhash.v`: `vhash_any` and `vhash128_any` (differences modulo p), `vhash_mac`
//! and `vhash128_mac` (modulo 2^64), `vhash_low` and `vhash_high` (some bits of the hashes), and
//! `vhash_2_59` (2^59 bytes).
//!
//! # Comparison with CLHASH
//! |                      | VHASH-64                       | CLHASH                |
//! |----------------------|--------------------------------|-----------------------|
//! | differences          | of integers, modulo 2^64 − 257 | exclusive or          |
//! | up to 128 bytes      | 1.51 · 2^-63                   | 2^-64                 |
//! | up to 1,024 bytes    | 1.51 · 2^-63                   | 2^-64                 |
//! | up to 2^59 bytes     | 2^-62                          | 2.004 · 2^-64         |
//! | up to 2^64 − 1 bytes | 8.75 · 2^-62                   | 2.004 · 2^-64         |
//! | key                  | 160 bytes                      | 1,064 bytes           |
//! | values               | below 2^64 − 257               | all of 64 bits        |
//! | avalanche            | yes: integer products carry    | no: linear over GF(2) |
//!
//! (Lemire and Kaser, 2015, table 4 and §5, also compare the two, with 2^-61 for VHASH.)
//!
//! # The proof
//! Both q = 2^127 − 1 and p = 2^64 − 257 are primes. Write M₁ … Mₙ and M′₁ … M′ₙ′ for NH of the
//! blocks modulo 2^126, and r and r′ for 8 times the remainders of the lengths, in bytes,
//! modulo 128. The polynomial of a message is K^n + M₁ K^(n−1) + … + Mₙ + r 2^64, and its value
//! modulo q is y.
//!
//! **NH.** *If two blocks have the same number of pairs of words and differ in one pair,* their NH
//! has a given difference modulo 2^128 with probability at most 2^-64. Let the even word of the
//! pair differ (for the odd word exchange the roles). Write a and a′ for the sums of this word with
//! its key word modulo 2^64 in the two blocks, which differ as well. Fix all words of the key but
//! the odd word k of this pair. Suppose that k and another value k* both gave the difference. Then
//! a x ≡ a′ x′ modulo 2^128, where x and x′ are the changes of the two odd factors; both are k − k*
//! modulo 2^64, and below 2^64 in absolute value. Either x = x′; then (a − a′) x is a multiple of
//! 2^128, but it is not 0, and it is too small. Or, say, 0 < x < 2^64 and x′ = x − 2^64; then a x +
//! a′ (2^64 − x) is a multiple of 2^128, but it is positive, because a and a′ are not both 0, and
//! below 2^64 max(a, a′) < 2^128. So at most one k of 2^64 gives the difference.
//!
//! Modulo 2^126 at most two values of k give the difference, so the probability is at most 2^-63.
//! Write y and y′ for the odd sums: y′ is y + δ or, for large y, y + δ − 2^64. In either range of y
//! the equation reads (a − a′) y ≡ C modulo 2^126 for some C. Let 2^s be the largest power of 2
//! that divides a − a′. If s < 63, solutions are 2^(126−s) ≥ 2^64 apart, so each range has at most
//! one. If s = 63, there are three cases. If δ = 0, there is one range, and solutions are 2^63
//! apart, so at most two. If δ = 2^63, then y′ = y ± 2^63 and a′ = a ± 2^63, and the difference of
//! the products is ∓2^63 a ∓ 2^63 y modulo 2^126, which is different for all 2^63 values of y in a
//! range. For any other δ exchange the roles of the words; then s < 63.
//!
//! *If one of two blocks has more pairs,* take its last pair. It is a product of two uniform
//! factors on which nothing else depends. If the first factor is 0 (probability 2^-64), so is the
//! product. If it is 2^v s with s odd, at most one value of the other factor (two for v = 63) gives
//! the wanted product modulo 2^126. Together the probability is at most 2^-63.
//!
//! **The polynomial.** If n ≠ n′, the polynomials of the two messages differ in their degrees, and
//! agree modulo q for at most n of the 2^116 values of K. If n = n′, K^n cancels. The messages
//! differ in some block, and in that block there are two cases. Either NH differs for all keys but
//! a fraction of 2^-63; or the blocks are the last ones and differ only in zeros after the end of
//! the shorter one, so that NH is the same and r ≠ r′. Where the lengths differ, the condition on
//! the last blocks is that Mₙ + r 2^64 and M′ₙ + r′ 2^64 differ. It excludes one given difference
//! of NH, so it again holds for all keys but a fraction of 2^-63. These numbers are below 2^126 +
//! 2^74, so different ones are different modulo q. Then the difference of the two polynomials is a
//! polynomial of degree at most n − 1 that is not 0, and it has at most n − 1 zeros among the
//! values of K. So y = y′ with probability at most 2^-63 + (n − 1) 2^-116, and if n ≠ n′ with
//! probability at most n 2^-116, which is less.
//!
//! **The last step.** Different y and y′ have different quotients u and u′ or different remainders
//! v and v′ by 2^64 − 2^32, all of which are below p. The difference (u + Q₀)(v + Q₁) − (u′ +
//! Q₀)(v′ + Q₁) is (u − u′) Q₁ + (v − v′) Q₀ plus a term without Q₀ and Q₁. One of the two
//! coefficients is not 0 in the field of p elements, so for each value of the other word exactly
//! one value of its word gives c, which has probability 1/p. A difference modulo 2^64 of values
//! below p is one of two differences modulo p.
//!
//! **Two iterations.** The iterations of VHASH-128 have K and Q of their own, but share words of
//! NH: the second iteration starts two words later in the key. Take the last pair in which two
//! blocks differ, or the last pair of the longer block. The difference of NH in the first
//! iteration, and what the other pairs contribute to it in the second, depend only on words of the
//! key up to those of this pair in the first iteration. In the second iteration this pair has the
//! two words after them, over which the bound of NH was proved. So both fail with probability at
//! most 2^-63 · 2^-63, and the bounds multiply. ∎
//!
//! # What follows from the bound, and what does not
//! The sum of the hash and a fresh pad modulo 2^64 is a MAC (Wegman and Carter), and VMAC is that
//! MAC. A forgery succeeds with probability at most the bound for differences modulo 2^64, plus the
//! advantage of an adversary in telling AES from a random function. That is its advantage in
//! telling AES from a random permutation, plus q² 2^-129 for q blocks. (The term of AES is not in
//! `proofs`.)
//!
//! The low t bits of two hashes agree with probability at most 2^-63 + (n − 1) 2^-116 +
//! 2^(65−t)/p, because at most 2^(65−t) differences of values below p are multiples of 2^t. The
//! same holds for the high t bits. In a table of b buckets, for any b, two messages are in the
//! same one, h mod b or ⌊h b / 2^64⌋, with probability at most 2^-63 + (n − 1) 2^-116 + 2 ⌈2^64 /
//! b⌉ / p (`vhash_modulo`, `vhash_multiply`). The polynomial has the same value in whatever parts,
//! stream or order of reductions it is computed (`vhash_parts`, `vhash_stream`).
//!
//! All this holds against an oblivious adversary, who chooses the messages without any knowledge
//! of the key. An adaptive adversary, who sees bare hashes of chosen messages, can recover the
//! key.

use crate::key::BLOCK_BYTES;
use hash_core::bound::{Assumption, Collisions, Forgeries, Ideal, log2};

/// The theorem for [`hash`](crate::hash) and [`hash_mixed`](crate::hash_mixed).
pub const COLLISIONS: Collisions = Collisions::any(collision_bound);

/// The theorem for [`hash128`](crate::hash128).
pub const COLLISIONS128: Collisions = Collisions::any(collision_bound128);

/// The theorem for VMAC-64, whose nonces never repeat. A random function takes the place of AES, so
/// the bound does not grow with the number of messages, but the advantage does: AES is a
/// permutation.
pub const FORGERIES64: Forgeries = Forgeries {
    log2: |attack| of_attempts(attack.attempts, forgery_bound(attack.len_bytes)),
    max_bytes: u64::MAX,
    counts_messages: false,
    assumes: &[Assumption { primitive: "AES", ideal: Ideal::Function }],
};

/// The theorem for VMAC-128, as [`FORGERIES64`].
pub const FORGERIES128: Forgeries = Forgeries {
    log2: |attack| of_attempts(attack.attempts, 2.0 * forgery_bound(attack.len_bytes)),
    ..FORGERIES64
};

/// Computes the logarithm of the bound for several attempts, at least one, from that for one.
#[expect(clippy::cast_precision_loss, reason = "the relative error is below 2^-52")]
fn of_attempts(attempts: u64, log: f64) -> f64 {
    (log + log2(attempts as f64)).min(0.0)
}

/// Computes the logarithm to base 2 of the bound on the probability that two given different
/// messages of at most `len_bytes` bytes have the same [`hash`](crate::hash).
///
/// ```
/// use vhash::bound::collision_bound;
/// assert!(collision_bound(128) < -62.41);
/// assert!(collision_bound(1 << 59) < -61.999);
/// ```
#[must_use]
pub fn collision_bound(len_bytes: u64) -> f64 {
    bound(len_bytes, 1.0)
}

/// Computes the logarithm to base 2 of the bound on the probability that two given different
/// messages of at most `len_bytes` bytes have the same [`hash128`](crate::hash128).
#[must_use]
pub fn collision_bound128(len_bytes: u64) -> f64 {
    2.0 * bound(len_bytes, 1.0)
}

/// Computes the logarithm to base 2 of the bound for a given difference of [`hash`](crate::hash)
/// modulo 2^64. If AES is taken for a random function, this bounds the probability that a forgery
/// under VMAC-64 succeeds. The bound of VMAC-128 is the square.
///
/// ```
/// assert!(vhash::bound::forgery_bound(1 << 59) < -61.67);
/// ```
#[must_use]
pub fn forgery_bound(len_bytes: u64) -> f64 {
    bound(len_bytes, 2.0)
}

/// Computes log2(2^-63 + (n - 1) 2^-116 + differences / p).
fn bound(len_bytes: u64, differences: f64) -> f64 {
    // 1/p is 2^-64 (1 + 2^-55.99…), here rounded up.
    const LAST: f64 = 0.5 * (1.0 + 1.0 / (1_u64 << 55) as f64) + f64::EPSILON;
    let others = len_bytes.div_ceil(BLOCK_BYTES as u64).saturating_sub(1);
    #[expect(clippy::cast_precision_loss, reason = "the relative error is at most 2^-52")]
    let polynomial = others as f64 / (1_u64 << 53) as f64;
    log2(1.0 + polynomial + differences * LAST) - 63.0
}
