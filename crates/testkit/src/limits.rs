//! Tests with byte counts that no test can reach by hashing, in streams that resume from a
//! checkpoint whose count was raised, and with parts that are joined in the wrong way.
//!
//! Every function is tested with [`far_streams`] and [`beyond_the_last_checkpoint`]; a function
//! whose parts join also with [`far_parts`], [`parts_of_many_blocks`] and [`misplaced_parts`]; a
//! function that reads its key while it runs also with [`another_key`].

#![expect(clippy::missing_panics_doc, reason = "a failed test panics")]

use crate::message::{NOISE, PAINT};
use hash_core::CheckpointError;
use hash_core::checkpoint::{MAX_LEN, fnv1a};
use hash_core::function::{Function, Joins, Key};

/// A stream that borrows its key.
type Stream<'k, F> = <F as Function>::Stream<&'k <F as Function>::Key>;

/// Returns the number of bytes of every part but the last.
const fn block<F: Function>() -> usize {
    F::DESCRIPTION.block_bytes
}

/// Runs a test on every backend, with the key of this seed.
fn on_keys<F: Function>(what: &str, seed: u64, test: &dyn Fn(&F::Key)) {
    type Backend<F> = <<F as Function>::Key as Key>::Backend;
    let what = format!("{}: {what}", F::DESCRIPTION.name);
    crate::sweep::on_backends::<Backend<F>>(&what, |backend| {
        crate::guard::hold(F::Key::from_seed(seed).with_backend(backend), |key| test(key));
    });
}

/// Saves a stream.
fn saved<F: Function>(stream: &Stream<'_, F>) -> Vec<u8> {
    F::checkpoint(stream).as_ref().to_vec()
}

/// A multiple of the block lengths of all functions, in bytes.
const PERIOD: u64 = 4096;

/// The number of bytes before the count is raised: more than a block of every function.
const BEFORE: usize = 3 * 4096 + 5;

/// The number of bytes after the count is raised: enough for the raised counts to pass the limits.
const APPENDED: usize = 4096 + 999;

/// Returns the numbers by which counts are raised. With the bytes appended afterwards the counts
/// pass 2^31, 2^32 (where a `usize` of 32 bits ends), 2^59 (where bounds are stated), 2^60, 2^61
/// (2^64 bits), 2^62, and come near 2^63.
fn raises() -> impl Iterator<Item = u64> {
    [31, 32, 59, 60, 61, 62]
        .map(|e| (1 << e) - 4 * PERIOD)
        .into_iter()
        .chain([MAX_LEN - 8 * PERIOD])
}

/// Returns the checkpoint with its count raised by `more`. The count is the word at byte `at`.
#[must_use]
pub fn raised(checkpoint: &[u8], at: usize, more: u64) -> Vec<u8> {
    let mut bytes = checkpoint.to_vec();
    let count: &mut [u8; 8] = bytes[at..].first_chunk_mut().expect("the checkpoint has a count");
    *count = (u64::from_le_bytes(*count) + more).to_le_bytes();
    let fields = bytes.len() - 8;
    let check = fnv1a(&bytes[..fields]);
    bytes[fields..].copy_from_slice(&check.to_le_bytes());
    bytes
}

/// Returns a stream of [`BEFORE`] bytes, and the same stream with a raised count.
fn near_and_far<F: Function>(key: &F::Key, at: usize, more: u64) -> [Stream<'_, F>; 2] {
    let mut near = F::stream(key);
    F::update(&mut near, &NOISE.message(BEFORE));
    let far =
        F::resume(key, &raised(&saved::<F>(&near), at, more)).expect("the checkpoint is valid");
    [near, far]
}

/// Appends bytes in pieces.
fn append<F: Function>(stream: &mut Stream<'_, F>) {
    let message = NOISE.message(APPENDED);
    let (pieces, rest) = message.split_at(999);
    for piece in pieces.chunks(37) {
        F::update(stream, piece);
    }
    F::update(stream, rest);
}

/// Calls `each(key, near, far)` on every backend with two streams of the same bytes, where the
/// count of `far` was raised midway. Checks that the two states differ in the count only.
pub fn far_streams<F: Function>(at: usize, each: impl Fn(&F::Key, &Stream<'_, F>, &Stream<'_, F>)) {
    on_keys::<F>("counts", 21, &|key| {
        for more in raises() {
            let [mut near, mut far] = near_and_far::<F>(key, at, more);
            append::<F>(&mut near);
            append::<F>(&mut far);
            assert_eq!(F::len(&far), F::len(&near) + more);
            assert_eq!(saved::<F>(&far), raised(&saved::<F>(&near), at, more), "{more}");
            each(key, &near, &far);
        }
    });
}

/// Checks with [`far_streams`] that a raised count does not change the hash.
pub fn count_is_periodic<F: Function>(at: usize) {
    far_streams::<F>(at, |_, near, far| assert_eq!(F::finalize(far), F::finalize(near)));
}

/// Checks that each bit of the count from 2^13 to 2^62 changes the hash, and that no two of them
/// lead to the same hash.
pub fn every_bit_counts<F: Function>(at: usize) {
    on_keys::<F>("bits of the count", 22, &|key| {
        let [near, _] = near_and_far::<F>(key, at, 0);
        let mut hashes = vec![F::finalize(&near)];
        for bit in 13..63 {
            let [_, far] = near_and_far::<F>(key, at, 1 << bit);
            let hash = F::finalize(&far);
            assert!(!hashes.contains(&hash), "2^{bit} bytes");
            hashes.push(hash);
        }
    });
}

