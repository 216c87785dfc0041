//! Inner products: the hashes of `multilinear-hash` on every backend, beside plain loops, and
//! divide-and-concatenate in vectors.
#![expect(
    clippy::cast_possible_truncation,
    reason = "short messages, and numbers from random ones"
)]

use crate::calls;
use crate::measure::{section, throughput};
use crate::options::Options;
use crate::race::Task;
use crate::results::{Section, Unit};
use crate::rng::Rng;
use crate::subject::Subject;
use multilinear_hash::divide::{Paths8, Paths16};
use multilinear_hash::mmh::{Mmh, PRIME};
use multilinear_hash::tmmh::Tmmh;
use multilinear_hash::{
    Backend, Function, Key, Mmh32, Mmh64, Multilinear64, MultiplyShift, Tmmh16, hash, hash_many,
    hash_u64s,
};
use std::hint::black_box;
use std::sync::LazyLock;

/// The length of the longest message of an inner product, in bytes.
pub const LONGEST: usize = 8192;

/// Makes the words of a key from random numbers. They are never freed.
fn leaked<T>(count: usize, from: impl Fn(u64) -> T) -> &'static [T] {
    let mut rng = Rng::new(9);
    Vec::leak((0..count).map(|_| from(rng.next_u64())).collect())
}

/// Makes the words of a key, starting at a cache line.
fn aligned<T>(count: usize, from: impl Fn(u64) -> T) -> &'static [T] {
    let all = leaked(count + 64, from);
    &all[all.as_ptr().align_offset(64)..][..count]
}

/// The key of all measurements of MMH.
pub static MMH_KEY: LazyLock<&[u32]> = LazyLock::new(|| aligned(LONGEST / 4 + 64, |r| r as u32));
/// The key of all measurements of TMMH/16.
pub static TMMH_KEY: LazyLock<&[u16]> = LazyLock::new(|| leaked(LONGEST / 2 + 64, |r| r as u16));

/// Computes MMH by its definition. The compiler vectorises the loop for the CPU of the build.
fn plain_mmh32(key: &[u32], message: &[u8]) -> u64 {
    let words = message.as_chunks().0.iter().map(|w| u32::from_le_bytes(*w));
    let sum =
        words.zip(key).fold(0_u64, |sum, (m, x)| sum.wrapping_add(u64::from(m) * u64::from(*x)));
    (sum % PRIME) & 0xffff_ffff
}

/// Computes TMMH/16 with a tag of 16 bits by its definition.
fn plain_tmmh16(key: &[u16], message: &[u8]) -> u64 {
    let words = message.as_chunks().0.iter().map(|w| u16::from_be_bytes(*w));
    let first = u32::from(key[0]).wrapping_mul(message.len() as u32);
    let sum = words
        .zip(&key[1..])
        .fold(first, |sum, (m, x)| sum.wrapping_add(u32::from(m) * u32::from(*x)));
    u64::from((sum % 65_537) & 0xffff)
}

/// The same loops, vectorised by the compiler for the features that the backends need.
#[cfg(target_arch = "x86_64")]
mod vectorised {
    macro_rules! levels {
        ($($mmh:ident $tmmh:ident $features:literal;)*) => { $(
            #[target_feature(enable = $features)]
            pub(super) fn $mmh(key: &[u32], message: &[u8]) -> u64 {
                let words = message.as_chunks().0.iter().map(|w| u32::from_le_bytes(*w));
                let sum = words.zip(key).fold(0_u64, |sum, (m, x)| {
                    sum.wrapping_add(u64::from(m) * u64::from(*x))
                });
                (sum % super::PRIME) & 0xffff_ffff
            }

            #[target_feature(enable = $features)]
            pub(super) fn $tmmh(key: &[u16], message: &[u8]) -> u64 {
                let words = message.as_chunks().0.iter().map(|w| u16::from_be_bytes(*w));
                let first = u32::from(key[0]).wrapping_mul(message.len() as u32);
                let sum = words.zip(&key[1..]).fold(first, |sum, (m, x)| {
                    sum.wrapping_add(u32::from(m) * u32::from(*x))
                });
                u64::from((sum % 65_537) & 0xffff)
            }
        )* };
    }

    levels! {
        mmh32_avx2 tmmh16_avx2 "avx2,bmi2";
        mmh32_avx512 tmmh16_avx512 "avx2,bmi2,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni";
    }
}

