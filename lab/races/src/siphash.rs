//! SipHash and SipTreeHash beside their peers.
//!
//! The peers are `siphasher`, std, a plain loop over one-shot SipHash that the compiler vectorises
//! for AVX-512, and a plain version of SipTreeHash with AVX2 intrinsics. The last stands in for
//! Google's C++, which this build does not have.

use crate::calls;
use crate::measure::{race, section, size, throughput};
use crate::options::Options;
use crate::race::Task;
use crate::results::{Section, Unit};
use crate::rng::Rng;
use crate::subject::Subject;
use siphash_fast::{
    Backend, Key, TreeKey, hash_many, hash_u64s, siphash_1_3, siphash_2_4, siphash128_2_4, tree,
};
use siphasher::sip::{SipHasher13, SipHasher24};
use std::hash::BuildHasher;
use std::hint::black_box;

#[cfg(target_arch = "x86_64")]
mod plain;

/// Returns the key of all measurements except those beside std, whose key is zero.
fn words() -> [u64; 2] {
    black_box([1, 2])
}

/// Lists one-shot SipHash-1-3 and -2-4, under the keys of their peers.
#[must_use]
pub fn subjects() -> Vec<Subject> {
    let (zero, key) = (Key::from_words(black_box([0, 0])), Key::from_words(words()));
    vec![
        Subject::new("siphash13", "siphash-fast", move |m| siphash_1_3(&zero, m)),
        Subject::new("siphash24", "siphash-fast", move |m| siphash_2_4(&key, m)),
    ]
}

/// Lists SipHash-2-4 with 128 bits, and its peer.
#[must_use]
pub fn of128() -> Vec<Subject> {
    let [k0, k1] = words();
    let key = Key::from_words([k0, k1]);
    let peer = siphasher::sip128::SipHasher24::new_with_keys(k0, k1);
    vec![
        Subject::new("siphash128-24", "siphash-fast", move |m| {
            siphash128_2_4(&key, m).iter().fold(0, |sum, h| sum ^ h)
        }),
        Subject::new("siphash128-24", "siphasher", move |m| {
            let hash = peer.hash(m);
            hash.h1 ^ hash.h2
        }),
    ]
}

/// Lists SipTreeHash on every backend, and the plain version.
#[must_use]
pub fn trees() -> Vec<Subject> {
    let key = TreeKey::from_words(black_box([1, 2, 3, 4]));
    let mut subjects = Vec::new();
    for backend in Backend::available() {
        let (name, two) = (backend.name(), key.clone().with_backend(backend));
        let one = two.clone();
        subjects.push(Subject::new("siptreehash", name, move |m| tree::hash::<2, 4>(&two, m)));
        subjects.push(Subject::new("siptreehash13", name, move |m| tree::hash::<1, 3>(&one, m)));
    }
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        let key = key.to_words();
        subjects.push(Subject::new("siptreehash", "plain AVX2", move |m| {
            // SAFETY: AVX2 was detected.
            unsafe { plain::tree::<2, 4>(key, m) }
        }));
        subjects.push(Subject::new("siptreehash13", "plain AVX2", move |m| {
            // SAFETY: AVX2 was detected.
            unsafe { plain::tree::<1, 3>(key, m) }
        }));
    }
    subjects
}

/// The number of words per call of `hash_u64s`.
const WORDS: usize = 1024;

/// Lists `hash_u64s` on every backend, and loops over words.
///
/// # Panics
/// The tasks panic if a batch function returns an error.
#[must_use]
pub fn batches_of_words() -> Vec<Task<'static>> {
    let mut rng = Rng::new(2);
    let list: &'static [u64] = (0..WORDS).map(|_| rng.next_u64()).collect::<Vec<_>>().leak();
    let [k0, k1] = words();
    let mut tasks = Vec::new();
    let (sip13, sip24) = (SipHasher13::new_with_keys(k0, k1), SipHasher24::new_with_keys(k0, k1));
    tasks.push(words_task(
        "siphash13/siphasher",
        "1-3",
        list,
        each(move |w| sip13.hash(&w.to_le_bytes())),
    ));
    tasks.push(words_task(
        "siphash24/siphasher",
        "2-4",
        list,
        each(move |w| sip24.hash(&w.to_le_bytes())),
    ));
    let key = Key::from_words([k0, k1]);
    let (one, two) = (key.clone(), key.clone());
    tasks.push(words_task(
        "siphash13/loop",
        "1-3",
        list,
        each(move |w| siphash_1_3(&one, &w.to_le_bytes())),
    ));
    tasks.push(words_task(
        "siphash24/loop",
        "2-4",
        list,
        each(move |w| siphash_2_4(&two, &w.to_le_bytes())),
    ));
    for backend in Backend::available() {
        let (name, one) = (backend.name(), key.clone().with_backend(backend));
        let two = one.clone();
        tasks.push(words_task(format!("siphash13/{name}"), "1-3", list, move |words, out| {
            assert_eq!(hash_u64s::<1, 3>(&one, words, out), Ok(()));
        }));
        tasks.push(words_task(format!("siphash24/{name}"), "2-4", list, move |words, out| {
            assert_eq!(hash_u64s::<2, 4>(&two, words, out), Ok(()));
        }));
    }
    #[cfg(target_arch = "x86_64")]
    if Backend::from_name("x86_avx512").is_some() {
        tasks.push(words_task("siphash13/auto-vectorised", "1-3", list, move |words, out| {
            // SAFETY: the backend is available, so the CPU has the features.
            unsafe { plain::auto_vectorised::<1, 3>([k0, k1], words, out) }
        }));
        tasks.push(words_task("siphash24/auto-vectorised", "2-4", list, move |words, out| {
            // SAFETY: the backend is available, so the CPU has the features.
            unsafe { plain::auto_vectorised::<2, 4>([k0, k1], words, out) }
        }));
    }
    tasks
}

