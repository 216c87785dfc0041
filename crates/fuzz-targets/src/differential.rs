//! One function, computed in every way that its crate offers.

use crate::input::{Length, Material, Offset, Placed, Write, message, offsets};
use arbitrary::{Arbitrary, Result, Unstructured};
use core::hash::Hasher;
use hash_core::backend::Token;
use hash_core::checkpoint::fnv1a;
use hash_core::{BatchError, CheckpointError, CombineError};
use testkit::conformance::{Batches, Checkpoints, Oracle, Parts};

/// A function that can be fuzzed under keys of any bytes.
pub trait Subject: Oracle + Checkpoints {
    /// The longest message, in bytes; short, because the reference is slow.
    const LONGEST: usize;

    /// Makes a key of these bytes.
    fn keyed(material: &Material, backend: Self::Backend) -> Self::Key;

    /// Hashes with an independent implementation, where there is one.
    fn peer(_key: &Self::Key, _message: &[u8]) -> Option<Self::Hash> {
        None
    }
}

/// Implements [`Subject`] for a key with `BYTES` and `TryFrom<&[u8]>`. `from_seed` replaces bytes
/// that are not a key, and the hash of an independent implementation follows, if there is one:
/// `subject!(ClHash, 3000, Key, |key, backend| key.with_backend(backend))`.
#[macro_export]
macro_rules! subject {
    (
        $Name:ty, $longest:expr, $Key:ty, |$key:ident, $backend:ident| $with_backend:expr
        $(, |$peer_key:pat_param, $message:ident| $peer:expr)?
    ) => {
        impl $crate::differential::Subject for $Name {
            const LONGEST: usize = $longest;

            fn keyed(
                material: &$crate::input::Material,
                $backend: <Self as testkit::conformance::Function>::Backend,
            ) -> $Key {
                let bytes = material.bytes(<$Key>::BYTES);
                let $key = <$Key>::try_from(bytes.as_slice());
                let $key = $key.unwrap_or_else(|_| <$Key>::from_seed(bytes[0].into()));
                $with_backend
            }

            $(fn peer(
                $peer_key: &$Key,
                $message: &[u8],
            ) -> Option<<Self as testkit::conformance::Function>::Hash> {
                Some($peer)
            })?
        }
    };
}

/// An operation on a stream.
#[derive(Arbitrary, Clone, Debug)]
enum Step {
    /// Appends the next bytes of the message.
    Update(Length),
    /// Appends the next bytes through `std::io::Write`.
    WriteAll(Length),
    /// Appends through `core::hash::Hasher`.
    Hash(Write),
    /// Checks the hash so far.
    Finalize,
    /// Continues with a clone, while the original takes other bytes.
    Clone,
    /// Continues from a checkpoint, under the key of another backend.
    Move(u8),
}

/// Makes the key for every backend.
fn keys<F: Subject>(material: &Material) -> Vec<F::Key> {
    F::Backend::available().map(|backend| F::keyed(material, backend)).collect()
}

/// Selects one of the keys.
fn one<K>(keys: &[K], index: u8) -> &K {
    &keys[usize::from(index) % keys.len()]
}

