//! Counts beyond the size of any memory, and checkpoints under a wrong key.

use gf2::Gf64;
use mshash::bound::collision_bound;
use mshash::named::Mshash;
use testkit::limits;

/// The offset of the count in a checkpoint.
const COUNT: usize = 8;

/// All 64 bits of the length of a long message enter CLHASH.
#[test]
fn the_length_is_a_whole_word() {
    limits::far_streams::<Mshash>(COUNT, |key, near, far| {
        let length = |n| Gf64::new(key.to_words()[176]) * Gf64::new(n);
        let expected = length(near.len()) + length(far.len());
        assert_eq!(near.finalize() ^ far.finalize(), expected.to_bits());
    });
    limits::every_bit_counts::<Mshash>(COUNT);
}

#[test]
fn streams_go_on() {
    limits::beyond_the_last_checkpoint::<Mshash>(COUNT);
    assert!(collision_bound(1 << 63) < collision_bound(u64::MAX));
    assert!(collision_bound(u64::MAX) < -62.99);
}

#[test]
fn wrong_keys_give_other_hashes() {
    limits::another_key::<Mshash>();
}
