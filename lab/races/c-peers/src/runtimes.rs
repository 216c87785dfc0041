//! The hashes of the tables of C++ and Go beside ours: `absl::Hash` and Go's `hash/maphash`.
//!
//! Neither has a key that a program can set. Abseil's is the address of a static variable, which
//! the system draws for each process; Go draws its own.

use races::messages::Messages;
use races::race::Task;
use races::results::{Case, Section, Unit};
use races::{Options, Subject};
use races::{measure, subjects};
use std::ops::RangeInclusive;

/// The quantity that a race times.
#[derive(Clone, Copy)]
enum Timing {
    /// Independent messages.
    Throughput,
    /// Each hash chooses the next message.
    Latency,
}

/// Measures messages of short and long strings. The case of 8 bytes has Abseil's hash of words as
/// well.
pub(crate) fn sections(options: &Options) -> Vec<Section> {
    const FULL: [usize; 9] = [4, 8, 16, 32, 64, 256, 1 << 10, 4 << 10, 64 << 10];
    const SHORT: [usize; 6] = [4, 8, 16, 24, 32, 64];
    let subjects = contenders();
    let throughput = options.pick(&FULL, &[8, 16, 64, 1 << 10]).iter().map(|n| *n..=*n);
    let throughput = throughput.chain([1..=64]);
    let latency = options.pick(&SHORT, &[8, 16, 64]).iter().map(|n| *n..=*n).chain([1..=64]);
    let measured =
        |lengths: RangeInclusive<usize>, timing| case(&subjects, lengths, timing, options);
    vec![
        measure::section(
            "runtimes",
            Unit::Ns,
            "Hashes of the tables of C++ and Go: independent messages at random offsets in a page.",
            throughput.filter_map(|lengths| measured(lengths, Timing::Throughput)),
        ),
        measure::section(
            "runtimes-latency",
            Unit::Ns,
            "The same, when the address of each message depends on the previous hash.",
            latency.filter_map(|lengths| measured(lengths, Timing::Latency)),
        ),
    ]
}

/// Lists ours, popular hashes of Rust's maps, and Abseil's hash of strings.
fn contenders() -> Vec<Subject> {
    const NAMES: [&str; 4] =
        ["siphash13/siphash-fast", "siphash13/std", "foldhash-fast/", "ahash/"];
    let backend = clhash::Backend::detect().name();
    let ours = [format!("clhash/{backend}"), format!("multilinear64/{backend}")];
    let mut all = subjects::all();
    all.retain(|s| {
        ours.iter().any(|n| n == s.name()) || NAMES.iter().any(|n| s.name().starts_with(n))
    });
    #[cfg(feature = "abseil")]
    all.push(abseil::strings());
    all
}

/// Lists hashes of words, for messages of 8 bytes.
fn of_words() -> Vec<Subject> {
    vec![
        #[cfg(feature = "abseil")]
        abseil::words(),
    ]
}

fn case(
    subjects: &[Subject],
    lengths: RangeInclusive<usize>,
    timing: Timing,
    options: &Options,
) -> Option<Case> {
    let plan = options.plan_for(*lengths.end());
    let of_words = if lengths == (8..=8) { of_words() } else { Vec::new() };
    let (name, x, messages) = measure::series(lengths, options);
    let subjects = subjects.iter().chain(&of_words);
    let mut tasks: Vec<_> = subjects.map(|subject| task(subject, &messages, timing)).collect();
    #[cfg(feature = "go")]
    tasks.push(go::task(&messages, timing));
    measure::race(name, [x, messages.mean_len()], tasks, options, plan)
}

fn task<'a>(subject: &'a Subject, messages: &'a Messages, timing: Timing) -> Task<'a> {
    match timing {
        Timing::Throughput => subject.throughput(messages),
        Timing::Latency => subject.latency(messages),
    }
}

/// `absl::Hash`, in C++ that is compiled for this CPU. The loop over long strings is in the library
/// of the system, which is compiled for any.
#[cfg(feature = "abseil")]
mod abseil {
    use super::*;

