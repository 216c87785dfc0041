//! Checkpoints of the table: those of the algorithms' crates, and the algorithm that they are of.
//!
//! Several algorithms have the same streams: `clhash` and its mixed forms differ only after the
//! last byte, and SipHash for any letters converts bytes before the first step. The crates cannot
//! tell their checkpoints apart, so eight bytes follow them. They are 64-bit FNV-1a, little-endian,
//! of the [stored name](crate::Algorithm::stored_name), a zero byte and, if checkpoints contain the
//! key, the key.
//!
//! The checkpoint of a pseudo-random function contains its key anyway, and would resume under that
//! one whatever key is given. The checkpoint of a universal hash says nothing about the key: it
//! would reveal whether two checkpoints share one, and would confirm a guess.

use crate::function::Secret;
use crate::{Algorithm, Error};
use hash_core::CheckpointError;
use hash_core::checkpoint::fnv1a;

const BINDING_BYTES: usize = 8;

/// Appends the binding to a checkpoint of an algorithm's crate. `key` is that of a pseudo-random
/// function.
pub(crate) fn bind(mut bytes: Vec<u8>, algorithm: &Algorithm, key: Option<&Secret>) -> Vec<u8> {
    bytes.reserve_exact(BINDING_BYTES);
    bytes.extend(binding(algorithm, key));
    bytes
}

/// Resumes by the function of the algorithm's crate, and checks the binding.
pub(crate) fn resume<T>(
    bytes: &[u8],
    algorithm: &Algorithm,
    key: Option<&Secret>,
    resume: impl FnOnce(&[u8]) -> Result<T, Error>,
) -> Result<T, Error> {
    let (saved, found) = bytes.split_at(bytes.len().saturating_sub(BINDING_BYTES));
    match resume(saved) {
        Err(Error::Checkpoint(CheckpointError::Length { expected, .. })) => {
            let expected = expected + BINDING_BYTES;
            Err(CheckpointError::Length { expected, found: bytes.len() }.into())
        }
        Ok(_) if found != binding(algorithm, key) => Err(Error::OtherCheckpoint),
        result => result,
    }
}

fn binding(algorithm: &Algorithm, key: Option<&Secret>) -> [u8; BINDING_BYTES] {
    let key = key.map_or(&[][..], |key| &key.0);
    fnv1a(&Secret([algorithm.stored_name().as_bytes(), &[0], key].concat()).0).to_le_bytes()
}
