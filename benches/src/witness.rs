//! Two given messages under random keys: how often they collide, for peers and for the family.
//!
//! The messages are chosen before the key is drawn, by an adversary who sees neither the key nor a
//! hash. A collision bound is a statement about the worst such pair. For a hash without a bound, a
//! pair is a witness: its share of colliding keys is a lower bound.

use provenhash::Algorithm;
use std::hash::{BuildHasher, Hasher};

/// Two messages, and where they come from.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// What the messages are.
    pub name: &'static str,
    /// Who published them; empty for those of this module.
    pub source: &'static str,
    /// The messages.
    pub messages: [&'static [u8]; 2],
}

/// Flips bits in the bytes from `from` to `to`.
const fn flip<const N: usize>(mut message: [u8; N], from: usize, to: usize, bits: u8) -> [u8; N] {
    let mut i = from;
    while i < to {
        message[i] ^= bits;
        i += 1;
    }
    message
}

/// The bytes of numbers, the first of each on the left.
const fn bytes<const N: usize>(parts: &[u128]) -> [u8; N] {
    let mut message = [0; N];
    let mut i = 0;
    while i < N {
        message[i] = parts[i / 16].to_be_bytes()[i % 16];
        i += 1;
    }
    message
}

const XXH3: [u8; 32] = bytes(&[0, 0x5115_1210_4044_0000_0000_0082_0400_0105]);
const KOMIHASH: [u8; 64] = bytes(&[
    0x0000_0000_0000_0000_4473_7003_2e8a_1913,
    0x1111_1111_1111_1111_2222_2222_2222_2222,
    0xf0f9_dda4_c1c0_a15e_9cf5_3490_0ea6_f5e0,
    0x3333_3333_3333_3333_4444_4444_4444_4444,
]);

/// Zeros, and the same with the bytes from `from` to `to` complemented.
macro_rules! zeros {
    ($len:literal, $from:literal..$to:literal) => {
        [&[0; $len], &flip([0; $len], $from, $to, 0xff)]
    };
}

/// The published pairs, and complements of blocks of zeros.
pub const PAIRS: [Pair; 8] = [
    Pair {
        name: "8 B, zeros and their complement",
        source: "orlp/foldhash #50",
        messages: zeros!(8, 0..8),
    },
    Pair {
        name: "32 B, second half complemented",
        source: "Cyan4973/xxHash #1127",
        messages: [&XXH3, &flip(XXH3, 16, 32, 0xff)],
    },
    Pair {
        name: "64 B, two bits",
        source: "avaneev/komihash #23",
        messages: [&KOMIHASH, &flip(flip(KOMIHASH, 0, 1, 1), 8, 9, 1)],
    },
    Pair { name: "4 B, zeros and their complement", source: "", messages: zeros!(4, 0..4) },
    Pair { name: "16 B, the same", source: "", messages: zeros!(16, 0..16) },
    Pair { name: "16 B, first half", source: "", messages: zeros!(16, 0..8) },
    Pair { name: "32 B, first half", source: "", messages: zeros!(32, 0..16) },
    Pair { name: "64 B, last quarter", source: "", messages: zeros!(64, 48..64) },
];

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

/// Draws keys and counts those under which two messages collide.
type Count = fn(&mut Words, u64, [&[u8]; 2]) -> u64;

/// A peer and its counting loop.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    /// The name.
    pub name: &'static str,
    /// What is drawn.
    pub key: &'static str,
    /// The bound that its authors prove.
    pub bound: &'static str,
    /// The binary logarithm of how many times fewer keys are drawn, because a key takes long.
    pub fewer: u32,
    /// Counts collisions.
    pub count: Count,
}

/// Counts the keys under which a function agrees on both messages.
#[inline(always)]
fn count<K>(
    words: &mut Words,
    keys: u64,
    messages: [&[u8]; 2],
    draw: impl Fn(&mut Words) -> K,
    hash: impl Fn(&K, &[u8]) -> u64,
) -> u64 {
    let mut collisions = 0;
    for _ in 0..keys {
        let key = draw(words);
        collisions += u64::from(hash(&key, messages[0]) == hash(&key, messages[1]));
    }
    collisions
}

fn through<H: Hasher>(mut hasher: H, message: &[u8]) -> u64 {
    hasher.write(message);
    hasher.finish()
}

fn foldhash_seeds(words: &mut Words) -> (u64, foldhash::SharedSeed) {
    (words.next_word(), foldhash::SharedSeed::from_u64(words.next_word()))
}

