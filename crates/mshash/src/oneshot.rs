//! Hashing of whole messages.

use crate::key::{Key, split};
use provenhash_map::wide::{product, times};

/// The most bytes of a message that multiply-shift and NH hash. [`clhash`] hashes longer ones.
pub const SHORT_BYTES: usize = 256;

/// Computes mshash of a message.
///
/// Two given different messages of up to 32 bytes, or of different lengths, have hashes that are
/// uniform and independent: [`bound`](crate::bound). The function is linear, so flipping a bit of a
/// short message adds one of two numbers to every hash. Frozen, version 1.
///
/// ```
/// use mshash::{Key, hash};
/// let key = Key::from_seed(1);
/// assert_ne!(hash(&key, b"one"), hash(&key, b"two"));
/// ```
#[inline]
#[must_use]
pub fn hash(key: &Key, message: &[u8]) -> u64 {
    hash_inline(key, message, chosen_words)
}

/// Computes [`hash`] of an array. The compiler knows its length, so that arrays of up to 64 bytes
/// are hashed without a branch.
///
/// ```
/// use mshash::{Key, hash, hash_array};
/// let key = Key::from_seed(1);
/// assert_eq!(hash_array(&key, b"an identifier"), hash(&key, b"an identifier"));
/// ```
#[inline(always)]
#[must_use]
pub fn hash_array<const N: usize>(key: &Key, message: &[u8; N]) -> u64 {
    hash_inline(key, message, two_words)
}

/// Hashes a message, with a way to load the words of up to 16 bytes. Inlined, so that the compiler
/// removes the branches where it knows the length.
#[inline(always)]
fn hash_inline(key: &Key, message: &[u8], two: impl Fn(&[u8]) -> [u64; 2]) -> u64 {
    if message.len() <= 16 {
        let (start, [a, b]) = (start(key, message), two(message));
        upper(start.wrapping_add(times(key.f[0], a)).wrapping_add(times(key.f[1], b)))
    } else if let (Some(first), Some(last)) = (message.first_chunk(), message.last_chunk())
        && message.len() <= 32
    {
        let (start, [a, b], [c, d]) = (start(key, message), words(first), words(last));
        let sum = start.wrapping_add(times(key.f[0], a)).wrapping_add(times(key.f[1], b));
        upper(sum.wrapping_add(times(key.f[2], c)).wrapping_add(times(key.f[3], d)))
    } else if let (Some(first), Some(last)) = (message.first_chunk(), message.last_chunk())
        && message.len() <= 64
    {
        let start = start(key, message);
        finish(key, start, four_pairs(key, first, last))
    } else {
        hash_longer(key, message)
    }
}

/// Hashes a message of more than 64 bytes: up to 256, 32 bytes from either end and 32 at a time
/// between them. Kept out of line, because it needs more registers than shorter messages do.
#[inline(never)]
fn hash_longer(key: &Key, message: &[u8]) -> u64 {
    if let (Some((first, [between @ .., _])), Some(last)) =
        (message.split_first_chunk(), message.last_chunk())
        && message.len() <= SHORT_BYTES
    {
        let start = start(key, message);
        let mut sum = four_pairs(key, first, last);
        let (parts, _) = between.as_chunks();
        // A loop over the key has a constant limit, so that it is unrolled.
        for (i, [k, l]) in key.middle().iter().enumerate() {
            let Some(part) = parts.get(i) else { break };
            sum = sum.wrapping_add(pair(*k, half(part, 0))).wrapping_add(pair(*l, half(part, 1)));
        }
        finish(key, start, sum)
    } else {
        hash_long(key, message)
    }
}

/// Hashes a message of more than 256 bytes. Kept out of line, because the dispatch would give
/// [`hash_longer`] a larger frame.
#[inline(never)]
fn hash_long(key: &Key, message: &[u8]) -> u64 {
    clhash::hash(key.long(), message)
}

/// Returns the upper half of start + x₀ f₀ + x₁ 2^64, where x₀ and x₁ are the halves of the sum.
#[inline(always)]
fn finish(key: &Key, start: u128, sum: u128) -> u64 {
    let [x0, x1] = split(sum);
    upper(start.wrapping_add(times(key.f[0], x0))).wrapping_add(x1)
}

/// Returns NH of the first and the last 32 bytes.
#[inline(always)]
fn four_pairs(key: &Key, first: &[u8; 32], last: &[u8; 32]) -> u128 {
    let [a, b, c, d] = *key.ends();
    let sum = pair(a, half(first, 0)).wrapping_add(pair(b, half(first, 1)));
    sum.wrapping_add(pair(c, half(last, 0))).wrapping_add(pair(d, half(last, 1)))
}

/// Returns the two words of a half of 32 bytes.
#[inline(always)]
fn half(bytes: &[u8; 32], i: usize) -> [u64; 2] {
    words(&bytes.as_chunks().0[i])
}

/// Returns the product of NH of two words.
#[inline(always)]
fn pair(key: [u64; 2], words: [u64; 2]) -> u128 {
    let [a, b] = [0, 1].map(|i| words[i].wrapping_add(key[i]));
    product(a, b)
}

/// Returns n h + v, which does not wait for the bytes of the message. Sums begin with it, because
/// LLVM adds in the order in which the terms are named.
#[inline(always)]
fn start(key: &Key, message: &[u8]) -> u128 {
    times(key.h, message.len() as u64).wrapping_add(key.v)
}

#[inline(always)]
fn upper(x: u128) -> u64 {
    let [_, upper] = split(x);
    upper
}

#[inline(always)]
fn words(bytes: &[u8; 16]) -> [u64; 2] {
    split(u128::from_le_bytes(*bytes))
}

/// Returns two words that determine a message of at most 16 bytes, given its length: the first
/// eight bytes and the last eight; in 4 to 7 bytes the first four twice and the last four twice; in
/// 1 to 3 bytes the first, the middle and the last, and zero.
#[inline(always)]
fn two_words(m: &[u8]) -> [u64; 2] {
    if let (Some(first), Some(last)) = (m.first_chunk(), m.last_chunk()) {
        [u64::from_le_bytes(*first), u64::from_le_bytes(*last)]
    } else if let (Some(first), Some(last)) = (m.first_chunk(), m.last_chunk()) {
        [join(first, first), join(last, last)]
    } else if let ([first, ..], [.., last]) = (m, m) {
        let middle = m[m.len() / 2];
        [u64::from(*first) | u64::from(middle) << 8 | u64::from(*last) << 16, 0]
    } else {
        [0, 0]
    }
}

/// Returns the words of [`two_words`] on one path for all lengths from 4 bytes on: addresses are
/// chosen, and four bytes are loaded from each. A branch at 8 bytes would be mispredicted where
/// lengths vary.
#[inline(always)]
fn chosen_words(m: &[u8]) -> [u64; 2] {
    let (Some(first), Some(last)) = (m.first_chunk(), m.last_chunk()) else {
        return two_words(m);
    };
    let (second, last_but_one) = match (m.first_chunk::<8>(), m.last_chunk::<8>()) {
        (Some(x), Some(y)) => (&x.as_chunks().0[1], &y.as_chunks().0[0]),
        _ => (first, last),
    };
    [join(first, second), join(last_but_one, last)]
}

/// Joins four bytes and four bytes to a word.
#[inline(always)]
fn join(low: &[u8; 4], high: &[u8; 4]) -> u64 {
    u64::from(u32::from_le_bytes(*low)) | u64::from(u32::from_le_bytes(*high)) << 32
}
