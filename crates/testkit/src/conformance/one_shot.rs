//! Tests of one-shot functions: the reference, the ends of slices, places in memory.

use super::{Function, Oracle, edges, on_keys};
use crate::guard::{self, Guarded};
use crate::lengths::{self, ladder};
use crate::message::{Generator, NOISE, PAINT};
use hash_core::backend::Token;
use proptest::prelude::*;

/// Returns all lengths up to 300, and lengths around the first 13 blocks and around some powers of
/// two.
fn all_lengths<F: Function>() -> Vec<usize> {
    let mut lengths = ladder(300, F::BLOCK, 13);
    lengths.extend(edges::<F>(0));
    lengths.extend([512, 1024, 2048, 4096].iter().flat_map(|near| near - 70..=near + 70));
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// Checks that messages of every length agree with the reference, under two keys.
pub fn every_length<F: Oracle>() {
    agree::<F>("lengths", &[0, 1], &NOISE, all_lengths::<F>(), &|key, message, expected| {
        assert_eq!(F::hash(key, message), *expected, "{} bytes", message.len());
    });
}

/// A test of a key, a message and its hash.
type Test<'t, F> = dyn Fn(&<F as Function>::Key, &[u8], &<F as Function>::Hash) + 't;

/// Calls `test` with the key of each seed on every backend, with the messages of these lengths, and with their
/// hashes by the reference. It takes longer than the backends, so it computes each hash once for all of them.
fn agree<F: Oracle>(
    what: &str,
    seeds: &[u64],
    generator: &Generator,
    lengths: Vec<usize>,
    test: &Test<'_, F>,
) {
    let messages: Vec<_> = lengths.into_iter().map(|len| generator.message(len)).collect();
    for seed in seeds {
        let key = F::key(*seed, F::Backend::detect());
        let expected: Vec<_> = messages.iter().map(|message| F::expected(&key, message)).collect();
        on_keys::<F>(what, *seed, &|key| {
            messages.iter().zip(&expected).for_each(|(message, hash)| test(key, message, hash));
        });
    }
}

/// Checks that nothing before or after the slice is read.
pub fn no_read_outside<F: Function>() {
    on_keys::<F>("guard pages", 2, &|key| {
        let lengths = guard::lengths(all_lengths::<F>());
        let mut guarded = Guarded::new(lengths.last().copied().unwrap_or(0));
        for len in lengths {
            let message = PAINT.message(len);
            let expected = F::hash(key, &message);
            guarded.places(&message, |m| assert_eq!(F::hash(key, m), expected, "{len} bytes"));
        }
    });
}

/// Checks that the hash depends neither on the place of a message in memory nor on the bytes around
/// it.
pub fn placements<F: Oracle>() {
    agree::<F>("placements", &[3], &PAINT, ladder(140, F::BLOCK, 5), &|key, message, expected| {
        lengths::placements(message, 64, |m| {
            assert_eq!(F::hash(key, m), *expected, "{} bytes", m.len());
        });
    });
}

/// Checks that messages of 2^16 bytes and more have the hash of a stream, which no length that is
/// cut to 16 bits gives.
pub fn long_messages<F: Function>() {
    let message = NOISE.message((1 << 17) + 5);
    on_keys::<F>("long messages", 7, &|key| {
        for len in [1 << 16, (1 << 16) + 5, message.len()] {
            let mut stream = F::stream(key);
            let mut at_once = stream.clone();
            message[..len].chunks(5000).for_each(|piece| F::update(&mut stream, piece));
            F::update(&mut at_once, &message[..len]);
            assert_eq!([&stream, &at_once].map(F::len), [len as u64; 2]);
            let hash = F::hash(key, &message[..len]);
            assert_eq!([&stream, &at_once].map(F::finalize), [hash; 2], "{len} bytes");
        }
    });
}

/// Checks that random messages agree with the reference under random seeds.
pub fn any_key_and_message<F: Oracle>() {
    let messages = proptest::collection::vec(any::<u8>(), 0..5000);
    crate::conformance::check(64, (any::<u64>(), messages), |(seed, message)| {
        let expected = F::expected(&F::key(seed, F::Backend::detect()), &message);
        for backend in F::Backend::available() {
            let key = F::key(seed, backend);
            prop_assert_eq!(F::hash(&key, &message), expected, "{}", backend.name());
        }
        Ok(())
    });
}
