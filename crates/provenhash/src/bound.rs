//! Bounds, with the hypotheses under which they hold.

use core::fmt;
use hash_core::bound::{Assumption, Attack, Collisions, Forgeries, Pairs};

/// How a key was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// From as many random bytes as it has, by the system or the caller.
    Uniform,
    /// From a secret of 32 bytes, by ChaCha20.
    Secret,
    /// From a seed. No theorem holds for such a key.
    Seed,
}

/// A proven bound on a probability, with its hypotheses. `{}` prints all of it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Bound {
    /// The logarithm to base 2 of the bound: 0, that of 1, where the theorem says nothing.
    pub log2: f64,
    /// What has this probability at most.
    pub event: Event,
    /// How the key was made.
    pub key: Origin,
    /// The advantages that must be added for the function. That for the [key](Self::key) is
    /// another.
    pub assumes: &'static [Assumption],
}

/// What a bound is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// Two given messages have one digest.
    Collision {
        /// Which two messages.
        pairs: Pairs,
        /// The most bytes of a message.
        len_bytes: u64,
    },
    /// A forgery succeeds.
    Forgery {
        /// What the forger does.
        attack: Attack,
        /// Whether the bound grows with the number of messages.
        counts_messages: bool,
    },
}

impl Bound {
    pub(crate) fn of_collisions(theorem: &Collisions, len_bytes: u64, key: Origin) -> Self {
        Self {
            log2: theorem.bound(len_bytes),
            event: Event::Collision { pairs: theorem.pairs, len_bytes },
            key,
            assumes: theorem.assumes,
        }
    }

    pub(crate) fn of_forgeries(theorem: &Forgeries, attack: &Attack, key: Origin) -> Self {
        Self {
            log2: theorem.bound(attack),
            event: Event::Forgery { attack: *attack, counts_messages: theorem.counts_messages },
            key,
            assumes: theorem.assumes,
        }
    }

    /// Returns the bound for a key that was made in this way, if a theorem holds for it.
    pub(crate) fn under(self, key: Origin) -> Option<Self> {
        (key != Origin::Seed).then_some(Self { key, ..self })
    }

    /// Returns every advantage that must be added.
    pub fn advantages(&self) -> impl Iterator<Item = Assumption> {
        let derived = (self.key == Origin::Secret).then_some(Assumption::CHACHA20);
        self.assumes.iter().copied().chain(derived)
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounded up to a thousandth, as a bound must be.
        let log = (self.log2 * 1000.0).ceil() / 1000.0;
        if log >= 0.0 {
            return f.write_str("the theorem says nothing for so many or such long messages");
        }
        write!(f, "at most 2^{log:.3} = {:.2e} for ", log.exp2())?;
        match self.event {
            Event::Collision { pairs, len_bytes } => {
                let of = if pairs == Pairs::OneLength { "the same length, " } else { "" };
                write!(f, "two given messages of {of}at most {len_bytes} bytes")?;
            }
            Event::Forgery { attack, counts_messages } => {
                let Attack { senders, messages, attempts, len_bytes, tag_bits } = attack;
                write!(f, "{} at a tag of {tag_bits} bits, after ", Counted(attempts, "attempt"))?;
                match counts_messages {
                    true => write!(f, "{}", Counted(messages, "message"))?,
                    false => f.write_str("any number of messages")?,
                }
                write!(f, " of at most {len_bytes} bytes")?;
                if let Some(senders) = senders {
                    write!(f, " of each of {}", Counted(senders, "sender"))?;
                }
            }
        }
        f.write_str(match self.key {
            Origin::Uniform | Origin::Seed => ", under a uniform key",
            Origin::Secret => ", under a key derived from a uniform secret",
        })?;
        self.advantages().try_for_each(|advantage| write!(f, ", plus {advantage}"))
    }
}

/// A number and what it counts.
struct Counted(u64, &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}