fn each(hash: impl Fn(u64) -> u64) -> impl Fn(&[u64], &mut [u64]) {
    move |words, out| {
        for (word, h) in words.iter().zip(out) {
            *h = hash(*word);
        }
    }
}

fn words_task(
    name: impl Into<String>,
    result: &'static str,
    list: &'static [u64],
    hash: impl Fn(&[u64], &mut [u64]) + 'static,
) -> Task<'static> {
    let run = move |_, count| {
        let mut out = [0; WORDS];
        for _ in 0..count {
            hash(black_box(list), black_box(&mut out));
        }
        out.iter().fold(0_u64, |sum, h| sum.wrapping_add(*h))
    };
    Task::new(name, result, run).ops_per_unit(WORDS)
}

/// Lists `hash_many` of groups of 16 messages of one length, and loops over them.
///
/// # Panics
/// The tasks panic if a batch function returns an error.
#[must_use]
pub fn batches_of_sixteen(length: usize) -> Vec<Task<'static>> {
    const GROUPS: usize = 64;
    let bytes: &'static [u8] = Rng::new(3).bytes(16 * GROUPS * length).leak();
    let list: &'static [&[u8]] = bytes.chunks_exact(length).collect::<Vec<_>>().leak();
    let [k0, k1] = words();
    let key = Key::from_words([k0, k1]);
    let (sip13, sip24) = (SipHasher13::new_with_keys(k0, k1), SipHasher24::new_with_keys(k0, k1));
    let mut tasks = vec![
        sixteen_task("siphash13/siphasher", "1-3", list, loop_over(move |m| sip13.hash(m))),
        sixteen_task("siphash24/siphasher", "2-4", list, loop_over(move |m| sip24.hash(m))),
    ];
    let (one, two) = (key.clone(), key.clone());
    tasks.push(sixteen_task(
        "siphash13/loop",
        "1-3",
        list,
        loop_over(move |m| siphash_1_3(&one, m)),
    ));
    tasks.push(sixteen_task(
        "siphash24/loop",
        "2-4",
        list,
        loop_over(move |m| siphash_2_4(&two, m)),
    ));
    for backend in Backend::available() {
        let (name, one) = (backend.name(), key.clone().with_backend(backend));
        let two = one.clone();
        tasks.push(sixteen_task(format!("siphash13/{name}"), "1-3", list, move |m, out| {
            assert_eq!(hash_many::<1, 3>(&one, m, out), Ok(()));
        }));
        tasks.push(sixteen_task(format!("siphash24/{name}"), "2-4", list, move |m, out| {
            assert_eq!(hash_many::<2, 4>(&two, m, out), Ok(()));
        }));
    }
    tasks
}

fn loop_over(hash: impl Fn(&[u8]) -> u64) -> impl Fn(&[&[u8]], &mut [u64]) {
    move |messages, out| {
        for (message, h) in messages.iter().zip(out) {
            *h = hash(message);
        }
    }
}

fn sixteen_task(
    name: impl Into<String>,
    result: &'static str,
    list: &'static [&[u8]],
    hash: impl Fn(&[&[u8]], &mut [u64]) + 'static,
) -> Task<'static> {
    let run = move |seed, count| {
        let mut rng = Rng::new(seed);
        let mut out = [0; 16];
        (0..count).fold(0_u64, |sum, _| {
            let group = 16 * rng.below(list.len() / 16);
            hash(black_box(&list[group..group + 16]), black_box(&mut out));
            out.iter().fold(sum, |sum, h| sum.wrapping_add(*h))
        })
    };
    Task::new(name, result, run).ops_per_unit(16)
}

