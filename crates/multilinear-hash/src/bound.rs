//! The collision bounds, proved.
//!
//! Throughout, the two messages are different and chosen without knowledge of the key, and the
//! words of the key are uniform and independent. A *row* is one inner product of a message with a
//! key. A hash of several rows collides if all of them collide. Write dᵢ for the differences of the
//! words of the two messages, and w for the number of bits of a word.
//!
//! Names in parentheses are theorems in `proofs/theories`, which Coq checks for messages of bytes
//! as this crate reads them. Statements without such a name are proved only here: those on fields
//! other than GF(2^64) and GF(2^32). The maps of this crate are [`crate::map`], with the theorem of
//! [`crate::map::bound`].
//!
//! # Fields: strongly universal hashes
//! **Over GF(2^n)**, h = c + Σ mᵢ xᵢ. Let the messages differ in word i. The difference of their
//! hashes is dᵢ xᵢ plus terms without xᵢ, and dᵢ is invertible, so the difference is uniform. The
//! addend c is in both hashes but not in their difference, so it makes each hash uniform given the
//! difference. Hence the two hashes are uniform and independent. With pairs (mᵢ + xᵢ) (mᵢ₊₁ + xᵢ₊₁)
//! the only term of the difference with xᵢ₊₁ is dᵢ xᵢ₊₁, and the same argument applies. (Lemire and
//! Kaser, 2014.)
//!
//! # Sums that wrap: MMH, TMMH/16
//! Let S be the exact sum and W = S mod 2^2w. Then h = (W mod p) mod 2^w with 2^w < p < 2^(w+1).
//! Let the messages differ in word i, with d = dᵢ > 0 without loss of generality, and fix all of
//! the key but x = xᵢ.
//!
//! * W is mᵢ x + A − c 2^2w with 0 ≤ A < 2^2w and c in {0, 1}, because mᵢ x < 2^2w; c does not
//!   decrease when x increases. The same holds for W′ and c′. So as x increases, (c, c′) starts at
//!   (0, 0), passes through at most one of (1, 0) and (0, 1), and can end at (1, 1). Hence c − c′
//!   is 0 or one other value.
//! * If h = h′, then W mod p and W′ mod p differ by e 2^w with e in {−1, 0, 1}.
//! * For each of the 2 · 3 pairs of c − c′ and e, d x = A′ − A + (c − c′) 2^2w + e 2^w modulo p has
//!   at most one solution, because 0 < d < p.
//!
//! **ε = 6 · 2^-w** for one row (`row_six`), and 2 · 2^-w without the last step, modulo 2^w
//! (`row_two`; then e = 0). Halevi and Krawczyk also state 6 · 2^-32 = 1.5 · 2^-30 for MMH. Yang,
//! Karri and McGrew print 1.5 · 2^-32, which appears to be a misprint of it, because the tests have
//! messages that collide with probability 2 · 2^-32.
//!
//! Modulo p = 2^w + 1, as in TMMH/16, 2^2w is 1 and 2^w is −1, so the six pairs give at most four
//! different values of (c − c′) 2^2w + e 2^w: **ε = 4 · 2^-w** (`row_four`).
//!
//! **Several rows on shifted keys** (the Toeplitz extension). Row j uses xᵢ₊ₛⱼ for a fixed shift s.
//! Let i be the *first* index where the messages differ, and take the rows from the last to the
//! first: Dⱼ = Σ dᵤ xᵤ₊ₛⱼ over u ≥ i begins with xᵢ₊ₛⱼ, and the rows after j do not use this word.
//! As W and W′ are at least 0 and below 2^2w, W − W′ is Dⱼ mod 2^2w, or this minus 2^2w. In turn Dⱼ
//! mod 2^2w is d x + A − c 2^2w for x = xᵢ₊ₛⱼ, 0 ≤ A < 2^2w and c in {0, 1}. So the multiple of
//! 2^2w has three values and e has three, which gives at most 9 solutions x, and 5 modulo 2^w + 1
//! (`apart_five`). The words that both messages have in common do not cancel when sums wrap, but
//! they only decide which of these solutions apply. No condition on the other rows contains xᵢ, so
//! row 0 has the count of a single row:
//!
//! **ε = 6 · 9^(R−1) · 2^-wR** for R rows of MMH (`mmh32_block`, `mmh64_block`), **4 · 5^(R−1) ·
//! 2^-wR** for TMMH/16 (`tmmh16_block`), and (3 · 2^-w)^R without the last step (`apart_three`).
//! Without wraps ε is (2^-w)^R.
//!
//! **Messages of one length.** If a word that both messages have in common has a key word of its
//! own, as the length does, its product shifts the values of W by a random number, and e is rarely
//! other than 0. Then ε is 2 · 2^-32 + 180 · 2^-64 for MMH32 (`mmh32_one_length`), 18 · 2^-64 +
//! 1,620 · 2^-96 for two rows (`mmh64_one_length`), and (2 + 12 · 2^-16) · 5^(T−1) · 2^-16T for
//! TMMH/16 (`tmmh16_one_length`).
//!
//! **The length** n before the message is a word like any other, as long as n, the differences of
//! two lengths and the words are below p. Messages of different lengths are words (n, m, 0, 0, …)
//! that differ at least in n.
//!
//! # Messages of any length
//! These are the cases of the [construction](crate::function) for R rows and two messages of n and
//! n′ bytes:
//!
//! * *Both have at most one block*: the hash is the published function, with the bound above. Over
//!   GF(2^64) the bound is 2^-64, because any two hashes are uniform and independent
//!   (`multilinear64_block`).
//! * *One has at most one block, and one is longer*: each row of the longer one adds 1 times a word
//!   of the key that is used nowhere else (over GF(2^64), c and c′ differ). Each row has 6 · 2^-w
//!   (4 · 2^-w for TMMH/16), independently, and GF(2^64) has 2^-64 (`multilinear64_lengths`).
//! * *Both are longer, n ≠ n′*: some words of n differ, and each row has a key of its own for them.
//!   The bound is the same.
//! * *Both are longer, n = n′*: some block differs. Its values agree in a given set of rows with
//!   probability at most 2 · 2^-w for one row and 3 · 2^-w for each further row (2^-64 over
//!   GF(2^64)). In each other row two polynomials of the same degree b differ, and they agree at a
//!   random one of 2^126 points with probability at most (b − 1) 2^-126. If they do not agree,
//!   their values are different words with keys of their own, after the word 1 that all long
//!   messages have in common. This is the case of messages of one length, with 2 · 2^-w and little
//!   more. The sum over all sets of rows, where b is the number of blocks, is below the value in
//!   this table:
//!
//! |  |  |
//! |---|---|
//! | MMH of R rows (`mmh32_any`, `mmh64_any`) | 6 · 9^(R−1) · 2^-32R + R (b − 1) 2^-126 |
//! | TMMH/16 of T rows (`tmmh16_any`) | (4 · 5^(T−1) + 1) · 2^-16T + T (b − 1) 2^-126 |
//! | GF(2^64) (`multilinear64_blocks`, `multilinear64_any`) | 2 · 2^-64 + (b − 1) 2^-126 |
//!
//! Over GF(2^64) a given difference other than 0 has probability 2^-64 at every length
//! (`multilinear64_nonzero`).
//!
//! # NH
//! NH of a pair of 64-bit words is (a + k) (b + l), with sums modulo 2^64 and a product of 128
//! bits. NH of several pairs is the sum of these products modulo 2^128. For two messages with the
//! same number of pairs and any c, the values differ by c with probability at most 2^-64. Let a ≠
//! a′ in some pair (otherwise exchange the roles), and fix all but y = b + l. In the other message
//! this sum is y′ = y + δ or, if y ≥ 2^64 − δ, y + δ − 2^64; z = a + k and z′ = a′ + k are
//! different. The equation z y − z′ y′ = C modulo 2^128 is (z − z′) y = C + z′ δ, with − 2^64 z′ on
//! the right for large y. In either form it has at most one solution, because |z − z′| y < 2^128
//! and (z − z′) y does not change its sign. If both forms had a solution, y₁ < 2^64 − δ ≤ y₂, then
//! (z − z′) (y₂ − y₁) = −2^64 z′ modulo 2^128. If z < z′, this means (z′ − z) (y₂ − y₁) = 2^64 z′
//! (both sides are between 0 and 2^128), which is impossible with z′ − z ≤ z′ and y₂ − y₁ < 2^64.
//! If z > z′, it means (z − z′) (y₂ − y₁) = 2^64 (2^64 − z′), which is impossible with z − z′ <
//! 2^64 − z′. So there is at most one solution. (This is the bound of Black, Halevi, Krawczyk,
//! Krovetz and Rogaway, "UMAC", 1999.)
//!
//! For different numbers of pairs the longer message has a product of two uniform words that are
//! used nowhere else. It has a given value with probability at most 2^-63: 2^65 − 1 of the 2^128
//! pairs of words give zero, and at most one pair for each first word gives another value. For such
//! another value the probability is even below 0.7 · 2^-64, because of three consecutive numbers
//! from 2^43 on at most two divide a number below 2^128.
//!
//! Modulo 2^126 all these bounds become 2^-63 (`nh_quarter`). The module `bound` of the crate
//! `vhash` has the proof in words.
//!
//! # Multiply-shift
//! The upper half of b + Σ aᵢ wᵢ modulo 2^128, with a and b of 128 bits and w of 64, is strongly
//! universal. Let d = wᵢ − w′ᵢ ≠ 0 be an odd number times 2^s with s < 64. The difference D of the
//! sums is aᵢ d plus terms without aᵢ, so its bits from s on are uniform, whatever the bits below
//! are. Hence the upper half of D is uniform given its lower half. The sum U of the second message
//! is uniform and independent of D, because of b. The upper half of U + D is the sum of the upper
//! halves of U and D and a carry from the lower halves, and the upper half of D is uniform given
//! all the others. So the upper halves of U and U + D are uniform and independent. (Dietzfelbinger,
//! 1996; [`ml64`](crate::multilinear::ml64) is the same hash for many words.) With a single
//! product, (f + w₀) (g + w₁) + b with f and g of 128 bits, the only term of the difference with g
//! is (w₀ − w′₀) g, or the only one with f is (w₁ − w′₁) f, and the same argument applies.
//!
//! # Buckets
//! [`Multilinear64`](crate::Multilinear64): a bucket is h mod b, or ⌊h b / 2^64⌋, the high word of
//! a product. Let t = 2^64 mod b; t of the buckets have one hash more than the others. Two given
//! different messages of up to 4,096 bytes are in the same bucket with probability exactly 1/b + t
//! (b − t) / (b · 2^128), which is at most 1/b + b · 2^-130, for any b (`multilinear64_buckets`).
//! For messages of any lengths it is at most (1 + 1/1024) · 2^-64 more
//! (`multilinear64_buckets_any`). A bijection before the reduction changes nothing.
//!
//! # Independence of the evaluation
//! The polynomial over the blocks has the same value in whatever parts, stream or order of
//! reductions it is computed (`multilinear64_parts`, `multilinear64_stream`; `horner_run` for the
//! other functions).
//!
//! # Limits of the bounds
//! The bounds hold against an **oblivious** adversary, who chooses the messages without any
//! knowledge of the key. An **adaptive** adversary, who sees a few hashes of chosen messages, can
//! recover the key, because all functions here are linear, or nearly linear, in their keys. None of
//! them is a MAC by itself. The published functions were designed as parts of MACs, which add a
//! fresh pad to each value.

