//! Tests with byte counts beyond what memory can hold.

use highwayhash::HighwayHasher;
use highwayhash::named::Highwayhash64;
use testkit::limits;

/// The offset of the byte count in a checkpoint.
const COUNT: usize = 8;

/// Only the number of bytes in the last packet enters the hash, not the whole length.
#[test]
fn the_count_is_that_of_the_last_packet() {
    limits::count_is_periodic::<Highwayhash64>(COUNT);
}

#[test]
fn streams_go_on() {
    limits::beyond_the_last_checkpoint::<Highwayhash64>(COUNT);
    let foreign = |len: u64| HighwayHasher::from_highway_checkpoint(&[0; 164], len);
    assert!(foreign((1 << 63) - 32).is_ok_and(|hasher| hasher.len() == (1 << 63) - 32));
}
