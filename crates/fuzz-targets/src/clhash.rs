//! CLHASH.

use crate::Part;
use crate::differential::{any_backend, batches, hostile_checkpoint, messages, parts};
use crate::input::{Material, message};
use arbitrary::{Result, Unstructured};
use clhash::{
    BLOCK_BYTES, Backend, CHECKPOINT_BYTES, ClHasher, Key, Partial, hash, hash_bitmix, hash_column,
    hash_many, hash_mixed, hash_u64s, wide,
};
use reference::clhash as oracle;

testkit::function! {
    ClHash = "clhash", block: BLOCK_BYTES, backend: Backend;
    key: Key = |seed, backend| Key::from_seed(seed).with_backend(backend);
    hash: u64 = |key, message| hash(key, message);
    stream: ClHasher<&'k Key> = |key| ClHasher::new(key), finalize;
    finish: |hash| hash;
    oracle: |key, message| oracle::hash(&key.to_words(), message);
}
testkit::checkpoints!(ClHash, CHECKPOINT_BYTES, |key, bytes| ClHasher::from_checkpoint(key, bytes));
testkit::parts!(ClHash, Partial, BLOCK_BYTES);
testkit::batches!(ClHash, hash_many, hash_u64s, hash_column);
crate::subject!(ClHash, 3500, Key, |key, backend| key.with_backend(backend));

testkit::function! {
    Wide = "clhash128", block: wide::BLOCK_BYTES, backend: Backend;
    key: wide::Key = |seed, backend| wide::Key::from_seed(seed).with_backend(backend);
    hash: [u64; 2] = |key, message| wide::hash(key, message);
    stream: wide::ClHasher128<&'k wide::Key> = |key| wide::ClHasher128::new(key), finalize;
    finish: |[first, _]| first;
    oracle: |key, message| oracle::wide::hash(&key.to_words(), message);
}
testkit::checkpoints!(Wide, wide::CHECKPOINT_BYTES, |k, b| wide::ClHasher128::from_checkpoint(
    k, b
));
testkit::parts!(Wide, wide::Partial, wide::BLOCK_BYTES);
testkit::batches!(Wide, wide::hash_many, wide::hash_u64s, wide::hash_column);
crate::subject!(Wide, 6500, wide::Key, |key, backend| key.with_backend(backend));

/// Hostile checkpoints.
pub(crate) const CHECKPOINTS: &[Part] = &[hostile_checkpoint::<ClHash>, hostile_checkpoint::<Wide>];

/// Checks the function and its variants.
pub fn target(data: &[u8]) {
    crate::choose(
        data,
        &[
            messages::<ClHash>,
            parts::<ClHash>,
            batches::<ClHash>,
            flavours,
            messages::<Wide>,
            parts::<Wide>,
            batches::<Wide>,
        ],
    );
}

/// Checks the two mixed hashes.
fn flavours(u: &mut Unstructured<'_>) -> Result<()> {
    let material: Material = u.arbitrary()?;
    let key =
        Key::try_from(material.bytes(Key::BYTES).as_slice()).expect("the key has the right length");
    let key = key.with_backend(any_backend(u)?);
    let message = message(u, 2100, BLOCK_BYTES)?;
    let (words, mut stream) = (key.to_words(), ClHasher::new(&key));
    stream.update(&message);
    let bitmix = oracle::hash_bitmix(&words, &message);
    assert_eq!([hash_bitmix(&key, &message), stream.finalize_bitmix()], [bitmix; 2]);
    let mixed = reference::mix::mix(oracle::hash(&words, &message));
    assert_eq!([hash_mixed(&key, &message), stream.finalize_mixed()], [mixed; 2]);
    Ok(())
}
