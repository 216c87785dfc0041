//! Inner products: the hashes of `multilinear-hash` on every backend, beside the loops of
//! `divide-concat`.
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
use divide_concat::{Error, mmh32, paths8, paths16};
use multilinear_hash::{
    BLOCK_BYTES, Backend, Function, Key, Mmh32, Mmh64, Multilinear64, MultiplyShift, Tmmh16, hash,
    hash_many, hash_u64s,
};
use std::hint::black_box;
use std::sync::LazyLock;

/// The length of the longest message of an inner product, in bytes.
pub const LONGEST: usize = BLOCK_BYTES;

/// Makes the words of a key from random numbers, starting at a cache line. They are never freed.
fn aligned<T>(count: usize, from: impl Fn(u64) -> T) -> &'static [T] {
    let mut rng = Rng::new(9);
    let all = Vec::leak((0..count + 64).map(|_| from(rng.next_u64())).collect());
    &all[all.as_ptr().align_offset(64)..][..count]
}

/// The key of all measurements of MMH.
pub static MMH_KEY: LazyLock<&[u32]> = LazyLock::new(|| aligned(LONGEST / 4, |r| r as u32));
static WIDE: LazyLock<&[i16]> = LazyLock::new(|| aligned(LONGEST / 2 + 3 * 32, |r| r as i16));
static NARROW: LazyLock<&[i8]> = LazyLock::new(|| aligned(LONGEST + 3 * 64, |r| r as i8));

/// Lists a loop as the compiler vectorises it for the CPU of the build, and for the features of the
/// backends.
fn loops(algorithm: &'static str, hash: impl Fn(&[u8]) -> u64 + Copy + 'static) -> Vec<Subject> {
    let mut subjects = vec![Subject::new(algorithm, "loop", hash)];
    #[cfg(target_arch = "x86_64")]
    {
        use std::is_x86_feature_detected as has;
        #[target_feature(enable = "avx2,bmi2")]
        fn avx2(hash: impl Fn(&[u8]) -> u64, message: &[u8]) -> u64 {
            hash(message)
        }
        #[target_feature(enable = "avx2,bmi2,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
        fn avx512(hash: impl Fn(&[u8]) -> u64, message: &[u8]) -> u64 {
            hash(message)
        }
        if has!("avx2") && has!("bmi2") {
            // SAFETY: the features were just detected.
            subjects.push(Subject::new(algorithm, "loop avx2", move |m| unsafe { avx2(hash, m) }));
        }
        let backend = Backend::from_name("x86_avx512vnni").is_some();
        if backend && has!("avx512dq") && has!("avx512vl") && has!("bmi2") {
            // SAFETY: the features were just detected, some of them by the backend.
            let wide = move |m: &[u8]| unsafe { avx512(hash, m) };
            subjects.push(Subject::new(algorithm, "loop avx512", wide));
        }
    }
    subjects
}

fn low<const N: usize, T: Into<u64>>(hash: [T; N], bits: u32) -> u64 {
    hash.into_iter().fold(0, |sum, part| sum << bits ^ part.into())
}

/// Joins the values of narrow paths.
fn rows<const R: usize>(rows: Result<[u32; R], Error>) -> u64 {
    low(rows.expect("the key is long enough"), 16)
}

/// Makes a prepared key. It is never freed.
fn key<F: Function>(backend: F::Backend) -> &'static Key<F> {
    Box::leak(Box::new(F::key_from_seed(black_box(1)).with_backend(backend)))
}

/// Lists MMH on every backend, and the loops of `divide-concat`.
///
/// The key of `mmh32` multiplies the length by zero, so that the hash is that of the loops. The
/// names of the narrow paths give their width and their number: `paths16x2` has the collision bound
/// of `mmh32`, `paths16x4` that of `mmh64`.
///
/// # Panics
/// The subjects panic if a message is longer than [`LONGEST`].
#[must_use]
pub fn inner_products() -> Vec<Subject> {
    let (words, wide) = (*MMH_KEY, WIDE.as_chunks().0);
    let narrow = NARROW.as_chunks().0;
    let mut subjects: Vec<_> = [
        loops("mmh32", move |m| mmh32(words, m).expect("the key is long enough").into()),
        loops("paths16x1", move |m| rows(paths16::<1>(wide, m))),
        loops("paths16x2", move |m| rows(paths16::<2>(wide, m))),
        loops("paths16x4", move |m| rows(paths16::<4>(wide, m))),
        loops("paths8x1", move |m| rows(paths8::<1>(narrow, m))),
        loops("paths8x4", move |m| rows(paths8::<4>(narrow, m))),
    ]
    .into_iter()
    .flatten()
    .collect();
    let mut bytes = [0; Key::<Mmh32>::BYTES];
    for (to, word) in bytes[4..].as_chunks_mut().0.iter_mut().zip(words) {
        *to = word.to_le_bytes();
    }
    for backend in Backend::available() {
        let name = backend.name();
        let one: &Key<Mmh32> =
            Box::leak(Box::new(Key::<Mmh32>::from_bytes(&bytes).with_backend(backend)));
        let two = key::<Mmh64>(backend);
        subjects.push(Subject::new("mmh32", name, move |m| low(hash(one, m), 32)));
        subjects.push(Subject::new("mmh64", name, move |m| low(hash(two, m), 32)));
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
        let four = key::<Tmmh16>(backend);
        subjects.push(Subject::new("mmh32-any", name, move |m| low(hash(one, m), 32)));
        subjects.push(Subject::new("mmh64-any", name, move |m| low(hash(two, m), 32)));
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
    let short = options.pick(&[256, 1 << 10, LONGEST], &[256, LONGEST]);
    let any = options.pick(&[64, 1 << 10, 4 << 10, 64 << 10, 1 << 20], &[64, 4 << 10]);
    let of = |name, subjects: &[Subject], lengths: &[usize]| {
        let lengths = lengths.iter().map(|n| *n..=*n);
        let cases = lengths.filter_map(|n| throughput(subjects, n, options, options.plan()));
        section(
            name,
            Unit::GbPerS,
            "Inner products on every backend, beside loops that the compiler vectorises. \
             paths16x2 and paths8x4 have the collision bound of mmh32, paths16x4 that of mmh64.",
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
        for length in [256, 1024, LONGEST] {
            let messages = Messages::new(length..=length);
            for subjects in [inner_products(), long()] {
                let _ = Race::run(subjects.iter().map(|s| s.throughput(&messages)).collect(), plan);
            }
        }
    }
}