use crate::function::{BLOCK_BYTES, Function};
use hash_core::bound::{Collisions, log2};

/// Returns the theorem for a function, mixed or not.
#[must_use]
pub const fn collisions<F: Function>() -> Collisions {
    Collisions::any(collision_bound::<F>)
}

/// Computes the logarithm to base 2 of the bound on the probability that two given different
/// messages of at most `len_bytes` bytes have the same hash under a random key.
///
/// ```
/// use multilinear_hash::Multilinear64;
/// use multilinear_hash::bound::collision_bound;
/// assert_eq!(collision_bound::<Multilinear64>(4096), -64.0);
/// assert!(collision_bound::<Multilinear64>(1 << 40) < -62.999);
/// ```
#[must_use]
pub fn collision_bound<F: Function>(len_bytes: u64) -> f64 {
    F::collision_bound(len_bytes)
}

/// Computes an upper bound of log2(1 + e), which is close for small e.
const fn log2_1p(e: f64) -> f64 {
    e * core::f64::consts::LOG2_E
}

/// Returns the number of blocks of a message.
#[expect(clippy::cast_precision_loss, reason = "the relative error is at most 2^-52")]
fn blocks(len_bytes: u64) -> f64 {
    len_bytes.div_ceil(BLOCK_BYTES as u64) as f64
}