/// The peers.
pub const PEERS: [Peer; 7] = [
    Peer {
        name: "foldhash-fast",
        key: "the seed of the hasher and the shared one",
        bound: "none",
        fewer: 0,
        count: |words, keys, messages| {
            count(words, keys, messages, foldhash_seeds, |(seed, shared), message| {
                through(foldhash::fast::FoldHasher::with_seed(*seed, shared), message)
            })
        },
    },
    Peer {
        name: "foldhash-quality",
        key: "the same",
        bound: "none",
        fewer: 0,
        count: |words, keys, messages| {
            count(words, keys, messages, foldhash_seeds, |(seed, shared), message| {
                through(foldhash::quality::FoldHasher::with_seed(*seed, shared), message)
            })
        },
    },
    Peer {
        name: "XXH3",
        key: "a seed",
        bound: "none",
        fewer: 0,
        count: |words, keys, messages| {
            count(words, keys, messages, Words::next_word, |seed, message| {
                xxhash_rust::xxh3::xxh3_64_with_seed(message, *seed)
            })
        },
    },
    Peer {
        name: "komihash",
        key: "a seed",
        bound: "none",
        fewer: 0,
        count: |words, keys, messages| {
            count(words, keys, messages, Words::next_word, |seed, message| {
                komihash::komihash(message, *seed)
            })
        },
    },
    Peer {
        name: "museair",
        key: "a seed",
        bound: "none",
        fewer: 0,
        count: |words, keys, messages| {
            count(words, keys, messages, Words::next_word, |seed, message| {
                museair::hash(message, *seed)
            })
        },
    },
    Peer {
        name: "ahash, without AES",
        key: "four seeds",
        bound: "none",
        fewer: 0,
        count: |words, keys, messages| {
            let draw = |words: &mut Words| {
                let [a, b, c, d] = std::array::from_fn(|_| words.next_word());
                ahash::RandomState::with_seeds(a, b, c, d)
            };
            count(words, keys, messages, draw, |state, message| {
                through(state.build_hasher(), message)
            })
        },
    },
    Peer {
        name: "polymur-hash",
        key: "two seeds",
        bound: "2^-54.2",
        fewer: 6,
        count: |words, keys, messages| {
            let draw = |words: &mut Words| {
                polymur_hash::PolymurHash::from_u64x2_seed(words.next_word(), words.next_word())
            };
            count(words, keys, messages, draw, |key, message| key.hash(message))
        },
    },
];

/// Counts the keys of a row of the table under which both messages collide. Keys that the function
/// refuses are drawn again.
///
/// # Panics
/// Panics if the row has keys of no length.
#[must_use]
pub fn count_of_row(
    row: &'static Algorithm,
    words: &mut Words,
    keys: u64,
    messages: [&[u8]; 2],
) -> u64 {
    let length = *row.key_lengths.first().expect("a row has a length of keys");
    let mut bytes = vec![0; length.next_multiple_of(8)];
    let mut collisions = 0;
    for _ in 0..keys {
        let key = loop {
            for word in bytes.as_chunks_mut::<8>().0 {
                *word = words.next_word().to_le_bytes();
            }
            if let Ok(key) = row.key(&bytes[..length]) {
                break key;
            }
        };
        collisions += u64::from(key.hash(messages[0]) == key.hash(messages[1]));
    }
    collisions
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pairs are different messages, and those of komihash and XXH3 collide as often as
    /// published.
    #[test]
    fn published_pairs_collide() {
        for Pair { name, messages: [a, b], .. } in PAIRS {
            assert!(a != b && a.len() == b.len(), "{name}");
        }
        let count = |name, pair: usize, keys| {
            let peer = PEERS.iter().find(|peer| peer.name == name).expect("a peer");
            (peer.count)(&mut Words::new(0), keys, PAIRS[pair].messages)
        };
        let komihash = count("komihash", 2, 10_000);
        assert!((8_900..9_300).contains(&komihash), "{komihash}");
        // 2^-10.47 of 2^17 seeds are 92.
        let xxh3 = count("XXH3", 1, 1 << 17);
        assert!((50..150).contains(&xxh3), "{xxh3}");
    }

    #[test]
    fn ours_do_not_collide() {
        for row in provenhash::ALGORITHMS.iter().filter(|row| row.collision_bound(64).is_some()) {
            if row.nonce || row.output_bits < 64 {
                continue;
            }
            for Pair { name, messages, .. } in PAIRS {
                assert_eq!(
                    count_of_row(row, &mut Words::new(1), 20, messages),
                    0,
                    "{}, {name}",
                    row.name
                );
            }
        }
    }
}
