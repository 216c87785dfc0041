//! Streams: any split, checkpoints, parts.

use ghash_clmul::{
    Backend, CHECKPOINT_BYTES, CheckpointError, CombineError, Gcm, GhashHasher, GhashKey, Hasher,
    Key, Partial, PolyvalHasher, PolyvalKey, Standard, hash, hash_aead,
};
use proptest::prelude::*;
use std::io::Write;
use testkit::lengths::{ladder, pieces, splits2, splits3};
use testkit::message::{NOISE, PAINT};
use testkit::on_every_backend;

fn stream<'m, S: Standard>(key: &Key<S>, parts: impl IntoIterator<Item = &'m [u8]>) -> [u8; 16] {
    let mut hasher = Hasher::new(key);
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize()
}

#[test]
fn every_split_in_two() {
    on_every_backend!(Backend, "ghash: splits in two", |backend| {
        let ghash = GhashKey::from_seed(1).with_backend(backend);
        let polyval = PolyvalKey::from_seed(1).with_backend(backend);
        for len in (0..=70).chain([255, 256, 257, 300, 640, 1400, 2600]) {
            let message = NOISE.message(len);
            let expected = (hash(&ghash, &message), hash(&polyval, &message));
            splits2(&message, |parts| {
                let found = (stream(&ghash, parts), stream(&polyval, parts));
                assert_eq!(found, expected, "{} of {len}", parts[0].len());
            });
        }
    });
}

#[test]
fn every_split_in_three() {
    on_every_backend!(Backend, "ghash: splits in three", |backend| {
        let key = GhashKey::from_seed(2).with_backend(backend);
        for len in [1, 2, 8, 15, 16, 17, 31, 32, 33, 40, 49, 65] {
            let message = PAINT.message(len);
            let expected = hash(&key, &message);
            splits3(&message, |parts| assert_eq!(stream(&key, parts), expected, "{len} bytes"));
        }
    });
}

#[test]
fn pieces_of_every_length() {
    on_every_backend!(Backend, "ghash: pieces", |backend| {
        let key = PolyvalKey::from_seed(3).with_backend(backend);
        let message = NOISE.message(9 * 1024 + 77);
        let expected = hash(&key, &message);
        for length in (1..=40).chain([63, 64, 65, 1000, 1023, 1024, 1025, 4096, 5000]) {
            assert_eq!(stream(&key, pieces(&message, &[length])), expected, "pieces of {length}");
            let mixed = pieces(&message, &[length, 0, 3, 16, 1024]);
            assert_eq!(stream(&key, mixed), expected, "pieces of {length} among others");
        }
    });
}

#[test]
fn the_hash_so_far_can_be_asked_for_at_any_time() {
    on_every_backend!(Backend, "ghash: hashes so far", |backend| {
        let key = GhashKey::from_seed(4).with_backend(backend);
        let message = NOISE.message(200);
        let mut hasher = Hasher::new(&key);
        for (len, byte) in message.iter().enumerate() {
            assert_eq!(hasher.finalize(), hash(&key, &message[..len]), "{len} bytes");
            hasher.update(&[*byte]);
        }
    });
}

#[test]
fn padding_ends_a_block() {
    on_every_backend!(Backend, "ghash: padding", |backend| {
        let key = PolyvalKey::from_seed(5).with_backend(backend);
        for (a, t) in [(0, 0), (0, 5), (5, 0), (16, 32), (17, 15), (100, 300)] {
            let (message, mut padded) = (NOISE.message(a + t), NOISE.message(a + t)[..a].to_vec());
            padded.resize(a.next_multiple_of(16), 0);
            padded.extend(&message[a..]);
            let mut hasher = PolyvalHasher::new(&key);
            hasher.update(&message[..a]);
            hasher.pad();
            hasher.pad();
            assert_eq!(hasher.len(), a.next_multiple_of(16) as u64);
            hasher.update(&message[a..]);
            assert_eq!(hasher.finalize(), hash(&key, &padded));
            hasher.append_lengths(a as u64, t as u64);
            assert_eq!(hasher.finalize(), hash_aead(&key, &message[..a], &message[a..]));
        }
    });
}

