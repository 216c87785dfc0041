//! Counts beyond the size of any memory, and parts and checkpoints under the wrong key.

use super::{MmhOneRow, MmhTwoRows, OverGf64, Tmmh4};
use multilinear_hash::bound::collision_bound;
use multilinear_hash::lch::Lch;
use multilinear_hash::mmh::Mmh;
use multilinear_hash::tmmh::Tmmh;
use multilinear_hash::{Mmh32, Mmh64, Multilinear64, Tmmh16};
use testkit::limits;

/// The offset of the count in a checkpoint.
const COUNT: usize = 8;

macro_rules! limits {
    ($module:ident: $Name:ident, $F:ty) => {
        mod $module {
            use super::*;

            /// The length is hashed as four words of 16 bits, two words of 32 bits or one word of
            /// 64 bits.
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
                limits::parts_of_many_blocks::<$Name>();
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

limits!(mmh32: MmhOneRow, Mmh32);
limits!(mmh64: MmhTwoRows, Mmh64);
limits!(tmmh64: Tmmh4, Tmmh16<4>);
limits!(multilinear64: OverGf64, Multilinear64);

/// The functions of the papers add the number of words, or the length, times a word of the key. A
/// message of zeros adds nothing else, so the hash shows the number.
#[test]
fn numbers_of_words_are_not_cut() {
    const MMH: u64 = (1 << 32) + 15;
    let words = (1 << 16) + 7;
    let (zeros, key) = (vec![0; 4 * words], vec![9; words]);
    for t in [1, 3, u32::MAX] {
        let found = Mmh::new(&key).hash_linear(t, &zeros);
        assert_eq!(found, Ok(words as u64 * u64::from(t) % MMH), "t = {t}");
    }
    let (zeros, key) = (vec![0; words], vec![9; words]);
    assert_eq!(Lch::new(u128::from(MMH), 3).hash(&key, &zeros), Ok(3 * words as u128));
    assert_eq!(Lch::new(0, 3).hash_once(&key, &zeros), Ok(3));

    let bytes = 70_000_u32;
    let key: Vec<u16> = (0..=bytes / 2).map(|i| (i == 0).into()).collect();
    let tmmh = Tmmh::new(&key);
    let zeros = vec![0; bytes as usize];
    let expected = u16::try_from(bytes % 65_537).expect("16 bits");
    assert_eq!(tmmh.tag_exact(&zeros), Ok([expected]));
    assert_eq!(tmmh.tag(&zeros), Ok([expected]));
}
