//! Counts beyond what memory holds, and parts and checkpoints under the wrong key.

use multilinear_hash::bound::collision_bound;
use multilinear_hash::{
    BLOCK_BYTES, Backend, CHECKPOINT_BYTES, Key, Mmh32, Mmh64, Multilinear64, MultilinearHasher,
    Partial, Tmmh16, hash,
};
use testkit::limits;

/// The place of the count in a checkpoint.
const COUNT: usize = 8;

macro_rules! limits {
    ($module:ident: $Name:ident = $name:literal, $F:ty, $Hash:ty, $Backend:ty) => {
        testkit::function! {
            $Name = $name, block: BLOCK_BYTES, backend: $Backend;
            key: Key<$F> = |seed, backend| Key::<$F>::from_seed(seed).with_backend(backend);
            hash: $Hash = |key, message| hash(key, message);
            stream: MultilinearHasher<$F, &'k Key<$F>> =
                |key| MultilinearHasher::new(key), finalize;
            finish: |_| 0;
        }
        testkit::checkpoints!($Name, CHECKPOINT_BYTES, |key, bytes| {
            MultilinearHasher::from_checkpoint(key, bytes)
        });
        testkit::parts!($Name, Partial<$F>, BLOCK_BYTES);

        mod $module {
            use super::*;

            /// The length is hashed as four words of 16 bits, two of 32 or one of 64.
            #[test]
            fn the_length_has_64_bits() {
                limits::every_bit_counts::<$Name>(COUNT);
            }

            #[test]
            fn streams_and_parts_go_on() {
                limits::far_streams::<$Name>(COUNT, |_, near, far| {
                    assert_ne!(near.finalize(), far.finalize());
                });
                limits::beyond_the_last_checkpoint::<$Name>(COUNT);
                limits::far_parts::<$Name>(COUNT);
                assert!(collision_bound::<$F>(u64::MAX) < collision_bound::<$F>(1) + 1.1);
            }

            #[test]
            fn wrong_orders_and_keys_give_other_hashes() {
                limits::misplaced_parts::<$Name>(true);
                limits::another_key::<$Name>();
            }
        }
    };
}

limits!(mmh32: MmhOneRow = "mmh32", Mmh32, [u32; 1], Backend);
limits!(mmh64: MmhTwoRows = "mmh64", Mmh64, [u32; 2], Backend);
limits!(tmmh64: Tmmh4 = "tmmh16", Tmmh16<4>, [u16; 4], Backend);
limits!(multilinear64: OverGf64 = "multilinear64", Multilinear64, u64, gf2::Backend);
