//! The hashes of byte strings, and how their keys are drawn.

use super::{Words, count};
use provenhash::Algorithm;
use std::hash::{BuildHasher, Hasher};

/// Draws keys and counts the pairs that collide; see [`super::Count`].
type Counter = dyn Fn(&mut Words, u64, &[[&[u8]; 2]]) -> Vec<u64> + Sync;

/// A hash and its counting loop.
pub struct Hash {
    /// The name.
    pub name: &'static str,
    /// Whether it is of the family.
    pub ours: bool,
    /// What is drawn.
    pub key: &'static str,
    /// The bound that is proved for 64 bytes, if any.
    pub bound: Option<String>,
    /// The binary logarithm of how many times fewer keys are drawn, because a key takes long.
    pub fewer: u32,
    /// Counts collisions.
    pub count: Box<Counter>,
}

impl std::fmt::Debug for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hash").field("name", &self.name).finish_non_exhaustive()
    }
}

fn peer<K>(
    name: &'static str,
    key: &'static str,
    draw: impl Fn(&mut Words) -> K + Sync + 'static,
    hash: impl Fn(&K, &[u8]) -> u64 + Sync + 'static,
) -> Hash {
    let count = Box::new(move |words: &mut Words, keys, pairs: &[[&[u8]; 2]]| {
        count(words, keys, pairs, &draw, |key, message: &&[u8]| hash(key, message))
    });
    Hash { name, ours: false, key, bound: None, fewer: 0, count }
}

fn through<H: Hasher>(mut hasher: H, message: &[u8]) -> u64 {
    hasher.write(message);
    hasher.finish()
}

/// Draws the seed of a hasher and the shared one.
pub(super) fn foldhash_seeds(words: &mut Words) -> (u64, foldhash::SharedSeed) {
    (words.next_word(), foldhash::SharedSeed::from_u64(words.next_word()))
}

/// Draws the four seeds of a state.
pub(super) fn ahash_state(words: &mut Words) -> ahash::RandomState {
    let [a, b, c, d] = std::array::from_fn(|_| words.next_word());
    ahash::RandomState::with_seeds(a, b, c, d)
}

/// The name of ahash in this build, which chooses between two functions.
pub(super) const AHASH: &str =
    if cfg!(target_feature = "aes") { "ahash, with AES" } else { "ahash, without AES" };

/// Returns the peers.
#[must_use]
pub fn peers() -> Vec<Hash> {
    use rapidhash::v3::{RapidSecrets, rapidhash_v3_seeded};
    vec![
        peer(
            "foldhash-fast",
            "the seed of the hasher and the shared one",
            foldhash_seeds,
            |key, m| through(foldhash::fast::FoldHasher::with_seed(key.0, &key.1), m),
        ),
        peer("foldhash-quality", "the same", foldhash_seeds, |key, m| {
            through(foldhash::quality::FoldHasher::with_seed(key.0, &key.1), m)
        }),
        peer("XXH3, seed", "a seed", Words::next_word, |seed, m| {
            xxhash_rust::xxh3::xxh3_64_with_seed(m, *seed)
        }),
        Hash {
            fewer: 1,
            ..peer(
                "XXH3, secret",
                "192 bytes",
                |words| {
                    let words: [_; 24] = std::array::from_fn(|_| words.next_word().to_le_bytes());
                    words
                },
                |secret, m| xxhash_rust::xxh3::xxh3_64_with_secret(m, secret.as_flattened()),
            )
        },
        peer(
            "rapidhash v3, default secrets",
            "a seed",
            |words| RapidSecrets::seed_cpp(words.next_word()),
            |key, m| rapidhash_v3_seeded(m, key),
        ),
        peer(
            "rapidhash v3, own secrets",
            "a seed, from which the secrets are derived",
            |words| RapidSecrets::seed(words.next_word()),
            |key, m| rapidhash_v3_seeded(m, key),
        ),
        peer("komihash", "a seed", Words::next_word, |seed, m| komihash::komihash(m, *seed)),
        peer("museair", "a seed", Words::next_word, |seed, m| museair::hash(m, *seed)),
        peer("museair-bfast", "a seed", Words::next_word, |seed, m| museair::bfast::hash(m, *seed)),
        peer("cityhash64", "a seed", Words::next_word, |seed, m| {
            cityhasher::hash_with_seed(m, *seed)
        }),
        peer(AHASH, "four seeds", ahash_state, |state, m| through(state.build_hasher(), m)),
        #[cfg(all(target_arch = "x86_64", target_feature = "aes", target_feature = "avx2"))]
        peer("gxhash", "a seed", Words::next_word, |seed, m| {
            gxhash::gxhash64(m, seed.cast_signed())
        }),
        Hash {
            fewer: 7,
            bound: Some("2^-54.2".to_owned()),
            ..peer(
                "polymur-hash",
                "two seeds",
                |words| {
                    polymur_hash::PolymurHash::from_u64x2_seed(words.next_word(), words.next_word())
                },
                |key, m| key.hash(m),
            )
        },
    ]
}

