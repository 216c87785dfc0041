//! Streams: any split, checkpoints.

use core::hash::{Hash, Hasher};
use highwayhash::{
    Backend, CHECKPOINT_BYTES, CheckpointError, HighwayHasher, Key, hash64, hash128, hash256,
};
use proptest::prelude::*;
use std::io::Write;
use testkit::lengths::{ladder, pieces, splits2, splits3};
use testkit::message::{NOISE, PAINT};
use testkit::on_every_backend;

fn stream<'m>(key: &Key, parts: impl IntoIterator<Item = &'m [u8]>) -> u64 {
    let mut hasher = HighwayHasher::new(key);
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize64()
}

#[test]
fn every_split_in_two() {
    on_every_backend!(Backend, "highwayhash: splits in two", |backend| {
        let key = Key::from_seed(1).with_backend(backend);
        for len in (0..=140).chain([255, 256, 257, 1000]) {
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
    on_every_backend!(Backend, "highwayhash: splits in three", |backend| {
        let key = Key::from_seed(2).with_backend(backend);
        for len in [1, 2, 8, 15, 16, 17, 31, 32, 33, 40, 63, 64, 65, 97] {
            let message = PAINT.message(len);
            let expected = hash64(&key, &message);
            splits3(&message, |parts| assert_eq!(stream(&key, parts), expected, "{len} bytes"));
        }
    });
}

#[test]
fn pieces_of_every_length() {
    on_every_backend!(Backend, "highwayhash: pieces", |backend| {
        let key = Key::from_seed(3).with_backend(backend);
        let message = NOISE.message(9000);
        let expected = hash64(&key, &message);
        for length in (1..=70).chain([127, 128, 129, 1000, 1024, 4096, 5000]) {
            assert_eq!(stream(&key, pieces(&message, &[length])), expected, "pieces of {length}");
            let mixed = pieces(&message, &[length, 0, 3, 32, 64]);
            assert_eq!(stream(&key, mixed), expected, "pieces of {length} among others");
        }
    });
}

#[test]
fn the_hash_so_far_can_be_asked_for_at_any_time() {
    on_every_backend!(Backend, "highwayhash: hashes so far", |backend| {
        let key = Key::from_seed(4).with_backend(backend);
        let message = NOISE.message(300);
        let mut hasher = HighwayHasher::new(&key);
        for (len, byte) in message.iter().enumerate() {
            assert_eq!(hasher.finalize64(), hash64(&key, &message[..len]), "{len} bytes");
            assert_eq!(hasher.finalize128(), hash128(&key, &message[..len]), "{len} bytes");
            assert_eq!(hasher.finalize256(), hash256(&key, &message[..len]), "{len} bytes");
            hasher.update(&[*byte]);
        }
    });
}

#[test]
fn integers_are_little_endian_bytes() {
    on_every_backend!(Backend, "highwayhash: integers", |backend| {
        let key = Key::from_seed(5).with_backend(backend);
        let hasher = &mut HighwayHasher::new(&key);
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
    let key = Key::from_seed(6);
    let of = |value: &dyn Fn(&mut HighwayHasher)| {
        let mut hasher = HighwayHasher::new(&key);
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
    let key = Key::from_seed(7);
    let mut hasher = HighwayHasher::new(&key);
    write!(hasher, "{} and {}", 1, 2).expect("a hasher takes everything");
    hasher.flush().expect("nothing to flush");
    std::io::copy(&mut &b" and more"[..], &mut hasher).expect("a hasher takes everything");
    assert_eq!(hasher.finalize64(), hash64(&key, b"1 and 2 and more"));
}

#[test]
fn checkpoints_go_on_where_they_were_made() {
    on_every_backend!(Backend, "highwayhash: checkpoints", |backend| {
        let key = Key::from_seed(8);
        let here = key.clone().with_backend(backend);
        for len in ladder(100, 1024, 3) {
            let message = NOISE.message(len + 50);
            let mut before = HighwayHasher::new(&here);
            before.update(&message[..len]);
            let saved = before.checkpoint();
            for other in Backend::available() {
                let after = HighwayHasher::from_checkpoint(&saved).expect("a checkpoint");
                let mut after = after.with_backend(other);
                assert_eq!(after.len(), len as u64);
                assert_eq!(after.checkpoint(), saved);
                after.update(&message[len..]);
                assert_eq!(after.finalize64(), hash64(&key, &message), "{len} bytes before");
            }
        }
    });
}

#[test]
fn checkpoints_of_the_highway_crate_are_read() {
    use highway::HighwayHash;
    on_every_backend!(Backend, "highwayhash: foreign checkpoints", |backend| {
        let key = Key::from_seed(10);
        for len in ladder(100, 1024, 3) {
            let message = NOISE.message(len + 50);
            let mut before = highway::HighwayHasher::new(highway::Key(key.to_words()));
            // In two pieces, so that there are old bytes behind those that count.
            before.append(&message[..len / 2]);
            before.append(&message[len / 2..len]);
            let saved = before.checkpoint();
            let of = |len: usize| HighwayHasher::from_highway_checkpoint(&saved, len as u64);
            let mut after = of(len).expect("a checkpoint").with_backend(backend);
            let mut here = HighwayHasher::new(&key);
            here.update(&message[..len]);
            assert_eq!(after.checkpoint(), here.checkpoint(), "{len} bytes");
            after.update(&message[len..]);
            assert_eq!(after.len(), message.len() as u64);
            assert_eq!(after.finalize64(), hash64(&key, &message), "{len} bytes before");
            before.append(&message[len..]);
            assert_eq!(after.finalize256(), before.finalize256(), "{len} bytes before");
            let corrupt = Some(CheckpointError::Corrupt);
            assert_eq!(of(len + 1).err(), corrupt, "another length");
            assert!(of(len + 32).is_ok(), "packets are not counted");
        }
    });
    // Counts that no hasher has.
    for (place, count, len) in [(160, 32, 0), (160, 33, 1), (161, 1, 0), (163, 1, 0)] {
        let mut bytes = [0; 164];
        bytes[place] = count;
        let read = HighwayHasher::from_highway_checkpoint(&bytes, len);
        assert_eq!(read.err(), Some(CheckpointError::Corrupt), "byte {place} is {count}");
    }
    let endless = HighwayHasher::from_highway_checkpoint(&[0; 164], 1 << 63);
    assert_eq!(endless.err(), Some(CheckpointError::Corrupt));
}

/// The bytes themselves are part of the contract.
#[test]
fn the_format_of_checkpoints_is_frozen() {
    on_every_backend!(Backend, "highwayhash: checkpoint format", |backend| {
        let key = Key::from_seed(1).with_backend(backend);
        let mut hasher = HighwayHasher::new(&key);
        hasher.update(&PAINT.message(64 + 3));
        assert_eq!(
            testkit::message::hex(&hasher.checkpoint()),
            "686967687761790143000000000000006aa158483751480d99ced32115babccbe0563a1be7f0\
             cec78b973fb3bc4566259078dbb2677b99034df3962f0da9a644282ce956342e1a87b101e8ca\
             23ff4acd66a1826e06c03983b89b7765dc99c597ecbdb47f289fe3fc6344183a2b90fc3537db\
             1c1ffc6bc15e6ff135c5d785fce94ac089b36797c78bec1dbeb7f177255333b6390000000000\
             000000000000000000000000000000000000000000000000039b8f5d1435de11"
        );
    });
}

#[test]
fn bytes_that_are_no_checkpoint_are_refused() {
    let key = Key::from_seed(9);
    let mut hasher = HighwayHasher::new(&key);
    hasher.update(&NOISE.message(1500));
    let good = hasher.checkpoint();
    let error = |bytes: &[u8]| HighwayHasher::from_checkpoint(bytes).err();
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
        let mut bytes = HighwayHasher::new(&key).checkpoint();
        change(&mut bytes);
        let check = bytes[..176].iter().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
            (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        bytes[176..].copy_from_slice(&check.to_le_bytes());
        error(&bytes)
    };
    assert_eq!(forged(&|_| ()), None);
    assert_eq!(forged(&|b| b[8] = 3), None, "three bytes of zero");
    let corrupt = Some(CheckpointError::Corrupt);
    assert_eq!(forged(&|b| b[15] = 0x80), corrupt, "2^63 bytes");
    assert_eq!(forged(&|b| b[144] = 1), corrupt, "a packet of an empty message");
    assert_eq!(forged(&|b| (b[8], b[147]) = (3, 1)), corrupt, "a fourth byte of three");
}

#[test]
fn secrets_are_not_printed() {
    let mut hasher = HighwayHasher::new(&Key::from_seed(14));
    hasher.update(&[1; 40]);
    assert_eq!(format!("{hasher:?}"), "HighwayHasher { len: 40, .. }");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_split(
        message in proptest::collection::vec(any::<u8>(), 0..3000),
        lengths in proptest::collection::vec(0_usize..200, 1..6),
    ) {
        prop_assume!(lengths.iter().any(|&l| l > 0));
        for backend in Backend::available() {
            let key = Key::from_seed(12).with_backend(backend);
            prop_assert_eq!(stream(&key, pieces(&message, &lengths)), hash64(&key, &message));
        }
    }

    #[test]
    fn no_bytes_panic_as_a_checkpoint(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(mut hasher) = HighwayHasher::from_checkpoint(&bytes) {
            hasher.update(&[0; 2000]);
        }
    }
}
