//! SipHash and SipTreeHash beside their peers: the parts that other sections lack.
//!
//! The rivals are `siphasher`, std, a plain loop over one-shot SipHash that the compiler vectorises for
//! AVX-512 by itself, and a plain rendering of SipTreeHash with AVX2 intrinsics in the place of Google's C++,
//! which is not here.

use crate::race::Task;
use crate::rng::Rng;
use crate::subjects::Subject;
use siphash_fast::{Backend, Batch, Key, Tree, TreeKey, siphash13, siphash24};
use siphasher::sip::{SipHasher13, SipHasher24};
use std::hash::BuildHasher;
use std::hint::black_box;

/// The key of all measurements but those beside std.
fn words() -> [u64; 2] {
    black_box([1, 2])
}

/// One-shot SipHash-1-3 and -2-4, under the keys of their peers in [`subjects`](crate::subjects).
#[must_use]
pub fn subjects() -> Vec<Subject> {
    let (zero, key) = (Key::from_words(black_box([0, 0])), Key::from_words(words()));
    vec![
        Subject::new("siphash13", "siphash-fast", move |m| siphash13(&zero, m)),
        Subject::new("siphash24", "siphash-fast", move |m| siphash24(&key, m)),
    ]
}

/// SipTreeHash on every backend, and the plain rendering.
#[must_use]
pub fn trees() -> Vec<Subject> {
    let key = TreeKey::from_words(black_box([1, 2, 3, 4]));
    let mut subjects = Vec::new();
    for backend in Backend::available() {
        let two = Tree::<2, 4>::new(&key).with_backend(backend);
        let one = Tree::<1, 3>::new(&key).with_backend(backend);
        subjects.push(Subject::new("siptreehash", backend.name(), move |m| two.hash(m)));
        subjects.push(Subject::new("siptreehash13", backend.name(), move |m| one.hash(m)));
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

/// Words in a call of `hash_u64s`.
const WORDS: usize = 1024;

/// Many words in a call.
///
/// # Panics
/// The tasks do, if a batch function finds its arguments wrong.
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
        each(move |w| siphash13(&one, &w.to_le_bytes())),
    ));
    tasks.push(words_task(
        "siphash24/loop",
        "2-4",
        list,
        each(move |w| siphash24(&two, &w.to_le_bytes())),
    ));
    for backend in Backend::available() {
        let one = Batch::<1, 3>::new(&key).with_backend(backend);
        let two = Batch::<2, 4>::new(&key).with_backend(backend);
        let name = backend.name();
        tasks.push(words_task(format!("siphash13/{name}"), "1-3", list, move |words, out| {
            assert_eq!(one.hash_u64s(words, out), Ok(()));
        }));
        tasks.push(words_task(format!("siphash24/{name}"), "2-4", list, move |words, out| {
            assert_eq!(two.hash_u64s(words, out), Ok(()));
        }));
    }
    #[cfg(target_arch = "x86_64")]
    if Backend::from_name("x86_avx512").is_some() {
        tasks.push(words_task("siphash13/auto-vectorised", "1-3", list, move |words, out| {
            // SAFETY: the backend is there, so the features are.
            unsafe { plain::auto_vectorised::<1, 3>([k0, k1], words, out) }
        }));
        tasks.push(words_task("siphash24/auto-vectorised", "2-4", list, move |words, out| {
            // SAFETY: the backend is there, so the features are.
            unsafe { plain::auto_vectorised::<2, 4>([k0, k1], words, out) }
        }));
    }
    tasks
}