/// Returns the functions of the family with a bound, 64 bits or more, and no nonce.
#[must_use]
pub fn ours() -> Vec<Hash> {
    let rows = provenhash::ALGORITHMS.iter().filter(|row| !row.nonce && row.output_bits >= 64);
    let hash = |row: &'static Algorithm| {
        let bound = row.collision_bound(64)?.log2;
        let count = Box::new(move |words: &mut Words, keys, pairs: &[[&[u8]; 2]]| {
            let draw = |words: &mut Words| draw_key(row, words);
            count(words, keys, pairs, draw, |key, message: &&[u8]| key.hash(message))
        });
        let bound = Some(format!("2^{bound:.1}"));
        Some(Hash { name: row.name, ours: true, key: "a uniform key", bound, fewer: 10, count })
    };
    rows.filter_map(hash).collect()
}

/// Draws a key of a row. Keys that the function refuses are drawn again.
fn draw_key(row: &'static Algorithm, words: &mut Words) -> provenhash::Key {
    let length = row.key_lengths.first().copied().unwrap_or_default();
    let mut bytes = vec![0; length.next_multiple_of(8)];
    loop {
        for word in bytes.as_chunks_mut::<8>().0 {
            *word = words.next_word().to_le_bytes();
        }
        if let Ok(key) = row.key(&bytes[..length]) {
            return key;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::pairs;
    use super::*;

    /// Counts one pair, by its place among all or by its name.
    fn collisions(name: &str, pair: &pairs::Pair, keys: u64) -> u64 {
        let peers = peers();
        let peer = peers.iter().find(|peer| peer.name == name).expect("a peer");
        let [a, b] = &pair.messages;
        (peer.count)(&mut Words::new(0), keys, &[[a, b]])[0]
    }

    /// Pairs of komihash and XXH3 collide as often as published, the solutions under every seed.
    #[test]
    fn known_pairs_collide() {
        let pairs = pairs::all();
        let komihash = collisions("komihash", &pairs[2], 10_000);
        assert!((8_900..9_300).contains(&komihash), "{komihash}");
        // 2^-10.47 of 2^17 seeds are 92.
        let xxh3 = collisions("XXH3, seed", &pairs[1], 1 << 17);
        assert!((50..150).contains(&xxh3), "{xxh3}");
        let named = |text| pairs.iter().find(|pair| pair.name.contains(text)).expect("a pair");
        assert_eq!(collisions("cityhash64", named("CityHash64"), 100), 100);
        let weak = "16 B, word 0 is 0x8bb84b93962eacc9";
        assert_eq!(collisions("rapidhash v3, default secrets", named(weak), 100), 100);
        assert_eq!(collisions("rapidhash v3, own secrets", named(weak), 100), 0);
        #[cfg(all(target_arch = "x86_64", target_feature = "aes", target_feature = "avx2"))]
        assert_eq!(collisions("gxhash", named("gxhash"), 100), 100);
    }

    #[test]
    fn ours_do_not_collide() {
        let pairs = pairs::all();
        let pairs: Vec<[&[u8]; 2]> =
            pairs.iter().map(|pair| pair.messages.each_ref().map(Vec::as_slice)).collect();
        let ours = ours();
        assert!(ours.len() >= 10, "{}", ours.len());
        for hash in ours {
            let counts = (hash.count)(&mut Words::new(1), 8, &pairs);
            assert_eq!(counts, vec![0; pairs.len()], "{}", hash.name);
        }
    }
}