#[test]
fn written_as_a_file() {
    let key = GhashKey::from_seed(7);
    let mut hasher = GhashHasher::new(&key);
    write!(hasher, "{} and {}", 1, 2).expect("a hasher takes everything");
    hasher.flush().expect("nothing to flush");
    std::io::copy(&mut &b" and more"[..], &mut hasher).expect("a hasher takes everything");
    assert_eq!(hasher.finalize(), hash(&key, b"1 and 2 and more"));
}

fn checkpoints<S: Standard>(backend: Backend) {
    let key = Key::<S>::from_seed(8);
    let here = key.clone().with_backend(backend);
    for len in ladder(40, 256, 3) {
        let message = NOISE.message(len + 50);
        let mut before = Hasher::new(&here);
        before.update(&message[..len]);
        let saved = before.checkpoint();
        for other in Backend::available() {
            let there = key.clone().with_backend(other);
            let mut after = Hasher::from_checkpoint(&there, &saved).expect("a checkpoint");
            assert_eq!(after.len(), len as u64);
            assert_eq!(after.checkpoint(), saved);
            after.update(&message[len..]);
            assert_eq!(after.finalize(), hash(&key, &message), "{len} bytes before");
        }
    }
}

#[test]
fn checkpoints_go_on_where_they_were_made() {
    on_every_backend!(Backend, "ghash: checkpoints", checkpoints::<Gcm>);
    on_every_backend!(Backend, "polyval: checkpoints", checkpoints::<ghash_clmul::GcmSiv>);
}

/// The bytes themselves are part of the contract.
#[test]
fn the_format_of_checkpoints_is_frozen() {
    on_every_backend!(Backend, "ghash: checkpoint format", |backend| {
        let key = GhashKey::from_seed(1).with_backend(backend);
        let mut hasher = Hasher::new(&key);
        hasher.update(&PAINT.message(32 + 3));
        let whole = hash(&key, &PAINT.message(35)[..32]);
        let bytes = hasher.checkpoint();
        assert_eq!(bytes[16..32], whole);
        assert_eq!(bytes[32..35], PAINT.message(35)[32..]);
        assert_eq!(
            testkit::message::hex(&bytes),
            "676861736800000123000000000000004887c706e7e32375b3b9416c3ec8b5e4b336b90000000000000\
             0000000000000a2deaccfd699bfd2"
        );
        let key = PolyvalKey::from_seed(1).with_backend(backend);
        let mut hasher = Hasher::new(&key);
        hasher.update(&PAINT.message(32 + 3));
        assert_eq!(hasher.checkpoint()[16..32], hash(&key, &PAINT.message(35)[..32]));
        assert_eq!(
            testkit::message::hex(&hasher.checkpoint()),
            "706f6c7976616c012300000000000000480d55d818cc4074541a617c879d68edb336b90000000000\
             0000000000000000acdc98590dae78e1"
        );
    });
}

#[test]
fn bytes_that_are_no_checkpoint_are_refused() {
    let key = GhashKey::from_seed(9);
    let mut hasher = Hasher::new(&key);
    hasher.update(&NOISE.message(150));
    let good = hasher.checkpoint();
    let error = |bytes: &[u8]| GhashHasher::from_checkpoint(&key, bytes).err();
    assert_eq!(error(&good), None);
    let other = PolyvalKey::from_seed(9);
    assert_eq!(PolyvalHasher::from_checkpoint(&other, &good).err(), Some(CheckpointError::Foreign));
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
        let mut bytes = GhashHasher::new(&key).checkpoint();
        change(&mut bytes);
        let check = bytes[..48].iter().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
            (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        bytes[48..].copy_from_slice(&check.to_le_bytes());
        error(&bytes)
    };
    assert_eq!(forged(&|_| ()), None);
    assert_eq!(forged(&|b| b[8] = 3), None, "three bytes of zero");
    let corrupt = Some(CheckpointError::Corrupt);
    assert_eq!(forged(&|b| b[15] = 0x80), corrupt, "2^63 bytes");
    assert_eq!(forged(&|b| b[32] = 1), corrupt, "a tail of an empty message");
    assert_eq!(forged(&|b| (b[8], b[35]) = (3, 1)), corrupt, "a fourth byte of three");
    assert_eq!(forged(&|b| (b[8], b[16]) = (3, 1)), corrupt, "a hash of no block");
}

