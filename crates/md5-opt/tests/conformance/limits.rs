//! Tests with byte counts beyond what memory can hold.

use md5_opt::{Md5, named};
use testkit::limits;

/// The offset of the byte count in a checkpoint, and the range of the state.
const COUNT: usize = 8;
const STATE: std::ops::Range<usize> = 16..32;

/// The padding contains the number of bits modulo 2^64 (RFC 1321, section 3.2). The test appends it
/// as bytes, after which the state is the digest.
#[test]
fn bits_are_counted_modulo_2_to_the_64() {
    limits::far_streams::<named::Md5>(COUNT, |_, near, far| {
        let mut padding = vec![0x80];
        while (near.len() + padding.len() as u64) % 64 != 56 {
            padding.push(0);
        }
        padding.extend((u128::from(far.len()) * 8).to_le_bytes()[..8].iter());
        let mut padded = near.clone();
        padded.update(&padding);
        assert_eq!(far.finalize(), padded.checkpoint()[STATE]);
    });
}

#[test]
fn two_streams_may_be_far_apart() {
    limits::far_streams::<named::Md5>(COUNT, |_, near, far| {
        let (mut one, mut other) = (near.clone(), far.clone());
        Md5::update_two(&mut one, &mut other, &[7; 1000]);
        let (mut near, mut far) = (near.clone(), far.clone());
        near.update(&[7; 1000]);
        far.update(&[7; 1000]);
        assert_eq!([one.finalize(), other.finalize()], [near.finalize(), far.finalize()]);
        assert_eq!(other.len(), far.len());
    });
}

#[test]
fn streams_side_by_side_may_be_far_apart() {
    limits::far_streams::<named::Md5>(COUNT, |_, near, far| {
        let mut streams = [near.clone(), far.clone(), near.clone()];
        Md5::update_each(streams.iter_mut().zip([[7; 1000].as_slice(), &[8; 900], &[9; 10]]));
        let (mut near, mut far) = (near.clone(), far.clone());
        near.update(&[7; 1000]);
        far.update(&[8; 900]);
        assert_eq!(streams[0].finalize(), near.finalize());
        assert_eq!(streams[1].finalize(), far.finalize());
        assert_eq!([streams[0].len(), streams[1].len()], [near.len(), far.len()]);
    });
}

#[test]
fn streams_go_on() {
    limits::beyond_the_last_checkpoint::<named::Md5>(COUNT);
}
