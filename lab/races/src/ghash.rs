//! GHASH and POLYVAL beside RustCrypto's packages.

use crate::measure;
use crate::options::Options;
use crate::results::{Section, Unit};
use crate::subject::Subject;
use ghash_clmul::universal_hash::Polyval;
use ghash_clmul::{Backend, Gcm, GcmSiv, Key, Standard, hash};
use polyval::universal_hash::{KeyInit, UniversalHash};
use std::hint::black_box;

/// Returns the key bytes of all measurements.
#[must_use]
pub fn key_bytes<const N: usize>() -> [u8; N] {
    black_box([0x5a; N])
}

/// Returns the first eight bytes of a hash as a little-endian word.
#[must_use]
pub fn low_half(hash: [u8; 16]) -> u64 {
    let [half, _] = hash.as_chunks().0 else { return 0 };
    u64::from_le_bytes(*half)
}

/// Lists GHASH and POLYVAL under prepared keys.
#[must_use]
pub fn with_ready_keys() -> Vec<Subject> {
    let mut subjects = ours::<Gcm>("ghash");
    subjects.push(by_traits::<ghash::GHash>("ghash", "ghash", false));
    subjects.extend(ours::<GcmSiv>("polyval"));
    subjects.push(by_traits::<polyval::Polyval>("polyval", "polyval", false));
    subjects
}

/// Lists POLYVAL on the best backend with a new key for each message, as in AES-GCM-SIV.
#[must_use]
pub fn with_new_keys() -> Vec<Subject> {
    vec![
        by_traits::<Polyval>("polyval", Backend::detect().name(), true),
        by_traits::<polyval::Polyval>("polyval", "polyval", true),
    ]
}

/// Lists the crate's hash on every backend of this CPU, the narrowest first.
fn ours<S: Standard>(algorithm: &'static str) -> Vec<Subject> {
    let subject = |backend: Backend| {
        let key: &'static _ = Box::leak(Box::new(Key::<S>::from_bytes_on(backend, &key_bytes())));
        Subject::new(algorithm, backend.name(), move |m| low_half(hash(key, m)))
    };
    Backend::available().map(subject).collect()
}

/// A hasher with RustCrypto's traits.
fn by_traits<H>(algorithm: &'static str, package: &str, new_keys: bool) -> Subject
where
    H: UniversalHash + KeyInit + Clone + 'static,
{
    let new = || H::new_from_slice(&key_bytes::<16>()).expect("16 bytes");
    let finish = |mut hasher: H, m: &[u8]| {
        hasher.update_padded(m);
        low_half(hasher.finalize().as_slice().try_into().expect("16 bytes"))
    };
    if new_keys {
        return Subject::new(algorithm, package, move |m| finish(new(), m));
    }
    let ready = new();
    Subject::new(algorithm, package, move |m| finish(ready.clone(), m))
}

/// Measures throughput and latency under prepared keys, and throughput with new keys.
#[must_use]
pub fn sections(options: &Options) -> Vec<Section> {
    let ready = with_ready_keys();
    let new = with_new_keys();
    let lengths = options.pick(&[16, 32, 48, 64, 128, 256], &[16, 64]).iter();
    let latency = lengths.filter_map(|n| measure::latency(&ready, *n..=*n, options));
    vec![
        throughput("gcm-throughput", "Independent messages, prepared key.", &ready, options),
        measure::section(
            "gcm-latency",
            Unit::Cycles,
            "The address of each message depends on the previous hash; the load is included.",
            latency,
        ),
        throughput("gcm-new-key", "A new key for each message.", &new, options),
    ]
}

/// Measures independent messages.
#[must_use]
pub fn throughput(name: &str, text: &str, subjects: &[Subject], options: &Options) -> Section {
    let sizes = options.pick(
        &[16, 64, 256, 512, 1 << 10, 1 << 11, 4 << 10, 16 << 10, 64 << 10, 1 << 20, 64 << 20],
        &[16, 64, 1 << 10, 4 << 10, 16 << 10],
    );
    let all = sizes.iter().map(|n| *n..=*n).chain([1..=64, 1..=1024]);
    let cases = all.filter_map(|lengths| {
        let plan = options.plan_for(*lengths.end());
        measure::throughput(subjects, lengths, options, plan)
    });
    measure::section(name, Unit::GbPerS, text, cases)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Messages;
    use crate::race::{Plan, Race};
    use std::time::Duration;

    /// A race ends with a comparison of the computed hashes.
    #[test]
    fn implementations_agree() {
        let plan = Plan {
            batch: Duration::from_micros(5),
            budget: Duration::from_millis(1),
            min_rounds: 3,
            max_rounds: 3,
        };
        let messages = [Messages::new(0..=300), Messages::new(1024..=5000)];
        for subjects in [with_ready_keys(), with_new_keys()] {
            for messages in &messages {
                let tasks = subjects.iter().map(|s| s.throughput(messages)).collect();
                let _ = Race::run(tasks, plan);
            }
        }
    }
}
