//! Counts beyond the size of any memory, and parts and checkpoints under the wrong key.

use testkit::limits;
use vhash::bound::{collision_bound, forgery_bound};
use vhash::named::{Vhash64, Vhash128};

/// The offset of the count in a checkpoint.
const COUNT: usize = 8;

/// The number of blocks is the degree of the polynomial, and only the number of bits of the last
/// block enters the hash: nothing wraps at 2^59 bytes or above.
#[test]
fn the_count_is_that_of_the_last_block() {
    limits::count_is_periodic::<Vhash64>(COUNT);
    limits::count_is_periodic::<Vhash128>(COUNT);
}

#[test]
fn streams_and_parts_go_on() {
    limits::beyond_the_last_checkpoint::<Vhash64>(COUNT);
    limits::beyond_the_last_checkpoint::<Vhash128>(COUNT);
    limits::far_parts::<Vhash64>(COUNT);
    limits::parts_of_many_blocks::<Vhash64>();
    limits::far_parts::<Vhash128>(COUNT);
    limits::parts_of_many_blocks::<Vhash128>();
}

/// The bounds that the docs state up to 2^59 bytes increase beyond that length.
#[test]
fn bounds_grow_past_2_to_the_59() {
    assert!(collision_bound(1 << 59) < -61.999 && collision_bound(1 << 60) > -62.0);
    assert!(collision_bound(u64::MAX) < -58.8 && collision_bound(u64::MAX) > -58.9);
    assert!(forgery_bound(1 << 60) > forgery_bound(1 << 59));
}

#[test]
fn wrong_orders_and_keys_give_other_hashes() {
    limits::misplaced_parts::<Vhash64>(true);
    limits::misplaced_parts::<Vhash128>(true);
    limits::another_key::<Vhash64>();
    limits::another_key::<Vhash128>();
}
