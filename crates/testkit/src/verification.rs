//! A suite for functions that verify tags: they accept one tag of a message, and no other.

use crate::Generator;

/// A nonce, which may be empty, a message and a tag.
type Attempt<'a> = [&'a [u8]; 3];

/// Checks that `accepts` takes this nonce, message and tag, and refuses all of these:
///
/// * each with one wrong bit, and a tag with one bit wrong in two bytes, so that a comparison by an
///   exclusive or or a sum of all differences fails;
/// * a tag of any other length up to 40 bytes: a prefix of the right one, or the right one with
///   zeros or other bytes behind it;
/// * a message of any other length up to 40 bytes: a prefix of the right one, or that one with
///   zeros behind it.
///
/// The right ones are accepted again after each nonce that is refused, as by a receiver that keeps
/// what belongs to the last one.
///
/// # Panics
/// Panics if the function decides otherwise, with the name and the attempt.
pub fn verifies(name: &str, right: Attempt<'_>, mut accepts: impl FnMut(Attempt<'_>) -> bool) {
    let [nonce, message, tag] = right;
    assert!(accepts(right), "{name} refuses the tag");
    let mut refuses = |attempt: Attempt<'_>, what: &str| {
        assert!(!accepts(attempt), "{name} accepts {what}: {attempt:02x?}");
    };
    for bit in 0..8 * message.len() {
        refuses([nonce, &flipped(message, &[bit]), tag], "another message");
    }
    for len in (0..=40).filter(|len| *len != message.len()) {
        let mut other = message.to_vec();
        other.resize(len, 0);
        refuses([nonce, &other, tag], "a message of another length");
    }
    for bit in 0..8 * tag.len() {
        refuses([nonce, message, &flipped(tag, &[bit])], "another tag");
        for byte in (0..tag.len()).filter(|byte| *byte != bit / 8) {
            let bits = [bit, 8 * byte + bit % 8];
            refuses([nonce, message, &flipped(tag, &bits)], "a tag with two wrong bits");
        }
    }
    for len in (0..=40).filter(|len| *len != tag.len()) {
        let more = len.saturating_sub(tag.len());
        let start = &tag[..len.min(tag.len())];
        for rest in [vec![0; more], Generator::SplitMix(1).message(more)] {
            refuses([nonce, message, &[start, &rest].concat()], "a tag of another length");
        }
    }
    for bit in 0..8 * nonce.len() {
        let other = flipped(nonce, &[bit]);
        assert!(!accepts([&other, message, tag]), "{name} accepts another nonce: {other:02x?}");
        assert!(accepts(right), "{name} refuses the tag after the nonce {other:02x?}");
    }
}

/// Returns the bytes with these bits flipped.
fn flipped(bytes: &[u8], bits: &[usize]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for bit in bits {
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    const RIGHT: Attempt<'static> = [&[1; 24], b"message", &[2; 16]];

    /// Verifiers with one fault each are found.
    #[test]
    fn faults_are_found() {
        verifies("a right one", RIGHT, |attempt| attempt == RIGHT);
        type Faulty = fn(Attempt<'_>) -> bool;
        let faulty: [(&str, Faulty); 10] = [
            ("everything", |_| true),
            ("nothing", |_| false),
            ("any nonce", |[_, m, t]| [m, t] == RIGHT[1..]),
            ("any message", |[n, _, t]| [n, t] == [RIGHT[0], RIGHT[2]]),
            ("the empty message", |[n, m, t]| m.is_empty() || [n, m, t] == RIGHT),
            ("half of the nonce", |[n, m, t]| {
                [&n[..16], m, t] == [&RIGHT[0][..16], RIGHT[1], RIGHT[2]]
            }),
            ("prefixes", |[n, m, t]| [n, m] == RIGHT[..2] && RIGHT[2].starts_with(t)),
            ("longer tags", |[n, m, t]| [n, m] == RIGHT[..2] && t.starts_with(RIGHT[2])),
            ("the first bytes", |[n, m, t]| {
                [n, m] == RIGHT[..2] && t.len() == 16 && t[..8] == RIGHT[2][..8]
            }),
            ("sums of differences", |[n, m, t]| {
                let sum = t.iter().zip(RIGHT[2]).fold(0, |sum, (a, b)| sum ^ a ^ b);
                [n, m] == RIGHT[..2] && t.len() == 16 && sum == 0
            }),
        ];
        for (name, accepts) in faulty {
            let found = catch_unwind(AssertUnwindSafe(|| verifies(name, RIGHT, accepts)));
            assert!(found.is_err(), "{name}");
        }
    }

    /// So is a receiver that forgets which prefix its state belongs to.
    #[test]
    fn states_of_other_nonces_are_found() {
        let mut last = RIGHT[0].to_vec();
        let stale = |[n, m, t]: Attempt<'_>| {
            let same = last == n;
            last = n.to_vec();
            same && [m, t] == RIGHT[1..]
        };
        let found = catch_unwind(AssertUnwindSafe(|| verifies("stale", RIGHT, stale)));
        assert!(found.is_err());
    }
}
