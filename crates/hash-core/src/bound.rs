//! Bounds on probabilities, with the hypotheses under which they hold.
//!
//! The module `bound` of a crate states each theorem as a [`Collisions`] or a [`Forgeries`], and
//! everything that prints a bound prints that one.

use core::f64::consts::LOG2_E;
use core::fmt;

/// Which two messages a bound on collisions is for. They are different, and *given*: chosen without
/// knowledge of the key or of a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// Any two.
    Any,
    /// Two of one length.
    OneLength,
}

/// What a theorem takes a primitive for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ideal {
    /// A random permutation, which never has one value twice.
    Permutation,
    /// A random function. A permutation differs from it by up to q² / 2^(n + 1) after q values of n
    /// bits, which is a part of the advantage.
    Function,
}

/// An assumption of a theorem: that an adversary cannot tell a primitive under a random key from an
/// ideal one. The advantage in this adds to the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The name of the primitive.
    pub primitive: &'static str,
    /// What the theorem takes it for.
    pub ideal: Ideal,
}

impl Assumption {
    /// ChaCha20 as the random function from which keys are derived.
    pub const CHACHA20: Self = Self { primitive: "ChaCha20", ideal: Ideal::Function };
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ideal = match self.ideal {
            Ideal::Permutation => "permutation",
            Ideal::Function => "function",
        };
        write!(f, "the advantage in telling {} from a random {ideal}", self.primitive)
    }
}

/// A theorem on collisions of two given messages under a uniform key.
#[derive(Clone, Copy, Debug)]
pub struct Collisions {
    /// Computes the logarithm to base 2 of the bound for messages of at most this number of bytes.
    pub log2: fn(u64) -> f64,
    /// Which two messages.
    pub pairs: Pairs,
    /// The most bytes of a message. The theorem says nothing of longer ones.
    pub max_bytes: u64,
    /// What must be added to the bound.
    pub assumes: &'static [Assumption],
}

impl Collisions {
    /// A theorem on any two messages of any lengths, which assumes nothing.
    #[must_use]
    pub const fn any(log2: fn(u64) -> f64) -> Self {
        Self { log2, pairs: Pairs::Any, max_bytes: u64::MAX, assumes: &[] }
    }

    /// Computes the logarithm to base 2 of the bound for messages of at most `len_bytes` bytes: 0,
    /// the logarithm of 1, where the theorem says nothing.
    #[must_use]
    pub fn bound(&self, len_bytes: u64) -> f64 {
        if len_bytes > self.max_bytes { 0.0 } else { (self.log2)(len_bytes) }
    }
}

/// What a forger does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The number of senders of one key, each of which draws a prefix of its nonces. `None` if tags
    /// have no nonces, or nonces that never repeat.
    pub senders: Option<u64>,
    /// The number of messages that were tagged, by each of the senders.
    pub messages: u64,
    /// The number of attempts to have another message accepted.
    pub attempts: u64,
    /// The most bytes of a message.
    pub len_bytes: u64,
    /// The number of bits of a tag.
    pub tag_bits: u32,
}

/// A theorem on forgeries under a uniform key.
#[derive(Clone, Copy, Debug)]
pub struct Forgeries {
    /// Computes the logarithm to base 2 of the bound.
    pub log2: fn(&Attack) -> f64,
    /// The most bytes of a message. The theorem says nothing of longer ones.
    pub max_bytes: u64,
    /// Whether the bound grows with the number of messages. Otherwise only the advantages do.
    pub counts_messages: bool,
    /// What must be added to the bound.
    pub assumes: &'static [Assumption],
}

impl Forgeries {
    /// Computes the logarithm to base 2 of the bound: 0, the logarithm of 1, where the theorem says
    /// nothing, and negative infinity for no attempts.
    #[must_use]
    pub fn bound(&self, attack: &Attack) -> f64 {
        if attack.attempts == 0 {
            f64::NEG_INFINITY
        } else if attack.len_bytes > self.max_bytes {
            0.0
        } else {
            (self.log2)(attack)
        }
    }
}

/// Computes the logarithm to base 2, which `core` lacks, of a number that is at least 1, to within
/// 2^-48. That of infinity is infinity.
#[must_use]
pub fn log2(mut x: f64) -> f64 {
    if x == f64::INFINITY {
        return x;
    }
    let mut whole = 0.0;
    while x >= 2.0 {
        x /= 2.0;
        whole += 1.0;
    }
    // ln x = 2 (z + z^3 / 3 + z^5 / 5 + …) with z = (x - 1) / (x + 1) up to 1/3.
    let z = (x - 1.0) / (x + 1.0);
    let (mut sum, mut power, mut i) = (0.0, z, 1.0);
    while i < 35.0 {
        sum += power / i;
        power *= z * z;
        i += 2.0;
    }
    whole + 2.0 * sum * LOG2_E
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A theorem covers messages of the greatest length, and says nothing of longer ones, or of no
    /// attempts.
    #[test]
    fn theorems_end_at_their_longest_message() {
        let collisions = Collisions { max_bytes: 100, ..Collisions::any(|_| -7.0) };
        assert_eq!(
            [0, 99, 100, 101, u64::MAX].map(|n| collisions.bound(n)),
            [-7., -7., -7., 0., 0.]
        );
        assert_eq!(Collisions::any(|_| -7.0).bound(u64::MAX), -7.0);
        let forgeries = Forgeries {
            log2: |attack| -f64::from(attack.tag_bits),
            max_bytes: 100,
            counts_messages: false,
            assumes: &[],
        };
        for (len_bytes, log) in [(0, -64.0), (99, -64.0), (100, -64.0), (101, 0.0), (u64::MAX, 0.0)]
        {
            let attack =
                Attack { senders: None, messages: 1, attempts: 1, len_bytes, tag_bits: 64 };
            assert_eq!(forgeries.bound(&attack), log, "{len_bytes}");
            let none = Attack { attempts: 0, ..attack };
            assert_eq!(forgeries.bound(&none), f64::NEG_INFINITY, "{len_bytes}");
        }
    }

    #[test]
    fn edges() {
        assert_eq!([1.0, f64::INFINITY].map(log2), [0.0, f64::INFINITY]);
        assert!((log2(f64::MAX) - 1024.0).abs() < 1e-9);
    }

    #[test]
    fn agrees_with_std() {
        let numbers = (0..4000).map(|i| 1.0 + f64::from(i) / 999.0);
        for x in numbers.chain([500.0, 1e9, 2e18, f64::from(u32::MAX), u64::MAX as f64]) {
            assert!((log2(x) - x.log2()).abs() < 1e-14 * x.log2().max(1.0), "{x}");
        }
    }
}