/// Checks a stream with any order of calls, and whole messages on every backend, against the
/// reference and the peer.
///
/// # Errors
/// If the input of the fuzzer cannot be read.
///
/// # Panics
/// If two ways to compute a hash disagree, here and below.
pub fn messages<F: Subject>(u: &mut Unstructured<'_>) -> Result<()> {
    let material: Material = u.arbitrary()?;
    let keys = keys::<F>(&material);
    let (first, distance): (u8, u8) = u.arbitrary()?;
    let steps: Vec<Step> = u.arbitrary()?;
    let message = Placed::new(&message(u, F::LONGEST, F::BLOCK)?, distance);

    let mut stream = F::stream(one(&keys, first));
    let (mut rest, mut seen) = (message.bytes(), Vec::new());
    let check = |stream: &F::Stream<'_>, expected: F::Hash, len: usize| {
        assert_eq!(F::finalize(stream), expected, "{}: stream of {len} bytes", F::NAME);
        assert_eq!(stream.finish(), F::finish(expected), "{}: finish", F::NAME);
        assert_eq!(F::len(stream), len as u64, "{}: length", F::NAME);
    };
    for step in steps.iter().take(40) {
        match step {
            Step::Update(length) | Step::WriteAll(length) => {
                let (now, later) = rest.split_at(length.up_to(rest.len(), F::BLOCK));
                if matches!(step, Step::Update(_)) {
                    F::update(&mut stream, now);
                } else {
                    std::io::Write::write_all(&mut stream, now)
                        .expect("writing to a stream succeeds");
                }
                seen.extend_from_slice(now);
                rest = later;
            }
            Step::Hash(write) => {
                write.write(&mut stream);
                seen.extend(write.bytes());
            }
            Step::Finalize => check(&stream, F::hash(one(&keys, first), &seen), seen.len()),
            Step::Clone => {
                let mut other = core::mem::replace(&mut stream, F::stream(&keys[0]));
                stream = other.clone();
                F::update(&mut other, b"another way");
            }
            Step::Move(to) => {
                let saved = F::checkpoint(&stream);
                assert_eq!(saved.len(), F::BYTES, "{}: checkpoint", F::NAME);
                stream = F::resume(one(&keys, *to), &saved).expect("its own checkpoint");
                assert_eq!(F::checkpoint(&stream), saved, "{}: checkpoint again", F::NAME);
            }
        }
    }
    F::update(&mut stream, rest);
    seen.extend_from_slice(rest);

    let expected = F::expected(&keys[0], &seen);
    check(&stream, expected, seen.len());
    let seen = Placed::new(&seen, distance);
    for (backend, key) in F::Backend::available().zip(&keys) {
        let hash = F::hash(key, seen.bytes());
        assert_eq!(hash, expected, "{} on {}", F::NAME, backend.name());
    }
    if let Some(hash) = F::peer(&keys[0], seen.bytes()) {
        assert_eq!(hash, expected, "{} by others", F::NAME);
    }
    Ok(())
}

/// Checks that parts joined in any order give the hash of the whole.
///
/// # Errors
/// If the input of the fuzzer cannot be read.
pub fn parts<F: Subject + Parts>(u: &mut Unstructured<'_>) -> Result<()> {
    let material: Material = u.arbitrary()?;
    let keys = keys::<F>(&material);
    let cuts: Vec<(Length, bool, u8)> = u.arbitrary()?;
    let joins: Vec<u8> = u.arbitrary()?;
    let message = message(u, F::LONGEST, F::PART_BLOCK)?;

    // Parts with the ranges of the message that they hash.
    let mut parts = Vec::new();
    let mut start = 0;
    let of = |from: usize, to: usize, key: &F::Key, streamed: bool| {
        let bytes = &message[from..to];
        let part = F::part(key, bytes);
        if streamed {
            let mut stream = F::stream(key);
            F::update(&mut stream, bytes);
            assert_eq!(F::part_of_stream(&stream), part, "{}: part of a stream", F::NAME);
        }
        part
    };
    for (length, streamed, key) in cuts.iter().take(20) {
        let end = start + length.up_to(message.len() - start, F::PART_BLOCK);
        parts.push((start, end, of(start, end, one(&keys, *key), *streamed)));
        start = end;
    }
    parts.push((start, message.len(), of(start, message.len(), &keys[0], true)));

    let mut joins = joins.into_iter();
    while parts.len() > 1 {
        let index = joins.next().unwrap_or(0);
        let at = usize::from(index) % (parts.len() - 1);
        let [(from, middle, left), (_, to, right)] = [parts[at], parts[at + 1]];
        let key = one(&keys, index >> 4);
        let joined = F::combine(key, &left, &right);
        let (len, block) = ((middle - from) as u64, F::PART_BLOCK as u64);
        if !len.is_multiple_of(block) && middle < to {
            assert_eq!(joined, Err(CombineError::Unaligned { len, block }), "{}", F::NAME);
            // Both are hashed again, as one.
            let whole = F::part(key, &message[from..to]);
            parts.splice(at..at + 2, [(from, to, whole)]);
            continue;
        }
        let joined = joined.expect("the parts are aligned");
        assert_eq!(F::part_len(&joined), (to - from) as u64, "{}: length of a part", F::NAME);
        assert_eq!(joined, F::part(key, &message[from..to]), "{}: {from}..{to}", F::NAME);
        parts.splice(at..at + 2, [(from, to, joined)]);
    }
    let [(_, _, whole)] = parts[..] else { unreachable!("one part is left") };
    for key in &keys {
        assert_eq!(F::whole(key, &whole), F::hash(key, &message), "{}: of parts", F::NAME);
        assert_eq!(F::combine(key, &F::EMPTY, &whole), Ok(whole), "{}: empty", F::NAME);
        assert_eq!(F::combine(key, &whole, &F::EMPTY), Ok(whole), "{}: empty", F::NAME);
    }
    Ok(())
}

