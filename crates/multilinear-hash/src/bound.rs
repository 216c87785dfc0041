//! The collision bounds, proved.
//!
//! Throughout, the messages are different, chosen without knowledge of the key, and the words of
//! the key are uniform and independent. A *row* is one inner product of a message with a key; a
//! hash of several rows collides if all of them do. Write d\[i\] for the differences of the words
//! of the two messages, w for the bits of a word.
//!
//! Names in parentheses are those of theorems in `proofs/theories`, which Coq checks for messages
//! of bytes as this crate reads them. What has none is proved here only: the section on fields but
//! for GF(2^64) and GF(2^32), LCH and MMH* with keys modulo p, and the slices of maps.
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
//! **ε = 6 · 2^-w** for one row (`row_six`), and 2 · 2^-w if the last step, modulo 2^w, is left out
//! (`row_two`; then e = 0). Halevi and Krawczyk have 6 · 2^-32 = 1.5 · 2^-30 for MMH as well. Yang,
//! Karri and McGrew print 1.5 · 2^-32, which looks like a slip for that: the tests have messages
//! with 2 · 2^-32.
//!
//! Modulo p = 2^w + 1, as in TMMH/16, 2^2w is 1 and 2^w is −1, so that the six pairs have four
//! different values of (c − c′) 2^2w + e 2^w at most: **4 · 2^-w** (`row_four`).
//!
//! **Several rows on shifted keys** (the Toeplitz extension), row j with x\[i + s j\] for a fixed
//! shift s. Let i be the *first* index where the messages differ, and take the rows from the last
//! to the first: of x\[i + s j\], with which D\[j\] = Σ d\[u\] x\[u + s j\], u ≥ i, begins, the
//! rows after j have nothing. As W and W′ are in \[0, 2^2w), W − W′ is (D\[j\] mod 2^2w) or that
//! less 2^2w; and D\[j\] mod 2^2w is d x + A − c 2^2w for x = x\[i + s j\], 0 ≤ A < 2^2w and c in
//! {0, 1}: three values for the multiple of 2^2w, three of e, at most 9 solutions x, and 5 modulo
//! 2^w + 1 (`apart_five`). What is common to both messages, which does not cancel when sums wrap,
//! only says which of them apply. In row 0, x\[i\] is in none of these conditions on the other
//! rows, so that the count of one row stands:
//!
//! **ε = 6 · 9^(R−1) · 2^-wR** for R rows of MMH (`mmh32_block`, `mmh64_block`), **4 · 5^(R−1) ·
//! 2^-wR** for TMMH/16 (`tmmh16_block`), and (3 · 2^-w)^R without the last step (`apart_three`).
//! Without wraps it is (2^-w)^R.
//!
//! **One length.** If a word that both messages have in common meets a key of its own, as the
//! length does, the values of W are shifted by a random number, and e is hardly ever other than 0:
//! that is 2 · 2^-32 + 180 · 2^-64 for MMH32 (`mmh32_one_length`), 18 · 2^-64 + 1,620 · 2^-96 for
//! two rows (`mmh64_one_length`), (2 + 12 · 2^-16) · 5^(T−1) · 2^-16T for TMMH/16
//! (`tmmh16_one_length`).
//!
//! Signed words (`Paths16` of the feature `divide`): differences are below 2^w in size, and d x + A
//! runs over an interval shorter than 2^2w, so the argument for several rows stands: (3 · 2^-w)^R.
//! That for one row does not, because products of words of different signs move in opposite
//! directions: one row has 3 · 2^-w as well, and that is met by 2 against −1
//! (`paths16_share`).
//!
//! The length n before the message is a word as any other, as long as n and the difference of two n
//! are below p and the words are. Messages of different lengths are words (n, m, 0, 0, …) that
//! differ at least in n.
//!
//! # Messages of any length
//! The [construction](crate::function) for R rows, of two messages of n and n′ bytes:
//!
//! * *Both of at most a block*: the published function, as above; 2^-64 over GF(2^64), where any
//!   two hashes are uniform and independent (`multilinear64_block`).
//! * *One of at most a block, one longer*: each row of the longer one adds a word of the key, times
//!   1, that is in nothing else (or c and c′ over GF(2^64)): 6 · 2^-w a row (4 for TMMH/16),
//!   independently; 2^-64 over GF(2^64) (`multilinear64_lengths`).
//! * *Both longer, n ≠ n′*: parts of n differ, and meet a key that each row has of its own: the
//!   same.
//! * *Both longer, n = n′*: some block differs. Its values agree in a set of the rows with at most
//!   2 · 2^-w for one row and 3 · 2^-w for each further one (2^-64 over GF(2^64)). In each other
//!   row two polynomials of one degree b differ, and at a random one of 2^126 points agree with
//!   probability at most (b − 1) 2^-126; otherwise they are different words, which meet keys of
//!   their own after the word 1, which all long messages have in common: that is the case of one
//!   length, with 2 · 2^-w and little more. The sum over all sets of rows, b being the number of
//!   blocks, is below
//!
//! | | |
//! |---|---|
//! | MMH of R rows (`mmh32_any`, `mmh64_any`) | 6 · 9^(R−1) · 2^-32R + R (b − 1) 2^-126 |
//! | TMMH/16 of T rows (`tmmh16_any`) | (4 · 5^(T−1) + 1) · 2^-16T + T (b − 1) 2^-126 |
//! | GF(2^64) (`multilinear64_blocks`, `multilinear64_any`) | 2 · 2^-64 + (b − 1) 2^-126 |
//!
//! Over GF(2^64) a given difference other than 0 has 2^-64 at every length
//! (`multilinear64_nonzero`).
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
//! 2^128 pairs, other values at most one for each first word. In fact less than 0.7 · 2^-64: of
//! three numbers in a row from 2^43 on at most two divide one below 2^128.
//!
//! Modulo 2^126 all this is 2^-63 (`nh_quarter`); the module `bound` of the crate `vhash` says in
//! words why.
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
//! # Slices of maps
//! [`crate::map`] says what is computed, and where the rest of the map hasher is proved. *Up to 112
//! bytes*: if two different slices have the same number of pairs, either some pairs differ, and the
//! sums differ by exactly the difference of the lengths with probability at most 2^-64; or none
//! does, and the lengths do. If one has further pairs, its last product must have the value c that
//! the rest leaves: with c ≠ 0, that is 0.7 · 2^-64; c = 0 has 2^-64 itself, if common pairs
//! differ, and cannot be, if only the lengths do. Together less than **2^-64**.
//!
//! *One longer slice, or two*: two of the same number of parts agree in the sums of some part that
//! differs with probability 2^-63. If they do not, or if there are more parts in one, the
//! polynomials, which begin with 1, are different and not constant; they agree, or give the sum of
//! a short slice, at no more than b + 1 of 2^126 points. **2^-63 + (b + 1) 2^-126** for b parts.
//!
//! # Against whom
//! All this is for messages chosen before anything is known of the key: an **oblivious** adversary.
//! All functions here are linear, or nearly, in their keys: who sees a few hashes of messages of
//! his choice, an **adaptive** one, computes the key. None is a MAC by itself; the published ones
//! were made to be, with a fresh pad added to each value.

