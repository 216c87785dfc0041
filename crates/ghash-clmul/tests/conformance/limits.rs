//! Counts beyond the size of any memory, and parts and checkpoints under the wrong key.

use ghash_clmul::bound::aead_collision_bound;
use ghash_clmul::named::{Ghash, Polyval};
use ghash_clmul::{GhashHasher, GhashKey, PolyvalHasher, PolyvalKey, hash_aead};
use testkit::limits;

/// The offset of the count in a checkpoint.
const COUNT: usize = 8;

/// Neither function counts bytes; the block of lengths is part of the message.
#[test]
fn the_count_is_not_hashed() {
    limits::count_is_periodic::<Ghash>(COUNT);
    limits::count_is_periodic::<Polyval>(COUNT);
}

#[test]
fn streams_and_parts_go_on() {
    limits::beyond_the_last_checkpoint::<Ghash>(COUNT);
    limits::beyond_the_last_checkpoint::<Polyval>(COUNT);
    limits::far_parts::<Ghash>(COUNT);
    limits::parts_of_many_blocks::<Ghash>();
    limits::far_parts::<Polyval>(COUNT);
    limits::parts_of_many_blocks::<Polyval>();
}

/// The block of lengths counts bits modulo 2^64, so lengths that differ by 2^61 bytes are the same,
/// and no bound holds for them.
#[test]
fn lengths_of_2_to_the_61_bytes_wrap() {
    let (ghash, polyval) = (GhashKey::from_seed(1), PolyvalKey::from_seed(1));
    let ghash = |additional, text| {
        let mut hasher = GhashHasher::new(&ghash);
        hasher.append_lengths(additional, text);
        hasher.finalize()
    };
    let polyval = |additional, text| {
        let mut hasher = PolyvalHasher::new(&polyval);
        hasher.append_lengths(additional, text);
        hasher.finalize()
    };
    for hash in [&ghash as &dyn Fn(u64, u64) -> [u8; 16], &polyval] {
        let longest = hash((1 << 61) - 1, (1 << 61) - 1);
        assert_eq!(hash(u64::MAX, u64::MAX), longest);
        assert_eq!(hash((1 << 61) + 3, 5), hash(3, 5));
        assert_eq!(hash(3, (7 << 61) + 5), hash(3, 5));
        assert_ne!(hash(1 << 60, 0), hash(0, 0));
        assert_ne!(hash(1 << 60, 0), hash(0, 1 << 60));
    }
    let longest = (1 << 61) - 1;
    assert_eq!(aead_collision_bound(longest, 0), -71.0);
    for (additional, text) in [(1 << 61, 0), (0, 1 << 61), (u64::MAX, u64::MAX)] {
        assert_eq!(aead_collision_bound(additional, text), 0.0, "there is no bound");
    }
}

/// The lengths of both strings are whole when they are hashed in one call.
#[test]
fn strings_of_more_than_2_to_the_16_bytes() {
    let long = testkit::message::NOISE.message((1 << 16) + 5);
    let (ghash, polyval) = (GhashKey::from_seed(2), PolyvalKey::from_seed(2));
    for (additional, text) in [(&long[..], &long[..5]), (&long[..5], &long[..])] {
        let mut hasher = GhashHasher::new(&ghash);
        hasher.update(additional);
        hasher.pad();
        hasher.update(text);
        hasher.append_lengths(additional.len() as u64, text.len() as u64);
        assert_eq!(hash_aead(&ghash, additional, text), hasher.finalize());
        let mut hasher = PolyvalHasher::new(&polyval);
        hasher.update(additional);
        hasher.pad();
        hasher.update(text);
        hasher.append_lengths(additional.len() as u64, text.len() as u64);
        assert_eq!(hash_aead(&polyval, additional, text), hasher.finalize());
    }
}

#[test]
fn wrong_orders_and_keys_give_other_hashes() {
    limits::misplaced_parts::<Ghash>(false);
    limits::misplaced_parts::<Polyval>(false);
    limits::another_key::<Ghash>();
    limits::another_key::<Polyval>();
}