/// Checks batches of slices, words and columns, with valid and invalid outputs and offsets.
///
/// # Errors
/// If the input of the fuzzer cannot be read.
pub fn batches<F: Subject + Batches>(u: &mut Unstructured<'_>) -> Result<()> {
    let material: Material = u.arbitrary()?;
    let key = &F::keyed(&material, any_backend(u)?);
    let values = message(u, F::LONGEST, F::BLOCK)?;
    match u.int_in_range(0..=2)? {
        0 => slices::<F>(u, key, &values),
        1 => words::<F>(u, key),
        _ => {
            let (kind, numbers): (u8, Vec<Offset>) = u.arbitrary()?;
            let numbers = &offsets(&numbers[..numbers.len().min(80)]);
            let outputs = outputs(u, numbers.len().saturating_sub(1))?;
            match kind % 4 {
                0 => column::<F, i64>(key, &values, numbers, outputs, |i| i),
                1 => column::<F, i32>(key, &values, numbers, outputs, |i| low(i).cast_signed()),
                2 => column::<F, u64>(key, &values, numbers, outputs, i64::cast_unsigned),
                _ => column::<F, u8>(key, &values, numbers, outputs, |i| i.to_le_bytes()[0]),
            }
            Ok(())
        }
    }
}

/// Returns the lower half of a number.
fn low(i: i64) -> u32 {
    u32::try_from(i & 0xffff_ffff).unwrap_or(0)
}

/// Chooses a backend of this machine.
///
/// # Errors
/// If the input of the fuzzer cannot be read.
pub fn any_backend<B: Token>(u: &mut Unstructured<'_>) -> Result<B> {
    let available: Vec<B> = B::available().collect();
    u.choose(&available).copied()
}

/// Chooses a number of outputs, usually the right one.
fn outputs(u: &mut Unstructured<'_>, right: usize) -> Result<usize> {
    let delta: i8 = u.arbitrary()?;
    Ok(if delta < 96 { right } else { right.saturating_add_signed(isize::from(delta) - 111) })
}

/// Runs a batch and checks that it writes these hashes, or returns this error and writes nothing.
fn batch<F: Batches>(
    key: &F::Key,
    expected: core::result::Result<Vec<F::Hash>, BatchError>,
    outputs: usize,
    run: impl FnOnce(&mut [F::Hash]) -> core::result::Result<(), BatchError>,
) {
    let old = vec![F::hash(key, b"old"); outputs];
    let mut out = old.clone();
    match (run(&mut out), expected) {
        (Ok(()), Ok(hashes)) => assert_eq!(out, hashes, "{}: batch", F::NAME),
        (Err(error), Err(expected)) => {
            assert_eq!(error, expected, "{}", F::NAME);
            assert_eq!(out, old, "{}: something was written", F::NAME);
        }
        (found, expected) => panic!("{}: {found:?} instead of {expected:?}", F::NAME),
    }
}

fn same_length(messages: usize, outputs: usize) -> core::result::Result<(), BatchError> {
    if messages == outputs { Ok(()) } else { Err(BatchError::Length { messages, outputs }) }
}

fn slices<F: Batches>(u: &mut Unstructured<'_>, key: &F::Key, values: &[u8]) -> Result<()> {
    let ranges: Vec<(Length, Length, u8)> = u.arbitrary()?;
    // Each slice has its own allocation, so that a read past its end is detected.
    let placed: Vec<Placed> = ranges
        .iter()
        .take(40)
        .map(|(start, len, distance)| {
            let from = &values[start.up_to(values.len(), F::BLOCK)..];
            Placed::new(&from[..len.up_to(from.len(), F::BLOCK)], *distance)
        })
        .collect();
    let messages: Vec<&[u8]> = placed.iter().map(Placed::bytes).collect();
    let outputs = outputs(u, messages.len())?;
    let expected = same_length(messages.len(), outputs)
        .map(|()| messages.iter().map(|m| F::hash(key, m)).collect());
    batch::<F>(key, expected, outputs, |out| F::hash_many(key, &messages, out));
    Ok(())
}