/// Lists `hash_u64s` on every backend, and loops over the words, beside other functions.
///
/// # Panics
/// The tasks panic if a batch function returns an error.
#[must_use]
pub fn words_beside_others(list: &[u64]) -> Vec<Task<'_>> {
    let [k0, k1] = words();
    let key = Key::from_words([k0, k1]);
    let (one, peer) = (key.clone(), SipHasher13::new_with_keys(k0, k1));
    let mut tasks = vec![
        calls::words_one_by_one(list, "siphash13/siphasher loop", "sip", move |word| {
            peer.hash(&word.to_le_bytes())
        }),
        calls::words_one_by_one(list, "siphash13/siphash-fast loop", "sip", move |word| {
            siphash_1_3(&one, &word.to_le_bytes())
        }),
    ];
    for backend in Backend::available() {
        let key = key.clone().with_backend(backend);
        let name = format!("siphash13/{} hash_u64s", backend.name());
        tasks.push(calls::words_in_one_call(list, name, "sip", move |words, out| {
            assert_eq!(hash_u64s::<1, 3>(&key, words, out), Ok(()));
        }));
    }
    tasks
}

/// Lists `hash_many` of strings of mixed lengths on every backend, and a loop.
///
/// # Panics
/// The tasks panic if a batch function returns an error.
#[must_use]
pub fn batches_of_strings<'a>(slices: &'a [&'a [u8]]) -> Vec<Task<'a>> {
    let [k0, k1] = words();
    let key = Key::from_words([k0, k1]);
    let one = key.clone();
    let mut tasks =
        vec![calls::one_by_one(slices, "siphash13/siphash-fast loop", "sip", move |m| {
            siphash_1_3(&one, m)
        })];
    for backend in Backend::available() {
        let key = key.clone().with_backend(backend);
        let name = format!("siphash13/{} hash_many", backend.name());
        tasks.push(calls::in_one_call(slices, name, "sip", move |messages, out| {
            assert_eq!(hash_many::<1, 3>(&key, messages, out), Ok(()));
        }));
    }
    tasks
}

/// Lists chains in which a word's hash is the next word, from register to register.
#[must_use]
pub fn chains() -> Vec<Task<'static>> {
    let [k0, k1] = words();
    fn chain(
        name: &'static str,
        result: &'static str,
        hash: impl Fn(u64) -> u64 + 'static,
    ) -> Task<'static> {
        Task::new(name, result, move |seed, count| (0..count).fold(seed, |h, _| hash(h)))
    }
    let std = std::hash::RandomState::new();
    let ours = siphash_fast::RandomState::new();
    let sip13 = SipHasher13::new_with_keys(k0, k1);
    let key = Key::from_words([k0, k1]);
    vec![
        chain("std", "std", move |h| std.hash_one(h)),
        chain("siphash_fast::RandomState", "ours", move |h| ours.hash_one(h)),
        chain("siphash13/siphasher", "1-3", move |h| sip13.hash(&h.to_le_bytes())),
        chain("siphash13/siphash-fast", "1-3", move |h| siphash_1_3(&key, &h.to_le_bytes())),
    ]
}

/// Measures batches, chains in registers, and SipTreeHash.
#[must_use]
pub fn sections(options: &Options) -> Vec<Section> {
    let plan = options.plan();
    let lengths = [16, 64, 256, 1024].into_iter();
    let all = lengths.filter_map(|length| {
        let name = format!("16 x {}", size(length));
        race(name, [-1.0, length as f64], batches_of_sixteen(length), options, plan)
    });
    let words = race("u64".to_owned(), [-1.0, 8.0], batches_of_words(), options, plan);
    let chain = race("u64".to_owned(), [-1.0, 8.0], chains(), options, plan);
    let subjects = trees();
    let lengths = [64, 1 << 10, 16 << 10, 64 << 10].into_iter();
    let long = lengths.filter_map(|n| throughput(&subjects, n..=n, options, plan));
    vec![
        section(
            "siphash-batch",
            Unit::Cycles,
            "1,024 words, or 16 messages of one length, per call; figures are per message.",
            words.into_iter().chain(all),
        ),
        section(
            "siphash-chain",
            Unit::Cycles,
            "The hash of a word is the next word, so a figure is the latency from register to \
             register.",
            chain,
        ),
        section(
            "siptreehash",
            Unit::GbPerS,
            "Independent messages; plain AVX2 stands in for Google's C++, which is not here.",
            long,
        ),
    ]
}
