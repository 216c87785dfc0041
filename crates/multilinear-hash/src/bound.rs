//! The collision bounds, proved.
//!
//! Throughout, the messages are different, chosen without knowledge of the key, and the words of
//! the key are uniform and independent. A *row* is one inner product of a message with a key; a
//! hash of several rows collides if all of them do. Write d\[i\] for the differences of the words
//! of the two messages, w for the bits of a word.
//!
//! # Fields: strongly universal
//! **Over GF(2^n)**, h = c + Σ m\[i\] x\[i\]. Let the messages differ in word i. The difference of
//! their hashes is d\[i\] x\[i\] plus something without x\[i\], and d\[i\] is invertible; so it is
//! uniform, and c, which is in both hashes and not in their difference, makes each of them uniform
//! given the difference. So the two are uniform and independent. By pairs (m\[i\] + x\[i\])
//! (m\[i+1\] + x\[i+1\]) the difference has d\[i\] x\[i+1\] and otherwise nothing of x\[i+1\]: the
//! same. (Lemire and Kaser, 2014.)
//!
//! # Integers modulo a prime: LCH and MMH*
//! With p prime and 2^w < p, words of message and key below 2^w: for a given value of the
//! difference of the hashes, at most one x\[i\] modulo p, so at most one of 2^w, satisfies the
//! equation d\[i\] x\[i\] = …, as |d\[i\]| < p is invertible. **ε = 2^-w**, and 1/p over keys that
//! are uniform modulo p. The addend t is in both hashes.
//!
//! # Sums that wrap: MMH, TMMH/16
//! Let W = S mod 2^2w for the exact sum S, then h = (W mod p) mod 2^w with 2^w < p < 2^(w+1). Let
//! the messages differ in word i, d = d\[i\] > 0 without loss, and let all of the key be fixed but
//! x = x\[i\].
//!
//! * W is m\[i\] x + A − c 2^2w with 0 ≤ A < 2^2w and c in {0, 1}, as m\[i\] x < 2^2w; c does not
//!   fall when x grows. The same for W′ and c′. So while x grows (c, c′) starts at (0, 0), passes
//!   at most one of (1, 0) and (0, 1), and ends at (1, 1): c − c′ is 0, or one other value.
//! * If h = h′, W mod p and W′ mod p differ by e 2^w with e in {−1, 0, 1}.
//! * For each of the 2 · 3 pairs of values, d x = A′ − A + (c − c′) 2^2w + e 2^w modulo p has at
//!   most one solution.
//!
//! **ε = 6 · 2^-w** for one row, and 2 · 2^-w if the last step, modulo 2^w, is left out (then e =
//! 0). Halevi and Krawczyk have 6 · 2^-32 = 1.5 · 2^-30 for MMH as well. Yang, Karri and McGrew
//! print 1.5 · 2^-32, which looks like a slip for that: in small, the tests find more than 1.5 ·
//! 2^-w.
//!
//! **Several rows on shifted keys** (the Toeplitz extension), row j with x\[i + s j\] for a fixed
//! shift s. Let i be the *last* index where the messages differ. The exact sums of row j differ by
//! D\[j\] = Σ d\[u\] x\[u + s j\], u ≤ i, in which x\[i + s j\] is multiplied by d\[i\], and of
//! which the rows before have nothing after x\[i + s (j − 1)\]. As W and W′ are in \[0, 2^2w), W −
//! W′ is (D\[j\] mod 2^2w) or that less 2^2w; and D\[j\] mod 2^2w is d x + A − c 2^2w for x =
//! x\[i + s j\], 0 ≤ A < 2^2w and c in {0, 1}: three values for the multiple of 2^2w, three of e,
//! at most 9 solutions x. What is common to both messages, which does not cancel when sums wrap,
//! only says which of them apply. So row by row, given the key of the rows before: **ε = (9 ·
//! 2^-w)^R** for R rows, and (3 · 2^-w)^R without the last step. Without wraps it is (2^-w)^R.
//!
//! Signed words (`Paths16` of the feature `divide`) change nothing: differences are below 2^w in
//! size, and d x + A runs over an interval shorter than 2^2w.
//!
//! The length n before the message is a word as any other, as long as n and the difference of two n
//! are below p and the words are. Messages of different lengths are words (n, m, 0, 0, …) that
//! differ at least in n.
//!
//! # Messages of any length
//! The [construction](crate::function) for R rows, of two messages of n and n′ bytes:
//!
//! * *Both of at most a block*: the published function, **6 · 2^-w** for R = 1 and **(9 · 2^-w)^R**
//!   for more; 2^-64 over GF(2^64).
//! * *One of at most a block, one longer*: each row of the longer one adds a word of the key, times
//!   1, that is in nothing else (or c and c′ over GF(2^64)): 6 · 2^-w a row, independently; 2^-64
//!   over GF(2^64).
//! * *Both longer, n ≠ n′*: parts of n differ, and meet a key that each row has of its own: the
//!   same.
//! * *Both longer, n = n′*: some block differs. Its values agree in a set A of the rows with
//!   probability (3 · 2^-w)^|A| (2 · 2^-w for R = 1; 2^-64 over GF(2^64)). In each other row two
//!   polynomials of one degree b differ, and at a random one of 2^126 points agree with probability
//!   at most (b − 1) 2^-126; otherwise the P are different words, which meet keys of their own, and
//!   the row collides with probability 6 · 2^-w independently of the others. The sum over all sets
//!   is (3 · 2^-w + 6 · 2^-w)^R + R b 2^-126: **(9 · 2^-w)^R + R b 2^-126**; **8 · 2^-w + b
//!   2^-126** for R = 1; **2 · 2^-64 + b 2^-126** over GF(2^64).
//!
//! # NH
//! (a + k) (b + l) of 64-bit words, sums modulo 2^64, the product of 128 bits; over several pairs
//! the sum modulo 2^128. For two messages of one number of pairs and any c, the values differ by c
//! with probability at most 2^-64. Let a ≠ a′ in some pair (else exchange the roles), fix all but
//! y = b + l, and let y′ = y + δ − 2^64 \[y ≥ 2^64 − δ\] be that of the other message; z = a + k
//! and z′ = a′ + k are different. The equation z y − z′ y′ = C modulo 2^128 is (z − z′) y = C + z′
//! δ, or with − 2^64 z′ for large y. Each has at most one solution, as |z − z′| y < 2^128 and does
//! not change its sign. If both had one, y₁ < 2^64 − δ ≤ y₂, then (z − z′) (y₂ − y₁) = −2^64 z′
//! modulo 2^128. If z < z′, that says (z′ − z) (y₂ − y₁) = 2^64 z′ (both sides are between 0 and
//! 2^128), impossible with z′ − z ≤ z′ and y₂ − y₁ < 2^64. If z > z′, (z − z′) (y₂ − y₁) = 2^64
//! (2^64 − z′), impossible with z − z′ < 2^64 − z′. So one at most. (This is the bound of Black,
//! Halevi, Krawczyk, Krovetz and Rogaway, "UMAC", 1999.)
//!
//! For different numbers of pairs the longer one has a product of two words that are uniform and in
//! nothing else. It has a given value with probability at most 2^-63: zero has 2^65 − 1 of the
//! 2^128 pairs, other values as many as they have divisors, which is fewer.
//!
//! # Multiply-shift
//! b + Σ a\[i\] w\[i\] modulo 2^128, a and b of 128 bits, w of 64: its upper half is strongly
//! universal. Let d = w\[i\] − w′\[i\] ≠ 0, an odd number times 2^s with s < 64. The difference D
//! of the sums is a\[i\] d plus something without a\[i\]: its bits from s on are uniform, whatever
//! those below are. So D's upper half is uniform given its lower half. The sum U of the second
//! message is uniform and independent of D, by b. The upper half of U + D is that of U plus that of
//! D plus a carry that the lower halves make, and D's upper half is uniform given all the others.
//! So the upper halves of U and U + D are uniform and independent. (Dietzfelbinger, 1996;
//! [`ml64`](crate::multilinear::ml64) is the same for many words.) By one product, (f + w\[0\])
//! (g + w\[1\]) + b with f and g of 128 bits, the difference has (w\[0\] − w′\[0\]) g, or (w\[1\] −
//! w′\[1\]) f, and nothing else of that: the same.
//!
//! Hashes with different b, of 128 bits each that share a word, b = (u, v), b′ = (v, z) with lower
//! halves first: the upper half of the one has v added, that of the other z. Both are uniform and
//! independent, given everything else: z makes the second uniform whatever v is.
//!
//! # The map hasher
//! [`crate::map`] says what is computed. *One slice*: NH of slices of one length differs but for
//! 2^-64, as their words differ; of two lengths with one number of pairs, sums that differ by
//! exactly the difference of the lengths have 2^-64 as well; with different numbers of pairs,
//! 2^-63. Longer than a part: the sums of some part agree modulo 2^126 with probability at most 4 ·
//! 2^-64; if none does, the polynomials, which begin with 1, are different and not constant, and
//! agree (or give the v of a short slice) at no more than b + 1 of 2^126 points. *Words*: different
//! sequences are different polynomials; the hash of a slice as a word is another one's with
//! probability 2^-64 more. Whatever has different v, or different words, or other numbers of words,
//! has strongly universal hashes by the section above; keys of NH, of slices, of points and of
//! words are not shared. One exception is no value: a `Hash` that writes nothing has the hash 0.
//!
//! # Against whom
//! All this is for messages chosen before anything is known of the key: an **oblivious** adversary.
//! All functions here are linear, or nearly, in their keys: who sees a few hashes of messages of
//! his choice, an **adaptive** one, computes the key. None is a MAC by itself; the published ones
//! were made to be, with a fresh pad added to each value.

