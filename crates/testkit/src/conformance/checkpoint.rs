//! Tests of checkpoints: they resume on every backend, and other bytes are refused.

use super::any::{AnyFunction, AnyKey, AnyStream};
use crate::Guarded;
use crate::lengths::ladder;
use crate::message::{NOISE, PAINT, hex};
use hash_core::CheckpointError;
use hash_core::checkpoint::fnv1a;
use proptest::prelude::*;

/// Returns a stream of a message.
fn stream<'k>(key: &'k dyn AnyKey, message: &[u8]) -> Box<dyn AnyStream + 'k> {
    let mut stream = key.stream();
    stream.update(message);
    stream
}

/// Checks that a checkpoint after any number of bytes resumes on every backend, and is the same
/// whether they came at once or in pieces.
pub fn resume(function: &AnyFunction) {
    let block = function.group;
    function.on_keys("checkpoints", 8, &|here| {
        for len in ladder(40, block, 3) {
            let message = NOISE.message(len + 50);
            let saved = stream(here, &message[..len]).checkpoint();
            assert_eq!(saved.len(), function.checkpoint_bytes);
            // The last of three pieces is short, so that it stays in a buffer that was full before.
            let mut pieces = here.stream();
            let ends = [0, len / 2, (len / 2).max(len.saturating_sub(3)), len];
            for piece in ends.windows(2) {
                pieces.update(&message[piece[0]..piece[1]]);
            }
            assert_eq!(pieces.checkpoint(), saved, "{len} bytes in pieces");
            function.on_each(8, &mut |there, backend| {
                let mut after = there.resume(&saved).expect("the checkpoint is valid");
                assert_eq!(after.count(), len as u64);
                assert_eq!(after.checkpoint(), saved);
                after.update(&message[len..]);
                assert_eq!(
                    after.finalize(),
                    here.hash(&message),
                    "{len} bytes before, then {backend}"
                );
            });
        }
    });
}

/// Checks that the checkpoint after the message of `PAINT` of this length, under the key of seed 1,
/// has these bytes on every backend.
pub fn frozen(function: &AnyFunction, len: usize, expected: &str) {
    function.on_keys("checkpoint format", 1, &|key| {
        assert_eq!(hex(&stream(key, &PAINT.message(len)).checkpoint()), expected);
    });
}

/// Checks that bytes of other lengths and with any flipped bit are refused.
pub fn refuse_others(function: &AnyFunction) {
    let length = function.group + function.group / 2 + 7;
    function.on_the_best(9, &mut |key| {
        let good = stream(key, &NOISE.message(length)).checkpoint();
        let error = |bytes: &[u8]| key.resume(bytes).err();
        assert_eq!(error(&good), None);
        let expected = function.checkpoint_bytes;
        for found in [0, 1, 8, expected - 1, expected + 1] {
            let bytes = [good.as_slice(), &[0]].concat()[..found].to_vec();
            assert_eq!(error(&bytes), Some(CheckpointError::Length { expected, found }));
        }
        for bit in 0..8 * expected {
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            let expected = match bit / 8 {
                0..7 => CheckpointError::Foreign,
                7 => CheckpointError::Version { found: bad[7] },
                _ => CheckpointError::Corrupt,
            };
            assert_eq!(error(&bad), Some(expected), "bit {bit}");
        }
    });
}

/// Checks that nothing before or after the bytes is read, whatever their number.
pub fn no_read_outside(function: &AnyFunction) {
    let block = function.group;
    function.on_keys("guard pages of checkpoints", 9, &|key| {
        let mut guarded = Guarded::new(function.checkpoint_bytes + 64);
        for len in ladder(40, block, 2) {
            let stream = stream(key, &NOISE.message(len));
            let (saved, expected) = (stream.checkpoint(), stream.finalize());
            guarded.places(&saved, |bytes| {
                let resumed = key.resume(bytes).expect("the checkpoint is valid");
                assert_eq!(resumed.finalize(), expected, "after {len} bytes");
            });
        }
        let bytes = PAINT.message(function.checkpoint_bytes + 64);
        for len in 0..bytes.len() {
            guarded.places(&bytes[..len], |bytes| {
                assert!(key.resume(bytes).is_err(), "{len} bytes that are no checkpoint");
            });
        }
    });
}

/// Corrects the checksum of a checkpoint.
fn check(bytes: &mut [u8]) {
    let (fields, checksum) =
        bytes.split_last_chunk_mut().expect("a checkpoint ends with a checksum");
    *checksum = fnv1a(fields).to_le_bytes();
}

/// Changes the checkpoint of a new stream, corrects its checksum, and returns the error of resuming
/// from it.
pub fn forged(function: &AnyFunction, change: &dyn Fn(&mut [u8])) -> Option<CheckpointError> {
    let mut error = None;
    function.on_the_best(9, &mut |key| {
        let mut bytes = key.stream().checkpoint();
        change(&mut bytes[..function.checkpoint_bytes - 8]);
        check(&mut bytes);
        error = key.resume(&bytes).err();
    });
    error
}

/// The name of a change, and the change of the fields of a checkpoint.
pub type Forgery<'n> = (&'n str, fn(&mut [u8]));

/// Checks that each change, which leads to a state that no stream reaches, is refused, and that the
/// unchanged checkpoint is accepted.
pub fn refuse_states(function: &AnyFunction, changes: &[Forgery<'_>]) {
    assert_eq!(forged(function, &|_| ()), None);
    for (what, change) in changes {
        assert_eq!(forged(function, change), Some(CheckpointError::Corrupt), "{what}");
    }
}

/// Checks that random bytes, with and without a valid frame, are refused or resume as a stream that
/// works.
pub fn random_bytes(function: &AnyFunction) {
    let mut new = Vec::new();
    function.on_the_best(13, &mut |key| new = key.stream().checkpoint());
    assert_ne!(new, []);
    let bytes = proptest::collection::vec(any::<u8>(), 0..2 * new.len());
    super::check(64, bytes, |bytes| {
        let mut framed = new.clone();
        let fields = framed.len() - 8;
        for (place, byte) in framed[8..fields].iter_mut().zip(&bytes) {
            *place = *byte;
        }
        check(&mut framed);
        function.on_the_best(13, &mut |key| {
            for bytes in [&bytes, &framed] {
                if let Ok(mut stream) = key.resume(bytes) {
                    stream.update(&[0; 2000]);
                    let _ = stream.finalize();
                }
            }
        });
        Ok(())
    });
}
