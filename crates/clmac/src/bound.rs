//! The theorems: how likely a forgery is, with every term, and the numbers.
//!
//! # The game
//! A key of 32 bytes is drawn uniformly. An adversary has q tags of messages of its choice and v
//! attempts to present a message, and with nonces a nonce, with a tag that was not given for them
//! and that `verify` accepts. It chooses each message in view of all earlier answers. Messages have
//! at most n blocks of 2,048 bytes. Let
//!
//! ε = 2^-128 + (2^-64 + (n − 1) 2^-128)² < 2^-127 + 2^-137,
//!
//! which bounds the probability of every difference of two hashes, whatever the lengths of their
//! messages ([`clhash::clhash128::bound`], `wide_any` in `proofs`). Different lengths need no case
//! of their own, because CLHASH-128 hashes the length with a key of its own.
//!
//! # The theorem without nonces
//! A forgery with a tag of t bits (128, 96 or 64) succeeds with probability at most
//!
//! (1 + 2^-112) δ (q + v) · ((q (q − 1) / 2 + q v) ε + v 2^-t) + A,
//!
//! where δ(r) = 1 / (1 − r (r − 1) / 2^129), and A = A₁ + (1 + 2^-112) A₂ has two advantages: A₁
//! in telling AES-256 under one random key from a random permutation by 152 encryptions, and A₂
//! under another by q + v. Nothing else is assumed, and there is no other term. Coq proves this,
//! `clmac_cipher_wide` in `proofs/theories/ClmacCipher.v`, for the upper bound of ε, and with
//! δ(q + 1), which is no larger, in place of δ(q + v). As a sum, with q (q + 1) / 2^129 in place of
//! the factor δ(q + 1), it is `pr_ideal_sum`.
//!
//! The tags are also a pseudo-random function: q tags can be told from random ones with probability
//! at most (1 + 2^-112) q (q − 1) / 2 · ε + q² / 2^129 + A.
//!
//! | messages | forgery, 128 bits | 96 bits | 64 bits |
//! |---|---|---|---|
//! | 2^32, one attempt | 2^-64 | 2^-64 | 2^-63 |
//! | 2^32, 2^32 attempts | 2^-62.4 | 2^-62 | 2^-32 |
//! | 2^48, one attempt | 2^-32 | 2^-32 | 2^-32 |
//! | 2^48, 2^32 attempts | 2^-32 | 2^-32 | 2^-31 |
//!
//! Do not tag more than 2^48 messages under a key. For a bound that does not grow with the number
//! of messages use [`nonce`](crate::nonce).
//!
//! # The theorem with nonces
//! If no nonce tags two messages, a forgery with a tag of t bits succeeds with probability at most
//!
//! (1 + 2^-112) δ(s + 1)² Π δ(qᵢ + 1) · v (2^-t + ε − 2^-128) + A′,
//!
//! where s is the number of prefixes used (one for each [`Sender`](crate::nonce::Sender), or one
//! for each random nonce), and qᵢ the number of messages under the i-th. An attempt may have a
//! further prefix. The factors are below 1 + 2^-30 as long as there are fewer than 2^48 prefixes
//! and Σ qᵢ² is below 2^97. A′ is the advantage against AES-256 under 3 random keys (154, s + 1 and
//! s + 1 encryptions), and under s + 1 more (qᵢ + 1 encryptions, and one); an advantage counts
//! times the factors of the keys that are derived before its own.
//!
//! That no nonce tags two messages has a probability of its own, to be added:
//!
//! * **Senders** draw prefixes of 128 random bits, and number their messages. Two that draw one
//!   prefix repeat their nonces at once. So s senders add s (s − 1) / 2^129, which is 2^-128 for
//!   two, half of the bound for one attempt. One sender adds nothing: 2^48 messages leave 1.001 ·
//!   2^-127 for one attempt at 128 bits. With 2^32 senders of 2^32 messages each, this term is the
//!   largest, 2^-65.
//! * **Random nonces** have a prefix of 128 random bits and a counter of 64: r of them add at most
//!   r² / 2^193.
//!
//! **A nonce that tags two messages** reveals the difference of two hashes. The theorem then says
//! nothing, and a few such pairs reveal the hash key. Without nonces there is no such danger.
//!
//! # The proofs
//! **A permutation instead of a function.** Draw r different blocks of N = 2^128 in turn. Each
//! sequence of r values has probability at most 1 / (N (N − 1) … (N − r + 1)), which is at most
//! δ(r) / N^r. So an event has at most δ(r) times the probability that it has for values of a
//! random function (Bernstein, "Stronger security bounds for Wegman-Carter-Shoup authenticators",
//! EUROCRYPT 2005). Unlike the additive term q² / 2^129, the factor does not limit the number of
//! messages before 2^64.
//!
//! **Derivation.** The master key encrypts different blocks: 152 for this mode, 154 for the other,
//! 306 if one key serves both. After replacing AES by a random permutation (first advantage), the
//! hash key and the keys of the ciphers are at most δ(306) < 1 + 2^-112 times as likely to be in
//! any set as uniform and independent ones. So the modes may share a key of 32 bytes: the
//! adversary may even know the keys of the other.
//!
//! **Without nonces.** After replacing AES under the tag's key by a random permutation (second
//! advantage), and that by a random function (factor δ(q + v); Coq counts each event apart, which
//! takes at most q + 1 values, and so has δ(q + 1)), run the adversary with an oracle that answers
//! every new message with fresh random bits, and refuses every attempt. Its messages m₁ … m_q and
//! attempts (m′ⱼ, τⱼ) are then independent of the hash key. Draw the hash key only now. If no two
//! hashes of m₁ … m_q agree (probability at least 1 − q (q − 1) / 2 · ε), the real oracle would
//! have given the same answers. An attempt whose message was not tagged succeeds only if its hash
//! agrees with that of a tagged message (at most q ε), or if the value of the function at a hash
//! that has no tag starts with τⱼ (2^-t). An attempt at a message that was tagged, with another
//! tag, fails.
//!
//! **With nonces.** After the replacements the pads are uniform and independent. For every hash key
//! the tags are therefore uniform and independent, and so they say nothing about it. An attempt
//! under a nonce that tagged another message succeeds only if the difference of the two hashes is
//! that of the two tags: ε for 128 bits. For t bits, sum over the 2^(128 − t) differences that
//! start with them. Each has probability at most 2^-128, except that 0 may have up to ε
//! (`wide_nonzero`). An attempt under another nonce succeeds with 2^-t, as the pad is uniform.
//!
//! In Coq, `proofs/theories/Wide.v` has ε. For the mode without nonces, `Clmac.v` counts over a
//! random permutation, with all attempts and cut tags, and `ClmacCipher.v` has the derivation of
//! the keys and leaves only the two advantages against the cipher, which is any. The adversary
//! there chooses each message and attempt in view of all tags; one that tosses coins is a mean of
//! such. For the mode with nonces, `ClmacNonce.v` has the attempts against independent pads, and
//! the prefixes that senders draw (`clmac_senders_wide`); the permutations and the derivation of
//! keys are proved here alone.
//!
//! # AES-128 or AES-256
//! The bound has the advantage A against the cipher. With keys of 128 bits, an adversary who
//! computes 2^80 encryptions and attacks 2^40 keys of different users at once finds one with
//! probability near 2^-8. With 256 bits it does not find any, also not with a quantum computer. The
//! four further rounds cost little.