use crate::function::{BLOCK_BYTES, Function};

/// The logarithm to base 2 of the bound on the probability that two given different messages of at
/// most `len_bytes` bytes have the same hash under a random key.
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

/// log2(1 + e) for small e, a little more than that.
const fn log2_1p(e: f64) -> f64 {
    e * core::f64::consts::LOG2_E
}

/// The blocks of a message.
#[expect(clippy::cast_precision_loss, reason = "an upper bound to within 2^-52")]
fn blocks(len_bytes: u64) -> f64 {
    len_bytes.div_ceil(BLOCK_BYTES as u64) as f64
}

/// 2^-`bits`, for the terms of long messages. `core` has no powers.
const fn two_to_minus(bits: u32) -> f64 {
    f64::from_bits((1023 - bits as u64) << 52)
}

/// The bound of rows of words of 16 or 32 bits.
pub(crate) fn modular(width: u32, rows: usize, len_bytes: u64) -> f64 {
    const LOG2_9: f64 = 3.169_925_001_442_313;
    const LOG2_6: f64 = 2.584_962_500_721_157;
    let width_log = f64::from(width);
    let is_short = len_bytes <= BLOCK_BYTES as u64;
    let (short, factor, log_factor) = match (rows, is_short) {
        (1, true) => (LOG2_6 - width_log, 6.0, LOG2_6),
        (1, false) => (3.0 - width_log, 8.0, 3.0),
        (_, _) => (0.0, 9.0, LOG2_9),
    };
    if rows == 1 && is_short {
        return short;
    }
    // ε = (f 2^-w)^R, and R b 2^-126 = e ε.
    let (mut log, mut e) = (0.0, two_to_minus(126) * blocks(len_bytes));
    for _ in 0..rows {
        log += log_factor - width_log;
        e /= factor * two_to_minus(width);
    }
    #[expect(clippy::cast_precision_loss, reason = "four at most")]
    let rows = rows as f64;
    if is_short { log } else { log + log2_1p(rows * e) }
}

/// The bound of the hash over GF(2^64).
pub(crate) fn multilinear64(len_bytes: u64) -> f64 {
    if len_bytes <= BLOCK_BYTES as u64 {
        -64.0
    } else {
        -63.0 + log2_1p(blocks(len_bytes) * two_to_minus(63))
    }
}

/// The logarithm to base 2 of ε for one slice of at most `len_bytes` bytes in a map: the hashes of
/// two given slices are independent and uniform, except with this probability. See [`crate::map`].
///
/// ```
/// use multilinear_hash::bound::slice_collision_bound;
/// assert_eq!(slice_collision_bound(112), -63.0);
/// assert!(slice_collision_bound(1 << 40) < -61.999);
/// ```
#[must_use]
pub fn slice_collision_bound(len_bytes: u64) -> f64 {
    if len_bytes <= 112 {
        return -63.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "an upper bound to within 2^-52")]
    let parts = len_bytes.div_ceil(112) as f64 + 3.0;
    -62.0 + log2_1p(parts * two_to_minus(64))
}
