//! A hash of byte strings as a contender of races.

use crate::messages::Messages;
use crate::race::Task;

/// Hashes `count` messages, chosen by a seed, and returns the sum of the hashes.
type Loop = Box<dyn Fn(&Messages, u64, usize) -> u64>;
/// Hashes a prefix of the slice for each of these lengths, and returns the sum of the hashes.
type Over = Box<dyn Fn(&[u8], &[usize]) -> u64>;
/// Writes the hash of each message.
type Each = Box<dyn Fn(&[&[u8]], &mut [u64])>;

/// A hash of byte strings.
///
/// The loops over messages are compiled for each hash, so that it can be inlined into them as into
/// a user's program.
pub struct Subject {
    name: String,
    algorithm: &'static str,
    independent: Loop,
    dependent: Loop,
    over: Over,
    each: Each,
}

impl std::fmt::Debug for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subject").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Subject {
    /// Makes a subject of a hash. Subjects of one algorithm must return the same values.
    pub fn new(
        algorithm: &'static str,
        implementation: &str,
        hash: impl Fn(&[u8]) -> u64 + Clone + 'static,
    ) -> Self {
        let (again, over, each) = (hash.clone(), hash.clone(), hash.clone());
        Self {
            name: format!("{algorithm}/{implementation}"),
            algorithm,
            independent: Box::new(move |m, seed, count| m.independent(&hash, seed, count)),
            dependent: Box::new(move |m, seed, count| m.dependent(&again, seed, count)),
            over: Box::new(move |bytes, lengths| {
                lengths.iter().fold(0, |sum, len| sum.wrapping_add(over(&bytes[..*len])))
            }),
            each: Box::new(move |messages, out| {
                for (message, h) in messages.iter().zip(out) {
                    *h = each(message);
                }
            }),
        }
    }

    /// Returns the name, `algorithm/implementation`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the algorithm. Subjects of one algorithm compute the same values.
    #[must_use]
    pub const fn algorithm(&self) -> &'static str {
        self.algorithm
    }

    /// Hashes a prefix of the slice for each of the lengths, and returns the sum of the hashes.
    ///
    /// # Panics
    /// Panics if a length is more than that of the slice.
    #[must_use]
    pub fn over(&self, bytes: &[u8], lengths: &[usize]) -> u64 {
        (self.over)(bytes, lengths)
    }

    /// Writes the hash of each message to `out`, in a loop.
    pub fn each(&self, messages: &[&[u8]], out: &mut [u64]) {
        (self.each)(messages, out);
    }

    /// Returns a task for throughput, one message per operation. See [`Messages::independent`].
    #[must_use]
    pub fn throughput<'a>(&'a self, messages: &'a Messages) -> Task<'a> {
        let run = |seed, count| (self.independent)(messages, seed, count);
        Task::new(&*self.name, self.algorithm, run)
    }

    /// Returns a task for latency, one message per operation. See [`Messages::dependent`].
    #[must_use]
    pub fn latency<'a>(&'a self, messages: &'a Messages) -> Task<'a> {
        let run = |seed, count| (self.dependent)(messages, seed, count);
        Task::new(&*self.name, self.algorithm, run)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Compares subjects of one algorithm on short and long messages.
    pub(crate) fn agree(subjects: &[Subject]) {
        let messages = [Messages::new(0..=300), Messages::new(1024..=5000)];
        let mut sums = HashMap::new();
        for subject in subjects {
            let sum = messages.each_ref().map(|m| subject.throughput(m).run(5, 300).sum);
            let first = *sums.entry(subject.algorithm()).or_insert(sum);
            assert_eq!(sum, first, "{}", subject.name());
        }
    }
}