use crate::BLOCK_BYTES;
use hash_core::bound::{Assumption, Attack, Collisions, Forgeries, Ideal, Pairs, log2};

const AES_256: &[Assumption] = &[Assumption { primitive: "AES-256", ideal: Ideal::Permutation }];

/// The theorem on collisions of whole tags without nonces.
pub const COLLISIONS: Collisions =
    Collisions { log2: collision_bound, pairs: Pairs::Any, max_bytes: u64::MAX, assumes: AES_256 };

/// The theorem on tags without nonces.
pub const FORGERIES: Forgeries = Forgeries {
    log2: |&Attack { messages, attempts, len_bytes, tag_bits, .. }| {
        forgery_bound(messages, attempts, len_bytes, tag_bits)
    },
    max_bytes: u64::MAX,
    counts_messages: true,
    assumes: AES_256,
};

/// The theorem on tags under nonces of senders. It says nothing unless [`Attack::senders`] says how
/// many there are.
pub const NONCE_FORGERIES: Forgeries = Forgeries {
    log2: |&Attack { senders, messages, attempts, len_bytes, tag_bits }| {
        let of = |s| nonce_forgery_bound(s, messages, attempts, len_bytes, tag_bits);
        senders.map_or(0.0, of)
    },
    ..FORGERIES
};

