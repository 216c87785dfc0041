//! Counts beyond what memory holds.

use siphash_fast::{
    Backend, CHECKPOINT_BYTES, HalfKey, HalfSipHasher, Key, NocaseHasher, SipHasher24,
    SipHasher128, TREE_CHECKPOINT_BYTES, TreeHasher, TreeKey, half, nocase, siphash24,
    siphash128_24, siptreehash,
};
use testkit::limits;

testkit::function! {
    Sip24 = "siphash24", block: 8, backend: Backend;
    key: Key = |seed, backend| Key::from_seed(seed).with_backend(backend);
    hash: u64 = |key, message| siphash24(key, message);
    stream: SipHasher24 = |key| SipHasher24::new(key), finalize;
    finish: |hash| hash;
}
testkit::checkpoints!(Sip24, CHECKPOINT_BYTES, |_, bytes| SipHasher24::from_checkpoint(bytes));

testkit::function! {
    Wide = "siphash128_24", block: 8, backend: Backend;
    key: Key = |seed, backend| Key::from_seed(seed).with_backend(backend);
    hash: [u64; 2] = |key, message| siphash128_24(key, message);
    stream: SipHasher128<2, 4> = |key| SipHasher128::new(key), finalize;
    finish: |[first, _]| first;
}
testkit::checkpoints!(Wide, CHECKPOINT_BYTES, |_, bytes| SipHasher128::from_checkpoint(bytes));

testkit::function! {
    Nocase = "siphash12_nocase", block: 256, backend: Backend;
    key: Key = |seed, backend| Key::from_seed(seed).with_backend(backend);
    hash: u64 = |key, message| nocase::hash::<1, 2>(key, message);
    stream: NocaseHasher<1, 2> = |key| NocaseHasher::new(key), finalize;
    finish: |hash| hash;
}
testkit::checkpoints!(Nocase, CHECKPOINT_BYTES, |_, bytes| NocaseHasher::from_checkpoint(bytes));

testkit::function! {
    Half = "halfsiphash64_24", block: 4, backend: Backend;
    key: HalfKey = |seed, _backend| HalfKey::from_seed(seed);
    hash: u64 = |key, message| half::hash::<2, 4>(key, message);
    stream: HalfSipHasher<2, 4, 2> = |key| HalfSipHasher::new(key), finalize;
    finish: |hash| hash;
}
testkit::checkpoints!(Half, CHECKPOINT_BYTES, |_, bytes| HalfSipHasher::from_checkpoint(bytes));

testkit::function! {
    Tree = "siptreehash", block: 32, backend: Backend;
    key: TreeKey = |seed, backend| TreeKey::from_seed(seed).with_backend(backend);
    hash: u64 = |key, message| siptreehash(key, message);
    stream: TreeHasher<2, 4> = |key| TreeHasher::new(key), finalize;
    finish: |hash| hash;
}
testkit::checkpoints!(Tree, TREE_CHECKPOINT_BYTES, |_, bytes| TreeHasher::from_checkpoint(bytes));

/// The place of the count in a checkpoint.
const COUNT: usize = 16;

/// The length enters modulo 256, that of a tree modulo 32.
#[test]
fn the_count_is_one_byte() {
    limits::count_is_periodic::<Sip24>(COUNT);
    limits::count_is_periodic::<Wide>(COUNT);
    limits::count_is_periodic::<Nocase>(COUNT);
    limits::count_is_periodic::<Half>(COUNT);
    limits::count_is_periodic::<Tree>(COUNT);
}

#[test]
fn streams_go_on() {
    limits::beyond_the_last_checkpoint::<Sip24>(COUNT);
    limits::beyond_the_last_checkpoint::<Wide>(COUNT);
    limits::beyond_the_last_checkpoint::<Nocase>(COUNT);
    limits::beyond_the_last_checkpoint::<Half>(COUNT);
    limits::beyond_the_last_checkpoint::<Tree>(COUNT);
}
