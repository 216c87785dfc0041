//! Counts beyond what memory holds.

use highwayhash::{Backend, CHECKPOINT_BYTES, CheckpointError, HighwayHasher, Key, hash256};
use testkit::limits;

testkit::function! {
    Highway = "highwayhash256", block: 32, backend: Backend;
    key: Key = |seed, backend| Key::from_seed(seed).with_backend(backend);
    hash: [u64; 4] = |key, message| hash256(key, message);
    stream: HighwayHasher = |key| HighwayHasher::new(key), finalize256;
    finish: |[first, ..]| first;
}
testkit::checkpoints!(Highway, CHECKPOINT_BYTES, |_, bytes| HighwayHasher::from_checkpoint(bytes));

/// The place of the count in a checkpoint.
const COUNT: usize = 8;

/// Of the length, only the number of bytes in the last packet enters the hash.
#[test]
fn the_count_is_that_of_the_last_packet() {
    limits::count_is_periodic::<Highway>(COUNT);
}

#[test]
fn streams_go_on() {
    limits::beyond_the_last_checkpoint::<Highway>(COUNT);
    let foreign = |len: u64| HighwayHasher::from_highway_checkpoint(&[0; 164], len);
    assert!(foreign((1 << 63) - 32).is_ok_and(|hasher| hasher.len() == (1 << 63) - 32));
    assert_eq!(foreign(1 << 63).err(), Some(CheckpointError::Corrupt));
}
