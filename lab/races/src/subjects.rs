//! The compared hashes of byte strings.

#[cfg(target_arch = "x86_64")]
use crate::chainhash;
use crate::rest::{self, Kind};
use crate::subject::Subject;
use crate::{clhash, highwayhash, multilinear, peers, siphash, vhash};
use provenhash::ALGORITHMS;
use std::hash::{BuildHasher, Hasher};
use std::hint::black_box;
use std::sync::Arc;

/// Lists the peers of this build.
///
/// Keys and seeds pass a barrier, because a user's key is a secret that no compiler knows.
#[must_use]
pub fn peers() -> Vec<Subject> {
    let [k0, k1, k2, k3] = black_box([1_u64, 2, 3, 4]);
    let rapid = rapidhash::v3::RapidSecrets::seed(k0);
    let ahash = ahash::RandomState::with_seeds(k0, k1, k2, k3);
    let sip13 = siphasher::sip::SipHasher13::new_with_keys(0, 0);
    let sip24 = siphasher::sip::SipHasher24::new_with_keys(k0, k1);
    let polymur = polymur_hash::PolymurHash::from_u64x2_seed(k0, k1);
    let mut subjects = vec![
        Subject::new("xxh3", "xxhash-rust", xxhash_rust::xxh3::xxh3_64),
        Subject::new("xxh3", "twox-hash", twox_hash::XxHash3_64::oneshot),
        #[cfg(all(target_arch = "x86_64", target_feature = "aes", target_feature = "avx2"))]
        Subject::new("gxhash64", "gxhash", move |m| gxhash::gxhash64(m, k0.cast_signed())),
        Subject::new("rapidhash-v3", "rapidhash", move |m| {
            rapidhash::v3::rapidhash_v3_seeded(m, &rapid)
        }),
        through_hasher("rapidhash-fast", "rapidhash", rapidhash::fast::SeedableState::new(k0)),
        through_hasher(
            "rapidhash-quality",
            "rapidhash",
            rapidhash::quality::SeedableState::new(k0),
        ),
        through_hasher("foldhash-fast", "foldhash", foldhash::fast::FixedState::with_seed(k0)),
        through_hasher(
            "foldhash-quality",
            "foldhash",
            foldhash::quality::FixedState::with_seed(k0),
        ),
        through_hasher("ahash", "ahash", ahash),
        Subject::new("polymur", "polymur-hash", move |m| polymur.hash(m)),
        Subject::new("highwayhash", "highway", highwayhash::highway()),
        Subject::new("siphash13", "siphasher", move |m| sip13.hash(m)),
        // The key of std is zero. siphasher gets the same key, so that the two check each other.
        through_hasher("siphash13", "std", ZeroSip),
        Subject::new("siphash24", "siphasher", move |m| sip24.hash(m)),
    ];
    #[cfg(target_arch = "x86_64")]
    subjects.extend(chainhash::of64());
    subjects.extend(peers::heuristic());
    subjects.extend([peers::crc64(), peers::polyxor()]);
    subjects
}

/// Lists the family's hashes of 64 bits, then the peers.
#[must_use]
pub fn all() -> Vec<Subject> {
    let mut subjects = clhash::subjects();
    subjects.extend(rest::subjects(Kind::Narrow));
    subjects.extend(highwayhash::subjects());
    subjects.extend(siphash::subjects());
    subjects.extend(vhash::subjects());
    subjects.extend(multilinear::over_gf64());
    subjects.extend(peers());
    subjects
}

/// Lists every row of the table as users of the command line, C and Python call it: to a digest, to
/// a number, or to a tag under a nonce. Direct calls of a function of each family whose calls take
/// nanoseconds show what that costs.
///
/// # Panics
/// Never panics, because a row makes a key from a seed, with or without nonces.
#[must_use]
pub fn by_name() -> Vec<Subject> {
    let seed = black_box(1);
    let mut subjects = Vec::new();
    for row in ALGORITHMS {
        if row.nonce {
            let key = row.nonce_key_from_seed(seed).expect("the row takes nonces");
            subjects.push(Subject::new(row.name, "tag", move |m| {
                key.tag(black_box(b"nonce"), m).expect("the nonce is valid").first_u64()
            }));
            continue;
        }
        let key = row.from_seed(seed).expect("the row takes no nonce");
        let same = key.clone();
        subjects.push(Subject::new(row.name, "digest", move |m| key.hash(m).first_u64()));
        subjects.push(Subject::new(row.name, "number", move |m| same.hash_u64(m)));
    }
    let clhash = Arc::new(::clhash::Key::from_seed(seed));
    let vhash = Arc::new(::vhash::Key64::from_seed(seed));
    let siphash = siphash_fast::Key::from_seed(seed);
    let highwayhash = ::highwayhash::Key::from_seed(seed);
    subjects.extend([
        Subject::new("clhash", "direct", move |m| ::clhash::hash(&clhash, m)),
        Subject::new("vhash64", "direct", move |m| ::vhash::hash(&vhash, m)),
        Subject::new("siphash-1-3", "direct", move |m| siphash_fast::siphash_1_3(&siphash, m)),
        Subject::new("highwayhash64", "direct", move |m| ::highwayhash::hash(&highwayhash, m)),
    ]);
    subjects
}

/// Makes a subject of a hash that its crate offers only as a `Hasher`: build, write, finish.
fn through_hasher<S: BuildHasher + Clone + 'static>(
    algorithm: &'static str,
    implementation: &str,
    state: S,
) -> Subject {
    Subject::new(algorithm, implementation, move |m| {
        let mut hasher = state.build_hasher();
        hasher.write(m);
        hasher.finish()
    })
}

/// Builds `DefaultHasher::new()`, which hashes under the key 0.
#[derive(Clone, Copy)]
struct ZeroSip;

impl BuildHasher for ZeroSip {
    type Hasher = std::hash::DefaultHasher;

    fn build_hasher(&self) -> Self::Hasher {
        std::hash::DefaultHasher::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Messages;
    use std::collections::HashMap;

    #[test]
    fn implementations_of_an_algorithm_agree() {
        let messages = [Messages::new(0..=300), Messages::new(1024..=5000)];
        // By name, a hash of several words is its first 64 bits, and elsewhere a sum of the words.
        for subjects in [all(), by_name()] {
            let mut sums = HashMap::new();
            for subject in subjects {
                let sum = messages.each_ref().map(|m| subject.throughput(m).run(5, 500).sum);
                let first = *sums.entry(subject.algorithm()).or_insert(sum);
                assert_eq!(sum, first, "{}", subject.name());
            }
        }
    }
}
