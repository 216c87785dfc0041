//! Streams: any split, checkpoints, parts.

use core::hash::{Hash, Hasher};
use proptest::prelude::*;
use std::io::Write;
use testkit::lengths::{ladder, pieces, splits2, splits3};
use testkit::message::{NOISE, PAINT};
use testkit::on_every_backend;
use vhash::{
    BLOCK_BYTES, Backend, CHECKPOINT_BYTES, CheckpointError, CombineError, Key64, Key128,
    Partial64, Partial128, VHasher64, VHasher128, hash64, hash128,
};

fn stream<'m>(key: &Key64, parts: impl IntoIterator<Item = &'m [u8]>) -> u64 {
    let mut hasher = VHasher64::new(key);
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize()
}

#[test]
fn every_split_in_two() {
    on_every_backend!(Backend, "vhash: splits in two", |backend| {
        let key = Key64::from_seed(1).with_backend(backend);
        for len in (0..=70).chain([127, 128, 129, 255, 256, 257, 1023, 1024, 1025, 1152, 2100]) {
            let message = NOISE.message(len);
            let expected = hash64(&key, &message);
            splits2(&message, |parts| {
                assert_eq!(stream(&key, parts), expected, "{} of {len}", parts[0].len());
            });
        }
    });
}

#[test]
fn every_split_in_three() {
    on_every_backend!(Backend, "vhash: splits in three", |backend| {
        let key = Key64::from_seed(2).with_backend(backend);
        for len in [1, 2, 8, 15, 16, 17, 31, 33, 65, 128, 130, 257] {
            let message = PAINT.message(len);
            let expected = hash64(&key, &message);
            splits3(&message, |parts| assert_eq!(stream(&key, parts), expected, "{len} bytes"));
        }
    });
}

#[test]
fn pieces_of_every_length() {
    on_every_backend!(Backend, "vhash: pieces", |backend| {
        let key = Key64::from_seed(3).with_backend(backend);
        let message = NOISE.message(40 * BLOCK_BYTES + 77);
        let expected = hash64(&key, &message);
        for length in (1..=40).chain([63, 64, 65, 127, 128, 129, 1023, 1024, 1025, 4096, 5000]) {
            assert_eq!(stream(&key, pieces(&message, &[length])), expected, "pieces of {length}");
            let mixed = pieces(&message, &[length, 0, 3, 16, 1024]);
            assert_eq!(stream(&key, mixed), expected, "pieces of {length} among others");
        }
    });
}

#[test]
fn the_hash_so_far_can_be_asked_for_at_any_time() {
    on_every_backend!(Backend, "vhash: hashes so far", |backend| {
        let key = Key64::from_seed(4).with_backend(backend);
        let message = NOISE.message(10 * BLOCK_BYTES + 40);
        let mut hasher = VHasher64::new(&key);
        for (len, byte) in message.iter().enumerate() {
            assert_eq!(hasher.finalize(), hash64(&key, &message[..len]), "{len} bytes");
            hasher.update(&[*byte]);
        }
    });
}

#[test]
fn integers_are_little_endian_bytes() {
    on_every_backend!(Backend, "vhash: integers", |backend| {
        let key = Key64::from_seed(5).with_backend(backend);
        let hasher = &mut VHasher64::new(&key);
        let mut bytes = Vec::new();
        // Sizes that pass every edge of a pair of words.
        for round in 0_u8..40 {
            hasher.write_u8(round);
            hasher.write_i8(-1);
            hasher.write_u16(0x0102);
            hasher.write_i16(-2);
            hasher.write_u32(0x0102_0304);
            hasher.write_i32(-3);
            hasher.write_u64(0x0102_0304_0506_0708);
            hasher.write_i64(-4);
            hasher.write_u128(0x0102_0304_0506_0708_090a_0b0c_0d0e_0f10);
            hasher.write_i128(-5);
            hasher.write_usize(6);
            hasher.write_isize(-7);
            Hasher::write(hasher, &[round; 3]);
            bytes.extend([round, 0xff]);
            bytes.extend(0x0102_u16.to_le_bytes());
            bytes.extend((-2_i16).to_le_bytes());
            bytes.extend(0x0102_0304_u32.to_le_bytes());
            bytes.extend((-3_i32).to_le_bytes());
            bytes.extend(0x0102_0304_0506_0708_u64.to_le_bytes());
            bytes.extend((-4_i64).to_le_bytes());
            bytes.extend(0x0102_0304_0506_0708_090a_0b0c_0d0e_0f10_u128.to_le_bytes());
            bytes.extend((-5_i128).to_le_bytes());
            bytes.extend(6_u64.to_le_bytes());
            bytes.extend((-7_i64).to_le_bytes());
            bytes.extend([round; 3]);
            assert_eq!(hasher.finish(), hash64(&key, &bytes));
        }
    });
}

