//! The hashes of byte strings that are compared.

use crate::messages::Messages;
use crate::race::Task;
use clhash::{Backend, Key};
use std::hash::{BuildHasher, Hasher};
use std::hint::black_box;

/// The work of `count` messages, chosen by a seed; returns a sum of the hashes.
type Loop = Box<dyn Fn(&Messages, u64, usize) -> u64>;

/// A hash of byte strings.
///
/// The loops over messages are compiled for each hash, so that it can be inlined into them as it
/// can be into a user's program.
pub struct Subject {
    name: String,
    algorithm: &'static str,
    independent: Loop,
    dependent: Loop,
}

impl std::fmt::Debug for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subject").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Subject {
    /// A hash. Those with the same algorithm have to give the same values.
    pub fn new(
        algorithm: &'static str,
        implementation: &str,
        hash: impl Fn(&[u8]) -> u64 + Clone + 'static,
    ) -> Self {
        let again = hash.clone();
        Self {
            name: format!("{algorithm}/{implementation}"),
            algorithm,
            independent: Box::new(move |m, seed, count| m.independent(&hash, seed, count)),
            dependent: Box::new(move |m, seed, count| m.dependent(&again, seed, count)),
        }
    }

    /// `algorithm/implementation`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Throughput: a message an operation. See [`Messages::independent`].
    #[must_use]
    pub fn throughput<'a>(&'a self, messages: &'a Messages) -> Task<'a> {
        let run = |seed, count| (self.independent)(messages, seed, count);
        Task::new(&*self.name, self.algorithm, run)
    }

    /// Latency: a message an operation. See [`Messages::dependent`].
    #[must_use]
    pub fn latency<'a>(&'a self, messages: &'a Messages) -> Task<'a> {
        let run = |seed, count| (self.dependent)(messages, seed, count);
        Task::new(&*self.name, self.algorithm, run)
    }
}

/// The key of all measurements, for this backend. It lives as long as the process.
#[must_use]
pub fn key(backend: Backend) -> &'static Key {
    Box::leak(Box::new(Key::from_seed(1).with_backend(backend)))
}

/// CLHASH on every backend of this CPU, narrowest first.
#[must_use]
pub fn clhash() -> Vec<Subject> {
    let subject = |backend: Backend| {
        let key = key(backend);
        Subject::new("clhash", backend.name(), move |m| clhash::hash(key, m))
    };
    Backend::available().map(subject).collect()
}

/// The words of HighwayHash's key in all measurements, in its peer as well.
#[must_use]
pub fn highway_words() -> [u64; 4] {
    black_box([1, 2, 3, 4])
}

/// HighwayHash-64 on every backend of this CPU, narrowest first.
#[must_use]
pub fn highwayhash() -> Vec<Subject> {
    use highwayhash::{Backend, Key, hash64};
    let subject = |backend: Backend| {
        let key = Key::from_words(highway_words()).with_backend(backend);
        Subject::new("highwayhash", backend.name(), move |m| hash64(&key, m))
    };
    Backend::available().map(subject).collect()
}

/// The peers that this build has.
///
/// Keys and seeds pass a barrier: they are the user's secret, which no compiler knows.
#[must_use]
pub fn peers() -> Vec<Subject> {
    let [k0, k1, k2, k3] = black_box([1_u64, 2, 3, 4]);
    let rapid = rapidhash::v3::RapidSecrets::seed(k0);
    let ahash = ahash::RandomState::with_seeds(k0, k1, k2, k3);
    let sip13 = siphasher::sip::SipHasher13::new_with_keys(0, 0);
    let sip24 = siphasher::sip::SipHasher24::new_with_keys(k0, k1);
    let highway = highway::Key(highway_words());
    let polymur = polymur_hash::PolymurHash::from_u64x2_seed(k0, k1);
    vec![
        Subject::new("xxh3", "xxhash-rust", xxhash_rust::xxh3::xxh3_64),
        Subject::new("xxh3", "twox-hash", twox_hash::XxHash3_64::oneshot),
        #[cfg(all(target_arch = "x86_64", target_feature = "aes", target_feature = "avx2"))]
        Subject::new("gxhash64", "gxhash", move |m| gxhash::gxhash64(m, k0.cast_signed())),
        Subject::new("rapidhash-v3", "rapidhash", move |m| {
            rapidhash::v3::rapidhash_v3_seeded(m, &rapid)
        }),
        through_hasher("foldhash-fast", "foldhash", foldhash::fast::FixedState::with_seed(k0)),
        through_hasher(
            "foldhash-quality",
            "foldhash",
            foldhash::quality::FixedState::with_seed(k0),
        ),
        through_hasher("ahash", "ahash", ahash),
        Subject::new("polymur", "polymur-hash", move |m| polymur.hash(m)),
        Subject::new("highwayhash", "highway", move |m| {
            use highway::HighwayHash;
            highway::HighwayHasher::new(highway).hash64(m)
        }),
        Subject::new("siphash13", "siphasher", move |m| sip13.hash(m)),
        // Its key is zero, so siphasher's is zero too and the two check each other.
        through_hasher("siphash13", "std", ZeroSip),
        Subject::new("siphash24", "siphasher", move |m| sip24.hash(m)),
    ]
}

/// The family's hashes of 64 bits, then the peers.
#[must_use]
pub fn all() -> Vec<Subject> {
    let mut subjects = clhash();
    subjects.extend(highwayhash());
    subjects.extend(crate::siphash::subjects());
    subjects.extend(crate::vhash::subjects());
    subjects.extend(crate::multilinear::over_gf64());
    subjects.extend(peers());
    subjects
}

/// A hash that is only to be had as a `Hasher`: build, write, finish.
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
    use std::collections::HashMap;

    #[test]
    fn implementations_of_an_algorithm_agree() {
        let messages = [Messages::new(0..=300), Messages::new(1024..=5000)];
        let mut sums = HashMap::new();
        for subject in all() {
            let sum = messages.each_ref().map(|m| (subject.independent)(m, 5, 500));
            let first = *sums.entry(subject.algorithm).or_insert(sum);
            assert_eq!(sum, first, "{}", subject.name());
        }
    }
}
