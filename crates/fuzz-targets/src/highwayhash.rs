//! HighwayHash.

use crate::Part;
use crate::differential::{any_backend, batches, hostile_checkpoint, messages};
use crate::input::{Length, Material, message};
use arbitrary::{Result, Unstructured};
use highway::HighwayHash;
use highwayhash::{
    Backend, CHECKPOINT_BYTES, HighwayHasher, Key, hash, hash_column, hash_many, hash_u64s,
    hash128, hash256,
};
use reference::highwayhash as oracle;

/// Defines the subject of one width, with the crate `highway` as its peer. `Hasher::finish` returns
/// the 64-bit hash whatever the width, so only that width goes through `messages`.
macro_rules! function {
    ($Name:ident, $name:literal, $Hash:ty, $hash:ident, $finalize:ident, $oracle:ident, $peer:ident,
        |$found:pat_param| $finish:expr) => {
        testkit::function! {
            $Name = $name, block: 32, backend: Backend;
            key: Key = |seed, backend| Key::from_seed(seed).with_backend(backend);
            hash: $Hash = |key, message| $hash(key, message);
            stream: HighwayHasher = |key| HighwayHasher::new(key), $finalize;
            finish: |$found| $finish;
            oracle: |key, message| oracle::$oracle(&key.to_words(), message);
        }
        testkit::batches!($Name, hash_many, hash_u64s, hash_column);
        // The state contains the key, not the choice of the backend.
        testkit::checkpoints!($Name, CHECKPOINT_BYTES, |key, bytes| {
            HighwayHasher::from_checkpoint(bytes).map(|hasher| hasher.with_backend(key.backend()))
        });
        crate::subject!(
            $Name,
            3000,
            Key,
            |key, backend| key.with_backend(backend),
            |key, message| peer(key).$peer(message)
        );
    };
}

/// Returns a hasher of the crate `highway` under the same key.
fn peer(key: &Key) -> highway::HighwayHasher {
    highway::HighwayHasher::new(highway::Key(key.to_words()))
}

function!(Highway64, "highwayhash64", u64, hash, finalize, hash64, hash64, |hash| hash);
function!(Highway128, "highwayhash128", [u64; 2], hash128, finalize128, hash128, hash128, |h| h[0]);
function!(Highway256, "highwayhash256", [u64; 4], hash256, finalize256, hash256, hash256, |h| h[0]);

/// Hostile checkpoints.
pub(crate) const CHECKPOINTS: &[Part] = &[hostile_checkpoint::<Highway64>, foreign_checkpoint];

/// Checks the three widths, and checkpoints of the crate `highway`.
pub fn target(data: &[u8]) {
    crate::choose(
        data,
        &[
            messages::<Highway64>,
            widths,
            batches::<Highway64>,
            batches::<Highway128>,
            batches::<Highway256>,
            foreign_checkpoint,
        ],
    );
}

/// Checks that one stream in pieces gives the hash of every width.
fn widths(u: &mut Unstructured<'_>) -> Result<()> {
    let material: Material = u.arbitrary()?;
    let bytes = material.bytes(Key::BYTES);
    let key = Key::try_from(bytes.as_slice()).expect("the key has the right length");
    let key = key.with_backend(any_backend(u)?);
    let words = key.to_words();
    let (message, cuts) = (message(u, 2000, 32)?, u.arbitrary::<Vec<Length>>()?);
    let mut stream = HighwayHasher::new(&key);
    let mut rest = message.as_slice();
    for length in cuts.iter().take(12) {
        let (now, later) = rest.split_at(length.up_to(rest.len(), 32));
        stream.update(now);
        rest = later;
        let seen = &message[..message.len() - rest.len()];
        assert_eq!(stream.finalize(), hash(&key, seen));
        assert_eq!(stream.finalize128(), hash128(&key, seen));
        assert_eq!(stream.finalize256(), hash256(&key, seen));
    }
    stream.update(rest);
    let expected = oracle::hash128(&words, &message);
    assert_eq!([stream.finalize128(), hash128(&key, &message)], [expected; 2]);
    assert_eq!(peer(&key).hash128(&message), expected);
    let expected = oracle::hash256(&words, &message);
    assert_eq!([stream.finalize256(), hash256(&key, &message)], [expected; 2]);
    assert_eq!(peer(&key).hash256(&message), expected);
    Ok(())
}

/// Checks that a checkpoint of the crate `highway` resumes, and that a changed one does no harm.
fn foreign_checkpoint(u: &mut Unstructured<'_>) -> Result<()> {
    let key: [u64; 4] = u.arbitrary()?;
    let (before, after) = (message(u, 300, 32)?, message(u, 300, 32)?);
    let cut = u.int_in_range(0..=before.len())?;
    let backend: Backend = any_backend(u)?;
    let mut peer = highway::HighwayHasher::new(highway::Key(key));
    peer.append(&before[..cut]);
    peer.append(&before[cut..]);
    let mut saved = peer.checkpoint();
    let resume = |saved: &[u8; 164], len| {
        let mut hasher = HighwayHasher::from_highway_checkpoint(saved, len)?.with_backend(backend);
        hasher.update(&after);
        Ok::<_, hash_core::CheckpointError>(hasher.finalize256())
    };
    let found = resume(&saved, before.len() as u64);
    peer.append(&after);
    assert_eq!(found, Ok(peer.finalize256()));
    for (at, bits) in u.arbitrary::<Vec<(u8, u8)>>()? {
        saved[usize::from(at) % 164] ^= bits;
    }
    // Whatever it is, it gives a hash or an error.
    let _ = resume(&saved, u.arbitrary()?);
    let _ = resume(&saved, before.len() as u64);
    Ok(())
}