use crate::function::{BLOCK_BYTES, Function};
use hash_core::bound::log2;

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

/// The bound of rows of words of 16 bits (TMMH/16) or 32 bits (MMH).
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "four rows at most"
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
    // R (b − 1) 2^-126, as a part of the rest.
    let e = rows as f64 * (blocks(len_bytes) - 1.0) * two_to_minus(126 - bits) / f64::from(keys);
    log + log2_1p(e)
}

/// The bound of the hash over GF(2^64).
pub(crate) fn multilinear64(len_bytes: u64) -> f64 {
    if len_bytes <= BLOCK_BYTES as u64 {
        -64.0
    } else {
        -63.0 + log2_1p((blocks(len_bytes) - 1.0) * two_to_minus(63))
    }
}

/// The logarithm to base 2 of the bound on the probability that two given slices of at most
/// `len_bytes` bytes become the same 128 bits in a map. See [`crate::map`].
///
/// ```
/// use multilinear_hash::bound::slice_collision_bound;
/// assert_eq!(slice_collision_bound(112), -64.0);
/// assert!(slice_collision_bound(1 << 40) < -62.999);
/// ```
#[must_use]
pub fn slice_collision_bound(len_bytes: u64) -> f64 {
    if len_bytes <= 112 {
        return -64.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "an upper bound to within 2^-52")]
    let parts = len_bytes.div_ceil(112) as f64 + 1.0;
    -63.0 + log2_1p(parts * two_to_minus(63))
}