/// Checks that a stream can continue past 2^63 bytes, but that its checkpoint then does not resume.
pub fn beyond_the_last_checkpoint<F: Function>(at: usize) {
    let key = F::Key::from_seed(23);
    let [_, mut far] = near_and_far::<F>(&key, at, MAX_LEN - 4 * PERIOD);
    let last = saved::<F>(&far);
    assert!(F::resume(&key, &last).is_ok());
    append::<F>(&mut far);
    assert_eq!(F::len(&far), MAX_LEN - 4 * PERIOD + (BEFORE + APPENDED) as u64);
    assert_eq!(F::resume(&key, &saved::<F>(&far)).err(), Some(CheckpointError::Corrupt));
    // The first count that is refused is exactly 2^63.
    let near = |len: u64| {
        let mut near = F::stream(&key);
        F::update(&mut near, &NOISE.message(usize::try_from(len).expect("a short message")));
        raised(&saved::<F>(&near), at, MAX_LEN - 3 * PERIOD)
    };
    assert!(F::resume(&key, &near(3 * PERIOD - 1)).is_ok_and(|far| F::len(&far) == MAX_LEN - 1));
    assert_eq!(F::resume(&key, &near(3 * PERIOD)).err(), Some(CheckpointError::Corrupt));
}

/// Checks that the part of a stream with a raised count has the hash of the stream, and joins.
pub fn far_parts<F: Joins>(at: usize) {
    let tail = NOISE.message(777);
    far_streams::<F>(at, |key, _, far| {
        let part = F::part_of(far);
        assert_eq!(F::part_len(&part), F::len(far));
        assert_eq!(F::whole(key, &part), F::finalize(far));
        // Completes the last block, so that another part can follow.
        let missing = F::len(far).next_multiple_of(block::<F>() as u64) - F::len(far);
        let mut far = far.clone();
        F::update(
            &mut far,
            &vec![7; usize::try_from(missing).expect("the number is less than a block")],
        );
        let left = F::part_of(&far);
        F::update(&mut far, &tail);
        let joined = F::join(key, &left, &F::part(key, &tail)).expect("the left part is aligned");
        assert_eq!(F::whole(key, &joined), F::finalize(&far));
        assert_eq!(joined, F::part_of(&far));
    });
}

/// Checks that parts of 2^i blocks, made by doubling up to 2^63 bytes, join to the same part in
/// either grouping, and that their lengths add up.
///
/// The part on the left is multiplied by a power of the key, whose exponent n is the number of
/// blocks that follow. If the exponent were cut or wrapped anywhere, the powers of m and of n would
/// not multiply to that of m + n.
pub fn parts_of_many_blocks<F: Joins>() {
    on_keys::<F>("parts of many blocks", 28, &|key| {
        let join = |left: &F::Part, right: &F::Part| {
            F::join(key, left, right).expect("the left part is aligned")
        };
        let [first, end] =
            [2 * block::<F>(), block::<F>() + 3].map(|len| F::part(key, &NOISE.message(len)));
        let mut many = F::part(key, &PAINT.message(block::<F>()));
        while F::part_len(&many) < MAX_LEN {
            let (len, double) = (F::part_len(&many), join(&many, &many));
            assert_eq!(F::part_len(&double), 2 * len);
            let after = join(&first, &double);
            assert_eq!(after, join(&join(&first, &many), &many), "2 · {len} bytes");
            // An odd number of blocks, the last of which is partial.
            let odd = join(&double, &end);
            assert_eq!(join(&first, &odd), join(&after, &end), "2 · {len} bytes and more");
            many = double;
        }
    });
}

/// Checks that parts that are joined in the wrong order, left out, or joined or finished under
/// another key give another hash, without an error. `keyed` says whether the last step reads the
/// key; that of GHASH does not.
pub fn misplaced_parts<F: Joins>(keyed: bool) {
    let [key, other] = [24, 25].map(F::Key::from_seed);
    let message = NOISE.message(3 * block::<F>());
    let expected = F::hash(&key, &message);
    let parts: Vec<_> = message.chunks(block::<F>()).map(|bytes| F::part(&key, bytes)).collect();
    let joined = |key: &F::Key, order: &[usize]| {
        order.iter().fold(F::EMPTY, |left, &i| F::join(key, &left, &parts[i]).expect("aligned"))
    };
    assert_eq!(F::whole(&key, &joined(&key, &[0, 1, 2])), expected);
    for order in [&[0, 2, 1][..], &[2, 1, 0], &[0, 2], &[0, 1, 1], &[0, 1, 2, 2]] {
        assert_ne!(F::whole(&key, &joined(&key, order)), expected, "{order:?}");
    }
    assert_ne!(F::whole(&key, &joined(&other, &[0, 1, 2])), expected, "joined");
    let finished = F::whole(&other, &joined(&key, &[0, 1, 2]));
    assert_eq!(finished != expected, keyed, "finished");
}

/// Checks that a checkpoint, which contains no key, resumes under any key, with another hash.
pub fn another_key<F: Function>() {
    let [key, other] = [26, 27].map(F::Key::from_seed);
    let message = NOISE.message(BEFORE);
    let mut stream = F::stream(&key);
    F::update(&mut stream, &message);
    let resumed =
        F::resume(&other, &saved::<F>(&stream)).expect("the checkpoint resumes under any key");
    assert_ne!(F::finalize(&resumed), F::hash(&key, &message));
    assert_ne!(F::finalize(&resumed), F::hash(&other, &message));
}
