//! Counts beyond the size of any memory, and parts and checkpoints under the wrong key.

use multilinear_hash::bound::collision_bound;
use multilinear_hash::{Mmh32, Mmh64, Multilinear64, Tmmh16};
use testkit::limits;

/// The offset of the count in a checkpoint.
const COUNT: usize = 8;

macro_rules! limits {
    ($module:ident: $F:ty) => {
        mod $module {
            use super::*;

            /// The length is hashed as four words of 16 bits, two words of 32 bits or one word of
            /// 64 bits.
            #[test]
            fn the_length_has_64_bits() {
                limits::every_bit_counts::<$F>(COUNT);
            }

            #[test]
            fn streams_and_parts_go_on() {
                limits::far_streams::<$F>(COUNT, |_, near, far| {
                    assert_ne!(near.finalize(), far.finalize());
                });
                limits::beyond_the_last_checkpoint::<$F>(COUNT);
                limits::far_parts::<$F>(COUNT);
                limits::parts_of_many_blocks::<$F>();
                assert!(collision_bound::<$F>(u64::MAX) < collision_bound::<$F>(1) + 1.1);
            }

            #[test]
            fn wrong_orders_and_keys_give_other_hashes() {
                limits::misplaced_parts::<$F>(true);
                limits::another_key::<$F>();
            }
        }
    };
}

limits!(mmh32: Mmh32);
limits!(mmh64: Mmh64);
limits!(tmmh64: Tmmh16);
limits!(multilinear64: Multilinear64);
