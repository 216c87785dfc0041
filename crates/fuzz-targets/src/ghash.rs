//! GHASH and POLYVAL.

use crate::Part;
use crate::differential::{any_backend, batches, hostile_checkpoint, messages, parts};
use crate::input::message;
use ::ghash::universal_hash::UniversalHash;
use arbitrary::{Result, Unstructured};
use ghash_clmul::{
    BLOCK_BYTES, Backend, CHECKPOINT_BYTES, Gcm, GcmSiv, GhashHasher, GhashKey, Key, Partial,
    PolynomialHasher, PolyvalHasher, PolyvalKey, Standard, hash, hash_aead, hash_column, hash_many,
    hash_u64s,
};
use reference::ghash as oracle;

/// Defines the subject of one function, with RustCrypto's crate as its peer. The block is the
/// longest group that a kernel takes at once.
macro_rules! function {
    (
        $Name:ident: $Key:ident, $Hasher:ident, $Standard:ty, $name:ident = $text:literal, $Peer:ty
    ) => {
        testkit::function! {
            $Name = $text, block: 512, backend: Backend;
            key: $Key = |seed, backend| $Key::from_seed(seed).with_backend(backend);
            hash: [u8; 16] = |key, message| hash(key, message);
            stream: $Hasher<&'k $Key> = |key| $Hasher::new(key), finalize;
            finish: |hash| u64::from_le_bytes(*hash.first_chunk().expect("16 bytes"));
            oracle: |key, message| oracle::$name(key.to_bytes(), message);
        }
        testkit::checkpoints!($Name, CHECKPOINT_BYTES, |k, b| $Hasher::from_checkpoint(k, b));
        testkit::parts!($Name, Partial<$Standard>, BLOCK_BYTES);
        testkit::batches!($Name, hash_many, hash_u64s, hash_column);
        crate::subject!(
            $Name,
            6000,
            $Key,
            |key, backend| key.with_backend(backend),
            |key, message| {
                let mut peer = <$Peer>::new(&key.to_bytes().into());
                peer.update_padded(message);
                peer.finalize().into()
            }
        );
    };
}

function!(Ghash: GhashKey, GhashHasher, Gcm, ghash = "ghash", ::ghash::GHash);
function!(Polyval: PolyvalKey, PolyvalHasher, GcmSiv, polyval = "polyval", ::polyval::Polyval);

/// Hostile checkpoints.
pub(crate) const CHECKPOINTS: &[Part] =
    &[hostile_checkpoint::<Ghash>, hostile_checkpoint::<Polyval>];

/// Checks both functions, and their use in AEADs.
pub fn target(data: &[u8]) {
    crate::choose(
        data,
        &[
            messages::<Ghash>,
            messages::<Polyval>,
            parts::<Ghash>,
            parts::<Polyval>,
            batches::<Ghash>,
            batches::<Polyval>,
            |u| aead::<Gcm>(u, oracle::ghash, u64::to_be_bytes),
            |u| aead::<GcmSiv>(u, oracle::polyval, u64::to_le_bytes),
        ],
    );
}

/// Checks additional data and text, padded, and the block of their lengths.
fn aead<S: Standard>(
    u: &mut Unstructured<'_>,
    oracle: fn([u8; 16], &[u8]) -> [u8; 16],
    to_bytes: fn(u64) -> [u8; 8],
) -> Result<()> {
    let (bytes, backend) = (u.arbitrary()?, any_backend(u)?);
    let key = Key::<S>::from_bytes_on(backend, &bytes);
    assert_eq!(key.to_bytes(), bytes);
    let parts = [message(u, 1500, 16)?, message(u, 1500, 16)?];
    let (mut all, mut hasher) = (Vec::new(), PolynomialHasher::new(&key));
    for part in &parts {
        all.extend(part);
        all.resize(all.len().next_multiple_of(16), 0);
        hasher.update(part);
        hasher.pad();
        assert_eq!(hasher.finalize(), oracle(bytes, &all));
    }
    let [a, t] = [0, 1].map(|i| parts[i].len() as u64);
    all.extend([a, t].map(|len| to_bytes(8 * len)).as_flattened());
    hasher.append_lengths(a, t);
    let expected = oracle(bytes, &all);
    assert_eq!(hasher.finalize(), expected);
    assert_eq!(hash_aead(&key, &parts[0], &parts[1]), expected);
    Ok(())
}