fn words<F: Batches>(u: &mut Unstructured<'_>, key: &F::Key) -> Result<()> {
    let words: Vec<u64> = u.arbitrary()?;
    let outputs = outputs(u, words.len())?;
    let expected = same_length(words.len(), outputs)
        .map(|()| words.iter().map(|w| F::hash(key, &w.to_le_bytes())).collect());
    batch::<F>(key, expected, outputs, |out| F::hash_u64s(key, &words, out));
    Ok(())
}

fn column<F: Batches, O: Copy + TryInto<usize>>(
    key: &F::Key,
    values: &[u8],
    numbers: &[i64],
    outputs: usize,
    convert: impl Fn(i64) -> O,
) {
    let offsets: Vec<O> = numbers.iter().map(|number| convert(*number)).collect();
    let expected = same_length(offsets.len().saturating_sub(1), outputs).and_then(|()| {
        let mut ends = Vec::new();
        for (index, offset) in offsets.iter().enumerate() {
            let end: Option<usize> = (*offset).try_into().ok();
            let least = ends.last().copied().unwrap_or(0);
            let end = end.filter(|end| (least..=values.len()).contains(end));
            ends.push(end.ok_or(BatchError::Offset { index })?);
        }
        Ok(ends.windows(2).map(|w| F::hash(key, &values[w[0]..w[1]])).collect())
    });
    batch::<F>(key, expected, outputs, |out| F::hash_column(key, values, &offsets, out));
}

/// A change of the bytes of a checkpoint.
#[derive(Arbitrary, Clone, Debug)]
enum Change {
    /// Flips bits of a byte.
    Xor(u16, u8),
    /// Replaces a word.
    Word(u8, u64),
    /// Replaces bytes from an index on.
    Bytes(u16, Vec<u8>),
}

/// Checks bytes that may be a checkpoint: arbitrary ones, or a valid one that was changed, with its
/// check sum corrected or not. They are refused, or give the same stream on every backend.
///
/// # Errors
/// If the input of the fuzzer cannot be read.
pub fn hostile_checkpoint<F: Subject>(u: &mut Unstructured<'_>) -> Result<()> {
    let material: Material = u.arbitrary()?;
    let keys = keys::<F>(&material);
    let more = Placed::new(&message(u, 3 * F::BLOCK.min(1500), F::BLOCK)?, u.arbitrary()?);
    let bytes = if u.ratio(1, 4)? {
        u.arbitrary::<Vec<u8>>()?
    } else {
        let before = message(u, F::LONGEST, F::BLOCK)?;
        let mut stream = F::stream(&keys[0]);
        F::update(&mut stream, &before);
        let mut bytes = F::checkpoint(&stream);
        let fields = bytes.len() - 8;
        for change in u.arbitrary::<Vec<Change>>()?.iter().take(8) {
            match change {
                Change::Xor(at, bits) => bytes[usize::from(*at) % fields] ^= bits,
                Change::Word(at, word) => {
                    let at = usize::from(*at) % (fields / 8);
                    bytes[8 * at..8 * at + 8].copy_from_slice(&word.to_le_bytes());
                }
                Change::Bytes(at, new) => {
                    let at = usize::from(*at) % fields;
                    for (byte, new) in bytes[at..fields].iter_mut().zip(new) {
                        *byte = *new;
                    }
                }
            }
        }
        if u.ratio(7, 8)? {
            let check = fnv1a(&bytes[..fields]);
            bytes[fields..].copy_from_slice(&check.to_le_bytes());
        }
        if u.ratio(1, 16)? {
            bytes.truncate(u.int_in_range(0..=bytes.len())?);
        }
        bytes
    };
    let outcomes = keys.iter().map(|key| {
        let outcome: core::result::Result<_, CheckpointError> =
            F::resume(key, &bytes).map(|mut stream| {
                assert_eq!(F::checkpoint(&stream), bytes, "{}: another checkpoint", F::NAME);
                assert!(F::len(&stream) < hash_core::checkpoint::MAX_LEN, "{}: length", F::NAME);
                let so_far = F::finalize(&stream);
                assert_eq!(stream.finish(), F::finish(so_far), "{}: finish", F::NAME);
                F::update(&mut stream, more.bytes());
                (F::finalize(&stream), F::checkpoint(&stream))
            });
        if let Err(error) = &outcome {
            assert!(!error.to_string().is_empty());
        }
        outcome
    });
    let outcomes: Vec<_> = outcomes.collect();
    assert!(outcomes.windows(2).all(|w| w[0] == w[1]), "{}: {outcomes:?}", F::NAME);
    Ok(())
}
