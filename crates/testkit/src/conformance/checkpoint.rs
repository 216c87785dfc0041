//! Tests of checkpoints: they resume on every backend, and other bytes are refused.

use super::{Checkpoints, on_keys};
use crate::Guarded;
use crate::lengths::ladder;
use crate::message::{NOISE, PAINT, hex};
use hash_core::CheckpointError;
use hash_core::backend::Token;
use hash_core::checkpoint::fnv1a;
use proptest::prelude::*;

/// Checks that a checkpoint after any number of bytes resumes on every backend, and is the same
/// whether they came at once or in pieces.
pub fn resume<F: Checkpoints>() {
    on_keys::<F>("checkpoints", 8, &|here| {
        for len in ladder(40, F::BLOCK, 3) {
            let message = NOISE.message(len + 50);
            let mut before = F::stream(here);
            F::update(&mut before, &message[..len]);
            let saved = F::checkpoint(&before);
            assert_eq!(saved.len(), F::BYTES);
            // The last of three pieces is short, so that it stays in a buffer that was full before.
            let mut pieces = F::stream(here);
            let ends = [0, len / 2, (len / 2).max(len.saturating_sub(3)), len];
            for piece in ends.windows(2) {
                F::update(&mut pieces, &message[piece[0]..piece[1]]);
            }
            assert_eq!(F::checkpoint(&pieces), saved, "{len} bytes in pieces");
            for other in F::Backend::available() {
                let there = F::key(8, other);
                let mut after = F::resume(&there, &saved).expect("the checkpoint is valid");
                assert_eq!(F::len(&after), len as u64);
                assert_eq!(F::checkpoint(&after), saved);
                F::update(&mut after, &message[len..]);
                assert_eq!(F::finalize(&after), F::hash(here, &message), "{len} bytes before");
            }
        }
    });
}

/// Checks that the checkpoint after the message of `PAINT` of this length, under the key of seed 1,
/// has these bytes on every backend.
pub fn frozen<F: Checkpoints>(len: usize, expected: &str) {
    on_keys::<F>("checkpoint format", 1, &|key| {
        let mut stream = F::stream(key);
        F::update(&mut stream, &PAINT.message(len));
        assert_eq!(hex(&F::checkpoint(&stream)), expected);
    });
}

/// Checks that bytes of other lengths and with any flipped bit are refused.
pub fn refuse_others<F: Checkpoints>() {
    let key = F::key(9, F::Backend::detect());
    let mut stream = F::stream(&key);
    F::update(&mut stream, &NOISE.message(F::BLOCK + F::BLOCK / 2 + 7));
    let good = F::checkpoint(&stream);
    let error = |bytes: &[u8]| F::resume(&key, bytes).err();
    assert_eq!(error(&good), None);
    for found in [0, 1, 8, F::BYTES - 1, F::BYTES + 1] {
        let bytes = [good.as_slice(), &[0]].concat()[..found].to_vec();
        assert_eq!(error(&bytes), Some(CheckpointError::Length { expected: F::BYTES, found }));
    }
    for bit in 0..8 * F::BYTES {
        let mut bad = good.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        let expected = match bit / 8 {
            0..7 => CheckpointError::Foreign,
            7 => CheckpointError::Version { found: bad[7] },
            _ => CheckpointError::Corrupt,
        };
        assert_eq!(error(&bad), Some(expected), "bit {bit}");
    }
}

/// Checks that nothing before or after the bytes is read, whatever their number.
pub fn no_read_outside<F: Checkpoints>() {
    on_keys::<F>("guard pages of checkpoints", 9, &|key| {
        let mut guarded = Guarded::new(F::BYTES + 64);
        for len in ladder(40, F::BLOCK, 2) {
            let mut stream = F::stream(key);
            F::update(&mut stream, &NOISE.message(len));
            let (saved, expected) = (F::checkpoint(&stream), F::finalize(&stream));
            guarded.places(&saved, |bytes| {
                let resumed = F::resume(key, bytes).expect("the checkpoint is valid");
                assert_eq!(F::finalize(&resumed), expected, "after {len} bytes");
            });
        }
        let bytes = PAINT.message(F::BYTES + 64);
        for len in 0..bytes.len() {
            guarded.places(&bytes[..len], |bytes| {
                assert!(F::resume(key, bytes).is_err(), "{len} bytes that are no checkpoint");
            });
        }
    });
}

/// Changes the checkpoint of a new stream, corrects its checksum, and returns the error of resuming
/// from it.
pub fn forged<F: Checkpoints>(change: impl FnOnce(&mut [u8])) -> Option<CheckpointError> {
    let key = F::key(9, F::Backend::detect());
    let mut bytes = F::checkpoint(&F::stream(&key));
    let fields = F::BYTES - 8;
    change(&mut bytes[..fields]);
    let check = fnv1a(&bytes[..fields]);
    bytes[fields..].copy_from_slice(&check.to_le_bytes());
    F::resume(&key, &bytes).err()
}

/// The name of a change, and the change of the fields of a checkpoint.
pub type Forgery<'n> = (&'n str, fn(&mut [u8]));

/// Checks that each change, which leads to a state that no stream reaches, is refused, and that the
/// unchanged checkpoint is accepted.
pub fn refuse_states<F: Checkpoints>(changes: &[Forgery<'_>]) {
    assert_eq!(forged::<F>(|_| ()), None);
    for (what, change) in changes {
        assert_eq!(forged::<F>(change), Some(CheckpointError::Corrupt), "{what}");
    }
}

/// Checks that random bytes, with and without a valid frame, are refused or resume as a stream that
/// works.
pub fn random_bytes<F: Checkpoints>() {
    let key = F::key(13, F::Backend::detect());
    let new = F::checkpoint(&F::stream(&key));
    let bytes = proptest::collection::vec(any::<u8>(), 0..2 * F::BYTES);
    super::check(64, bytes, |bytes| {
        let mut framed = new.clone();
        for (place, byte) in framed[8..F::BYTES - 8].iter_mut().zip(&bytes) {
            *place = *byte;
        }
        let check = fnv1a(&framed[..F::BYTES - 8]);
        framed[F::BYTES - 8..].copy_from_slice(&check.to_le_bytes());
        for bytes in [bytes, framed] {
            if let Ok(mut stream) = F::resume(&key, &bytes) {
                F::update(&mut stream, &[0; 2000]);
                let _ = F::finalize(&stream);
            }
        }
        Ok(())
    });
}
