//! Tests of one-shot functions: the reference, the ends of slices, places in memory.

use super::any::{AnyFunction, AnyKey, Words};
use super::edges;
use crate::guard::{self, Guarded};
use crate::lengths::{self, ladder};
use crate::message::{Generator, NOISE, PAINT};
use proptest::prelude::*;

/// Returns all lengths up to 300, and lengths around the first 13 blocks and around some powers of
/// two.
fn all_lengths(block: usize) -> Vec<usize> {
    let mut lengths = ladder(300, block, 13);
    lengths.extend(edges(0, block));
    lengths.extend([512, 1024, 2048, 4096].iter().flat_map(|near| near - 70..=near + 70));
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// Checks that messages of every length agree with the reference, under two keys.
pub fn every_length(function: &AnyFunction) {
    agree(
        function,
        "lengths",
        &[0, 1],
        &NOISE,
        all_lengths(function.group),
        &|key, message, expected| {
            assert_eq!(key.hash(message), expected, "{} bytes", message.len());
        },
    );
}

/// A test of a key, a message and its hash.
type Test<'t> = dyn Fn(&dyn AnyKey, &[u8], Words) + 't;

/// Calls `test` with the key of each seed on every backend, with the messages of these lengths, and
/// with their hashes by the reference. It takes longer than the backends, so it computes each hash
/// once for all of them.
fn agree(
    function: &AnyFunction,
    what: &str,
    seeds: &[u64],
    generator: &Generator,
    lengths: Vec<usize>,
    test: &Test<'_>,
) {
    let messages: Vec<_> = lengths.into_iter().map(|len| generator.message(len)).collect();
    for seed in seeds {
        let mut expected = Vec::new();
        function.on_the_best(*seed, &mut |key| {
            expected.extend(messages.iter().map(|m| key.expected(m)));
        });
        assert_eq!(expected.len(), messages.len());
        function.on_keys(what, *seed, &|key| {
            messages.iter().zip(&expected).for_each(|(message, hash)| test(key, message, *hash));
        });
    }
}

/// Checks that nothing before or after the slice is read.
pub fn no_read_outside(function: &AnyFunction) {
    let lengths = guard::lengths(all_lengths(function.group));
    function.on_keys("guard pages", 2, &|key| {
        let mut guarded = Guarded::new(lengths.last().copied().unwrap_or(0));
        for &len in &lengths {
            let message = PAINT.message(len);
            let expected = key.hash(&message);
            guarded.places(&message, |m| assert_eq!(key.hash(m), expected, "{len} bytes"));
        }
    });
}

/// Checks that the hash depends neither on the place of a message in memory nor on the bytes around
/// it.
pub fn placements(function: &AnyFunction) {
    let lengths = ladder(140, function.group, 5);
    agree(function, "placements", &[3], &PAINT, lengths, &|key, message, expected| {
        lengths::placements(message, 64, |m| {
            assert_eq!(key.hash(m), expected, "{} bytes", m.len());
        });
    });
}

/// Checks that messages of 2^16 bytes and more have the hash of a stream, which no length that is
/// cut to 16 bits gives.
pub fn long_messages(function: &AnyFunction) {
    let message = NOISE.message((1 << 17) + 5);
    function.on_keys("long messages", 7, &|key| {
        for len in [1 << 16, (1 << 16) + 5, message.len()] {
            let (mut stream, mut at_once) = (key.stream(), key.stream());
            message[..len].chunks(5000).for_each(|piece| stream.update(piece));
            at_once.update(&message[..len]);
            assert_eq!([stream.count(), at_once.count()], [len as u64; 2]);
            let hash = key.hash(&message[..len]);
            assert_eq!([stream.finalize(), at_once.finalize()], [hash; 2], "{len} bytes");
        }
    });
}

/// Checks that random messages agree with the reference under random seeds.
pub fn any_key_and_message(function: &AnyFunction) {
    let messages = proptest::collection::vec(any::<u8>(), 0..5000);
    super::check(64, (any::<u64>(), messages), |(seed, message)| {
        let mut expected = Words::default();
        function.on_the_best(seed, &mut |key| expected = key.expected(&message));
        function.on_each(seed, &mut |key, backend| {
            assert_eq!(key.hash(&message), expected, "{backend}");
        });
        Ok(())
    });
}
