//! Tasks that hash many messages: batch functions, and loops over single hashes beside them.
//!
//! Each call takes another part of a long list, so that the branch predictor cannot learn the
//! lengths.

use crate::race::Task;
use crate::rng::Rng;
use std::hint::black_box;
use std::ops::Range;

/// The number of messages per call.
pub const CALL: usize = 1024;
/// The number of messages in the list, a random part of which goes to each call.
pub const LIST: usize = 16 * CALL;

/// Draws the part of the list for one call.
fn part(rng: &mut Rng) -> Range<usize> {
    let start = rng.below(LIST - CALL);
    start..start + CALL
}

/// Makes `count` calls that write hashes to their argument, and returns the sum of the hashes of
/// the last call.
pub(crate) fn calls(
    seed: u64,
    count: usize,
    mut call: impl FnMut(&mut Rng, &mut [u64; CALL]),
) -> u64 {
    let mut rng = Rng::new(seed);
    let mut out = [0; CALL];
    for _ in 0..count {
        call(&mut rng, black_box(&mut out));
    }
    out.iter().fold(0, |sum, h| sum.wrapping_add(*h))
}

/// Makes a task of a loop over the hash of one word.
pub(crate) fn words_one_by_one<'a>(
    words: &'a [u64],
    name: impl Into<String>,
    result: &'static str,
    hash: impl Fn(u64) -> u64 + 'a,
) -> Task<'a> {
    Task::new(name, result, move |seed, count| {
        calls(seed, count, |rng, out| {
            for (word, h) in words[part(rng)].iter().zip(out) {
                *h = hash(*word);
            }
        })
    })
}

/// Makes a task of a batch function of words.
pub(crate) fn words_in_one_call<'a>(
    words: &'a [u64],
    name: impl Into<String>,
    result: &'static str,
    hash: impl Fn(&[u64], &mut [u64]) + 'a,
) -> Task<'a> {
    Task::new(name, result, move |seed, count| {
        calls(seed, count, |rng, out| hash(&words[part(rng)], out))
    })
}

/// Makes a task of a loop over the hash of one message.
pub(crate) fn one_by_one<'a>(
    slices: &'a [&'a [u8]],
    name: impl Into<String>,
    result: &'static str,
    hash: impl Fn(&[u8]) -> u64 + 'a,
) -> Task<'a> {
    Task::new(name, result, move |seed, count| {
        calls(seed, count, |rng, out| {
            for (message, h) in slices[part(rng)].iter().zip(out) {
                *h = hash(message);
            }
        })
    })
}

/// Makes a task of a batch function of messages.
pub(crate) fn in_one_call<'a>(
    slices: &'a [&'a [u8]],
    name: impl Into<String>,
    result: &'static str,
    hash: impl Fn(&[&[u8]], &mut [u64]) + 'a,
) -> Task<'a> {
    Task::new(name, result, move |seed, count| {
        calls(seed, count, |rng, out| hash(&slices[part(rng)], out))
    })
}

/// Makes a task of a function that hashes a part of a column, given its offsets.
pub(crate) fn column_in_one_call<'a>(
    offsets: &'a [i32],
    name: impl Into<String>,
    result: &'static str,
    hash: impl Fn(&[i32], &mut [u64]) + 'a,
) -> Task<'a> {
    Task::new(name, result, move |seed, count| {
        calls(seed, count, |rng, out| {
            let strings = part(rng);
            hash(&offsets[strings.start..=strings.end], out);
        })
    })
}