#[test]
fn std_types_write_what_the_docs_say() {
    let key = Key64::from_seed(6);
    let of = |value: &dyn Fn(&mut VHasher64<'_>)| {
        let mut hasher = VHasher64::new(&key);
        value(&mut hasher);
        hasher.finish()
    };
    assert_eq!(of(&|h| "text".hash(h)), hash64(&key, b"text\xff"));
    assert_eq!(of(&|h| ("a", 1_u16).hash(h)), hash64(&key, b"a\xff\x01\0"));
    assert_eq!(of(&|h| [1_u8, 2].as_slice().hash(h)), hash64(&key, b"\x02\0\0\0\0\0\0\0\x01\x02"));
    assert_eq!(of(&|h| true.hash(h)), hash64(&key, &[1]));
    assert_eq!(of(&|h| 'x'.hash(h)), hash64(&key, b"x\0\0\0"));
}

#[test]
fn written_as_a_file() {
    let key = Key64::from_seed(7);
    let mut hasher = VHasher64::new(&key);
    write!(hasher, "{} and {}", 1, 2).expect("a hasher takes everything");
    hasher.flush().expect("nothing to flush");
    std::io::copy(&mut &b" and more"[..], &mut hasher).expect("a hasher takes everything");
    assert_eq!(hasher.finalize(), hash64(&key, b"1 and 2 and more"));
}

#[test]
fn checkpoints_go_on_where_they_were_made() {
    on_every_backend!(Backend, "vhash: checkpoints", |backend| {
        let key = Key64::from_seed(8);
        let here = key.clone().with_backend(backend);
        for len in ladder(40, 128, 17) {
            let message = NOISE.message(len + 50);
            let mut before = VHasher64::new(&here);
            before.update(&message[..len]);
            let saved = before.checkpoint();
            for other in Backend::available() {
                let there = key.clone().with_backend(other);
                let mut after = VHasher64::from_checkpoint(&there, &saved).expect("a checkpoint");
                assert_eq!(after.len(), len as u64);
                assert_eq!(after.checkpoint(), saved);
                after.update(&message[len..]);
                assert_eq!(after.finalize(), hash64(&key, &message), "{len} bytes before");
            }
        }
    });
}

/// The bytes themselves are part of the contract.
#[test]
fn the_format_of_checkpoints_is_frozen() {
    on_every_backend!(Backend, "vhash: checkpoint format", |backend| {
        let key = Key64::from_seed(1).with_backend(backend);
        let mut hasher = VHasher64::new(&key);
        hasher.update(&PAINT.message(2048 + 3));
        let expected = "766861736800010103080000000000000a01fd50529f0bfefee8a83459e4605d000000000000000000000000000000001b9e21-f4ed7bcf7b8459a6";
        let saved = testkit::message::hex(&hasher.checkpoint());
        assert_eq!(saved.replace(&"0".repeat(250), "-"), expected);
        let key = Key128::from_seed(1).with_backend(backend);
        let mut hasher = VHasher128::new(&key);
        hasher.update(&PAINT.message(2048 + 3));
        let expected = "7668617368000201030800000000000053f8cdb3ee1ef47547405852efd12344484799a4f17900c7dae07060e7a7ad561b9e21-679c007c526de5d7";
        let saved = testkit::message::hex(&hasher.checkpoint());
        assert_eq!(saved.replace(&"0".repeat(250), "-"), expected);
    });
}

/// Both numbers of iterations in the same ways.
#[test]
fn two_iterations() {
    on_every_backend!(Backend, "vhash128: streams", |backend| {
        let key = Key128::from_seed(15).with_backend(backend);
        for len in ladder(140, 1024, 3) {
            let message = NOISE.message(len + 50);
            let expected = hash128(&key, &message);
            let mut hasher = VHasher128::new(&key);
            hasher.update(&message[..len]);
            assert_eq!(hasher.finalize(), hash128(&key, &message[..len]));
            assert_eq!(hasher.partial(), Partial128::of(&key, &message[..len]));
            let saved = hasher.checkpoint();
            assert!(VHasher64::from_checkpoint(&Key64::from_seed(15), &saved).is_err());
            let mut hasher = VHasher128::from_checkpoint(&key, &saved).expect("a checkpoint");
            hasher.update(&message[len..]);
            assert_eq!(hasher.finalize(), expected);
            assert_eq!(hasher.partial().finalize(&key), expected);
        }
    });
}

#[test]
fn streams_become_parts() {
    let key = Key64::from_seed(16);
    let message = NOISE.message(3000);
    let mut hasher = VHasher64::new(&key);
    for len in 0..message.len() {
        assert_eq!(hasher.partial(), Partial64::of(&key, &message[..len]), "{len} bytes");
        hasher.update(&message[len..=len]);
    }
}

