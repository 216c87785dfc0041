//! The bound on collisions and its proof.
//!
//! # The statement
//! Fix two different messages of up to 2^64 − 1 bytes and any t of the 64 bits of a hash, all
//! chosen without knowledge of the key, and draw the 177 words of the key uniformly.
//!
//! 1. If the lengths differ, or both messages have at most 32 bytes, the t bits of the two hashes
//!    agree with probability exactly 2^-t. If moreover one of them has at most 256 bytes, the
//!    hashes are uniform and independent.
//! 2. If both messages have one length from 33 to 256 bytes, the t bits agree with probability at
//!    most 2 · 2^-t. All 64 bits: 2^-63.
//! 3. If both have one length above 256 bytes, the hashes are those of [`clhash`]: exactly 2^-t up
//!    to 1,024 bytes, and 2^-t + 1.004 · 2^-64 above.
//!
//! The names in parentheses below are theorems of `proofs/theories/Mshash.v`, which Coq checks for
//! messages of bytes as this crate reads them, of up to 256 bytes. A message of more than 256 bytes
//! beside a shorter one is proved here alone.
//!
//! # The proof
//! A message of n ≤ 256 bytes becomes a number X modulo 2^128, and its hash is the upper half of X:
//!
//! * n ≤ 32: X = Σ wᵢ fᵢ + n h + v, where two words wᵢ (n ≤ 16) or four, given n, determine the
//!   message (`short_words_inj`);
//! * n > 32: X = x₀ f₀ + x₁ 2^64 + n h + v, where x₀ and x₁ are the halves of S = Σ (a + k)(b + l)
//!   modulo 2^128 over pairs of words a, b that cover the message (`pairs_differ`), with sums a + k
//!   and b + l modulo 2^64.
//!
//! **Multiply-shift.** So X is a sum of products of words and factors plus an addend, and the
//! length is one of the words. If a word of the two sums differs, the upper halves are uniform and
//! independent (Dietzfelbinger, 1996; `multiply_shift_strong`): the difference of the words is 2^s
//! times an odd number with s < 64, and times a factor of 128 random bits it has uniform bits from
//! s on, so a uniform upper half whatever the lower one is. v makes X itself uniform whatever X′ −
//! X is. The upper half of X′ is that of X plus that of X′ − X plus a carry of the lower halves.
//!
//! **(1)** Two lengths up to 256 differ in the word n, whatever the halves of S are, because no
//! word of NH is a factor (`mshash_lengths`). Two messages of one length up to 32 bytes differ in a
//! word wᵢ (`mshash_short`). Any t bits of such hashes agree with probability exactly 2^-t
//! (`mshash_lengths_bits`, `mshash_short_bits`). If one message is longer than 256 bytes, v makes
//! the hash of the other uniform whatever that of the first is (`mshash_uniform`), because no word
//! of the key is used by both. Both are uniform because CLHASH of a message that is not empty is.
//! Two lengths above 256 bytes: the difference of the values of CLHASH is uniform
//! (`clhash_lengths`), so any t bits of it are zero with probability 2^-t.
//!
//! **(2)** (`mshash_pairs`.) If x₀ ≠ x₀′, the case is that of multiply-shift, with x₀ as a word:
//! exactly 2^-t. If x₀ = x₀′, the hashes are u and u + δ modulo 2^64, where δ = x₁′ − x₁ and u is
//! uniform. NH takes each value of S′ − S with probability at most 2^-64 (Black, Halevi, Krawczyk,
//! Krovetz and Rogaway, "UMAC", 1999; `nh_difference`), so x₀ = x₀′ with one given δ has at most
//! 2^-64. Since u + δ takes each value once, the probabilities that u and u + δ agree in t bits add
//! up to 2^(64−t) over all δ. So this case adds at most 2^-64 · 2^(64−t) = 2^-t. ∎
//!
//! # Consequences and limits
//! The bound of (2) is nearly attained by 64 bits: a second product for x₁ would make it 2^-t +
//! 2^-64, and each hash of more than 32 bytes wait longer.
//!
//! A bijection M of the hash, such as [`mix`](crate::mix), keeps (2), and (1) where the hashes are
//! independent, for any t bits (`mshash_lengths_mixed`, `mshash_short_mixed`,
//! `mshash_pairs_mixed`): uniform and independent hashes stay so, and in the proof of (2) the
//! number M(u + δ) takes each value once over all δ, as u + δ does. Where both messages have more
//! than 256 bytes, it keeps the bound for collisions alone.
//!
//! A key that is derived from a secret of 32 bytes is not uniform. "Exactly 2^-t" then is "2^-t up
//! to ε", and each other bound grows by ε, the advantage in telling ChaCha20 from a random
//! function.
//!
//! The bound holds against an oblivious adversary, who chooses the messages without any knowledge
//! of the key. It says nothing about an adaptive adversary, who sees hashes: mshash is linear, and
//! a few hashes of chosen messages reveal its key. Three hashes are not independent: those of
//! messages whose words are in arithmetic progression are at equal distances, up to a carry.

use crate::oneshot::SHORT_BYTES;
use hash_core::bound::Collisions;

/// The theorem for [`hash`](crate::hash).
pub const COLLISIONS: Collisions = Collisions::any(collision_bound);

/// Returns the base-2 logarithm of the bound on the probability that two given different messages
/// of at most `len_bytes` bytes collide.
///
/// ```
/// use mshash::bound::collision_bound;
/// assert_eq!(collision_bound(32), -64.0);
/// assert_eq!(collision_bound(1024), -63.0);
/// assert!(collision_bound(u64::MAX) <= -64.0 + 2.004_f64.log2());
/// ```
#[must_use]
pub fn collision_bound(len_bytes: u64) -> f64 {
    match len_bytes {
        ..=32 => -64.0,
        33..=LIMIT => -63.0,
        _ => clhash::bound::collision_bound(len_bytes).max(-63.0),
    }
}

/// [`SHORT_BYTES`] in the type of a length.
const LIMIT: u64 = SHORT_BYTES as u64;