fn each(hash: impl Fn(u64) -> u64) -> impl Fn(&[u64], &mut [u64]) {
    move |words, out| {
        for (word, place) in words.iter().zip(out) {
            *place = hash(*word);
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

/// Groups of 16 messages of one length in a call.
///
/// # Panics
/// The tasks do, if a batch function finds its arguments wrong.
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
    tasks.push(sixteen_task("siphash13/loop", "1-3", list, loop_over(move |m| siphash13(&one, m))));
    tasks.push(sixteen_task("siphash24/loop", "2-4", list, loop_over(move |m| siphash24(&two, m))));
    for backend in Backend::available() {
        let one = Batch::<1, 3>::new(&key).with_backend(backend);
        let two = Batch::<2, 4>::new(&key).with_backend(backend);
        let name = backend.name();
        tasks.push(sixteen_task(format!("siphash13/{name}"), "1-3", list, move |m, out| {
            assert_eq!(one.hash_many(m, out), Ok(()));
        }));
        tasks.push(sixteen_task(format!("siphash24/{name}"), "2-4", list, move |m, out| {
            assert_eq!(two.hash_many(m, out), Ok(()));
        }));
    }
    tasks
}

fn loop_over(hash: impl Fn(&[u8]) -> u64) -> impl Fn(&[&[u8]], &mut [u64]) {
    move |messages, out| {
        for (message, place) in messages.iter().zip(out) {
            *place = hash(message);
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

/// Strings of mixed lengths in a call: the tasks of [`batch::Strings`](crate::batch::Strings) for this crate.
///
/// # Panics
/// The tasks do, if a batch function finds its arguments wrong.
#[must_use]
pub fn batches_of_strings<'a>(slices: &'a [&'a [u8]]) -> Vec<Task<'a>> {
    let [k0, k1] = words();
    let key = Key::from_words([k0, k1]);
    let one = key.clone();
    let mut tasks =
        vec![crate::batch::one_by_one(slices, "siphash13/siphash-fast loop", "sip", move |m| {
            siphash13(&one, m)
        })];
    for backend in Backend::available() {
        let batch = Batch::<1, 3>::new(&key).with_backend(backend);
        let name = format!("siphash13/{} hash_many", backend.name());
        tasks.push(crate::batch::in_one_call(slices, name, "sip", move |messages, out| {
            assert_eq!(batch.hash_many(messages, out), Ok(()));
        }));
    }
    tasks
}

/// A word's hash is the next word: from register to register.
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
        chain("siphash13/siphash-fast", "1-3", move |h| siphash13(&key, &h.to_le_bytes())),
    ]
}

#[cfg(target_arch = "x86_64")]
mod plain {
    //! As one writes it down.
    use std::arch::x86_64::*;

    const INITIAL: [u64; 4] = [
        0x736f_6d65_7073_6575,
        0x646f_7261_6e64_6f6d,
        0x6c79_6765_6e65_7261,
        0x7465_6462_7974_6573,
    ];

    fn rounds(v: &mut [u64; 4], count: u8) {
        let [mut v0, mut v1, mut v2, mut v3] = *v;
        for _ in 0..count {
            v0 = v0.wrapping_add(v1);
            v1 = v1.rotate_left(13) ^ v0;
            v0 = v0.rotate_left(32);
            v2 = v2.wrapping_add(v3);
            v3 = v3.rotate_left(16) ^ v2;
            v0 = v0.wrapping_add(v3);
            v3 = v3.rotate_left(21) ^ v0;
            v2 = v2.wrapping_add(v1);
            v1 = v1.rotate_left(17) ^ v2;
            v2 = v2.rotate_left(32);
        }
        *v = [v0, v1, v2, v3];
    }

    fn absorb<const C: u8>(v: &mut [u64; 4], m: u64) {
        v[3] ^= m;
        rounds(v, C);
        v[0] ^= m;
    }

    fn hash<const C: u8, const D: u8>(
        [k0, k1]: [u64; 2],
        words: impl IntoIterator<Item = u64>,
    ) -> u64 {
        let mut v = [k0 ^ INITIAL[0], k1 ^ INITIAL[1], k0 ^ INITIAL[2], k1 ^ INITIAL[3]];
        words.into_iter().for_each(|m| absorb::<C>(&mut v, m));
        v[2] ^= 0xff;
        rounds(&mut v, D);
        v[0] ^ v[1] ^ v[2] ^ v[3]
    }

    /// One-shot hashes in a loop: what the compiler makes of it with the registers of AVX-512.
    #[target_feature(enable = "avx512f,avx512vl,avx512dq")]
    pub(super) fn auto_vectorised<const C: u8, const D: u8>(
        key: [u64; 2],
        words: &[u64],
        out: &mut [u64],
    ) {
        for (word, place) in words.iter().zip(out) {
            *place = hash::<C, D>(key, [*word, 8 << 56]);
        }
    }

    /// SipTreeHash: four lanes in a register, rotations by two shifts but for shuffles of 16 and 32 bits,
    /// the message added when it is its turn.
    #[target_feature(enable = "avx2")]
    pub(super) fn tree<const C: u8, const D: u8>(key: [u64; 4], message: &[u8]) -> u64 {
        let load = |words: &[u8]| {
            let words: &[u8; 32] = words.try_into().expect("32 bytes");
            // SAFETY: the 32 bytes are readable.
            unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
        };
        let lane: [u64; 4] = std::array::from_fn(|l| key[l] ^ (4 | l as u64));
        let mut v =
            INITIAL.map(|constant| load(lane.map(|k| (k ^ constant).to_le_bytes()).as_flattened()));
        let packets = message.chunks_exact(32);
        let rest = packets.remainder();
        let (r, q) = (rest.len(), rest.len() % 4);
        let mut last = [0; 32];
        last[..r - q].copy_from_slice(&rest[..r - q]);
        last[28..28 + q].copy_from_slice(&rest[r - q..]);
        last[31] = r.to_le_bytes()[0];
        for packet in packets.chain([last.as_slice()]) {
            let m = load(packet);
            v[3] = _mm256_xor_si256(v[3], m);
            tree_rounds(&mut v, C);
            v[0] = _mm256_xor_si256(v[0], m);
        }
        v[2] = _mm256_xor_si256(v[2], _mm256_set1_epi64x(0xff));
        tree_rounds(&mut v, D);
        let all = _mm256_xor_si256(_mm256_xor_si256(v[0], v[1]), _mm256_xor_si256(v[2], v[3]));
        let mut leaves = [0; 4];
        // SAFETY: the 32 bytes are writable.
        unsafe { _mm256_storeu_si256(leaves.as_mut_ptr().cast(), all) };
        hash::<C, D>([key[0], key[1]], leaves)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn tree_rounds([v0, v1, v2, v3]: &mut [__m256i; 4], count: u8) {
        let by_16 = _mm256_set_epi64x(
            0x0d0c_0b0a_0908_0f0e,
            0x0504_0302_0100_0706,
            0x0d0c_0b0a_0908_0f0e,
            0x0504_0302_0100_0706,
        );
        for _ in 0..count {
            *v0 = _mm256_add_epi64(*v0, *v1);
            *v2 = _mm256_add_epi64(*v2, *v3);
            *v1 = _mm256_or_si256(_mm256_slli_epi64(*v1, 13), _mm256_srli_epi64(*v1, 51));
            *v3 = _mm256_shuffle_epi8(*v3, by_16);
            *v1 = _mm256_xor_si256(*v1, *v0);
            *v3 = _mm256_xor_si256(*v3, *v2);
            *v0 = _mm256_shuffle_epi32(*v0, 0b10_11_00_01);
            *v2 = _mm256_add_epi64(*v2, *v1);
            *v0 = _mm256_add_epi64(*v0, *v3);
            *v1 = _mm256_or_si256(_mm256_slli_epi64(*v1, 17), _mm256_srli_epi64(*v1, 47));
            *v3 = _mm256_or_si256(_mm256_slli_epi64(*v3, 21), _mm256_srli_epi64(*v3, 43));
            *v1 = _mm256_xor_si256(*v1, *v2);
            *v3 = _mm256_xor_si256(*v3, *v0);
            *v2 = _mm256_shuffle_epi32(*v2, 0b10_11_00_01);
        }
    }
}