fn parts<S: Standard>(backend: Backend) {
    let key = Key::<S>::from_seed(10).with_backend(backend);
    for len in [0, 1, 15, 16, 17, 100, 500, 5000] {
        let message = NOISE.message(len);
        let expected = hash(&key, &message);
        assert_eq!(Partial::of(&key, &message).finalize(), expected);
        for a in (0..=len).step_by(16 * len.div_ceil(160).max(1)) {
            for b in (a..=len).step_by(48 * len.div_ceil(160).max(1)) {
                let [x, y, z] = [&message[..a], &message[a..b], &message[b..]]
                    .map(|part| Partial::of(&key, part));
                let join = |left: &Partial<S>, right| left.combine(&key, right).expect("aligned");
                let left = join(&join(&x, &y), &z);
                let right = join(&x, &join(&y, &z));
                assert_eq!(left, right);
                assert_eq!(left.len(), len as u64);
                assert_eq!(left.is_empty(), len == 0);
                assert_eq!(left.finalize(), expected, "{a}, {b} of {len}");
            }
        }
        let mut hasher = Hasher::new(&key);
        hasher.update(&message);
        assert_eq!(hasher.partial(), Partial::of(&key, &message));
    }
}

#[test]
fn parts_join_in_any_grouping() {
    on_every_backend!(Backend, "ghash: parts", parts::<Gcm>);
    on_every_backend!(Backend, "polyval: parts", parts::<ghash_clmul::GcmSiv>);
}

#[test]
fn parts_that_do_not_join_are_refused() {
    let key = GhashKey::from_seed(11);
    let odd = Partial::of(&key, &[1; 100]);
    assert_eq!(odd.combine(&key, &odd), Err(CombineError::Unaligned { len: 100 }));
    assert_eq!(odd.combine(&key, &Partial::EMPTY), Ok(odd));
    assert_eq!(Partial::EMPTY.combine(&key, &odd), Ok(odd));
    let mut long = Partial::of(&key, &[1; 1024]);
    for _ in 0..53 {
        long = long.combine(&key, &long).expect("2^63 bytes at most");
    }
    assert_eq!(long.len(), 1 << 63);
    assert_eq!(long.combine(&key, &long), Err(CombineError::TooLong));
    assert_eq!(
        CombineError::Unaligned { len: 100 }.to_string(),
        "a part of 100 bytes ends inside a block of 16"
    );
}

#[test]
fn secrets_are_not_printed() {
    let key = GhashKey::from_seed(14);
    let mut hasher = Hasher::new(&key);
    hasher.update(&[1; 40]);
    assert_eq!(format!("{hasher:?}"), "Hasher { function: \"GHASH\", len: 40, .. }");
    assert_eq!(format!("{:?}", hasher.partial()), "Partial { function: \"GHASH\", len: 40, .. }");
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
            let key = GhashKey::from_seed(12).with_backend(backend);
            prop_assert_eq!(stream(&key, pieces(&message, &lengths)), hash(&key, &message));
        }
    }

    #[test]
    fn no_bytes_panic_as_a_checkpoint(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
        let key = GhashKey::from_seed(13);
        if let Ok(mut hasher) = GhashHasher::from_checkpoint(&key, &bytes) {
            hasher.update(&[0; 2000]);
        }
    }
}
