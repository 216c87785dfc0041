//! GHASH and POLYVAL beside RustCrypto's packages.

use crate::measure::{self, Measured, everything};
use crate::options::Options;
use crate::report::{self, Section};
use crate::subject::Subject;
use ghash_clmul::{Backend, Gcm, GcmSiv, Key, Standard, hash};
use polyval::universal_hash::{KeyInit, UniversalHash};
use std::hint::black_box;

/// Returns the bytes of the key of all measurements.
#[must_use]
pub fn key_bytes() -> [u8; 16] {
    black_box([0x5a; 16])
}

/// Returns the first eight bytes of a hash as a little-endian word.
#[must_use]
pub fn low_half(hash: [u8; 16]) -> u64 {
    let [half, _] = hash.as_chunks().0 else { return 0 };
    u64::from_le_bytes(*half)
}

/// Lists GHASH and POLYVAL under keys that were made before.
#[must_use]
pub fn with_ready_keys() -> Vec<Subject> {
    let mut subjects = ours::<Gcm>("ghash");
    subjects.push(rustcrypto::<ghash::GHash>("ghash", "ghash", false));
    subjects.extend(ours::<GcmSiv>("polyval"));
    subjects.push(rustcrypto::<polyval::Polyval>("polyval", "polyval", false));
    subjects
}

/// Lists POLYVAL on the best backend with a key for each message, as in AES-GCM-SIV.
#[must_use]
pub fn with_new_keys() -> Vec<Subject> {
    let ours = |m: &[u8]| {
        let key = Key::<GcmSiv>::from_bytes_on(Backend::detect(), &key_bytes());
        low_half(hash(&key, m))
    };
    vec![
        Subject::new("polyval", Backend::detect().name(), ours),
        rustcrypto::<polyval::Polyval>("polyval", "polyval", true),
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

fn rustcrypto<H>(algorithm: &'static str, package: &str, new_keys: bool) -> Subject
where
    H: UniversalHash + KeyInit + Clone + 'static,
{
    let new = || H::new_from_slice(&key_bytes()).expect("16 bytes");
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

/// Measures throughput and latency with a key that is ready, and throughput with new keys.
#[must_use]
pub fn sections(options: &Options) -> Vec<Measured> {
    let ready = with_ready_keys();
    let new = with_new_keys();
    vec![
        throughput("gcm-throughput", "Independent messages, the key ready.", &ready, options),
        latency(&ready, options),
        throughput("gcm-new-key", "A new key for each message.", &new, options),
    ]
}

/// Measures independent messages.
#[must_use]
pub fn throughput(
    name: &'static str,
    text: &'static str,
    subjects: &[Subject],
    options: &Options,
) -> Measured {
    let sizes =
        [16, 64, 256, 512, 1 << 10, 1 << 11, 4 << 10, 16 << 10, 64 << 10, 1 << 20, 64 << 20];
    let all = sizes.map(|n| n..=n).into_iter().chain([1..=64, 1..=1024]);
    let cases = all.filter_map(|lengths| {
        let plan = options.plan_for(*lengths.end());
        measure::throughput(subjects, lengths, options, plan)
    });
    let section = Section { name, text, cases: cases.collect() };
    let markdown = section.values("GB/s, median", everything, report::GB_PER_S)
        + &section.values("Cycles a message, median", everything, report::CYCLES)
        + &section.ratios(everything, is_base);
    let plot = section.plot("bytes a message", "GB/s", [true, false], report::GB_PER_S);
    Measured { section, markdown, plot: Some(plot) }
}

/// Measures messages whose address depends on the hash before.
fn latency(subjects: &[Subject], options: &Options) -> Measured {
    let lengths = [16, 32, 48, 64, 128, 256].into_iter();
    let cases = lengths.filter_map(|n| measure::latency(subjects, n..=n, options));
    let section = Section {
        name: "gcm-latency",
        text: "Each message's address depends on the hash before it; the load is included.",
        cases: cases.collect(),
    };
    let markdown = section.values("Cycles a hash, median", everything, report::CYCLES)
        + &section.ratios(everything, is_base);
    Measured { section, markdown, plot: None }
}

/// Tells whether a contender is the crate on its best backend.
fn is_base(name: &str) -> bool {
    name.ends_with(Backend::detect().name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Messages;
    use crate::race::{Plan, Race};
    use std::time::Duration;

    /// A race ends with a comparison of what was computed.
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
