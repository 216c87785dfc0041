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

const ZEROS: [u8; 64] = [0; 64];

/// Zeros, of which some bytes become ones in all bits.
const fn complement<const N: usize>(from: usize, to: usize) -> [u8; N] {
    let mut message = [0; N];
    let mut i = from;
    while i < to {
        message[i] = 0xff;
        i += 1;
    }
    message
}

/// Parses hexadecimal digits.
const fn hex<const N: usize>(digits: &[u8]) -> [u8; N] {
    const fn digit(c: u8) -> u8 {
        if c <= b'9' { c - b'0' } else { c - b'a' + 10 }
    }
    assert!(digits.len() == 2 * N);
    let mut bytes = [0; N];
    let mut i = 0;
    while i < N {
        bytes[i] = digit(digits[2 * i]) << 4 | digit(digits[2 * i + 1]);
        i += 1;
    }
    bytes
}

const XXH3: [[u8; 32]; 2] = [
    hex(b"0000000000000000000000000000000051151210404400000000008204000105"),
    hex(b"00000000000000000000000000000000aeeaedefbfbbffffffffff7dfbfffefa"),
];
const KOMIHASH: [[u8; 64]; 2] = [
    hex(b"0000000000000000447370032e8a191311111111111111112222222222222222\
          f0f9dda4c1c0a15e9cf534900ea6f5e033333333333333334444444444444444"),
    hex(b"0100000000000000457370032e8a191311111111111111112222222222222222\
          f0f9dda4c1c0a15e9cf534900ea6f5e033333333333333334444444444444444"),
];

/// The published pairs, and complements of blocks of zeros.
pub const PAIRS: [Pair; 8] = [
    Pair {
        name: "8 B, zeros and their complement",
        source: "orlp/foldhash #50",
        messages: [ZEROS.first_chunk::<8>().unwrap(), &complement::<8>(0, 8)],
    },
    Pair {
        name: "32 B, second half complemented",
        source: "Cyan4973/xxHash #1127",
        messages: [&XXH3[0], &XXH3[1]],
    },
    Pair {
        name: "64 B, two bits",
        source: "avaneev/komihash #23",
        messages: [&KOMIHASH[0], &KOMIHASH[1]],
    },
    Pair {
        name: "4 B, zeros and their complement",
        source: "",
        messages: [ZEROS.first_chunk::<4>().unwrap(), &complement::<4>(0, 4)],
    },
    Pair {
        name: "16 B, the same",
        source: "",
        messages: [ZEROS.first_chunk::<16>().unwrap(), &complement::<16>(0, 16)],
    },
    Pair {
        name: "16 B, first half",
        source: "",
        messages: [ZEROS.first_chunk::<16>().unwrap(), &complement::<16>(0, 8)],
    },
    Pair {
        name: "32 B, first half",
        source: "",
        messages: [ZEROS.first_chunk::<32>().unwrap(), &complement::<32>(0, 16)],
    },
    Pair { name: "64 B, last quarter", source: "", messages: [&ZEROS, &complement::<64>(48, 64)] },
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

/// The peers.
pub const PEERS: [Peer; 7] = [
    Peer {
        name: "foldhash-fast",
        key: "the seed of the hasher and the shared one",
        count: |words, keys, messages| {
            let draw = |words: &mut Words| {
                (words.next_word(), foldhash::SharedSeed::from_u64(words.next_word()))
            };
            count(words, keys, messages, draw, |(seed, shared), message| {
                through(foldhash::fast::FoldHasher::with_seed(*seed, shared), message)
            })
        },
    },
    Peer {
        name: "foldhash-quality",
        key: "the same",
        count: |words, keys, messages| {
            let draw = |words: &mut Words| {
                (words.next_word(), foldhash::SharedSeed::from_u64(words.next_word()))
            };
            count(words, keys, messages, draw, |(seed, shared), message| {
                through(foldhash::quality::FoldHasher::with_seed(*seed, shared), message)
            })
        },
    },
    Peer {
        name: "XXH3",
        key: "a seed",
        count: |words, keys, messages| {
            count(words, keys, messages, Words::next_word, |seed, message| {
                xxhash_rust::xxh3::xxh3_64_with_seed(message, *seed)
            })
        },
    },
    Peer {
        name: "komihash",
        key: "a seed",
        count: |words, keys, messages| {
            count(words, keys, messages, Words::next_word, |seed, message| {
                komihash::komihash(message, *seed)
            })
        },
    },
    Peer {
        name: "museair",
        key: "a seed",
        count: |words, keys, messages| {
            count(words, keys, messages, Words::next_word, |seed, message| {
                museair::hash(message, *seed)
            })
        },
    },
    Peer {
        name: "ahash, without AES",
        key: "four seeds",
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
        name: "polymur-hash (proven)",
        key: "two seeds",
        count: |words, keys, messages| {
            let draw = |words: &mut Words| {
                polymur_hash::PolymurHash::from_u64x2_seed(words.next_word(), words.next_word())
            };
            // A key costs a microsecond.
            count(words, keys >> 6, messages, draw, |key, message| key.hash(message))
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
