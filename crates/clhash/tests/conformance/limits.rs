//! Counts beyond the size of any memory, and parts and checkpoints under a wrong key.

use clhash::bound::collision_bound;
use clhash::named::Clhash;
use gf2::Gf64;
use testkit::limits;

/// The offset of the count in a checkpoint.
const COUNT: usize = 8;

/// All 64 bits of the length enter the hash, multiplied by a word of the key.
#[test]
fn the_length_is_a_whole_word() {
    limits::far_streams::<Clhash>(COUNT, |key, near, far| {
        let length = |n| Gf64::new(key.to_words()[132]) * Gf64::new(n);
        let expected = length(near.len()) + length(far.len());
        assert_eq!(near.finalize() ^ far.finalize(), expected.to_bits());
    });
    limits::every_bit_counts::<Clhash>(COUNT);
}

#[test]
fn streams_and_parts_go_on() {
    limits::beyond_the_last_checkpoint::<Clhash>(COUNT);
    limits::far_parts::<Clhash>(COUNT);
    limits::parts_of_many_blocks::<Clhash>();
    assert!(collision_bound(1 << 63) < collision_bound(u64::MAX));
    assert!(collision_bound(u64::MAX) < -62.99);
}

#[test]
fn wrong_orders_and_keys_give_other_hashes() {
    limits::misplaced_parts::<Clhash>(true);
    limits::another_key::<Clhash>();
}
