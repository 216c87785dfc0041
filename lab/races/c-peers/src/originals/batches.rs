//! Batch functions beside a loop over the peer.

use super::{Races, foreign};
use races::md5::{Messages, batches};
use races::measure::{race, size};
use races::{Options, Rng, Task};
use std::ops::RangeInclusive;

/// Races MD5 of 16 to 64 messages.
pub(super) fn md5(races: &mut Races, options: &Options) {
    let ours = format!("md5-opt/{} hash_many", md5_opt::Backend::detect().name());
    for (count, len) in [64, 1 << 10].into_iter().flat_map(|len| [16, 32, 64].map(|n| (n, len))) {
        let messages = Messages::new(count, len);
        let slices = messages.slices();
        let mut tasks = batches(&slices, &[]);
        tasks.retain(|t| t.name() == ours || t.name() == "md5-many hash_many");
        let name = format!("{count} × {}", size(len));
        let case = race(name, [-1.0, len as f64], tasks, options, options.plan());
        races.add("MD5", &ours, case);
    }
}

/// The number of messages per call of HighwayHash.
const FOUR: usize = 4;

/// Races HighwayHash-64 of four messages.
pub(super) fn highwayhash(races: &mut Races, options: &Options) {
    const OURS: &str = "highwayhash/ours hash_many";
    let words = std::hint::black_box([1, 2, 3, 4]);
    let key = highwayhash::Key::from_words(words).with_backend(highwayhash::Backend::detect());
    let google = foreign::highwayhash(words);
    let lengths = [8, 16, 31, 32, 64, 256].into_iter().map(|n| n..=n).chain([1..=64]);
    for lengths in lengths {
        let strings = strings(&lengths);
        let tasks = vec![
            four(&strings, OURS, |messages, out| {
                assert_eq!(highwayhash::hash_many(&key, messages, out), Ok(()));
            }),
            four(&strings, "highwayhash/Google's C++", |messages, out| {
                for (message, h) in messages.iter().zip(out) {
                    *h = google(message);
                }
            }),
        ];
        let name = match (lengths.start(), lengths.end()) {
            (first, last) if first == last => size(*last),
            (first, last) => format!("{first}–{last} B"),
        };
        let case = race(name, [-1.0, *lengths.end() as f64], tasks, options, options.plan());
        races.add("HighwayHash-64, four at once", OURS, case);
    }
}

/// Makes a task of calls with four messages of the list, different ones each time, so that the
/// branch predictor cannot learn their lengths.
fn four<'a>(
    list: &'a [&[u8]],
    name: &str,
    hash: impl Fn(&[&[u8]], &mut [u64; FOUR]) + 'a,
) -> Task<'a> {
    let run = move |seed, count| {
        let mut rng = Rng::new(seed);
        let mut out = [0; FOUR];
        (0..count).fold(0_u64, |sum, _| {
            let start = rng.below(list.len() - FOUR);
            hash(&list[start..start + FOUR], &mut out);
            out.iter().fold(sum, |sum, h| sum.wrapping_add(*h))
        })
    };
    Task::new(name, "highwayhash", run).ops_per_unit(FOUR)
}

/// Makes strings of random lengths in this range, few enough to stay in the cache.
fn strings(lengths: &RangeInclusive<usize>) -> Vec<&'static [u8]> {
    let mut rng = Rng::new(5);
    let bytes: &'static [u8] = rng.bytes(4096 + lengths.end()).leak();
    let string = |_| {
        let start = rng.below(4096);
        &bytes[start..start + lengths.start() + rng.below(lengths.clone().count())]
    };
    (0..1024).map(string).collect()
}