#[cfg(target_arch = "x86_64")]
fn loops(subjects: &mut Vec<Subject>, words: &'static [u32], halves: &'static [u16]) {
    if std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("bmi2") {
        // SAFETY: the features were just detected.
        subjects.push(Subject::new("mmh32", "loop avx2", move |m| unsafe {
            vectorised::mmh32_avx2(words, m)
        }));
        // SAFETY: as above.
        subjects.push(Subject::new("tmmh16x1", "loop avx2", move |m| unsafe {
            vectorised::tmmh16_avx2(halves, m)
        }));
    }
    if Backend::from_name("x86_avx512vnni").is_some()
        && std::is_x86_feature_detected!("avx512dq")
        && std::is_x86_feature_detected!("avx512vl")
        && std::is_x86_feature_detected!("bmi2")
    {
        // SAFETY: the features were just detected, some of them by the backend.
        subjects.push(Subject::new("mmh32", "loop avx512", move |m| unsafe {
            vectorised::mmh32_avx512(words, m)
        }));
        // SAFETY: as above.
        subjects.push(Subject::new("tmmh16x1", "loop avx512", move |m| unsafe {
            vectorised::tmmh16_avx512(halves, m)
        }));
    }
}

fn low<const N: usize, T: Into<u64>>(hash: [T; N], bits: u32) -> u64 {
    hash.into_iter().fold(0, |sum, part| sum << bits ^ part.into())
}

/// Makes a prepared key. It is never freed.
fn key<F: Function>(backend: F::Backend) -> &'static Key<F> {
    Box::leak(Box::new(F::key_from_seed(black_box(1)).with_backend(backend)))
}

/// Lists inner products on every backend, and plain loops.
///
/// The published functions take words, which are used unchanged. Names that end in `-key` have
/// prepared keys; above 4 KiB these are the hashes of messages of any length. The names of the
/// paths of divide-and-concatenate give their width and their number: `paths16x2` has the collision
/// bound of `mmh32`, `paths16x4` that of `mmh64`.
///
/// # Panics
/// The subjects panic if a message is longer than [`LONGEST`].
#[must_use]
pub fn inner_products() -> Vec<Subject> {
    let (words, halves) = (*MMH_KEY, *TMMH_KEY);
    let mut subjects = vec![
        Subject::new("mmh32", "loop", move |m| plain_mmh32(words, m)),
        Subject::new("tmmh16x1", "loop", move |m| plain_tmmh16(halves, m)),
    ];
    #[cfg(target_arch = "x86_64")]
    loops(&mut subjects, words, halves);
    for backend in Backend::available() {
        let name = backend.name();
        let mmh = Mmh::new(words).with_backend(backend);
        let tmmh = Tmmh::new(halves).with_backend(backend);
        subjects.push(Subject::new("mmh32", name, move |m| {
            u64::from(mmh.hash(m).expect("the key is long enough"))
        }));
        subjects.push(Subject::new("mmh64", name, move |m| {
            low(mmh.hash64(m).expect("the key is long enough"), 32)
        }));
        subjects.push(Subject::new("tmmh16x1", name, move |m| {
            low(tmmh.tag::<1>(m).expect("the key is long enough"), 16)
        }));
        let (one, two) = (key::<Mmh32>(backend), key::<Mmh64>(backend));
        let (half, four) = (key::<Tmmh16<1>>(backend), key::<Tmmh16<4>>(backend));
        let pair = key::<Tmmh16<2>>(backend);
        subjects.push(Subject::new("mmh32-key", name, move |m| low(hash(one, m), 32)));
        subjects.push(Subject::new("mmh64-key", name, move |m| low(hash(two, m), 32)));
        subjects.push(Subject::new("tmmh16x1-key", name, move |m| low(hash(half, m), 16)));
        subjects.push(Subject::new("tmmh16x2-key", name, move |m| low(hash(pair, m), 16)));
        subjects.push(Subject::new("tmmh16x4-key", name, move |m| low(hash(four, m), 16)));
        let sixteen: &'static _ =
            Box::leak(Box::new(Paths16::<{ LONGEST / 64 + 3 }>::from_seed(1)));
        let eight: &'static _ = Box::leak(Box::new(Paths8::<{ LONGEST / 64 + 3 }>::from_seed(1)));
        subjects.push(Subject::new("paths16x1", name, move |m| {
            low(sixteen.sums::<1>(backend, m).expect("the key is long enough"), 16)
        }));
        subjects.push(Subject::new("paths16x2", name, move |m| {
            low(sixteen.sums::<2>(backend, m).expect("the key is long enough"), 16)
        }));
        subjects.push(Subject::new("paths16x4", name, move |m| {
            low(sixteen.sums::<4>(backend, m).expect("the key is long enough"), 16)
        }));
        subjects.push(Subject::new("paths8x4", name, move |m| {
            low(eight.sums::<4>(backend, m).expect("the key is long enough"), 8)
        }));
    }
    subjects
}