/// Computes 2^-`bits` for the terms of long messages, because `core` has no powers.
const fn two_to_minus(bits: u32) -> f64 {
    f64::from_bits((1023 - bits as u64) << 52)
}

/// Computes the bound of rows over words of 16 bits (TMMH/16) or 32 bits (MMH).
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "there are at most four rows"
)]
pub(crate) fn modular(width: u32, rows: usize, len_bytes: u64) -> f64 {
    let is_short = len_bytes <= BLOCK_BYTES as u64;
    let (first, other, long) = if width == 16 { (4, 5, 1) } else { (6, 9, 0) };
    let keys = first * (1..rows).fold(1, |keys, _| keys * other) + u32::from(!is_short) * long;
    let bits = width * rows as u32;
    let log = log2(f64::from(keys)) - f64::from(bits);
    if is_short {
        return log;
    }
    // R (b − 1) 2^-126 relative to the other terms.
    let e = rows as f64 * (blocks(len_bytes) - 1.0) * two_to_minus(126 - bits) / f64::from(keys);
    log + log2_1p(e)
}

/// Computes the bound of the hash over GF(2^64).
pub(crate) fn multilinear64(len_bytes: u64) -> f64 {
    if len_bytes <= BLOCK_BYTES as u64 {
        -64.0
    } else {
        -63.0 + log2_1p((blocks(len_bytes) - 1.0) * two_to_minus(63))
    }
}
