//! The functions of `multilinear-hash` for messages of any length.

use crate::Part;
use crate::differential::{any_backend, batches, hostile_checkpoint, messages, parts};
use crate::input::{Material, message};
use arbitrary::{Result, Unstructured};
use multilinear_hash::{
    BLOCK_BYTES, Backend, CHECKPOINT_BYTES, Key, Mmh32, Mmh64, Multilinear64, MultilinearHasher,
    Partial, Tmmh16, hash, hash_column, hash_many, hash_mixed, hash_u64s,
};
use reference::multilinear as oracle;

/// Narrows the numbers of the reference to the words of a hash.
fn words<W: TryFrom<u64>, const N: usize>(numbers: &[u64]) -> [W; N] {
    core::array::from_fn(|j| W::try_from(numbers[j]).unwrap_or_else(|_| panic!("not a word")))
}

/// Defines a function as a subject.
macro_rules! function {
    ($Name:ident = $name:literal, $F:ty, $Hash:ty, $Backend:ty;
        finish: |$hash:pat_param| $finish:expr;
        oracle: |$key:ident, $message:ident| $oracle:expr) => {
        testkit::function! {
            $Name = $name, block: BLOCK_BYTES, backend: $Backend;
            key: Key<$F> = |seed, backend| Key::<$F>::from_seed(seed).with_backend(backend);
            hash: $Hash = |key, message| hash(key, message);
            stream: MultilinearHasher<$F, &'k Key<$F>> =
                |key| MultilinearHasher::new(key), finalize;
            finish: |$hash| $finish;
            oracle: |$key, $message| $oracle;
        }
        testkit::checkpoints!($Name, CHECKPOINT_BYTES, |key, bytes| {
            MultilinearHasher::from_checkpoint(key, bytes)
        });
        testkit::parts!($Name, Partial<$F>, BLOCK_BYTES);
        testkit::batches!($Name, hash_many, hash_u64s, hash_column);
        crate::subject!($Name, 3 * BLOCK_BYTES, Key<$F>, |key, backend| key.with_backend(backend));
    };
}

function! {
    Mmh1 = "mmh32", Mmh32, [u32; 1], Backend;
    finish: |[a]| a.into();
    oracle: |key, message| words(&oracle::mmh(&key.to_bytes(), message, 1))
}
function! {
    Mmh2 = "mmh64", Mmh64, [u32; 2], Backend;
    finish: |[a, b]| u64::from(a) | u64::from(b) << 32;
    oracle: |key, message| words(&oracle::mmh(&key.to_bytes(), message, 2))
}
function! {
    Tmmh = "tmmh16", Tmmh16, [u16; 4], Backend;
    finish: |[a, b, c, d]| {
        u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
    };
    oracle: |key, message| words(&oracle::tmmh(&key.to_bytes(), message, 4))
}
function! {
    OverGf64 = "multilinear64", Multilinear64, u64, gf2::Backend;
    finish: |hash| hash;
    oracle: |key, message| oracle::multilinear64(&key.to_bytes(), message)
}

/// Hostile checkpoints.
pub(crate) const CHECKPOINTS: &[Part] = &[
    hostile_checkpoint::<Mmh1>,
    hostile_checkpoint::<Mmh2>,
    hostile_checkpoint::<Tmmh>,
    hostile_checkpoint::<OverGf64>,
];

/// Checks all functions.
pub fn target(data: &[u8]) {
    crate::choose(
        data,
        &[
            messages::<Mmh1>,
            messages::<Mmh2>,
            messages::<Tmmh>,
            messages::<OverGf64>,
            parts::<Mmh2>,
            parts::<Tmmh>,
            parts::<OverGf64>,
            batches::<Mmh2>,
            batches::<Tmmh>,
            batches::<OverGf64>,
            mixed,
        ],
    );
}

/// Checks the mixed hash.
fn mixed(u: &mut Unstructured<'_>) -> Result<()> {
    let material: Material = u.arbitrary()?;
    let bytes = material.bytes(Key::<Multilinear64>::BYTES);
    let key =
        Key::<Multilinear64>::try_from(bytes.as_slice()).expect("the key has the right length");
    let key = key.with_backend(any_backend(u)?);
    let message = message(u, 1000, 64)?;
    let bare = oracle::multilinear64(&bytes, &message);
    assert_eq!(hash_mixed(&key, &message), reference::mix::mix(bare));
    Ok(())
}
