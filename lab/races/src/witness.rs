//! Two given messages under random keys: how often they collide, for peers and for the family.
//!
//! The messages are chosen before the key is drawn, by an adversary who sees neither the key nor a
//! hash. A collision bound is a statement about the worst such pair. For a hash without a bound, a
//! pair is a witness: its share of colliding keys is a lower bound.
//!
//! [`pairs`]: published pairs, and those that the search tries. [`hashes`]: the hashes of byte
//! strings, and how their keys are drawn. [`maps`]: the same for hashers of maps and their values.
//! [`page`]: the counts as they are stored, and the tables that are made from them.

pub mod hashes;
pub mod maps;
pub mod page;
pub mod pairs;

use std::thread;

/// Uniform words, by the finaliser of splitmix64 from a counter. No hash here has it.
#[derive(Clone, Debug)]
pub struct Words(u64);

impl Words {
    /// Starts a stream of its own for each number below 2^16.
    #[must_use]
    pub const fn new(stream: u64) -> Self {
        Self(stream << 48)
    }

    /// Returns a word.
    #[inline]
    pub const fn next_word(&mut self) -> u64 {
        self.0 += 1;
        let z = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Draws keys, and counts for each pair those under which both of its messages have one hash.
pub type Count<'a, T> = &'a (dyn Fn(&mut Words, u64, &[[T; 2]]) -> Vec<u64> + Sync);

/// Counts the keys under which a function agrees on both messages of each pair, with each key tried
/// on all pairs.
#[inline(always)]
pub fn count<K, T, H: PartialEq>(
    words: &mut Words,
    keys: u64,
    pairs: &[[T; 2]],
    draw: impl Fn(&mut Words) -> K,
    hash: impl Fn(&K, &T) -> H,
) -> Vec<u64> {
    let mut counts = vec![0; pairs.len()];
    for _ in 0..keys {
        let key = draw(words);
        for ([a, b], count) in pairs.iter().zip(&mut counts) {
            *count += u64::from(hash(&key, a) == hash(&key, b));
        }
    }
    counts
}

/// The binary logarithms of the numbers of keys.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    /// Those of the first round of the search, with all pairs.
    pub first: u32,
    /// Those of its second round, with the pairs that collided most in the first. Ties are broken
    /// by the order of the pairs.
    pub second: u32,
    /// Those under which the pairs of the table are counted.
    pub last: u32,
}

impl Keys {
    /// Returns these with 2^`fewer` times fewer keys.
    #[must_use]
    pub fn fewer(self, fewer: u32) -> Self {
        let less = |keys: u32| keys.saturating_sub(fewer).max(1);
        Self { first: less(self.first), second: less(self.second), last: less(self.last) }
    }
}

/// How many pairs reach the second round.
const SECOND: usize = 48;

/// Searches among pairs and counts: returns the numbers of the first `given` pairs and of the
/// `found` others that collided most, each with its count. Every round has keys of its own, so the
/// last count is not biased by the choice. `stream` is below 2^10.
#[must_use]
pub fn search<T: Copy + Sync>(
    stream: u64,
    pairs: &[[T; 2]],
    [given, found]: [usize; 2],
    keys: Keys,
    count: Count<'_, T>,
) -> Vec<(usize, u64)> {
    let mut chosen: Vec<usize> = (given..pairs.len()).collect();
    let mut rounds = (0..).map(|round| 3 * stream + round);
    let mut on = |chosen: &[usize], keys| {
        let pairs: Vec<_> = chosen.iter().map(|pair| pairs[*pair]).collect();
        on_all_threads(rounds.next().unwrap_or_default(), 1_u64 << keys, &pairs, count)
    };
    for (keys, most) in [(keys.first, SECOND), (keys.second, found)] {
        let counts = on(&chosen, keys);
        let mut order: Vec<usize> = (0..chosen.len()).collect();
        order.sort_by_key(|i| std::cmp::Reverse(counts[*i]));
        chosen = order.into_iter().take(most).map(|i| chosen[i]).collect();
    }
    chosen.splice(0..0, 0..given);
    let counts = on(&chosen, keys.last);
    chosen.into_iter().zip(counts).collect()
}

/// Adds up what each thread counts on a stream of its own.
fn on_all_threads<T: Sync>(
    stream: u64,
    keys: u64,
    pairs: &[[T; 2]],
    count: Count<'_, T>,
) -> Vec<u64> {
    let threads = thread::available_parallelism().map_or(1, usize::from).next_power_of_two() as u64;
    let threads = threads.min(16).min(keys);
    thread::scope(|scope| {
        let counts: Vec<_> = (0..threads)
            .map(|thread| {
                scope.spawn(move || {
                    count(&mut Words::new(stream * 16 + thread), keys / threads, pairs)
                })
            })
            .collect();
        let counts = counts.into_iter().map(|thread| thread.join().expect("no thread panics"));
        counts.fold(vec![0; pairs.len()], |sum, counts| {
            sum.into_iter().zip(counts).map(|(a, b)| a + b).collect()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hash whose key is two bits collides where these say so; the search finds the pair.
    #[test]
    fn the_worst_pair_is_found() {
        let pairs: Vec<[u64; 2]> = (1..200).map(|i| [0, i]).collect();
        let count: Count<'_, u64> = &|words, keys, pairs| {
            count(words, keys, pairs, Words::next_word, |key, message| match message {
                // Half of the keys, a quarter, and none.
                150 => key & 1,
                151 => key & 3,
                message => *message,
            })
        };
        let keys = Keys { first: 6, second: 10, last: 12 };
        let found = search(0, &pairs, [1, 2], keys, count);
        let [(0, 0), (149, half), (150, quarter)] = found[..] else { panic!("{found:?}") };
        assert!((1_900..2_200).contains(&half) && (900..1_150).contains(&quarter), "{found:?}");
        assert_eq!(keys.fewer(8).first, 1);
    }
}