    unsafe extern "C" {
        safe fn peers_absl_version() -> u32;
        safe fn peers_absl_u64(word: u64) -> u64;
        fn peers_absl(message: *const u8, len: usize) -> u64;
    }

    pub(super) fn strings() -> Subject {
        Subject::new("absl-string", &peers_absl_version().to_string(), |m| {
            // SAFETY: the message is readable for its length.
            unsafe { peers_absl(m.as_ptr(), m.len()) }
        })
    }

    pub(super) fn words() -> Subject {
        Subject::new("absl-u64", &peers_absl_version().to_string(), |m| {
            let word = m.first_chunk().expect("the message has 8 bytes");
            peers_absl_u64(u64::from_ne_bytes(*word))
        })
    }
}

/// `hash/maphash`, whose loops are in Go.
#[cfg(feature = "go")]
mod go {
    use super::*;
    use races::race::Sample;
    use std::ffi::{CStr, c_char, c_void};
    use std::time::Duration;

    /// Takes a page, its size, the mask of offsets, the shortest length, the number of lengths, a
    /// seed and the number of messages; writes nanoseconds and returns a sum.
    type Loop = unsafe extern "C" fn(
        *const c_void,
        usize,
        usize,
        usize,
        usize,
        u64,
        usize,
        *mut u64,
    ) -> u64;
    unsafe extern "C" {
        safe fn peers_go_version() -> *const c_char;
        fn peers_go_independent(
            page: *const c_void,
            size: usize,
            offsets: usize,
            shortest: usize,
            lengths: usize,
            seed: u64,
            count: usize,
            ns: *mut u64,
        ) -> u64;
        fn peers_go_dependent(
            page: *const c_void,
            size: usize,
            offsets: usize,
            shortest: usize,
            lengths: usize,
            seed: u64,
            count: usize,
            ns: *mut u64,
        ) -> u64;
        #[cfg(test)]
        fn peers_go_hash(message: *const c_void, len: usize) -> u64;
    }

    pub(super) fn task(messages: &Messages, timing: Timing) -> Task<'_> {
        let run: Loop = match timing {
            Timing::Throughput => peers_go_independent,
            Timing::Latency => peers_go_dependent,
        };
        // SAFETY: the function returns a string with a terminating zero that is never freed.
        let version = unsafe { CStr::from_ptr(peers_go_version()) }.to_string_lossy();
        Task::timing_itself(format!("go-maphash/{version}"), "go-maphash", move |seed, count| {
            let layout = messages.layout();
            let (page, lengths) = (layout.page, layout.lengths);
            let (shortest, many) = (*lengths.start(), lengths.clone().count());
            let mut ns = 0;
            // SAFETY: the page is readable for its length, which `Messages` makes large enough for
            // every offset and length, and where it is not Go ends the process.
            let sum = unsafe {
                run(
                    page.as_ptr().cast(),
                    page.len(),
                    layout.offsets,
                    shortest,
                    many,
                    seed,
                    count,
                    &raw mut ns,
                )
            };
            Sample { elapsed: Duration::from_nanos(ns), sum }
        })
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// The loops in Go hash the messages that those in Rust do.
        #[test]
        fn loops_hash_the_same_messages() {
            let hash = |m: &[u8]| {
                // SAFETY: the message is readable for its length.
                unsafe { peers_go_hash(m.as_ptr().cast(), m.len()) }
            };
            for messages in [Messages::new(8..=8), Messages::new(1..=64).aligned(true)] {
                for seed in 0..3 {
                    let sum = task(&messages, Timing::Throughput).run(seed, 100).sum;
                    assert_eq!(sum, messages.independent(hash, seed, 100));
                    let last = task(&messages, Timing::Latency).run(seed, 100).sum;
                    assert_eq!(last, messages.dependent(hash, seed, 100));
                }
            }
        }
    }
}