#[test]
fn bytes_that_are_no_checkpoint_are_refused() {
    let key = Key64::from_seed(9);
    let mut hasher = VHasher64::new(&key);
    hasher.update(&NOISE.message(150));
    let good = hasher.checkpoint();
    let error = |bytes: &[u8]| VHasher64::from_checkpoint(&key, bytes).err();
    assert_eq!(error(&good), None);
    for len in [0, 1, CHECKPOINT_BYTES - 1, CHECKPOINT_BYTES + 1] {
        let bytes = [good.as_slice(), &[0]].concat()[..len].to_vec();
        assert_eq!(error(&bytes), Some(CheckpointError::Length { found: len }));
    }
    // Every bit counts.
    for bit in 0..8 * CHECKPOINT_BYTES {
        let mut bad = good;
        bad[bit / 8] ^= 1 << (bit % 8);
        let expected = match bit / 8 {
            0..7 => CheckpointError::Foreign,
            7 => CheckpointError::Version { found: bad[7] },
            _ => CheckpointError::Corrupt,
        };
        assert_eq!(error(&bad), Some(expected), "bit {bit}");
    }
    // States that no stream reaches, with the right checksum.
    let forged = |change: &dyn Fn(&mut [u8; CHECKPOINT_BYTES])| {
        let mut bytes = VHasher64::new(&key).checkpoint();
        change(&mut bytes);
        let check = bytes[..176].iter().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
            (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        bytes[176..].copy_from_slice(&check.to_le_bytes());
        error(&bytes)
    };
    assert_eq!(forged(&|_| ()), None);
    assert_eq!(forged(&|b| b[8] = 3), None, "three bytes of zero");
    assert_eq!(forged(&|b| (b[8], b[20]) = (128, 1)), None, "a block");
    let corrupt = Some(CheckpointError::Corrupt);
    assert_eq!(forged(&|b| b[15] = 0x80), corrupt, "2^63 bytes");
    assert_eq!(forged(&|b| b[48] = 1), corrupt, "a tail of an empty message");
    assert_eq!(forged(&|b| (b[8], b[51]) = (3, 1)), corrupt, "a fourth byte of three");
    assert_eq!(forged(&|b| (b[8], b[20]) = (3, 1)), corrupt, "a polynomial of no block");
    assert_eq!(forged(&|b| b[40] = 1), corrupt, "a second iteration");
    let prime = |b: &mut [u8; CHECKPOINT_BYTES]| {
        b[8] = 128;
        b[16..31].fill(0xff);
        b[31] = 0x7f;
    };
    assert_eq!(forged(&prime), corrupt, "2^127 - 1");
}

#[test]
fn parts_join_in_any_grouping() {
    on_every_backend!(Backend, "vhash: parts", |backend| {
        let key = Key64::from_seed(10).with_backend(backend);
        for len in [0, 1, 127, 128, 129, 256, 1100, 2500] {
            let message = NOISE.message(len);
            let expected = hash64(&key, &message);
            assert_eq!(Partial64::of(&key, &message).finalize(&key), expected);
            for a in (0..=len).step_by(BLOCK_BYTES) {
                for b in (a..=len).step_by(3 * BLOCK_BYTES) {
                    let [x, y, z] = [&message[..a], &message[a..b], &message[b..]]
                        .map(|part| Partial64::of(&key, part));
                    let join =
                        |left: &Partial64, right| left.combine(&key, right).expect("aligned");
                    let left = join(&join(&x, &y), &z);
                    let right = join(&x, &join(&y, &z));
                    assert_eq!(left, right);
                    assert_eq!(left.len(), len as u64);
                    assert_eq!(left.is_empty(), len == 0);
                    assert_eq!(left.finalize(&key), expected, "{a}, {b} of {len}");
                }
            }
        }
    });
}

#[test]
fn parts_that_do_not_join_are_refused() {
    let key = Key64::from_seed(11);
    let odd = Partial64::of(&key, &[1; 100]);
    assert_eq!(odd.combine(&key, &odd), Err(CombineError::Unaligned { len: 100 }));
    assert_eq!(odd.combine(&key, &Partial64::EMPTY), Ok(odd));
    assert_eq!(Partial64::EMPTY.combine(&key, &odd), Ok(odd));
    let mut long = Partial64::of(&key, &[1; 128]);
    for _ in 0..56 {
        long = long.combine(&key, &long).expect("2^63 bytes at most");
    }
    assert_eq!(long.len(), 1 << 63);
    assert_eq!(long.combine(&key, &long), Err(CombineError::TooLong));
    assert_eq!(
        CombineError::Unaligned { len: 100 }.to_string(),
        "a part of 100 bytes ends inside a block of 128"
    );
}

#[test]
fn secrets_are_not_printed() {
    let key = Key64::from_seed(14);
    let mut hasher = VHasher64::new(&key);
    hasher.update(&[1; 40]);
    assert_eq!(format!("{hasher:?}"), "VHasher { len: 40, .. }");
    assert_eq!(format!("{:?}", hasher.partial()), "Partial { len: 40, .. }");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_split(
        message in proptest::collection::vec(any::<u8>(), 0..6000),
        lengths in proptest::collection::vec(0_usize..2000, 1..6),
    ) {
        prop_assume!(lengths.iter().any(|&l| l > 0));
        for backend in Backend::available() {
            let key = Key64::from_seed(12).with_backend(backend);
            prop_assert_eq!(stream(&key, pieces(&message, &lengths)), hash64(&key, &message));
        }
    }

    #[test]
    fn no_bytes_panic_as_a_checkpoint(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let key = Key64::from_seed(13);
        if let Ok(mut hasher) = VHasher64::from_checkpoint(&key, &bytes) {
            hasher.update(&[0; 2000]);
        }
    }
}