/// Lists the hashes of messages of any length on every backend.
#[must_use]
pub fn long() -> Vec<Subject> {
    let mut subjects = Vec::new();
    for backend in Backend::available() {
        let name = backend.name();
        let (one, two) = (key::<Mmh32>(backend), key::<Mmh64>(backend));
        subjects.push(Subject::new("mmh32-any", name, move |m| low(hash(one, m), 32)));
        subjects.push(Subject::new("mmh64-any", name, move |m| low(hash(two, m), 32)));
        let (one, two) = (key::<Tmmh16<1>>(backend), key::<Tmmh16<2>>(backend));
        let four = key::<Tmmh16<4>>(backend);
        subjects.push(Subject::new("tmmh16x1-any", name, move |m| low(hash(one, m), 16)));
        subjects.push(Subject::new("tmmh16x2-any", name, move |m| low(hash(two, m), 16)));
        subjects.push(Subject::new("tmmh16x4-any", name, move |m| low(hash(four, m), 16)));
    }
    subjects.extend(over_gf64());
    subjects
}

/// Lists the hash over GF(2^64) on every backend of `gf2`.
#[must_use]
pub fn over_gf64() -> Vec<Subject> {
    let subject = |backend: clhash::Backend| {
        let key = key::<Multilinear64>(backend);
        Subject::new("multilinear64", backend.name(), move |m| hash(key, m))
    };
    clhash::Backend::available().map(subject).collect()
}

/// Lists `hash_many` of the hash over GF(2^64) on every backend, and loops.
///
/// # Panics
/// The tasks panic if a batch function returns an error.
#[must_use]
pub fn batches_of_strings<'a>(slices: &'a [&'a [u8]]) -> Vec<Task<'a>> {
    let mut tasks = Vec::new();
    for backend in clhash::Backend::available() {
        let (name, key) = (backend.name(), key::<Multilinear64>(backend));
        let task = format!("multilinear64/{name} loop");
        tasks.push(calls::one_by_one(slices, task, "multilinear64", move |m| hash(key, m)));
        let task = format!("multilinear64/{name} hash_many");
        tasks.push(calls::in_one_call(slices, task, "multilinear64", move |messages, out| {
            assert_eq!(hash_many(key, messages, out), Ok(()));
        }));
    }
    tasks
}

/// Lists `hash_u64s` over GF(2^64) on every backend, and a loop of multiply-shift.
///
/// # Panics
/// The tasks panic if a batch function returns an error.
#[must_use]
pub fn batches_of_words(words: &[u64]) -> Vec<Task<'_>> {
    let shift = MultiplyShift::<1>::from_seed(black_box(1));
    let mut tasks =
        vec![calls::words_one_by_one(words, "multiply-shift loop", "shift", move |w| {
            shift.hash(w)
        })];
    for backend in clhash::Backend::available() {
        let (name, key) = (backend.name(), key::<Multilinear64>(backend));
        let task = format!("multilinear64/{name} loop");
        tasks.push(calls::words_one_by_one(words, task, "multilinear64", move |word| {
            hash(key, &word.to_le_bytes())
        }));
        let task = format!("multilinear64/{name} hash_u64s");
        tasks.push(calls::words_in_one_call(words, task, "multilinear64", move |words, out| {
            assert_eq!(hash_u64s(key, words, out), Ok(()));
        }));
    }
    tasks
}

/// Measures inner products, then the hashes of messages of any length.
#[must_use]
pub fn sections(options: &Options) -> Vec<Section> {
    let short = options.pick(&[256, 1 << 10, 4 << 10, LONGEST], &[256, 4 << 10]);
    let any = options.pick(&[64, 1 << 10, 4 << 10, 64 << 10, 1 << 20], &[64, 4 << 10]);
    let of = |name, subjects: &[Subject], lengths: &[usize]| {
        let lengths = lengths.iter().map(|n| *n..=*n);
        let cases = lengths.filter_map(|n| throughput(subjects, n, options, options.plan()));
        section(
            name,
            Unit::GbPerS,
            "Inner products on every backend, beside loops that the compiler vectorises; -key: \
             under a prepared key. paths16x2 and paths8x4 have the collision bound of mmh32, \
             paths16x4 that of mmh64.",
            cases,
        )
    };
    vec![of("inner-products", &inner_products(), short), of("multilinear", &long(), any)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Messages;
    use crate::race::{BATCH, Plan, Race};

    /// A race fails if two implementations of one algorithm differ.
    #[test]
    fn implementations_agree() {
        let plan = Plan { batch: BATCH / 8, budget: BATCH, min_rounds: 1, max_rounds: 2 };
        for length in [256, 1024, 4096, LONGEST] {
            let messages = Messages::new(length..=length);
            for subjects in [inner_products(), long()] {
                let _ = Race::run(subjects.iter().map(|s| s.throughput(&messages)).collect(), plan);
            }
        }
    }
}