/// Returns the base-2 logarithm of the bound on the probability that two given different messages
/// of at most `len_bytes` bytes have the same tag of 128 bits without nonces. It is (1 + 2^-112) ε,
/// because the cipher is a permutation and derives the hash key. The advantage A₁ is to be added.
///
/// ```
/// assert!(clmac::bound::collision_bound(2048) > -127.0);
/// assert!(clmac::bound::collision_bound(2048) < -126.99999999);
/// ```
#[must_use]
pub fn collision_bound(len_bytes: u64) -> f64 {
    probability(1, 0.0, epsilon(len_bytes))
}

/// Returns the base-2 logarithm of the bound on a forgery without nonces, without the advantages
/// against AES: `messages` tags given, `attempts` made, messages of at most `len_bytes` bytes, tags
/// of `tag_bits` bits, which count as 128 if they are more. It is 0, a probability of 1, where the
/// theorem says nothing, and negative infinity for no attempts.
///
/// ```
/// use clmac::bound::forgery_bound;
/// assert!(forgery_bound(1 << 32, 1, 1 << 30, 128) < -63.9);
/// assert!(forgery_bound(1 << 48, 1, 1 << 30, 128) < -31.9);
/// assert!(forgery_bound(1, 1, 1 << 30, 64) < -63.9);
/// ```
#[must_use]
pub fn forgery_bound(messages: u64, attempts: u64, len_bytes: u64, tag_bits: u32) -> f64 {
    let (q, v) = (float(messages), float(attempts));
    let pairs = (q * float(messages.saturating_sub(1)) / 2.0 + q * v) * epsilon(len_bytes);
    probability(attempts, (q + v) * (q + v), pairs + v * guess(tag_bits))
}

/// Returns the base-2 logarithm of the bound on a forgery with nonces, as [`forgery_bound`] does,
/// for `messages` messages of each of `senders` senders. A copy of a process and a sender that
/// renews its prefix count as further senders.
///
/// ```
/// use clmac::bound::nonce_forgery_bound;
/// assert!(nonce_forgery_bound(1, 1 << 48, 1, 1 << 30, 128) < -126.99);
/// assert!(nonce_forgery_bound(1, 1 << 48, 1 << 32, 1 << 30, 64) < -31.99);
/// // Two senders have one prefix with probability 2^-128, and then repeat their nonces.
/// assert!(nonce_forgery_bound(2, 1 << 48, 1, 1 << 30, 128) > -126.42);
/// ```
#[must_use]
pub fn nonce_forgery_bound(
    senders: u64,
    messages: u64,
    attempts: u64,
    len_bytes: u64,
    tag_bits: u32,
) -> f64 {
    let (s, r) = (float(senders), float(messages) + 1.0);
    let each = guess(tag_bits) + epsilon(len_bytes) - guess(128);
    // The sum bounds the product of the factors from above: of both prefix keys, and of the key of
    // each sender.
    let squares = 2.0 * (s + 1.0) * s + s * r * r;
    let prefixes = s * float(senders.saturating_sub(1)) / 2.0 * guess(128);
    // The first addend holds its share of the factor, which is at least 1.
    probability(attempts, squares, float(attempts) * each + prefixes)
}

/// Returns the logarithm of p (1 + 2^-112) / (1 − squares / 2^129), at most 0, and of 0 without
/// attempts.
fn probability(attempts: u64, squares: f64, p: f64) -> f64 {
    if attempts == 0 {
        return f64::NEG_INFINITY;
    }
    // The first factor vanishes in the precision of a float; the last one covers all rounding.
    const ROUNDING: f64 = 1.0 + 1.0 / (1_u64 << 40) as f64;
    let rest = 1.0 - squares * guess(128) / 2.0;
    if rest <= 0.0 || p >= rest {
        return 0.0;
    }
    // `log2` takes numbers from 1 on.
    (-log2(rest / p / ROUNDING.min(rest / p))).min(0.0)
}

/// Returns 2^-bits, of at most 128 bits.
fn guess(bits: u32) -> f64 {
    (0..bits.min(128)).fold(1.0, |p, _| p / 2.0)
}

/// Returns ε.
fn epsilon(len_bytes: u64) -> f64 {
    let others = len_bytes.div_ceil(BLOCK_BYTES as u64).saturating_sub(1);
    let both = guess(64) + float(others) * guess(128);
    guess(128) + both * both
}

#[expect(clippy::cast_precision_loss, reason = "covered by the rounding of `probability`")]
const fn float(number: u64) -> f64 {
    number as f64
}
